/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   against.h - an image's .sframe compared with that of the objects it was
   linked from.  */

#ifndef BFDGLUE_AGAINST_H
#define BFDGLUE_AGAINST_H

#include "audit.h"

/* Functions of the inputs.  */
struct against
{
  size_t functions; /* all: those counted by GONE, UNPLACED, and at least one
                       for each of LIVE */
  size_t live;      /* addresses of the image where one is */
  size_t same;      /* ... and described there alike */
  size_t missing;   /* ... and not described */
  size_t different; /* ... and described otherwise */
  size_t gone;      /* not in the image: discarded, folded, not extracted,
                       rewritten, dead, empty, a copy of a live one */
  size_t unplaced;  /* where they are is not known */
};

/* Find the functions of the COUNT files at INPUTS in AUDIT's image, as
   sfmerge link does, by MAP, the path of the link map or NULL, and the rest;
   compare them with what the image's pieces say as they stand in the file
   (own-standing.h), by the rules at every address, however rows are written.
   Report FIND_MISSING and FIND_DIFFERENT for each, and FIND_UNPLACED once for
   all that are not found.  Marks pieces of AUDIT->own as taken.  Statuses:
   those of map_read, inputs_read and placer_finish.  */
sfm_status against_inputs (struct audit_image *audit, char *const *inputs,
                           size_t count, const char *map,
                           struct against *against,
                           const struct finding_sink *found,
                           const struct say *sink) SFM_CHECKED;

#endif /* BFDGLUE_AGAINST_H */
