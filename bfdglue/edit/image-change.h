/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   image-change.h - put the merged section into a copy of an image: choose the
   location, change the copy, verify it.  */

#ifndef BFDGLUE_IMAGE_CHANGE_H
#define BFDGLUE_IMAGE_CHANGE_H

#include "elf-image.h"
#include "elf-symbols.h"
#include "free-space.h"
#include "phdr-plan.h"
#include "sorted.h"

/* The change of an image, from the decision to the changed copy.  Each step
   below sets what the next ones need; the caller sets the rest.  */
struct image_change
{
  const struct image *image;
  const struct byte_range *clear; /* the existing pieces, in file order */
  size_t clear_count;
  const struct diag_sink *sink;

  /* Set by make_room.  With inserted zeros, IMAGE is the last of the images in
     INSERTED from then on, and CLEAR is SHIFTED_CLEAR.  */
  const struct image *source; /* IMAGE as the caller set it */
  struct
  {
    struct insertion insertion;
    struct image image; /* with the zeros */
  } inserted[2];        /* for a segment to grow, for a new segment */
  unsigned inserted_count;
  struct byte_range *shifted_clear;

  /* What the merger was planned for last, if it was since make_room.  */
  bool planned;
  uint64_t planned_addr;
  uint64_t planned_limit;

  /* Set by choose_location.  */
  struct free_space space; /* of the merged section */
  struct phdr_plan phdr;

  const uint8_t *content; /* the merged section */
  size_t content_size;
  struct paged *copy; /* of the image's file, then zeros up to PHDR.file_size;
                         it lists what was written */
  struct image grown; /* COPY, opened after PHDR was applied */
  uint32_t *numbers;  /* the number in COPY of each section of IMAGE and of a
                        new one; NULL: the same, and a new one is the last */
};

/* The number in the copy of CHANGE of section IDX of its image.  */
static inline uint32_t
section_number (const struct image_change *change, uint32_t idx)
{
  return change->numbers != NULL ? change->numbers[idx] : idx;
}

/* The same of IDX, if it is the number of a section and not one that is
   reserved.  */
static inline uint32_t
image_number (const struct image_change *change, uint32_t idx)
{
  return idx < change->image->section_count ? section_number (change, idx)
                                            : idx;
}

/* What rewrite_image did.  */
struct rewrite_result
{
  bool no_segment;     /* the image has no PT_GNU_SFRAME; run-time consumers
                          will not find the section */
  uint64_t none_count; /* entries of .rela.sframe set to R_*_NONE */
  bool renamed;        /* the section got the name .sframe */
  bool rename_failed;  /* ... or could not */
  bool grown;          /* the PT_LOAD was extended */
  uint32_t retired;    /* other sections for SFrame data, emptied */
};

/* Find what serves the merged section best: a location, PT_GNU_SFRAME, and
   space for all functions of PLT code.  Attempts by choose_location follow
   each other until one serves everything: with the image as it is, with zeros
   inserted into its file (phdr-plan.h), each with .dynsym moved, and with the
   table of program headers moved, as far as OPTIONS allow that.  Statuses:
   those of choose_location.  */
sfm_status make_room (struct image_change *change, struct sfm_merger *merger,
                      const struct phdr_options *options) SFM_CHECKED;

/* Plan MERGER for the best location in CHANGE's image and set its space to it.
   Locations are tried in this order: the larger of the SFrame sections
   (without section headers, the range of PT_GNU_SFRAME), then the largest
   .sframe_reserve, then, if OPTIONS allow it, the free end of a read-only
   segment, then a new segment.  A section whose end a symbol marks rules out
   the others.  Functions of PLT code are dropped to save space only if neither
   is possible.  If PT_GNU_SFRAME is missing, OPTIONS may also allow a new
   program header.  CHANGE->phdr receives the changes for a segment or header,
   or why there is none.  Each step is reported as a detail.

   Statuses: LIMIT (it fits nowhere; the message gives both sizes), UNSUPP
   (there is no such section and none can be added), NOMEM, CORRUPT.  */
sfm_status choose_location (struct image_change *change,
                            struct sfm_merger *merger,
                            const struct phdr_options *options) SFM_CHECKED;

/* Make the copy of CHANGE, apply the plan for program headers to it, restore
   the order of its sections, and put the content into it.  Statuses: NOMEM,
   and those of image_open_bytes and rewrite_image.  */
sfm_status image_change_apply (struct image_change *change,
                               struct rewrite_result *result) SFM_CHECKED;

/* Release the copy of CHANGE, which is not needed.  */
void image_change_drop_copy (struct image_change *change);

