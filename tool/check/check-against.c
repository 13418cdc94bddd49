/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   check-against.c - sfmerge check --against: compare the .sframe of an image
   with that of the objects it was linked from.

   Theory of operation.  The visible functions of the image are listed
   [list_described], and the placer of sfmerge link finds those of the inputs
   in the image [keep].  Nothing is merged.  Both lists are sorted by address
   and compared in one walk [compare_all].  Digests cover the rules at every
   address, so that neither the version nor rows that a merge leaves out make a
   difference.

   Rows that lack an end of the stack or a mark of .eh_frame are corrected by
   the merge, and rows that it cannot judge are left out.  The image is right
   if it has rows that .eh_frame agrees with in their place [keep], and if it
   lacks what its version cannot express.

   The placer also finds functions by pieces past the section's end.  They
   count as missing, because no consumer sees these pieces.  Several inputs may
   have a function at one address, as copies of a COMDAT group or by identical
   code folding.  The image is right if it agrees with one of them.

   If .eh_frame contradicts the rows of a function, the placer leaves out its
   whole section.  The other functions there, whose rows may be right, are
   counted together [report_refuted].  */

#include "config.h"

#include <inttypes.h>
#include <stdlib.h>

#include "cmd-check.h"
#include "placer.h"
#include "sorted.h"

/* Functions of the inputs.  */
struct found_list
{
  struct found_function *at;
  size_t count;
  size_t capacity;
};

struct against
{
  const struct check *check;
  const struct image_context *audit;
  const struct finding_sink *sink;
  struct input_comparison *result;
  struct placer *placer;
  struct function_list described;
  struct found_list found;   /* sorted, once complete, by address, digest,
                                number of the input and start field */
  struct found_list refuted; /* by .eh_frame */
  struct row_proof proof;
  struct undescribable judge;
  struct pool pool;  /* pieces of found functions */
  uint32_t *numbers; /* of each piece of the image in its section */
};

static int
compare_functions (const void *a, const void *b)
{
  const struct found_function *x = a, *y = b;

  ORDER_BY (x->addr, y->addr);
  ORDER_BY (x->digest, y->digest);
  ORDER_BY (x->input, y->input);
  return x->field < y->field ? -1 : x->field > y->field;
}

/* List the visible functions of the image, and number its pieces in each
   section.  They are grouped by section.  One whose rows .eh_frame contradicts
   is included; it counts as different.  */
static bool
list_described (struct against *c)
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

/* The function that the image describes at the address and with the size of
   FOUND, if .eh_frame agrees with its rows; else NULL.  */
static const struct function *
right_one (const struct against *c, const struct found_function *found)
{
  const struct function_list *d = &c->described;
  const size_t at = function_list_from (d, found->addr, 0);

  if (!function_list_starts (d, at, found->addr)
      || d->at[at].size != found->size)
    return NULL;
  const struct image_piece *p = &c->audit->existing.pieces[d->at[at].piece];
  return p->verdicts[d->at[at].fde] == SFM_CFI_AGREES ? &d->at[at] : NULL;
}

/* Judge the rows of FOUND by .eh_frame at its address.  */
static enum sfm_cfi_verdict
judge (struct against *c, const struct found_function *found,
       struct sfm_cfi_difference *difference)
{
  const struct proof_function said = { .piece = found->piece,
                                       .addr = found->addr,
                                       .digest = found->digest,
                                       .size = found->size,
                                       .fde = found->fde };

  return row_proof_judge (&c->proof, &said, difference);
}

/* Keep FOUND, a function of an input, which may come more than once.  False:
   no memory.  */
