/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   undescribed.h - functions of an image that its own pieces do not
   describe.  */

#ifndef BFDGLUE_UNDESCRIBED_H
#define BFDGLUE_UNDESCRIBED_H

#include "pieces.h"

/* A function without rows.  */
struct own_lack
{
  uint64_t addr;
  uint64_t size;
  const char *name; /* in the image or its debug file; NULL: unknown */
};

struct own_lacking
{
  bool by_symbols;        /* .eh_frame has no function */
  size_t functions;       /* of .eh_frame, or else symbols, but PLT code */
  struct own_lack *lacks; /* by address */
  size_t count;
  size_t excused;  /* more that have no rows, and cannot be expected to: start
                     files, libgcc, libc_nonshared */
  size_t nameless; /* of these, those that only their place tells of */
};

/* Find what OWN, which own_read made of the others, lacks.  Statuses:
   NOMEM.  */
sfm_status own_lacking_find (const struct image *image,
                             const struct code *code,
                             const struct evidence *evidence,
                             const struct own *own,
                             struct own_lacking *lacking,
                             const struct say *sink) SFM_CHECKED;

void own_lacking_free (struct own_lacking *lacking);

#endif /* BFDGLUE_UNDESCRIBED_H */
