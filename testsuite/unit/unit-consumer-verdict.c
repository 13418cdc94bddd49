/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-consumer-verdict.c - what each consumer is told about each state of a
   file.

   The table has a line for each state and a column for each consumer, worked
   out from what the readers do, not from the rules.  */

#include "config.h"

#include <elf.h>
#include <stdio.h>
#include <string.h>

#include "consumers.h"
#include "result.h"

enum
{
  PIECES = 3
};

struct state
{
  const char *name;
  /* In the order of enum consumer_id: "-" not applicable, "." usable, "l"
     with loss, "#" unusable.  */
  const char *grades;
  int kind;
  uint16_t machine; /* 0: AArch64 */
  struct consumer_piece pieces[PIECES];
  const char *found; /* names of findings and facts, with spaces between
                        them; facts of pieces are those of all */
  size_t piece_count;
  bool big_endian;
};

enum
{
  SORTED = SFM_F_FDE_SORTED,
  PCREL = SFM_F_FDE_FUNC_START_PCREL,
  IN_IMAGE = CONSUMER_IMAGE,
  IN_OBJECT = CONSUMER_OBJECT,
  IN_MODULE = CONSUMER_MODULE,
  IN_KERNEL /* an image */
};

#define PIECE(version, flags)                                                 \
  {                                                                           \
    version, flags, 3, 9, false, false,                                       \
    {                                                                         \
      {                                                                       \
        0                                                                     \
      }                                                                       \
    }                                                                         \
  }
#define V2_IMAGE                                                              \
  {                                                                           \
    PIECE (2, SORTED | PCREL)                                                 \
  }
#define V3_IMAGE                                                              \
  {                                                                           \
    PIECE (3, SORTED | PCREL)                                                 \
  }
#define V2_OBJECT                                                             \
  {                                                                           \
    PIECE (2, PCREL)                                                          \
  }
#define V3_OBJECT                                                             \
  {                                                                           \
    PIECE (3, PCREL)                                                          \
  }

