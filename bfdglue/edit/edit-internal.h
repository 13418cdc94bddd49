/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   edit-internal.h - what the files of edit/ share.  */

#ifndef BFDGLUE_EDIT_INTERNAL_H
#define BFDGLUE_EDIT_INTERNAL_H

#include "edit-limits.h"
#include "elf-symbols.h"
#include "image-change.h"
#include "paged.h"
#include "sframe-section.h"
#include "text.h"

/* patch.c: whether SECTION of an image is a section for the data of KIND, and
   which one.  */
enum sframe_section edit_section_is (enum edit_kind kind,
                                     const struct image_section *section);

/* The number that section IDX of CHANGE's image has in the copy.  */
static inline uint32_t
section_number (const struct image_change *change, uint32_t idx)
{
  return change->numbers != NULL ? change->numbers[idx] : idx;
}

/* Like section_number, but a reserved IDX stays as it is.  */
static inline uint32_t
image_number (const struct image_change *change, uint32_t idx)
{
  return idx < change->image->section_count ? section_number (change, idx)
                                            : idx;
}

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

/* The losses of the last plan of MERGER, none if it is NULL.  */
void planned_losses (const struct sfm_merger *merger,
                     uint64_t losses[SFM_LOSS_COUNT]);

/* free-space.c: measure how many bytes the merged section may take without
   moving anything.  */

/* Measure the free space for KIND from the start of section SECTION of IMAGE
   or, if SECTION is 0, in the segment of KIND, which never grows.  The COUNT
   ranges at PIECES, the existing pieces in file order, may be overwritten even
   though they are not zero.  With a single range from 0 to UINT64_MAX the
   content is ignored; the result is the area to search for pieces.  CORRUPT:
   the section is not in a PT_LOAD, or something else occupies its bytes, or
   may because they are neither zero nor in PIECES.  */
sfm_status free_space_measure (enum edit_kind kind, const struct image *image,
                               uint32_t section,
                               const struct byte_range *pieces, size_t count,
                               struct free_space *space,
                               const struct diag_sink *sink) SFM_CHECKED;

/* CORRUPT if anything but section IDX and the segments that contain all of it
   occupies the section's bytes in the file.  Clearing them would damage
   it.  */
sfm_status free_space_owned (enum edit_kind kind, const struct image *image,
                             uint32_t idx,
                             const struct diag_sink *sink) SFM_CHECKED;

/* The size of the pages of SEGMENT by its alignment.  */
uint64_t segment_page (const struct image_segment *segment);

/* Number of bytes by which segment IDX of IMAGE could grow at its end,
   whatever the file has there: to the end of its page at most.  0 unless it is
   a read-only PT_LOAD with nothing but the bytes of the file.  */
uint64_t segment_growth (const struct image *image, uint32_t idx);

/* Set *TAIL to the free bytes after the last section of PT_LOAD number LOAD of
   IMAGE; without section headers, after the segment's bytes.  False if there
   are none, or less than LEAST, or the segment is writable.  */
bool free_space_find_tail (enum edit_kind kind, const struct image *image,
                           uint32_t load, uint64_t least,
                           struct free_space *tail,
                           const struct diag_sink *sink);

/* free-range.c: the free bytes after a section, and what limits them.  */

/* [OFFSET, USED_END) is in use; [USED_END, END) is free as far as is known.
   These are file offsets; ADDR is the address of OFFSET.  */
struct free_range
{
  uint64_t offset;
  uint64_t addr;
  uint64_t used_end;
  uint64_t end;
};

/* End RANGE before the first header, segment or section that follows section
   IDX of IMAGE, except sections of KIND, which are emptied.  LOAD is
   the index of the PT_LOAD that holds IDX.  CORRUPT: something overlaps the
   used bytes.  */
sfm_status range_exclude_occupied (enum edit_kind kind,
                                   struct free_range *range,
                                   const struct image *image, uint32_t idx,
                                   uint32_t load,
                                   const struct diag_sink *sink) SFM_CHECKED;

/* True if the value of dynamic tag TAG is an address.  */
bool tag_has_address (uint64_t tag);

