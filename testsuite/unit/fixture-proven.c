/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   fixture-proven.c - what is made of instructions, with and without a table of
   Go.  */

#include "config.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "describe.h"
#include "fixture-failing.h"
#include "fixture-image.h"
#include "fixture-pieces.h"
#include "fixture-proven.h"
#include "go-table.h"
#include "prove-machine.h"
#include "prove.h"
#include "result.h"
#include "sfmerge-tool.h"

enum
{
  ROWS_MAX = 16, /* of the prover */
  RECORD = 64,   /* bytes of a function's record, and of its program */
  RECORD_NEEDED = 44,
  RECORD_PROGRAM = 4 + 12,
  RECORD_FLAGS = 4 + 37,
  NAMES = 0x200, /* where names are in the table, */
  PROGRAMS = 0x100,
  TABLE_SIZE = 0x300
};

static const struct
{
  char letter;
  uint16_t flags;
} letters[] = {
  { 's', PROVEN_SP },   { 'f', PROVEN_FP }, { 'o', PROVEN_OWN },
  { 'm', PROVEN_SLOT }, { 'r', PROVEN_RA }, { 'k', PROVEN_LINK },
  { 'a', PROVEN_AWAY },
};

static struct owned image;
static struct go_table table;
static struct go_entry entries[TRIAL_FUNCTIONS + 1];
static uint8_t table_bytes[TABLE_SIZE];
static struct prover prover;
static struct proven_range ranges[ROWS_MAX];
static struct proven_row rows[ROWS_MAX];
static const struct trial *now; /* what is tried */

static uint64_t
address (unsigned function)
{
  return OWNED_CODE + function * TRIAL_SIZE;
}

/* Put number VALUE of a program to *AT.  */
static void
put_number (uint8_t **at, uint32_t value)
{
  for (; value >= 0x80; value >>= 7)
    *(*at)++ = (uint8_t) (value | 0x80);
  *(*at)++ = (uint8_t) value;
}

/* Put what the table says of function NUMBER.  */
static void
put_function (unsigned number, const struct said *said)
{
  uint8_t *record = table_bytes + number * RECORD;
  uint8_t *at = table_bytes + PROGRAMS + number * RECORD;
  const char *text = said->table;
  int32_t depth, last = -1;
  uint32_t size;
  int used;

  memset (record, 0, RECORD);
  if (text == NULL)
    return;
  elf_put32 (record + 4, said->name != NULL ? number * 0x40 + 1 : TABLE_SIZE,
             false);
  if (said->name != NULL)
    memcpy (table_bytes + NAMES + number * 0x40 + 1, said->name,
            strlen (said->name) + 1);
  elf_put32 (record + RECORD_PROGRAM, number * RECORD + 1, false);
  record[RECORD_FLAGS] = said->flags;
  at++;
  for (;
       sscanf (text, "%" SCNu32 ":%" SCNd32 " %n", &size, &depth, &used) == 2;
       text += used, last = depth)
    {
      const int32_t change = depth - last;
      put_number (&at, ((uint32_t) change << 1) ^ (uint32_t) (change >> 31));
      put_number (&at, size / table.quantum);
    }
  *at = 0;
}

/* Put what the instructions of function NUMBER prove.  */
static void
put_proven (unsigned number, const char *text)
{
  char words[8];
  bool used_before = false;
  uint64_t from, to;
  int32_t sp;
  int used;

  for (; text != NULL
         && sscanf (text, "%" SCNx64 "-%" SCNx64 ":%" SCNd32 " %7s %n", &from,
                    &to, &sp, words, &used)
                == 4;
       text += used)
    {
      const size_t i = prover.rows.count++;
      struct proven_range *range = ranges + prover.ranges.count;
      if (used_before && range[-1].end == address (number) + from)
        range--;
      else
        {
          *range = (struct proven_range){ .start = address (number) + from,
                                          .entry = number,
                                          .row = (uint32_t) i };
          prover.ranges.count++;
        }
      used_before = true;
      range->end = address (number) + to;
      range->rows++;
      rows[i] = (struct proven_row){
        .addr = address (number) + from,
        .sp = sp,
        .fp = 16,
        .slot = -16,
        .ra = -8,
        .machine = now->machine == EM_AARCH64 ? PROVE_AARCH64 : PROVE_AMD64,
      };
      for (size_t k = 0; k < sizeof letters / sizeof *letters; k++)
        if (strchr (words, letters[k].letter) != NULL)
          rows[i].flags |= letters[k].flags;
    }
}

/* Begin with what is said in the first place, but of the first function what
   FIRST says.  */
