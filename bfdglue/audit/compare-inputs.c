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
#include "eh-frame.h"
#include "pieces.h"
#include "sorted.h"

/* Report the functions of inputs whose rows the image's call frame information
   contradicts.

   The placer leaves the whole section of such a function out.  The functions
   beside it, whose rows may be right, are counted together.  */

static bool
refuted_keep (struct refuted_functions *refuted,
              const struct found_function *found)
{
  struct sfm_piece *copy = pool_alloc (&refuted->pool, sizeof *copy);

  if (copy == NULL
      || !array_grow (&refuted->all, &refuted->capacity, refuted->count,
                      sizeof *found))
    return false;
  *copy = *found->piece;
  refuted->all[refuted->count] = *found;
  refuted->all[refuted->count++].piece = copy;
  return true;
}

/* Report F of INPUT's SECTION by the judgement of PROOF.  */
static void
report_refuted (const struct found_function *f, const char *input,
                const char *section, struct row_proof *proof,
                const struct finding_sink *sink)
{
  const uint8_t abi = f->piece->abi;
  const struct proof_function said = { .piece = f->piece,
                                       .addr = f->addr,
                                       .digest = f->digest,
                                       .size = f->size,
                                       .fde = f->fde };
  const struct finding place = finding_place (NULL, 0);
  char rows[RULES_TEXT_SIZE], cfi[RULES_TEXT_SIZE];
  struct sfm_cfi_difference d;

  if (row_proof_judge (proof, &said, &d) == SFM_CFI_CONTRADICTS)
    finding_report (sink, FIND_ROWS_CONTRADICT, &place,
                    "the function at 0x%" PRIx64 " has %s at 0x%" PRIx64
                    " in %s(%s+0x%" PRIx64 "), .eh_frame has %s",
                    f->addr, rules_text (&d.rows, abi, rows), d.addr, input,
                    section, f->field, rules_text (&d.cfi.rules, abi, cfi));
}

/* Report FIND_ROWS_CONTRADICT with both rules for each of REFUTED in the image
   of AUDIT, and once for what RESULT counts beside them.  */
static void
refuted_report (const struct refuted_functions *refuted,
                const struct image_context *audit,
                const struct comparison_names *names,
                const struct input_comparison *result,
                const struct finding_sink *sink)
{
  struct finding place = finding_place (NULL, 0);
  struct row_proof proof;

  row_proof_begin (&proof, &audit->index);
  for (size_t i = 0; i < refuted->count; i++)
    {
      const struct found_function *f = &refuted->all[i];
      const char *section;
      const char *input = names->name (names->data, f->input, &section);
      report_refuted (f, input, section, &proof, sink);
    }
  if (result->wrong_rows <= refuted->count)
    return;
  place.count = result->wrong_rows - refuted->count;
  finding_report (sink, FIND_ROWS_CONTRADICT, &place,
                  "%zu of %zu functions of the inputs are in sections with "
                  "rows that contradict .eh_frame",
                  place.count, result->functions);
}

static void
refuted_free (struct refuted_functions *refuted)
{
  free (refuted->all);
  pool_free (&refuted->pool);
}

struct comparison
{
  const struct image_context *audit;
  struct input_comparison *result;
  const struct finding_sink *sink;
  const struct comparison_names *names;
  struct function_list described;
  struct found_function *found; /* by address, digest, number of the input,
                                   and start field */
  size_t found_count;
  size_t found_capacity;
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

/* List the visible functions of the image, and number its pieces in each
   section.  They are grouped by section.  One whose rows .eh_frame contradicts
   is there, and differs.  */
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
      if (piece_is_visible (&p[i]) && p[i].piece.version > c->judge.version)
        c->judge.version = p[i].piece.version;
    }
  return pieces_functions (existing, FUNCTIONS_JUDGED, &c->described);
}

/* The function that the image describes as .eh_frame does in place of FOUND,
   or NULL.  */
static const struct function *
right_one (const struct comparison *c, const struct found_function *found)
{
  const struct function_list *d = &c->described;
  const size_t at = function_list_from (d, found->addr, 0);

  if (!function_list_starts (d, at, found->addr)
      || d->at[at].size != found->size)
    return NULL;
  const struct image_piece *p = &c->audit->existing.pieces[d->at[at].piece];
  return p->verdicts[d->at[at].fde] == SFM_CFI_AGREES ? &d->at[at] : NULL;
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
      const struct function *instead = right_one (c, found);
      if (instead != NULL)
        kept.digest = instead->digest;
    }
  if (!array_grow (&c->found, &c->found_capacity, c->found_count,
                   sizeof *c->found))
    return false;
  c->found[c->found_count++] = kept;
  return comparison_keep_long (&c->found[c->found_count - 1], &c->pool);
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
        const struct function *described)
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
  const struct image_piece *p = &c->audit->existing.pieces[described->piece];
  struct sfm_fde fde;
  struct sfm_diag diag;
  place.section = p->section;
  place.piece = c->numbers[described->piece];
  place.fde = described->fde;
  if (sfm_fde_read (&p->piece, described->fde, &fde, &diag) == SFM_OK)
    place.offset = fde.field;
  finding_report (c->sink, FIND_DIFFERENT, &place,
                  "the function at 0x%" PRIx64 " is described with "
                  "%" PRIu64 " bytes and other rules than in %s(%s+0x%" PRIx64
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
  const struct function_list *d = &c->described;

  for (size_t i = 0; i < count; i++)
    {
      while (function_list_starts (d, at, f->addr)
             && d->at[at].digest < f[i].digest)
        at++;
      if (function_list_starts (d, at, f->addr)
          && d->at[at].digest == f[i].digest)
        return true;
    }
  for (size_t i = 0; i < count; i++)
    if (split_same (&f[i], &c->audit->existing, d))
      return true;
  return false;
}

/* Compare the COUNT functions at F with those described, as in any_same.  */
static void
compare_at (struct comparison *c, const struct found_function *f, size_t count,
            size_t at)
{
  struct input_comparison *a = c->result;
  const bool described = function_list_starts (&c->described, at, f->addr);

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
  report (c, first_input (f, count), described ? &c->described.at[at] : NULL);
}

static void
compare_all (struct comparison *c)
{
  const struct found_function *f = c->found;
  size_t at = 0;

  sort_if_needed (c->found, c->found_count, sizeof *f, compare_functions);
  for (size_t i = 0, end; i < c->found_count; i = end)
    {
      for (end = i + 1; end < c->found_count && f[end].addr == f[i].addr;
           end++)
        continue;
      while (at < c->described.count && c->described.at[at].addr < f[i].addr)
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
  function_list_free (&c->described);
  free (c->found);
  refuted_free (&c->refuted);
  free (c->numbers);
  pool_free (&c->pool);
  free (c);
}
