/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   prove.h - the last look before an output replaces anything.  */

#ifndef BFDGLUE_PROVE_H
#define BFDGLUE_PROVE_H

#include "elf-image.h"
#include "elf-room.h"

/* Compare the SIZE bytes at CONTENT with what MERGER planned, rule by rule,
   and have the checker, which shares nothing with the merge, find no error in
   them as a section at ADDR.  PATH is for messages.  Statuses: CORRUPT,
   NOMEM.  */
sfm_status prove_section (const struct sfm_merger *merger,
                          const uint8_t *content, size_t size, uint64_t addr,
                          const char *path,
                          const struct say *sink) SFM_CHECKED;

/* Read COPY, the changed copy of IMAGE, as any reader of ELF would: exactly
   one piece must be found, the one at CONTENT, where ROOM says.  Statuses:
   CORRUPT, NOMEM.  */
sfm_status prove_image (const struct image *image, const uint8_t *copy,
                        const struct room *room, const uint8_t *content,
                        size_t size, const struct say *sink) SFM_CHECKED;

#endif /* BFDGLUE_PROVE_H */
