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
#include "map-internal.h"
#include "sparse.h"
#include "map-limits.h"

/* Make *TEXT larger if its SIZE bytes fill *CAPACITY.  */
static sfm_status
grow_text (const struct link_map *map, char **text, size_t *capacity,
           size_t size, const struct diag_sink *sink)
{
  if (size < *capacity)
    return SFM_OK;
  if (size >= STREAM_MAX)
    {
      diag (sink, DIAG_ERROR, map->path,
            "more than %zu bytes come; save such a map in a file", size);
      return SFM_ERR_LIMIT;
    }
  size_t wanted = *capacity == 0 ? 64 * 1024 : *capacity * 2;
  char *grown = realloc (*text, wanted);
  if (grown == NULL)
    return diag_nomem (sink, map->path);
  *text = grown;
  *capacity = wanted;
  return SFM_OK;
}

/* Read FD to its end, into *TEXT and *SIZE.  */
static sfm_status
read_all (const struct link_map *map, int fd, char **text, size_t *size,
          const struct diag_sink *sink)
{
  size_t capacity = 0;

  for (;;)
    {
      sfm_status status = grow_text (map, text, &capacity, *size, sink);
      if (status != SFM_OK)
        return status;
      ssize_t got = read (fd, *text + *size, capacity - *size);
      if (got < 0 && errno == EAGAIN)
        {
          struct pollfd wait = { .fd = fd, .events = POLLIN };
          if (poll (&wait, 1, -1) >= 0 || errno == EINTR)
            continue;
        }
      if (got < 0 && errno == EINTR)
        continue;
      if (got < 0)
        return diag_errno (sink, map->path, "cannot read");
      if (got == 0)
        return SFM_OK;
      *size += (size_t) got;
    }
}

/* Read FD into memory: maps are often kept compressed and decompressed into a
   pipe.  */
static sfm_status
take_stream (struct link_map *map, int fd, const struct diag_sink *sink)
{
  char *text = NULL;
  size_t size = 0;

  sfm_status status = read_all (map, fd, &text, &size, sink);
  if (status == SFM_OK && size == 0)
    {
      diag (sink, DIAG_ERROR, map->path, "is empty");
      status = SFM_ERR_UNSUPP;
    }
  if (status != SFM_OK)
    {
      free (text);
      return status;
    }
  map->text = (struct map_span){ .text = text, .size = size };
  return SFM_OK;
}

static sfm_status
take_text (struct link_map *map, int fd, const struct diag_sink *sink)
{
  struct stat st;

  if (fstat (fd, &st) != 0)
    return diag_errno (sink, map->path, "cannot stat");
  if (!S_ISREG (st.st_mode) && !S_ISFIFO (st.st_mode))
    {
      diag (sink, DIAG_ERROR, map->path, "is neither a file nor a pipe");
      return SFM_ERR_IO;
    }
  /* Files of size 0 may have contents (in /proc).  */
  if (!S_ISREG (st.st_mode) || st.st_size <= 0
      || (uintmax_t) st.st_size > SIZE_MAX)
    return take_stream (map, fd, sink);

  struct file_id id;
  const size_t size = (size_t) st.st_size;
  const uint8_t *bytes;
  file_identify (&id, &st);
  sfm_status status = file_take (fd, map->path, size, &bytes, sink);
  if (status != SFM_OK)
    return status;
  map->text = (struct map_span){ .text = (const char *) bytes, .size = size };
  map->taken = true;
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
  if (map->taken)
    sparse_free ((const uint8_t *) map->text.text, map->text.size);
  else
    free ((void *) (uintptr_t) map->text.text);
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
  span->text += count;
  span->size -= count;
  return count;
}

/* The value of digit C, or 16.  */
static unsigned
digit_value (char c)
{
  if (c >= '0' && c <= '9')
    return (unsigned) (c - '0');
  if (c >= 'a' && c <= 'f')
    return (unsigned) (c - 'a') + 10;
  if (c >= 'A' && c <= 'F')
    return (unsigned) (c - 'A') + 10;
  return 16;
}

static bool
span_number (struct map_span *span, size_t skip, unsigned base,
             uint64_t *value)
{
  uint64_t result = 0;
  size_t i = skip;

  for (; i < span->size && span->text[i] != ' '; i++)
    {
      unsigned digit = digit_value (span->text[i]);
      if (digit >= base || result > (UINT64_MAX - digit) / base)
        return false;
      result = result * base + digit;
    }
  if (i == skip)
    return false;
  span->text += i;
  span->size -= i;
  *value = result;
  return true;
}

bool
span_hex (struct map_span *span, uint64_t *value)
{
  return span_number (span, span_starts (*span, "0x") ? 2 : 0, 16, value);
}

bool
span_decimal (struct map_span *span, uint64_t *value)
{
  return span_number (span, 0, 10, value);
}

bool
span_starts (struct map_span span, const char *prefix)
{
  size_t size = strlen (prefix);
  return span.size >= size && memcmp (span.text, prefix, size) == 0;
}
