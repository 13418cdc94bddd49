/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-consumers.c - the names of consumers, and the order of reasons and the
   commands of their verdicts.  */

#include "config.h"

#include <elf.h>
#include <stdio.h>
#include <string.h>

#include "consumers.h"
#include "result.h"

/* ------------------------------------------------------------------ */
/* Names                                                               */

static void
test_names (void)
{
  struct consumer_list list;
  char error[CONSUMER_ERROR] = "";
  bool right = consumers_parse ("glibc-2.42,kernel", &list, error)
               && list.count == 2 && !list.all
               && list.consumers[0] == consumer_at (CONSUMER_GLIBC_242)
               && list.consumers[1] == consumer_at (CONSUMER_KERNEL);

  unit_result (right, "two names");
  right = consumers_parse ("kernel,ld-2.44,kernel", &list, error)
          && list.count == 2 && !list.all;
  unit_result (right, "a name twice");
  right = consumers_parse ("mold-2.42,all", &list, error)
          && list.count == CONSUMER_COUNT && list.all
          && list.consumers[0] == consumer_at (CONSUMER_MOLD_242);
  unit_result (right, "all, one of them first");

  right = true;
  for (unsigned i = 0; i < CONSUMER_COUNT; i++)
    {
      const struct consumer *c = consumer_at ((enum consumer_id) i);

      /* An entry of enum consumer_id without a row, or a row that is not
         whole.  */
      if (c->name == NULL || c->text == NULL
          || (c->machines[0] != 0) != (c->only != NULL))
        {
          printf ("consumer %u lacks .name, .text or .only\n", i);
          right = false;
          continue;
        }
      right &= consumer_id (c) == i && consumer_find (c->name) == c
               && consumers_parse (c->name, &list, error) && list.count == 1
               && list.consumers[0] == c && c->kinds != 0
               && (c->versions == 0) == c->eh_frame;
    }
  unit_result (right, "each name");
}

static void
test_unknown (void)
{
  static const struct
  {
    const char *text;
    const char *named;
    const char *meant; /* by what was typed; NULL: no consumer is near */
  } cases[] = {
    { "", "''", NULL },
    { "kernel,", "''", NULL },
    { ",kernel", "''", NULL },
    { "kernel,,ld-2.44", "''", NULL },
    { "gdb", "'gdb'", NULL },
    { "kernel, ld-2.44", "' ld-2.44'", "'ld-2.44'" },
    { "kernel,kerne", "'kerne'", "'kernel'" },
    { "kernels", "'kernels'", "'kernel'" },
    { "knerel", "'knerel'", "'kernel'" },
    { "glibc", "'glibc'", "'glibc-2.42'" },
    { "ALL", "'ALL'", NULL },
    { "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
      "'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'", NULL },
  };

  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
    {
      struct consumer_list list;
      char error[CONSUMER_ERROR] = "";
      char name[80];
      bool right = !consumers_parse (cases[i].text, &list, error)
                   && strstr (error, cases[i].named) != NULL;

      const char *meant = strstr (error, "did you mean ");
      right &= cases[i].meant == NULL
                   ? meant == NULL && strstr (error, "--list-consumers")
                   : meant != NULL && strstr (meant, cases[i].meant);
      snprintf (name, sizeof name, "unknown: \"%.50s\"", cases[i].text);
      unit_result (right, name);
    }
}

/* ------------------------------------------------------------------ */
/* Reasons and commands                                                */

/* A file that CONSUMER has nothing against, whose one piece is *PIECE.  */
static struct consumer_subject
subject_for (const struct consumer *consumer, struct consumer_piece *piece,
             const uint64_t *found)
{
  struct consumer_subject subject = { .name = "file",
                                      .machine = EM_AARCH64,
                                      .pieces = piece,
                                      .piece_count = 1,
                                      .found = found };

  *piece = (struct consumer_piece){
    .version = consumer->target == SFM_TO_V3 ? 3 : 2,
    .flags = consumer->target == SFM_TO_V2 ? 0 : SFM_F_FDE_FUNC_START_PCREL,
    .num_fdes = 3,
    .num_fres = 9,
  };
  if ((consumer->kinds & CONSUMER_IMAGE) != 0)
    piece->flags |= SFM_F_FDE_SORTED;
  subject.kernel = consumer->kernel;
  /* The lowest bit.  */
  subject.kind = (enum consumer_kind) (consumer->kinds & -consumer->kinds);
  return subject;
}

