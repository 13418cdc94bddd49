# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: synth: a directory without -r
#source: none
#sfmerge: synth -i .
#status: 2
#error: .: is a directory (-r takes the files in it)
#stdout:
