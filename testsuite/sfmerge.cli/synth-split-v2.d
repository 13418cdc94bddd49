# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: synth: --split in a version that cannot be told apart
#source: none
#sfmerge: synth --split --to=v2 -i a.o
#status: 2
#error: synth: --split writes v2-pcrel or v3, not v2
#stderr: Try 'sfmerge help synth' for more information.
#stdout:
