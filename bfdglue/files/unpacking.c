/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unpacking.c - unpack gzip, xz and zstd files, and how much may be unpacked,
   by all processes together.

   Each of several processes has an equal share of the limit.  What is larger
   is unpacked by one of them at a time, so that all have at most twice the
   limit.  Shares alone would let the number of processes decide which files
   are read, and turns alone would let small files wait for each other.

   The turn is a record lock of a file in memory: the kernel takes it back from
   a process that dies, and a process that forks does not pass it on.  */

#include "config.h"

#include <errno.h>
#include <fcntl.h>
#if HAVE_LZMA
#include <lzma.h>
#endif
#include <unistd.h>
#include <zlib.h>
#if HAVE_ZSTD
#include <zstd.h>
#include <zstd_errors.h>
#endif

#include "file-bytes.h"
#include "files-limits.h"
#include "paged.h"
#include "pool.h"

static struct
{
  int fd;       /* of the file that is locked; 0: there is one process */
  size_t share; /* of each */
  bool taken;   /* it is this process's turn */
} turns;

bool
unpacking_share (unsigned workers)
{
  turns.fd = memory_file_new (1);
  turns.share = PACKED_LIMIT / workers;
  return turns.fd != 0;
}

void
unpacking_unshare (void)
{
  memory_file_close (turns.fd);
  turns.fd = 0;
}

int
unpacking_descriptor (void)
{
  return turns.fd;
}

/* Wait for a lock of TYPE on the file.  */
static bool
lock (short type)
{
  struct flock range = { .l_type = type, .l_whence = SEEK_SET, .l_len = 1 };
  int result;

  do
    result = fcntl (turns.fd, F_SETLKW, &range);
  while (result != 0 && errno == EINTR);
  return result == 0;
}

void
unpacking_end_turn (void)
{
  if (turns.taken)
    turns.taken = !lock (F_UNLCK);
}

/* Make room for more of U's output.  Wait for a turn if other processes use
   all that they may together.  END: U's room is all that is wanted.  Statuses:
   LIMIT, NOMEM, IO.  */
static sfm_status
make_room (struct unpacking *u)
{
  if (u->done < u->room)
    return SFM_OK;
  if (u->head)
    return SFM_END;
  if (u->done > u->limit)
    return diag_fail (u->sink, SFM_ERR_LIMIT, u->path,
                      "its 0x%zx bytes decompress to more than 0x%zx: "
                      "decompress it with %s",
                      u->size, u->limit, u->packing->unpacker);
  if (turns.fd != 0 && !turns.taken && u->done >= turns.share)
    {
      turns.taken = lock (F_WRLCK);
      if (!turns.taken)
        return diag_errno (u->sink, u->path, "cannot lock");
    }
  if (!array_grow (&u->out, &u->room, u->done, 1))
    return diag_nomem (u->sink, u->path);
  /* One byte more shows that there are more.  */
  if (u->room > u->limit)
    u->room = u->limit + 1;
  if (turns.fd != 0 && !turns.taken && u->room > turns.share)
    u->room = turns.share;
  return SFM_OK;
}

/* Report that U, of which READ bytes were read, is damaged as WHY says, and
   return STATUS.  */
static sfm_status
damaged (const struct unpacking *u, sfm_status status, const char *why)
{
  return diag_fail (u->sink, status, u->path,
                    "cannot decompress it at byte 0x%zx: %s", u->read, why);
}

/* Gzip files.

   One member is read.  Several consecutive members are legal, but nobody
   writes modules that way; padding and signatures after the member would be
   lost: both are refused.  */

/* zlib counts input and output in unsigned int.  */
static unsigned
zlib_count (size_t size)
{
  return size > (size_t) 1 << 30 ? 1U << 30 : (unsigned) size;
}

