/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   link-map.c - where input sections went, according to a link map.

   map_read recognizes the kind of map by its heading and has map-gnu.c or
   map-columns.c fill the table (map-table.c).  map_place answers for all
   sections of an object at once and remembers the answers, so that asking for
   each section of each object is linear in the sections and entries:
   map-find.c finds the object, map-match.c its sections.  */

#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "map-internal.h"
#include "map-limits.h"

/* True if LINE consists of the words of HEADING, a list that ends with
   NULL.  */
static bool
is_heading (struct map_span line, const char *const *heading)
{
  for (; *heading != NULL; heading++)
    {
      span_spaces (&line);
      size_t size = strlen (*heading);
      if (!span_starts (line, *heading))
        return false;
      line.text += size;
      line.size -= size;
    }
  span_spaces (&line);
  return line.size == 0;
}

/* Set MAP's format; for lld and mold, move *OFFSET past the heading.  */
static void
find_format (struct link_map *map, size_t *offset)
{
  static const char *const lld[]
      = { "VMA", "LMA", "Size", "Align", "Out", "In", "Symbol", NULL };
  static const char *const mold[]
      = { "VMA", "Size", "Align", "Out", "In", "Symbol", NULL };
  struct map_span line;

  map->format = MAP_GNU;
  for (int i = 0; i < HEADING_LINES && text_line (map, offset, &line); i++)
    {
      bool is_lld = is_heading (line, lld);
      if (is_lld || is_heading (line, mold))
        {
          map->format = is_lld ? MAP_LLD : MAP_MOLD;
          return;
        }
    }
}

static sfm_status
read_text (struct link_map *map, const struct diag_sink *sink)
{
  sfm_status status = text_open (map, sink);
  if (status != SFM_OK)
    return status;

  size_t offset = 0;
  find_format (map, &offset);
  if (map->format == MAP_GNU)
    status = map_gnu_read (map, sink);
  else
    status = map_columns_read (map, offset, sink);
  if (status != SFM_OK)
    return status;

  if (map->text.text[map->text.size - 1] != '\n')
    {
      diag (sink, DIAG_ERROR, map->path,
            "the map ends in the middle of a line, after %zu bytes",
            map->text.size);
      return SFM_ERR_CORRUPT;
    }
  return table_finish (map, sink);
}

sfm_status
map_read (const char *path, struct link_map **result,
          const struct diag_sink *sink)
{
  struct link_map *map = calloc (1, sizeof *map);
  struct map_recent *recent = calloc (1, sizeof *recent);

  *result = NULL;
  if (map == NULL || recent == NULL)
    {
      free (map);
      free (recent);
      return diag_nomem (sink, path);
    }
  map->path = path;
  map->recent = recent;
  sfm_status status = read_text (map, sink);
  if (status == SFM_OK)
    *result = map;
  else
    map_free (map);
  return status;
}

void
map_free (struct link_map *map)
{
  if (map == NULL)
    return;
  text_close (map);
  table_free (map);
  free (map->recent->answers);
  free (map->recent->addrs);
  free (map->recent);
  free (map);
}

static bool
reserve (struct map_recent *recent, size_t count)
{
  if (count <= recent->capacity)
    return true;
  if (count > SIZE_MAX / sizeof *recent->addrs)
    return false;
  free (recent->answers);
  free (recent->addrs);
  recent->answers = malloc (count * sizeof *recent->answers);
  recent->addrs = malloc (count * sizeof *recent->addrs);
  recent->capacity = count;
  if (recent->answers != NULL && recent->addrs != NULL)
    return true;
  recent->capacity = 0;
  return false;
}

static void
answer_all (struct map_recent *recent, enum map_answer answer)
{
  for (size_t i = 0; i < recent->count; i++)
    recent->answers[i] = answer;
}

/* True if the answers are those of the right object: every code section is
   decided, and at least one is placed.  */
static bool
is_agreed (const struct map_recent *recent, const struct input_object *object)
{
  size_t placed = 0;

  for (size_t i = 0; i < recent->count; i++)
    {
      if (!object->sections[i].code || object->sections[i].size == 0)
        continue;
      if (recent->answers[i] == MAP_UNKNOWN)
        return false;
      placed += recent->answers[i] == MAP_PLACED;
    }
  return placed != 0;
}

/* The answer for an object that is not in the map.

   GNU ld's map names all files of the link, and gold's lists all their
   sections: an object that is missing there has another name or was not
   linked.  lld and mold name only files of which something was kept, so an
   object is also missing if all of it was discarded.  It cannot have another
   name there if the map writes its directory, or its archive, as the command
   line does.  */
static enum map_answer
absent_answer (const struct link_map *map, const struct input_object *object,
               enum find_result result, struct pool *scratch)
{
  if (object->member == NULL)
    return map->format != MAP_GNU && find_directory (map, object)
               ? MAP_DISCARDED
               : MAP_UNKNOWN;
  if (find_archive (map, object, scratch))
    return MAP_NOT_EXTRACTED;
  return result == FIND_NONE && !map->loads ? MAP_NOT_EXTRACTED : MAP_UNKNOWN;
}

/* Answer for all sections of OBJECT.  */
static void
answer_object (const struct link_map *map, struct map_recent *recent,
               const struct input_object *object, struct pool *scratch)
{
  const struct map_object *found;
  enum find_result result = find_object (map, object, scratch, &found);

  answer_all (recent, MAP_UNKNOWN);
  recent->doubtful = false;
  switch (result)
    {
    case FIND_SURE:
    case FIND_DOUBTFUL:
    case FIND_THIN:
      /* A file that was loaded but has no entries contributed none of its own
         sections; the map does not say what became of its code (LTO).  */
      if (found->count == 0
          || !match_sections (map, found, object, recent->answers,
                              recent->addrs))
        return;
      recent->doubtful = result != FIND_SURE;
      if (result == FIND_SURE || is_agreed (recent, object))
        return;
      recent->doubtful = false;
      if (result == FIND_THIN)
        result = FIND_NONE;
      break;
    case FIND_NONE:
    case FIND_AMBIGUOUS:
      break;
    }
  answer_all (recent, absent_answer (map, object, result, scratch));
}

/* Make MAP remember the answers for OBJECT.  False: no memory.  */
static bool
remember (const struct link_map *map, const struct input_object *object)
{
  struct map_recent *recent = map->recent;
  struct pool scratch = { .chunks = NULL };

  if (recent->name == object->name && recent->sections == object->sections
      && recent->count == object->section_count)
    return true;
  recent->name = NULL;
  recent->count = 0;
  if (!reserve (recent, object->section_count))
    return false;
  recent->count = object->section_count;
  answer_object (map, recent, object, &scratch);
  pool_free (&scratch);
  recent->name = object->name;
  recent->sections = object->sections;
  return true;
}

enum map_answer
map_place (const struct link_map *map, const struct input_object *object,
           uint32_t section, uint64_t *addr)
{
  const struct map_recent *recent = map->recent;

  if (section >= object->section_count || !remember (map, object))
    return MAP_UNKNOWN;
  if (recent->answers[section] == MAP_PLACED)
    *addr = recent->addrs[section];
  return recent->answers[section];
}

bool
map_doubts (const struct link_map *map, const struct input_object *object)
{
  return remember (map, object) && map->recent->doubtful;
}
