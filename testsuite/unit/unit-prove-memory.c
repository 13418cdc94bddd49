/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-prove-memory.c - what the prover learns of comparisons, tables
   and memory.  */

#include "config.h"

#include <stdio.h>

#include "fixture-state.h"
#include "result.h"

#define AMD PROVE_AMD64
#define ARM PROVE_AARCH64
#define GO PROVE_AARCH64_GO

static const struct state_trial trials[] = {
  { "above", AMD, "cmp64(r3,5) above+", NULL, "sp8 own ra-8 | cmp r3/64<=5" },
  { "not above", AMD, "cmp64(r3,5) above-", NULL,
    "sp8 own ra-8 | r3/64<=5 cmp r3/64<=5" },
  { "not above, by a branch", AMD, "cmp32(r3,5) notabove+", NULL,
    "sp8 own ra-8 | r3/32<=5 cmp r3/32<=5" },
  { "not above is not taken", AMD, "cmp32(r3,5) notabove-", NULL,
    "sp8 own ra-8 | cmp r3/32<=5" },
  { "below", AMD, "cmp32(r3,5) below+", NULL,
    "sp8 own ra-8 | r3/32<=4 cmp r3/32<=5" },
  { "below is not taken", AMD, "cmp32(r3,5) below-", NULL,
    "sp8 own ra-8 | cmp r3/32<=5" },
  { "not below", AMD, "cmp32(r3,5) notbelow+", NULL,
    "sp8 own ra-8 | cmp r3/32<=5" },
  { "not below is not taken", AMD, "cmp32(r3,5) notbelow-", NULL,
    "sp8 own ra-8 | r3/32<=4 cmp r3/32<=5" },
  { "another condition", AMD, "cmp32(r3,5) other+ other-", NULL,
    "sp8 own ra-8 | cmp r3/32<=5" },
  { "below 0", AMD, "cmp32(r3,0) below+", NULL,
    "sp8 own ra-8 | cmp r3/32<=0" },
  { "below 1", AMD, "cmp32(r3,1) below+", NULL,
    "sp8 own ra-8 | r3/32<=0 cmp r3/32<=1" },
  { "not above 0", AMD, "cmp32(r3,0) notabove+", NULL,
    "sp8 own ra-8 | r3/32<=0 cmp r3/32<=0" },
  { "a comparison of fewer bits than it has", AMD,
    "r3=?8 cmp32(r3,5) notabove+", NULL,
    "sp8 own ra-8 | r3:1.r3/8 1.r3/8<=5 cmp 1.r3/8<=5" },
  { "a comparison of more bits", AMD, "r3=?32 cmp8(r3,5) notabove+", NULL,
    "sp8 own ra-8 | r3:1.r3/32 1.r3/8<=5 cmp 1.r3/8<=5" },
  { "a sum gets a name", AMD, "r3=?0 r3=r3+8 cmp32(r3,5) notabove+", NULL,
    "sp8 own ra-8 | r3:3.r3 3.r3/32<=5 cmp 3.r3/32<=5" },
  { "SP is compared", AMD, "sp=align(sp) r3=sp+8 cmp64(r3,5) notabove+", NULL,
    "sp? own ra-8 | sp:1.sp r3:1.sp+8" },
  { "FP is compared", AMD, "fp=?0 fp=fp+8 cmp64(fp,5) notabove+", NULL,
    "sp8 ra-8 | fp:1.fp+8" },
  { "a constant is compared", AMD, "r3=#5 cmp64(r3,5) notabove+", NULL,
    "sp8 own ra-8 | r3:#5" },
  { "a comparison is forgotten", AMD, "cmp64(r3,5) flags r4=#5 notabove+",
    NULL, "sp8 own ra-8 | r4:#5" },
  { "a comparison remains", AMD, "cmp64(r3,5) r4=#5 notabove+", NULL,
    "sp8 own ra-8 | r4:#5 r3/64<=5 cmp r3/64<=5" },
  { "a place is compared", AMD, "at32([r3+4],5) notabove+", NULL,
    "sp8 own ra-8 | at [r3+4]32<=5 cell [r3+4]32<=5" },
  { "a place is compared, below", AMD, "at32([r3+4],5) below+", NULL,
    "sp8 own ra-8 | at [r3+4]32<=5 cell [r3+4]32<=4" },
  { "a place is below 0", AMD, "at32([r3+4],0) below+", NULL,
    "sp8 own ra-8 | at [r3+4]32<=0" },
  { "a place is below 1", AMD, "at32([r3+4],1) below+", NULL,
    "sp8 own ra-8 | at [r3+4]32<=1 cell [r3+4]32<=0" },
  { "a compared place is forgotten", AMD,
    "at32([r3+4],5) flags r4=#5 notabove+", NULL, "sp8 own ra-8 | r4:#5" },
  { "a place with an index is not compared", AMD,
    "at32([r3+4],5) at32([r3+r4*1+4],5)", NULL, "sp8 own ra-8 |" },
  { "a place at an address", AMD, "at8([-+0x1000],5) notabove+", NULL,
    "sp8 own ra-8 | at [#0+4096]8<=5 cell [#0+4096]8<=5" },
  { "a place at a sum", AMD, "r3=r3+8 at8([r3+4],5) notabove+", NULL,
    "sp8 own ra-8 | r3:r3+8 at [r3+12]8<=5 cell [r3+12]8<=5" },
  { "a place at fewer bits", AMD, "r3=?32 at8([r3+4],5)", NULL,
    "sp8 own ra-8 | r3:1.r3/32" },
  { "a place that nobody knows", AMD, "at8([jump+4],5)", NULL,
    "sp8 own ra-8 |" },
  { "a place in the link register", ARM, "call at8([lr+4],5)", NULL,
    "sp0 own called | r3-r21:1.r3 lr:link" },
  { "a second bound", AMD, "cmp32(r3,5) notabove+ cmp32(r3,9) notabove+", NULL,
    "sp8 own ra-8 | r3/32<=9 cmp r3/32<=9" },
  { "bounds of other sizes", AMD,
    "cmp32(r3,5) notabove+ cmp64(r3,9) notabove+ r4=[-+r3*8+0x1000]64", NULL,
    "sp8 own ra-8 | r4:to(0x1000 of 10)<<0+0x0/64 r3/32<=5 r3/64<=9 cmp "
    "r3/64<=9" },
  { "seven bounds", AMD,
    "cmp8(r3,1) notabove+ cmp8(r4,2) notabove+ cmp8(r5,3) notabove+ "
    "cmp8(r7,4) notabove+ cmp8(r8,5) notabove+ cmp8(r9,6) notabove+ "
    "cmp8(r10,7) notabove+",
    NULL,
    "sp8 own ra-8 | r4/8<=2 r5/8<=3 r7/8<=4 r8/8<=5 r9/8<=6 r10/8<=7 "
    "cmp r10/8<=7" },
  { "a bound by itself", AMD, "r3<=5", NULL,
    "sp8 own ra-8 | r3:1.r3 1.r3/64<=5" },
  { "nothing is compared", AMD, "r3=#5 notabove+", NULL,
    "sp8 own ra-8 | r3:#5" },
  { "a bounded place stays at another bound", AMD,
    "at32([r3+4],5) notabove+ flags cmp32(r5,7) notabove+", NULL,
    "sp8 own ra-8 | r5/32<=7 cmp r5/32<=7 cell [r3+4]32<=5" },
  { "a caller's register is compared", AMD, "cmp32(r6,5) notabove+", NULL,
    "sp8 own ra-8 |" },
  { "bounds of two names", AMD,
    "r3=?0 cmp32(r3,5) notabove+ r4=r3 r3=?0 cmp32(r3,9) notabove+", NULL,
    "sp8 own ra-8 | r3:5.r3 r4:1.r3 1.r3/32<=5 5.r3/32<=9 cmp "
    "5.r3/32<=9" },
  { "a table of addresses", AMD, "r3<=5 jump=[-+r3*8+0x1000]64", NULL,
    "sp8 own ra-8 | jump:to(0x1000 of 6)<<0+0x0/64 r3:1.r3 1.r3/64<=5" },
  { "a table without a bound", AMD, "jump=[-+r3*8+0x1000]64", NULL,
    "sp8 own ra-8 | jump:1.jump" },
  { "a table with another scale", AMD, "r3<=5 jump=[-+r3*4+0x1000]64", NULL,
    "sp8 own ra-8 | jump:2.jump r3:1.r3 1.r3/64<=5" },
  { "a table with a base", AMD, "r3<=5 r4=#0x1000 jump=[r4+r3*8+16]64", NULL,
    "sp8 own ra-8 | jump:to(0x1010 of 6)<<0+0x0/64 r3:1.r3 r4:#4096 "
    "1.r3/64<=5" },
  { "a table with an unknown base", AMD, "r3<=5 jump=[r4+r3*8+16]64", NULL,
    "sp8 own ra-8 | jump:2.jump r3:1.r3 1.r3/64<=5" },
  { "a table that is too large", AMD, "r3<=4096 jump=[-+r3*8+0x1000]64", NULL,
    "sp8 own ra-8 | jump:2.jump r3:1.r3 1.r3/64<=4096" },
  { "the largest table", AMD, "r3<=4095 jump=[-+r3*8+0x1000]64", NULL,
    "sp8 own ra-8 | jump:to(0x1000 of 4096)<<0+0x0/64 r3:1.r3 "
    "1.r3/64<=4095" },
  { "a table of 16 bits of AMD64", AMD, "r3<=5 r4=[-+r3*2+0x1000]16", NULL,
    "sp8 own ra-8 | r3:1.r3 r4:2.r4/16 1.r3/64<=5 table 0x1000/16 2.4" },
  { "a table of 16 bits of AArch64", ARM, "r3<=5 r4=[-+r3*2+0x1000]16", NULL,
    "sp0 own link | r3:1.r3 r4:rel(0x1000 of 6)<<0+0x0/16 1.r3/64<=5" },
  { "a table of 8 bits of AArch64", ARM,
    "r3<=5 r4=[-+r3*1+0x1000]8 r5=#0x2000 jump=r5+r4*4", NULL,
    "sp0 own link | jump:to(0x1000 of 6)<<2+0x2000/8 r3:1.r3 "
    "r4:rel(0x1000 of 6)<<0+0x0/8 r5:#8192 1.r3/64<=5" },
  { "a table of offsets", AMD, "r3<=5 r4=#0x1000 r5=[r4+r3*4]s32 jump=r5+r4",
    NULL,
    "sp8 own ra-8 | jump:to(0x1000 of 6)<<0+0x1000/32s r3:1.r3 r4:#4096 "
    "r5:rel(0x1000 of 6)<<0+0x0/32s 1.r3/64<=5" },
  { "a table of offsets, otherwise", AMD,
    "r3<=5 r4=#0x1000 r5=[r4+r3*4]s32 jump=r4+r5", NULL,
    "sp8 own ra-8 | jump:to(0x1000 of 6)<<0+0x1000/32s r3:1.r3 r4:#4096 "
    "r5:rel(0x1000 of 6)<<0+0x0/32s 1.r3/64<=5" },
  { "a table of offsets, subtracted", AMD,
    "r3<=5 r4=#0x1000 r5=[r4+r3*4]s32 jump=r5-r4", NULL,
    "sp8 own ra-8 | jump:4.jump r3:1.r3 r4:#4096 r5:rel(0x1000 of "
    "6)<<0+0x0/32s 1.r3/64<=5" },
  { "a table of offsets, from one", AMD,
    "r3<=5 r4=#0x1000 r5=[r4+r3*4]s32 jump=r4-r5", NULL,
    "sp8 own ra-8 | jump:4.jump r3:1.r3 r4:#4096 r5:rel(0x1000 of "
    "6)<<0+0x0/32s 1.r3/64<=5" },
  { "a table of offsets without a sign", AMD,
    "r3<=5 r4=#0x1000 r5=[r4+r3*4]32 jump=r5+r4", NULL,
    "sp8 own ra-8 | jump:4.jump r3:1.r3 r4:#4096 r5:rel(0x1000 of "
    "6)<<0+0x0/32 1.r3/64<=5" },
  { "a table of offsets that get a sign", AMD,
    "r3<=5 r4=#0x1000 r5=[r4+r3*4]32 r5=sign32(r5) jump=r5+r4", NULL,
    "sp8 own ra-8 | jump:to(0x1000 of 6)<<0+0x1000/32s r3:1.r3 r4:#4096 "
    "r5:rel(0x1000 of 6)<<0+0x0/32s 1.r3/64<=5" },
  { "a table of offsets that get a sign too early", AMD,
    "r3<=5 r4=#0x1000 r5=[r4+r3*4]32 r5=sign16(r5) jump=r5+r4", NULL,
    "sp8 own ra-8 | jump:4.r5+4096 r3:1.r3 r4:#4096 r5:4.r5 1.r3/64<=5" },
  { "a table of shifted offsets", ARM,
    "r3<=5 r4=#0x1000 r5=[r4+r3*2]16 r7=#0x2000 jump=r7+r5*4", NULL,
    "sp0 own link | jump:to(0x1000 of 6)<<2+0x2000/16 r3:1.r3 r4:#4096 "
    "r5:rel(0x1000 of 6)<<0+0x0/16 r7:#8192 1.r3/64<=5" },
  { "offsets keep their bits", ARM,
    "r3<=5 r4=#0x1000 r5=[r4+r3*2]16 r5=zero32(r5)", NULL,
    "sp0 own link | r3:1.r3 r4:#4096 r5:rel(0x1000 of 6)<<0+0x0/16 "
    "1.r3/64<=5" },
  { "offsets lose bits", ARM, "r3<=5 r4=#0x1000 r5=[r4+r3*2]16 r5=zero8(r5)",
    NULL, "sp0 own link | r3:1.r3 r4:#4096 r5:4.r5/8 1.r3/64<=5" },
  { "offsets with a sign have no zeros", ARM,
    "r3<=5 r4=#0x1000 r5=[r4+r3*2]s16 r5=zero32(r5)", NULL,
    "sp0 own link | r3:1.r3 r4:#4096 r5:4.r5/32 1.r3/64<=5" },
  { "a table bounded by fewer bits", AMD,
    "r3=?0 cmp8(r3,5) notabove+ jump=[-+r3*8+0x1000]64", NULL,
    "sp8 own ra-8 | jump:4.jump r3:1.r3 1.r3/8<=5 cmp 1.r3/8<=5" },
  { "a table bounded by all the bits", AMD,
    "r3=?0 cmp8(r3,5) notabove+ r3=zero8(r3) jump=[-+r3*8+0x1000]64", NULL,
    "sp8 own ra-8 | jump:to(0x1000 of 6)<<0+0x0/64 r3:1.r3/8 1.r3/8<=5 "
    "cmp 1.r3/8<=5" },
  { "a bound of a sum", AMD,
    "r3=?0 cmp64(r3,5) notabove+ r3=r3+1 jump=[-+r3*8+0x1000]64", NULL,
    "sp8 own ra-8 | jump:5.jump r3:1.r3+1 1.r3/64<=5 cmp 1.r3/64<=5" },
  { "the lower bound counts", AMD,
    "r3=?0 cmp64(r3,9) notabove+ r3=zero32(r3) cmp32(r3,5) notabove+ "
    "jump=[-+r3*8+0x1000]64",
    NULL,
    "sp8 own ra-8 | jump:to(0x1000 of 6)<<0+0x0/64 r3:1.r3/32 "
    "1.r3/64<=9 1.r3/32<=5 cmp 1.r3/32<=5" },
  { "the lower bound counts, in any order", AMD,
    "r3=?32 cmp32(r3,5) notabove+ r4=r3 r3<=9 jump=[-+r4*8+0x1000]64", NULL,
    "sp8 own ra-8 | jump:to(0x1000 of 6)<<0+0x0/64 r3:5.r3 r4:1.r3/32 "
    "1.r3/32<=5 5.r3/64<=9 cmp 1.r3/32<=5" },
  { "a known index", AMD, "r3=#2 r4=[-+r3*8+0x1000]64 at32([r3+r4*1],5)", NULL,
    "sp8 own ra-8 | r3:#2 r4:2.r4" },
  { "a known index of a slot", AMD, "r3=#-2 [sp-16]64=r6 r4=[sp+r3*8]64", NULL,
    "sp8 own ra-8 | r3:#-2 r4:own.r6 [cfa-24]=own.r6" },
  { "a known index of a store", AMD, "r3=#-2 [sp+r3*8]64=r6", NULL,
    "sp8 own ra-8 | r3:#-2 [cfa-24]=own.r6" },
  { "a guess", ARM, "r4=#0x1000 r5=[r4+r3*4]s32 jump=r5+r4", NULL,
    "sp0 own link | jump:guess(0x1000 of 0)<<0+0x1000/32s r4:#4096 "
    "r5:2.r5 table 0x1000/32s 2.5" },
  { "a guess of 16 bits", ARM,
    "r4=#0x1000 r5=[r4+r3*2]16 jump=r4+r5*4 r7=r5+r4", NULL,
    "sp0 own link | jump:3.jump r4:#4096 r5:2.r5/16 r7:guess(0x1000 of "
    "0)<<0+0x1000/16 table 0x1000/16 2.5" },
  { "no guess of 8 bits", ARM, "r4=#0x1000 r5=[r4+r3*1]8 jump=r5+r4", NULL,
    "sp0 own link | jump:3.jump r4:#4096 r5:2.r5/8" },
  { "no guess of 64 bits", ARM, "r4=#0x1000 r5=[r4+r3*8]64 jump=r5+r4", NULL,
    "sp0 own link | jump:2.r5+4096 r4:#4096 r5:2.r5" },
  { "no guess of a difference", ARM, "r4=#0x1000 r5=[r4+r3*4]s32 jump=r5-r4",
    NULL,
    "sp0 own link | jump:2.r5-4096 r4:#4096 r5:2.r5 table 0x1000/32s "
    "2.5" },
  { "no guess of a sum", ARM, "r4=#0x1000 r5=[r4+r3*4]s32 r5=r5+1 jump=r5+r4",
    NULL,
    "sp0 own link | jump:2.r5+4097 r4:#4096 r5:2.r5+1 table 0x1000/32s "
    "2.5" },
  { "no guess of another", ARM, "r4=#0x1000 r5=[r4+r3*4]s32 r7=?0 jump=r7+r4",
    NULL,
    "sp0 own link | jump:3.r7+4096 r4:#4096 r5:2.r5 r7:3.r7 table "
    "0x1000/32s 2.5" },
  { "no guess of the same instruction's other", ARM,
    "r4=#0x1000 r5=[r4+r3*4]s32 , r7=?0 jump=r7+r4", NULL,
    "sp0 own link | jump:2.r7+4096 r4:#4096 r5:2.r5 r7:2.r7 table "
    "0x1000/32s 2.5" },
  { "no guess of an older one", ARM,
    "r4=#0x1000 r5=[r4+r3*4]s32 r5=?0 jump=r5+r4", NULL,
    "sp0 own link | jump:3.r5+4096 r4:#4096 r5:3.r5 table 0x1000/32s "
    "2.5" },
  { "no guess without a table", ARM, "r4=#0x1000 @0 sp=align(sp) jump=sp+r4",
    NULL, "sp? own link | sp:0.sp jump:0.sp+4096 r4:#4096" },
  { "no guess of a caller's register", AMD,
    "r13=r6 r4=#0x1000 @0 r6=[-+r5*4+0x1000]s32 jump=r13+r4", NULL,
    "sp8 own ra-8 | jump:1.jump r4:#4096 r6:0.r6 r13:own.r6 table "
    "0x1000/32s 0.6" },
  { "no guess with an unknown base", ARM,
    "r4=#0x1000 r5=[r4+r3*4]s32 jump=r5+r7", NULL,
    "sp0 own link | jump:3.jump r4:#4096 r5:2.r5 table 0x1000/32s 2.5" },
  { "a table of offsets, and an unknown base", AMD,
    "r3<=5 r5=[-+r3*4+0x1000]s32 jump=r5+r7", NULL,
    "sp8 own ra-8 | jump:3.jump r3:1.r3 r5:rel(0x1000 of 6)<<0+0x0/32s "
    "1.r3/64<=5" },
  { "a table of 128 bits", ARM, "r3<=5 r4=[-+r3*16+0x1000]128", NULL,
    "sp0 own link | r3:1.r3 r4:2.r4/128 1.r3/64<=5" },
  { "a known index of a table", ARM, "r3=#2 r4=[-+r3*4+0x1000]32", NULL,
    "sp0 own link | r3:#2 r4:2.r4/32" },
  { "the table of a name that was lost", AMD,
    "r3=?0 cmp64(r3,5) notabove+ r3=?0 jump=[-+r3*8+0x1000]64", NULL,
    "sp8 own ra-8 | jump:5.jump r3:4.r3 1.r3/64<=5 cmp 1.r3/64<=5" },
  { "the table of a neighbour", AMD,
    "r3=?0 , r4=?0 cmp64(r3,5) notabove+ jump=[-+r4*8+0x1000]64", NULL,
    "sp8 own ra-8 | jump:4.jump r3-r4:1.r3 1.r3/64<=5 cmp 1.r3/64<=5" },
  { "the lower bound counts, of two sizes", AMD,
    "r3=?0 r4=zero32(r3) cmp32(r4,5) notabove+ cmp64(r3,9) notabove+ "
    "jump=[-+r4*8+0x1000]64",
    NULL,
    "sp8 own ra-8 | jump:to(0x1000 of 6)<<0+0x0/64 r3:1.r3 r4:1.r3/32 "
    "1.r3/32<=5 1.r3/64<=9 cmp 1.r3/64<=9" },
  { "offsets keep just their bits", ARM,
    "r3<=5 r4=#0x1000 r5=[r4+r3*2]16 r5=zero16(r5)", NULL,
    "sp0 own link | r3:1.r3 r4:#4096 r5:rel(0x1000 of 6)<<0+0x0/16 "
    "1.r3/64<=5" },
  { "a slot comes back", AMD, "sp=sp-32 [sp+8]64=r3 r4=[sp+8]64", NULL,
    "sp40 own ra-8 | sp:cfa-40 r4:r3 [cfa-32]=r3" },
  { "a slot of 32 bits does not", AMD, "sp=sp-32 [sp+8]64=r6 r4=[sp+8]32",
    NULL, "sp40 own ra-8 | sp:cfa-40 r4:3.r4/32 [cfa-32]=own.r6" },
  { "another slot does not", AMD,
    "sp=sp-32 [sp+8]64=r6 r4=[sp+12]64 r5=[sp+4]64 r3=[sp+8]64", NULL,
    "sp40 own ra-8 | sp:cfa-40 r3:own.r6 r4:3.r4 r5:4.r5 "
    "[cfa-32]=own.r6" },
  { "a store over the end of a slot", AMD, "sp=sp-64 [sp+16]64=r6 [sp+23]8=-",
    NULL, "sp72 own ra-8 | sp:cfa-72" },
  { "a store behind a slot", AMD, "sp=sp-64 [sp+16]64=r6 [sp+24]8=-", NULL,
    "sp72 own ra-8 | sp:cfa-72 [cfa-56]=own.r6" },
  { "a store before a slot", AMD, "sp=sp-64 [sp+16]64=r6 [sp+8]64=-", NULL,
    "sp72 own ra-8 | sp:cfa-72 [cfa-56]=own.r6" },
  { "a store over the start of a slot", AMD,
    "sp=sp-64 [sp+16]64=r6 [sp+9]64=-", NULL, "sp72 own ra-8 | sp:cfa-72" },
  { "a large store", AMD, "sp=sp-64 [sp+16]64=r6 [sp+32]64=r15 [sp]256=-",
    NULL, "sp72 own ra-8 | sp:cfa-72 [cfa-40]=own.r15" },
  { "a store of 32 bits is no slot", AMD, "sp=sp-64 [sp+16]32=r3", NULL,
    "sp72 own ra-8 | sp:cfa-72" },
  { "a store of nothing known", AMD, "sp=sp-64 [sp+16]64=jump", NULL,
    "sp72 own ra-8 | sp:cfa-72" },
  { "a store to an unknown address", AMD,
    "sp=sp-64 [sp+16]64=r6 [sp+24]64=r3 r4=sp [sp+32]64=r4 [r3]64=r3", NULL,
    "sp72 own ra-8 | sp:cfa-72 r4:cfa-72 [cfa-56]=own.r6 "
    "[cfa-40]=cfa-72" },
  { "a store with an index", AMD,
    "sp=sp-64 [sp+16]64=r6 [sp+24]64=r3 [sp+r3*8]64=r3", NULL,
    "sp72 own ra-8 | sp:cfa-72 [cfa-56]=own.r6" },
  { "a store at an address", AMD,
    "sp=sp-64 [sp+16]64=r6 [sp+24]64=r3 [-+0x1000]64=r3", NULL,
    "sp72 own ra-8 | sp:cfa-72 [cfa-56]=own.r6" },
  { "a store of unknown size", AMD,
    "sp=sp-64 [sp+16]64=r6 [sp+24]64=r3 [sp]0=-", NULL,
    "sp72 own ra-8 | sp:cfa-72 [cfa-56]=own.r6" },
  { "a store to another base", AMD,
    "[sp-16]64=r6 [sp-32]64=r3 r4=sp sp=align(sp) [sp-16]64=r5 "
    "r7=[r4-16]64",
    NULL,
    "sp? own ra-8 | sp:4.sp r4:cfa-8 r7:own.r6 [cfa-24]=own.r6 "
    "[cfa-40]=r3 [4.sp-16]=r5" },
  { "the return address is overwritten", AMD, "[sp]64=r3", NULL, "RA" },
  { "its last byte is", AMD, "[sp+7]8=-", NULL, "RA" },
  { "its first byte is", AMD, "[sp-3]32=-", NULL, "RA" },
  { "what is above it is not", AMD, "[sp+8]8=-", NULL, "sp8 own ra-8 |" },
  { "what is below it is not", AMD, "[sp-4]32=-", NULL, "sp8 own ra-8 |" },
  { "AArch64 guards nothing", ARM, "[sp-8]64=r3 [sp]64=r3", NULL,
    "sp0 own link | [cfa-8]=r3 [cfa+0]=r3" },
  { "Go guards its caller's FP", GO, "[sp-8]64=r3", NULL, "RA" },
  { "Go guards its last byte", GO, "[sp-1]8=-", NULL, "RA" },
  { "Go guards nothing above", GO, "[sp]8=-", NULL, "sp0 own link |" },
  { "Go guards nothing below", GO, "[sp-9]8=-", NULL, "sp0 own link |" },
  { "another base is not guarded", AMD, "fp=sp sp=align(sp) [sp-8]64=r3", NULL,
    "sp? fp8 ra-8 | sp:2.sp fp:cfa-8 [2.sp-8]=r3" },
  { "a store too far", AMD, "r3=sp-0x3ffffff8 [r3]64=r4", NULL, "SP" },
  { "a store less far", AMD, "r3=sp-0x3ffffff7 [r3]64=r4", NULL,
    "sp8 own ra-8 | r3:cfa-1073741823 [cfa-1073741823]=r4" },
  { "a store ends a compared place", AMD,
    "at32([r3+4],5) [sp-16]64=r4 notabove+", NULL,
    "sp8 own ra-8 | [cfa-24]=r4" },
  { "a store ends a bounded place", AMD,
    "at32([r3+4],5) notabove+ [sp-16]64=r4", NULL,
    "sp8 own ra-8 | [cfa-24]=r4" },
  { "a bounded place is loaded", AMD, "at32([r3+4],5) notabove+ r4=[r3+4]32",
    NULL,
    "sp8 own ra-8 | r4:3.r4/32 3.r4/32<=5 at [r3+4]32<=5 cell "
    "[r3+4]32<=5" },
  { "a bounded place is loaded with a sign", AMD,
    "at32([r3+4],5) notabove+ r4=[r3+4]s32", NULL,
    "sp8 own ra-8 | r4:3.r4 at [r3+4]32<=5 cell [r3+4]32<=5" },
  { "another place is loaded", AMD,
    "at32([r3+4],5) notabove+ r4=[r3+8]32 r5=[r3+4]16 r7=[r5+4]32", NULL,
    "sp8 own ra-8 | r4:3.r4/32 r5:4.r5/16 r7:5.r7/32 at [r3+4]32<=5 "
    "cell [r3+4]32<=5" },
  { "a load of 64 bits", AMD, "at64([r3+4],5) notabove+ r4=[r3+4]64", NULL,
    "sp8 own ra-8 | r4:3.r4 3.r4/64<=5 at [r3+4]64<=5 cell [r3+4]64<=5" },
  { "a load of 16 bits", AMD, "r4=[r3]16 r5=[r3]s16 r7=[-+0x1000]64", NULL,
    "sp8 own ra-8 | r4:1.r4/16 r5:2.r5 r7:3.r7" },
  { "a load with an index of a slot", AMD, "[sp-16]64=r6 r4=[sp+r3*1-16]64",
    NULL, "sp8 own ra-8 | r4:2.r4 [cfa-24]=own.r6" },
  { "what was overwritten is not loaded", AMD,
    "[sp-16]64=r6 [sp-16]32=- r4=[sp-16]64", NULL, "sp8 own ra-8 | r4:3.r4" },
  { "the first slot is lost", AMD,
    "sp=sp-64 [sp+24]64=r3 [sp+16]64=r6 [r3]64=r3", NULL,
    "sp72 own ra-8 | sp:cfa-72 [cfa-56]=own.r6" },
  { "a store to another base, at its offset", AMD,
    "[sp-16]64=r6 r4=sp sp=align(sp) [sp-24]64=r5", NULL,
    "sp? own ra-8 | sp:3.sp r4:cfa-8 [cfa-24]=own.r6 [3.sp-24]=r5" },
};

