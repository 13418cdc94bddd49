/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-find-model.c - look-ups at every address of generated sections,
   compared with the functions that the sections were made of; readers that
   fail; how many reads and how much work large sections take.

   Arguments: the number of rounds and the first seed.  */

#include "config.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "find-piece.h"
#include "generate.h"
#include "growth.h"
#include "result.h"

enum
{
  MAX_FUNCS = 24,
  ROUNDS = 400,
  FIRST = 0x401000, /* address of the functions */
  OPTIONS = GEN_NOISE | GEN_GAPS | GEN_SHARED | GEN_REPEAT | GEN_WIDE
};

/* One generated section.  */
struct round
{
  struct gen_world world;
  struct gen_func funcs[MAX_FUNCS];
  size_t count;
  bool said[MAX_FUNCS]; /* the section describes the function */
  uint8_t version;
  uint8_t *bytes;
  size_t size;
  uint64_t addr;
  uint64_t end; /* of the functions */
};

static void
make (struct round *r, uint64_t seed)
{
  const struct gen_func *chosen[MAX_FUNCS];
  struct gen_section section = { .funcs = chosen };
  struct gen g;

  memset (r, 0, sizeof *r);
  gen_seed (&g, seed);
  gen_world (&g, &r->world);
  r->version = section.version = (uint8_t) (1 + gen_below (&g, 3));
  if (r->version == 1 && r->world.abi == SFM_ABI_S390X_ENDIAN_BIG)
    r->version = section.version = 3;
  section.pcrel = r->version > 1 && gen_once_in (&g, 2);
  section.options = gen_below (&g, OPTIONS + 1);
  section.addr = r->addr = gen_once_in (&g, 2) ? 0x200000 : 0x900000;
  r->count = 1 + gen_below (&g, MAX_FUNCS);
  r->end = FIRST;
  for (size_t i = 0; i < r->count; i++)
    {
      r->end += gen_once_in (&g, 3) ? gen_below (&g, 40) : 0;
      gen_func (&g, &r->world, r->end, gen_once_in (&g, 9) ? 70000 : 300,
                gen_once_in (&g, 2), &r->funcs[i]);
      r->end += r->funcs[i].size;
      r->said[i] = gen_can_say (&r->world, r->version, &r->funcs[i]);
      if (r->said[i])
        chosen[section.count++] = &r->funcs[i];
    }
  r->bytes = gen_encode (&g, &r->world, &section, &r->size);
  r->bytes[3] |= SFM_F_FDE_SORTED;
}

static void
unmake (struct round *r)
{
  free (r->bytes);
  for (size_t i = 0; i < r->count; i++)
    gen_func_free (&r->funcs[i]);
}

/* Whether RESULT is what R knows of PC.  */
static bool
right (const struct round *r, uint64_t pc, const struct find_result *result)
{
  const struct gen_func *f = NULL;
  const struct gen_row *row = NULL;

  for (size_t i = 0; i < r->count; i++)
    if (r->said[i] && pc - r->funcs[i].addr < r->funcs[i].size)
      f = &r->funcs[i];
  if (f == NULL)
    return result->status == SFM_END;
  if (f->rep_size != 0 && r->version == 1)
    return result->status == SFM_ERR_UNSUPP;
  uint64_t offset = pc - f->addr;
  if (f->rep_size != 0)
    offset %= f->rep_size;
  for (uint32_t i = 0; i < f->row_count; i++)
    if (f->rows[i].start <= offset)
      row = &f->rows[i];
  if (row == NULL)
    return result->status == SFM_END;
  struct sfm_rules wanted = row->rules, got = result->rules;
  gen_canonical (&wanted);
  gen_canonical (&got);
  return result->status == SFM_OK && result->found.addr == f->addr
         && result->found.fde.size == f->size
         && result->found.fde.signal == f->signal
         && sfm_rules_equal (&wanted, &got);
}

enum property
{
  OPEN,
  RULES,
  SAME,
  SMALL,
  FAILING,
  PROPERTIES
};

static const char *const property_names[]
    = { "sections can be opened", "the rules at every address",
        "the same in another process", "the same by small reads",
        "a reader that fails" };
static bool failed[PROPERTIES];

