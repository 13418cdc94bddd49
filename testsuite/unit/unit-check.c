/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-check.c - sfm_check: what it finds, and that no bytes hurt it.  */

#include "config.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "bytes.h"
#include "check-section.h"
#include "elf-abi.h"
#include "engine.h"
#include "find-piece.h"
#include "result.h"
#include "sfmerge.h"

static void
result (bool pass, const char *group, const char *name)
{
  unit_result_of (pass, "check: %s%s", group, name);
}

/* What was found.  */
struct heard
{
  char names[4096];
  size_t size; /* of the section */
  size_t count;
  size_t errors;
  uint64_t texts; /* a hash of them */
  bool odd;       /* a finding whose fields cannot be */
};

static void
hear (void *data, const struct sfm_finding *f)
{
  struct heard *h = data;
  size_t used = strlen (h->names);

  snprintf (h->names + used, sizeof h->names - used, "%s%s@%" PRIx64,
            used == 0 ? "" : " ", sfm_finding_name (f->id), f->offset);
  used = strlen (h->names);
  if (f->fde != SFM_NO_INDEX)
    snprintf (h->names + used, sizeof h->names - used, ":%" PRIu32, f->fde);
  used = strlen (h->names);
  if (f->row != SFM_NO_INDEX)
    snprintf (h->names + used, sizeof h->names - used, ".%" PRIu32, f->row);
  h->count++;
  h->texts
      = hash_bytes (h->texts, (const uint8_t *) f->text, strlen (f->text));
  if (f->severity == SFM_ERROR)
    h->errors++;
  if ((unsigned) f->id >= SFM_FIND_COUNT || f->offset > h->size
      || f->text[0] == '\0' || strlen (f->text) >= sizeof f->text - 1
      || (f->row != SFM_NO_INDEX && f->fde == SFM_NO_INDEX))
    h->odd = true;
}

/* Check S where a byte after it cannot be read.  */
static bool
run_by (const struct check_section *s, struct sfm_check_options options,
        bool plain, struct heard *h)
{
  static struct find_cage cage;
  struct sfm_diag diag;

  memset (h, 0, sizeof *h);
  h->size = s->size;
  if (cage.begin == NULL)
    cage = find_cage ();
  uint8_t *bytes = cage.begin + cage.size - s->size;
  memcpy (bytes, s->bytes, s->size);
  return (plain ? sfm_plain_check : sfm_check) (bytes, s->size, &options, hear,
                                                h, &diag)
             == SFM_OK
         && !h->odd;
}

static bool
alike (const struct heard *a, const struct heard *b)
{
  return strcmp (a->names, b->names) == 0 && a->texts == b->texts;
}

/* The plain look at each function must find what the usual one does, also with
   zeros after the section: then more functions are checked quickly.  */
static bool
run (const struct check_section *s, const struct sfm_check_options *options,
     struct heard *h)
{
  struct heard plain, quick;
  uint8_t bytes[2048] = { 0 };
  struct check_section roomy = { .bytes = bytes, .size = s->size + 1024 };

  if (roomy.size > sizeof bytes)
    exit (1);
  if (s->size != 0)
    memcpy (bytes, s->bytes, s->size);
  return run_by (&roomy, *options, true, &plain)
         && run_by (&roomy, *options, false, &quick) && alike (&quick, &plain)
         && run_by (s, *options, true, &plain)
         && run_by (s, *options, false, h) && alike (h, &plain);
}

static void
test_cases (void)
{
  bool named[SFM_FIND_COUNT] = { false };

  for (size_t i = 0; i < check_case_count; i++)
    {
      const struct check_case *t = &check_cases[i];
      struct check_section s = check_section_of (t);
      struct sfm_check_options options = check_options_of (t);
      struct heard h;

      bool pass = run (&s, &options, &h) && strcmp (h.names, t->expected) == 0;
      if (!pass)
        printf ("%s: expected '%s', found '%s'\n", t->name, t->expected,
                h.names);
      result (pass, "case ", t->name);
      for (unsigned id = 0; id < SFM_FIND_COUNT; id++)
        if (strstr (t->expected, sfm_finding_name (id)) != NULL)
          named[id] = true;
      check_section_free (&s);
    }

  bool all = true;
  for (unsigned id = 0; id < SFM_FIND_COUNT; id++)
    if (!named[id])
      {
        printf ("no case for %s\n", sfm_finding_name (id));
        all = false;
      }
  result (all, "", "every finding has a case");
}

