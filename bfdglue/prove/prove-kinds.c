/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   prove-kinds.c - decode instructions of AMD64, those on vectors by kinds.

   Code on vectors is long, and has few kinds of instructions: those of one
   kind differ only in which vectors or memory they use.  They do the same to
   general registers, mostly nothing.  So Zydis decodes only the first one of a
   kind.  All bits of the prefixes and the opcode identify a kind, with those
   of the opcode that are in ModRM, and with whether ModRM means memory; but
   not those that number registers.  A unit test compares instructions of a
   kind.  */

#include "config.h"

#include "prove-machine.h"

#ifdef HAVE_ZYDIS

#include "prove-quick.h"

enum
{
  HEAD = 6, /* bytes to ModRM, at most */
  VEX_2 = 0xc5,
  VEX_3 = 0xc4,
  EVEX = 0x62,
  /* Bits after these: */
  FIRST = 0x80, /* of the register that ModRM numbers; in EVEX another, */
  MORE = 0x10,
  EXTEND = 0x60, /* and of its index and base, all of them inverted; */
  THIRD = 0x78   /* a vector of its own, if not all ones */
};

/* What identifies the kind of an instruction; REG: if the register in ModRM is
   a part of the opcode.  */
struct key
{
  uint64_t any;
  uint64_t reg;
};

/* Read the VEX or EVEX prefix at B->AT.  False: other instructions restrict
   which vectors may be the same.  */
static bool
read_vex (struct bytes *b, struct key *key)
{
  const unsigned first = *b->at++;
  const unsigned more = first == EVEX ? FIRST | MORE : FIRST;
  unsigned bits = *b->at++;

  key->any = first;
  key->reg = bits & more;
  if (first != VEX_2)
    {
      key->any |= (uint64_t) (bits & ~(EXTEND | more)) << 8;
      b->rex = (~bits & EXTEND) >> 5;
      if (first == EVEX && ((bits & 7) == 0 || (bits & 7) > 3))
        return false;
      bits = *b->at++;
    }
  else
    bits &= ~(unsigned) FIRST;
  key->any |= (uint64_t) (bits & ~(unsigned) THIRD) << 16;
  key->any |= (uint64_t) ((bits & THIRD) == THIRD) << 24;
  if (first == EVEX)
    key->any |= (uint64_t) *b->at++ << 32;
  return true;
}

/* Read the prefixes, 0F, and what selects the opcodes after it.  */
static bool
read_legacy (struct bytes *b, struct key *key)
{
  *key = (struct key){ 0 };
  if (*b->at == 0x66 || *b->at == 0xf2 || *b->at == 0xf3)
    key->any = *b->at++;
  if ((*b->at & 0xf0) == REX)
    {
      b->rex = *b->at++;
      key->any |= (b->rex & (REX | REX_W)) << 8;
      key->reg = b->rex & REX_R;
    }
  if (*b->at++ != 0x0f)
    return false;
  if (*b->at == 0x38 || *b->at == 0x3a)
    key->any |= (uint64_t) *b->at++ << 16;
  return true;
}

/* Set *KEY to that of the instruction at B->AT, up to its ModRM.  False: it
   has no kind here, or is near the end.  */
static bool
read_key (struct bytes *b, struct key *key)
{
  if (b->stop - b->at < HEAD)
    return false;
  const bool vex = *b->at == VEX_2 || *b->at == VEX_3 || *b->at == EVEX;
  if (!(vex ? read_vex : read_legacy) (b, key))
    return false;
  key->any |= (uint64_t) *b->at++ << 40;
  b->modrm = *b->at++;
  key->any |= (uint64_t) (b->modrm >> 6 == 3) << 48;
  /* No key is 0, and no ANY equals a REG.  */
  key->any |= UINT64_C (1) << 49;
  key->reg = key->any | UINT64_C (1) << 50 | key->reg << 51
             | (uint64_t) (b->modrm & 0x38) << 56;
  return true;
}

/* The place of KEY in KINDS.  */
static struct insn_kind *
place_of (struct insn_kind *kinds, uint64_t key)
{
  return &kinds[key * UINT64_C (0x9e3779b97f4a7c15) >> (64 - INSN_KIND_BITS)];
}

bool
amd64_kind_find (struct insn_kind *kinds, const uint8_t *code, size_t size,
                 ZydisDecodedInstruction *zi, ZydisDecodedOperand *operands)
{
  struct bytes b = bytes_of (code, size);
  struct key key;
  int64_t tail;

  if (!read_key (&b, &key))
    return false;
  const struct insn_kind *kind = place_of (kinds, key.any);
  if (kind->key != key.any)
    kind = place_of (kinds, key.reg);
  if (kind->key != key.any && kind->key != key.reg)
    return false;
  /* The displacement may be in units of the size of a vector.  */
  const bool scaled = *code == EVEX && b.modrm >> 6 == 1;
  if ((kind->stored != 0 && scaled)
      || !amd64_operand (&b, &operands[0], kind->stored)
      || (kind->tail && !amd64_take (&b, 1, &tail)))
    return false;
  operands[0].actions = ZYDIS_OPERAND_ACTION_WRITE;
  zi->mnemonic = ZYDIS_MNEMONIC_MOVUPS;
  zi->length = (uint8_t) (b.at - code);
  zi->operand_count = kind->stored != 0;
  zi->attributes = 0;
  zi->meta.category = ZYDIS_CATEGORY_INVALID;
  return true;
}

