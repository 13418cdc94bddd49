/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   fde-cover.c - functions of a piece that match .eh_frame although no FDE has
   their size: several that share one FDE, one that has several, and one that
   is a byte longer.

   Theory of operation.  .eh_frame contradicts each of several functions that
   share one of its FDEs.  They are accepted if together they cover that FDE
   from start to end without a gap.  Two cases are known.  GNU ld makes one FDE
   for a procedure linkage table, but one SFrame function for its first entry
   and another for the rest; without section headers the table is not
   recognised as one.  And a function can have too many rows for one FDE of
   version 3.  Damaged FDEs have not been seen to fit together like this.

   The contradicted functions are sorted by address and numbered by runs
   without a gap [find_parts].  A function of the same run must end where the
   FDE at the run's start ends [match_run].  That end is found by bisection: in
   a damaged file every FDE can be as long as the run.

   Conversely, a repair describes .plt.got and .plt.sec as one function of
   repeated blocks if no section header separates them, while .eh_frame has an
   FDE for each.  The function is accepted if it covers whole FDEs from start
   to end without a gap [covers_whole].  And of the two functions of a table
   the shorter one may have been left out for lack of space [covers_rest].  */

#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "elf-abi.h"
#include "pieces-internal.h"
#include "pieces-limits.h"
#include "sorted.h"

/* Functions of an existing piece that are described with one byte more, to
   cover the return address of their last call.

   Link and repair write such sizes for readers that look up return addresses
   as they are.  Only this file knows them: everything else reads the piece
   with the sizes that the image confirms, in a copy of its section, so that a
   function is the same with the byte and without.  As .eh_frame confirms these
   sizes, less is asked of the byte than where it is added (last-calls.c): the
   code after the padding may be of another section, whose header is gone.  */

sfm_status
pieces_read_calls (const struct function_index *index,
                   struct existing_sframe *existing,
                   const struct diag_sink *sink)
{
  return existing->calls.read
             ? SFM_OK
             : last_calls_read (index, &existing->calls, sink);
}

/* The entry in the list of last calls for FDE, number IDX of P, if it
   describes its function with one byte more; else NULL.  */
static struct last_call *
covered_call (const struct piece_reader *r, const struct image_piece *p,
              uint32_t idx, const struct sfm_fde *fde)
{
  const struct sfm_place *place = &p->places[idx];

  if (place->evidence != SFM_EVIDENCE_START || fde->mask || fde->size < 2)
    return NULL;
  struct last_call *call
      = last_calls_find (&r->existing->calls, place->addr, fde->size - 1);
  return call != NULL && call->pads ? call : NULL;
}

/* Give P a copy of its section that can be changed; all pieces share it.
   False: no memory.  */
static bool
copy_section (struct piece_reader *r, struct image_piece *p)
{
  if (p->piece.bytes == r->copied)
    {
      p->piece.bytes = r->copy;
      return true;
    }
  const size_t size = (size_t) p->piece.size;
  uint8_t *copy = pool_alloc (&r->existing->pool, size);
  if (copy == NULL)
    return false;
  memcpy (copy, p->piece.bytes, size);
  r->copied = p->piece.bytes;
  r->copy = copy;
  p->piece.bytes = copy;
  return true;
}

/* Store SIZE in FDE of P, whose bytes are R's copy.  */
static void
put_size (const struct piece_reader *r, const struct image_piece *p,
          const struct sfm_fde *fde, uint32_t size)
{
  elf_put32 (r->copy + fde->field + sfm_piece_field_size (&p->piece), size,
             p->piece.big_endian);
}

sfm_status
pieces_shorten (struct piece_reader *r, struct image_piece *p, bool *any)
{
  struct sfm_diag diag;
  struct sfm_fde fde;

  *any = false;
  TRY (pieces_read_calls (r->index, r->existing, r->sink));
  for (uint32_t i = 0; i < p->piece.num_fdes; i++)
    {
      if (sfm_fde_read (&p->piece, i, &fde, &diag) != SFM_OK)
        continue;
      struct last_call *call = covered_call (r, p, i, &fde);
      if (call == NULL)
        continue;
      if (!*any && !copy_section (r, p))
        return diag_nomem (r->sink, r->index->image->path);
      *any = true;
      call->covered = true;
      put_size (r, p, &fde, fde.size - 1);
    }
  return SFM_OK;
}

/* A function of the piece that .eh_frame contradicts.  */
struct part
{
  struct function function;
  size_t run;   /* number of its run */
  bool repeats; /* a repeated block, which only PLT code has */
};

static int
compare_parts (const void *a, const void *b)
{
  const struct function *x = a, *y = b;

  ORDER_BY (x->addr, y->addr);
  return x->fde < y->fde ? -1 : x->fde > y->fde;
}