/* clang-format off */
static const struct state states[] = {
  /* kernel, modules, vmlinux, glibc 2.42 and 2.43; ld 2.44, 2.45, 2.46, mold;
     libsframe 2.44, 2.45, 2.46; readers of 2 and 3, profiler */
  { "image, version 3", ".--##" "----" "##." "#.#", IN_IMAGE, 0, V3_IMAGE,
    "", 1, false },
  { "image, version 2 with PCREL", "#--.." "----" "#.." ".##", IN_IMAGE, 0,
    V2_IMAGE, "", 1, false },
  { "image, version 2", "#--.." "----" "..l" ".#.", IN_IMAGE, 0,
    { PIECE (2, SORTED) }, "", 1, false },
  { "image, version 1", "#--##" "----" "###" "###", IN_IMAGE, 0,
    { PIECE (1, SORTED) }, "", 1, false },
  { "image, a version of the future", "#--##" "----" "###" "###", IN_IMAGE, 0,
    { PIECE (200, SORTED) }, "", 1, false },
  { "image, version 3, s390x", ".---#" "----" "##." "#.#", IN_IMAGE, EM_S390,
    V3_IMAGE, "", 1, true },
  { "image, version 3, not sorted", "#--##" "----" "##l" "#.#", IN_IMAGE, 0,
    { PIECE (3, PCREL) }, "", 1, false },
  { "image, version 3, not PCREL", "#--##" "----" "##l" "#.#", IN_IMAGE, 0,
    { PIECE (3, SORTED) }, "", 1, false },
  { "image, version 2, not sorted", "#--##" "----" "lll" ".##", IN_IMAGE, 0,
    { PIECE (2, 0) }, "sorted-flag-clear", 1, false },
  { "object, version 3", "-----" "##.." "##." "#.-", IN_OBJECT, 0, V3_OBJECT,
    "", 1, false },
  { "object, version 2 with PCREL", "-----" "#.##" "#.." ".#-", IN_OBJECT, 0,
    V2_OBJECT, "", 1, false },
  { "object, version 2", "-----" ".###" "..." ".#-", IN_OBJECT, 0,
    { PIECE (2, 0) }, "", 1, false },
  { "object, version 3, not PCREL", "-----" "###." "##." "#.-", IN_OBJECT, 0,
    { PIECE (3, 0) }, "", 1, false },
  { "module, version 3", "-.---" "##.." "##." "#.-", IN_MODULE, 0, V3_OBJECT,
    "", 1, false },
  { "module, version 3, x86-64", "-----" "##.." "##." "#.-", IN_MODULE,
    EM_X86_64, V3_OBJECT, "", 1, false },
  { "module, version 2", "-#---" "#.##" "#.." ".#-", IN_MODULE, 0, V2_OBJECT,
    "", 1, false },
  { "module, no function", "-#---" "##.." "##." "#.-", IN_MODULE, 0,
    { { 3, PCREL, 0, 0, false, false, { { 0 } } } }, "empty-table", 1, false },

  /* Layout.  */
  { "image, version 2 with gaps", "#--##" "----" "#ll" ".##", IN_IMAGE, 0,
    V2_IMAGE,
    "not-packed gaps", 1, false },
  { "object, version 2 with gaps", "-----" "####" "#.." ".#-", IN_OBJECT, 0,
    { PIECE (2, 0) }, "gaps", 1, false },
  { "image, FLEX", ".--##" "----" "##." "#.#", IN_IMAGE, 0,
    V3_IMAGE, "flex", 1, false },
  { "image, version 2, MASK", "#--.." "----" "..l" ".#l", IN_IMAGE, 0,
    { PIECE (2, SORTED) }, "mask", 1, false },
  { "image, rows of no function", "#--##" "----" "##." "#.#", IN_IMAGE, 0,
    { { 3, SORTED | PCREL, 3, 0, false, false, { { 0 } } } }, "empty-table", 1,
    false },
  { "image, auxiliary header", "#--##" "----" "##." "#.#", IN_IMAGE, 0,
    V3_IMAGE, "auxiliary-header", 1, false },
  { "image, auxiliary header, big-endian", "#--##" "----" "###" "#.#",
    IN_IMAGE, 0, V3_IMAGE, "auxiliary-header", 1, true },

  /* Several pieces.  */
  { "image, several pieces", "l--##" "----" "##l" "#l#", IN_IMAGE, 0,
    { PIECE (3, SORTED | PCREL), PIECE (3, PCREL) }, "several-pieces", 2,
    false },
  { "image, the second piece older", "l--##" "----" "##l" "#l#", IN_IMAGE, 0,
    { PIECE (3, SORTED | PCREL), PIECE (2, 0) },
    "several-pieces versions-mixed flags-mixed", 2, false },
  { "image, pieces as gold leaves them", "#--##" "----" "#ll" "l##", IN_IMAGE,
    0, { PIECE (2, PCREL), PIECE (2, PCREL), PIECE (2, PCREL) },
    "several-pieces sorted-flag-clear segment-missing", 3,
    false },
  { "object, several pieces", "-----" "###l" "##l" "#l-", IN_OBJECT, 0,
    { PIECE (3, PCREL), PIECE (3, PCREL) }, "several-pieces", 2, false },
  { "object, several sections", "-----" "##l." "##l" "#l-", IN_OBJECT, 0,
    { PIECE (3, PCREL), PIECE (3, PCREL) }, "several-sections", 2,
    false },
  { "object, sections of two versions", "-----" "####" "##l" "##-", IN_OBJECT,
    0, { PIECE (3, PCREL), PIECE (2, PCREL) }, "several-sections", 2,
    false },
  { "image, pieces past the end", "l--##" "----" "##l" "#l#", IN_IMAGE, 0,
    { PIECE (3, SORTED | PCREL),
      { 3, PCREL, 3, 9, true, false, { { 0 } } } },
    "buried-pieces", 2, false },
  { "image, all pieces past the end", "#--##" "----" "###" "###", IN_IMAGE,
    0, { { 3, PCREL, 3, 9, true, false, { { 0 } } } }, "buried-pieces", 1,
    false },
  { "image, nothing", "#--##" "----" "###" "###", IN_IMAGE, 0, { { 0 } },
    "no-section", 0, false },
  { "object, nothing", "-----" "...." "###" "##-", IN_OBJECT, 0, { { 0 } },
    "no-section", 0, false },
  { "object, an empty section", "-----" "...#" "###" "##-", IN_OBJECT, 0,
    { { 0 } }, "empty-section", 0, false },
  { "debug file", "-----" "----" "---" "---", IN_IMAGE, 0, { { 0 } },
    "section-nobits", 0, false },

  /* Where it is.  */
  { "image, no segment", "#--##" "----" "##." "#.#", IN_IMAGE, 0, V3_IMAGE,
    "segment-missing", 1, false },
  { "version 2 image, no segment", "#--##" "----" "#.." ".##", IN_IMAGE, 0,
    V2_IMAGE, "segment-missing", 1, false },
  { "version 2 image, short segment", "#--.." "----" "#.." ".##", IN_IMAGE, 0,
    V2_IMAGE, "segment-short", 1, false },
  { "image, short segment", "#--##" "----" "##." "#.#", IN_IMAGE, 0, V3_IMAGE,
    "segment-short", 1, false },
  { "image, long segment", ".--##" "----" "##." "#.#", IN_IMAGE, 0, V3_IMAGE,
    "segment-long", 1, false },
  { "image, stale segment", "#--##" "----" "##." "#.#", IN_IMAGE, 0, V3_IMAGE,
    "segment-stale", 1, false },
  { "image, no section headers", ".--##" "----" "###" "#.#", IN_IMAGE, 0,
    V3_IMAGE, "no-section-headers", 1, false },
  { "image, SHT_PROGBITS", ".--##" "----" "##." "#.#", IN_IMAGE, 0, V3_IMAGE,
    "section-type", 1, false },
  { "object, SHT_PROGBITS", "-----" "###." "##." "#.-", IN_OBJECT, 0,
    V3_OBJECT, "section-type", 1, false },
  { "version 2 object, SHT_PROGBITS", "-----" "####" "#.." ".#-", IN_OBJECT, 0,
    V2_OBJECT, "section-type", 1, false },

  /* Functions and rows.  */
  { "image, wrong address rule", "#--##" "----" "###" "###", IN_IMAGE, 0,
    V3_IMAGE, "wrong-address-rule", 1, false },
  { "image, not in order", "#--##" "----" "##l" "###", IN_IMAGE, 0, V3_IMAGE,
    "not-sorted", 1, false },
  { "image, duplicates", "#--##" "----" "##." "#.#", IN_IMAGE, 0, V3_IMAGE,
    "functions-duplicate", 1, false },
  { "version 2 image, duplicates", "#--.." "----" "#.." ".##", IN_IMAGE, 0,
    V2_IMAGE, "functions-duplicate", 1, false },
  { "image, dead functions", "#--##" "----" "##." "#.#", IN_IMAGE, 0, V3_IMAGE,
    "dead-function", 1, false },
  { "image, overlap", "#--##" "----" "##l" "###", IN_IMAGE, 0, V3_IMAGE,
    "functions-overlap", 1, false },
  { "version 2 image, empty functions", "#--ll" "----" "#.." ".##", IN_IMAGE,
    0, V2_IMAGE, "fde-zero-size", 1, false },
  { "image, functions left out", "l--##" "----" "##." "#l#", IN_IMAGE, 0,
    V3_IMAGE, "functions-left-out", 1, false },
  { "image, PLT not covered", "l--##" "----" "##." "#l#", IN_IMAGE, 0,
    V3_IMAGE, "plt-uncovered", 1, false },
  { "image, wrong PLT rows", "l--##" "----" "##." "#l#", IN_IMAGE, 0, V3_IMAGE,
    "plt-wrong-rows", 1, false },
  { "image, unknown functions", ".--##" "----" "##." "#.#", IN_IMAGE, 0,
    V3_IMAGE, "function-unknown", 1, false },
  { "image, rows with equal starts", "#--##" "----" "##." "#.#", IN_IMAGE, 0,
    V3_IMAGE, "row-equal-start", 1, false },
  { "version 2 image, equal starts", "#--ll" "----" "#.." ".##", IN_IMAGE, 0,
    V2_IMAGE, "row-equal-start", 1, false },
  { "image, rows out of order", "#--##" "----" "##l" "###", IN_IMAGE, 0,
    V3_IMAGE, "row-order", 1, false },
  { "object, a row at the end", "-----" "##.." "##." "#.-", IN_OBJECT, 0,
    V3_OBJECT, "row-past-end", 1, false },
  { "old object, a row at the end", "-----" "#l##" "#l." ".#-", IN_OBJECT, 0,
    V2_OBJECT, "row-past-end", 1, false },
  { "object, a row past the end", "-----" "###l" "###" "#.-", IN_OBJECT, 0,
    V3_OBJECT, "row-beyond-end", 1, false },
  { "image, a row past the end", "#--##" "----" "###" "#.#", IN_IMAGE, 0,
    V3_IMAGE, "row-beyond-end", 1, false },
  { "version 2 image, a row past the end", "#--.." "----" "###" ".##",
    IN_IMAGE, 0, V2_IMAGE, "row-beyond-end", 1, false },
  { "image, shared rows", ".--##" "----" "##." "#.#", IN_IMAGE, 0, V3_IMAGE,
    "fre-shared", 1, false },
  { "image, shared rows, big-endian", ".--##" "----" "###" "#.#", IN_IMAGE, 0,
    V3_IMAGE, "fre-shared", 1, true },
  { "object, shared rows", "-----" "###." "##." "#.-", IN_OBJECT, 0, V3_OBJECT,
    "fre-shared-in-object", 1, false },
  { "object, another fixed offset", "-----" "##l#" "##l" "##-", IN_OBJECT, 0,
    V3_OBJECT, "fixed-offset", 1, false },
  { "image, another fixed offset", "#--##" "----" "##l" "###", IN_IMAGE, 0,
    V3_IMAGE, "fixed-offset", 1, false },
  { "image, another number of rows", ".--##" "----" "##." "#l#", IN_IMAGE, 0,
    V3_IMAGE, "fre-count", 1, false },
  { "image, a block of size 0", "#--##" "----" "##l" "###", IN_IMAGE, 0,
    V3_IMAGE, "rep-size", 1, false },
  { "image, out of bounds", "#--##" "----" "###" "###", IN_IMAGE, 0, V3_IMAGE,
    "out-of-bounds", 1, false },

  /* Relocations.  */
  { "object, stray relocations", "-----" "####" "###" "##-", IN_OBJECT, 0,
    V3_OBJECT, "relocation-offset", 1, false },
  { "old object, stray relocations", "-----" "l###" "###" "##-", IN_OBJECT, 0,
    { PIECE (2, 0) }, "relocation-offset", 1, false },
  { "object, relocations of no type", "-----" "###." "##." "#.-", IN_OBJECT, 0,
    V3_OBJECT, "relocation-none", 1, false },
  { "object, relocations missing", "-----" "###." "##." "#.-", IN_OBJECT, 0,
    V3_OBJECT, "relocation-missing", 1, false },
  { "module, relocations missing", "-l---" "###." "##." "#.-", IN_MODULE, 0,
    V3_OBJECT, "relocation-missing", 1, false },

  /* What the kernel's readers of May 2026 refuse, and nobody before them.  */
  { "image, no rows", "#--##" "----" "##." "#.#", IN_IMAGE, 0, V3_IMAGE,
    "fde-no-rows", 1, false },
  { "image, a row at the end", "#--##" "----" "##." "#.#", IN_IMAGE, 0,
    V3_IMAGE, "row-past-end", 1, false },
  { "image, the first row late", "#--##" "----" "##." "#.#", IN_IMAGE, 0,
    V3_IMAGE, "first-row-not-0", 1, false },
  { "image, more rows than bytes", "#--##" "----" "##." "#.#", IN_IMAGE, 0,
    V3_IMAGE, "more-rows-than-bytes", 1, false },
  { "image, empty functions", "#--##" "----" "##." "#.#", IN_IMAGE, 0,
    V3_IMAGE, "fde-zero-size", 1, false },
  { "image, padded FLEX", "#--##" "----" "##." "#.#", IN_IMAGE, 0, V3_IMAGE,
    "flex flex-padding", 1, false },
  { "image, wrong FLEX", "#--##" "----" "##l" "###", IN_IMAGE, 0, V3_IMAGE,
    "row-flex-control", 1, false },
  { "image, an end outside", "#--##" "----" "##." "#.#", IN_IMAGE, 0, V3_IMAGE,
    "function-outside-segment", 1, false },
  { "image, two code segments", "#--##" "----" "##." "#.#", IN_IMAGE, 0,
    V3_IMAGE, "several-code-segments", 1, false },
  { "module, no rows", "-#---" "##.." "##." "#.-", IN_MODULE, 0, V3_OBJECT,
    "fde-no-rows", 1, false },
  { "module, a row at the end", "-#---" "##.." "##." "#.-", IN_MODULE, 0,
    V3_OBJECT, "row-past-end", 1, false },
  { "module, the first row late", "-#---" "##.." "##." "#.-", IN_MODULE, 0,
    V3_OBJECT, "first-row-not-0", 1, false },
  { "module, FLEX", "-#---" "##.." "##." "#.-", IN_MODULE, 0, V3_OBJECT,
    "flex", 1, false },
  { "module, auxiliary header", "-#---" "##.." "##." "#.-", IN_MODULE, 0,
    V3_OBJECT, "auxiliary-header", 1, false },
  { "module, equal starts", "-#---" "##.." "##." "#.-", IN_MODULE, 0,
    V3_OBJECT, "functions-duplicate", 1, false },
  { "module, not in order", "-.---" "##.." "##l" "##-", IN_MODULE, 0,
    V3_OBJECT, "not-sorted", 1, false },

  /* A kernel, which finds its table by symbols.  */
  { "kernel, version 3", "#-.##" "----" "##." "#.#", IN_KERNEL, 0, V3_IMAGE,
    "segment-missing", 1, false },
  { "kernel, version 3, x86-64", ".--##" "----" "##." "#.#", IN_KERNEL,
    EM_X86_64, V3_IMAGE, "", 1, false },
  { "kernel, version 2", "#-#.." "----" "#.." ".##", IN_KERNEL, 0, V2_IMAGE,
    "", 1, false },
  { "kernel, not sorted", "#-###" "----" "##l" "#.#", IN_KERNEL, 0,
    { PIECE (3, PCREL) }, "sorted-flag-clear", 1, false },
  { "kernel, not PCREL", "#-###" "----" "##l" "#.#", IN_KERNEL, 0,
    { PIECE (3, SORTED) }, "", 1, false },
  { "kernel, nothing but a header", "#-###" "----" "##." "#.#", IN_KERNEL, 0,
    { { 3, SORTED | PCREL, 0, 0, false, false, { { 0 } } } }, "empty-table", 1,
    false },
  { "kernel, auxiliary header", "#-###" "----" "##." "#.#", IN_KERNEL, 0,
    V3_IMAGE, "auxiliary-header", 1, false },
  { "kernel, .init.sframe", ".-l##" "----" "##." "#.#", IN_KERNEL, 0, V3_IMAGE,
    "init-sframe", 1, false },
  { "kernel, .sframe elsewhere", ".-###" "----" "##." "#.#", IN_KERNEL, 0,
    V3_IMAGE, "not-at-start-sframe", 1, false },
  { "kernel, FLEX", ".-###" "----" "##." "#.#", IN_KERNEL, 0, V3_IMAGE, "flex",
    1, false },
  { "kernel, no rows", "#-###" "----" "##." "#.#", IN_KERNEL, 0, V3_IMAGE,
    "fde-no-rows", 1, false },
  { "kernel, a row at the end", "#-###" "----" "##." "#.#", IN_KERNEL, 0,
    V3_IMAGE, "row-past-end", 1, false },
  { "kernel, equal starts", "#-###" "----" "##." "#.#", IN_KERNEL, 0, V3_IMAGE,
    "functions-duplicate", 1, false },
  { "kernel, two code segments", "#-.##" "----" "##." "#.#", IN_KERNEL, 0,
    V3_IMAGE, "several-code-segments", 1, false },
  { "kernel, stale segment", "#-.##" "----" "##." "#.#", IN_KERNEL, 0,
    V3_IMAGE, "segment-stale", 1, false },
  { "kernel, several pieces", "l-l##" "----" "##l" "#l#", IN_KERNEL, 0,
    { PIECE (3, SORTED | PCREL), PIECE (3, PCREL) }, "several-pieces", 2,
    false },

  /* Version 2.  */
  { "version 2 image, MASK before it", "#--.." "----" "l.l" ".#l", IN_IMAGE, 0,
    { PIECE (2, SORTED) }, "mask mask-below-section", 1, false },
  { "version 2 image, a row without words", "#--ll" "----" "l.l" ".#.",
    IN_IMAGE, 0, { PIECE (2, SORTED) }, "row-without-words", 1, false },
};
/* clang-format on */

