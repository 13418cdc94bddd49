/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   undescribed.h - functions of an image that its existing pieces do not
   describe.  */

#ifndef BFDGLUE_UNDESCRIBED_H
#define BFDGLUE_UNDESCRIBED_H

#include "pieces.h"

/* A function without rows.  */
struct undescribed_function
{
  uint64_t addr;
  uint64_t size;
  const char *name; /* in a string table of the index; NULL: unknown */
};

struct undescribed
{
  bool by_symbols;  /* .eh_frame has no function: symbols were taken */
  size_t functions; /* of .eh_frame or the symbols, outside PLT code */
  struct undescribed_function *missing; /* by address */
  size_t count;
  size_t excused;  /* others without rows, which need none: functions of start
                     files, libgcc, libc_nonshared */
  size_t nameless; /* ... of these, functions excused by their address or
                     number alone, without a name */
};

/* List the functions that EXISTING does not describe.  INDEX must outlive
   UNDESCRIBED.  Statuses: NOMEM, which leaves nothing to free.  */
sfm_status undescribed_find (const struct image *image,
                             const struct code_ranges *code,
                             const struct function_index *index,
                             const struct existing_sframe *existing,
                             struct undescribed *undescribed,
                             const struct diag_sink *sink) SFM_CHECKED;

void undescribed_free (struct undescribed *undescribed);

#endif /* BFDGLUE_UNDESCRIBED_H */
