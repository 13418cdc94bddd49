/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-cfi-expression.c - location expressions in call frame information, and
   rules that are none of SFrame's.

   As in unit-cfi.c; the numbers of operations are those of DWARF 5, table
   7.9.  */

#include "config.h"

#include <stdio.h>

#include "cfi-writer.h"
#include "result.h"

enum
{
  AMD64 = SFM_ABI_AMD64_ENDIAN_LITTLE,
  ARM = SFM_ABI_AARCH64_ENDIAN_LITTLE,
  S390X = SFM_ABI_S390X_ENDIAN_BIG,

  START = 0x12340,
  SIZE = 64,

  DEREF = 0x06,
  CONST1U = 0x08,
  CONST1S = 0x09,
  CONST2U = 0x0a,
  CONST2S = 0x0b,
  CONST4U = 0x0c,
  CONST4S = 0x0d,
  CONST8U = 0x0e,
  CONST8S = 0x0f,
  CONSTU = 0x10,
  CONSTS = 0x11,
  DUP = 0x12,
  AND = 0x1a,
  MINUS = 0x1c,
  PLUS = 0x22,
  PLUS_UCONST = 0x23,
  SHL = 0x24,
  GE = 0x2a,
  LIT = 0x30,
  BREG = 0x70,
  BREGX = 0x92,
  DEREF_SIZE = 0x94,
  OP_NOP = 0x96
};

struct program
{
  const char *name;
  uint8_t abi;
  struct cfi_bytes bytes;
  const char *wanted;
};

/* An expression of the CFA, of FP's value, and of where FP is.  */
#define CFA_IS(size, ...) CFI_BYTES (CFA_DEF_EXPR, size, __VA_ARGS__)
#define FP_IS(size, ...) CFI_BYTES (CFA_VAL_EXPR, 6, size, __VA_ARGS__)
#define FP_AT(size, ...) CFI_BYTES (CFA_EXPR, 6, size, __VA_ARGS__)

