/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   output-data.c - write bytes to a descriptor.  */

#include "config.h"

#include <errno.h>
#include <unistd.h>

#include "files-limits.h"
#include "output-data.h"
#include "sparse.h"

bool
output_data (int fd, const uint8_t *data, size_t size)
{
  while (size != 0)
    {
      size_t chunk = size < WRITE_SIZE_MAX ? size : WRITE_SIZE_MAX;
      ssize_t done = write (fd, data, chunk);
      if (done < 0 && errno == EINTR)
        continue;
      if (done <= 0)
        {
          if (done == 0)
            errno = ENOSPC;
          return false;
        }
      data += done;
      size -= (size_t) done;
    }
  return true;
}

bool
output_sparse (int fd, const uint8_t *data, size_t size)
{
  size_t start = 0, at = 0;

  while (size - at >= SPARSE_HOLE_SIZE)
    {
      if (!sparse_is_hole (data + at))
        {
          at += SPARSE_HOLE_SIZE;
          continue;
        }
      if (!output_data (fd, data + start, at - start)
          || lseek (fd, SPARSE_HOLE_SIZE, SEEK_CUR) < 0)
        return false;
      at += SPARSE_HOLE_SIZE;
      start = at;
    }
  if (start == size)
    return ftruncate (fd, (off_t) size) == 0;
  return output_data (fd, data + start, size - start);
}
