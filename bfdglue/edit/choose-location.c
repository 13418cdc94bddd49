/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   choose-location.c - choose where in an image the merged section goes: where
   one is, to the free end of a segment, or to a new segment.  */

#include "config.h"

#include <elf.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "edit-internal.h"

/* Kinds of locations.  */
enum
{
  OLD,    /* an SFrame section, or the segment */
  RESERVE /* .sframe_reserve */
};

/* State of the search for the first plan that fits.  */
struct search
{
  struct image_change *change; /* its space is chosen, or being tried; its plan
                                  for program headers is that for this space */
  struct sfm_merger *merger;
  const struct phdr_options *options;
  struct free_space places[2]; /* the best location of each kind */
  bool present[2];             /* ... if there is one */
  bool fixed;                  /* a symbol marks the end of the section */
  size_t whole;   /* size of the first plan, with all functions; 0: none yet */
  uint64_t addr;  /* the address of the last plan */
  uint64_t limit; /* bytes that leave space for what a header displaces */
  struct phdr_plan refused; /* WHY tells why there is no new segment */
};

/* A way to find a location, or to find space for a program header beside one.
   TRY returns SFM_END if it is impossible.  */
struct way
{
  sfm_status (*try) (struct search *s, const struct way *way);
  unsigned kind;    /* of the location */
  bool drop;        /* optional functions may be dropped */
  const char *name; /* for messages */
};

/* Bytes of the section, as planned last.  */
static size_t
planned_size (const struct search *s)
{
  return s->merger != NULL ? sfm_merger_size (s->merger)
                           : s->change->content_size;
}

void
planned_losses (const struct sfm_merger *merger,
                uint64_t losses[SFM_LOSS_COUNT])
{
  memset (losses, 0, SFM_LOSS_COUNT * sizeof *losses);
  if (merger != NULL)
    sfm_merger_losses (merger, losses, SFM_LOSS_COUNT);
}

/* Plan for SPACE, dropping optional functions if that makes the section fit
   into LIMIT bytes.  SFM_END: it does not fit into SPACE.  */
static sfm_status
plan_for (struct search *s, const struct free_space *space, uint64_t limit)
{
  struct sfm_diag diag;

  if (s->merger != NULL
      && sfm_merger_plan (s->merger, space->addr, limit, &diag) != SFM_OK)
    return diag_engine (s->change->sink, DIAG_ERROR, s->change->image->path,
                        ".sframe", &diag);
  if (s->whole == 0)
    s->whole = planned_size (s);
  s->addr = space->addr;
  return planned_size (s) <= space->size ? SFM_OK : SFM_END;
}

/* Report what the current plan for SPACE, named NAME, needs.  AGAIN: the size
   with all functions was reported before.  */
static void
diag_need (const struct search *s, const char *name, bool again,
           const struct free_space *space)
{
  char without[64] = "";
  uint64_t losses[SFM_LOSS_COUNT];

  planned_losses (s->merger, losses);
  uint64_t left_out = losses[SFM_LOSS_NO_ROOM];
  if (left_out != 0)
    snprintf (without, sizeof without, ", without %" PRIu64 " function%s",
              left_out, left_out == 1 ? "" : "s");
  else if (again)
    return;
  diag (s->change->sink, DIAG_DETAIL, s->change->image->path,
        "%s%s: %zu bytes needed, room for %" PRIu64, name, without,
        planned_size (s), space->size);
}

/* Try an existing location.  */
static sfm_status
try_place (struct search *s, const struct way *way)
{
  struct free_space *space = &s->change->space;

  if (!s->present[way->kind])
    return SFM_END;
  *space = s->places[way->kind];
  sfm_status status
      = plan_for (s, space, way->drop ? space->size : UINT64_MAX);
  if (status == SFM_OK || status == SFM_END)
    diag_need (s, way->name, way->drop, space);
  return status;
}

/* True if the planned section is within reach of all functions; else PHDR gets
   the reason.  Version 2 has 32-bit starts, and a large .bss may separate a
   new segment at the end of the image from the code (with 3 GiB, not one
   function is left).  */
