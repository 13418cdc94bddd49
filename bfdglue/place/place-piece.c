/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   place-piece.c - place the functions of one piece of an input.

   A linker that does not know SFrame copies each object's piece and relocates
   it.  If an existing piece has the same bytes except for the starts, it is
   that object's, and its discarded functions are the object's
   [count_existing].  Otherwise the map, if there is one, gives the place of
   each function's section (place-by-map.c).  Functions that it does not list
   become pending.  */

#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "input.h"
#include "pieces.h"
#include "place-limits.h"
#include "placer-internal.h"
#include "sfmerge-tool.h"
#include "sorted.h"

static int
compare_digests (const void *a, const void *b)
{
  const struct existing_piece *x = a, *y = b;

  ORDER_BY (x->digest, y->digest);
  return x->piece < y->piece ? -1 : x->piece > y->piece;
}

bool
existing_pieces_list (struct placer *p)
{
  const struct existing_sframe *existing = &p->from.context->existing;

  p->existing = calloc (existing->piece_count + 1, sizeof *p->existing);
  if (p->existing == NULL)
    return false;
  for (size_t i = 0; i < existing->piece_count; i++)
    if (existing->pieces[i].usable)
      p->existing[p->existing_count++] = (struct existing_piece){
        .digest = sfm_piece_digest (&existing->pieces[i].piece),
        .piece = &existing->pieces[i]
      };
  qsort (p->existing, p->existing_count, sizeof *p->existing, compare_digests);
  return true;
}

/* Whether an existing piece has as many functions and rows as PIECE, or there
   are too many pieces to test each.  Linkers that merge leave one piece, and
   then no input needs to be digested.  */
static bool
may_be_described (const struct placer *p, const struct sfm_piece *piece)
{
  bool any = p->existing_count > LIMIT_PIECES_TESTED;

  for (size_t i = 0; i < p->existing_count && !any; i++)
    {
      const struct sfm_piece *existing = &p->existing[i].piece->piece;
      any = existing->num_fdes == piece->num_fdes
            && existing->num_fres == piece->num_fres;
    }
  return any;
}

/* Pieces with equal digests are taken in order.  */
static int
compare_untaken (const void *element, const void *digest)
{
  const struct existing_piece *p = element;
  int order = compare_u64 (&p->digest, digest);

  return order == 0 && p->matched ? -1 : order;
}

/* The first existing piece that is PIECE, relocated, and that no input has
   matched; NULL: there is none.  A piece with damaged starts does not tell
   what the linker discarded: its functions are looked for, as they would be
   after the damaged ones are removed.  */
static struct existing_piece *
existing_piece (const struct placer *p, const struct sfm_piece *piece)
{
  if (!may_be_described (p, piece))
    return NULL;
  uint64_t digest = sfm_piece_digest (piece);
  size_t i = sorted_first (p->existing, p->existing_count, sizeof *p->existing,
                           &digest, compare_untaken);

  if (i == p->existing_count || p->existing[i].digest != digest
      || p->existing[i].piece->contradicted != 0
      || p->existing[i].piece->not_in_code != 0
      || !sfm_piece_same (&p->existing[i].piece->piece, piece))
    return NULL;
  return &p->existing[i];
}

/* Report DIAG, an error in the piece that is being placed, and return its
   status.  */
static sfm_status
fail (const struct placer *p, const struct sfm_diag *diag)
{
  const struct placed_input *input = &p->inputs[p->input_count - 1];

  return diag_engine (p->sink, DIAG_ERROR, input->name, input->section, diag);
}

/* Read the functions of PIECE, whose rows have DIGESTS, into p->pending, after
   those that are pending.  */
static sfm_status
read_functions (struct placer *p, struct placed_piece *piece,
                const struct input_reloc *relocs, const uint32_t *reloc_of,
                const uint64_t *digests, const uint32_t *sizes)
{
  for (uint32_t i = 0; i < piece->piece.num_fdes; i++)
    {
      const struct input_reloc *target
          = reloc_of[i] == FDE_RELOC_NONE ? NULL : &relocs[reloc_of[i]];
      if (!array_grow (&p->pending, &p->pending_capacity, p->pending_count + i,
                       sizeof *p->pending))
        return diag_nomem (p->sink, p->now.object->name);
      struct input_function *f = &p->pending[p->pending_count + i];
      f->section = INPUT_NO_SECTION;
      if (target == NULL || target->section == INPUT_NO_SECTION)
        continue;
      *f = (struct input_function){
        .said = { .piece = &piece->piece,
                  .digest = digests[i],
                  .size = sizes[i],
                  .fde = i },
        .piece = piece,
        .value = target->value,
        .section = target->section,
      };
    }
  return SFM_OK;
}

/* Set *IS to whether EXISTING, a piece of the same bytes as the one whose
   functions were read, is really that of the current object, and not of
   another object with equal functions (one leaf function, say).  One function
   that the map or a symbol places decides, else the code.  If several objects
   have equal code, each takes one of the pieces.  */
