/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   choose-location.c - choose where in an image the merged section goes.  */

#include "config.h"

#include <elf.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "choose-location.h"
#include "section-name.h"

enum
{
  OLD,    /* .sframe, .sframe_raw, or the segment */
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
      if (!section_is_image_sframe (s->name) || !(s->flags & SHF_ALLOC)
          || s->type == SHT_NOBITS)
        continue;
      sfm_status status
          = free_space_measure (image, i, pieces, piece_count, &space, sink);
      if (status != SFM_OK)
        return status;
      add_place (places,
                 strcmp (s->name, ".sframe_reserve") == 0 ? RESERVE : OLD,
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

/* State of the search for the first plan that fits.  */
struct search
{
  const struct image *image;
  const struct places *places;
  struct sfm_merger *merger;
  enum sfm_share share;
  const struct phdr_options *options;
  size_t plain;    /* size of the first plain plan, with all functions; 0: none
                      yet */
  size_t compact;  /* the same of the first compact plan */
  bool is_compact; /* the form of the last plan */
  const struct diag_sink *sink;
};

/* Plan for SPACE in compact or plain form, dropping optional functions if that
   makes it fit into LIMIT bytes.  *FITS says whether it fits into SPACE.  */
static sfm_status
plan_form (struct search *s, bool compact, const struct free_space *space,
           uint64_t limit, bool *fits)
{
  struct sfm_diag diag;
  sfm_status status = sfm_merger_set_share (
      s->merger, compact ? SFM_SHARE_ALWAYS : SFM_SHARE_NEVER, &diag);

  if (status == SFM_OK)
    status = sfm_merger_plan (s->merger, space->addr, limit, &diag);
  if (status != SFM_OK)
    return diag_engine (s->sink, DIAG_ERROR, s->image->path, ".sframe", &diag);
  size_t *size = compact ? &s->compact : &s->plain;
  if (*size == 0)
    *size = sfm_merger_size (s->merger);
  *fits = sfm_merger_size (s->merger) <= space->size;
  s->is_compact = compact;
  return SFM_OK;
}

/* Plan for SPACE in each allowed form, plain first, until one fits.  */
static sfm_status
plan_for (struct search *s, const struct free_space *space, uint64_t limit,
          bool *fits)
{
  sfm_status status = SFM_OK;

  *fits = false;
  if (s->share != SFM_SHARE_ALWAYS)
    status = plan_form (s, false, space, limit, fits);
  if (status != SFM_OK || *fits || s->share == SFM_SHARE_NEVER)
    return status;
  return plan_form (s, true, space, limit, fits);
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

/* Try the existing locations.  DROP: optional functions may be dropped.
   SFM_END: it fits into none.  */
static sfm_status
plan_places (struct search *s, bool drop, struct free_space *space)
{
  static const char *const names[]
      = { [OLD] = "its section", [RESERVE] = "the reserve" };

  for (unsigned kind = OLD; kind <= RESERVE; kind++)
    {
      bool fits;
      if (!s->places->present[kind])
        continue;
      *space = s->places->space[kind];
      sfm_status status
          = plan_for (s, space, drop ? space->size : UINT64_MAX, &fits);
      if (status != SFM_OK)
        return status;
      diag_need (s, names[kind], drop, space);
      if (fits)
        return SFM_OK;
    }
  return SFM_END;
}

/* True if the planned segment at the end of the image is within reach of all
   functions; else the reason is in PHDR.  Version 2 has 32-bit starts, and a
   large .bss may separate the segment from the code (with 3 GiB, not one
   function is left).  */
static bool
in_reach (const struct search *s, struct phdr_plan *phdr)
{
  uint64_t losses[SFM_LOSS_COUNT];

  sfm_merger_losses (s->merger, losses, SFM_LOSS_COUNT);
  uint64_t lost = losses[SFM_LOSS_RANGE];
  if (lost == 0)
    return true;
  phdr_refuse (phdr,
               "from a new segment %" PRIu64 " function%s would be too far "
               "for version 2, but not for --to=v3",
               lost, lost == 1 ? "" : "s");
  return false;
}

/* Plan for a new segment, which can have any size.  SFM_END: a new segment is
   impossible, for the reason in PHDR.  */
static sfm_status
plan_segment (struct search *s, const struct phdr_options *options,
              struct free_space *space, struct phdr_plan *phdr)
{
  const struct places *places = s->places;
  const struct free_space *old = places->present[OLD] ? &places->space[OLD]
                                 : places->present[RESERVE]
                                     ? &places->space[RESERVE]
                                     : NULL;
  struct free_space where = { 0 };
  bool unused;

  phdr_section (s->image, options, old, &where, phdr);
  if (!phdr_any (phdr))
    return SFM_END;
  for (unsigned compact = 0; compact < 2; compact++)
    {
      if (s->share == (compact ? SFM_SHARE_NEVER : SFM_SHARE_ALWAYS))
        continue;
      sfm_status status
          = plan_form (s, compact != 0, &where, UINT64_MAX, &unused);
      if (status != SFM_OK)
        return status;
      if (in_reach (s, phdr)
          && phdr_finish (s->image, sfm_merger_size (s->merger), &where, phdr))
        {
          *space = where;
          return SFM_OK;
        }
    }
  return SFM_END;
}

/* True if a new segment is possible once the program header table may move.
   This replaces the current plan.  */
static bool
may_move (struct search *s)
{
  const struct phdr_options options
      = { .mode = PHDR_MOVE, .force = s->options->force };
  struct free_space space;
  struct phdr_plan phdr;

  return s->options->mode != PHDR_MOVE
         && plan_segment (s, &options, &space, &phdr) == SFM_OK;
}

/* Report that the planned section fits nowhere.  PHDR says why there is no new
   segment.  */
static sfm_status
diag_no_space (struct search *s, const struct phdr_plan *phdr)
{
  const struct places *places = s->places;
  size_t size = sfm_merger_size (s->merger);
  uint64_t most = 0;
  char plain[64] = "";
  const char *colon = phdr->why[0] != '\0' ? ": " : "";
  bool fixed = places->present[OLD] && places->space[OLD].fixed_size;
  const char *reserve
      = fixed ? "" : "; link it with the object that 'sfmerge reserve' makes";
  const char *move
      = fixed || !may_move (s) ? "" : ", or use --grow=move-phdrs";

  for (unsigned kind = OLD; kind <= RESERVE; kind++)
    if (places->present[kind] && places->space[kind].size > most)
      most = places->space[kind].size;
  if (phdr->why[0] != '\0')
    diag (s->sink, DIAG_DETAIL, s->image->path, "no new segment: %s",
          phdr->why);
  if (!places->present[OLD] && !places->present[RESERVE])
    {
      diag (s->sink, DIAG_ERROR, s->image->path,
            "it has no section .sframe or .sframe_reserve to write to%s%s%s%s",
            colon, phdr->why, reserve, move);
      return SFM_ERR_UNSUPP;
    }
  if (s->plain > size)
    snprintf (plain, sizeof plain, " (%zu without shared rows)", s->plain);
  diag (s->sink, DIAG_ERROR, s->image->path,
        "the merged section needs %zu bytes%s, but there is room for %" PRIu64
        "%s%s%s%s",
        size, plain, most, colon, phdr->why, reserve, move);
  return SFM_ERR_LIMIT;
}

/* Try everything in order: the existing locations; a new segment, unless the
   section's size is FIXED; if that is impossible, the existing locations
   without optional functions.  *SEGMENT is set if the segment was chosen.
   SFM_END: it fits nowhere, and PHDR says why there is no new segment.  */
static sfm_status
plan_any (struct search *s, bool fixed, struct free_space *space,
          struct phdr_plan *phdr, bool *segment)
{
  sfm_status status = plan_places (s, false, space);

  *segment = false;
  if (status != SFM_END)
    return status;
  if (!fixed)
    status = plan_segment (s, s->options, space, phdr);
  *segment = status == SFM_OK;
  if (status != SFM_END)
    return status;
  const struct phdr_plan refused = *phdr;
  phdr_nothing (s->image, phdr);
  status = plan_places (s, true, space);
  if (status == SFM_END)
    *phdr = refused;
  return status;
}

/* Make space for a program header next to the section in SPACE: plan at most
   LIMIT bytes.  KEEP_ALL: drop no optional functions.  *FOUND says whether
   that worked.  */
static sfm_status
plan_beside (struct search *s, struct free_space *space, uint64_t limit,
             bool keep_all, struct phdr_plan *phdr, bool *found)
{
  bool fits;
  sfm_status status = plan_form (s, s->share != SFM_SHARE_NEVER, space,
                                 keep_all ? UINT64_MAX : limit, &fits);

  *found = false;
  if (status != SFM_OK || sfm_merger_size (s->merger) > limit)
    return status;
  phdr_header (s->image, s->options, sfm_merger_size (s->merger), space, phdr,
               s->sink);
  *found = phdr_any (phdr);
  if (*found)
    diag_need (s, "beside a program header", false, space);
  return SFM_OK;
}

/* Use the reserve instead, if it has space for the section and for a program
   header.  mold leaves the pieces of all inputs next to a reserve; those of
   version 1 take exactly the bytes that the result needs.  *FOUND says whether
   the reserve is used.  */
static sfm_status
plan_reserve (struct search *s, struct free_space *space,
              struct phdr_plan *phdr, bool *found)
{
  const struct free_space *reserve = &s->places->space[RESERVE];
  bool fits;

  *found = false;
  if (!s->places->present[RESERVE] || reserve->addr == space->addr)
    return SFM_OK;
  struct free_space other = *reserve;
  sfm_status status = plan_for (s, &other, UINT64_MAX, &fits);
  if (status != SFM_OK || !fits)
    return status;
  struct phdr_plan header;
  phdr_nothing (s->image, &header);
  phdr_header (s->image, s->options, sfm_merger_size (s->merger), &other,
               &header, s->sink);
  *found = phdr_any (&header);
  if (!*found)
    return SFM_OK;
  diag_need (s, "the reserve, beside a program header", false, &other);
  *space = other;
  *phdr = header;
  return SFM_OK;
}

/* Add the missing program header for the section in SPACE; without it no
   consumer finds the section at run time.  If SPACE cannot hold what the
   header displaces: use the reserve, or share rows, or use a new segment, or
   drop functions of PLT code.  If nothing helps, plan without a header.  */
static sfm_status
plan_header (struct search *s, struct free_space *space,
             struct phdr_plan *phdr)
{
  const bool was_compact = s->is_compact;
  bool found, fits;

  phdr_header (s->image, s->options, sfm_merger_size (s->merger), space, phdr,
               s->sink);
  if (phdr_any (phdr) || phdr->wanted == 0 || phdr->wanted >= space->size)
    return SFM_OK;
  const struct phdr_plan impossible = *phdr;
  uint64_t limit = space->size - phdr->wanted;
  sfm_status status = plan_reserve (s, space, phdr, &found);
  if (status != SFM_OK || found)
    return status;
  status = plan_beside (s, space, limit, true, phdr, &found);
  if (status != SFM_OK || found)
    return status;
  status = plan_segment (s, s->options, space, phdr);
  if (status != SFM_END)
    return status;
  status = plan_beside (s, space, limit, false, phdr, &found);
  if (status != SFM_OK || found)
    return status;
  *phdr = impossible;
  return plan_form (s, was_compact, space, space->size, &fits);
}

sfm_status
choose_location (const struct image *image, const struct byte_range *pieces,
                 size_t piece_count, struct sfm_merger *merger,
                 enum sfm_share share, const struct phdr_options *options,
                 struct free_space *space, struct phdr_plan *phdr,
                 const struct diag_sink *sink)
{
  struct places places;
  struct search search = { .image = image,
                           .places = &places,
                           .merger = merger,
                           .share = share,
                           .options = options,
                           .sink = sink };
  sfm_status status
      = measure_places (image, pieces, piece_count, &places, sink);

  phdr_nothing (image, phdr);
  if (status != SFM_OK)
    return status;
  bool segment;
  bool fixed = places.present[OLD] && places.space[OLD].fixed_size;
  status = plan_any (&search, fixed, space, phdr, &segment);
  if (fixed)
    snprintf (phdr->why, sizeof phdr->why,
              "symbols mark the end of its section");
  if (search.plain != 0 && search.compact != 0)
    diag (sink, DIAG_DETAIL, image->path,
          "the plain section needs %zu bytes, the compact one %zu",
          search.plain, search.compact);
  if (status == SFM_END)
    return diag_no_space (&search, phdr);
  if (status != SFM_OK)
    return status;
  if (!segment && !fixed && image_find_segment (image, PT_GNU_SFRAME) == NULL)
    status = plan_header (&search, space, phdr);
  if (status == SFM_OK)
    phdr_tell (image, phdr, sink);
  return status;
}
