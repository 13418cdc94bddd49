/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-describe-frames.c - the functions that are made of call frame
   information, of .eh_frame and of .debug_frame beside it.  */

#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cfi-writer.h"
#include "describe.h"
#include "fixture-failing.h"
#include "fixture-image.h"
#include "fixture-pieces.h"
#include "fixture-proven.h"
#include "prove-machine.h"
#include "prove.h"
#include "result.h"
#include "sfmerge-tool.h"

/* FDEs are as owned_next reads them, with a letter of PROGRAMS.  */
struct frames_trial
{
  const char *name;
  const char *eh, *debug;
  const char *described; /* the same, with ! for what is incomplete */
  const char *made, *rest;
  const char *counts;
  const char *told; /* in the end; NULL: anything */
  uint8_t target;   /* 0: version 3 */
  bool unfilled;    /* nobody asks for functions */
  bool unmerged;    /* no merger gets them */
  uint8_t sp;       /* what instructions prove at the start; 0: nothing */
  bool bent;        /* each bit of what is made is wrong once, too */
  uint8_t later;    /* what becomes of an offset once something was told */
};

/* What an FDE says.  */
static const struct
{
  char letter;
  struct cfi_bytes program;
} programs[] = {
  { 'p', CFI_BYTES (CFA_ADVANCE | 1, CFA_DEF_OFF, 16) },
  { 'q', CFI_BYTES (CFA_ADVANCE | 1, CFA_DEF_OFF, 24) },
  /* Which SFrame cannot say.  */
  { 'v', CFI_BYTES (CFA_DEF_EXPR, 0) },
  /* Which is not there.  */
  { 'n', CFI_BYTES (CFA_ADVANCE | 1, CFA_DEF_OFF, 16) },
  /* Of which nobody knows the digest, and of which it is wrong.  */
  { 'z', CFI_BYTES (CFA_ADVANCE | 1, CFA_DEF_OFF, 16) },
  { 'w', CFI_BYTES (CFA_ADVANCE | 1, CFA_DEF_OFF, 16) },
};

#define ROWS ": 0=sp+8/c-8/same 1=sp+16/c-8/same"
#define ROWS_24 ": 0=sp+8/c-8/same 1=sp+24/c-8/same"

/* clang-format off */
static const struct frames_trial trials[] = {
  { "nothing", .counts = "" },
  { "a function", .eh = "0+10p", .made = "0" ROWS " -10;",
    .counts = "frames 1, added 1" },
  { "two functions", .bent = true, .eh = "0+10p 20+10q",
    .made = "0" ROWS " -10;20" ROWS_24 " -10;",
    .counts = "frames 2, added 2" },
  { "one that only its instructions prove", .bent = true, .eh = "0+10z",
    .made = "0" ROWS " -10;", .counts = "frames 1, added 1" },
  { "functions of version 2", .bent = true, .eh = "0+10p 20+10z", .target = 2,
    .made = "0" ROWS " -10;20" ROWS " -10;",
    .counts = "frames 2, added 2" },
  { "one whose digest is wrong", .eh = "0+10w",
    .made = "0" ROWS " -10;", .counts = "frames 1, added 1" },
  { "nobody asks for it", .eh = "0+10p", .unfilled = true,
    .counts = "frames 1, unfilled 1",
    .told = " a function at 0x800000, 16 bytes: not described" },
  { "nobody gets it", .eh = "0+10p", .unmerged = true,
    .made = "0" ROWS " -10;", .counts = "frames 1, added 1" },
  { "an FDE that is not there", .eh = "0+10n 20+10p",
    .made = "20" ROWS " -10;", .counts = "frames 2, added 1, unread 1" },
  { "what SFrame cannot say", .eh = "0+10v 20+10p",
    .made = "20" ROWS " -10;", .counts = "frames 2, added 1, refused 1",
    .told = "(.eh_frame+0x16) left out: " },
  { "nothing that SFrame can say", .eh = "0+10v",
    .counts = "frames 1, refused 1" },
  { "two claim a byte", .eh = "0+10p f+10p",
    .counts = "frames 2, overlapping 2",
    .told = " a function at 0x80000f, 16 bytes: no rows: others claim the "
            "same code" },
  { "two are the same", .eh = "0+10p 0+10p", .made = "0" ROWS " -10;",
    .counts = "frames 2, added 1, twice 1" },
  { "two say different things", .eh = "0+10p 0+10q",
    .counts = "frames 2, overlapping 2" },
  { "two may say different things", .eh = "0+10z 0+10z",
    .counts = "frames 2, overlapping 2" },
  { "before the code", .eh = "ffffffffffffffff+10p",
    .counts = "frames 1, outside 1",
    .told = "at 0x7fffff, 16 bytes: no rows: it is not wholly in one section "
            "of code" },

  /* What is described.  */
  { "its last byte is described", .eh = "10+10p", .described = "1f+10",
    .counts = "frames 1, described 1" },
  { "the byte after it is described", .eh = "10+10p", .described = "20+10",
    .made = "10" ROWS " -10;", .counts = "frames 1, added 1" },
  { "the byte before it is described", .eh = "10+10p", .described = "0+10",
    .made = "10" ROWS " -10;", .counts = "frames 1, added 1" },
  { "a function within it is incomplete", .eh = "10+10p",
    .described = "10+10!", .made = "10I" ROWS " -10;",
    .counts = "frames 1, added 1, completed 1" },
  { "one of two is incomplete", .bent = true, .eh = "10+10p",
    .described = "10+8 10+10!", .made = "10I" ROWS " -10;",
    .counts = "frames 1, added 1, completed 1" },
  { "what was before it is incomplete", .eh = "10+10p", .described = "0+10!",
    .made = "10" ROWS " -10;", .counts = "frames 1, added 1" },
  { "an incomplete one before a complete one", .eh = "10+10p",
    .described = "0+10! 10+10", .counts = "frames 1, described 1" },

  /* .debug_frame.  */
  { "a function of each", .eh = "0+10p", .debug = "20+10q",
    .made = "0" ROWS " -10;", .rest = "20" ROWS_24 " -10;",
    .counts = "frames 2, added 2, debug_frames 1, debug_added 1" },
  { "instructions agree", .debug = "0+10p", .sp = 8,
    .rest = "0" ROWS " -10;",
    .counts = "frames 1, added 1, debug_frames 1, debug_added 1" },
  { "instructions say otherwise", .debug = "0+10p", .sp = 16,
    .counts = "frames 1, debug_frames 1, refuted 1",
    .told = "(.debug_frame+0x12) left out: the instructions at 0x800000 say "
            "otherwise" },
  { "instructions do not judge .eh_frame", .eh = "0+10p", .sp = 16,
    .made = "0" ROWS " -10;", .counts = "frames 1, added 1" },
  { "what SFrame cannot say there", .debug = "0+10v",
    .counts = "frames 1, debug_frames 1, refused 1",
    .told = "(.debug_frame+0x12) left out: " },

  /* What is made is compared with the FDE again.  */
  { "an FDE changes", .eh = "0+10z 20+10v", .later = 32, .made = "status 5",
    .counts = "frames 2, added 1, refused 1",
    .told = "the rows made for the function at 0x800000 are not what its FDE "
            "says" },
};
/* clang-format on */

