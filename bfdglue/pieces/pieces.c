/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   pieces.c - the existing pieces of an image, and the addresses of their
   functions.

   Theory of operation.  The pieces are found (pieces-find.c) and moved
   sections recognised (moved-section.c).  Then each function of a piece is
   placed or found discarded (pieces-resolve.c), by the start base that this
   confirms (start-base.c).  */

#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "pieces-internal.h"

/* Whether FDE number IDX of P is listed in existing_sframe.functions.  */
static bool
is_listed (const struct image_piece *p, uint32_t idx)
{
  return p->usable && p->places[idx].live && !p->places[idx].optional;
}

bool
piece_has_input (const struct image_piece *p)
{
  return p->usable && (p->live != 0 || p->wrong_rows != 0);
}

/* Whether function IDX of P has size 0.  It describes nothing, so that another
   function may begin at its address.  */
static bool
is_empty (const struct image_piece *p, uint32_t idx)
{
  struct sfm_fde fde;
  struct sfm_diag diag;

  return p->empty && sfm_fde_read (&p->piece, idx, &fde, &diag) == SFM_OK
         && fde.size == 0;
}

/* By address, then digest.  */
static int
compare_functions (const void *a, const void *b)
{
  const struct function *x = a, *y = b;

  if (x->addr != y->addr)
    return x->addr < y->addr ? -1 : 1;
  return x->digest < y->digest ? -1 : x->digest > y->digest;
}

/* List the live functions of all usable pieces, but for those of size 0.  */
static sfm_status
list_functions (struct piece_reader *r)
{
  struct existing_sframe *existing = r->existing;
  struct function_list *list = &existing->functions;
  size_t count = 0;

  for (size_t i = 0; i < existing->piece_count; i++)
    count += existing->pieces[i].usable ? existing->pieces[i].live : 0;
  function_list_expect (list, count);
  for (size_t i = 0; i < existing->piece_count; i++)
    {
      const struct image_piece *p = &existing->pieces[i];
      for (uint32_t f = 0; f < p->piece.num_fdes; f++)
        {
          const struct function function = { .addr = p->places[f].addr,
                                             .digest = p->digests[f],
                                             .piece = (uint32_t) i,
                                             .fde = f };
          if (is_listed (p, f) && !is_empty (p, f)
              && !function_list_add (list, &function))
            return diag_nomem (r->sink, r->index->image->path);
        }
    }
  function_list_sort (list, compare_functions);
  /* A function can be there twice, in a stale copy of a piece or by identical
     code folding.  */
  size_t out = 0;
  for (size_t i = 0; i < list->count; i++)
    if (out == 0 || compare_functions (&list->at[i], &list->at[out - 1]) != 0)
      list->at[out++] = list->at[i];
  list->count = out;
  return function_list_index (list)
             ? SFM_OK
             : diag_nomem (r->sink, r->index->image->path);
}

/* Place the functions of the COUNT pieces at P, all the pieces of a
   section.  */
static sfm_status
place_section (struct piece_reader *r, struct image_piece *p, size_t count)
{
  bool alone = count == 1;

  for (size_t i = 0; i < count; i++)
    p[i].start_base = piece_expected_start_base (&p[i], alone);
  sfm_status status = SFM_OK;
  for (size_t i = 0; i < count && status == SFM_OK; i++)
    status = pieces_resolve (r, &p[i]);
  return status;
}

/* Place the functions of all pieces.  */
static sfm_status
place_pieces (struct piece_reader *r)
{
  struct image_piece *pieces = r->existing->pieces;
  sfm_status status = SFM_OK;
  size_t count;

  for (size_t i = 0; i < r->existing->piece_count && status == SFM_OK;
       i += count)
    {
      for (count = 1;
           i + count < r->existing->piece_count
           && pieces[i + count].section_idx == pieces[i].section_idx;
           count++)
        continue;
      status = place_section (r, &pieces[i], count);
    }
  return status;
}

sfm_status
pieces_read (const struct function_index *index, bool keep_rows,
             struct existing_sframe *existing, const struct diag_sink *sink)
{
  struct piece_reader r = {
    .index = index, .keep_rows = keep_rows, .existing = existing, .sink = sink
  };

  memset (existing, 0, sizeof *existing);
  sfm_status status = pieces_walk (&r);
  if (status == SFM_OK)
    status = place_pieces (&r);
  if (status == SFM_OK)
    status = list_functions (&r);
  if (status != SFM_OK)
    pieces_free (existing);
  return status;
}

void
pieces_free (struct existing_sframe *existing)
{
  free (existing->pieces);
  function_list_free (&existing->functions);
  free (existing->runs);
  last_calls_free (&existing->calls);
  pool_free (&existing->pool);
  memset (existing, 0, sizeof *existing);
}

/* The index of the first listed function that is not before ADDR and
   DIGEST.  */
static size_t
find (const struct existing_sframe *existing, uint64_t addr, uint64_t digest)
{
  const struct function sought = { .addr = addr, .digest = digest };

  return function_list_search (&existing->functions, &sought,
                               compare_functions);
}

size_t
pieces_first_at (const struct existing_sframe *existing, uint64_t addr)
{
  size_t at = find (existing, addr, 0);

  return function_list_starts (&existing->functions, at, addr) ? at : SIZE_MAX;
}

bool
pieces_any_at (const struct existing_sframe *existing, uint64_t addr)
{
  return pieces_first_at (existing, addr) != SIZE_MAX;
}

size_t
pieces_find (const struct existing_sframe *existing, uint64_t addr,
             uint64_t digest)
{
  size_t at = find (existing, addr, digest);

  return function_list_starts (&existing->functions, at, addr)
                 && existing->functions.at[at].digest == digest
             ? at
             : SIZE_MAX;
}
