/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   pieces.c - the existing pieces of an image, and the addresses of their
   functions.

   Theory of operation.  The pieces are found (pieces-find.c).  Then each
   function of a piece is placed or found discarded, by the start base that
   this confirms (start-base.c), and its rows are judged (piece-rows.c).  An
   image whose linker did not merge has a piece for each object: so the pieces
   are divided among threads, and a large piece is, too [take_step].  */

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
  /* Counted in a local variable, as the parts' results share cache lines.  */
  struct placing found = { .status = SFM_OK };
  struct sfm_diag diag;
  struct sfm_fde fde;

  for (size_t i = from; i < to; i++)
    {
      found.status = sfm_fde_read (&p->piece, (uint32_t) i, &fde, &diag);
      if (found.status != SFM_OK)
        break;
      p->sizes[i] = fde.size;
      place_function (job->reader, p, &fde, &p->places[i], &found);
    }
  job->found[part] = found;
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

/* Fill in P's places, and *SCORE for their reading.  DIAG gets the first
   function that cannot be read.  */
static sfm_status
place_all (const struct piece_reader *r, struct image_piece *p,
           struct start_score *score, struct sfm_diag *diag)
{
  struct place_job job = { .reader = r, .piece = p };
  sfm_status status = SFM_OK;
  struct sfm_fde fde;

