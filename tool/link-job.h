/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   link-job.h - one run of sfmerge link, and what it has to tell.  */

#ifndef TOOL_LINK_JOB_H
#define TOOL_LINK_JOB_H

#include "cmd-link.h"
#include "elf-code.h"
#include "elf-image.h"
#include "elf-room.h"
#include "evidence.h"
#include "grow.h"
#include "input.h"
#include "own.h"
#include "place-inputs.h"
#include "place-map.h"
#include "report.h"
#include "rewrite-image.h"

struct link_job
{
  const struct link_options *options;
  struct report *report;
  struct image image;
  struct image debug; /* its debug file; all zero if there is none */
  struct evidence evidence;
  struct code code;
  struct own own;
  struct link_map *map;
  struct sfm_merger *merger;
  struct placer *placer;
  struct inputs *inputs;
  struct place_counts counts;
  struct room room;
  uint8_t *content; /* the merged section, SIZE bytes */
  size_t size;
  struct grow grow;
  uint8_t *copy; /* of the image, changed */
  size_t copy_size;
  struct image grown; /* the copy, once there is a place for the section */
  struct changes changes;
  struct rewrite_result result;
  char *json;      /* to be printed once the output is written */
  bool own_mixed;  /* pieces of the image do not go together */
  bool unreadable; /* an input was the trouble, not the work */
};

/* Say what was lost, a line a reason, and each function with -v.  */
void link_job_tell (struct link_job *job);

/* Put the numbers of the run into job->json.  Statuses: NOMEM.  */
sfm_status link_job_json (struct link_job *job);

#endif /* TOOL_LINK_JOB_H */
