/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   code-same.c - read the code of the current object's sections, and compare it
   with that at an address of the image.

   Bytes outside the relocation masks are compared directly.  The masks of a
   function are found by bisection, as a section may have 100,000 functions
   [code_same].  Only if bytes differ does is_same_run ask whether a linker
   changed them without a relocation [code_rewritten].

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
#include <string.h>

#include "elf-abi.h"
#include "place-limits.h"
#include "placer-internal.h"
#include "sorted.h"

/* Read the code of the current object's sections, and compare it at addresses
   that other sources give.

   Reading the code of all objects takes as long as all the other work, so a
   section's code is read only where call frame information is silent about
   it.  */

sfm_status
section_code_read (struct placer *p, uint32_t section,
                   const struct input_code **code)
{
  const struct input_object *object = p->now.object;
  const size_t size = object->section_count * sizeof *p->now.codes;

  if (p->now.codes == NULL)
    {
      p->now.codes = pool_alloc (&p->code_pool, size);
      if (p->now.codes == NULL)
        return diag_nomem (p->sink, object->name);
      memset (p->now.codes, 0, size);
    }
  struct read_code *c = &p->now.codes[section];
  *code = &c->code;
  if (c->read)
    return SFM_OK;
  TRY (input_code_read (object, section, &p->code_pool, &c->code));
  c->left = c->code.size * LIMIT_OVERLAP;
  c->read = true;
  return SFM_OK;
}

sfm_status
section_code_keep (struct placer *p, uint32_t section,
                   const struct input_code **code)
{
  TRY (section_code_read (p, section, code));
  struct read_code *c = &p->now.codes[section];
  if (c->kept || c->code.bytes == NULL)
    return SFM_OK;
  const char *copy
      = pool_copy (&p->code_pool, c->code.bytes, (size_t) c->code.size);
  if (copy == NULL)
    return diag_nomem (p->sink, p->now.object->name);
  c->code.bytes = (const uint8_t *) copy;
  c->kept = true;
  return SFM_OK;
}

sfm_status
section_code_compare (struct placer *p, const struct input_function *f,
                      bool *holds)
{
  const struct input_code *code;

  *holds = true;
  if (f->said.size == 0)
    return SFM_OK;
  TRY (section_code_read (p, f->section, &code));
  uint64_t *left = &p->now.codes[f->section].left;
  *holds = f->said.size <= *left;
  *left -= *holds ? f->said.size : 0;
  *holds = *holds
           && code_same (&p->from.context->index.code, code, f->value,
                         f->said.size, f->said.addr);
  return SFM_OK;
}

/* Bytes of an object, and the bytes of the image to compare with them.  */
struct code_run
{
  const uint8_t *wanted; /* the object's */
  const uint8_t *bytes;  /* the image's */
  uint64_t size;         /* of both */
  uint64_t addr;         /* of the image's bytes */
};

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

/* RUN differs at AT.  If IMAGE_CODE has there what a linker makes of the
   object's instruction, return the offset after that instruction; else 0.  */
static uint64_t
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

/* Whether both sides of RUN are the same code.  */
static bool
is_same_run (const struct code_ranges *image_code, const struct code_run *run)
{
  if (memcmp (run->wanted, run->bytes, (size_t) run->size) == 0)
    return true;
  for (uint64_t at = 0; at < run->size;)
    if (run->wanted[at] == run->bytes[at])
      at++;
    else
      {
        at = code_rewritten (image_code, run, at);
        if (at == 0)
          return false;
      }
  return true;
}

/* The index of the first mask of CODE that ends after AT.  */
static size_t
first_mask (const struct input_code *code, uint64_t at)
{
  return sorted_after (code->masks, code->mask_count, sizeof *code->masks,
                       offsetof (struct reloc_mask_bytes, to), at);
}

/* Whether CODE has the SIZE bytes at FROM.  */
static bool
has_bytes (const struct input_code *code, uint64_t from, uint64_t size)
{
  return code->bytes != NULL && from <= code->size
         && size <= code->size - from;
}

bool
code_same (const struct code_ranges *image_code, const struct input_code *code,
           uint64_t from, uint64_t size, uint64_t addr)
{
  const uint8_t *bytes = code_ranges_bytes (image_code, addr, size);

  if (bytes == NULL || !has_bytes (code, from, size))
    return false;
  const uint64_t end = from + size;
  size_t mask = first_mask (code, from);
  for (uint64_t at = from; at < end; mask++)
    {
      bool last = mask == code->mask_count || code->masks[mask].from >= end;
      uint64_t stop = last ? end : code->masks[mask].from;
      const struct code_run run = { .wanted = code->bytes + at,
                                    .bytes = bytes + (at - from),
                                    .size = stop > at ? stop - at : 0,
                                    .addr = addr + (at - from) };
      if (!is_same_run (image_code, &run))
        return false;
      at = last ? end : code->masks[mask].to;
    }
  return true;
}

uint64_t
code_fixed (const struct input_code *code, uint64_t from, uint64_t size)
{
  if (!has_bytes (code, from, size))
    return 0;
  const uint64_t end = from + size;
  uint64_t fixed = size;
  for (size_t i = first_mask (code, from);
       i < code->mask_count && code->masks[i].from < end; i++)
    {
      const struct reloc_mask_bytes *mask = &code->masks[i];
      uint64_t first = mask->from < from ? from : mask->from;
      uint64_t stop = mask->to > end ? end : mask->to;
      fixed -= stop - first;
    }
  return fixed;
}
