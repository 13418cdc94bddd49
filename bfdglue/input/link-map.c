/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   link-map.c - where input sections went, according to a link map.

   map-read.c fills the table (map-table.c).  map_place answers for all
   sections of an object at once and remembers the answers, so that asking for
   each section of each object is linear in the sections and entries:
   [find_object] finds the object, map-match.c its sections.  */

#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "archive.h"
#include "input-limits.h"
#include "link-map.h"
#include "sorted.h"
#include "text.h"

/* Find the object of a map that an input object is.

   An object with the name as the map writes it is preferred.  If there is
   none, the linker was given another name of the file: one relative to another
   directory, with "..", or in a tree that has moved since.  Then the object
   with the longest common tail of path components is taken, if there is only
   one.  Objects are sorted by reversed path, so it is next to the position of
   the sought path.

   A common tail can mislead: an object that the linker dropped entirely is in
   no lld or mold map, and another util.o would be found in its place.  So if
   the two names cannot be of one file (a/util.o and b/util.o), the sections
   must agree (link-map.h), and in those maps the name of a directory too.

   Members of thin archives: lld writes lib.a(m.o), gold and mold
   lib.a(dir/m.o), GNU ld only dir/m.o.  For a member of an archive in a thin
   archive GNU ld writes inner.a(m.o), gold outer.a(m.o) [find_object].  */

enum find_result
{
  FIND_NONE,     /* not in the map */
  FIND_SURE,     /* found */
  FIND_DOUBTFUL, /* found, if its sections agree */
  FIND_THIN,     /* found as a plain file, if its sections agree and the
                    archive is a thin one */
  FIND_AMBIGUOUS
};

/* The number of components that the object at POSITION has in common with
   PATH; 0 if it has another BASE.  */
static size_t
common_at (const struct link_map *map, size_t position, const char *base,
           const char *path)
{
  if (position >= map->objects.count)
    return 0;
  const struct map_object *object = map->by_tail[position];
  if (strcmp (object->base, base) != 0)
    return 0;
  return path_common (object->path, path);
}

/* Of the COUNT objects from FIRST on, the only one with PATH and MEMBER, or,
   if none has both, the only one that agrees with MEMBER; else NULL.  */
static const struct map_object *
choose (const struct link_map *map, size_t first, size_t count,
        const char *path, const char *member)
{
  const struct map_object *exact = NULL, *close = NULL;
  size_t exact_count = 0, close_count = 0;

  for (size_t i = 0; i < count; i++)
    {
      const struct map_object *object = map->by_tail[first + i];
      const bool agrees
          = member != NULL && path_agree (object->member, member);
      if (strcmp (object->path, path) == 0 && (member == NULL || agrees))
        {
          exact = object;
          exact_count++;
        }
      if (agrees)
        {
          close = object;
          close_count++;
        }
    }
  if (exact_count == 1)
    return exact;
  return exact_count == 0 && close_count == 1 ? close : NULL;
}

/* Find (PATH, MEMBER), both from path_normal, by the longest common tail.  */
static enum find_result
find_tail (const struct link_map *map, const char *path, const char *member,
           const struct map_object **found)
{
  const char *base = member == NULL ? "" : member + path_base_offset (member);
  if (member != NULL && base[0] == '\0')
    return FIND_NONE;
  const struct map_object sought = { .base = base, .path = path };
  const struct map_object *key = &sought;
  size_t at = sorted_first (map->by_tail, map->objects.count,
                            sizeof *map->by_tail, &key, table_compare_tails);
  size_t after = common_at (map, at, base, path);
  size_t before = at == 0 ? 0 : common_at (map, at - 1, base, path);
  size_t longest = after > before ? after : before;
  if (longest == 0)
    return FIND_NONE;

  size_t first = at, count = 0;
  while (first != 0 && count < CANDIDATES_MAX
         && common_at (map, first - 1, base, path) == longest)
    {
      first--;
      count++;
    }
  while (count < CANDIDATES_MAX
         && common_at (map, first + count, base, path) == longest)
    count++;
  if (count == CANDIDATES_MAX)
    return FIND_AMBIGUOUS;

  *found = count == 1 ? map->by_tail[first]
                      : choose (map, first, count, path, member);
  if (*found == NULL)
    return FIND_AMBIGUOUS;
  if (path_agree ((*found)->path, path))
    return FIND_SURE;
  return longest > 1 || map->form->lists_all ? FIND_DOUBTFUL : FIND_AMBIGUOUS;
}