static bool
in_reach (const struct search *s, struct phdr_plan *phdr)
{
  uint64_t losses[SFM_LOSS_COUNT];

  planned_losses (s->merger, losses);
  uint64_t lost = losses[SFM_LOSS_RANGE];
  return lost == 0
         || phdr_refuse (phdr,
                         "from a new segment %" PRIu64
                         " function%s would be too far "
                         "for version 2, but not for --to=v3",
                         lost, lost == 1 ? "" : "s");
}

/* The section that S would move; NULL: there is none.  */
static const struct free_space *
old_place (const struct search *s)
{
  if (s->present[OLD])
    return &s->places[OLD];
  return s->present[RESERVE] ? &s->places[RESERVE] : NULL;
}

/* Set *TAIL to the free end of PT_LOAD number IDX, aligned for a section, if
   it has LEAST bytes.  */
static bool
find_tail (const struct search *s, uint32_t idx, uint64_t least,
           struct free_space *tail)
{
  /* Each is measured against all headers and symbols.  */
  if (s->change->image->segment_count > SEGMENTS_MAX
      || !free_space_find_tail (s->change->kind, s->change->image, idx, least,
                                tail, &diag_silent))
    return false;
  const uint64_t skip = align_up (tail->addr, SFRAME_ALIGN) - tail->addr;
  if (skip >= tail->size || tail->size - skip < least)
    return false;
  tail->addr += skip;
  tail->offset += skip;
  tail->size -= skip;
  return true;
}

/* Move the section, as planned last, to the first free end of a segment that
   has space for it, and plan for that.  SFM_END: there is none.  */
static sfm_status
use_tail (struct search *s, uint64_t limit)
{
  const struct image *image = s->change->image;
  struct free_space tail;
  struct phdr_plan phdr;

  for (uint32_t i = 0; i < image->segment_count; i++)
    {
      const size_t size = planned_size (s);
      if (!find_tail (s, i, size, &tail))
        continue;
      phdr_tail (image, s->options, old_place (s), size, &tail, &phdr,
                 &diag_silent);
      if (!phdr_any (&phdr))
        continue;
      if (s->addr != tail.addr)
        TRY (plan_for (s, &tail, limit));
      if (planned_size (s) != size || !in_reach (s, &phdr))
        continue;
      s->change->space = tail;
      s->change->phdr = phdr;
      return SFM_OK;
    }
  return SFM_END;
}

/* Try the free end of a segment.  */
static sfm_status
try_tail (struct search *s, const struct way *way)
{
  const struct image *image = s->change->image;
  struct free_space most = { .size = 0 }, tail;

  if (s->fixed || s->options->mode == PHDR_NONE)
    return SFM_END;
  for (uint32_t i = 0; i < image->segment_count; i++)
    if (find_tail (s, i, most.size + 1, &tail))
      most = tail;
  if (most.size == 0 || (s->whole > most.size && !way->drop))
    return SFM_END;
  const uint64_t limit = way->drop ? most.size : UINT64_MAX;
  TRY (plan_for (s, &most, limit));
  return use_tail (s, limit);
}

/* Try a new segment, which can have any size, but prefer the free end of an
   old one.  The reason why it is impossible is in S->refused.  */
