/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   sized.h - structs of the interface whose size the caller says.  */

#ifndef MERGER_SIZED_H
#define MERGER_SIZED_H

#include "sfmerge.h"

/* A struct that begins with its size: as the caller has it, or as this library
   knows it.  */
struct sized_form
{
  size_t size;
  size_t align;
  const char *name; /* "options" */
};

/* Copy the struct GIVEN, whose first member is its size, over KNOWN, which has
   FORM and the defaults.  Statuses: USAGE (no size that such a struct can
   have), UNSUPP (set bytes beyond FORM).  */
sfm_status sized_take (const struct sized_form *form, void *known,
                       const void *given, struct sfm_diag *diag);

/* Copy KNOWN, of SIZE bytes, to the struct GIVEN, as far as its first member
   says, and zeros to the rest of it.  */
void sized_give (const void *known, size_t size, void *given);

#endif /* MERGER_SIZED_H */
