/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   fixture-frame.c - an image whose .eh_frame is written byte by byte.  */

#include "config.h"

#include <elf.h>
#include <string.h>

#include "elf-abi.h"
#include "fixture-frame.h"

uint8_t frame_bytes[FRAME_SIZE];
size_t frame_end; /* of what is written in .eh_frame */
bool frame_big;
struct image frame_image;
struct image_section frame_sections[3];
struct image_segment frame_segments[4];
static struct image_load frame_loads[]
    = { { FRAME_CODE, 0 }, { FRAME_DYNAMIC, 1 } };

void
frame_put (uint64_t value, unsigned size)
{
  for (unsigned i = 0; i < size; i++)
    frame_bytes[FRAME_ADDR + frame_end++]
        = (uint8_t) (value >> 8 * (frame_big ? size - 1 - i : i));
}

void
frame_begin (bool big_endian, uint16_t machine)
{
  memset (frame_bytes, 0, sizeof frame_bytes);
  frame_end = 0;
  frame_big = big_endian;
  frame_sections[1]
      = (struct image_section){ .name = ".text",
                                .type = SHT_PROGBITS,
                                .flags = SHF_ALLOC | SHF_EXECINSTR,
                                .addr = FRAME_CODE,
                                .offset = FRAME_CODE,
                                .size = 0x1000 };
  frame_sections[2] = (struct image_section){ .name = ".eh_frame",
                                              .type = SHT_PROGBITS,
                                              .flags = SHF_ALLOC,
                                              .addr = FRAME_ADDR,
                                              .offset = FRAME_ADDR };
  frame_segments[0] = (struct image_segment){ .type = PT_LOAD,
                                              .flags = PF_R | PF_X,
                                              .offset = FRAME_CODE,
                                              .vaddr = FRAME_CODE,
                                              .filesz = 0x1000,
                                              .memsz = 0x1000 };
  frame_segments[1]
      = (struct image_segment){ .type = PT_LOAD,
                                .flags = PF_R,
                                .offset = FRAME_DYNAMIC,
                                .vaddr = FRAME_DYNAMIC,
                                .filesz = FRAME_SIZE - FRAME_DYNAMIC,
                                .memsz = FRAME_SIZE - FRAME_DYNAMIC };
  frame_image = (struct image){ .path = "image",
                                .memory = frame_bytes,
                                .size = FRAME_SIZE,
                                .big_endian = frame_big,
                                .type = ET_DYN,
                                .machine = machine,
                                .abi = elf_abi (machine, frame_big),
                                .sections = frame_sections,
                                .section_count = 3,
                                .segments = frame_segments,
                                .segment_count = 2,
                                .loads = frame_loads,
                                .load_count = 2 };
}

/* Where the length of the current record is, and the size of that.  */
static size_t length_at;
static unsigned length_size;

void
frame_open (bool extended)
{
  if (extended)
    frame_put (UINT32_MAX, 4);
  length_at = frame_end;
  length_size = extended ? 8 : 4;
  frame_put (0, length_size);
}

void
frame_close (void)
{
  while (frame_end % 4 != 0)
    frame_put (0, 1);
  size_t stop = frame_end;
  frame_end = length_at;
  frame_put (stop - length_at - length_size, length_size);
  frame_end = stop;
}

size_t
frame_cie (uint8_t version, const char *augmentation, const uint8_t *data,
           uint8_t size)
{
  size_t at = frame_end;

  frame_open (false);
  frame_put (0, 4);
  frame_put (version, 1);
  for (const char *c = augmentation; *c != '\0'; c++)
    frame_put ((uint8_t) *c, 1);
  frame_put (0, 1);
  if (strcmp (augmentation, "eh") == 0)
    frame_put (0, 8);
  if (version == 4)
    {
      frame_put (8, 1); /* size of an address */
      frame_put (0, 1); /* ... and of a segment selector */
    }
  frame_put (1, 1);
  frame_put (0x78, 1);
  frame_put (16, 1);
  if (augmentation[0] == 'z')
    {
      frame_put (size, 1);
      for (uint8_t i = 0; i < size; i++)
        frame_put (data[i], 1);
    }
  frame_close ();
  return at;
}

size_t
frame_plain_cie (uint8_t encoding)
{
  return frame_cie (1, "zR", &encoding, 1);
}

/* Bytes of a value of ENCODING.  */
static unsigned
width (uint8_t encoding)
{
  switch (encoding & 7)
    {
    case SFM_PE_UDATA2:
      return 2;
    case SFM_PE_UDATA4:
      return 4;
    default:
      return 8;
    }
}

void
frame_fde (size_t cie, uint8_t encoding, uint64_t addr, uint64_t size)
{
  frame_open (false);
  frame_put (frame_end - cie, 4);
  if ((encoding & SFM_PE_BASE) == SFM_PE_PCREL)
    addr -= FRAME_ADDR + frame_end;
  if ((encoding & SFM_PE_BASE) == SFM_PE_DATAREL)
    addr -= FRAME_GOT;
  if ((encoding & SFM_PE_BASE) == SFM_PE_ALIGNED)
    while (frame_end % 8 != 0)
      frame_put (0, 1);
  frame_put (addr, width (encoding));
  frame_put (size, width (encoding));
  frame_put (0, 1);
  frame_close ();
}
