/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   wrap-copies.h - inputs without .sframe, for a link that it would break.  */

#ifndef WRAP_WRAP_COPIES_H
#define WRAP_WRAP_COPIES_H

#include "wrap-inputs.h"

/* Which objects' sections are to go.  */
enum copies_rule
{
  COPIES_NONE,
  COPIES_COMDAT,   /* of objects with functions in section groups */
  COPIES_VERSION_1 /* of version 1 */
};

/* An input that the linker reads elsewhere.  */
struct copied
{
  const char *path; /* as it is called */
  const char *copy;
  size_t word;
};

struct copies
{
  struct copied *items;
  size_t count;
  size_t capacity;
};

/* Copy those of INPUTS to which RULE applies below FOLDER.  An input that
   cannot be read is left to the linker to complain about.  Statuses: IO,
   NOMEM.  */
sfm_status copies_make (const struct wrap_inputs *inputs,
                        enum copies_rule rule, const char *folder,
                        struct pool *pool, struct copies *copies,
                        const struct diag_sink *sink) SFM_CHECKED;

void copies_free (struct copies *copies);

#endif /* WRAP_WRAP_COPIES_H */
