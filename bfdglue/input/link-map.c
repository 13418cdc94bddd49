/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   link-map.c - where input sections went, according to a link map.

   map-read.c fills the table (map-table.c).  map_place answers for all
   sections of an object at once and remembers the answers, so that asking for
   each section of each object is linear in the sections and entries:
   map-find.c finds the object, map-match.c its sections.  */

#include "config.h"

#include <stdlib.h>

#include "link-map.h"

sfm_status
map_read (const char *path, struct link_map **result,
          const struct diag_sink *sink)
{
  struct link_map *map = calloc (1, sizeof *map);

  *result = NULL;
  if (map == NULL)
    return diag_nomem (sink, path);
  map->path = path;
  sfm_status status = map_read_text (map, sink);
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
  pool_free (&map->recent.pool);
  free (map);
}

static void
answer_all (struct map_recent *recent, enum map_answer answer)
{
  for (size_t i = 0; i < recent->count; i++)
    recent->answers[i].answer = answer;
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
      if (recent->answers[i].answer == MAP_UNKNOWN)
        return false;
      placed += recent->answers[i].answer == MAP_PLACED;
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
answer_object (struct link_map *map, const struct input_object *object)
{
  struct map_recent *recent = &map->recent;
  struct pool *scratch = &recent->pool;
  const struct map_object *found;
  enum find_result result = find_object (map, object, scratch, &found);

  answer_all (recent, MAP_UNKNOWN);
  recent->doubtful = false;
  if (result == FIND_SURE || result == FIND_DOUBTFUL || result == FIND_THIN)
    {
      /* A file that was loaded but has no entries contributed none of its own
         sections; the map does not say what became of its code (LTO).  */
      if (found->count == 0
          || !match_sections (map, found, object, scratch, recent->answers))
        return;
      recent->doubtful = result != FIND_SURE && is_agreed (recent, object);
      if (result == FIND_SURE || recent->doubtful)
        return;
      if (result == FIND_THIN)
        result = FIND_NONE;
    }
  answer_all (recent, absent_answer (map, object, result, scratch));
}

/* Make MAP remember the answers for OBJECT.  False: no memory.  */
static bool
remember (struct link_map *map, const struct input_object *object)
{
  struct map_recent *recent = &map->recent;
  const size_t size = object->section_count * sizeof *recent->answers;

  if (recent->name == object->name && recent->sections == object->sections
      && recent->count == object->section_count)
    return true;
  recent->name = NULL;
  pool_reset (&recent->pool);
  recent->answers = pool_alloc (&recent->pool, size);
  if (recent->answers == NULL)
    return false;
  recent->count = object->section_count;
  answer_object (map, object);
  recent->name = object->name;
  recent->sections = object->sections;
  return true;
}

enum map_answer
map_place (struct link_map *map, const struct input_object *object,
           uint32_t section, uint64_t *addr)
{
  if (section >= object->section_count || !remember (map, object))
    return MAP_UNKNOWN;
  const struct map_section *found = &map->recent.answers[section];
  if (found->answer == MAP_PLACED)
    *addr = found->addr;
  return found->answer;
}

bool
map_doubts (struct link_map *map, const struct input_object *object)
{
  return remember (map, object) && map->recent.doubtful;
}
