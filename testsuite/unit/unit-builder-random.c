/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-builder-random.c - built sections of random functions, against the
   functions that they were built from.

   Each world has a builder to which functions are added in random order, and
   from which some are removed again.  Then the look-up finds at every address
   the rules that were given, the checker finds nothing, a builder that never
   saw anything else writes the same bytes, and so does one that was given call
   frame information, and a merger that takes the section as input.  */

#include "config.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cfi-generate.h"
#include "generate.h"
#include "result.h"
#include "sfmerge.h"

enum
{
  WORLDS = 300,
  FUNCS = 40,
  MAX_SIZE = 300,
  SECTION = 0x700000,
  TEXT = 0x401000
};

static struct sfm_diag diag;

/* What a test works on.  */
struct world
{
  struct gen g;
  struct gen_world machine;
  struct sfm_builder_options options;
  struct gen_func funcs[FUNCS]; /* by rising address */
  bool there[FUNCS];
  bool refused[FUNCS];
};

/* A section in memory.  */
struct built
{
  uint8_t *bytes;
  size_t size;
};

static bool
fail (const char *what, uint64_t value)
{
  printf ("%s: 0x%" PRIx64 ": %s\n", what, value, diag.text);
  return false;
}

static struct sfm_builder *
new_builder (const struct world *w)
{
  struct sfm_builder *b;

  if (sfm_builder_new (&w->options, &b, &diag) != SFM_OK)
    exit (1);
  return b;
}

static sfm_status
add_func (struct sfm_builder *b, const struct gen_func *f, uint32_t number)
{
  const struct sfm_function function = { .addr = f->addr,
                                         .size = f->size,
                                         .rep_size = f->rep_size,
                                         .signal = f->signal,
                                         .pauth_b = f->pauth_b };
  struct sfm_rules_at *rows = calloc (f->row_count, sizeof *rows);

  if (rows == NULL)
    exit (1);
  for (uint32_t i = 0; i < f->row_count; i++)
    {
      rows[i].offset = f->rows[i].start;
      rows[i].rules = f->rows[i].rules;
    }
  const sfm_status status = sfm_builder_add (b, &function, rows, f->row_count,
                                             number, NULL, &diag);
  free (rows);
  return status;
}

static struct built
write_section (struct sfm_builder *b)
{
  struct built built = { .size = sfm_builder_size (b) };

  built.bytes = malloc (built.size);
  if (built.bytes == NULL
      || sfm_builder_write (b, SECTION, built.bytes, built.size, &diag)
             != SFM_OK)
    exit (1);
  return built;
}

static bool
same_bytes (const struct built *a, const struct built *b)
{
  return a->size == b->size && memcmp (a->bytes, b->bytes, a->size) == 0;
}

/* Whether rows of the target's DEFAULT form say all of F.  */
static bool
is_plain (const struct world *w, const struct gen_func *f)
{
  const uint8_t version = w->options.target == SFM_TO_V3 ? 3 : 2;
  const bool stops = version == 3 || (w->options.reader & SFM_READER_STOPS);
  struct gen_words words;

  for (uint32_t i = 0; i < f->row_count; i++)
    if (!gen_default_words (&w->machine, version, &f->rows[i].rules, &words)
        || (!stops && f->rows[i].rules.ra.kind == SFM_RULE_UNDEFINED))
      return false;
  return version == 3 || !f->signal;
}

static void
make_world (struct world *w, uint64_t seed)
{
  uint64_t addr = TEXT;

  memset (w, 0, sizeof *w);
  gen_seed (&w->g, seed);
  gen_world (&w->g, &w->machine);
  w->options
      = (struct sfm_builder_options) SFM_BUILDER_OPTIONS_INIT (w->machine.abi);
  w->options.target = (enum sfm_target) gen_below (&w->g, 3);
  w->options.reader = gen_once_in (&w->g, 2) ? SFM_READER_STOPS : 0;
  for (size_t i = 0; i < FUNCS; i++)
    {
      struct gen_func *f = &w->funcs[i];
      addr += gen_once_in (&w->g, 2) ? 0 : gen_below (&w->g, 64);
      do
        {
          gen_func_free (f);
          gen_func (&w->g, &w->machine, addr, MAX_SIZE, gen_once_in (&w->g, 3),
                    f);
        }
      while (f->row_count == 0);
      addr += f->size;
    }
}

static void
free_world (struct world *w)
{
  for (size_t i = 0; i < FUNCS; i++)
    gen_func_free (&w->funcs[i]);
}

/* Add or remove function number I.  */
static bool
toggle (struct world *w, struct sfm_builder *b, size_t i)
{
  const struct gen_func *f = &w->funcs[i];

  if (w->there[i])
    {
      w->there[i] = false;
      return sfm_builder_remove (b, f->addr, &diag) == SFM_OK;
    }
  const sfm_status status = add_func (b, f, (uint32_t) i);
  w->there[i] = status == SFM_OK;
  w->refused[i] = status == SFM_ERR_UNSUPP;
  if (status != SFM_OK && (status != SFM_ERR_UNSUPP || is_plain (w, f)))
    return fail ("refused", f->addr);
  return true;
}

