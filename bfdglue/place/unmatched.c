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
      = calloc (existing->functions.count + 1, sizeof *unmatched->matched);
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
  free ((void *) unmatched->pending);
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

size_t
unmatched_match (struct unmatched *unmatched, uint64_t addr, uint64_t digest)
{
  size_t idx = pieces_find (unmatched->existing, addr, digest);

  if (idx != SIZE_MAX)
    unmatched->matched[idx] = true;
  return idx;
}

uint64_t
unmatched_group (const struct input_section *section, uint64_t value)
{
  if (section->group == NULL)
    return 0;
  uint64_t hash = (section->identity ^ value) * UINT64_C (0x100000001b3);
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
unmatched_defer (struct unmatched *unmatched, const struct text_function *f)
{
  if (!array_grow ((void *) &unmatched->pending, &unmatched->pending_capacity,
                   unmatched->pending_count, sizeof *unmatched->pending))
    return false;
  unmatched->pending[unmatched->pending_count++] = f;
  return true;
}

/* By content, after all others those that are excluded.  */
static int
compare_pending (const void *a, const void *b)
{
  const struct text_function *x = *(const struct text_function *const *) a;
  const struct text_function *y = *(const struct text_function *const *) b;

  if (x->excluded != y->excluded)
    return x->excluded ? 1 : -1;
  if (x->digest != y->digest)
    return x->digest < y->digest ? -1 : 1;
  if (x->group != y->group)
    return x->group < y->group ? -1 : 1;
  if (x->piece != y->piece)
    return x->piece < y->piece ? -1 : 1;
  return x->fde < y->fde ? -1 : x->fde > y->fde;
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
  struct leftover *list = calloc (existing->functions.count + 1, sizeof *list);

  *count = 0;
  if (list == NULL)
    return NULL;
  for (size_t i = 0; i < existing->functions.count; i++)
    if (!unmatched->matched[i])
      list[(*count)++]
          = (struct leftover){ .digest = existing->functions.at[i].digest,
                               .addr = existing->functions.at[i].addr,
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
                       const struct code_ranges *code)
{
  const struct existing_sframe *existing = unmatched->existing;
  size_t leftovers = 0;

  for (size_t i = 0; i < existing->functions.count; i++)
    leftovers += !unmatched->matched[i];
  if (unmatched->pending_count == 0 || leftovers <= unmatched->pending_count)
    return SFM_OK;
  unmatched->hidden = calloc (index->eh.count + 1, sizeof *unmatched->hidden);
  if (unmatched->hidden == NULL)
    return SFM_ERR_NOMEM;
  for (size_t i = 0; i < index->eh.count; i++)
    {
      const struct function *s = &index->eh.at[i];
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
  const uint64_t group = unmatched->pending[idx]->group;

  return group != 0
         && (unmatched_has_group (unmatched, group)
             || (idx > c->first
                 && unmatched->pending[idx - 1]->group == group));
}

/* Report that MISSING of the WANTED functions of C are not found.  */
static void
diag_missing (const struct placer *placer, const struct unmatched_class *c,
              size_t missing, size_t wanted)
{
  for (size_t i = c->first; i < c->end; i++)
    {
      const struct text_function *f = placer->unmatched.pending[i];
      const struct placed_input *input = placer_input_of (placer, f);
      if (c->available_count == 0)
        diag_at (placer->sink, DIAG_DETAIL, input->name, input->section,
                 f->field, "this function is not found in the image");
      else
        diag_at (placer->sink, DIAG_DETAIL, input->name, input->section,
                 f->field,
                 "%zu of %zu functions like this one are not found in the "
                 "image",
                 missing, wanted);
    }
}

/* Settle the functions of C: its first ones that are not copies are those that
   the image has.  */
static sfm_status
settle_class (struct placer *placer, struct unmatched_class *c)
{
  struct unmatched *unmatched = &placer->unmatched;
  size_t wanted = 0, found = 0;

  if (is_hidden (unmatched, unmatched->pending[c->first]->size))
    c->available_count = 0;
  for (size_t i = c->first; i < c->end; i++)
    if (is_copy (unmatched, c, i))
      placer->counts.discarded++;
    else if (wanted++ < c->available_count
             && !placer_tell (placer, unmatched->pending[i],
                              c->available[found++].addr, false))
      return SFM_ERR_NOMEM;
  placer->counts.existing += found;
  placer->counts.missing += wanted - found;
  if (wanted != found)
    diag_missing (placer, c, wanted - found, wanted);
  return SFM_OK;
}

sfm_status
unmatched_settle (struct placer *placer)
{
  struct unmatched *unmatched = &placer->unmatched;
  const struct text_function **pending = unmatched->pending;
  size_t count, at = 0;
  struct leftover *existing = list_leftovers (unmatched, placer, &count);
  sfm_status status = existing == NULL ? SFM_ERR_NOMEM : SFM_OK;

  if (unmatched->pending_count != 0)
    qsort ((void *) pending, unmatched->pending_count, sizeof *pending,
           compare_pending);
  for (size_t i = 0, end; i < unmatched->pending_count && status == SFM_OK;
       i = end)
    {
      uint64_t digest = pending[i]->digest;
      bool excluded = pending[i]->excluded;
      for (end = i;
           end < unmatched->pending_count && pending[end]->digest == digest
           && pending[end]->excluded == excluded;
           end++)
        continue;
      while (!excluded && at < count && existing[at].digest < digest)
        at++;
      struct unmatched_class c
          = { .first = i, .end = end, .available = existing + at };
      for (; !excluded && at < count && existing[at].digest == digest; at++)
        c.available_count++;
      status = settle_class (placer, &c);
    }
  free (existing);
  return status;
}
