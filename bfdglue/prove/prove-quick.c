/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   prove-quick.c - decode the usual instructions of AMD64.

   Most instructions of compiled code have one of a hundred opcodes, a REX
   prefix or none, and general registers or memory as operands.  Zydis takes
   1,500 instructions of its own for one of them.  This takes 200, and agrees
   with Zydis in all that prove-amd64.c uses: a unit test compares both.  Zydis
   decodes all others.  */

#include "config.h"

#include "prove-machine.h"

#ifdef HAVE_ZYDIS

#include "prove-quick.h"

enum
{
  READ = ZYDIS_OPERAND_ACTION_READ,
  WRITE = ZYDIS_OPERAND_ACTION_WRITE,
  CHANGE = ZYDIS_OPERAND_ACTION_READWRITE
};

/* Operands by the letters of the manuals: E is a register or memory, and G a
   register, by ModRM; A is RAX, O a register by the opcode; I is an immediate,
   J a displacement, of 8 bits with a B, else of 32; I has 16 if other operands
   do.  */
enum form
{
  FORM_OTHER, /* not here */
  FORM_NONE,
  FORM_E,
  FORM_EG,
  FORM_GE,
  FORM_GM, /* E is memory */
  FORM_GEIB,
  FORM_GEI,
  FORM_EIB,
  FORM_EI,
  FORM_AIB,
  FORM_AI,
  FORM_O,
  FORM_OI, /* of 64 bits if O has 64 */
  FORM_JB,
  FORM_J
};

struct shape
{
  uint16_t mnemonic;
  uint8_t form;
  uint8_t e;      /* bits of E, or of O; 0: 32, or by prefixes 16 or 64 */
  uint8_t g;      /* bits of G, likewise */
  uint8_t action; /* on the first operand */
  bool flags;     /* they change */
};

/* clang-format off */
#define M(name) ZYDIS_MNEMONIC_##name

/* Arithmetic, whose opcodes begin at 8 times ROW.  */
#define SUM(row, name, action)                                                \
  [8 * (row)] = { M (name), FORM_EG, 8, 8, action, true },                    \
  [8 * (row) + 1] = { M (name), FORM_EG, 0, 0, action, true },                \
  [8 * (row) + 2] = { M (name), FORM_GE, 8, 8, action, true },                \
  [8 * (row) + 3] = { M (name), FORM_GE, 0, 0, action, true },                \
  [8 * (row) + 4] = { M (name), FORM_AIB, 8, 0, action, true },               \
  [8 * (row) + 5] = { M (name), FORM_AI, 0, 0, action, true }

#define EIGHT(first, ...)                                                     \
  [first] = __VA_ARGS__, [first + 1] = __VA_ARGS__,                           \
  [first + 2] = __VA_ARGS__, [first + 3] = __VA_ARGS__,                       \
  [first + 4] = __VA_ARGS__, [first + 5] = __VA_ARGS__,                       \
  [first + 6] = __VA_ARGS__, [first + 7] = __VA_ARGS__

#define BRANCHES(first, form)                                                 \
  [first] = { M (JO), form, 0, 0, READ, false },                              \
  [first + 1] = { M (JNO), form, 0, 0, READ, false },                         \
  [first + 2] = { M (JB), form, 0, 0, READ, false },                          \
  [first + 3] = { M (JNB), form, 0, 0, READ, false },                         \
  [first + 4] = { M (JZ), form, 0, 0, READ, false },                          \
  [first + 5] = { M (JNZ), form, 0, 0, READ, false },                         \
  [first + 6] = { M (JBE), form, 0, 0, READ, false },                         \
  [first + 7] = { M (JNBE), form, 0, 0, READ, false },                        \
  EIGHT (first + 8, { M (JS), form, 0, 0, READ, false })

