/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   prove-amd64.c - instructions of AMD64 as their effects.

   Zydis decodes them.  Of those that compilers and authors use to move the
   stack pointer, save registers and jump through tables the effect is said
   exactly.  Of all others it is that the operands which are written are
   lost: Zydis lists the hidden ones, too.  */

#include "config.h"

#include "prove-machine.h"

#ifdef HAVE_ZYDIS

#include "prove-operands.h"

static void
move (struct decoding *d)
{
  const ZydisDecodedOperand *to = &d->operands[0], *from = &d->operands[1];

  if (to->type == ZYDIS_OPERAND_TYPE_MEMORY)
    op_add_store (
        d, operand_is_reg (from, 64) ? operand_number (from) : REG_NONE, to);
  else if (operand_is_reg (to, 64) && operand_is_reg (from, 64))
    op_add_set (d, operand_number (to), operand_number (from), 0);
  else if (operand_is_reg (to, 32) && operand_is_reg (from, 32))
    {
      struct op *op = op_add (d, OP_ZERO, operand_number (to));
      op->a = (uint8_t) operand_number (from);
      op->width = 32;
    }
  else if ((operand_is_reg (to, 64) || operand_is_reg (to, 32))
           && operand_is_imm (from))
    op_add (d, OP_CONST, operand_number (to))->imm
        = to->size == 32 ? (uint32_t) from->imm.value.u : from->imm.value.s;
  else if ((operand_is_reg (to, 64) || operand_is_reg (to, 32))
           && from->type == ZYDIS_OPERAND_TYPE_MEMORY)
    op_add_load (d, operand_number (to), from, false);
  else
    op_add_others (d);
}

static void
op_add_sign (struct decoding *d, unsigned dst, unsigned a)
{
  struct op *op = op_add (d, OP_SIGN, dst);

  op->a = (uint8_t) a;
  op->width = 32;
}

/* movsxd, and what does the same to RAX.  */
static void
extend_sign (struct decoding *d)
{
  const ZydisDecodedOperand *to = &d->operands[0], *from = &d->operands[1];

  if (d->zi->mnemonic == ZYDIS_MNEMONIC_CDQE)
    op_add_sign (d, AMD64_RAX, AMD64_RAX);
  else if (operand_is_reg (to, 64) && operand_is_reg (from, 32))
    op_add_sign (d, operand_number (to), operand_number (from));
  else if (operand_is_reg (to, 64) && from->type == ZYDIS_OPERAND_TYPE_MEMORY
           && from->size == 32)
    op_add_load (d, operand_number (to), from, true);
  else
    op_add_others (d);
}

static void
extend_zero (struct decoding *d)
{
  const ZydisDecodedOperand *to = &d->operands[0], *from = &d->operands[1];

  if (!operand_is_reg (to, 32) && !operand_is_reg (to, 64))
    op_add_others (d);
  else if (from->type == ZYDIS_OPERAND_TYPE_MEMORY)
    op_add_load (d, operand_number (to), from, false);
  else if (reg_is_high_byte (from->reg.value))
    op_add_lose (d, operand_number (to), 32);
  else
    {
      struct op *op = op_add (d, OP_ZERO, operand_number (to));
      op->a = (uint8_t) operand_number (from);
      op->width = from->size;
    }
}

static void
load_address (struct decoding *d)
{
  const ZydisDecodedOperand *to = &d->operands[0];
  struct op address = { .a = REG_NONE, .b = REG_NONE };

  if (!operand_is_reg (to, 64)
      || !op_set_address (d, &address, &d->operands[1])
      || (address.b != REG_NONE && address.scale != 1))
    {
      op_add_others (d);
      return;
    }
  const unsigned dst = operand_number (to);
  if (address.a == REG_NONE && address.b == REG_NONE)
    {
      struct op *op = op_add (d, OP_CONST, dst);
      op->imm = address.imm;
      op->sign = true;
    }
  else if (address.b == REG_NONE)
    op_add_set (d, dst, address.a, address.imm);
  else if (address.a == REG_NONE)
    op_add_set (d, dst, address.b, address.imm);
  else
    {
      struct op *op = op_add (d, OP_ADD, dst);
      op->a = address.a;
      op->b = address.b;
      op_add_set (d, dst, dst, address.imm);
    }
}