static const struct program forms[] = {
  { "breg", AMD64, CFA_IS (2, BREG + 6, 16), "0: r6+16 [c-8] same" },
  { "breg with a negative offset", AMD64, CFA_IS (2, BREG + 6, 0x70),
    "0: r6-16 [c-8] same" },
  { "bregx", AMD64, CFA_IS (4, BREGX, 0x82, 1, 16), "0: r130+16 [c-8] same" },
  { "breg and deref", AMD64, CFA_IS (3, BREG + 6, 0x78, DEREF),
    "0: [r6-8] [c-8] same" },
  { "breg and deref_size", AMD64, CFA_IS (4, BREG + 6, 0x78, DEREF_SIZE, 8),
    "0: [r6-8] [c-8] same" },
  { "deref_size of half a word", AMD64,
    CFA_IS (4, BREG + 6, 0x78, DEREF_SIZE, 4), "0: problem expression" },
  { "plus_uconst", AMD64, CFA_IS (4, BREG + 7, 8, PLUS_UCONST, 16),
    "0: r7+24 [c-8] same" },
  { "nop", AMD64, CFA_IS (3, OP_NOP, BREG + 7, 8), "0: r7+8 [c-8] same" },
  { "lit and plus", AMD64, CFA_IS (4, BREG + 7, 8, LIT + 31, PLUS),
    "0: r7+39 [c-8] same" },
  { "lit0 and plus", AMD64, CFA_IS (4, BREG + 7, 8, LIT, PLUS),
    "0: r7+8 [c-8] same" },
  { "lit before breg", AMD64, CFA_IS (4, LIT + 5, BREG + 7, 8, PLUS),
    "0: r7+13 [c-8] same" },
  { "minus", AMD64, CFA_IS (4, BREG + 7, 8, LIT + 31, MINUS),
    "0: r7-23 [c-8] same" },
  { "the smallest constant and plus", AMD64,
    CFA_IS (8, BREG + 7, 8, CONST4S, 1, 0, 0, 0x80, PLUS),
    "0: r7-2147483639 [c-8] same" },
  { "the largest constant and plus", AMD64,
    CFA_IS (8, BREG + 7, 0, CONST4S, 0xff, 0xff, 0xff, 0x7f, PLUS),
    "0: r7+2147483647 [c-8] same" },
  { "one that is smaller", AMD64,
    CFA_IS (8, BREG + 7, 8, CONST4S, 0, 0, 0, 0x80, PLUS),
    "0: problem expression" },
  { "a sum that is too small", AMD64,
    CFA_IS (8, BREG + 7, 0x81, 0x80, 0x80, 0x80, 0x78, LIT + 1, MINUS),
    "0: problem expression" },
  { "a sum that is too large", AMD64,
    CFA_IS (8, BREG + 7, 0xff, 0xff, 0xff, 0xff, 7, LIT + 1, PLUS),
    "0: problem expression" },
  { "an offset that is too small", AMD64,
    CFA_IS (6, BREG + 7, 0x80, 0x80, 0x80, 0x80, 0x78),
    "0: problem expression" },
  { "an offset that is too large", AMD64,
    CFA_IS (6, BREG + 7, 0x80, 0x80, 0x80, 0x80, 8), "0: problem expression" },
  { "a constant minus a register", AMD64,
    CFA_IS (4, LIT + 31, BREG + 7, 8, MINUS), "0: problem expression" },
  { "const1u", AMD64, CFA_IS (5, BREG + 7, 0, CONST1U, 0xf8, PLUS),
    "0: r7+248 [c-8] same" },
  { "const1s", AMD64, CFA_IS (5, BREG + 7, 0, CONST1S, 0xf8, PLUS),
    "0: r7-8 [c-8] same" },
  { "const2u", AMD64, CFA_IS (6, BREG + 7, 0, CONST2U, 8, 0xff, PLUS),
    "0: r7+65288 [c-8] same" },
  { "const2s", AMD64, CFA_IS (6, BREG + 7, 0, CONST2S, 8, 0xff, PLUS),
    "0: r7-248 [c-8] same" },
  { "const2u, big-endian", S390X,
    CFA_IS (6, BREG + 15, 0, CONST2U, 1, 0x40, PLUS), "0: r15+320 same same" },
  { "const4u", AMD64, CFA_IS (8, BREG + 7, 0, CONST4U, 0, 0, 1, 0, PLUS),
    "0: r7+65536 [c-8] same" },
  { "const4s", AMD64, CFA_IS (8, BREG + 7, 0, CONST4S, 0, 0, 0xff, 0xff, PLUS),
    "0: r7-65536 [c-8] same" },
  { "const8u", AMD64,
    CFA_IS (12, BREG + 7, 0, CONST8U, 0, 1, 0, 0, 0, 0, 0, 0, PLUS),
    "0: r7+256 [c-8] same" },
  { "const8s", AMD64,
    CFA_IS (12, BREG + 7, 0, CONST8S, 0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
            0xff, PLUS),
    "0: r7-256 [c-8] same" },
  { "constu", AMD64, CFA_IS (6, BREG + 7, 0, CONSTU, 0x80, 2, PLUS),
    "0: r7+256 [c-8] same" },
  { "consts", AMD64, CFA_IS (6, BREG + 7, 0, CONSTS, 0x80, 0x7e, PLUS),
    "0: r7-256 [c-8] same" },
  { "an addend after deref", AMD64,
    CFA_IS (5, BREG + 6, 8, DEREF, PLUS_UCONST, 16), "0: problem expression" },
  { "two derefs", AMD64, CFA_IS (4, BREG + 6, 8, DEREF, DEREF),
    "0: problem expression" },
  { "two registers", AMD64, CFA_IS (5, BREG + 6, 8, BREG + 7, 8, PLUS),
    "0: problem expression" },
  { "a constant", AMD64, CFA_IS (1, LIT + 8), "0: problem expression" },
  { "the memory at a constant", AMD64, CFA_IS (2, LIT + 8, DEREF),
    "0: problem expression" },
  { "no operation", AMD64, CFI_BYTES (CFA_DEF_EXPR, 0),
    "0: problem expression" },
  { "another operation", AMD64, CFA_IS (3, BREG + 6, 8, DUP),
    "0: problem expression" },
  { "a cut operand", AMD64, CFA_IS (4, BREG + 7, 0, CONST4U, 0),
    "0: problem expression" },
  { "more than the stack has", AMD64,
    CFA_IS (6, LIT, LIT, LIT, LIT, LIT, BREG), "0: problem expression" },
  { "an offset that no frame has", AMD64,
    CFA_IS (7, BREG + 6, 0x80, 0x80, 0x80, 0x80, 0x80, 1),
    "0: problem expression" },
  { "a sum that no frame has", AMD64,
    CFA_IS (8, BREG + 6, 8, PLUS_UCONST, 0xf8, 0xff, 0xff, 0xff, 7),
    "0: problem expression" },
  { "an addend that no frame has", AMD64,
    CFA_IS (8, BREG + 6, 0x70, PLUS_UCONST, 0x85, 0x80, 0x80, 0x80, 8),
    "0: problem expression" },
  { "a negative one", AMD64,
    CFA_IS (13, BREG + 6, 8, PLUS_UCONST, 0xfb, 0xff, 0xff, 0xff, 0xf7, 0xff,
            0xff, 0xff, 0xff, 1),
    "0: problem expression" },
  { "an expression that is longer than the rest", AMD64,
    CFA_IS (3, BREG + 6, 8), "0: problem opcode" }
};

