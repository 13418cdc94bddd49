/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   plt-aarch64.c - PLT entries and stubs of AArch64, whose instructions are
   little-endian in images of either byte order.

   An entry is reached by BL or BR with the CFA at SP and the return address in
   x30, and changes neither.  PLT0 stores x16 and x30 in 16 new bytes of stack;
   from there on the return address is at CFA-8.  The code for TLS descriptors
   stores x2 and x3 there instead, so the return address stays in x30.  Stubs
   are called or jumped to in place of their targets, and change x16 and x17
   only; their last words may be data.  */

#include "config.h"

#include "plt-form.h"

#define HEAD PLT_HEAD
#define ENTRY PLT_ENTRY
#define TAIL PLT_TAIL
#define STUB PLT_STUB
#define AT PLT_AT

/* Instructions, as bytes in memory.  ADRP xD, PAGE; LDR xT, [xN, #OFF]; ADD
   xD, xN, #OFF.  */
#define ADRP_X16 "o0 .. .. p0"
#define ADRP_X2 "z2 .. .. p0"
#define ADRP_X3 "z3 .. .. p0"
#define LDR_X17_X16 "11 .q r. f9"
#define LDR_X2_X2 "42 .s r. f9"
#define ADD_X16_X16 "10 .q t. 91"
#define ADD_X3_X3 "63 .s t. 91"
#define STP_X16_X30 "f0 7b bf a9" /* [sp, #-16]! */
#define STP_X2_X3 "e2 0f bf a9"   /* [sp, #-16]! */
#define LDR_X16_8 "50 00 00 58"   /* x16, . + 8 */
#define LDR_X16_16 "90 00 00 58"  /* x16, . + 16 */
#define ADR_X17 "11 00 00 10"     /* x17, . */
#define ADD_X16_X17 "10 02 11 8b"
#define ADR_X16 "o0 .. .. m0"
#define MOVZ_X17_16 "o1 .. u. d2" /* x17, #IMM, lsl #16 */
#define MOVK_X17_32 "o1 .. v. f2"
#define MOVK_X17_48 "o1 .. w. f2"
#define MOVZ_X16 "o0 .. x. d2" /* x16, #IMM */
#define MOVK_X16_16 "o0 .. u. f2"
#define MOVK_X16_32 "o0 .. v. f2"
#define MOVK_X16_48 "o0 .. w. f2"
#define BR_X16 "00 02 1f d6"
#define B ".. .. .. 1r"
#define QUAD ".. .. .. .. .. .. .. .."
#define BR_X17 "20 02 1f d6"
#define BR_X2 "40 00 1f d6"
#define BTI_C "5f 24 03 d5"
#define AUTIA1716 "9f 21 03 d5"
#define NOP "1f 20 03 d5"
#define NOP3 NOP NOP NOP
#define BRK "00 7d 20 d4" /* #1000 */
#define BRK3 BRK BRK BRK

#define LOAD ADRP_X16 LDR_X17_X16 ADD_X16_X16
/* Linkers may turn an addition of 0 into a NOP.  */
#define LOAD_0 ADRP_X16 LDR_X17_X16 NOP

/* clang-format off */
static const struct plt_template templates[] = {
  /* PLT0: GNU ld and lld, without and with BTI; mold.  */
  { HEAD, { AT (0, 0), PLT_AT_SAVED (4, 16, -8) },
    STP_X16_X30 LOAD BR_X17 NOP3 },
  { HEAD, { AT (0, 0), PLT_AT_SAVED (8, 16, -8) },
    BTI_C STP_X16_X30 LOAD BR_X17 NOP NOP },
  { HEAD, { AT (0, 0), PLT_AT_SAVED (4, 16, -8) },
    STP_X16_X30 LOAD BR_X17 BRK3 },

  /* Entries of 24 bytes: lld, BTI in shared objects; PAC; BTI; both.  */
  { ENTRY, { AT (0, 0) }, LOAD BR_X17 NOP NOP },
  { ENTRY, { AT (0, 0) }, LOAD AUTIA1716 BR_X17 NOP },
  { ENTRY, { AT (0, 0) }, BTI_C LOAD BR_X17 NOP },
  { ENTRY, { AT (0, 0) }, BTI_C LOAD AUTIA1716 BR_X17 },
  { ENTRY, { AT (0, 0) }, LOAD_0 BR_X17 NOP NOP },
  { ENTRY, { AT (0, 0) }, LOAD_0 AUTIA1716 BR_X17 NOP },
  { ENTRY, { AT (0, 0) }, BTI_C LOAD_0 BR_X17 NOP },
  { ENTRY, { AT (0, 0) }, BTI_C LOAD_0 AUTIA1716 BR_X17 },

  /* Entries of 16 bytes: all linkers; mold's and wild's .plt.got.  */
  { ENTRY, { AT (0, 0) }, LOAD BR_X17 },
  { ENTRY, { AT (0, 0) }, LOAD_0 BR_X17 },
  { ENTRY, { AT (0, 0) }, ADRP_X16 LDR_X17_X16 BR_X17 BRK },
  { ENTRY, { AT (0, 0) }, ADRP_X16 LDR_X17_X16 BR_X17 NOP },

  /* TLS descriptors of GNU ld, without and with BTI.  */
  { TAIL, { AT (0, 0), AT (4, 16) },
    STP_X2_X3 ADRP_X2 ADRP_X3 LDR_X2_X2 ADD_X3_X3 BR_X2 NOP NOP },
  { TAIL, { AT (0, 0), AT (8, 16) },
    BTI_C STP_X2_X3 ADRP_X2 ADRP_X3 LDR_X2_X2 ADD_X3_X3 BR_X2 NOP },

  /* Stubs to far code: all linkers; lld's at absolute addresses, from readable
     and execute-only code; GNU ld's and mold's over 4 GiB.  To code that
     begins without BTI: GNU ld and lld.  */
  { STUB, { AT (0, 0) }, ADRP_X16 ADD_X16_X16 BR_X16 },
  { STUB, { AT (0, 0) }, ADRP_X16 NOP BR_X16 },
  { STUB, { AT (0, 0) }, LDR_X16_8 BR_X16 QUAD },
  { STUB, { AT (0, 0) },
    MOVZ_X16 MOVK_X16_16 MOVK_X16_32 MOVK_X16_48 BR_X16 },
  { STUB, { AT (0, 0) }, LDR_X16_16 ADR_X17 ADD_X16_X17 BR_X16 QUAD },
  { STUB, { AT (0, 0) },
    ADR_X16 MOVZ_X17_16 MOVK_X17_32 MOVK_X17_48 ADD_X16_X17 BR_X16 },
  { STUB, { AT (0, 0) }, BTI_C B },
};
/* clang-format on */

const struct plt_table plt_aarch64
    = { templates, sizeof templates / sizeof *templates };