/* add and sub, with SIGN 1 and -1.  */
static void
add_or_subtract (struct decoding *d, int sign)
{
  const ZydisDecodedOperand *to = &d->operands[0], *from = &d->operands[1];

  if (operand_is_reg (to, 64) && operand_is_imm (from))
    op_add_set (d, operand_number (to), operand_number (to),
                sign * from->imm.value.s);
  else if (operand_is_reg (to, 64) && operand_is_reg (from, 64) && sign > 0)
    {
      struct op *op = op_add (d, OP_ADD, operand_number (to));
      op->a = (uint8_t) operand_number (to);
      op->b = (uint8_t) operand_number (from);
    }
  else
    op_add_others (d);
}

static void
mask (struct decoding *d)
{
  const ZydisDecodedOperand *to = &d->operands[0], *from = &d->operands[1];

  if (operand_is_reg (to, 32) && operand_is_imm (from))
    op_add (d, OP_BOUND, operand_number (to))->imm
        = (uint32_t) from->imm.value.u;
  else if (operand_is_reg (to, 64) && operand_is_imm (from)
           && from->imm.value.s >= 0)
    op_add (d, OP_BOUND, operand_number (to))->imm = from->imm.value.s;
  else if (operand_is_reg (to, 64) && operand_is_imm (from)
           && operand_number (to) == REG_SP)
    op_add (d, OP_ALIGN, REG_SP)->a = REG_SP;
  else
    op_add_others (d);
}

static void
clear (struct decoding *d)
{
  const ZydisDecodedOperand *to = &d->operands[0], *from = &d->operands[1];

  if ((operand_is_reg (to, 32) || operand_is_reg (to, 64))
      && operand_is_reg (from, to->size) && to->reg.value == from->reg.value)
    op_add (d, OP_CONST, operand_number (to))->imm = 0;
  else if (d->zi->mnemonic == ZYDIS_MNEMONIC_SUB)
    add_or_subtract (d, -1);
  else
    op_add_others (d);
}

static void
compare (struct decoding *d)
{
  const ZydisDecodedOperand *a = &d->operands[0], *b = &d->operands[1];
  uint64_t limit = b->imm.value.u;

  if (!operand_is_imm (b))
    return;
  if (a->size < 64)
    limit &= (UINT64_C (1) << a->size) - 1;
  if (a->type == ZYDIS_OPERAND_TYPE_REGISTER && operand_number (a) != REG_NONE
      && !reg_is_high_byte (a->reg.value))
    {
      struct op *op = op_add (d, OP_COMPARE, REG_NONE);
      op->a = (uint8_t) operand_number (a);
      op->width = a->size;
      op->limit = limit;
    }
  else if (a->type == ZYDIS_OPERAND_TYPE_MEMORY)
    {
      struct op *op = op_add (d, OP_COMPARE_AT, REG_NONE);
      op->width = a->size;
      op->limit = limit;
      if (!op_set_address (d, op, a))
        d->insn->op_count--;
    }
}

static void
push (struct decoding *d)
{
  const ZydisDecodedOperand *from = &d->operands[0];

  if (d->zi->operand_width != 64)
    op_add_lose (d, REG_SP, 64);
  else
    op_add_push (d,
                 operand_is_reg (from, 64) ? operand_number (from) : REG_NONE);
}

static void
pop (struct decoding *d)
{
  const ZydisDecodedOperand *to = &d->operands[0];

  if (d->zi->operand_width != 64
      || (operand_is_reg (to, 64) && operand_number (to) == REG_SP))
    op_add_lose (d, REG_SP, 64);
  else if (operand_is_reg (to, 64))
    op_add_pop (d, operand_number (to));
  else
    {
      op_add_set (d, REG_SP, REG_SP, 8);
      if (to->type == ZYDIS_OPERAND_TYPE_MEMORY)
        op_add_store (d, REG_NONE, to);
    }
}

