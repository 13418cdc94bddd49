/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   placer.c - place the functions of the input objects: object by object, then
   those that can only be placed once all objects are known.  */

#include "config.h"

#include <stdlib.h>

#include "fde-relocs.h"
#include "placer-internal.h"

struct placer *
placer_new (const struct place_sources *sources, struct sfm_merger *merger,
            const struct diag_sink *sink)
{
  struct placer *placer = calloc (1, sizeof *placer);

  if (placer == NULL)
    return NULL;
  placer->from = *sources;
  placer->merger = merger;
  placer->sink = sink;
  if (unmatched_begin (&placer->unmatched, sources->existing) != SFM_OK
      || !text_sections_begin (&placer->texts, &placer->from, sink))
    {
      placer_free (placer);
      return NULL;
    }
  return placer;
}

void
placer_free (struct placer *placer)
{
  if (placer == NULL)
    return;
  unmatched_end (&placer->unmatched);
  conflicts_end (&placer->conflicts);
  text_sections_free (&placer->texts);
  free (placer->pending);
  free (placer->inputs);
  pool_free (&placer->pool);
  free (placer);
}

static sfm_status
place_section (struct placer *p, const struct input_object *object,
               const struct input_sframe *sframe, struct symbol_finder *finder)
{
  struct fde_relocs fde_relocs;

  if (!array_grow (&p->inputs, &p->input_capacity, p->input_count,
                   sizeof *p->inputs)
      || p->input_count >= UINT32_MAX - 1)
    return diag_nomem (p->sink, object->name);
  p->inputs[p->input_count++]
      = (struct placed_input){ object->name, sframe->name };
  sfm_status status
      = fde_relocs_pair (object, sframe, &p->pool, &fde_relocs, p->sink);
  for (size_t i = 0; i < fde_relocs.piece_count && status == SFM_OK; i++)
    {
      struct piece_cursor cursor = {
        .object = object,
        .sframe = sframe,
        .piece = &fde_relocs.pieces[i],
        .reloc_of = fde_relocs.reloc_of + fde_relocs.first_fde[i],
        .finder = finder,
        .number = (uint32_t) p->input_count,
      };
      status = place_piece (p, &cursor);
    }
  return status;
}

/* Whether the image has nothing of OBJECT: none of its global functions,
   though it has some, and no other trace of it.  Its local functions are then
   absent too, even if others of their names are there.  The other trace is a
   file of the map that could be the object, with a map that lists all that was
   kept; without a map it is an STT_FILE group of the source of an archive
   member.  */
static bool
is_absent (struct placer *p, const struct input_object *object)
{
  const struct function_index *index = p->from.index;
  bool silent;

  if (p->from.map != NULL)
    silent = !map_lists_all (p->from.map)
             && !map_mentions (p->from.map, object, &p->pool);
  else
    silent = object->member != NULL && object->source != NULL
             && index->file_count != 0
             && !index_has_file (index, object->source);
  return silent && symbols_show_nothing (object, index);
}

/* Place the functions of OBJECT, which is for the image's machine.  */
static sfm_status
place_object (struct placer *p, const struct input_object *object)
{
  struct symbol_finder finder;

  pool_reset (&p->pool);
  p->placed_by_map = false;
  p->absent = is_absent (p, object);
  symbols_begin (&finder, object, p->from.index, p->from.code, &p->pool);
  section_code_begin (&p->section_code, object, &p->pool, &p->texts.pool,
                      p->sink);
  p->pending_count = 0;
  sfm_status status = place_check_map (p, object);
  for (size_t i = 0; i < object->sframe_count && status == SFM_OK; i++)
    status = place_section (p, object, &object->sframes[i], &finder);
  if (status == SFM_OK)
    status = text_sections_add_object (&p->texts, &finder, &p->section_code,
                                       p->pending, p->pending_count,
                                       &p->unmatched, &p->counts);
  return status;
}

sfm_status
placer_add (void *placer, const struct input_object *object)
{
  struct placer *p = placer;
  const struct image *image = p->from.image;
  const struct pool_mark mark = pool_mark (&p->texts.pool);
  const size_t texts = p->texts.count, pieces = p->texts.piece_count;

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
  sfm_status status = place_object (p, object);
  /* If the image describes all functions already, the object can be released.
     With linkers that merge, this holds for nearly all inputs.  */
  if (status == SFM_OK && p->texts.count == texts && !p->placed_by_map
      && p->from.listener == NULL)
    {
      p->texts.piece_count = pieces;
      pool_rewind (&p->texts.pool, &mark);
      *object->released = true;
    }
  return status;
}

sfm_status
placer_finish (struct placer *p, struct place_counts *counts)
{
  sfm_status status = text_sections_settle (&p->texts, p);

  if (status == SFM_OK && p->from.map == NULL)
    status = unmatched_find_hidden (&p->unmatched, p->from.index, p->from.code,
                                    p->sink);
  if (status == SFM_OK)
    status = unmatched_settle (&p->unmatched, p, &p->counts, p->sink);
  conflicts_settle (&p->conflicts, p->from.existing, &p->texts.owners, p,
                    &p->counts, p->sink);
  *counts = p->counts;
  return status;
}
