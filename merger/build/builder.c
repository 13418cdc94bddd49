/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   builder.c - the builder: its options, its lifetime, what is added as rules,
   and what is removed.

   Theory of operation.  The rows of all functions are in one array of bytes,
   and the entries of the table (builder.h) say where.  Rows of removed
   functions stay there until they are more than half of it, and then the
   others are copied together [compact]; so each byte is copied a bounded
   number of times.  */

#include "config.h"

#include <inttypes.h>
#include <string.h>

#include "builder.h"
#include "engine.h"
#include "rows.h"

enum
{
  /* Bytes of rows that removed functions may always leave.  */
  HOLES_MIN = 4096
};

/* Check OPTIONS and copy them to *KNOWN.  */
static sfm_status
take_builder_options (const struct sfm_builder_options *options,
                      struct sfm_builder_options *known, struct sfm_diag *diag)
{
  static const struct sized_form form
      = { sizeof *known, _Alignof(struct sfm_builder_options), "options" };

  *known = (struct sfm_builder_options){ .size = 0 };
  TRY (sfm_sized_take (&form, known, options, diag));
  if (sfm_abi_name (known->abi) == NULL)
    return sfm_fail (diag, SFM_ERR_UNSUPP, 0, "unknown ABI %u", known->abi);
  return sfm_output_options_check (known->target, known->reader,
                                   known->alloc != NULL,
                                   known->release != NULL, diag);
}

sfm_status
sfm_builder_new (const struct sfm_builder_options *options,
                 struct sfm_builder **builder, struct sfm_diag *diag)
{
  struct sfm_builder_options known;

  *builder = NULL;
  TRY (take_builder_options (options, &known, diag));
  const struct memory memory
      = sfm_memory_of (known.alloc, known.release, known.alloc_data);
  struct sfm_builder *b = sfm_memory_array (&memory, 1, sizeof *b);
  if (b == NULL)
    return sfm_no_memory (diag);
  *b = (struct sfm_builder){
    .memory = memory,
    .form
    = sfm_build_form_of (known.abi, known.target == SFM_TO_V3, known.reader),
    .max_functions = output_limit (known.max_functions, OUTPUT_MAX_FUNCTIONS),
    .max_bytes = output_limit (known.max_bytes, OUTPUT_MAX_BYTES),
    .target = known.target,
    .relocatable = known.relocatable,
    .big = sfm_abi_big_endian (known.abi),
    .strict = (known.reader & SFM_READER_STRICT) != 0,
    .no_mask = (known.reader & SFM_READER_NO_MASK) != 0,
  };
  if (b->max_bytes < SFM_HEADER_SIZE)
    b->max_bytes = SFM_HEADER_SIZE;
  *builder = b;
  return SFM_OK;
}

void
sfm_builder_free (struct sfm_builder *b)
{
  if (b == NULL)
    return;
  sfm_build_table_free (&b->memory, &b->table);
  sfm_memory_free (&b->memory, b->rows);
  sfm_memory_free (&b->memory, b->parts);
  const struct memory memory = b->memory;
  sfm_memory_free (&memory, b);
}

/* Append the COUNT rows ROWS of A, each BLOCK bytes later.  */
static sfm_status
take_rows (struct building *a, const struct sfm_rules_at *rows, size_t count,
           uint32_t block)
{
  for (size_t i = 0; i < count; i++)
    {
      a->row = (uint32_t) i;
      TRY (sfm_build_row (a, rows[i].offset + block, &rows[i].rules));
    }
  return SFM_OK;
}

/* Whether all rows of A's block have the same words, so that blocks need not
   be told apart.  One block has been written; starts rise.  */
static bool
is_uniform (const struct building *a)
{
  return a->start == 0;
}

/* Write A with the COUNT rows ROWS.  */
static sfm_status
write_function (struct building *a, const struct sfm_rules_at *rows,
                size_t count)
{
  const struct sfm_function *f = a->function;
  const bool unroll = f->rep_size != 0 && a->b->no_mask;

  sfm_build_part_begin (a, 0, unroll ? 0 : f->rep_size);
  TRY (take_rows (a, rows, count, 0));
  /* Each further block has rows of its own, at least one, so the limit on
     bytes bounds the loop.  */
  if (unroll && !is_uniform (a))
    for (uint32_t block = f->rep_size; block < f->size; block += f->rep_size)
      TRY (take_rows (a, rows, count, block));
  return sfm_build_part_end (a, f->size);
}

