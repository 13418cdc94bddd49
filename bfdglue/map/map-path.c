/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   map-path.c - file names as linkers and users write them.

   The linker ran in a directory that the map does not name, so relative names
   of the map and of the command line are compared by their tails.  Symbolic
   links are not followed: the tree of the link may be gone.  */

#include "config.h"

#include <string.h>

#include "link-map.h"

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

int
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
