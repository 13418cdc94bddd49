/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   elf-code.h - what of an image is code.  */

#ifndef BFDGLUE_ELF_CODE_H
#define BFDGLUE_ELF_CODE_H

#include "elf-image.h"

/* The executable ranges of an image, ordered by address.  */
struct code
{
  struct code_range *segments; /* executable PT_LOADs, file-backed part */
  size_t segment_count;
  struct code_range *sections; /* executable sections */
  size_t section_count;
  bool by_sections; /* the image has section headers */
};

/* A range of addresses.  */
struct code_range
{
  uint64_t addr;
  uint64_t size;
  const struct image_section *section; /* NULL for a segment */
};

/* List the code of IMAGE, which must outlive CODE.  Statuses: NOMEM.  */
sfm_status code_read (const struct image *image, struct code *code,
                      const struct say *sink) SFM_CHECKED;

void code_free (struct code *code);

/* Whether [ADDR, ADDR + SIZE) is code: wholly inside one executable PT_LOAD
   and, where there are section headers, one executable section.  The
   segment alone proves little: linkers put headers, .dynsym and .sframe
   itself into executable segments.  */
bool code_holds (const struct code *code, uint64_t addr, uint64_t size);

/* Whether [ADDR, ADDR + SIZE) is wholly inside one executable PT_LOAD.  */
bool code_in_segment (const struct code *code, uint64_t addr, uint64_t size);

/* The section of linker-made code (.plt, .plt.sec, .plt.got, .iplt, ...)
   that holds [ADDR, ADDR + SIZE), or NULL.  */
const struct image_section *code_plt_section (const struct code *code,
                                              uint64_t addr, uint64_t size);

#endif /* BFDGLUE_ELF_CODE_H */
