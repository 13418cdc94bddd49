/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   placer.c - the passes that place the functions of the inputs, in their
   order.

   The sources of an address, the most trusted first, and what each proves:

   existing piece   (place-piece.c)     It has the bytes of the input's piece
                                        except for the starts: it is that
                                        piece, relocated.  All its functions
                                        are placed or discarded.
   link map         (place-by-map.c)    The linker says where the section went,
                                        or that it went nowhere.  Where nothing
                                        judges its rows, the code must be
                                        there.
   names            (place-by-name.c)   The image has the name, and call frame
                                        information or code says that it is the
                                        function.

   The first source that decides settles a function while its object is read,
   and most objects can then be released.  What has no place is not searched
   for: call frame information describes it, or unplaced.c names it.  */

#include "config.h"

#include <stdlib.h>

#include "elf-abi.h"
#include "placer-internal.h"

struct placer *
placer_new (const struct place_sources *sources, struct sfm_merger *merger,
            const struct diag_sink *sink)
{
  struct placer *p = calloc (1, sizeof *p);

  if (p == NULL)
    return NULL;
  p->from = *sources;
  p->end = &p->pieces;
  p->merger = merger;
  p->from.filled = p->from.filled && sources->context->index.eh.complete
                   && sources->context->index.eh.functions.count != 0;
  p->sink = sink;
  p->known.cache
      = sfm_digest_cache_new (sources->context->index.symbols.count);
  row_proof_begin (&p->proof, &sources->context->index);
  p->next_of_name = calloc (sources->context->index.symbols.count + 1,
                            sizeof *p->next_of_name);
  if (p->next_of_name != NULL && existing_pieces_list (p))
    return p;
  placer_free (p);
  return NULL;
}

/* Free the array at *ARRAY and clear the pointer.  */
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
  release (&p->next_of_name);
  release (&p->existing);
  release (&p->pending);
  release (&p->conflicts);
  release (&p->unplaced);
  sfm_digest_cache_free (p->known.cache);
  p->known.cache = NULL;
  ranges_free (&p->described);
  pool_free (&p->scratch);
  pool_free (&p->code_pool);
}

void
placer_free (struct placer *p)
{
  if (p == NULL)
    return;
  release_passes (p);
  free (p->inputs);
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
      = (struct placed_input){ object->name, sframe->name, object->lto };
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

  /* From here on, queries of the map are about this object.  */
  TRY (place_check_map (p));

  /* Existing pieces and the map settle functions; the others are pending.  */
  for (size_t i = 0; i < object->sframe_count; i++)
    TRY (place_section (p, &object->sframes[i]));

  /* None is pending.  */
  return place_by_name (p);
}

/* The number of functions that the merger is to have.  */
static size_t
count_placed (const struct placer *p)
{
  return p->counts.map + p->counts.symbols + p->counts.corrected;
}

sfm_status
placer_add (void *placer, const struct input_object *object)
{
  struct placer *p = placer;
  const struct image *image = &p->from.context->image;
  const struct pool_mark mark = pool_mark (&p->kept);
  const struct pool_mark code_mark = pool_mark (&p->code_pool);
  struct placed_piece **const end = p->end;
  const size_t unplaced = p->unplaced_count, later = p->later_count;
  const size_t placed = count_placed (p);
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
  if (p->unplaced_count != unplaced || p->later_count != later)
    return SFM_OK;
  pool_rewind (&p->code_pool, &code_mark);
  /* If the image describes all functions already, the object can be released.
     With linkers that merge, this holds for nearly all inputs.  */
  if (count_placed (p) == placed && p->from.listener == NULL)
    {
      placer_drop (p, end);
      pool_rewind (&p->kept, &mark);
      *object->released = true;
    }
  return SFM_OK;
}

/* Whether the merger is to get PIECE.  */
static bool
is_wanted (const struct placed_piece *piece)
{
  for (uint32_t i = 0; i < piece->piece.num_fdes; i++)
    if (piece->places[i].live)
      return true;
  return false;
}

const struct placed_piece *
placer_pieces (const struct placer *p)
{
  return p->pieces;
}

/* Give all pieces to the merger at once, which is faster than one by one.
   Statuses: those of sfm_merger_add_all, without a message.  */
static sfm_status
give_together (struct placer *p)
{
  struct sfm_input *inputs = NULL;
  size_t count = 0, capacity = 0;
  struct sfm_diag diag;
  sfm_status status = SFM_OK;

  for (const struct placed_piece *piece = p->pieces;
       piece != NULL && status == SFM_OK; piece = piece->next)
    if (!array_grow (&inputs, &capacity, count, sizeof *inputs))
      status = SFM_ERR_NOMEM;
    else if (is_wanted (piece))
      inputs[count++] = (struct sfm_input){ .piece = &piece->piece,
                                            .places = piece->places,
                                            .number = piece->input };
  if (status == SFM_OK && count != 0)
    status = sfm_merger_add_all (p->merger, inputs, count, &diag);
  free (inputs);
  return status;
}

/* One by one after an error, to name the piece that causes it.  */
static sfm_status
give_pieces (struct placer *p)
{
  if (p->merger == NULL || give_together (p) == SFM_OK)
    return SFM_OK;
  for (const struct placed_piece *piece = p->pieces; piece != NULL;
       piece = piece->next)
    {
      const struct placed_input *input = &p->inputs[piece->input - 1];
      struct sfm_diag diag;

      if (is_wanted (piece)
          && sfm_merger_add (p->merger, &piece->piece, piece->places,
                             piece->input, &diag)
                 != SFM_OK)
        return diag_engine (p->sink, DIAG_ERROR, input->name, input->section,
                            &diag);
    }
  return SFM_OK;
}

sfm_status
placer_finish (struct placer *p, struct place_counts *counts)
{
  const bool asked = p->unplaced_count != 0 || p->conflict_count != 0;

  if (asked && (!ranges_merge (&p->described, NULL) || !unplaced_settle (p)))
    return diag_nomem (p->sink, NULL);

  /* Each function is in one count, except those that the map discarded
     although the image has them.  */
  map_conflicts_settle (p);
  *counts = p->counts;

  /* Free all but the places, to make room for the merger's records.  */
  release_passes (p);

  /* The merger has all functions that have a place.  */
  return give_pieces (p);
}
