/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   link-wait.c - what sfmerge link does before there is an image.

   The size of the reserve object follows from the rows of all inputs, so that
   these must be read before the linker runs.  What is read for it stays in the
   rings of the readers, and is taken from there again when the image is
   linked.  */

#include "config.h"

#include <errno.h>
#include <sys/socket.h>
#include <unistd.h>

#include "cmd-link.h"
#include "file-bytes.h"
#include "link-wait.h"
#include "reserve-write.h"

/* Make the reserve object, and put the exit status of that into standard
   input, as a byte.  */
static sfm_status
reserve (const struct link_run *run)
{
  const struct link_options *options = run->options;
  const int exit_status
      = reserve_if_needed (options->reserve, run->readers, options->inputs,
                           (size_t) options->input_count);
  const uint8_t byte = (uint8_t) exit_status;
  ssize_t sent;

  do
    sent = send (STDIN_FILENO, &byte, 1, MSG_NOSIGNAL);
  while (sent < 0 && errno == EINTR);
  if (sent < 0)
    return diag_errno (&run->report->sink, options->reserve,
                       "cannot say on standard input that it is made");
  return exit_status == STATUS_DONE ? SFM_OK : SFM_ERR_UNSUPP;
}

sfm_status
link_wait (const struct link_run *run)
{
  uint8_t byte;

  if (run->options->reserve != NULL)
    TRY (reserve (run));
  ssize_t size = file_head (STDIN_FILENO, &byte, 1);
  if (size < 0)
    return diag_errno (&run->report->sink, run->options->image,
                       "cannot wait for it on standard input");
  return size == 0 ? SFM_END : SFM_OK;
}