/* As many slots as are known, of which the first and the others have registers
   that functions keep or not, and one more.  */
static const struct full
{
  const char *name, *first, *others;
  bool first_stays, added;
} full[] = {
  { "all are saved", "r6", "r6", true, false },
  { "the first is not saved", "r3", "r6", false, true },
  { "only the first is saved", "r6", "r3", true, true },
};

static void
test_full (const struct full *f)
{
  const struct value cfa = { .kind = VALUE_CFA };
  static struct state state;
  char text[40];
  bool good = true;

  state_enter (&state, &prove_machines[AMD]);
  for (int i = 1; i <= PROVE_SLOTS; i++)
    {
      snprintf (text, sizeof text, "[sp-%d]64=%s", 8 * i,
                i == 1 ? f->first : f->others);
      good &= state_run (&state, text) == PROVE_OK;
    }
  good &= state_run (&state, "[sp-1000]64=r14") == PROVE_OK;
  unit_result_of (
      good && state.slot_count == PROVE_SLOTS
          && (state_slot (&state, &cfa, -16) != NULL) == f->first_stays
          && (state_slot (&state, &cfa, -1008) != NULL) == f->added,
      "state: slots, %s", f->name);
}

int
main (void)
{
  for (size_t i = 0; i < sizeof trials / sizeof *trials; i++)
    state_test (&trials[i]);
  for (size_t i = 0; i < sizeof full / sizeof *full; i++)
    test_full (&full[i]);
  return unit_exit ();
}
