/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   map-find.c - find the object of a map that an input object is.

   An object with the name as the map writes it is preferred.  If there is
   none, the linker was given another name of the file: one relative to another
   directory, with "..", or in a tree that has moved since.  Then the object
   with the longest common tail of path components is taken, if there is only
   one.  Objects are sorted by reversed path, so it is next to the position of
   the sought path.

   A common tail can mislead: an object that the linker dropped entirely is in
   no lld or mold map, and another util.o would be found in its place.  So if
   the two names cannot be of one file (a/util.o and b/util.o), the sections
   must agree (link-map.c), and in those maps the name of a directory too.

   Members of thin archives: lld writes lib.a(m.o), gold and mold
   lib.a(dir/m.o), GNU ld only dir/m.o.  For a member of an archive in a thin
   archive GNU ld writes inner.a(m.o), gold outer.a(m.o) [find_object].  */

#include "config.h"

#include <string.h>

#include "archive.h"
#include "link-map.h"
#include "input-limits.h"
#include "sorted.h"
#include "text.h"

/* Position in BY_TAIL of the first object that does not sort before (BASE,
   PATH).  */
static size_t
lower_bound (const struct link_map *map, const char *base, const char *path)
{
  const struct map_object sought = { .base = base, .path = path };
  const struct map_object *key = &sought;

  return sorted_first (map->by_tail, map->object_count, sizeof *map->by_tail,
                       &key, table_compare_tails);
}

/* The number of components that the object at POSITION has in common with
   PATH; 0 if it has another BASE.  */
static size_t
common_at (const struct link_map *map, size_t position, const char *base,
           const char *path)
{
  if (position >= map->object_count)
    return 0;
  const struct map_object *object = map->by_tail[position];
  if (strcmp (object->base, base) != 0)
    return 0;
  return path_common (object->path, path);
}

/* True if OBJECT has exactly PATH, and its member agrees with MEMBER.  */
static bool
fits (const struct map_object *object, const char *path, const char *member)
{
  return (strcmp (object->path, path) == 0
          && (member == NULL || path_agree (object->member, member)));
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
      if (fits (object, path, member))
        {
          exact = object;
          exact_count++;
        }
      if (member != NULL && path_agree (object->member, member))
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
  size_t at = lower_bound (map, base, path);
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
  return longest > 1 || map->format == MAP_GNU ? FIND_DOUBTFUL
                                               : FIND_AMBIGUOUS;
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

enum find_result
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

bool
find_directory (const struct link_map *map, const struct input_object *object)
{
  return string_set_find (&map->directories, object->path,
                          path_base_offset (object->path))
         != STRING_SET_NONE;
}

bool
find_archive (const struct link_map *map, const struct input_object *object,
              struct pool *scratch)
{
  const struct map_object *found;

  if (table_find (map, span_of (object->path)) != NULL)
    return true;
  const char *path = path_normal (scratch, span_of (object->path));
  return path != NULL && find_tail (map, path, NULL, &found) == FIND_SURE;
}
