/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unplaced.c - decide what became of the functions that have no place.

   Theory of operation.  Linkers drop functions, fold them and extract no more
   members than they need, and a missing name proves none of these.  So nothing
   is concluded from names: a function is lost only if it may be code of the
   image that nothing describes.  Code that call frame information describes
   needs no input.  What is left are gaps: in an ordinary program mostly
   padding and start files, in an image without call frame information all
   code.  The code of the function is looked for there [search], up to a limit
   of work; beyond it, the function may be in any gap that is large enough.

   An object's .eh_frame excuses none of its functions: ld -r joins objects
   that have it with others.  */

#include "config.h"

#include <stdlib.h>

#include "place-limits.h"
#include "placer-internal.h"
#include "sorted.h"

/* The rows of an existing piece.  */
struct rows_at
{
  uint64_t digest;
  uint64_t addr;
  bool taken; /* they belong to an input */
};

/* State shared by the functions being settled.  */
struct settling
{
  struct placer *p;
  struct address_ranges gaps;
  struct rows_at *existing; /* by digest */
  size_t existing_count;
  uint64_t looks; /* that may still be made */
  bool fits;      /* no allocation has failed */
};

enum search_result
{
  SEARCH_NOWHERE,
  SEARCH_FOUND,
  SEARCH_UNSURE, /* found, but too short for a proof, or at another symbol */
  SEARCH_GIVEN_UP
};

static bool
add_functions (struct address_ranges *ranges, const struct function_list *list)
{
  for (size_t i = 0; i < list->count; i++)
    if (!ranges_add (ranges, list->at[i].addr, list->at[i].size))
      return false;
  return true;
}

/* Add what the image itself describes to RANGES: by its pieces, by call frame
   information if rows are made from it, and by PLT code.  False: no
   memory.  */
static bool
add_image (const struct placer *p, struct address_ranges *ranges)
{
  const struct function_index *index = &p->from.context->index;

  if (!add_functions (ranges, &p->from.context->existing.functions)
      || (p->from.filled && !add_functions (ranges, &index->eh.functions)))
    return false;
  for (size_t i = 0; i < index->code.section_count; i++)
    if (index->code.sections[i].plt
        && !ranges_add (ranges, index->code.sections[i].addr,
                        index->code.sections[i].size))
      return false;
  return true;
}

/* Set GAPS to the code that is not in KNOWN.  False: no memory.  */
static bool
list_gaps (const struct code_ranges *code, const struct address_ranges *known,
           struct address_ranges *gaps)
{
  const struct code_range *ranges
      = code->by_sections ? code->sections : code->segments;
  const size_t count
      = code->by_sections ? code->section_count : code->segment_count;

  for (size_t i = 0; i < count; i++)
    {
      const uint64_t end = ranges[i].addr + ranges[i].size;
      uint64_t at = ranges_first_gap (known, ranges[i].addr);
      while (at < end)
        {
          const uint64_t to = ranges_next (known, at, end);
          if (!ranges_add (gaps, at, to - at))
            return false;
          at = ranges_first_gap (known, to);
        }
    }
  return true;
}

/* Set GAPS to the code that nothing describes.  False: no memory.  */
static bool
find_gaps (const struct placer *p, struct address_ranges *gaps)
{
  struct address_ranges known = { .count = 0 };
  bool good = add_image (p, &known);

  for (size_t i = 0; i < p->described.count && good; i++)
    good = ranges_add (&known, p->described.at[i].from,
                       p->described.at[i].to - p->described.at[i].from);
  good = good && ranges_merge (&known, NULL)
         && list_gaps (&p->from.context->index.code, &known, gaps);
  ranges_free (&known);
  return good;
}

/* Measure the largest gap, once: inputs only make it smaller.  False: no
   memory.  */
