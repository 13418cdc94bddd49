/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   other-names.S - functions that the image does not have under the names of
   their objects, or has under those of others.  PART is 1 or 2.

   GROUPS: a COMDAT group of each part has the names of the other's, in another
   group, as those of constructors by GCC and by Clang; both are linked, one
   without a name; SAME: with the same code; COPIES: in the same group, so that
   one is linked, under a name that .dynsym does not have.
   VERSIONS: .symver names, which GNU ld alone writes into .symtab.
   LOCALS: names that some linkers leave out, .L*, which as -L keeps; without
   .eh_frame.  */

        .file   "other-names.S"

        .macro  frame words, value
        .cfi_startproc
        subq    $8*(\words), %rsp
        .cfi_adjust_cfa_offset 8*(\words)
        movl    $\value, %eax
        imull   $77, %eax, %eax
        addl    $0x11223344, %eax
        addq    $8*(\words), %rsp
        .cfi_adjust_cfa_offset -8*(\words)
        ret
        .cfi_endproc
        .endm

        .macro  begin name
        .type   \name, @function
\name:
        .endm

        .macro  finish name
        .size   \name, .-\name
        .endm

#ifdef GROUPS
# if PART == 1 || defined COPIES
        .section .text.both, "axG", @progbits, group_one, comdat
# else
        .section .text.both, "axG", @progbits, group_two, comdat
# endif
        .weak   both
# ifdef COPIES
        .hidden both
# endif
        begin   both
# ifdef SAME
        frame   1, 1
# else
        frame   PART, PART
# endif
        finish  both
#endif

#ifdef VERSIONS
        .section .text.version, "ax", @progbits
        .globl  version_one
        .symver version_one, versioned@V1, remove
        begin   version_one
        frame   3, 3
        finish  version_one
        .globl  version_two
        .section .text.version.two, "ax", @progbits
        .symver version_two, versioned@@V2, remove
        begin   version_two
        frame   4, 4
        finish  version_two
#endif

#ifdef LOCALS
        .cfi_sections .sframe
        .section .text.keeper, "ax", @progbits
        begin   keeper
        frame   7, PART + 8
        finish  keeper
        .section .text.local, "ax", @progbits
        begin   .Llocal
        frame   5, PART + 4
        finish  .Llocal
#endif

        .section .note.GNU-stack, "", @progbits
