/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   compare-inputs.c - compare the .sframe of an image with that of the objects
   it was linked from.

   Theory of operation.  The visible functions of the image are listed
   [list_described], and the caller passes each function of the inputs that is
   in the image [comparison_keep].  Both lists are sorted by address and
   compared in one walk [compare_all].  Digests cover the rules at every
   address, so that neither the version nor rows that a merge leaves out make a
   difference.

   Rows that lack an end of the stack or a mark of .eh_frame are corrected by
   the merge, and rows that it cannot judge left out.  The image is right to
   have what .eh_frame agrees with in place of them [comparison_keep], and not
   to have what its version cannot say.

   The placer also finds functions by pieces past the section's end.  They
   count as missing, because no consumer sees these pieces.  Several inputs may
   have a function at one address, as copies of a COMDAT group or by identical
   code folding.  The image is right if it agrees with one of them.  */

#include "config.h"

#include <inttypes.h>
#include <stdlib.h>

#include "compare-inputs.h"
#include "compare-refuted.h"
#include "compare-split.h"
#include "keyed-sort.h"
#include "pieces-visible.h"
#include "row-proof.h"
#include "sorted.h"
#include "undescribable.h"

/* Functions by address, digest, number of the input or piece, and start
   field.  */
struct compared_functions
{
  struct found_function *all;
  size_t count;
  size_t capacity;
};

struct comparison
{
  const struct image_context *audit;
  struct input_comparison *result;
  const struct finding_sink *sink;
  const struct comparison_names *names;
  struct compared_functions described; /* INPUT: number of the piece */
  struct compared_functions found;
  struct refuted_functions refuted;
  struct row_proof proof;
  struct undescribable judge;
  struct pool pool;  /* pieces of found functions with many rows */
  uint32_t *numbers; /* of each piece of the image in its section */
};

static int
compare_functions (const void *a, const void *b)
{
  const struct found_function *x = a, *y = b;

  if (x->addr != y->addr)
    return x->addr < y->addr ? -1 : 1;
  if (x->digest != y->digest)
    return x->digest < y->digest ? -1 : 1;
  if (x->input != y->input)
    return x->input < y->input ? -1 : 1;
  return x->field < y->field ? -1 : x->field > y->field;
}

static bool
add_function (struct compared_functions *functions,
              const struct found_function *f)
{
  if (!array_grow (&functions->all, &functions->capacity, functions->count,
                   sizeof *f))
    return false;
  functions->all[functions->count++] = *f;
  return true;
}

/* List the visible functions of piece number NUMBER.  */
static bool
list_piece (struct comparison *c, uint32_t number)
{
  const struct existing_sframe *existing = &c->audit->existing;
  const struct image_piece *p = &existing->pieces[number];
  struct sfm_fde fde;
  struct sfm_diag diag;

  for (uint32_t i = 0; i < p->piece.num_fdes; i++)
    {
      /* One whose rows .eh_frame contradicts is there, and differs.  */
      if ((!function_is_visible (p, i) && !verdict_refuses (p->verdicts[i]))
          || sfm_fde_read (&p->piece, i, &fde, &diag) != SFM_OK
          || fde.size == 0)
        continue;
      const struct found_function f = { .addr = p->places[i].addr,
                                        .digest = p->digests[i],
                                        .piece = &p->piece,
                                        .field = fde.field,
                                        .fde = i,
                                        .size = fde.size,
                                        .input = number };
      if (!add_function (&c->described, &f))
        return false;
    }
  return true;
}

/* List the visible functions of the image, and number its pieces in each
   section.  They are grouped by section.  */
static bool
list_described (struct comparison *c)
{
  const struct existing_sframe *existing = &c->audit->existing;
  const struct image_piece *p = existing->pieces;

  c->numbers = calloc (existing->piece_count + 1, sizeof *c->numbers);
  if (c->numbers == NULL)
    return false;
  for (uint32_t i = 0; i < existing->piece_count; i++)
    {
      if (i != 0 && p[i].section_idx == p[i - 1].section_idx)
        c->numbers[i] = c->numbers[i - 1] + 1;
      if (!piece_is_visible (&p[i]))
        continue;
      if (!list_piece (c, i))
        return false;
      if (p[i].piece.version > c->judge.version)
        c->judge.version = p[i].piece.version;
    }
  sort_if_needed (c->described.all, c->described.count,
                  sizeof *c->described.all, compare_functions);
  return true;
}

/* The function that the image describes as .eh_frame does in place of FOUND,
   or NULL.  */
static const struct found_function *
right_one (const struct comparison *c, const struct found_function *found)
{
  const struct compared_functions *d = &c->described;
  const size_t at
      = sorted_from (d->all, d->count, sizeof *d->all,
                     offsetof (struct found_function, addr), found->addr);

  if (at == d->count || d->all[at].addr != found->addr
      || d->all[at].size != found->size)
    return NULL;
  const struct image_piece *p = &c->audit->existing.pieces[d->all[at].input];
  return p->verdicts[d->all[at].fde] == SFM_CFI_AGREES ? &d->all[at] : NULL;
}

