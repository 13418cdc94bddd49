/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   choose-location.c - choose where in an image the merged section goes.  */

#include "config.h"

#include <elf.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "choose-location.h"
#include "sframe-section.h"

enum
{
  OLD,    /* an SFrame section, or the segment */
  RESERVE /* .sframe_reserve */
};

/* The best location of each kind, valid if PRESENT.  */
struct places
{
  struct free_space space[2];
  bool present[2];
};

static void
add_place (struct places *places, unsigned kind,
           const struct free_space *space)
{
  const struct free_space *best = &places->space[kind];

  /* Code may read a section through a symbol at its end, so such a section
     goes first.  */
  if (places->present[kind]
      && (best->fixed_size > space->fixed_size
          || (best->fixed_size == space->fixed_size
              && best->size >= space->size)))
    return;
  places->space[kind] = *space;
  places->present[kind] = true;
}

/* Measure all locations in IMAGE.  A section outside every segment, or one
   that shares bytes with something else, is an error.  */
static sfm_status
measure_places (const struct image *image, const struct byte_range *pieces,
                size_t piece_count, struct places *places,
                const struct diag_sink *sink)
{
  struct free_space space;

  memset (places, 0, sizeof *places);
  for (uint32_t i = 1; i < image->section_count; i++)
    {
      const struct image_section *s = &image->sections[i];
      enum sframe_section kind = image_sframe_section (s);
      if (kind == SECTION_NOT_SFRAME || !(s->flags & SHF_ALLOC)
          || s->type == SHT_NOBITS)
        continue;
      sfm_status status
          = free_space_measure (image, i, pieces, piece_count, &space, sink);
      if (status != SFM_OK)
        return status;
      add_place (places, kind == SECTION_SFRAME_RESERVE ? RESERVE : OLD,
                 &space);
    }
  if (image->section_count == 0
      && image_find_segment (image, PT_GNU_SFRAME) != NULL)
    {
      sfm_status status
          = free_space_measure (image, 0, pieces, piece_count, &space, sink);
      if (status != SFM_OK)
        return status;
      add_place (places, OLD, &space);
    }
  if (places->present[OLD] && places->space[OLD].fixed_size)
    places->present[RESERVE] = false;
  return SFM_OK;
}

/* How a way of finding a location ended.  */
enum outcome
{
  CHOSEN,
  IMPOSSIBLE,
  FAILED /* for the reason in the status, which was reported */
};

/* State of the search for the first plan that fits.  */
struct search
{
  const struct image *image;
  const struct places *places;
  struct sfm_merger *merger;
  enum sfm_share share;
  const struct phdr_options *options;
  bool fixed;      /* a symbol marks the end of the section */
  size_t plain;    /* size of the first plain plan, with all functions; 0: none
                      yet */
  size_t compact;  /* the same of the first compact plan */
  bool is_compact; /* the form of the last plan */
  uint64_t limit;  /* bytes that leave space for what a header displaces */
  const struct diag_sink *sink;

  struct free_space *space; /* chosen, or being tried */
  struct phdr_plan *phdr;   /* the changes for it */
  struct phdr_plan refused; /* WHY tells why there is no new segment */
  sfm_status status;
};

/* A way to find a location, or to find space for a program header beside one.
   The plan that it leaves is that for S->space, if it is chosen.  */
struct way
{
  enum outcome (*try) (struct search *s, const struct way *way);
  unsigned kind;    /* of the location */
  bool drop;        /* optional functions may be dropped */
  const char *name; /* for messages */
};

/* Try the COUNT WAYS in order until one is possible.  */
static enum outcome
try_each (struct search *s, const struct way *ways, size_t count)
{
  enum outcome outcome = IMPOSSIBLE;

  for (size_t i = 0; i < count && outcome == IMPOSSIBLE; i++)
    outcome = ways[i].try (s, &ways[i]);
  return outcome;
}

/* Plan for SPACE in compact or plain form, dropping optional functions if that
   makes it fit into LIMIT bytes.  IMPOSSIBLE: it does not fit into SPACE.  */
static enum outcome
plan_form (struct search *s, bool compact, const struct free_space *space,
           uint64_t limit)
{
  struct sfm_diag diag;
  sfm_status status = sfm_merger_set_share (
      s->merger, compact ? SFM_SHARE_ALWAYS : SFM_SHARE_NEVER, &diag);

  if (status == SFM_OK)
    status = sfm_merger_plan (s->merger, space->addr, limit, &diag);
  if (status != SFM_OK)
    {
      s->status = diag_engine (s->sink, DIAG_ERROR, s->image->path, ".sframe",
                               &diag);
      return FAILED;
    }
  size_t *size = compact ? &s->compact : &s->plain;
  if (*size == 0)
    *size = sfm_merger_size (s->merger);
  s->is_compact = compact;
  return sfm_merger_size (s->merger) <= space->size ? CHOSEN : IMPOSSIBLE;
}

