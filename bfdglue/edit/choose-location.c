/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   choose-location.c - choose where in an image the merged section goes.  */

#include "config.h"

#include <elf.h>
#include <inttypes.h>

#include "image-change.h"
#include "sframe-section.h"
#include "text.h"

/* Try the COUNT WAYS in order until one is possible.  */
static sfm_status
try_each (struct search *s, const struct way *ways, size_t count)
{
  sfm_status status = SFM_END;

  for (size_t i = 0; i < count && status == SFM_END; i++)
    status = ways[i].try (s, &ways[i]);
  return status;
}

/* Measure section IDX, or the segment if it is 0, as a location of KIND.  */
static sfm_status
measure_place (struct search *s, uint32_t idx, unsigned kind)
{
  const struct image_change *change = s->change;
  struct free_space *best = &s->places[kind], space;

  TRY (free_space_measure (change->image, idx, change->clear,
                           change->clear_count, &space, change->sink));
  /* Code may read a section through a symbol at its end, so such a section
     goes first.  */
  if (!s->present[kind] || space.fixed_size > best->fixed_size
      || (space.fixed_size == best->fixed_size && space.size > best->size))
    *best = space;
  s->present[kind] = true;
  return SFM_OK;
}

/* Measure all locations.  A section outside every segment, or one that shares
   bytes with something else, is an error.  */
static sfm_status
measure_places (struct search *s)
{
  const struct image *image = s->change->image;

  for (uint32_t i = 1; i < image->section_count; i++)
    {
      const struct image_section *section = &image->sections[i];
      enum sframe_section kind = image_sframe_section (section);
      if (kind != SECTION_NOT_SFRAME && (section->flags & SHF_ALLOC)
          && section->type != SHT_NOBITS)
        TRY (measure_place (s, i,
                            kind == SECTION_SFRAME_RESERVE ? RESERVE : OLD));
    }
  if (image->section_count == 0
      && image_find_segment (image, PT_GNU_SFRAME) != NULL)
    TRY (measure_place (s, 0, OLD));
  s->fixed = s->places[OLD].fixed_size;
  s->present[RESERVE] &= !s->fixed;
  return SFM_OK;
}

/* True if a new segment is possible once the program header table may move.
   This replaces the current plan.  */
static bool
may_move (const struct search *s)
{
  const struct phdr_options options
      = { .mode = PHDR_MOVE, .force = s->options->force };
  struct image_change change = *s->change;
  struct search other = *s;

  other.options = &options;
  other.change = &change;
  s->change->planned = false; /* by the copy */
  return s->options->mode != PHDR_MOVE && try_segment (&other, NULL) == SFM_OK;
}

/* Report that the planned section fits nowhere.  */
static sfm_status
diag_no_space (const struct search *s)
{
  const struct diag_sink *sink = s->change->sink;
  const char *path = s->change->image->path;
  const char *why = s->change->phdr.why;
  size_t size = sfm_merger_size (s->merger);
  uint64_t most = 0;
  const char *colon = why[0] != '\0' ? ": " : "";
  /* Only a section header tells where a reserve is.  */
  const char *reserve
      = s->fixed || s->change->image->section_count == 0
            ? ""
            : "; link it with the object that 'sfmerge reserve' makes";
  const char *move = "";

  if (!s->fixed && may_move (s))
    move = s->options->mode == PHDR_NONE ? ", or allow more than --grow=none"
                                         : ", or use --grow=move-phdrs";
  for (unsigned kind = OLD; kind <= RESERVE; kind++)
    if (s->present[kind])
      most = larger (most, s->places[kind].size);
  if (why[0] != '\0')
    diag (sink, DIAG_DETAIL, path, "no new segment: %s", why);
  if (!s->present[OLD] && !s->present[RESERVE])
    return diag_fail (
        sink, SFM_ERR_UNSUPP, path,
        "no .sframe or .sframe_reserve section to write to%s%s%s%s", colon,
        why, reserve, move);
  return diag_fail (
      sink, SFM_ERR_LIMIT, path,
      "the merged section needs %zu bytes, but there is room for %" PRIu64
      "%s%s%s%s",
      size, most, colon, why, reserve, move);
}