/* The number of the finding or fact called NAME.  */
static unsigned
ground_by_name (const char *name)
{
  for (unsigned id = 0; id < CONSUMER_GROUNDS; id++)
    if (strcmp (consumer_ground_name (id), name) == 0)
      return id;
  unit_result (false, name);
  return 0;
}

static void
judge (enum consumer_id id, const struct state *state, uint64_t *found,
       struct consumer_verdict *verdict)
{
  struct consumer_piece pieces[PIECES];
  struct consumer_subject subject
      = { .name = "file",
          .machine = state->machine != 0 ? state->machine : EM_AARCH64,
          .big_endian = state->big_endian,
          .pieces = pieces,
          .kernel = state->kind == IN_KERNEL,
          .piece_count = state->piece_count,
          .found = found,
          .synth = 1 };

  memcpy (pieces, state->pieces, sizeof pieces);
  subject.kind = state->kind == IN_OBJECT   ? CONSUMER_OBJECT
                 : state->kind == IN_MODULE ? CONSUMER_MODULE
                                            : CONSUMER_IMAGE;
  for (const char *at = state->found; *at != '\0'; at += strspn (at, " "))
    {
      char name[40] = { 0 };
      size_t size = strcspn (at, " ");

      memcpy (name, at, size < sizeof name ? size : sizeof name - 1);
      unsigned ground = ground_by_name (name);
      if (ground < FIND_COUNT)
        found[ground] = 2;
      else if (ground >= FACT_CODE_SEGMENTS)
        subject.facts.counts[ground - FIND_COUNT] = 2;
      else
        for (size_t i = 0; i < PIECES; i++)
          pieces[i].facts.counts[ground - FIND_COUNT] = 2;
      at += size;
    }
  consumer_judge (consumer_at (id), &subject, verdict);
}

