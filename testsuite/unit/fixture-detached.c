/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   fixture-detached.c - an image with code, and the section that describes it
   in a file of its own.  */

#include "config.h"

#include <string.h>

#include "edit-internal.h"
#include "file-bytes.h"
#include "fixture-detached.h"

struct fixture detached_image;
struct detached_file detached;
uint8_t detached_content[SFM_HEADER_SIZE + DETACHED_FUNCTIONS * DETACHED_FDE];

/* Let the image have the build-id of SHAPE.  */
static void
put_id (const struct detached_shape *shape)
{
  uint8_t *note = detached_image.bytes + DETACHED_ID;
  const uint32_t size = 16 + shape->id_size;

  elf_put32 (note, sizeof ELF_NOTE_GNU, detached_image.big_endian);
  elf_put32 (note + 4, shape->id_size, detached_image.big_endian);
  elf_put32 (note + 8, NT_GNU_BUILD_ID, detached_image.big_endian);
  memcpy (note + 12, ELF_NOTE_GNU, sizeof ELF_NOTE_GNU);
  memset (note + 16, 0xab, shape->id_size);
  if (shape->headless)
    fixture_segment (&detached_image, PT_NOTE, PF_R, DETACHED_ID, size);
  else
    fixture_section (&detached_image, ".note", SHT_NOTE, 0, DETACHED_ID, size);
}

bool
detached_open (const struct detached_shape *shape)
{
  fixture_begin (&detached_image, shape->big);
  detached_image.fixed = shape->fixed;
  fixture_segment (&detached_image, PT_LOAD, PF_R, 0, 0);
  detached_image.segments[SEG_EMPTY].p_memsz = 8;
  if (shape->id_size != 0)
    put_id (shape);
  else
    fixture_section (&detached_image, ".other", SHT_PROGBITS, 0, DETACHED_ID,
                     16);
  if (shape->headless)
    detached_image.section_count = 0;
  for (unsigned i = 0; i < DETACHED_CODE_SIZE; i++)
    detached_image.bytes[DETACHED_CODE - FIXTURE_BASE + i]
        = (uint8_t) (i ^ i >> 8);
  if (fixture_open (&detached_image) != SFM_OK)
    return false;
  /* What is copied, and what is not.  */
  detached_image.bytes[EI_OSABI] = ELFOSABI_GNU;
  detached_image.bytes[EI_ABIVERSION] = 1;
  memset (detached_image.bytes + EI_PAD, 0x99, EI_NIDENT - EI_PAD);
  elf_put32 (detached_image.bytes + offsetof (Elf64_Ehdr, e_flags),
             DETACHED_FLAGS, shape->big);
  return true;
}

size_t
detached_describe (const struct detached_shape *shape, uint64_t addr)
{
  uint32_t count = 0;

  memset (detached_content, 0, sizeof detached_content);
  for (; count < DETACHED_FUNCTIONS && shape->functions[count].size != 0;
       count++)
    {
      const struct detached_range *function = &shape->functions[count];
      const size_t at = SFM_HEADER_SIZE + count * DETACHED_FDE;
      const uint64_t from = addr + (shape->flags != 0 ? at : 0);
      elf_put32 (detached_content + at,
                 (uint32_t) (DETACHED_CODE + function->at - from), shape->big);
      elf_put32 (detached_content + at + 4, function->size, shape->big);
    }
  elf_put16 (detached_content, SFM_MAGIC, shape->big);
  detached_content[2] = 2;
  detached_content[3] = shape->flags;
  detached_content[4]
      = shape->big ? SFM_ABI_AARCH64_ENDIAN_BIG : SFM_ABI_AMD64_ENDIAN_LITTLE;
  detached_content[6] = shape->big ? 0 : 0xf8;
  elf_put32 (detached_content + 8, count, shape->big);
  elf_put32 (detached_content + 24, count * DETACHED_FDE, shape->big);
  return SFM_HEADER_SIZE + count * DETACHED_FDE;
}

bool
detached_make (const struct detached_shape *shape)
{
  detached.bytes = NULL;
  if (!detached_open (shape)
      || detached_begin (&detached_image.image, "made", &detached,
                         &fixture_sink)
             != SFM_OK)
    return false;
  detached.content = detached_content;
  detached.content_size = detached_describe (shape, detached.addr);
  return detached_write (&detached, &fixture_sink) == SFM_OK;
}

void
detached_end (void)
{
  sparse_free (detached.bytes, detached.size);
  fixture_close (&detached_image);
}

struct code_note
detached_checksum (const struct detached_range *ranges, size_t count)
{
  const uint8_t *code = detached_image.bytes + (DETACHED_CODE - FIXTURE_BASE);
  struct code_note note = { .digest = UINT64_C (0xcbf29ce484222325) };

  /* FNV-1a.  */
  for (size_t i = 0; i < count; i++)
    for (uint32_t k = 0; k < ranges[i].size; k++, note.size++)
      note.digest = (note.digest ^ code[ranges[i].at + k]) * 1099511628211U;
  return note;
}
