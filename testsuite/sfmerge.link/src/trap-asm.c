/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   trap-asm.c - assembly as it is written by hand: several call frame
   procedures below one symbol, procedures without any symbol, two symbols
   for one, and pieces of .init and .fini.  */

#include <stdio.h>

int trap_many (int);
void trap_note (void);

static int notes;

__attribute__ ((used)) void
trap_note (void)
{
  notes++;
}

__asm__(".text\n"
        "\t.globl trap_many, trap_alias\n"
        "\t.type trap_many, @function\n"
        "\t.type trap_alias, @function\n"
        "trap_many:\n"
        "trap_alias:\n"
        "\t.cfi_startproc\n"
        "\tsubq $24, %rsp\n"
        "\t.cfi_def_cfa_offset 32\n"
        "\tcall .Lsecond\n"
        "\taddq $24, %rsp\n"
        "\t.cfi_def_cfa_offset 8\n"
        "\tret\n"
        "\t.cfi_endproc\n"
        ".Lsecond:\n"
        "\t.cfi_startproc\n"
        "\tpushq %rbp\n"
        "\t.cfi_def_cfa_offset 16\n"
        "\t.cfi_offset %rbp, -16\n"
        "\tmovq %rsp, %rbp\n"
        "\t.cfi_def_cfa_register %rbp\n"
        "\tcall .Lunnamed\n"
        "\tpopq %rbp\n"
        "\t.cfi_def_cfa %rsp, 8\n"
        "\tret\n"
        "\t.cfi_endproc\n"
        "\t.size trap_many, . - trap_many\n"
        "\t.size trap_alias, . - trap_alias\n"
        "\t.section .text.trap,\"ax\",@progbits\n"
        ".Lunnamed:\n"
        "\t.cfi_startproc\n"
        "\tsubq $40, %rsp\n"
        "\t.cfi_def_cfa_offset 48\n"
        "\tleal 1(%rdi), %eax\n"
        "\taddq $40, %rsp\n"
        "\t.cfi_def_cfa_offset 8\n"
        "\tret\n"
        "\t.cfi_endproc\n"
        "\t.section .init,\"ax\",@progbits\n"
        "\t.cfi_startproc\n"
        "\t.cfi_def_cfa_offset 16\n"
        "\tcall trap_note\n"
        "\t.cfi_endproc\n"
        "\t.section .fini,\"ax\",@progbits\n"
        "\t.cfi_startproc\n"
        "\t.cfi_def_cfa_offset 16\n"
        "\tcall trap_note\n"
        "\t.cfi_endproc\n"
        "\t.text\n");

static __attribute__ ((constructor)) void
call (void)
{
  printf ("%d %d\n", notes, trap_many (7));
}
