/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   relobj.h - rewrite the .sframe sections of a relocatable object.

   Without a split, only these change: offset, size, type and alignment in the
   header of each .sframe section; offset and size in that of its relocation
   section, which becomes SHT_RELA if it has another form; and the bytes at the
   end of the file, where the new contents go.
   The old bytes stay, outside all sections, unless they are the end of the
   file; then the new contents replace them.  Sections keep their indices.

   A split replaces each .sframe section by one for each text section whose
   functions it describes.  Its header names the text section (SHF_LINK_ORDER),
   and it is in the same section group, so linkers keep or drop both together.
   One of them keeps the index of the old section; the others come after all
   sections.  The section header table moves to the end of the file, and so do
   the contents of groups that get members.  Also the flags and the link of the
   old section, e_shoff and the number of sections change.  */

#ifndef BFDGLUE_RELOBJ_H
#define BFDGLUE_RELOBJ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "diag.h"
#include "eh-frame.h"
#include "sfmerge.h"

struct relobj_options
{
  bool convert; /* write TARGET; else keep the version */
  enum sfm_target target;
  uint64_t reader; /* SFM_READER_*, of who reads the object */
  bool split;      /* write one section for each text section */
  bool synth;      /* add functions by .eh_frame, and correct others */
  bool keep;       /* ... but leave those that contradict it */
  bool partial;    /* empty a section if all its functions are lost, and leave
                      an object with what the engine does not know */
  bool no_verify;  /* skip the verification */
};

/* What was found and done, summed over all sections.  */
struct relobj_result
{
  enum sfm_target target;
  uint32_t sections;  /* .sframe sections that are not empty */
  uint32_t rewritten; /* ... that changed */
  uint64_t parts;     /* .sframe sections written for them */
  uint64_t pieces;
  uint64_t functions;
  uint64_t out_functions;
  uint64_t bytes;      /* of the .sframe sections in the end */
  uint64_t dead;       /* discarded: the relocation is missing, NONE or
                           against nothing */
  uint64_t duplicates; /* described twice with equal rules */
  uint64_t none_count; /* R_*_NONE relocations dropped */
  uint32_t by_order;   /* sections whose relocations were paired by order */
  uint64_t losses[SFM_LOSS_COUNT];
  struct synth_counts synth;
  bool refused; /* failed for another reason than unreadable input */
};

/* Rewrite the .sframe sections of an object, the SIZE bytes at BYTES, named
   NAME in messages.  *OUT receives the new file of *OUT_SIZE bytes, from
   malloc, or NULL if nothing has to change or on failure.  Each function left
   out is reported as a detail.  Statuses: NOMEM, TRUNC, CORRUPT, UNSUPP,
   MIXED, LIMIT.  */
sfm_status relobj_rewrite (const char *name, const uint8_t *bytes, size_t size,
                           const struct relobj_options *options, uint8_t **out,
                           size_t *out_size, struct relobj_result *result,
                           const struct diag_sink *sink) SFM_CHECKED;

#endif /* BFDGLUE_RELOBJ_H */
