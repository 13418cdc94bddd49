/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   insert-pages.c - insert zeros into the file of an image, after the bytes of
   a segment, so that the segment can grow.

   Theory of operation.  There are two uses.  Linkers start each segment in a
   page of its own in memory, but pack the segments in the file.  The addresses
   from the end of a segment to the end of its page are readable, belong to
   nothing, and have no bytes in the file.  Zeros inserted there give them
   some.  Nothing that is loaded contains an offset of the file, so only the
   ELF header, the program headers and the section headers change.

   The number of zeros is a multiple of the largest alignment of the segments
   after them, because p_offset and p_vaddr must stay congruent; glibc checks
   that.  A segment grows by a page at most, so the zeros rarely take more than
   one page of 4 KiB or 64 KiB.

   The second use is a new segment.  Its bytes go directly after those of the
   other segments, before what is not loaded, because dwz refuses a file with a
   loaded section after one that is not.  Nothing that is loaded comes later,
   so any number of zeros will do.

   The program headers must be before the zeros: before Linux 5.18 the kernel
   passes their address to a program as the base address plus e_phoff.

   Measured with images of GNU ld 2.40 and 2.47, gold, lld 14 and 21 and mold
   3, for three machines: the results run, and still do after strip, objcopy
   --add-section, eu-strip, llvm-strip and patchelf.  */

#include "config.h"

#include <elf.h>
#include <inttypes.h>

#include "edit-internal.h"

/* The largest alignment of the PT_LOADs of IMAGE with bytes at offset AT or
   later; 0 if one is not a power of two.  */
static uint64_t
align_after (const struct image *image, uint64_t at)
{
  uint64_t align = PAGE_SIZE_MIN;

  for (uint32_t i = 0; i < image->segment_count; i++)
    {
      const struct image_segment *load = &image->segments[i];
      if (load->type != PT_LOAD || load->offset < at)
        continue;
      if ((load->align & (load->align - 1)) != 0)
        return 0;
      align = larger (align, load->align);
    }
  return align;
}

/* What insertion_find looks for.  */
struct candidate
{
  struct insertion insertion;
  uint64_t tail; /* bytes that are free at the end of the segment then */
};

/* Set CANDIDATE to the zeros after PT_LOAD number IDX of PHDR's image.  False
   if they are impossible or no use.  */
static bool
zeros_after (const struct phdr_plan *phdr, uint32_t idx,
             struct candidate *candidate)
{
  const struct image *image = phdr->image;
  const struct image_segment *load = &image->segments[idx];
  const uint64_t at = load->offset + load->filesz;
  const uint64_t growth = segment_growth (image, idx);
  struct free_space tail = { .offset = at };

  if (load->type != PT_LOAD || (load->flags & (PF_R | PF_W)) != PF_R
      || growth == 0 || image->phoff >= at || image_described_end (image) <= at
      || !insertion_possible (image, at))
    return false;
  uint64_t align = align_after (image, at);
  if (align == 0 || growth > UINT64_MAX - align)
    return false;
  bool found = free_space_find_tail (phdr->options.kind, image, idx, 0, &tail,
                                     &diag_silent);
  if (found && tail.offset + tail.size >= at + growth)
    return false;
  *candidate = (struct candidate){
    .insertion
    = { .segment = idx, .offset = at, .size = align_up (growth, align) },
    .tail = at + growth - smaller (tail.offset, at),
  };
  return true;
}

bool
insertion_find (struct phdr_plan *phdr, uint64_t most,
                struct insertion *insertion)
{
  const struct image *image = phdr->image;
  struct candidate best = { .insertion = { .size = 0 } };
  uint64_t least = UINT64_MAX;

  *insertion = best.insertion;
  if (!segment_allowed (phdr))
    return false;
  if (image->segment_count > SEGMENTS_MAX)
    return phdr_refuse (phdr, "it has %" PRIu32 " program headers",
                        image->segment_count);
  for (uint32_t i = 0; i < image->segment_count; i++)
    {
      struct candidate candidate;
      if (!zeros_after (phdr, i, &candidate))
        continue;
      least = smaller (least, candidate.insertion.size);
      if (candidate.insertion.size <= most && candidate.tail > best.tail)
        best = candidate;
    }
  *insertion = best.insertion;
  if (best.tail != 0)
    return true;
  insertion->size = least == UINT64_MAX ? 0 : least;
  if (insertion->size == 0)
    return phdr_refuse (phdr, "no read-only segment can grow");
  return phdr_refuse (
      phdr,
      "the file would grow by 0x%" PRIx64 " bytes, more than 0x%" PRIx64 "%s",
      least, most, least <= HOLE_MAX ? " (--grow=large-pages allows it)" : "");
}

