/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unflatten.h - what the unflatten-*.c files share.  */

#ifndef BFDGLUE_UNFLATTEN_H
#define BFDGLUE_UNFLATTEN_H

#include "flat-object.h"

/* What is left of a record.  */
struct cursor
{
  const uint8_t *at;
  size_t left;
  bool bad; /* it ended too early, or contradicts itself */
};

/* The state of reading one record.  */
struct unflatten
{
  struct cursor cursor;
  const struct flat_pools *pools;
  struct input_object *object;
  const struct flat_object *head;
  const struct flat_section *sections;
  const struct flat_symbol *symbols;
  const struct flat_sframe *sframes;
  const char *strings;
};

/* unflatten-take.c: the next COUNT elements of SIZE bytes; NULL and bad if
   there are not so many.  */
const void *unflatten_take (struct cursor *cursor, uint64_t count,
                            size_t size);

/* The string at OFFSET.  NULL, which is bad unless OPTIONAL, if OFFSET is
   FLAT_NO_STRING; else bad.  */
const char *unflatten_string (struct unflatten *u, uint32_t offset,
                              bool optional);

/* unflatten-code.c: take the code that CODES describe, for input_code_read,
   which reports to SINK.  Statuses: NOMEM.  */
sfm_status unflatten_codes (struct unflatten *u, const struct flat_code *codes,
                            const struct diag_sink *sink) SFM_CHECKED;

#endif /* BFDGLUE_UNFLATTEN_H */
