/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   prove-operands.c - operands of AMD64 instructions, and the effects on
   them.  */

#include "config.h"

#ifdef HAVE_ZYDIS

#include "prove-operands.h"

struct op *
op_add (struct decoding *d, enum op_kind kind, unsigned dst)
{
  if (d->insn->op_count == PROVE_OPS)
    {
      d->full = true;
      return &d->lost;
    }
  struct op *op = &d->ops[d->insn->op_count++];
  *op = (struct op){
    .kind = (uint8_t) kind, .dst = (uint8_t) dst, .a = REG_NONE, .b = REG_NONE
  };
  return op;
}

/* The prover's number of the general register of AMD64's NUMBER.  */
static unsigned
own_number (unsigned number)
{
  enum
  {
    AMD64_SP = 4,
    AMD64_FP = 5
  };

  if (number == AMD64_SP)
    return REG_SP;
  if (number == AMD64_FP)
    return REG_FP;
  return number < AMD64_SP ? number + REG_OTHERS : number + REG_OTHERS - 2;
}

unsigned
operand_reg (ZydisRegister reg)
{
  if (reg >= ZYDIS_REGISTER_RAX && reg <= ZYDIS_REGISTER_R15)
    return own_number ((unsigned) (reg - ZYDIS_REGISTER_RAX));
  if (reg >= ZYDIS_REGISTER_EAX && reg <= ZYDIS_REGISTER_R15D)
    return own_number ((unsigned) (reg - ZYDIS_REGISTER_EAX));
  switch (ZydisRegisterGetClass (reg))
    {
    case ZYDIS_REGCLASS_GPR8:
    case ZYDIS_REGCLASS_GPR16:
    case ZYDIS_REGCLASS_GPR32:
    case ZYDIS_REGCLASS_GPR64:
      return own_number ((unsigned) (ZydisRegisterGetLargestEnclosing (
                                         ZYDIS_MACHINE_MODE_LONG_64, reg)
                                     - ZYDIS_REGISTER_RAX));
    default:
      return REG_NONE;
    }
}

bool
reg_is_high_byte (ZydisRegister reg)
{
  return reg >= ZYDIS_REGISTER_AH && reg <= ZYDIS_REGISTER_BH;
}

bool
operand_is_reg (const ZydisDecodedOperand *operand, unsigned bits)
{
  return operand->type == ZYDIS_OPERAND_TYPE_REGISTER && operand->size == bits
         && operand_reg (operand->reg.value) != REG_NONE;
}

bool
operand_is_imm (const ZydisDecodedOperand *operand)
{
  return operand->type == ZYDIS_OPERAND_TYPE_IMMEDIATE;
}

unsigned
operand_number (const ZydisDecodedOperand *operand)
{
  return operand_reg (operand->reg.value);
}

bool
op_set_address (const struct decoding *d, struct op *op,
                const ZydisDecodedOperand *operand)
{
  const ZydisDecodedOperandMem *mem = &operand->mem;

  op->imm = mem->disp.has_displacement ? mem->disp.value : 0;
  if (mem->segment == ZYDIS_REGISTER_FS || mem->segment == ZYDIS_REGISTER_GS)
    return false;
  if (mem->base == ZYDIS_REGISTER_RIP)
    op->imm += (int64_t) d->next;
  else if (mem->base != ZYDIS_REGISTER_NONE)
    {
      op->a = (uint8_t) operand_reg (mem->base);
      if (op->a == REG_NONE
          || ZydisRegisterGetClass (mem->base) != ZYDIS_REGCLASS_GPR64)
        return false;
    }
  if (mem->index != ZYDIS_REGISTER_NONE)
    {
      op->b = (uint8_t) operand_reg (mem->index);
      op->scale = mem->scale;
      return op->b != REG_NONE
             && ZydisRegisterGetClass (mem->index) == ZYDIS_REGCLASS_GPR64;
    }
  return true;
}

void
op_add_lose (struct decoding *d, unsigned reg, unsigned bits)
{
  op_add (d, OP_LOSE, reg)->width = bits == 32 ? 32 : 0;
}

void
op_add_set (struct decoding *d, unsigned dst, unsigned a, int64_t imm)
{
  struct op *op = op_add (d, OP_SET, dst);

  op->a = (uint8_t) a;
  op->imm = imm;
}

void
op_add_load (struct decoding *d, unsigned dst,
             const ZydisDecodedOperand *operand, bool sign)
{
  struct op *op = op_add (d, OP_LOAD, dst);

  op->width = operand->size;
  op->sign = sign;
  if (!op_set_address (d, op, operand))
    *op = (struct op){ .kind = OP_LOSE,
                       .dst = (uint8_t) dst,
                       .width = sign ? 0 : operand->size };
}

void
op_add_store (struct decoding *d, unsigned src,
              const ZydisDecodedOperand *operand)
{
  const ZyanU64 repeated
      = ZYDIS_ATTRIB_HAS_REP | ZYDIS_ATTRIB_HAS_REPE | ZYDIS_ATTRIB_HAS_REPNE;
  struct op *op = op_add (d, OP_STORE, src);

  op->width = operand->size;
  if ((d->zi->attributes & repeated) != 0)
    op->width = 0;
  if (!op_set_address (d, op, operand))
    {
      op->a = REG_NONE;
      op->b = REG_NONE;
    }
}

void
op_add_push (struct decoding *d, unsigned src)
{
  struct op *op = op_add (d, OP_STORE, src);

  op->a = REG_SP;
  op->imm = -8;
  op->width = 64;
  op_add_set (d, REG_SP, REG_SP, -8);
}

void
op_add_pop (struct decoding *d, unsigned dst)
{
  struct op *op = op_add (d, OP_LOAD, dst);

  op->a = REG_SP;
  op->width = 64;
  op_add_set (d, REG_SP, REG_SP, 8);
}

void
op_add_others (struct decoding *d)
{
  for (unsigned i = 0; i < d->zi->operand_count; i++)
    {
      const ZydisDecodedOperand *operand = &d->operands[i];
      if ((operand->actions & ZYDIS_OPERAND_ACTION_MASK_WRITE) == 0)
        continue;
      if (operand->type == ZYDIS_OPERAND_TYPE_MEMORY)
        op_add_store (d, REG_NONE, operand);
      else if (operand->type == ZYDIS_OPERAND_TYPE_REGISTER
               && operand_number (operand) != REG_NONE)
        op_add_lose (d, operand_number (operand), operand->size);
    }
}

#else

/* ISO C wants something here.  */
typedef int prove_operands_none;

#endif
