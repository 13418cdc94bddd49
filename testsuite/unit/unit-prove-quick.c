/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-prove-quick.c - what is decoded without Zydis is decoded as Zydis
   does: all opcodes of one byte, and of two after 0F, with each ModRM, some
   prefixes, and random bytes after them, whole and cut; and random ones for
   vectors, with others of their kind.  */

#include "config.h"

#include <string.h>

#include "prove-machine.h"
#include "result.h"

#ifdef HAVE_ZYDIS

#include "prove-quick.h"

enum
{
  BYTES = 15,
  ADDRESS = 0x401000,
  TURNS = 2, /* of each opcode and ModRM */
  KINDS = 1 << 14,
  LIKE = 4, /* others of each */
  VEX_2 = 0xc5,
  VEX_3 = 0xc4,
  EVEX = 0x62
};

static struct insn_kind kinds[INSN_KINDS];

static uint64_t seed = 1;

static unsigned
random_byte (void)
{
  seed = seed * UINT64_C (6364136223846793005) + 1442695040888963407;
  return (unsigned) (seed >> 56);
}

/* Whether both say the same of the SIZE bytes at CODE.  */
static bool
same (const uint8_t *code, size_t size)
{
  struct insn a = { 0 }, b = { 0 };
  struct op first[PROVE_OPS], second[PROVE_OPS];
  const bool good = amd64_decode (code, size, ADDRESS, kinds, &a, first);

  if (amd64_decode_slowly (code, size, ADDRESS, &b, second) != good)
    return false;
  if (!good)
    return true;
  return a.target == b.target && a.size == b.size && a.flow == b.flow
         && a.condition == b.condition && a.op_count == b.op_count
         && a.syscall == b.syscall && a.flags == b.flags && a.nop == b.nop
         && memcmp (first, second, a.op_count * sizeof *first) == 0;
}

/* Write an instruction of OPCODE, and of MODRM if it has one, to CODE.  */
static void
write_code (uint8_t *code, unsigned opcode, unsigned modrm)
{
  size_t at = 0;

  for (size_t i = 0; i < BYTES; i++)
    code[i] = (uint8_t) random_byte ();
  const unsigned prefix = random_byte ();
  if (prefix >= 0xa0)
    code[at++] = 0x66;
  if (prefix >= 0xf8)
    code[at++] = 0x66;
  if ((prefix & 0x18) != 0)
    code[at++] = (uint8_t) (0x40 | (random_byte () & 15));
  if (opcode > 0xff)
    code[at++] = 0x0f;
  code[at++] = (uint8_t) opcode;
  code[at] = (uint8_t) modrm;
}

static void
compare (void)
{
  unsigned long differ = 0, cut = 0, quick = 0;
  ZydisDecodedOperand operands[ZYDIS_MAX_OPERAND_COUNT];
  ZydisDecodedInstruction zi;
  uint8_t code[BYTES];
  bool flags;

  for (unsigned i = 0; i < TURNS << 17; i++)
    {
      write_code (code, i & 511, i >> 9 & 255);
      differ += !same (code, sizeof code);
      quick += amd64_quick (code, sizeof code, &zi, operands, &flags);
      cut += !same (code, random_byte () % BYTES);
    }
  unit_result_of (differ == 0, "prove-quick: %u instructions, %lu others",
                  TURNS << 17, differ);
  unit_result_of (cut == 0, "prove-quick: cut, %lu others", cut);
  unit_result_of (quick > (TURNS << 17) / 4, "prove-quick: %lu decoded",
                  quick);
}

/* Write the prefixes of an instruction for vectors to CODE, which is random.
   Returns where its opcode is.  */
