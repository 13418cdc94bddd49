/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   wrap-copies.h - copies of inputs without .sframe, for linkers that would
   fail on it.  */

#ifndef WRAP_WRAP_COPIES_H
#define WRAP_WRAP_COPIES_H

#include "wrap-inputs.h"

/* Which .sframe sections to exclude.  */
enum copies_rule
{
  COPIES_NONE,
  COPIES_COMDAT,    /* those of objects with functions in section groups */
  COPIES_VERSION_1, /* those of version 1 */
  /* All but those that one GNU ld takes.  */
  COPIES_BUT_V1,
  COPIES_BUT_V2,
  COPIES_BUT_V2_PCREL,
  COPIES_BUT_V3
};

/* An input and its copy.  */
struct copied
{
  const char *path; /* the original */
  const char *copy;
  size_t word;
};

struct copies
{
  struct copied *items;
  size_t count;
  size_t capacity;
};

/* Make the copies in numbered subdirectories of DIRECTORY, for the INPUTS to
   which RULE applies.  An input that cannot be read is skipped: the linker
   reports it.  Statuses: IO, NOMEM.  */
sfm_status copies_make (const struct wrap_inputs *inputs,
                        enum copies_rule rule, const char *directory,
                        struct pool *pool, struct copies *copies,
                        const struct diag_sink *sink) SFM_CHECKED;

/* wrap-comdat.c: whether the object PATH may have functions in section groups.
   True if that cannot be seen by its section headers.  */
bool object_may_have_comdat (const char *path);

/* The same for the regular file FD, which begins with the ELF header EHDR.  */
bool object_head_may_have_comdat (int fd, const uint8_t *ehdr);

void copies_free (struct copies *copies);

#endif /* WRAP_WRAP_COPIES_H */
