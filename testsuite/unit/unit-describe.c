/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-describe.c - which functions of call frame information are described
   already, or claim the code of others, to the byte.  */

#include "config.h"

#include <stdlib.h>

#include "describe.h"
#include "fixture-builder.h"
#include "fixture-image.h"
#include "fixture-pieces.h"
#include "result.h"

enum
{
  FRAME = OWNED_CODE + 0x100,
  SIZE = 0x20
};

/* An image with .eh_frame, whose FDEs cannot be read.  */
static struct owned image;

/* What becomes of its FDEs beside the inputs of PLACE_INPUTS; ends the
   image.  */
static struct synth_counts
describe (sfm_status (*place_inputs) (void *data, struct describe *describe),
          void *data)
{
  const bool read = owned_read (&image);
  struct image_context context = { .image = image.image,
                                   .index = image.index,
                                   .existing = image.existing };
  struct describe d = { .context = &context,
                        .target = SFM_TO_V3,
                        .place_inputs = place_inputs,
                        .data = data,
                        .sink = &fixture_sink };

  if (!read || describe_image (&d) != SFM_OK)
    {
      unit_result (false, "nothing is described");
      exit (1);
    }
  const struct synth_counts counts = d.counts;
  describe_free (&d);
  owned_end (&image);
  return counts;
}

/* Give DATA, an input, to the description.  */
static sfm_status
place_input (void *data, struct describe *describe)
{
  describe->inputs = data;
  return SFM_OK;
}

/* Whether the FDE is described if PIECE, of one function, is at ADDR.  */
static bool
described (const struct sfm_piece *piece, uint64_t addr)
{
  struct sfm_place place = { .addr = addr, .live = true };
  uint32_t size = BUILDER_SIZE;
  struct placed_piece input
      = { .piece = *piece, .places = &place, .sizes = &size };

  owned_begin (&image);
  owned_frame (&image, FRAME, SIZE);
  const struct synth_counts counts = describe (place_input, &input);
  return counts.frames == 1 && counts.described == 1 && counts.unread == 0;
}

static void
test_described (const struct sfm_piece *piece)
{
  unit_result (!described (piece, FRAME - BUILDER_SIZE)
                   && !described (piece, FRAME + SIZE),
               "describe: a function beside an FDE");
  unit_result (described (piece, FRAME - BUILDER_SIZE + 1),
               "describe: the first byte of an FDE is described");
  unit_result (described (piece, FRAME + SIZE - 1),
               "describe: the last byte of an FDE is described");
}

/* Whether an FDE at ADDR claims the code of another one.  */
static bool
overlaps (uint64_t addr)
{
  owned_begin (&image);
  owned_frame (&image, FRAME, SIZE);
  owned_frame (&image, addr, SIZE);
  const struct synth_counts counts = describe (NULL, NULL);
  return counts.frames == 2 && counts.overlapping == 2;
}

/* Whether an FDE contradicts a function of its size at ADDR.  */
static bool
contradicted (uint64_t addr)
{
  owned_begin (&image);
  owned_frame (&image, FRAME, SIZE);
  const bool result
      = owned_read (&image) && index_contradicts (&image.index, addr, SIZE);
  owned_end (&image);
  return result;
}

/* FDEs, up to one of no address, which say RULES, and what becomes of
   them.  */
struct group
{
  const char *name;
  uint64_t rules;
  struct
  {
    uint64_t addr;
    uint64_t size;
  } at[4];
  struct synth_counts counts;
};

