/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   sized.h - structs of the interface whose size the caller gives.  */

#ifndef MERGER_SIZED_H
#define MERGER_SIZED_H

#include "sfmerge.h"

/* A struct that begins with its size, as this library knows it.  */
struct sized_form
{
  size_t size;
  size_t align;
  const char *name; /* for messages: "options" */
};

/* Copy the struct GIVEN, whose first member is its size, over KNOWN, which has
   FORM and holds the defaults.  Statuses: USAGE (a size that no such struct
   can have), UNSUPP (bytes past FORM are not zero).  */
sfm_status sized_take (const struct sized_form *form, void *known,
                       const void *given, struct sfm_diag *diag);

/* Check that the SIZE bytes at RESERVED, in a struct for which messages have
   NAME, are zero.  UNSUPP if not.  */
sfm_status sized_reserved (const uint8_t *reserved, size_t size,
                           const char *name, struct sfm_diag *diag);

/* Copy KNOWN, of SIZE bytes, to the struct GIVEN, up to the size that GIVEN's
   first member has, and clear the rest of GIVEN.  */
void sized_give (const void *known, size_t size, void *given);

#endif /* MERGER_SIZED_H */
