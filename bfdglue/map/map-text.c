/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   map-text.c - the text of a link map: its bytes, lines and numbers.  */

#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "file-bytes.h"
#include "link-map.h"
#include "map-limits.h"
#include "paged.h"

/* Read FD to its end, into memory: maps are often kept compressed and
   decompressed into a pipe.  */
static sfm_status
take_stream (struct link_map *map, int fd, const struct diag_sink *sink)
{
  size_t capacity = 0, size = 0;
  ssize_t got = 1;

  array_expect (&map->stream, &capacity, STREAM_FIRST_SIZE, 1);
  while (got != 0)
    {
      if (size >= STREAM_MAX)
        return diag_fail (
            sink, SFM_ERR_LIMIT, map->path,
            "more than %zu bytes come; save such a map in a file", size);
      if (!array_grow (&map->stream, &capacity, size, 1))
        return diag_nomem (sink, map->path);
      got = read (fd, map->stream + size, capacity - size);
      struct pollfd wait = { .fd = fd, .events = POLLIN };
      if (got < 0 && errno == EAGAIN && poll (&wait, 1, -1) >= 0)
        continue;
      if (got < 0 && errno != EINTR)
        return diag_errno (sink, map->path, "cannot read");
      size += got < 0 ? 0 : (size_t) got;
    }
  map->text = (struct map_span){ .text = map->stream, .size = size };
  return size != 0 ? SFM_OK
                   : diag_fail (sink, SFM_ERR_UNSUPP, map->path, "is empty");
}

static sfm_status
take_text (struct link_map *map, int fd, const struct diag_sink *sink)
{
  struct stat st;

  if (fstat (fd, &st) != 0)
    return diag_errno (sink, map->path, "cannot stat");
  if (!S_ISREG (st.st_mode) && !S_ISFIFO (st.st_mode))
    return diag_fail (sink, SFM_ERR_IO, map->path,
                      "is neither a file nor a pipe");
  /* Files of size 0 may have contents (in /proc).  */
  if (!S_ISREG (st.st_mode) || st.st_size <= 0
      || (uintmax_t) st.st_size > SIZE_MAX)
    return take_stream (map, fd, sink);

  struct file_id id;
  const size_t size = (size_t) st.st_size;
  const uint8_t *bytes;
  file_identify (&id, &st);
  TRY (file_take (fd, map->path, size, &bytes, sink));
  map->text = (struct map_span){ .text = (const char *) bytes, .size = size };
  return file_check_same (fd, map->path, &id, size, sink);
}

sfm_status
text_open (struct link_map *map, const struct diag_sink *sink)
{
  /* O_NONBLOCK: a FIFO without a writer reads as empty, without a wait.  */
  int fd = open (map->path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  if (fd < 0)
    return diag_errno (sink, map->path, "cannot open");
  sfm_status status = take_text (map, fd, sink);
  close (fd);
  return status;
}

void
text_close (struct link_map *map)
{
  if (map->stream == NULL)
    sparse_free ((const uint8_t *) map->text.text, map->text.size);
  free (map->stream);
}

bool
text_line (const struct link_map *map, size_t *offset, struct map_span *line)
{
  size_t left = map->text.size - *offset;

  if (left == 0)
    return false;
  const char *start = map->text.text + *offset;
  const char *end = memchr (start, '\n', left);
  size_t size = end == NULL ? left : (size_t) (end - start);
  *offset += end == NULL ? size : size + 1;
  /* Linkers on Windows end their lines with CR LF.  */
  if (size != 0 && start[size - 1] == '\r')
    size--;
  *line = (struct map_span){ .text = start, .size = size };
  return true;
}

size_t
span_spaces (struct map_span *span)
{
  size_t count = 0;

  while (count < span->size && span->text[count] == ' ')
    count++;
  span_skip (span, count);
  return count;
}

/* The value of digit C, or 16.  */
static unsigned
digit_value (unsigned char c)
{
  unsigned letter = (c | 0x20U) - 'a';

  if (c >= '0' && c <= '9')
    return c - (unsigned) '0';
  return letter < 6 ? letter + 10 : 16;
}

bool
span_number (struct map_span *span, unsigned base, uint64_t *value)
{
  size_t i = 0;

  span_spaces (span);
  if (base == 16 && span_starts (*span, "0x"))
    span_skip (span, 2);
  *value = 0;
  for (; i < span->size && span->text[i] != ' '; i++)
    {
      unsigned digit = digit_value ((unsigned char) span->text[i]);
      if (digit >= base || *value > (UINT64_MAX - digit) / base)
        return false;
      *value = *value * base + digit;
    }
  span_skip (span, i);
  return i != 0;
}

bool
span_starts (struct map_span span, const char *prefix)
{
  size_t size = strlen (prefix);
  return span.size >= size && memcmp (span.text, prefix, size) == 0;
}
