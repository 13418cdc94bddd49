/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-prove-amd64.c - what instructions of AMD64 do with registers and the
   stack.  Effects are written as fixture-insn.h says.  */

#include "config.h"

#include <stdio.h>

#include "fixture-insn.h"
#include "result.h"

/* An instruction in hexadecimal, its text, and its effects.  */
static const struct
{
  const char *code, *text, *effects;
} rows[] = {
  { "488907", "mov %rax,(%rdi)", "[rdi+0]64=rax" },
  { "8907", "mov %eax,(%rdi)", "[rdi+0]32=-" },
  { "4889e5", "mov %rsp,%rbp", "fp=sp+0" },
  { "89c1", "mov %eax,%ecx", "rcx=zero32(rax)" },
  { "88c1", "mov %al,%cl", "rcx=?64" },
  { "b8ffffffff", "mov $0xffffffff,%eax", "rax=#4294967295" },
  { "48c7c0ffffffff", "mov $0xffffffffffffffff,%rax", "rax=#-1" },
  { "41b834124000", "mov $0x401234,%r8d", "r8=#4198964" },
  { "488b448e08", "mov 0x8(%rsi,%rcx,4),%rax", "rax=[rsi+rcx*4+8]64" },
  { "8b06", "mov (%rsi),%eax", "rax=[rsi+0]32" },
  { "4c8b3d08000000", "mov 0x8(%rip),%r15", "r15=[-+0x40100f]64" },
  { "64488b07", "mov %fs:(%rdi),%rax", "rax=?64" },
  { "8a06", "mov (%rsi),%al", "rax=?64" },
  { "65488907", "mov %rax,%gs:(%rdi)", "[-+0x0]64=rax" },
  { "4863d0", "movslq %eax,%rdx", "rdx=sign32(rax)" },
  { "486317", "movslq (%rdi),%rdx", "rdx=[rdi+0]s32" },
  { "64486303", "movslq %fs:(%rbx),%rax", "rax=?64" },
  { "63c8", "movsxd %eax,%ecx", "rcx=?32" },
  { "4898", "cltq", "rax=sign32(rax)" },
  { "0fb6c7", "movzbl %bh,%eax", "rax=?32" },
  { "400fb6c7", "movzbl %dil,%eax", "rax=zero8(rdi)" },
  { "0fb707", "movzwl (%rdi),%eax", "rax=[rdi+0]16" },
  { "660fb6c1", "movzbw %cl,%ax", "rax=?64" },
  { "488d5008", "lea 0x8(%rax),%rdx", "rdx=rax+8" },
  { "488d1488", "lea (%rax,%rcx,4),%rdx", "rdx=?64" },
  { "488d540808", "lea 0x8(%rax,%rcx,1),%rdx", "rdx=rax+rcx*1 rdx=rdx+8" },
  { "488d140d08000000", "lea 0x8(,%rcx,1),%rdx", "rdx=rcx+8" },
  { "488d1508000000", "lea 0x8(%rip),%rdx", "rdx=@0x40100f" },
  { "8d5008", "lea 0x8(%rax),%edx", "rdx=?32" },
  { "64488d5008", "lea %fs:0x8(%rax),%rdx", "rdx=rax+8" },
  { "4883c408", "add $0x8,%rsp", "sp=sp+8 flags" },
  { "4883ec08", "sub $0x8,%rsp", "sp=sp-8 flags" },
  { "4801c8", "add %rcx,%rax", "rax=rax+rcx*1 flags" },
  { "4829c8", "sub %rcx,%rax", "rax=?64 flags" },
  { "01c8", "add %ecx,%eax", "rax=?32 flags" },
  { "480107", "add %rax,(%rdi)", "[rdi+0]64=- flags" },
  { "00c8", "add %cl,%al", "rax=?64 flags" },
  { "31c9", "xor %ecx,%ecx", "rcx=#0 flags" },
  { "4831c9", "xor %rcx,%rcx", "rcx=#0 flags" },
  { "30c9", "xor %cl,%cl", "rcx=?64 flags" },
  { "31c8", "xor %ecx,%eax", "rax=?32 flags" },
  { "29c9", "sub %ecx,%ecx", "rcx=#0 flags" },
  { "83e007", "and $0x7,%eax", "rax<=7 flags" },
  { "83e0f8", "and $0xfffffff8,%eax", "rax<=4294967288 flags" },
  { "4883e007", "and $0x7,%rax", "rax<=7 flags" },
  { "4883e0f0", "and $0xfffffffffffffff0,%rax", "rax=?64 flags" },
  { "4883e4f0", "and $0xfffffffffffffff0,%rsp", "sp=align(sp) flags" },
  { "21c8", "and %ecx,%eax", "rax=?32 flags" },
  { "20c8", "and %cl,%al", "rax=?64 flags" },
  { "4883f807", "cmp $0x7,%rax", "cmp64 rax,7 flags" },
  { "83f807", "cmp $0x7,%eax", "cmp32 rax,7 flags" },
  { "6683f8ff", "cmp $0xffff,%ax", "cmp16 rax,65535 flags" },
  { "80f907", "cmp $0x7,%cl", "cmp8 rcx,7 flags" },
  { "80ff07", "cmp $0x7,%bh", " flags" },
  { "837c8f0807", "cmpl $0x7,0x8(%rdi,%rcx,4)",
    "cmp32 [rdi+rcx*4+8] limit 7 flags" },
  { "2e833f07", "cs cmpl $0x7,(%rdi)", "cmp32 [rdi+0] limit 7 flags" },
  { "64833f07", "cmpl $0x7,%fs:(%rdi)", " flags" },
  { "4839c8", "cmp %rcx,%rax", " flags" },
  { "50", "push %rax", "[sp-8]64=rax sp=sp-8" },
  { "54", "push %rsp", "[sp-8]64=sp sp=sp-8" },
  { "6a07", "push $0x7", "[sp-8]64=- sp=sp-8" },
  { "ff37", "push (%rdi)", "[sp-8]64=- sp=sp-8" },
  { "6650", "push %ax", "sp=?64" },
  { "58", "pop %rax", "rax=[sp+0]64 sp=sp+8" },
  { "5c", "pop %rsp", "sp=?64" },
  { "6658", "pop %ax", "sp=?64" },
  { "8f07", "pop (%rdi)", "sp=sp+8 [rdi+0]64=-" },
  { "9c", "pushf", "[sp-8]64=- sp=sp-8" },
  { "9d", "popf", "sp=sp+8 flags" },
  { "c9", "leave", "sp=fp+0 fp=[sp+0]64 sp=sp+8" },
  { "c8080000", "enter $0x8,$0x0", " refused" },
  { "ff2508000000", "jmp *0x8(%rip)", "jump=[-+0x40100e]64 jump? 0x40100e" },
  { "ff20", "jmp *(%rax)", "jump=[rax+0]64 jump?" },
  { "ff6018", "jmp *0x18(%rax)", "jump=[rax+24]64 jump?" },
  { "480307", "add (%rdi),%rax", "rax=?64 flags" },
  { "c7f800000000", "xbegin .+6", " refused" },
  { "4883e000", "and $0x0,%rax", "rax<=0 flags" },
  { "4821c4", "and %rax,%rsp", "sp=?64 flags" },
  { "8ed8", "mov %eax,%ds", "" },
  { "0f22c0", "mov %rax,%cr0", "" },
  { "0f20c0", "mov %cr0,%rax", "rax=?64" },
  { "b005", "mov $0x5,%al", "rax=?64" },
  { "cd03", "int $0x3", " stop" },
  { "ff24c508000000", "jmp *0x8(,%rax,8)", "jump=[-+rax*8+0x8]64 jump?" },
  { "ffe0", "jmp *%rax", "jump=rax+0 jump?" },
  { "64ff242508000000", "jmp *%fs:0x8", "jump=?64 jump?" },
  { "ff242500100000", "jmp *0x1000", "jump=[-+0x1000]64 jump? 0x1000" },
  { "ff28", "ljmp *(%rax)", " refused" },
  { "e800010000", "call .+0x105", " call 0x401105" },
  { "e800000000", "call .+5", " refused 0x401005" },
  { "ffd2", "call *%rdx", "jump=rdx+0 call?" },
  { "ff18", "lcall *(%rax)", " refused" },
  { "7710", "ja .+0x12", " branch above 0x401012" },
  { "e300", "jrcxz .+2", " branch 0x401002" },
  { "e200", "loop .+2", "rcx=?64 branch 0x401002" },
  { "c3", "ret", " return" },
  { "c20800", "ret $0x8", " refused" },
  { "cb", "lret", " refused" },
  { "0f05", "syscall", "rcx=?64 r11=?64 rax=?64 flags syscall" },
  { "cc", "int3", " stop" },
  { "cd80", "int $0x80", " refused" },
  { "0f0b", "ud2", " stop" },
  { "f4", "hlt", " stop" },
  { "48cf", "iretq", " refused flags" },
  { "4891", "xchg %rax,%rcx", "rcx=?64 rax=?64" },
  { "0fa2", "cpuid", "rax=?32 rbx=?32 rcx=?32 rdx=?32" },
  { "48f7e1", "mul %rcx", "rax=?64 rdx=?64 flags" },
  { "0fc8", "bswap %eax", "rax=?32" },
  { "0f45c1", "cmovne %ecx,%eax", "rax=?32" },
  { "0f94c0", "sete %al", "rax=?64" },
  { "f348ab", "rep stos %rax,%es:(%rdi)",
    "[rdi+0]0=- rdi=?64 rcx=?64 rsi=?64 rdi=?64" },
  { "f2ae", "repnz scas %es:(%rdi),%al", "rcx=?64 rsi=?64 rdi=?64 flags" },
  { "f3aa", "rep stos %al,%es:(%rdi)",
    "[rdi+0]0=- rdi=?64 rcx=?64 rsi=?64 rdi=?64" },
  { "90", "nop", " nop" },
  { "660f1f00", "nopw (%rax)", "" },
  { "c5fc1107", "vmovups %ymm0,(%rdi)", "[rdi+0]256=-" },
  { "c4e27d901408", "vpgatherdd %ymm0,(%rax,%ymm1,1),%ymm2", "" },
  { "a4", "movsb %ds:(%rsi),%es:(%rdi)",
    "[rdi+0]8=- rdi=?64 rsi=?64 rsi=?64 rdi=?64" },
  { "a6", "cmpsb %es:(%rdi),%ds:(%rsi)", "rsi=?64 rdi=?64 flags" },
  { "af", "scas %es:(%rdi),%eax", "rsi=?64 rdi=?64 flags" },
  { "6c", "insb (%dx),%es:(%rdi)", "[rdi+0]8=- rsi=?64 rdi=?64" },
  { "6e", "outsb %ds:(%rsi),(%dx)", "rsi=?64 rdi=?64" },
  { "48ad", "lods %ds:(%rsi),%rax", "rax=?64 rsi=?64 rsi=?64 rdi=?64" },
  { "48be8877665544332211", "movabs $0x1122334455667788,%rsi",
    "rsi=#1234605616436508552" },
  { "f7d6", "not %esi", "rsi=?32" },
  { "4f890c5a", "mov %r9,(%r10,%r11,2)", "[r10+r11*2+0]64=r9" },
  { "4983fdff", "cmp $0xffffffffffffffff,%r13",
    "cmp64 r13,18446744073709551615 flags" },
  { "8cc8", "mov %cs,%eax", "rax=?32" },
  { "85c0", "test %eax,%eax", " flags" },
  { "48ffc3", "inc %rbx", "rbx=?64 flags" },
  { "ff1508000000", "call *0x8(%rip)", "jump=[-+0x40100e]64 call? 0x40100e" },
  { "67488b08", "mov (%eax),%rcx", "rcx=?64" },
};

static void
test_row (size_t i)
{
  uint8_t code[15];
  size_t size = 0;
  unsigned byte;

  while (size < sizeof code
         && sscanf (rows[i].code + 2 * size, "%2x", &byte) == 1)
    code[size++] = (uint8_t) byte;
  insn_test (PROVE_AMD64, code, size, rows[i].text, rows[i].effects);
}

int
main (void)
{
  if (prove_machines[PROVE_AMD64].decode == NULL)
    unit_skip ("prove-amd64: without Zydis");
  else
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
      test_row (i);
  return unit_exit ();
}
