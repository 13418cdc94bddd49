/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   place-passes.c - the passes that place the functions of the inputs, in their
   order.

   The sources of an address, the most trusted first, and what each proves:

   existing piece     (place-piece.c)      It has the bytes of the input's
                                           piece except for the starts: it is
                                           that piece, relocated.  All its
                                           functions are placed or discarded.
   link map           (place-by-map.c)     The linker says where the section
                                           went, or that it went nowhere.
   description        (text-sections.c)    The image describes all functions of
                                           the section with these rows, under
                                           names that only they can have.
   symbols            (name-candidates.c)  The image has the code of the
                                           section where it has its names.
   file groups        (file-groups.c)      Of several such places, one is in
                                           the STT_FILE group of the object.
   equal sections     (equal-sections.c)   There are not more places than equal
                                           sections: each place is of one.
   code search        (code-search.c)      The image has the code of the
                                           section in one place only, which no
                                           other section owns.
   rows               (unmatched.c)        The image describes as many equal
                                           functions as the inputs have: they
                                           are there, but not which is which.

   The first source that decides settles a function.  Existing pieces, the map
   and descriptions are asked while the objects are read, as most objects can
   then be released.  The others compare sections of all inputs.  */

#include "config.h"

#include "fde-relocs.h"
#include "placer-internal.h"

/* Place the functions of SFRAME, a section of OBJECT.  */
static sfm_status
place_section (struct placer *p, const struct input_object *object,
               const struct input_sframe *sframe, struct symbol_finder *finder,
               bool absent)
{
  struct fde_relocs fde_relocs;

  if (!array_grow (&p->inputs, &p->input_capacity, p->input_count,
                   sizeof *p->inputs)
      || p->input_count >= UINT32_MAX - 1)
    return diag_nomem (p->sink, object->name);
  p->inputs[p->input_count++]
      = (struct placed_input){ object->name, sframe->name };
  TRY (fde_relocs_pair (object, sframe, &p->pool, &fde_relocs, p->sink));
  for (size_t i = 0; i < fde_relocs.piece_count; i++)
    {
      struct piece_cursor cursor = {
        .object = object,
        .sframe = sframe,
        .piece = &fde_relocs.pieces[i],
        .reloc_of = fde_relocs.reloc_of + fde_relocs.first_fde[i],
        .finder = finder,
      };
      TRY (place_piece (p, &cursor, absent));
    }
  return SFM_OK;
}

/* Place the functions of OBJECT, which is for the image's machine.  */
static sfm_status
place_object (struct placer *p, const struct input_object *object)
{
  struct symbol_finder finder;

  pool_reset (&p->pool);
  p->pending_count = 0;
  symbols_begin (&finder, object, p->from.index, p->from.code, &p->pool);
  section_code_begin (&p->section_code, object, &p->pool, &p->texts.pool,
                      p->sink);

  /* The functions of an absent object are only counted.  */
  const bool absent = place_is_absent (p, object);

  /* From here on the map, if it is asked, is of this object.  */
  TRY (place_check_map (p, object));

  /* Existing pieces and the map settle functions; the others are pending.  */
  for (size_t i = 0; i < object->sframe_count; i++)
    TRY (place_section (p, object, &object->sframes[i], &finder, absent));

  /* Descriptions settle whole sections.  The others are text sections, with
     all that the passes below need of the object.  */
  return text_sections_add_object (p, &finder);
}

sfm_status
placer_add (void *placer, const struct input_object *object)
{
  struct placer *p = placer;
  const struct image *image = p->from.image;
  const struct pool_mark mark = pool_mark (&p->texts.pool);
  const size_t texts = p->texts.count, pieces = p->texts.piece_count;
  const size_t mapped = p->counts.map;

  if (object->machine != image->machine
      || object->big_endian != image->big_endian)
    {
      diag (p->sink, DIAG_ERROR, object->name,
            "the machine is %u (%s-endian), but the image %s is %u "
            "(%s-endian)",
            object->machine, object->big_endian ? "big" : "little",
            image->path, image->machine, image->big_endian ? "big" : "little");
      return SFM_ERR_MIXED;
    }
  TRY (place_object (p, object));
  /* If the image describes all functions already, the object can be released.
     With linkers that merge, this holds for nearly all inputs.  */
  if (p->texts.count == texts && p->counts.map == mapped
      && p->from.listener == NULL)
    {
      p->texts.piece_count = pieces;
      pool_rewind (&p->texts.pool, &mark);
      *object->released = true;
    }
  return SFM_OK;
}

/* Settle the text sections.  Statuses: NOMEM, without a message.  */
static sfm_status
settle_texts (struct placer *p)
{
  struct text_sections *texts = &p->texts;

  /* Each candidate that a name proposes has the section's code.  */
  TRY (candidates_find (texts));

  /* A section with one candidate left, of its file group, is placed.  */
  TRY (choose_places (texts));

  /* No section has candidates that are still undecided.  */
  TRY (equal_sections_settle (texts));

  /* Sections without a place may be in the image under no name only.  */
  absent_by_names (texts);

  /* Their candidates are all places of their code without an owner.  */
  TRY (search_find (texts));
  TRY (choose_places (texts));
  TRY (equal_sections_settle (texts));

  /* No section gets a place any more: each has a reason instead.  */
  absent_rest (texts, &p->unmatched);

  /* Each function has its place, or is counted, or is left to its rows.  */
  return give_places (p);
}

/* Settle the functions that only their rows can find.  Statuses: NOMEM,
   without a message.  */
static sfm_status
settle_rows (struct placer *p)
{
  /* With a map the inputs are those of the link.  */
  if (p->from.map == NULL)
    TRY (unmatched_find_hidden (&p->unmatched, p->from.index, p->from.code));
  return unmatched_settle (p);
}

sfm_status
placer_finish (struct placer *p, struct place_counts *counts)
{
  sfm_status status = settle_texts (p);

  if (status != SFM_OK)
    diag_nomem (p->sink, NULL);

  /* The merger has all functions that have a place.  */
  if (status == SFM_OK)
    status = give_pieces (p);

  /* Each function is in one count, except ...  */
  if (status == SFM_OK && settle_rows (p) != SFM_OK)
    status = diag_nomem (p->sink, NULL);

  /* ... those that the map discarded, though the image has them.  */
  map_conflicts_settle (p);
  *counts = p->counts;
  return status;
}
