/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   phdr-plan.h - give an image a PT_GNU_SFRAME header or a new segment for the
   merged section.

   First decide on the changes (phdr_header or phdr_section).  Once the size of
   the section is known, fix the layout (phdr_finish).  Then change the copy
   (phdr_apply).  The copy then has the section's location and headers, and
   rewrite_image fills in the content.  */

#ifndef BFDGLUE_PHDR_PLAN_H
#define BFDGLUE_PHDR_PLAN_H

#include <stdint.h>

#include "elf-image.h"
#include "free-space.h"
#include "sorted.h"

/* Where zeros are inserted into the file of an image.  */

/* Zeros to be inserted into the file of an image.  */
struct insertion
{
  uint32_t segment; /* index of the PT_LOAD whose bytes they follow */
  uint64_t offset;  /* of the first zero, the end of the segment's bytes */
  uint64_t size;    /* 0: none */
};

enum phdr_mode
{
  PHDR_NONE,
  PHDR_SLOT,        /* the program header table stays where it is */
  PHDR_PAGES,       /* and up to INSERTED_MAX zeros may be inserted */
  PHDR_LARGE_PAGES, /* and any number of them */
  PHDR_MOVE         /* and the table may move to the end of the file */
};

struct phdr_options
{
  enum phdr_mode mode;
  bool force;  /* allow it even if data is appended to the file */
  bool dynsym; /* .dynsym may move */
};

/* No program header index.  */
#define PHDR_NO_SLOT UINT32_MAX

/* Bytes after the program headers that move to let the table grow: from OFFSET
   and ADDR to TO_OFFSET and TO_ADDR.  */
struct phdr_displaced
{
  uint64_t offset;
  uint64_t size; /* 0: nothing moves */
  uint64_t addr;
  uint64_t align; /* the largest alignment in the block */
  uint64_t to_offset;
  uint64_t to_addr;
  uint32_t to_segment; /* index of its PT_LOAD in the output */
};

/* The changes to be made to an image.  */
struct phdr_plan
{
  const struct image *image; /* which is planned for */
  struct phdr_options options;
  uint32_t sframe_idx; /* index of the program header that becomes
                          PT_GNU_SFRAME, or PHDR_NO_SLOT */
  uint32_t load_idx;   /* the same of the new PT_LOAD */
  uint32_t added;      /* number of entries added to the table */
  bool moved_table;    /* the table moves to the start of the new segment */
  bool in_tail;        /* the section goes to the free end of a segment */
  struct phdr_displaced displaced;
  /* The new PT_LOAD.  */
  uint64_t offset;
  uint64_t addr;
  uint64_t size;
  uint64_t align;
  /* Index of the section in the new segment; 0: none.  NEW_SECTION: it is
     added, and the section headers move.  */
  uint32_t section;
  bool new_section;
  /* The space that the section gives up, or part of it; may be empty.  */
  struct free_space old;
  /* The bytes of the new segment if they are inserted into the file; all other
     offsets are those with them.  */
  struct insertion inserted;
  uint64_t names_off; /* offset of the moved section names; 0: not moved */
  uint64_t name_off;  /* offset of ".sframe" in the section names */
  uint64_t shdrs_off;
  uint64_t file_size; /* size of the output */
  uint64_t wanted;    /* if no header is possible: bytes of the section's space
                         that would allow one; 0: none would */
  char why[160];      /* what is impossible and why, or empty */
};

/* Set PHDR to change nothing in IMAGE.  */
void phdr_nothing (const struct image *image, struct phdr_plan *phdr);

/* True if PHDR changes anything.  */
bool phdr_any (const struct phdr_plan *phdr);

/* Find an entry for PT_GNU_SFRAME, which IMAGE lacks, and space for what the
   table displaces.  The merged section has SIZE bytes and goes to SPACE, which
   may shrink for it.  If that is impossible, PHDR changes nothing, and its WHY
   and WANTED are set.  */
void phdr_header (const struct image *image,
                  const struct phdr_options *options, uint64_t size,
                  struct free_space *space, struct phdr_plan *phdr,
                  const struct diag_sink *sink);

/* phdr-plan.c: find an offset, an address and program headers for a new
   segment, as the merged section fits nowhere in IMAGE.  OLD is the existing
   section to move there, or NULL to add one.  *SPACE receives the location,
   with all sizes 0.  If that is impossible, PHDR changes nothing, and its WHY
   is set.  */
void phdr_section (const struct image *image,
                   const struct phdr_options *options,
                   const struct free_space *old, struct free_space *space,
                   struct phdr_plan *phdr);

/* phdr-plan.c: find an entry for PT_GNU_SFRAME, unless IMAGE has it, and space
   for what the table displaces, for a section of SIZE bytes at the start of
   *TAIL, the free end of a segment.  OLD is as for phdr_section.  *TAIL
   becomes the section's location.  If that is impossible, PHDR changes
   nothing, and its WHY is set.  */
void phdr_tail (const struct image *image, const struct phdr_options *options,
                const struct free_space *old, uint64_t size,
                struct free_space *tail, struct phdr_plan *phdr,
                const struct diag_sink *sink);

/* phdr-plan.c: set the sizes in PHDR and SPACE, which phdr_section has filled,
   for a section of SIZE bytes.  False, with the reason in PHDR, if the file
   would be too large.  */
bool phdr_finish (struct phdr_plan *phdr, uint64_t size,
                  struct free_space *space);

/* phdr-plan.c: report what PHDR changes: a moved table in a note, the rest as
   details.  */
void phdr_tell (const struct phdr_plan *phdr, const struct diag_sink *sink);

/* phdr-plan.c: name the kind of change: "none", "slot", "tail", "segment" or
   "moved-phdrs".  */
const char *phdr_mode_name (const struct phdr_plan *phdr);

/* phdr-new-load.c: set PHDR->why, which says what is impossible and why, and
   return false.  */
bool phdr_refuse (struct phdr_plan *phdr, const char *format, ...)
    DIAG_PRINTF (2, 3);

/* Insert zeros into the file of an image, after the bytes of a segment, so
   that the segment can grow.  */

/* insert-pages.c: find the segment of PHDR's image that has the most free
   bytes at its end once MOST zeros or less are inserted there.  False, with
   the reason in PHDR, if there is none; INSERTION->size is then how many zeros
   would do, if more than MOST, else 0.  */
bool insertion_find (struct phdr_plan *phdr, uint64_t most,
                     struct insertion *insertion);

/* phdr-new-load.c: true if zeros at offset AT of IMAGE would divide nothing
   that its headers describe.  */
bool insertion_possible (const struct image *image, uint64_t at);

/* Set *RANGE, bytes of a file, to where INSERTION puts them.  */
void insertion_shift (const struct insertion *insertion,
                      struct byte_range *range);

/* Set *SHIFTED to IMAGE with INSERTION; image_close releases it.  Only e_shoff
   and the offsets in the program headers and section headers change;
   everything after the zeros is INSERTION->size bytes later.  On failure
   *SHIFTED is all zero.  Statuses: NOMEM, LIMIT, and those of
   image_open_bytes.  */
sfm_status insertion_apply (const struct image *image,
                            const struct insertion *insertion,
                            struct image *shifted,
                            const struct diag_sink *sink) SFM_CHECKED;

/* verify-insertion.c: compare SHIFTED with IMAGE, all bytes and all headers.
   Statuses: CORRUPT, NOMEM.  */
sfm_status insertion_verify (const struct image *image,
                             const struct insertion *insertion,
                             const struct image *shifted,
                             const struct diag_sink *sink) SFM_CHECKED;

#endif /* BFDGLUE_PHDR_PLAN_H */