bool
comparison_keep (void *data, const struct found_function *found)
{
  struct comparison *c = data;
  const struct proof_function said = { .piece = found->piece,
                                       .addr = found->addr,
                                       .digest = found->digest,
                                       .size = found->size,
                                       .fde = found->fde };
  struct found_function kept = *found;

  if (found->refuted)
    return refuted_keep (&c->refuted, found);
  const enum sfm_cfi_verdict verdict
      = row_proof_judge (&c->proof, &said, NULL);
  kept.unjudged = verdict == SFM_CFI_UNJUDGED;
  if (kept.unjudged || verdict_corrects (verdict))
    {
      const struct found_function *instead = right_one (c, found);
      if (instead != NULL)
        kept.digest = instead->digest;
    }
  return add_function (&c->found, &kept)
         && comparison_keep_long (&c->found.all[c->found.count - 1], &c->pool);
}

/* The function of the first input among the COUNT at F.  */
static const struct found_function *
first_input (const struct found_function *f, size_t count)
{
  const struct found_function *first = f;

  for (size_t i = 1; i < count; i++)
    if (f[i].input < first->input)
      first = &f[i];
  return first;
}

/* Report F, a function of an input.  DESCRIBED is the function of the image at
   its address, or NULL.  */
static void
report (const struct comparison *c, const struct found_function *f,
        const struct found_function *described)
{
  const char *section;
  const char *input = c->names->name (c->names->data, f->input, &section);
  struct finding place = finding_place (NULL, 0);

  place.symbol = index_name (&c->audit->index, f->addr, f->size);
  if (described == NULL)
    {
      finding_report (c->sink, FIND_MISSING, &place,
                      "the function at 0x%" PRIx64 ", %" PRIu32
                      " bytes, is not described, though %s(%s+0x%" PRIx64
                      ") has rows for it",
                      f->addr, f->size, input, section, f->field);
      return;
    }
  place.section = c->audit->existing.pieces[described->input].section;
  place.piece = c->numbers[described->input];
  place.fde = described->fde;
  place.offset = described->field;
  finding_report (c->sink, FIND_DIFFERENT, &place,
                  "the function at 0x%" PRIx64 " is described with "
                  "%" PRIu32 " bytes and other rules than in %s(%s+0x%" PRIx64
                  "), where it has %" PRIu32 " bytes",
                  f->addr, described->size, input, section, f->field, f->size);
}

/* Whether the image describes the address of the COUNT functions at F, of the
   inputs, as one of them does.  AT is the number of the first described
   function at that address or above.  */
static bool
any_same (const struct comparison *c, const struct found_function *f,
          size_t count, size_t at)
{
  const struct compared_functions *d = &c->described;

  for (size_t i = 0; i < count; i++)
    {
      while (at < d->count && d->all[at].addr == f->addr
             && d->all[at].digest < f[i].digest)
        at++;
      if (at < d->count && d->all[at].addr == f->addr
          && d->all[at].digest == f[i].digest)
        return true;
    }
  for (size_t i = 0; i < count; i++)
    if (split_same (&f[i], d->all, d->count))
      return true;
  return false;
}

/* Compare the COUNT functions at F with those described, as in any_same.  */
static void
compare_at (struct comparison *c, const struct found_function *f, size_t count,
            size_t at)
{
  struct input_comparison *a = c->result;
  bool described
      = at < c->described.count && c->described.all[at].addr == f->addr;

  a->live++;
  if (any_same (c, f, count, at))
    {
      a->same++;
      return;
    }
  a->missing += !described;
  a->different += described;
  if (!described
      && (first_input (f, count)->unjudged
          || (c->judge.version != 0
              && undescribable_function (&c->judge, f->addr, f->size))))
    return;
  report (c, first_input (f, count), described ? &c->described.all[at] : NULL);
}

static void
compare_all (struct comparison *c)
{
  const struct found_function *f = c->found.all;
  size_t at = 0;

  sort_if_needed (c->found.all, c->found.count, sizeof *f, compare_functions);
  for (size_t i = 0, end; i < c->found.count; i = end)
    {
      for (end = i + 1; end < c->found.count && f[end].addr == f[i].addr;
           end++)
        continue;
      while (at < c->described.count && c->described.all[at].addr < f[i].addr)
        at++;
      compare_at (c, &f[i], end - i, at);
    }
}

/* Report the number of functions that were not found, if any.  */
static void
report_unplaced (const struct comparison *c)
{
  const struct input_comparison *a = c->result;
  struct finding place = finding_place (NULL, 0);

  place.count = a->unplaced - a->wrong_rows;
  if (place.count != 0)
    finding_report (c->sink, FIND_UNPLACED, &place,
                    "%zu of %zu functions of the inputs are not found in the "
                    "image, so that nothing is known of their rows",
                    a->unplaced - a->wrong_rows, a->functions);
}

struct comparison *
comparison_begin (const struct image_context *audit)
{
  struct comparison *c = calloc (1, sizeof *c);

  if (c == NULL)
    return NULL;
  c->audit = audit;
  row_proof_begin (&c->proof, &audit->index);
  undescribable_begin (&c->judge, &audit->index.eh, 0);
  if (list_described (c))
    return c;
  comparison_end (c);
  return NULL;
}

void
comparison_compare (struct comparison *c, const struct comparison_names *names,
                    struct input_comparison *result,
                    const struct finding_sink *sink)
{
  c->names = names;
  c->result = result;
  c->sink = sink;
  compare_all (c);
  result->gone = result->functions - result->unplaced - result->live;
  report_unplaced (c);
  refuted_report (&c->refuted, c->audit, names, result, sink);
}

void
comparison_end (struct comparison *c)
{
  if (c == NULL)
    return;
  free (c->described.all);
  free (c->found.all);
  refuted_free (&c->refuted);
  free (c->numbers);
  pool_free (&c->pool);
  free (c);
}
