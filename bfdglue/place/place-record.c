/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   place-record.c - record and report what became of a function.  */

#include "config.h"

#include <inttypes.h>
#include <string.h>

#include "placer-internal.h"

const char *
placer_input_name (const struct placer *p, uint32_t number,
                   const char **section)
{
  if (number == 0 || number > p->input_count)
    {
      *section = ".sframe";
      return p->from.context->image.path;
    }
  *section = p->inputs[number - 1].section;
  return p->inputs[number - 1].name;
}

bool
placer_tell (const struct placer *p, const struct input_function *f)
{
  const struct place_listener *listener = p->from.listener;

  if (listener == NULL)
    return true;
  const struct found_function found = { .addr = f->said.addr,
                                        .digest = f->said.digest,
                                        .piece = f->said.piece,
                                        .field = placer_field (f),
                                        .fde = f->said.fde,
                                        .size = f->said.size,
                                        .input = f->piece->input,
                                        .refuted = f->fit == FIT_REFUTED };
  return listener->fn (listener->data, &found);
}

sfm_status
placer_found (struct placer *p, const struct input_function *f)
{
  return ranges_add (&p->described, f->said.addr, f->said.size)
                 && placer_tell (p, f)
             ? SFM_OK
             : diag_nomem (p->sink, p->now.object->name);
}

bool
placer_knows (const struct placer *p, uint64_t addr)
{
  return ranges_within (&p->described, addr, addr + 1) != 0
         || pieces_any_at (&p->from.context->existing, addr);
}

struct placed_piece *
placer_add_piece (struct placer *p, const struct sfm_piece *piece,
                  uint32_t input)
{
  const size_t count = (size_t) piece->num_fdes + 1;
  struct placed_piece *to = pool_alloc (&p->kept, sizeof *to);

  if (to == NULL)
    return NULL;
  *to = (struct placed_piece){ .piece = *piece, .input = input };
  to->sizes = pool_alloc (&p->kept, count * sizeof *to->sizes);
  to->places = pool_alloc (&p->kept, count * sizeof *to->places);
  if (to->sizes == NULL || to->places == NULL)
    return NULL;
  memset (to->places, 0, count * sizeof *to->places);
  *p->end = to;
  p->end = &to->next;
  return to;
}

void
placer_place (struct input_function *f, uint8_t evidence)
{
  f->piece->places[f->said.fde] = (struct sfm_place){ .addr = f->said.addr,
                                                      .live = true,
                                                      .rank = SFM_RANK_INPUT,
                                                      .evidence = evidence };
}

/* Report why F is left out at its address.  */
static void
tell_unjudged (struct placer *p, const struct input_function *f)
{
  const struct placed_input *input = placer_input_of (p, f);
  struct sfm_cfi_difference difference;
  char text[RULES_TEXT_SIZE];

  (void) row_proof_judge (&p->proof, &f->said, &difference);
  diag_at (p->sink, DIAG_DETAIL, input->name, input->section, placer_field (f),
           "left out: at 0x%" PRIx64 " .eh_frame has %s", difference.addr,
           rules_of_frame (&difference, p->from.context->image.abi, text));
}

bool
placer_merge (struct placer *p, const struct input_function *f,
              enum sfm_cfi_verdict verdict, size_t *placed)
{
  struct input_function corrected = *f;
  struct sfm_piece piece;

  if (verdict == SFM_CFI_UNJUDGED)
    {
      tell_unjudged (p, f);
      p->counts.unjudged++;
      return true;
    }
  if (verdict_corrects (verdict))
    {
      if (!row_proof_correct (&p->proof, &f->said, &p->kept, &piece))
        {
          p->counts.wrong_rows++;
          return true;
        }
      p->counts.corrected++;
      corrected.piece = placer_add_piece (p, &piece, f->piece->input);
      corrected.said.fde = 0;
      if (corrected.piece == NULL)
        return false;
      corrected.piece->sizes[0] = f->said.size;
    }
  ++*placed;
  placer_place (&corrected, index_confirms (&p->from.context->index,
                                            f->said.addr, f->said.size));
  return true;
}
