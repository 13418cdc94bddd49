/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   fixture-frame.h - an image whose .eh_frame is written byte by byte.

   It has code at [0x1000, 0x2000), .eh_frame at 0x3000, and room for an
   .eh_frame_hdr and a dynamic section, which a test adds.  */

#ifndef FIXTURE_FRAME_H
#define FIXTURE_FRAME_H

#include "elf-image.h"

enum
{
  FRAME_CODE = 0x1000,
  FRAME_ADDR = 0x3000,
  FRAME_HEADER = 0x2800,
  FRAME_DYNAMIC = 0x2400,
  FRAME_GOT = 0x5000,
  FRAME_SIZE = 0x4000
};

extern uint8_t frame_bytes[FRAME_SIZE];
extern size_t frame_end; /* of what is written in .eh_frame */
extern bool frame_big;
extern struct image frame_image;
extern struct image_section frame_sections[3];
extern struct image_segment frame_segments[4];

/* Start over.  */
void frame_begin (bool big_endian, uint16_t machine);

/* Write the SIZE low bytes of VALUE.  */
void frame_put (uint64_t value, unsigned size);

/* Begin a record, with a 64-bit length if EXTENDED, and end it.  */
void frame_open (bool extended);
void frame_close (void);

/* Write a CIE of VERSION with AUGMENTATION, whose data are the SIZE bytes at
   DATA; return where it is.  */
size_t frame_cie (uint8_t version, const char *augmentation,
                  const uint8_t *data, uint8_t size);

/* Write a CIE that says no more than that pointers have ENCODING.  */
size_t frame_plain_cie (uint8_t encoding);

/* Write an FDE of the CIE at CIE for SIZE bytes from ADDR on.  */
void frame_fde (size_t cie, uint8_t encoding, uint64_t addr, uint64_t size);

#endif /* FIXTURE_FRAME_H */
