/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   verify-image.c - verify an output before it replaces anything.  */

#include "config.h"

#include <elf.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "edit-internal.h"

/* A file into which zeros were inserted.

   The offsets in headers are compared as they were read back from the file.
   Then all bytes that were read or written are compared, except these words.
   All other bytes are copied from the image's file; for them, the source
   offsets are compared.  */

struct comparison
{
  const struct image *was;
  const struct image *now;
  const struct insertion *insertion;
  struct byte_changes words[2]; /* that may differ: before the zeros, and after
                                   them, counted from there */
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

/* Allow the word at offset AT of the input to differ.  It is the offset of
   SIZE bytes, WAS in the input and NOW in the output.  False if NOW is
   wrong.  */
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

  return word_right (c, at + offsetof (Elf64_Phdr, p_offset), was->offset,
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

  return word_right (c, at + offsetof (Elf64_Shdr, sh_offset), was->offset,
                     now->offset, image_section_size (was));
}

/* True if the headers of both images agree.  */
static bool
headers_right (struct comparison *c)
{
  const struct image *was = c->was, *now = c->now;
  bool right = now->segment_count == was->segment_count
               && now->section_count == was->section_count
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

/* True if the bytes [START, END) of the output equal those of the image,
   except for the words that may differ.  All of them are before the zeros or,
   with AFTER, after them.  */
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

/* True if the bytes [START, END) of IMAGE are zero.  */
static bool
zeros_right (const struct image *image, uint64_t start, uint64_t end)
{
  return start >= end || zeros_end (image->memory, start, end) == end;
}

/* True if the zeros are there, and all other bytes that were read or written,
   and may not differ, are equal.  What was neither is in a run, or zero.  */
static bool
all_bytes_right (struct comparison *c)
{
  const uint64_t at = c->insertion->offset;
  const uint64_t end = at + c->insertion->size;
  bool right
      = c->now->size == c->was->size + c->insertion->size && runs_right (c);

  byte_changes_sort (&c->words[0]);
  byte_changes_sort (&c->words[1]);
  for (struct byte_range r = { 0 }; right && paged_next (c->now->pages, &r);)
    right = part_right (c, false, r.start, smaller (r.end, at))
            && zeros_right (c->now, larger (r.start, at), smaller (r.end, end))
            && part_right (c, true, larger (r.start, end), r.end);
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
  else if (!right || !all_bytes_right (&c))
    status = diag_fail (sink, SFM_ERR_CORRUPT, image->path,
                        "the output would be wrong after the 0x%" PRIx64
                        " bytes inserted at 0x%" PRIx64,
                        insertion->size, insertion->offset);
  byte_changes_free (&c.words[0]);
  byte_changes_free (&c.words[1]);
  return status;
}

/* True if section IDX of COPY has the name of the kind, or the one that it had
   in the image of CHANGE, as a section that could not be renamed.  */
static bool
name_right (const struct image_change *change, const struct image *copy,
            uint32_t idx)
{
  const struct image *image = change->image;
  const char *name = copy->sections[idx].name;

  if (strcmp (name, edit_sections[change->kind].name) == 0)
    return true;
  for (uint32_t i = 1; i < image->section_count; i++)
    if (section_number (change, i) == idx)
      return strcmp (name, image->sections[i].name) == 0;
  return false;
}

/* True if the space of CHANGE, with SIZE bytes, is the only section of COPY
   of the kind that is not empty.  */
static bool
sections_right (const struct image *copy, const struct image_change *change,
                uint64_t size)
{
  const struct free_space *space = &change->space;
  bool found = space->section == 0;

  for (uint32_t i = 1; i < copy->section_count; i++)
    {
      const struct image_section *s = &copy->sections[i];
      if (i == space->section)
        found = s->type == edit_sections[change->kind].type
                && s->offset == space->offset && s->addr == space->addr
                && s->size == size && name_right (change, copy, i);
      else if (edit_section_is (change->kind, s) != SECTION_NOT_SFRAME
               && (s->flags & SHF_ALLOC) && s->size != 0)
        return false;
    }
  return found;
}

/* True if the SIZE bytes at BYTES are CHANGE's content, padded with zeros.  */
static bool
content_is_merged (const uint8_t *bytes, uint64_t size,
                   const struct image_change *change)
{
  size_t used = change->content_size;

  if (used > size || memcmp (bytes, change->content, used) != 0)
    return false;
  while (used < size && bytes[used] == 0)
    used++;
  return used == size;
}

bool
verify_in_place (const struct image *copy, const struct image_change *change)
{
  const struct free_space *space = &change->space;
  const uint64_t size = free_space_filled (space, change->content_size);
  const struct image_segment wanted
      = { .type = edit_sections[change->kind].segment_type,
          .flags = PF_R,
          .offset = space->offset,
          .vaddr = space->addr,
          .filesz = size,
          .memsz = size };
  size_t headers = 0;

  for (uint32_t i = 0; i < copy->segment_count; i++)
    if (copy->segments[i].type == wanted.type)
      {
        headers++;
        if (!fields_within (segment_differs (&wanted, &copy->segments[i]),
                            FIELD_ALIGN))
          return false;
      }
  return (
      space->offset <= copy->size && size <= copy->size - space->offset
      && content_is_merged (image_at (copy, space->offset, size), size, change)
      && sections_right (copy, change, size)
      && (headers != 0 || change->phdr.header_idx == PHDR_NO_SLOT));
}

/* Compare the bytes of CHANGE's copy that were read and not written with the
   image's.  The output takes all others from the image's file.  */
static sfm_status
bytes_right (struct image_change *change, const struct diag_sink *sink)
{
  const struct image *image = change->image;
  struct paged *copy = change->copy;
  uint64_t at = copy->size < image->size ? copy->size : UINT64_MAX;

  if (copy->written.failed)
    return diag_nomem (sink, image->path);
  for (struct byte_range r = { 0 }; at == UINT64_MAX && paged_next (copy, &r);)
    {
      const uint64_t both = smaller (r.end, larger (image->size, r.start));
      (void) image_at (image, smaller (r.start, image->size), both - r.start);
      at = byte_changes_compare (&copy->written, image->memory, image->size,
                                 copy->bytes, r.start, r.end);
    }
  if (at == UINT64_MAX)
    return SFM_OK;
  return diag_fail_at (
      sink, SFM_ERR_CORRUPT, image->path, "", at,
      "the output would differ there, though nothing had to change");
}

/* Check the number of sections and, if they have other numbers than before,
   that no two have the same and that the loaded ones are in order of
   address.  */
static sfm_status
numbers_right (const struct image_change *change, const struct image *copy,
               const struct diag_sink *sink)
{
  const struct image *image = change->image;
  const uint32_t count = copy->section_count;
  const char *what = NULL;

  if (count != image->section_count + change->phdr.new_section
      || copy->shstrndx != image_number (change, image->shstrndx))
    what = "is not the first of all sections";
  else if (change->numbers != NULL)
    {
      bool *seen = calloc (count, sizeof *seen);
      if (seen == NULL)
        return diag_nomem (sink, image->path);
      for (uint32_t i = 1; i < count && what == NULL; i++)
        {
          const uint32_t number = section_number (change, i);
          if (number == 0 || number >= count || seen[number])
            what = "has the number of another one";
          else
            seen[number] = true;
        }
      free (seen);
    }
  if (what != NULL)
    return diag_fail (sink, SFM_ERR_CORRUPT, image->path,
                      "the output would be wrong: section %" PRIu32 " (%s) %s",
                      0U, "", what);
  if (change->numbers != NULL && !sections_in_order (copy))
    return diag_fail (sink, SFM_ERR_CORRUPT, image->path,
                      "the output's sections would be out of order");
  return SFM_OK;
}

/* True if symbol WAS may have value NOW in COPY, the output of CHANGE: its old
   value, or a new one because what it marks has moved.  NUMBER is that of its
   section in the copy.  */
static bool
value_right (const struct image_change *change, const struct image *copy,
             const struct image_symbol *was, uint32_t number, uint64_t now)
{
  const struct phdr_displaced *b = &change->phdr.displaced;
  const struct free_space *old = &change->phdr.old;
  const uint64_t value = symbol_value (was);

  if (now == value
      || (old->section != 0 && value == old->addr
          && now == change->space.addr))
    return true;
  /* The symbol of an emptied section.  */
  if (symbol_type (was) == STT_SECTION && number < copy->section_count
      && copy->sections[number].size == 0
      && copy->sections[number].addr == now)
    return true;
  return value - b->addr < b->size && now - value == b->to_addr - b->addr;
}

/* True if the symbol NOW of COPY is WAS, in the section of the same number,
   but for its value.  */
static bool
symbol_right (const struct image_change *change, const struct image *copy,
              const struct image_symbol *was, const struct image_symbol *now)
{
  const size_t shndx = offsetof (Elf64_Sym, st_shndx);
  const size_t size = offsetof (Elf64_Sym, st_size);
  const uint32_t number = image_number (change, symbol_section (was));

  return memcmp (was->bytes, now->bytes, shndx) == 0
         && symbol_section (now) == number
         && value_right (change, copy, was, number, symbol_value (now))
         && memcmp (was->bytes + size, now->bytes + size, ELF_SYM_SIZE - size)
                == 0;
}

/* Compare the symbols in section IDX, which is at NOW in COPY.  */
static sfm_status
compare_table (const struct image_change *change, const struct image *copy,
               uint32_t idx, uint64_t now, const struct diag_sink *sink)
{
  const struct image *image = change->image;
  const struct image_section *table = &image->sections[idx];
  struct image_symbol old
      = { .bytes = image_at (image, table->offset, table->size),
          .big_endian = image->big_endian };
  struct image_symbol new = { .bytes = image_at (copy, now, table->size),
                              .big_endian = image->big_endian };
  uint64_t rest = table->size;

  while (rest >= ELF_SYM_SIZE && symbol_right (change, copy, &old, &new))
    {
      old.bytes += ELF_SYM_SIZE;
      new.bytes += ELF_SYM_SIZE;
      rest -= ELF_SYM_SIZE;
    }
  if (rest < ELF_SYM_SIZE && memcmp (old.bytes, new.bytes, (size_t) rest) == 0)
    return SFM_OK;
  return diag_fail (sink, SFM_ERR_CORRUPT, image->path,
                    "the output would be wrong: symbol %" PRIu64 " of %s",
                    (table->size - rest) / ELF_SYM_SIZE, table->name);
}

/* Compare the symbols of the tables in which something changed.  */
static sfm_status
symbols_right (const struct image_change *change, const struct image *copy,
               const struct diag_sink *sink)
{
  const struct image *image = change->image;

  for (uint32_t i = 1; i < image->section_count; i++)
    {
      const struct image_section *table = &image->sections[i];
      const uint64_t now = copy->sections[section_number (change, i)].offset;
      if ((table->type == SHT_SYMTAB || table->type == SHT_DYNSYM)
          && table->entsize == ELF_SYM_SIZE
          && byte_changes_meet (&change->copy->written, now,
                                now + table->size))
        TRY (compare_table (change, copy, i, now, sink));
    }
  return SFM_OK;
}

/* Verify the copy of CHANGE, which is open as COPY.  */
static sfm_status
verify_copy (struct image_change *change, const struct image *copy,
             const struct diag_sink *sink)
{
  if (!verify_in_place (copy, change))
    return diag_fail (sink, SFM_ERR_CORRUPT, change->image->path,
                      "the output would not have its section at 0x%" PRIx64
                      " alone with %zu bytes",
                      change->space.addr, change->content_size);
  TRY (bytes_right (change, sink));
  TRY (numbers_right (change, copy, sink));
  TRY (verify_layout (change, copy, sink));
  return symbols_right (change, copy, sink);
}

/* Compare the image at each step of inserting zeros with the one before.  */
static sfm_status
insertions_right (const struct image_change *change,
                  const struct diag_sink *sink)
{
  const struct image *before = change->source;

  for (unsigned i = 0; i < change->inserted_count; i++)
    {
      const struct image *after = &change->inserted[i].image;
      TRY (insertion_verify (before, &change->inserted[i].insertion, after,
                             sink));
      before = after;
    }
  return SFM_OK;
}

sfm_status
verify_image (struct image_change *change, const struct diag_sink *sink)
{
  struct image copy;

  TRY (insertions_right (change, sink));
  TRY (image_open_pages (change->image->path, change->copy, &copy, sink));
  sfm_status status = verify_copy (change, &copy, sink);
  image_close (&copy);
  return status;
}
