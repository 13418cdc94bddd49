/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   link-report.h - one run of sfmerge link, and what it has to tell.  */

#ifndef TOOL_LINK_REPORT_H
#define TOOL_LINK_REPORT_H

#include "cmd-link.h"
#include "image-job.h"
#include "input.h"
#include "placer.h"
#include "link-map.h"
#include "report.h"

struct link_run
{
  const struct link_options *options;
  struct report *report;
  struct file_bytes file; /* the image, */
  struct image_edit into; /* and what becomes of it */
  struct link_map *map;
  struct placer *placer;
  struct inputs *inputs;
  struct place_counts counts;
  char *json;      /* to be printed once the output is written */
  bool unreadable; /* an input was the trouble, not the work */
};

/* Say what was lost, a line a reason, and each function with -v.  */
void link_run_tell (struct link_run *run);

/* Put the numbers of the run into job->json.  Statuses: NOMEM.  */
sfm_status link_run_json (struct link_run *run);

#endif /* TOOL_LINK_REPORT_H */
