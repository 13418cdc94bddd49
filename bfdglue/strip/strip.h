/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   strip.h - remove SFrame from an object or an image.

   The sections of SFrame data go, with their headers, the relocation sections
   for them, and groups that have no other member.  The numbers of the other
   sections follow in sh_link, sh_info, symbols, groups and the ELF header.  In
   an object the file gets shorter.  In an image all addresses stay: bytes of a
   segment become zeros, PT_GNU_SFRAME becomes PT_NULL, and only what comes
   after the last segment moves.

   No symbol is renumbered, because sections of other tools contain symbol
   numbers: symbols of what goes become nameless absolute ones with value 0.
   If something refers to the section, an object is refused; an image keeps a
   section of zeros in its place, as it does if bytes were appended to the
   file.  */

#ifndef BFDGLUE_STRIP_H
#define BFDGLUE_STRIP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sfmerge.h"
#include "diag.h"

/* What was found, and is removed.  */
struct strip_result
{
  uint32_t sections;    /* of SFrame data */
  uint32_t relocations; /* sections of relocations for these */
  uint32_t segments;    /* PT_GNU_SFRAME */
  uint32_t symbols;     /* of these sections */
  uint64_t bytes;       /* of SFrame data in the file */
  bool emptied;         /* sections of zeros stay */
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

#endif /* BFDGLUE_STRIP_H */
