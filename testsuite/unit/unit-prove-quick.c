/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-prove-quick.c - what is decoded without Zydis is decoded as Zydis
   does: all opcodes of one byte, and of two after 0F, with each ModRM, some
   prefixes, and random bytes after them, whole and cut; and random ones for
   vectors, with others of their kind.  */

#include "config.h"

#include <stdio.h>
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

/* Read the bytes of TEXT to CODE, and fill it up.  Returns their number.  */
static size_t
read_code (const char *text, uint8_t *code)
{
  size_t size = 0;
  unsigned byte;

  memset (code, 0, BYTES);
  while (sscanf (text + 2 * size, "%2x", &byte) == 1)
    code[size++] = (uint8_t) byte;
  return size;
}

/* What is decoded quickly, and what is left to Zydis.  */
static void
test_quick (void)
{
  static const char *const texts[] = {
    "90 6690 0f1f00 480f1f00 660f1f00 c3 48c3 4898 4863c1 486301 01c8 00c8 "
    "6601c8 03c8 0501000000 66050100 0401 50 4150 58 55 6801000000 6a01 "
    "69c101000000 6669c10100 6bc101 7001 7f01 84c0 85c0 88c0 8807 89c0 8a07 "
    "8b07 668b07 8d07 488d07 a801 a901000000 b801000000 "
    "48b80100000000000000 41bf01000000 e800000000 e900000000 eb00 0f45c1 "
    "0f4fc1 0f8000000000 0f8f00000000 0f94c0 0f9f00 0fafc1 660fafc1 0fb6c1 "
    "0fb7c1 0fbec1 0fbfc1 0fc8 480fcf 80c001 80f801 81c001000000 6681c00100 "
    "83c001 83f801 c0c001 c0c801 c0f801 c1c001 c1e801 c60001 c6c001 "
    "c7c001000000 66c7000100 d0c0 d0f8 d1e8 d2c0 d3f8 f6c001 f6d0 f6d8 "
    "f60001 f7c001000000 66f7c00100 f7d0 f7d8 ffc0 ffc8 66ffc0 ffd0 ff10 "
    "ffe0 ff20 fff0 ff30 8b042501000000 8b44c801 8b8001000000 "
    "8b84c801000000",
    "4090 4190 4890 4990 98 6698 63c1 6663c1 66c3 8dc0 06 0f05 0fa2 0fc7 "
    "0fb0c1 660fc8 6650 6658 66b80100 66e9 66eb00 667001 666a01 66ffd0 "
    "66ffe0 66fff0 f6c801 f6e0 f7c801000000 f7e0 fec0 fec8 ffd8 ff18 ffe8 "
    "ff28 fff8 ff38 8fc0 c6c801 c7c801000000 c6f801 8ec0 a4 c9 cc f3c3 f290 "
    "67 62 c4 c5 64 f0 0f0b 0f10c1 0f38 0f3a e3 e0 9c e8 e9 66 48 6648 0f "
    "660f 480f 80 8b 8d 0f1f f6 ff b8 a8 a9 70 eb 81c0 83c0 8b80 8b44 8b04 "
    "8b05 0f80 0f45 69c1 6bc1",
  };
  ZydisDecodedOperand operands[ZYDIS_MAX_OPERAND_COUNT];
  ZydisDecodedInstruction zi;
  uint8_t code[BYTES];
  char word[2 * BYTES + 1];
  bool flags;
  int used;

  for (unsigned i = 0; i < 2; i++)
    for (const char *text = texts[i];
         sscanf (text, "%30s%n", word, &used) == 1; text += used)
      {
        const size_t size = read_code (word, code);
        unit_result_of (
            amd64_quick (code, size, &zi, operands, &flags) == (i == 0)
                && (i != 0 || zi.length == size),
            "prove-quick: %s %s", i == 0 ? "takes" : "leaves", word);
      }
}

/* Whether the first instruction teaches the kind of the second, which has SIZE
   bytes; 0: any.  */
