/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   bench-prove.c - the prover judged by .eh_frame, or by the table of
   functions that Go's linker writes, and what it costs.

   usage: bench-prove [-h] [-g [-o]] IMAGE...

   For each IMAGE, how many of the bytes that .eh_frame describes are decided,
   and how many have rules there that the code shows to be right, in how many
   functions both differ, the first difference of each, and the nanoseconds for
   each byte that was reached.  -h hides from the prover where the functions of
   .eh_frame begin.  PLT code is not judged.  With -g it is Go's table that
   says where functions begin, and where SP is in them; -o names those of which
   not all is decided.  */

#include "config.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "function-index.h"
#include "go-table.h"
#include "prove.h"

struct count
{
  uint64_t functions;
  uint64_t bytes;
  uint64_t decided;
  uint64_t agreed; /* of those, bytes whose rules are shown to be right */
  uint64_t refuted;
  uint64_t whole; /* functions of which all is decided */
};

static bool tell_open; /* -o */

static double
now (void)
{
  struct timespec time;

  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &time);
  return (double) time.tv_sec * 1e9 + (double) time.tv_nsec;
}

/* Tell that RULES are not those of ROW at ADDR.  */
static void
tell (const struct prover *p, uint64_t addr, const struct proven_row *row,
      const struct sfm_rules *rules)
{
  printf ("%s: 0x%" PRIx64 ": the code has SP CFA-%d, FP CFA-%d, its slot %d, "
          "RA's %d, known %x; .eh_frame has CFA %u+%" PRId64 "\n",
          p->index->image->path, addr, (int) row->sp, (int) row->fp,
          (int) row->slot, (int) row->ra, row->flags, rules->cfa.reg,
          rules->cfa.offset);
}

/* Judge RULES in [START, END), and count what is decided of it.  The first
   time that they are refuted in a function it is told, and *GOOD is false.  */
static void
judge (const struct prover *p, uint64_t start, uint64_t end,
       const struct sfm_rules *rules, size_t *near, struct count *count,
       bool *good)
{
  while (start < end)
    {
      const struct proven_row *row = prove_at (p, start, near);
      const uint64_t next = prove_next (p, start, near);
      const uint64_t stop = next < end ? next : end;
      const enum prove_verdict verdict
          = row != NULL ? prove_judge (row, rules) : PROVE_SILENT;
      if (row != NULL)
        count->decided += stop - start;
      if (verdict == PROVE_AGREES)
        count->agreed += stop - start;
      if (verdict == PROVE_REFUTES && *good)
        tell (p, start, row, rules);
      *good &= verdict != PROVE_REFUTES;
      start = stop;
    }
}

/* Judge the functions of P's .eh_frame.  */
static void
judge_all (const struct prover *p, struct count *count)
{
  const struct function_index *index = p->index;
  const struct sfm_cfi_section *section = NULL;
  struct sfm_cfi_fde fde = { 0 };
  struct sfm_cfi_rows rows;
  struct sfm_cfi_row row, next;
  size_t near = 0;

  for (size_t i = 0; i < index->eh.functions.count; i++)
    {
      const struct function *f = &index->eh.functions.at[i];
      if (code_ranges_plt_section (&index->code, f->addr, f->size) != NULL
          || !eh_frame_fde (&index->eh, f->at, &section, &fde))
        continue;
      count->functions++;
      count->bytes += f->size;
      sfm_cfi_rows_begin (section, &fde, &rows);
      bool good = true, more = sfm_cfi_rows_next (&rows, &row);
      while (more)
        {
          more = sfm_cfi_rows_next (&rows, &next);
          if (row.problem == SFM_CFI_NO_PROBLEM)
            judge (p, f->addr + row.start,
                   f->addr + (more ? next.start : f->size), &row.rules, &near,
                   count, &good);
          row = next;
        }
      count->refuted += !good;
    }
}

/* Tell why UNDECIDED bytes of F are, from WHERE on.  */
static void
report_open (const struct prover *p, const struct go_function *f,
             uint64_t undecided, uint64_t where)
{
  size_t i = 0;

  while (i < p->entries.count && p->entries.at[i].addr != f->addr)
    i++;
  if (i < p->entries.count)
    printf ("%s: %s: %" PRIu64 " bytes are not decided, from 0x%" PRIx64
            " on: %s, at 0x%" PRIx64 "\n",
            p->index->image->path, f->name, undecided, where,
            prove_text ((enum prove_reason) p->entries.at[i].reason),
            p->entries.at[i].where);
}

