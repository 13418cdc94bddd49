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

/* A live FDE and the location of its function.  */
struct fde_location
{
  uint32_t section;
  uint64_t value;
  size_t piece;
  size_t fde; /* counted over all pieces */
};

static int
compare_locations (const void *a, const void *b)
{
  const struct fde_location *p = a, *q = b;

  if (p->section != q->section)
    return p->section < q->section ? -1 : 1;
  if (p->value != q->value)
    return p->value < q->value ? -1 : 1;
  return p->fde < q->fde ? -1 : 1;
}

/* Get the size and the digest of the FDE at LOCATION.  False if it has size 0
   or is broken; the merge reports the latter.  */
static bool
digest_of (const struct relobj_section *s, const struct fde_location *location,
           uint32_t *size, uint64_t *digest)
{
  const struct fde_relocs *p = &s->fde_relocs;
  const struct sfm_piece *piece = &p->pieces[location->piece];
  size_t idx = location->fde - p->first_fde[location->piece];
  struct sfm_fde entry;
  struct sfm_diag diag;

  if (sfm_fde_read (piece, (uint32_t) idx, &entry, &diag) != SFM_OK
      || sfm_fde_digest (piece, &entry, 0, digest, &diag) != SFM_OK)
    return false;
  *size = entry.size;
  return entry.size != 0;
}

/* Drop the FDEs that equal an earlier one.  The functions of all COUNT
   LOCATIONS start at the same address.  */
static void
drop_equal (struct relobj *r, struct relobj_section *s,
            const struct fde_location *locations, size_t count)
{
  uint32_t first_size = 0, size;
  uint64_t first_digest = 0, digest;
  bool known = false;

  for (size_t i = 0; i < count; i++)
    {
      if (!digest_of (s, &locations[i], &size, &digest))
        continue;
      if (!known)
        {
          known = true;
          first_size = size;
          first_digest = digest;
        }
      else if (size == first_size && digest == first_digest)
        {
          s->places[locations[i].fde].live = false;
          r->result->duplicates++;
          diag (r->sink, DIAG_DETAIL, r->name,
                "function at %s+0x%" PRIx64 ": is described twice, alike",
                r->image.sections[locations[i].section].name,
                locations[i].value);
        }
    }
}

sfm_status
relobj_duplicates (struct relobj *r, struct relobj_section *s)
{
  const struct fde_relocs *p = &s->fde_relocs;
  size_t count = 0;
  struct fde_location *locations
      = malloc ((p->fde_count + 1) * sizeof *locations);

  if (locations == NULL)
    return diag_nomem (r->sink, r->name);
  for (size_t i = 0, piece = 0; i < p->fde_count; i++)
    if (s->places[i].live)
      {
        while (piece + 1 < p->piece_count && p->first_fde[piece + 1] <= i)
          piece++;
        const struct input_reloc *reloc = &s->sframe.relocs[p->reloc_of[i]];
        locations[count++]
            = (struct fde_location){ reloc->section, reloc->value, piece, i };
      }
  qsort (locations, count, sizeof *locations, compare_locations);
  for (size_t i = 0, end; i < count; i = end)
    {
      for (end = i + 1;
           end < count && locations[end].section == locations[i].section
           && locations[end].value == locations[i].value;
           end++)
        ;
      if (end - i > 1)
        drop_equal (r, s, locations + i, end - i);
    }
  free (locations);
  return SFM_OK;
}