static bool
measure_gaps (struct placer *p)
{
  struct address_ranges gaps = { .count = 0 };

  if (p->gaps_measured)
    return true;
  p->gaps_measured = find_gaps (p, &gaps);
  for (size_t i = 0; i < gaps.count; i++)
    if (gaps.at[i].to - gaps.at[i].from > p->largest_gap)
      p->largest_gap = gaps.at[i].to - gaps.at[i].from;
  ranges_free (&gaps);
  return p->gaps_measured;
}

sfm_status
unplaced_add (struct placer *p, const struct input_function *f)
{
  const struct input_code *code = NULL;

  if (!measure_gaps (p)
      || !array_grow (&p->unplaced, &p->unplaced_capacity, p->unplaced_count,
                      sizeof *p->unplaced))
    return diag_nomem (p->sink, p->now.object->name);
  struct input_function *kept = &p->unplaced[p->unplaced_count++];
  *kept = *f;
  if (f->said.size > p->largest_gap
      && p->from.context->existing.functions.count == 0)
    return SFM_OK;
  TRY (section_code_keep (p, f->section, &code));
  kept->code = code->bytes != NULL ? code : NULL;
  return SFM_OK;
}

static void
spend_looks (struct settling *l, uint64_t looks)
{
  l->looks -= looks < l->looks ? looks : l->looks;
}

/* Whether the code of F is at ADDR.  A look at a large function costs as much
   as several: hostile code differs only in its last bytes.  */
static bool
is_code_at (struct settling *l, const struct input_function *f, uint64_t addr)
{
  spend_looks (l, 1 + f->said.size / LIMIT_GAP_LOOK_BYTES);
  return code_same (&l->p->from.context->index.code, f->code, f->value,
                    f->said.size, addr);
}

/* Look for the code of F in the gaps, at its alignment.  */
static enum search_result
search (struct settling *l, const struct input_function *f)
{
  const struct function_index *index = &l->p->from.context->index;
  const struct address_ranges *gaps = &l->gaps;
  enum search_result found = SEARCH_NOWHERE;

  for (size_t i = 0; i < gaps->count; i++)
    {
      const struct address_range *gap = &gaps->at[i];
      if (gap->to - gap->from < f->said.size)
        continue;
      for (uint64_t addr
           = gap->from + ((f->value - gap->from) & (f->code->align - 1));
           addr >= gap->from && addr <= gap->to - f->said.size;
           addr += f->code->align)
        {
          if (l->looks == 0)
            return SEARCH_GIVEN_UP;
          if (is_code_at (l, f, addr))
            {
              found = SEARCH_UNSURE;
              if (!index_has_symbol (index, addr)
                  && code_fixed (f->code, f->value, f->said.size)
                         >= LIMIT_PROOF_BYTES)
                return SEARCH_FOUND;
            }
        }
    }
  return found;
}

/* List the functions of existing pieces in l->existing.  False: no memory.  */
static bool
list_existing (struct settling *l)
{
  const struct function_list *functions
      = &l->p->from.context->existing.functions;

  l->existing = calloc (functions->count + 1, sizeof *l->existing);
  l->existing_count = functions->count;
  for (size_t i = 0; l->existing != NULL && i < functions->count; i++)
    {
      const struct function *f = &functions->at[i];
      l->existing[i] = (struct rows_at){
        .digest = f->digest,
        .addr = f->addr,
        .taken = ranges_within (&l->p->described, f->addr, f->addr + 1) != 0,
      };
    }
  if (l->existing != NULL)
    qsort (l->existing, l->existing_count, sizeof *l->existing,
           compare_u64_pairs);
  return l->existing != NULL;
}

/* Whether an existing piece has the rows of F for the same code, and no other
   input has taken them; then F takes them.  */
