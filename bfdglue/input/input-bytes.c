/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   input-bytes.c - the bytes of an input file.  */

#include "config.h"

#include <unistd.h>

#include "inputs-internal.h"
#include "paged.h"

sfm_status
bytes_open (const struct file_source *source, const char *name,
            uint8_t *buffer, struct bytes_file *file,
            const struct diag_sink *sink)
{
  struct stat st;
  int fd;

  *file = (struct bytes_file){ .bytes = buffer };
  sfm_status status = file_open (source, name, &fd, &st, sink);
  if (status != SFM_OK)
    return status;
  file_identify (&file->id, &st);
  file->size = (size_t) st.st_size;
  if (file->size <= FILE_BUFFER && buffer != NULL)
    status = file_fill (fd, name, buffer, file->size, sink);
  else if (file->size != 0)
    {
      status = file_take (fd, name, file->size, &file->bytes, sink);
      file->taken = status == SFM_OK;
    }
  if (status == SFM_OK)
    status = file_check_same (fd, name, &file->id, file->size, sink);
  close (fd);
  return status;
}

void
bytes_close (struct bytes_file *file)
{
  if (file->taken)
    sparse_free (file->bytes, file->size);
  *file = (struct bytes_file){ .bytes = NULL };
}
