/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   packed-file.c - compressed files, of whatever kind.

   gzip-file.c also writes; xz-file.c and zstd-file.c only read, as a file can
   be packed in many ways, and does not say in which.  */

#include "config.h"

#include <elf.h>
#include <inttypes.h>
#include <stddef.h>
#include <stdlib.h>

#include "elf-abi.h"
#include "file-bytes.h"
#include "files-limits.h"
#include "pool.h"
#include "text.h"

static const struct packing packings[] = {
  { FILE_GZIP, "gzip", "gunzip", ".ko.gz", true },
  { FILE_XZ, "xz", "unxz", ".ko.xz", HAVE_LZMA },
  { FILE_ZSTD, "zstd", "unzstd", ".ko.zst", HAVE_ZSTD },
};

const struct packing *
packing_of (enum file_kind kind)
{
  for (size_t i = 0; i < sizeof packings / sizeof *packings; i++)
    if (packings[i].kind == kind)
      return &packings[i];
  return NULL;
}

/* Unpack U, of whichever kind.  */
static sfm_status
unpack (struct unpacking *u, bool all)
{
  switch (u->packing->kind)
    {
    case FILE_GZIP:
      return gzip_unpack (u, all);
    case FILE_XZ:
      return xz_unpack (u, all);
    default:
      return zstd_unpack (u, all);
    }
}

/* Check that the tables of the ELF file of U, which begins with the
   ELF_EHDR_SIZE bytes at HEAD, are where they would be unpacked.  */
static sfm_status
check_tables (const struct unpacking *u, const uint8_t *head)
{
  const bool big = head[EI_DATA] == ELFDATA2MSB;
  const uint64_t at[]
      = { elf_u64 (head + offsetof (Elf64_Ehdr, e_phoff), big),
          elf_u64 (head + offsetof (Elf64_Ehdr, e_shoff), big) };

  for (int i = 0; i < 2 && head[EI_CLASS] == ELFCLASS64; i++)
    if (at[i] > u->limit)
      return diag_fail (u->sink, SFM_ERR_LIMIT, u->path,
                        "its 0x%zx bytes decompress to more than 0x%" PRIx64
                        "; the limit is 0x%zx: decompress it with %s",
                        u->size, at[i], u->limit, u->packing->unpacker);
  return SFM_OK;
}

/* Check that what U unpacks to and begins with the SIZE bytes at HEAD is worth
   it.  */
static sfm_status
check_head (const struct unpacking *u, const uint8_t *head, size_t size,
            bool archives)
{
  switch (file_kind (head, size))
    {
    case FILE_OBJECT:
    case FILE_IMAGE:
      return size < ELF_EHDR_SIZE ? SFM_OK : check_tables (u, head);
    case FILE_ARCHIVE:
    case FILE_THIN:
      return archives
                 ? SFM_OK
                 : diag_fail (u->sink, SFM_ERR_UNSUPP, u->path,
                              "a compressed archive: decompress it with %s",
                              u->packing->unpacker);
    case FILE_GZIP:
    case FILE_XZ:
    case FILE_ZSTD:
      return diag_fail (u->sink, SFM_ERR_UNSUPP, u->path,
                        "is compressed twice");
    default:
      return diag_fail (u->sink, SFM_ERR_UNSUPP, u->path, "holds no ELF file");
    }
}

sfm_status
file_unpack (enum file_kind kind, const char *path, const uint8_t *bytes,
             size_t size, bool archives, uint8_t **out, size_t *out_size,
             const struct diag_sink *sink)
{
  struct unpacking u = { .path = path,
                         .packing = packing_of (kind),
                         .bytes = bytes,
                         .size = size,
                         .sink = sink };
  uint8_t head[ELF_EHDR_SIZE];

  *out = NULL;
  *out_size = 0;
  if (size > PACKED_LIMIT)
    return diag_fail (sink, SFM_ERR_LIMIT, path,
                      "has 0x%zx bytes, compressed; the limit is 0x%zx", size,
                      (size_t) PACKED_LIMIT);
  u.limit = smaller (PACKED_LIMIT, PACKED_FREE + PACKED_FACTOR * size);
  /* A file that ends or is damaged before says so below.  */
  if (file_unpack_head (kind, bytes, size, head, sizeof head) == sizeof head)
    TRY (check_head (&u, head, sizeof head, archives));
  array_expect (&u.out, &u.room, PACKED_FIRST_SIZE, 1);
  sfm_status status = unpack (&u, true);
  if (status == SFM_OK)
    status = check_head (&u, u.out, u.done, archives);
  if (status != SFM_OK)
    {
      free (u.out);
      return status;
    }
  *out = u.out;
  *out_size = u.done;
  return SFM_OK;
}

size_t
file_unpack_head (enum file_kind kind, const uint8_t *bytes, size_t size,
                  uint8_t *head, size_t head_size)
{
  struct unpacking u = { .path = "",
                         .packing = packing_of (kind),
                         .bytes = bytes,
                         .size = size,
                         .out = head,
                         .room = head_size,
                         .sink = &diag_silent };

  if (u.packing == NULL || !u.packing->read)
    return 0;
  /* What there is counts, whatever comes after it.  */
  const sfm_status status = unpack (&u, false);
  (void) status;
  return u.done;
}