static const struct
{
  const char *first, *second;
  size_t size;
  bool known;
} kind_trials[] = {
  { "c5ec58c1", "c5ec58d3", 0, true },
  { "c5ec58c1", "c56458d3", 0, true },
  { "c5ec58c1", "c5fc58d3", 0, false },
  { "c5ec58c1", "c5ed58d3", 0, false },
  { "c5ec58c1", "c5e858d3", 0, false },
  { "c5ec58c1", "c5ec59d3", 0, false },
  { "c5ec5807", "c5ec584708", 0, true },
  { "c5ec5807", "c5ec58c1", 0, false },
  { "c4e26d40c1", "c4426540d2", 0, true },
  { "c4e26d40c1", "c4e16d40c1", 0, false },
  { "c4e26d40c1", "c4e2ed40c1", 0, false },
  { "62f16c4858c1", "62316c4858d2", 0, true },
  { "62f16c4858c1", "62f1644858d2", 0, true },
  { "62f16c4858c1", "62f16c4858d2", 6, true },
  { "62f16c4858c1", "62f26c4858d2", 0, false },
  { "62f26d4840c1", "62f26d4840d2", 0, true },
  { "62f36d4825c105", "62f36d4825d207", 0, true },
  { "c4e36d0fc105", "c4e36d0fd207", 0, true },
  { "62f16c4858c1", "62f16c4958d2", 0, false },
  { "62f16c4858c1", "62f1ec4858d2", 0, false },
  { "0f58c1", "0f58d3", 0, true },
  { "0f58c1", "0f58d3", 6, true },
  { "0f58c1", "0f58d3", 5, false },
  { "0f58c1", "660f58d3", 0, false },
  { "0f58c1", "0f59d3", 0, false },
  { "660f58c1", "660f58d3", 0, true },
  { "660f58c1", "f20f58d3", 0, false },
  { "f20f58c1", "f20f58d3", 0, true },
  { "f20f58c1", "f30f58d3", 0, false },
  { "f30f58c1", "f30f58d3", 0, true },
  { "440f58c1", "470f58d3", 0, true },
  { "f3450f58c1", "f3410f58d3", 0, true },
  { "660f3800c1", "660f3800d3", 0, true },
  { "660f3a0fc101", "660f3a0fd302", 0, true },
  { "660f3800c1", "660f3a00d3", 0, false },
  { "660f72f005", "660f72f107", 0, true },
  { "660f72f005", "660f72e107", 0, false },
  { "660f6ec0", "660f6ec8", 0, true },
  { "660f7ec0", "660f7ec8", 0, false },
  { "f20f2ac0", "f20f2ac9", 0, true },
  { "f20f2cc0", "f20f2cc9", 0, false },
  { "0f1107", "0f114608", 0, true },
  { "0f1107", "0f118600010000", 0, true },
  { "0f1107", "0f1007", 0, false },
  { "0f1107", "0f11c1", 0, false },
  { "c5fc1107", "c5fc114708", 0, true },
  { "62f17c481107", "62f17c481106", 0, true },
  { "62f17c481107", "62f17c48118600010000", 0, true },
  { "62f17c481107", "62f17c48114701", 0, false },
  { "62f17c481007", "62f17c48104701", 0, true },
  { "660f70c11b", "660f70ca05", 0, true },
  { "660f70401b01", "660f70401b02", 6, true },
  { "660f70801b00000001", "660f70801b00000001", 8, false },
  { "0f0fc19e", "0f0fca9e", 0, false },
  { "0fafc1", "0fafd3", 0, false },
  { "62f17d4876c9", "62f17d4876ca", 0, true },
  { "62f17d4876c9", "62f17d4876c2", 0, false },
};

static void
test_kinds (void)
{
  ZydisDecodedOperand operands[ZYDIS_MAX_OPERAND_COUNT];
  ZydisDecodedInstruction zi;
  uint8_t code[BYTES];
  struct op ops[PROVE_OPS];

  for (size_t i = 0; i < sizeof kind_trials / sizeof *kind_trials; i++)
    {
      struct insn insn = { 0 };
      memset (kinds, 0, sizeof kinds);
      read_code (kind_trials[i].first, code);
      const bool good
          = amd64_decode (code, sizeof code, ADDRESS, kinds, &insn, ops);
      const size_t size = read_code (kind_trials[i].second, code);
      unit_result_of (
          good
              && amd64_kind_find (
                     kinds, code,
                     kind_trials[i].size != 0 ? kind_trials[i].size : BYTES,
                     &zi, operands)
                     == kind_trials[i].known
              && (!kind_trials[i].known || zi.length == size)
              && same (code, sizeof code),
          "prove-kinds: %s teaches %s%s", kind_trials[i].first,
          kind_trials[i].known ? "" : "nothing of ", kind_trials[i].second);
    }
}

/* A kind that is known is used: here it says that another byte follows.  And
   it goes without kinds.  */
static void
test_known (void)
{
  uint8_t code[BYTES];
  struct insn insn = { 0 };
  struct op ops[PROVE_OPS];

  memset (kinds, 0, sizeof kinds);
  read_code ("0f58c1", code);
  unit_result (amd64_decode (code, sizeof code, ADDRESS, NULL, &insn, ops)
                   && insn.size == 3,
               "prove-kinds: none");
  insn = (struct insn){ 0 };
  unit_result (amd64_decode (code, sizeof code, ADDRESS, kinds, &insn, ops)
                   && insn.size == 3,
               "prove-kinds: a new one");
  for (size_t i = 0; i < INSN_KINDS; i++)
    kinds[i].tail = true;
  insn = (struct insn){ 0 };
  unit_result (amd64_decode (code, sizeof code, ADDRESS, kinds, &insn, ops)
                   && insn.size == 4,
               "prove-kinds: a known one");
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
test_quick (void)
{
}

static void
test_kinds (void)
{
}

static void
test_known (void)
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
  test_quick ();
  test_kinds ();
  test_known ();
  return unit_exit ();
}
