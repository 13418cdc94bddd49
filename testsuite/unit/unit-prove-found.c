/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-prove-found.c - what is proven of code: what else than symbols and
   calls shows where functions begin, and which of them end.  */

#include "config.h"

#include <elf.h>
#include <stddef.h>

#include "fixture-code.h"
#include "prove-machine.h"
#include "result.h"

static const struct code_trial trials[] = {
  /* f: ret; nop; g: push rbx; pop rbx; ret; h: push rbp; pop rbp; ret  */
  { "functions in DT_INIT_ARRAY", "c390535b c3555dc3", "0 I2 I5", "",
    "0 sp8 own ra-8, -1; 2 sp8 own ra-8, 3 sp16 own ra-8, 4 sp8 own ra-8, -5; "
    "5 sp8 own ra-8, 6 sp16 own slot-16 ra-8, 7 sp8 own slot-16 ra-8, -8; | 7 "
    "of 7" },
  /* f: ret; nop; g: push rbx; pop rbx; ret  */
  { "a function in DT_FINI_ARRAY", "c390535b c3", "0 J2", "",
    "0 sp8 own ra-8, -1; 2 sp8 own ra-8, 3 sp16 own ra-8, 4 sp8 own ra-8, -5; "
    "| 4 of 4" },
  /* f: ret; nop; g: push rbx; pop rbx; ret; h: push rbp; pop rbp; ret  */
  { "the functions of DT_INIT and DT_FINI", "c390535b c3555dc3", "0 S2 T5", "",
    "0 sp8 own ra-8, -1; 2 sp8 own ra-8, 3 sp16 own ra-8, 4 sp8 own ra-8, -5; "
    "5 sp8 own ra-8, 6 sp16 own slot-16 ra-8, 7 sp8 own slot-16 ra-8, -8; | 7 "
    "of 7" },
  /* f: ret  */
  { "a local function outside the code", "c3", "0 L70000000", "",
    "0 sp8 own ra-8, -1; | 1 of 1" },
  /* f: ret; nop; g: push rbx; pop rbx; ret; h: push rbp; pop rbp; ret; i:
     push rbx; pop rbx; ret  */
  { "relocations", "c390535b c3555dc3 535bc3", "0 R2:8 R5:25 R8:6", "",
    "0 sp8 own ra-8, -1; 2 sp8 own ra-8, 3 sp16 own ra-8, 4 sp8 own ra-8, -5; "
    "5 sp8 own ra-8, 6 sp16 own slot-16 ra-8, 7 sp8 own slot-16 ra-8, -8; | 7 "
    "of 7" },
  /* f: ret  */
  { "a relocation leads nowhere", "c3", "0 R70000000:8", "",
    "0 sp8 own ra-8, -1; | 1 of 1" },
  /* f: push rbp; sub $16,rsp; call g; add $16,rsp; pop rbp; ret; g: xor
     ebp,ebp; ret  */
  { "a helper whose address a relocation has",
    "554883ec 10e80600 00004883 c4105dc3 31edc3", "0 R10:8", "",
    "0 sp8 own ra-8, 1 sp16 own slot-16 ra-8, 5 sp32 own slot-16 ra-8, a sp32 "
    "slot-16 ra-8, e sp16 slot-16 ra-8, f sp8 own slot-16 ra-8, -10; 10:FP@10 "
    "| 16 of 19" },
  /* f: ret; nop; g: push rbx; pop rbx; ret; h: nop; push rbx; pop rbx; ret
     */
  { "functions with frames", "c390535b c390535b c3", "W0:1 W2:3 W5:4", "",
    "0 sp8 own ra-8, -1; 2 sp8 own ra-8, 3 sp16 own ra-8, 4 sp8 own ra-8, -5; "
    "| 4 of 4" },
  /* f: ret; nop; g: ret; h: ret; i: ret  */
  { "frames that begin otherwise", "c390c3c3 c3",
    "0 W2:1:0e10 W3:1:0c0608 W4:1:0f03770806", "",
    "0 sp8 own ra-8, -1; | 1 of 1" },
  /* f: ret; nop; g: ret  */
  { "frames are hidden", "c390c3", "0 W2:1 H0", "",
    "0 sp8 own ra-8, -1; | 1 of 1" },
  /* f: test edi,edi; je 1f; ret; 1: push rbx; ud2  */
  { "frames of other code", "85ff7401 c3530f0b", "0 F20:8", "",
    "0 sp8 own ra-8, -5; | 5 of 8" },
  /* f: test edi,edi; je 1f; ret; 1: push rbx; ud2  */
  { "hidden frames", "85ff7401 c3530f0b", "0 F0:20 H0", "",
    "0 sp8 own ra-8, -5; | 5 of 8" },
  /* f: test edi,edi; je 1f; ret; 1: push rbx; ud2  */
  { "a frame of code that does not return", "85ff7401 c3530f0b", "0 F5:3", "",
    "0 sp8 own ra-8, -5; 5 sp8 own ra-8, 6 sp16 own ra-8, -8; | 8 of 8" },
  /* f: push rbx; g: pop rbx; ret  */
  { "a described function runs into another at another depth", "535bc3",
    "0 1 F0:1 F1:2", "", "0:LEAVES@1 1:RETURN@2 | 0 of 3" },
  /* f: push rbx; call *GOT(rip); .byte 6; g: push rbx; call *GOT+8(rip);
     .byte 6; h: push rbx; call *GOT+16(rip); .byte 6; i: jmp *GOT(rip)  */
  { "calls through the GOT of what ends",
    "53ff15f9 f6ffff06 53ff15f9 f6ffff06 53ff15f9 f6ffff06 ff25e2f6 ffff",
    "0 8 10 18 R0:6:_Exit R8:7:verrx R10:6:_ZSt1__throw_a", "", "0 of 27" },
  /* f: push rbx; call *GOT(rip); .byte 6; g: push rbx; call *GOT+8(rip);
     .byte 6; h: push rbx; call *GOT+16(rip); .byte 6; i: jmp *GOT(rip)  */
  { "the same, in another order",
    "53ff15f9 f6ffff06 53ff15f9 f6ffff06 53ff15f9 f6ffff06 ff25e2f6 ffff",
    "0 8 10 18 R10:6:_ZSt1__throw_a R8:7:verrx R0:6:_Exit", "", "0 of 27" },
  /* f: push rbx; call *GOT(rip); pop rbx; ret; g: push rbx; call
     *GOT+8(rip); pop rbx; ret; h: push rbx; call *GOT+16(rip); pop rbx;
     ret; i: push rbx; call *GOT+24(rip); pop rbx; ret  */
  { "calls through the GOT of what does not end",
    "53ff15f9 f6ffff5b c353ff15 f8f6ffff 5bc353ff 15f7f6ff ff5bc353 ff15f6f6 "
    "ffff5bc3",
    "0 9 12 1b R0:6:printf R8:7:_ZSu1__throw_a R10:6:_ZSt1__throw_aI "
    "R18:1:abort",
    "",
    "0 sp8 own ra-8, 1 sp16 own ra-8, 8 sp8 own ra-8, -9; 9 sp8 own ra-8, a "
    "sp16 own ra-8, 11 sp8 own ra-8, -12; 12 sp8 own ra-8, 13 sp16 own ra-8, "
    "1a sp8 own ra-8, -1b; 1b sp8 own ra-8, 1c sp16 own ra-8, 23 sp8 own "
    "ra-8, -24; | 36 of 36" },
  /* f: push rbx; call s; .byte 6; g: push rbx; call t; pop rbx; ret; s:
     endbr64; nop; nop; nop; jmp *GOT(rip); t: jmp *GOT+8(rip)  */
  { "PLT code that ends",
    "53e80900 00000653 e80f0000 005bc3f3 0f1efa90 9090ff25 e4f6ffff ff25e6f6 "
    "ffff",
    "0 7 R0:7:abort R8:7:printf Kf", "",
    "7 sp8 own ra-8, 8 sp16 own ra-8, e sp8 own ra-8, -f; | 8 of 14" },
  /* f: push rbx; call s; pop rbx; ret; s: nop; nop; nop; nop; nop; jmp
     *GOT(rip)  */
  { "PLT code that is long", "53e80200 00005bc3 90909090 90ff25ed f6ffff",
    "0 R0:7:abort K8", "",
    "0 sp8 own ra-8, 1 sp16 own ra-8, 7 sp8 own ra-8, -8; | 8 of 8" },
  /* f: push rbx; call s; pop rbx; ret; s: jmp t; t: jmp *GOT(rip)  */
  { "PLT code that does something else", "53e80200 00005bc3 eb00ff25 f0f6ffff",
    "0 R0:7:abort K8", "",
    "0 sp8 own ra-8, 1 sp16 own ra-8, 7 sp8 own ra-8, -8; | 8 of 8" },
  /* f: push rbx; call f+0x1800; pop rbx; ret  */
  { "a call of code that has no bytes", "53e8fa17 00005bc3", "0 R0:7:abort",
    "", "0 sp8 own ra-8, 1 sp16 own ra-8, 7 sp8 own ra-8, -8; | 8 of 8" },
  /* f: jmp h; g: ret; nop; h: push rbx; pop rbx; ret  */
  { "two sections of code", "eb02c390 535bc3", "0 N2", "",
    "0 sp8 own ra-8, -2; 4 sp8 own ra-8, 5 sp16 own ra-8, 6 sp8 own ra-8, -7; "
    "| 5 of 5" },
  /* f: push rbx; cmp $1,edi; ja 1f; mov edi,edi; jmp *T(,rdi,8); 1: pop
     rbx; ret; g: pop rbx; ret; h: pop rbx; ret  */
  { "a table of addresses", "5383ff01 770989ff ff24fd00 1440005b c35bc35b c3",
    "0 M0", "402011 0 402013 0",
    "0 sp8 own ra-8, 1 sp16 own ra-8, -f; f sp16 own ra-8, 10 sp8 own ra-8, "
    "-11; 11 sp16 own ra-8, 12 sp8 own ra-8, -13; 13 sp16 own ra-8, 14 sp8 "
    "own ra-8, -15; | 21 of 21" },
  /* f: push rbx; cmp $1,edi; ja 1f; mov edi,edi; jmp *T(,rdi,8); 1: pop
     rbx; ret; g: pop rbx; ret; h: pop rbx; ret  */
  { "a table of addresses that the loader changes",
    "5383ff01 770989ff ff24fd00 1440005b c35bc35b c3", "0",
    "402011 0 402013 0", "0:TABLE@8 | 0 of 17" },
  /* f: push rbx; cmp $1,edi; ja 1f; mov edi,edi; lea T(rip),rdx; movslq
     (rdx,rdi,4),rax; add rdx,rax; jmp *rax; 1: pop rbx; ret; g: pop rbx;
     ret; h: pop rbx; ret  */
  { "a table that can be written",
    "5383ff01 771289ff 488d15f1 f3ffff48 6304ba48 01d0ffe0 5bc35bc3 5bc3",
    "0 V0", "c1a c1c", "0:TABLE@16 | 0 of 26" },
  /* f: push rbx; cmp $1,edi; jbe 1f; pop rbx; ret; 1: mov edi,edi; lea
     T(rip),rdx; movslq (rdx,rdi,4),rax; add rdx,rax; jmp *rax; g: pop rbx;
     ret; h: pop rbx; ret  */
  { "a table with a bound on the way that is taken",
    "5383ff01 76025bc3 89ff488d 15eff3ff ff486304 ba4801d0 ffe05bc3 5bc3", "0",
    "c1a c1c",
    "0 sp8 own ra-8, 1 sp16 own ra-8, 7 sp8 own ra-8, -8; 8 sp16 own ra-8, "
    "-1a; 1a sp16 own ra-8, 1b sp8 own ra-8, -1c; 1c sp16 own ra-8, 1d sp8 "
    "own ra-8, -1e; | 30 of 30" },
  /* f: lea T(rip),rdx; movslq (rdx,rdi,4),rax; add rdx,rax; jmp *rax  */
  { "a guess in the middle of its own function",
    "488d15f9 f3ffff48 6304ba48 01d0ffe0", "0", "c01",
    "0 sp8 own ra-8, -10; | 16 of 16" },
  /* f: lea T(rip),rdx; movslq (rdx,rdi,4),rax; add rdx,rax; jmp *rax; g:
     ud2; h: ret  */
  { "a candidate that the fifth entry of a table shows",
    "488d15f9 f3ffff48 6304ba48 01d0ffe0 0f0bc3", "L0",
    "c10 c10 c10 c10 c12 0", "12 sp8 own ra-8, -13; 0:UNSURE@0 | 1 of 17" },
  /* f: lea T(rip),rdx; movslq (rdx,rdi,4),rax; add rdx,rax; jmp *rax; g:
     ud2; h: ret  */
  { "a candidate that the fourth entry of a table shows",
    "488d15f9 f3ffff48 6304ba48 01d0ffe0 0f0bc3", "L0", "c10 c10 c10 c12 0",
    "0 sp8 own ra-8, -10; 12 sp8 own ra-8, -13; | 17 of 17" },
  /* f: lea T(rip),rdx; movslq (rdx,rdi,4),rax; add rdx,rax; jmp *rax; g:
     ret  */
  { "a table that is longer than is believed",
    "488d15f9 f3ffff48 6304ba48 01d0ffe0 c3", "0",
    "c10 c10 c10 c10 c10 c10 c10 c10 c10 c10 c10 c10 c10 c10 c10 c10 c10 c10 "
    "c10 c10 c10 c10 c10 c10 c10 c10 c10 c10 c10 c10 c10 c10 c10 c10 c10 c10 "
    "c10 c10 c10 c10 c10 c10 c10 c10 c10 c10 c10 c10 c10 c10 c10 c10 c10 c10 "
    "c10 c10 c10 c10 c10 c10 c10 c10 c10 c10 c10 c10",
    "0 sp8 own ra-8, -10; 10 sp8 own ra-8, -11; | 17 of 17" },
  /* s: jmp *GOT(rip); f: push rbx; call s; .byte 6; g: push rbx; pop rbx;
     ret  */
  { "PLT code before other code", "ff25faf6 ffff53e8 f4ffffff 06535bc3",
    "6 d R0:7:abort Q6", "",
    "d sp8 own ra-8, e sp16 own ra-8, f sp8 own ra-8, -10; | 3 of 9" },
};

int
main (void)
{
  if (prove_machine (EM_X86_64) == NULL)
    unit_skip ("prove-found: without Zydis");
  else
    for (size_t i = 0; i < sizeof trials / sizeof *trials; i++)
      code_test (&trials[i], false);
  return unit_exit ();
}
