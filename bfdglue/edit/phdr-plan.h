/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   phdr-plan.h - give an image a PT_GNU_SFRAME header, or a new segment for the
   merged section.

   Decide first (grow_header, grow_section), then, when the size of the section
   is known, fix the layout (grow_finish) and change the copy (grow_apply).
   The copy is then an image that has the section's place and its headers, and
   rewrite_image fills it.  */

#ifndef BFDGLUE_PHDR_PLAN_H
#define BFDGLUE_PHDR_PLAN_H

#include "byte-changes.h"
#include "elf-image.h"
#include "free-space.h"

enum grow_mode
{
  GROW_NONE,
  GROW_SLOT,      /* the table of program headers stays where it is */
  GROW_MOVE_PHDRS /* it may move to the end of the file */
};

struct grow_options
{
  enum grow_mode mode;
  bool force; /* also if something is appended to the file */
};

/* No number of a program header.  */
#define GROW_NO_SLOT UINT32_MAX

/* Bytes behind the program headers that give way to them.  */
struct grow_block
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
struct grow
{
  uint32_t sframe_idx; /* number of the program header that becomes
                          PT_GNU_SFRAME, or GROW_NO_SLOT */
  uint32_t load_idx;   /* the same of the new PT_LOAD */
  uint32_t added;      /* entries that the table gets more */
  bool moved_table;    /* to the start of the new segment */
  struct grow_block block;
  /* The new PT_LOAD.  */
  uint64_t offset;
  uint64_t addr;
  uint64_t size;
  uint64_t align;
  /* The section that goes there: an old one, or a new one, which makes the
     section headers move too.  0: none.  */
  uint32_t section;
  bool new_section;
  struct room old; /* what the section had and now leaves, or part of it; its
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
void grow_nothing (const struct image *image, struct grow *grow);

/* True if GROW changes anything.  */
bool grow_any (const struct grow *grow);

/* The merged section, of SIZE bytes, goes to ROOM of IMAGE, which has no
   PT_GNU_SFRAME: find a place for the header, which may cost some of ROOM.
   If there is none, GROW is nothing, and says why and what is wanted.  */
void grow_header (const struct image *image,
                  const struct grow_options *options, uint64_t size,
                  struct room *room, struct grow *grow,
                  const struct say *sink);

/* The merged section fits nowhere in IMAGE: find a place for a new segment and
   its headers.  OLD is the section that it should be, or NULL.  *ROOM is then
   the place, with all sizes 0.  If it cannot be done, GROW is nothing and says
   why.  */
void grow_section (const struct image *image,
                   const struct grow_options *options, const struct room *old,
                   struct room *room, struct grow *grow);

/* The section has SIZE bytes: fix the sizes of GROW and ROOM, which
   grow_section made.  False, with the reason in GROW, if the file would be too
   large.  */
bool grow_finish (const struct image *image, uint64_t size, struct room *room,
                  struct grow *grow);

/* Do it to COPY, a copy of IMAGE's file with GROW->file_size bytes.  CLEAR, as
   for rewrite_image, are old pieces.  CHANGES may be NULL.  */
void grow_apply (const struct image *image, const struct grow *grow,
                 const struct room *room, const struct byte_range *clear,
                 size_t count, uint8_t *copy, struct changes *changes);

/* What GROW does, for -v: one line or two.  */
void grow_tell (const struct image *image, const struct grow *grow,
                const struct say *sink);

/* A word or two for it: "none", "slot", "segment", "moved table".  */
const char *grow_name (const struct grow *grow);

/* phdr-why.c: note in GROW why something is not possible.  */
void grow_because (struct grow *grow, const char *format, ...)
    SAY_PRINTF (2, 3);

#endif /* BFDGLUE_PHDR_PLAN_H */
