# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: a function that nothing can be kept with
#sfmerge: convert --split -o out %O
#status: 2
#stderr: sfmerge: no-code.o(.sframe+0x1c): a function is in section 4 (.debug_code) of type 0x1 and flags 0x0, which holds no code
