/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   code-ranges.h - the code of an image.  */

#ifndef BFDGLUE_CODE_RANGES_H
#define BFDGLUE_CODE_RANGES_H

#include "elf-image.h"

/* The executable ranges of an image, ordered by address.  */
struct code_ranges
{
  const struct image *image;
  struct code_range *segments; /* executable PT_LOADs, file-backed part */
  size_t segment_count;
  struct code_range *sections; /* executable sections */
  size_t section_count;
  bool by_sections; /* the image has section headers */
  uint16_t machine; /* e_machine */
};

/* A range of addresses.  */
struct code_range
{
  uint64_t addr;
  uint64_t size;
  const struct image_section *section; /* NULL for a segment */
  bool plt;                            /* a section of PLT code */
  bool loaded;     /* its bytes are; false for a section that is not inside one
                      segment */
  uint64_t offset; /* of these in the file */
};

/* List the code of IMAGE, which must outlive CODE.  Statuses: NOMEM.  */
sfm_status code_ranges_read (const struct image *image,
                             struct code_ranges *code,
                             const struct diag_sink *sink) SFM_CHECKED;

void code_ranges_free (struct code_ranges *code);

/* The number of bytes of all sections, or of all segments if BY_SECTIONS is
   false, without those that have no bytes; overlapping ones count once.  */
uint64_t code_ranges_size (const struct code_ranges *code);

/* Whether [ADDR, ADDR + SIZE) is code: inside one executable PT_LOAD and, if
   there are section headers, one executable section.  The segment alone proves
   little: linkers put headers, .dynsym and .sframe itself into executable
   segments.  */
bool code_ranges_hold (const struct code_ranges *code, uint64_t addr,
                       uint64_t size);

/* Whether a byte of [ADDR, ADDR + SIZE) is in an executable section, or, if
   there are no section headers, in an executable PT_LOAD.  */
bool code_ranges_touch (const struct code_ranges *code, uint64_t addr,
                        uint64_t size);

/* Whether [ADDR, ADDR + SIZE) is inside one executable PT_LOAD.  */
bool code_ranges_in_segment (const struct code_ranges *code, uint64_t addr,
                             uint64_t size);

/* The SIZE bytes of code at ADDR as loaded, or NULL if code_ranges_hold is
   false.  To visit all code once, walk the sections, or the segments if
   BY_SECTIONS is false, and skip those that are not LOADED; ranges overlap
   only in damaged images.  */
const uint8_t *code_ranges_bytes (const struct code_ranges *code,
                                  uint64_t addr, uint64_t size);

/* The bytes of RANGE, which is LOADED.  */
const uint8_t *code_range_bytes (const struct code_ranges *code,
                                 const struct code_range *range);

/* The end of the code that holds ADDR: of its section and its segment, or, if
   there are no section headers, of the segment.  0 if code_ranges_hold is
   false.  */
uint64_t code_ranges_end (const struct code_ranges *code, uint64_t addr);

/* The name of the executable section that holds ADDR, or NULL.  */
const char *code_ranges_section_name (const struct code_ranges *code,
                                      uint64_t addr);

/* The section of PLT code (.plt, .plt.sec, .plt.got, .iplt, ...) that holds
   [ADDR, ADDR + SIZE), or NULL.  */
const struct image_section *
code_ranges_plt_section (const struct code_ranges *code, uint64_t addr,
                         uint64_t size);

#endif /* BFDGLUE_CODE_RANGES_H */
