/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   last-calls.h - functions of an image whose last instruction is a call.

   Such a call does not return.  Its return address is the first byte after the
   function, where a reader that does not subtract 1 finds another function or
   none.  A description that is one byte longer helps if nothing else is
   there.  */

#ifndef BFDGLUE_LAST_CALLS_H
#define BFDGLUE_LAST_CALLS_H

#include "function-index.h"

struct last_call
{
  uint64_t addr; /* of the function */
  uint32_t size;
  uint8_t padding; /* bytes of the padding instruction after it, 0 if it is not
                      proven that there is one */
  bool pads;       /* a padding instruction is there that has no FDE */
  bool named;   /* a symbol begins at that instruction, or reaches over it */
  bool covered; /* the image describes the function with one byte more */
};

/* Whether the function of CALL may be described with one byte more.  Where the
   byte is named it is not added; but it is no error, as it was right when the
   symbols were not known, in a stripped image.  */
static inline bool
last_call_may_cover (const struct last_call *call)
{
  return call->padding != 0 && !call->named;
}

/* All zero is a list that was not read.  */
struct last_calls
{
  struct last_call *at; /* sorted by address, one at each */
  size_t count;
  size_t capacity;
  bool read;
};

/* List the functions of INDEX's image in CALLS, which is all zero.  Only those
   count whose start and size .eh_frame confirms, or a symbol where there is no
   .eh_frame at all.  After a failure CALLS is empty.  Statuses: NOMEM.  */
sfm_status last_calls_read (const struct function_index *index,
                            struct last_calls *calls,
                            const struct diag_sink *sink) SFM_CHECKED;

/* The function of CALLS at ADDR if it has SIZE, or NULL.  */
struct last_call *last_calls_find (const struct last_calls *calls,
                                   uint64_t addr, uint64_t size);

void last_calls_free (struct last_calls *calls);

#endif /* BFDGLUE_LAST_CALLS_H */
