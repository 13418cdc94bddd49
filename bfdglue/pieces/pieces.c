/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   pieces.c - the existing pieces of an image, and the addresses of their
   functions.

   Theory of operation.  The pieces are found (pieces-find.c).  Then each
   function of a piece is placed or found discarded, by the start base that
   this confirms (start-base.c).  */

#include "config.h"

#include <elf.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "pieces-internal.h"
#include "pieces.h"
#include "process.h"
#include "sfmerge-tool.h"

/* Find where the functions of an existing piece are.

   Each function is placed by itself [place_function], in several threads if
   there are many.  The counts are added up afterwards, and the error reported
   is the first by position, so the result does not depend on the threads.  */

enum
{
  /* Version 1 does not record the size of a repeated block.  GNU ld 2.40, the
     only writer of such functions, makes them for this machine and this size
     alone (doc/internals.md, section 10).  Without section headers no other
     source gives the size; the merger checks that it divides the function.  */
  AMD64_PLT_ENTRY_SIZE = 16
};

/* Results for one part of the functions.  */
struct placing
{
  sfm_status status;
  struct start_score score;
  size_t contradicted;
  size_t not_in_code;
  bool longer; /* a function has one byte more than the image confirms */
};

/* Whether FDE at PLACE has one byte more than INDEX confirms.  */
static bool
is_longer (const struct function_index *index, const struct sfm_fde *fde,
           const struct sfm_place *place)
{
  return place->evidence == SFM_EVIDENCE_START && fde->size > 1
         && (index_confirms (index, place->addr, fde->size - 1)
             & SFM_EVIDENCE_SIZE)
                != 0;
}

/* Fill in the place of FDE.  An FDE that .eh_frame contradicts is damaged
   (relocations that ld -r of binutils up to 2.44 leaves overwrite FDEs): it is
   not live, and counted.  So is one that is neither in code nor discarded.
   FDEs of size 0 are not counted: they describe nothing.  */
static void
place_function (const struct piece_reader *r, const struct image_piece *p,
                const struct sfm_fde *fde, struct sfm_place *place,
                struct placing *counts)
{
  struct piece_facts facts;

  memset (place, 0, sizeof *place);
  place->addr = piece_address (p, fde);
  if (!p->usable)
    return;
  piece_facts (r->index, fde, place->addr, &facts);
  start_score_add (&counts->score, p, fde, &facts);
  const struct image_section *const plt = facts.plt;
  const bool contradicted = piece_contradicted (p, fde, &facts);
  place->evidence = facts.evidence;
  place->live = !contradicted && piece_can_live (p, fde, &facts);
  place->optional = plt != NULL;
  counts->longer |= plt == NULL && is_longer (r->index, fde, place);
  counts->contradicted += contradicted;
  counts->not_in_code += !facts.in_code && fde->size != 0
                         && !piece_discarded (r->index, p, fde, place->addr);
  place->rank = p->past_section_end ? SFM_RANK_BURIED : SFM_RANK_IMAGE;
  /* GNU ld 2.40 sets sh_entsize of every PLT section (doc/internals.md,
     section 10).  */
  if (plt != NULL && plt->entsize <= UINT8_MAX)
    place->rep_size = (uint8_t) plt->entsize;
  else if (!r->index->code.by_sections
           && r->index->image->machine == EM_X86_64)
    place->rep_size = AMD64_PLT_ENTRY_SIZE;
}

struct place_job
{
  const struct piece_reader *reader;
  const struct image_piece *piece;
  struct placing found[THREADS_PARTS_MAX];
};

/* Place functions [FROM, TO), up to the first that cannot be read.  */
static void
place_part (void *data, unsigned part, size_t from, size_t to)
{
  struct place_job *job = data;
  const struct image_piece *p = job->piece;
  struct placing *found = &job->found[part];
  struct sfm_diag diag;
  struct sfm_fde fde;

  for (size_t i = from; i < to; i++)
    {
      found->status = sfm_fde_read (&p->piece, (uint32_t) i, &fde, &diag);
      if (found->status != SFM_OK)
        break;
      p->sizes[i] = fde.size;
      place_function (job->reader, p, &fde, &p->places[i], found);
    }
}

