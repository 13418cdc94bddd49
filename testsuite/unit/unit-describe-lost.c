/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-describe-lost.c - which functions of an image's own pieces are lost,
   and what is said of each that is not used.  */

#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "describe.h"
#include "fixture-failing.h"
#include "fixture-image.h"
#include "fixture-pieces.h"
#include "result.h"

enum
{
  FUNCTIONS_MAX = 4,
  DESCRIBED_MAX = 8
};

/* Functions are as owned_next reads them.  */
struct trial
{
  const char *name;
  /* Of a piece; those of one with *, ^ or ! after them are live, live and
     optional, or replaced.  */
  const char *piece;
  const char *said; /* a letter for each message, as below */
  size_t lost;
  const char *described;
  const char *frames; /* of .eh_frame, */
  const char *rest;   /* and of .debug_frame */
  const char *made;   /* what is made of the former */
  char made_of;       /* f, r, g or p: which of the pieces; 0: f */
  bool fill, partial;
  bool damaged, unplaced; /* what the piece is */
  bool corrected;         /* a function of it was */
  bool linked;            /* there are inputs */
  bool incomplete;        /* .eh_frame */
  bool placed;            /* inputs may be placed */
  size_t unread;          /* pieces */
};

/* What is said of functions, and of pieces.  */
static const struct
{
  char letter;
  const char *text;
} messages[] = {
  { 'o', ": other rows describe its code" },
  { 'd', ": dropped, it was discarded" },
  { 'n', ": dropped, it is not in code" },
  { 'l', ": dropped, and nothing describes its code" },
  { 's', "of this piece have a size that nothing else has" },
  { '1', "1 function of its .sframe cannot be used, and nothing in it "
         "describes its code; " },
  { '2', "2 functions of its .sframe cannot be used, and nothing in it "
         "describes their code; " },
  { 'U', "1 piece of its .sframe cannot be read, and nothing in it says what "
         "it described; " },
  { 'V', "2 pieces of its .sframe cannot be read, and nothing in it says what "
         "they described; " },
  { 'E', "it is left as it is; --partial goes on without them" },
};

