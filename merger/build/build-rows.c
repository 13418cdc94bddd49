/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   build-rows.c - the rows of a function that is added.

   Theory of operation.  Rows are encoded right where they stay.  The type of
   their starts has to be known before, so the smallest one for all starts that
   the part can have is used first, and when the part ends [sfm_build_part_end]
   the starts are made narrower if they can be.  That is rare: most functions
   end in an epilogue with rows of its own.

   Equal rules give equal bytes, so a row that repeats the one before it shows
   in its bytes.  */

#include "config.h"

#include <string.h>

#include "builder.h"
#include "engine.h"
#include "rows.h"

void
sfm_build_part_begin (struct building *a, uint32_t from, uint8_t rep_size)
{
  a->from = from;
  a->rep_size = rep_size;
  a->count = 0;
  a->start = 0;
  a->begin = a->last = a->b->rows_used;
  /* Wide enough for any start; sfm_build_part_end narrows them.  */
  a->fre_type = row_type_for (a->function->size - from);
}

/* Narrow the starts of A's rows to TYPE, which is wide enough for all of
   them.  */
static void
narrow (struct building *a, uint8_t type)
{
  struct sfm_builder *b = a->b;
  const unsigned wide_size = row_start_size (a->fre_type);
  const unsigned size = row_start_size (type);
  uint8_t *from = b->rows + a->begin, *to = from;

  for (uint32_t i = 0; i < a->count; i++)
    {
      const unsigned rest = 1U + row_words_size (from[wide_size]);
      row_put_start (to, type, row_start (from, a->fre_type, b->big), b->big);
      memmove (to + size, from + wide_size, rest);
      from += wide_size + rest;
      to += size + rest;
    }
  b->rows_used = (size_t) (to - b->rows);
  a->fre_type = type;
}

sfm_status
sfm_build_part_end (struct building *a, uint32_t end)
{
  struct sfm_builder *b = a->b;
  const struct sfm_function *f = a->function;
  const uint8_t type
      = row_type_for (b->relocatable ? end - a->from : a->start);

  if (type != a->fre_type)
    narrow (a, type);
  if (a->part_count == b->parts_capacity
      && !sfm_memory_grow (&b->memory, &b->parts, &b->parts_capacity,
                           a->part_count, 1, sizeof *b->parts))
    return sfm_no_memory (a->diag);
  b->parts[a->part_count++] = (struct build_entry){
    .addr = f->addr + a->from,
    .rows = a->begin,
    .rows_size = (uint32_t) (b->rows_used - a->begin),
    .count = a->count,
    .size = end - a->from,
    .part = a->from,
    .number = a->number,
    .info = (uint8_t) (a->fre_type | (a->rep_size != 0 ? FDE_INFO_MASK : 0U)
                       | (f->pauth_b ? FDE_INFO_PAUTH_B : 0U)
                       | (f->signal ? FDE_INFO_SIGNAL : 0U)),
    .flex = a->flex ? FDE_TYPE_FLEX : FDE_TYPE_DEFAULT,
    .rep_size = a->rep_size,
  };
  return SFM_OK;
}

/* Set *ROW to the words for RULES of the row at OFFSET.  */
static sfm_status
words_of (struct building *a, uint32_t offset, const struct sfm_rules *given,
          struct new_row *row)
{
  const struct build_form *form = &a->b->form;
  struct sfm_rules rules = *given;
  struct build_problem problem, flex;

  if (!sfm_build_words_take (form, &rules, &problem))
    return sfm_build_refuse_row (a, offset, given, &problem);
  if (a->flex ? sfm_build_words_flex (form, &rules, row, &problem)
              : sfm_build_words_default (form, &rules, row, &problem))
    return SFM_OK;
  if (!form->aarch64)
    {
      if (!sfm_build_words_flex (form, &rules, row, &flex))
        problem = flex;
      else if (form->no_flex)
        problem.reason = SFM_REFUSED_FLEX;
      else
        {
          a->needs_flex = true;
          return SFM_ERR_UNSUPP;
        }
    }
  return sfm_build_refuse_row (a, offset, &rules, &problem);
}

/* Make room for a row of SIZE bytes after its start.  Statuses: LIMIT,
   NOMEM.  */
static sfm_status
room_for_row (struct building *a, unsigned size)
{
  struct sfm_builder *b = a->b;

  if (a->least + 1 + size > a->room)
    return sfm_fail (a->diag, SFM_ERR_LIMIT, 0,
                     "the rows of one function exceed the limit");
  if (!sfm_memory_grow (&b->memory, &b->rows, &b->rows_capacity, b->rows_used,
                        BUILD_ROW_MAX, 1))
    return sfm_no_memory (a->diag);
  return SFM_OK;
}

sfm_status
sfm_build_row (struct building *a, uint32_t offset,
               const struct sfm_rules *rules)
{
  struct sfm_builder *b = a->b;
  struct new_row row;
  uint8_t bytes[NEW_ROW_MAX];

  TRY (words_of (a, offset, rules, &row));
  const unsigned size = sfm_convert_encode (&row, b->big, bytes);
  if (a->count != 0 && size == a->last_size
      && memcmp (b->rows + a->last, bytes, size) == 0)
    return SFM_OK;
  if (a->count == FDE_MAX_ROWS_V3 && b->form.v3)
    {
      TRY (sfm_build_part_end (a, offset));
      sfm_build_part_begin (a, offset, 0);
    }
  if (!build_has_room (a, size))
    TRY (room_for_row (a, size));
  a->least += 1 + size;
  uint8_t *out = b->rows + b->rows_used;
  a->start = offset - a->from;
  row_put_start (out, a->fre_type, a->start, b->big);
  out += row_start_size (a->fre_type);
  memcpy (out, bytes, size);
  a->last = (size_t) (out - b->rows);
  a->last_size = size;
  b->rows_used = a->last + size;
  a->count++;
  return SFM_OK;
}
