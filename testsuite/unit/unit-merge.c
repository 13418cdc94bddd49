/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-merge.c - what becomes of a few functions, to the byte.  */

#include "config.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "elf-abi.h"
#include "engine.h"
#include "find-piece.h"
#include "fixture-guard.h"
#include "merge-cases.h"
#include "result.h"
#include "sfmerge-tool.h"

enum
{
  HEADER_SIZE = 28,
  PIECE_MOST = 1024,
  SECTION = 0x5000
};

/* A case as the engine takes it, and what it made of that.  */
struct trial
{
  const struct merge_case *c;
  size_t count;
  uint8_t bytes[MERGE_FUNCTIONS][PIECE_MOST];
  struct sfm_piece pieces[MERGE_FUNCTIONS];
  struct sfm_place places[MERGE_FUNCTIONS];
  struct sfm_diag diag;
  char text[4096];
};

/* SIZE bytes that are the last that can be touched.  NUMBER is that of a
   function, or MERGE_FUNCTIONS for the output.  */
static uint8_t *
caged (size_t number, size_t size)
{
  static struct find_cage cages[MERGE_FUNCTIONS + 1];
  struct find_cage *cage = &cages[number];

  if (cage->begin == NULL)
    *cage = find_cage ();
  if (size > cage->size)
    exit (1);
  return cage->begin + cage->size - size;
}

static bool
begin (struct trial *t, const struct merge_case *c)
{
  memset (t, 0, sizeof *t);
  t->c = c;
  for (; t->count < MERGE_FUNCTIONS && c->functions[t->count].rows != NULL;
       t->count++)
    {
      const size_t i = t->count;
      const struct merge_function *f = &c->functions[i];
      const size_t size = merge_piece (c, f, t->bytes[i]);
      uint8_t *bytes = caged (i, size);
      memcpy (bytes, t->bytes[i], size);
      if (sfm_piece_open (bytes, size, 0, &t->pieces[i], &t->diag) != SFM_OK)
        return false;
      t->places[i] = (struct sfm_place){
        .addr = f->addr == 0 ? 0x1000 + 0x100 * i : f->addr,
        .live = true,
        .optional = f->optional,
        .rank = f->rank == 0 ? (uint8_t) SFM_RANK_INPUT : f->rank,
        .evidence = f->evidence,
        .rep_size = f->version == 1 ? f->rep_size : 0,
      };
    }
  return true;
}

static void __attribute__ ((format (printf, 2, 3)))
say (struct trial *t, const char *format, ...)
{
  const size_t used = strlen (t->text);
  va_list ap;

  va_start (ap, format);
  vsnprintf (t->text + used, sizeof t->text - used, format, ap);
  va_end (ap);
}

/* Say what function IDX of PIECE is.  */
static void
say_function (struct trial *t, const struct sfm_piece *piece, uint32_t idx)
{
  const enum sfm_start_base base
      = piece->flags & SFM_F_FDE_FUNC_START_PCREL || t->c->relocatable
            ? SFM_START_BASE_FIELD
            : SFM_START_BASE_SECTION;
  struct sfm_rows rows;
  struct sfm_fde fde;
  struct sfm_row row;

  if (sfm_fde_read (piece, idx, &fde, &t->diag) != SFM_OK)
    {
      say (t, "%s", t->diag.text);
      return;
    }
  const uint64_t addr = sfm_fde_address (
      &fde, t->c->section == 0 ? SECTION : t->c->section, base);
  say (t, "%s%" PRIx64 "+%" PRIx32, t->text[0] == '\0' ? "" : "; ",
       t->c->relocatable ? (uint64_t) fde.start : addr, fde.size);
  if (fde.info != 0)
    say (t, " %02x", fde.info);
  if (fde.rep_size != 0)
    say (t, " blocks %u", fde.rep_size);
  say (t, "%s:", fde.flex ? " flex" : "");
  sfm_rows_begin (piece, &fde, &rows);
  while (sfm_rows_next (&rows, &row, &t->diag) == SFM_OK)
    for (uint32_t i = 0; i < row.size; i++)
      say (t, i == 0 ? " %02x" : "%02x", piece->bytes[row.offset + i]);
}

static void
say_loss (void *data, const struct sfm_note *note)
{
#define SFM_X(name, text) #name,
  static const char *const names[] = { SFM_LOSSES (SFM_X) };
#undef SFM_X

  struct trial *t = data;

  say (t, "%s!%s@%" PRIu32, t->text[0] == '\0' ? "" : " ",
       names[note->loss] + strlen ("SFM_LOSS_"), note->input);
}