/* Whether V says all that its grade needs, and a sentence each.  */
static bool
well_said (const struct consumer_verdict *v)
{
  bool silent = v->grade == CONSUMER_USABLE;

  for (size_t i = 0; i < v->reason_count; i++)
    if (strlen (v->reasons[i]) < 10
        || strlen (v->reasons[i]) >= CONSUMER_TEXT - 1)
      return false;
  return silent == (v->reason_count == 0)
         && (v->fix[0] == '\0' || v->grade >= CONSUMER_LOSS);
}

_Static_assert(CONSUMER_EH_FRAME == CONSUMER_COUNT - 1,
               "all others have a column in the table of states");

static void
test_states (void)
{
  static const char letters[] = { [CONSUMER_NOT_APPLICABLE] = '-',
                                  [CONSUMER_USABLE] = '.',
                                  [CONSUMER_LOSS] = 'l',
                                  [CONSUMER_UNUSABLE] = '#' };

  for (size_t i = 0; i < sizeof states / sizeof states[0]; i++)
    {
      char got[CONSUMER_EH_FRAME + 1] = { 0 };
      bool said = true;

      /* What reads .eh_frame does not mind .sframe.  */
      for (unsigned id = 0; id < CONSUMER_EH_FRAME; id++)
        {
          /* The last element is for names that nothing has.  */
          uint64_t found[FIND_COUNT + 1] = { 0 };
          struct consumer_verdict verdict;

          judge ((enum consumer_id) id, &states[i], found, &verdict);
          got[id] = letters[verdict.grade];
          if (!well_said (&verdict) || found[FIND_COUNT] != 0)
            {
              printf ("%s, %s: %zu reasons, %s\n", states[i].name,
                      consumer_at ((enum consumer_id) id)->name,
                      verdict.reason_count, verdict.reasons[0]);
              said = false;
            }
        }
      if (strcmp (got, states[i].grades) != 0)
        printf ("%s: %s, expected %s\n", states[i].name, got,
                states[i].grades);
      unit_result (said && strcmp (got, states[i].grades) == 0,
                   states[i].name);
    }
}

