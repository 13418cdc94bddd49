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

#include "file-bytes.h"
#include "files-limits.h"

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

/* Unpack U by STREAM.  */
static sfm_status
run_stream (struct unpacking *u, z_stream *stream, bool all)
{
  int code = Z_OK;

  while (code == Z_OK)
    {
      if (u->done == u->room && !all)
        return SFM_OK;
      if (u->done == u->room)
        TRY (unpacking_grow (u));
      stream->next_out = u->out + u->done;
      stream->avail_out = zlib_count (u->room - u->done);
      code = inflate (stream, Z_NO_FLUSH);
      u->done = (size_t) stream->total_out;
      u->read = (size_t) stream->total_in;
    }
  switch (code)
    {
    case Z_STREAM_END:
      break;
    case Z_MEM_ERROR:
      return diag_nomem (u->sink, u->path);
    case Z_BUF_ERROR:
      return unpacking_failed (u, SFM_ERR_TRUNC, "it ends too early");
    default:
      return unpacking_failed (u, SFM_ERR_CORRUPT,
                               stream->msg != NULL ? stream->msg
                                                   : "the data is damaged");
    }
  if (stream->avail_in == 0)
    return SFM_OK;
  return diag_fail (
      u->sink, SFM_ERR_UNSUPP, u->path,
      "has %u bytes after the compressed data, which would be lost",
      stream->avail_in);
}

sfm_status
gzip_unpack (struct unpacking *u, bool all)
{
  z_stream stream;

  TRY (begin_unpacking (u->path, &stream, u->bytes, u->size, u->sink));
  const sfm_status status = run_stream (u, &stream, all);
  inflateEnd (&stream);
  return status;
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
