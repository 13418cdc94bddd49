/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   placed-pieces.c - generated pieces whose functions get addresses later, and
   all that a merger makes of them.  */

#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "placed-pieces.h"

/* Make one piece of at most PLACED_FUNCS functions.  */
static void
make_piece (struct gen *g, const struct gen_world *world,
            struct placed_piece *p)
{
  struct gen_func funcs[PLACED_FUNCS];
  const struct gen_func *chosen[PLACED_FUNCS];
  uint8_t lowest = world->abi == SFM_ABI_S390X_ENDIAN_BIG ? 2 : 1;
  struct gen_section section
      = { .funcs = chosen,
          .version = (uint8_t) (lowest + gen_below (g, 4U - lowest)),
          .options = gen_below (g, 32),
          .addr = 0x800000 };
  size_t count = 1 + gen_below (g, PLACED_FUNCS), size;
  struct sfm_diag diag;

  section.pcrel = section.version == 3;
  for (size_t i = 0; i < count; i++)
    {
      if (i != 0 && gen_once_in (g, 4))
        funcs[i] = funcs[i - 1];
      else
        gen_func (g, world, 0x400000 + i, gen_once_in (g, 9) ? 70000 : 300,
                  !gen_once_in (g, 3), &funcs[i]);
      if (!gen_can_say (world, section.version, &funcs[i]))
        continue;
      p->sizes[section.count] = funcs[i].size;
      p->rep_sizes[section.count] = funcs[i].rep_size;
      chosen[section.count++] = &funcs[i];
    }
  p->bytes = gen_encode (g, world, &section, &size);
  if (sfm_piece_open (p->bytes, size, 0, &p->piece, &diag) != SFM_OK)
    exit (1);
  /* Sometimes one byte is wrong, in a way that may or may not matter.  */
  if (gen_once_in (g, 5) && p->piece.fre_len != 0)
    p->bytes[p->piece.fres + gen_below (g, p->piece.fre_len)]
        ^= (uint8_t) (1U << gen_below (g, 8));
  for (size_t i = count; i-- != 0;)
    if (i == 0 || funcs[i].rows != funcs[i - 1].rows)
      gen_func_free (&funcs[i]);
}

/* Make COPY describe the functions of P too.  */
static void
copy_piece (const struct placed_piece *p, struct placed_piece *copy)
{
  *copy = *p;
  copy->bytes = malloc (p->piece.size);
  if (copy->bytes == NULL)
    exit (1);
  memcpy (copy->bytes, p->bytes, p->piece.size);
  copy->piece.bytes = copy->bytes;
}

void
placed_make (struct gen *g, struct placed *p)
{
  memset (p, 0, sizeof *p);
  gen_world (g, &p->world);
  p->count = 1 + gen_below (g, PLACED_PIECES);
  for (size_t i = 0; i < p->count; i++)
    if (i != 0 && gen_once_in (g, 3))
      copy_piece (&p->pieces[i - 1], &p->pieces[i]);
    else
      make_piece (g, &p->world, &p->pieces[i]);
}

void
placed_free (struct placed *p)
{
  for (size_t i = 0; i < p->count; i++)
    free (p->pieces[i].bytes);
}

void
placed_options (struct gen *g, struct sfm_options *options)
{
  memset (options, 0, sizeof *options);
  options->size = sizeof *options;
  options->target = (enum sfm_target) gen_below (g, 3);
  if (gen_once_in (g, 2))
    options->reader = gen_below (g, 32);
  options->share = gen_once_in (g, 3) ? SFM_SHARE_ALWAYS : SFM_SHARE_AUTO;
  if (gen_once_in (g, 5))
    {
      options->relocatable = true;
      options->share = SFM_SHARE_AUTO;
    }
  else if (gen_once_in (g, 4))
    {
      options->text_start = 0x400100;
      options->text_end = 0x400100 + gen_below (g, 3000);
    }
}

/* The address of a function of SIZE bytes that is somewhere.  */
static uint64_t
any_address (struct gen *g, uint32_t size)
{
  if (gen_once_in (g, 20))
    return UINT64_MAX - gen_below (g, 2 * size + 2);
  if (gen_once_in (g, 20))
    return UINT64_C (0x7fff00000000) + gen_below (g, 1000);
  /* Few different ones.  */
  return 0x400000 + 50 * (uint64_t) gen_below (g, 100);
}

