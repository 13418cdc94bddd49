/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   proof-start.c - the entry of programs without a C library, and what their
   cold parts call.  Nothing describes the entry.  */

__asm__(".text\n"
        "\t.globl _start\n"
        "\t.type _start, @function\n"
        "_start:\n"
        "\txor %ebp, %ebp\n"
        "\tand $-16, %rsp\n"
        "\tcall main\n"
        "\tmov %eax, %edi\n"
        "\tmov $60, %eax\n"
        "\tsyscall\n"
        "\t.size _start, . - _start\n");

void proof_stop (void) __attribute__ ((noreturn, cold));

void
proof_stop (void)
{
  __builtin_trap ();
}
