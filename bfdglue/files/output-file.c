/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   output-file.c - writing of a file whole or not at all.  */

#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include "output-data.h"
#include "output-file.h"
#include "output-set.h"
#include "output-target.h"

/* Write to a device or a pipe.  */
static sfm_status
write_stream (const struct target *target, const uint8_t *data, size_t size,
              const struct diag_sink *sink)
{
  int fd = open (target->path, O_WRONLY | O_NOCTTY | O_CLOEXEC);
  if (fd < 0)
    return diag_errno (sink, target->path, "cannot open");
  bool good = output_data (fd, data, size);
  int saved_errno = errno;
  if (close (fd) != 0 && good)
    return diag_errno (sink, target->path, "cannot write");
  errno = saved_errno;
  return good ? SFM_OK : diag_errno (sink, target->path, "cannot write");
}

/* Write to a temporary file beside TARGET and rename it.  */
static sfm_status
replace (struct target *target, const uint8_t *data, size_t size,
         const struct output_options *options, const struct diag_sink *sink)
{
  struct output_set set;

  output_set_begin (&set, sink);
  sfm_status status = output_set_add (&set, target, data, size, options);
  if (status == SFM_OK)
    status = output_set_commit (&set);
  sfm_status reported = output_set_end (&set);
  return status == SFM_OK ? reported : status;
}

sfm_status
output_write (const char *path, const uint8_t *data, size_t size,
              const struct output_options *options,
              const struct diag_sink *sink)
{
  struct target target;
  sfm_status status = target_open (path, options, &target, sink);

  if (status == SFM_OK && !target.stream)
    return replace (&target, data, size, options, sink);
  if (status == SFM_OK)
    status = write_stream (&target, data, size, sink);
  target_close (&target);
  return status;
}