/* The function that covers ADDR, or NULL.  */
static const struct gen_func *
func_at (const struct world *w, uint64_t addr)
{
  for (size_t i = 0; i < FUNCS; i++)
    if (w->there[i] && addr >= w->funcs[i].addr
        && addr - w->funcs[i].addr < w->funcs[i].size)
      return &w->funcs[i];
  return NULL;
}

/* Whether the section S says at ADDR what F does, which may be NULL.  */
static bool
right_at (const struct sfm_section *s, uint64_t addr, const struct gen_func *f)
{
  struct sfm_found found;
  struct sfm_rules rules, want;
  const sfm_status status = sfm_find_rules (s, addr, &found, &rules, &diag);
  uint32_t row = 0;

  if (f == NULL || status != SFM_OK)
    return f == NULL && status == SFM_END;
  uint64_t offset = addr - f->addr;
  if (f->rep_size != 0)
    offset %= f->rep_size;
  while (row + 1 < f->row_count && f->rows[row + 1].start <= offset)
    row++;
  want = f->rows[row].rules;
  gen_canonical_all (&want);
  gen_canonical_all (&rules);
  return sfm_rules_equal (&want, &rules) && found.addr == f->addr
         && found.fde.size == f->size && found.fde.signal == f->signal
         && found.fde.pauth_b == f->pauth_b
         && found.fde.mask == (f->rep_size != 0);
}

static void
count_finding (void *data, const struct sfm_finding *finding)
{
  size_t *count = data;

  if (finding->severity == SFM_NOTE)
    return;
  printf ("finding: %s\n", finding->text);
  ++*count;
}

/* Whether BUILT describes what is there, and nothing else.  */
static bool
right_section (const struct world *w, const struct built *built)
{
  const struct sfm_check_options options
      = { .size = sizeof options,
          .section_addr = SECTION,
          .start_base = w->options.target == SFM_TO_V2
                            ? SFM_START_BASE_SECTION
                            : SFM_START_BASE_FIELD };
  const struct gen_func *last = &w->funcs[FUNCS - 1];
  size_t findings = 0;
  struct sfm_section s;

  if (sfm_check (built->bytes, built->size, &options, count_finding, &findings,
                 &diag)
          != SFM_OK
      || findings != 0)
    return fail ("findings", findings);
  if (sfm_section_open (built->bytes, built->size, SECTION, &s, &diag)
      != SFM_OK)
    return fail ("not a section", 0);
  for (uint64_t addr = TEXT - 1; addr <= last->addr + last->size; addr++)
    if (!right_at (&s, addr, func_at (w, addr)))
      return fail ("other rules", addr);
  return true;
}

/* Whether a builder that never had anything else, and is given the functions
   by CFI if W says so, writes BUILT too.  */
static bool
right_afresh (const struct world *w, const struct built *built)
{
  struct sfm_builder *b = new_builder (w);
  bool good = true;

  for (size_t i = FUNCS; i-- != 0 && good;)
    if (w->there[i])
      good = add_func (b, &w->funcs[i], (uint32_t) i) == SFM_OK;
  struct built again = write_section (b);
  good = good && same_bytes (built, &again);
  free (again.bytes);
  sfm_builder_free (b);
  return good || fail ("another history, other bytes", built->size);
}

/* Add F to B as call frame information.  */
static sfm_status
add_as_cfi (struct world *w, struct sfm_builder *b, const struct gen_func *f)
{
  struct cfi_writer writer = { .section = { .resolve = NULL } };
  struct sfm_cfi_fde fde;

  cfi_begin (&writer, w->machine.abi);
  cfi_generate (&w->g, &writer, f);
  sfm_status status = cfi_read (&writer, 0, &fde, &diag);
  if (status == SFM_OK)
    status = sfm_builder_add_cfi (b, &writer.section, &fde, 0, NULL, &diag);
  cfi_free (&writer);
  return status;
}

/* Whether the functions of W make the same section if they are given as call
   frame information, which has no blocks.  */
static bool
right_by_cfi (struct world *w)
{
  struct sfm_builder *a = new_builder (w), *b = new_builder (w);
  bool good = true;

  for (size_t i = 0; i < FUNCS && good; i++)
    {
      struct gen_func *f = &w->funcs[i];
      cfi_simplify (&w->machine, f);
      if (f->rep_size != 0)
        continue;
      const sfm_status one = add_func (a, f, 0), two = add_as_cfi (w, b, f);
      if (one != two)
        good = fail ("another status by CFI", f->addr);
    }
  struct built by_rules = write_section (a), by_cfi = write_section (b);
  if (good && !same_bytes (&by_rules, &by_cfi))
    good = fail ("other bytes by CFI", by_rules.size);
  free (by_rules.bytes);
  free (by_cfi.bytes);
  sfm_builder_free (a);
  sfm_builder_free (b);
  return good;
}

