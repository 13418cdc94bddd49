/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   eh-frame-hdr.h - .eh_frame_hdr, the table in which unwinders look up the FDE
   of an address.  */

#ifndef BFDGLUE_EH_FRAME_HDR_H
#define BFDGLUE_EH_FRAME_HDR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "diag.h"
#include "eh-frame.h"
#include "elf-image.h"

enum
{
  EH_HDR_TEXT = 96 /* bytes of a text about it, and its NUL */
};

/* An entry of the table: two addresses.  */
struct eh_frame_hdr_entry
{
  uint64_t fde;   /* of the FDE */
  uint64_t start; /* of its function */
};

/* From nothing to a table that was read.  */
enum eh_frame_hdr_state
{
  EH_HDR_NONE, /* there is no PT_GNU_EH_FRAME, or no table in it */
  EH_HDR_DAMAGED,
  EH_HDR_ENCODED, /* in a form in which no unwinder searches */
  EH_HDR_TABLE
};

struct eh_frame_hdr
{
  enum eh_frame_hdr_state state;
  char what[EH_HDR_TEXT]; /* what is wrong, unless it is a table */
  const struct image_segment *segment; /* or NULL */
  uint64_t eh_frame;                   /* where it says that .eh_frame is */
  bool leads;                          /* EH_FRAME is known */
  struct eh_frame_hdr_entry *entries;  /* owned; sorted by FDE, then START */
  size_t count;
  uint64_t unsorted; /* entries below the one before them, in the file */
};

/* The .eh_frame_hdr in SEGMENT of IMAGE, as a section of call frame
   information: some of its pointers are relative to its start.  */
static inline struct sfm_cfi_section
eh_frame_hdr_pointers (const struct image *image,
                       const struct image_segment *segment)
{
  return (struct sfm_cfi_section){ .bytes
                                   = image_segment_bytes (image, segment),
                                   .size = segment->filesz,
                                   .addr = segment->vaddr,
                                   .abi = image->abi,
                                   .has_data_base = true,
                                   .data_base = segment->vaddr };
}

/* Read .eh_frame_hdr of IMAGE into HDR, which eh_frame_hdr_free releases in
   any case.  Statuses: NOMEM.  */
sfm_status eh_frame_hdr_read (const struct image *image,
                              struct eh_frame_hdr *hdr,
                              const struct diag_sink *sink) SFM_CHECKED;

void eh_frame_hdr_free (struct eh_frame_hdr *hdr);

/* Whether a table has an entry for F: no address is in an empty function.  */
static inline bool
eh_frame_hdr_needs (const struct function *f)
{
  return f->size != 0;
}

/* The bytes of a table of all functions of FRAME, which is not .debug_frame
   and has functions.  */
uint64_t eh_frame_hdr_size (const struct eh_frame *frame);

/* Write that table to BYTES, to be loaded at ADDR.  Statuses: LIMIT (an FDE or
   a function is not within 2 GiB of ADDR).  */
sfm_status eh_frame_hdr_write (const struct eh_frame *frame, uint64_t addr,
                               bool big_endian, uint8_t *bytes) SFM_CHECKED;

#endif /* BFDGLUE_EH_FRAME_HDR_H */