static sfm_status
is_existing_piece (struct placer *p, const struct image_piece *existing,
                   bool *is)
{
  struct input_function *all = &p->pending[p->pending_count];
  const uint32_t count = existing->piece.num_fdes;

  for (uint32_t i = 0; i < count; i++)
    all[i].said.addr = existing->places[i].addr;
  for (uint32_t i = 0; i < count; i++)
    {
      const struct input_function *f = &all[i];
      const struct function *named;
      uint64_t base;
      if (f->section == INPUT_NO_SECTION || !existing->places[i].live)
        continue;
      if (p->now.mapped
          && map_place (p->from.map, p->now.object, f->section, &base)
                 == MAP_PLACED)
        *is = base + f->value == f->said.addr;
      else if ((named = symbols_strong (p, f)) != NULL)
        *is = named->addr == f->said.addr;
      else
        continue;
      return SFM_OK;
    }
  *is = true;
  for (uint32_t i = 0; i < count && *is; i++)
    if (all[i].section != INPUT_NO_SECTION && existing->places[i].live)
      TRY (section_code_compare (p, &all[i], is));
  return SFM_OK;
}

/* Count F, which EXISTING describes.  */
static sfm_status
count_existing (struct placer *p, const struct input_function *f,
                const struct image_piece *existing)
{
  const enum sfm_cfi_verdict verdict = existing->verdicts[f->said.fde];

  /* One that was corrected is described too.  */
  if (!existing->places[f->said.fde].live && !verdict_corrects (verdict))
    {
      ++*(verdict == SFM_CFI_CONTRADICTS ? &p->counts.wrong_rows
          : verdict == SFM_CFI_UNJUDGED  ? &p->counts.unjudged
                                         : &p->counts.discarded);
      return verdict != SFM_CFI_UNJUDGED || placer_tell (p, f)
                 ? SFM_OK
                 : diag_nomem (p->sink, p->now.object->name);
    }
  p->counts.existing++;
  return placer_found (p, f);
}

/* Settle F, or make it pending.  */
static sfm_status
place_function (struct placer *p, struct input_function *f)
{
  bool settled = false;

  if (p->now.mapped)
    TRY (place_by_map (p, f, &settled));
  /* An empty function covers no code, and the engine would leave it out.  */
  if (!settled && f->said.size == 0)
    p->counts.empty++;
  else if (!settled)
    p->pending[p->pending_count++] = *f;
  return SFM_OK;
}

/* Check that PIECE of SFRAME can be merged, even if none of its functions will
   be: a build that mixes ABIs, or an assembler that writes wrong offsets, has
   an error that must be reported.  */
static sfm_status
check_header (struct placer *p, const struct input_sframe *sframe,
              const struct sfm_piece *piece)
{
  const struct image *image = &p->from.context->image;
  struct sfm_diag diag;

  if (piece->abi != image->abi)
    return diag_fail_at (
        p->sink, SFM_ERR_MIXED, p->now.object->name, sframe->name,
        piece->offset + 4,
        "sfh_abi_arch is %u (%s), but the image %s is %u (%s)", piece->abi,
        sfm_abi_name (piece->abi), image->path, image->abi,
        sfm_abi_name (image->abi));
  return sfm_piece_check_fixed (piece, &diag) == SFM_OK ? SFM_OK
                                                        : fail (p, &diag);
}

/* Settle or make pending the functions of TO by the best source that knows
   them.  */
static sfm_status
place_functions (struct placer *p, const struct input_sframe *sframe,
                 struct placed_piece *to, const uint32_t *reloc_of)
{
  const uint32_t count = to->piece.num_fdes;
  const size_t first = p->pending_count;
  struct existing_piece *existing = existing_piece (p, &to->piece);
  struct sfm_diag diag;
  bool is = false;

  if (existing != NULL)
    {
      TRY (read_functions (p, to, sframe->relocs, reloc_of,
                           existing->piece->digests, existing->piece->sizes));
      TRY (is_existing_piece (p, existing->piece, &is));
      existing->matched = is;
    }
  if (!is)
    {
      uint64_t *digests
          = pool_alloc (&p->scratch, ((size_t) count + 1) * sizeof *digests);
      if (digests == NULL)
        return diag_nomem (p->sink, p->now.object->name);
      if (digest_piece (&to->piece, NULL, &p->known, digests, to->sizes, &diag)
          != SFM_OK)
        return fail (p, &diag);
      TRY (read_functions (p, to, sframe->relocs, reloc_of, digests,
                           to->sizes));
    }
  for (uint32_t i = 0; i < count; i++)
    {
      struct input_function *f = &p->pending[first + i];
      if (f->section == INPUT_NO_SECTION)
        p->counts.dead++;
      else
        TRY (is ? count_existing (p, f, existing->piece)
                : place_function (p, f));
    }
  return SFM_OK;
}

sfm_status
place_piece (struct placer *p, const struct input_sframe *sframe,
             const struct sfm_piece *piece, const uint32_t *reloc_of)
{
  const size_t used = p->pending_count + p->counts.map;
  struct placed_piece **const end = p->end;

  TRY (check_header (p, sframe, piece));
  p->counts.functions += piece->num_fdes;
  struct placed_piece *to
      = placer_add_piece (p, piece, (uint32_t) p->input_count);
  if (to == NULL)
    return diag_nomem (p->sink, p->now.object->name);
  TRY (place_functions (p, sframe, to, reloc_of));
  /* Nothing of the piece can be merged.  */
  if (p->pending_count + p->counts.map == used)
    placer_drop (p, end);
  return SFM_OK;
}