/* Whether M says where each function of PIECE, its output, is from.  */
static bool
has_origins (const struct trial *t, const struct sfm_merger *m,
             const struct sfm_piece *piece)
{
  struct sfm_origin origin;

  for (uint32_t i = 0; i < piece->num_fdes; i++)
    if (!sfm_merger_origin (m, i, &origin) || origin.input >= t->count
        || origin.fde != 0 || origin.field != sfm_piece_field (piece, i)
        || origin.field_size != sfm_piece_field_size (piece))
      return false;
  return !sfm_merger_origin (m, piece->num_fdes, &origin);
}

/* Plan what M has and say what it becomes.  */
static bool
outcome (struct trial *t, struct sfm_merger *m)
{
  const struct merge_case *c = t->c;
  struct sfm_piece piece;

  t->text[0] = '\0';
  if (sfm_merger_plan (m, c->section == 0 ? SECTION : c->section,
                       c->room == 0 ? UINT64_MAX : c->room, &t->diag)
      != SFM_OK)
    return false;
  const size_t size = sfm_merger_size (m);
  uint8_t *out = caged (MERGE_FUNCTIONS, size);
  if (sfm_merger_write (m, out, size, &t->diag) != SFM_OK
      || sfm_merger_verify (m, out, size, &t->diag) != SFM_OK
      || sfm_piece_open (out, size, 0, &piece, &t->diag) != SFM_OK
      || !has_origins (t, m, &piece))
    return false;
  for (uint32_t i = 0; i < piece.num_fdes; i++)
    say_function (t, &piece, i);
  if (piece.flags & SFM_F_FRAME_POINTER)
    say (t, " FP");
  const size_t kept = strlen (t->text);
  sfm_merger_each_loss (m, say_loss, t);
  /* The bound is that of the plain plan.  */
  return sfm_merger_bound (m) == sfm_merger_size (m)
         || (sfm_merger_bound (m) > sfm_merger_size (m)
             && (t->text[kept] != '\0' || c->share == SFM_SHARE_ALWAYS));
}

static bool
is_right (struct trial *t, struct sfm_merger *m)
{
  return outcome (t, m) && strcmp (t->text, t->c->expected) == 0;
}

/* LIMIT: the most bytes of the output, or 0.  */
static struct sfm_merger *
new_merger (struct trial *t, bool plain, uint64_t limit)
{
  const struct merge_case *c = t->c;
  struct sfm_options options = SFM_OPTIONS_INIT;
  struct sfm_merger *m;

  options.target = c->target;
  options.reader = c->reader;
  options.share = c->share;
  options.relocatable = c->relocatable;
  options.text_start = c->text_start;
  options.text_end = c->text_end;
  options.max_bytes = limit;
  options.alloc = guard_alloc;
  options.release = guard_release;
  if (sfm_merger_new (&options, &m, &t->diag) != SFM_OK)
    exit (1);
  if (plain)
    sfm_plain_merger (m);
  return m;
}

/* Add the functions of T from FIRST on, up to END, to M.  */
static bool
add (struct trial *t, struct sfm_merger *m, size_t first, size_t end)
{
  for (size_t i = first; i < end; i++)
    if (sfm_merger_add (m, &t->pieces[i], &t->places[i], (uint32_t) i,
                        &t->diag)
        != SFM_OK)
      return false;
  return true;
}

/* Move the functions that were added to M to ADDR, where none can be, if that
   is not 0, and then to their places.  */
static bool
move (struct trial *t, struct sfm_merger *m, uint64_t addr)
{
  for (uint32_t i = 0; i < t->count; i++)
    {
      struct sfm_place other = t->places[i];
      other.addr = addr;
      if ((addr != 0 && sfm_merger_move (m, i, &other, &t->diag) != SFM_OK)
          || sfm_merger_move (m, i, &t->places[i], &t->diag) != SFM_OK)
        return false;
    }
  return true;
}

/* Whether the output of T, which has SIZE bytes, may have as many, but not
   fewer.  What shares rows or is dropped may have more before.  */
static bool
is_limited (struct trial *t, size_t size)
{
  if (t->c->share == SFM_SHARE_ALWAYS || t->c->room != 0)
    return true;
  struct sfm_merger *m = new_merger (t, false, size);
  bool good = add (t, m, 0, t->count) && is_right (t, m);
  sfm_merger_free (m);
  m = new_merger (t, false, size - 1);
  good = good && add (t, m, 0, t->count)
         && sfm_merger_plan (m, SECTION, UINT64_MAX, &t->diag) == SFM_ERR_LIMIT
         && sfm_merger_size (m) == 0;
  sfm_merger_free (m);
  return good;
}

