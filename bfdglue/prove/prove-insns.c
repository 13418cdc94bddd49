/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   prove-insns.c - the instructions of an image, each decoded once.

   They do not move, so pointers to them stay valid to the end.  */

#include "config.h"

#include <elf.h>
#include <stdlib.h>
#include <string.h>

#include "prove-internal.h"
#include "text.h"

/* The code from ADDR on, or NULL; *SIZE is set to as many bytes as an
   instruction may need.  More would be slower: each page is checked for
   whether it was read.  */
static const uint8_t *
code_from (const struct proving *v, uint64_t addr, size_t *size)
{
  const struct code_ranges *code = v->code;
  const struct code_range *ranges
      = code->by_sections ? code->sections : code->segments;
  const size_t count
      = code->by_sections ? code->section_count : code->segment_count;
  size_t low = 0, high = count;

  while (low < high)
    {
      const size_t middle = low + (high - low) / 2;
      if (ranges[middle].addr + ranges[middle].size <= addr)
        low = middle + 1;
      else
        high = middle;
    }
  if (low == count || ranges[low].addr > addr || ranges[low].plt
      || !ranges[low].loaded)
    return NULL;
  const uint64_t at = addr - ranges[low].addr;
  const uint64_t left = ranges[low].size - at;
  *size = (size_t) smaller (left, INSN_MAX);
  return image_at (code->image, ranges[low].offset + at, *size);
}

sfm_status
insns_begin (struct proving *v)
{
  const struct code_ranges *code = v->code;
  const struct code_range *ranges
      = code->by_sections ? code->sections : code->segments;
  const size_t count
      = code->by_sections ? code->section_count : code->segment_count;
  uint64_t end = 0;

  v->base = UINT64_MAX;
  for (size_t i = 0; i < count; i++)
    {
      if (!ranges[i].loaded || ranges[i].plt)
        continue;
      /* Read all of it at once.  */
      (void) code_range_bytes (code, &ranges[i]);
      v->base = smaller (v->base, ranges[i].addr);
      end = larger (end, ranges[i].addr + ranges[i].size);
    }
  if (end == 0)
    return SFM_OK;
  v->size = end - v->base;
  if (v->size > PROVE_CODE_MAX)
    return diag_fail (v->sink, SFM_ERR_LIMIT, code->image->path,
                      "too much code to prove rows from it");
  v->steps = v->size * PROVE_STEPS_MAX;
  /* insns_keep works on eight bytes at a time.  */
  v->bytes = calloc (v->size + sizeof (uint64_t), sizeof *v->bytes);
  v->insns = calloc (v->size, sizeof *v->insns);
  v->kinds = calloc (INSN_KINDS, sizeof *v->kinds);
  const uint64_t pages = v->size / CODE_PAGE + 1;
  v->chunks = calloc (pages * PAGE_CHUNKS, sizeof (struct insn *));
  v->counts = calloc (pages, sizeof *v->counts);
  /* It goes without KINDS, too.  */
  if (v->bytes == NULL || v->insns == NULL || v->chunks == NULL
      || v->counts == NULL)
    return diag_nomem (v->sink, code->image->path);
  for (size_t i = 0; i < count; i++)
    if (ranges[i].loaded && !ranges[i].plt
        && code_range_bytes (code, &ranges[i]) != NULL)
      memset (v->bytes + (ranges[i].addr - v->base), BYTE_CODE,
              ranges[i].size);
  return SFM_OK;
}

void
insns_keep (struct proving *v, uint8_t keep)
{
  const uint64_t mask = UINT64_C (0x0101010101010101) * keep;
  uint64_t bytes;

  for (uint64_t i = 0; i < v->size; i += sizeof bytes)
    {
      memcpy (&bytes, v->bytes + i, sizeof bytes);
      bytes &= mask;
      memcpy (v->bytes + i, &bytes, sizeof bytes);
    }
}

void
insns_free (struct proving *v)
{
  free (v->bytes);
  free (v->insns);
  free (v->kinds);
  free (v->chunks);
  free (v->counts);
  pool_free (&v->pool);
}

/* Room for one more instruction in the page of byte AT, or NULL.  */
static struct insn *
new_insn (struct proving *v, uint64_t at)
{
  const uint64_t page = at / CODE_PAGE;
  const unsigned number = v->counts[page];
  struct insn **chunk = &v->chunks[page * PAGE_CHUNKS + number / INSN_CHUNK];

  if (number % INSN_CHUNK == 0)
    *chunk = pool_alloc (&v->pool, INSN_CHUNK * sizeof **chunk);
  if (*chunk == NULL)
    return NULL;
  v->counts[page]++;
  return &(*chunk)[number % INSN_CHUNK];
}

/* Note what visits need to know of INSN.  */
static void
classify (const struct proving *v, struct insn *insn)
{
  const struct prove_machine *machine = v->machine;
  const bool numbers = machine->numbers && v->code->image->type == ET_EXEC;

  insn->plain = insn->op_count == 0 && insn->flow == FLOW_NEXT && !insn->flags;
  insn->still = insn->flow != FLOW_CALL && insn->flow != FLOW_CALL_ANY;
  for (unsigned i = 0; i < insn->op_count; i++)
    {
      const struct op *op = &insn->ops[i];
      if (op->kind == OP_STORE || op->dst == REG_SP || op->dst == REG_FP
          || (op->dst == machine->link && op->dst != REG_NONE))
        insn->still = false;
      insn->takes |= (op->kind == OP_SET && op->sign)
                     || (op->kind == OP_CONST && (op->sign || numbers));
    }
}

/* Decode the instruction at ADDR.  */
static struct insn *
decode (struct proving *v, uint64_t addr)
{
  struct op ops[PROVE_OPS];
  struct insn decoded = { 0 };
  const uint64_t at = addr - v->base;
  size_t size;
  const uint8_t *code = code_from (v, addr, &size);

  if (code == NULL
      || !v->machine->decode (code, size, addr, v->kinds, &decoded, ops))
    {
      v->insns[at] = UINT16_MAX;
      return NULL;
    }
  struct insn *insn = new_insn (v, at);
  const size_t bytes = decoded.op_count * sizeof *ops;
  struct op *copy = pool_alloc (&v->pool, bytes);
  if (insn == NULL || copy == NULL)
    {
      v->nomem = true;
      return NULL;
    }
  *insn = decoded;
  insn->ops = memcpy (copy, ops, bytes);
  classify (v, insn);
  v->insns[at] = v->counts[at / CODE_PAGE];
  return insn;
}

struct insn *
insn_decode (struct proving *v, uint64_t addr)
{
  return v->insns[addr - v->base] == 0 ? decode (v, addr) : NULL;
}