static bool
take_existing (struct settling *l, struct input_function *f)
{
  if (f->code == NULL)
    return false;
  for (size_t i = sorted_from (l->existing, l->existing_count,
                               sizeof *l->existing, 0, f->said.digest);
       i < l->existing_count && l->existing[i].digest == f->said.digest
       && l->looks != 0;
       i++)
    {
      struct rows_at *rows = &l->existing[i];
      if (rows->taken)
        spend_looks (l, 1);
      else if (is_code_at (l, f, rows->addr))
        {
          rows->taken = true;
          f->said.addr = rows->addr;
          l->fits &= placer_tell (l->p, f);
          l->p->counts.existing++;
          return true;
        }
    }
  return false;
}

/* Count F, whose name has other code or rules in the image, and say why it is
   left out.  The name may belong to another input.  */
static const char *
settle_named (struct settling *l, struct input_function *f)
{
  struct placer *p = l->p;
  const uint64_t addr = f->named->addr;

  if (placer_knows (p, addr))
    {
      p->counts.absent++;
      return "another function has its name in the image";
    }
  if (f->fit == FIT_REFUTED)
    {
      p->counts.wrong_rows++;
      f->said.addr = addr;
      l->fits &= placer_tell (p, f);
      return "its rows contradict .eh_frame";
    }
  if (ranges_within (&l->gaps, addr, addr + 1) != 0)
    {
      p->counts.missing++;
      return "the image has other code under its name, which nothing "
             "describes";
    }
  if (placer_input_of (p, f)->lto)
    {
      p->counts.superseded++;
      return "link-time optimization recompiled it";
    }
  p->counts.changed++;
  return "the image has other code under its name";
}

/* Count F, which no name places, and say why it is left out; NULL: it is not
   left out.  Where its code is certain, other rows for equal code do not
   count.  */
static const char *
settle_nameless (struct settling *l, struct input_function *f)
{
  struct place_counts *counts = &l->p->counts;
  const enum search_result found
      = f->code == NULL ? SEARCH_NOWHERE : search (l, f);

  if (found == SEARCH_FOUND || found == SEARCH_GIVEN_UP)
    {
      counts->missing++;
      return found == SEARCH_FOUND
                 ? "its code is in the image, and nothing describes it there"
                 : "it may be in code that nothing describes";
    }
  /* Under test, the table has the benefit of the doubt.  */
  if ((found != SEARCH_UNSURE || l->p->from.existing_judged)
      && take_existing (l, f))
    return NULL;
  if (found == SEARCH_UNSURE)
    {
      counts->unsure++;
      return "code that nothing describes may be its own, or another's";
    }
  counts->absent++;
  return "no code that lacks a description is its own";
}

/* Whether nothing describes the code of F, whose rows are not known.  */
static bool
is_undescribed (struct settling *l, const struct input_function *f)
{
  return f->said.addr != 0
             ? ranges_within (&l->gaps, f->said.addr, f->said.addr + 1) != 0
             : f->code != NULL && search (l, f) != SEARCH_NOWHERE;
}

/* Count F, and report why it has no place.  */
static void
settle (struct settling *l, struct input_function *f)
{
  struct placer *p = l->p;

  if (f->piece == NULL)
    {
      p->later[f->later].lost += is_undescribed (l, f);
      return;
    }
  const struct placed_input *input = placer_input_of (p, f);
  const char *why = "the image has its code under its name, but nothing "
                    "proves that it is there";

  if (f->fit != FIT_UNPROVEN)
    why = f->named != NULL ? settle_named (l, f) : settle_nameless (l, f);
  else
    {
      p->counts.unproven++;
      p->counts.missing++;
    }
  if (why != NULL)
    diag_at (p->sink, DIAG_DETAIL, input->name, input->section,
             placer_field (f), "this function is left out: %s", why);
}

bool
unplaced_settle (struct placer *p)
{
  struct settling l = { .p = p, .looks = LIMIT_GAP_LOOKS };

  l.fits = find_gaps (p, &l.gaps) && list_existing (&l);
  for (size_t i = 0; i < p->unplaced_count && l.fits; i++)
    settle (&l, &p->unplaced[i]);
  ranges_free (&l.gaps);
  free (l.existing);
  return l.fits;
}
