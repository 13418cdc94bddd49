/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   location-search.h - the search for the first location that takes the merged
   section, and the ways that it tries.  */

#ifndef BFDGLUE_LOCATION_SEARCH_H
#define BFDGLUE_LOCATION_SEARCH_H

#include "image-change.h"

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

/* Plan for SPACE, dropping optional functions if that makes the section fit
   into LIMIT bytes.  SFM_END: it does not fit into SPACE.  */
sfm_status plan_for (struct search *s, const struct free_space *space,
                     uint64_t limit) SFM_CHECKED;

/* Report what the current plan for SPACE, named NAME, needs.  AGAIN: the size
   with all functions was reported before.  */
void diag_need (const struct search *s, const char *name, bool again,
                const struct free_space *space);

/* Try an existing location.  */
sfm_status try_place (struct search *s, const struct way *way) SFM_CHECKED;

/* Try the free end of a segment.  */
sfm_status try_tail (struct search *s, const struct way *way) SFM_CHECKED;

/* Try a new segment, which can have any size, but prefer the free end of an
   old one.  The reason why it is impossible is in S->refused.  */
sfm_status try_segment (struct search *s, const struct way *way) SFM_CHECKED;

#endif /* BFDGLUE_LOCATION_SEARCH_H */
