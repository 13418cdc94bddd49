/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   status.h - filling in a diagnostic.  */

#ifndef MERGER_STATUS_H
#define MERGER_STATUS_H

#include "sfmerge.h"

#if defined __GNUC__
#define STATUS_PRINTF(f, a) __attribute__ ((format (printf, f, a)))
#else
#define STATUS_PRINTF(f, a)
#endif

/* Fill DIAG and return STATUS.  INPUT is set to 0; a caller that knows it sets
   it.  */
sfm_status status_fail (struct sfm_diag *diag, sfm_status status,
                        uint64_t offset, const char *format, ...)
    STATUS_PRINTF (4, 5);

/* Return from the calling function unless EXPR is SFM_OK.  */
#define TRY(expr)                                                             \
  do                                                                          \
    {                                                                         \
      sfm_status try_status = (expr);                                         \
      if (try_status != SFM_OK)                                               \
        return try_status;                                                    \
    }                                                                         \
  while (0)

#endif /* MERGER_STATUS_H */
