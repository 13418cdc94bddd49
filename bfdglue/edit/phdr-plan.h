/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   phdr-plan.h - give an image a PT_GNU_SFRAME header, or a new segment for the
   merged section.

   Decide first (phdr_header, phdr_section), then, when the size of the section
   is known, fix the layout (phdr_finish) and change the copy (phdr_apply).
   The copy is then an image that has the section's place and its headers, and
   rewrite_image fills it.  */

#ifndef BFDGLUE_PHDR_PLAN_H
#define BFDGLUE_PHDR_PLAN_H

#include "byte-changes.h"
#include "elf-image.h"
#include "free-space.h"

enum phdr_mode
{
  PHDR_NONE,
  PHDR_SLOT, /* the table of program headers stays where it is */
  PHDR_MOVE  /* it may move to the end of the file */
};

struct phdr_options
{
  enum phdr_mode mode;
  bool force; /* also if something is appended to the file */
};

/* No number of a program header.  */
#define PHDR_NO_SLOT UINT32_MAX

/* Bytes behind the program headers that give way to them.  */
struct phdr_displaced
{
  uint64_t offset;
  uint64_t size; /* 0: nothing has to move */
  uint64_t addr;
  uint64_t align; /* of what is in it */
  uint64_t to_offset;
  uint64_t to_addr;
  uint32_t to_segment; /* the PT_LOAD, by its number afterwards */
};

/* What is going to be done.  */
struct phdr_plan
{
  uint32_t sframe_idx; /* number of the program header that becomes
                          PT_GNU_SFRAME, or PHDR_NO_SLOT */
  uint32_t load_idx;   /* the same of the new PT_LOAD */
  uint32_t added;      /* entries that the table gets more */
  bool moved_table;    /* to the start of the new segment */
  struct phdr_displaced displaced;
  /* The new PT_LOAD.  */
  uint64_t offset;
  uint64_t addr;
  uint64_t size;
  uint64_t align;
  /* The section that goes there: an old one, or a new one, which makes the
     section headers move too.  0: none.  */
  uint32_t section;
  bool new_section;
  struct free_space
      old; /* what the section had and now leaves, or part of it; its
                      size may be 0 */
  uint64_t names_off; /* the moved section names; 0 if they stay */
  uint64_t name_off;  /* of ".sframe" among them */
  uint64_t shdrs_off;
  uint64_t file_size; /* afterwards */
  uint64_t wanted;    /* bytes of the section's room that would make a header
                         possible, if it is not; 0: none would */
  char why[160];      /* what is not possible, and why; or empty */
};

/* No change of IMAGE.  */
void phdr_nothing (const struct image *image, struct phdr_plan *phdr);

/* True if PHDR changes anything.  */
bool phdr_any (const struct phdr_plan *phdr);

/* The merged section, of SIZE bytes, goes to SPACE of IMAGE, which has no
   PT_GNU_SFRAME: find a place for the header, which may cost some of SPACE.
   If there is none, PHDR is nothing, and says why and what is wanted.  */
void phdr_header (const struct image *image,
                  const struct phdr_options *options, uint64_t size,
                  struct free_space *space, struct phdr_plan *phdr,
                  const struct diag_sink *sink);

/* The merged section fits nowhere in IMAGE: find a place for a new segment and
   its headers.  OLD is the section that it should be, or NULL.  *SPACE is then
   the place, with all sizes 0.  If it cannot be done, PHDR is nothing and says
   why.  */
void phdr_section (const struct image *image,
                   const struct phdr_options *options,
                   const struct free_space *old, struct free_space *space,
                   struct phdr_plan *phdr);

/* The section has SIZE bytes: fix the sizes of PHDR and SPACE, which
   phdr_section made.  False, with the reason in PHDR, if the file would be too
   large.  */
bool phdr_finish (const struct image *image, uint64_t size,
                  struct free_space *space, struct phdr_plan *phdr);

/* Do it to COPY, a copy of IMAGE's file with PHDR->file_size bytes.  CLEAR, as
   for rewrite_image, are old pieces.  CHANGES may be NULL.  */
void phdr_apply (const struct image *image, const struct phdr_plan *phdr,
                 const struct free_space *space,
                 const struct byte_range *clear, size_t count, uint8_t *copy,
                 struct byte_changes *changes);

/* What PHDR does, for -v: one line or two.  */
void phdr_tell (const struct image *image, const struct phdr_plan *phdr,
                const struct diag_sink *sink);

/* A word or two for it: "none", "slot", "segment", "moved table".  */
const char *phdr_mode_name (const struct phdr_plan *phdr);

/* phdr-why.c: note in PHDR why something is not possible.  */
void phdr_refuse (struct phdr_plan *phdr, const char *format, ...)
    DIAG_PRINTF (2, 3);

#endif /* BFDGLUE_PHDR_PLAN_H */
