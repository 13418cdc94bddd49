/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unmatched.c - match the remaining functions with existing ones by their
   rows.

   Theory of operation.  A linker that merges SFrame keeps a function's rows,
   so an object's function that is in the image is there with the same content.
   Which of several equal functions is which does not matter, only their number
   [settle_class].  If the inputs have more functions of one content than the
   image describes, some are missing: their number is known, but not which
   ones.  Of COMDAT copies one is expected, or none if a copy of the same
   function was found otherwise.  If the image describes more functions than
   the inputs have, and has others of that size that it does not describe,
   nothing is known [unmatched_find_hidden].  */

#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "place-limits.h"
#include "unmatched.h"
#include "placer-internal.h"
#include "sorted.h"

static int
compare_pieces (const void *a, const void *b)
{
  const struct unmatched_piece *x = a, *y = b;

  if (x->digest != y->digest)
    return x->digest < y->digest ? -1 : 1;
  return x->piece < y->piece ? -1 : x->piece > y->piece;
}

sfm_status
unmatched_begin (struct unmatched *unmatched, struct existing_sframe *existing)
{
  memset (unmatched, 0, sizeof *unmatched);
  unmatched->existing = existing;
  unmatched->matched
      = calloc (existing->function_count + 1, sizeof *unmatched->matched);
  unmatched->pieces
      = calloc (existing->piece_count + 1, sizeof *unmatched->pieces);
  if (unmatched->matched == NULL || unmatched->pieces == NULL)
    return SFM_ERR_NOMEM;
  for (size_t i = 0; i < existing->piece_count; i++)
    if (existing->pieces[i].usable)
      unmatched->pieces[unmatched->piece_count++] = (struct unmatched_piece){
        sfm_piece_digest (&existing->pieces[i].piece), &existing->pieces[i]
      };
  qsort (unmatched->pieces, unmatched->piece_count, sizeof *unmatched->pieces,
         compare_pieces);
  return SFM_OK;
}

void
unmatched_end (struct unmatched *unmatched)
{
  free (unmatched->matched);
  free (unmatched->pieces);
  free (unmatched->pending);
  free (unmatched->groups);
  free (unmatched->hidden);
}

/* Whether an existing piece has as many functions and rows as PIECE, or there
   are too many pieces to test each.  Linkers that merge leave one piece, and
   then no input need be digested.  */
static bool
may_be_described (const struct unmatched *unmatched,
                  const struct sfm_piece *piece)
{
  bool any = unmatched->piece_count > LIMIT_PIECES_TESTED;

  for (size_t i = 0; i < unmatched->piece_count && !any; i++)
    {
      const struct sfm_piece *existing = &unmatched->pieces[i].piece->piece;
      any = existing->num_fdes == piece->num_fdes
            && existing->num_fres == piece->num_fres;
    }
  return any;
}

/* Pieces with equal digests are taken in order.  */
static int
compare_untaken (const void *element, const void *digest)
{
  const struct unmatched_piece *p = element;
  int order = compare_u64 (&p->digest, digest);

  return order == 0 && p->piece->matched_input ? -1 : order;
}

struct image_piece *
unmatched_existing (struct unmatched *unmatched, const struct sfm_piece *piece)
{
  if (!may_be_described (unmatched, piece))
    return NULL;
  uint64_t digest = sfm_piece_digest (piece);
  size_t i
      = sorted_first (unmatched->pieces, unmatched->piece_count,
                      sizeof *unmatched->pieces, &digest, compare_untaken);

  if (i == unmatched->piece_count || unmatched->pieces[i].digest != digest
      || !sfm_piece_same (&unmatched->pieces[i].piece->piece, piece))
    return NULL;
  return unmatched->pieces[i].piece;
}

void
unmatched_match (struct unmatched *unmatched, uint64_t addr, uint64_t digest)
{
  size_t idx = pieces_find (unmatched->existing, addr, digest);

  if (idx != SIZE_MAX)
    unmatched->matched[idx] = true;
}

uint64_t
unmatched_group (const struct input_object *object,
                 const struct input_reloc *target)
{
  const struct input_section *section = &object->sections[target->section];

  if (section->group == NULL)
    return 0;
  uint64_t hash
      = (section->identity ^ target->value) * UINT64_C (0x100000001b3);
  hash = (hash ^ hash >> 32) * UINT64_C (0x9e3779b97f4a7c15);
  return hash == 0 ? 1 : hash;
}