/* Put the content of CHANGE into its copy, from which IMAGE was opened after
   phdr_apply; CHANGE's own image if that had nothing to do.  Empty every other
   section for SFrame data, and set the headers.  In the space and in the free
   space of those sections, zero the remaining owned bytes and those of the
   existing pieces.

   Only these may change: the bytes of the free space and of the pieces; the
   section's header (name, type, flags, size, entry size, link and info, and an
   alignment that is less than 8 or more than its address has); one NUL in the
   section names; PT_GNU_SFRAME; p_filesz and p_memsz of the PT_LOAD if the
   content ends after it; other sections of the same names (zeroed, size 0,
   SHT_PROGBITS, no longer named .sframe); and the entries of their .rela
   sections (set to R_*_NONE).

   Statuses: LIMIT (it does not fit, or there are too many sections to empty),
   USAGE (the space is not in IMAGE), CORRUPT (a section to empty or its
   relocations share bytes with something else).  On failure the copy is
   unchanged.  */
sfm_status rewrite_image (struct image_change *change,
                          const struct image *image,
                          struct rewrite_result *result) SFM_CHECKED;

/* Release what CHANGE took.  */
void image_change_free (struct image_change *change);

/* Open CHANGE's copy and verify it.  It must contain one piece, the content at
   its space.  Every byte that is not listed as written must equal the image's,
   and those of an image with inserted zeros the source's.  Every section and
   segment of the image must still exist with the same bytes, and new or larger
   ones must not overlap others.  Messages go to SINK.  Statuses: CORRUPT,
   NOMEM.  */
sfm_status verify_image (struct image_change *change,
                         const struct diag_sink *sink) SFM_CHECKED;

/* True if the section and the PT_GNU_SFRAME of IMAGE hold CHANGE's content,
   and all other loaded sections of these names are empty.  PT_GNU_SFRAME may
   be missing unless the plan adds it.  */
bool verify_in_place (const struct image *image,
                      const struct image_change *change);

/* True if the SIZE bytes at CONTENT, a section at ADDR, need no change: the
   checker finds nothing worse than a note, and they describe what MERGER plans
   in plain or compact form, as SHARE allows.  This replaces MERGER's plan.
   False if memory is short.  */
bool already_merged (struct sfm_merger *merger, const uint8_t *content,
                     size_t size, uint64_t addr, enum sfm_share share);

/* Change the copy of an image and list what changes.  */

/* Write VALUE at OFFSET.  */
void patch_u16 (struct image_change *change, uint64_t offset, uint16_t value);
void patch_u32 (struct image_change *change, uint64_t offset, uint32_t value);
void patch_u64 (struct image_change *change, uint64_t offset, uint64_t value);

/* Add DELTA to the 64-bit number at OFFSET.  */
void patch_add (struct image_change *change, uint64_t offset, uint64_t delta);

/* Write the SIZE bytes at BYTES to OFFSET.  */
void patch_bytes (struct image_change *change, uint64_t offset,
                  const void *bytes, uint64_t size);

/* Write zeros to [START, END), which may be empty.  */
void patch_zero (struct image_change *change, uint64_t start, uint64_t end);

/* In SPACE, zero the owned bytes and those of the existing pieces.  */
void patch_clear (struct image_change *change, const struct free_space *space);

/* Write the header of SECTION to OFFSET.  Only the words that differ from what
   is there count as changed.  */
void patch_section (struct image_change *change, uint64_t offset,
                    const struct image_section *section);

/* Write the read-only SEGMENT, which occupies its memory only with its bytes
   of the file, to the program header at OFFSET.  */
void patch_segment (struct image_change *change, uint64_t offset,
                    const struct image_segment *segment, uint64_t paddr);

/* Set the size of the segment whose program header is at OFFSET.  */
void patch_segment_size (struct image_change *change, uint64_t offset,
                         uint64_t size);

/* phdr-apply.c: apply CHANGE->phdr to the copy.  */
void phdr_apply (struct image_change *change);

/* section-order.c: put the section headers of IMAGE, the copy of CHANGE, in
   order of address if those of CHANGE's image are.  CHANGE->numbers then says
   how, and its space has the new number; IMAGE must be opened again.
   Statuses: NOMEM.  */
sfm_status section_order_restore (struct image_change *change,
                                  const struct image *image) SFM_CHECKED;

/* section-order.c: true if the headers of loaded sections of IMAGE are in
   order of address, before all others.  */
bool sections_in_order (const struct image *image);

/* rewrite-image.c: offset of the string ".sframe" in the section names of
   IMAGE, or 0 if it is not there.  IMAGE must have section names.  */
uint32_t name_find (const struct image *image);

