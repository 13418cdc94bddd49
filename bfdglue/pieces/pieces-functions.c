/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   pieces-functions.c - the functions of existing pieces: what the image says
   of each, and lists of them.

   Only this file decides which functions describe an image, so that coverage,
   comparisons with inputs and with other images, and the placer's search all
   use the same ones.  */

#include "config.h"

#include "pieces-internal.h"
#include "pieces-limits.h"
#include "pieces.h"
#include "sorted.h"

/* The part of ADDR, a function of P, that a start field of
   P's version holds: 32 bits for versions 1 and 2.  */
static uint64_t
piece_kept_address (const struct image_piece *p, uint64_t addr)
{
  return p->piece.version == 3 ? addr : addr & UINT32_MAX;
}

uint64_t
piece_address (const struct image_piece *p, const struct sfm_fde *fde)
{
  return sfm_fde_address (fde, p->addr, p->start_base);
}

bool
piece_looks_discarded (const struct image_piece *p, const struct sfm_fde *fde,
                       uint64_t addr)
{
  return fde->start == 0 || piece_kept_address (p, addr) == 0;
}

/* Whether a segment of IMAGE has bytes of [ADDR, ADDR + SIZE).  */
static bool
is_mapped (const struct image *image, uint64_t addr, uint64_t size)
{
  for (uint32_t i = 0; i < image->segment_count; i++)
    {
      const struct image_segment *s = &image->segments[i];
      if (s->type == PT_LOAD
          && (addr < s->vaddr ? s->memsz != 0 && s->vaddr - addr < size
                              : addr - s->vaddr < s->memsz))
        return true;
    }
  return false;
}

bool
piece_discarded (const struct function_index *index,
                 const struct image_piece *p, const struct sfm_fde *fde,
                 uint64_t addr)
{
  return piece_looks_discarded (p, fde, addr)
         || (piece_kept_address (p, addr) < LIMIT_DISCARDED_ADDRESS
             && (!is_mapped (index->image, addr, fde->size)
                 || (!(p->piece.flags & SFM_F_FDE_SORTED)
                     && !code_ranges_touch (&index->code, addr, fde->size))));
}

void
piece_facts (const struct function_index *index, const struct sfm_fde *fde,
             uint64_t addr, struct piece_facts *facts)
{
  *facts = (struct piece_facts){
    .addr = addr,
    .in_code = code_ranges_hold (&index->code, addr, fde->size),
    .plt = code_ranges_plt_section (&index->code, addr, fde->size),
  };
  facts->evidence
      = index_judges (index, addr, fde->size, &facts->contradicted);
}

bool
piece_can_live (const struct image_piece *p, const struct sfm_fde *fde,
                const struct piece_facts *facts)
{
  return facts->in_code
         && ((facts->evidence & SFM_EVIDENCE_START)
             || !piece_looks_discarded (p, fde, facts->addr));
}

bool
piece_contradicted (const struct image_piece *p, const struct sfm_fde *fde,
                    const struct piece_facts *facts)
{
  return facts->contradicted && fde->size != 0 && facts->plt == NULL
         && piece_can_live (p, fde, facts);
}

bool
piece_is_visible (const struct image_piece *p)
{
  return p->usable && !p->past_section_end && p->section_read;
}

bool
function_is_visible (const struct image_piece *p, uint32_t idx)
{
  return p->places[idx].live || p->replaced[idx] != PIECE_KEPT;
}

const struct image_piece *
readable_piece (const struct image *image,
                const struct existing_sframe *existing)
{
  const struct image_segment *segment
      = image_find_segment (image, PT_GNU_SFRAME);

  for (size_t i = 0; i < existing->piece_count; i++)
    {
      const struct image_piece *p = &existing->pieces[i];
      if (!p->section_read || (segment != NULL && segment->vaddr != p->addr))
        continue;
      bool to_field = p->piece.flags & SFM_F_FDE_FUNC_START_PCREL;
      return p->piece.offset == 0 && piece_is_visible (p)
                     && (p->start_base == SFM_START_BASE_FIELD) == to_field
                 ? p
                 : NULL;
    }
  return NULL;
}

/* Whether functions of P are listed in a list of KIND.  */
static bool
piece_is_listed (const struct image_piece *p, enum function_kind kind)
{
  if (kind == FUNCTIONS_ALL)
    return !p->damaged;
  return kind == FUNCTIONS_LIVE ? p->usable : piece_is_visible (p);
}

/* Whether FDE number IDX of P is listed in a list of KIND.  */
static bool
function_is_listed (const struct image_piece *p, uint32_t idx,
                    enum function_kind kind)
{
  if (kind == FUNCTIONS_LIVE)
    return p->places[idx].live && !p->places[idx].optional;
  return kind == FUNCTIONS_ALL || function_is_visible (p, idx)
         || (kind == FUNCTIONS_JUDGED && verdict_refuses (p->verdicts[idx]));
}

/* By address, then digest, then in the order of the file.  */
static int
compare_functions (const void *a, const void *b)
{
  const struct function *x = a, *y = b;

  ORDER_BY (x->addr, y->addr);
  ORDER_BY (x->digest, y->digest);
  ORDER_BY (x->piece, y->piece);
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

sfm_status
pieces_list (const struct function_index *index,
             struct existing_sframe *existing, const struct diag_sink *sink)
{
  struct function_list *list = &existing->functions;
  size_t kept = 0;

  if (!pieces_functions (existing, FUNCTIONS_LIVE, list))
    return diag_nomem (sink, index->image->path);
  /* A function can be there twice, in a stale copy of a piece or by identical
     code folding.  */
  for (size_t i = 0; i < list->count; i++)
    if (kept == 0 || list->at[i].addr != list->at[kept - 1].addr
        || list->at[i].digest != list->at[kept - 1].digest)
      list->at[kept++] = list->at[i];
  list->count = kept;
  return function_list_index (list) ? SFM_OK
                                    : diag_nomem (sink, index->image->path);
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

/* The index of the first listed function at ADDR, or SIZE_MAX.  */
static size_t
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
