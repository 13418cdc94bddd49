/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-cfi-growth.c - the work for call frame information grows no faster
   than its bytes; terminators, several CIEs and damage between records.  */

#include "config.h"

#include <stdio.h>
#include <string.h>

#include "cfi-writer.h"
#include "growth.h"
#include "result.h"
#include "sfmerge-tool.h"

enum
{
  AMD64 = SFM_ABI_AMD64_ENDIAN_LITTLE,
  START = 0x12340,
  MANY = 500,
  /* Bytes of a CIE's program that are executed for each FDE.  */
  PROGRAM_MAX = 1024
};

static const struct cfi_bytes push
    = CFI_BYTES (CFA_ADVANCE | 1, CFA_DEF_OFF, 16);
static const struct cfi_bytes undefined = CFI_BYTES (CFA_UNDEFINED, 16);

/* What a walk over all FDEs found.  */
struct found
{
  size_t fdes, rows, ends, failed;
  sfm_status last;
};

static struct found
walk (const struct cfi_writer *w)
{
  struct found found = { .last = SFM_OK };
  struct sfm_cfi_fde fde = { .next = 0 };
  struct sfm_diag diag;

  while (fde.next < w->section.size)
    {
      struct sfm_cfi_rows rows;
      struct sfm_cfi_row row;
      uint64_t digest;

      found.last = sfm_cfi_next (&w->section, fde.next, &fde, &diag);
      if (found.last == SFM_ERR_TRUNC)
        break;
      found.ends += found.last == SFM_END;
      found.failed += found.last != SFM_OK && found.last != SFM_END;
      if (found.last != SFM_OK)
        continue;
      found.fdes++;
      sfm_cfi_rows_begin (&w->section, &fde, &rows);
      while (sfm_cfi_rows_next (&rows, &row))
        found.rows++;
      if (sfm_cfi_digest (&w->section, &fde, NULL, &digest, &diag) != SFM_OK)
        found.failed++;
    }
  return found;
}

static void
begin (struct cfi_writer *w)
{
  const struct cfi_form form = cfi_usual (AMD64);

  cfi_begin (w, AMD64);
  cfi_cie (w, &form);
}

/* COUNT times the SIZE bytes at BYTES in the one FDE give ROWS rows each.  */
static void
repeat (size_t count, struct cfi_bytes bytes, size_t rows, const char *name)
{
  struct cfi_writer w = { .bytes = NULL };

  begin (&w);
  const size_t at = cfi_open_fde (&w, START, 0x10000000);
  for (size_t i = 0; i < count; i++)
    cfi_put_bytes (&w, bytes);
  cfi_close (&w, at);
  const struct found f = walk (&w);
  unit_result (f.fdes == 1 && f.rows == rows * count + 1 && f.failed == 0,
               name);
  cfi_free (&w);
}

static const struct cfi_bytes nested
    = CFI_BYTES (CFA_REMEMBER, CFA_REMEMBER, CFA_DEF_OFF, 16, CFA_REMEMBER,
                 CFA_RECALL, CFA_RECALL, CFA_RECALL);
static const struct cfi_bytes advances = CFI_BYTES (
    CFA_ADVANCE | 1, CFA_DEF_OFF, 16, CFA_ADVANCE | 1, CFA_DEF_OFF, 8);
static const struct cfi_bytes others
    = CFI_BYTES (CFA_ADVANCE | 1, CFA_OFFSET | 3, 2, CFA_ADVANCE1, 0);

static void
test_remember (size_t size)
{
  repeat (size, nested, 0, "many remembered states");
}

static void
test_advance (size_t size)
{
  repeat (size, advances, 2, "many rows");
}

static void
test_others (size_t size)
{
  repeat (size, others, 0, "many instructions for other registers");
}

/* An expression of SIZE operations.  */
static void
test_expression (size_t size)
{
  struct cfi_writer w = { .bytes = NULL };

  begin (&w);
  const size_t at = cfi_open_fde (&w, START, 64);
  cfi_put (&w, CFA_DEF_EXPR, 1);
  cfi_put_uleb (&w, 2 + 2 * size);
  cfi_put (&w, 0x77, 1);
  cfi_put (&w, 8, 1);
  for (size_t i = 0; i < size; i++)
    {
      cfi_put (&w, 0x23, 1); /* DW_OP_plus_uconst */
      cfi_put (&w, i % 2, 1);
    }
  cfi_close (&w, at);
  const struct found f = walk (&w);
  unit_result (f.rows == 1 && f.failed == 0, "a long expression");
  cfi_free (&w);
}

