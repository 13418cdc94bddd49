/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-prove-go.c - what is proven of code that a table of Go describes, and
   of code of AArch64.  */

#include "config.h"

#include <elf.h>
#include <stddef.h>

#include "fixture-code.h"
#include "prove-machine.h"
#include "result.h"

static const struct code_trial trials[] = {
  /* f: call g; ret; g: push rbx; pop rbx; ret; h: push rbx; pop rbx; ret
     */
  { "functions of Go", "e8010000 00c3535b c3535bc3", "G0 G6 G9:0:n", "",
    "0 sp8 own ra-8, -6; 6 sp8 own ra-8, 7 sp16 own ra-8, 8 sp8 own ra-8, -9; "
    "| 9 of 9" },
  /* f: ret; nop; g: push rbx; pop rbx; ret  */
  { "a table of Go that does not count", "c390535b c3", "0 G0:0:v G2", "",
    "0 sp8 own ra-8, -1; | 1 of 1" },
  /* f: push rbx; call g; nop; int3; g: ret  */
  { "the rest after a call that does not return", "53e80200 000090cc c3",
    "G0 G8:0:e", "",
    "0 sp8 own ra-8, 1 sp16 own ra-8, -7; 8 sp8 own ra-8, -9; | 8 of 8" },
  /* f: push rbx; call g; push rbx; nop; g: ret  */
  { "no rest after such a call", "53e80200 00005390 c3", "G0 G8:0:e", "",
    "0 sp8 own ra-8, 1 sp16 own ra-8, -6; 8 sp8 own ra-8, -9; | 7 of 7" },
  /* f: test edi,edi; je 1f; push rbx; call g; 1: nop; ret; g: ret  */
  { "no rest that something leads to", "85ff7406 53e80200 000090c3 c3",
    "G0 Gc:0:e", "",
    "0 sp8 own ra-8, 5 sp16 own ra-8, -a; a sp8 own ra-8, -c; c sp8 own ra-8, "
    "-d; | 13 of 13" },
  /* h: ret; g: jmp h; f: push rbx; call g; .byte 6  */
  { "a function that ends jumps to one that returns", "c3ebfd53 e8f8ffff ff06",
    "G0 G1:0:e G3", "",
    "0 sp8 own ra-8, -1; 1 sp8 own ra-8, -3; 3 sp8 own ra-8, 4 sp16 own ra-8, "
    "-9; | 9 of 9" },
  /* f: push rbx; call g; pop rbx; ret; g: ud2  */
  { "a function of Go that returns by another stack", "53e80200 00005bc3 0f0b",
    "G0 G8:0:r", "",
    "0 sp8 own ra-8, 1 sp16 own ra-8, 7 sp8 own ra-8, -8; 8 sp8 own ra-8, -a; "
    "| 10 of 10" },
  /* f: push rbp; mov rsp,rbp; nop; call g; nop; nop; nop; pop rbp; ret;
     .org 0xf; pop rbp; ret; g: ret  */
  { "a function that resumes", "554889e5 90e80700 00009090 905dc35d c3c3",
    "G0:f G11", "",
    "0 sp8 own ra-8, 1 sp16 own slot-16 ra-8, 4 sp16 fp16 slot-16 ra-8, e sp8 "
    "own slot-16 ra-8, -f; f sp16 slot-16 ra-8, 10 sp8 own slot-16 ra-8, -11; "
    "11 sp8 own ra-8, -12; | 18 of 18" },
  /* f: push rbp; mov rsp,rbp; mov rsp,rax; call g; pop rbp; ret; .org
     0x10; mov rax,rsp; pop rbp; ret; g: ret  */
  { "a function that resumes with a register that it does not have",
    "554889e5 4889e0e8 09000000 5dc30000 4889c45d c3c3", "G0:10 G15", "",
    "15 sp8 own ra-8, -16; 0:SP@10 | 1 of 18" },
  /* f: call g; ret; nop; .byte 6; g: ret  */
  { "a function that does not resume before its frame", "e8030000 00c39006 c3",
    "G0:7 G8", "", "0 sp8 own ra-8, -6; 8 sp8 own ra-8, -9; | 7 of 7" },
  /* f: push rbx; mov rdi,rsp; push rax; call g; and $-16,rsp; sub rax,rsp;
     call g; ret; g: ret  */
  { "another stack", "534889fc 50e80d00 00004883 e4f04829 c4e80100 0000c3c3",
    "G0:0:s G17", "",
    "0 sp8 own ra-8, 1 sp16 own ra-8, 4 sp? away, -11; 17 sp8 own ra-8, -18; "
    "| 18 of 18" },
  /* f: push rbx; mov (rsp),rsp; push rsp; ud2  */
  { "another stack from memory", "53488b24 24540f0b", "G0:0:s", "",
    "0 sp8 own ra-8, 1 sp16 own ra-8, 5 sp? away, -8; | 8 of 8" },
  /* f: push rbx; mov rdi,rsp; mov rsi,rsp; pop rbx; ret  */
  { "another stack, and back", "534889fc 4889f45b c3", "G0:0:s", "",
    "0 sp8 own ra-8, 1 sp16 own ra-8, 4 sp? away, -7; | 7 of 7" },
  /* f: add rax,rsp; ret  */
  { "SP changes by a register, before another stack", "4801c4c3", "G0:0:s", "",
    "0:RETURN@3 | 0 of 4" },
  /* f: push rbp; mov rsp,rbp; and $-16,rsp; pop rsp; ud2  */
  { "SP is aligned, before another stack", "554889e5 4883e4f0 5c0f0b",
    "G0:0:s", "",
    "0 sp8 own ra-8, 1 sp16 own slot-16 ra-8, 4 sp16 fp16 slot-16 ra-8, 8 sp? "
    "fp16 slot-16 ra-8, 9 sp? away, -b; | 11 of 11" },
  /* f: push rbp; mov rsp,rbp; and $-16,rsp; leave; ret  */
  { "SP is aligned, and comes back", "554889e5 4883e4f0 c9c3", "G0:0:s", "",
    "0 sp8 own ra-8, 1 sp16 own slot-16 ra-8, 4 sp16 fp16 slot-16 ra-8, 8 sp? "
    "fp16 slot-16 ra-8, 9 sp8 own slot-16 ra-8, -a; | 10 of 10" },
  /* f: mov rdi,rsp; jmp g; g: ret; h: mov rdi,rsp; jmp *rax; i: mov
     rdi,rsp; jmp i+0x1000; j: mov rdi,rsp; jmp 1f; ud2; 1: ret; k: mov
     rdi,rsp; ret  */
  { "jumps from another stack",
    "4889fceb 00c34889 fcffe048 89fce9f8 0f000048 89fceb02 0f0bc348 89fcc3",
    "G0:0:s G5 G6:0:s Gb:0:s G13:0:s G1b:0:s", "",
    "0 sp8 own ra-8, 3 sp? away, -5; 5 sp8 own ra-8, -6; 6 sp8 own ra-8, 9 "
    "sp? away, -b; b sp8 own ra-8, e sp? away, -13; 13 sp8 own ra-8, 16 sp? "
    "away, -18; 1a sp? away, -1b; 1b sp8 own ra-8, 1e sp? away, -1f; | 29 of "
    "29" },
  /* f: push rbx; jmp g; g: ud2; h: push rbx; jmp g  */
  { "jumps to a function that does not return", "53eb000f 0b53ebfb",
    "G0:0:s G3 G5", "",
    "0 sp8 own ra-8, 1 sp16 own ra-8, -3; 3:DIFFERS@3 5:JOINED@3 | 3 of 8" },
  /* f: push rbx; jmp g; g: ret  */
  { "jumps to a function that returns", "53eb00c3", "G0:0:s G3", "",
    "0:RETURN@3 3:JOINED@3 | 0 of 4" },
  /* f: push rbx; jmp *rax; g: push rbx; jmp g+0x1000  */
  { "jumps elsewhere with a frame", "53ffe053 e9fa0f00 00", "G0:0:s G3:0:s",
    "", "0:TABLE@1 3:TAIL@4 | 0 of 9" },
  /* f: mov $5,esp; ud2  */
  { "SP gets a number", "bc050000 000f0b", "G0:0:s", "",
    "0 sp8 own ra-8, 5 sp? away, -7; | 7 of 7" },
  /* f: push rbp; mov rsp,rbp; call g; .org 9; nop; call k; pop rbp; ret;
     g: ret; k: push rbx; pop rbx; ret  */
  { "a function that resumes and calls another",
    "554889e5 e8080000 0090e803 0000005d c3c3535b c3", "G0:9 G11:0:e", "",
    "0 sp8 own ra-8, 1 sp16 own slot-16 ra-8, 4 sp16 fp16 slot-16 ra-8, -9; 9 "
    "sp16 slot-16 ra-8, -f; f sp16 slot-16 ra-8, 10 sp8 own slot-16 ra-8, "
    "-11; 11 sp8 own ra-8, -12; 12 sp8 own ra-8, 13 sp16 own ra-8, 14 sp8 own "
    "ra-8, -15; | 21 of 21" },
  /* f: push rbp; mov rsp,rbp; call g; pop rbp; ret; .org 0xc; cmp $1,ebp;
     ja 1f; lea T(rip),rdx; movslq (rdx,rbp,4),rax; add rdx,rax; jmp *rax;
     1: pop rbp; ret; i: pop rbp; ret; j: pop rbp; ret; g: ret  */
  { "a function that resumes and jumps by what FP may be",
    "554889e5 e81e0000 005dc300 83fd0177 10488d15 e8f3ffff 486304aa 4801d0ff "
    "e05dc35d c35dc3c3",
    "G0:c G27", "c23 c25", "27 sp8 own ra-8, -28; 0:TABLE@1f | 1 of 35" },
  /* f: push rbp; mov rsp,rbp; and $-16,rsp; mov rsp,rax; sub $8,rsp; mov
     rax,rsp; leave; ret  */
  { "a copy of the aligned SP comes back",
    "554889e5 4883e4f0 4889e048 83ec0848 89c4c9c3", "G0:0:s", "",
    "0 sp8 own ra-8, 1 sp16 own slot-16 ra-8, 4 sp16 fp16 slot-16 ra-8, 8 sp? "
    "fp16 slot-16 ra-8, 13 sp8 own slot-16 ra-8, -14; | 20 of 20" },
  /* f: mov esp,esp; ret  */
  { "SP loses its upper half", "89e4c3", "G0:0:s", "", "0:SP@0 | 0 of 2" },
  /* f: push rbx; call g; pop rbx; ret; g: ret  */
  { "a call for more stack of AMD64", "53e80200 00005bc3 c3", "G0 G8:0:l", "",
    "0 sp8 own ra-8, 1 sp16 own ra-8, 7 sp8 own ra-8, -8; 8 sp8 own ra-8, "
    "-9; | 9 of 9" },
  /* f: ret; nop; int3; g: ret  */
  { "no rest after a return", "c390ccc3", "G0 G3", "",
    "0 sp8 own ra-8, -1; 3 sp8 own ra-8, -4; | 2 of 2" },
  /* f: jmp g; nop; int3; g: ret  */
  { "no rest after a jump", "eb0290cc c3", "G0 G4", "",
    "0 sp8 own ra-8, -2; 4 sp8 own ra-8, -5; | 3 of 3" },
  /* f: push rbx; call g; h: nop; ret; g: ret  */
  { "a function after a call that does not return", "53e80200 000090c3 c3",
    "G0 G6 G8:0:e", "",
    "0 sp8 own ra-8, 1 sp16 own ra-8, -6; 6 sp8 own ra-8, -8; 8 sp8 own "
    "ra-8, -9; | 9 of 9" },
  /* g: ud2; f: push rbx; call g; pop rbx; ret  */
  { "the first function returns by another stack", "0f0b53e8 f8ffffff 5bc3",
    "G0:0:r G2", "",
    "0 sp8 own ra-8, -2; 2 sp8 own ra-8, 3 sp16 own ra-8, 9 sp8 own ra-8, "
    "-a; | 10 of 10" },
};

