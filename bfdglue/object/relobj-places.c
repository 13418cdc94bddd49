/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   relobj-places.c - locate the functions of an .sframe section, and choose
   those to keep.  */

#include "config.h"

#include <inttypes.h>
#include <stdlib.h>

#include "relobj-internal.h"
#include "sorted.h"

/* Set the places of all FDEs of S.  Return the number of live ones.  */
static size_t
find_places (struct relobj *r, struct relobj_section *s)
{
  struct sfm_place *places = s->places;
  const struct fde_relocs *p = &s->fde_relocs;
  size_t live = 0, fde = 0;

  for (size_t k = 0; k < p->piece_count; k++)
    for (uint32_t i = 0; i < p->pieces[k].num_fdes; i++, fde++)
      {
        uint32_t idx = p->reloc_of[fde];
        places[fde] = (struct sfm_place){ .rank = SFM_RANK_INPUT };
        if (idx != FDE_RELOC_NONE
            && s->sframe.relocs[idx].section != INPUT_NO_SECTION)
          {
            places[fde].live = true;
            places[fde].addr = s->sframe.relocs[idx].value;
            live++;
            continue;
          }
        r->result->dead++;
        diag_at (r->sink, DIAG_DETAIL, r->name, s->sframe.name,
                 sfm_piece_field (&p->pieces[k], i),
                 "function left out: its relocation is %s",
                 idx == FDE_RELOC_NONE ? "missing or void"
                                       : "against nothing");
      }
  return live;
}

/* Compare the FDE numbers A and B of section DATA by the locations of their
   functions.  */
static int
compare_locations (const void *a, const void *b, void *data)
{
  const size_t *p = a, *q = b;
  const struct input_reloc *x = relobj_reloc (data, *p);
  const struct input_reloc *y = relobj_reloc (data, *q);

  if (x->section != y->section)
    return x->section < y->section ? -1 : 1;
  if (x->value != y->value)
    return x->value < y->value ? -1 : 1;
  return *p < *q ? -1 : 1;
}

/* Get the size and the digest of FDE number FDE of S.  False if it has size 0
   or is broken; the merge reports the latter.  */
static bool
digest_of (const struct relobj_section *s, size_t fde, uint32_t *size,
           uint64_t *digest)
{
  const struct fde_relocs *p = &s->fde_relocs;
  size_t piece = sorted_after (p->first_fde, p->piece_count,
                               sizeof *p->first_fde, 0, fde)
                 - 1;
  struct sfm_fde entry;
  struct sfm_diag diag;

  if (sfm_fde_read (&p->pieces[piece], (uint32_t) (fde - p->first_fde[piece]),
                    &entry, &diag)
          != SFM_OK
      || sfm_fde_digest (&p->pieces[piece], &entry, 0, digest, &diag)
             != SFM_OK)
    return false;
  *size = entry.size;
  return entry.size != 0;
}

/* Drop those of the COUNT FDES that equal an earlier one.  Their functions all
   start at START.  */
static void
drop_equal (struct relobj *r, struct relobj_section *s, const size_t *fdes,
            size_t count, const struct input_reloc *start)
{
  uint32_t first_size = 0, size;
  uint64_t first_digest = 0, digest;

  for (size_t i = 0; i < count; i++)
    {
      if (!digest_of (s, fdes[i], &size, &digest))
        continue;
      if (first_size == 0)
        {
          first_size = size;
          first_digest = digest;
        }
      else if (size == first_size && digest == first_digest)
        {
          s->places[fdes[i]].live = false;
          r->result->duplicates++;
          diag (r->sink, DIAG_DETAIL, r->name,
                "function at %s+0x%" PRIx64
                ": is described twice, identically",
                r->image.sections[start->section].name, start->value);
        }
    }
}

/* Clear the live flag of those FDEs of S that repeat another one.

   ld -r of binutils up to 2.44 keeps the FDEs of discarded COMDAT copies and
   makes their relocations refer to the copy that it keeps.  No linker merges
   these later.  An FDE is dropped if an earlier one has the same start, size
   and rules.  Those that differ stay; a linker or `sfmerge link' has to
   decide.  Functions of size 0 may start where the next one does and are not
   compared.  */
static sfm_status
drop_duplicates (struct relobj *r, struct relobj_section *s)
{
  const size_t fde_count = s->fde_relocs.fde_count;
  size_t count = 0;
  size_t *fdes = malloc ((fde_count + 1) * sizeof *fdes);

  if (fdes == NULL)
    return diag_nomem (r->sink, r->name);
  for (size_t i = 0; i < fde_count; i++)
    if (s->places[i].live)
      fdes[count++] = i;
  qsort_r (fdes, count, sizeof *fdes, compare_locations, s);
  for (size_t i = 0, end; i < count; i = end)
    {
      const struct input_reloc *start = relobj_reloc (s, fdes[i]);
      for (end = i + 1; end < count; end++)
        {
          const struct input_reloc *next = relobj_reloc (s, fdes[end]);
          if (next->section != start->section || next->value != start->value)
            break;
        }
      if (end - i > 1)
        drop_equal (r, s, fdes + i, end - i, start);
    }
  free (fdes);
  return SFM_OK;
}

/* Refuse S if none of its functions can be kept.  .eh_frame may describe
   them.  */
static sfm_status
check_recoverable (struct relobj *r, const struct relobj_section *s)
{
  const bool go_on = r->options->partial || r->options->synth;
  enum diag_severity kind = go_on ? DIAG_WARNING : DIAG_ERROR;
  size_t count = s->fde_relocs.fde_count;

  if (s->fde_relocs.piece_count == 0)
    diag (r->sink, kind, r->name,
          "%s: its 0x%zx bytes are all zero: the linker that wrote it dropped "
          "what they were; link its inputs again%s",
          s->sframe.name, s->sframe.size,
          go_on ? "" : ", or leave it with --partial");
  else if (count != 0 && s->sframe.reloc_count == 0
           && s->sframe.none_count == 0)
    diag (r->sink, kind, r->name,
          "%s: has %zu functions and no relocation that says where they are%s",
          s->sframe.name, count, go_on ? "" : "; --partial drops them");
  else
    return SFM_OK;
  r->result->refused = !go_on;
  return go_on ? SFM_OK : SFM_ERR_UNSUPP;
}

sfm_status
relobj_places (struct relobj *r, struct relobj_section *s)
{
  TRY (check_recoverable (r, s));
  if (s->fde_relocs.piece_count == 0)
    return SFM_OK;
  s->places = pool_alloc (&r->pool,
                          (s->fde_relocs.fde_count + 1) * sizeof *s->places);
  if (s->places == NULL)
    return diag_nomem (r->sink, r->name);
  return find_places (r, s) > 1 ? drop_duplicates (r, s) : SFM_OK;
}