static void
test_order (void)
{
  const struct consumer *kernel = consumer_at (CONSUMER_KERNEL);
  uint64_t found[FIND_COUNT] = { 0 };
  struct consumer_piece piece;
  struct consumer_subject subject = subject_for (kernel, &piece, found);
  struct consumer_verdict verdict;
  size_t bad = 0;

  found[SFM_FIND_PIECES] = 1;
  consumer_judge (kernel, &subject, &verdict);
  unit_result (verdict.grade == CONSUMER_USABLE,
               "several pieces of which one counts");
  found[SFM_FIND_PIECES] = 0;
  found[FIND_LACKING] = 1;
  consumer_judge (kernel, &subject, &verdict);
  unit_result (verdict.grade == CONSUMER_USABLE,
               "functions left out that nothing can describe");
  subject.synth = 1;
  found[FIND_PLT_UNCOVERED] = found[FIND_PLT_ROWS] = found[FIND_LACKING] = 1;
  consumer_judge (kernel, &subject, &verdict);
  unit_result (verdict.grade == CONSUMER_LOSS && verdict.reason_count == 3,
               "order: three losses");
  found[FIND_CONTRADICTED] = 1;
  consumer_judge (kernel, &subject, &verdict);
  unit_result (verdict.grade == CONSUMER_UNUSABLE && verdict.reason_count == 4
                   && strncmp (verdict.reasons[0], "function-contradicted", 21)
                          == 0,
               "order: the worst comes first");
  for (unsigned id = 0; id < FIND_COUNT && bad < CONSUMER_REASONS; id++)
    if (finding_severity (id) == SFM_ERROR && id != FIND_CONTRADICTED
        && consumer_rule_find (kernel, id, &subject) == NULL)
      {
        found[id] = 1;
        bad++;
      }
  consumer_judge (kernel, &subject, &verdict);
  bool losses = false;
  for (size_t i = 0; i < verdict.reason_count; i++)
    losses |= strncmp (verdict.reasons[i], "plt-uncovered", 13) == 0;
  unit_result (verdict.reason_count == CONSUMER_REASONS && verdict.more == 4
                   && !losses,
               "order: more than there is room for");
}

static const struct
{
  const char *name;
  enum consumer_id id;
  unsigned finding; /* FIND_COUNT: none */
  uint8_t version;
  uint8_t flags;
  const char *fix;
} fixed[] = {
  { "nothing to fix", CONSUMER_KERNEL, FIND_COUNT, 3, 5, "" },
  { "another version", CONSUMER_KERNEL, FIND_COUNT, 2, 5,
    "sfmerge convert --for=kernel -i FILE" },
  { "another version of an object", CONSUMER_LD_245, FIND_COUNT, 3, 4,
    "sfmerge convert --for=ld-2.45 -i FILE" },
  { "not sorted", CONSUMER_KERNEL, FIND_COUNT, 3, 4,
    "sfmerge repair -i FILE" },
  { "a flag too many", CONSUMER_LD_244, FIND_COUNT, 2, 4,
    "sfmerge convert --for=ld-2.44 -i FILE" },
  { "a flag too few", CONSUMER_LIBSFRAME_246, FIND_COUNT, 2, 1,
    "sfmerge convert --for=libsframe-2.46 -i FILE" },
  { "no segment", CONSUMER_GLIBC_243, FIND_SEGMENT_MISSING, 2, 5,
    "sfmerge repair -i FILE" },
  { "no segment, another version", CONSUMER_GLIBC_243, FIND_SEGMENT_MISSING, 3,
    5, "sfmerge convert --for=glibc-2.43 -i FILE" },
  { "no segment, and no need of it", CONSUMER_V2_READER, FIND_SEGMENT_MISSING,
    3, 5, "sfmerge convert --for=v2-reader -i FILE" },
  { "type of an object's section", CONSUMER_LD_246, FIND_SECTION_TYPE, 3, 4,
    "sfmerge repair -i FILE" },
  { "functions left out", CONSUMER_KERNEL, FIND_LACKING, 3, 5,
    "sfmerge repair -i FILE" },
  { "another version, functions left out", CONSUMER_KERNEL, FIND_LACKING, 2, 5,
    "sfmerge convert --for=kernel -i FILE" },
  { "damage comes with another version", CONSUMER_KERNEL, SFM_FIND_BOUNDS, 2,
    5, "sfmerge link --for=kernel -i FILE OBJECT..." },
  { "damage in an object", CONSUMER_LD_246, SFM_FIND_BOUNDS, 3, 4, "" },
  { "equal rows of an image", CONSUMER_KERNEL, SFM_FIND_ROW_EQUAL, 3, 5,
    "sfmerge repair -i FILE" },
  { "functions without rows", CONSUMER_KERNEL, SFM_FIND_FDE_ROWLESS, 3, 5,
    "sfmerge convert --for=kernel -i FILE" },
  { "rows of an object", CONSUMER_LD_244, SFM_FIND_ROW_PAST_END, 2, 0,
    "sfmerge convert --for=ld-2.44 -i FILE" },
  { "rows of a module", CONSUMER_MODULES, SFM_FIND_ROW_PAST_END, 3, 4,
    "sfmerge convert --for=kernel-modules -i FILE" },
};