/* Merge the piece of IN, whose functions are of W, to *OUT.  */
static bool
merge (const struct world *w, const struct built *in, struct built *out)
{
  struct sfm_options options = SFM_OPTIONS_INIT;
  struct sfm_place places[FUNCS];
  struct sfm_merger *m;
  struct sfm_piece piece;
  uint32_t count = 0;

  options.target = w->options.target;
  options.reader = w->options.reader;
  options.relocatable = w->options.relocatable;
  for (size_t i = 0; i < FUNCS; i++)
    if (w->there[i])
      places[count++] = (struct sfm_place){ .addr = w->funcs[i].addr,
                                            .live = true,
                                            .rank = SFM_RANK_INPUT };
  if (sfm_merger_new (&options, &m, &diag) != SFM_OK)
    exit (1);
  bool good = sfm_piece_open (in->bytes, in->size, 0, &piece, &diag) == SFM_OK
              && piece.num_fdes == count
              && sfm_merger_add (m, &piece, places, 1, &diag) == SFM_OK
              && sfm_merger_plan (m, SECTION, UINT64_MAX, &diag) == SFM_OK;
  out->size = good ? sfm_merger_size (m) : 1;
  out->bytes = malloc (out->size);
  if (out->bytes == NULL)
    exit (1);
  good = good && sfm_merger_write (m, out->bytes, out->size, &diag) == SFM_OK
         && sfm_merger_verify (m, out->bytes, out->size, &diag) == SFM_OK;
  sfm_merger_free (m);
  return good;
}

static bool
right_merged (const struct world *w, const struct built *built)
{
  struct built merged;
  bool good = merge (w, built, &merged) || fail ("not merged", built->size);

  if (good && !same_bytes (built, &merged))
    good = fail ("other bytes merged", merged.size);
  free (merged.bytes);
  return good;
}

/* Whether relocatable output of what is there is merged as it is.  */
static bool
right_relocatable (struct world *w)
{
  const struct sfm_check_options options
      = { .size = sizeof options, .object = true };
  size_t findings = 0;

  w->options.relocatable = true;
  struct sfm_builder *b = new_builder (w);
  bool good = true;
  for (size_t i = 0; i < FUNCS && good; i++)
    if (w->there[i])
      good = add_func (b, &w->funcs[i], (uint32_t) i) == SFM_OK;
  struct built built = write_section (b);
  good = good
         && sfm_check (built.bytes, built.size, &options, count_finding,
                       &findings, &diag)
                == SFM_OK
         && findings == 0 && right_merged (w, &built);
  w->options.relocatable = false;
  free (built.bytes);
  sfm_builder_free (b);
  return good || fail ("relocatable", findings);
}

/* Test the world of SEED.  ADDED counts functions that were there.  */
static bool
test_world (uint64_t seed, size_t *added, size_t *refused)
{
  static struct world w;

  make_world (&w, seed);
  struct sfm_builder *b = new_builder (&w);
  bool good = true;
  for (unsigned step = 0; step < 4 * FUNCS && good; step++)
    good = toggle (&w, b, gen_below (&w.g, FUNCS));
  for (size_t i = 0; i < FUNCS && good; i++)
    if (!w.there[i] && !gen_once_in (&w.g, 4))
      good = toggle (&w, b, i);
  size_t there = 0;
  for (size_t i = 0; i < FUNCS; i++)
    {
      there += w.there[i];
      *refused += w.refused[i];
    }
  *added += there;
  struct built built = write_section (b);
  good = good && sfm_builder_count (b) == there && right_section (&w, &built)
         && right_afresh (&w, &built)
         && (there == 0 || right_merged (&w, &built))
         && (there == 0 || right_relocatable (&w)) && right_by_cfi (&w);
  if (!good)
    printf ("seed %" PRIu64 ", abi %u, target %d\n", seed, w.machine.abi,
            (int) w.options.target);
  free (built.bytes);
  sfm_builder_free (b);
  free_world (&w);
  return good;
}

int
main (int argc, char **argv)
{
  const uint64_t worlds = argc > 1 ? strtoull (argv[1], NULL, 10) : WORLDS;
  size_t added = 0, refused = 0;
  bool good = true;

  for (uint64_t seed = 1; seed <= worlds && good; seed++)
    good = test_world (seed, &added, &refused);
  unit_result (good, "builder: random worlds");
  unit_result (added > worlds * FUNCS / 3 && refused > worlds,
               "builder: most are built, and some refused");
  return unit_exit ();
}
