/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   elf-heads.c - an image of which only the headers and the section names are
   read.

   They are read into memory at their offsets in the file.  All other memory is
   zero and takes no pages.  So the headers are decoded and checked by the same
   code as those of a whole file.  */

#include "config.h"

#include <elf.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

#include "build-id.h"
#include "code-ranges.h"
#include "elf-codec.h"
#include "elf-image.h"
#include "file-bytes.h"
#include "files-limits.h"
#include "pool.h"
#include "sparse.h"

/* A file that is read in parts.  */
struct heads
{
  int fd;
  uint8_t *bytes;
  uint64_t size;
  bool big;
};

/* Read SIZE bytes at OFFSET.  False: there are not so many.  */
static bool
read_part (const struct heads *h, uint64_t offset, uint64_t size)
{
  if (offset > h->size || size > h->size - offset)
    return false;
  for (uint64_t done = 0; done < size;)
    {
      ssize_t got = pread (h->fd, h->bytes + offset + done,
                           (size_t) (size - done), (off_t) (offset + done));
      if (got <= 0)
        return false;
      done += (uint64_t) got;
    }
  return true;
}

static uint64_t
half (const struct heads *h, size_t offset)
{
  return elf_u16 (h->bytes + offset, h->big);
}

static uint64_t
word (const struct heads *h, uint64_t offset)
{
  return elf_u64 (h->bytes + offset, h->big);
}

/* Read all headers and the section names.  False: some are odd.  */
static bool
read_heads (struct heads *h)
{
  if (h->size < ELF_EHDR_SIZE || !read_part (h, 0, ELF_EHDR_SIZE)
      || memcmp (h->bytes, ELFMAG, SELFMAG) != 0
      || h->bytes[EI_CLASS] != ELFCLASS64)
    return false;
  h->big = h->bytes[EI_DATA] == ELFDATA2MSB;
  const uint64_t phnum = half (h, offsetof (Elf64_Ehdr, e_phnum));
  const uint64_t shnum = half (h, offsetof (Elf64_Ehdr, e_shnum));
  const uint64_t names = half (h, offsetof (Elf64_Ehdr, e_shstrndx));
  const uint64_t shoff = word (h, offsetof (Elf64_Ehdr, e_shoff));
  /* Extended numbering is rare; without sections, segments may have pieces. */
  if (phnum == PN_XNUM || names == SHN_UNDEF || names >= shnum
      || half (h, offsetof (Elf64_Ehdr, e_shentsize)) != ELF_SHDR_SIZE
      || !read_part (h, word (h, offsetof (Elf64_Ehdr, e_phoff)),
                     phnum * ELF_PHDR_SIZE)
      || !read_part (h, shoff, shnum * ELF_SHDR_SIZE))
    return false;
  const uint64_t header = shoff + names * ELF_SHDR_SIZE;
  const uint64_t size = word (h, header + offsetof (Elf64_Shdr, sh_size));
  /* More may be in a hole, as those who read the whole file see.  */
  return size <= HOLES_READ
         && read_part (h, word (h, header + offsetof (Elf64_Shdr, sh_offset)),
                       size);
}

static void
close_heads (const struct heads *h)
{
  sparse_free (h->bytes, (size_t) h->size);
  close (h->fd);
}

/* Whether no section and no segment of IMAGE has to do with SFrame.  */
static bool
is_bare (const struct image *image)
{
  for (uint32_t i = 0; i < image->segment_count; i++)
    if (image->segments[i].type == PT_GNU_SFRAME)
      return false;
  for (uint32_t i = 1; i < image->section_count; i++)
    if (image->sections[i].type == SHT_GNU_SFRAME
        || strstr (image->sections[i].name, "sframe") != NULL)
      return false;
  return true;
}

/* Set *SIZE to the size of IMAGE's code.  False: no memory.  */
static bool
measure_code (const struct image *image, uint64_t *size)
{
  struct code_ranges code;

  if (code_ranges_read (image, &code, &diag_silent) != SFM_OK)
    return false;
  *size = code_ranges_size (&code);
  code_ranges_free (&code);
  return true;
}

/* Open the headers of SOURCE as IMAGE.  False: it was not opened.  */
static bool
open_heads (const struct file_source *source, struct heads *h,
            struct image *image)
{
  struct stat st;

  *h = (struct heads){ .bytes = NULL };
  if (file_open (source, source->path, &h->fd, &st, &diag_silent) != SFM_OK)
    return false;
  h->size = (uint64_t) st.st_size;
  if (h->size != 0)
    h->bytes = sparse_alloc ((size_t) h->size);
  if (h->bytes != NULL && read_heads (h)
      && image_open_bytes (source->path, h->bytes, (size_t) h->size, false,
                           image, &diag_silent)
             == SFM_OK)
    return true;
  close_heads (h);
  return false;
}

bool
image_heads_bare (const struct file_source *source, uint64_t *code)
{
  struct heads h;
  struct image image;

  if (!open_heads (source, &h, &image))
    return false;
  const bool bare = is_bare (&image) && measure_code (&image, code);
  image_close (&image);
  close_heads (&h);
  return bare;
}

/* Read the notes of IMAGE, whose headers H has.  */
static bool
read_notes (const struct heads *h, const struct image *image)
{
  bool good = true;

  for (uint32_t i = 1; i < image->section_count; i++)
    if (image->sections[i].type == SHT_NOTE)
      good = good
             && read_part (h, image->sections[i].offset,
                           image->sections[i].size);
  for (uint32_t i = 0; i < image->segment_count; i++)
    if (image->segments[i].type == PT_NOTE)
      good = good
             && read_part (h, image->segments[i].offset,
                           image->segments[i].filesz);
  return good;
}

/* Copy the build-id of IMAGE into POOL as ID.  */
static bool
copy_build_id (const struct image *image, struct pool *pool,
               struct build_id *id)
{
  if (!build_id_find (image, true, id))
    return false;
  id->bytes = (const uint8_t *) pool_copy (pool, id->bytes, id->size);
  return id->bytes != NULL;
}

bool
image_heads_build_id (const struct file_source *source, struct pool *pool,
                      struct build_id *id)
{
  struct heads h;
  struct image image;
  bool found;

  if (open_heads (source, &h, &image))
    {
      found = read_notes (&h, &image) && copy_build_id (&image, pool, id);
      image_close (&image);
      close_heads (&h);
      return found;
    }
  if (image_open_source (source, false, &image, &diag_silent) != SFM_OK)
    return false;
  found = copy_build_id (&image, pool, id);
  image_close (&image);
  return found;
}