/* Whether M has nothing.  */
static bool
is_empty (const struct sfm_merger *m)
{
  struct sfm_stats stats = { .size = sizeof stats };

  sfm_merger_stats (m, &stats);
  return sfm_merger_empty (m) && stats.functions == 0 && stats.rows == 0
         && stats.out_functions == 0 && stats.out_rows == 0
         && sfm_merger_bound (m) == 0;
}

/* Merge the functions of T, each in full if PLAIN: at once, after they were
   moved, half of them in a merger that is then joined, and in the one that
   this leaves empty.  */
static bool
merge (struct trial *t, bool plain)
{
  struct sfm_merger *one = new_merger (t, plain, 0);
  struct sfm_merger *two = new_merger (t, plain, 0);
  bool good = add (t, one, 0, t->count) && is_right (t, one);

  good = good && move (t, one, 0) && is_right (t, one)
         && move (t, one, UINT64_MAX) && is_right (t, one)
         && is_limited (t, sfm_merger_size (one));
  sfm_merger_free (one);
  one = new_merger (t, plain, 0);
  good = good && add (t, one, 0, t->count / 2)
         && add (t, two, t->count / 2, t->count);
  outcome (t, two);
  good = good && sfm_merger_join (one, two, &t->diag) == SFM_OK
         && is_right (t, one) && is_empty (two) && add (t, two, 0, t->count)
         && is_right (t, two);
  sfm_merger_free (one);
  sfm_merger_free (two);
  return good;
}

/* Append to TEXT, which has room for SIZE bytes, rows of alternating offsets
   with the starts from FIRST up to END.  */
static void
put_text (char *text, size_t size, unsigned first, unsigned end)
{
  for (; first < end; first++)
    {
      const size_t used = strlen (text);
      snprintf (text + used, size - used, " %02x03%02x", first,
                8 + 8 * (first % 2));
    }
}

/* Numbers that mean something in the other byte order, too: 256 rows would be
   one, and the size is the same.  */
static void
test_orders (void)
{
  static const uint8_t abis[]
      = { SFM_ABI_AMD64_ENDIAN_LITTLE, SFM_ABI_AARCH64_ENDIAN_LITTLE,
          SFM_ABI_AARCH64_ENDIAN_BIG };
  static char expected[4096] = "1000+10100:";
  static struct trial t;

  put_text (expected, sizeof expected, 0, 256);
  for (size_t i = 0; i < 2 * sizeof abis; i++)
    {
      const struct merge_case c
          = { .functions = { { .rows = expected + strlen ("1000+10100: "),
                               .version = 3,
                               .size = 0x10100 } },
              .expected = expected,
              .abi = abis[i / 2],
              .target = SFM_TO_V3,
              .share = i % 2 == 0 ? SFM_SHARE_NEVER : SFM_SHARE_ALWAYS };
      unit_result_of (begin (&t, &c) && merge (&t, false),
                      "merge: 256 rows of ABI %u", abis[i / 2]);
    }
}

/* Rows that cannot be, and where: of a size code that would take 255 bytes
   beside others, and out of order.  */
static void
test_refused (void)
{
  static char rows[2048] = "0063";
  static const uint64_t first = HEADER_SIZE + 20;
  struct merge_case c = { .functions = { { .rows = rows } } };
  static struct trial t;

  memset (rows + 4, '0', 2 * 255);
  put_text (rows, sizeof rows, 1, 26);
  bool good = begin (&t, &c);
  struct sfm_merger *m = new_merger (&t, false, 0);
  good = good && !add (&t, m, 0, 1) && t.diag.status == SFM_ERR_CORRUPT
         && t.diag.offset == first + 1;
  unit_result (good, "merge: a row of a size that is none");
  c.functions[0].rows = "000308 040308 020308";
  good = begin (&t, &c) && !add (&t, m, 0, 1)
         && t.diag.status == SFM_ERR_CORRUPT && t.diag.offset == first + 6;
  unit_result (good, "merge: rows out of order");
  sfm_merger_free (m);
  c = (struct merge_case){ .functions = { { .rows = "000308 010310 020308",
                                            .info = 0x80 } },
                           .target = SFM_TO_V3 };
  good = begin (&t, &c);
  m = new_merger (&t, false, 0);
  good = good && !add (&t, m, 0, 1) && t.diag.status == SFM_ERR_UNSUPP
         && t.diag.offset == HEADER_SIZE + 16;
  unit_result (good, "merge: a signal in version 2");
  sfm_merger_free (m);
  c = (struct merge_case){ .functions = { { .rows = "00050041" } },
                           .abi = SFM_ABI_S390X_ENDIAN_BIG };
  good = begin (&t, &c);
  m = new_merger (&t, false, 0);
  good = good && !add (&t, m, 0, 1) && t.diag.status == SFM_ERR_CORRUPT
         && t.diag.offset == first;
  unit_result (good, "merge: a word of s390x that names no register");
  sfm_merger_free (m);
}