/* A jump or a call, to where its operand says.  */
static void
transfer (struct decoding *d)
{
  const bool call = d->zi->mnemonic == ZYDIS_MNEMONIC_CALL;
  const ZydisDecodedOperand *to = &d->operands[0];
  struct insn *insn = d->insn;

  if (d->zi->meta.branch_type == ZYDIS_BRANCH_TYPE_FAR)
    insn->flow = FLOW_REFUSED;
  else if (operand_is_imm (to))
    {
      insn->target = d->next + to->imm.value.u;
      insn->flow = call ? FLOW_CALL : FLOW_JUMP;
      /* That takes the address of the code.  */
      if (call && insn->target == d->next)
        insn->flow = FLOW_REFUSED;
    }
  else
    {
      insn->flow = call ? FLOW_CALL_ANY : FLOW_JUMP_ANY;
      if (to->type == ZYDIS_OPERAND_TYPE_MEMORY)
        {
          op_add_load (d, REG_JUMP, to, false);
          const struct op *op = &d->ops[0];
          if (op->kind == OP_LOAD && op->a == REG_NONE && op->b == REG_NONE)
            insn->target = (uint64_t) op->imm;
        }
      else
        op_add_set (d, REG_JUMP, operand_number (to), 0);
    }
}

static void
branch (struct decoding *d)
{
  const ZydisDecodedOperand *to = &d->operands[0];
  struct insn *insn = d->insn;

  op_add_others (d); /* loop counts RCX */
  insn->flow = operand_is_imm (to) ? FLOW_BRANCH : FLOW_REFUSED;
  insn->target = d->next + to->imm.value.u;
  switch (d->zi->mnemonic)
    {
    case ZYDIS_MNEMONIC_JNBE:
      insn->condition = COND_ABOVE;
      break;
    case ZYDIS_MNEMONIC_JBE:
      insn->condition = COND_NOT_ABOVE;
      break;
    case ZYDIS_MNEMONIC_JB:
      insn->condition = COND_BELOW;
      break;
    case ZYDIS_MNEMONIC_JNB:
      insn->condition = COND_NOT_BELOW;
      break;
    default:
      break;
    }
}

/* The instructions that end a way.  False: it is another one.  */
static bool
ends (struct decoding *d)
{
  switch (d->zi->mnemonic)
    {
    case ZYDIS_MNEMONIC_UD0:
    case ZYDIS_MNEMONIC_UD1:
    case ZYDIS_MNEMONIC_UD2:
    case ZYDIS_MNEMONIC_HLT:
    case ZYDIS_MNEMONIC_INT3:
      d->insn->flow = FLOW_STOP;
      return true;
    case ZYDIS_MNEMONIC_RET:
      d->insn->flow = d->zi->meta.branch_type == ZYDIS_BRANCH_TYPE_FAR
                              || d->zi->operand_count_visible != 0
                          ? FLOW_REFUSED
                          : FLOW_RETURN;
      return true;
    case ZYDIS_MNEMONIC_INT:
      /* Go's assembler writes INT3 so.  */
      d->insn->flow
          = d->operands[0].imm.value.u == 3 ? FLOW_STOP : FLOW_REFUSED;
      return true;
    case ZYDIS_MNEMONIC_IRET:
    case ZYDIS_MNEMONIC_IRETD:
    case ZYDIS_MNEMONIC_IRETQ:
    case ZYDIS_MNEMONIC_SYSRET:
    case ZYDIS_MNEMONIC_SYSENTER:
    case ZYDIS_MNEMONIC_SYSEXIT:
    case ZYDIS_MNEMONIC_XBEGIN:
    case ZYDIS_MNEMONIC_ENTER:
      d->insn->flow = FLOW_REFUSED;
      return true;
    default:
      return false;
    }
}

