/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   prove-amd64.c - instructions of AMD64, as Zydis has decoded them, as their
   effects.

   The effects of instructions that compilers and authors use to move the stack
   pointer, save registers and jump through tables are exact.  Of all others,
   the operands that are written are lost; Zydis lists hidden ones, too.  */

#include "config.h"

#include "prove-machine.h"

#ifdef HAVE_ZYDIS

#include "prove-quick.h"

/* The prover's number for general register NUMBER of AMD64.  */
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

/* The number of the general register that REG is, or is a part of; else
   REG_NONE.  */
static unsigned
operand_reg (ZydisRegister reg)
{
  reg = ZydisRegisterGetLargestEnclosing (ZYDIS_MACHINE_MODE_LONG_64, reg);
  return reg >= ZYDIS_REGISTER_RAX && reg <= ZYDIS_REGISTER_R15
             ? own_number ((unsigned) (reg - ZYDIS_REGISTER_RAX))
             : REG_NONE;
}

/* Whether REG is AH, CH, DH or BH.  */
static bool
reg_is_high_byte (ZydisRegister reg)
{
  return reg >= ZYDIS_REGISTER_AH && reg <= ZYDIS_REGISTER_BH;
}

/* Whether OPERAND is a general register of BITS bits, or of 32 or 64; an
   immediate; or memory.  */
static bool
is_reg (const ZydisDecodedOperand *operand, unsigned bits)
{
  return operand->type == ZYDIS_OPERAND_TYPE_REGISTER && operand->size == bits
         && operand_reg (operand->reg.value) != REG_NONE;
}

static bool
is_wide (const ZydisDecodedOperand *operand)
{
  return is_reg (operand, 32) || is_reg (operand, 64);
}

static bool
is_imm (const ZydisDecodedOperand *operand)
{
  return operand->type == ZYDIS_OPERAND_TYPE_IMMEDIATE;
}

static bool
is_memory (const ZydisDecodedOperand *operand)
{
  return operand->type == ZYDIS_OPERAND_TYPE_MEMORY;
}

/* The number of the register OPERAND.  */
static unsigned
number_of (const ZydisDecodedOperand *operand)
{
  return operand_reg (operand->reg.value);
}

/* Set the address of OP to that of the memory OPERAND.  False: it cannot be
   expressed, as it depends on a segment or a vector.  */
static bool
op_set_address (const struct decoding *d, struct op *op,
                const ZydisDecodedOperand *operand)
{
  const ZydisDecodedOperandMem *mem = &operand->mem;

  op->imm = mem->disp.has_displacement ? mem->disp.value : 0;
  if (mem->segment == ZYDIS_REGISTER_FS || mem->segment == ZYDIS_REGISTER_GS)
    return false;
  if (mem->base == ZYDIS_REGISTER_RIP)
    op->imm += (int64_t) d->addr;
  else if (mem->base != ZYDIS_REGISTER_NONE)
    {
      op->a = (uint8_t) operand_reg (mem->base);
      if (ZydisRegisterGetClass (mem->base) != ZYDIS_REGCLASS_GPR64)
        return false;
    }
  if (mem->index != ZYDIS_REGISTER_NONE)
    {
      op->b = (uint8_t) operand_reg (mem->index);
      op->scale = mem->scale;
      return ZydisRegisterGetClass (mem->index) == ZYDIS_REGCLASS_GPR64;
    }
  return true;
}

/* Load DST from OPERAND, sign-extended if SIGN.  */
static void
load (struct decoding *d, unsigned dst, const ZydisDecodedOperand *operand,
      bool sign)
{
  struct op *op = op_load (d, dst, REG_NONE, 0, operand->size, sign);

  if (!op_set_address (d, op, operand))
    *op = (struct op){ .kind = OP_LOSE,
                       .dst = (uint8_t) dst,
                       .width = sign ? 0 : operand->size };
}

/* Store SRC, or REG_NONE, to OPERAND.  */
static void
store (struct decoding *d, unsigned src, const ZydisDecodedOperand *operand)
{
  const ZyanU64 repeated
      = ZYDIS_ATTRIB_HAS_REP | ZYDIS_ATTRIB_HAS_REPE | ZYDIS_ATTRIB_HAS_REPNE;
  struct op *op
      = op_store (d, src, REG_NONE, 0,
                  (d->zi->attributes & repeated) != 0 ? 0 : operand->size);

  if (!op_set_address (d, op, operand))
    {
      op->a = REG_NONE;
      op->b = REG_NONE;
    }
}

