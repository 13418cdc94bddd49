# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: check: --brief with --json
#source: none
#sfmerge: check --brief --json x
#status: 2
#stderr: sfmerge: check: --brief and --json cannot be used together
#stderr: Try 'sfmerge help check' for more information.
#stdout:
#re \{"schema":1,"sfmerge":"\d+\.\d+\.\d+","failures":\[\{"file": null, "place": null, "text": "check: --brief and --json cannot be used together"\}\],"exit_status":2\}
