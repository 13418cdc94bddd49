/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   moved-section.c - sections that were moved without a correction of their
   start fields.

   Theory of operation.  patchelf moves the sections that lld puts at the front
   of an image, .sframe among them, and leaves their contents alone: every
   start is off by the same number of bytes.  A section is taken for moved if
   hardly any of its functions begins where the image has one [looks_moved] and
   one distance takes each of them to an exact start (moved-distance.c).  If
   two distances do, neither is believed.

   All pieces of a section have moved together, so the larger ones decide for
   the small ones.  */

#include "config.h"

#include <inttypes.h>
#include <stdio.h>

#include "pieces-limits.h"
#include "moved-distance.h"
#include "pieces-internal.h"

/* Counts of the functions of a section that begin where the image has a
   function: of any size, and of their size.  */
struct start_counts
{
  size_t starts;
  size_t exact;
};

/* Count FDE of P in COUNTS, read as relative to START_BASE.  */
static void
count_start (const struct piece_reader *r, const struct image_piece *p,
             const struct sfm_fde *fde, enum sfm_start_base start_base,
             struct start_counts *counts)
{
  uint64_t addr = sfm_fde_address (fde, p->addr, start_base);

  if (!code_ranges_hold (&r->index->code, addr, fde->size))
    return;
  if (piece_plt_start (&r->index->code, addr, fde->size))
    {
      counts->starts++;
      counts->exact++;
    }
  else if (index_confirms (r->index, addr, fde->size) & SFM_EVIDENCE_START)
    {
      counts->starts++;
      counts->exact += distance_exact (r->index, addr, fde->size);
    }
}

/* Read FDE number IDX of P.  False if it cannot be read, is known to be
   discarded, or is empty.  */
static bool
read_live (const struct image_piece *p, uint32_t idx, struct sfm_fde *fde)
{
  struct sfm_diag diag;

  return sfm_fde_read (&p->piece, idx, fde, &diag) == SFM_OK && fde->start != 0
         && fde->size != 0;
}

/* Whether hardly any function of the COUNT pieces at P begins where the image
   has one, under either reading.  Sets *LIVE to the number of functions.  */
static bool
looks_moved (const struct piece_reader *r, const struct image_piece *p,
             size_t count, size_t *live)
{
  struct start_counts field = { 0 }, section = { 0 };
  struct sfm_fde fde;
  size_t most = 0;

  for (size_t i = 0; i < count; i++)
    most += p[i].piece.num_fdes;
  *live = 0;
  for (size_t i = 0; i < count; i++)
    for (uint32_t f = 0; f < p[i].piece.num_fdes; f++)
      {
        /* Too many exact starts, as in nearly every image.  */
        if (field.exact + section.exact > most / LIMIT_MOVED_EXACT)
          return false;
        if (!read_live (&p[i], f, &fde))
          continue;
        ++*live;
        count_start (r, &p[i], &fde, SFM_START_BASE_FIELD, &field);
        if (p[i].piece.version < 3)
          count_start (r, &p[i], &fde, SFM_START_BASE_SECTION, &section);
      }
  return field.exact + section.exact <= *live / LIMIT_MOVED_EXACT
         && field.starts + section.starts <= *live / LIMIT_MOVED_START;
}

/* List the functions of the COUNT pieces at P.  False: no memory.  */
static bool
list_functions (const struct image_piece *p, size_t count,
                struct function_list *functions)
{
  struct sfm_fde fde;

  for (size_t i = 0; i < count; i++)
    for (uint32_t f = 0; f < p[i].piece.num_fdes; f++)
      if (read_live (&p[i], f, &fde))
        {
          const struct function function
              = { .addr = piece_address (&p[i], &fde),
                  .size = fde.size,
                  .piece = (uint32_t) i,
                  .fde = f };
          if (!function_list_add (functions, &function))
            return false;
        }
  return true;
}

enum
{
  DISTANCE_SIZE = sizeof "+0x" + 16
};

/* Write SHIFT into TEXT, and return it.  */
static const char *
distance_text (uint64_t shift, char text[DISTANCE_SIZE])
{
  bool back = shift > INT64_MAX;

  snprintf (text, DISTANCE_SIZE, "%s0x%" PRIx64, back ? "-" : "+",
            back ? -shift : shift);
  return text;
}

/* Apply the distance FOUND for the LIVE functions of the COUNT pieces at P, or
   distrust the pieces.  */
static void
decide (const struct piece_reader *r, struct image_piece *p, size_t count,
        size_t live, const struct distances *found)
{
  char one[DISTANCE_SIZE], two[DISTANCE_SIZE];
  bool sure = found->found == 1 && !found->given_up;

  if (found->found == 0 && !found->given_up)
    return;
  for (size_t i = 0; i < count; i++)
    if (sure)
      p[i].shift = found->shifts[0];
    else
      p[i].offset_unknown = true;
  if (sure)
    diag_at (r->sink, DIAG_NOTE, r->index->image->path, p->section,
             p->piece.offset,
             "the section was moved after the link: with %s added to each "
             "start, its %zu functions begin where the image has functions of "
             "their sizes",
             distance_text (found->shifts[0], one), live);
  else if (found->found == 2)
    diag_at (r->sink, DIAG_WARNING, r->index->image->path, p->section,
             p->piece.offset,
             "the section was moved after the link, and its %zu functions fit "
             "the image with %s and with %s added to each start; it is not "
             "used",
             live, distance_text (found->shifts[0], one),
             distance_text (found->shifts[1], two));
  else
    diag_at (
        r->sink, DIAG_WARNING, r->index->image->path, p->section,
        p->piece.offset,
        "the %zu functions of the section begin where the image has none, "
        "and are too much alike to tell how far it was moved; it is not "
        "used",
        live);
}

sfm_status
pieces_find_shift (const struct piece_reader *r, struct image_piece *p,
                   size_t count)
{
  struct function_list functions = { .count = 0 };
  struct distances found;
  size_t live;

  if (r->index->eh.functions.count == 0 || !looks_moved (r, p, count, &live)
      || live == 0)
    return SFM_OK;
  bool searched = list_functions (p, count, &functions)
                  && distance_find (r, p, &functions, &found);
  function_list_free (&functions);
  if (!searched)
    return diag_nomem (r->sink, r->index->image->path);
  decide (r, p, count, live, &found);
  return SFM_OK;
}
