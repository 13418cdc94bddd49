/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   place-passes.c - the passes that settle the text sections, and the hand-over
   of the placed functions to the merger.  */

#include "config.h"

#include <stdlib.h>

#include "placer-internal.h"
#include "text-sections.h"

/* The reason why functions of TEXT are left out, for details.  */
static const char *
reason (const struct text_section *text)
{
  switch (text->state)
    {
    case TEXT_FOLDED:
      return "it is folded into one that is alike";
    case TEXT_DISCARDED:
      return "it is not in the image";
    case TEXT_NOT_EXTRACTED:
      return "its archive member is not in the image";
    case TEXT_SUPERSEDED:
      return "link-time optimization compiled it anew";
    case TEXT_CHANGED:
    case TEXT_PARTLY:
      return "the image has other code under its name";
    default:
      break;
    }
  if (text->crowded)
    return "its code is in several places of the image";
  return text->other_code ? "the image has other code under its name, and "
                            "nothing else of its object"
                          : "its code is not found in the image";
}

/* The counter for functions of TEXT that are left out.  */
static size_t *
count_of (const struct text_section *text, struct place_counts *counts)
{
  switch (text->state)
    {
    case TEXT_FOLDED:
      return &counts->folded;
    case TEXT_DISCARDED:
      return &counts->discarded;
    case TEXT_NOT_EXTRACTED:
      return &counts->not_extracted;
    case TEXT_SUPERSEDED:
      return &counts->superseded;
    default:
      return &counts->changed;
    }
}

/* Record that F of TEXT is placed.  */
static sfm_status
give_function (struct text_sections *texts, struct placer *p,
               const struct text_section *text, const struct text_function *f)
{
  const struct place_sources *from = texts->from;
  uint64_t addr = text->base + f->value;

  if (!text_sections_tell (texts, f, addr))
    return diag_nomem (texts->sink, NULL);
  if (pieces_find (from->existing, addr, f->digest) != SIZE_MAX)
    {
      p->counts.existing++;
      unmatched_match (&p->unmatched, addr, f->digest);
      return SFM_OK;
    }
  texts->pieces[f->piece].places[f->fde] = (struct sfm_place){
    .addr = addr,
    .live = true,
    .rank = SFM_RANK_INPUT,
    .evidence = index_confirms (from->index, addr, f->size),
  };
  if (text->proposed_by == PROPOSER_CODE)
    p->counts.code++;
  else
    p->counts.symbols++;
  return SFM_OK;
}

/* Report and count F of TEXT, which is left out.  */
static sfm_status
leave_out (struct text_sections *texts, struct placer *p,
           const struct text_section *text, const struct text_function *f)
{
  uint32_t input = texts->pieces[f->piece].input;
  const char *section;
  const char *name = placer_input_name (p, input, &section);

  diag_at (texts->sink, DIAG_DETAIL, name, section, f->field,
           "this function is left out: %s", reason (text));
  if (text->state != TEXT_MISSING)
    {
      ++*count_of (text, &p->counts);
      return SFM_OK;
    }
  const struct unmatched_pending pending = { .digest = f->digest,
                                             .group = f->group,
                                             .field = f->field,
                                             .size = f->size,
                                             .input = input,
                                             .excluded = text->other_code };
  return unmatched_defer (&p->unmatched, &pending)
             ? SFM_OK
             : diag_nomem (texts->sink, name);
}

/* Place or leave out the functions of TEXT.  */
static sfm_status
place_text (struct text_sections *texts, struct placer *p,
            const struct text_section *text)
{
  sfm_status status = SFM_OK;

  for (size_t i = 0; i < text->function_count && status == SFM_OK; i++)
    {
      const struct text_function *f = &text->functions[i];
      if (text->state == TEXT_PLACED
          || (text->state == TEXT_PARTLY
              && text_function_fits (texts, text, f, text->base)))
        status = give_function (texts, p, text, f);
      else
        status = leave_out (texts, p, text, f);
    }
  return status;
}

/* Whether PIECE has a function to merge.  */
static bool
is_wanted (const struct text_piece *piece)
{
  for (uint32_t f = 0; f < piece->piece.num_fdes; f++)
    if (piece->places[f].live)
      return true;
  return false;
}

/* Give all pieces to the merger at once, which is faster than one by one.
   Statuses: those of sfm_merger_add_all, without a message.  */
static sfm_status
give_together (struct text_sections *texts, struct sfm_merger *merger)
{
  struct sfm_input *inputs = calloc (texts->piece_count + 1, sizeof *inputs);
  struct sfm_diag diag;
  size_t count = 0;

  if (inputs == NULL)
    return SFM_ERR_NOMEM;
  for (size_t i = 0; i < texts->piece_count; i++)
    {
      const struct text_piece *p = &texts->pieces[i];
      if (is_wanted (p))
        inputs[count++] = (struct sfm_input){ &p->piece, p->places, p->input };
    }
  sfm_status status = sfm_merger_add_all (merger, inputs, count, &diag);
  free (inputs);
  return status;
}

/* Give the pieces to the merger; one by one after an error, to name the piece
   that causes it.  */
static sfm_status
give_pieces (struct text_sections *texts, struct placer *p)
{
  if (p->merger == NULL || give_together (texts, p->merger) == SFM_OK)
    return SFM_OK;
  for (size_t i = 0; i < texts->piece_count; i++)
    {
      const struct text_piece *piece = &texts->pieces[i];
      struct sfm_diag diag;

      if (is_wanted (piece)
          && sfm_merger_add (p->merger, &piece->piece, piece->places,
                             piece->input, &diag)
                 != SFM_OK)
        {
          const char *section;
          const char *name = placer_input_name (p, piece->input, &section);
          return diag_engine (texts->sink, DIAG_ERROR, name, section, &diag);
        }
    }
  return SFM_OK;
}

/* Record the COMDAT groups of the placed sections.  */
static void
note_groups (const struct text_sections *texts, struct unmatched *unmatched)
{
  for (size_t i = 0; i < texts->count; i++)
    {
      const struct text_section *text = &texts->texts[i];
      for (size_t f = 0;
           f < text->function_count && text->state == TEXT_PLACED; f++)
        unmatched_group_found (unmatched, text->functions[f].group);
    }
}

sfm_status
text_sections_settle (struct text_sections *texts, struct placer *p)
{
  sfm_status status = candidates_find (texts);

  if (status == SFM_OK)
    status = choose_places (texts);
  if (status == SFM_OK)
    status = equal_sections_settle (texts);
  absent_by_names (texts);
  if (status == SFM_OK)
    status = search_find (texts);
  if (status == SFM_OK)
    status = choose_places (texts);
  if (status == SFM_OK)
    status = equal_sections_settle (texts);
  note_groups (texts, &p->unmatched);
  absent_rest (texts, &p->unmatched);
  for (size_t i = 0; i < texts->count && status == SFM_OK; i++)
    status = place_text (texts, p, &texts->texts[i]);
  if (status == SFM_OK)
    status = give_pieces (texts, p);
  return status;
}
