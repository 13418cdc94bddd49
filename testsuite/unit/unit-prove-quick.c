/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-prove-quick.c - what is decoded without Zydis is decoded as Zydis
   does: all opcodes of one byte, and of two after 0F, with each ModRM, some
   prefixes, and random bytes after them, whole and cut.  */

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
  TURNS = 6 /* of each opcode and ModRM */
};

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
  const bool good = amd64_decode (code, size, ADDRESS, &a, first);

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
  if (prefix < 0xc0)
    code[at++] = (uint8_t) (0x40 | (prefix & 15));
  else if (prefix < 0xc8)
    code[at++] = 0x66;
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
  unit_result_of (quick > (TURNS << 17) / 6, "prove-quick: %lu decoded",
                  quick);
}

#else

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
  return unit_exit ();
}