/* Find OBJECT, a member of an archive that may be thin, under the name that
   GNU ld's map then gives it: that of a plain file.  */
static enum find_result
find_thin (const struct link_map *map, const struct input_object *object,
           struct pool *scratch, const struct map_object **found)
{
  const char *path = object->member;

  if (strchr (path, '/') == NULL)
    path = archive_member_path (scratch, object->path, path);
  if (path != NULL)
    path = path_normal (scratch, span_of (path));
  if (path == NULL || find_tail (map, path, NULL, found) != FIND_SURE
      || (*found)->count == 0)
    return FIND_NONE;
  return FIND_THIN;
}

/* Set *PATH and *MEMBER to those of OBJECT in FILE, both from path_normal;
   *MEMBER is NULL if OBJECT is none.  False: no memory.  */
static bool
normal_names (const struct input_object *object, const char *file,
              struct pool *scratch, const char **path, const char **member)
{
  *path = path_normal (scratch, span_of (file));
  *member = object->member == NULL
                ? NULL
                : path_normal (scratch, span_of (object->member));
  return *path != NULL && (*member != NULL || object->member == NULL);
}

/* Find OBJECT as the file FILE or a member of the archive FILE.  */
static enum find_result
find_of (const struct link_map *map, const struct input_object *object,
         const char *file, struct pool *scratch,
         const struct map_object **found)
{
  const char *name = file;

  if (object->member != NULL)
    name = archive_member_name (scratch, file, object->member);
  if (name == NULL)
    return FIND_AMBIGUOUS;
  *found = table_find (map, span_of (name));
  if (*found != NULL)
    return FIND_SURE;

  const char *path, *member;
  if (!normal_names (object, file, scratch, &path, &member))
    return FIND_AMBIGUOUS;
  enum find_result result = find_tail (map, path, member, found);
  if (result == FIND_NONE && member != NULL && map->loads)
    result = find_thin (map, object, scratch, found);
  return result;
}

/* Find OBJECT; *FOUND is set unless the result is FIND_NONE or FIND_AMBIGUOUS.
   SCRATCH is for names.  */
static enum find_result
find_object (const struct link_map *map, const struct input_object *object,
             struct pool *scratch, const struct map_object **found)
{
  enum find_result result
      = find_of (map, object, object->path, scratch, found);

  if (object->outer == NULL || result == FIND_SURE)
    return result;
  const struct map_object *outer;
  enum find_result other
      = find_of (map, object, object->outer, scratch, &outer);
  if (other != FIND_SURE && result != FIND_NONE)
    return result;
  *found = outer;
  return other;
}

/* True if the map names a file in the directory of OBJECT, which is not a
   member, and writes the directory as OBJECT's path does.  */
static bool
find_directory (const struct link_map *map, const struct input_object *object)
{
  return string_set_find (&map->directories, object->path,
                          path_base_offset (object->path))
         != STRING_SET_NONE;
}

/* True if the map names the archive of OBJECT, alone or with a member.  */
static bool
find_archive (const struct link_map *map, const struct input_object *object,
              struct pool *scratch)
{
  const struct map_object *found;

  if (table_find (map, span_of (object->path)) != NULL)
    return true;
  const char *path = path_normal (scratch, span_of (object->path));
  return path != NULL && find_tail (map, path, NULL, &found) == FIND_SURE;
}

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
    return !map->form->lists_all && find_directory (map, object)
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