static void
test_fixes (void)
{
  for (size_t i = 0; i < sizeof fixed / sizeof fixed[0]; i++)
    {
      const struct consumer *c = consumer_at (fixed[i].id);
      uint64_t found[FIND_COUNT + 1] = { 0 };
      struct consumer_piece piece;
      struct consumer_subject subject = subject_for (c, &piece, found);
      struct consumer_verdict verdict;
      char name[80];

      piece.version = fixed[i].version;
      piece.flags = fixed[i].flags;
      found[fixed[i].finding] = 1;
      subject.synth = found[FIND_LACKING];
      consumer_judge (c, &subject, &verdict);
      if (strcmp (verdict.fix, fixed[i].fix) != 0)
        printf ("%s: %s\n", fixed[i].name, verdict.fix);
      snprintf (name, sizeof name, "fix: %s", fixed[i].name);
      unit_result (strcmp (verdict.fix, fixed[i].fix) == 0, name);
    }
}

/* A table without functions, of another version: there is nothing to
   convert.  */
static void
test_bare (void)
{
  const struct consumer *glibc = consumer_at (CONSUMER_GLIBC_242);
  uint64_t found[FIND_COUNT] = { 0 };
  struct consumer_piece piece;
  struct consumer_subject subject = subject_for (glibc, &piece, found);
  struct consumer_verdict verdict;

  piece.version = 3;
  piece.num_fdes = piece.num_fres = 0;
  consumer_judge (glibc, &subject, &verdict);
  unit_result (
      verdict.grade == CONSUMER_UNUSABLE
          && strcmp (verdict.fix,
                     "sfmerge link --for=glibc-2.42 -i FILE OBJECT...")
                 == 0,
      "fix: no function");
}

/* What verdicts take for granted.  */
static void
test_notes (void)
{
  static const struct
  {
    enum consumer_id id;
    bool shared;
    const char *words[CONSUMER_NOTES]; /* in each note; NULL: there is none */
  } wanted[] = {
    { CONSUMER_KERNEL, false, { "no released kernel up to 7.2", NULL } },
    { CONSUMER_KERNEL, true, { "no released kernel", "sframe_register" } },
    { CONSUMER_VMLINUX, true, { "no released kernel", NULL } },
    { CONSUMER_GLIBC_243, true, { NULL, NULL } },
    { CONSUMER_LD_246, false, { NULL, NULL } }, /* does not read images */
  };
  uint64_t found[FIND_COUNT] = { 0 };
  struct consumer_verdict v;

  for (size_t i = 0; i < sizeof wanted / sizeof wanted[0]; i++)
    {
      const struct consumer_subject subject = { .name = "file",
                                                .kind = CONSUMER_IMAGE,
                                                .machine = EM_AARCH64,
                                                .kernel = true,
                                                .shared = wanted[i].shared,
                                                .found = found };
      bool right = true;
      consumer_judge (consumer_at (wanted[i].id), &subject, &v);
      for (size_t k = 0; k < CONSUMER_NOTES; k++)
        right &= wanted[i].words[k] == NULL
                     ? v.notes[k] == NULL
                     : v.notes[k] != NULL
                           && strstr (v.notes[k], wanted[i].words[k]) != NULL;
      unit_result_of (right, "notes: %s, %s", v.consumer->name,
                      wanted[i].shared ? "shared" : "executable");
    }
}

int
main (void)
{
  test_names ();
  test_unknown ();
  test_order ();
  test_fixes ();
  test_bare ();
  test_notes ();
  return unit_exit ();
}
