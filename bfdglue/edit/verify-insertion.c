/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   verify-insertion.c - verify a file into which zeros were inserted.

   The headers are compared as they were read back from the file.  Then all
   bytes that were read or written are, except the words that contain offsets.
   All others come from the image's file; from where, is compared.  */

#include "config.h"

#include <elf.h>
#include <inttypes.h>
#include <string.h>

#include "edit-internal.h"

struct comparison
{
  const struct image *was;
  const struct image *now;
  const struct insertion *insertion;
  struct byte_changes words[2]; /* that may differ: before the zeros, and after
                                   them, from there */
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

/* Let the word at offset AT of the input differ, which is WAS there and is NOW
   in the output, and is the offset of SIZE bytes.  False if it is wrong.  */
static bool
word_right (struct comparison *c, uint64_t at, uint64_t was, uint64_t now,
            uint64_t size)
{
  const bool after = at >= c->insertion->offset;
  const uint64_t word = after ? at - c->insertion->offset : at;

  byte_changes_add (&c->words[after], word, word + 8);
  return offset_right (c, was, now, size);
}

static bool
segment_right (struct comparison *c, uint32_t idx)
{
  const struct image_segment *was = &c->was->segments[idx];
  const struct image_segment *now = &c->now->segments[idx];
  const uint64_t at = image_phdr_offset (c->was, idx);

  return fields_within (segment_differs (was, now), FIELD_OFFSET)
         && word_right (c, at + offsetof (Elf64_Phdr, p_offset), was->offset,
                        now->offset, was->filesz)
         && (was->type != PT_LOAD || was->align == 0
             || (now->offset - was->offset) % was->align == 0);
}

static bool
section_right (struct comparison *c, uint32_t idx)
{
  const struct image_section *was = &c->was->sections[idx];
  const struct image_section *now = &c->now->sections[idx];
  const uint64_t at = image_shdr_offset (c->was, idx);

  return fields_within (section_differs (was, now), FIELD_OFFSET)
         && word_right (c, at + offsetof (Elf64_Shdr, sh_offset), was->offset,
                        now->offset, image_section_size (was));
}

/* True if the headers of both images agree.  */
static bool
headers_right (struct comparison *c)
{
  const struct image *was = c->was, *now = c->now;
  bool right = now->segment_count == was->segment_count
               && now->section_count == was->section_count
               && now->phoff == was->phoff && now->shstrndx == was->shstrndx
               && word_right (c, offsetof (Elf64_Ehdr, e_shoff), was->shoff,
                              now->shoff,
                              (uint64_t) was->section_count * ELF_SHDR_SIZE);

  for (uint32_t i = 0; right && i < was->segment_count; i++)
    right = segment_right (c, i);
  for (uint32_t i = 1; right && i < was->section_count; i++)
    right = section_right (c, i);
  return right;
}

/* True if the bytes of the image's file are where the insertion puts them.  */
static bool
runs_right (const struct comparison *c)
{
  const uint64_t at = c->insertion->offset, zeros = c->insertion->size;
  const struct paged *now = c->now->pages, *was = c->was->pages;
  uint64_t sum = 0;

  for (unsigned i = 0; i < now->run_count; i++)
    {
      const struct paged_run *run = &now->runs[i];
      const uint64_t old = run->at < at ? run->at : run->at - zeros;
      sum += run->size;
      if ((run->at < at ? run->size > at - run->at : old < at)
          || (was != NULL ? !paged_maps (was, old, run->from, run->size)
                          : old != run->from))
        return false;
    }
  for (unsigned i = 0; was != NULL && i < was->run_count; i++)
    sum -= was->runs[i].size;
  return sum == (was != NULL ? 0 : c->was->size);
}

/* True if the bytes [START, END) of the output, all of which are before or,
   with AFTER, all of which are after the zeros, equal those of the image,
   except for the words that may differ.  */
static bool
part_right (const struct comparison *c, bool after, uint64_t start,
            uint64_t end)
{
  const uint64_t at = after ? c->insertion->offset : 0;
  const uint64_t now = after ? at + c->insertion->size : 0;

  if (start >= end)
    return true;
  (void) image_at (c->was, start - now + at, end - start);
  return byte_changes_compare (&c->words[after], c->was->memory + at,
                               c->was->size - (size_t) at,
                               c->now->memory + now, start - now, end - now)
         == UINT64_MAX;
}

/* True if the zeros are there, and all other bytes that were read or written,
   and may not differ, are equal.  */
static bool
bytes_right (struct comparison *c)
{
  const uint64_t at = c->insertion->offset;
  const uint64_t zeros = c->insertion->size;
  const uint8_t *now = image_at (c->now, at, zeros);
  bool right = c->now->size == c->was->size + zeros && runs_right (c)
               && zeros_end (now, 0, zeros) == zeros;

  byte_changes_sort (&c->words[0]);
  byte_changes_sort (&c->words[1]);
  for (struct byte_range r = { 0 }; right && paged_next (c->now->pages, &r);)
    right = part_right (c, false, r.start, smaller (r.end, at))
            && part_right (c, true, larger (r.start, at + zeros), r.end);
  return right;
}

sfm_status
insertion_verify (const struct image *image, const struct insertion *insertion,
                  const struct image *shifted, const struct diag_sink *sink)
{
  struct comparison c
      = { .was = image, .now = shifted, .insertion = insertion };
  sfm_status status = SFM_OK;
  bool right = headers_right (&c);

  if (c.words[0].failed || c.words[1].failed)
    status = diag_nomem (sink, image->path);
  else if (!right || !bytes_right (&c))
    status = diag_fail (sink, SFM_ERR_CORRUPT, image->path,
                        "the output would be wrong after the 0x%" PRIx64
                        " bytes inserted at 0x%" PRIx64,
                        insertion->size, insertion->offset);
  byte_changes_free (&c.words[0]);
  byte_changes_free (&c.words[1]);
  return status;
}