void
unmatched_group_found (struct unmatched *unmatched, uint64_t group)
{
  /* Without memory a discarded copy is reported as missing: an extra error,
     but no function is lost.  */
  if (group != 0
      && array_grow (&unmatched->groups, &unmatched->group_capacity,
                     unmatched->group_count, sizeof *unmatched->groups))
    unmatched->groups[unmatched->group_count++] = group;
}

bool
unmatched_defer (struct unmatched *unmatched,
                 const struct unmatched_pending *pending)
{
  if (!array_grow (&unmatched->pending, &unmatched->pending_capacity,
                   unmatched->pending_count, sizeof *unmatched->pending))
    return false;
  unmatched->pending[unmatched->pending_count++] = *pending;
  return true;
}

/* By content, after all others those that are excluded.  */
static int
compare_pending (const void *a, const void *b)
{
  const struct unmatched_pending *x = a, *y = b;

  if (x->excluded != y->excluded)
    return x->excluded ? 1 : -1;
  if (x->digest != y->digest)
    return x->digest < y->digest ? -1 : 1;
  if (x->group != y->group)
    return x->group < y->group ? -1 : 1;
  if (x->input != y->input)
    return x->input < y->input ? -1 : 1;
  return x->field < y->field ? -1 : x->field > y->field;
}

/* An existing function that matches no input.  */
struct leftover
{
  uint64_t digest;
  uint64_t addr;
  bool preferred; /* by the listener */
};

static int
compare_leftovers (const void *a, const void *b)
{
  const struct leftover *x = a, *y = b;

  if (x->digest != y->digest)
    return x->digest < y->digest ? -1 : 1;
  if (x->preferred != y->preferred)
    return x->preferred ? -1 : 1;
  return x->addr < y->addr ? -1 : x->addr > y->addr;
}

/* List the existing functions that match no input, by digest.  */
static struct leftover *
list_leftovers (const struct unmatched *unmatched, const struct placer *placer,
                size_t *count)
{
  const struct existing_sframe *existing = unmatched->existing;
  const struct place_listener *listener = placer->from.listener;
  struct leftover *list = calloc (existing->function_count + 1, sizeof *list);

  *count = 0;
  if (list == NULL)
    return NULL;
  for (size_t i = 0; i < existing->function_count; i++)
    if (!unmatched->matched[i])
      list[(*count)++]
          = (struct leftover){ .digest = existing->functions[i].digest,
                               .addr = existing->functions[i].addr,
                               .preferred
                               = listener != NULL && listener->preferred[i] };
  qsort (list, *count, sizeof *list, compare_leftovers);
  return list;
}

bool
unmatched_has_group (struct unmatched *unmatched, uint64_t group)
{
  if (unmatched->group_count == 0)
    return false;
  if (unmatched->group_sorted != unmatched->group_count)
    qsort (unmatched->groups, unmatched->group_count,
           sizeof *unmatched->groups, compare_u64);
  unmatched->group_sorted = unmatched->group_count;
  return bsearch (&group, unmatched->groups, unmatched->group_count,
                  sizeof group, compare_u64)
         != NULL;
}

sfm_status
unmatched_find_hidden (struct unmatched *unmatched,
                       const struct function_index *index,
                       const struct code_ranges *code,
                       const struct diag_sink *sink)
{
  const struct existing_sframe *existing = unmatched->existing;
  size_t leftovers = 0;

  for (size_t i = 0; i < existing->function_count; i++)
    leftovers += !unmatched->matched[i];
  if (unmatched->pending_count == 0 || leftovers <= unmatched->pending_count)
    return SFM_OK;
  unmatched->hidden = calloc (index->eh_count + 1, sizeof *unmatched->hidden);
  if (unmatched->hidden == NULL)
    return diag_nomem (sink, NULL);
  for (size_t i = 0; i < index->eh_count; i++)
    {
      const struct eh_function *s = &index->eh[i];
      if (code_ranges_hold (code, s->addr, s->size)
          && code_ranges_plt_section (code, s->addr, s->size) == NULL
          && !pieces_any_at (existing, s->addr))
        unmatched->hidden[unmatched->hidden_count++] = s->size;
    }
  qsort (unmatched->hidden, unmatched->hidden_count, sizeof *unmatched->hidden,
         compare_u64);
  return SFM_OK;
}

