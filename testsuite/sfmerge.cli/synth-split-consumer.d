# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: synth: --split for a linker that merges
#source: none
#sfmerge: synth --split --for=ld-2.46 -i a.o
#status: 2
#error: synth: --split is not for ld-2.46, which wants one .sframe in an object; it is for lld, gold and mold
#stderr: Try 'sfmerge help synth' for more information.
#stdout:
