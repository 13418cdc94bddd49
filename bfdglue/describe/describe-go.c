/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   describe-go.c - describe the code of Go.

   Theory of operation.  The table by which Go's runtime walks stacks gives SP
   at each instruction, and so the CFA and the return address.  It does not say
   where FP is saved; the instructions prove that.  A function in which both
   disagree about SP anywhere gets no rows.  Of the others, the code for which
   FP is proven is described; most of the rest never runs.

   Functions that nothing has called end the stack, as the table says.  They
   need no proof: there is no return address.  The same is true of functions
   that the table marks as setting SP, from the instruction on at which they
   switch to another stack: nobody has called them on that one.

   On AArch64 a signal handler may make it look as if the interrupted
   instruction had called a function.  It first moves SP by 16 bytes, and puts
   the link register there.  The CFA of such a function is the interrupted SP,
   with which the walk continues.  */

#include "config.h"

#include <elf.h>
#include <inttypes.h>

#include "go-table.h"
#include "proven-rows.h"

/* What differs between machines, in bytes.  */
struct frames
{
  uint16_t machine; /* EM_* */
  int8_t entry;     /* CFA - SP where a function begins: size of the return
                       address */
  int8_t handler;   /* bytes that a signal handler puts below the interrupted
                       SP */
};

static const struct frames frames[] = {
  { EM_X86_64, 8, 0 },
  { EM_AARCH64, 0, 16 },
};

/* What is known at an address of a function.  */
struct place
{
  struct go_row row;               /* of the table, from there on */
  const struct proven_row *proven; /* NULL: nothing */
};

struct filling
{
  struct proven_rows rows;
  const struct frames *frames;
  const struct go_table *table;
  const struct prover *prover;
  size_t near; /* as prove_at wants */
  /* What is read back: function number NEXT of the table.  */
  size_t next;
  struct go_function function;
  struct go_rows walk;
  struct place place;
};

/* Report F, which gets no rows, or not everywhere, for REASON.  */
static void
tell (const struct describe *d, const struct go_function *f,
      const char *reason)
{
  diag (d->sink, DIAG_DETAIL, d->context->image.path,
        "%s at 0x%" PRIx64 ", %" PRIu64 " bytes: %s",
        f->name != NULL ? f->name : "a function", f->addr, f->end - f->addr,
        reason);
}

/* Walk over a function: set *PLACE to the next run of bytes in which neither
   the table nor the proof changes.  WALK is begun by go_rows_begin, and *PLACE
   is all zero at first.  False: there are no more.  */
static bool
next_run (struct filling *f, struct go_rows *walk, struct place *place)
{
  if (place->row.start == place->row.end && !go_rows_next (walk, &place->row))
    return false;
  place->proven = prove_at (f->prover, place->row.start, &f->near);
  return true;
}

/* The end of the run at PLACE.  */
static uint64_t
run_end (struct filling *f, const struct place *place)
{
  const uint64_t next = prove_next (f->prover, place->row.start, &f->near);

  return next < place->row.end ? next : place->row.end;
}

/* CFA - SP at PLACE, by the table.  */
static int64_t
depth_at (const struct filling *f, const struct place *place)
{
  return (int64_t) place->row.depth + f->frames->entry;
}

/* Whether the instructions, which tell SP at PLACE, agree with the table.  */
static bool
same_depth (const struct filling *f, const struct place *place)
{
  return place->proven->sp == depth_at (f, place);
}

/* Return RULES with a CFA that is BYTES higher.  */
static struct sfm_rules
raise_cfa (struct sfm_rules rules, int64_t bytes)
{
  rules.cfa.offset += bytes;
  if (rules.ra.reg == SFM_REG_CFA)
    rules.ra.offset -= bytes;
  if (rules.fp.reg == SFM_REG_CFA)
    rules.fp.offset -= bytes;
  return rules;
}

/* Bytes by which the CFA of FUNCTION is above that of its instructions.  */
static int64_t
raised (const struct filling *f, const struct go_function *function)
{
  return (function->flags & GO_SIGNAL) != 0 ? f->frames->handler : 0;
}

/* What the table says of FUNCTION, compared with the instructions.  */
struct comparison
{
  uint64_t end; /* of its program */
  bool decided; /* a byte of it is proven */
  bool broken;
  bool refuted;
};

static struct comparison
compare (struct filling *f, const struct go_function *function)
{
  struct comparison c = { .end = function->addr };
  struct place place = { .proven = NULL };
  struct go_rows walk;

  go_rows_begin (f->table, function, &walk);
  while (next_run (f, &walk, &place))
    {
      const uint64_t end = run_end (f, &place);
      if (place.proven != NULL)
        {
          c.decided = true;
          c.refuted |= (place.proven->flags & PROVEN_SP) != 0
                       && (function->flags & GO_SP_WRITE) == 0
                       && !same_depth (f, &place);
        }
      place.row.start = c.end = end;
    }
  c.broken = walk.broken;
  return c;
}

/* Take the rows of FUNCTION where the instructions tell SP and the table
   agrees, or where they tell that SP is in another stack.  */
static sfm_status
take_rows (struct filling *f, const struct go_function *function)
{
  /* Version 2 would lose all of the function.  */
  const bool ends = f->rows.d->target == SFM_TO_V3;
  struct place place = { .proven = NULL };
  struct go_rows walk;
  bool away = false;

  f->rows.signal = (function->flags & GO_SIGNAL) != 0;
  go_rows_begin (f->table, function, &walk);
  while (next_run (f, &walk, &place))
    {
      const uint64_t end = run_end (f, &place);
      const unsigned flags = place.proven != NULL ? place.proven->flags : 0;
      const bool left = ends && (flags & PROVEN_AWAY) != 0;
      if (left || ((flags & PROVEN_SP) != 0 && same_depth (f, &place)))
        {
          const struct sfm_rules rules = raise_cfa (
              prove_rules (place.proven, false), raised (f, function));
          TRY (proven_rows_take (&f->rows, function->addr,
                                 left ? NULL : &rules, place.row.start, end));
        }
      away |= left;
      place.row.start = end;
    }
  f->rows.d->counts.go_switches += away;
  return proven_rows_end (&f->rows);
}

/* Let the stack end in FUNCTION, whose program reaches up to END.  */
static sfm_status
take_top (struct filling *f, const struct go_function *function, uint64_t end)
{
  f->rows.signal = false;
  TRY (proven_rows_take (&f->rows, function->addr, NULL, function->addr, end));
  return proven_rows_end (&f->rows);
}

/* Describe FUNCTION, if that is possible.  */
static sfm_status
take_function (struct filling *f, const struct go_function *function)
{
  struct describe *d = f->rows.d;
  struct synth_counts *counts = &d->counts;
  const struct comparison c = compare (f, function);

  if (ranges_within (&f->rows.known, function->addr, function->end) != 0)
    counts->go_described++;
  else if (c.broken)
    {
      counts->go_broken++;
      tell (d, function,
            "no rows: what the table of Go says of it is damaged");
    }
  else if ((function->flags & GO_TOP) != 0)
    return take_top (f, function, c.end);
  else if (c.refuted)
    {
      counts->go_refuted++;
      tell (d, function, "no rows: its instructions contradict the table");
    }
  else if (!c.decided)
    {
      counts->go_open++;
      tell (d, function,
            "no rows: where FP is does not follow from its "
            "instructions");
    }
  else
    return take_rows (f, function);
  return SFM_OK;
}

