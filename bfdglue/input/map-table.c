/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   map-table.c - the input sections and the files that a map lists.

   Entries are appended, and each leads to the one before it of the same
   object.  Objects are found by their name as the map writes it
   (pool.c), mostly without a search, as a map names the same object on
   many lines in a row [name_object].  A million sections of 10,000 objects
   take 32 bytes each and no allocation of their own.  */

#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "link-map.h"
#include "text.h"

/* File names as linkers and users write them.

   The linker ran in a directory that the map does not name, so relative names
   of the map and of the command line are compared by their tails.  Symbolic
   links are not followed: the tree of the link may be gone.  */

/* Append the component PART to the SIZE bytes at PATH, of which the first
   FLOOR are never removed.  Return the new size.  */
static size_t
add_component (char *path, size_t floor, size_t size, struct map_span part)
{
  if (part.size == 0 || (part.size == 1 && part.text[0] == '.'))
    return size;
  if (part.size == 2 && memcmp (part.text, "..", 2) == 0)
    {
      while (size > floor && path[size - 1] != '/')
        size--;
      return size > floor ? size - 1 : floor;
    }
  if (size > floor)
    path[size++] = '/';
  memcpy (path + size, part.text, part.size);
  return size + part.size;
}

const char *
path_normal (struct pool *pool, struct map_span span)
{
  /* The result is never longer than SPAN.  */
  char *path = pool_copy (pool, span.text, span.size);
  if (path == NULL)
    return NULL;
  size_t floor = span.size != 0 && span.text[0] == '/' ? 1 : 0;
  size_t size = floor;

  for (size_t i = 0; i < span.size;)
    {
      const char *slash = memchr (span.text + i, '/', span.size - i);
      size_t end = slash == NULL ? span.size : (size_t) (slash - span.text);
      struct map_span part = { .text = span.text + i, .size = end - i };
      size = add_component (path, floor, size, part);
      i = end + 1;
    }
  path[size] = '\0';
  return path;
}

/* Compare paths by their characters from the last to the first, so that paths
   with a common tail of components are neighbours.  */
static int
path_compare_tails (const char *a, const char *b)
{
  size_t a_left = strlen (a), b_left = strlen (b);

  while (a_left != 0 && b_left != 0)
    {
      unsigned char x = (unsigned char) a[--a_left];
      unsigned char y = (unsigned char) b[--b_left];
      if (x == y)
        continue;
      /* A slash sorts like the start of the name: "b/c" is next to "c", before
         "a-c".  */
      if (x == '/' || y == '/')
        return x == '/' ? -1 : 1;
      return x < y ? -1 : 1;
    }
  return (a_left != 0) - (b_left != 0);
}

size_t
path_common (const char *a, const char *b)
{
  size_t a_left = strlen (a), b_left = strlen (b), count = 0;

  while (a_left != 0 && b_left != 0 && a[a_left - 1] == b[b_left - 1])
    {
      a_left--;
      b_left--;
      count += a[a_left] == '/';
    }
  /* The component in which the comparison ended counts if it is whole on both
     sides, unless it ended at a slash, which was counted.  */
  bool a_whole = a_left == 0 || a[a_left - 1] == '/';
  bool b_whole = b_left == 0 || b[b_left - 1] == '/';
  bool counted = a[a_left] == '/' || a[a_left] == '\0';
  return count + (a_whole && b_whole && !counted);
}

bool
path_agree (const char *a, const char *b)
{
  size_t a_size = strlen (a), b_size = strlen (b);

  if (a_size < b_size)
    return path_agree (b, a);
  if (b_size == 0 || memcmp (a + a_size - b_size, b, b_size) != 0)
    return false;
  return a_size == b_size || (b[0] != '/' && a[a_size - b_size - 1] == '/');
}

/* Split "lib.a(m.o)".  A plain file with such a name is still found by its
   whole name.  */
static bool
split_member (struct map_span name, struct map_span *archive,
              struct map_span *member)
{
  if (name.size == 0 || name.text[name.size - 1] != ')')
    return false;
  size_t open = name.size - 1;
  while (open > 0 && name.text[open] != '(')
    open--;
  if (open == 0 || open + 2 == name.size)
    return false;
  *archive = (struct map_span){ .text = name.text, .size = open };
  *member = (struct map_span){ .text = name.text + open + 1,
                               .size = name.size - open - 2 };
  return true;
}

/* The size of the directory of the file NAME, with its slash.  */
static size_t
span_directory (struct map_span name)
{
  while (name.size != 0 && name.text[name.size - 1] != '/')
    name.size--;
  return name.size;
}

