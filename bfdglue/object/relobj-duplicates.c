/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   relobj-duplicates.c - drop functions that an object describes twice.

   ld -r of binutils up to 2.44 keeps the FDEs of discarded COMDAT copies and
   makes their relocations refer to the copy that it keeps.  No linker merges
   these later.  An FDE is dropped if an earlier one has the same start, size
   and rules.  Those that differ stay; a linker or `sfmerge link' has to
   decide.  Functions of size 0 may start where the next one does and are not
   compared.  */

#include "config.h"

#include <inttypes.h>
#include <stdlib.h>

#include "relobj-internal.h"
#include "sorted.h"

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
                "function at %s+0x%" PRIx64 ": is described twice, alike",
                r->image.sections[start->section].name, start->value);
        }
    }
}

sfm_status
relobj_duplicates (struct relobj *r, struct relobj_section *s)
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
