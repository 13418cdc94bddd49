/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   reserve-size.h - how much room the merged section of some inputs will
   need.  */

#ifndef TOOL_RESERVE_SIZE_H
#define TOOL_RESERVE_SIZE_H

#include "input.h"
#include "string-set.h"
#include "pool.h"

struct reserve_group;

struct reserve_size
{
  const struct diag_sink *sink;
  bool known; /* MACHINE and BIG_ENDIAN are set */
  uint16_t machine;
  bool big_endian;
  uint64_t functions; /* counted */
  uint64_t bytes;     /* that they need, rows included */

  const char *first; /* name of the first object */
  size_t object_count;
  struct pool pool; /* of the signatures */
  struct string_set signatures;
  struct reserve_group *groups; /* by number of their signatures */
  size_t group_capacity;
  uint32_t
      *group_of; /* by section of the object at hand, or STRING_SET_NONE */
};

/* An input_fn; DATA is a struct reserve_size, at first zero but for its
   sink.  */
sfm_status reserve_size_add (void *data, const struct input_object *object);

/* The room that all objects together need, as the size of a section.  */
uint64_t reserve_size_total (const struct reserve_size *size);

void reserve_size_free (struct reserve_size *size);

#endif /* TOOL_RESERVE_SIZE_H */
