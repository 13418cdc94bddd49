/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   xz-file.c - unpack files of xz, one stream or several with padding between
   them, as the format allows.  */

#include "config.h"

#include "file-bytes.h"
#include "files-limits.h"

#if HAVE_LZMA

#include <lzma.h>

/* Report that U cannot be unpacked because of CODE.  */
static sfm_status
bad_stream (const struct unpacking *u, lzma_ret code)
{
  switch (code)
    {
    case LZMA_MEM_ERROR:
      return diag_nomem (u->sink, u->path);
    case LZMA_MEMLIMIT_ERROR:
      return diag_fail (u->sink, SFM_ERR_LIMIT, u->path,
                        "takes more than 0x%zx bytes of memory to decompress",
                        (size_t) UNPACK_MEMORY);
    case LZMA_BUF_ERROR:
      return unpacking_failed (u, SFM_ERR_TRUNC, "it ends too early");
    case LZMA_OPTIONS_ERROR:
      return unpacking_failed (
          u, SFM_ERR_UNSUPP,
          "it was compressed in a way that liblzma does not "
          "know");
    case LZMA_FORMAT_ERROR:
      return unpacking_failed (u, SFM_ERR_UNSUPP,
                               "what follows is not xz data");
    default:
      return unpacking_failed (u, SFM_ERR_CORRUPT, "the data is damaged");
    }
}

/* Unpack U by STREAM.  */
static sfm_status
run_stream (struct unpacking *u, lzma_stream *stream, bool all)
{
  lzma_ret code = LZMA_OK;

  stream->next_in = u->bytes;
  stream->avail_in = u->size;
  while (code == LZMA_OK)
    {
      if (u->done == u->room && !all)
        return SFM_OK;
      if (u->done == u->room)
        TRY (unpacking_grow (u));
      stream->next_out = u->out + u->done;
      stream->avail_out = u->room - u->done;
      code = lzma_code (stream, LZMA_FINISH);
      u->done = u->room - stream->avail_out;
      u->read = u->size - stream->avail_in;
    }
  return code == LZMA_STREAM_END ? SFM_OK : bad_stream (u, code);
}

sfm_status
xz_unpack (struct unpacking *u, bool all)
{
  lzma_stream stream = LZMA_STREAM_INIT;
  const lzma_ret code
      = lzma_stream_decoder (&stream, UNPACK_MEMORY, LZMA_CONCATENATED);

  if (code != LZMA_OK)
    return bad_stream (u, code);
  const sfm_status status = run_stream (u, &stream, all);
  lzma_end (&stream);
  return status;
}

#else

sfm_status
xz_unpack (struct unpacking *u, bool all)
{
  (void) all;
  return diag_fail (u->sink, SFM_ERR_UNSUPP, u->path,
                    "compressed by xz, which this sfmerge was built without: "
                    "decompress it with unxz");
}

#endif