/* Check the offsets and kinds of the COUNT rows ROWS of A.  */
static sfm_status
check_rows (const struct building *a, const struct sfm_rules_at *rows,
            size_t count)
{
  const struct sfm_function *f = a->function;
  const uint32_t limit = f->rep_size != 0 ? f->rep_size : f->size;

  if (count == 0)
    return sfm_fail (a->diag, SFM_ERR_USAGE, 0,
                     "the function at 0x%" PRIx64 " has no rows", f->addr);
  for (size_t i = 0; i < count; i++)
    {
      const struct sfm_rules *rules = &rows[i].rules;
      if (i != 0 && rows[i].offset <= rows[i - 1].offset)
        return sfm_fail (a->diag, SFM_ERR_USAGE, 0,
                         "row %zu of the function at 0x%" PRIx64
                         " is at 0x%" PRIx32
                         ", the one before it at 0x%" PRIx32,
                         i, f->addr, rows[i].offset, rows[i - 1].offset);
      if (rows[i].offset >= limit)
        return sfm_fail (a->diag, SFM_ERR_USAGE, 0,
                         "row %zu of the function at 0x%" PRIx64
                         " is at 0x%" PRIx32 ", the %s ends at 0x%" PRIx32,
                         i, f->addr, rows[i].offset,
                         f->rep_size != 0 ? "block" : "function", limit);
      if (rules->cfa.kind > SFM_RULE_MEMORY || rules->ra.kind > SFM_RULE_MEMORY
          || rules->fp.kind > SFM_RULE_MEMORY)
        return sfm_fail (a->diag, SFM_ERR_USAGE, 0,
                         "row %zu of the function at 0x%" PRIx64
                         " has rules of kinds %u, %u and %u, the last known"
                         " is %d",
                         i, f->addr, rules->cfa.kind, rules->ra.kind,
                         rules->fp.kind, (int) SFM_RULE_MEMORY);
    }
  if (rows[0].offset != 0 && a->b->strict)
    return sfm_build_refuse (a, SFM_REFUSED_UNCOVERED, rows[0].offset);
  /* The last row of a block would hold for the start of the next one.  */
  if (rows[0].offset != 0 && f->rep_size != 0 && a->b->no_mask)
    return sfm_build_refuse (a, SFM_REFUSED_BLOCKS, rows[0].offset);
  return SFM_OK;
}

/* Add the function of A.  */
static sfm_status
add_given (struct building *a, const struct sfm_rules_at *rows, size_t count)
{
  TRY (check_rows (a, rows, count));
  sfm_status status = write_function (a, rows, count);
  if (status != SFM_OK && a->needs_flex)
    {
      sfm_build_again (a, true);
      status = write_function (a, rows, count);
    }
  TRY (status);
  return sfm_build_commit (a);
}

sfm_status
sfm_builder_add (struct sfm_builder *b, const struct sfm_function *function,
                 const struct sfm_rules_at *rows, size_t count,
                 uint32_t number, struct sfm_refusal *refusal,
                 struct sfm_diag *diag)
{
  struct building a;

  sfm_status status = sfm_build_begin (&a, b, function, number, refusal, diag);
  if (status == SFM_OK)
    status = sfm_sized_reserved (function->reserved, sizeof function->reserved,
                                 "the function", diag);
  if (status == SFM_OK)
    status = add_given (&a, rows, count);
  return status == SFM_OK ? SFM_OK : sfm_build_abandon (&a, status);
}

/* Copy the rows of all functions together.  Without memory nothing
   changes.  */
static void
compact (struct sfm_builder *b)
{
  const struct build_table *t = &b->table;
  uint8_t *rows = sfm_memory_array (&b->memory, b->rows_live, 1);
  size_t used = 0;

  if (rows == NULL)
    return;
  for (size_t i = 0; i < t->count; i++)
    for (size_t k = 0; k < t->chunks[i].count; k++)
      {
        struct build_entry *entry = &t->chunks[i].entries[k];
        memcpy (rows + used, b->rows + entry->rows, entry->rows_size);
        entry->rows = used;
        used += entry->rows_size;
      }
  sfm_memory_free (&b->memory, b->rows);
  b->rows = rows;
  b->rows_used = b->rows_capacity = used;
}

sfm_status
sfm_builder_remove (struct sfm_builder *b, uint64_t addr,
                    struct sfm_diag *diag)
{
  struct build_table *t = &b->table;

  if (b->relocatable)
    return sfm_fail (diag, SFM_ERR_USAGE, 0,
                     "nothing can be removed from relocatable output");
  struct build_place place = sfm_build_table_find (t, addr);
  const struct build_entry *entry = sfm_build_table_before (t, place);
  if (entry == NULL || entry->addr != addr || entry->part != 0)
    return sfm_fail (diag, SFM_ERR_USAGE, 0,
                     "no function begins at 0x%" PRIx64, addr);
  size_t parts = 1;
  while ((entry = sfm_build_table_after (t, place)) != NULL
         && entry->part != 0)
    {
      place = sfm_build_table_find (t, entry->addr);
      parts++;
    }
  for (; parts != 0; parts--)
    {
      entry = sfm_build_table_before (t, place);
      b->rows_live -= entry->rows_size;
      b->row_count -= entry->count;
      sfm_build_table_remove (&b->memory, t, &place);
    }
  if (b->rows_used - b->rows_live > HOLES_MIN
      && b->rows_used - b->rows_live > b->rows_live)
    compact (b);
  return SFM_OK;
}

uint32_t
sfm_builder_count (const struct sfm_builder *b)
{
  return (uint32_t) b->table.entries;
}

size_t
sfm_builder_size (const struct sfm_builder *b)
{
  return SFM_HEADER_SIZE
         + b->table.entries * (build_fde_size (b) + build_attr_size (b))
         + b->rows_live;
}
