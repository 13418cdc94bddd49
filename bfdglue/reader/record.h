/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   record.h - what a reader process tells, in order.

   For each file: RECORD_FILE, what the reader finds, RECORD_FILE_END.  For
   each object that libbfd gets: RECORD_OPEN, perhaps RECORD_OBJECT,
   RECORD_CLOSE.  Messages come anywhere between.  */

#ifndef BFDGLUE_RECORD_H
#define BFDGLUE_RECORD_H

#include <stdint.h>

#include "file-bytes.h"

enum record_kind
{
  RECORD_FILE,     /* NUMBER is its number in the list */
  RECORD_FILE_END, /* NUMBER is the status */
  RECORD_GIVEN,    /* NUMBER is an enum input_given; a struct record_given */
  RECORD_LEFT,     /* the end of what RECORD_GIVEN began */
  RECORD_REPEATED, /* the end of a thin archive: a uint64_t, how many members
                      this process has read before; its path */
  RECORD_OPEN,     /* the name of the object */
  RECORD_CLOSE,
  RECORD_OBJECT,  /* flat-object.h */
  RECORD_MESSAGE, /* NUMBER is its severity, and RECORD_FILE_NAMED if it is
                     about a file; file, place and text, each with its NUL */
  RECORD_END      /* of all files */
};

enum
{
  RECORD_FILE_NAMED = 0x100
};

struct record
{
  uint32_t kind;
  uint32_t number;
  uint64_t size; /* of what follows */
};

struct record_given
{
  struct file_id id;
  uint64_t where;
};

#endif /* BFDGLUE_RECORD_H */
