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

   The placer also finds functions by pieces past the section's end.  They
   count as missing, because no consumer sees these pieces.  Several inputs may
   have a function at one address, as copies of a COMDAT group or by identical
   code folding.  The image is right if it agrees with one of them.  */

#include "config.h"

#include <inttypes.h>
#include <stdlib.h>

#include "compare-split.h"
#include "compare-inputs.h"
#include "pieces-visible.h"
#include "keyed-sort.h"

/* The functions of the inputs and of the image at one address, both sorted by
   digest.  */
struct compared_address
{
  const struct comparison_found *found;
  size_t found_count;
  const struct compared_function *described;
  size_t described_count;
};

struct comparison
{
  const struct image_context *audit;
  struct input_comparison *result;
  const struct finding_sink *sink;
  const struct comparison_names *names;
  struct compared_function *described; /* by address */
  size_t described_count;
  size_t described_capacity;
  struct comparison_found *found; /* by address */
  size_t found_count;
  size_t found_capacity;
  struct pool pool; /* pieces of found functions with many rows */
  bool *preferred;
  uint32_t *numbers; /* of each piece of the image in its section */
};

static int
compare_described (const void *a, const void *b)
{
  const struct compared_function *x = a, *y = b;

  if (x->addr != y->addr)
    return x->addr < y->addr ? -1 : 1;
  if (x->digest != y->digest)
    return x->digest < y->digest ? -1 : 1;
  if (x->piece != y->piece)
    return x->piece < y->piece ? -1 : 1;
  return (x->fde > y->fde) - (x->fde < y->fde);
}

static bool
list_piece (struct comparison *c, size_t number)
{
  const struct existing_sframe *existing = &c->audit->existing;
  const struct image_piece *p = &existing->pieces[number];
  struct sfm_fde fde;
  struct sfm_diag diag;

  for (uint32_t i = 0; i < p->piece.num_fdes; i++)
    {
      if (!function_is_visible (p, i)
          || sfm_fde_read (&p->piece, i, &fde, &diag) != SFM_OK
          || fde.size == 0)
        continue;
      if (!array_grow (&c->described, &c->described_capacity,
                       c->described_count, sizeof *c->described))
        return false;
      c->described[c->described_count++]
          = (struct compared_function){ .addr = p->places[i].addr,
                                        .digest = p->digests[i],
                                        .size = fde.size,
                                        .fde = i,
                                        .piece = number };
      size_t idx = pieces_find (existing, p->places[i].addr, p->digests[i]);
      if (idx != SIZE_MAX)
        c->preferred[idx] = true;
    }
  return true;
}

/* Number the image's pieces in each section.  They are grouped by section.  */
static bool
number_pieces (struct comparison *c)
{
  const struct existing_sframe *existing = &c->audit->existing;

  c->numbers = calloc (existing->piece_count + 1, sizeof *c->numbers);
  if (c->numbers == NULL)
    return false;
  for (size_t i = 1; i < existing->piece_count; i++)
    if (existing->pieces[i].section_idx == existing->pieces[i - 1].section_idx)
      c->numbers[i] = c->numbers[i - 1] + 1;
  return true;
}

/* List the visible functions of the image.  */
static bool
list_described (struct comparison *c)
{
  const struct existing_sframe *existing = &c->audit->existing;

  c->preferred = calloc (existing->functions.count + 1, sizeof *c->preferred);
  if (c->preferred == NULL)
    return false;
  for (size_t i = 0; i < existing->piece_count; i++)
    if (piece_is_visible (&existing->pieces[i]) && !list_piece (c, i))
      return false;
  sort_if_needed (c->described, c->described_count, sizeof *c->described,
                  compare_described);
  return true;
}

bool
comparison_keep (void *data, const struct found_function *found)
{
  struct comparison *c = data;

  if (!array_grow (&c->found, &c->found_capacity, c->found_count,
                   sizeof *c->found))
    return false;
  struct comparison_found *f = &c->found[c->found_count++];
  *f = (struct comparison_found){ .addr = found->addr,
                                  .digest = found->digest,
                                  .field = found->field,
                                  .size = found->size,
                                  .input = found->input };
  return comparison_keep_long (f, found, &c->pool);
}

static int
compare_found (const void *a, const void *b)
{
  const struct comparison_found *x = a, *y = b;

  if (x->addr != y->addr)
    return x->addr < y->addr ? -1 : 1;
  if (x->digest != y->digest)
    return x->digest < y->digest ? -1 : 1;
  if (x->input != y->input)
    return x->input < y->input ? -1 : 1;
  return x->field < y->field ? -1 : x->field > y->field;
}

/* The function of the first input among the COUNT at F.  */
static const struct comparison_found *
first_input (const struct comparison_found *f, size_t count)
{
  const struct comparison_found *first = f;

  for (size_t i = 1; i < count; i++)
    if (f[i].input < first->input)
      first = &f[i];
  return first;
}