static const struct code_trial arm_trials[] = {
  /* f: adrp x0, g; add x0, x0, :lo12:g; ret; .word 0; g: str x19, [sp,
     #-16]!; ldr x19, [sp], #16; ret  */
  { "the address of a page, and an offset",
    "00000090 00400091 c0035fd6 00000000 f30f1ff8 f30741f8 c0035fd6", "0", "",
    "0 sp0 own link, -c; 10 sp0 own link, 14 sp16 own link, 18 sp0 own link, "
    "-1c; | 24 of 24" },
  /* f: str x30, [sp, #-16]!; bl t; ldr x30, [sp], #16; cbz x0, 1f; ret; 1:
     str x30, [sp, #-16]!; bl s; .word 0x00010000; s: adrp x16, GOT; ldr
     x17, [x16, #0x700]; add x16, x16, #0x700; br x17; t: adrp x16, GOT;
     ldr x17, [x16, #0x708]; add x16, x16, #0x708; br x17  */
  { "PLT code of AArch64",
    "fe0f1ff8 0b000094 fe0741f8 400000b4 c0035fd6 fe0f1ff8 02000094 00000100 "
    "f0fffff0 118243f9 10021c91 20021fd6 f0fffff0 118643f9 10221c91 20021fd6",
    "0 R0:402:abort R8:402:printf K20", "",
    "0 sp0 own link, 4 sp16 own ra-16 link, 8 sp16 own ra-16 called, c sp0 "
    "own link, -14; | 20 of 28" },
  /* f: cbz x0, 1f; str x30, [sp, #-16]!; ldr x30, [sp], #16; ret; 1: mov
     x3, x30; bl g; b f; g: ret  */
  { "a call for more stack",
    "800000b4 fe0f1ff8 fe0741f8 c0035fd6 e3031eaa 02000094 faffff17 c0035fd6",
    "G0 G1c:0:l", "",
    "0 sp0 own link, 8 sp16 own ra-16 link, c sp0 own link, -10; 10 sp0 own "
    "link, -1c; 1c sp0 own link, -20; | 32 of 32" },
  /* f: cbz x0, 1f; ret; 1: mov x3, x30; bl g; b f; g: ret  */
  { "a call that is none for more stack",
    "400000b4 c0035fd6 e3031eaa 02000094 fcffff17 c0035fd6", "G0 G14", "",
    "14 sp0 own link, -18; 0:RA@4 | 4 of 24" },
  /* f: cbz x0, 1f; ret; 1: bl g; b f; g: ret  */
  { "a call for more stack that gives something else",
    "400000b4 c0035fd6 02000094 fdffff17 c0035fd6", "G0 G10:0:l", "",
    "10 sp0 own link, -14; 0:RA@4 | 4 of 20" },
  /* f: cbz x0, 1f; ret; 1: mov x3, x30; bl g; ret; g: ret  */
  { "a function of C that is called with X3",
    "400000b4 c0035fd6 e3031eaa 02000094 c0035fd6 c0035fd6", "0", "",
    "14 sp0 own link, -18; 0:RA@10 | 4 of 24" },
  /* f: ret; .word 0; g: ret; h: ret  */
  { "frames of AArch64", "c0035fd6 00000000 c0035fd6 c0035fd6",
    "0 W8:4 Wc:4:9e01", "",
    "0 sp0 own link, -4; 8 sp0 own link, -c; | 8 of 8" },
  /* f: str x30, [sp, #-16]!; stp xzr, x30, [sp]; ldr x30, [sp, #8]; add sp,
     sp, #16; ret  */
  { "the return address is saved twice",
    "fe0f1ff8 ff7b00a9 fe0740f9 ff430091 c0035fd6", "0", "",
    "0 sp0 own link, 4 sp16 own ra-16 link, 8 sp16 own ra-8 link, 10 sp0 own "
    "link, -14; | 20 of 20" },
  /* f: cmp w0, #1; b.hi 1f; adrp x1, T; add x1, x1, #0x400; ldrb w1, [x1, w0,
     uxtw]; adr x2, g; add x2, x2, w1, uxtb #2; br x2; 1: ret; g: str x30,
     [sp, #-16]!; ldr x30, [sp], #16; h: ret  */
  { "a table of bytes of AArch64",
    "1f040071 e8000054 e1fffff0 21001091 21486038 82000010 4208218b 40001fd6 "
    "c0035fd6 fe0f1ff8 fe0741f8 c0035fd6",
    "0", "00020000",
    "0 sp0 own link, -20; 20 sp0 own link, -24; 24 sp0 own link, 28 sp16 own "
    "ra-16 link, -2c; 2c sp0 own link, -30; | 48 of 48" },
  /* f: cmp w0, #1; b.hi 1f; adrp x1, T; add x1, x1, #0x400; ldrb w1, [x1, w0,
     uxtw]; adr x2, 2f; add x2, x2, w1, sxtb #2; br x2; 1: ret; g: str x30,
     [sp, #-16]!; ldr x30, [sp], #16; h: ret; .word 0; 2: .word 0  */
  { "a table of bytes with a sign of AArch64",
    "1f040071 e8000054 e1fffff0 21001091 21486038 02010010 4288218b 40001fd6 "
    "c0035fd6 fe0f1ff8 fe0741f8 c0035fd6 00000000 00000000",
    "0", "fcfe0000",
    "0 sp0 own link, -20; 20 sp0 own link, -24; 24 sp0 own link, 28 sp16 own "
    "ra-16 link, -2c; 2c sp0 own link, -30; 34:UNSURE@34 | 48 of 52" },
  /* f: cmp w0, #1; b.hi 1f; adrp x1, T; add x1, x1, #0x400; ldrh w1, [x1, w0,
     uxtw #1]; adr x2, f; add x2, x2, w1, uxth #2; br x2; 1: ret; g: str
     x30, [sp, #-16]!; ldr x30, [sp], #16; h: ret  */
  { "a table of 16 bits of AArch64",
    "1f040071 e8000054 e1fffff0 21001091 21586078 62ffff10 4228218b 40001fd6 "
    "c0035fd6 fe0f1ff8 fe0741f8 c0035fd6",
    "0", "0009000b",
    "0 sp0 own link, -20; 20 sp0 own link, -24; 24 sp0 own link, 28 sp16 own "
    "ra-16 link, -2c; 2c sp0 own link, -30; | 48 of 48" },
  /* f: cmp w0, #1; b.hi 1f; adrp x1, T; add x1, x1, #0x400; ldrh w1, [x1, w0,
     uxtw #1]; adr x2, 2f; add x2, x2, w1, sxth #2; br x2; 1: ret; g: str
     x30, [sp, #-16]!; ldr x30, [sp], #16; h: ret; .word 0; 2: .word 0  */
  { "a table of 16 bits with a sign of AArch64",
    "1f040071 e8000054 e1fffff0 21001091 21586078 02010010 42a8218b 40001fd6 "
    "c0035fd6 fe0f1ff8 fe0741f8 c0035fd6 00000000 00000000",
    "0", "fffcfffe",
    "0 sp0 own link, -20; 20 sp0 own link, -24; 24 sp0 own link, 28 sp16 own "
    "ra-16 link, -2c; 2c sp0 own link, -30; 34:UNSURE@34 | 48 of 52" },
  /* f: cmp w0, #1; b.hi 1f; adrp x1, T; add x1, x1, #0x400; ldrsw x1, [x1,
     w0, uxtw #2]; adr x2, 2f; add x2, x2, x1; br x2; 1: ret; g: str x30,
     [sp, #-16]!; ldr x30, [sp], #16; h: ret; .word 0; 2: .word 0  */
  { "a table of 32 bits of AArch64",
    "1f040071 e8000054 e1fffff0 21001091 2158a0b8 02010010 4200018b 40001fd6 "
    "c0035fd6 fe0f1ff8 fe0741f8 c0035fd6 00000000 00000000",
    "0", "fffffff0 fffffff8",
    "0 sp0 own link, -20; 20 sp0 own link, -24; 24 sp0 own link, 28 sp16 own "
    "ra-16 link, -2c; 2c sp0 own link, -30; 34:UNSURE@34 | 48 of 52" },
  /* f: cmp w0, #1; b.hi 1f; adrp x1, T; add x1, x1, #0x400; ldr w1, [x1, w0,
     uxtw #2]; adr x2, f; add x2, x2, x1; br x2; 1: ret; g: str x30, [sp,
     #-16]!; ldr x30, [sp], #16; h: ret  */
  { "a table of 32 bits without a sign of AArch64",
    "1f040071 e8000054 e1fffff0 21001091 215860b8 62ffff10 4200018b 40001fd6 "
    "c0035fd6 fe0f1ff8 fe0741f8 c0035fd6",
    "0", "24 2c", "0 sp0 own link, -20; 20 sp0 own link, -24; | 36 of 36" },
  /* f: str x30, [sp, #-16]!; bl g; ldr x30, [sp]; nop; add sp, sp, #16;
     ret; g: ret  */
  { "an address that comes back",
    "fe0f1ff8 05000094 fe0340f9 1f2003d5 ff430091 c0035fd6 c0035fd6", "0", "",
    "0 sp0 own link, 4 sp16 own ra-16 link, 8 sp16 own ra-16 called, c sp16 "
    "own ra-16 link, 14 sp0 own link, -18; 18 sp0 own link, -1c; | 28 of 28" },
  /* f: adrp x0, FAR; sub x0, x0, #0xff0; ret; nop; g: ret  */
  { "a number is subtracted from an address",
    "000000b0 00c03fd1 c0035fd6 1f2003d5 c0035fd6", "0", "",
    "0 sp0 own link, -c; | 12 of 12" },
  /* f: str x30, [sp, #-16]!; bl s; .word 0x10000; s: ldr x17, GOT; br x17
     */
  { "PLT code of AArch64 that is near its place",
    "fe0f1ff8 02000094 00000100 b1b7ff58 20021fd6", "0 R0:402:abort Kc", "",
    "0 of 8" },
};

int
main (void)
{
  for (size_t i = 0; i < sizeof arm_trials / sizeof *arm_trials; i++)
    code_test (&arm_trials[i], true);
  if (prove_machine (EM_X86_64) == NULL)
    unit_skip ("prove-go: without Zydis");
  else
    for (size_t i = 0; i < sizeof trials / sizeof *trials; i++)
      code_test (&trials[i], false);
  return unit_exit ();
}