/* Store SRC, or REG_NONE, on top of the stack.  */
static void
push_register (struct decoding *d, unsigned src)
{
  op_store (d, src, REG_SP, -8, 64);
  op_set (d, REG_SP, REG_SP, -8);
}

/* Pop DST off the stack.  */
static void
pop_register (struct decoding *d, unsigned dst)
{
  op_load (d, dst, REG_SP, 0, 64, false);
  op_set (d, REG_SP, REG_SP, 8);
}

/* Lose all operands that D's instruction writes: nothing else is known of it.
   Zydis does not list RSI and RDI for all string instructions.  */
static void
lose_written (struct decoding *d)
{
  for (unsigned i = 0; i < d->zi->operand_count; i++)
    {
      const ZydisDecodedOperand *operand = &d->operands[i];
      if ((operand->actions & ZYDIS_OPERAND_ACTION_MASK_WRITE) == 0)
        continue;
      if (is_memory (operand))
        store (d, REG_NONE, operand);
      else if (operand->type == ZYDIS_OPERAND_TYPE_REGISTER)
        op_lose (d, number_of (operand), operand->size != 32);
    }
  if (d->zi->meta.category == ZYDIS_CATEGORY_STRINGOP
      || d->zi->meta.category == ZYDIS_CATEGORY_IOSTRINGOP)
    {
      op_lose (d, AMD64_RSI, true);
      op_lose (d, AMD64_RDI, true);
    }
}

static void
move (struct decoding *d)
{
  const ZydisDecodedOperand *to = &d->operands[0], *from = &d->operands[1];

  if (is_memory (to))
    store (d, is_reg (from, 64) ? number_of (from) : REG_NONE, to);
  else if (is_reg (from, 64))
    op_set (d, number_of (to), number_of (from), 0);
  else if (is_reg (from, 32))
    op_extend (d, number_of (to), number_of (from), 32, false);
  else if (is_wide (to) && is_imm (from))
    op_const (d, number_of (to),
              to->size == 32 ? (uint32_t) from->imm.value.u
                             : from->imm.value.u);
  else if (is_wide (to) && is_memory (from))
    load (d, number_of (to), from, false);
  else
    lose_written (d);
}

/* movsxd, and the same on RAX.  */
static void
extend_sign (struct decoding *d)
{
  const ZydisDecodedOperand *to = &d->operands[0], *from = &d->operands[1];

  if (d->zi->mnemonic == ZYDIS_MNEMONIC_CDQE)
    op_extend (d, AMD64_RAX, AMD64_RAX, 32, true);
  else if (!is_reg (to, 64))
    lose_written (d);
  else if (is_memory (from))
    load (d, number_of (to), from, true);
  else
    op_extend (d, number_of (to), number_of (from), 32, true);
}

static void
extend_zero (struct decoding *d)
{
  const ZydisDecodedOperand *to = &d->operands[0], *from = &d->operands[1];

  if (!is_wide (to))
    lose_written (d);
  else if (is_memory (from))
    load (d, number_of (to), from, false);
  else if (reg_is_high_byte (from->reg.value))
    op_lose (d, number_of (to), false);
  else
    op_extend (d, number_of (to), number_of (from), from->size, false);
}

static void
load_address (struct decoding *d)
{
  const ZydisDecodedOperand *to = &d->operands[0];
  struct op address = { .a = REG_NONE, .b = REG_NONE };

  if (!is_reg (to, 64) || !op_set_address (d, &address, &d->operands[1])
      || (address.b != REG_NONE && address.scale != 1))
    {
      lose_written (d);
      return;
    }
  const unsigned dst = number_of (to);
  if (address.a == REG_NONE && address.b == REG_NONE)
    op_const (d, dst, (uint64_t) address.imm)->sign = true;
  else if (address.b == REG_NONE)
    op_set (d, dst, address.a, address.imm);
  else if (address.a == REG_NONE)
    op_set (d, dst, address.b, address.imm);
  else
    {
      op_sum (d, dst, address.a, address.b);
      op_set (d, dst, dst, address.imm);
    }
}