/* COUNT FDEs that take two CIEs in turns, with programs of SIZE bytes.  */
static struct found
alternate (size_t count, size_t size)
{
  struct cfi_writer w = { .bytes = NULL };
  const struct cfi_form form = cfi_usual (AMD64);
  uint64_t cies[2];

  cfi_begin (&w, AMD64);
  for (size_t i = 0; i < 2; i++)
    {
      const size_t at = cfi_open_cie (&w, &form);
      cfi_put_bytes (&w, form.program);
      for (size_t j = form.program.size; j < size; j++)
        cfi_put (&w, CFA_NOP, 1);
      cfi_close (&w, at);
      cies[i] = w.cie;
    }
  for (size_t i = 0; i < count; i++)
    {
      w.cie = cies[i % 2];
      cfi_fde (&w, START + 64 * i, 64, push);
    }
  const struct found f = walk (&w);
  cfi_free (&w);
  return f;
}

static void
test_shared (size_t size)
{
  struct cfi_writer w = { .bytes = NULL };

  begin (&w);
  for (size_t i = 0; i < size; i++)
    cfi_fde (&w, START + 64 * i, 64, push);
  const struct found f = walk (&w);
  unit_result (f.fdes == size && f.rows == 2 * size && f.failed == 0,
               "many FDEs of one CIE");
  cfi_free (&w);
}

static void
test_alternate (size_t size)
{
  const struct found f = alternate (size, PROGRAM_MAX);

  unit_result (f.fdes == size && f.rows == 2 * size && f.failed == 0,
               "many FDEs of two CIEs");
}

static void
test_long_cies (size_t size)
{
  const struct found f = alternate (size, PROGRAM_MAX + size);

  unit_result (f.fdes == 0 && f.failed == size,
               "no long programs of CIEs for many FDEs");
}

static const struct growth growths[]
    = { { "many remembered states", 20000, test_remember },
        { "many rows", 20000, test_advance },
        { "many instructions for other registers", 20000, test_others },
        { "a long expression", 50000, test_expression },
        { "many FDEs of one CIE", 5000, test_shared },
        { "many FDEs of two CIEs", 500, test_alternate },
        { "no long programs of CIEs for many FDEs", 5000, test_long_cies } };

/* Terminators between records, and what cannot be read between what can.  */
static void
test_between (void)
{
  struct cfi_writer w = { .bytes = NULL };
  struct cfi_form odd = cfi_usual (AMD64);
  struct sfm_cfi_fde fde;
  struct sfm_diag diag;

  begin (&w);
  cfi_fde (&w, 0x100, 64, push);
  cfi_put (&w, 0, 4);
  const uint64_t first = w.cie;
  cfi_fde (&w, 0x200, 64, push);
  odd.version = 7;
  cfi_cie (&w, &odd);
  cfi_fde (&w, 0x300, 64, push);
  w.cie = first;
  cfi_fde (&w, 0x400, 64, undefined);
  w.cie = w.size + 64;
  cfi_fde (&w, 0x500, 64, push);
  w.cie = first;
  cfi_fde (&w, 0x600, 64, push);
  cfi_put (&w, 0, 4);
  const struct found f = walk (&w);
  unit_result (f.fdes == 4 && f.ends == 2 && f.failed == 2,
               "what cannot be read is skipped");
  unit_result (cfi_read (&w, 2, &fde, &diag) == SFM_ERR_UNSUPP
                   && fde.cie.end == 0,
               "a CIE that is not understood");
  unit_result (cfi_read (&w, 4, &fde, &diag) == SFM_ERR_CORRUPT,
               "a CIE outside of the section");
  unit_result (cfi_read (&w, 5, &fde, &diag) == SFM_OK && fde.start == 0x600,
               "an FDE after it");
  cfi_put (&w, 100, 4);
  unit_result (walk (&w).last == SFM_ERR_TRUNC, "a record that is cut");
  cfi_free (&w);
}

/* A section ends anywhere.  */
static void
test_every_end (void)
{
  struct cfi_writer w = { .bytes = NULL };
  bool good = true;

  begin (&w);
  cfi_fde (&w, START, 64, push);
  const size_t size = w.size;
  for (w.section.size = 0; w.section.size < size; w.section.size++)
    good &= walk (&w).fdes == 0;
  unit_result (good && walk (&w).rows == 2, "a section that is cut anywhere");
  cfi_free (&w);
}

int
main (int argc, char **argv)
{
  if (growth_only (argc, argv, growths, sizeof growths / sizeof *growths))
    return unit_exit ();
  test_between ();
  test_every_end ();
  for (size_t i = 0; i < sizeof growths / sizeof *growths; i++)
    growths[i].work (MANY);
  return unit_exit ();
}