/* Plan for SPACE in each allowed form, plain first, until one fits.  */
static enum outcome
plan_for (struct search *s, const struct free_space *space, uint64_t limit)
{
  enum outcome outcome = IMPOSSIBLE;

  if (s->share != SFM_SHARE_ALWAYS)
    outcome = plan_form (s, false, space, limit);
  if (outcome == IMPOSSIBLE && s->share != SFM_SHARE_NEVER)
    outcome = plan_form (s, true, space, limit);
  return outcome;
}

/* Report what the current plan for SPACE, named NAME, needs.  AGAIN: the size
   with all functions was reported before.  */
static void
diag_need (const struct search *s, const char *name, bool again,
           const struct free_space *space)
{
  char without[64] = "";
  uint64_t losses[SFM_LOSS_COUNT];

  sfm_merger_losses (s->merger, losses, SFM_LOSS_COUNT);
  uint64_t left_out = losses[SFM_LOSS_NO_ROOM];
  if (left_out != 0)
    snprintf (without, sizeof without, ", without %" PRIu64 " PLT function%s",
              left_out, left_out == 1 ? "" : "s");
  else if (again)
    return;
  diag (s->sink, DIAG_DETAIL, s->image->path,
        "%s%s: %zu bytes needed, room for %" PRIu64, name, without,
        sfm_merger_size (s->merger), space->size);
}

/* Try an existing location.  */
static enum outcome
try_place (struct search *s, const struct way *way)
{
  if (!s->places->present[way->kind])
    return IMPOSSIBLE;
  *s->space = s->places->space[way->kind];
  enum outcome outcome
      = plan_for (s, s->space, way->drop ? s->space->size : UINT64_MAX);
  if (outcome != FAILED)
    diag_need (s, way->name, way->drop, s->space);
  return outcome;
}

/* True if the planned segment at the end of the image is within reach of all
   functions; else S->phdr has the reason.  Version 2 has 32-bit starts, and a
   large .bss may separate the segment from the code (with 3 GiB, not one
   function is left).  */
static bool
in_reach (const struct search *s)
{
  uint64_t losses[SFM_LOSS_COUNT];

  sfm_merger_losses (s->merger, losses, SFM_LOSS_COUNT);
  uint64_t lost = losses[SFM_LOSS_RANGE];
  if (lost == 0)
    return true;
  return phdr_refuse (s->phdr,
                      "from a new segment %" PRIu64
                      " function%s would be too far "
                      "for version 2, but not for --to=v3",
                      lost, lost == 1 ? "" : "s");
}

/* Try a new segment, which can have any size.  The reason why it is impossible
   is in S->refused.  */
static enum outcome
try_segment (struct search *s, const struct way *way)
{
  const struct places *places = s->places;
  const struct free_space *old = places->present[OLD] ? &places->space[OLD]
                                 : places->present[RESERVE]
                                     ? &places->space[RESERVE]
                                     : NULL;
  struct free_space where = { 0 };

  (void) way;
  if (s->fixed)
    return IMPOSSIBLE;
  phdr_section (s->image, s->options, old, &where, s->phdr);
  const bool possible = phdr_any (s->phdr);
  for (unsigned compact = 0; possible && compact < 2; compact++)
    {
      if (s->share == (compact ? SFM_SHARE_NEVER : SFM_SHARE_ALWAYS))
        continue;
      if (plan_form (s, compact != 0, &where, UINT64_MAX) == FAILED)
        return FAILED;
      if (in_reach (s)
          && phdr_finish (s->image, sfm_merger_size (s->merger), &where,
                          s->phdr))
        {
          *s->space = where;
          return CHOSEN;
        }
    }
  s->refused = *s->phdr;
  phdr_nothing (s->image, s->phdr);
  return IMPOSSIBLE;
}

/* True if a new segment is possible once the program header table may move.
   This replaces the current plan.  */
static bool
may_move (const struct search *s)
{
  const struct phdr_options options
      = { .mode = PHDR_MOVE, .force = s->options->force };
  struct free_space space;
  struct phdr_plan phdr;
  struct search other = *s;

  other.options = &options;
  other.space = &space;
  other.phdr = &phdr;
  return s->options->mode != PHDR_MOVE && try_segment (&other, NULL) == CHOSEN;
}

/* Report that the planned section fits nowhere.  */
static sfm_status
diag_no_space (const struct search *s)
{
  const struct places *places = s->places;
  const char *why = s->phdr->why;
  size_t size = sfm_merger_size (s->merger);
  uint64_t most = 0;
  char plain[64] = "";
  const char *colon = why[0] != '\0' ? ": " : "";
  const char *reserve
      = s->fixed ? ""
                 : "; link it with the object that 'sfmerge reserve' makes";
  const char *move
      = s->fixed || !may_move (s) ? "" : ", or use --grow=move-phdrs";

  for (unsigned kind = OLD; kind <= RESERVE; kind++)
    if (places->present[kind] && places->space[kind].size > most)
      most = places->space[kind].size;
  if (why[0] != '\0')
    diag (s->sink, DIAG_DETAIL, s->image->path, "no new segment: %s", why);
  if (!places->present[OLD] && !places->present[RESERVE])
    return diag_fail (
        s->sink, SFM_ERR_UNSUPP, s->image->path,
        "it has no section .sframe or .sframe_reserve to write to%s%s%s%s",
        colon, why, reserve, move);
  if (s->plain > size)
    snprintf (plain, sizeof plain, " (%zu without shared rows)", s->plain);
  return diag_fail (
      s->sink, SFM_ERR_LIMIT, s->image->path,
      "the merged section needs %zu bytes%s, but there is room for %" PRIu64
      "%s%s%s%s",
      size, plain, most, colon, why, reserve, move);
}

