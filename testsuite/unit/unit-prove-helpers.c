/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-prove-helpers.c - what is proven of code: functions that do not keep
   FP, and tables of jumps.  */

#include "config.h"

#include <elf.h>
#include <stddef.h>

#include "fixture-code.h"
#include "prove-machine.h"
#include "result.h"

static const struct code_trial trials[] = {
  /* f: push rbp; mov rsp,rbp; call g; mov -8(rbp),rax; pop rbp; ret; g: xor
     ebp,ebp; ret  */
  { "a helper", "554889e5 e8060000 00488b45 f85dc331 edc3", "0", "",
    "0 sp8 own ra-8, 1 sp16 own slot-16 ra-8, 4 sp16 fp16 slot-16 ra-8, "
    "9 sp16 slot-16 ra-8, e sp8 own slot-16 ra-8, -f; f sp8 own ra-8, "
    "11 sp8 ra-8 free, -12; | 18 of 18" },
  /* f: push rbp; sub $16,rsp; call g; add $16,rsp; pop rbp; ret; g: xor
     ebp,ebp; ret  */
  { "a helper is used rightly", "554883ec 10e80600 00004883 c4105dc3 31edc3",
    "0", "",
    "0 sp8 own ra-8, 1 sp16 own slot-16 ra-8, 5 sp32 own slot-16 ra-8, "
    "a sp32 slot-16 ra-8, e sp16 slot-16 ra-8, f sp8 own slot-16 ra-8, "
    "-10; 10 sp8 own ra-8, 12 sp8 ra-8 free, -13; | 19 of 19" },
  /* f: push rbp; sub $16,rsp; call g; add $16,rsp; pop rbp; ret; h: sub
     $8,rsp; call g; add $8,rsp; ret; g: xor ebp,ebp; ret  */
  { "a helper is misused",
    "554883ec 10e81400 00004883 c4105dc3 4883ec08 e8050000 004883c4 "
    "08c331ed c3",
    "0 10", "",
    "0 sp8 own ra-8, 1 sp16 own slot-16 ra-8, 5 sp32 own slot-16 ra-8, "
    "a sp32 slot-16 ra-8, e sp16 slot-16 ra-8, f sp8 own slot-16 ra-8, "
    "-10; 10:FP@10 1e:FP@1e | 16 of 33" },
  /* f: push rbp; sub $16,rsp; call g; add $16,rsp; pop rbp; ret; g: xor
     ebp,ebp; ret; h: sub $8,rsp; call i; add $8,rsp; ret; i: xor ebp,ebp;
     ret  */
  { "one helper is used rightly, and one is misused",
    "554883ec 10e80600 00004883 c4105dc3 31edc348 83ec08e8 05000000 4883c408 "
    "c331edc3",
    "0 13", "",
    "0 sp8 own ra-8, 1 sp16 own slot-16 ra-8, 5 sp32 own slot-16 ra-8, a sp32 "
    "slot-16 ra-8, e sp16 slot-16 ra-8, f sp8 own slot-16 ra-8, -10; 10 sp8 "
    "own ra-8, 12 sp8 ra-8 free, -13; 13:FP@13 21:FP@21 | 19 of 36" },
  /* f: push rbp; sub $16,rsp; call g; add $16,rsp; pop rbp; ret; g: xor
     ebp,ebp; ret  */
  { "a helper that others may call",
    "554883ec 10e80600 00004883 c4105dc3 31edc3", "0 10", "",
    "0 sp8 own ra-8, 1 sp16 own slot-16 ra-8, 5 sp32 own slot-16 ra-8, "
    "a sp32 slot-16 ra-8, e sp16 slot-16 ra-8, f sp8 own slot-16 ra-8, "
    "-10; 10:FP@10 | 16 of 19" },
  /* f: push rbp; sub $16,rsp; call g; lea g(rip),rax; add $16,rsp; pop rbp;
     ret; g: xor ebp,ebp; ret  */
  { "a helper whose address is taken",
    "554883ec 10e80d00 0000488d 05060000 004883c4 105dc331 edc3", "0", "",
    "0 sp8 own ra-8, 1 sp16 own slot-16 ra-8, 5 sp32 own slot-16 ra-8, "
    "a sp32 slot-16 ra-8, 15 sp16 slot-16 ra-8, 16 sp8 own slot-16 "
    "ra-8, -17; 17:FP@17 | 23 of 26" },
  /* f: push rbp; sub $16,rsp; call g; add $16,rsp; pop rbp; ret; g: call h;
     ret; h: xor ebp,ebp; ret  */
  { "a helper of a helper",
    "554883ec 10e80600 00004883 c4105dc3 e8010000 00c331ed c3", "0", "",
    "0 sp8 own ra-8, 1 sp16 own slot-16 ra-8, 5 sp32 own slot-16 ra-8, "
    "a sp32 slot-16 ra-8, e sp16 slot-16 ra-8, f sp8 own slot-16 ra-8, "
    "-10; 10 sp8 own ra-8, 15 sp8 ra-8 free, -16; 16 sp8 own ra-8, 18 "
    "sp8 ra-8 free, -19; | 25 of 25" },
  /* f: push rbp; push rbx; sub $8,rsp; call g; add $8,rsp; pop rbx; pop rbp;
     ret; g: xor ebp,ebp; xor ebx,ebx; ret  */
  { "a helper with a register that it does not keep",
    "55534883 ec08e807 00000048 83c4085b 5dc331ed 31dbc3", "0", "",
    "0 sp8 own ra-8, 1 sp16 own slot-16 ra-8, 2 sp24 own slot-16 ra-8, "
    "6 sp32 own slot-16 ra-8, b sp32 slot-16 ra-8, f sp24 slot-16 ra-8, "
    "10 sp16 slot-16 ra-8, 11 sp8 own slot-16 ra-8, -12; 12 sp8 own "
    "ra-8, 14 sp8 ra-8 free, -17; | 23 of 23" },
  /* f: push rbp; sub $16,rsp; call g; mov rbx,rsp; add $16,rsp; pop rbp; ret;
     g: xor ebp,ebp; xor ebx,ebx; ret  */
  { "a caller needs a register that its helper loses",
    "554883ec 10e80900 00004889 dc4883c4 105dc331 ed31dbc3", "0", "",
    "0:SP@a 13:FP@13 | 0 of 18" },
  /* f: push rbp; sub $16,rsp; call g; add $16,rsp; pop rbp; jmp g; g: xor
     ebp,ebp; ret  */
  { "a helper is jumped to", "554883ec 10e80700 00004883 c4105deb 0031edc3",
    "0", "", "0:FP@0 11:FP@11 | 0 of 20" },
  /* f: push rbp; sub $16,rsp; call g; add $16,rsp; pop rbp; ret; h: push rbp;
     sub $16,rsp; call g; ret; g: xor ebp,ebp; ret  */
  { "a helper of a function that fails",
    "554883ec 10e81100 00004883 c4105dc3 554883ec 10e80100 0000c331 "
    "edc3",
    "0 10", "",
    "0 sp8 own ra-8, 1 sp16 own slot-16 ra-8, 5 sp32 own slot-16 ra-8, "
    "a sp32 slot-16 ra-8, e sp16 slot-16 ra-8, f sp8 own slot-16 ra-8, "
    "-10; 10:RETURN@1a 1b:FP@1b | 16 of 30" },
  /* f: cmp $1,edi; ja 1f; mov edi,edi; lea T(rip),rdx; movslq
     (rdx,rdi,4),rax; add rdx,rax; jmp *rax; 1: ret; g: push rbx; pop rbx;
     ret; h: ret  */
  { "a table with a bound",
    "83ff0177 1289ff48 8d15f2f3 ffff4863 04ba4801 d0ffe0c3 535bc3c3", "0",
    "c18 c1b",
    "0 sp8 own ra-8, -17; 17 sp8 own ra-8, -18; 18 sp8 own ra-8, 19 "
    "sp16 own ra-8, 1a sp8 own ra-8, -1b; 1b sp8 own ra-8, -1c; | 28 of "
    "28" },
  /* f: lea T(rip),rdx; movslq (rdx,rdi,4),rax; add rdx,rax; jmp *rax; ret;
     nop; g: push rbx; pop rbx; ret; h: ret  */
  { "a table without a bound",
    "488d15f9 f3ffff48 6304ba48 01d0ffe0 c390535b c3c3", "0", "c12 c15 0",
    "0 sp8 own ra-8, -10; 12 sp8 own ra-8, 13 sp16 own ra-8, 14 sp8 own "
    "ra-8, -15; 15 sp8 own ra-8, -16; | 20 of 20" },
  /* f: push rbx; lea T(rip),rdx; movslq (rdx,rdi,4),rax; add rdx,rax; jmp
     *rax; ret; nop; g: pop rbx; ret  */
  { "a table without a bound, at another depth",
    "53488d15 f8f3ffff 486304ba 4801d0ff e0c3905b c3", "0", "c13 0",
    "0:TABLE@f | 0 of 17" },
  /* f: cmp $1,edi; ja 1f; mov edi,edi; lea T(rip),rdx; movslq
     (rdx,rdi,4),rax; add rdx,rax; jmp *rax; 1: ret; g: push rbx; pop rbx; ret
     */
  { "a table with a bound that leads out",
    "83ff0177 1289ff48 8d15f2f3 ffff4863 04ba4801 d0ffe0c3 535bc3", "0",
    "c18 0", "0 sp8 own ra-8, -17; 17 sp8 own ra-8, -18; | 24 of 24" },
  /* f: push rbx; cmp $1,edi; ja 1f; mov edi,edi; lea T(rip),rdx; movslq
     (rdx,rdi,4),rax; add rdx,rax; jmp *rax; 1: pop rbx; ret; g: pop rbx; ret;
     h: pop rbx; ret  */
  { "a table with a bound at another depth",
    "5383ff01 771289ff 488d15f1 f3ffff48 6304ba48 01d0ffe0 5bc35bc3 "
    "5bc3",
    "0", "c1a c1c",
    "0 sp8 own ra-8, 1 sp16 own ra-8, -18; 18 sp16 own ra-8, 19 sp8 own "
    "ra-8, -1a; 1a sp16 own ra-8, 1b sp8 own ra-8, -1c; 1c sp16 own "
    "ra-8, 1d sp8 own ra-8, -1e; | 30 of 30" },
  /* f: push rbx; cmp $1,edi; jae 1f; mov edi,edi; lea T(rip),rdx; movslq
     (rdx,rdi,4),rax; add rdx,rax; jmp *rax; 1: pop rbx; ret; g: pop rbx; ret;
     h: pop rbx; ret  */
  { "a table with a bound that is one too low",
    "5383ff01 731289ff 488d15f1 f3ffff48 6304ba48 01d0ffe0 5bc35bc3 "
    "5bc3",
    "0", "c1a c1c",
    "0 sp8 own ra-8, 1 sp16 own ra-8, -18; 18 sp16 own ra-8, 19 sp8 own "
    "ra-8, -1a; 1a sp16 own ra-8, 1b sp8 own ra-8, -1c; | 28 of 28" },
  /* f: lea T(rip),rdx; movslq (rdx,rdi,4),rax; add rdx,rax; jmp *rax; ret;
     nop; g: push rbx; pop rbx; ret; h: push rbx; ret  */
  { "a guess that is wrong",
    "488d15f9 f3ffff48 6304ba48 01d0ffe0 c390535b c353c3", "0", "c12 c15 0",
    "0 sp8 own ra-8, -10; 12 sp8 own ra-8, 13 sp16 own ra-8, 14 sp8 own "
    "ra-8, -15; | 19 of 19" },
  /* f: lea T(rip),rdx; movslq (rdx,rdi,4),rax; add rdx,rax; jmp *rax; nop; e:
     lea T+4(rip),rdx; movslq (rdx,rdi,4),rax; add rdx,rax; jmp *rax; nop; g:
     push rbx; pop rbx; ret; h: push rbx; pop rbx; ret  */
  { "two tables without a bound",
    "488d15f9 f3ffff48 6304ba48 01d0ffe0 90488d15 ecf3ffff 486304ba "
    "4801d0ff e090535b c3535bc3",
    "0 11", "c22 c21 0",
    "0 sp8 own ra-8, -10; 11 sp8 own ra-8, -21; 22 sp8 own ra-8, 23 "
    "sp16 own ra-8, 24 sp8 own ra-8, -25; 25 sp8 own ra-8, 26 sp16 own "
    "ra-8, 27 sp8 own ra-8, -28; | 38 of 38" },
  /* f: lea T(rip),rdx; movslq (rdx,rdi,4),rax; add rdx,rax; jmp *rax; ret;
     nop; g: push rbx; pop rbx; ret  */
  { "a guess in the middle of code",
    "488d15f9 f3ffff48 6304ba48 01d0ffe0 c390535b c3", "0", "c12 c13 0",
    "0 sp8 own ra-8, -10; | 16 of 16" },
  /* f: lea T(rip),rdx; movslq (rdx,rdi,4),rax; add rdx,rax; jmp *rax; ret;
     nop; g: push rbx; pop rbx; ret  */
  { "a described table without a bound",
    "488d15f9 f3ffff48 6304ba48 01d0ffe0 c390535b c3", "0 F0:30", "c12 0",
    "0 sp8 own ra-8, -10; | 16 of 16" },
  /* f: push rbx; cmp $1,edi; ja 1f; mov edi,edi; lea T(rip),rdx; movslq
     (rdx,rdi,4),rax; add rdx,rax; jmp *rax; 1: pop rbx; ret; g: pop rbx; ret
     */
  { "a table with a bound that leads out, at another depth",
    "5383ff01 771289ff 488d15f1 f3ffff48 6304ba48 01d0ffe0 5bc35bc3", "0",
    "c1a 0", "0:TABLE@16 | 0 of 26" },
  /* f: push rbp; sub $16,rsp; call g; add $16,rsp; pop rbp; ret; g: sub
     $8,rsp; call h; add $8,rsp; ret; h: xor ebp,ebp; test edi,edi; je g; ret
     */
  { "helpers that call each other",
    "554883ec 10e80600 00004883 c4105dc3 4883ec08 e8050000 004883c4 "
    "08c331ed 85ff74ec c3",
    "0", "",
    "0 sp8 own ra-8, 1 sp16 own slot-16 ra-8, 5 sp32 own slot-16 ra-8, "
    "a sp32 slot-16 ra-8, e sp16 slot-16 ra-8, f sp8 own slot-16 ra-8, "
    "-10; 10 sp8 ra-8 free, 14 sp16 ra-8 free, 1d sp8 ra-8 free, -1e; "
    "1e sp8 own ra-8, 20 sp8 ra-8 free, -25; | 37 of 37" },
  /* f: push rbp; sub $16,rsp; call g; call h; add $16,rsp; pop rbp; ret; g:
     nop; h: xor ebp,ebp; ret  */
  { "a helper that runs into another",
    "554883ec 10e80b00 0000e807 00000048 83c4105d c39031ed c3", "0", "",
    "0 sp8 own ra-8, 1 sp16 own slot-16 ra-8, 5 sp32 own slot-16 ra-8, "
    "a sp32 slot-16 ra-8, 13 sp16 slot-16 ra-8, 14 sp8 own slot-16 "
    "ra-8, -15; 15 sp8 own ra-8, -16; 16 sp8 own ra-8, 18 sp8 ra-8 "
    "free, -19; | 25 of 25" },
  /* f: ret; nop; g: xor ebp,ebp; ret  */
  { "a helper that nothing calls", "c39031ed c3", "0 L2", "",
    "0 sp8 own ra-8, -1; 2:FP@2 | 1 of 4" },
  /* f: push rbx; mov rbp,rbx; call g; mov rbx,rbp; pop rbx; ret; g: xor
     ebp,ebp; ret  */
  { "a caller of a helper keeps FP in a register",
    "534889eb e8050000 004889dd 5bc331ed c3", "0", "",
    "0 sp8 own ra-8, 1 sp16 own ra-8, 9 sp16 ra-8, c sp16 own ra-8, d "
    "sp8 own ra-8, -e; e:FP@e | 14 of 17" },
  /* f: push rbp; mov rsp,rbp; and $-32,rsp; call g; mov -8(rsp),rax; ud2; g:
     xor eax,eax; xor ebp,ebp; ret  */
  { "a caller of a helper without a known SP",
    "554889e5 4883e4e0 e8070000 00488b44 24f80f0b 31c031ed c3", "0", "",
    "14:FP@14 | 0 of 25" },
  /* f: cmp $1,edi; ja 1f; mov edi,edi; lea T(rip),rdx; movslq
     (rdx,rdi,4),rax; add rdx,rax; jmp *rax; 1: ret; e: push rbp; sub $16,rsp;
     call g; add $16,rsp; pop rbp; ret; g: xor ebp,ebp; ret; h: ret  */
  { "a helper through a table",
    "83ff0177 1289ff48 8d15f2f3 ffff4863 04ba4801 d0ffe0c3 554883ec "
    "10e80600 00004883 c4105dc3 31edc3c3",
    "0 18", "c28 c2b",
    "18 sp8 own ra-8, 19 sp16 own slot-16 ra-8, 1d sp32 own slot-16 "
    "ra-8, 22 sp32 slot-16 ra-8, 26 sp16 slot-16 ra-8, 27 sp8 own "
    "slot-16 ra-8, -28; 0:FP@0 28:FP@28 | 16 of 44" },
  /* f: lea T(rip),rdx; movslq (rdx,rdi,4),rax; add rdx,rax; jmp *rax; ret;
     nop; g: jmp h; nop; h: nop; i: ret  */
  { "a local function that a table reaches",
    "488d15f9 f3ffff48 6304ba48 01d0ffe0 c390eb01 9090c3", "0",
    "c12 c15 c16 0",
    "0 sp8 own ra-8, -10; 12 sp8 own ra-8, -14; 15 sp8 own ra-8, -16; "
    "16 sp8 own ra-8, -17; | 20 of 20" },
  /* f: lea T(rip),rdx; movslq (rdx,rdi,4),rax; add rdx,rax; jmp *rax; nop; g:
     nop; h: nop; i: ret  */
  { "guesses that run into each other",
    "488d15f9 f3ffff48 6304ba48 01d0ffe0 909090c3", "0", "c11 c12 c13 0",
    "0 sp8 own ra-8, -10; 11 sp8 own ra-8, -12; 12 sp8 own ra-8, -13; "
    "13 sp8 own ra-8, -14; | 19 of 19" },
  /* f: lea T(rip),rdx; movslq (rdx,rdi,4),rax; add rdx,rax; jmp *rax; nop; g:
     nop; h: nop; i: ud2  */
  { "guesses that lead to no return",
    "488d15f9 f3ffff48 6304ba48 01d0ffe0 9090900f 0b", "0", "c11 c12 c13 0",
    "0 sp8 own ra-8, -10; | 16 of 16" },
  /* f: push rbp; sub $16,rsp; call g; add $16,rsp; pop rbp; ret; h: test
     edi,edi; je g; ret; g: xor ebp,ebp; ret  */
  { "a helper is branched to",
    "554883ec 10e80b00 00004883 c4105dc3 85ff7401 c331edc3", "0 10", "",
    "0 sp8 own ra-8, 1 sp16 own slot-16 ra-8, 5 sp32 own slot-16 ra-8, a sp32 "
    "slot-16 ra-8, e sp16 slot-16 ra-8, f sp8 own slot-16 ra-8, -10; 10:FP@10 "
    "15:FP@15 | 16 of 24" },
  /* f: push rbp; sub $16,rsp; call g; add $16,rsp; pop rbp; ret; h: jmp g;
     ret; g: xor ebp,ebp; ret  */
  { "a helper is jumped to from elsewhere",
    "554883ec 10e80900 00004883 c4105dc3 eb01c331 edc3", "0 10", "",
    "0 sp8 own ra-8, 1 sp16 own slot-16 ra-8, 5 sp32 own slot-16 ra-8, a sp32 "
    "slot-16 ra-8, e sp16 slot-16 ra-8, f sp8 own slot-16 ra-8, -10; 10:FP@10 "
    "13:FP@13 | 16 of 21" },
  /* f: push rbp; sub $16,rsp; call g; add $16,rsp; pop rbp; ret; g: test
     edi,edi; je 1f; xor ebp,ebp; ret; 1: push rbx; ret  */
  { "a helper returns at another depth, too",
    "554883ec 10e80600 00004883 c4105dc3 85ff7403 31edc353 c3", "0", "",
    "0 sp8 own ra-8, 1 sp16 own slot-16 ra-8, 5 sp32 own slot-16 ra-8, a "
    "sp32 slot-16 ra-8, e sp16 slot-16 ra-8, f sp8 own slot-16 ra-8, -10; "
    "10:RETURN@18 | 16 of 25" },
  /* h0: xor ebp,ebp; ret; h1: call h0; ret; h2: call h1; ret; h3: call h2;
     ret; h4: call h3; ret; h5: call h4; ret; h6: call h5; ret; h7: call h6;
     ret; h8: call h7; ret; f: push rbp; sub $16,rsp; call h8; add $16,rsp;
     pop rbp; ret  */
  { "nine helpers of each other",
    "31edc3e8 f8ffffff c3e8f5ff ffffc3e8 f5ffffff c3e8f5ff ffffc3e8 f5ffffff "
    "c3e8f5ff ffffc3e8 f5ffffff c3e8f5ff ffffc355 4883ec10 e8f0ffff ff4883c4 "
    "105dc3",
    "33", "",
    "0 sp8 own ra-8, 2 sp8 ra-8 free, -3; 3 sp8 own ra-8, 8 sp8 ra-8 free, "
    "-9; 9 sp8 own ra-8, e sp8 ra-8 free, -f; f sp8 own ra-8, 14 sp8 ra-8 "
    "free, -15; 15 sp8 own ra-8, 1a sp8 ra-8 free, -1b; 1b sp8 own ra-8, 20 "
    "sp8 ra-8 free, -21; 21 sp8 own ra-8, 26 sp8 ra-8 free, -27; 27 sp8 own "
    "ra-8, 2c sp8 ra-8 free, -2d; 2d sp8 own ra-8, 32 sp8 ra-8 free, -33; 33 "
    "sp8 own ra-8, 34 sp16 own slot-16 ra-8, 38 sp32 own slot-16 ra-8, 3d "
    "sp32 slot-16 ra-8, 41 sp16 slot-16 ra-8, 42 sp8 own slot-16 ra-8, -43; "
    "| 67 of 67" },
  /* h0: xor ebp,ebp; ret; h1: call h0; ret; h2: call h1; ret; h3: call h2;
     ret; h4: call h3; ret; h5: call h4; ret; h6: call h5; ret; h7: call h6;
     ret; h8: call h7; ret; h9: call h8; ret; f: push rbp; sub $16,rsp; call
     h9; add $16,rsp; pop rbp; ret  */
  { "ten helpers of each other",
    "31edc3e8 f8ffffff c3e8f5ff ffffc3e8 f5ffffff c3e8f5ff ffffc3e8 f5ffffff "
    "c3e8f5ff ffffc3e8 f5ffffff c3e8f5ff ffffc3e8 f5ffffff c3554883 ec10e8f0 "
    "ffffff48 83c4105d c3",
    "39", "",
    "39 sp8 own ra-8, 3a sp16 own slot-16 ra-8, 3e sp32 own slot-16 ra-8, 47 "
    "sp16 own slot-16 ra-8, 48 sp8 own slot-16 ra-8, -49; 33:FP@38 2d:FP@2d "
    "27:FP@27 21:FP@21 1b:FP@1b 15:FP@15 f:FP@f 9:FP@9 3:FP@3 0:FP@0 | 16 of "
    "73" },
  /* h0: xor ebp,ebp; ret; h1: call h0; ret; h2: call h1; ret; h3: call h2;
     ret; h4: call h3; ret; h5: call h4; ret; h6: call h5; ret; h7: call h6;
     ret; f: push rbp; push rbx; sub $8,rsp; mov rsp,rbx; call h7; mov
     rbx,rsp; add $8,rsp; pop rbx; pop rbp; ret  */
  { "a register that eight helpers keep",
    "31edc3e8 f8ffffff c3e8f5ff ffffc3e8 f5ffffff c3e8f5ff ffffc3e8 f5ffffff "
    "c3e8f5ff ffffc3e8 f5ffffff c3555348 83ec0848 89e3e8ec ffffff48 89dc4883 "
    "c4085b5d c3",
    "2d", "",
    "0 sp8 own ra-8, 2 sp8 ra-8 free, -3; 3 sp8 own ra-8, 8 sp8 ra-8 free, "
    "-9; 9 sp8 own ra-8, e sp8 ra-8 free, -f; f sp8 own ra-8, 14 sp8 ra-8 "
    "free, -15; 15 sp8 own ra-8, 1a sp8 ra-8 free, -1b; 1b sp8 own ra-8, 20 "
    "sp8 ra-8 free, -21; 21 sp8 own ra-8, 26 sp8 ra-8 free, -27; 27 sp8 own "
    "ra-8, 2c sp8 ra-8 free, -2d; 2d sp8 own ra-8, 2e sp16 own slot-16 ra-8, "
    "2f sp24 own slot-16 ra-8, 33 sp32 own slot-16 ra-8, 3b sp32 slot-16 "
    "ra-8, 42 sp24 slot-16 ra-8, 43 sp16 slot-16 ra-8, 44 sp8 own slot-16 "
    "ra-8, -45; | 69 of 69" },
  /* h0: xor ebp,ebp; ret; h1: call h0; ret; h2: call h1; ret; h3: call h2;
     ret; h4: call h3; ret; h5: call h4; ret; h6: call h5; ret; h7: call h6;
     ret; h8: call h7; ret; f: push rbp; push rbx; sub $8,rsp; mov rsp,rbx;
     call h8; mov rbx,rsp; add $8,rsp; pop rbx; pop rbp; ret  */
  { "a register that nine helpers may keep",
    "31edc3e8 f8ffffff c3e8f5ff ffffc3e8 f5ffffff c3e8f5ff ffffc3e8 f5ffffff "
    "c3e8f5ff ffffc3e8 f5ffffff c3e8f5ff ffffc355 534883ec 084889e3 e8ecffff "
    "ff4889dc 4883c408 5b5dc3",
    "33", "",
    "33:SP@41 2d:FP@2d 27:FP@27 21:FP@21 1b:FP@1b 15:FP@15 f:FP@f 9:FP@9 "
    "3:FP@3 0:FP@0 | 0 of 68" },
  /* h0: xor ebp,ebp; ret; h1: call h0; ret; h2: call h1; ret; h3: call h2;
     ret; h4: call h3; ret; h5: call h4; ret; h6: call h5; ret; h7: call h6;
     ret; t: push rbp; sub $16,rsp; call h7; ret; w: push rbp; sub $16,rsp;
     call u; add $16,rsp; pop rbp; ret; u: xor ebp,ebp; ret  */
  { "eight helpers of a function that fails, and another",
    "31edc3e8 f8ffffff c3e8f5ff ffffc3e8 f5ffffff c3e8f5ff ffffc3e8 f5ffffff "
    "c3e8f5ff ffffc3e8 f5ffffff c3554883 ec10e8f0 ffffffc3 554883ec 10e80600 "
    "00004883 c4105dc3 31edc3",
    "2d 38", "",
    "38 sp8 own ra-8, 39 sp16 own slot-16 ra-8, 3d sp32 own slot-16 ra-8, 42 "
    "sp32 slot-16 ra-8, 46 sp16 slot-16 ra-8, 47 sp8 own slot-16 ra-8, -48; "
    "48 sp8 own ra-8, 4a sp8 ra-8 free, -4b; 2d:RETURN@37 27:FP@27 21:FP@21 "
    "1b:FP@1b 15:FP@15 f:FP@f 9:FP@9 3:FP@3 0:FP@0 | 19 of 75" },
  /* h0: xor ebp,ebp; ret; h1: call h0; ret; h2: call h1; ret; h3: call h2;
     ret; h4: call h3; ret; h5: call h4; ret; h6: call h5; ret; h7: call h6;
     ret; h8: call h7; ret; t: push rbp; sub $16,rsp; call h8; ret; w: push
     rbp; sub $16,rsp; call u; add $16,rsp; pop rbp; ret; u: xor ebp,ebp;
     ret  */
  { "nine helpers of a function that fails, and another",
    "31edc3e8 f8ffffff c3e8f5ff ffffc3e8 f5ffffff c3e8f5ff ffffc3e8 f5ffffff "
    "c3e8f5ff ffffc3e8 f5ffffff c3e8f5ff ffffc355 4883ec10 e8f0ffff ffc35548 "
    "83ec10e8 06000000 4883c410 5dc331ed c3",
    "33 3e", "",
    "3e sp8 own ra-8, 3f sp16 own slot-16 ra-8, 43 sp32 own slot-16 ra-8, 48 "
    "sp32 slot-16 ra-8, 4c sp16 slot-16 ra-8, 4d sp8 own slot-16 ra-8, -4e; "
    "33:RETURN@3d 4e:FP@4e 2d:FP@2d 27:FP@27 21:FP@21 1b:FP@1b 15:FP@15 "
    "f:FP@f 9:FP@9 3:FP@3 0:FP@0 | 16 of 81" },
  /* h0: xor ebp,ebp; ret; h1: call h0; ret; h2: call h1; ret; h3: call h2;
     ret; h4: call h3; ret; h5: call h4; ret; h6: call h5; ret; h7: call h6;
     ret; h8: call h7; ret; f: push rbp; push rbx; sub $8,rsp; mov rsp,rbx;
     call h8; mov rbx,rsp; add $8,rsp; pop rbx; pop rbp; ret  */
  { "a register that nine helpers may keep, one of which is known",
    "31edc3e8 f8ffffff c3e8f5ff ffffc3e8 f5ffffff c3e8f5ff ffffc3e8 f5ffffff "
    "c3e8f5ff ffffc3e8 f5ffffff c3e8f5ff ffffc355 534883ec 084889e3 e8ecffff "
    "ff4889dc 4883c408 5b5dc3",
    "2d 33", "",
    "2d:FP@2d 33:SP@41 27:FP@27 21:FP@21 1b:FP@1b 15:FP@15 f:FP@f 9:FP@9 "
    "3:FP@3 0:FP@0 | 0 of 68" },
  /* f: push rbp; sub $16,rsp; call g; add $16,rsp; pop rbp; ret; g: xor
     ebp,ebp; ret; k: lea g(rip),rax; ret  */
  { "a helper whose address another function takes",
    "554883ec 10e80600 00004883 c4105dc3 31edc348 8d05f6ff ffffc3", "0 13", "",
    "0 sp8 own ra-8, 1 sp16 own slot-16 ra-8, 5 sp32 own slot-16 ra-8, a "
    "sp32 slot-16 ra-8, e sp16 slot-16 ra-8, f sp8 own slot-16 ra-8, -10; 13 "
    "sp8 own ra-8, -1b; 10:FP@10 | 24 of 27" },
};

int
main (void)
{
  if (prove_machine (EM_X86_64) == NULL)
    unit_skip ("prove-helpers: without Zydis");
  else
    for (size_t i = 0; i < sizeof trials / sizeof *trials; i++)
      code_test (&trials[i], false);
  return unit_exit ();
}
