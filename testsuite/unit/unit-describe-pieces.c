/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-describe-pieces.c - what an image's own pieces, the functions that were
   corrected, inputs and PLT code describe.  */

#include "config.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "describe.h"
#include "fixture-builder.h"
#include "fixture-failing.h"
#include "fixture-image.h"
#include "fixture-pieces.h"
#include "result.h"
#include "sfmerge-tool.h"

enum
{
  PIECES_MAX = 2,
  FUNCTIONS_MAX = 4,
  /* Of a function in a piece of version 3, after its attributes.  */
  ROW_AT = 5
};

/* Functions are as owned_next reads them, with these marks:
   - it is not live;
   ~ its rows begin with its second byte;
   > it has one more byte than its FDE says;
   ^ it is PLT code, ~ too;
   = the stack ends in it, which version 2 cannot say.  */
struct trial
{
  const char *name;
  const char *pieces[PIECES_MAX];
  /* The functions that are described, "START-END ...", in hexadecimal, with !
     for those that are incomplete.  */
  const char *described;
  const char *told; /* NULL: nothing */
  bool foreign;     /* the second piece is of another machine */
  bool judged;      /* some functions of the pieces are incomplete */
  bool unmerged;    /* there is no merger */
  bool mixed; /* the second piece is not used, for the first one's sake */
  uint64_t corrected, input, plt; /* where a function of each is, or 0 */
  bool replaced;                  /* the PLT code replaces something */
  bool added;                     /* the merger gets the PLT code */
};

static const struct trial trials[] = {
  { "nothing", .described = "" },
  { "a piece", { "0+10 20+10" }, .described = "0-10 20-30" },
  { "without a merger",
    { "0+10 20+10" },
    .unmerged = true,
    .described = "0-10 20-30" },
  { "two pieces", { "20+10", "0+10" }, .described = "0-10 20-30" },
  { "a function that is not live",
    { "0+10 10+10- 20+10" },
    .described = "0-10 20-30",
    .told = "1 function of its .sframe cannot be used" },
  { "a piece without a live one",
    { "10+10-", "0+10" },
    .described = "0-10",
    .told = "1 function of its .sframe cannot be used" },
  { "one byte more than its FDE says",
    { "0+10> 20+10" },
    .described = "0-11 20-30" },
  { "rows that begin later, which nobody judges",
    { "0+10~ 20+10" },
    .described = "0-10 20-30" },
  { "rows that begin later",
    { "0+10~ 20+10" },
    .judged = true,
    .described = "0-10! 20-30" },
  { "PLT code whose rows begin later",
    { "0+10^ 20+10~" },
    .judged = true,
    .described = "0-10 20-30!" },
  { "one that the merger refuses",
    { "0+10 20+10= 30+10" },
    .described = "0-10 20-30! 30-40" },
  { "the first is one", { "0+10= 20+10" }, .described = "0-10! 20-30" },
  { "the last is one", { "0+10 20+10=" }, .described = "0-10 20-30!" },
  { "several of them, not in order",
    { "40+10= 0+10 30+10", "20+10 10+10=" },
    .described = "0-10 10-20! 20-30 30-40 40-50!" },
  { "an empty one", { "0+0 0+10 20+10" }, .described = "0-0 0-10 20-30" },
  { "a piece of another machine",
    { "0+10", "20+10" },
    .foreign = true,
    .mixed = true,
    .described = "0-10",
    .told = "the piece is not used" },

  /* Functions of others.  */
  { "one was corrected",
    { "0+10" },
    .corrected = 0x40,
    .described = "0-10 40-50" },
  { "one was corrected, without a merger",
    { "0+10" },
    .corrected = 0x40,
    .unmerged = true,
    .described = "0-10 40-50" },
  { "one was corrected, beside another machine's",
    { "0+10", "20+10" },
    .corrected = 0x40,
    .foreign = true,
    .mixed = true,
    .described = "0-10 40-50",
    .told = "the piece is not used" },
  { "an input", { "20+10" }, .input = 0x40, .described = "20-30 40-50" },
  { "PLT code alone", .plt = 0x40, .described = "40-50" },
  { "PLT code alone, in place of something", .plt = 0x40, .replaced = true,
    .added = true, .described = "40-50" },
  { "PLT code beside a piece",
    { "0+10" },
    .plt = 0x40,
    .added = true,
    .described = "0-10 40-50" },
  { "PLT code beside a piece, in place of something",
    { "0+10" },
    .plt = 0x40,
    .replaced = true,
    .added = true,
    .described = "0-10 40-50" },
  { "PLT code beside a piece, without a merger",
    { "0+10" },
    .plt = 0x40,
    .unmerged = true,
    .described = "0-10 40-50" },
};