/* Plan a program header beside the section in SPACE, which NAME is.  */
static enum outcome
put_beside (struct search *s, const char *name, struct free_space *space)
{
  phdr_header (s->image, s->options, sfm_merger_size (s->merger), space,
               s->phdr, s->sink);
  if (!phdr_any (s->phdr))
    return IMPOSSIBLE;
  diag_need (s, name, false, space);
  return CHOSEN;
}

/* Try to plan less for the chosen section, to leave space for a header.  */
static enum outcome
try_less (struct search *s, const struct way *way)
{
  if (plan_form (s, s->share != SFM_SHARE_NEVER, s->space,
                 way->drop ? s->limit : UINT64_MAX)
      == FAILED)
    return FAILED;
  return sfm_merger_size (s->merger) <= s->limit
             ? put_beside (s, way->name, s->space)
             : IMPOSSIBLE;
}

/* Try the reserve instead, if it has space for the section and for a program
   header.  mold leaves the pieces of all inputs next to a reserve; those of
   version 1 take exactly the bytes that the result needs.  */
static enum outcome
try_reserve (struct search *s, const struct way *way)
{
  struct free_space reserve = s->places->space[RESERVE];

  if (!s->places->present[RESERVE] || reserve.addr == s->space->addr)
    return IMPOSSIBLE;
  enum outcome outcome = plan_for (s, &reserve, UINT64_MAX);
  if (outcome == CHOSEN)
    outcome = put_beside (s, way->name, &reserve);
  if (outcome == CHOSEN)
    *s->space = reserve;
  return outcome;
}

/* Add the missing program header for the chosen section; without it no
   consumer finds the section at run time.  If SPACE cannot hold what the
   header displaces, try to make space.  If nothing helps, plan without a
   header.  */
static enum outcome
plan_header (struct search *s)
{
  static const struct way ways[] = {
    { try_reserve, RESERVE, false, "the reserve, beside a program header" },
    { try_less, OLD, false, "beside a program header" },
    { try_segment, OLD, false, NULL },
    { try_less, OLD, true, "beside a program header" },
  };
  const bool was_compact = s->is_compact;

  phdr_header (s->image, s->options, sfm_merger_size (s->merger), s->space,
               s->phdr, s->sink);
  if (phdr_any (s->phdr) || s->phdr->wanted == 0
      || s->phdr->wanted >= s->space->size)
    return CHOSEN;
  const struct phdr_plan impossible = *s->phdr;
  s->limit = s->space->size - s->phdr->wanted;
  enum outcome outcome = try_each (s, ways, sizeof ways / sizeof ways[0]);
  if (outcome != IMPOSSIBLE)
    return outcome;
  *s->phdr = impossible;
  return plan_form (s, was_compact, s->space, s->space->size);
}

sfm_status
choose_location (const struct image *image, const struct byte_range *pieces,
                 size_t piece_count, struct sfm_merger *merger,
                 enum sfm_share share, const struct phdr_options *options,
                 struct free_space *space, struct phdr_plan *phdr,
                 const struct diag_sink *sink)
{
  static const struct way ways[] = {
    { try_place, OLD, false, "its section" },
    { try_place, RESERVE, false, "the reserve" },
    { try_segment, OLD, false, NULL },
    { try_place, OLD, true, "its section" },
    { try_place, RESERVE, true, "the reserve" },
  };
  struct places places;
  struct search s = { .image = image,
                      .places = &places,
                      .merger = merger,
                      .share = share,
                      .options = options,
                      .sink = sink,
                      .space = space,
                      .phdr = phdr };
  sfm_status status
      = measure_places (image, pieces, piece_count, &places, sink);

  phdr_nothing (image, phdr);
  if (status != SFM_OK)
    return status;
  s.refused = *phdr;
  s.fixed = places.present[OLD] && places.space[OLD].fixed_size;
  enum outcome outcome = try_each (&s, ways, sizeof ways / sizeof ways[0]);
  if (outcome == IMPOSSIBLE)
    *phdr = s.refused;
  if (s.fixed)
    phdr_refuse (phdr, "symbols mark the end of its section");
  if (s.plain != 0 && s.compact != 0)
    diag (sink, DIAG_DETAIL, image->path,
          "the plain section needs %zu bytes, the compact one %zu", s.plain,
          s.compact);
  if (outcome == IMPOSSIBLE)
    return diag_no_space (&s);
  if (outcome == CHOSEN && !s.fixed && !phdr_any (phdr)
      && image_find_segment (image, PT_GNU_SFRAME) == NULL)
    outcome = plan_header (&s);
  if (outcome == FAILED)
    return s.status;
  phdr_tell (image, phdr, sink);
  return SFM_OK;
}