/* Whether OPERAND is a vector, or leaves the kind as it is.  *ANY: it is a
   vector; *REG: ModRM numbers that.  */
static bool
is_plain (const ZydisDecodedOperand *operand, bool *any, bool *reg)
{
  const bool first = operand->encoding == ZYDIS_OPERAND_ENCODING_MODRM_REG;

  if (operand->type == ZYDIS_OPERAND_TYPE_MEMORY)
    return operand->mem.type == ZYDIS_MEMOP_TYPE_MEM;
  if (operand->type != ZYDIS_OPERAND_TYPE_REGISTER)
    return operand->type == ZYDIS_OPERAND_TYPE_IMMEDIATE;
  switch (ZydisRegisterGetClass (operand->reg.value))
    {
    case ZYDIS_REGCLASS_MMX:
    case ZYDIS_REGCLASS_XMM:
    case ZYDIS_REGCLASS_YMM:
    case ZYDIS_REGCLASS_ZMM:
      *any = true;
      *reg |= first;
      return true;
    case ZYDIS_REGCLASS_GPR32:
    case ZYDIS_REGCLASS_GPR64:
      return true;
    case ZYDIS_REGCLASS_MASK: /* there are only eight */
      return operand->encoding == ZYDIS_OPERAND_ENCODING_MASK || first;
    default:
      return false;
    }
}

/* Learn the kind of D's instruction, which Zydis has decoded from CODE.  */
static void
learn (struct insn_kind *kinds, const uint8_t *code, size_t size,
       const struct decoding *d)
{
  const struct insn *insn = d->insn;
  const ZydisDecodedInstruction *zi = d->zi;
  struct bytes b = bytes_of (code, size);
  struct insn_kind kind = { 0 };
  ZydisDecodedOperand operand;
  struct key key;
  bool any = false, reg = false;

  for (unsigned i = 0; i < zi->operand_count_visible; i++)
    if (!is_plain (&d->operands[i], &any, &reg))
      return;
  if (!any || insn->flow != FLOW_NEXT || insn->flags || insn->op_count > 1
      || zi->encoding == ZYDIS_INSTRUCTION_ENCODING_3DNOW
      || !read_key (&b, &key) || !amd64_operand (&b, &operand, 0))
    return;
  if (insn->op_count != 0)
    {
      /* It must be a store to the memory of ModRM.  */
      if (d->ops[0].kind != OP_STORE || d->ops[0].width == 0
          || d->operands[0].type != ZYDIS_OPERAND_TYPE_MEMORY)
        return;
      kind.stored = d->ops[0].width;
    }
  const size_t tail = zi->length - (size_t) (b.at - code);
  kind.tail = tail != 0;
  kind.key = reg ? key.any : key.reg;
  if (tail <= 1)
    *place_of (kinds, kind.key) = kind;
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

/* Say what D's instruction at ADDR, which is decoded, does.  FLAGS: CF or ZF
   change.  */
static void
describe (struct decoding *d, uint64_t addr, bool flags)
{
  struct insn *insn = d->insn;

  d->addr = addr + d->zi->length;
  insn->flags = flags;
  insn->size = d->zi->length;
  amd64_effects (d);
  insn->nop
      = insn->size == 1 && insn->op_count == 0 && insn->flow == FLOW_NEXT;
}

bool
amd64_decode (const uint8_t *code, size_t size, uint64_t addr,
              struct insn_kind *kinds, struct insn *insn, struct op *ops)
{
  ZydisDecodedInstruction zi;
  ZydisDecodedOperand operands[ZYDIS_MAX_OPERAND_COUNT];
  struct decoding d
      = { .zi = &zi, .operands = operands, .insn = insn, .ops = ops };
  bool flags = false;
  const bool known
      = amd64_quick (code, size, &zi, operands, &flags)
        || (kinds != NULL
            && amd64_kind_find (kinds, code, size, &zi, operands));

  if (!known && !decode_any (code, size, &zi, operands, &flags))
    return false;
  describe (&d, addr, flags);
  if (!known && kinds != NULL)
    learn (kinds, code, size, &d);
  return !d.full;
}

bool
amd64_decode_slowly (const uint8_t *code, size_t size, uint64_t addr,
                     struct insn *insn, struct op *ops)
{
  ZydisDecodedInstruction zi;
  ZydisDecodedOperand operands[ZYDIS_MAX_OPERAND_COUNT];
  struct decoding d
      = { .zi = &zi, .operands = operands, .insn = insn, .ops = ops };
  bool flags;

  if (!decode_any (code, size, &zi, operands, &flags))
    return false;
  describe (&d, addr, flags);
  return !d.full;
}

#endif
