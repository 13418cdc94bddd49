/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   map-read.c - read a link map: its text, and the lines of each kind of
   map.  */

#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "file-bytes.h"
#include "input-limits.h"
#include "link-map.h"

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

/* Take the next line, without its end, from the text at *OFFSET and move
   *OFFSET past it.  False at the end.  */
static bool
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

/* True if SPAN begins with PREFIX.  */
static bool
span_starts (struct map_span span, const char *prefix)
{
  size_t size = strlen (prefix);
  return span.size >= size && memcmp (span.text, prefix, size) == 0;
}

/* Remove the leading spaces of SPAN; return their number.  */
static size_t
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

/* Remove spaces and a number in BASE from the start of SPAN; a space or the
   end of SPAN must follow it, and one in base 16 may begin with 0x.  False:
   there is none, or it does not fit.  */
static bool
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

/* Read the maps of lld and mold.

   Both write a table under a heading:

   VMA              LMA     Size Align Out     In      Symbol
            1a39             1a39        6     1         o2/f.o:(.text.loc)

   VMA       Size Align Out     In      Symbol
            0x1999          6     1         o2/f.o:(.text.loc)

   lld writes four numbers, the first three in base 16 without 0x; mold writes
   three, the first in base 16 and the others in base 10.  A space follows, and
   then the indentation tells what the line is about: an output section (0), an
   input section (8) or a symbol (16).  Discarded sections are not listed.

   A line of another form is an error: skipping it could lose a section, which
   would then count as not linked.  */

enum
{
  INPUT_INDENT = 8
};

static const struct map_form forms[] = {
  /* linker, lists_all, heading, has_lma, size_base */
  { "GNU ld", true, NULL, false, 0 }, /* and gold's */
  { "lld", false, " VMA LMA Size Align Out In Symbol ", true, 16 },
  { "mold", false, " VMA Size Align Out In Symbol ", false, 10 },
};

/* Remove the numbers of a line of FORM from the start of LINE.  */
static bool
take_numbers (const struct map_form *form, struct map_span *line,
              uint64_t *addr, uint64_t *size)
{
  uint64_t other;

  return span_number (line, 16, addr)
         && (!form->has_lma || span_number (line, 16, &other))
         && span_number (line, form->size_base, size)
         && span_number (line, 10, &other);
}

/* Split "FILE:(SECTION)" at the last ":(": the section's name does not contain
   it, but the file's may.  */
static bool
split_section (struct map_span text, struct map_span *file,
               struct map_span *section)
{
  if (text.size < 4 || text.text[text.size - 1] != ')')
    return false;
  for (size_t i = text.size - 2; i-- > 1;)
    if (text.text[i] == ':' && text.text[i + 1] == '(')
      {
        *file = (struct map_span){ .text = text.text, .size = i };
        *section = (struct map_span){ .text = text.text + i + 2,
                                      .size = text.size - i - 3 };
        return true;
      }
  return false;
}

/* Read the table of MAP, whose lines begin at OFFSET.  */
static sfm_status
map_columns_read (struct link_map *map, size_t offset,
                  const struct diag_sink *sink)
{
  struct map_span line;

  for (size_t start = offset; text_line (map, &offset, &line); start = offset)
    {
      struct map_span rest = line, file, section;
      uint64_t addr, size;

      if (line.size == 0)
        continue;
      if (!take_numbers (map->form, &rest, &addr, &size)
          || size > UINT64_MAX - addr)
        return diag_fail (sink, SFM_ERR_CORRUPT, map->path,
                          "offset %zu: \"%.*s\" is not a line of a map of %s",
                          start, line.size < 100 ? (int) line.size : 100,
                          line.text, map->form->linker);
      /* One space belongs to the numbers.  An entry of the input column
         without a file is an assignment of the linker script.  */
      if (span_spaces (&rest) != INPUT_INDENT + 1
          || !split_section (rest, &file, &section))
        continue;
      TRY (table_add (map, file, section, addr, size, sink));
    }
  if (map->entries.count == 0)
    return diag_fail (sink, SFM_ERR_CORRUPT, map->path,
                      "the map lists no input section");
  return SFM_OK;
}