static void
say (const struct said *first)
{
  prover.ranges.count = prover.rows.count = 0;
  for (unsigned i = 0; i < TRIAL_FUNCTIONS; i++)
    {
      const struct said *said = i == 0 ? first : &now->said[i];
      put_function (i, said);
      put_proven (i, said->proven);
    }
}

/* Keep what is told, and say something else from then on.  */
static void
hear (void *data, enum diag_severity kind, const char *file, const char *place,
      const char *text)
{
  (void) data;
  fixture_sink.fn (NULL, kind, file, place, text);
  if (now->later.proven != NULL)
    say (&now->later);
}

static const struct diag_sink sink = { .fn = hear };

/* Add what RULE is to the SIZE bytes of TEXT.  */
static void
add_rule (char *text, size_t size, const struct sfm_rule *rule)
{
  const bool arm = now != NULL && now->machine == EM_AARCH64;
  const size_t used = strlen (text);

  if (rule->kind == SFM_RULE_UNDEFINED)
    snprintf (text + used, size - used, "/none");
  else if (rule->kind == SFM_RULE_SAME)
    snprintf (text + used, size - used, "/same");
  else
    snprintf (text + used, size - used, "%s%+" PRId64,
              rule->reg == SFM_REG_CFA        ? "/c"
              : rule->reg == (arm ? 31U : 7U) ? "sp"
                                              : "fp",
              rule->offset);
}

/* Add function IDX of MADE to TEXT.  */
static void
add_function (char *text, size_t size, const struct made_piece *made,
              uint32_t idx)
{
  const struct sfm_place *place = &made->places[idx];
  struct sfm_rules rules;
  struct sfm_diag diag;
  struct sfm_rows walk;
  struct sfm_row row;
  struct sfm_fde fde;

  if (sfm_fde_read (&made->piece, idx, &fde, &diag) != SFM_OK)
    return;
  snprintf (text + strlen (text), size - strlen (text),
            "%" PRIx64 "%s%s%s:", place->addr - OWNED_CODE,
            fde.signal ? "S" : "", fde.pauth_b ? "B" : "",
            place->rank == SFM_RANK_INSTEAD ? "I" : "");
  sfm_rows_begin (&made->piece, &fde, &walk);
  while (sfm_rows_next (&walk, &row, &diag) == SFM_OK
         && sfm_row_rules (&made->piece, &fde, &row, &rules, &diag) == SFM_OK)
    {
      snprintf (text + strlen (text), size - strlen (text), " %" PRIx32 "=",
                row.start);
      add_rule (text, size, &rules.cfa);
      add_rule (text, size, &rules.ra);
      add_rule (text, size, &rules.fp);
    }
  snprintf (text + strlen (text), size - strlen (text), " -%" PRIx32 ";",
            fde.size);
}

void
trial_made (char *text, size_t size, const struct made_piece *made,
            sfm_status status)
{
  for (uint32_t i = 0; i < made->piece.num_fdes && status == SFM_OK; i++)
    add_function (text, size, made, i);
  if (status != SFM_OK)
    snprintf (text, size, "status %d", (int) status);
}

void
trial_counts (char *text, size_t size, const struct synth_counts *counts)
{
  text[0] = '\0';
#define COUNT_X(member)                                                       \
  if (counts->member != 0)                                                    \
    snprintf (text + strlen (text), size - strlen (text),                     \
              "%s" #member " %" PRIu64, text[0] == '\0' ? "" : ", ",          \
              counts->member);
  SYNTH_COUNTS (COUNT_X)
#undef COUNT_X
}

static void
begin (void)
{
  owned_begin (&image);
  memset (image.bytes + OWNED_CODE, now->fill != 0 ? now->fill : TRIAL_HLT,
          2 * TRIAL_SIZE);
  if (now->machine != 0)
    {
      image.image.machine = now->machine;
      image.image.abi = SFM_ABI_AARCH64_ENDIAN_LITTLE;
    }
  if (now->framed != 0)
    owned_frame (&image, address (1), now->framed);
  const struct function debugged
      = { .addr = address (1), .size = now->debugged };
  if (now->debugged != 0)
    image.failed
        |= !function_list_add (&image.index.rest.functions, &debugged);
  memset (table_bytes, 0, sizeof table_bytes);
  for (unsigned i = 0; i <= TRIAL_FUNCTIONS; i++)
    entries[i] = (struct go_entry){ address (i), i * RECORD };
  table = (struct go_table){
    .image = &image.image,
    .version = now->why != NULL && now->why[0] != '\0' ? GO_NONE : GO_1_20,
    .why = now->why,
    .bytes = table_bytes,
    .size = TABLE_SIZE,
    .quantum = now->machine == EM_AARCH64 ? 4 : 1,
    .names = { NAMES, 0x80 },
    .programs = { PROGRAMS, TRIAL_FUNCTIONS * RECORD },
    .functions = { 0, (TRIAL_FUNCTIONS - 1) * RECORD + RECORD_NEEDED
                          - (now->cut ? 1 : 0) },
    .entries = entries,
    .count = TRIAL_FUNCTIONS,
  };
  prover = (struct prover){ .ranges = { ranges, 0, ROWS_MAX },
                            .rows = { rows, 0, ROWS_MAX } };
  say (&now->said[0]);
}

