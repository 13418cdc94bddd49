/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   zstd-file.c - unpack files of zstd, one frame or several, as the format
   allows.  */

#include "config.h"

#include "file-bytes.h"
#include "files-limits.h"

#if HAVE_ZSTD

#include <zstd.h>
#include <zstd_errors.h>

/* Report that U cannot be unpacked because of CODE.  */
static sfm_status
bad_stream (const struct unpacking *u, size_t code)
{
  switch (ZSTD_getErrorCode (code))
    {
    case ZSTD_error_memory_allocation:
      return diag_nomem (u->sink, u->path);
    case ZSTD_error_frameParameter_windowTooLarge:
      return diag_fail (u->sink, SFM_ERR_LIMIT, u->path,
                        "takes more than 0x%zx bytes of memory to decompress",
                        (size_t) UNPACK_MEMORY);
    case ZSTD_error_prefix_unknown:
      return unpacking_failed (u, SFM_ERR_UNSUPP,
                               "what follows is not zstd data");
    case ZSTD_error_dictionary_wrong:
      return unpacking_failed (u, SFM_ERR_UNSUPP,
                               "it was compressed with a dictionary");
    default:
      return unpacking_failed (u, SFM_ERR_CORRUPT, "the data is damaged");
    }
}

/* Unpack U by STREAM.  */
static sfm_status
run_stream (struct unpacking *u, ZSTD_DStream *stream, bool all)
{
  ZSTD_inBuffer in = { .src = u->bytes, .size = u->size };
  size_t left = 1;

  while (in.pos < in.size || left != 0)
    {
      if (u->done == u->room && !all)
        return SFM_OK;
      if (u->done == u->room)
        TRY (unpacking_grow (u));
      ZSTD_outBuffer out = { .dst = u->out, .size = u->room, .pos = u->done };
      const size_t from = in.pos;
      left = ZSTD_decompressStream (stream, &out, &in);
      u->read = in.pos;
      if (ZSTD_isError (left))
        return bad_stream (u, left);
      if (in.pos == from && out.pos == u->done)
        return unpacking_failed (u, SFM_ERR_TRUNC, "it ends too early");
      u->done = out.pos;
    }
  return SFM_OK;
}

sfm_status
zstd_unpack (struct unpacking *u, bool all)
{
  ZSTD_DStream *stream = ZSTD_createDStream ();

  if (stream == NULL)
    return diag_nomem (u->sink, u->path);
  ZSTD_DCtx_setParameter (stream, ZSTD_d_windowLogMax, UNPACK_WINDOW_LOG);
  const sfm_status status = run_stream (u, stream, all);
  ZSTD_freeDStream (stream);
  return status;
}

#else

sfm_status
zstd_unpack (struct unpacking *u, bool all)
{
  (void) all;
  return diag_fail (u->sink, SFM_ERR_UNSUPP, u->path,
                    "compressed by zstd, which this sfmerge was built "
                    "without: decompress it with unzstd");
}

#endif