static void
add_or_subtract (struct decoding *d)
{
  const ZydisDecodedOperand *to = &d->operands[0], *from = &d->operands[1];
  const int sign = d->zi->mnemonic == ZYDIS_MNEMONIC_ADD ? 1 : -1;

  if (is_reg (to, 64) && is_imm (from))
    op_set (d, number_of (to), number_of (to), sign * from->imm.value.s);
  else if (is_reg (to, 64) && is_reg (from, 64) && sign > 0)
    op_sum (d, number_of (to), number_of (to), number_of (from));
  else
    lose_written (d);
}

static void
mask (struct decoding *d)
{
  const ZydisDecodedOperand *to = &d->operands[0], *from = &d->operands[1];

  if (is_reg (to, 32) && is_imm (from))
    op_add (d, OP_BOUND, number_of (to), REG_NONE)->imm
        = (uint32_t) from->imm.value.u;
  else if (is_reg (to, 64) && is_imm (from) && from->imm.value.s >= 0)
    op_add (d, OP_BOUND, number_of (to), REG_NONE)->imm = from->imm.value.s;
  else if (is_reg (to, 64) && is_imm (from) && number_of (to) == REG_SP)
    op_add (d, OP_ALIGN, REG_SP, REG_SP);
  else
    lose_written (d);
}

static void
clear (struct decoding *d)
{
  const ZydisDecodedOperand *to = &d->operands[0], *from = &d->operands[1];

  if (is_wide (to) && is_reg (from, to->size)
      && to->reg.value == from->reg.value)
    op_const (d, number_of (to), 0);
  else if (d->zi->mnemonic == ZYDIS_MNEMONIC_SUB)
    add_or_subtract (d);
  else
    lose_written (d);
}

static void
compare (struct decoding *d)
{
  const ZydisDecodedOperand *a = &d->operands[0], *b = &d->operands[1];
  uint64_t limit = b->imm.value.u;

  if (!is_imm (b))
    return;
  if (a->size < 64)
    limit &= (UINT64_C (1) << a->size) - 1;
  if (a->type == ZYDIS_OPERAND_TYPE_REGISTER
      && !reg_is_high_byte (a->reg.value))
    op_compare (d, number_of (a), a->size, limit);
  else if (is_memory (a))
    {
      struct op *op = op_add (d, OP_COMPARE_AT, REG_NONE, REG_NONE);
      op->width = a->size;
      if (op_set_address (d, op, a))
        op_add (d, OP_LIMIT, REG_NONE, REG_NONE)->imm = (int64_t) limit;
      else
        d->insn->op_count--;
    }
}

static void
push (struct decoding *d)
{
  const ZydisDecodedOperand *from = &d->operands[0];

  if (d->zi->operand_width != 64)
    op_lose (d, REG_SP, true);
  else
    push_register (d, is_reg (from, 64) ? number_of (from) : REG_NONE);
}