/* Whether there is a hidden function of SIZE bytes.  */
static bool
is_hidden (const struct unmatched *unmatched, uint64_t size)
{
  return unmatched->hidden_count != 0
         && bsearch (&size, unmatched->hidden, unmatched->hidden_count,
                     sizeof size, compare_u64)
                != NULL;
}

/* Pending functions [FIRST, END) of one content, and the existing functions
   that have it.  */
struct unmatched_class
{
  size_t first;
  size_t end;
  const struct leftover *available;
  size_t available_count;
};

/* Whether pending function number IDX of C is a copy of one that was found or
   is counted already.  */
static bool
is_copy (struct unmatched *unmatched, const struct unmatched_class *c,
         size_t idx)
{
  const struct unmatched_pending *p = &unmatched->pending[idx];

  return p->group != 0
         && (unmatched_has_group (unmatched, p->group)
             || (idx > c->first && p[-1].group == p->group));
}

/* Tell the listener that the image has the first COUNT functions of C that are
   not copies.  False: no memory.  */
static bool
tell_class (struct unmatched *unmatched, const struct unmatched_class *c,
            size_t count, const struct placer *placer)
{
  size_t count_told = 0;

  if (placer->from.listener == NULL)
    return true;
  for (size_t i = c->first; count_told < count; i++)
    {
      const struct unmatched_pending *p = &unmatched->pending[i];
      if (is_copy (unmatched, c, i))
        continue;
      const struct found_function found
          = { .addr = c->available[count_told++].addr,
              .digest = p->digest,
              .field = p->field,
              .size = p->size,
              .input = p->input };
      if (!place_tell (&placer->from, &found))
        return false;
    }
  return true;
}

/* Report that MISSING of the WANTED functions of C are not found.  */
static void
diag_missing (const struct unmatched *unmatched,
              const struct unmatched_class *c, size_t missing, size_t wanted,
              const struct placer *placer, const struct diag_sink *sink)
{
  for (size_t i = c->first; i < c->end; i++)
    {
      const struct unmatched_pending *p = &unmatched->pending[i];
      const char *section;
      const char *name = placer_input_name (placer, p->input, &section);
      if (c->available_count == 0)
        diag_at (sink, DIAG_DETAIL, name, section, p->field,
                 "this function is not found in the image");
      else
        diag_at (sink, DIAG_DETAIL, name, section, p->field,
                 "%zu of %zu functions like this one are not found in the "
                 "image",
                 missing, wanted);
    }
}

/* Settle the functions of C.  */
static sfm_status
settle_class (struct unmatched *unmatched, struct unmatched_class *c,
              const struct placer *placer, struct place_counts *counts,
              const struct diag_sink *sink)
{
  size_t wanted = 0, found;

  if (is_hidden (unmatched, unmatched->pending[c->first].size))
    c->available_count = 0;
  for (size_t i = c->first; i < c->end; i++)
    if (is_copy (unmatched, c, i))
      counts->discarded++;
    else
      wanted++;
  found = wanted > c->available_count ? c->available_count : wanted;
  counts->existing += found;
  counts->missing += wanted - found;
  if (wanted != found)
    diag_missing (unmatched, c, wanted - found, wanted, placer, sink);
  return tell_class (unmatched, c, found, placer) ? SFM_OK
                                                  : diag_nomem (sink, NULL);
}

sfm_status
unmatched_settle (struct unmatched *unmatched, const struct placer *placer,
                  struct place_counts *counts, const struct diag_sink *sink)
{
  size_t count, at = 0;
  struct leftover *existing = list_leftovers (unmatched, placer, &count);
  sfm_status status = existing == NULL ? diag_nomem (sink, NULL) : SFM_OK;

  if (unmatched->pending_count != 0)
    qsort (unmatched->pending, unmatched->pending_count,
           sizeof *unmatched->pending, compare_pending);
  for (size_t i = 0, end; i < unmatched->pending_count && status == SFM_OK;
       i = end)
    {
      uint64_t digest = unmatched->pending[i].digest;
      bool excluded = unmatched->pending[i].excluded;
      for (end = i; end < unmatched->pending_count
                    && unmatched->pending[end].digest == digest
                    && unmatched->pending[end].excluded == excluded;
           end++)
        continue;
      while (!excluded && at < count && existing[at].digest < digest)
        at++;
      struct unmatched_class c
          = { .first = i, .end = end, .available = existing + at };
      for (; !excluded && at < count && existing[at].digest == digest; at++)
        c.available_count++;
      status = settle_class (unmatched, &c, placer, counts, sink);
    }
  free (existing);
  return status;
}
