/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   undescribed.h - functions of an image that its own pieces do not
   describe.  */

#ifndef BFDGLUE_UNDESCRIBED_H
#define BFDGLUE_UNDESCRIBED_H

#include "pieces.h"

/* A function without rows.  */
struct undescribed_function
{
  uint64_t addr;
  uint64_t size;
  const char *name; /* in the image or its debug file; NULL: unknown */
};

struct undescribed
{
  bool by_symbols;  /* .eh_frame has no function */
  size_t functions; /* of .eh_frame, or else symbols, but PLT code */
  struct undescribed_function *lacks; /* by address */
  size_t count;
  size_t excused;  /* more that have no rows, and cannot be expected to: start
                     files, libgcc, libc_nonshared */
  size_t nameless; /* of these, those that only their place tells of */
};

/* Find what EXISTING, which pieces_read made of the others, lacks.  Statuses:
   NOMEM.  */
sfm_status undescribed_find (const struct image *image,
                             const struct code_ranges *code,
                             const struct function_index *index,
                             const struct existing_sframe *existing,
                             struct undescribed *undescribed,
                             const struct diag_sink *sink) SFM_CHECKED;

void undescribed_free (struct undescribed *undescribed);

#endif /* BFDGLUE_UNDESCRIBED_H */
