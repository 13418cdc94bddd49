/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-prove-aarch64.c - what instructions of AArch64 do with registers and
   the stack, by the manual of the architecture.

   An effect is written as an assignment: "x5=x6+8", "x5=[x6+8]s32" for a load
   of 32 bits with their sign, "[x6+8]32=x5" for a store; "-" is no register,
   "x5=#8" a number, "x5=@0x401008" an address, "x5=?32" that nothing is known
   but that the upper half is 0.  */

#include "config.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "aarch64-cases.h"
#include "prove-machine.h"
#include "result.h"

enum
{
  ADDRESS = 0x401000
};

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

static const char *
name_of (unsigned reg)
{
  static char names[8][16];
  static unsigned next;
  char *name = names[next++ % 8];

  if (reg == REG_NONE)
    return "-";
  if (reg == REG_SP || reg == REG_FP)
    return reg == REG_SP ? "sp" : "fp";
  if (reg == AARCH64_LR || reg == REG_JUMP)
    return reg == AARCH64_LR ? "lr" : "jump";
  snprintf (name, sizeof names[0], "x%u", reg - AARCH64_X0);
  return name;
}

/* Write to TEXT the place in memory that OP has.  */
static int
put_place (char *text, size_t size, const struct op *op)
{
  int used = snprintf (text, size, "[%s", name_of (op->a));

  if (op->b != REG_NONE)
    used += snprintf (text + used, size - (size_t) used, "+%s*%u",
                      name_of (op->b), op->scale);
  /* An address is shown as one.  */
  return used
         + snprintf (text + used, size - (size_t) used,
                     op->a == REG_NONE ? "+0x%" PRIx64 "]" : "%+" PRId64 "]",
                     op->imm);
}

static void
put_effect (char *text, size_t size, const struct op *op)
{
  const char *dst = name_of (op->dst), *a = name_of (op->a);
  char place[64];

  put_place (place, sizeof place, op);
  switch (op->kind)
    {
    case OP_SET:
      snprintf (text, size, "%s=%s%+" PRId64, dst, a, op->imm);
      break;
    case OP_CONST:
      snprintf (text, size, op->sign ? "%s=@0x%" PRIx64 : "%s=#%" PRId64, dst,
                op->imm);
      break;
    case OP_ADD:
      snprintf (text, size, "%s=%s%s%s*%u", dst, a, op->sign ? "-" : "+",
                name_of (op->b), op->scale == 0 ? 1U : op->scale);
      break;
    case OP_ZERO:
    case OP_SIGN:
      snprintf (text, size, "%s=%s%u(%s)", dst,
                op->kind == OP_ZERO ? "zero" : "sign", op->width, a);
      break;
    case OP_LOSE:
      snprintf (text, size, "%s=?%u", dst, op->width == 0 ? 64U : op->width);
      break;
    case OP_BOUND:
      snprintf (text, size, "%s<=%" PRId64, dst, op->imm);
      break;
    case OP_LOAD:
      snprintf (text, size, "%s=%s%s%u", dst, place, op->sign ? "s" : "",
                op->width);
      break;
    case OP_STORE:
      snprintf (text, size, "%s%u=%s", place, op->width, dst);
      break;
    case OP_PAC:
      snprintf (text, size, "%s(%s,%s,%" PRId64 ")",
                op->sign ? "sign" : "auth", dst, a, op->imm);
      break;
    case OP_STRIP:
      snprintf (text, size, "strip(%s)", dst);
      break;
    case OP_ALIGN:
      snprintf (text, size, "%s=align(%s)", dst, a);
      break;
    case OP_INSERT:
      snprintf (text, size, "%s{%u,%u}=%" PRId64, dst, op->width, op->scale,
                op->imm);
      break;
    case OP_COMPARE:
      snprintf (text, size, "cmp%u %s,%" PRIu64, op->width, a,
                (uint64_t) op->imm);
      break;
    default:
      snprintf (text, size, "%s=op%u(%s)", dst, op->kind, a);
      break;
    }
}

/* Add to TEXT what INSN is, if it is not just its effects.  */
static void
put_flow (char *text, size_t size, const struct insn *insn)
{
  static const char *const flows[]
      = { [FLOW_NEXT] = "",           [FLOW_JUMP] = " jump",
          [FLOW_BRANCH] = " branch",  [FLOW_CALL] = " call",
          [FLOW_CALL_ANY] = " call?", [FLOW_JUMP_ANY] = " jump?",
          [FLOW_RETURN] = " return",  [FLOW_STOP] = " stop",
          [FLOW_REFUSED] = " refused" };
  static const char *const conditions[] = { [COND_OTHER] = "",
                                            [COND_ABOVE] = " above",
                                            [COND_NOT_ABOVE] = " notabove",
                                            [COND_BELOW] = " below",
                                            [COND_NOT_BELOW] = " notbelow" };
  char target[24] = "";

  if (insn->target != 0)
    snprintf (target, sizeof target, " 0x%" PRIx64, insn->target);
  snprintf (text, size, "%s%s%s%s%s%s", flows[insn->flow],
            conditions[insn->condition], target, insn->flags ? " flags" : "",
            insn->nop ? " nop" : "", insn->syscall ? " syscall" : "");
}

static void
test_row (uint32_t word, const char *name, const char *effects)
{
  const uint8_t code[] = { (uint8_t) word, (uint8_t) (word >> 8),
                           (uint8_t) (word >> 16), (uint8_t) (word >> 24) };
  struct insn insn = { 0 };
  struct op ops[PROVE_OPS];
  char text[256] = "";

  if (!aarch64_decode (code, sizeof code, ADDRESS, NULL, &insn, ops))
    snprintf (text, sizeof text, "none");
  else if (insn.size != 4)
    snprintf (text, sizeof text, "the size is wrong");
  else
    {
      for (unsigned i = 0; i < insn.op_count; i++)
        {
          const size_t used = strlen (text);
          snprintf (text + used, sizeof text - used, i == 0 ? "" : " ");
          put_effect (text + strlen (text), sizeof text - strlen (text),
                      &ops[i]);
        }
      put_flow (text + strlen (text), sizeof text - strlen (text), &insn);
    }
  const bool good = strcmp (text, effects) == 0;
  if (!good)
    printf ("%s: %s\n", name, text);
  unit_result_of (good, "aarch64: %s", name);
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