/* Unpack U by STREAM.  */
static sfm_status
run_gzip (struct unpacking *u, z_stream *stream)
{
  int code = Z_OK;

  while (code == Z_OK)
    {
      TRY (make_room (u));
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
      return damaged (u, SFM_ERR_TRUNC, "it ends too early");
    default:
      return damaged (u, SFM_ERR_CORRUPT,
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

static sfm_status
gzip_unpack (struct unpacking *u)
{
  /* zlib's interface has no const.  */
  z_stream stream = { .next_in = (uint8_t *) (uintptr_t) u->bytes,
                      .avail_in = zlib_count (u->size) };

  if (inflateInit2 (&stream, GZIP_WINDOW) != Z_OK)
    return diag_nomem (u->sink, u->path);
  const sfm_status status = run_gzip (u, &stream);
  inflateEnd (&stream);
  return status;
}

#if HAVE_LZMA || HAVE_ZSTD
/* Report that U asks for too much memory.  */
static sfm_status
takes_much (const struct unpacking *u)
{
  return diag_fail (u->sink, SFM_ERR_LIMIT, u->path,
                    "takes more than 0x%zx bytes of memory to decompress",
                    (size_t) UNPACK_MEMORY);
}
#endif

#if HAVE_LZMA
/* Files of xz: one stream or several with padding between them.  */

/* Report that U cannot be unpacked because of CODE.  */
static sfm_status
xz_failed (const struct unpacking *u, lzma_ret code)
{
  switch (code)
    {
    case LZMA_MEM_ERROR:
      return diag_nomem (u->sink, u->path);
    case LZMA_MEMLIMIT_ERROR:
      return takes_much (u);
    case LZMA_BUF_ERROR:
      return damaged (u, SFM_ERR_TRUNC, "it ends too early");
    case LZMA_OPTIONS_ERROR:
      return damaged (u, SFM_ERR_UNSUPP,
                      "it was compressed in a way that liblzma does not "
                      "know");
    case LZMA_FORMAT_ERROR:
      return damaged (u, SFM_ERR_UNSUPP, "what follows is not xz data");
    default:
      return damaged (u, SFM_ERR_CORRUPT, "the data is damaged");
    }
}

/* Unpack U by STREAM.  */
static sfm_status
run_xz (struct unpacking *u, lzma_stream *stream)
{
  lzma_ret code = LZMA_OK;

  stream->next_in = u->bytes;
  stream->avail_in = u->size;
  while (code == LZMA_OK)
    {
      TRY (make_room (u));
      stream->next_out = u->out + u->done;
      stream->avail_out = u->room - u->done;
      code = lzma_code (stream, LZMA_FINISH);
      u->done = u->room - stream->avail_out;
      u->read = u->size - stream->avail_in;
    }
  return code == LZMA_STREAM_END ? SFM_OK : xz_failed (u, code);
}

static sfm_status
xz_unpack (struct unpacking *u)
{
  lzma_stream stream = LZMA_STREAM_INIT;
  const lzma_ret code
      = lzma_stream_decoder (&stream, UNPACK_MEMORY, LZMA_CONCATENATED);

  if (code != LZMA_OK)
    return xz_failed (u, code);
  const sfm_status status = run_xz (u, &stream);
  lzma_end (&stream);
  return status;
}
#else
#define xz_unpack NULL
#endif

#if HAVE_ZSTD
/* Files of zstd: one frame or several.  */

/* Report that U cannot be unpacked because of CODE.  */
static sfm_status
zstd_failed (const struct unpacking *u, size_t code)
{
  switch (ZSTD_getErrorCode (code))
    {
    case ZSTD_error_memory_allocation:
      return diag_nomem (u->sink, u->path);
    case ZSTD_error_frameParameter_windowTooLarge:
      return takes_much (u);
    case ZSTD_error_prefix_unknown:
      return damaged (u, SFM_ERR_UNSUPP, "what follows is not zstd data");
    case ZSTD_error_dictionary_wrong:
      return damaged (u, SFM_ERR_UNSUPP,
                      "it was compressed with a dictionary");
    default:
      return damaged (u, SFM_ERR_CORRUPT, "the data is damaged");
    }
}

/* Unpack U by STREAM.  */
static sfm_status
run_zstd (struct unpacking *u, ZSTD_DStream *stream)
{
  ZSTD_inBuffer in = { .src = u->bytes, .size = u->size };
  size_t left = 1;

  while (in.pos < in.size || left != 0)
    {
      TRY (make_room (u));
      ZSTD_outBuffer out = { .dst = u->out, .size = u->room, .pos = u->done };
      const size_t from = in.pos;
      left = ZSTD_decompressStream (stream, &out, &in);
      u->read = in.pos;
      if (ZSTD_isError (left))
        return zstd_failed (u, left);
      if (in.pos == from && out.pos == u->done)
        return damaged (u, SFM_ERR_TRUNC, "it ends too early");
      u->done = out.pos;
    }
  return SFM_OK;
}

static sfm_status
zstd_unpack (struct unpacking *u)
{
  ZSTD_DStream *stream = ZSTD_createDStream ();

  if (stream == NULL)
    return diag_nomem (u->sink, u->path);
  ZSTD_DCtx_setParameter (stream, ZSTD_d_windowLogMax, UNPACK_WINDOW_LOG);
  const sfm_status status = run_zstd (u, stream);
  ZSTD_freeDStream (stream);
  return status;
}
#else
#define zstd_unpack NULL
#endif

static const struct packing packings[] = {
  { FILE_GZIP, "gzip", "gunzip", ".ko.gz", gzip_unpack },
  { FILE_XZ, "xz", "unxz", ".ko.xz", xz_unpack },
  { FILE_ZSTD, "zstd", "unzstd", ".ko.zst", zstd_unpack },
};

const struct packing *
packing_of (enum file_kind kind)
{
  for (size_t i = 0; i < sizeof packings / sizeof *packings; i++)
    if (packings[i].kind == kind)
      return &packings[i];
  return NULL;
}