static const struct shape one_byte[256] = {
  SUM (0, ADD, CHANGE), SUM (1, OR, CHANGE), SUM (2, ADC, CHANGE),
  SUM (3, SBB, CHANGE), SUM (4, AND, CHANGE), SUM (5, SUB, CHANGE),
  SUM (6, XOR, CHANGE), SUM (7, CMP, READ),
  EIGHT (0x50, { M (PUSH), FORM_O, 64, 0, READ, false }),
  EIGHT (0x58, { M (POP), FORM_O, 64, 0, WRITE, false }),
  [0x63] = { M (MOVSXD), FORM_GE, 32, 64, WRITE, false },
  [0x68] = { M (PUSH), FORM_J, 0, 0, READ, false },
  [0x69] = { M (IMUL), FORM_GEI, 0, 0, WRITE, true },
  [0x6a] = { M (PUSH), FORM_JB, 0, 0, READ, false },
  [0x6b] = { M (IMUL), FORM_GEIB, 0, 0, WRITE, true },
  BRANCHES (0x70, FORM_JB),
  [0x84] = { M (TEST), FORM_EG, 8, 8, READ, true },
  [0x85] = { M (TEST), FORM_EG, 0, 0, READ, true },
  [0x88] = { M (MOV), FORM_EG, 8, 8, WRITE, false },
  [0x89] = { M (MOV), FORM_EG, 0, 0, WRITE, false },
  [0x8a] = { M (MOV), FORM_GE, 8, 8, WRITE, false },
  [0x8b] = { M (MOV), FORM_GE, 0, 0, WRITE, false },
  [0x8d] = { M (LEA), FORM_GM, 0, 0, WRITE, false },
  [0x90] = { M (NOP), FORM_NONE, 0, 0, READ, false },
  [0x98] = { M (CDQE), FORM_NONE, 0, 0, READ, false },
  [0xa8] = { M (TEST), FORM_AIB, 8, 0, READ, true },
  [0xa9] = { M (TEST), FORM_AI, 0, 0, READ, true },
  EIGHT (0xb8, { M (MOV), FORM_OI, 0, 0, WRITE, false }),
  [0xc3] = { M (RET), FORM_NONE, 0, 0, READ, false },
  [0xe8] = { M (CALL), FORM_J, 0, 0, READ, false },
  [0xe9] = { M (JMP), FORM_J, 0, 0, READ, false },
  [0xeb] = { M (JMP), FORM_JB, 0, 0, READ, false },
};

/* Opcodes after 0F.  */
static const struct shape two_bytes[256] = {
  [0x1f] = { M (NOP), FORM_EG, 0, 0, READ, false },
  EIGHT (0x40, { M (CMOVO), FORM_GE, 0, 0, CHANGE, false }),
  EIGHT (0x48, { M (CMOVO), FORM_GE, 0, 0, CHANGE, false }),
  BRANCHES (0x80, FORM_J),
  EIGHT (0x90, { M (SETO), FORM_E, 8, 0, WRITE, false }),
  EIGHT (0x98, { M (SETO), FORM_E, 8, 0, WRITE, false }),
  [0xaf] = { M (IMUL), FORM_GE, 0, 0, CHANGE, true },
  [0xb6] = { M (MOVZX), FORM_GE, 8, 0, WRITE, false },
  [0xb7] = { M (MOVZX), FORM_GE, 16, 0, WRITE, false },
  [0xbe] = { M (MOVSX), FORM_GE, 8, 0, WRITE, false },
  [0xbf] = { M (MOVSX), FORM_GE, 16, 0, WRITE, false },
  EIGHT (0xc8, { M (BSWAP), FORM_O, 0, 0, CHANGE, false }),
};
/* clang-format on */

/* Opcodes that continue in ModRM; there is the mnemonic of arithmetic.  */
static const struct shape groups[256] = {
  [0x80] = { M (ADD), FORM_EIB, 8, 0, CHANGE, true },
  [0x81] = { M (ADD), FORM_EI, 0, 0, CHANGE, true },
  [0x83] = { M (ADD), FORM_EIB, 0, 0, CHANGE, true },
  [0xc0] = { M (SHL), FORM_EIB, 8, 0, CHANGE, true },
  [0xc1] = { M (SHL), FORM_EIB, 0, 0, CHANGE, true },
  [0xc6] = { M (MOV), FORM_EIB, 8, 0, WRITE, false },
  [0xc7] = { M (MOV), FORM_EI, 0, 0, WRITE, false },
  [0xd0] = { M (SHL), FORM_E, 8, 0, CHANGE, true },
  [0xd1] = { M (SHL), FORM_E, 0, 0, CHANGE, true },
  [0xd2] = { M (SHL), FORM_E, 8, 0, CHANGE, true },
  [0xd3] = { M (SHL), FORM_E, 0, 0, CHANGE, true },
};

/* Opcodes that continue in ModRM, with different operands.  */
static const struct shape group_f6[8] = {
  { M (TEST), FORM_EIB, 8, 0, READ, true },
  [2] = { M (NOT), FORM_E, 8, 0, CHANGE, false },
  { M (NEG), FORM_E, 8, 0, CHANGE, true },
};
static const struct shape group_f7[8] = {
  { M (TEST), FORM_EI, 0, 0, READ, true },
  [2] = { M (NOT), FORM_E, 0, 0, CHANGE, false },
  { M (NEG), FORM_E, 0, 0, CHANGE, true },
};
static const struct shape group_ff[8] = {
  { M (INC), FORM_E, 0, 0, CHANGE, true },
  { M (DEC), FORM_E, 0, 0, CHANGE, true },
  { M (CALL), FORM_E, 64, 0, READ, false },
  [4] = { M (JMP), FORM_E, 64, 0, READ, false },
  [6] = { M (PUSH), FORM_E, 64, 0, READ, false },
};