/* The rows of one function that take more than all may, if its blocks are
   written one by one.  */
static void
test_limit (void)
{
  static struct trial t;
  const struct merge_case c
      = { .functions
          = { { .rows = "000308 080310", .info = 0x10, .rep_size = 16 } },
          .reader = SFM_READER_NO_MASK };
  bool good = begin (&t, &c);
  struct sfm_merger *m = new_merger (&t, false, 24);

  good = good && add (&t, m, 0, 1);
  sfm_merger_free (m);
  m = new_merger (&t, false, 23);
  good = good && !add (&t, m, 0, 1) && t.diag.status == SFM_ERR_LIMIT
         && t.diag.offset == HEADER_SIZE;
  sfm_merger_free (m);
  unit_result (good, "merge: the limit on the rows of one function");
}

/* Rows that the end of their bytes cuts, after any number of whole ones, and
   attributes that nobody knows.  */
static void
test_cut (void)
{
  static const struct
  {
    const char *row; /* after a start of zeros */
    uint8_t type;
  } rows[] = { { "0003f8", 0 },
               { "004510000000f0ffffff", 0 },
               { "00004510000000f0ffffff", 1 },
               { "000000004510000000f0ffffff", 2 } };
  static const struct merge_function odd[]
      = { { .rows = "000308", .version = 3, .info = 0x40 },
          { .rows = "000308", .version = 3, .flex = 2 } };
  static struct trial t;
  bool good = true;

  for (size_t i = 0; i < 4; i++)
    for (size_t cut = 2; cut < strlen (rows[i].row); cut += 2)
      for (uint8_t version = 1; version <= 3; version++)
        {
          char text[64] = "";
          strncat (text, rows[i].row, cut);
          const struct merge_case c = {
            .functions
            = { { .rows = text, .info = rows[i].type, .version = version } }
          };
          good = good && begin (&t, &c);
          struct sfm_merger *m = new_merger (&t, false, 0);
          good
              = good && !add (&t, m, 0, 1) && t.diag.status == SFM_ERR_CORRUPT;
          sfm_merger_free (m);
        }
  unit_result (good, "merge: rows that are cut");
  for (size_t i = 0; i < 2; i++)
    {
      const struct merge_case c = { .functions = { odd[i] } };
      good = begin (&t, &c);
      struct sfm_merger *m = new_merger (&t, false, 0);
      good = good && !add (&t, m, 0, 1) && t.diag.status == SFM_ERR_UNSUPP
             && t.diag.offset == HEADER_SIZE + 16 + 2 + i;
      sfm_merger_free (m);
      unit_result_of (good, "merge: unknown attributes, byte %zu", 2 + i);
    }
}

/* Rows that have more words when a plan shares them than when they were
   added.  */
static void
test_changed (void)
{
  static const uint8_t infos[] = { 5, 0x23, 0x25, 0x43, 0x63 };
  const struct merge_case c
      = { .functions = { { .rows = "00000308 01000310", .info = 1 } },
          .target = SFM_TO_V3,
          .share = SFM_SHARE_ALWAYS };
  static struct trial t;
  bool good = true;

  for (size_t i = 0; i < sizeof infos; i++)
    {
      good = good && begin (&t, &c);
      struct sfm_merger *m = new_merger (&t, false, 0);
      good = good && add (&t, m, 0, 1);
      caged (0, 2)[0] = infos[i];
      good = good
             && sfm_merger_plan (m, SECTION, UINT64_MAX, &t.diag)
                    == SFM_ERR_USAGE;
      sfm_merger_free (m);
    }
  unit_result (good, "merge: rows that were changed");
}

int
main (void)
{
  static struct trial t;

  for (size_t i = 0; i < merge_case_count; i++)
    {
      const struct merge_case *c = &merge_cases[i];
      const bool good = begin (&t, c) && merge (&t, false) && merge (&t, true);
      unit_result_of (good, "merge: %s", c->name);
      if (!good)
        printf ("expected '%s'\n     got '%s' %s\n", c->expected, t.text,
                t.diag.text);
    }
  test_orders ();
  test_refused ();
  test_cut ();
  test_limit ();
  test_changed ();
  unit_result (strcmp (sfm_loss_text (SFM_LOSS_COUNT), "unknown loss") == 0,
               "merge: a loss that nobody knows");
  return unit_exit ();
}
