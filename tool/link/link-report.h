/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   link-report.h - one run of sfmerge link, and the reports on it.  */

#ifndef TOOL_LINK_REPORT_H
#define TOOL_LINK_REPORT_H

#include "cmd-link.h"
#include "elf-image.h"
#include "image-edit.h"
#include "input.h"
#include "link-map.h"
#include "placer.h"
#include "report.h"
#include "sorted.h"

/* Whether an image's .sframe is what the linker made of those of the inputs,
   by its size.  */

/* Sizes of the inputs' .sframe, one after the other.  */
struct link_sizes
{
  uint64_t packed;  /* their sum */
  uint64_t aligned; /* the same, each rounded up to a multiple of 8 */
  uint8_t paddings; /* bit N: one of them is rounded up by N */
};

/* Add those of OBJECT.  OBJECT may have none.  */
void link_sizes_add (struct link_sizes *sizes,
                     const struct input_object *object);

/* The bytes of IMAGE's only .sframe if it has the size of all of SIZES
   together; else an empty range from 0.  */
struct byte_range link_sizes_section (const struct link_sizes *sizes,
                                      const struct image *image);

struct link_run
{
  const struct link_options *options;
  struct report *report;
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
  bool unreadable;          /* the failure is that of reading an input */
};

/* Report the losses, one line per reason, and each function with -v.  */
void link_run_tell (struct link_run *run);

/* Put the figures of RUN into RUN->json.  Statuses: NOMEM.  */
sfm_status link_run_json (struct link_run *run);

#endif /* TOOL_LINK_REPORT_H */
