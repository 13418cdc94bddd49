/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   link-report.h - one run of sfmerge link, and the reports on it.  */

#ifndef TOOL_LINK_REPORT_H
#define TOOL_LINK_REPORT_H

#include "cmd-link.h"
#include "image-edit.h"
#include "input.h"
#include "placer.h"
#include "progress.h"
#include "link-map.h"
#include "link-sizes.h"
#include "input.h"
#include "report.h"

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
