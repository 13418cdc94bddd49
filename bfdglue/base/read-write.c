/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   read-write.c - bytes at a place of a file, all of them.  */

#include "config.h"

#include <errno.h>
#include <unistd.h>

#include "paged.h"

ssize_t
read_at (int fd, void *bytes, size_t size, uint64_t at)
{
  uint8_t *to = bytes;
  size_t done = 0;

  while (done < size)
    {
      const ssize_t got
          = pread (fd, to + done, size - done, (off_t) (at + done));
      if (got < 0 && errno == EINTR)
        continue;
      if (got < 0)
        return -1;
      if (got == 0)
        break;
      done += (size_t) got;
    }
  return (ssize_t) done;
}

bool
write_at (int fd, const void *bytes, size_t size, uint64_t at)
{
  const uint8_t *from = bytes;

  while (size != 0)
    {
      const ssize_t put = pwrite (fd, from, size, (off_t) at);
      if (put < 0 && errno == EINTR)
        continue;
      if (put <= 0)
        {
          errno = put == 0 ? ENOSPC : errno;
          return false;
        }
      from += put;
      size -= (size_t) put;
      at += (uint64_t) put;
    }
  return true;
}