static const struct program saved[]
    = { { "FP's value", AMD64, FP_IS (2, BREG + 7, 8), "0: r7+8 [c-8] r7+8" },
        { "FP's value in memory", AMD64, FP_IS (3, BREG + 7, 8, DEREF),
          "0: r7+8 [c-8] [r7+8]" },
        { "FP's place", AMD64, FP_AT (2, BREG + 7, 8),
          "0: r7+8 [c-8] [r7+8]" },
        { "FP's place in memory", AMD64, FP_AT (3, BREG + 7, 8, DEREF),
          "0: problem expression" },
        { "the CFA is on the stack", AMD64, FP_IS (2, LIT + 24, MINUS),
          "0: r7+8 [c-8] c-24" },
        { "so is it for a place", AMD64, FP_AT (2, PLUS_UCONST, 24),
          "0: r7+8 [c-8] [c+24]" },
        { "and with no operation at all", AMD64,
          CFI_BYTES (CFA_VAL_EXPR, 6, 0), "0: r7+8 [c-8] c+0" },
        { "it is not for the CFA", AMD64, CFA_IS (1, DEREF),
          "0: problem expression" },
        { "the return address", AMD64,
          CFI_BYTES (CFA_EXPR, 16, 2, BREG + 7, 0), "0: r7+8 [r7+0] same" } };

/* What linkers write of PLT code, with BREG and OFFSET for the stack pointer,
   and each part of it otherwise.  */
#define PLT_IS(breg, offset, rip, zero, mask, op_and, from, ge, three, shl)   \
  CFA_IS (11, breg, offset, rip, zero, mask, op_and, from, ge, three, shl,    \
          PLUS)
#define PLT_FORM(name, ...)                                                   \
  {                                                                           \
    name, AMD64, PLT_IS (__VA_ARGS__), "0: problem expression"                \
  }