static void
expect (bool holds, enum property property, uint64_t seed, uint64_t pc,
        const struct find_result *result)
{
  if (!holds && !failed[property])
    printf ("%s: seed %" PRIu64 ", 0x%" PRIx64 ": status %d %s\n",
            property_names[property], seed, pc,
            result == NULL ? -1 : (int) result->status,
            result == NULL ? "" : result->diag.text);
  failed[property] |= !holds;
}

/* Look PC up where reads fail: the call after FAIL others, or outside of the
   bytes [FROM, TO).  */
static void
test_failing (const struct round *r, struct sfm_section *remote, uint64_t seed,
              uint64_t pc, const struct find_result *wanted)
{
  struct find_remote *data = remote->data;
  const struct find_remote kept = *data;
  struct find_result got;

  for (unsigned fail = 1; fail < 6; fail++)
    {
      data->reads = 0;
      data->fail = fail;
      find_rules (remote, pc, &got);
      expect (find_same (wanted, &got)
                  || (got.status == SFM_ERR_IO && got.diag.text[0] != '\0'),
              FAILING, seed, pc, &got);
    }
  data->fail = 0;
  for (data->to = 1; data->to < r->size; data->to += 1 + r->size / 7)
    {
      find_rules (remote, pc, &got);
      expect (find_same (wanted, &got) || got.status == SFM_ERR_IO, FAILING,
              seed, pc, &got);
    }
  /* Nothing at all.  */
  data->to = 1;
  find_rules (remote, pc, &got);
  expect (got.status == (wanted->status == SFM_END ? got.status : SFM_ERR_IO),
          FAILING, seed, pc, &got);
  *data = kept;
}

static void
test_round (uint64_t seed)
{
  struct round r;
  struct sfm_section section, remote, small;
  struct sfm_diag diag;

  make (&r, seed);
  struct find_remote data
      = { .bytes = r.bytes, .size = r.size, .addr = r.addr };
  /* A row of 6 words has at most 4 + 1 + 24 bytes, as an FDE has less.  */
  struct find_remote data_small = data;
  data_small.most = 29;
  const bool open
      = sfm_section_open (r.bytes, r.size, r.addr, &section, &diag) == SFM_OK
        && sfm_section_open_remote (r.addr, r.size, find_read, &data, &remote,
                                    &diag)
               == SFM_OK
        && sfm_section_open_remote (r.addr, r.size, find_read, &data_small,
                                    &small, &diag)
               == SFM_OK;
  expect (open, OPEN, seed, 0, NULL);
  const uint64_t step = 1 + (r.end - FIRST) / 2000;
  for (uint64_t pc = FIRST - 2; open && pc < r.end + 2;
       pc += step == 1 ? 1 : 1 + (pc * 7 + seed) % (2 * step))
    {
      struct find_result here, there, slow;

      find_rules (&section, pc, &here);
      find_rules (&remote, pc, &there);
      find_rules (&small, pc, &slow);
      expect (right (&r, pc, &here), RULES, seed, pc, &here);
      expect (find_same (&here, &there), SAME, seed, pc, &there);
      expect (find_same (&here, &slow), SMALL, seed, pc, &slow);
      if (pc % 37 == 0)
        test_failing (&r, &remote, seed, pc, &here);
    }
  expect (!data.outside && !data.large && !data_small.outside, SAME, seed, 0,
          NULL);
  unmake (&r);
}

/* A section of COUNT functions in version 3, one every GAP bytes, which grow
   by GROWTH times, and its reader.  Exits without memory.  */
static uint8_t *
make_large (size_t count, uint64_t gap, unsigned growth,
            struct find_remote *data, struct sfm_section *section)
{
  const size_t size = SFM_HEADER_SIZE + count * 16 + 5 + 3;
  uint8_t *bytes = calloc (1, size);
  struct sfm_diag diag;
  uint64_t addr = FIRST;