static struct owned image;
static struct sfm_piece one; /* of one function, for what others have */
static uint32_t one_size = BUILDER_SIZE;

/* Put piece NUMBER of TRIAL, whose functions and marks are set.  */
static size_t
put_piece (const char *text, struct owned_function *functions, char *marks)
{
  size_t count = 0;

  while (owned_next (&text, &functions[count], &marks[count]))
    count++;
  if (count != 0)
    owned_piece (&image, 3, SFM_F_FDE_FUNC_START_PCREL, functions, count);
  return count;
}

/* Make of the COUNT functions of P what MARKS say.  */
static void
mark_piece (struct image_piece *p, const struct owned_function *functions,
            const char *marks, size_t count)
{
  struct sfm_diag diag;
  struct sfm_fde fde;

  p->usable = true;
  for (uint32_t i = 0; i < count; i++)
    {
      if (sfm_fde_read (&p->piece, i, &fde, &diag) != SFM_OK)
        continue;
      uint8_t *row
          = image.bytes + p->offset + p->piece.fres + fde.fre_off + ROW_AT;
      p->places[i] = (struct sfm_place){ .addr = functions[i].addr,
                                         .live = marks[i] != '-',
                                         .optional = marks[i] == '^' };
      p->sizes[i] = fde.size + (marks[i] == '>');
      if (marks[i] == '~' || marks[i] == '^')
        row[0] = 1;
      if (marks[i] == '=')
        row[1] = 1;
      p->live += marks[i] != '-';
    }
}

/* Make the pieces of TRIAL.  */
static bool
make_pieces (const struct trial *trial)
{
  struct owned_function functions[PIECES_MAX][FUNCTIONS_MAX + 1];
  char marks[PIECES_MAX][FUNCTIONS_MAX + 1];
  size_t counts[PIECES_MAX], pieces = 0;

  owned_begin (&image);
  for (size_t i = 0; i < PIECES_MAX; i++)
    {
      counts[i] = put_piece (trial->pieces[i], functions[i], marks[i]);
      pieces += counts[i] != 0;
    }
  bool good = owned_read (&image) && image.existing.piece_count == pieces;
  for (size_t i = 0; i < pieces && good; i++)
    {
      struct image_piece *p = &image.existing.pieces[i];
      mark_piece (p, functions[i], marks[i], counts[i]);
      p->incomplete = trial->judged;
      if (i == 1 && trial->foreign)
        p->piece.abi = SFM_ABI_AARCH64_ENDIAN_LITTLE;
    }
  return good;
}

static sfm_status
place_input (void *data, struct describe *describe)
{
  describe->inputs = data;
  return SFM_OK;
}

/* Put what LIST has to TEXT.  */
static void
put_described (char *text, size_t size, const struct described_list *list)
{
  text[0] = '\0';
  for (size_t i = 0; i < list->count; i++)
    {
      const struct described *d = &list->at[i];
      const size_t used = strlen (text);
      snprintf (text + used, size - used, "%s%" PRIx64 "-%" PRIx64 "%s",
                used == 0 ? "" : " ", d->addr - OWNED_CODE,
                d->end - OWNED_CODE, d->incomplete ? "!" : "");
    }
}