/* The shape of OPCODE with MODRM.  */
static struct shape
group_shape (unsigned opcode, unsigned modrm)
{
  static const uint16_t sums[] = { M (ADD), M (OR),  M (ADC), M (SBB),
                                   M (AND), M (SUB), M (XOR), M (CMP) };
  const unsigned more = modrm >> 3 & 7;
  struct shape shape = groups[opcode];

  if (opcode >= 0xf6)
    return opcode == 0xf6   ? group_f6[more]
           : opcode == 0xf7 ? group_f7[more]
           : opcode == 0xff ? group_ff[more]
                            : shape;
  if (shape.mnemonic == M (ADD))
    {
      shape.mnemonic = sums[more];
      shape.action = more == 7 ? READ : CHANGE;
    }
  else if (more != 0 && shape.mnemonic != M (SHL))
    shape.form = FORM_OTHER;
  return shape;
}

bool
amd64_take (struct bytes *b, unsigned size, int64_t *value)
{
  uint64_t bits = 0;

  if ((size_t) (b->stop - b->at) < size)
    return false;
  for (unsigned i = 0; i < size; i++)
    bits |= (uint64_t) b->at[i] << 8 * i;
  b->at += size;
  const unsigned rest = 64 - 8 * size;
  *value = (int64_t) (bits << rest) >> rest;
  return true;
}

/* Set OPERAND to general register NUMBER of BITS.  */
static void
set_reg (const struct bytes *b, ZydisDecodedOperand *operand, unsigned number,
         unsigned bits)
{
  unsigned reg = ZYDIS_REGISTER_RAX;

  if (bits == 32)
    reg = ZYDIS_REGISTER_EAX;
  else if (bits == 16)
    reg = ZYDIS_REGISTER_AX;
  else if (bits == 8)
    /* AL to BH come first, then those that take a REX prefix.  */
    reg = number >= 4 && b->rex != 0 ? ZYDIS_REGISTER_SPL - 4
                                     : ZYDIS_REGISTER_AL;
  operand->type = ZYDIS_OPERAND_TYPE_REGISTER;
  operand->size = (uint16_t) bits;
  operand->reg.value = (ZydisRegister) (reg + number);
}

/* Set OPERAND to the number of SIZE bytes that comes next.  */
static bool
set_imm (struct bytes *b, ZydisDecodedOperand *operand, unsigned size)
{
  int64_t value;

  if (!amd64_take (b, size, &value))
    return false;
  operand->type = ZYDIS_OPERAND_TYPE_IMMEDIATE;
  operand->actions = READ;
  operand->imm.value.s = value;
  return true;
}

bool
amd64_operand (struct bytes *b, ZydisDecodedOperand *operand, unsigned bits)
{
  const unsigned mod = b->modrm >> 6;
  const unsigned high = (b->rex & REX_B) != 0 ? 8 : 0;
  unsigned base = b->modrm & 7, index = 4, scale = 0;
  int64_t byte, disp = 0;

  if (mod == 3)
    {
      set_reg (b, operand, base + high, bits);
      return true;
    }
  operand->type = ZYDIS_OPERAND_TYPE_MEMORY;
  operand->size = (uint16_t) bits;
  operand->mem.segment = ZYDIS_REGISTER_DS;
  operand->mem.base = (ZydisRegister) (ZYDIS_REGISTER_RAX + base + high);
  operand->mem.index = ZYDIS_REGISTER_NONE;
  if (base == 4)
    {
      if (!amd64_take (b, 1, &byte))
        return false;
      base = (unsigned) byte & 7;
      index = ((unsigned) byte >> 3 & 7) + ((b->rex & REX_X) != 0 ? 8 : 0);
      scale = 1U << ((unsigned) byte >> 6 & 3);
      operand->mem.base = (ZydisRegister) (ZYDIS_REGISTER_RAX + base + high);
      if (mod == 0 && base == 5)
        operand->mem.base = ZYDIS_REGISTER_NONE;
    }
  else if (mod == 0 && base == 5)
    operand->mem.base = ZYDIS_REGISTER_RIP;
  if (index != 4)
    operand->mem.index = (ZydisRegister) (ZYDIS_REGISTER_RAX + index);
  operand->mem.scale = (uint8_t) scale;
  const bool wide = mod == 2 || (mod == 0 && base == 5);
  if ((wide && !amd64_take (b, 4, &disp))
      || (mod == 1 && !amd64_take (b, 1, &disp)))
    return false;
  operand->mem.disp.has_displacement = true;
  operand->mem.disp.value = disp;
  return true;
}

/* Set the OPERANDS of SHAPE, whose opcode is OPCODE.  Returns their number, or
   -1: there is no such instruction, or it is not decoded here.  */
