/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   packed-section.h - sections that are compressed (SHF_COMPRESSED), as in
   debug files.  */

#ifndef BFDGLUE_PACKED_SECTION_H
#define BFDGLUE_PACKED_SECTION_H

#include <stddef.h>
#include <stdint.h>

#include "diag.h"

/* Unpack the SIZE bytes at BYTES of the compressed section NAME of the file
   PATH, whose byte order is BIG_ENDIAN, into *OUT, which the caller frees, and
   set *OUT_SIZE.  That is taken off *LEFT, the bytes that may still come out
   of the file.  What cannot be unpacked gives a warning, and *OUT is NULL.
   Statuses: NOMEM.  */
sfm_status packed_section_read (const char *path, const char *name,
                                bool big_endian, const uint8_t *bytes,
                                size_t size, uint64_t *left, uint8_t **out,
                                size_t *out_size,
                                const struct diag_sink *sink) SFM_CHECKED;

#endif /* BFDGLUE_PACKED_SECTION_H */
