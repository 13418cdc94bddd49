/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   output-data.c - write bytes to a descriptor.  */

#include "config.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "file-bytes.h"
#include "files-limits.h"
#include "output-file.h"
#include "paged.h"
#include "text.h"

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

/* Write the SIZE bytes at DATA to AT of FD; runs of SPARSE_HOLE_SIZE zeros
   become holes.  */
static bool
put_sparse (int fd, const uint8_t *data, size_t size, uint64_t at)
{
  size_t start = 0, done = 0;

  while (size - done >= SPARSE_HOLE_SIZE)
    {
      const bool hole = sparse_is_hole (data + done);
      if (hole && !write_at (fd, data + start, done - start, at + start))
        return false;
      done += SPARSE_HOLE_SIZE;
      if (hole)
        start = done;
    }
  return write_at (fd, data + start, size - start, at + start);
}

bool
output_sparse (int fd, const uint8_t *data, size_t size)
{
  return put_sparse (fd, data, size, 0) && ftruncate (fd, (off_t) size) == 0;
}

/* Copy RUN of FROM to FD by reading and writing.  */
static bool
copy_by_hand (int fd, int from, const struct paged_run *run)
{
  uint8_t *buffer = malloc (COPY_SIZE);
  uint64_t done = 0;
  bool good = buffer != NULL;

  while (good && done < run->size)
    {
      const size_t size = (size_t) smaller (COPY_SIZE, run->size - done);
      /* A file that has become shorter is reported as one that has
         changed.  */
      good = read_all_at (from, buffer, size, run->from + done)
             && write_at (fd, buffer, size, run->at + done);
      done += size;
    }
  free (buffer);
  return good;
}

/* Copy RUN of FROM, all of which is data, to FD.  The kernel copies it, or
   shares its blocks, unless there are two file systems or they cannot.  */
static bool
copy_data (int fd, int from, struct paged_run run)
{
  while (run.size != 0)
    {
      off_t in = (off_t) run.from, out = (off_t) run.at;
      const ssize_t done = copy_file_range (
          from, &in, fd, &out, (size_t) smaller (run.size, WRITE_SIZE_MAX), 0);
      if (done < 0 && errno == EINTR)
        continue;
      if (done <= 0)
        return copy_by_hand (fd, from, &run);
      run.from += (uint64_t) done;
      run.at += (uint64_t) done;
      run.size -= (uint64_t) done;
    }
  return true;
}

/* Copy the data of RUN of FROM to FD; holes stay holes.  */
static bool
copy_run (int fd, int from, const struct paged_run *run)
{
  const uint64_t end = run->from + run->size;
  uint64_t start, stop = run->from;

  while (stop < end && file_next_data (from, stop, end, &start, &stop))
    if (!copy_data (fd, from,
                    (struct paged_run){ .at = run->at + (start - run->from),
                                        .from = start,
                                        .size = stop - start }))
      return false;
  return true;
}

/* Whether the SIZE bytes at AT of FD are those at DATA.  */
static bool
is_put (int fd, const uint8_t *data, size_t size, uint64_t at)
{
  uint8_t buffer[4096];

  while (size != 0)
    {
      const size_t part = (size_t) smaller (sizeof buffer, size);
      if (!read_all_at (fd, buffer, part, at))
        return false;
      if (memcmp (buffer, data, part) != 0)
        {
          errno = EIO;
          return false;
        }
      data += part;
      size -= part;
      at += part;
    }
  return true;
}

bool
output_put (int fd, const uint8_t *data, size_t size, uint64_t at)
{
  return write_at (fd, data, size, at) && is_put (fd, data, size, at);
}

/* Put what was written to PAGES into FD.  */
static bool
put_written (int fd, const struct paged *pages)
{
  struct byte_range r;

  for (size_t next = 0; paged_next_written (pages, &next, &r);)
    if (!output_put (fd, pages->bytes + r.start, (size_t) (r.end - r.start),
                     r.start))
      return false;
  return true;
}

bool
output_pages (int fd, struct paged *pages)
{
  if (!paged_sound (pages))
    {
      errno = errno != 0 ? errno : EIO;
      return false;
    }
  for (unsigned i = 0; i < pages->run_count; i++)
    {
      const struct paged_run *run = &pages->runs[i];
      if (!(pages->fd < 0 ? put_sparse (fd, pages->source + run->from,
                                        (size_t) run->size, run->at)
                          : copy_run (fd, pages->fd, run)))
        return false;
    }
  return ftruncate (fd, (off_t) pages->size) == 0 && put_written (fd, pages);
}
