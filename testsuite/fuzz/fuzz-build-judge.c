/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   fuzz-build-judge.c - whether a function that a builder has written is what
   was given: by a plain walk over its rows, and by look-ups.  */

#include "config.h"

#include "fuzz-build-judge.h"
#include "fuzz.h"
#include "generate.h"

/* The rules of FDE of PIECE at byte OFFSET; false: none hold there.  */
static bool
rules_at (const struct sfm_piece *piece, const struct sfm_fde *fde,
          uint32_t offset, struct sfm_rules *rules)
{
  struct sfm_rows rows;
  struct sfm_row row, last = { .size = 0 };
  struct sfm_diag diag;

  if (fde->mask)
    offset %= fde->rep_size;
  sfm_rows_begin (piece, fde, &rows);
  while (sfm_rows_next (&rows, &row, &diag) == SFM_OK && row.start <= offset)
    last = row;
  if (last.size == 0)
    return false;
  fuzz_require (sfm_row_rules (piece, fde, &last, rules, &diag) == SFM_OK,
                "rows have rules");
  gen_canonical_all (rules);
  return true;
}

/* A look-up of ADDR in SECTION finds RULES, or nothing if that is NULL.  */
static void
look_up (const struct sfm_section *section, uint64_t addr,
         const struct sfm_rules *rules)
{
  struct sfm_found found;
  struct sfm_rules mine;
  struct sfm_diag diag;
  const sfm_status status
      = sfm_find_rules (section, addr, &found, &mine, &diag);

  if (rules == NULL)
    {
      fuzz_require (status == SFM_END, "nothing is found without rules");
      return;
    }
  fuzz_require (status == SFM_OK, "what was written is found");
  gen_canonical_all (&mine);
  fuzz_require (addr - found.addr < found.fde.size
                    && sfm_rules_equal (&mine, rules),
                "a look-up finds the rules that are there");
}

/* Compare FDE of PIECE, and what SECTION finds unless that is NULL, with G at
   byte OFFSET.  */
static void
compare_at (const struct sfm_piece *piece, const struct sfm_fde *fde,
            const struct sfm_section *section, const struct given *g,
            uint32_t offset)
{
  const uint8_t rep_size = g->function.rep_size;
  const uint32_t in_block = rep_size == 0 ? offset : offset % rep_size;
  const struct sfm_rules_at *row = NULL;
  struct sfm_rules want, rules;
  const bool holds = rules_at (piece, fde, offset, &rules);

  if (section != NULL)
    look_up (section, g->function.addr + offset, holds ? &rules : NULL);
  for (size_t i = 0; i < g->count && g->rows[i].offset <= in_block; i++)
    row = &g->rows[i];
  if (row == NULL)
    {
      fuzz_require (!holds, "there are no rules where none were given");
      return;
    }
  want = row->rules;
  gen_canonical_all (&want);
  fuzz_require (holds && sfm_rules_equal (&rules, &want),
                "rules are those that were given");
}

void
compare_function (const struct sfm_piece *piece, const struct sfm_fde *fde,
                  const struct sfm_section *section, const struct given *g)
{
  const struct sfm_function *f = &g->function;

  fuzz_require (fde->size == f->size && fde->signal == f->signal
                    && fde->pauth_b == f->pauth_b,
                "functions are those that were given");
  for (size_t i = 0; i < g->count; i++)
    {
      const uint32_t offset = g->rows[i].offset;
      compare_at (piece, fde, section, g, offset);
      compare_at (piece, fde, section, g, offset == 0 ? 0 : offset - 1);
      if (f->rep_size != 0)
        compare_at (piece, fde, section, g, f->size - f->rep_size + offset);
    }
  compare_at (piece, fde, section, g, f->size - 1);
}
