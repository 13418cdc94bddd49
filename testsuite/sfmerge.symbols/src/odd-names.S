/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   odd-names.S - functions as assembly has them: with several names, with
   local ones only, without size or type, and with the code of others but
   other call frame rules.  PART is 1 or 2; FILE_NAME: with STT_FILE;
   NAMELESS: one function has no symbol at all; NAMELESS_ALIKE: two have none,
   and the same code; NO_ALIKE: no function has the code of others.  */

#ifdef FILE_NAME
        .file   "odd-names.S"
#endif

/* A function with a frame of WORDS words.  */
        .macro  frame words, more=0
        .cfi_startproc
        subq    $8*(\words), %rsp
        .cfi_adjust_cfa_offset 8*(\words)
        movl    $1, %eax
        .if     \more
        addl    $\more, %eax
        .endif
        addq    $8*(\words), %rsp
        .cfi_adjust_cfa_offset -8*(\words)
        ret
        .cfi_endproc
        .endm

/* The same bytes whatever the rules.  */
        .macro  alike rules
        .cfi_startproc
        leal    5(%rdi), %eax
        .cfi_def_cfa_offset 16 * (\rules)
        nop
        .cfi_def_cfa_offset 8
        ret
        .cfi_endproc
        .endm

        .macro  global name
        .globl  \name
        .type   \name, @function
        .endm

#define PASTE2(a, b) a##b
#define PASTE(a, b) PASTE2 (a, b)
#define MINE(name) PASTE (name, PART)

        .section .text.aliases, "ax", @progbits
        global  MINE (alias_one_)
        global  MINE (alias_two_)
        .weak   MINE (alias_weak_)
        .type   MINE (alias_weak_), @function
        .p2align 4
MINE (alias_one_):
MINE (alias_two_):
MINE (alias_weak_):
local_alias:
        frame   (3*PART)
        .size   MINE (alias_one_), . - MINE (alias_one_)
        .size   MINE (alias_two_), . - MINE (alias_two_)

        .section .text.locals, "ax", @progbits
        .p2align 4
        .type   local_one, @function
local_one:
        frame   (5+PART)
        .size   local_one, . - local_one
        .type   local_two, @function
local_two:
        frame   7, PART
        .size   local_two, . - local_two

/* A label is neither a function nor has a size.  */
        .section .text.sizeless, "ax", @progbits
        .globl  MINE (sizeless_)
        .p2align 4
MINE (sizeless_):
        frame   (9*PART), 3

#ifndef NO_ALIKE
        .section .text.alike, "ax", @progbits
        .p2align 4
        .type   alike_one, @function
alike_one:
        alike   (2*PART)
        .size   alike_one, . - alike_one

        .section .text.alike_too, "ax", @progbits
        .p2align 4
        .type   alike_two, @function
alike_two:
        alike   (4+PART)
        .size   alike_two, . - alike_two

        .section .text.alike_global, "ax", @progbits
        .p2align 4
        global  MINE (alike_three_)
MINE (alike_three_):
        alike   (6+PART)
        .size   MINE (alike_three_), . - MINE (alike_three_)
#endif

#ifdef NAMELESS
        .section .text.nameless, "ax", @progbits
        .p2align 4
        frame   11, (200+PART)
#endif

#ifdef NAMELESS_ALIKE
        .section .text.nameless_one, "ax", @progbits
        .p2align 4
        alike   9
        .section .text.nameless_two, "ax", @progbits
        .p2align 4
        alike   10
#endif

        .section .note.GNU-stack, "", @progbits