/* Add an object called NAME, a name that no object has yet: a member of an
   archive if ARCHIVE is not NULL.  */
static bool
add_object (struct link_map *map, struct map_span name,
            const struct map_span *archive, const struct map_span *member)
{
  uint32_t number;

  if (map->objects.count >= STRING_SET_NONE
      || !LIST_ADD (&map->objects,
                    (struct map_object){ .name = name, .base = "" }))
    return false;
  /* It counts once it is complete.  */
  struct map_object *object = &map->objects.at[--map->objects.count];
  object->path = path_normal (&map->pool, archive == NULL ? name : *archive);
  if (object->path == NULL)
    return false;
  if (member != NULL)
    {
      object->member = path_normal (&map->pool, *member);
      if (object->member == NULL)
        return false;
      object->base = object->member + path_base_offset (object->member);
      /* "lib.a(.)" names no member.  */
      if (object->base[0] == '\0')
        object->member = NULL;
    }
  if (!string_set_add (&map->names, name.text, name.size, &number)
      || !string_set_add (&map->directories, name.text, span_directory (name),
                          &number))
    return false;
  map->objects.count++;
  return true;
}

/* Set map->last to the object called NAME; if it is new, add it and its
   archive.  */
static bool
name_object (struct link_map *map, struct map_span name)
{
  const struct map_object *last
      = map->objects.count == 0 ? NULL : &map->objects.at[map->last];
  if (last != NULL && last->name.size == name.size
      && memcmp (last->name.text, name.text, name.size) == 0)
    return true;
  uint32_t idx = string_set_find (&map->names, name.text, name.size);
  if (idx != STRING_SET_NONE)
    {
      map->last = idx;
      return true;
    }

  struct map_span archive, member;
  bool ok = true;
  if (!split_member (name, &archive, &member))
    ok = add_object (map, name, NULL, NULL);
  else
    {
      if (table_find (map, archive) == NULL)
        ok = add_object (map, archive, NULL, NULL);
      ok = ok && add_object (map, name, &archive, &member);
    }
  if (ok)
    map->last = (uint32_t) (map->objects.count - 1);
  return ok;
}

sfm_status
table_add_file (struct link_map *map, struct map_span name,
                const struct diag_sink *sink)
{
  return name_object (map, name) ? SFM_OK : diag_nomem (sink, map->path);
}

sfm_status
table_add (struct link_map *map, struct map_span object, struct map_span name,
           uint64_t addr, uint64_t size, const struct diag_sink *sink)
{
  if (map->entries.count >= UINT32_MAX || name.size > UINT32_MAX
      || !name_object (map, object))
    return diag_nomem (sink, map->path);
  struct map_object *of = &map->objects.at[map->last];
  if (!LIST_ADD (&map->entries,
                 (struct map_entry){ .addr = addr,
                                     .size = size,
                                     .name = name.text,
                                     .name_size = (uint32_t) name.size,
                                     .number = of->last }))
    return diag_nomem (sink, map->path);
  of->last = (uint32_t) map->entries.count - 1;
  of->count++;
  return SFM_OK;
}

int
table_compare_tails (const void *a, const void *b)
{
  const struct map_object *x = *(const struct map_object *const *) a;
  const struct map_object *y = *(const struct map_object *const *) b;
  int order = strcmp (x->base, y->base);
  return order != 0 ? order : path_compare_tails (x->path, y->path);
}

static int
compare_objects (const void *a, const void *b)
{
  const struct map_object *x = *(const struct map_object *const *) a;
  const struct map_object *y = *(const struct map_object *const *) b;
  int order = table_compare_tails (a, b);
  return order != 0 ? order : (x > y) - (x < y);
}

sfm_status
table_finish (struct link_map *map, const struct diag_sink *sink)
{
  /* One more: malloc (0) may return NULL.  */
  map->by_tail = malloc ((map->objects.count + 1) * sizeof *map->by_tail);
  if (map->by_tail == NULL)
    return diag_nomem (sink, map->path);
  for (size_t i = 0; i < map->objects.count; i++)
    map->by_tail[i] = &map->objects.at[i];
  qsort (map->by_tail, map->objects.count, sizeof *map->by_tail,
         compare_objects);
  return SFM_OK;
}

const struct map_object *
table_find (const struct link_map *map, struct map_span name)
{
  uint32_t idx = string_set_find (&map->names, name.text, name.size);
  return idx == STRING_SET_NONE ? NULL : &map->objects.at[idx];
}

void
table_free (struct link_map *map)
{
  free (map->objects.at);
  string_set_free (&map->names);
  free (map->entries.at);
  free (map->by_tail);
  string_set_free (&map->directories);
  pool_free (&map->pool);
}
