/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   model.c - merging generated sections, and comparing what comes out with
   the functions that went in.  */

#include "config.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model.h"

const struct gen_func *
model_find (const struct model *m, uint64_t addr)
{
  size_t low = 0, high = m->count;

  while (low < high)
    {
      size_t middle = low + (high - low) / 2;
      if (m->funcs[middle].addr < addr)
        low = middle + 1;
      else
        high = middle;
    }
  return low < m->count && m->funcs[low].addr == addr ? &m->funcs[low] : NULL;
}

bool
model_fits (const struct model *m, enum sfm_target target,
            const struct gen_func *f)
{
  if (target == SFM_TO_V3)
    return true;
  for (uint32_t i = 0; i < f->row_count; i++)
    if (f->rows[i].rules.ra.kind == SFM_RULE_UNDEFINED && m->reader == 0)
      return false;
  return gen_can_say (&m->world, 2, f);
}

static enum sfm_start_base
anchor_of (const struct sfm_piece *piece)
{
  return piece->flags & SFM_F_FDE_FUNC_START_PCREL ? SFM_START_BASE_FIELD
                                                   : SFM_START_BASE_SECTION;
}

/* Add the pieces of SECTION to MERGER.  */
static sfm_status
add_section (const struct model *m, struct sfm_merger *merger,
             const struct model_section *section, uint32_t input,
             struct sfm_diag *diag)
{
  struct sfm_piece piece;
  uint64_t from = 0;
  sfm_status status;

  while ((status
          = sfm_piece_next (section->bytes, section->size, from, &piece, diag))
         == SFM_OK)
    {
      struct sfm_place *places = calloc (piece.num_fdes + 1U, sizeof *places);
      if (places == NULL)
        exit (1);
      for (uint32_t i = 0; i < piece.num_fdes && status == SFM_OK; i++)
        {
          struct sfm_fde fde;
          status = sfm_fde_read (&piece, i, &fde, diag);
          places[i].addr
              = sfm_fde_address (&fde, section->addr, anchor_of (&piece));
          places[i].live = true;
          places[i].rank = SFM_RANK_INPUT;
          const struct gen_func *f = model_find (m, places[i].addr);
          if (piece.version == 1 && f != NULL)
            places[i].rep_size = f->rep_size;
        }
      if (status == SFM_OK)
        status = sfm_merger_add (merger, &piece, places, input, diag);
      free (places);
      if (status != SFM_OK)
        return status;
      from = piece.end;
    }
  return status == SFM_END ? SFM_OK : status;
}

struct sfm_merger *
model_plan (const struct model *m, enum sfm_target target,
            const struct model_section *in, size_t count, uint64_t addr)
{
  struct sfm_options options = SFM_OPTIONS_INIT;
  struct sfm_merger *merger;
  struct sfm_diag diag;

  options.target = target;
  options.reader = m->reader;
  sfm_status status = sfm_merger_new (&options, &merger, &diag);
  for (size_t i = 0; i < count && status == SFM_OK; i++)
    status = add_section (m, merger, &in[i], (uint32_t) i, &diag);
  if (status == SFM_OK)
    status = sfm_merger_plan (merger, addr, UINT64_MAX, &diag);
  if (status == SFM_OK)
    return merger;
  printf ("merge: %s\n", diag.text);
  sfm_merger_free (merger);
  return NULL;
}

bool
model_write (struct sfm_merger *merger, uint64_t addr,
             struct model_section *out)
{
  struct sfm_diag diag;

  out->addr = addr;
  out->size = sfm_merger_size (merger);
  out->bytes = malloc (out->size);
  if (out->bytes == NULL)
    exit (1);
  sfm_status status = sfm_merger_write (merger, out->bytes, out->size, &diag);
  if (status == SFM_OK)
    status = sfm_merger_verify (merger, out->bytes, out->size, &diag);
  if (status == SFM_OK)
    return true;
  printf ("write: %s\n", diag.text);
  free (out->bytes);
  out->bytes = NULL;
  return false;
}

bool
model_merge (const struct model *m, enum sfm_target target,
             const struct model_section *in, size_t count, uint64_t addr,
             struct model_section *out)
{
  struct sfm_merger *merger = model_plan (m, target, in, count, addr);
  bool done = merger != NULL && model_write (merger, addr, out);

  sfm_merger_free (merger);
  return done;
}

/* The rows of one function of a section.  */
struct table
{
  struct gen_row *rows;
  size_t count;
};

/* Read FDE's rows that cover something, as a look-up finds them.  */
static bool
read_rows (const struct sfm_piece *piece, const struct sfm_fde *fde,
           struct table *t)
{
  uint32_t limit = fde->mask ? fde->rep_size : fde->size;
  struct sfm_rows walk;
  struct sfm_row row;
  struct sfm_diag diag;
  sfm_status status;

  t->count = 0;
  t->rows = calloc (fde->num_fres + 1U, sizeof *t->rows);
  if (t->rows == NULL)
    exit (1);
  sfm_rows_begin (piece, fde, &walk);
  while ((status = sfm_rows_next (&walk, &row, &diag)) == SFM_OK)
    {
      struct gen_row *r = &t->rows[t->count];
      if (t->count != 0 && row.start < r[-1].start)
        return false;
      if (row.start >= limit)
        continue;
      if (t->count != 0 && row.start == r[-1].start)
        r--;
      else
        t->count++;
      r->start = row.start;
      if (sfm_row_rules (piece, fde, &row, &r->rules, &diag) != SFM_OK)
        return false;
      gen_canonical (&r->rules);
    }
  return status == SFM_END;
}

