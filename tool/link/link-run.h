/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   link-run.h - sfmerge link: one run, what it refuses, and the reports on
   it.  */

#ifndef TOOL_LINK_RUN_H
#define TOOL_LINK_RUN_H

#include "image-edit.h"
#include "link-map.h"
#include "placer.h"
#include "report.h"
#include "sorted.h"

/* The parsed command line.  Nothing here is owned.  */
struct link_options
{
  struct common_options common; /* first, for its rows of the table */
  const char *map;              /* --from-map, or NULL */
  const char *image;
  char **inputs;
  size_t input_count; /* at least 1 */
};

/* Sizes of the inputs' .sframe, one after the other.  */
struct link_sizes
{
  uint64_t packed;  /* their sum */
  uint64_t aligned; /* the same, each rounded up to a multiple of 8 */
  uint8_t paddings; /* bit N: one of them is rounded up by N */
};

struct link_run
{
  struct link_options options;
  struct report report;
  struct file_bytes file; /* the image as read */
  struct image_edit edit; /* the image being changed */
  struct link_map *map;
  struct placer *placer;
  struct inputs *inputs;
  struct place_counts counts;
  struct progress progress; /* of reading the inputs */
  size_t objects;           /* how many of these were read */
  struct link_sizes sizes;  /* of their sections */
  char *json;               /* printed once the output is written */
  bool unreadable;          /* a failure would be in reading an input */
};

/* link-report.c: refuse losses that nothing makes up for, once the functions
   of the inputs are placed.  A wrong map is refused even if .eh_frame does.
   Statuses: UNSUPP.  */
sfm_status link_run_check (struct link_run *run) SFM_CHECKED;

/* link-report.c: report the losses, one line per reason, and each function
   with -v.  */
void link_run_tell (struct link_run *run);

/* link-report.c: put the figures of RUN into RUN->json, if JSON is asked for.
   Statuses: NOMEM.  */
sfm_status link_run_json (struct link_run *run);

#endif /* TOOL_LINK_RUN_H */