/* The bytes that insertion_apply is writing.  */
struct shift
{
  const struct image *image;
  const struct insertion *insertion;
  struct paged *pages;
};

/* True if something without bytes in the file, which has OFFSET, follows the
   zeros: by its address ADDR it belongs to a segment that does.  A segment
   without bytes, as mold writes, stays where it is if its offset would no
   longer suit its address.  */
static bool
bare_follows (const struct shift *s, uint64_t offset, uint64_t addr)
{
  const struct image *image = s->image;

  for (uint32_t i = 0; i < image->segment_count; i++)
    {
      const struct image_segment *load = &image->segments[i];
      if (load->type == PT_LOAD && addr >= load->vaddr
          && addr - load->vaddr <= load->memsz)
        return load->offset >= s->insertion->offset
               && (load->filesz != 0 || load->align == 0
                   || s->insertion->size % load->align == 0);
    }
  return offset >= s->insertion->offset;
}

static bool
segment_follows (const struct shift *s, const struct image_segment *segment)
{
  if (segment->filesz == 0 && segment->offset >= s->insertion->offset)
    return bare_follows (s, segment->offset, segment->vaddr);
  return segment->offset >= s->insertion->offset;
}

static bool
section_follows (const struct shift *s, const struct image_section *section)
{
  if (section->type == SHT_NULL || section->offset < s->insertion->offset)
    return false;
  return image_section_size (section) != 0 || (section->flags & SHF_ALLOC) == 0
         || bare_follows (s, section->offset, section->addr);
}

/* Add the number of zeros to the word at offset AT.  */
static void
shift_word (const struct shift *s, uint64_t at)
{
  uint8_t *word = paged_write (s->pages, at, sizeof (uint64_t));
  const uint64_t value = elf_u64 (word, s->image->big_endian);

  elf_put64 (word, value + s->insertion->size, s->image->big_endian);
}

static void
shift_headers (const struct shift *s)
{
  const struct image *image = s->image;
  uint64_t shdrs = image->shoff;

  /* An e_shoff without a table stays, whatever it is.  */
  if (image->section_count != 0 && shdrs >= s->insertion->offset)
    {
      shdrs += s->insertion->size;
      shift_word (s, offsetof (Elf64_Ehdr, e_shoff));
    }
  for (uint32_t i = 0; i < image->segment_count; i++)
    if (segment_follows (s, &image->segments[i]))
      shift_word (s, image_phdr_offset (image, i)
                         + offsetof (Elf64_Phdr, p_offset));
  for (uint32_t i = 1; i < image->section_count; i++)
    if (section_follows (s, &image->sections[i]))
      shift_word (s, shdrs + (uint64_t) i * ELF_SHDR_SIZE
                         + offsetof (Elf64_Shdr, sh_offset));
}

sfm_status
insertion_apply (const struct image *image, const struct insertion *insertion,
                 struct image *shifted, const struct diag_sink *sink)
{
  const size_t zeros = (size_t) insertion->size;
  struct paged *pages;

  *shifted = (struct image){ 0 };
  if (insertion->size > SIZE_MAX / 4 || image->size > SIZE_MAX / 4)
    return diag_fail (sink, SFM_ERR_LIMIT, image->path,
                      "0x%zx bytes and 0x%" PRIx64
                      " inserted ones are too many",
                      image->size, insertion->size);
  TRY (image_copy (image, insertion->offset, zeros, image->size + zeros,
                   &pages, sink));
  shift_headers (&(struct shift){ image, insertion, pages });
  const sfm_status status
      = pages->written.failed
            ? diag_nomem (sink, image->path)
            : image_open_pages (image->path, pages, shifted, sink);
  if (status != SFM_OK)
    paged_free (pages);
  shifted->owned = status == SFM_OK;
  return status;
}
