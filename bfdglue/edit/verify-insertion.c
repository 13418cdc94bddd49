/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   verify-insertion.c - verify a file into which zeros were inserted.

   The headers are compared as they were read back from the file.  Then all
   bytes of the files are compared, except the words that contain offsets.  */

#include "config.h"

#include <elf.h>
#include <inttypes.h>
#include <string.h>

#include "byte-changes.h"
#include "elf-codec.h"
#include "insert-pages.h"

struct comparison
{
  const struct image *was;
  const struct image *now;
  const struct insertion *insertion;
  struct byte_changes before; /* words that may differ, before the zeros */
  struct byte_changes after;  /* ... and after them, from there */
};

/* True if the SIZE bytes at offset WAS, as the headers say, are at NOW.  If
   there are no bytes, either offset is right.  */
static bool
offset_right (const struct comparison *c, uint64_t was, uint64_t now,
              uint64_t size)
{
  const uint64_t at = c->insertion->offset;
  const uint64_t later = was + c->insertion->size;

  if (size == 0)
    return now == was || (was >= at && now == later);
  return was < at ? size <= at - was && now == was : now == later;
}

/* Let the word at offset AT of the input differ.  */
static void
except_word (struct comparison *c, uint64_t at)
{
  if (at < c->insertion->offset)
    byte_changes_add (&c->before, at, at + 8);
  else
    byte_changes_add (&c->after, at - c->insertion->offset,
                      at - c->insertion->offset + 8);
}

static bool
segment_right (struct comparison *c, uint32_t idx)
{
  const struct image_segment *was = &c->was->segments[idx];
  struct image_segment now = c->now->segments[idx];

  except_word (c, image_phdr_offset (c->was, idx)
                      + offsetof (Elf64_Phdr, p_offset));
  return now.type == was->type && now.flags == was->flags
         && now.vaddr == was->vaddr && now.filesz == was->filesz
         && now.memsz == was->memsz && now.align == was->align
         && now.cut == was->cut
         && offset_right (c, was->offset, now.offset, was->filesz)
         && (was->type != PT_LOAD || was->align == 0
             || (now.offset - was->offset) % was->align == 0);
}

static bool
section_right (struct comparison *c, uint32_t idx)
{
  const struct image_section *was = &c->was->sections[idx];
  const struct image_section *now = &c->now->sections[idx];
  size_t size;

  (void) image_section_bytes (c->was, was, &size);
  except_word (c, image_shdr_offset (c->was, idx)
                      + offsetof (Elf64_Shdr, sh_offset));
  return now->type == was->type && now->flags == was->flags
         && now->addr == was->addr && now->size == was->size
         && now->name_off == was->name_off
         && offset_right (c, was->offset, now->offset, size);
}

/* True if the headers of both images agree.  */
static bool
headers_right (struct comparison *c)
{
  const struct image *was = c->was, *now = c->now;
  const uint64_t shdrs = (uint64_t) was->section_count * ELF_SHDR_SIZE;

  if (now->segment_count != was->segment_count
      || now->section_count != was->section_count || now->phoff != was->phoff
      || now->shstrndx != was->shstrndx
      || !offset_right (c, was->shoff, now->shoff, shdrs))
    return false;
  except_word (c, offsetof (Elf64_Ehdr, e_shoff));
  for (uint32_t i = 0; i < was->segment_count; i++)
    if (!segment_right (c, i))
      return false;
  for (uint32_t i = 1; i < was->section_count; i++)
    if (!section_right (c, i))
      return false;
  return true;
}

/* True if the zeros are there, and all other bytes that may not differ are
   equal.  */
static bool
bytes_right (struct comparison *c)
{
  const size_t at = (size_t) c->insertion->offset;
  const size_t zeros = (size_t) c->insertion->size;
  const uint8_t *now = c->now->bytes;
  struct byte_changes none = { 0 };

  return c->now->size == c->was->size + zeros
         && byte_changes_compare (&none, now, 0, now + at, zeros) == UINT64_MAX
         && byte_changes_compare (&c->before, c->was->bytes, at, now, at)
                == UINT64_MAX
         && byte_changes_compare (&c->after, c->was->bytes + at,
                                  c->was->size - at, now + at + zeros,
                                  c->was->size - at)
                == UINT64_MAX;
}

sfm_status
insertion_verify (const struct image *image, const struct insertion *insertion,
                  const struct image *shifted, const struct diag_sink *sink)
{
  struct comparison c
      = { .was = image, .now = shifted, .insertion = insertion };
  sfm_status status = SFM_OK;
  bool right = headers_right (&c);

  if (c.before.failed || c.after.failed)
    status = diag_nomem (sink, image->path);
  else if (!right || !bytes_right (&c))
    status = diag_fail (sink, SFM_ERR_CORRUPT, image->path,
                        "the output would be wrong after the 0x%" PRIx64
                        " bytes inserted at 0x%" PRIx64,
                        insertion->size, insertion->offset);
  byte_changes_free (&c.before);
  byte_changes_free (&c.after);
  return status;
}
