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
  /* f: mov eax,ecx; g: ret  */
  { "a described function runs into one that is known", "89c1c3", "2 W0:2", "",
    "0 sp8 own ra-8, -2; 2 sp8 own ra-8, -3; | 3 of 3" },
  /* f: mov eax,ecx; g: ret  */
  { "a described function runs into a local one", "89c1c3", "L2 W0:2", "",
    "0 sp8 own ra-8, -2; 2 sp8 own ra-8, -3; | 3 of 3" },
  /* f: push rbx; cmp $1,edi; ja 1f; mov edi,edi; lea T(rip),rdx; movslq
     (rdx,rdi,4),rax; add rdx,rax; jmp *rax; 1: pop rbx; ret; g: call k; pop
     rbx; ret; h: call l; .byte 6; k: ret; l: ud2  */
  { "a branch by a table to a call",
    "5383ff01 771289ff 488d15f1 f3ffff48 6304ba48 01d0ffe0 5bc3e808 0000005b "
    "c3e80200 000006c3 0f0b",
    "0", "c1a c21",
    "0 sp8 own ra-8, 1 sp16 own ra-8, -18; 18 sp16 own ra-8, 19 sp8 own "
    "ra-8, -1a; 1a sp16 own ra-8, -1f; 1f sp16 own ra-8, 20 sp8 own ra-8, "
    "-21; 27 sp8 own ra-8, -28; | 34 of 41" },
  /* f: push rbx; cmp $1,edi; ja 1f; mov edi,edi; lea T(rip),rdx; movslq
     (rdx,rdi,4),rax; add rdx,rax; jmp *rax; 1: push rbx; pop rbx; g: pop
     rbx; ret; h: pop rbx; ret  */
  { "a table leads into code that was visited",
    "5383ff01 771289ff 488d15f1 f3ffff48 6304ba48 01d0ffe0 535b5bc3 5bc3", "0",
    "c1a c1c",
    "0 sp8 own ra-8, 1 sp16 own ra-8, -18; 18 sp16 own ra-8, 19 sp24 own "
    "ra-8, -1a; 1a sp16 own ra-8, 1b sp8 own ra-8, -1c; 1c sp16 own ra-8, 1d "
    "sp8 own ra-8, -1e; | 30 of 30" },
  /* f: push rbx; cmp $1,edi; ja 1f; mov edi,edi; lea T(rip),rdx; movslq
     (rdx,rdi,4),rax; add rdx,rax; jmp *rax; 1: push rbx; g: pop rbx; pop
     rbx; ret; h: pop rbx; ret  */
  { "a table leads into code that was visited, at another depth",
    "5383ff01 771289ff 488d15f1 f3ffff48 6304ba48 01d0ffe0 535b5bc3 5bc3", "0",
    "c19 c1c", "0:RETURN@1b | 0 of 30" },
  /* f: nop; mov (rdi),rax; add $0x401400,rax; jmp *rax; g: push rbx; pop
     rbx; ret  */
  { "a jump to a place that may be a table",
    "90488b07 48050014 4000ffe0 535bc3", "0 M0",
    "40200c 0 40200c 0 40200c 0 40200c 0", "0 sp8 own ra-8, -c; | 12 of 12" },
  /* f: mov $g,eax; ret; nop; g: push rbx; pop rbx; ret  */
  { "an address in a number", "b8072040 00c39053 5bc3", "0 M0", "",
    "0 sp8 own ra-8, -6; 7 sp8 own ra-8, 8 sp16 own ra-8, 9 sp8 own ra-8, "
    "-a; | 9 of 9" },
  /* f: mov $g,eax; ret; nop; g: push rbx; pop rbx; ret  */
  { "an address in a number, of code that is moved", "b8072040 00c39053 5bc3",
    "0", "", "0 sp8 own ra-8, -6; | 6 of 6" },
  /* f: lea T(rip),rdx; movslq (rdx,rdi,4),rax; add rdx,rax; jmp *rax; g:
     lea T+1(rip),rdx; movslq (rdx,rdi,4),rax; add rdx,rax; jmp *rax; h:
     push rbx; pop rbx; ret  */
  { "two tables without a bound, one byte apart",
    "488d15f9 f3ffff48 6304ba48 01d0ffe0 488d15ea f3ffff48 6304ba48 01d0ffe0 "
    "535bc3",
    "0 10", "c20", "0 sp8 own ra-8, -10; 10 sp8 own ra-8, -20; | 32 of 32" },
  /* f: ret  */
  { "all code is PLT code", "c3", "0 K0", "", "0 of 0" },
  /* f: jmp 1f; 1: ret; nop; h: push rbx; pop rbx; ret  */
  { "a jump between two sections", "eb00c390 535bc3", "0 N4 K2 4", "",
    "0 sp8 own ra-8, -2; 4 sp8 own ra-8, 5 sp16 own ra-8, 6 sp8 own ra-8, "
    "-7; | 5 of 5" },
  /* f: push rbx; call *rax; pop rbx; ret  */
  { "a jump through an unknown place, and a relocation there", "53ffd05b c3",
    "0 R-401700:7:abort", "",
    "0 sp8 own ra-8, 1 sp16 own ra-8, 4 sp8 own ra-8, -5; | 5 of 5" },
  /* c0: jmp g; c1: jmp c0; c2: jmp c1; c3: jmp c2; c4: jmp c3; c5: jmp c4;
     c6: jmp c5; c7: jmp c6; c8: jmp c7; g: ret  */
  { "nine functions that lead to each other crosswise",
    "eb10ebfc ebfcebfc ebfcebfc ebfcebfc ebfcc3",
    "L0 L4 L8 Lc L10 L2 L6 La Le L12", "",
    "0 sp8 own ra-8, -2; 2 sp8 own ra-8, -4; 4 sp8 own ra-8, -6; 6 sp8 own "
    "ra-8, -8; 8 sp8 own ra-8, -a; a sp8 own ra-8, -c; c sp8 own ra-8, -e; e "
    "sp8 own ra-8, -10; 12 sp8 own ra-8, -13; 10:UNSURE@10 | 17 of 19" },
  /* c0: jmp g; c1: jmp c0; c2: jmp c1; c3: jmp c2; c4: jmp c3; c5: jmp c4;
     c6: jmp c5; c7: jmp c6; c8: jmp c7; c9: jmp c8; g: ret  */
  { "ten functions that lead to each other crosswise",
    "eb12ebfc ebfcebfc ebfcebfc ebfcebfc ebfcebfc c3",
    "L2 L6 La Le L12 L0 L4 L8 Lc L10 L14", "",
    "0 sp8 own ra-8, -2; 2 sp8 own ra-8, -4; 4 sp8 own ra-8, -6; 6 sp8 own "
    "ra-8, -8; 8 sp8 own ra-8, -a; a sp8 own ra-8, -c; c sp8 own ra-8, -e; e "
    "sp8 own ra-8, -10; 10 sp8 own ra-8, -12; 14 sp8 own ra-8, -15; "
    "12:UNSURE@12 | 19 of 21" },
  /* f: lea T+0(rip),rdx; movslq (rdx,rdi,4),rax; add rdx,rax; jmp *rax; x:
     lea T+16(rip),rdx; movslq (rdx,rdi,4),rax; add rdx,rax; jmp *rax; y:
     lea T+32(rip),rdx; movslq (rdx,rdi,4),rax; add rdx,rax; jmp *rax; z:
     lea T+48(rip),rdx; movslq (rdx,rdi,4),rax; add rdx,rax; jmp *rax; a:
     nop; b: nop; c: nop; d: nop; ud2; r: ret  */
  { "guesses that are wrong in turn",
    "488d15f9 f3ffff48 6304ba48 01d0ffe0 488d15f9 f3ffff48 6304ba48 01d0ffe0 "
    "488d15f9 f3ffff48 6304ba48 01d0ffe0 488d15f9 f3ffff48 6304ba48 01d0ffe0 "
    "90909090 0f0bc3",
    "0", "c40 c10 0 0 c31 c10 0 0 c22 c10 0 0 c13 c16 0 0",
    "0 sp8 own ra-8, -10; 10 sp8 own ra-8, -20; 20 sp8 own ra-8, -30; 30 sp8 "
    "own ra-8, -40; 46 sp8 own ra-8, -47; 42:UNSURE@42 | 65 of 69" },
  /* f: lea T+0(rip),rdx; movslq (rdx,rdi,4),rax; add rdx,rax; jmp *rax; x:
     lea T+16(rip),rdx; movslq (rdx,rdi,4),rax; add rdx,rax; jmp *rax; a:
     nop; ud2; r: ret  */
  { "a table that is found late cuts another",
    "488d15f9 f3ffff48 6304ba48 01d0ffe0 488d15f9 f3ffff48 6304ba48 01d0ffe0 "
    "900f0bc3",
    "0", "c10 c23 c23 c23 c13 0",
    "0 sp8 own ra-8, -10; 10 sp8 own ra-8, -20; 23 sp8 own ra-8, -24; | 33 "
    "of 33" },
  /* f: lea g0(rip),rax; ... lea g39(rip),rax; ret; g0: ret; ... g39: ret  */
  { "many addresses that are taken",
    "488d0512 01000048 8d050c01 0000488d 05060100 00488d05 00010000 488d05fa "
    "00000048 8d05f400 0000488d 05ee0000 00488d05 e8000000 488d05e2 00000048 "
    "8d05dc00 0000488d 05d60000 00488d05 d0000000 488d05ca 00000048 8d05c400 "
    "0000488d 05be0000 00488d05 b8000000 488d05b2 00000048 8d05ac00 0000488d "
    "05a60000 00488d05 a0000000 488d059a 00000048 8d059400 0000488d 058e0000 "
    "00488d05 88000000 488d0582 00000048 8d057c00 0000488d 05760000 00488d05 "
    "70000000 488d056a 00000048 8d056400 0000488d 055e0000 00488d05 58000000 "
    "488d0552 00000048 8d054c00 0000488d 05460000 00488d05 40000000 488d053a "
    "00000048 8d053400 0000488d 052e0000 00488d05 28000000 c3c3c3c3 c3c3c3c3 "
    "c3c3c3c3 c3c3c3c3 c3c3c3c3 c3c3c3c3 c3c3c3c3 c3c3c3c3 c3c3c3c3 c3c3c3c3 "
    "c3",
    "0", "",
    "0 sp8 own ra-8, -119; 119 sp8 own ra-8, -11a; 11a sp8 own ra-8, -11b; "
    "11b sp8 own ra-8, -11c; 11c sp8 own ra-8, -11d; 11d sp8 own ra-8, -11e; "
    "11e sp8 own ra-8, -11f; 11f sp8 own ra-8, -120; 120 sp8 own ra-8, -121; "
    "121 sp8 own ra-8, -122; 122 sp8 own ra-8, -123; 123 sp8 own ra-8, -124; "
    "124 sp8 own ra-8, -125; 125 sp8 own ra-8, -126; 126 sp8 own ra-8, -127; "
    "127 sp8 own ra-8, -128; 128 sp8 own ra-8, -129; 129 sp8 own ra-8, -12a; "
    "12a sp8 own ra-8, -12b; 12b sp8 own ra-8, -12c; 12c sp8 own ra-8, -12d; "
    "12d sp8 own ra-8, -12e; 12e sp8 own ra-8, -12f; 12f sp8 own ra-8, -130; "
    "130 sp8 own ra-8, -131; 131 sp8 own ra-8, -132; 132 sp8 own ra-8, -133; "
    "133 sp8 own ra-8, -134; 134 sp8 own ra-8, -135; 135 sp8 own ra-8, -136; "
    "136 sp8 own ra-8, -137; 137 sp8 own ra-8, -138; 138 sp8 own ra-8, -139; "
    "139 sp8 own ra-8, -13a; 13a sp8 own ra-8, -13b; 13b sp8 own ra-8, -13c; "
    "13c sp8 own ra-8, -13d; 13d sp8 own ra-8, -13e; 13e sp8 own ra-8, -13f; "
    "13f sp8 own ra-8, -140; 140 sp8 own ra-8, -141; | 321 of 321" },
  /* f: push rbx; cmp $1,edi; ja 1f; mov edi,edi; lea T(rip),rdx; movslq
     (rdx,rdi,4),rax; add rdx,rax; jmp *rax; 1: pop rbx; ret; g: pop rbx;
     ret; h: call l; .byte 6; l: ud2  */
  { "a branch by a table to a call that does not return",
    "5383ff01 771289ff 488d15f1 f3ffff48 6304ba48 01d0ffe0 5bc35bc3 e8010000 "
    "00060f0b",
    "0", "c1a c1c",
    "0 sp8 own ra-8, 1 sp16 own ra-8, -18; 18 sp16 own ra-8, 19 sp8 own "
    "ra-8, -1a; 1a sp16 own ra-8, 1b sp8 own ra-8, -1c; | 28 of 35" },
  /* f: push rbx; call s; .byte 6; s: jmp *GOT(rip)  */
  { "PLT code at the end of the bytes", "53e80100 000006ff 25f3f6ff ff",
    "0 R0:7:abort K7 Zd", "", "0 of 6" },
  /* f: push rbx; call s; pop rbx; ret; s: jmp *GOT(rip)  */
  { "PLT code that is cut", "53e80200 00005bc3 ff25f2f6 ffff",
    "0 R0:7:abort K8 Zd", "",
    "0 sp8 own ra-8, 1 sp16 own ra-8, 7 sp8 own ra-8, -8; | 8 of 8" },
  /* f: push rbx; call s; pop rbx; ret; s: nop  */
  { "PLT code that ends early", "53e80200 00005bc3 90", "0 R0:7:abort K8 Z9",
    "", "0 sp8 own ra-8, 1 sp16 own ra-8, 7 sp8 own ra-8, -8; | 8 of 8" },
  /* f: ret; nop; g: push rbx; pop rbx; ret; h: push rbp; pop rbp; ret  */
  { "a function that the loader calls, and data", "c390535b c3555dc3",
    "0 Y2 O5", "",
    "0 sp8 own ra-8, -1; 2 sp8 own ra-8, 3 sp16 own ra-8, 4 sp8 own ra-8, "
    "-5; | 4 of 4" },
  /* f: push rbx; call s; .byte 6; s: nop; jmp *GOT(rip)  */
  { "PLT code 16 bytes before the end", "53e80100 00000690 ff25f2f6 ffff",
    "0 R0:7:abort K7 Z17", "", "0 of 6" },
  /* f: push rbx; call g; nop; int3; g: ud2  */
  { "a call of what never returns, and a rest", "53e80200 000090cc 0f0b",
    "0 F0:20", "",
    "0 sp8 own ra-8, 1 sp16 own ra-8, -6; 8 sp8 own ra-8, -a; | 8 of 8" },
  /* f: cmp $1,edi; ja 1f; mov edi,edi; lea T+0x3fc(rip),rdx; movslq
     (rdx,rdi,4),rax; add rdx,rax; jmp *rax; 1: ret  */
  { "a table across the end of the data",
    "83ff0177 1289ff48 8d15eef7 ffff4863 04ba4801 d0ffe0c3", "0", "",
    "0 sp8 own ra-8, -17; 17 sp8 own ra-8, -18; | 24 of 24" },
  /* f: push rbx; cmp $1,edi; ja 1f; mov edi,edi; lea T+0x3fc(rip),rdx; movslq
     (rdx,rdi,4),rax; add rdx,rax; jmp *rax; 1: pop rbx; ret  */
  { "a table across the end of the data, at another depth",
    "5383ff01 771289ff 488d15ed f7ffff48 6304ba48 01d0ffe0 5bc3", "0", "",
    "0:TABLE@16 | 0 of 26" },
  /* f: cmp $1,edi; ja 1f; mov edi,edi; lea T+0xbfc(rip),rdx; movslq
     (rdx,rdi,4),rax; add rdx,rax; jmp *rax; 1: ret  */
  { "a table outside the data",
    "83ff0177 1289ff48 8d15eeff ffff4863 04ba4801 d0ffe0c3", "0", "",
    "0 sp8 own ra-8, -17; 17 sp8 own ra-8, -18; | 24 of 24" },
  /* f: push rbx; cmp $1,edi; ja 1f; mov edi,edi; lea T+0xbfc(rip),rdx; movslq
     (rdx,rdi,4),rax; add rdx,rax; jmp *rax; 1: pop rbx; ret  */
  { "a table outside the data, at another depth",
    "5383ff01 771289ff 488d15ed ffffff48 6304ba48 01d0ffe0 5bc3", "0", "",
    "0:TABLE@16 | 0 of 26" },
  /* f: lea T(rip),rdx; movslq (rdx,rdi,4),rax; add rdx,rax; jmp *rax; nop;
     g: nop; h: ret  */
  { "a guess runs into a local function",
    "488d15f9 f3ffff48 6304ba48 01d0ffe0 9090c3", "0 L12", "c11",
    "0 sp8 own ra-8, -10; 12 sp8 own ra-8, -13; | 17 of 17" },
  /* f: lea T(rip),rdx; movslq (rdx,rdi,4),rax; add rdx,rax; jmp *rax; nop;
     g: nop; h: ret  */
  { "a local function runs into a guess",
    "488d15f9 f3ffff48 6304ba48 01d0ffe0 9090c3", "0 L11", "c12",
    "0 sp8 own ra-8, -10; 11 sp8 own ra-8, -13; | 18 of 18" },
  /* f: lea T(rip),rdx; movslq (rdx,rdi,4),rax; add rdx,rax; jmp *rax; nop;
     g: nop; h: ret  */
  { "a local function runs into one that is a guess, too",
    "488d15f9 f3ffff48 6304ba48 01d0ffe0 9090c3", "0 L11 L12", "c12",
    "0 sp8 own ra-8, -10; 12 sp8 own ra-8, -13; 11:UNSURE@11 | 17 of 18" },
  /* f: lea T(rip),rdx; movslq (rdx,rdi,4),rax; add rdx,rax; jmp *rax; nop;
     g: nop; h: ret  */
  { "a local function that is a guess runs into one that is not",
    "488d15f9 f3ffff48 6304ba48 01d0ffe0 9090c3", "0 L11 L12", "c11",
    "0 sp8 own ra-8, -10; 12 sp8 own ra-8, -13; 11:UNSURE@11 | 17 of 18" },
  /* f: lea T(rip),rdx; movslq (rdx,rdi,4),rax; add rdx,rax; jmp *rax; nop;
     g: nop; h: ret  */
  { "local functions that are guesses run into each other",
    "488d15f9 f3ffff48 6304ba48 01d0ffe0 9090c3", "0 L11 L12", "c11 c12",
    "0 sp8 own ra-8, -10; 11 sp8 own ra-8, -12; 12 sp8 own ra-8, -13; | 18 "
    "of 18" },
  /* g: push rbx; call f; .byte 6; f: jmp s; s: jmp *GOT(rip)  */
  { "a jump to PLT code that ends", "53e80100 000006eb 00ff25f1 f6ffff",
    "0 7 R0:7:abort K9", "", "7 sp8 own ra-8, -9; | 2 of 8" },
  /* f: push rbx; nop; g: nop; cmp $1,edi; ja 1f; mov edi,edi; lea T(rip),rdx;
     movslq (rdx,rdi,4),rax; add rdx,rax; jmp *rax; 1: pop rbx; ret; h: pop
     rbx; ret  */
  { "a table leads back into code that was visited",
    "53909083 ff017712 89ff488d 15eff3ff ff486304 ba4801d0 ffe05bc3 5bc3", "0",
    "c02 c1c",
    "0 sp8 own ra-8, 1 sp16 own ra-8, -2; 2 sp16 own ra-8, -1a; 1a sp16 own "
    "ra-8, 1b sp8 own ra-8, -1c; 1c sp16 own ra-8, 1d sp8 own ra-8, -1e; | "
    "30 of 30" },
  /* f: lea T+0(rip),rdx; movslq (rdx,rdi,4),rax; add rdx,rax; jmp *rax; g:
     ret  */
  { "a table without a bound that can be written",
    "488d15f9 f3ffff48 6304ba48 01d0ffe0 c3", "0 V0", "c10",
    "0 sp8 own ra-8, -10; | 16 of 16" },
  /* f: lea T+0xbfc(rip),rdx; movslq (rdx,rdi,4),rax; add rdx,rax; jmp *rax;
     g: ret  */
  { "a table without a bound outside the data",
    "488d15f5 ffffff48 6304ba48 01d0ffe0 c3", "0", "",
    "0 sp8 own ra-8, -10; | 16 of 16" },
  /* f: nop; nop; ret; nop; h: push rbx; pop rbx; ret  */
  { "code runs into PLT code", "9090c390 535bc3", "0 N4 K2 4", "",
    "4 sp8 own ra-8, 5 sp16 own ra-8, 6 sp8 own ra-8, -7; 0:LEAVES@2 | 3 of "
    "5" },
  /* f: lea T+0(rip),rdx; movslq (rdx,rdi,4),rax; add rdx,rax; jmp *rax; x1:
     lea T+16(rip),rdx; movslq (rdx,rdi,4),rax; add rdx,rax; jmp *rax; x2:
     lea T+32(rip),rdx; movslq (rdx,rdi,4),rax; add rdx,rax; jmp *rax; x3:
     lea T+48(rip),rdx; movslq (rdx,rdi,4),rax; add rdx,rax; jmp *rax; x4:
     lea T+64(rip),rdx; movslq (rdx,rdi,4),rax; add rdx,rax; jmp *rax; r:
     ret  */
  { "tables that lead to each other",
    "488d15f9 f3ffff48 6304ba48 01d0ffe0 488d15f9 f3ffff48 6304ba48 01d0ffe0 "
    "488d15f9 f3ffff48 6304ba48 01d0ffe0 488d15f9 f3ffff48 6304ba48 01d0ffe0 "
    "488d15f9 f3ffff48 6304ba48 01d0ffe0 c3",
    "0", "c10 0 0 0 c10 0 0 0 c10 0 0 0 c10 0 0 0 c10 0 0 0",
    "0 sp8 own ra-8, -10; | 16 of 16" },
  /* g: push rbx; call f; .byte 6; f: jmp *GOT(rip)  */
  { "a jump through the GOT that ends", "53e80100 000006ff 25f3f6ff ff",
    "0 7 R0:7:abort", "", "0 of 12" },
  /* f: lea T(rip),rdx; movslq (rdx,rdi,4),rax; add rdx,rax; jmp *rax; g:
     ret; h: ret  */
  { "a table with one entry more than is believed",
    "488d15f9 f3ffff48 6304ba48 01d0ffe0 c3c3", "0",
    "c10 c10 c10 c10 c10 c10 c10 c10 c10 c10 c10 c10 c10 c10 c10 c10 c10 c10 "
    "c10 c10 c10 c10 c10 c10 c10 c10 c10 c10 c10 c10 c10 c10 c10 c10 c10 c10 "
    "c10 c10 c10 c10 c10 c10 c10 c10 c10 c10 c10 c10 c10 c10 c10 c10 c10 c10 "
    "c10 c10 c10 c10 c10 c10 c10 c10 c10 c10 c11",
    "0 sp8 own ra-8, -10; 10 sp8 own ra-8, -11; | 17 of 17" },
  /* f: push rbp; mov rbp,rsi; xor ebp,ebp; g: nop; mov rsi,rbp; cmp $1,edi;
     ja 1f; mov edi,edi; lea T(rip),rdx; movslq (rdx,rdi,4),rax; add
     rdx,rax; jmp *rax; 1: pop rbp; ret  */
  { "a table leads back into code with another FP",
    "554889ee 31ed9048 89f583ff 01771289 ff488d15 e8f3ffff 486304ba 4801d0ff "
    "e05dc3",
    "0", "c06 c06",
    "0 sp8 own ra-8, 1 sp16 own slot-16 ra-8, -6; 6 sp16 slot-16 ra-8, a "
    "sp16 own slot-16 ra-8, -21; 21 sp16 own slot-16 ra-8, 22 sp8 own "
    "slot-16 ra-8, -23; | 35 of 35" },
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
