/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   prove-effects.c - note the effects of an instruction of any machine.  */

#include "config.h"

#include "prove-machine.h"

struct op *
op_add (struct decoding *d, enum op_kind kind, unsigned dst, unsigned a)
{
  struct op *op = &d->lost;

  if (dst != REG_NONE || kind == OP_STORE || kind >= OP_COMPARE)
    {
      d->full |= d->insn->op_count == PROVE_OPS;
      if (!d->full)
        op = &d->ops[d->insn->op_count++];
    }
  *op = (struct op){ .kind = (uint8_t) kind,
                     .dst = (uint8_t) dst,
                     .a = (uint8_t) a,
                     .b = REG_NONE };
  return op;
}

void
op_lose (struct decoding *d, unsigned dst, bool wide)
{
  op_add (d, OP_LOSE, dst, REG_NONE)->width = wide ? 0 : 32;
}

struct op *
op_set (struct decoding *d, unsigned dst, unsigned a, int64_t imm)
{
  struct op *op = op_add (d, OP_SET, dst, a);

  op->imm = imm;
  return op;
}

struct op *
op_const (struct decoding *d, unsigned dst, uint64_t imm)
{
  struct op *op = op_add (d, OP_CONST, dst, REG_NONE);

  op->imm = (int64_t) imm;
  return op;
}

struct op *
op_sum (struct decoding *d, unsigned dst, unsigned a, unsigned b)
{
  struct op *op = op_add (d, OP_ADD, dst, a);

  op->b = (uint8_t) b;
  return op;
}

struct op *
op_extend (struct decoding *d, unsigned dst, unsigned a, unsigned width,
           bool sign)
{
  struct op *op = op_add (d, sign ? OP_SIGN : OP_ZERO, dst, a);

  op->width = (uint16_t) width;
  return op;
}

struct op *
op_load (struct decoding *d, unsigned dst, unsigned base, int64_t offset,
         unsigned width, bool sign)
{
  struct op *op = op_add (d, OP_LOAD, dst, base);

  op->imm = offset;
  op->width = (uint16_t) width;
  op->sign = sign;
  return op;
}

struct op *
op_store (struct decoding *d, unsigned src, unsigned base, int64_t offset,
          unsigned width)
{
  struct op *op = op_add (d, OP_STORE, src, base);

  op->imm = offset;
  op->width = (uint16_t) width;
  return op;
}

void
op_compare (struct decoding *d, unsigned a, unsigned width, uint64_t limit)
{
  struct op *op = op_add (d, OP_COMPARE, REG_NONE, a);

  op->width = (uint16_t) width;
  op->imm = (int64_t) limit;
}