static struct owned image;
static struct cfi_writer eh, debug;
static const struct frames_trial *now;

/* Write the FDEs at TEXT to W, and let FRAME have them.  */
static void
put_frames (struct cfi_writer *w, const char *text, struct eh_frame *frame)
{
  struct owned_function read;
  char letter;

  cfi_begin (w, SFM_ABI_AMD64_ENDIAN_LITTLE);
  w->section.debug_frame = w == &debug;
  const struct cfi_form form = cfi_usual (SFM_ABI_AMD64_ENDIAN_LITTLE);
  cfi_cie (w, &form);
  while (owned_next (&text, &read, &letter))
    {
      struct sfm_cfi_fde fde = { .next = 0 };
      struct sfm_diag diag;
      size_t k = 0;
      while (programs[k].letter != letter)
        k++;
      struct function f = { .addr = read.addr, .size = read.size };
      f.at = letter == 'n' ? UINT32_MAX : w->size;
      cfi_fde (w, f.addr, f.size, programs[k].program);
      if (letter == 'w')
        f.rules = 1;
      else if (strchr ("zn", letter) == NULL
               && (sfm_cfi_next (&w->section, f.at, &fde, &diag) != SFM_OK
                   || sfm_cfi_digest (&w->section, &fde, NULL, &f.rules, &diag)
                          != SFM_OK))
        f.rules = 0;
      image.failed |= !function_list_add (&frame->functions, &f);
    }
  frame->sections = calloc (1, sizeof *frame->sections);
  frame->section_count = frame->sections != NULL;
  image.failed |= frame->sections == NULL;
  if (frame->sections != NULL)
    *frame->sections
        = (struct eh_section){ .cfi = w->section, .walked = w->size };
}

/* Keep what is told, and change the first FDE.  */
static void
hear (void *data, enum diag_severity kind, const char *file, const char *place,
      const char *text)
{
  (void) data;
  fixture_sink.fn (NULL, kind, file, place, text);
  uint8_t *offset = memchr (eh.bytes, CFA_ADVANCE | 1, eh.size);
  if (now->later != 0 && offset != NULL)
    offset[2] = now->later;
}

static const struct diag_sink sink = { .fn = hear };

/* Set *D to what is described, in LIST.  */
static void
put_described (struct describe *d, struct described *list)
{
  const char *text = now->described;
  struct owned_function f;
  char letter;

  d->described.at = list;
  while (owned_next (&text, &f, &letter))
    list[d->described.count++] = (struct described){
      .addr = f.addr, .end = f.addr + f.size, .incomplete = letter == '!'
    };
}

