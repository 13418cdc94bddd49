/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   choose-location.c - which section of an image takes the merged section.  */

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

/* The best place of each kind; size 0 and segment UINT32_MAX: none.  */
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

  /* What symbols mark the end of has readers that no other place has.  */
  if (places->present[kind]
      && (best->fixed_size > space->fixed_size
          || (best->fixed_size == space->fixed_size
              && best->size >= space->size)))
    return;
  places->space[kind] = *space;
  places->present[kind] = true;
}

/* Measure all places of IMAGE.  A section that is not in a segment, or whose
   bytes are something else's too, is said and is no place.  */
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

/* A search for the first plan that fits.  */
struct search
{
  const struct image *image;
  const struct places *places;
  struct sfm_merger *merger;
  enum sfm_share share;
  const struct phdr_options *options;
  size_t plain;    /* bytes of the first plain plan, with everything; or 0 */
  size_t compact;  /* of the first compact one */
  bool is_compact; /* the last plan */
  const struct diag_sink *sink;
};

/* Plan for SPACE, compactly or not, and leave out optional functions if that
   makes it fit into LIMIT; *FITS says whether it fits.  */
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

/* The same for the forms that may be used, the plain one first.  */
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

/* Say what the plan for SPACE, which is called NAME, needs; AGAIN if that was
   said before of all functions.  */
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

/* Try the places, with everything unless DROP.  SFM_END: it fits in none.  */
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

/* True if all functions reach the section that was planned, at the end of the
   image; else the reason is in PHDR.  In version 2 a start has 32 bits, and a
   large .bss can lie between (with 3 GiB of it not one function is left).  */
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

/* Plan for a new segment, which takes any size that a file can have.  SFM_END:
   there can be none, for the reason in PHDR.  */
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

/* Whether there could be a new segment if the table of program headers might
   move.  The plan is for that then.  */
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

/* Say that the merged section, as planned, fits nowhere, and in no new segment
   for the reason in PHDR.  */
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

/* Try all ways in their order: places that are there, a new segment unless the
   section is FIXED, and only where there can be none, places for which
   something must go.  *SEGMENT says that it is the segment.  SFM_END: it fits
   nowhere, and in no new segment for the reason in PHDR.  */
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

/* Find a place for a program header beside the section in SPACE, planned with
   at most LIMIT bytes and without optional functions if need be; LEAST: only
   if none has to go.  *FOUND says whether there is one.  */
static sfm_status
plan_beside (struct search *s, struct free_space *space, uint64_t limit,
             bool least, struct phdr_plan *phdr, bool *found)
{
  bool fits;
  sfm_status status = plan_form (s, s->share != SFM_SHARE_NEVER, space,
                                 least ? UINT64_MAX : limit, &fits);

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

/* Put the section into the reserve instead, if there are one and room for a
   program header in it: mold leaves the pieces of all inputs beside a reserve,
   and where these are of version 1 they have just the bytes that are needed.
   *FOUND says whether that was done.  */
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

/* Find a place for a program header, now that the section's is SPACE.  Without
   one nothing finds the section at run time.  So the section goes to a
   reserve, or rows are shared, or it goes to a new segment, or functions of
   linker-made code make way for what the header displaces.  */
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