static const struct program plt[] = {
  { "PLT code that pushes at once", AMD64,
    PLT_IS (BREG + 7, 8, BREG + 16, 0, LIT + 15, AND, LIT, GE, LIT + 3, SHL),
    "0: r7+16 [c-8] same" },
  { "PLT code of the largest offset", AMD64,
    CFA_IS (15, BREG + 7, 0xff, 0xff, 0xff, 0xff, 7, BREG + 16, 0, LIT + 15,
            AND, LIT, GE, LIT + 3, SHL, PLUS),
    "0: r7+2147483655 [c-8] same" },
  { "PLT code of a larger one", AMD64,
    CFA_IS (15, BREG + 7, 0x80, 0x80, 0x80, 0x80, 8, BREG + 16, 0, LIT + 15,
            AND, LIT, GE, LIT + 3, SHL, PLUS),
    "0: problem expression" },
  { "PLT code of the smallest one", AMD64,
    CFA_IS (15, BREG + 7, 0x81, 0x80, 0x80, 0x80, 0x78, BREG + 16, 0, LIT + 15,
            AND, LIT, GE, LIT + 3, SHL, PLUS),
    "0: r7-2147483639 [c-8] same" },
  { "PLT code of a smaller one", AMD64,
    CFA_IS (15, BREG + 7, 0x80, 0x80, 0x80, 0x80, 0x78, BREG + 16, 0, LIT + 15,
            AND, LIT, GE, LIT + 3, SHL, PLUS),
    "0: problem expression" },
  PLT_FORM ("PLT code of another register", BREG + 6, 8, BREG + 16, 0,
            LIT + 15, AND, LIT, GE, LIT + 3, SHL),
  PLT_FORM ("PLT code by another register", BREG + 7, 8, BREG + 15, 0,
            LIT + 15, AND, LIT, GE, LIT + 3, SHL),
  PLT_FORM ("PLT code with an addend", BREG + 7, 8, BREG + 16, 1, LIT + 15,
            AND, LIT, GE, LIT + 3, SHL),
  PLT_FORM ("PLT code of other blocks", BREG + 7, 8, BREG + 16, 0, LIT + 14,
            AND, LIT, GE, LIT + 3, SHL),
  PLT_FORM ("PLT code without its mask", BREG + 7, 8, BREG + 16, 0, LIT + 15,
            DUP, LIT, GE, LIT + 3, SHL),
  PLT_FORM ("PLT code from before its block on", BREG + 7, 8, BREG + 16, 0,
            LIT + 15, AND, LIT - 1, GE, LIT + 3, SHL),
  PLT_FORM ("PLT code from after its block on", BREG + 7, 8, BREG + 16, 0,
            LIT + 15, AND, LIT + 16, GE, LIT + 3, SHL),
  PLT_FORM ("PLT code without its comparison", BREG + 7, 8, BREG + 16, 0,
            LIT + 15, AND, LIT, DUP, LIT + 3, SHL),
  PLT_FORM ("PLT code of half a word", BREG + 7, 8, BREG + 16, 0, LIT + 15,
            AND, LIT, GE, LIT + 2, SHL),
  PLT_FORM ("PLT code without its shift", BREG + 7, 8, BREG + 16, 0, LIT + 15,
            AND, LIT, GE, LIT + 3, DUP),
  { "PLT code without its sum", AMD64,
    CFA_IS (11, BREG + 7, 8, BREG + 16, 0, LIT + 15, AND, LIT, GE, LIT + 3,
            SHL, MINUS),
    "0: problem expression" },
  { "what a constant is the address of", AMD64,
    CFA_IS (6, BREG + 7, 8, CONST1U, 8, DEREF, PLUS),
    "0: problem expression" },
  { "the same before a register", AMD64,
    CFA_IS (6, CONST1U, 8, DEREF, BREG + 7, 8, PLUS),
    "0: problem expression" },
  { "what a sum of constants is the address of", AMD64,
    CFA_IS (6, CONST1U, 8, PLUS_UCONST, 8, DEREF, OP_NOP),
    "0: problem expression" },
  { "PLT code that changes in its second byte", AMD64,
    CFA_IS (11, BREG + 7, 8, BREG + 16, 0, LIT + 15, AND, LIT + 1, GE, LIT + 3,
            SHL, PLUS),
    "0: r7+8 [c-8] same; 1: r7+16 [c-8] same; 16: r7+8 [c-8] same; "
    "17: r7+16 [c-8] same; 32: r7+8 [c-8] same; 33: r7+16 [c-8] same; "
    "48: r7+8 [c-8] same; 49: r7+16 [c-8] same" },
  { "the first register", AMD64, CFA_IS (2, BREG, 8), "0: r0+8 [c-8] same" },
  { "the last one of an operation of its own", AMD64, CFA_IS (2, BREG + 31, 8),
    "0: r31+8 [c-8] same" },
  { "what is before the first", AMD64, CFA_IS (2, BREG - 1, 8),
    "0: problem expression" },
  { "what is after the last", AMD64, CFA_IS (2, BREG + 32, 8),
    "0: problem expression" },
  { "PLT code and more", AMD64,
    CFA_IS (12, BREG + 7, 8, BREG + 16, 0, LIT + 15, AND, LIT, GE, LIT + 3,
            SHL, PLUS, OP_NOP),
    "0: problem expression" }
};

