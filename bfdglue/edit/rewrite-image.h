/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   rewrite-image.h - put the merged section into a copy of an image.

   What may change, and nothing else: the bytes of the room and of the runs to
   be cleared; the section's header (name, type, flags, size, entry size, link
   and info, and the alignment where it is less than 8 or more than the address
   has); one NUL among the section names; PT_GNU_SFRAME; p_filesz and p_memsz
   of the PT_LOAD where the content goes beyond it; other sections of the name
   (zeroed, size 0, SHT_PROGBITS, no longer called .sframe); and the
   entries of their .rela sections (made R_*_NONE).  */

#ifndef BFDGLUE_REWRITE_IMAGE_H
#define BFDGLUE_REWRITE_IMAGE_H

#include "byte-changes.h"
#include "elf-image.h"
#include "free-space.h"

struct rewrite_result
{
  bool no_segment;     /* the image has no PT_GNU_SFRAME: consumers at run
                          time will not find the section */
  uint64_t none_count; /* entries of .rela.sframe made R_*_NONE */
  bool renamed;        /* .sframe_reserve or .sframe_raw became .sframe */
  bool rename_failed;  /* ... or could not: the name's bytes are shared */
  bool grown;          /* the PT_LOAD now reaches further */
  uint32_t retired;    /* other sections of the name that are empty now */
};

/* Change COPY, a writable copy of IMAGE's file of the same size: put the
   SIZE bytes at CONTENT into SPACE, retire every other section called .sframe,
   .sframe_raw or .sframe_reserve, zero what is left of the owned bytes of the
   room and of those sections' own rooms and of CLEAR (COUNT runs of old
   pieces, by file order; only what is in one of these rooms), and set the
   headers.  Statuses: LIMIT (it does not fit), USAGE (SPACE is not
   of IMAGE), CORRUPT (a section to be retired or its relocations share bytes
   with something else); COPY is unchanged then.  IMAGE may be COPY itself,
   opened.  What is changed is added to CHANGES, unless that is NULL.  */
sfm_status rewrite_image (const struct image *image, uint8_t *copy,
                          const struct free_space *space,
                          const uint8_t *content, uint64_t size,
                          const struct byte_range *clear, size_t count,
                          struct rewrite_result *result,
                          struct byte_changes *changes,
                          const struct diag_sink *sink) SFM_CHECKED;

/* Zero in COPY what SFrame owns of SPACE: its owned bytes and what of the
   COUNT runs at CLEAR is in it.  */
void rewrite_clear (uint8_t *copy, const struct free_space *space,
                    const struct byte_range *clear, size_t count,
                    struct byte_changes *changes);

#endif /* BFDGLUE_REWRITE_IMAGE_H */
