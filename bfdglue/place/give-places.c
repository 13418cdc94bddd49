/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   give-places.c - give the placed functions of the text sections to the
   merger, and count the others by reason.  */

#include "config.h"

#include <stdlib.h>

#include "placer-internal.h"

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
  if (text->match == MATCH_CROWDED)
    return "its code is in several places of the image";
  return text->state == TEXT_MISNAMED
             ? "the image has other code under its name, and nothing else of "
               "its object"
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
static bool
give_function (struct placer *p, const struct text_section *text,
               const struct text_function *f)
{
  const uint64_t addr = text->base + f->value;

  if (unmatched_match (&p->unmatched, addr, f->digest) != SIZE_MAX)
    p->counts.existing++;
  else
    {
      p->texts.pieces[f->piece].places[f->fde] = (struct sfm_place){
        .addr = addr,
        .live = true,
        .rank = SFM_RANK_INPUT,
        .evidence = index_confirms (p->from.index, addr, f->size),
      };
      ++*(text->proposed_by == PROPOSER_CODE ? &p->counts.code
                                             : &p->counts.symbols);
    }
  return placer_tell (p, f, addr, true);
}

/* Report and count F of TEXT, which is left out.  */
static bool
leave_out (struct placer *p, const struct text_section *text,
           struct text_function *f)
{
  const struct placed_input *input = placer_input_of (p, f);

  diag_at (p->sink, DIAG_DETAIL, input->name, input->section, f->field,
           "this function is left out: %s", reason (text));
  f->excluded = text->state == TEXT_MISNAMED;
  if (!f->excluded && text->state != TEXT_MISSING)
    {
      ++*count_of (text, &p->counts);
      return true;
    }
  return unmatched_defer (&p->unmatched, f);
}

sfm_status
give_places (struct placer *p)
{
  const struct text_sections *texts = &p->texts;

  for (size_t i = 0; i < texts->count; i++)
    {
      const struct text_section *text = &texts->texts[i];
      for (size_t f = 0; f < text->function_count; f++)
        {
          struct text_function *function = &text->functions[f];
          bool there
              = text->state == TEXT_PLACED
                || (text->state == TEXT_PARTLY
                    && text_function_fits (texts, text, function, text->base));
          if (!(there ? give_function (p, text, function)
                      : leave_out (p, text, function)))
            return SFM_ERR_NOMEM;
        }
    }
  return SFM_OK;
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

/* One by one after an error, to name the piece that causes it.  */
sfm_status
give_pieces (struct placer *p)
{
  if (p->merger == NULL || give_together (&p->texts, p->merger) == SFM_OK)
    return SFM_OK;
  for (size_t i = 0; i < p->texts.piece_count; i++)
    {
      const struct text_piece *piece = &p->texts.pieces[i];
      struct sfm_diag diag;

      if (is_wanted (piece)
          && sfm_merger_add (p->merger, &piece->piece, piece->places,
                             piece->input, &diag)
                 != SFM_OK)
        {
          const struct placed_input *input = &p->inputs[piece->input - 1];
          return diag_engine (p->sink, DIAG_ERROR, input->name, input->section,
                              &diag);
        }
    }
  return SFM_OK;
}
