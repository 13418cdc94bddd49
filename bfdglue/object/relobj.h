/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   relobj.h - rewrite the .sframe sections of a relocatable object.

   What may change, and nothing else: in the header of each .sframe section
   and of its relocation section, offset and size, and of the former type and
   alignment; and the bytes at the end of the file, where the new contents
   lie.  The old bytes stay as they are,
   outside of all sections, unless they are the end of the file: then the new
   ones take their place.  Sections keep their numbers.

   A split makes of each .sframe section one for each section of code whose
   functions it has, which linkers keep and drop together with that: its header
   names it (SHF_LINK_ORDER), and it is in the same section group.  The first
   keeps the number of the old section; the others come behind all sections, so
   the table of headers moves to the end of the file, and so do the contents of
   groups that get members.  The flags and the link of the old section, e_shoff
   and the number of sections change.  */

#ifndef BFDGLUE_RELOBJ_H
#define BFDGLUE_RELOBJ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sfmerge.h"
#include "diag.h"

struct relobj_options
{
  bool convert; /* write TARGET; else what is there already */
  enum sfm_target target;
  bool split;     /* one section of functions for each section of code */
  bool partial;   /* sections whose functions are all lost become empty */
  bool no_verify; /* do not read the result back */
};

/* What was found and done.  Counts add up over the sections.  */
struct relobj_result
{
  enum sfm_target target;
  uint32_t sections;  /* .sframe sections that hold functions or a header */
  uint32_t rewritten; /* ... that are not as they were */
  uint64_t parts;     /* .sframe sections that were made of them */
  uint64_t pieces;
  uint64_t functions;
  uint64_t out_functions;
  uint64_t dead;        /* their relocation is missing, NONE or against
                          nothing */
  uint64_t duplicates;  /* described twice, alike */
  uint64_t none_count;  /* R_*_NONE entries dropped */
  uint32_t not_in_code; /* sections whose relocations were paired by order */
  uint64_t losses[SFM_LOSS_COUNT];
  bool refused; /* a failure is not for want of a readable object */
};

/* Rewrite the object that the SIZE bytes at BYTES are, called NAME in
   messages.  *OUT, from malloc, are the *OUT_SIZE bytes of the new file, or
   NULL if it is right as it is.  Each function that is left out is named as a
   detail.  Statuses: NOMEM, TRUNC, CORRUPT, UNSUPP, MIXED, LIMIT.  */
sfm_status relobj_rewrite (const char *name, const uint8_t *bytes, size_t size,
                           const struct relobj_options *options, uint8_t **out,
                           size_t *out_size, struct relobj_result *result,
                           const struct diag_sink *sink) SFM_CHECKED;

#endif /* BFDGLUE_RELOBJ_H */
