/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   repairable.c - what an image's own pieces cannot give back.

   Theory of operation.  The functions that have no rows are found
   (undescribed.c), and what own_read left aside is counted.  Buried pieces
   (behind the section's end) are leftovers, of which some are overwritten;
   those count only if functions have no rows.

   Missing rows are a flaw only where a linker must have dropped them: GNU ld
   and mold write one sorted piece and leave out what they cannot read.
   Linkers that copy leave out nothing, so that what has no rows never had
   any; their images are recognised even after a repair (crt-functions.c).  The
   same goes for images that hold a runtime library.

   BOLT leaves the code that it moved where it was, and .eh_frame and .sframe
   with it, under a section name of its own.  Other tools are recognised by
   the symbols, if local ones were kept so that all functions have one: none
   of the described functions has a symbol, and those that have are described
   by .eh_frame.  */

#include "config.h"

#include <elf.h>
#include <string.h>

#include "elf-dynamic.h"
#include "crt-functions.h"
#include "repairable.h"

/* Reasons to refuse.  */
enum
{
  REFUSED = OWN_EMPTY | OWN_PLT_ONLY | OWN_DAMAGED | OWN_UNBELIEVED | OWN_STALE
            | OWN_LACKING | OWN_STRAY
};

struct judge
{
  const struct image *image;
  const struct code *code;
  const struct evidence *evidence;
  const struct own *own;
  struct own_verdict *v;
};

/* Whether the image has a place for SFrame data other than a reserve.  */
static bool
has_place (const struct image *image)
{
  if (image_find_segment (image, PT_GNU_SFRAME) != NULL)
    return true;
  for (uint32_t i = 1; i < image->section_count; i++)
    {
      const struct image_section *s = &image->sections[i];
      if ((s->flags & SHF_ALLOC) && s->type != SHT_NOBITS
          && (strcmp (s->name, ".sframe") == 0
              || strcmp (s->name, ".sframe_raw") == 0))
        return true;
    }
  return false;
}

/* Why no piece was found in IMAGE, if it is for the header of .sframe.  */
static enum own_unseen
find_unseen (const struct image *image)
{
  for (uint32_t i = 1; i < image->section_count; i++)
    {
      const struct image_section *s = &image->sections[i];
      if (strcmp (s->name, ".sframe") != 0 || s->size == 0)
        continue;
      if (s->type == SHT_NOBITS)
        return OWN_NO_BYTES;
      if (!(s->flags & SHF_ALLOC))
        return OWN_NOT_LOADED;
    }
  return OWN_SEEN;
}

/* Whether the live functions of P, which says that they are sorted, are not,
   and one of them is not an exact start.  Unsorted functions that all are can
   be sorted.  */
static bool
falsely_sorted (const struct own_piece *p)
{
  bool unordered = false, unsure = false;
  uint64_t last = 0;

  if (!(p->piece.flags & SFM_F_FDE_SORTED) || p->buried)
    return false;
  for (uint32_t i = 0; i < p->piece.num_fdes; i++)
    {
      if (!p->places[i].live)
        continue;
      unordered |= p->places[i].addr < last;
      last = p->places[i].addr;
      unsure |= !p->places[i].optional
                && !(p->places[i].evidence & SFM_EVIDENCE_SIZE);
    }
  return unordered && unsure;
}

/* Count the functions and flaws of P.  LACKS: functions have no rows.  */
static void
count_piece (struct judge *j, const struct own_piece *p, bool lacks)
{
  struct own_verdict *v = j->v;
  bool matters = lacks || !p->buried;

  if (p->damaged || !p->usable)
    {
      /* Damaged ones are among the unread places.  */
      v->unbelieved += !p->damaged && matters;
      if (p->damaged && !matters)
        v->damaged--;
      return;
    }
  v->dead += p->piece.num_fdes - p->live - p->wrong - p->stray;
  if (matters)
    v->stray += p->stray;
  /* Without section headers PLT code is not known, of which ld 2.40 describes
     other parts than .eh_frame.  */
  if (lacks || (!p->buried && j->code->by_sections))
    v->wrong += p->wrong;
  for (uint32_t i = 0; i < p->piece.num_fdes; i++)
    v->linker_made += p->places[i].live && p->places[i].optional;
  v->damaged += falsely_sorted (p);
}

/* Count what lies in code that BOLT has put aside.  */
static void
count_put_aside (struct judge *j)
{
  for (size_t i = 0; i < j->own->function_count; i++)
    {
      const char *name
          = code_section_name (j->code, j->own->functions[i].addr);
      if (name == NULL || strncmp (name, ".bolt.org", 9) != 0)
        continue;
      j->v->stale++;
      j->v->stale_section = name;
    }
}

/* Count all described functions if the symbols show that they were
   replaced.  */
static void
count_nameless (struct judge *j)
{
  const struct evidence *e = j->evidence;
  const struct own *own = j->own;
  size_t elsewhere = 0;

  if (own->function_count < 2 || !e->has_symtab || !e->has_file_locals)
    return;
  for (size_t i = 0; i < own->function_count; i++)
    if (evidence_any_symbol (e, own->functions[i].addr)
        || !evidence_frames_at (e, own->functions[i].addr))
      return;
  for (size_t i = 0; i < j->v->lacking.count; i++)
    elsewhere += j->v->lacking.lacks[i].name != NULL;
  if (elsewhere >= own->function_count && !j->v->lacking.by_symbols)
    j->v->stale = own->function_count;
}

/* Whether the image's section is what a linker made of pieces that it has
   read.  */
static bool
is_merged (const struct judge *j)
{
  const struct own_piece *only = NULL;
  size_t count = 0;

  for (size_t i = 0; i < j->own->piece_count; i++)
    if (!j->own->pieces[i].buried)
      {
        count++;
        only = &j->own->pieces[i];
      }
  return count == 1 && (only->piece.flags & SFM_F_FDE_SORTED)
         && !own_copying_linker (j->image);
}

/* The flaws that the numbers show.  */
static unsigned
find_flaws (struct judge *j)
{
  const struct own_verdict *v = j->v;
  bool lacks = v->lacking.count != 0;
  unsigned flaws = 0;

  if (v->damaged != 0 || v->wrong != 0)
    flaws |= OWN_DAMAGED;
  if (v->unbelieved != 0)
    flaws |= OWN_UNBELIEVED;
  if (v->stray != 0)
    flaws |= OWN_STRAY;
  if (v->stale != 0)
    return flaws | OWN_STALE;
  if (!lacks)
    return flaws;
  if (v->described != 0)
    return flaws
           | (is_merged (j) && dynamic_linked (j->image)
                      && !own_runtime_inside (j->evidence)
                  ? OWN_LACKING
                  : OWN_UNCOVERED);
  if ((flaws & ~(unsigned) OWN_STRAY) != 0)
    return flaws;
  if (v->linker_made != 0)
    return flaws | OWN_PLT_ONLY;
  return flaws | (has_place (j->image) ? OWN_EMPTY : OWN_ABSENT);
}

sfm_status
own_judge (const struct image *image, const struct code *code,
           const struct evidence *evidence, const struct own *own,
           struct own_verdict *verdict, const struct say *sink)
{
  struct judge j = { .image = image,
                     .code = code,
                     .evidence = evidence,
                     .own = own,
                     .v = verdict };

  *verdict = (struct own_verdict){ .described = own->function_count,
                                   .damaged = own->unread };
  sfm_status status
      = own_lacking_find (image, code, evidence, own, &verdict->lacking, sink);
  if (status != SFM_OK)
    return status;
  bool lacks = verdict->lacking.count != 0 || verdict->lacking.functions == 0;
  for (size_t i = 0; i < own->piece_count; i++)
    count_piece (&j, &own->pieces[i], lacks);
  count_put_aside (&j);
  if (verdict->stale == 0)
    count_nameless (&j);
  if (own->piece_count == 0)
    verdict->unseen = find_unseen (image);
  verdict->flaws = find_flaws (&j);
  verdict->needs_partial = (verdict->flaws & REFUSED) != 0;
  return SFM_OK;
}

void
own_verdict_free (struct own_verdict *verdict)
{
  own_lacking_free (&verdict->lacking);
}