/* Read the maps of GNU ld and gold.

   Each input section has one line that begins with a space:

      .text          0x0000000000401615       0x17 o2/main.o

   A name of 14 characters or more is alone on its line, and the rest is on the
   next one after 16 spaces.  The map has two parts: first the discarded
   sections, at address 0, then the memory map.  Its headings are translated,
   so the parts are told apart by other lines: the second begins with the first
   output section (a name at the start of the line, with two numbers), LOAD
   line or " ** " line (gold).

   An input section that was discarded after the layout of the memory map is
   listed there with size 0, at whatever address came next; map-match.c matches
   no entry of size 0 with a section that has bytes.

   Not entries: symbols and assignments (16 spaces, one number), patterns of
   the linker script (" *(.text)"), "*fill*", data statements (16 spaces, two
   numbers, but no name before), "(size before relaxing)" (one number).  */

enum
{
  NAME_COLUMN = 16
};

struct gnu_reader
{
  struct link_map *map;
  struct map_span pending; /* a name that was alone on the last line */
  bool placing;            /* in the memory map */
  bool ended;              /* the OUTPUT line was read */
};

/* Remove "0xADDR 0xSIZE" from the start of REST.  */
static bool
take_place (struct map_span *rest, uint64_t *addr, uint64_t *size)
{
  span_spaces (rest);
  if (!span_starts (*rest, "0x") || !span_number (rest, 16, addr))
    return false;
  span_spaces (rest);
  return span_starts (*rest, "0x") && span_number (rest, 16, size);
}

static sfm_status
add_section (struct gnu_reader *reader, struct map_span name, uint64_t addr,
             uint64_t size, struct map_span file, const struct diag_sink *sink)
{
  struct link_map *map = reader->map;

  if (span_spaces (&file) == 0 || file.size == 0)
    return SFM_OK;
  /* gold writes this address for a section after which it may put stubs
     (AArch64).  No section has the size used here, so its address stays
     unknown.  */
  if (addr == UINT64_MAX)
    return table_add (map, file, name, 0, UINT64_MAX, sink);
  if (!reader->placing && addr == 0)
    addr = MAP_NO_ADDR;
  else if (size > UINT64_MAX - addr)
    return diag_fail (
        sink, SFM_ERR_CORRUPT, map->path,
        "section %.*s at 0x%llx of size 0x%llx does not fit into the "
        "address space",
        name.size < 100 ? (int) name.size : 100, name.text,
        (unsigned long long) addr, (unsigned long long) size);
  return table_add (map, file, name, addr, size, sink);
}

/* A line that does not begin with a space.  */
static sfm_status
top_line (struct gnu_reader *reader, struct map_span line,
          const struct diag_sink *sink)
{
  uint64_t addr, size;

  if (span_starts (line, "LOAD "))
    {
      span_skip (&line, 5);
      reader->placing = true;
      reader->map->loads = true;
      return table_add_file (reader->map, line, sink);
    }
  reader->ended |= span_starts (line, "OUTPUT(");
  const char *space = memchr (line.text, ' ', line.size);
  if (space == NULL)
    return SFM_OK;
  span_skip (&line, (size_t) (space - line.text));
  reader->placing |= take_place (&line, &addr, &size);
  return SFM_OK;
}

/* A line with a name after one space.  */
static sfm_status
name_line (struct gnu_reader *reader, struct map_span line,
           const struct diag_sink *sink)
{
  span_skip (&line, 1);
  if (line.text[0] == '*')
    {
      reader->placing |= span_starts (line, "** ");
      return SFM_OK;
    }

  /* Names may contain spaces: a name ends where both numbers first follow.  */
  for (size_t i = 1; i < line.size; i++)
    {
      const char *space = memchr (line.text + i, ' ', line.size - i);
      if (space == NULL)
        break;
      struct map_span name
          = { .text = line.text, .size = (size_t) (space - line.text) };
      struct map_span rest = line;
      uint64_t addr, size;
      span_skip (&rest, name.size);
      i = name.size + span_spaces (&rest);
      if (take_place (&rest, &addr, &size))
        return add_section (reader, name, addr, size, rest, sink);
    }
  reader->pending = line;
  return SFM_OK;
}

