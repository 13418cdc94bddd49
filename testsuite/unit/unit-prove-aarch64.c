/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-prove-aarch64.c - what instructions of AArch64 do with registers and
   the stack, by the manual of the architecture.  Effects are written as
   fixture-insn.h says.  */

#include "config.h"

#include "aarch64-cases.h"
#include "fixture-insn.h"
#include "result.h"

static const struct aarch64_case rows[] = {
  { 0xa9be7bfd, "stp x29, x30, [sp, #-32]!",
    "[sp-32]64=fp [sp-24]64=lr sp=sp-32" },
  { 0xa8c27bfd, "ldp x29, x30, [sp], #32",
    "fp=[sp+0]64 lr=[sp+8]64 sp=sp+32" },
  { 0xa9410400, "ldp x0, x1, [x0, #16]", "x1=[x0+24]64 x0=[x0+16]64" },
  { 0xa9410420, "ldp x0, x1, [x1, #16]", "x0=[x1+16]64 x1=[x1+24]64" },
  { 0x29410c82, "ldp w2, w3, [x4, #8]", "x2=[x4+8]32 x3=[x4+12]32" },
  { 0x69410c82, "ldpsw x2, x3, [x4, #8]", "x2=[x4+8]s32 x3=[x4+12]s32" },
  { 0x29000c82, "stp w2, w3, [x4]", "[x4+0]32=- [x4+4]32=-" },
  { 0xa9017fff, "stp xzr, xzr, [sp, #16]", "[sp+16]64=- [sp+24]64=-" },
  { 0x6d0127e8, "stp d8, d9, [sp, #16]", "[sp+16]64=- [sp+24]64=-" },
  { 0xad0127e8, "stp q8, q9, [sp, #32]", "[sp+32]128=- [sp+48]128=-" },
  { 0xa8ff0c82, "ldp x2, x3, [x4], #-16", "x2=[x4+0]64 x3=[x4+8]64 x4=x4-16" },
  { 0xf9400fe5, "ldr x5, [sp, #24]", "x5=[sp+24]64" },
  { 0xb9401be5, "ldr w5, [sp, #24]", "x5=[sp+24]32" },
  { 0xb9801be5, "ldrsw x5, [sp, #24]", "x5=[sp+24]s32" },
  { 0x79400cc5, "ldrh w5, [x6, #6]", "x5=[x6+6]16" },
  { 0x39400cc5, "ldrb w5, [x6, #3]", "x5=[x6+3]8" },
  { 0x39800cc5, "ldrsb x5, [x6, #3]", "x5=[x6+3]s8" },
  { 0xf80084c5, "str x5, [x6], #8", "[x6+0]64=x5 x6=x6+8" },
  { 0xf81f8cc5, "str x5, [x6, #-8]!", "[x6-8]64=x5 x6=x6-8" },
  { 0xb9000cc5, "str w5, [x6, #12]", "[x6+12]32=-" },
  { 0x790004c5, "strh w5, [x6, #2]", "[x6+2]16=-" },
  { 0x390008df, "strb wzr, [x6, #2]", "[x6+2]8=-" },
  { 0xf85f70c5, "ldur x5, [x6, #-9]", "x5=[x6-9]64" },
  { 0xf81f73e5, "stur x5, [sp, #-9]", "[sp-9]64=x5" },
  { 0xf86778c5, "ldr x5, [x6, x7, lsl #3]", "x5=[x6+x7*8+0]64" },
  { 0xb86768c5, "ldr w5, [x6, x7]", "x5=[x6+x7*1+0]32" },
  { 0xfd4007e5, "ldr d5, [sp, #8]", "" },
  { 0x3c8107e5, "str q5, [sp], #16", "[sp+0]128=- sp=sp+16" },
  { 0x58000085, "ldr x5, .+16", "x5=[-+0x401010]64" },
  { 0x98ffff85, "ldrsw x5, .-16", "x5=[-+0x400ff0]s32" },
  { 0xf98000c0, "prfm pldl1keep, [x6]", "" },
  { 0xc8017c62, "stxr w1, x2, [x3]", "[x3+0]64=- x1=?32" },
  { 0xc89ffc62, "stlr x2, [x3]", "[x3+0]64=x2" },
  { 0xc87f1062, "ldxp x2, x4, [x3]", "x2=?64 x4=?64" },
  { 0x4c9f7060, "st1 {v0.16b}, [x3], #16", "[x3+0]128=- x3=x3+16" },
  { 0x4cdfa060, "ld1 {v0.16b, v1.16b}, [x3], #32", "x3=x3+32" },
  { 0x4cc47060, "ld1 {v0.16b}, [x3], x4", "x3=x3+x4*1" },
  { 0xd340fc20, "lsr x0, x1, #0", "x0=?64" },
  { 0x9340fc20, "asr x0, x1, #0", "x0=?64" },
  { 0x53007c20, "lsr w0, w1, #0", "x0=zero32(x1)" },
  { 0x1d5097f1, "cpymwtrn [x17]!, [x16]!, xzr!", "none" },
  { 0x0e012c20, "smov w0, v1.b[0]", "x0=?64" },
  { 0x4e012c20, "smov x0, v1.b[0]", "x0=?64" },
  { 0x0e013c20, "umov w0, v1.b[0]", "x0=?64" },
  { 0x0e013820, "no umov", "" },
  { 0x0e01bc20, "no umov, either", "" },
  { 0x4e011c20, "mov v0.b[0], w1", "" },
  { 0xd50342df, "msr daifset, #2", " flags" },
  { 0xd50352df, "no msr", "none" },
  { 0xd5033f9f, "dsb sy", " flags" },
  { 0xd5031000, "wfet x0", " flags" },
  { 0xbac20020, "subps x0, x1, x2", "x0=?64 flags" },
  { 0xbac20420, "no subps", "none" },
  { 0x910003fd, "mov x29, sp", "fp=sp+0" },
  { 0x910003bf, "mov sp, x29", "sp=fp+0" },
  { 0x910043e5, "add x5, sp, #16", "x5=sp+16" },
  { 0xd14007ff, "sub sp, sp, #0x1000", "sp=sp-4096" },
  { 0xaa0603e5, "mov x5, x6", "x5=x6+0" },
  { 0x2a0603e5, "mov w5, w6", "x5=zero32(x6)" },
  { 0x8b0700c5, "add x5, x6, x7", "x5=x6+x7*1" },
  { 0xcb0700c5, "sub x5, x6, x7", "x5=x6-x7*1" },
  { 0x8b070cc5, "add x5, x6, x7, lsl #3", "x5=x6+x7*8" },
  { 0xd2824685, "mov x5, #0x1234", "x5=#4660" },
  { 0x12800005, "mov w5, #-1", "x5=#4294967295" },
  { 0x92800025, "mov x5, #-2", "x5=#-2" },
  { 0x10000045, "adr x5, .+8", "x5=@0x401008" },
  { 0xd0000005, "adrp x5, .+0x2000", "x5=#4206592" },
  { 0x92401cc5, "and x5, x6, #0xff", "x5<=255" },
  { 0x9b077cc5, "mul x5, x6, x7", "x5=?64" },
  { 0x1ac708c5, "udiv w5, w6, w7", "x5=?32" },
  { 0xdac010c5, "clz x5, x6", "x5=?64" },
  { 0x5ac008c5, "rev w5, w6", "x5=?32" },
  { 0xf1001cbf, "cmp x5, #7", "cmp64 x5,7 flags" },
  { 0x71001cbf, "cmp w5, #7", "cmp32 x5,7 flags" },
  { 0x93407cc5, "sxtw x5, w6", "x5=sign32(x6)" },
  { 0x53001cc5, "uxtb w5, w6", "x5=zero8(x6)" },
  { 0x53003cc5, "uxth w5, w6", "x5=zero16(x6)" },
  { 0x1a9f17e5, "cset w5, eq", "x5=?32" },
  { 0x9a8710c5, "csel x5, x6, x7, ne", "x5=?64" },
  { 0xd503201f, "nop", " nop" },
  { 0xd5033bbf, "dmb ish", " flags" },
  { 0xd53bd045, "mrs x5, tpidr_el0", "x5=?64 flags" },
  { 0xd51bd045, "msr tpidr_el0, x5", " flags" },
  { 0x8b470cc5, "add x5, x6, x7, lsr #3", "x5=?64" },
  { 0x0b0700c5, "add w5, w6, w7", "x5=?32" },
  { 0xcb0708c5, "sub x5, x6, x7, lsl #2", "x5=x6-x7*4" },
  { 0xaa0700c5, "orr x5, x6, x7", "x5=?64" },
  { 0x4a0700c5, "eor w5, w6, w7", "x5=?32" },
  { 0xf24008c5, "ands x5, x6, #7", "x5<=7 flags" },
  { 0xf8220083, "ldadd x2, x3, [x4]", "[x4+0]64=- x3=?64" },
  { 0xb8228083, "swp w2, w3, [x4]", "[x4+0]32=- x3=?32" },
  { 0xc8a27c83, "cas x2, x3, [x4]", "[x4+0]64=- x2=?64" },
  { 0xc8dffc62, "ldar x2, [x3]", "x2=?64" },
  { 0x089ffc62, "stlrb w2, [x3]", "[x3+0]8=-" },
  { 0x885f7c62, "ldxr w2, [x3]", "x2=?32" },
  { 0xc8211062, "stxp w1, x2, x4, [x3]", "[x3+0]128=- x1=?32" },
  { 0x9ac720c5, "lsl x5, x6, x7", "x5=?64" },
  { 0x1ac72cc5, "ror w5, w6, w7", "x5=?32" },
  { 0x9b477cc5, "smulh x5, x6, x7", "x5=?64" },
  { 0x9ba720c5, "umaddl x5, w6, w7, x8", "x5=?64" },
  { 0x5ac000c5, "rbit w5, w6", "x5=?32" },
  { 0x9a0700c5, "adc x5, x6, x7", "x5=?64" },
  { 0xfa4718a0, "ccmp x5, #7, #0, ne", " flags" },
  { 0xd92028df, "stg sp, [x6, #32]", "[x6+32]128=-" },
  { 0xd9a008df, "st2g sp, [x6]", "[x6+0]256=-" },
  { 0xd92014c5, "stg x5, [x6], #16", "[x6+0]128=- x6=x6+16" },
  { 0x9e660005, "fmov x5, d0", "x5=?64" },
  { 0x9e6700a0, "fmov d0, x5", "" },
  { 0x0e033c05, "umov w5, v0.b[1]", "x5=?64" },
  { 0x9e780005, "fcvtzs x5, d0", "x5=?64" },
  { 0x4e080ca0, "dup v0.2d, x5", "" },
};

static void
test_row (uint32_t word, const char *name, const char *effects)
{
  const uint8_t code[] = { (uint8_t) word, (uint8_t) (word >> 8),
                           (uint8_t) (word >> 16), (uint8_t) (word >> 24) };

  insn_test (PROVE_AARCH64, code, sizeof code, name, effects);
}

int
main (void)
{
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    test_row (rows[i].word, rows[i].text, rows[i].effects);
  for (size_t i = 0; i < aarch64_case_count; i++)
    test_row (aarch64_cases[i].word, aarch64_cases[i].text,
              aarch64_cases[i].effects);
  return unit_exit ();
}