static const struct trial trials[] = {
  { "no function", .piece = NULL, .said = "" },
  { "a function that is used", .piece = "0+10*", .said = "" },
  { "one of two", .piece = "0+10* 40+10", .said = "l1E", .lost = 1 },
  { "all of them", .piece = "0+10 40+10", .said = "ll2E", .lost = 2 },
  { "losses are allowed", .piece = "0+10* 40+10", .partial = true,
    .said = "l1", .lost = 1 },
  { "an empty one", .piece = "0+0 40+10*", .said = "" },
  { "one that is replaced", .piece = "0+10! 40+10*", .said = "" },
  { "one of a damaged piece", .piece = "0+10 40+10*", .damaged = true,
    .said = "" },

  /* What other rows describe.  */
  { "its first byte", .piece = "10+10 40+10*", .described = "0+11",
    .said = "o" },
  { "its last byte", .piece = "10+10 40+10*", .described = "1f+1",
    .said = "o" },
  { "the byte before", .piece = "10+10 40+10*", .described = "0+10",
    .said = "l1E", .lost = 1 },
  { "the byte after", .piece = "10+10 40+10*", .described = "20+10",
    .said = "l1E", .lost = 1 },
  { "two, one of which is described", .piece = "10+10 40+10*  50+8",
    .described = "0+12 20+4", .said = "ol1E", .lost = 1 },
  { "the end of the code", .piece = "3ffff0+20 40+10*", .said = "l1E",
    .lost = 1 },
  { "before the end of the code", .piece = "3ffff0+20 40+10*",
    .described = "3fffff+1", .said = "n" },
  { "what begins after the code", .piece = "3ffff0+20 40+10*",
    .described = "400000+10", .said = "l1E", .lost = 1 },
  { "a discarded one", .piece = "ffffffffff800000+10 40+10*", .said = "d" },
  { "not in code", .piece = "400000+10 40+10*", .said = "n" },

  /* Call frame information, if it is used.  */
  { "an FDE, not used", .piece = "10+10 40+10*", .frames = "10+10",
    .said = "l1E", .lost = 1 },
  { "an FDE", .piece = "10+10 40+10*", .frames = "10+10", .fill = true,
    .said = "o" },
  { "an FDE after a function that is used", .piece = "10+10* 40+10",
    .frames = "40+10", .fill = true, .said = "o" },
  { "an FDE of .debug_frame", .piece = "10+10 40+10*", .rest = "10+10",
    .fill = true, .said = "o" },
  { "an FDE, and no function is used", .piece = "10+10", .frames = "10+10",
    .fill = true, .said = "l1E", .lost = 1 },
  { "an FDE, and only PLT code is used", .piece = "10+10 40+10^",
    .frames = "10+10", .fill = true, .said = "l1E", .lost = 1 },
  { "an FDE of which rows are made", .piece = "10+10 60+8",
    .frames = "10+10 60+8", .made = "10+10", .fill = true, .said = "oo" },
  { "rows of .debug_frame", .piece = "10+10", .frames = "10+10",
    .made = "10+10", .made_of = 'r', .fill = true, .said = "o" },
  { "rows of the table of Go", .piece = "10+10", .frames = "10+10",
    .made = "10+10", .made_of = 'g', .fill = true, .said = "o" },
  { "rows of instructions", .piece = "10+10", .frames = "10+10",
    .made = "1f+10", .made_of = 'p', .fill = true, .said = "o" },
  { "rows beside it", .piece = "10+10", .frames = "10+10", .made = "f+8 20+8",
    .fill = true, .said = "l1E", .lost = 1 },
  { "an FDE, and a function was corrected", .piece = "10+10",
    .frames = "10+10", .corrected = true, .fill = true, .said = "o" },
  { "an FDE, and inputs", .piece = "10+10", .frames = "10+10", .linked = true,
    .fill = true, .said = "o" },

  /* A piece whose addresses are not known.  */
  { "no sizes", .piece = "0+10 10+20", .unplaced = true, .said = "s2E",
    .lost = 2 },
  { "the same sizes", .piece = "0+20 20+10", .unplaced = true,
    .described = "100+20 200+10", .said = "" },
  { "more sizes", .piece = "0+10 10+20", .unplaced = true,
    .described = "100+20 200+10 300+8 400+18 500+30", .said = "" },
  { "a size once", .piece = "0+10 10+10", .unplaced = true,
    .described = "100+10 200+8 300+20", .said = "s1E", .lost = 1 },
  { "the largest size is missing", .piece = "0+10 10+20", .unplaced = true,
    .described = "100+10 200+1f", .said = "s1E", .lost = 1 },
  { "an empty function among them", .piece = "0+0 10+20", .unplaced = true,
    .described = "100+20", .said = "" },
  { "sizes of FDEs, not used", .piece = "0+10 10+20", .unplaced = true,
    .frames = "100+20 200+10", .said = "s2E", .lost = 2 },
  { "sizes beside FDEs, not used", .piece = "0+10 10+20", .unplaced = true,
    .described = "100+20 200+10", .frames = "100+20 200+10", .said = "" },
  { "sizes of FDEs", .piece = "0+10 10+20", .unplaced = true,
    .frames = "100+20 200+10", .fill = true, .said = "" },
  { "sizes of both", .piece = "0+10 10+20", .unplaced = true,
    .described = "100+20", .frames = "200+10", .fill = true, .said = "" },
  { "the size of one that both have", .piece = "0+10 10+10", .unplaced = true,
    .described = "100+10", .frames = "100+10", .fill = true, .said = "s1E",
    .lost = 1 },
  { "what an FDE has in one is described in two", .piece = "0+10 10+130",
    .unplaced = true, .described = "100+10 110+130", .frames = "100+140",
    .fill = true, .said = "" },
  { "a damaged one", .piece = "0+10 10+20", .unplaced = true, .damaged = true,
    .said = "" },

  /* Pieces that cannot be read.  */
  { "one", .unread = 1, .said = "UE" },
  { "two", .unread = 2, .said = "VE" },
  { "one, which is allowed", .unread = 1, .partial = true, .said = "U" },
  { "one, and a loss", .piece = "10+10", .unread = 1, .said = "lU1E",
    .lost = 1 },
  { "one, and inputs", .unread = 1, .placed = true, .said = "" },
  { "one, and FDEs", .unread = 1, .fill = true, .said = "" },
  { "one, and not all FDEs", .unread = 1, .fill = true, .incomplete = true,
    .said = "UE" },
};

static struct owned image;
static char said[100];
static unsigned errors, warnings;

static void
hear (void *data, enum diag_severity kind, const char *file, const char *place,
      const char *text)
{
  const size_t used = strlen (said);
  char letter = '?';

  (void) data;
  (void) file;
  (void) place;
  for (size_t i = 0; i < sizeof messages / sizeof *messages; i++)
    if (strstr (text, messages[i].text) != NULL)
      letter = messages[i].letter;
  snprintf (said + used, sizeof said - used, "%c", letter);
  errors += kind == DIAG_ERROR;
  warnings += kind == DIAG_WARNING;
}