/* What became of a trial.  */
struct outcome
{
  sfm_status status;
  char made[1000], rest[1000], counts[500];
  bool asked; /* the prover */
  bool empty; /* the merger */
};

static void
perform (const struct frames_trial *trial, struct outcome *o)
{
  struct proven_row row = { .addr = OWNED_CODE,
                            .sp = trial->sp,
                            .flags = PROVEN_SP,
                            .machine = PROVE_AMD64 };
  struct proven_range range
      = { .start = OWNED_CODE, .end = OWNED_CODE + 1, .rows = 1 };
  const struct prover prover
      = { .ranges = { &range, trial->sp != 0, 1 }, .rows = { &row, 1, 1 } };
  const struct sfm_options options = SFM_OPTIONS_INIT;
  struct sfm_merger *merger = NULL;
  struct described list[4];
  struct sfm_diag diag;

  now = trial;
  *o = (struct outcome){ .made = "" };
  owned_begin (&image);
  put_frames (&eh, trial->eh, &image.index.eh);
  put_frames (&debug, trial->debug, &image.index.rest);
  const bool good = owned_read (&image)
                    && sfm_merger_new (&options, &merger, &diag) == SFM_OK;
  struct image_context context = { .image = image.image,
                                   .index = image.index,
                                   .existing = image.existing };
  struct describe d = { .context = &context,
                        .merger = trial->unmerged ? NULL : merger,
                        .target = trial->target == 0 ? SFM_TO_V3 : SFM_TO_V2,
                        .fill = !trial->unfilled,
                        .proven = trial->sp != 0 ? &prover : NULL,
                        .sink = &sink };
  put_described (&d, list);
  failing_begin ();
  const sfm_status status = good ? describe_frames (&d) : SFM_ERR_NOMEM;
  failing_end ();
  o->status = status;
  trial_made (o->made, sizeof o->made, &d.frames, status);
  trial_made (o->rest, sizeof o->rest, &d.rest, SFM_OK);
  trial_counts (o->counts, sizeof o->counts, &d.counts);
  o->asked = d.prover != NULL;
  o->empty = status != SFM_OK || sfm_merger_empty (merger);
  d.described.at = NULL;
  describe_free (&d);
  sfm_merger_free (merger);
  eh_frame_free (&image.index.rest);
  owned_end (&image);
}

/* Whether O is what TRIAL says.  */
static bool
is_right (const struct frames_trial *trial, const struct outcome *o)
{
  return strcmp (o->made, trial->made != NULL ? trial->made : "") == 0
         && strcmp (o->rest, trial->rest != NULL ? trial->rest : "") == 0
         && strcmp (o->counts, trial->counts) == 0;
}

static sfm_status
run (const void *trial, bool *right)
{
  static struct outcome o;

  perform (trial, &o);
  *right = is_right (trial, &o);
  return o.status;
}

static void
test_trial (const struct frames_trial *trial)
{
  static struct outcome o;
  char name[100];

  snprintf (name, sizeof name, "frames: %s", trial->name);
  perform (trial, &o);
  /* Nobody asks the prover about .eh_frame.  */
  const bool good
      = is_right (trial, &o)
        && o.asked
               == (trial->sp == 0 && trial->debug != NULL
                   && prove_can (EM_X86_64))
        && (trial->told == NULL || strstr (fixture_said, trial->told) != NULL)
        && o.empty
               == ((trial->made == NULL && trial->rest == NULL)
                   || o.status != SFM_OK || trial->unmerged);
  unit_result_of (good, "%s", name);
  if (!good)
    printf ("  made %s\n  rest %s\n  counts %s\n", o.made, o.rest, o.counts);
  if (trial->rest == NULL)
    failing_memory (name, run, trial);
  if (trial->bent)
    failing_engine (name, run, trial);
}

/* What became of the functions of the pieces is counted.  */
static void
test_pieces (void)
{
  struct image_piece pieces[] = {
    { .usable = true, .wrong_rows = 1, .contradicted = 2, .kept_rows = 4 },
    { .usable = false, .wrong_rows = 8, .contradicted = 8, .kept_rows = 8 },
    { .usable = true, .wrong_rows = 16, .contradicted = 32, .kept_rows = 64 },
  };
  struct image_context context
      = { .image = { .path = "image", .abi = SFM_ABI_AMD64_ENDIAN_LITTLE },
          .existing = { .pieces = pieces, .piece_count = 3 } };
  struct describe d
      = { .context = &context, .target = SFM_TO_V3, .sink = &fixture_sink };

  unit_result (describe_frames (&d) == SFM_OK && d.counts.replaced == 51
                   && d.counts.kept == 68,
               "frames: functions of pieces");
  describe_free (&d);
}

int
main (void)
{
  for (size_t i = 0; i < sizeof trials / sizeof *trials; i++)
    test_trial (&trials[i]);
  test_pieces ();
  cfi_free (&eh);
  cfi_free (&debug);
  return unit_exit ();
}