void
placed_find (struct gen *g, const struct placed *p, bool orderly,
             struct placing *places)
{
  uint64_t next = 0x400000;

  memset (places, 0, sizeof *places);
  for (size_t i = p->count; i-- != 0;)
    for (uint32_t j = 0; j < p->pieces[i].piece.num_fdes; j++)
      {
        const struct placed_piece *piece = &p->pieces[i];
        struct sfm_place *place = &places->places[i][j];
        place->addr = orderly ? next : any_address (g, piece->sizes[j]);
        if (!orderly && i + 1 < p->count && gen_once_in (g, 2))
          place->addr = places->places[i + 1][j].addr;
        next += piece->sizes[j] + gen_below (g, 2);
        place->live = true;
        place->optional = gen_once_in (g, 4);
        place->rank = (uint8_t) (1 + gen_below (g, 3));
        place->evidence = (uint8_t) gen_below (g, 4);
        if (piece->piece.version == 1)
          place->rep_size = piece->rep_sizes[j];
      }
}

void
placed_kill (struct gen *g, const struct placed *p, struct placing *places)
{
  for (size_t i = 0; i < p->count; i++)
    for (uint32_t j = 0; j < p->pieces[i].piece.num_fdes; j++)
      if (gen_once_in (g, 5))
        places->places[i][j].live = false;
}

sfm_status
placed_add (const struct placed *p, const struct placing *places, size_t first,
            size_t end, struct sfm_merger *merger, struct sfm_diag *diag)
{
  for (size_t i = first; i < end; i++)
    {
      sfm_status status = sfm_merger_add (
          merger, &p->pieces[i].piece, places->places[i], (uint32_t) i, diag);
      if (status != SFM_OK)
        return status;
    }
  return SFM_OK;
}

static void
keep_note (void *data, const struct sfm_note *note)
{
  struct outcome *o = data;

  if (o->notes_count == PLACED_NOTES)
    exit (1);
  o->notes[o->notes_count++] = *note;
}

void
outcome_of (struct sfm_merger *merger, uint64_t section_addr, uint64_t room,
            struct outcome *o)
{
  struct sfm_diag diag;

  memset (o, 0, sizeof *o);
  o->stats.size = sizeof o->stats;
  o->status = sfm_merger_plan (merger, section_addr, room, &diag);
  if (o->status != SFM_OK)
    return;
  o->size = sfm_merger_size (merger);
  o->bytes = malloc (o->size);
  if (o->bytes == NULL)
    exit (1);
  o->status = sfm_merger_write (merger, o->bytes, o->size, &diag);
  if (o->status == SFM_OK)
    o->status = sfm_merger_verify (merger, o->bytes, o->size, &diag);
  sfm_merger_each_loss (merger, keep_note, o);
  sfm_merger_stats (merger, &o->stats);
}

void
outcome_free (struct outcome *o)
{
  free (o->bytes);
  o->bytes = NULL;
}

static bool
same_note (const struct sfm_note *a, const struct sfm_note *b)
{
  return a->loss == b->loss && a->input == b->input && a->fde == b->fde
         && a->field == b->field && a->addr == b->addr;
}

bool
outcome_equal (const struct outcome *a, const struct outcome *b)
{
  if (a->status != b->status || a->size != b->size
      || a->notes_count != b->notes_count
      || memcmp (&a->stats, &b->stats, sizeof a->stats) != 0
      || (a->size != 0 && memcmp (a->bytes, b->bytes, a->size) != 0))
    return false;
  for (size_t i = 0; i < a->notes_count; i++)
    if (!same_note (&a->notes[i], &b->notes[i]))
      return false;
  return true;
}

bool
outcome_whole (const struct outcome *o)
{
  for (size_t i = 0; i < o->notes_count; i++)
    switch (o->notes[i].loss)
      {
      case SFM_LOSS_DUPLICATE:
      case SFM_LOSS_REPLACED:
      case SFM_LOSS_AMBIGUOUS:
      case SFM_LOSS_OVERLAP:
      case SFM_LOSS_RANGE:
      case SFM_LOSS_NO_ROOM:
      case SFM_LOSS_INVALID:
      case SFM_LOSS_OUTSIDE:
        return false;
      default:
        break;
      }
  return true;
}
