/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   bfd-places.c - which sections of an object are SFrame, and their headers.

   BFD does not tell the type and the number of a section, but its position in
   the file.  The positions are sorted, and one pass over the headers looks
   each up.  The alternative, to search the headers from where the last section
   was found, starts again for each section if BFD lists them in another order.
   Headers with one position and size, which hold the same bytes, are used once
   each.  */

#include "config.h"

#include <elf.h>
#include <string.h>

#include "bfd-internal.h"
#include "keyed-sort.h"
#include "sframe-section.h"
#include "sorted.h"

static int
compare_places (const void *a, const void *b)
{
  const struct sframe_place *x = *(struct sframe_place *const *) a;
  const struct sframe_place *y = *(struct sframe_place *const *) b;
  int order = compare_u64_pairs (x, y);

  return order != 0 ? order : x < y ? -1 : x > y;
}

/* Compare the place to which ELEMENT points with POSITION, an offset and a
   size.  */
static int
compare_position (const void *element, const void *position)
{
  return compare_u64_pairs (*(struct sframe_place *const *) element, position);
}

/* Assign the header SHDR to the first of the COUNT PLACES that has its
   position and no number yet.  */
static void
assign (struct sframe_place *const *places, size_t count,
        const struct raw_shdr *shdr)
{
  const uint64_t position[] = { shdr->offset, shdr->size };
  size_t low = sorted_first (places, count, sizeof (void *), position,
                             compare_position);

  if (low == count || compare_position (&places[low], position) != 0)
    return;
  size_t next = low + places[low]->numbered;
  if (next == count || compare_position (&places[next], position) != 0)
    return;
  places[low]->numbered++;
  places[next]->type = shdr->type;
  places[next]->number = (uint32_t) shdr->number;
}

/* Set type and number of the COUNT PLACES, in which both are 0.  */
static sfm_status
number (struct object *object, struct sframe_place *places, size_t count)
{
  struct sframe_place **sorted
      = pool_alloc (&object->inputs->scratch, count * sizeof (void *));
  struct raw_shdr shdr = { .number = 0 };

  if (sorted == NULL)
    return diag_nomem (object->sink, object->name);
  for (size_t i = 0; i < count; i++)
    sorted[i] = &places[i];
  sort_if_needed (sorted, count, sizeof (void *), compare_places);
  while (raw_next (object, &shdr))
    if (shdr.type != SHT_NOBITS && shdr.type != SHT_NULL)
      assign (sorted, count, &shdr);
  return SFM_OK;
}

/* Set *PLACES to the *COUNT sections of OBJECT that are not empty: those
   called .sframe, or ALL.  */
static sfm_status
list (struct object *object, bool all, struct sframe_place **places,
      size_t *count)
{
  size_t most = 0;

  *count = 0;
  for (asection *s = object->abfd->sections; s != NULL; s = s->next)
    most += all || object_section_is_sframe (bfd_section_name (s), SHT_NULL);
  *places = pool_alloc (&object->inputs->scratch, most * sizeof **places);
  if (*places == NULL)
    return diag_nomem (object->sink, object->name);
  for (asection *s = object->abfd->sections; s != NULL; s = s->next)
    if (bfd_section_size (s) != 0
        && (all || object_section_is_sframe (bfd_section_name (s), SHT_NULL)))
      (*places)[(*count)++]
          = (struct sframe_place){ .section = s,
                                   .offset = (uint64_t) s->filepos,
                                   .size = bfd_section_size (s) };
  return number (object, *places, *count);
}

/* Set .has_rel and .excess of the COUNT PLACES.  */
static sfm_status
find_relocs (struct object *object, struct sframe_place *places, size_t count)
{
  struct pool *pool = &object->inputs->scratch;
  const size_t all = object->shdr_count;
  bool *has_rel = pool_alloc (pool, all * sizeof *has_rel);
  uint64_t *excess = pool_alloc (pool, all * sizeof *excess);
  struct raw_shdr shdr = { .number = 0 };

  if (has_rel == NULL || excess == NULL)
    return diag_nomem (object->sink, object->name);
  memset (has_rel, 0, all * sizeof *has_rel);
  memset (excess, 0, all * sizeof *excess);
  while (raw_next (object, &shdr))
    if (shdr.info < all)
      {
        has_rel[shdr.info] |= shdr.type == SHT_REL;
        if (shdr.type == SHT_RELA && shdr.size > object->size)
          excess[shdr.info] = shdr.size;
      }
  for (size_t i = 0; i < count; i++)
    {
      const uint32_t number = places[i].number;
      places[i].has_rel = object->has_rel && (number == 0 || has_rel[number]);
      places[i].excess = number == 0 ? 0 : excess[number];
    }
  return SFM_OK;
}

sfm_status
sframe_places (struct object *object, struct sframe_place **places,
               size_t *count)
{
  size_t typed = 0, kept = 0;

  TRY (list (object, false, places, count));
  for (size_t i = 0; i < *count; i++)
    typed += (*places)[i].type == SHT_GNU_SFRAME;
  /* Only if the type is also that of a section with another name is it worth
     to number all.  */
  if (typed != object->typed_count)
    {
      TRY (list (object, true, places, count));
      for (size_t i = 0; i < *count; i++)
        if (object_section_is_sframe (bfd_section_name ((*places)[i].section),
                                      (*places)[i].type))
          (*places)[kept++] = (*places)[i];
      *count = kept;
    }
  return object->has_rel || object->has_long
             ? find_relocs (object, *places, *count)
             : SFM_OK;
}