  *score = (struct start_score){ 0 };
  p->longer = false;
  p->contradicted = p->not_in_code = 0;
  threads_parts (p->piece.num_fdes, place_part, &job);
  for (unsigned i = 0; i < THREADS_PARTS_MAX; i++)
    {
      add_score (score, &job.found[i].score);
      p->contradicted += job.found[i].contradicted;
      p->not_in_code += job.found[i].not_in_code;
      p->longer |= job.found[i].longer;
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

/* Warn that P is not used, because of DIAG: its readable part may be as wrong
   as the rest.  */
static void
refuse_piece (const struct piece_reader *r, struct image_piece *p,
              const struct sfm_diag *diag)
{
  p->usable = false;
  p->damaged = true;
  diag_at (r->sink, DIAG_WARNING, r->index->image->path, p->section,
           diag->offset, "%s; the piece is not used", diag->text);
}

/* The steps of reading a piece.  Statuses: NOMEM.  */

/* Fill in P's places by the reading of its starts that is believed, if there
   is one; most often that is P's.  */
static sfm_status
place_by_reading (struct piece_reader *r, struct image_piece *p)
{
  const enum sfm_start_base expected = p->start_base;
  struct start_score score;
  struct sfm_diag diag;

  p->usable = true;
  sfm_status status = place_all (r, p, &score, &diag);
  if (status == SFM_OK)
    {
      piece_confirm_start_base (r->index, p, &score, r->sink);
      if (!p->usable || p->start_base != expected)
        status = place_all (r, p, &score, &diag);
    }
  if (status != SFM_OK)
    refuse_piece (r, p, &diag);
  return SFM_OK;
}

/* Give functions of P the size that the image confirms if they are longer only
   to cover a return address.  */
static sfm_status
shorten_functions (struct piece_reader *r, struct image_piece *p)
{
  struct start_score score;
  struct sfm_diag diag;
  bool any = false;

  if (p->damaged || !p->longer)
    return SFM_OK;
  TRY (pieces_shorten (r, p, &any));
  return any ? place_all (r, p, &score, &diag) : SFM_OK;
}

/* Decide by their extents and rows which functions of P are live, and fill in
   their digests.  */
static sfm_status
judge_functions (struct piece_reader *r, struct image_piece *p)
{
  const uint32_t count = p->piece.num_fdes;
  struct sfm_diag diag;

  if (p->damaged)
    return SFM_OK;
  TRY (pieces_accept_cover (r, p));
  if (r->known.cache == NULL)
    r->known.cache = sfm_digest_cache_new (r->functions);
  if (digest_piece (&p->piece, p->places, &r->known, p->digests, NULL, &diag)
      != SFM_OK)
    {
      refuse_piece (r, p, &diag);
      return SFM_OK;
    }
  if (p->usable)
    pieces_judge_rows (r, p);
  for (uint32_t i = 0; i < count; i++)
    p->live += p->places[i].live;
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

typedef sfm_status piece_step (struct piece_reader *r, struct image_piece *p);

/* A step that shares nothing between pieces.  */
struct pieces_pass
{
  const struct piece_reader *reader;
  piece_step *step;
  struct
  {
    struct diag_queue messages;
    sfm_status status;
  } parts[THREADS_PARTS_MAX];
};

/* Take the step of PASS for the pieces that begin in [FROM, TO), where a piece
   counts one more than it has functions.  */
static void
pass_part (void *data, unsigned part, size_t from, size_t to)
{
  struct pieces_pass *pass = data;
  struct piece_reader r = *pass->reader;
  sfm_status status = SFM_OK;
  size_t at = 0;

  r.sink = &pass->parts[part].messages.sink;
  r.functions = to - from;
  for (size_t i = 0; i < r.existing->piece_count && at < to; i++)
    {
      struct image_piece *p = &r.existing->pieces[i];
      if (at >= from && status == SFM_OK)
        status = pass->step (&r, p);
      at += (size_t) p->piece.num_fdes + 1;
    }
  pass->parts[part].status = status;
  sfm_digest_cache_free (r.known.cache);
}

/* Take STEP for all pieces, in several threads if they have many functions.
   The messages do not depend on the threads.  */
static sfm_status
take_step (const struct piece_reader *r, piece_step *step)
{
  const struct existing_sframe *existing = r->existing;
  struct pieces_pass pass = { .reader = r, .step = step };
  sfm_status status = SFM_OK;
  size_t weight = 0;

  for (size_t i = 0; i < existing->piece_count; i++)
    weight += (size_t) existing->pieces[i].piece.num_fdes + 1;
  for (unsigned i = 0; i < THREADS_PARTS_MAX; i++)
    diag_queue_begin (&pass.parts[i].messages);
  threads_parts (weight, pass_part, &pass);
  for (unsigned i = 0; i < THREADS_PARTS_MAX; i++)
    {
      const sfm_status flushed = diag_queue_flush (
          &pass.parts[i].messages, status == SFM_OK ? r->sink : &diag_silent);
      if (status == SFM_OK)
        status
            = pass.parts[i].status != SFM_OK ? pass.parts[i].status : flushed;
    }
  return status;
}

/* Make the arrays of the pieces, and set what the starts of each are expected
   to be relative to.  */
static sfm_status
begin_pieces (struct piece_reader *r)
{
  struct image_piece *pieces = r->existing->pieces;
  const size_t count = r->existing->piece_count;

  for (size_t i = 0; i < count; i++)
    {
      const uint32_t section = pieces[i].section_idx;
      const bool alone
          = (i == 0 || pieces[i - 1].section_idx != section)
            && (i + 1 == count || pieces[i + 1].section_idx != section);
      pieces[i].start_base = piece_expected_start_base (&pieces[i], alone);
      TRY (make_arrays (r, &pieces[i]));
    }
  return SFM_OK;
}

/* Shorten functions of all pieces, which share a copy of their section.  */
static sfm_status
shorten_pieces (struct piece_reader *r)
{
  for (size_t i = 0; i < r->existing->piece_count; i++)
    TRY (shorten_functions (r, &r->existing->pieces[i]));
  return SFM_OK;
}

/* Add what was found of each piece to the counts of all.  */
static void
count_pieces (struct existing_sframe *existing)
{
  for (size_t i = 0; i < existing->piece_count; i++)
    {
      const struct image_piece *p = &existing->pieces[i];
      existing->unread += p->damaged;
      if (p->usable)
        existing->discarded += p->piece.num_fdes - p->live - p->contradicted
                               - p->wrong_rows - p->not_in_code;
    }
}

static sfm_status
read_all (struct piece_reader *r)
{
  TRY (pieces_walk (r));
  TRY (begin_pieces (r));
  TRY (take_step (r, place_by_reading));
  TRY (shorten_pieces (r));
  TRY (take_step (r, judge_functions));
  count_pieces (r->existing);
  return SFM_OK;
}

sfm_status
pieces_read (const struct function_index *index, bool keep_rows,
             struct existing_sframe *existing, const struct diag_sink *sink)
{
  struct piece_reader r = {
    .index = index, .keep_rows = keep_rows, .existing = existing, .sink = sink
  };

  memset (existing, 0, sizeof *existing);
  const sfm_status status = read_all (&r);
  if (status != SFM_OK)
    pieces_free (existing);
  return status;
}

bool
piece_has_input (const struct image_piece *p)
{
  return p->usable && (p->live != 0 || p->wrong_rows != 0);
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