static sfm_status
take_functions (struct filling *f)
{
  const struct described_list *described = &f->rows.d->described;
  struct synth_counts *counts = &f->rows.d->counts;
  const size_t before = described->count;
  struct go_function function;

  for (size_t i = 0; i < before; i++)
    if (!ranges_add (&f->rows.known, described->at[i].addr,
                     described->at[i].end - described->at[i].addr))
      return diag_nomem (f->rows.d->sink, f->rows.d->context->image.path);
  if (!ranges_merge (&f->rows.known, NULL))
    return diag_nomem (f->rows.d->sink, f->rows.d->context->image.path);
  for (size_t i = 0; i < f->table->count; i++)
    {
      const bool good = go_table_function (f->table, i, &function);
      if (good && function.program == 0)
        continue;
      counts->go_functions++;
      if (good)
        TRY (take_function (f, &function));
      else
        counts->go_broken++;
    }
  return SFM_OK;
}

/* Begin to read back the function at ADDR, or the last one before it.  Calls
   are in order of address.  */
static bool
read_function (struct filling *f, uint64_t addr)
{
  const struct go_table *t = f->table;

  if (addr < f->function.end)
    return true;
  while (f->next + 1 < t->count && t->entries[f->next + 1].addr <= addr)
    f->next++;
  if (!go_table_function (t, f->next, &f->function))
    return false;
  f->place = (struct place){ .proven = NULL };
  go_rows_begin (t, &f->function, &f->walk);
  return true;
}

/* Whether RULES hold at F's place, where something is proven.  */
static bool
hold_here (const struct filling *f, const struct sfm_rules *rules)
{
  const struct place *place = &f->place;

  if (rules->ra.kind == SFM_RULE_UNDEFINED)
    return (place->proven->flags & PROVEN_AWAY) != 0;
  const struct sfm_rules own = raise_cfa (*rules, -raised (f, &f->function));
  return prove_judge (place->proven, &own) == PROVE_AGREES
         && own.cfa.offset == depth_at (f, place);
}

/* Whether RULES hold in [FROM, TO), by the table and the instructions.  */
static bool
holds (void *data, uint64_t from, uint64_t to, const struct sfm_rules *rules)
{
  struct filling *f = data;

  if (!read_function (f, from))
    return false;
  const bool top = (f->function.flags & GO_TOP) != 0;
  if (top && rules->ra.kind != SFM_RULE_UNDEFINED)
    return false;
  while (next_run (f, &f->walk, &f->place))
    {
      const uint64_t end = run_end (f, &f->place);
      if (!top && end > from && f->place.proven != NULL
          && !hold_here (f, rules))
        return false;
      if (end >= to)
        return true;
      f->place.row.start = end;
    }
  return false;
}

static sfm_status
fill (struct describe *d, const struct frames *on)
{
  struct filling f = { .rows = { .d = d },
                       .frames = on,
                       .table = proven_rows_go (d),
                       .prover = d->proven };

  sfm_status status = proven_rows_begin (&f.rows);
  if (status == SFM_OK)
    status = take_functions (&f);
  if (status == SFM_OK)
    status = proven_rows_make (&f.rows, holds, &f, &d->go_code);
  d->counts.go_added = f.rows.function_count;
  d->counts.go_bytes = f.rows.bytes;
  proven_rows_free (&f.rows);
  if (status == SFM_OK)
    described_sort (&d->described);
  return status == SFM_OK ? made_piece_give (d, &d->go_code) : status;
}

/* The facts of the machine of D's image, or NULL: its code has not been
   studied.  */
static const struct frames *
frames_of (const struct describe *d)
{
  for (size_t i = 0; i < sizeof frames / sizeof *frames; i++)
    if (frames[i].machine == d->context->image.machine)
      return &frames[i];
  return NULL;
}

sfm_status
describe_go (struct describe *d)
{
  const struct go_table *go = d->context->index.go;
  const struct frames *on = frames_of (d);

  if (!d->go || go == NULL)
    return SFM_OK;
  if (go->version == GO_NONE || on == NULL)
    {
      diag (d->sink, DIAG_NOTE, d->context->image.path,
            "the table of Go is not used: it %s",
            go->version == GO_NONE ? go->why : "is not for AMD64 or AArch64");
      return SFM_OK;
    }
  TRY (proven_rows_prove (d));
  return d->proven != NULL ? fill (d, on) : SFM_OK;
}