/* End RANGE before the first free byte that a symbol, a dynamic tag or the
   entry point of IMAGE refers to.  If a symbol table cannot be read, end it at
   the used bytes and warn.  */
void range_exclude_referenced (struct free_range *range,
                               const struct image *image,
                               const struct diag_sink *sink);

/* Offset of the first byte of IMAGE in [AT, END) that is neither zero nor in
   one of the COUNT PIECES, or END.  PIECES are in file order.  */
uint64_t free_space_find_content (const struct image *image, uint64_t at,
                                  uint64_t end,
                                  const struct byte_range *pieces,
                                  size_t count);

/* insert-pages.c: insert zeros into the file of an image, after the bytes of a
   segment, so that the segment can grow.  */

/* Find the segment of PHDR's image that has the most free bytes at its end
   once MOST zeros or less are inserted there.  False, with the reason in PHDR,
   if there is none; INSERTION->size is then how many zeros would do, if more
   than MOST, else 0.  */
bool insertion_find (struct phdr_plan *phdr, uint64_t most,
                     struct insertion *insertion);

/* Set *SHIFTED to IMAGE with INSERTION; image_close releases it.  Only e_shoff
   and the offsets in the program headers and section headers change;
   everything after the zeros is INSERTION->size bytes later.  On failure
   *SHIFTED is all zero.  Statuses: NOMEM, LIMIT, and those of
   image_open_bytes.  */
sfm_status insertion_apply (const struct image *image,
                            const struct insertion *insertion,
                            struct image *shifted,
                            const struct diag_sink *sink) SFM_CHECKED;

/* phdr-plan.c: give an image the program header of a section or a new segment
   for the section.

   First decide on the changes (phdr_header or phdr_section).  Once the size of
   the section is known, fix the layout (phdr_finish).  Then change the copy
   (phdr_apply).  The copy then has the section's location and headers, and
   rewrite_image fills in the content.  */

/* Find an entry for the program header, which IMAGE lacks, and space for what
   the table displaces.  The merged section has SIZE bytes and goes to SPACE,
   which may shrink for it.  If that is impossible, PHDR changes nothing, and
   its WHY and WANTED are set.  */
void phdr_header (const struct image *image,
                  const struct phdr_options *options, uint64_t size,
                  struct free_space *space, struct phdr_plan *phdr,
                  const struct diag_sink *sink);

/* Find an offset, an address and program headers for a new segment, as the
   merged section fits nowhere in IMAGE.  OLD is the existing section to move
   there, or NULL to add one.  *SPACE receives the location, with all sizes 0.
   If that is impossible, PHDR changes nothing, and its WHY is set.  */
void phdr_section (const struct image *image,
                   const struct phdr_options *options,
                   const struct free_space *old, struct free_space *space,
                   struct phdr_plan *phdr);

/* Find an entry for the program header, unless IMAGE has it, and space for
   what the table displaces, for a section of SIZE bytes at the start of *TAIL,
   the free end of a segment.  OLD is as for phdr_section.  *TAIL becomes the
   section's location.  If that is impossible, PHDR changes nothing, and its
   WHY is set.  */
void phdr_tail (const struct image *image, const struct phdr_options *options,
                const struct free_space *old, uint64_t size,
                struct free_space *tail, struct phdr_plan *phdr,
                const struct diag_sink *sink);

/* Set the sizes in PHDR and SPACE, which phdr_section has filled, for a
   section of SIZE bytes.  False, with the reason in PHDR, if the file would be
   too large.  */
bool phdr_finish (struct phdr_plan *phdr, uint64_t size,
                  struct free_space *space);

/* Report what PHDR changes: a moved table in a note, the rest as details.  */
void phdr_tell (const struct phdr_plan *phdr, const struct diag_sink *sink);

/* phdr-new-load.c: spare program headers, and a new segment.  */

enum
{
  SFRAME_ALIGN = 8
};

/* Set PHDR->why, which says what is impossible and why, and return false.  */
bool phdr_refuse (struct phdr_plan *phdr, const char *format, ...)
    DIAG_PRINTF (2, 3);

