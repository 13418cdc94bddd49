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
                                           Where nothing judges its rows, the
                                           code must prove it (code-proof.c).
   description        (text-sections.c)    The image describes all functions of
                                           the section with these rows, under
                                           names that only they can have.
   symbols            (name-candidates.c)  The image has the code of the
                                           section where it has its names.
   file groups        (file-groups.c)      Of several such places, one is in
                                           the STT_FILE group of the object.
   rules              (frame-places.c)     .eh_frame has the rules of the
                                           section where the image has its
                                           code, and nothing else describes
                                           that place.
   code search        (code-search.c)      The image has the code of the
                                           section in one place only, which no
                                           other section owns.

   The first source that decides settles a function.  Existing pieces, the map
   and descriptions are asked while the objects are read, as most objects can
   then be released.  The others compare sections of all inputs.  */

#include "config.h"

#include <stdlib.h>

#include "elf-machine.h"
#include "fde-relocs.h"
#include "placer-internal.h"

struct placer *
placer_new (const struct place_sources *sources, struct sfm_merger *merger,
            const struct diag_sink *sink)
{
  struct placer *p = calloc (1, sizeof *p);

  if (p == NULL)
    return NULL;
  p->from = *sources;
  p->merger = merger;
  p->sink = sink;
  p->proof = calloc (1, sizeof *p->proof);
  if (p->proof != NULL)
    row_proof_begin (p->proof, &sources->context->index);
  if (p->proof != NULL && existing_pieces_list (p) && file_groups_begin (p)
      && owners_begin (&p->owners, &sources->context->index.code,
                       &sources->context->existing)
      && owners_begin (&p->ambiguous, &sources->context->index.code, NULL))
    return p;
  placer_free (p);
  return NULL;
}

/* Free the array at ARRAY, which is then empty.  */
static void
release (void *array)
{
  void **pointer = array;

  free (*pointer);
  *pointer = NULL;
}

/* Free what only the passes need.  */
static void
release_passes (struct placer *p)
{
  owners_free (&p->owners);
  owners_free (&p->ambiguous);
  release (&p->proof);
  release (&p->existing);
  release (&p->files);
  release (&p->pending);
  release (&p->conflicts);
  release (&p->later_functions);
  release (&p->texts);
  release (&p->proposed);
  release (&p->groups);
  pool_free (&p->scratch);
  pool_free (&p->text_pool);
}

void
placer_free (struct placer *p)
{
  if (p == NULL)
    return;
  release_passes (p);
  free (p->inputs);
  free (p->pieces);
  free (p->later);
  pool_free (&p->kept);
  free (p);
}

/* Place the functions of SFRAME, a section of the current object.  */
static sfm_status
place_section (struct placer *p, const struct input_sframe *sframe)
{
  const struct input_object *object = p->now.object;
  struct fde_relocs fde_relocs;
  struct sfm_diag what;

  if (sframe_is_later (sframe, &what))
    return later_object_add (p, sframe, &what);
  if (!array_grow (&p->inputs, &p->input_capacity, p->input_count,
                   sizeof *p->inputs)
      || p->input_count >= UINT32_MAX - 1)
    return diag_nomem (p->sink, object->name);
  p->inputs[p->input_count++]
      = (struct placed_input){ object->name, sframe->name };
  TRY (fde_relocs_pair (object, sframe, &p->scratch, &fde_relocs, p->sink));
  for (size_t i = 0; i < fde_relocs.piece_count; i++)
    TRY (place_piece (p, sframe, &fde_relocs.pieces[i],
                      fde_relocs.reloc_of + fde_relocs.first_fde[i]));
  return SFM_OK;
}

/* Place the functions of OBJECT, which is for the image's machine.  */
static sfm_status
place_object (struct placer *p, const struct input_object *object)
{
  pool_reset (&p->scratch);
  p->pending_count = 0;
  p->now = (struct current_object){ .object = object };

  /* From here on the map, if it is asked, is of this object.  */
  TRY (place_check_map (p));

  /* Existing pieces and the map settle functions; the others are pending.  */
  for (size_t i = 0; i < object->sframe_count; i++)
    TRY (place_section (p, &object->sframes[i]));

  /* Descriptions settle whole sections.  The others are text sections, with
     all that the passes below need of the object.  */
  return text_sections_add_object (p);
}

sfm_status
placer_add (void *placer, const struct input_object *object)
{
  struct placer *p = placer;
  const struct image *image = &p->from.context->image;
  const struct pool_mark mark = pool_mark (&p->kept);
  const struct pool_mark text_mark = pool_mark (&p->text_pool);
  const size_t texts = p->text_count, pieces = p->piece_count;
  const size_t mapped = p->counts.map, later = p->later_count;
  char machines[2][ELF_MACHINE_TEXT];

  if (object->machine != image->machine
      || object->big_endian != image->big_endian)
    return diag_fail (
        p->sink, SFM_ERR_MIXED, object->name,
        "the machine is %s, but that of the image %s is %s",
        elf_machine_text (object->machine, object->big_endian, machines[0]),
        image->path,
        elf_machine_text (image->machine, image->big_endian, machines[1]));
  TRY (place_object (p, object));
  /* If the image describes all functions already, the object can be released.
     With linkers that merge, this holds for nearly all inputs.  */
  if (p->text_count == texts && p->counts.map == mapped
      && p->later_count == later && p->from.listener == NULL)
    {
      p->piece_count = pieces;
      pool_rewind (&p->kept, &mark);
      pool_rewind (&p->text_pool, &text_mark);
      *object->released = true;
    }
  return SFM_OK;
}

/* Settle all functions that have no place yet.  Statuses: NOMEM, without a
   message.  */
static sfm_status
settle_texts (struct placer *p)
{
  /* Each candidate that a name proposes has the section's code.  */
  TRY (candidates_find (p));

  /* Where nothing judges its rows, the code is in one place only.  */
  TRY (candidates_prove (p));

  /* A section with one candidate left, of its file group, is placed.  */
  TRY (choose_places (p));

  /* A section whose rules and code are somewhere without a description is
     placed there, whatever its name.  */
  TRY (frame_places_settle (p));

  /* No section has candidates that are still undecided.  */
  TRY (choose_give_up (p));

  /* Sections without a place may be in the image under no name only.  */
  absent_by_names (p);

  /* Their candidates are all places of their code without an owner.  */
  TRY (search_find (p));
  TRY (candidates_prove (p));
  TRY (choose_places (p));
  TRY (choose_give_up (p));

  /* No section gets a place any more: each has a reason instead.  */
  absent_rest (p);

  /* Each function has its place, or is counted.  */
  return give_places (p);
}

sfm_status
placer_finish (struct placer *p, struct place_counts *counts)
{
  sfm_status status = settle_texts (p);

  if (status != SFM_OK)
    diag_nomem (p->sink, NULL);

  /* Each function is in one count, but for those that the map discarded,
     though the image has them.  */
  map_conflicts_settle (p);
  later_objects_settle (p);
  *counts = p->counts;

  /* Only places are left, and make way for the merger's records.  */
  release_passes (p);

  /* The merger has all functions that have a place.  */
  return status == SFM_OK ? give_pieces (p) : status;
}