/* Plan a program header for the section, as planned last, in SPACE.  */
static bool
plan_beside (struct search *s, struct free_space *space)
{
  struct image_change *change = s->change;

  phdr_header (change->image, s->options, sfm_merger_size (s->merger), space,
               &change->phdr, change->sink);
  return phdr_any (&change->phdr);
}

/* The same for one of several ways, which NAME is.  */
static sfm_status
put_beside (struct search *s, const char *name, struct free_space *space)
{
  if (!plan_beside (s, space))
    return SFM_END;
  diag_need (s, name, false, space);
  return SFM_OK;
}

/* Drop optional functions from the chosen section to leave space for a
   header.  */
static sfm_status
try_less (struct search *s, const struct way *way)
{
  struct free_space *space = &s->change->space;

  TRY (plan_for (s, space, s->limit));
  return sfm_merger_size (s->merger) <= s->limit
             ? put_beside (s, way->name, space)
             : SFM_END;
}

/* Try the reserve instead, if it has space for the section and for a program
   header.  mold leaves the pieces of all inputs next to a reserve; those of
   version 1 take exactly the bytes that the result needs.  */
static sfm_status
try_reserve (struct search *s, const struct way *way)
{
  struct free_space reserve = s->places[RESERVE];

  if (!s->present[RESERVE] || reserve.addr == s->change->space.addr)
    return SFM_END;
  TRY (plan_for (s, &reserve, UINT64_MAX));
  TRY (put_beside (s, way->name, &reserve));
  s->change->space = reserve;
  return SFM_OK;
}

/* Add the missing program header for the chosen section; without it no
   consumer finds the section at run time.  If SPACE cannot hold what the
   header displaces, try to make space.  If nothing helps, plan without a
   header.  */
static sfm_status
plan_header (struct search *s)
{
  static const struct way ways[] = {
    { try_reserve, RESERVE, false, "the reserve, beside a program header" },
    { try_segment, OLD, false, NULL },
    { try_less, OLD, true, "beside a program header" },
  };
  struct free_space *space = &s->change->space;
  struct phdr_plan *phdr = &s->change->phdr;

  if (plan_beside (s, space) || phdr->wanted == 0
      || phdr->wanted >= space->size)
    return SFM_OK;
  const struct phdr_plan impossible = *phdr;
  s->limit = space->size - phdr->wanted;
  sfm_status status = try_each (s, ways, sizeof ways / sizeof ways[0]);
  if (status != SFM_END)
    return status;
  *phdr = impossible;
  return plan_for (s, space, space->size);
}

sfm_status
choose_location (struct image_change *change, struct sfm_merger *merger,
                 const struct phdr_options *options)
{
  static const struct way ways[] = {
    { try_place, OLD, false, "its section" },
    { try_place, RESERVE, false, "the reserve" },
    { try_segment, OLD, false, NULL },
    { try_tail, OLD, false, NULL },
    { try_place, OLD, true, "its section" },
    { try_place, RESERVE, true, "the reserve" },
    { try_tail, OLD, true, NULL },
  };
  const struct image *image = change->image;
  struct phdr_plan *phdr = &change->phdr;
  struct search s = { .change = change, .merger = merger, .options = options };

  phdr_nothing (image, phdr);
  s.refused = *phdr;
  TRY (measure_places (&s));
  sfm_status status = try_each (&s, ways, sizeof ways / sizeof ways[0]);
  if (status == SFM_END)
    *phdr = s.refused;
  if (s.fixed)
    phdr_refuse (phdr, "symbols mark the end of its section");
  if (status == SFM_END)
    return diag_no_space (&s);
  TRY (status);
  if (!s.fixed && !phdr_any (phdr)
      && image_find_segment (image, PT_GNU_SFRAME) == NULL)
    TRY (plan_header (&s));
  phdr_tell (image, phdr, change->sink);
  return SFM_OK;
}