/* Whether D, which has described for MERGER, and what was told are as TRIAL
   says.  */
static bool
is_right (const struct trial *trial, const struct describe *d,
          const struct sfm_merger *merger)
{
  const bool any = trial->pieces[0] != NULL || trial->added;

  return d->mixed == trial->mixed
         && (!trial->mixed || !d->context->existing.pieces[1].usable)
         && d->context->plt.merged == trial->added
         && sfm_merger_empty (merger) == (!any || trial->unmerged)
         && (trial->told == NULL || strstr (fixture_said, trial->told) != NULL)
         && fixture_errors == 0 && fixture_warnings == (trial->told != NULL);
}

static sfm_status
run (const void *data, bool *right)
{
  const struct trial *trial = data;
  struct sfm_place places[]
      = { { .addr = OWNED_CODE + trial->corrected, .live = true },
          { .addr = OWNED_CODE + trial->input, .live = true },
          { .addr = OWNED_CODE + trial->plt, .live = true } };
  struct placed_piece corrected
      = { .piece = one, .places = &places[0], .sizes = &one_size };
  struct placed_piece input
      = { .piece = one, .places = &places[1], .sizes = &one_size };
  struct plt_area area = { .piece = one, .places = &places[2], .name = "" };
  struct plt_area areas[] = { area, { .name = "" } };
  struct sfm_options options = SFM_OPTIONS_INIT;
  struct sfm_merger *merger = NULL;
  struct sfm_diag diag;
  char described[200];

  options.target = SFM_TO_V2;
  bool good = make_pieces (trial)
              && sfm_merger_new (&options, &merger, &diag) == SFM_OK;
  struct image_context context = { .image = image.image,
                                   .index = image.index,
                                   .existing = image.existing };
  context.plt.replaced = trial->replaced;
  context.plt.index = &context.index;
  if (trial->plt != 0)
    {
      context.plt.made = 1;
      context.plt.areas = areas;
      context.plt.area_count = 2;
    }
  if (trial->corrected != 0)
    {
      context.existing.corrected = &corrected;
      context.existing.corrected_count = 1;
    }
  struct describe d = { .context = &context,
                        .merger = trial->unmerged ? NULL : merger,
                        .target = SFM_TO_V2,
                        .place_inputs = trial->input != 0 ? place_input : NULL,
                        .data = &input,
                        .partial = true,
                        .sink = &fixture_sink };
  failing_begin ();
  const sfm_status status = good ? describe_image (&d) : SFM_ERR_USAGE;
  failing_end ();
  put_described (described, sizeof described, &d.described);
  *right = status == SFM_OK && strcmp (described, trial->described) == 0
           && is_right (trial, &d, merger);
  if (!*right && status != SFM_ERR_NOMEM)
    printf ("  described %s, mixed %d, merged %d, empty %d, warnings %u\n",
            described, d.mixed, context.plt.merged, sfm_merger_empty (merger),
            fixture_warnings);
  describe_free (&d);
  sfm_merger_free (merger);
  owned_end (&image);
  return status;
}

int
main (void)
{
  const struct sfm_builder_options options = builder_options ();
  struct sfm_builder *b = builder_new (&options);
  struct sfm_diag diag;
  size_t size;

  if (builder_add (b, BUILDER_TEXT, 0) != SFM_OK)
    return 1;
  uint8_t *bytes = builder_section (b, &size);
  if (sfm_piece_open (bytes, size, 0, &one, &diag) != SFM_OK)
    return 1;
  for (size_t i = 0; i < sizeof trials / sizeof *trials; i++)
    failing_test ("pieces", trials[i].name, run, &trials[i]);
  free (bytes);
  sfm_builder_free (b);
  return unit_exit ();
}