/* Judge function F of TABLE, and count what is decided of it.  */
static void
judge_go (const struct prover *p, const struct go_table *table,
          const struct go_function *f, size_t *near, struct count *count)
{
  struct go_rows rows;
  struct go_row row;
  uint64_t undecided = 0, refuted = 0, where = 0;

  go_rows_begin (table, f, &rows);
  while (go_rows_next (&rows, &row))
    {
      count->bytes += row.end - row.start;
      while (row.start < row.end)
        {
          const struct proven_row *proven = prove_at (p, row.start, near);
          const uint64_t next = prove_next (p, row.start, near);
          const uint64_t stop = next < row.end ? next : row.end;
          if (proven == NULL && undecided == 0)
            where = row.start;
          if (proven == NULL)
            undecided += stop - row.start;
          else
            count->decided += stop - row.start;
          if (proven != NULL && (proven->flags & PROVEN_SP) != 0
              && (f->flags & GO_SP_WRITE) == 0 && proven->sp != row.depth + 8
              && refuted++ == 0)
            printf ("%s: %s: 0x%" PRIx64 ": the code has SP CFA-%d, the table "
                    "CFA-%d\n",
                    p->index->image->path, f->name, row.start,
                    (int) proven->sp, (int) row.depth + 8);
          row.start = stop;
        }
    }
  if (rows.broken)
    printf ("%s: %s: the program is broken\n", p->index->image->path, f->name);
  if (undecided != 0 && tell_open)
    report_open (p, f, undecided, where);
  count->functions++;
  count->whole += undecided == 0;
  count->refuted += refuted != 0;
}

/* Judge the functions of TABLE.  */
static void
judge_table (const struct prover *p, const struct go_table *table,
             struct count *count)
{
  struct go_function f;
  size_t near = 0;

  for (size_t i = 0; i < table->count; i++)
    if (!go_table_function (table, i, &f))
      printf ("%s: the record of function %zu is broken\n",
              p->index->image->path, i);
    else if (f.program != 0)
      judge_go (p, table, &f, &near, count);
}

/* Prove and judge the image PATH.  */
static bool
look (const char *path, bool hide, bool go, struct count *sum)
{
  struct image image;
  struct function_index index;
  struct count count = { 0 };

  if (image_open (path, ALLOW_IMAGES, &image, &diag_silent) != SFM_OK)
    return false;
  bool good
      = function_index_read (&image, NULL, &index, &diag_silent) == SFM_OK;
  if (good)
    {
      struct prover p = { .index = &index, .hide = hide };
      const double begin = now ();
      good = prove_image (&p, &diag_silent) == SFM_OK;
      const double took = now () - begin;
      if (good)
        {
          if (go && index.go != NULL)
            judge_table (&p, index.go, &count);
          else if (!go)
            judge_all (&p, &count);
          if (go)
            printf ("%s: %s, %" PRIu64 " functions decided whole\n", path,
                    index.go == NULL        ? "no table"
                    : index.go->why != NULL ? index.go->why
                                            : "a table of Go",
                    count.whole);
          printf ("%s: %" PRIu64 " functions, %.2f %% of %" PRIu64
                  " bytes decided, %.2f %% agree, %" PRIu64
                  " refuted, %.0f ns a byte\n",
                  path, count.functions,
                  100.0 * (double) count.decided / (double) count.bytes,
                  count.bytes,
                  100.0 * (double) count.agreed / (double) count.bytes,
                  count.refuted, took / (double) p.reached);
        }
      prove_free (&p);
      function_index_free (&index);
    }
  image_close (&image);
  sum->functions += count.functions;
  sum->bytes += count.bytes;
  sum->decided += count.decided;
  sum->agreed += count.agreed;
  sum->refuted += count.refuted;
  sum->whole += count.whole;
  return good;
}

int
main (int argc, char **argv)
{
  struct count sum = { 0 };
  bool hide = false, go = false;
  int left_out = 0;

  for (int i = 1; i < argc; i++)
    if (strcmp (argv[i], "-h") == 0)
      hide = true;
    else if (strcmp (argv[i], "-g") == 0)
      go = true;
    else if (strcmp (argv[i], "-o") == 0)
      tell_open = true;
    else if (!look (argv[i], hide, go, &sum))
      left_out++;
  printf ("all: %" PRIu64 " functions, %.2f %% of %" PRIu64
          " bytes decided, %.2f %% agree, %" PRIu64
          " refuted; %d files not read\n",
          sum.functions, 100.0 * (double) sum.decided / (double) sum.bytes,
          sum.bytes, 100.0 * (double) sum.agreed / (double) sum.bytes,
          sum.refuted, left_out);
  return 0;
}