/* What is said to fix a finding of an image, or that nothing is.  */
static void
test_fixes (void)
{
  static const struct
  {
    struct state state;
    const char *command; /* how it begins */
  } cases[] = {
    { { "fixed by link", "", IN_IMAGE, 0, V3_IMAGE, "clobbered", 1, false },
      "sfmerge link " },
    { { "fixed by repair", "", IN_IMAGE, 0, V3_IMAGE, "functions-overlap", 1,
        false },
      "sfmerge repair " },
    { { "fixed by synth, without objects", "", IN_IMAGE, 0, V3_IMAGE,
        "no-section", 0, false },
      "sfmerge synth " },
    { { "bytes without a header are fixed by nothing", "", IN_IMAGE, 0,
        V3_IMAGE, "bad-magic", 1, false },
      "" },
  };

  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
    {
      uint64_t found[FIND_COUNT + 1] = { 0 };
      struct consumer_verdict verdict;
      size_t size = strlen (cases[i].command);

      judge (CONSUMER_KERNEL, &cases[i].state, found, &verdict);
      unit_result (verdict.grade == CONSUMER_UNUSABLE
                       && strncmp (verdict.fix, cases[i].command, size) == 0
                       && (size != 0 || verdict.fix[0] == '\0'),
                   cases[i].state.name);
    }
}

int
main (void)
{
  test_states ();
  test_fixes ();
  return unit_exit ();
}
