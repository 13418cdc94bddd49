/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   own.c - the pieces that an image holds already, and where their functions
   are.

   Theory of operation.  The pieces are found (own-walk.c), then moved
   sections are recognised (own-shift.c), each piece's anchor is chosen
   (own-anchor.c), and each function is placed or found dead
   [place_functions].  */

#include "config.h"

#include <elf.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "digest.h"
#include "keyed-sort.h"
#include "large-pages.h"
#include "own-reader.h"

enum
{
  /* Version 1 does not say the size of a repeated block, and GNU ld 2.40, the
     only writer of such functions, makes them for this machine and this size
     alone (format reference, 6.5).  Without section headers there is nothing
     else to go by; the merger checks that it divides the function.  */
  AMD64_PLT_ENTRY_SIZE = 16,
  /* The address of a discarded function is 0, plus the function's place in its
     section where a relocation has that as its addend.  Nothing is mapped
     below.  */
  DISCARDED_BELOW = 0x1000
};

/* ADDR, of a function of P, as far as P can tell it from an address that many
   times 4 GiB away.  */
static uint64_t
kept_address (const struct own_piece *p, uint64_t addr)
{
  return p->piece.version == 3 ? addr : addr & UINT32_MAX;
}

uint64_t
own_address (const struct own_piece *p, const struct sfm_fde *fde)
{
  return sfm_fde_address (fde, p->addr + p->shift, p->anchor);
}

bool
own_looks_discarded (const struct own_piece *p, const struct sfm_fde *fde,
                     uint64_t addr)
{
  return fde->start == 0 || kept_address (p, addr) == 0;
}

bool
own_discarded (const struct code *code, const struct own_piece *p,
               const struct sfm_fde *fde, uint64_t addr)
{
  return own_looks_discarded (p, fde, addr)
         || (kept_address (p, addr) < DISCARDED_BELOW
             && !code_holds (code, addr, fde->size));
}

bool
own_contradicted (const struct own_reader *r, const struct own_piece *p,
                  const struct sfm_fde *fde, uint8_t evidence)
{
  uint64_t addr = own_address (p, fde);

  return fde->size != 0 && code_holds (r->code, addr, fde->size)
         && ((evidence & SFM_EVIDENCE_START)
             || !own_looks_discarded (p, fde, addr))
         && code_plt_section (r->code, addr, fde->size) == NULL
         && evidence_against (r->evidence, addr, fde->size);
}

/* Fill in the place of FDE.  One that .eh_frame contradicts is damaged (ld -r
   of binutils up to 2.44 leaves relocations that overwrite FDEs, class 21):
   it is not live, and counted, as is one that is neither in code nor was
   discarded.  Nothing is lost with one of size 0.  */
static void
place_function (struct own_reader *r, struct own_piece *p,
                const struct sfm_fde *fde, struct sfm_place *place)
{
  uint64_t addr = own_address (p, fde);
  const struct image_section *plt;

  memset (place, 0, sizeof *place);
  place->addr = addr;
  if (!p->usable)
    return;
  place->evidence = evidence_about (r->evidence, addr, fde->size);
  place->live = code_holds (r->code, addr, fde->size)
                && ((place->evidence & SFM_EVIDENCE_START)
                    || !own_looks_discarded (p, fde, addr));
  plt = code_plt_section (r->code, addr, fde->size);
  place->optional = plt != NULL;
  /* own_contradicted, as far as it is not known yet.  */
  if (place->live && fde->size != 0 && plt == NULL
      && evidence_against (r->evidence, addr, fde->size))
    {
      place->live = false;
      p->wrong++;
    }
  p->stray += !place->live && fde->size != 0
              && !code_holds (r->code, addr, fde->size)
              && !own_discarded (r->code, p, fde, addr);
  place->rank = p->buried ? SFM_RANK_BURIED : SFM_RANK_IMAGE;
  /* GNU ld 2.40 sets sh_entsize of every PLT section (format reference,
     6.5).  */
  if (plt != NULL && plt->entsize <= UINT8_MAX)
    place->rep_size = (uint8_t) plt->entsize;
  else if (!r->code->by_sections && r->image->machine == EM_X86_64)
    place->rep_size = AMD64_PLT_ENTRY_SIZE;
}

/* Read all FDEs of P, their digests and places.  A piece that cannot be read
   whole is dropped: what is left of it may be as wrong as what is not.  */
static sfm_status
place_functions (struct own_reader *r, struct own_piece *p)
{
  uint32_t count = p->piece.num_fdes;
  struct sfm_diag diag;
  struct sfm_fde fde;
  sfm_status status = SFM_OK;

  p->digests = pool_alloc (&r->own->pool, (count + 1) * sizeof *p->digests);
  p->places = pool_alloc (&r->own->pool, (count + 1) * sizeof *p->places);
  p->replaced = pool_alloc (&r->own->pool, (count + 1) * sizeof *p->replaced);
  if (p->digests == NULL || p->places == NULL || p->replaced == NULL)
    return say_nomem (r->sink, r->image->path);
  memset (p->replaced, 0, (count + 1) * sizeof *p->replaced);
  for (uint32_t i = 0; i < count && status == SFM_OK; i++)
    {
      status = sfm_fde_read (&p->piece, i, &fde, &diag);
      if (status == SFM_OK)
        place_function (r, p, &fde, &p->places[i]);
    }
  if (status == SFM_OK && own_keep_tiles (r, p) != SFM_OK)
    return SFM_ERR_NOMEM;
  if (status == SFM_OK)
    status = digest_piece (&p->piece, p->places, p->digests, &diag);
  if (status != SFM_OK)
    {
      p->usable = false;
      p->damaged = true;
      r->own->unread++;
      say_at (r->sink, SAY_WARNING, r->image->path, p->section, diag.offset,
              "%s; the piece is not used", diag.text);
      return SFM_OK;
    }
  for (uint32_t i = 0; i < count; i++)
    p->live += p->places[i].live;
  if (p->usable)
    r->own->dead += count - p->live - p->wrong - p->stray;
  if (p->usable && p->wrong != 0)
    say_at (r->sink, SAY_WARNING, r->image->path, p->section, p->piece.offset,
            "%zu of the %" PRIu32 " functions of this piece do not begin "
            "where .eh_frame has one of their size; they are not used",
            p->wrong, count);
  return SFM_OK;
}

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
      status = place_functions (r, &p[i]);
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

bool
own_any_at (const struct own *own, uint64_t addr)
{
  const struct own_function sought = { .addr = addr };
  size_t at = lower_bound (own, &sought);

  return at < own->function_count && own->functions[at].addr == addr;
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
