/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   give-places.c - give the placed functions of the text sections to the
   merger, and count the others by reason.  */

#include "config.h"

#include <inttypes.h>

#include <stdlib.h>

#include "placer-internal.h"
#include "rules-text.h"

/* Why functions of a section with a state are left out, for details.  */
static const char *const reasons[] = {
  [TEXT_PARTLY] = "the image has other code under its name",
  [TEXT_FOLDED] = "it is folded into an identical one",
  [TEXT_DISCARDED] = "it is not in the image",
  [TEXT_SUPERSEDED] = "link-time optimization recompiled it",
  [TEXT_CHANGED] = "the image has other code under its name",
  [TEXT_MISNAMED] = "the image has other code under its name, and nothing "
                    "else of its object",
  [TEXT_CONTRADICTED] = "its rows contradict .eh_frame",
  [TEXT_UNPROVEN] = "without call frame information, its code is too short to "
                    "prove a place",
  [TEXT_MISSING] = "its code is not found in the image",
};

/* The count of functions placed like TEXT.  */
static size_t *
count_of (struct placer *p, const struct text_section *text)
{
  switch (text->proposed_by)
    {
    case PROPOSER_MAP:
      return &p->counts.map;
    case PROPOSER_CODE:
      return &p->counts.code;
    default:
      return &p->counts.symbols;
    }
}

/* Record that F of TEXT is placed.  */
static bool
give_function (struct placer *p, const struct text_section *text,
               const struct text_function *f)
{
  const uint64_t addr = text->base + f->value;
  const size_t there
      = pieces_find (&p->from.context->existing, addr, f->digest);

  if (there != SIZE_MAX)
    {
      p->owners.matched[there] |= EXISTING_MATCHED;
      p->counts.existing++;
    }
  else if (!placer_merge (p, f, addr, count_of (p, text)))
    return false;
  return placer_tell (p, f, addr);
}

/* Report the first rule of F of TEXT that .eh_frame contradicts.  False: no
   memory.  */
static bool
tell_refuted (const struct placer *p, const struct text_section *text,
              const struct text_function *f)
{
  const struct placed_input *input = placer_input_of (p, f);
  char rows[RULES_TEXT_SIZE], cfi[RULES_TEXT_SIZE];
  const uint8_t abi = p->from.context->image.abi;
  const uint64_t addr = text->refuted + f->value;
  struct sfm_cfi_difference d;

  if (placer_judge (p, f, addr, &d) != SFM_CFI_CONTRADICTS)
    return true;
  diag_at (
      p->sink, DIAG_DETAIL, input->name, input->section, placer_field (p, f),
      "at 0x%" PRIx64 " the rules are %s, .eh_frame has %s", d.addr,
      rules_text (&d.rows, abi, rows), rules_text (&d.cfi.rules, abi, cfi));
  return placer_tell_refuted (p, f, addr);
}

/* Report and count F of TEXT, which is left out.  Of COMDAT copies that are
   not found one is missing, and the others were discarded for it.  False: no
   memory.  */
static bool
leave_out (struct placer *p, const struct text_section *text,
           const struct text_function *f)
{
  const struct placed_input *input = placer_input_of (p, f);
  size_t *const counts[] = {
    [TEXT_PARTLY] = &p->counts.changed,
    [TEXT_FOLDED] = &p->counts.folded,
    [TEXT_DISCARDED] = &p->counts.discarded,
    [TEXT_NOT_EXTRACTED] = &p->counts.not_extracted,
    [TEXT_SUPERSEDED] = &p->counts.superseded,
    [TEXT_CHANGED] = &p->counts.changed,
    [TEXT_CONTRADICTED] = &p->counts.wrong_rows,
    [TEXT_MISNAMED] = &p->counts.missing,
    [TEXT_UNPROVEN] = &p->counts.missing,
    [TEXT_MISSING] = &p->counts.missing,
  };
  size_t *count = counts[text->state];
  const bool missing = count == &p->counts.missing;
  const bool crowded = missing && text->match == MATCH_CROWDED;

  /* Most members of an archive are not extracted: they are only counted.  */
  if (text->state != TEXT_NOT_EXTRACTED)
    diag_at (p->sink, DIAG_DETAIL, input->name, input->section,
             placer_field (p, f), "left out: %s",
             crowded ? "its code is in several places of the image"
                     : reasons[text->state]);
  if (missing && f->group != 0 && placer_has_group (p, f->group))
    count = &p->counts.discarded;
  else if (missing)
    placer_group_found (p, f->group);
  p->counts.unproven
      += text->state == TEXT_UNPROVEN && count == &p->counts.missing;
  ++*count;
  if (text->state == TEXT_MISNAMED)
    stale_object_add (p, text, f);
  return text->state != TEXT_CONTRADICTED || tell_refuted (p, text, f);
}

sfm_status
give_places (struct placer *p)
{
  for (size_t i = 0; i < p->text_count; i++)
    {
      const struct text_section *text = &p->texts[i];
      for (size_t n = 0; n < text->function_count; n++)
        {
          const struct text_function *f = &text->functions[n];
          bool there = text->state == TEXT_PLACED
                       || (text->state == TEXT_PARTLY
                           && text_function_fits (p, text, f, text->base));
          if (!(there ? give_function (p, text, f) : leave_out (p, text, f)))
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

struct sfm_input *
placer_inputs (const struct placer *p, size_t *count)
{
  struct sfm_input *inputs = calloc (p->piece_count + 1, sizeof *inputs);

  *count = 0;
  for (size_t i = 0; i < p->piece_count && inputs != NULL; i++)
    {
      const struct text_piece *piece = &p->pieces[i];
      if (is_wanted (piece))
        inputs[(*count)++] = (struct sfm_input){ .piece = &piece->piece,
                                                 .places = piece->places,
                                                 .number = piece->input };
    }
  return inputs;
}

/* Give all pieces to the merger at once, which is faster than one by one.
   Statuses: those of sfm_merger_add_all, without a message.  */
static sfm_status
give_together (struct placer *p)
{
  size_t count;
  struct sfm_input *inputs = placer_inputs (p, &count);
  struct sfm_diag diag;

  if (inputs == NULL)
    return SFM_ERR_NOMEM;
  sfm_status status = sfm_merger_add_all (p->merger, inputs, count, &diag);
  free (inputs);
  return status;
}

/* One by one after an error, to name the piece that causes it.  */
sfm_status
give_pieces (struct placer *p)
{
  if (p->merger == NULL || give_together (p) == SFM_OK)
    return SFM_OK;
  for (size_t i = 0; i < p->piece_count; i++)
    {
      const struct text_piece *piece = &p->pieces[i];
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
