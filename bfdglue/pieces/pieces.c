/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   pieces.c - the pieces that an image holds already, and where their functions
   are.

   Theory of operation.  The pieces are found (pieces-find.c), then moved
   sections are recognised (moved-section.c), each piece's anchor is chosen
   (start-base.c), and each function is placed or found dead
   (pieces-resolve.c).  */

#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "keyed-sort.h"
#include "large-pages.h"
#include "pieces-internal.h"

static int
compare_functions (const void *a, const void *b)
{
  const struct own_function *x = a, *y = b;

  if (x->addr != y->addr)
    return x->addr < y->addr ? -1 : 1;
  return x->digest < y->digest ? -1 : x->digest > y->digest;
}

/* Whether FDE number IDX of P is listed.  */
static bool
is_listed (const struct own_piece *p, uint32_t idx)
{
  return p->usable && p->places[idx].live && !p->places[idx].optional;
}

/* List the live functions of all usable pieces.  */
static sfm_status
list_functions (struct own_reader *r)
{
  struct own *own = r->own;
  size_t count = 0;

  for (size_t i = 0; i < own->piece_count; i++)
    count += own->pieces[i].usable ? own->pieces[i].live : 0;
  own->functions
      = large_pages_alloc (NULL, (count + 1) * sizeof *own->functions);
  if (own->functions == NULL)
    return say_nomem (r->sink, r->image->path);
  for (size_t i = 0; i < own->piece_count; i++)
    {
      const struct own_piece *p = &own->pieces[i];
      for (uint32_t f = 0; f < p->piece.num_fdes; f++)
        if (is_listed (p, f))
          own->functions[own->function_count++]
              = (struct own_function){ .digest = p->digests[f],
                                       .addr = p->places[f].addr };
    }
  if (own->function_count == 0)
    return SFM_OK;
  keyed_sort (own->functions, own->function_count, sizeof *own->functions,
              offsetof (struct own_function, addr), compare_functions);
  /* A piece can be there twice, as a stale copy or by identical code
     folding.  */
  size_t out = 1;
  for (size_t i = 1; i < own->function_count; i++)
    if (compare_functions (&own->functions[i], &own->functions[out - 1]) != 0)
      own->functions[out++] = own->functions[i];
  own->function_count = out;
  return buckets_make (&own->buckets, own->functions, out,
                       sizeof *own->functions,
                       offsetof (struct own_function, addr))
             ? SFM_OK
             : say_nomem (r->sink, r->image->path);
}

/* Choose the anchors of the COUNT pieces at P, which are all of a section, and
   place their functions.  */
static sfm_status
place_section (struct own_reader *r, struct own_piece *p, size_t count)
{
  bool alone = count == 1;

  for (size_t i = 0; i < count; i++)
    p[i].anchor = own_expected_anchor (&p[i], alone);
  sfm_status status = own_find_shift (r, p, count);
  for (size_t i = 0; i < count && status == SFM_OK; i++)
    {
      own_choose_anchor (r->image, r->code, r->evidence, &p[i], alone,
                         r->sink);
      status = own_place_functions (r, &p[i]);
    }
  return status;
}

/* Place the functions of all pieces.  */
static sfm_status
place_pieces (struct own_reader *r)
{
  struct own_piece *pieces = r->own->pieces;
  sfm_status status = SFM_OK;
  size_t count;

  for (size_t i = 0; i < r->own->piece_count && status == SFM_OK; i += count)
    {
      for (count = 1;
           i + count < r->own->piece_count
           && pieces[i + count].section_idx == pieces[i].section_idx;
           count++)
        continue;
      status = place_section (r, &pieces[i], count);
    }
  return status;
}

sfm_status
own_read (const struct image *image, const struct code *code,
          const struct evidence *evidence, struct own *own,
          const struct say *sink)
{
  struct own_reader r = { .image = image,
                          .code = code,
                          .evidence = evidence,
                          .own = own,
                          .sink = sink };

  memset (own, 0, sizeof *own);
  sfm_status status = own_walk (&r);
  if (status == SFM_OK)
    status = place_pieces (&r);
  if (status == SFM_OK)
    status = list_functions (&r);
  if (status != SFM_OK)
    own_free (own);
  return status;
}

void
own_free (struct own *own)
{
  free (own->pieces);
  free (own->functions);
  buckets_free (&own->buckets);
  free (own->runs);
  pool_free (&own->pool);
  memset (own, 0, sizeof *own);
}

/* The first live function that does not sort before SOUGHT.  */
static size_t
lower_bound (const struct own *own, const struct own_function *sought)
{
  size_t low = 0, high = own->function_count;

  buckets_narrow (&own->buckets, sought->addr, &low, &high);
  while (low < high)
    {
      size_t mid = low + (high - low) / 2;
      if (compare_functions (&own->functions[mid], sought) < 0)
        low = mid + 1;
      else
        high = mid;
    }
  return low;
}

size_t
own_first_at (const struct own *own, uint64_t addr)
{
  const struct own_function sought = { .addr = addr };
  size_t at = lower_bound (own, &sought);

  return at < own->function_count && own->functions[at].addr == addr
             ? at
             : SIZE_MAX;
}

bool
own_any_at (const struct own *own, uint64_t addr)
{
  return own_first_at (own, addr) != SIZE_MAX;
}

size_t
own_find (const struct own *own, uint64_t addr, uint64_t digest)
{
  const struct own_function sought = { .addr = addr, .digest = digest };
  size_t at = lower_bound (own, &sought);

  return at < own->function_count
                 && compare_functions (&own->functions[at], &sought) == 0
             ? at
             : SIZE_MAX;
}