/* Whether the rules of F from its offset BASE are those of T from 0 to SIZE,
   at every offset where either changes.  */
static bool
same_rules (const struct gen_func *f, uint32_t base, const struct table *t,
            uint32_t size)
{
  size_t i = 0, j = 0;

  /* The row of F that is in force at BASE.  */
  while (i + 1 < f->row_count && f->rows[i + 1].start <= base)
    i++;
  if ((f->row_count == 0) != (t->count == 0))
    return false;
  if (f->row_count == 0)
    return true;
  if (t->rows[0].start != 0)
    return false;
  for (;;)
    {
      struct sfm_rules rules = f->rows[i].rules;
      gen_canonical (&rules);
      if (!sfm_rules_equal (&rules, &t->rows[j].rules))
        return false;
      uint64_t next_i = i + 1 < f->row_count
                            ? (uint64_t) f->rows[i + 1].start - base
                            : UINT64_MAX;
      uint64_t next_j
          = j + 1 < t->count ? (uint64_t) t->rows[j + 1].start : UINT64_MAX;
      uint64_t next = next_i < next_j ? next_i : next_j;
      if (next >= size)
        return true;
      i += next_i == next;
      j += next_j == next;
    }
}

/* Compare FDE with F, of which DONE bytes are described already.  */
static const char *
compare_fde (const struct sfm_piece *piece, const struct sfm_fde *fde,
             const struct gen_func *f, uint32_t done, bool v3)
{
  bool split = v3 && f->row_count > UINT16_MAX;
  struct table table;

  if (fde->size > f->size - done || (!split && fde->size != f->size))
    return "the size differs";
  if (fde->mask != (f->rep_size != 0)
      || (fde->mask && fde->rep_size != f->rep_size)
      || fde->pauth_b != f->pauth_b || fde->signal != (v3 && f->signal))
    return "the kind differs";
  bool same
      = read_rows (piece, fde, &table)
        && same_rules (f, done, &table, fde->mask ? fde->rep_size : fde->size);
  free (table.rows);
  return same ? NULL : "the rules differ";
}

/* Compare all FDEs of PIECE with the functions of M.  */
static const char *
compare_piece (const struct model *m, enum sfm_target target,
               const struct sfm_piece *piece, uint64_t section_addr)
{
  uint32_t idx = 0;

  for (size_t i = 0; i < m->count; i++)
    {
      const struct gen_func *f = &m->funcs[i];
      if (!model_fits (m, target, f))
        continue;
      for (uint32_t done = 0; done < f->size;)
        {
          struct sfm_fde fde;
          struct sfm_diag diag;
          if (idx == piece->num_fdes)
            return "functions are missing";
          if (sfm_fde_read (piece, idx++, &fde, &diag) != SFM_OK)
            return "an FDE cannot be read";
          if (fde.size == 0
              || sfm_fde_address (&fde, section_addr, anchor_of (piece))
                     != f->addr + done)
            return "an address differs";
          const char *why
              = compare_fde (piece, &fde, f, done, target == SFM_TO_V3);
          if (why != NULL)
            return why;
          done += fde.size;
        }
    }
  return idx == piece->num_fdes ? NULL : "there are functions too many";
}

bool
model_matches (const struct model *m, enum sfm_target target,
               const struct model_section *s, const char **why)
{
  uint8_t version = target == SFM_TO_V3 ? 3 : 2;
  uint8_t flags = SFM_F_FDE_SORTED;
  struct sfm_piece piece;
  struct sfm_diag diag;
  const char *text = NULL;

  if (target != SFM_TO_V2)
    flags |= SFM_F_FDE_FUNC_START_PCREL;
  if (sfm_piece_open (s->bytes, s->size, 0, &piece, &diag) != SFM_OK)
    text = "the header cannot be read";
  else if (piece.version != version || piece.flags != flags
           || piece.abi != m->world.abi || piece.fixed_ra != m->world.fixed_ra
           || piece.fixed_fp != m->world.fixed_fp)
    text = "the header differs";
  else
    text = compare_piece (m, target, &piece, s->addr);
  if (why != NULL)
    *why = text;
  return text == NULL;
}

struct heard
{
  enum sfm_severity severity;
  size_t count;
  bool print;
};

static void
hear (void *data, const struct sfm_finding *f)
{
  struct heard *h = data;

  /* What no tool writes, but generated functions have.  */
  if (f->severity < h->severity || f->id == SFM_FIND_FLEX_ABI)
    return;
  h->count++;
  if (h->print)
    printf ("0x%" PRIx64 ": %s: %s\n", f->offset, sfm_finding_name (f->id),
            f->text);
}

size_t
model_findings (const struct model_section *s, enum sfm_severity severity,
                bool print)
{
  struct heard h = { .severity = severity, .print = print };
  struct sfm_check_options options = { .size = sizeof options,
                                       .section_addr = s->addr,
                                       .start_base = SFM_START_BASE_SECTION };
  struct sfm_diag diag;

  if (sfm_check (s->bytes, s->size, &options, hear, &h, &diag) != SFM_OK)
    exit (1);
  return h.count;
}