static void
pop (struct decoding *d)
{
  const ZydisDecodedOperand *to = &d->operands[0];

  if (d->zi->operand_width != 64
      || (is_reg (to, 64) && number_of (to) == REG_SP))
    op_lose (d, REG_SP, true);
  else if (is_reg (to, 64))
    pop_register (d, number_of (to));
  else
    {
      op_set (d, REG_SP, REG_SP, 8);
      if (is_memory (to))
        store (d, REG_NONE, to);
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
  else if (is_imm (to))
    {
      insn->target = d->addr + to->imm.value.u;
      insn->flow = call ? FLOW_CALL : FLOW_JUMP;
      /* Such a call only takes the address of the code.  */
      if (call && insn->target == d->addr)
        insn->flow = FLOW_REFUSED;
    }
  else
    {
      insn->flow = call ? FLOW_CALL_ANY : FLOW_JUMP_ANY;
      if (is_memory (to))
        {
          load (d, REG_JUMP, to, false);
          const struct op *op = &d->ops[0];
          if (op->a == REG_NONE && op->b == REG_NONE)
            insn->target = (uint64_t) op->imm;
        }
      else
        op_set (d, REG_JUMP, number_of (to), 0);
    }
}

static void
branch (struct decoding *d)
{
  const ZydisDecodedOperand *to = &d->operands[0];

  lose_written (d); /* loop counts RCX */
  d->insn->flow = is_imm (to) ? FLOW_BRANCH : FLOW_REFUSED;
  d->insn->target = d->addr + to->imm.value.u;
}

/* Instructions unlike all others.  */
static void
single (struct decoding *d)
{
  switch (d->zi->mnemonic)
    {
    case ZYDIS_MNEMONIC_PUSHFQ:
      push_register (d, REG_NONE);
      break;
    case ZYDIS_MNEMONIC_POPFQ:
      op_set (d, REG_SP, REG_SP, 8);
      break;
    case ZYDIS_MNEMONIC_LEAVE:
      op_set (d, REG_SP, REG_FP, 0);
      pop_register (d, REG_FP);
      break;
    case ZYDIS_MNEMONIC_SYSCALL:
      d->insn->syscall = true;
      lose_written (d);
      op_lose (d, AMD64_RAX, true);
      break;
    case ZYDIS_MNEMONIC_RET:
      if (d->zi->meta.branch_type == ZYDIS_BRANCH_TYPE_FAR
          || d->zi->operand_count_visible != 0)
        d->insn->flow = FLOW_REFUSED;
      break;
    default: /* INT; Go's assembler writes INT3 so */
      if (d->operands[0].imm.value.u != 3)
        d->insn->flow = FLOW_REFUSED;
    }
}

/* What an instruction does: where execution continues, and its effects, which
   may change that.  Without EFFECTS, if it goes on, it is a branch, or loses
   what it writes.  */
struct meaning
{
  void (*effects) (struct decoding *d);
  uint8_t flow;
  uint8_t condition;
};

/* clang-format off */
#define DOES(name, function)                                                  \
  [ZYDIS_MNEMONIC_##name] = { .effects = function }
#define GOES(name, way) [ZYDIS_MNEMONIC_##name] = { .flow = way }
#define BRANCH(name, when)                                                    \
  [ZYDIS_MNEMONIC_##name] = { .effects = branch, .condition = when }
static const struct meaning meanings[ZYDIS_MNEMONIC_MAX_VALUE + 1] = {
  DOES (MOV, move), DOES (MOVSXD, extend_sign), DOES (CDQE, extend_sign),
  DOES (MOVZX, extend_zero), DOES (LEA, load_address),
  DOES (ADD, add_or_subtract), DOES (SUB, clear), DOES (XOR, clear),
  DOES (AND, mask), DOES (CMP, compare),
  DOES (PUSH, push), DOES (PUSHFQ, single),
  DOES (POP, pop), DOES (POPFQ, single), DOES (LEAVE, single),
  DOES (JMP, transfer), DOES (CALL, transfer), DOES (SYSCALL, single),
  BRANCH (JNBE, COND_ABOVE), BRANCH (JBE, COND_NOT_ABOVE),
  BRANCH (JB, COND_BELOW), BRANCH (JNB, COND_NOT_BELOW),
  [ZYDIS_MNEMONIC_RET] = { .effects = single, .flow = FLOW_RETURN },
  [ZYDIS_MNEMONIC_INT] = { .effects = single, .flow = FLOW_STOP },
  GOES (UD0, FLOW_STOP), GOES (UD1, FLOW_STOP), GOES (UD2, FLOW_STOP),
  GOES (HLT, FLOW_STOP), GOES (INT3, FLOW_STOP),
  GOES (IRET, FLOW_REFUSED), GOES (IRETD, FLOW_REFUSED),
  GOES (IRETQ, FLOW_REFUSED), GOES (SYSRET, FLOW_REFUSED),
  GOES (SYSENTER, FLOW_REFUSED), GOES (SYSEXIT, FLOW_REFUSED),
  GOES (XBEGIN, FLOW_REFUSED), GOES (ENTER, FLOW_REFUSED),
};
#undef DOES
#undef GOES
#undef BRANCH
/* clang-format on */

void
amd64_effects (struct decoding *d)
{
  const struct meaning *meaning = &meanings[d->zi->mnemonic];

  d->insn->flow = meaning->flow;
  d->insn->condition = meaning->condition & 7U;
  if (meaning->effects != NULL)
    meaning->effects (d);
  else if (d->zi->meta.category == ZYDIS_CATEGORY_COND_BR
           && meaning->flow == FLOW_NEXT)
    branch (d);
  else if (meaning->flow == FLOW_NEXT)
    lose_written (d);
}

#endif
