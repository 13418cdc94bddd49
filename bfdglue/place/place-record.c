/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   place-record.c - what is recorded and reported of a function.  */

#include "config.h"

#include <inttypes.h>

#include "pieces.h"
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

const struct placed_input *
placer_input_of (const struct placer *p, const struct text_function *f)
{
  return &p->inputs[p->pieces[f->piece].input - 1];
}

uint64_t
placer_field (const struct placer *p, const struct text_function *f)
{
  return sfm_piece_field (&p->pieces[f->piece].piece, f->fde);
}

/* Tell the listener of F at ADDR.  */
static bool
tell (const struct placer *p, const struct text_function *f, uint64_t addr,
      bool refuted)
{
  const struct place_listener *listener = p->from.listener;

  if (listener == NULL)
    return true;
  const struct placed_piece *piece = &p->pieces[f->piece];
  const struct found_function found = { .addr = addr,
                                        .digest = f->digest,
                                        .piece = &piece->piece,
                                        .field = placer_field (p, f),
                                        .fde = f->fde,
                                        .size = f->size,
                                        .input = piece->input,
                                        .refuted = refuted };
  return listener->fn (listener->data, &found);
}

bool
placer_tell (const struct placer *p, const struct text_function *f,
             uint64_t addr)
{
  return tell (p, f, addr, false);
}

bool
placer_tell_refuted (const struct placer *p, const struct text_function *f,
                     uint64_t addr)
{
  return tell (p, f, addr, true);
}

sfm_status
placer_found (struct placer *p, const struct text_function *f, uint64_t addr)
{
  return ranges_add (&p->described, addr, f->size) && placer_tell (p, f, addr)
             ? SFM_OK
             : diag_nomem (p->sink, p->now.object->name);
}

bool
placer_knows (const struct placer *p, uint64_t addr)
{
  return ranges_within (&p->described, addr, addr + 1) != 0
         || pieces_any_at (&p->from.context->existing, addr);
}

/* F at ADDR, for the proof.  */
static struct proof_function
proof_function (const struct placer *p, const struct text_function *f,
                uint64_t addr)
{
  return (struct proof_function){ .piece = &p->pieces[f->piece].piece,
                                  .addr = addr,
                                  .digest = f->digest,
                                  .size = f->size,
                                  .fde = f->fde };
}

enum sfm_cfi_verdict
placer_judge (const struct placer *p, const struct text_function *f,
              uint64_t addr, struct sfm_cfi_difference *difference)
{
  const struct proof_function said = proof_function (p, f, addr);

  return row_proof_judge (p->proof, &said, difference);
}

/* The place of a function at ADDR, of which EVIDENCE speaks.  */
static struct sfm_place
place_at (uint64_t addr, uint8_t evidence)
{
  return (struct sfm_place){
    .addr = addr, .live = true, .rank = SFM_RANK_INPUT, .evidence = evidence
  };
}

/* The same for F, of which the index speaks.  */
static struct sfm_place
place_in_index (const struct placer *p, const struct text_function *f,
                uint64_t addr)
{
  return place_at (addr,
                   index_confirms (&p->from.context->index, addr, f->size));
}

void
placer_confirm (struct placer *p, const struct text_function *f, uint64_t addr)
{
  p->pieces[f->piece].places[f->fde]
      = place_at (addr, SFM_EVIDENCE_START | SFM_EVIDENCE_SIZE);
}

/* Add PIECE, of one function, which is F's rows at ADDR.  False: no
   memory.  */
static bool
add_piece (struct placer *p, const struct text_function *f,
           const struct sfm_piece *piece, uint64_t addr)
{
  if (!array_grow (&p->pieces, &p->piece_capacity, p->piece_count,
                   sizeof *p->pieces))
    return false;
  struct placed_piece *to = &p->pieces[p->piece_count];
  *to = (struct placed_piece){
    .piece = *piece,
    .places = pool_alloc (&p->kept, sizeof *to->places),
    .sizes = pool_alloc (&p->kept, sizeof *to->sizes),
    .input = p->pieces[f->piece].input,
  };
  if (to->places == NULL || to->sizes == NULL)
    return false;
  to->sizes[0] = f->size;
  to->places[0] = place_in_index (p, f, addr);
  p->piece_count++;
  return true;
}

/* Report why F at ADDR is left out.  */
static void
tell_unjudged (const struct placer *p, const struct text_function *f,
               uint64_t addr)
{
  struct sfm_cfi_difference difference;
  const struct placed_input *input = placer_input_of (p, f);
  char text[RULES_TEXT_SIZE];

  (void) placer_judge (p, f, addr, &difference);
  diag_at (p->sink, DIAG_DETAIL, input->name, input->section,
           placer_field (p, f), "left out: at 0x%" PRIx64 " .eh_frame has %s",
           difference.addr,
           rules_of_frame (&difference, p->from.context->image.abi, text));
}

bool
placer_merge (struct placer *p, const struct text_function *f, uint64_t addr,
              enum sfm_cfi_verdict verdict, size_t *placed)
{
  const struct proof_function said = proof_function (p, f, addr);
  struct sfm_piece piece;

  if (verdict == SFM_CFI_UNJUDGED)
    {
      tell_unjudged (p, f, addr);
      p->counts.unjudged++;
      return true;
    }
  if (!verdict_corrects (verdict))
    {
      p->pieces[f->piece].places[f->fde] = place_in_index (p, f, addr);
      ++*placed;
      return true;
    }
  if (!row_proof_correct (p->proof, &said, &p->kept, &piece))
    {
      p->counts.wrong_rows++;
      return true;
    }
  p->counts.corrected++;
  ++*placed;
  return add_piece (p, f, &piece, addr);
}