static size_t
write_head (uint8_t *code)
{
  static const uint8_t prefixes[] = { 0x66, 0xf2, 0xf3 };
  const unsigned way = random_byte ();
  const uint8_t third = (way & 0x10) != 0 ? 0x78 : 0;
  size_t at = 0;

  switch (way & 3)
    {
    case 0:
      code[0] = VEX_2;
      code[1] |= third;
      return 2;
    case 1:
    case 2:
      code[0] = (way & 3) == 1 ? VEX_3 : EVEX;
      code[2] |= third;
      /* Maps 1 to 3, mostly.  */
      if (way < 0xf0)
        code[1] = (uint8_t) ((code[1] & 0xf0) | (1 + way % 3));
      if (code[0] == VEX_3)
        return 3;
      code[2] |= 4;
      if ((way & 0x20) != 0)
        code[3] = (uint8_t) ((code[3] & 0x60) | 8);
      return 4;
    default:
      if (way < 0xc0)
        code[at++] = prefixes[way % 3];
      if ((way & 4) != 0)
        code[at++] = (uint8_t) (0x40 | (random_byte () & 15));
      code[at++] = 0x0f;
      if ((way & 24) == 24)
        code[at++] = (way & 32) != 0 ? 0x38 : 0x3a;
      return at;
    }
}

/* Give CODE, whose opcode is at OPCODE, other registers and addresses.  */
static void
vary (uint8_t *code, size_t opcode)
{
  const bool memory = code[opcode + 1] < 0xc0;

  if (code[0] == VEX_2 || code[0] == VEX_3 || code[0] == EVEX)
    {
      const size_t last = code[0] == VEX_2 ? 1 : 2;
      const bool third = (code[last] & 0x78) != 0x78;
      code[1] ^= (uint8_t) (random_byte ()
                            & (code[0] == EVEX    ? 0xf0
                               : code[0] == VEX_3 ? 0xe0
                                                  : 0x80));
      if (third)
        code[last] ^= (uint8_t) (random_byte () & 0x78);
    }
  else
    for (size_t i = 0; i < opcode; i++)
      if ((code[i] & 0xf0) == 0x40)
        code[i] ^= (uint8_t) (random_byte () & 7);
  for (size_t i = opcode + 1; i < BYTES; i++)
    code[i] = (uint8_t) random_byte ();
  code[opcode + 1] |= 0xc0;
  if (memory)
    code[opcode + 1] ^= (uint8_t) (0x40 << random_byte () % 2);
}

/* Instructions that are nearly of a kind: the second one has a vector twice,
   which is no instruction; loads, and does not store; or has no opcode.  */
static void
compare_pairs (void)
{
  static const uint8_t code[][2][7] = {
    { { 0x62, 0xf6, 0x6e, 0x48, 0x56, 0xcb },
      { 0x62, 0xf6, 0x76, 0x48, 0x56, 0xcb } },
    { { 0x62, 0xf1, 0x7c, 0x49, 0x11, 0x07 },
      { 0x62, 0xf1, 0x7c, 0xc9, 0x10, 0x07 } },
    { { 0x62, 0x61, 0x75, 0x48, 0x72, 0xc2, 5 },
      { 0x62, 0x61, 0x75, 0x48, 0x72, 0xda, 5 } },
  };

  for (size_t i = 0; i < sizeof code / sizeof *code; i++)
    unit_result_of (same (code[i][0], 7) && same (code[i][1], 7),
                    "prove-kinds: pair %zu", i);
}

static void
compare_kinds (void)
{
  unsigned long differ = 0, cut = 0, known = 0;
  ZydisDecodedOperand operands[ZYDIS_MAX_OPERAND_COUNT];
  ZydisDecodedInstruction zi;
  uint8_t code[BYTES];

  for (unsigned i = 0; i < KINDS; i++)
    {
      for (size_t k = 0; k < BYTES; k++)
        code[k] = (uint8_t) random_byte ();
      const size_t opcode = write_head (code);
      differ += !same (code, sizeof code);
      for (unsigned k = 0; k < LIKE; k++)
        {
          vary (code, opcode);
          known += amd64_kind_find (kinds, code, sizeof code, &zi, operands);
          differ += !same (code, sizeof code);
          cut += !same (code, random_byte () % BYTES);
        }
    }
  unit_result_of (differ == 0, "prove-kinds: %u kinds, %lu others", KINDS,
                  differ);
  unit_result_of (cut == 0, "prove-kinds: cut, %lu others", cut);
  unit_result_of (known > KINDS / 4, "prove-kinds: %lu known", known);
}

#else

static void
compare_kinds (void)
{
}

static void
compare_pairs (void)
{
}

static void
compare (void)
{
  unit_skip ("prove-quick: without Zydis");
}

#endif

int
main (void)
{
  compare ();
  compare_kinds ();
  compare_pairs ();
  return unit_exit ();
}
