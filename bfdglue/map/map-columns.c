/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   map-columns.c - read the maps of lld and mold.

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

#include "config.h"

#include <string.h>

#include "link-map.h"

enum
{
  INPUT_INDENT = 8
};

/* Remove the numbers of a line of FORMAT from the start of LINE.  */
static bool
take_numbers (enum map_format format, struct map_span *line, uint64_t *addr,
              uint64_t *size)
{
  const bool lld = format == MAP_LLD;
  uint64_t other;

  return span_number (line, 16, addr)
         && (!lld || span_number (line, 16, &other))
         && span_number (line, lld ? 16 : 10, size)
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

sfm_status
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
      if (!take_numbers (map->format, &rest, &addr, &size)
          || size > UINT64_MAX - addr)
        return diag_fail (sink, SFM_ERR_CORRUPT, map->path,
                          "offset %zu: \"%.*s\" is not a line of a map of %s",
                          start, line.size < 100 ? (int) line.size : 100,
                          line.text, map_kind (map));
      /* One space belongs to the numbers.  An entry of the input column
         without a file is an assignment of the linker script.  */
      if (span_spaces (&rest) != INPUT_INDENT + 1
          || !split_section (rest, &file, &section))
        continue;
      TRY (table_add (map, file, section, addr, size, sink));
    }
  if (map->entry_count == 0)
    return diag_fail (sink, SFM_ERR_CORRUPT, map->path,
                      "the map lists no input section");
  return SFM_OK;
}
