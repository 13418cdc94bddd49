/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   build-function.c - one function on its way into the builder.  */

#include "config.h"

#include <inttypes.h>

#include "builder.h"
#include "engine.h"

/* Refuse A's function if it has a problem that does not depend on its
   rows.  */
static sfm_status
check_kind (const struct building *a)
{
  const struct build_form *form = &a->b->form;
  const struct sfm_function *f = a->function;

  if (f->size == 0)
    return sfm_build_refuse (a, SFM_REFUSED_SIZE, f->size);
  if (f->signal && !form->v3)
    return sfm_build_refuse (a, SFM_REFUSED_SIGNAL, 1);
  if (f->pauth_b && !form->aarch64)
    return sfm_build_refuse (a, SFM_REFUSED_KEY, 1);
  if (f->rep_size != 0 && f->size % f->rep_size != 0)
    return sfm_build_refuse (a, SFM_REFUSED_BLOCKS, f->rep_size);
  if (f->addr + (f->size - 1) < f->addr && !a->b->relocatable)
    return sfm_fail (a->diag, SFM_ERR_CORRUPT, 0,
                     "the function at 0x%" PRIx64 " of size 0x%" PRIx32
                     " wraps the address space",
                     f->addr, f->size);
  return SFM_OK;
}

static sfm_status
fail_overlap (const struct building *a, const struct build_entry *other)
{
  const struct sfm_function *f = a->function;

  return sfm_fail (a->diag, SFM_ERR_CORRUPT, 0,
                   "the function at 0x%" PRIx64 " of size 0x%" PRIx32
                   " overlaps one at 0x%" PRIx64 " of size 0x%" PRIx32,
                   f->addr, f->size, other->addr, other->size);
}

/* Find the place of A's function.  */
static sfm_status
find_place (struct building *a)
{
  const struct sfm_function *f = a->function;
  const struct build_table *t = &a->b->table;

  a->place = sfm_build_table_end (t);
  const struct build_entry *before = sfm_build_table_before (t, a->place);
  if (a->b->relocatable || before == NULL)
    return SFM_OK;
  const struct build_entry *after = NULL;
  /* Rising addresses need no search.  */
  if (f->addr < before->addr)
    {
      a->place = sfm_build_table_find (t, f->addr);
      before = sfm_build_table_before (t, a->place);
      after = sfm_build_table_after (t, a->place);
    }
  if (before != NULL && f->addr - before->addr < before->size)
    return fail_overlap (a, before);
  if (after != NULL && after->addr - f->addr < f->size)
    return fail_overlap (a, after);
  return SFM_OK;
}

static sfm_status
fail_functions (const struct building *a)
{
  return sfm_fail (a->diag, SFM_ERR_LIMIT, 0,
                   "with the function at 0x%" PRIx64
                   " there are more than %" PRIu64 " FDEs",
                   a->function->addr, a->b->max_functions);
}

sfm_status
sfm_build_begin (struct building *a, struct sfm_builder *b,
                 const struct sfm_function *function, uint32_t number,
                 struct sfm_refusal *refusal, struct sfm_diag *diag)
{
  *a = (struct building){ .b = b,
                          .function = function,
                          .refusal = refusal,
                          .diag = diag,
                          .mark = b->rows_used,
                          .number = number };
  a->room = b->max_bytes - sfm_builder_size (b);
  TRY (check_kind (a));
  if (b->table.entries >= b->max_functions)
    return fail_functions (a);
  return find_place (a);
}

void
sfm_build_again (struct building *a, bool flex)
{
  a->b->rows_used = a->mark;
  a->part_count = 0;
  a->least = 0;
  a->row = 0;
  a->flex = flex;
  a->needs_flex = false;
}

sfm_status
sfm_build_abandon (struct building *a, sfm_status status)
{
  a->b->rows_used = a->mark;
  return status_of_input (a->diag, status, a->number);
}

/* Insert the parts of A.  */
static bool
insert_parts (struct building *a)
{
  struct sfm_builder *b = a->b;

  for (size_t i = 0; i < a->part_count; i++)
    if (!sfm_build_table_insert (&b->memory, &b->table, &a->place,
                                 &b->parts[i]))
      {
        while (i-- != 0)
          sfm_build_table_remove (&b->memory, &b->table, &a->place);
        return false;
      }
  return true;
}

sfm_status
sfm_build_commit (struct building *a)
{
  struct sfm_builder *b = a->b;
  const uint64_t rows = b->rows_used - a->mark;
  const uint64_t heads
      = (uint64_t) a->part_count * (build_fde_size (b) + build_attr_size (b));

  if (heads + rows > a->room)
    return sfm_fail (a->diag, SFM_ERR_LIMIT, 0,
                     "%" PRIu64 " bytes for the function at 0x%" PRIx64
                     ", %" PRIu64 " are left",
                     heads + rows, a->function->addr, a->room);
  if (a->part_count > b->max_functions - b->table.entries)
    return fail_functions (a);
  if (!insert_parts (a))
    return sfm_no_memory (a->diag);
  b->rows_live += b->rows_used - a->mark;
  for (size_t i = 0; i < a->part_count; i++)
    b->row_count += b->parts[i].count;
  return SFM_OK;
}