static void
effects (struct decoding *d)
{
  switch (d->zi->mnemonic)
    {
    case ZYDIS_MNEMONIC_MOV:
      move (d);
      break;
    case ZYDIS_MNEMONIC_MOVSXD:
    case ZYDIS_MNEMONIC_CDQE:
      extend_sign (d);
      break;
    case ZYDIS_MNEMONIC_MOVZX:
      extend_zero (d);
      break;
    case ZYDIS_MNEMONIC_LEA:
      load_address (d);
      break;
    case ZYDIS_MNEMONIC_ADD:
      add_or_subtract (d, 1);
      break;
    case ZYDIS_MNEMONIC_XOR:
    case ZYDIS_MNEMONIC_SUB:
      clear (d);
      break;
    case ZYDIS_MNEMONIC_AND:
      mask (d);
      break;
    case ZYDIS_MNEMONIC_CMP:
      compare (d);
      break;
    case ZYDIS_MNEMONIC_PUSH:
      push (d);
      break;
    case ZYDIS_MNEMONIC_POP:
      pop (d);
      break;
    case ZYDIS_MNEMONIC_PUSHFQ:
      op_add_push (d, REG_NONE);
      break;
    case ZYDIS_MNEMONIC_POPFQ:
      op_add_set (d, REG_SP, REG_SP, 8);
      break;
    case ZYDIS_MNEMONIC_LEAVE:
      op_add_set (d, REG_SP, REG_FP, 0);
      op_add_pop (d, REG_FP);
      break;
    case ZYDIS_MNEMONIC_JMP:
    case ZYDIS_MNEMONIC_CALL:
      transfer (d);
      break;
    case ZYDIS_MNEMONIC_SYSCALL:
      d->insn->syscall = true;
      op_add_others (d);
      op_add_lose (d, AMD64_RAX, 64);
      break;
    default:
      if (d->zi->meta.category == ZYDIS_CATEGORY_COND_BR)
        branch (d);
      else
        op_add_others (d);
    }
}

/* Decode by Zydis.  *FLAGS: CF or ZF change.  */
static bool
decode_any (const uint8_t *code, size_t size, ZydisDecodedInstruction *zi,
            ZydisDecodedOperand *operands, bool *flags)
{
  const ZyanU32 used = ZYDIS_CPUFLAG_CF | ZYDIS_CPUFLAG_ZF;
  ZydisDecoder decoder;

  if (!ZYAN_SUCCESS (ZydisDecoderInit (&decoder, ZYDIS_MACHINE_MODE_LONG_64,
                                       ZYDIS_STACK_WIDTH_64))
      || !ZYAN_SUCCESS (
          ZydisDecoderDecodeFull (&decoder, code, size, zi, operands)))
    return false;
  *flags = zi->cpu_flags != NULL
           && ((zi->cpu_flags->modified | zi->cpu_flags->set_0
                | zi->cpu_flags->set_1 | zi->cpu_flags->undefined)
               & used)
                  != 0;
  return true;
}

static bool
decode (const uint8_t *code, size_t size, uint64_t addr, bool quick,
        struct insn *insn, struct op *ops)
{
  ZydisDecodedInstruction zi;
  ZydisDecodedOperand operands[ZYDIS_MAX_OPERAND_COUNT];
  struct decoding d
      = { .zi = &zi, .operands = operands, .insn = insn, .ops = ops };

  if (!(quick && amd64_quick (code, size, &zi, operands, &insn->flags))
      && !decode_any (code, size, &zi, operands, &insn->flags))
    return false;
  d.next = addr + zi.length;
  insn->size = zi.length;
  if (!ends (&d))
    effects (&d);
  insn->nop
      = insn->size == 1 && insn->op_count == 0 && insn->flow == FLOW_NEXT;
  return !d.full;
}

bool
amd64_decode (const uint8_t *code, size_t size, uint64_t addr,
              struct insn *insn, struct op *ops)
{
  return decode (code, size, addr, true, insn, ops);
}

bool
amd64_decode_slowly (const uint8_t *code, size_t size, uint64_t addr,
                     struct insn *insn, struct op *ops)
{
  return decode (code, size, addr, false, insn, ops);
}

#else

/* ISO C wants something here.  */
typedef int prove_amd64_none;

#endif
