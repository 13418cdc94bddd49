/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   own.c - the pieces that an image holds already, and where their functions
   are.

   Theory of operation.  Sections called .sframe are walked piece by piece;
   behind their end, inside the old PT_GNU_SFRAME, GNU ld can have left
   relocated pieces of versions that it does not know, among unrelated bytes,
   so there only what is valid in full counts [walk_window].  Each piece's
   anchor is chosen (own-anchor.c), then each function is placed or found
   dead [place_functions].  */

#include "config.h"

#include <elf.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "digest.h"
#include "own.h"

enum
{
  /* An image has one section of pieces, or two; each costs a look at the whole
     PT_GNU_SFRAME and at all that may cut its room short.  */
  SECTION_LIMIT = 16
};

/* Bytes that may hold pieces: a section and what follows it in the old
   segment, or the segment alone.  */
struct window
{
  const char *name;
  uint64_t addr;
  uint64_t offset;
  uint64_t used; /* bytes of the section */
  uint64_t size; /* bytes of the window, at least USED */
};

struct own_reader
{
  const struct image *image;
  const struct code *code;
  const struct evidence *evidence;
  struct own *own;
  const struct say *sink;
  size_t piece_capacity;
  size_t function_capacity;
  size_t run_capacity;
};

bool
own_section_name (const char *name)
{
  return strcmp (name, ".sframe") == 0 || strcmp (name, ".sframe_raw") == 0
         || strcmp (name, ".sframe_reserve") == 0;
}

static sfm_status
add_piece (struct own_reader *r, const struct window *w,
           const struct sfm_piece *piece, bool buried)
{
  struct own *own = r->own;

  if (!array_grow (&own->pieces, &r->piece_capacity, own->piece_count,
                   sizeof *own->pieces)
      || !array_grow (&own->runs, &r->run_capacity, own->run_count,
                      sizeof *own->runs))
    return say_nomem (r->sink, r->image->path);
  own->pieces[own->piece_count++] = (struct own_piece){
    .piece = *piece,
    .section = w->name,
    .addr = w->addr,
    .offset = w->offset,
    .buried = buried,
  };
  own->runs[own->run_count++] = (struct room_piece){ w->offset + piece->offset,
                                                     w->offset + piece->end };
  return SFM_OK;
}

/* List the pieces in W.  */
static sfm_status
walk_window (struct own_reader *r, const struct window *w)
{
  const uint8_t *bytes = r->image->bytes + w->offset;
  struct sfm_piece piece;
  struct sfm_diag diag;
  uint64_t at = 0;
  sfm_status status;

  while (at < w->used)
    {
      status = sfm_piece_next (bytes, (size_t) w->used, at, &piece, &diag);
      if (status == SFM_END)
        break;
      if (status != SFM_OK)
        {
          r->own->unread++;
          say_at (r->sink, SAY_WARNING, r->image->path, w->name, diag.offset,
                  "%s; what is damaged here is not used", diag.text);
          at = (diag.offset > at ? diag.offset : at) / 8 * 8 + 8;
          status = sfm_piece_scan (bytes, (size_t) w->used, at, &piece, &diag);
          if (status != SFM_OK)
            break;
        }
      status = add_piece (r, w, &piece, false);
      if (status != SFM_OK)
        return status;
      at = piece.end;
    }
  for (at = w->used;
       sfm_piece_scan (bytes, (size_t) w->size, at, &piece, &diag) == SFM_OK;
       at = piece.end)
    {
      status = add_piece (r, w, &piece, true);
      if (status != SFM_OK)
        return status;
    }
  return SFM_OK;
}

/* Whether FDE at ADDR has the signature of a discarded function: the linker
   resolved its relocation to 0 (raw value 0 or address 0; V1 and V2 keep 32
   bits of it).  */
static bool
looks_discarded (const struct own_piece *p, const struct sfm_fde *fde,
                 uint64_t addr)
{
  uint64_t kept = p->piece.version == 3 ? addr : addr & UINT32_MAX;

  return fde->start == 0 || kept == 0;
}

/* Fill in the place of FDE.  One that .eh_frame contradicts is damaged (ld -r
   of binutils up to 2.44 leaves relocations that overwrite FDEs, class 21):
   it is not live, and counted.  */