/* A line after 16 spaces; NAME is the name that was alone on the line before,
   if any.  */
static sfm_status
rest_line (struct gnu_reader *reader, struct map_span name,
           struct map_span line, const struct diag_sink *sink)
{
  uint64_t addr, size;

  if (!take_place (&line, &addr, &size))
    return SFM_OK;
  if (name.size != 0)
    return add_section (reader, name, addr, size, line, sink);
  /* An output section with a long name.  */
  reader->placing |= line.size == 0;
  return SFM_OK;
}

static sfm_status
read_line (struct gnu_reader *reader, struct map_span line,
           const struct diag_sink *sink)
{
  struct map_span pending = reader->pending;

  reader->pending = (struct map_span){ .size = 0 };
  if (line.size == 0)
    return SFM_OK;
  if (line.text[0] != ' ')
    return top_line (reader, line, sink);
  if (line.size > 1 && line.text[1] != ' ')
    return name_line (reader, line, sink);
  if (span_spaces (&line) != NAME_COLUMN)
    return SFM_OK;
  return rest_line (reader, pending, line, sink);
}

static sfm_status
map_gnu_read (struct link_map *map, const struct diag_sink *sink)
{
  struct gnu_reader reader = { .map = map };
  struct map_span line;
  size_t offset = 0;

  while (text_line (map, &offset, &line))
    TRY (read_line (&reader, line, sink));
  if (!reader.placing || map->objects.count == 0)
    return diag_fail (sink, SFM_ERR_UNSUPP, map->path,
                      "is not a link map of GNU ld, gold, lld or mold");
  /* A section that the map does not list counts as not linked, so half a map
     must be refused.  gold writes no such line.  */
  if (map->loads && !reader.ended)
    return diag_fail (
        sink, SFM_ERR_CORRUPT, map->path,
        "the map ends early: it has LOAD lines but no OUTPUT line");
  return SFM_OK;
}

/* True if LINE is HEADING, in which a space stands for any number of them.  */
static bool
is_heading (struct map_span line, const char *heading)
{
  for (; *heading != '\0'; heading++)
    if (*heading == ' ')
      span_spaces (&line);
    else if (line.size != 0 && *line.text == *heading)
      span_skip (&line, 1);
    else
      return false;
  return line.size == 0;
}

/* The form of a map whose text has the heading LINE, or NULL.  */
static const struct map_form *
form_of_heading (struct map_span line)
{
  for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
    if (forms[i].heading != NULL && is_heading (line, forms[i].heading))
      return &forms[i];
  return NULL;
}

/* Set MAP's form, and move *OFFSET past the heading, if there is one.  */
static void
find_form (struct link_map *map, size_t *offset)
{
  struct map_span line;

  map->form = NULL;
  for (int i = 0; i < HEADING_LINES && map->form == NULL
                  && text_line (map, offset, &line);
       i++)
    map->form = form_of_heading (line);
  if (map->form == NULL)
    map->form = &forms[0];
}

sfm_status
map_read_text (struct link_map *map, const struct diag_sink *sink)
{
  size_t offset = 0;

  TRY (text_open (map, sink));
  find_form (map, &offset);
  if (map->form->heading == NULL)
    TRY (map_gnu_read (map, sink));
  else
    TRY (map_columns_read (map, offset, sink));
  if (map->text.text[map->text.size - 1] != '\n')
    return diag_fail (sink, SFM_ERR_CORRUPT, map->path,
                      "the map ends in the middle of a line, after %zu bytes",
                      map->text.size);
  return table_finish (map, sink);
}