static int
set_operands (struct bytes *b, const struct shape *shape, unsigned opcode,
              ZydisDecodedOperand *operands)
{
  const unsigned size = (b->rex & REX_W) != 0 ? 64 : b->narrow ? 16 : 32;
  const unsigned e = shape->e != 0 ? shape->e : size;
  const unsigned g = shape->g != 0 ? shape->g : size;
  const unsigned reg = (b->modrm >> 3 & 7) + ((b->rex & REX_R) != 0 ? 8 : 0);
  const unsigned by_opcode = (opcode & 7) + ((b->rex & REX_B) != 0 ? 8 : 0);
  unsigned number = size == 16 ? 2 : 4; /* bytes of one */

  operands[0].actions = shape->action;
  operands[1].actions = operands[2].actions = READ;
  switch (shape->form)
    {
    case FORM_NONE:
      return 0;
    case FORM_E:
      return amd64_operand (b, &operands[0], e) ? 1 : -1;
    case FORM_EG:
      set_reg (b, &operands[1], reg, g);
      return amd64_operand (b, &operands[0], e) ? 2 : -1;
    case FORM_GM:
    case FORM_GE:
      if (shape->form == FORM_GM && b->modrm >> 6 == 3)
        return -1;
      set_reg (b, &operands[0], reg, g);
      return amd64_operand (b, &operands[1], e) ? 2 : -1;
    case FORM_GEIB:
      number = 1;
      /* Fall through.  */
    case FORM_GEI:
      set_reg (b, &operands[0], reg, g);
      return amd64_operand (b, &operands[1], e)
                     && set_imm (b, &operands[2], number)
                 ? 3
                 : -1;
    case FORM_EIB:
      number = 1;
      /* Fall through.  */
    case FORM_EI:
      return amd64_operand (b, &operands[0], e)
                     && set_imm (b, &operands[1], number)
                 ? 2
                 : -1;
    case FORM_O:
    case FORM_OI:
      set_reg (b, &operands[0], by_opcode, e);
      if (shape->form == FORM_O)
        return 1;
      return set_imm (b, &operands[1], size / 8) ? 2 : -1;
    case FORM_AIB:
    case FORM_AI:
      set_reg (b, &operands[0], 0, e);
      return set_imm (b, &operands[1], shape->form == FORM_AIB ? 1 : number)
                 ? 2
                 : -1;
    case FORM_JB:
    case FORM_J:
      return set_imm (b, &operands[0], shape->form == FORM_JB ? 1 : 4) ? 1
                                                                       : -1;
    default:
      return -1;
    }
}

/* Whether the prefixes of B leave SHAPE as it is.  */
static bool
is_usual (const struct bytes *b, const struct shape *shape)
{
  switch (shape->mnemonic)
    {
    case M (MOVSXD):
    case M (CDQE):
      return (b->rex & REX_W) != 0;
    case M (NOP):
      return shape->form != FORM_NONE || b->rex == 0;
    default:
      return !b->narrow
             || (shape->form >= FORM_E && shape->form <= FORM_AI
                 && shape->e != 64);
    }
}

bool
amd64_quick (const uint8_t *code, size_t size, ZydisDecodedInstruction *zi,
             ZydisDecodedOperand *operands, bool *flags)
{
  struct bytes b = bytes_of (code, size);
  const struct shape *shapes = one_byte;

  while (b.at < b.stop && *b.at == 0x66)
    {
      b.narrow = true;
      b.at++;
    }
  if (b.at < b.stop && (*b.at & 0xf0) == REX)
    b.rex = *b.at++;
  if (b.at < b.stop && *b.at == 0x0f)
    {
      shapes = two_bytes;
      b.at++;
    }
  if (b.at == b.stop)
    return false;
  const unsigned opcode = *b.at++;
  struct shape shape = shapes[opcode];
  if (shape.form == FORM_OTHER
      || (shape.form >= FORM_E && shape.form <= FORM_GEI))
    {
      if (b.at == b.stop)
        return false;
      b.modrm = *b.at++;
      if (shape.form == FORM_OTHER && shapes == one_byte)
        shape = group_shape (opcode, b.modrm);
    }
  if (!is_usual (&b, &shape))
    return false;
  const int count = set_operands (&b, &shape, opcode, operands);
  if (count < 0)
    return false;
  const bool branch
      = shapes == two_bytes ? opcode >> 4 == 8 : opcode >> 4 == 7;
  zi->mnemonic = (ZydisMnemonic) shape.mnemonic;
  zi->length = (uint8_t) (b.at - code);
  zi->operand_width = 64;
  zi->operand_count = zi->operand_count_visible = (uint8_t) count;
  zi->attributes = 0;
  zi->meta.category = branch ? ZYDIS_CATEGORY_COND_BR : ZYDIS_CATEGORY_INVALID;
  zi->meta.branch_type = ZYDIS_BRANCH_TYPE_NEAR;
  *flags = shape.flags;
  return true;
}

#endif
