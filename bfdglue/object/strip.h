/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   strip.h - remove SFrame from an object or an image.

   What goes are the sections of SFrame data, the relocation sections for them,
   and groups that have no other member.  No section and no symbol gets another
   number, because sections of other tools contain such numbers.

   In an object the headers of what goes become SHT_NULL and the file gets
   shorter.  Symbols of these sections become nameless absolute ones with value
   0.  If anything else refers to them, the object is refused.

   In an image nothing moves: the bytes become zeros, PT_GNU_SFRAME becomes
   PT_NULL, and an empty section stays, which no reader takes for SFrame; a
   section of zeros if symbols that others may use are in it.  */

#ifndef BFDGLUE_STRIP_H
#define BFDGLUE_STRIP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "diag.h"
#include "sfmerge.h"

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

#endif /* BFDGLUE_STRIP_H */