/* Rules that SFrame has no words for.  */
static const struct program problems[] = {
  { "no CFA", AMD64, CFI_BYTES (CFA_NOP), NULL },
  { "no CFA on AArch64", ARM, CFI_BYTES (CFA_NOP), NULL },
  { "RA without a place", AMD64, CFI_BYTES (CFA_SAME, 16),
    "0: problem ra-rule" },
  { "RA without a place, but with a register", ARM, CFI_BYTES (CFA_SAME, 30),
    "0: r31+0 same same" },
  { "FP undefined", AMD64,
    CFI_BYTES (CFA_ADVANCE | 1, CFA_UNDEFINED, 6, CFA_ADVANCE | 1,
               CFA_RESTORE | 6),
    "0: r7+8 [c-8] same; 1: problem fp-undefined; 2: r7+8 [c-8] same" },
  { "SP = CFA", AMD64, CFI_BYTES (CFA_VAL_OFFSET, 7, 0),
    "0: r7+8 [c-8] same" },
  { "SP = CFA - 8", AMD64, CFI_BYTES (CFA_VAL_OFFSET, 7, 1),
    "0: problem sp-rule" },
  { "SP in memory", AMD64, CFI_BYTES (CFA_OFFSET | 7, 2),
    "0: problem sp-rule" },
  { "SP undefined", AMD64, CFI_BYTES (CFA_UNDEFINED, 7),
    "0: problem sp-rule" },
  { "SP in a register", AMD64, CFI_BYTES (CFA_REGISTER, 7, 3),
    "0: problem sp-rule" },
  { "SP in the CFA's register", AMD64,
    CFI_BYTES (CFA_DEF, 10, 0, CFA_REGISTER, 7, 10), "0: r10+0 [c-8] same" },
  { "SP unchanged where the CFA is more", AMD64, CFI_BYTES (CFA_SAME, 7),
    "0: problem sp-rule" },
  { "SP unchanged where it is the CFA", ARM, CFI_BYTES (CFA_SAME, 31),
    "0: r31+0 same same" },
  { "SP and CFA in the same place", AMD64,
    /* __restore_rt */
    CFI_BYTES (CFA_DEF_EXPR, 4, BREG + 7, 0xa0, 1, DEREF, CFA_EXPR, 7, 3,
               BREG + 7, 0xa0, 1),
    "0: [r7+160] [c-8] same" },
  { "SP and CFA in different places", AMD64,
    CFI_BYTES (CFA_DEF_EXPR, 4, BREG + 7, 0xa0, 1, DEREF, CFA_EXPR, 7, 3,
               BREG + 7, 0xa8, 1),
    "0: problem sp-rule" },
  { "an expression for SP", AMD64, CFI_BYTES (CFA_VAL_EXPR, 7, 2, BREG + 7, 8),
    "0: r7+8 [c-8] same" },
  { "another expression for SP", AMD64,
    CFI_BYTES (CFA_VAL_EXPR, 7, 2, BREG + 7, 16), "0: problem sp-rule" },
  { "SP in memory where the CFA is no more than its address", AMD64,
    CFI_BYTES (CFA_EXPR, 7, 2, BREG + 7, 8), "0: problem sp-rule" },
  { "SP = CFA - 160 on s390x", S390X, CFI_BYTES (CFA_VAL_OFFSET, 15, 20),
    "0: r15+160 same same" },
  { "SP = CFA on s390x", S390X, CFI_BYTES (CFA_VAL_OFFSET, 15, 0),
    "0: problem sp-rule" },
  { "SP unchanged on s390x", S390X, CFI_BYTES (CFA_SAME, 15),
    "0: r15+160 same same" },
  { "SP unchanged in a frame on s390x", S390X,
    CFI_BYTES (CFA_DEF_OFF, 0xc0, 2, CFA_SAME, 15), "0: problem sp-rule" },
  { "SP unchanged where the CFA is another register", AMD64,
    CFI_BYTES (CFA_DEF, 6, 0, CFA_SAME, 7), "0: problem sp-rule" },
  { "SP unchanged where the CFA is in its memory", AMD64,
    CFI_BYTES (CFA_DEF_EXPR, 3, BREG + 7, 0, DEREF, CFA_SAME, 7),
    "0: problem sp-rule" },
  { "SP in memory that another register names on s390x", S390X,
    CFI_BYTES (CFA_EXPR, 15, 2, BREG + 11, 0), "0: problem sp-rule" },
  { "SP in memory by the CFA on s390x", S390X, CFI_BYTES (CFA_OFFSET | 15, 5),
    "0: r15+160 same same" },
  { "SP where the CFA is on s390x", S390X,
    CFI_BYTES (CFA_DEF_EXPR, 3, BREG + 11, 0, DEREF, CFA_EXPR, 15, 2,
               BREG + 11, 0),
    "0: problem sp-rule" },
  { "SP and CFA in the memory of two registers", AMD64,
    CFI_BYTES (CFA_DEF_EXPR, 3, BREG + 7, 8, DEREF, CFA_EXPR, 7, 2, BREG + 6,
               8),
    "0: problem sp-rule" },
  { "SP at the address where the CFA is", AMD64,
    CFI_BYTES (CFA_DEF_EXPR, 3, BREG + 7, 8, DEREF, CFA_VAL_EXPR, 7, 2,
               BREG + 7, 8),
    "0: problem sp-rule" },
  { "SP by the CFA's register, with another offset", AMD64,
    CFI_BYTES (CFA_VAL_EXPR, 7, 2, BREG + 7, 7), "0: problem sp-rule" },
  { "SP by another register, with the CFA's offset", AMD64,
    CFI_BYTES (CFA_VAL_EXPR, 7, 2, BREG + 6, 8), "0: problem sp-rule" },
  { "RA undefined matters more", AMD64,
    CFI_BYTES (CFA_UNDEFINED, 16, CFA_DEF_EXPR, 1, LIT),
    "0: undef undef undef" }
};

static void
test_programs (const struct program *programs, size_t count)
{
  struct cfi_writer w = { .bytes = NULL };

  for (size_t i = 0; i < count; i++)
    {
      const struct program *p = &programs[i];
      struct cfi_form form = cfi_usual (p->abi);

      if (p->wanted == NULL)
        form.program.size = 0;
      cfi_begin (&w, p->abi);
      cfi_cie (&w, &form);
      cfi_fde (&w, START, SIZE, p->bytes);
      cfi_expect (&w, p->name,
                  p->wanted == NULL ? "0: problem no-cfa" : p->wanted);
    }
  cfi_free (&w);
}

int
main (void)
{
#define TEST(programs)                                                        \
  test_programs (programs, sizeof programs / sizeof *programs)
  TEST (forms);
  TEST (saved);
  TEST (plt);
  TEST (problems);
  return unit_exit ();
}