static uint64_t
end_of (const struct part *part)
{
  return part->function.addr + part->function.size;
}

/* Whether FDE of P, whose place is PLACE, can be merged: it is no repeated
   block, or the block size divides its size.  */
static bool
is_mergeable (const struct image_piece *p, const struct sfm_fde *fde,
              const struct sfm_place *place)
{
  const uint32_t block
      = p->piece.version == 1 ? place->rep_size : fde->rep_size;

  return !fde->mask || (block != 0 && fde->size % block == 0);
}

/* Put the functions of P that .eh_frame contradicts into PARTS, by address;
   PARTS has room for P->contradicted of them.  Returns their number.  */
static size_t
find_parts (const struct piece_reader *r, const struct image_piece *p,
            struct part *parts)
{
  struct piece_facts facts;
  struct sfm_diag diag;
  struct sfm_fde fde;
  size_t count = 0;

  for (uint32_t i = 0; i < p->piece.num_fdes && count < p->contradicted; i++)
    {
      if (sfm_fde_read (&p->piece, i, &fde, &diag) != SFM_OK)
        continue;
      piece_facts (r->index, &fde, p->places[i].addr, &facts);
      if (piece_contradicted (p, &fde, &facts)
          && is_mergeable (p, &fde, &p->places[i]))
        parts[count++] = (struct part){
          .function = { .addr = facts.addr, .size = fde.size, .fde = i },
          .repeats = fde.mask
        };
    }
  qsort (parts, count, sizeof *parts, compare_parts);
  /* The parts are inside the image, so their sums do not wrap around.  */
  for (size_t i = 1; i < count; i++)
    parts[i].run = parts[i - 1].run
                   + (parts[i].function.addr != end_of (&parts[i - 1]));
  return count;
}

/* The number of the COUNT PARTS that cover the .eh_frame FDE at the first
   one's start, or 0 if they do not cover it.  */
static size_t
match_run (const struct function_index *index, const struct part *parts,
           size_t count)
{
  const uint64_t addr = parts[0].function.addr;
  uint64_t end = addr + index_fde_size (index, addr);
  size_t before = sorted_from (parts, count, sizeof *parts, 0, end);

  return before != 0 && parts[before - 1].run == parts[0].run
                 && end_of (&parts[before - 1]) == end
             ? before
             : 0;
}

/* Whether PART is a repeated block and covers whole FDEs of .eh_frame.  */
static bool
covers_whole (const struct function_index *index, const struct part *part)
{
  const struct function *f = &part->function;
  uint64_t covered = 0;

  for (unsigned i = 0; i < LIMIT_COVERED_FDES && covered < f->size; i++)
    {
      uint64_t size = index_fde_size (index, f->addr + covered);
      if (size == 0 || size > f->size - covered)
        return false;
      covered += size;
    }
  return part->repeats && covered == f->size;
}

/* Whether PART is all of a table but its first entry.  */
static bool
covers_rest (const struct piece_reader *r, const struct part *part)
{
  const struct function_list *frames = &r->index->eh.functions;
  const size_t i = function_list_over (frames, part->function.addr);

  return part->repeats && !r->index->code.by_sections && i < frames->count
         && frames->at[i].addr < part->function.addr
         && part->function.addr - frames->at[i].addr <= LIMIT_FIRST_ENTRY
         && frames->at[i].addr + frames->at[i].size == end_of (part);
}

/* Make the COUNT functions PARTS of P live; they are PLT code if one of them
   is a repeated block, unless R's section headers say where PLT code is.  */
static void
keep_run (const struct piece_reader *r, struct image_piece *p,
          const struct part *parts, size_t count)
{
  bool plt = false;

  for (size_t i = 0; i < count; i++)
    plt |= parts[i].repeats && !r->index->code.by_sections;
  for (size_t i = 0; i < count; i++)
    {
      p->places[parts[i].function.fde].live = true;
      p->places[parts[i].function.fde].optional = plt;
    }
  p->contradicted -= count;
}

sfm_status
pieces_accept_cover (const struct piece_reader *r, struct image_piece *p)
{
  if (p->contradicted == 0)
    return SFM_OK;
  struct part *parts = calloc (p->contradicted, sizeof *parts);
  if (parts == NULL)
    return diag_nomem (r->sink, r->index->image->path);
  size_t count = find_parts (r, p, parts);

  size_t step;
  for (size_t at = 0; at < count; at += step)
    {
      size_t joined = match_run (r->index, &parts[at], count - at);
      if (joined == 0)
        joined = covers_whole (r->index, &parts[at])
                 || covers_rest (r, &parts[at]);
      keep_run (r, p, &parts[at], joined);
      step = joined != 0 ? joined : 1;
    }
  free (parts);
  return SFM_OK;
}
