/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unmatched.c - match the remaining functions with existing ones by their
   rows.

   Theory of operation.  A linker that merges SFrame keeps a function's rows,
   so an object's function that is in the image is there with the same content.
   Which of several equal functions is which does not matter, only their number
   [settle].  If the inputs have more functions of one content than the
   image describes, some are missing: their number is known, but not which
   ones.  Of COMDAT copies one is expected, or none if a copy of the same
   function was found otherwise.  If the image describes more functions than
   the inputs have, and has others of that size that it does not describe,
   nothing is known [find_hidden].  */

#include "config.h"

#include <stdlib.h>

#include "placer-internal.h"
#include "sorted.h"

/* An existing function that matches no input.  */
struct leftover
{
  uint64_t digest;
  uint64_t order; /* of use among equal ones: its index, plus the number of all
                     existing functions unless the listener prefers it */
};

/* The functions of one content.  */
struct content
{
  const struct text_function **inputs; /* those that no other source settled */
  size_t count;
  const struct leftover *existing; /* in the order of their use */
  size_t existing_count;
};

/* By content, after all others those that are excluded.  */
static int
compare_unmatched (const void *a, const void *b)
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

/* List the existing functions that match no input, by digest and order.  NULL:
   no memory.  */
static struct leftover *
list_existing (const struct placer *p, size_t *count)
{
  const struct existing_sframe *existing = &p->from.context->existing;
  const struct place_listener *listener = p->from.listener;
  struct leftover *list = calloc (existing->functions.count + 1, sizeof *list);

  *count = 0;
  for (size_t i = 0; i < existing->functions.count && list != NULL; i++)
    if (p->owners.matched[i] == 0)
      {
        const bool preferred = listener != NULL && listener->preferred[i];
        list[(*count)++] = (struct leftover){
          .digest = existing->functions.at[i].digest,
          .order = preferred ? i : existing->functions.count + i
        };
      }
  if (list != NULL)
    qsort (list, *count, sizeof *list, compare_u64_pairs);
  return list;
}

/* List the sizes of the functions of .eh_frame that the image does not
   describe, sorted.  NULL: no memory.  */
static uint64_t *
find_hidden (const struct placer *p, size_t *count)
{
  const struct function_index *index = &p->from.context->index;
  uint64_t *sizes = calloc (index->eh.count + 1, sizeof *sizes);

  *count = 0;
  for (size_t i = 0; i < index->eh.count && sizes != NULL; i++)
    {
      const struct function *s = &index->eh.at[i];
      if (code_ranges_hold (&p->from.context->index.code, s->addr, s->size)
          && code_ranges_plt_section (&p->from.context->index.code, s->addr,
                                      s->size)
                 == NULL
          && !pieces_any_at (&p->from.context->existing, s->addr))
        sizes[(*count)++] = s->size;
    }
  if (sizes != NULL)
    qsort (sizes, *count, sizeof *sizes, compare_u64);
  return sizes;
}

/* Whether input number IDX of C is a copy of one that was found or is counted
   already.  */
static bool
is_copy (struct placer *p, const struct content *c, size_t idx)
{
  const uint64_t group = c->inputs[idx]->group;

  return group != 0
         && (placer_has_group (p, group)
             || (idx != 0 && c->inputs[idx - 1]->group == group));
}

/* Report that MISSING of the WANTED functions of C are not found.  */
static void
diag_missing (const struct placer *p, const struct content *c, size_t missing,
              size_t wanted)
{
  for (size_t i = 0; i < c->count; i++)
    {
      const struct text_function *f = c->inputs[i];
      const struct placed_input *input = placer_input_of (p, f);
      if (c->existing_count == 0)
        diag_at (p->sink, DIAG_DETAIL, input->name, input->section, f->field,
                 "this function is not found in the image");
      else
        diag_at (p->sink, DIAG_DETAIL, input->name, input->section, f->field,
                 "%zu of %zu functions like this one are not found in the "
                 "image",
                 missing, wanted);
    }
}

/* Settle the functions of C: its first ones that are not copies are those that
   the image has.  */
static sfm_status
settle (struct placer *p, const struct content *c)
{
  const struct existing_sframe *existing = &p->from.context->existing;
  size_t wanted = 0, found = 0;

  for (size_t i = 0; i < c->count; i++)
    if (is_copy (p, c, i))
      p->counts.discarded++;
    else if (wanted++ < c->existing_count)
      {
        size_t there
            = (size_t) c->existing[found++].order % existing->functions.count;
        if (!placer_tell (p, c->inputs[i], existing->functions.at[there].addr,
                          false))
          return SFM_ERR_NOMEM;
      }
  p->counts.existing += found;
  p->counts.missing += wanted - found;
  if (wanted != found)
    diag_missing (p, c, wanted - found, wanted);
  return SFM_OK;
}

/* Settle all unmatched functions.  EXISTING are the COUNT existing functions
   that match no input, and HIDDEN the HIDDEN_COUNT sizes of hidden ones.  */
static sfm_status
settle_all (struct placer *p, const struct leftover *existing, size_t count,
            const uint64_t *hidden, size_t hidden_count)
{
  struct content c;

  for (size_t i = 0; i < p->unmatched_count; i += c.count)
    {
      const struct text_function *first = p->unmatched[i];
      c = (struct content){ .inputs = &p->unmatched[i] };
      while (i + c.count < p->unmatched_count
             && c.inputs[c.count]->digest == first->digest
             && c.inputs[c.count]->excluded == first->excluded)
        c.count++;
      size_t at
          = sorted_from (existing, count, sizeof *existing, 0, first->digest);
      size_t h
          = sorted_from (hidden, hidden_count, sizeof *hidden, 0, first->size);
      c.existing = &existing[at];
      if (!first->excluded && (h == hidden_count || hidden[h] != first->size))
        while (at + c.existing_count < count
               && c.existing[c.existing_count].digest == first->digest)
          c.existing_count++;
      TRY (settle (p, &c));
    }
  return SFM_OK;
}

sfm_status
unmatched_settle (struct placer *p)
{
  size_t count, hidden_count = 0;
  uint64_t *hidden = NULL;

  if (p->unmatched_count == 0)
    return SFM_OK;
  struct leftover *existing = list_existing (p, &count);
  sfm_status status = existing == NULL ? SFM_ERR_NOMEM : SFM_OK;

  /* With a map the inputs are those of the link.  Without one they can be
     fewer, and an unmatched function can be a hidden one rather than a
     described one of the same content.  */
  if (status == SFM_OK && p->from.map == NULL && count > p->unmatched_count)
    {
      hidden = find_hidden (p, &hidden_count);
      status = hidden == NULL ? SFM_ERR_NOMEM : SFM_OK;
    }
  qsort ((void *) p->unmatched, p->unmatched_count, sizeof *p->unmatched,
         compare_unmatched);
  if (status == SFM_OK)
    status = settle_all (p, existing, count, hidden, hidden_count);
  free (existing);
  free (hidden);
  return status;
}