static void
place_function (struct own_reader *r, struct own_piece *p,
                const struct sfm_fde *fde, struct sfm_place *place)
{
  uint64_t addr = sfm_fde_address (fde, p->addr, p->anchor);
  const struct image_section *plt;

  memset (place, 0, sizeof *place);
  place->addr = addr;
  if (!p->usable)
    return;
  place->evidence = evidence_about (r->evidence, addr, fde->size);
  place->live = code_holds (r->code, addr, fde->size)
                && ((place->evidence & SFM_EVIDENCE_START)
                    || !looks_discarded (p, fde, addr));
  plt = code_plt_section (r->code, addr, fde->size);
  place->optional = plt != NULL;
  if (place->live && plt == NULL && fde->size != 0
      && evidence_against (r->evidence, addr, fde->size))
    {
      place->live = false;
      p->wrong++;
    }
  place->rank = p->buried ? SFM_RANK_BURIED : SFM_RANK_IMAGE;
  /* GNU ld 2.40 sets sh_entsize of every PLT section (format reference,
     6.5).  */
  if (plt != NULL && plt->entsize <= UINT8_MAX)
    place->rep_size = (uint8_t) plt->entsize;
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
  if (p->digests == NULL || p->places == NULL)
    return say_nomem (r->sink, r->image->path);
  for (uint32_t i = 0; i < count && status == SFM_OK; i++)
    {
      status = sfm_fde_read (&p->piece, i, &fde, &diag);
      if (status == SFM_OK)
        place_function (r, p, &fde, &p->places[i]);
    }
  if (status == SFM_OK)
    status
        = digest_piece (&p->piece, p->places, p->digests, &p->digest, &diag);
  if (status != SFM_OK)
    {
      p->usable = false;
      r->own->unread++;
      say_at (r->sink, SAY_WARNING, r->image->path, p->section, diag.offset,
              "%s; the piece is not used", diag.text);
      return SFM_OK;
    }
  for (uint32_t i = 0; i < count; i++)
    p->live += p->places[i].live;
  if (p->usable)
    r->own->dead += count - p->live - p->wrong;
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

/* List the live functions of all usable pieces.  */
static sfm_status
list_functions (struct own_reader *r)
{
  struct own *own = r->own;

  for (size_t i = 0; i < own->piece_count; i++)
    {
      const struct own_piece *p = &own->pieces[i];
      for (uint32_t f = 0; p->usable && f < p->piece.num_fdes; f++)
        {
          if (!p->places[f].live || p->places[f].optional)
            continue;
          if (!array_grow (&own->functions, &r->function_capacity,
                           own->function_count, sizeof *own->functions))
            return say_nomem (r->sink, r->image->path);
          own->functions[own->function_count++]
              = (struct own_function){ .digest = p->digests[f],
                                       .addr = p->places[f].addr };
        }
    }
  if (own->function_count == 0)
    return SFM_OK;
  qsort (own->functions, own->function_count, sizeof *own->functions,
         compare_functions);
  /* A piece can be there twice, as a stale copy or by identical code
     folding.  */
  size_t out = 1;
  for (size_t i = 1; i < own->function_count; i++)
    if (compare_functions (&own->functions[i], &own->functions[out - 1]) != 0)
      own->functions[out++] = own->functions[i];
  own->function_count = out;
  return SFM_OK;
}

static int
compare_runs (const void *a, const void *b)
{
  const struct room_piece *x = a, *y = b;

  return x->start < y->start ? -1 : x->start > y->start;
}

/* The window of section S: with what follows it in the PT_GNU_SFRAME that
   begins with it.  */
static struct window
section_window (const struct image *image, const struct image_section *s)
{
  const struct image_segment *segment
      = image_find_segment (image, PT_GNU_SFRAME);
  struct window w = { s->name, s->addr, s->offset, s->size, s->size };

  if (segment != NULL && segment->offset == s->offset
      && segment->filesz > s->size)
    w.size = segment->filesz;
  return w;
}

/* Walk all windows of the image.  */
static sfm_status
walk_windows (struct own_reader *r)
{
  const struct image *image = r->image;
  sfm_status status = SFM_OK;
  unsigned count = 0;

  for (uint32_t i = 1; i < image->section_count && status == SFM_OK; i++)
    {
      const struct image_section *s = &image->sections[i];
      if (!own_section_name (s->name) || s->type == SHT_NOBITS
          || !(s->flags & SHF_ALLOC))
        continue;
      if (count++ == SECTION_LIMIT)
        {
          say (r->sink, SAY_ERROR, image->path,
               "it has more than %d sections of SFrame data",
               (int) SECTION_LIMIT);
          return SFM_ERR_LIMIT;
        }
      struct window w = section_window (image, s);
      status = walk_window (r, &w);
    }
  const struct image_segment *segment
      = image_find_segment (image, PT_GNU_SFRAME);
  if (image->section_count == 0 && segment != NULL && status == SFM_OK)
    {
      struct window w = { "PT_GNU_SFRAME", segment->vaddr, segment->offset, 0,
                          segment->filesz };
      struct sfm_piece piece;
      struct sfm_diag diag;
      /* The first piece is where the segment begins; behind it there may be
         anything (format reference, 9).  */
      if (sfm_piece_open (image->bytes + w.offset, (size_t) w.size, 0, &piece,
                          &diag)
          == SFM_OK)
        w.used = piece.end;
      status = walk_window (r, &w);
    }
  return status;
}

/* Choose the anchors and place the functions of all pieces.  */
static sfm_status
place_pieces (struct own_reader *r)
{
  struct own *own = r->own;
  sfm_status status = SFM_OK;

  for (size_t i = 0; i < own->piece_count && status == SFM_OK; i++)
    {
      struct own_piece *p = &own->pieces[i];
      bool alone = (i == 0 || own->pieces[i - 1].offset != p->offset)
                   && (i + 1 == own->piece_count
                       || own->pieces[i + 1].offset != p->offset);
      own_choose_anchor (r->image, r->code, r->evidence, p, alone, r->sink);
      status = place_functions (r, p);
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
  sfm_status status = walk_windows (&r);
  if (status == SFM_OK)
    status = place_pieces (&r);
  if (status == SFM_OK)
    status = list_functions (&r);
  if (status == SFM_OK && own->run_count != 0)
    qsort (own->runs, own->run_count, sizeof *own->runs, compare_runs);
  if (status != SFM_OK)
    own_free (own);
  return status;
}

void
own_free (struct own *own)
{
  free (own->pieces);
  free (own->functions);
  free (own->runs);
  pool_free (&own->pool);
  memset (own, 0, sizeof *own);
}

/* The first live function that does not sort before SOUGHT.  */
static size_t
lower_bound (const struct own *own, const struct own_function *sought)
{
  size_t low = 0, high = own->function_count;

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
