# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: a style and JSON
#source: none
#sfmerge: dump --style=readelf --json x
#status: 2
#error: dump: --json and --style cannot be used together
#stderr: Try 'sfmerge help dump' for more information.
#stdout:
#re \{"schema":1,"sfmerge":"\d+\.\d+\.\d+","failures":\[\{"file": null, "place": null, "text": "dump: --json and --style cannot be used together"\}\],"exit_status":2\}