/* What became of a trial.  */
struct outcome
{
  sfm_status status;
  char made[1000], counts[500];
  bool ordered; /* what is described */
  bool empty;   /* the merger */
};

/* Perform TRIAL; CODE: with the code alone.  */
static void
perform (const struct trial *trial, bool code, struct outcome *o)
{
  struct sfm_merger *merger = NULL;
  struct sfm_diag diag;

  now = trial;
  begin ();
  *o = (struct outcome){ .ordered = true };
  const bool good = owned_read (&image);
  struct image_context context = { .image = image.image,
                                   .index = image.index,
                                   .existing = image.existing };
  const struct sfm_options options = SFM_OPTIONS_INIT;
  struct describe d = { .context = &context,
                        .target = trial->target == 0 ? SFM_TO_V3 : SFM_TO_V2,
                        .go = !code && !trial->off,
                        .code = code && !trial->off,
                        .proven = trial->asked ? NULL : &prover,
                        .sink = &sink };
  if (!trial->none && (!code || trial->why != NULL))
    context.index.go = &table;
  if (trial->described != 0)
    d.described.at = calloc (1, sizeof *d.described.at);
  if (d.described.at != NULL)
    {
      d.described.at[0].addr = OWNED_CODE + trial->described_from;
      d.described.at[0].end = OWNED_CODE + trial->described;
      d.described.count = d.described.capacity = 1;
    }
  sfm_status status = sfm_merger_new (&options, &merger, &diag);
  d.merger = trial->unmerged ? NULL : merger;
  failing_begin ();
  if (good && status == SFM_OK)
    status = code ? describe_code (&d) : describe_go (&d);
  failing_end ();
  o->status = status;
  trial_made (o->made, sizeof o->made, code ? &d.proven_code : &d.go_code,
              status);
  trial_counts (o->counts, sizeof o->counts, &d.counts);
  for (size_t i = 1; i < d.described.count; i++)
    o->ordered &= d.described.at[i].addr >= d.described.at[i - 1].addr;
  o->empty = status != SFM_OK || sfm_merger_empty (merger);
  sfm_merger_free (merger);
  describe_free (&d);
  function_list_free (&image.index.rest.functions);
  owned_end (&image);
}

/* Whether O is what TRIAL says.  */
static bool
is_right (const struct trial *trial, const struct outcome *o)
{
  return strcmp (o->made, trial->made) == 0
         && strcmp (o->counts, trial->counts) == 0;
}

static sfm_status
run_go (const void *trial, bool *right)
{
  static struct outcome o;

  perform (trial, false, &o);
  *right = is_right (trial, &o);
  return o.status;
}

static sfm_status
run_code (const void *trial, bool *right)
{
  static struct outcome o;

  perform (trial, true, &o);
  *right = is_right (trial, &o);
  return o.status;
}

/* Test TRIAL; CODE: with the code alone.  */
static void
test_trial (const struct trial *trial, bool code)
{
  char name[100];
  static struct outcome o;

  snprintf (name, sizeof name, "%s: %s", code ? "code" : "go", trial->name);
  perform (trial, code, &o);
  const bool right
      = is_right (trial, &o) && (code || o.ordered)
        && (trial->told == NULL || strstr (fixture_said, trial->told) != NULL)
        && o.empty
               == (trial->made[0] == '\0' || trial->unmerged
                   || strcmp (trial->made, CORRUPT) == 0);
  unit_result_of (right, "%s", name);
  if (!right)
    printf ("  made %s\n  counts %s\n", o.made, o.counts);
  failing_memory (name, code ? run_code : run_go, trial);
  if (trial->bent)
    failing_engine (name, code ? run_code : run_go, trial);
}

void
trial_go (const struct trial *trial)
{
  test_trial (trial, false);
}

void
trial_code (const struct trial *trial)
{
  test_trial (trial, true);
}