/* Add the counts of PART to those in *SUM.  */
static void
add_score (struct start_score *sum, const struct start_score *part)
{
  sum->in_code += part->in_code;
  sum->confirmed += part->confirmed;
  sum->contradicted += part->contradicted;
  sum->discarded += part->discarded;
}

/* Fill in P's places, and *SCORE for their reading.  *LONGER is set to whether
   a function has one byte more than the image confirms.  DIAG gets the first
   function that cannot be read.  */
static sfm_status
place_all (const struct piece_reader *r, struct image_piece *p,
           struct start_score *score, bool *longer, struct sfm_diag *diag)
{
  struct place_job job = { .reader = r, .piece = p };
  sfm_status status = SFM_OK;
  struct sfm_fde fde;

  *score = (struct start_score){ 0 };
  *longer = false;
  p->contradicted = p->not_in_code = 0;
  threads_parts (p->piece.num_fdes, place_part, &job);
  for (unsigned i = 0; i < THREADS_PARTS_MAX; i++)
    {
      add_score (score, &job.found[i].score);
      p->contradicted += job.found[i].contradicted;
      p->not_in_code += job.found[i].not_in_code;
      *longer |= job.found[i].longer;
      if (job.found[i].status != SFM_OK)
        status = job.found[i].status;
    }
  /* Find the first by position, whichever thread met it.  */
  if (status != SFM_OK)
    for (uint32_t i = 0; i < p->piece.num_fdes; i++)
      {
        status = sfm_fde_read (&p->piece, i, &fde, diag);
        if (status != SFM_OK)
          break;
      }
  return status;
}

/* Fill in P's places by the reading of its starts that is believed, if there
   is one; most often that is P's.  *LONGER and statuses are those of
   place_all.  */
static sfm_status
place_by_reading (struct piece_reader *r, struct image_piece *p, bool *longer,
                  struct sfm_diag *diag)
{
  const enum sfm_start_base expected = p->start_base;
  struct start_score score;

  p->usable = true;
  sfm_status status = place_all (r, p, &score, longer, diag);
  if (status != SFM_OK || !p->usable)
    return status;
  piece_confirm_start_base (r->index, p, &score, r->sink);
  return p->usable && p->start_base == expected
             ? SFM_OK
             : place_all (r, p, &score, longer, diag);
}

/* Fill in P's places, where functions have the size that the image confirms if
   they are longer only to cover a return address.  Statuses: NOMEM, which was
   reported, and those of sfm_fde_read, with DIAG filled in.  */
static sfm_status
place_functions (struct piece_reader *r, struct image_piece *p,
                 struct sfm_diag *diag)
{
  struct start_score score;
  bool longer, shortened = false;
  sfm_status status = place_by_reading (r, p, &longer, diag);

  if (status == SFM_OK && longer)
    status = pieces_shorten (r, p, &shortened);
  return shortened ? place_all (r, p, &score, &longer, diag) : status;
}

/* Make the arrays of P, which have an element for each function.  */
static sfm_status
make_arrays (struct piece_reader *r, struct image_piece *p)
{
  const uint32_t count = p->piece.num_fdes;

  p->digests
      = pool_alloc (&r->existing->pool, (count + 1) * sizeof *p->digests);
  p->places = pool_alloc (&r->existing->pool, (count + 1) * sizeof *p->places);
  p->sizes = pool_alloc (&r->existing->pool, (count + 1) * sizeof *p->sizes);
  p->replaced
      = pool_alloc (&r->existing->pool, (count + 1) * sizeof *p->replaced);
  p->verdicts
      = pool_alloc (&r->existing->pool, (count + 1) * sizeof *p->verdicts);
  if (p->digests == NULL || p->places == NULL || p->sizes == NULL
      || p->replaced == NULL || p->verdicts == NULL)
    return diag_nomem (r->sink, r->index->image->path);
  memset (p->replaced, 0, (count + 1) * sizeof *p->replaced);
  memset (p->verdicts, SFM_CFI_AGREES, (count + 1) * sizeof *p->verdicts);
  return SFM_OK;
}