/* Report ID about F, a function of an input.  DESCRIBED is the function of the
   image at its address, or NULL.  */
static void
report (const struct comparison *c, unsigned id,
        const struct comparison_found *f,
        const struct compared_function *described)
{
  const struct existing_sframe *existing = &c->audit->existing;
  const char *section, *name;
  const char *input = c->names->name (c->names->data, f->input, &section);
  struct finding place = {
    .piece = SFM_NO_INDEX, .fde = SFM_NO_INDEX, .row = SFM_NO_INDEX, .count = 1
  };

  name = index_name (&c->audit->index, f->addr, f->size);
  if (name == NULL)
    name = "no symbol";
  if (described == NULL)
    {
      finding_report (c->sink, id, &place,
                      "the function at 0x%" PRIx64 " (%s), %" PRIu32
                      " bytes, is not described, though %s(%s+0x%" PRIx64
                      ") has rows for it",
                      f->addr, name, f->size, input, section, f->field);
      return;
    }
  const struct image_piece *p = &existing->pieces[described->piece];
  place.section = p->section;
  place.piece = c->numbers[described->piece];
  place.fde = described->fde;
  place.offset = sfm_piece_field (&p->piece, described->fde);
  finding_report (c->sink, id, &place,
                  "the function at 0x%" PRIx64 " (%s) is described with "
                  "%" PRIu32 " bytes and other rules than in %s(%s+0x%" PRIx64
                  "), where it has %" PRIu32 " bytes",
                  f->addr, name, described->size, input, section, f->field,
                  f->size);
}

/* Whether the image describes the address of M as one of its inputs does.  */
static bool
any_same (const struct comparison *c, const struct compared_address *m)
{
  size_t i = 0, k = 0;

  while (i < m->found_count && k < m->described_count)
    {
      uint64_t one = m->found[i].digest, other = m->described[k].digest;
      if (one == other)
        return true;
      if (one < other)
        i++;
      else
        k++;
    }
  for (i = 0; i < m->found_count && m->described_count != 0; i++)
    if (split_same (&m->found[i], &c->audit->existing, c->described,
                    c->described_count))
      return true;
  return false;
}

/* Compare the functions at one address.  */
static void
compare_at (struct comparison *c, const struct compared_address *m)
{
  struct input_comparison *a = c->result;

  a->live++;
  if (any_same (c, m))
    a->same++;
  else if (m->described_count == 0)
    {
      a->missing++;
      report (c, FIND_MISSING, first_input (m->found, m->found_count), NULL);
    }
  else
    {
      a->different++;
      report (c, FIND_DIFFERENT, first_input (m->found, m->found_count),
              m->described);
    }
}

static void
compare_all (struct comparison *c)
{
  size_t at = 0;

  sort_if_needed (c->found, c->found_count, sizeof *c->found, compare_found);
  for (size_t i = 0, end; i < c->found_count; i = end)
    {
      uint64_t addr = c->found[i].addr;
      for (end = i + 1; end < c->found_count && c->found[end].addr == addr;
           end++)
        continue;
      while (at < c->described_count && c->described[at].addr < addr)
        at++;
      struct compared_address m
          = { .found = &c->found[i],
              .found_count = end - i,
              .described
              = at < c->described_count ? &c->described[at] : NULL };
      while (at < c->described_count && c->described[at].addr == addr)
        {
          m.described_count++;
          at++;
        }
      compare_at (c, &m);
    }
}

/* Report the number of functions that were not found, if any.  */
static void
report_unplaced (const struct comparison *c)
{
  const struct input_comparison *a = c->result;
  const struct finding place = { .piece = SFM_NO_INDEX,
                                 .fde = SFM_NO_INDEX,
                                 .row = SFM_NO_INDEX,
                                 .count = a->unplaced };

  if (a->unplaced != 0)
    finding_report (c->sink, FIND_UNPLACED, &place,
                    "%zu of %zu functions of the inputs are not found in the "
                    "image, so that nothing is known of their rows",
                    a->unplaced, a->functions);
}

struct comparison *
comparison_begin (const struct image_context *audit)
{
  struct comparison *c = calloc (1, sizeof *c);

  if (c == NULL)
    return NULL;
  c->audit = audit;
  if (number_pieces (c) && list_described (c))
    return c;
  comparison_end (c);
  return NULL;
}

const bool *
comparison_preferred (const struct comparison *c)
{
  return c->preferred;
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
}

void
comparison_end (struct comparison *c)
{
  if (c == NULL)
    return;
  free (c->described);
  free (c->found);
  free (c->preferred);
  free (c->numbers);
  pool_free (&c->pool);
  free (c);
}
