/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   piece-calls.c - functions of an existing piece that are described with one
   byte more, to cover the return address of their last call.

   Link and repair write such sizes for readers that look up return addresses
   as they are.  Only here are they known: everything else reads the piece with
   the sizes that the image confirms, in a copy of its section, so that a
   function is the same with the byte and without.  As .eh_frame confirms these
   sizes, less is asked of the byte than where it is added (last-calls.c): the
   code after the padding may be of another section, whose header is gone.  */

#include "config.h"

#include <string.h>

#include "elf-abi.h"
#include "pieces-internal.h"

sfm_status
pieces_read_calls (const struct function_index *index,
                   struct existing_sframe *existing,
                   const struct diag_sink *sink)
{
  return existing->calls.read
             ? SFM_OK
             : last_calls_read (index, &existing->calls, sink);
}

/* The function that FDE of P, which is number IDX, describes with one byte
   more; NULL if it describes none so.  */
static struct last_call *
covered_call (const struct piece_reader *r, const struct image_piece *p,
              uint32_t idx, const struct sfm_fde *fde)
{
  const struct sfm_place *place = &p->places[idx];

  if (place->evidence != SFM_EVIDENCE_START || fde->mask || fde->size < 2)
    return NULL;
  struct last_call *call
      = last_calls_find (&r->existing->calls, place->addr, fde->size - 1);
  return call != NULL && call->pads ? call : NULL;
}

/* Give P a copy of its section to be changed, the same for all pieces.  False:
   no memory.  */
static bool
copy_section (struct piece_reader *r, struct image_piece *p)
{
  if (p->piece.bytes == r->copied)
    {
      p->piece.bytes = r->copy;
      return true;
    }
  const size_t size = (size_t) p->piece.size;
  uint8_t *copy = pool_alloc (&r->existing->pool, size);
  if (copy == NULL)
    return false;
  memcpy (copy, p->piece.bytes, size);
  r->copied = p->piece.bytes;
  r->copy = copy;
  p->piece.bytes = copy;
  return true;
}

/* Store SIZE in FDE of P, whose bytes are R's copy.  */
static void
put_size (const struct piece_reader *r, const struct image_piece *p,
          const struct sfm_fde *fde, uint32_t size)
{
  elf_put32 (r->copy + fde->field + sfm_piece_field_size (&p->piece), size,
             p->piece.big_endian);
}

sfm_status
pieces_shorten (struct piece_reader *r, struct image_piece *p, bool *any)
{
  struct sfm_diag diag;
  struct sfm_fde fde;

  *any = false;
  TRY (pieces_read_calls (r->index, r->existing, r->sink));
  for (uint32_t i = 0; i < p->piece.num_fdes; i++)
    {
      if (sfm_fde_read (&p->piece, i, &fde, &diag) != SFM_OK)
        continue;
      struct last_call *call = covered_call (r, p, i, &fde);
      if (call == NULL)
        continue;
      if (!*any && !copy_section (r, p))
        return diag_nomem (r->sink, r->index->image->path);
      *any = true;
      call->covered = true;
      put_size (r, p, &fde, fde.size - 1);
    }
  return SFM_OK;
}
