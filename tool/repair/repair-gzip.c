/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   repair-gzip.c - sfmerge repair of gzip files, such as installed kernel
   modules.  */

#include "config.h"

#include <stdlib.h>

#include "file-bytes.h"
#include "output-file.h"
#include "repair-run.h"

sfm_status
repair_gzip (struct repair_run *run, const char *name, const uint8_t *bytes,
             size_t size, uint8_t **out, size_t *out_size)
{
  const struct diag_sink *sink = &run->report->sink;
  uint8_t *plain, *changed = NULL;
  size_t plain_size, changed_size = 0;

  *out = NULL;
  *out_size = 0;
  sfm_status status = file_unpack (FILE_GZIP, name, bytes, size, true, &plain,
                                   &plain_size, sink);
  if (status != SFM_OK)
    return status;
  run->packed = true;
  run->kind = file_kind (plain, plain_size);
  status
      = repair_content (run, name, plain, plain_size, &changed, &changed_size);
  if (status == SFM_OK && changed != NULL)
    {
      status = output_check_sealed (name, run->file->fd, plain, plain_size,
                                    run->options->common.force, sink);
      run->refused |= status != SFM_OK;
    }
  struct paged *pages = repair_pages (run, changed);
  if (pages != NULL)
    (void) paged_at (pages, 0, changed_size);
  if (status == SFM_OK && changed != NULL)
    status = gzip_pack (name, changed, changed_size, bytes, size, out,
                        out_size, sink);
  repair_release (run, changed);
  free (plain);
  return status;
}