static const struct diag_sink sink = { .fn = hear };

/* Make the piece, and what is known of its functions.  */
static bool
make_piece (const struct trial *trial)
{
  struct owned_function functions[FUNCTIONS_MAX + 1] = { { .addr = 0 } };
  char marks[FUNCTIONS_MAX + 1];
  const char *text = trial->piece;
  size_t count = 0;

  while (owned_next (&text, &functions[count], &marks[count]))
    count++;
  if (count != 0)
    owned_piece (&image, 3, SFM_F_FDE_FUNC_START_PCREL, functions, count);
  if (!owned_read (&image) || image.existing.piece_count != (count != 0))
    return false;
  for (size_t i = 0; i < count; i++)
    {
      struct image_piece *p = image.existing.pieces;
      p->usable = !trial->unplaced;
      p->damaged = trial->damaged;
      p->replaced[i] = marks[i] == '!' ? PIECE_WRONG : PIECE_KEPT;
      p->places[i].live = marks[i] == '*' || marks[i] == '^';
      p->places[i].optional = marks[i] == '^';
      p->places[i].addr = functions[i].addr;
    }
  return true;
}

/* Add the functions at TEXT to LIST.  */
static void
add_frames (const char *text, struct function_list *list)
{
  struct owned_function f;
  char mark;

  while (owned_next (&text, &f, &mark))
    {
      const struct function function = { .addr = f.addr, .size = f.size };
      image.failed |= !function_list_add (list, &function);
    }
}

/* Inputs that have nothing.  */
static sfm_status
place_nothing (void *data, struct describe *describe)
{
  (void) data;
  (void) describe;
  return SFM_OK;
}

static sfm_status
run (const void *data, bool *right)
{
  const struct trial *trial = data;
  static struct described described[DESCRIBED_MAX];
  static struct sfm_place places[FUNCTIONS_MAX];
  static struct placed_piece other;
  struct owned_function f;
  const char *text = trial->described;
  char mark;

  owned_begin (&image);
  add_frames (trial->rest, &image.index.rest.functions);
  bool good = make_piece (trial);
  add_frames (trial->frames, &image.index.eh.functions);
  image.existing.unread = trial->unread;
  image.existing.corrected = trial->corrected ? &other : NULL;
  image.index.eh.complete = !trial->incomplete;
  struct image_context context = { .image = image.image,
                                   .index = image.index,
                                   .existing = image.existing };
  struct describe d = { .context = &context,
                        .fill = trial->fill,
                        .partial = trial->partial,
                        .inputs = trial->linked ? &other : NULL,
                        .described = { .at = described },
                        .sink = &sink };
  for (; owned_next (&text, &f, &mark); d.described.count++)
    described[d.described.count]
        = (struct described){ .addr = f.addr, .end = f.addr + f.size };
  struct made_piece *made = trial->made_of == 'r'   ? &d.rest
                            : trial->made_of == 'g' ? &d.go_code
                            : trial->made_of == 'p' ? &d.proven_code
                                                    : &d.frames;
  made->places = places;
  for (text = trial->made; owned_next (&text, &f, &mark);)
    places[made->piece.num_fdes++].addr = f.addr;
  said[0] = '\0';
  errors = warnings = 0;
  if (trial->placed)
    d.place_inputs = place_nothing;
  failing_begin ();
  const sfm_status status = good ? describe_lost (&d) : SFM_ERR_USAGE;
  failing_end ();
  const bool refused = strchr (trial->said, 'E') != NULL;
  *right = strcmp (said, trial->said) == 0 && d.lost == trial->lost
           && status == (refused ? SFM_ERR_UNSUPP : SFM_OK)
           && (errors != 0) == refused
           && (warnings != 0) == (trial->partial && trial->said[0] != '\0');
  if (!*right && status != SFM_ERR_NOMEM)
    printf ("  said %s, lost %zu, status %d\n", said, d.lost, (int) status);
  image.existing.corrected = NULL;
  function_list_free (&image.index.rest.functions);
  owned_end (&image);
  return status;
}

int
main (void)
{
  for (size_t i = 0; i < sizeof trials / sizeof *trials; i++)
    failing_test ("lost", trials[i].name, run, &trials[i]);
  return unit_exit ();
}