static bool
keep (void *data, const struct found_function *found)
{
  struct against *c = data;
  struct found_list *list = found->refuted ? &c->refuted : &c->found;
  struct found_function kept = *found;

  if (!found->refuted)
    {
      const enum sfm_cfi_verdict verdict = judge (c, found, NULL);
      kept.unjudged = verdict == SFM_CFI_UNJUDGED;
      const struct function *instead
          = kept.unjudged || verdict_corrects (verdict) ? right_one (c, found)
                                                        : NULL;
      if (instead != NULL)
        kept.digest = instead->digest;
    }
  /* Few pieces are needed later.  */
  kept.piece = NULL;
  if (found->refuted || split_may_be (found->piece, found->fde))
    {
      struct sfm_piece *copy = pool_alloc (&c->pool, sizeof *copy);
      if (copy == NULL)
        return false;
      *copy = *found->piece;
      kept.piece = copy;
    }
  return LIST_ADD (list, kept);
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
report (const struct against *c, const struct found_function *f,
        const struct function *described)
{
  const char *section;
  const char *input = placer_input_name (c->placer, f->input, &section);
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

/* Whether the image describes the common address of the COUNT functions at F,
   of the inputs, as one of them does.  AT is the number of the first described
   function at that address or above.  */
static bool
any_same (const struct against *c, const struct found_function *f,
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
compare_at (struct against *c, const struct found_function *f, size_t count,
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
compare_all (struct against *c)
{
  const struct found_list *found = &c->found;
  const struct found_function *f = found->at;
  size_t at = 0;

  sort_if_needed (found->at, found->count, sizeof *f, compare_functions);
  for (size_t i = 0, end; i < found->count; i = end)
    {
      for (end = i + 1; end < found->count && f[end].addr == f[i].addr; end++)
        continue;
      while (at < c->described.count && c->described.at[at].addr < f[i].addr)
        at++;
      compare_at (c, &f[i], end - i, at);
    }
}

static void
report_unplaced (const struct against *c)
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

/* Report both rules of each refuted function, and all others that the placer
   has counted in one finding.  */
static void
report_refuted (struct against *c)
{
  const struct input_comparison *a = c->result;
  struct finding place = finding_place (NULL, 0);

  for (size_t i = 0; i < c->refuted.count; i++)
    {
      const struct found_function *f = &c->refuted.at[i];
      const uint8_t abi = f->piece->abi;
      char rows[RULES_TEXT_SIZE], cfi[RULES_TEXT_SIZE];
      struct sfm_cfi_difference d;
      const char *section;
      const char *input = placer_input_name (c->placer, f->input, &section);
      if (judge (c, f, &d) == SFM_CFI_CONTRADICTS)
        finding_report (c->sink, FIND_ROWS_CONTRADICT, &place,
                        "the function at 0x%" PRIx64 " has %s at 0x%" PRIx64
                        " in %s(%s+0x%" PRIx64 "), .eh_frame has %s",
                        f->addr, rules_text (&d.rows, abi, rows), d.addr,
                        input, section, f->field,
                        rules_text (&d.cfi.rules, abi, cfi));
    }
  if (a->wrong_rows <= c->refuted.count)
    return;
  place.count = a->wrong_rows - c->refuted.count;
  finding_report (c->sink, FIND_ROWS_CONTRADICT, &place,
                  "%zu of %zu functions of the inputs are in sections with "
                  "rows that contradict .eh_frame",
                  place.count, a->functions);
}

/* Read the inputs with INPUTS, find their functions in the image, and count
   them.  NAMED: names or a map tell what is not in the image.  */
static sfm_status
place_inputs (struct against *c, struct inputs *inputs, bool named)
{
  const struct check_options *options = c->check->options;
  struct input_comparison *a = c->result;
  struct place_counts counts;

  TRY (inputs_read_all (inputs, options->against.at, options->against.count,
                        placer_add, c->placer));
  TRY (placer_finish (c->placer, &counts));
  a->functions = counts.functions;
  a->unplaced = counts.missing + counts.contradicted + counts.wrong_rows
                + (named ? 0 : counts.absent + counts.unsure);
  a->wrong_rows = counts.wrong_rows;
  return SFM_OK;
}

static sfm_status
compare_placed (struct against *c)
{
  struct input_comparison *a = c->result;
  bool lost;

  compare_all (c);
  a->gone = a->functions - a->unplaced - a->live;
  report_unplaced (c);
  report_refuted (c);
  /* Objects of later versions were left out; the rest was compared.  */
  (void) later_objects_say (c->placer, DIAG_ERROR, "", &c->check->report->sink,
                            &lost);
  return lost ? SFM_ERR_UNSUPP : SFM_OK;
}

/* Compare, with MAP if it is not NULL.  */
static sfm_status
compare_inputs (struct against *c, struct link_map *map)
{
  const struct check_options *options = c->check->options;
  const struct diag_sink *sink = &c->check->report->sink;
  const struct place_listener listener = { .fn = keep, .data = c };
  const struct place_sources sources = { .context = c->audit,
                                         .map = map,
                                         .listener = &listener,
                                         .existing_judged = true,
                                         .filled = true };
  struct inputs *inputs = inputs_new (INPUT_READER_LIBBFD, sink);
  sfm_status status = SFM_OK;

  c->placer = placer_new (&sources, NULL, sink);
  if (c->placer == NULL || inputs == NULL || !list_described (c))
    status = diag_nomem (sink, c->audit->image.path);
  else
    inputs_begin (inputs, options->against.at, options->against.count);
  if (status == SFM_OK)
    status
        = place_inputs (c, inputs, map != NULL || c->audit->index.has_symtab);
  if (status == SFM_OK)
    status = compare_placed (c);
  placer_free (c->placer);
  inputs_free (inputs);
  return status;
}

sfm_status
check_against (const struct check *check, const struct image_context *audit,
               struct input_comparison *result,
               const struct finding_sink *sink)
{
  struct against c
      = { .check = check, .audit = audit, .sink = sink, .result = result };
  struct link_map *map = NULL;
  sfm_status status = SFM_OK;

  *result = (struct input_comparison){ 0 };
  row_proof_begin (&c.proof, &audit->index);
  undescribable_begin (&c.judge, &audit->index.eh, 0);
  if (check->options->map != NULL)
    status = map_read (check->options->map, &map, &check->report->sink);
  if (status == SFM_OK)
    status = compare_inputs (&c, map);
  map_free (map);
  function_list_free (&c.described);
  free (c.found.at);
  free (c.refuted.at);
  free (c.numbers);
  pool_free (&c.pool);
  return status;
}
