# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
# Functions that GNU as 2.47 describes right, wrong in two ways, and not.

        .text
right:  .cfi_startproc
        nop
        .cfi_def_cfa_offset 16
        nop
        .cfi_endproc
undone: .cfi_startproc
        nop
        .cfi_undefined rip
        nop
        .cfi_restore rip
        nop
        .cfi_endproc
moved:  .cfi_startproc
        nop
        .cfi_offset rsp, -16
        nop
        .cfi_endproc
missed: .cfi_startproc
        nop
        .cfi_escape 0x2e, 16
        nop
        .cfi_endproc
