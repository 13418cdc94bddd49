/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   bfd-number.c - the header numbers of some sections of an object.

   BFD does not tell the number of a section, but its position in the file.
   The positions are sorted, and one pass over the headers looks each up.  The
   alternative, to search the headers from where the last section was found,
   starts again for each section if BFD lists them in another order.  Headers
   with one position and size, which hold the same bytes, are used once
   each.  */

#include "config.h"

#include <elf.h>

#include "bfd-internal.h"
#include "sorted.h"
#include "keyed-sort.h"

static int
compare_places (const void *a, const void *b)
{
  const struct raw_place *x = *(struct raw_place *const *) a;
  const struct raw_place *y = *(struct raw_place *const *) b;
  int order = compare_u64_pairs (x, y);

  return order != 0 ? order : x < y ? -1 : x > y;
}

/* Compare the place to which ELEMENT points with POSITION, an offset and a
   size.  */
static int
compare_position (const void *element, const void *position)
{
  return compare_u64_pairs (*(struct raw_place *const *) element, position);
}

/* Assign header number IDX, which is SHDR, to the first of the COUNT PLACES
   that has its position and no number yet.  */
static void
assign (struct raw_place *const *places, size_t count,
        const struct raw_shdr *shdr, size_t idx)
{
  const uint64_t position[] = { shdr->offset, shdr->size };
  size_t low = sorted_first (places, count, sizeof (void *), position,
                             compare_position);

  if (low == count || places[low]->offset != shdr->offset
      || places[low]->size != shdr->size)
    return;
  size_t next = low + places[low]->numbered;
  if (next == count || places[next]->offset != shdr->offset
      || places[next]->size != shdr->size)
    return;
  places[low]->numbered++;
  places[next]->type = shdr->type;
  places[next]->number = (uint32_t) idx;
}

sfm_status
raw_number (struct object *object, struct raw_place *places, size_t count)
{
  struct raw_place **sorted
      = pool_alloc (&object->inputs->scratch, count * sizeof (void *));

  if (sorted == NULL)
    return diag_nomem (object->inputs->sink, object->name);
  for (size_t i = 0; i < count; i++)
    sorted[i] = &places[i];
  sort_if_needed (sorted, count, sizeof (void *), compare_places);
  for (size_t i = 0; i < object->shdr_count; i++)
    {
      struct raw_shdr shdr;
      raw_shdr (object, i, &shdr);
      if (shdr.type != SHT_NOBITS && shdr.type != SHT_NULL)
        assign (sorted, count, &shdr, i);
    }
  return SFM_OK;
}
