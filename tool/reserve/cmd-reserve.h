/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   cmd-reserve.h - sfmerge reserve.  */

#ifndef TOOL_CMD_RESERVE_H
#define TOOL_CMD_RESERVE_H

#include "input.h"
#include "options.h"
#include "pool.h"

extern const struct command reserve_command;

int cmd_reserve (int argc, char **argv);

/* Upper estimate of the merged section's size, from the inputs.  */

struct reserve_group;

struct reserve_size
{
  const struct diag_sink *sink;
  bool known; /* MACHINE and BIG_ENDIAN are set */
  uint16_t machine;
  bool big_endian;
  uint64_t functions; /* number of functions counted */
  uint64_t bytes;     /* size of their FDEs and rows */

  const char *first; /* name of the first object */
  size_t object_count;
  struct pool pool; /* holds the signatures */
  struct string_set signatures;
  struct reserve_group *groups; /* by number of the signature */
  size_t group_capacity;
  uint32_t
      *group_of; /* by section of the current object, or STRING_SET_NONE */
};

/* Count the functions of OBJECT.  An input_fn; DATA is a struct reserve_size,
   initially zero except for its sink.  Statuses: MIXED (another machine),
   LIMIT, and those of fde_relocs_pair.  */
sfm_status reserve_size_add (void *data, const struct input_object *object);

/* The section size that all objects together need: a multiple of 8.  */
uint64_t reserve_size_total (const struct reserve_size *size);

void reserve_size_free (struct reserve_size *size);

#endif /* TOOL_CMD_RESERVE_H */