/* Read all FDEs of P, whose start base is the expected one;
   decide whether it is right, and fill in their digests and places.
   A piece that cannot be read in full is not used at all: its readable part
   may be as wrong as the rest.  Statuses: NOMEM.  */
static sfm_status
pieces_resolve (struct piece_reader *r, struct image_piece *p)
{
  uint32_t count = p->piece.num_fdes;
  struct sfm_diag diag;

  TRY (make_arrays (r, p));
  sfm_status status = place_functions (r, p, &diag);
  if (status == SFM_ERR_NOMEM)
    return status;
  if (status == SFM_OK && pieces_accept_cover (r, p) != SFM_OK)
    return SFM_ERR_NOMEM;
  if (status == SFM_OK)
    status = digest_piece (&p->piece, p->places, &r->known, p->digests, NULL,
                           &diag);
  if (status != SFM_OK)
    {
      p->usable = false;
      p->damaged = true;
      r->existing->unread++;
      diag_at (r->sink, DIAG_WARNING, r->index->image->path, p->section,
               diag.offset, "%s; the piece is not used", diag.text);
      return SFM_OK;
    }
  if (p->usable)
    pieces_judge_rows (r, p);
  for (uint32_t i = 0; i < count; i++)
    p->live += p->places[i].live;
  if (p->usable)
    r->existing->discarded
        += count - p->live - p->contradicted - p->wrong_rows - p->not_in_code;
  if (p->usable && p->contradicted != 0)
    diag_at (r->sink, DIAG_WARNING, r->index->image->path, p->section,
             p->piece.offset,
             "%zu of the %" PRIu32 " functions of this piece do not begin "
             "where .eh_frame has one of their size; they are not used",
             p->contradicted, count);
  if (p->usable && p->not_in_code != 0)
    diag_at (r->sink, DIAG_WARNING, r->index->image->path, p->section,
             p->piece.offset,
             "%zu of the %" PRIu32
             " functions of this piece are not wholly in "
             "one section of code; they are not used",
             p->not_in_code, count);
  return SFM_OK;
}

bool
piece_has_input (const struct image_piece *p)
{
  return p->usable && (p->live != 0 || p->wrong_rows != 0);
}

/* Place the functions of all pieces, those of a section after each other.  */
static sfm_status
place_pieces (struct piece_reader *r)
{
  struct image_piece *pieces = r->existing->pieces;
  const size_t count = r->existing->piece_count;
  size_t next;

  for (size_t first = 0; first < count; first = next)
    {
      next = first + 1;
      while (next < count
             && pieces[next].section_idx == pieces[first].section_idx)
        next++;
      for (size_t i = first; i < next; i++)
        pieces[i].start_base
            = piece_expected_start_base (&pieces[i], next - first == 1);
      for (size_t i = first; i < next; i++)
        TRY (pieces_resolve (r, &pieces[i]));
    }
  return SFM_OK;
}

sfm_status
pieces_read (const struct function_index *index, bool keep_rows,
             struct existing_sframe *existing, const struct diag_sink *sink)
{
  struct piece_reader r = { .index = index,
                            .keep_rows = keep_rows,
                            .existing = existing,
                            .sink = sink,
                            .known.cache = sfm_digest_cache_new () };

  memset (existing, 0, sizeof *existing);
  sfm_status status = pieces_walk (&r);
  if (status == SFM_OK)
    status = place_pieces (&r);
  if (status == SFM_OK)
    status = pieces_list (existing) ? SFM_OK
                                    : diag_nomem (sink, index->image->path);
  sfm_digest_cache_free (r.known.cache);
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