/* Each valid section, cut anywhere, is an error.  */
static void
test_truncations (void)
{
  for (size_t i = 0; i < check_valid_count; i++)
    {
      const struct check_case *t = &check_cases[i];
      struct check_section whole = check_section_of (t);
      struct sfm_check_options options = check_options_of (t);
      bool pass = true;

      for (size_t size = 1; size < whole.size; size++)
        {
          struct check_section s = check_section_copy (whole.bytes, size);
          struct heard h;
          if (!run (&s, &options, &h) || h.errors == 0)
            {
              printf ("%s: %zu bytes: '%s'\n", t->name, size, h.names);
              pass = false;
            }
          check_section_free (&s);
        }
      check_section_free (&whole);
      result (pass, "truncations of ", t->name);
    }
}

/* Each bit of each valid section is another.  */
static void
test_mutations (void)
{
  for (size_t i = 0; i < check_valid_count; i++)
    {
      const struct check_case *t = &check_cases[i];
      struct check_section s = check_section_of (t);
      struct sfm_check_options options = check_options_of (t);
      bool pass = true;

      for (size_t bit = 0; bit < 8 * s.size; bit++)
        {
          struct heard h;
          s.bytes[bit / 8] ^= (uint8_t) (1U << bit % 8);
          if (!run (&s, &options, &h))
            {
              printf ("%s: bit %zu of byte %zu\n", t->name, bit % 8, bit / 8);
              pass = false;
            }
          s.bytes[bit / 8] ^= (uint8_t) (1U << bit % 8);
        }
      check_section_free (&s);
      result (pass, "mutations of ", t->name);
    }
}

/* A row of four bytes, the last of which is the first of another function that
   came before, wherever in the map of used bytes the two lie.  */
static void
test_reach (void)
{
  enum
  {
    FRES = 28 + 2 * 20,
    FRE_LEN = 140
  };
  struct sfm_check_options options
      = { .size = sizeof options, .object = true };
  bool pass = true;

  for (uint32_t at = 0; at + 6 <= FRE_LEN; at++)
    {
      uint8_t bytes[FRES + FRE_LEN]
          = { 0xe2, 0xde, 2, 4, 3, 0, 0xf8, 0, 2, 0, 0, 0, 2 };
      struct check_section s = { .bytes = bytes, .size = sizeof bytes };
      struct heard h;
      char expected[64];

      bytes[16] = FRE_LEN;
      bytes[24] = 2 * 20;
      for (uint32_t i = 0; i < 2; i++)
        {
          elf_put32 (bytes + 28 + i * 20 + 4, 16, false);
          elf_put32 (bytes + 28 + i * 20 + 8, i == 0 ? at + 3 : at, false);
          elf_put32 (bytes + 28 + i * 20 + 12, 1, false);
        }
      memcpy (bytes + FRES + at, "\x00\x05\x08\x00\x03\x10", 6);
      snprintf (expected, sizeof expected, "fre-overlap@%" PRIx32 ":1.0",
                FRES + at);
      if (!run (&s, &options, &h) || strcmp (h.names, expected) != 0)
        {
          printf ("at %" PRIu32 ": '%s'\n", at, h.names);
          pass = false;
        }
    }
  result (pass, "", "a row that reaches another function's");
}

/* A function whose rows begin inside of another's, wherever, though it is
   otherwise like one before them: what is kept of blocks is of their own
   place.  */
static void
test_inside (void)
{
  enum
  {
    FRES = 28 + 3 * 20,
    ROWS = 550,
    ROW = 2 + 1 + 2 * 4,
    FRE_LEN = 3 + ROWS * ROW
  };
  static const uint32_t counts[] = { 1, ROWS, 1 }, sizes[] = { 16, ROWS, 16 };
  struct sfm_check_options options
      = { .size = sizeof options, .object = true };
  uint8_t bytes[FRES + FRE_LEN] = { 0xe2, 0xde, 2, 4, 3, 0, 0xf8, 0, 3 };
  struct check_section s = { .bytes = bytes, .size = FRES + FRE_LEN };
  bool pass = true;

  elf_put32 (bytes + 12, 1 + ROWS + 1, false);
  elf_put32 (bytes + 16, FRE_LEN, false);
  elf_put32 (bytes + 24, 3 * 20, false);
  for (uint32_t i = 0; i < 3; i++)
    {
      elf_put32 (bytes + 28 + i * 20 + 4, sizes[i], false);
      elf_put32 (bytes + 28 + i * 20 + 8, i == 1 ? 3 : 0, false);
      elf_put32 (bytes + 28 + i * 20 + 12, counts[i], false);
    }
  bytes[28 + 20 + 16] = SFM_FRE_TYPE_ADDR2;
  memcpy (bytes + FRES, "\x00\x03\x10", 3);
  for (uint32_t i = 0; i < ROWS; i++)
    {
      uint8_t *row = bytes + FRES + 3 + i * ROW;
      row[0] = (uint8_t) i;
      row[1] = (uint8_t) (i >> 8);
      memcpy (row + 2, "\x45\x10\0\0\0\xf0\xff\xff\xff", 9);
    }
  for (uint32_t at = 4; at < FRE_LEN && pass; at++)
    {
      struct heard plain, quick;

      elf_put32 (bytes + 28 + 2 * 20 + 8, at, false);
      pass = run_by (&s, options, true, &plain)
             && run_by (&s, options, false, &quick) && plain.count == 1
             && strncmp (quick.names, "fre-overlap@", 12) == 0
             && alike (&plain, &quick);
    }
  result (pass, "", "rows that begin inside of another function's");
}