  if (bytes == NULL)
    exit (1);
  const uint64_t header[] = { SFM_MAGIC,
                              2,
                              3,
                              1,
                              SFM_F_FDE_SORTED,
                              1,
                              SFM_ABI_AMD64_ENDIAN_LITTLE,
                              1,
                              0,
                              1,
                              0xf8,
                              1,
                              0,
                              1,
                              count,
                              4,
                              1,
                              4,
                              8,
                              4,
                              0,
                              4,
                              count * 16,
                              4 };
  size_t at = 0;
  for (size_t i = 0; i < sizeof header / sizeof *header; i += 2)
    for (uint64_t b = 0; b < header[i + 1]; b++)
      bytes[at++] = (uint8_t) (header[i] >> 8 * b);
  for (size_t i = 0; i < count; i++)
    {
      for (unsigned b = 0; b < 8; b++)
        bytes[at++] = (uint8_t) ((addr - 0x200000) >> 8 * b);
      bytes[at] = 16;
      at += 8;
      addr += gap;
      if (growth > 1 && i % 1000 == 0 && gap < UINT64_C (1) << 40)
        gap *= growth;
    }
  static const uint8_t rows[] = { 1, 0, 0, 0, 0, 0, 3, 8 };
  memcpy (bytes + at, rows, sizeof rows);
  *data
      = (struct find_remote){ .bytes = bytes, .size = size, .addr = 0x200000 };
  if (sfm_section_open (bytes, size, data->addr, section, &diag) != SFM_OK)
    exit (1);
  return bytes;
}

/* How many reads look-ups of every function of such a section make: at most
   MOST, and on average no more than AVERAGE.  */
static void
test_reads (size_t count, uint64_t gap, unsigned growth, unsigned most,
            unsigned average)
{
  struct find_remote data;
  struct sfm_section section, remote;
  struct sfm_diag diag;
  unsigned worst = 0;
  uint64_t sum = 0;
  uint8_t *bytes = make_large (count, gap, growth, &data, &section);
  bool good = sfm_section_open_remote (data.addr, data.size, find_read, &data,
                                       &remote, &diag)
                  == SFM_OK
              && data.reads <= 3;

  for (uint32_t i = 0; i < count && good; i++)
    {
      struct sfm_fde fde;
      struct find_result result;

      good = sfm_fde_read (&section.piece, i, &fde, &diag) == SFM_OK;
      data.reads = 0;
      find_rules (&remote,
                  sfm_fde_address (&fde, data.addr, section.start_base) + 15,
                  &result);
      good &= result.status == SFM_OK && result.found.idx == i;
      worst = data.reads > worst ? data.reads : worst;
      sum += data.reads;
    }
  if (worst > most || sum > average * (uint64_t) count)
    printf ("%u reads at most, %" PRIu64 " for %zu\n", worst, sum, count);
  unit_result_of (good && worst <= most && sum <= average * (uint64_t) count
                      && !data.outside,
                  "reads for %zu functions, every %" PRIu64
                  " bytes, growth %u",
                  count, gap, growth);
  free (bytes);
}

/* Look-ups of a number of addresses in SIZE functions, of which the gaps grow:
   four times as many take hardly more.  */
static void
look_up (size_t size, unsigned growth)
{
  struct find_remote data;
  struct sfm_section section;
  struct find_result result;
  uint8_t *bytes = make_large (size, 16, growth, &data, &section);
  uint64_t state = 1;

  for (unsigned i = 0; i < 200000; i++)
    {
      state = state * UINT64_C (6364136223846793005) + 1;
      find_rules (&section, FIRST + (state >> 33) % (size * 16), &result);
    }
  free (bytes);
}

static void
even (size_t size)
{
  look_up (size, 1);
}

static void
uneven (size_t size)
{
  look_up (size, 2);
}

int
main (int argc, char **argv)
{
  static const struct growth cases[]
      = { { "look-ups", 5000, even }, { "uneven look-ups", 5000, uneven } };

  if (growth_only (argc, argv, cases, sizeof cases / sizeof *cases))
    return 0;
  unsigned long rounds = argc > 1 ? strtoul (argv[1], NULL, 0) : ROUNDS;
  uint64_t first = argc > 2 ? strtoull (argv[2], NULL, 0) : 1;

  for (unsigned long i = 0; i < rounds; i++)
    test_round (first + i);
  for (unsigned i = 0; i < PROPERTIES; i++)
    unit_result (!failed[i], property_names[i]);
  test_reads (20000, 16, 1, 4, 3);
  test_reads (20000, 16, 2, 24, 16);
  /* A product of 64 bits is too narrow.  */
  test_reads (20000, UINT64_C (1) << 45, 1, 4, 3);
  return unit_exit ();
}