/* Choose the entries of the program header table that become that of the
   section and, with WANT_LOAD, a PT_LOAD above all others.  PHDR receives
   their indices and the number of entries to add.  SPARE: dispensable entries
   may be replaced; else all that is missing is added.  */
void phdr_reuse_choose (struct phdr_plan *phdr, bool want_load, bool spare);

/* True if the image may get another segment; else the reason is in PHDR.  */
bool segment_allowed (struct phdr_plan *phdr);

/* Place PHDR's new segment above all addresses.  False, with the reason in
   PHDR, if that is impossible.  */
bool segment_place (struct phdr_plan *phdr);

/* The end of the file with PHDR's new segment, which has its size.  Sets the
   size of what is inserted.  */
uint64_t segment_file_end (struct phdr_plan *phdr);

/* True if zeros at offset AT of IMAGE would divide nothing that its headers
   describe.  */
bool insertion_possible (const struct image *image, uint64_t at);

/* phdr-displace.c: the bytes after the program headers.  */

/* Find the bytes that must move so that the program header table can grow in
   place by what PHDR adds, and set PHDR->displaced.  The bytes of PHDR->old
   are free.  False, with the reason in PHDR, if something there cannot move,
   or must not by its options.  */
bool displace_find (struct phdr_plan *phdr);

/* address-users.c: what refers to bytes that are to move.  */

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

/* Find the TAGS of IMAGE.  */
void section_tags_find (const struct image *image, struct section_tags *tags);

/* The section of IMAGE that a dynamic tag TAG with VALUE leads to, if it is
   one of TAGS; else 0.  */
uint32_t section_tag_leads_to (const struct image *image,
                               const struct section_tags *tags, uint64_t tag,
                               uint64_t value);

/* True if only symbols and tags that can follow refer to addresses in [START,
   END); else the reason is in PHDR.  */
bool range_is_unreferenced (struct phdr_plan *phdr, uint64_t start,
                            uint64_t end);

/* Like range_is_unreferenced, but only symbols are examined.  */
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

/* patch.c: change the copy of an image and list what changes.  */

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

/* Write SEGMENT, read-only and with as many bytes in memory as in the file, to
   the program header at OFFSET.  */
void patch_segment (struct image_change *change, uint64_t offset,
                    const struct image_segment *segment, uint64_t paddr);

/* Set the size of the segment whose program header is at OFFSET.  */
void patch_segment_size (struct image_change *change, uint64_t offset,
                         uint64_t size);

/* phdr-apply.c, section-order.c, rewrite-image.c: the steps of a change.  */

/* Apply CHANGE->phdr to the copy.  */
void phdr_apply (struct image_change *change);

/* Put the section headers of IMAGE, the copy of CHANGE, in order of address if
   those of CHANGE's image are.  CHANGE->numbers then says how, and its space
   has the new number; IMAGE must be opened again.  Statuses: NOMEM.  */
sfm_status section_order_restore (struct image_change *change,
                                  const struct image *image) SFM_CHECKED;

/* True if the headers of loaded sections of IMAGE are in order of address,
   before all others.  */
bool sections_in_order (const struct image *image);

/* Offset of NAME, which begins with a dot, in the section names of IMAGE, or 0
   if it is not there.  IMAGE must have section names.  */
uint32_t name_find (const struct image *image, const char *name);

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

/* verify-layout.c, verify-insertion.c: the parts of verify_image.  */

/* The part of verify_image that compares sections and segments.  COPY is
   CHANGE's copy, opened.  */
sfm_status verify_layout (const struct image_change *change,
                          const struct image *copy,
                          const struct diag_sink *sink) SFM_CHECKED;

/* Compare SHIFTED with IMAGE, all bytes and all headers.  Statuses: CORRUPT,
   NOMEM.  */
sfm_status insertion_verify (const struct image *image,
                             const struct insertion *insertion,
                             const struct image *shifted,
                             const struct diag_sink *sink) SFM_CHECKED;

#endif /* BFDGLUE_EDIT_INTERNAL_H */
