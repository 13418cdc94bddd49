/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   repair-strip.c - sfmerge strip of an object or an image.  */

#include "config.h"

#include <inttypes.h>

#include "debug-file.h"
#include "repair-run.h"
#include "strip.h"

/* Refuse a detached file, which is nothing but SFrame.  In a walk it is only
   skipped: set *DETACHED.  */
static sfm_status
check_kind (struct repair_run *run, const char *name, const uint8_t *bytes,
            size_t size, bool *detached)
{
  const struct diag_sink *sink = &run->report->sink;
  struct image image;
  struct code_note note;

  *detached = false;
  if (run->kind != FILE_IMAGE)
    return SFM_OK;
  TRY (image_open_any (name, bytes, size, &image, sink));
  *detached = code_note_find (&image, &note);
  image_close (&image);
  if (!*detached || run->options->recurse)
    return SFM_OK;
  run->refused = true;
  return diag_fail (sink, SFM_ERR_UNSUPP, name,
                    "is a detached file, which has nothing but SFrame: delete "
                    "it instead");
}

sfm_status
repair_strip (struct repair_run *run, const char *name, const uint8_t *bytes,
              size_t size, uint8_t **out, size_t *out_size)
{
  const struct diag_sink *sink = &run->report->sink;
  struct strip_result result;
  bool detached;

  *out = NULL;
  *out_size = 0;
  TRY (check_kind (run, name, bytes, size, &detached));
  if (detached)
    return SFM_OK;
  sfm_status status
      = strip_elf (name, bytes, size, !run->options->common.verify, out,
                   out_size, &result, sink);
  run->refused |= result.refused;
  if (status != SFM_OK || *out == NULL)
    return status;
  run->counts.sections += result.sections;
  run->counts.bytes += result.bytes;
  run->objects++;
  run->rewritten++;
  diag (sink, DIAG_DETAIL, name,
        "removed: sections %" PRIu32 ", bytes %" PRIu64
        ", sections of relocations %" PRIu32 ", PT_GNU_SFRAME %" PRIu32
        ", symbols %" PRIu32,
        result.sections, result.bytes, result.relocations, result.segments,
        result.symbols);
  return SFM_OK;
}
