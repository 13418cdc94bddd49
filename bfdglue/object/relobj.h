/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   relobj.h - rewrite the .sframe sections of a relocatable object, remove
   SFrame from a file, and make an object that reserves space for it.

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
  bool convert; /* write TARGET; else keep the version of the input */
  enum sfm_target target;
  uint64_t reader; /* SFM_READER_*, for the reader of the object */
  bool split;      /* write one section for each text section */
  bool synth;      /* add functions by .eh_frame, and correct others */
  bool keep;       /* ... but leave those that contradict it */
  bool partial;    /* empty a section if all its functions are lost, and leave
                      an object with SFrame that the engine does not know */
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

/* Remove SFrame from an object or an image.

   What is removed are the sections of SFrame data, the relocation sections for
   them, and groups that have no other member.  No section and no symbol gets
   another number, because sections of other tools contain such numbers.

   In an object the headers of these sections become SHT_NULL and the file gets
   shorter.  Their symbols become nameless absolute ones with value 0.  If
   anything else refers to them, the object is refused.

   In an image nothing moves: the bytes become zeros, PT_GNU_SFRAME becomes
   PT_NULL, and an empty section stays, which no reader takes for SFrame; a
   section of zeros if symbols that others may use are in it.  */

/* What was found, and is removed.  */
struct strip_result
{
  uint32_t sections;    /* of SFrame data */
  uint32_t relocations; /* sections of relocations for these */
  uint32_t segments;    /* PT_GNU_SFRAME */
  uint32_t symbols;     /* of these sections, in an object */
  uint64_t bytes;       /* of SFrame data in the file */
  bool refused;         /* failed for another reason than unreadable input */
};

/* Remove SFrame from the SIZE bytes at BYTES, an ELF file called NAME in
   messages.  *OUT receives the new file of *OUT_SIZE bytes, from malloc, or
   NULL if there is none or on failure.  It is read again and compared, unless
   NO_VERIFY.  Statuses: those of image_open; UNSUPP (something refers to a
   section that is to go), CORRUPT (it shares bytes with something else),
   NOMEM.  */
sfm_status strip_elf (const char *name, const uint8_t *bytes, size_t size,
                      bool no_verify, uint8_t **out, size_t *out_size,
                      struct strip_result *result,
                      const struct diag_sink *sink) SFM_CHECKED;

/* Make the object that reserves space for the merged section at link time.  */

struct reserve_object
{
  uint16_t machine; /* e_machine */
  bool big_endian;
  uint64_t size; /* of .sframe_reserve; rounded up to 8 */
};

/* Make an ELF64 relocatable object with a section .sframe_reserve of OPTIONS'
   size, all zero: *SIZE bytes at *BYTES, from malloc.  Statuses: NOMEM, LIMIT
   (more than an SFrame section can use).  */
sfm_status reserve_object_make (const struct reserve_object *options,
                                uint8_t **bytes, size_t *size,
                                const struct diag_sink *sink) SFM_CHECKED;

#endif /* BFDGLUE_RELOBJ_H */