/* verify-layout.c: the part of verify_image that compares sections and
   segments.  COPY is CHANGE's copy, opened.  */
sfm_status verify_layout (const struct image_change *change,
                          const struct image *copy,
                          const struct diag_sink *sink) SFM_CHECKED;

/* Fields of a section header or a program header, with what is decoded from
   them.  */
enum
{
  FIELD_NAME = 1 << 0,
  FIELD_TYPE = 1 << 1,
  FIELD_FLAGS = 1 << 2,
  FIELD_OFFSET = 1 << 3,
  FIELD_ADDR = 1 << 4,
  FIELD_SIZE = 1 << 5, /* p_filesz */
  FIELD_MEMORY = 1 << 6,
  FIELD_ALIGN = 1 << 7,
  FIELD_ENTSIZE = 1 << 8,
  FIELD_LINK = 1 << 9,
  FIELD_INFO = 1 << 10,
  FIELD_CUT = 1 << 11,
  FIELD_PLACE = FIELD_OFFSET | FIELD_ADDR,
  FIELD_ALL = (1 << 12) - 1
};

/* True if DIFFERS has no others than FIELDS.  */
static inline bool
fields_within (unsigned differs, unsigned fields)
{
  return (differs & ~fields) == 0;
}

/* The fields in which two headers differ.  */
unsigned segment_differs (const struct image_segment *was,
                          const struct image_segment *now);
unsigned section_differs (const struct image_section *was,
                          const struct image_section *now);

/* The parts of phdr-plan.c: spare program headers, the bytes after the table,
   and a new segment.  */

enum
{
  SFRAME_ALIGN = 8
};

/* phdr-new-load.c: choose the entries of the program header table that become
   PT_GNU_SFRAME and, with WANT_LOAD, a PT_LOAD above all others.  PHDR
   receives their indices and the number of entries to add.  SPARE: dispensable
   entries may be replaced; else all that is missing is added.  */
void phdr_reuse_choose (struct phdr_plan *phdr, bool want_load, bool spare);

/* phdr-displace.c: find the bytes that must move so that the program header
   table can grow in place by what PHDR adds, and set PHDR->displaced.  The
   bytes of PHDR->old are free.  False, with the reason in PHDR, if something
   there cannot move, or must not by its options.  */
bool displace_find (struct phdr_plan *phdr);

enum
{
  SECTION_TAGS = 3
};

/* The sections that DT_HASH, DT_GNU_HASH and DT_SYMTAB lead to, by number; 0:
   there is none.  */
struct section_tags
{
  uint32_t idx[SECTION_TAGS];
};

/* address-users.c: find them in IMAGE.  */
void section_tags_find (const struct image *image, struct section_tags *tags);

/* True if section IDX is one of TAGS.  */
bool section_tags_have (const struct section_tags *tags, uint32_t idx);

/* The section of IMAGE that a dynamic tag TAG with VALUE leads to, if it is
   one of TAGS; else 0.  */
uint32_t section_tag_leads_to (const struct image *image,
                               const struct section_tags *tags, uint64_t tag,
                               uint64_t value);

/* Add DELTA to these tags for sections in [START, END) of CHANGE's image.  */
void section_tags_move (struct image_change *change, uint64_t start,
                        uint64_t end, uint64_t delta);

/* address-users.c: true if only symbols and tags that can follow refer to
   addresses in [START, END); else the reason is in PHDR.  */
bool range_is_unreferenced (struct phdr_plan *phdr, uint64_t start,
                            uint64_t end);

/* The same, but only symbols are examined.  */
bool displace_symbols_follow (struct phdr_plan *phdr, uint64_t start,
                              uint64_t end);

/* How SYMBOL relates to the addresses [START, END).  */
enum displace_symbol
{
  SYMBOL_ELSEWHERE,
  SYMBOL_FOLLOWS, /* only a label of the bytes: it moves with them */
  SYMBOL_BLOCKS
};
enum displace_symbol displace_symbol (const struct image_symbol *symbol,
                                      uint64_t start, uint64_t end);

/* phdr-new-load.c: true if the image may get another segment; else the reason
   is in PHDR.  */
bool segment_allowed (struct phdr_plan *phdr);

/* Place PHDR's new segment above all addresses.  False, with the reason in
   PHDR, if that is impossible.  */
bool segment_place (struct phdr_plan *phdr);

/* phdr-new-load.c: the end of the file with PHDR's new segment, which has its
   size.  Sets the size of what is inserted.  */
uint64_t segment_file_end (struct phdr_plan *phdr);

#endif /* BFDGLUE_IMAGE_CHANGE_H */
