/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   pieces.c - the existing pieces of an image, and the addresses of their
   functions.

   Theory of operation.  The pieces are found (pieces-find.c) and moved
   sections recognised (moved-section.c).  Then each piece's start base is
   chosen (start-base.c) and each of its functions placed or found discarded
   (pieces-resolve.c).  */

#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "keyed-sort.h"
#include "large-pages.h"
#include "pieces-internal.h"
#include "sorted.h"

/* Whether FDE number IDX of P is listed in existing_sframe.functions.  */
static bool
is_listed (const struct image_piece *p, uint32_t idx)
{
  return p->usable && p->places[idx].live && !p->places[idx].optional;
}

/* List the live functions of all usable pieces.  */
static sfm_status
list_functions (struct piece_reader *r)
{
  struct existing_sframe *existing = r->existing;
  size_t count = 0;

  for (size_t i = 0; i < existing->piece_count; i++)
    count += existing->pieces[i].usable ? existing->pieces[i].live : 0;
  existing->functions
      = large_pages_alloc (NULL, (count + 1) * sizeof *existing->functions);
  if (existing->functions == NULL)
    return diag_nomem (r->sink, r->image->path);
  for (size_t i = 0; i < existing->piece_count; i++)
    {
      const struct image_piece *p = &existing->pieces[i];
      for (uint32_t f = 0; f < p->piece.num_fdes; f++)
        if (is_listed (p, f))
          existing->functions[existing->function_count++]
              = (struct described_function){ .digest = p->digests[f],
                                             .addr = p->places[f].addr };
    }
  if (existing->function_count == 0)
    return SFM_OK;
  keyed_sort (existing->functions, existing->function_count,
              sizeof *existing->functions,
              offsetof (struct described_function, addr), compare_u64_pairs);
  /* A function can be there twice, in a stale copy of a piece or by identical
     code folding.  */
  size_t out = 1;
  for (size_t i = 1; i < existing->function_count; i++)
    if (compare_u64_pairs (&existing->functions[i],
                           &existing->functions[out - 1])
        != 0)
      existing->functions[out++] = existing->functions[i];
  existing->function_count = out;
  return address_index_make (&existing->buckets, existing->functions, out,
                             sizeof *existing->functions,
                             offsetof (struct described_function, addr))
             ? SFM_OK
             : diag_nomem (r->sink, r->image->path);
}

/* Choose the start bases of the COUNT pieces at P, all the pieces of a
   section, and place their functions.  */
static sfm_status
place_section (struct piece_reader *r, struct image_piece *p, size_t count)
{
  bool alone = count == 1;

  for (size_t i = 0; i < count; i++)
    p[i].start_base = piece_expected_start_base (&p[i], alone);
  sfm_status status = pieces_find_shift (r, p, count);
  for (size_t i = 0; i < count && status == SFM_OK; i++)
    {
      piece_choose_start_base (r->image, r->code, r->index, &p[i], alone,
                               r->sink);
      status = pieces_resolve (r, &p[i]);
    }
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
pieces_read (const struct image *image, const struct code_ranges *code,
             const struct function_index *index,
             struct existing_sframe *existing, const struct diag_sink *sink)
{
  struct piece_reader r = { .image = image,
                            .code = code,
                            .index = index,
                            .existing = existing,
                            .sink = sink };

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
  free (existing->functions);
  address_index_free (&existing->buckets);
  free (existing->runs);
  pool_free (&existing->pool);
  memset (existing, 0, sizeof *existing);
}

/* The first live function not below SOUGHT.  */
static size_t
lower_bound (const struct existing_sframe *existing,
             const struct described_function *sought)
{
  size_t low = 0, high = existing->function_count;

  address_index_narrow (&existing->buckets, sought->addr, &low, &high);
  return sorted_within (existing->functions, low, high, sizeof *sought, sought,
                        compare_u64_pairs);
}

size_t
pieces_first_at (const struct existing_sframe *existing, uint64_t addr)
{
  const struct described_function sought = { .addr = addr };
  size_t at = lower_bound (existing, &sought);

  return at < existing->function_count && existing->functions[at].addr == addr
             ? at
             : SIZE_MAX;
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
  const struct described_function sought = { .addr = addr, .digest = digest };
  size_t at = lower_bound (existing, &sought);

  return at < existing->function_count
                 && compare_u64_pairs (&existing->functions[at], &sought) == 0
             ? at
             : SIZE_MAX;
}