static const struct group groups[] = {
  { "one function", 7, { { FRAME, SIZE } }, { .unfilled = 1 } },
  { "one function twice",
    7,
    { { FRAME, SIZE }, { FRAME, SIZE } },
    { .twice = 1, .unfilled = 1 } },
  { "one function three times",
    7,
    { { FRAME, SIZE }, { FRAME, SIZE }, { FRAME, SIZE } },
    { .twice = 2, .unfilled = 1 } },
  { "a function twice and a part of it",
    7,
    { { FRAME, SIZE }, { FRAME, SIZE }, { FRAME + 4, 4 } },
    { .overlapping = 3 } },
  { "two sizes", 7, { { FRAME, SIZE }, { FRAME, 4 } }, { .overlapping = 2 } },
  { "two starts",
    7,
    { { FRAME, SIZE }, { FRAME + 4, SIZE } },
    { .overlapping = 2 } },
  { "a long one that two others are in",
    7,
    { { FRAME, 64 }, { FRAME + 4, 4 }, { FRAME + 60, 4 } },
    { .overlapping = 3 } },
  { "a row of overlaps",
    7,
    { { FRAME, 32 }, { FRAME + 4, 4 }, { FRAME + 31, 32 }, { FRAME + 62, 8 } },
    { .overlapping = 4 } },
  { "an empty function", 7, { { FRAME, 0 } }, { .empty = 1 } },
  { "two empty functions",
    7,
    { { FRAME, 0 }, { FRAME + 4, 0 } },
    { .empty = 2 } },
  { "an empty one in another",
    7,
    { { FRAME, SIZE }, { FRAME + 4, 0 } },
    { .empty = 1, .unfilled = 1 } },
  { "an empty one where others overlap",
    7,
    { { FRAME, SIZE }, { FRAME + 4, 0 }, { FRAME + 8, SIZE } },
    { .empty = 1, .overlapping = 2 } },
  { "a function before the code",
    7,
    { { OWNED_CODE - 4, SIZE } },
    { .outside = 1 } }
};

static void
test_groups (void)
{
  for (size_t i = 0; i < sizeof groups / sizeof *groups; i++)
    {
      const struct group *g = &groups[i];
      const struct synth_counts *want = &g->counts;
      size_t count = 0;

      owned_begin (&image);
      for (; count < 4 && g->at[count].addr != 0; count++)
        {
          owned_frame (&image, g->at[count].addr, g->at[count].size);
          image.index.eh.functions.at[count].rules = g->rules;
        }
      const struct synth_counts counts = describe (NULL, NULL);
      unit_result_of (counts.frames == count && counts.twice == want->twice
                          && counts.empty == want->empty
                          && counts.overlapping == want->overlapping
                          && counts.outside == want->outside
                          && counts.unfilled == want->unfilled,
                      "describe: %s", g->name);
    }
}

/* What reading has counted is passed on, of each section.  */
static void
test_counts (void)
{
  const struct function rest = { .addr = FRAME + SIZE, .size = SIZE };

  owned_begin (&image);
  owned_frame (&image, FRAME, SIZE);
  image.index.eh.dead = 2;
  image.index.eh.unread = 3;
  image.index.eh.unsaved = 5;
  image.index.rest.dead = 20;
  if (!function_list_add (&image.index.rest.functions, &rest))
    exit (1);
  const struct synth_counts counts = describe (NULL, NULL);
  function_list_free (&image.index.rest.functions);
  unit_result (counts.frames == 1 + 2 + 3 + 5 + 1 + 20 && counts.dead == 22
                   && counts.unread == 3 && counts.unsaved == 5
                   && counts.debug_frames == 1 && counts.unfilled == 2,
               "describe: FDEs that are no functions");
}

int
main (void)
{
  const struct sfm_builder_options options = builder_options ();
  struct sfm_builder *b = builder_new (&options);
  struct sfm_piece piece;
  struct sfm_diag diag;
  size_t size;

  if (builder_add (b, BUILDER_TEXT, 0) != SFM_OK)
    return 1;
  uint8_t *bytes = builder_section (b, &size);
  if (sfm_piece_open (bytes, size, 0, &piece, &diag) != SFM_OK)
    return 1;
  test_described (&piece);
  test_groups ();
  test_counts ();
  unit_result (!overlaps (FRAME + SIZE) && !overlaps (FRAME - SIZE),
               "describe: FDEs that just meet");
  unit_result (overlaps (FRAME + SIZE - 1) && overlaps (FRAME - SIZE + 1),
               "describe: FDEs that share a byte");
  unit_result (
      !contradicted (FRAME) && !contradicted (FRAME + SIZE)
          && !contradicted (FRAME - SIZE),
      "describe: an FDE contradicts neither itself nor what it meets");
  unit_result (contradicted (FRAME + SIZE - 1)
                   && contradicted (FRAME - SIZE + 1),
               "describe: an FDE contradicts what shares a byte with it");
  free (bytes);
  sfm_builder_free (b);
  return unit_exit ();
}
