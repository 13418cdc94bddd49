/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   pieces-functions.c - list the functions of existing pieces.

   What describes an image is listed here alone: coverage, comparisons with
   inputs and with other images, and the placer's search all mean the same
   functions by it.  */

#include "config.h"

#include "pieces-internal.h"
#include "pieces.h"

/* Whether functions of P are listed in a list of KIND.  */
static bool
piece_is_listed (const struct image_piece *p, enum function_kind kind)
{
  switch (kind)
    {
    case FUNCTIONS_LIVE:
      return p->usable;
    case FUNCTIONS_VISIBLE:
    case FUNCTIONS_JUDGED:
      return piece_is_visible (p);
    case FUNCTIONS_ALL:
      break;
    }
  return !p->damaged;
}

/* Whether FDE number IDX of P is listed in a list of KIND.  */
static bool
function_is_listed (const struct image_piece *p, uint32_t idx,
                    enum function_kind kind)
{
  switch (kind)
    {
    case FUNCTIONS_LIVE:
      return p->places[idx].live && !p->places[idx].optional;
    case FUNCTIONS_VISIBLE:
      return function_is_visible (p, idx);
    case FUNCTIONS_JUDGED:
      return function_is_visible (p, idx)
             || verdict_refuses (p->verdicts[idx]);
    case FUNCTIONS_ALL:
      break;
    }
  return true;
}

/* By address, then digest, then in the order of the file.  */
static int
compare_functions (const void *a, const void *b)
{
  const struct function *x = a, *y = b;

  if (x->addr != y->addr)
    return x->addr < y->addr ? -1 : 1;
  if (x->digest != y->digest)
    return x->digest < y->digest ? -1 : 1;
  if (x->piece != y->piece)
    return x->piece < y->piece ? -1 : 1;
  return x->fde < y->fde ? -1 : x->fde > y->fde;
}

/* Add the functions of P, piece number NUMBER, to LIST.  */
static bool
list_piece (const struct image_piece *p, uint32_t number,
            enum function_kind kind, struct function_list *list)
{
  struct sfm_fde fde;
  struct sfm_diag diag;

  for (uint32_t i = 0; i < p->piece.num_fdes; i++)
    {
      struct function function
          = { .digest = p->digests[i], .piece = number, .fde = i };
      if (!function_is_listed (p, i, kind))
        continue;
      if (p->usable)
        {
          function.addr = p->places[i].addr;
          function.size = p->sizes[i];
        }
      else if (sfm_fde_read (&p->piece, i, &fde, &diag) == SFM_OK)
        {
          function.addr = piece_address (p, &fde);
          function.size = fde.size;
        }
      if (function.size == 0)
        continue;
      if (!function_list_add (list, &function))
        return false;
    }
  return true;
}

bool
pieces_functions (const struct existing_sframe *existing,
                  enum function_kind kind, struct function_list *list)
{
  size_t count = 0;

  for (size_t i = 0; i < existing->piece_count; i++)
    if (piece_is_listed (&existing->pieces[i], kind))
      count += existing->pieces[i].piece.num_fdes;
  function_list_expect (list, count);
  for (size_t i = 0; i < existing->piece_count; i++)
    if (piece_is_listed (&existing->pieces[i], kind)
        && !list_piece (&existing->pieces[i], (uint32_t) i, kind, list))
      return false;
  function_list_sort (list, compare_functions);
  return true;
}

bool
pieces_list (struct existing_sframe *existing)
{
  struct function_list *list = &existing->functions;
  size_t kept = 0;

  if (!pieces_functions (existing, FUNCTIONS_LIVE, list))
    return false;
  /* A function can be there twice, in a stale copy of a piece or by identical
     code folding.  */
  for (size_t i = 0; i < list->count; i++)
    if (kept == 0 || list->at[i].addr != list->at[kept - 1].addr
        || list->at[i].digest != list->at[kept - 1].digest)
      list->at[kept++] = list->at[i];
  list->count = kept;
  return function_list_index (list);
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
