# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: run: an option of link that a build cannot have
#source: none
#sfmerge: run --from-map=a true
#status: 2
#error: run: unrecognized option '--from-map'
#stderr: Try 'sfmerge help run' for more information.
#stdout:
