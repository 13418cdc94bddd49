/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   object-names.h - look up the names of an object's functions by section and
   offset.  */

#ifndef BFDGLUE_OBJECT_NAMES_H
#define BFDGLUE_OBJECT_NAMES_H

#include "input.h"
#include "pool.h"

struct object_name;

/* An index of names.  All zero: it is empty.  */
struct object_names
{
  struct object_name *names; /* by section, then offset; one for each place */
  size_t count;
};

/* Index the symbols of OBJECT, which must outlive NAMES, with memory from
   POOL.  Statuses: NOMEM.  */
sfm_status object_names_read (struct object_names *names,
                              const struct input_object *object,
                              struct pool *pool) SFM_CHECKED;

/* The name of the symbol at OFFSET of section number SECTION, or NULL.  */
const char *object_names_at (const struct object_names *names,
                             uint32_t section, uint64_t offset);

#endif /* BFDGLUE_OBJECT_NAMES_H */
