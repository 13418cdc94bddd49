/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   gzip-file.c - gzip files, as kernel modules are installed.

   One gzip member is read, and written with its old header (RFC 1952), which
   zlib reads and writes.  XFL says how hard the packer tried; it selects the
   level.  Several consecutive members are legal, but nobody writes modules
   that way; padding and signatures after the member would be lost: both are
   refused.  */

#include "config.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "gzip-file.h"
#include "files-limits.h"
#include "pool.h"

enum
{
  GZIP_WINDOW = 15 + 16, /* zlib: the largest window, with a gzip header */
  XFL_SLOWEST = 2,
  XFL_FASTEST = 4
};

/* zlib counts input and output in unsigned int.  */
static unsigned
zlib_count (size_t size)
{
  return size > (size_t) 1 << 30 ? 1U << 30 : (unsigned) size;
}

/* Report that unpacking PATH failed with CODE of zlib.  */
static sfm_status
bad_stream (const char *path, int code, const z_stream *stream,
            const struct diag_sink *sink)
{
  if (code == Z_MEM_ERROR)
    return diag_nomem (sink, path);
  diag (sink, DIAG_ERROR, path, "cannot decompress it at byte 0x%lx: %s",
        stream->total_in,
        code == Z_BUF_ERROR   ? "it ends too early"
        : stream->msg != NULL ? stream->msg
                              : "the data is damaged");
  return code == Z_BUF_ERROR ? SFM_ERR_TRUNC : SFM_ERR_CORRUPT;
}

/* Unpack all of STREAM into *OUT, from malloc, which the caller frees even
   after a failure.  */
static sfm_status
unpack_stream (const char *path, z_stream *stream, uint8_t **out,
               const struct diag_sink *sink)
{
  size_t capacity = 0;
  int code = Z_OK;

  array_expect (out, &capacity, PACKED_FIRST_SIZE, 1);
  while (code != Z_STREAM_END)
    {
      const size_t used = (size_t) stream->total_out;
      if (used >= PACKED_LIMIT)
        return diag_fail (sink, SFM_ERR_LIMIT, path,
                          "decompresses to more than 0x%zx bytes",
                          (size_t) PACKED_LIMIT);
      if (!array_grow (out, &capacity, used, 1))
        return diag_nomem (sink, path);
      stream->next_out = *out + used;
      stream->avail_out = zlib_count (capacity - used);
      code = inflate (stream, Z_FINISH);
      /* Either may mean that the buffer is full.  */
      if (code == Z_OK || code == Z_BUF_ERROR)
        code = stream->avail_out == 0 ? Z_OK : Z_BUF_ERROR;
      if (code != Z_OK && code != Z_STREAM_END)
        return bad_stream (path, code, stream, sink);
    }
  return SFM_OK;
}

/* Check that WHAT, with SIZE bytes, is not too large.  */
static sfm_status
check_size (const char *path, size_t size, const char *what,
            const struct diag_sink *sink)
{
  if (size <= PACKED_LIMIT)
    return SFM_OK;
  return diag_fail (sink, SFM_ERR_LIMIT, path,
                    "has 0x%zx bytes%s; the limit is 0x%zx", size, what,
                    (size_t) PACKED_LIMIT);
}

/* Let STREAM unpack the SIZE bytes at BYTES.  */
static sfm_status
begin_unpacking (const char *path, z_stream *stream, const uint8_t *bytes,
                 size_t size, const struct diag_sink *sink)
{
  *stream = (z_stream){ .avail_in = zlib_count (size) };
  /* zlib's interface has no const.  */
  stream->next_in = (uint8_t *) (uintptr_t) bytes;
  return inflateInit2 (stream, GZIP_WINDOW) == Z_OK ? SFM_OK
                                                    : diag_nomem (sink, path);
}

sfm_status
gzip_unpack (const char *path, const uint8_t *bytes, size_t size,
             uint8_t **out, size_t *out_size, const struct diag_sink *sink)
{
  z_stream stream;

  *out = NULL;
  TRY (check_size (path, size, ", packed", sink));
  TRY (begin_unpacking (path, &stream, bytes, size, sink));
  sfm_status status = unpack_stream (path, &stream, out, sink);
  *out_size = (size_t) stream.total_out;
  if (status == SFM_OK && stream.avail_in != 0)
    status = diag_fail (
        sink, SFM_ERR_UNSUPP, path,
        "has %u bytes after the compressed data, which would be lost",
        stream.avail_in);
  inflateEnd (&stream);
  if (status != SFM_OK)
    {
      free (*out);
      *out = NULL;
    }
  return status;
}

size_t
gzip_unpack_head (const uint8_t *bytes, size_t size, uint8_t *head,
                  size_t head_size)
{
  z_stream stream;

  if (begin_unpacking ("", &stream, bytes, size, &diag_silent) != SFM_OK)
    return 0;
  stream.next_out = head;
  stream.avail_out = zlib_count (head_size);
  const int code = inflate (&stream, Z_SYNC_FLUSH);
  inflateEnd (&stream);
  /* What there is counts, whatever comes after it.  */
  (void) code;
  return (size_t) stream.total_out;
}

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
  z_stream stream;
  uint8_t byte;

  header->gz = (gz_header){ .name = header->name,
                            .name_max = GZIP_TEXT_SIZE,
                            .comment = header->comment,
                            .comm_max = GZIP_TEXT_SIZE,
                            .extra = header->extra,
                            .extra_max = GZIP_TEXT_SIZE };
  TRY (begin_unpacking (path, &stream, like, size, sink));
  stream.next_out = &byte;
  stream.avail_out = 1;
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
  TRY (check_size (path, size, "", sink));
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
