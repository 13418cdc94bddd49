/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   packed-file.c - compressed files, of whatever kind.

   Only gzip is written, with the old header (RFC 1952), which zlib reads and
   writes.  XFL says how hard the packer tried; it selects the level.  Files of
   xz and zstd can be packed in many ways, and do not say in which.  */

#include "config.h"

#include <elf.h>
#include <inttypes.h>
#include <stddef.h>
#include <stdlib.h>
#include <zlib.h>

#include "elf-abi.h"
#include "file-bytes.h"
#include "files-limits.h"
#include "pool.h"
#include "text.h"

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
  if (u.packing->unpack == NULL)
    return diag_fail (
        sink, SFM_ERR_UNSUPP, path,
        "compressed by %s, which this sfmerge was built without: "
        "decompress it with %s",
        u.packing->name, u.packing->unpacker);
  array_expect (&u.out, &u.room, PACKED_FIRST_SIZE, 1);
  sfm_status status = u.packing->unpack (&u);
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
                         .head = true,
                         .sink = &diag_silent };

  if (u.packing == NULL || u.packing->unpack == NULL)
    return 0;
  /* What there is counts, whatever comes after it.  */
  const sfm_status status = u.packing->unpack (&u);
  (void) status;
  return u.done;
}

enum
{
  XFL_SLOWEST = 2,
  XFL_FASTEST = 4
};

/* A gzip header with buffers for its texts.  */
struct header
{
  gz_header gz;
  uint8_t name[GZIP_TEXT_SIZE];
  uint8_t comment[GZIP_TEXT_SIZE];
  uint8_t extra[GZIP_TEXT_SIZE];
};

/* Read the header of the gzip file at LIKE.  */
static sfm_status
read_header (const char *path, const uint8_t *like, size_t size,
             struct header *header, const struct diag_sink *sink)
{
  uint8_t byte;
  z_stream stream = { .next_in = (uint8_t *) (uintptr_t) like,
                      .avail_in = (unsigned) smaller (size, PACKED_LIMIT),
                      .next_out = &byte,
                      .avail_out = 1 };

  header->gz = (gz_header){ .name = header->name,
                            .name_max = GZIP_TEXT_SIZE,
                            .comment = header->comment,
                            .comm_max = GZIP_TEXT_SIZE,
                            .extra = header->extra,
                            .extra_max = GZIP_TEXT_SIZE };
  if (inflateInit2 (&stream, GZIP_WINDOW) != Z_OK)
    return diag_nomem (sink, path);
  inflateGetHeader (&stream, &header->gz);
  /* Z_BLOCK stops after the header.  */
  int code = inflate (&stream, Z_BLOCK);
  inflateEnd (&stream);
  if (code == Z_MEM_ERROR)
    return diag_nomem (sink, path);
  /* A text that fills its buffer may be truncated.  */
  if ((code != Z_OK && code != Z_STREAM_END) || header->gz.done != 1
      || (header->gz.name != NULL && header->name[GZIP_TEXT_SIZE - 1] != 0)
      || (header->gz.comment != NULL
          && header->comment[GZIP_TEXT_SIZE - 1] != 0))
    return diag_fail (sink, SFM_ERR_CORRUPT, path,
                      "its gzip header cannot be kept");
  return SFM_OK;
}

/* Pack the SIZE bytes at BYTES with HEADER at LEVEL.  */
static sfm_status
pack (const char *path, const uint8_t *bytes, size_t size,
      struct header *header, int level, uint8_t **out, size_t *out_size,
      const struct diag_sink *sink)
{
  z_stream stream = { 0 };

  if (deflateInit2 (&stream, level, Z_DEFLATED, GZIP_WINDOW, 8,
                    Z_DEFAULT_STRATEGY)
      != Z_OK)
    return diag_nomem (sink, path);
  deflateSetHeader (&stream, &header->gz);
  size_t capacity = deflateBound (&stream, (unsigned long) size);
  *out = malloc (capacity);
  if (*out == NULL)
    {
      deflateEnd (&stream);
      return diag_nomem (sink, path);
    }
  stream.next_in = (uint8_t *) (uintptr_t) bytes;
  stream.avail_in = (unsigned) size;
  stream.next_out = *out;
  stream.avail_out = (unsigned) capacity;
  int code = deflate (&stream, Z_FINISH);
  *out_size = (size_t) stream.total_out;
  deflateEnd (&stream);
  if (code == Z_STREAM_END)
    return SFM_OK;
  free (*out);
  *out = NULL;
  return diag_fail (sink, SFM_ERR_LIMIT, path, "cannot compress it (zlib %d)",
                    code);
}

sfm_status
gzip_pack (const char *path, const uint8_t *bytes, size_t size,
           const uint8_t *like, size_t like_size, uint8_t **out,
           size_t *out_size, const struct diag_sink *sink)
{
  int level = Z_DEFAULT_COMPRESSION;

  *out = NULL;
  *out_size = 0;
  if (size > PACKED_LIMIT)
    return diag_fail (sink, SFM_ERR_LIMIT, path,
                      "has 0x%zx bytes; the limit is 0x%zx", size,
                      (size_t) PACKED_LIMIT);
  struct header *header = calloc (1, sizeof *header);
  if (header == NULL)
    return diag_nomem (sink, path);
  sfm_status status = read_header (path, like, like_size, header, sink);
  if (status == SFM_OK)
    {
      if (header->gz.xflags == XFL_SLOWEST)
        level = Z_BEST_COMPRESSION;
      else if (header->gz.xflags == XFL_FASTEST)
        level = Z_BEST_SPEED;
      status = pack (path, bytes, size, header, level, out, out_size, sink);
    }
  free (header);
  return status;
}
