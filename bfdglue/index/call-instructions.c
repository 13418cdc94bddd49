/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   call-instructions.c - which code is a call, and which is padding.

   Calls are those that set a return address: on AMD64 CALL with a displacement
   or through a register or memory, on AArch64 BL and BLR with or without
   pointer authentication, on s390x BRAS, BRASL, BAS and BASR.

   Padding is what was seen between functions of GNU as, clang, GNU ld, gold,
   lld and mold: NOPs of all sizes, zeros, and traps: INT3 and, by mold on
   AArch64, BRK.  */

#include "config.h"

#include <elf.h>

#include "elf-abi.h"
#include "function-index.h"

/* The bytes after an AMD64 ModRM byte for its operand; SIB is the byte after
   it, which counts only if MODRM asks for one.  */
static unsigned
operand_size (uint8_t modrm, uint8_t sib)
{
  const unsigned mod = modrm >> 6, rm = modrm & 7;

  if (mod == 3)
    return 0;
  const unsigned has_sib = rm == 4;
  if (mod == 1)
    return has_sib + 1;
  if (mod == 2 || rm == 5 || (has_sib && (sib & 7) == 5))
    return has_sib + 4;
  return has_sib;
}

/* CALL: E8 and a displacement of 32 bits, or FF /2 and an operand.  A prefix
   before it does not matter.  */
static bool
ends_in_call_amd64 (const uint8_t *code, uint64_t size)
{
  const unsigned least = 2, most = 7;

  if (size >= 5 && code[size - 5] == 0xe8)
    return true;
  for (unsigned n = least; n <= most && n <= size; n++)
    {
      const uint8_t *insn = code + size - n;
      const uint8_t sib = n > 2 ? insn[2] : 0;
      if (insn[0] == 0xff && (insn[1] >> 3 & 7) == 2
          && operand_size (insn[1], sib) == n - 2)
        return true;
    }
  return false;
}

/* NOP: 90, or 0F 1F /0 and an operand, each after any number of the prefixes
   that assemblers use to make it longer.  */
static unsigned
padding_amd64 (const uint8_t *code, uint64_t size)
{
  const unsigned most = 15; /* bytes of an instruction */
  unsigned at = 0;

  if (code[0] == 0 || code[0] == 0xcc)
    return 1;
  while (at < most && at < size && (code[at] == 0x66 || code[at] == 0x2e))
    at++;
  if (at < most && at < size && code[at] == 0x90)
    return at + 1;
  if (size - at < 3 || code[at] != 0x0f || code[at + 1] != 0x1f
      || (code[at + 2] >> 3 & 7) != 0)
    return 0;
  const uint8_t sib = size - at > 3 ? code[at + 3] : 0;
  const unsigned all = at + 3 + operand_size (code[at + 2], sib);
  return all <= size && all <= most ? all : 0;
}

/* BL, BLR, BLRAA and its variants.  */
static bool
ends_in_call_aarch64 (const uint8_t *code, uint64_t size)
{
  if (size < 4 || size % 4 != 0)
    return false;
  /* Instructions are little-endian even in a big-endian image.  */
  const uint32_t insn = elf_u32 (code + size - 4, false);
  return (insn & 0xfc000000) == 0x94000000 || (insn & 0xfffffc1f) == 0xd63f0000
         || (insn & 0xfefff800) == 0xd63f0800;
}

/* NOP, UDF #0, and the BRK #1000 that mold writes.  */
static unsigned
padding_aarch64 (const uint8_t *code, uint64_t size)
{
  if (size < 4)
    return 0;
  const uint32_t insn = elf_u32 (code, false);
  return insn == 0xd503201f || insn == 0 || insn == 0xd4207d00 ? 4 : 0;
}

/* BASR and BAS: 0D and 4D; BRAS and BRASL: A7 and C0, both with 5 in the lower
   half of the next byte.  BASR to register 0 only sets the return address.  */
static bool
ends_in_call_s390x (const uint8_t *code, uint64_t size)
{
  if (size % 2 != 0)
    return false;
  return (size >= 2 && code[size - 2] == 0x0d && (code[size - 1] & 0xf) != 0)
         || (size >= 4 && code[size - 4] == 0x4d)
         || (size >= 4 && code[size - 4] == 0xa7
             && (code[size - 3] & 0xf) == 5)
         || (size >= 6 && code[size - 6] == 0xc0
             && (code[size - 5] & 0xf) == 5);
}

/* BCR, BC and BRCL with mask 0, which never branch, and zeros.  */
static unsigned
padding_s390x (const uint8_t *code, uint64_t size)
{
  if (size >= 2
      && ((code[0] == 0x07 && code[1] >> 4 == 0)
          || (code[0] == 0 && code[1] == 0)))
    return 2;
  if (size >= 4 && code[0] == 0x47 && code[1] >> 4 == 0)
    return 4;
  return size >= 6 && code[0] == 0xc0 && code[1] == 0x04 ? 6 : 0;
}

bool
code_ends_in_call (uint16_t machine, const uint8_t *code, uint64_t size)
{
  switch (machine)
    {
    case EM_X86_64:
      return ends_in_call_amd64 (code, size);
    case EM_AARCH64:
      return ends_in_call_aarch64 (code, size);
    case EM_S390:
      return ends_in_call_s390x (code, size);
    default:
      return false;
    }
}

unsigned
padding_instruction (uint16_t machine, const uint8_t *code, uint64_t size)
{
  if (size == 0)
    return 0;
  switch (machine)
    {
    case EM_X86_64:
      return padding_amd64 (code, size);
    case EM_AARCH64:
      return padding_aarch64 (code, size);
    case EM_S390:
      return padding_s390x (code, size);
    default:
      return 0;
    }
}