static sfm_status
try_segment (struct search *s, const struct way *way)
{
  const struct image *image = s->change->image;
  struct phdr_plan *phdr = &s->change->phdr;
  struct free_space where = { .size = 0 };

  (void) way;
  if (s->fixed)
    return SFM_END;
  phdr_section (image, s->options, old_place (s), &where, phdr);
  if (phdr_any (phdr))
    {
      where.size = UINT64_MAX;
      TRY (plan_for (s, &where, UINT64_MAX));
      struct phdr_plan planned = *phdr;
      if (in_reach (s, phdr)
          && phdr_finish (&planned, planned_size (s), &where))
        {
          /* The free end of an old segment changes less.  It comes second
             because the size is known only now.  */
          sfm_status status = use_tail (s, UINT64_MAX);
          if (status != SFM_END)
            return status;
          *phdr = planned;
          s->change->space = where;
          return s->addr == where.addr ? SFM_OK
                                       : plan_for (s, &where, UINT64_MAX);
        }
    }
  s->refused = *phdr;
  phdr_nothing (image, phdr);
  return SFM_END;
}

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

  TRY (free_space_measure (change->kind, change->image, idx, change->clear,
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
  const struct edit_section *what = &edit_sections[s->change->kind];

  for (uint32_t i = 1; i < image->section_count; i++)
    {
      const struct image_section *section = &image->sections[i];
      enum sframe_section kind = edit_section_is (s->change->kind, section);
      if (kind != SECTION_NOT_SFRAME && (section->flags & SHF_ALLOC)
          && section->type != SHT_NOBITS)
        TRY (measure_place (s, i,
                            kind == SECTION_SFRAME_RESERVE ? RESERVE : OLD));
    }
  if (image->section_count == 0
      && image_find_segment (image, what->segment_type) != NULL)
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
  const struct phdr_options options = { .kind = s->options->kind,
                                        .mode = PHDR_MOVE,
                                        .force = s->options->force };
  struct image_change change = *s->change;
  struct search other = *s;

  other.options = &options;
  other.change = &change;
  return s->options->mode != PHDR_MOVE && try_segment (&other, NULL) == SFM_OK;
}

/* Report that the planned section fits nowhere.  */
static sfm_status
diag_no_space (const struct search *s)
{
  const struct diag_sink *sink = s->change->sink;
  const char *path = s->change->image->path;
  const char *why = s->change->phdr.why;
  size_t size = planned_size (s);
  uint64_t most = 0;
  const char *colon = why[0] != '\0' ? ": " : "";
  /* Only a section header tells where a reserve is.  */
  const char *reserve
      = s->fixed || s->change->image->section_count == 0
            ? ""
            : "; link it with the object that 'sfmerge reserve' makes";
  const char *move = "", *before = "";

  if (!s->fixed && may_move (s))
    {
      move = s->options->mode == PHDR_NONE ? "allow more than --grow=none"
                                           : "use --grow=move-phdrs";
      before = s->merger == NULL ? "; " : ", or ";
    }
  for (unsigned kind = OLD; kind <= RESERVE; kind++)
    if (s->present[kind])
      most = larger (most, s->places[kind].size);
  if (why[0] != '\0')
    diag (sink, DIAG_DETAIL, path, "no new segment: %s", why);
  if (s->merger == NULL)
    return diag_fail (
        sink, SFM_ERR_LIMIT, path, "no room for the %zu bytes of %s%s%s%s%s",
        size, edit_sections[s->change->kind].name, colon, why, before, move);
  if (!s->present[OLD] && !s->present[RESERVE])
    return diag_fail (
        sink, SFM_ERR_UNSUPP, path,
        "no .sframe or .sframe_reserve section to write to%s%s%s%s%s", colon,
        why, reserve, before, move);
  return diag_fail (
      sink, SFM_ERR_LIMIT, path,
      "the merged section needs %zu bytes, but there is room for %" PRIu64
      "%s%s%s%s%s",
      size, most, colon, why, reserve, before, move);
}

/* Plan a program header for the section, as planned last, in SPACE.  */
static bool
plan_beside (struct search *s, struct free_space *space)
{
  struct image_change *change = s->change;

  phdr_header (change->image, s->options, planned_size (s), space,
               &change->phdr, change->sink);
  return phdr_any (&change->phdr);
}

/* Like plan_beside, and report what the way called NAME needs.  */
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
  return planned_size (s) <= s->limit ? put_beside (s, way->name, space)
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
      && image_find_segment (image, edit_sections[change->kind].segment_type)
             == NULL)
    TRY (plan_header (&s));
  phdr_tell (phdr, change->sink);
  return SFM_OK;
}
