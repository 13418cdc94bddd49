/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   code-rewritten.c - instructions that linkers change without a relocation.

   There are two such changes, and both can be checked exactly: the bytes that
   the image must have instead of the instruction are known to the last bit.

   Landing pads: at functions whose address is never taken, mold -z
   rewrite-endbr replaces AMD64's ENDBR64 by a NOP, and since 3.0 also
   AArch64's BTI.

   Veneers: the work-arounds for the errata 835769 and 843419 of the Cortex-A53
   (GNU ld, gold, lld) replace one instruction by a branch to a copy of it; a
   branch back follows the copy.  The check need not know which instructions
   and places the errata affect.  */

#include "config.h"

#include <elf.h>
#include <stdbool.h>
#include <string.h>

#include "code-rewritten.h"
#include "elf-codec.h"

/* The size of both forms of a landing pad and of an AArch64 instruction.  */
enum
{
  WORD = 4
};

/* AArch64 instructions are little-endian even in a big-endian image.  */
static uint32_t
instruction (const uint8_t *bytes)
{
  return elf_u32 (bytes, false);
}

/* True if INSN, at ADDR, is an unconditional branch; *TARGET is its
   target.  */
static bool
is_branch (uint32_t insn, uint64_t addr, uint64_t *target)
{
  const uint32_t opcode = 0x14000000, opcode_mask = 0xfc000000;
  const uint64_t sign = 0x02000000;

  if ((insn & opcode_mask) != opcode)
    return false;
  uint64_t words = insn & ~opcode_mask;
  words = (words ^ sign) - sign;
  *target = addr + words * WORD;
  return true;
}

/* True if the image's instruction INSN at ADDR branches to a copy of WANTED
   and a branch back follows that copy.  */
static bool
is_veneer (const struct code_ranges *image_code, uint32_t wanted,
           uint32_t insn, uint64_t addr)
{
  uint64_t target, back;

  if (!is_branch (insn, addr, &target))
    return false;
  const uint8_t *veneer = code_ranges_bytes (image_code, target, 2 * WORD);
  return veneer != NULL && instruction (veneer) == wanted
         && is_branch (instruction (veneer + WORD), target + WORD, &back)
         && back == addr + WORD;
}

/* True if WANTED is BTI, for calls, jumps, both or neither, and INSN is
   NOP.  */
static bool
is_landing_pad (uint32_t wanted, uint32_t insn)
{
  const uint32_t bti = 0xd503241f, kinds = 0xc0, nop = 0xd503201f;

  return (wanted & ~kinds) == bti && insn == nop;
}

static uint64_t
rewritten_aarch64 (const struct code_ranges *image_code,
                   const struct code_run *run, uint64_t at)
{
  uint64_t inside = (run->addr + at) % WORD;

  if (inside > at || run->size - (at - inside) < WORD)
    return 0;
  at -= inside;
  uint32_t wanted = instruction (run->wanted + at);
  uint32_t insn = instruction (run->bytes + at);
  return is_landing_pad (wanted, insn)
                 || is_veneer (image_code, wanted, insn, run->addr + at)
             ? at + WORD
             : 0;
}

static uint64_t
rewritten_amd64 (const struct code_run *run, uint64_t at)
{
  static const uint8_t endbr64[WORD] = { 0xf3, 0x0f, 0x1e, 0xfa };
  static const uint8_t nop[WORD] = { 0x0f, 0x1f, 0x40, 0x00 };

  return run->size - at >= WORD
                 && memcmp (run->wanted + at, endbr64, WORD) == 0
                 && memcmp (run->bytes + at, nop, WORD) == 0
             ? at + WORD
             : 0;
}

uint64_t
code_rewritten (const struct code_ranges *image_code,
                const struct code_run *run, uint64_t at)
{
  switch (image_code->machine)
    {
    case EM_X86_64:
      return rewritten_amd64 (run, at);
    case EM_AARCH64:
      return rewritten_aarch64 (image_code, run, at);
    default:
      return 0;
    }
}
