/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   reserve-write.c - write the reserve object, also for inputs that are read
   for a link.  */

#include "config.h"

#include <stdlib.h>

#include "output-file.h"
#include "report.h"
#include "reserve-size.h"
#include "reserve-write.h"

int
reserve_write (const char *output, const struct reserve_object *object,
               const struct diag_sink *sink)
{
  const struct output_options options = { 0 };
  uint8_t *bytes = NULL;
  size_t size;
  sfm_status status = reserve_object_make (object, &bytes, &size, sink);

  if (status == SFM_OK)
    status = output_write (output, bytes, size, &options, sink);
  free (bytes);
  return status == SFM_OK ? STATUS_DONE : STATUS_FAILED;
}

int
reserve_if_needed (const char *output, struct readers *readers,
                   char *const *paths, size_t count)
{
  struct report report;

  /* Warnings come again when the inputs are merged, and count there.  */
  report_init (&report);
  report.quiet = true;
  struct reserve_size size = { .sink = &report.sink };
  int exit_status = report_input_status (readers_look (
      readers, paths, count, &report.sink, reserve_size_add, &size));
  if (exit_status == STATUS_DONE && size.known)
    {
      const struct reserve_object object
          = { .machine = size.machine,
              .big_endian = size.big_endian,
              .size = reserve_size_total (&size) };
      exit_status = reserve_write (output, &object, &report.sink);
    }
  reserve_size_free (&size);
  return exit_status;
}
