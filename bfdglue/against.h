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
  size_t functions; /* all */
  size_t live;      /* ... that are in the image, at distinct addresses */
  size_t same;      /* ... and described there alike */
  size_t missing;   /* ... and not described */
  size_t different; /* ... and described otherwise */
  size_t gone;      /* not in the image: discarded, folded, not extracted,
                       dead, empty */
  size_t unplaced;  /* where they are is not known */
};

/* Find the functions of the COUNT files at INPUTS in AUDIT's image, as
   sfmerge link does, by MAP, the path of the link map or NULL, and the rest;
   report FIND_MISSING and FIND_DIFFERENT for each.  Statuses: those of
   inputs_read and place_inputs.  */
sfm_status against_inputs (struct audit_image *audit, char *const *inputs,
                           size_t count, const char *map,
                           struct against *against,
                           const struct finding_sink *found,
                           const struct say *sink) SFM_CHECKED;

#endif /* BFDGLUE_AGAINST_H */