/* Memory that fails after a number of requests.  */
struct meter
{
  size_t left;
  size_t live;
};

static void *
meter_alloc (void *data, size_t size)
{
  struct meter *m = data;

  if (m->left == 0)
    return NULL;
  m->left--;
  m->live++;
  return malloc (size);
}

static void
meter_release (void *data, void *pointer)
{
  struct meter *m = data;

  m->live--;
  free (pointer);
}

static void
test_memory (void)
{
  for (size_t i = 0; i < check_case_count; i++)
    {
      const struct check_case *t = &check_cases[i];
      struct check_section s = check_section_of (t);
      bool pass = true;
      sfm_status status = SFM_ERR_NOMEM;

      for (size_t n = 0; status == SFM_ERR_NOMEM && n < 100; n++)
        {
          struct meter m = { .left = n };
          struct sfm_check_options options = check_options_of (t);
          struct sfm_diag diag;
          struct heard h = { .size = s.size };

          options.alloc = meter_alloc;
          options.release = meter_release;
          options.alloc_data = &m;
          status = sfm_check (s.bytes, s.size, &options, hear, &h, &diag);
          pass = pass && m.live == 0
                 && (status == SFM_OK ? strcmp (h.names, t->expected) == 0
                                      : diag.status == SFM_ERR_NOMEM);
        }
      result (pass && status == SFM_OK, "memory ", t->name);
      check_section_free (&s);
    }
}

/* A piece of more than 4 GiB, of which no more than the first page is ever in
   memory.  */
static void
test_huge (void)
{
  const size_t size = ((size_t) 1 << 32) + 4096;
  const struct sfm_check_options options = check_options_of (&check_cases[3]);
  struct heard h = { .size = size };
  struct sfm_diag diag;

  uint8_t *bytes = mmap (NULL, size, PROT_READ | PROT_WRITE,
                         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (bytes == MAP_FAILED)
    {
      unit_skip ("check: 4 GiB");
      return;
    }
  struct check_section s = check_section_of (&check_cases[3]);
  memcpy (bytes, s.bytes, s.size);
  elf_put32 (bytes + 16, UINT32_MAX, false); /* fre_len */
  result (sfm_check (bytes, size, &options, hear, &h, &diag) == SFM_OK
              && strcmp (h.names, "out-of-bounds@0") == 0,
          "4 GiB: ", h.names);
  munmap (bytes, size);
  check_section_free (&s);
}

static void
test_usage (void)
{
  struct check_section s = check_section_of (&check_cases[3]);
  struct sfm_check_options options = check_options_of (&check_cases[3]);
  struct
  {
    struct sfm_check_options options;
    uint64_t tail;
  } longer = { .options = { .size = sizeof longer } };
  struct sfm_diag diag;
  struct heard h = { .size = s.size };

  result (sfm_check (NULL, 1, NULL, hear, &h, &diag) == SFM_ERR_USAGE
              && sfm_check (s.bytes, s.size, NULL, NULL, NULL, &diag)
                     == SFM_ERR_USAGE,
          "usage ", "null");
  options.size--;
  result (sfm_check (s.bytes, s.size, &options, hear, &h, &diag)
              == SFM_ERR_USAGE,
          "usage ", "small options");
  options.size++;
  options.alloc = meter_alloc;
  result (sfm_check (s.bytes, s.size, &options, hear, &h, &diag)
              == SFM_ERR_USAGE,
          "usage ", "alloc without release");
  longer.options.section_addr = check_cases[3].section_addr;
  bool pass = sfm_check (s.bytes, s.size, &longer.options, hear, &h, &diag)
              == SFM_OK;
  longer.tail = 1;
  result (pass
              && sfm_check (s.bytes, s.size, &longer.options, hear, &h, &diag)
                     == SFM_ERR_UNSUPP,
          "usage ", "unknown options");
  result (sfm_check (NULL, 0, NULL, hear, &h, &diag) == SFM_OK && h.count == 1,
          "usage ", "no bytes");
  check_section_free (&s);
}

int
main (void)
{
  test_cases ();
  test_truncations ();
  test_mutations ();
  test_reach ();
  test_inside ();
  test_memory ();
  test_huge ();
  test_usage ();
  return unit_exit ();
}
