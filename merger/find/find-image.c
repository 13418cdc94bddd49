/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   find-image.c - the section and the code of a loaded object, by its program
   headers.

   The headers are those that the loader has used, in this machine's byte
   order.  The section is read only if a segment has it, so that damaged
   headers do not lead to memory that is not there.  */

#include "config.h"

#include <inttypes.h>
#include <string.h>

#include "bytes.h"
#include "engine.h"

/* Elf64_Phdr (System V gABI, 'Program Header').  */
enum
{
  PHDR_SIZE = 56,
  PHDR_TYPE = 0,
  PHDR_FLAGS = 4,
  PHDR_VADDR = 16,
  PHDR_MEMSZ = 40,

  SEGMENT_LOAD = 1,
  SEGMENT_SFRAME = 0x6474e554,
  FLAG_EXEC = 1,
  FLAG_READ = 4
};

/* A program header.  */
struct segment
{
  uint32_t type;
  uint32_t flags;
  uint64_t addr; /* without the bias */
  uint64_t size;
};

static struct segment
segment_at (const void *headers, size_t idx)
{
  const uint8_t *p = (const uint8_t *) headers + idx * PHDR_SIZE;
  const bool big = host_is_big ();

  return (struct segment){ .type = get_u32 (p + PHDR_TYPE, big),
                           .flags = get_u32 (p + PHDR_FLAGS, big),
                           .addr = get_u64 (p + PHDR_VADDR, big),
                           .size = get_u64 (p + PHDR_MEMSZ, big) };
}

/* Extend IMAGE's range of code by S.  One that wraps the address space ends
   with it.  */
static void
add_text (struct sfm_image *image, const struct segment *s)
{
  const uint64_t start = image->bias + s->addr;
  const uint64_t end
      = s->size > UINT64_MAX - start ? UINT64_MAX : start + s->size;

  if (image->text_segments == 0 || start < image->text_start)
    image->text_start = start;
  if (end > image->text_end)
    image->text_end = end;
  image->text_segments++;
}

/* Whether one of the segments has the bytes of SFRAME.  */
static bool
is_loaded (const void *headers, size_t count, const struct segment *sframe)
{
  for (size_t i = 0; i < count; i++)
    {
      const struct segment s = segment_at (headers, i);
      const uint64_t at = sframe->addr - s.addr;
      if (s.type == SEGMENT_LOAD && (s.flags & FLAG_READ) != 0 && at < s.size
          && sframe->size <= s.size - at)
        return true;
    }
  return false;
}

sfm_status
sfm_image_find (const void *headers, size_t count, uint64_t bias,
                sfm_read_fn *read, void *data, struct sfm_image *image,
                struct sfm_diag *diag)
{
  struct segment sframe = { .size = 0 };

  memset (image, 0, sizeof *image);
  image->bias = bias;
  for (size_t i = 0; i < count; i++)
    {
      const struct segment s = segment_at (headers, i);
      if (s.type == SEGMENT_SFRAME)
        sframe = s;
      if (s.type == SEGMENT_LOAD && (s.flags & FLAG_EXEC) != 0 && s.size != 0)
        add_text (image, &s);
    }
  if (sframe.size == 0)
    return SFM_END;
  if (sframe.size > SIZE_MAX || !is_loaded (headers, count, &sframe))
    return sfm_fail (diag, SFM_ERR_CORRUPT, 0,
                     "PT_GNU_SFRAME is at 0x%" PRIx64 " with 0x%" PRIx64
                     " bytes, which no segment loads",
                     sframe.addr, sframe.size);
  image->sframe_start = bias + sframe.addr;
  image->sframe_size = sframe.size;
  return read != NULL
             ? sfm_section_open_remote (image->sframe_start, sframe.size, read,
                                        data, &image->section, diag)
             : sfm_section_open (
                 (const void *) (uintptr_t) image->sframe_start,
                 (size_t) sframe.size, image->sframe_start, &image->section,
                 diag);
}

sfm_status
sfm_image_registration (const struct sfm_image *image,
                        struct sfm_registration *registration,
                        struct sfm_diag *diag)
{
  const struct sfm_piece *piece = &image->section.piece;
  const unsigned flags = SFM_F_FDE_SORTED | SFM_F_FDE_FUNC_START_PCREL;

  memset (registration, 0, sizeof *registration);
  if (image->sframe_size == 0 || piece->num_fdes == 0)
    return SFM_END;
  if (piece->version != 3 || (piece->flags & flags) != flags)
    return sfm_fail (diag, SFM_ERR_UNSUPP, 0,
                     "the section has version %u and flags 0x%x; the kernel "
                     "takes version 3 with 0x%x",
                     piece->version, piece->flags, flags);
  if (image->text_segments != 1)
    return sfm_fail (diag, SFM_ERR_UNSUPP, 0,
                     "the object has %" PRIu32 " executable segments; the "
                     "kernel takes a section for one",
                     image->text_segments);
  registration->sframe_start = image->sframe_start;
  registration->sframe_size = image->sframe_size;
  registration->text_start = image->text_start;
  registration->text_size = image->text_end - image->text_start;
  return SFM_OK;
}
