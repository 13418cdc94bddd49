/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   crt-functions.c - functions that the compiler and the C library add to a
   program's own.

   Distributions build these functions without SFrame, so that no image
   describes them.  Measured with gcc 12 and glibc 2.36: _start and atexit in a
   small program, 12 functions in one that divides 128-bit numbers.  */

#include "config.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "crt-functions-names.h"
#include "crt-functions.h"
#include "text.h"

/* The name to look up: SIZE bytes.  */
struct key
{
  const char *name;
  size_t size;
};

static int
compare_name (const void *key, const void *element)
{
  const struct key *k = key;
  const char *name = *(const char *const *) element;
  int order = strncmp (k->name, name, k->size);

  return order != 0 ? order : name[k->size] == '\0' ? 0 : -1;
}

static bool
is_among (const struct crt_function_names *table, const struct key *key)
{
  return bsearch (key, table->names, table->count, sizeof *table->names,
                  compare_name)
         != NULL;
}

/* Whole names are compared, because those of other functions begin with "__"
   as well.  The compiler adds suffixes after a dot, as in f.cold and f.part.0;
   names in C have no dot.  */
bool
crt_function_name (const char *name)
{
  const struct key key = { name, strcspn (name, ".") };

  return is_among (&crt_functions_plain, &key)
         || is_among (&crt_functions_decimal, &key);
}

bool
crt_function_inside (const struct function_index *index)
{
  static const char *const names[] = { "_Unwind_RaiseException",
                                       "_Unwind_Resume",
                                       "_Unwind_Backtrace",
                                       "__cxa_throw",
                                       "__libc_start_main",
                                       "__gcov_init",
                                       "__asan_init",
                                       "__tsan_init",
                                       "__ubsan_on_report",
                                       "GOMP_parallel" };

  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    {
      size_t first;
      size_t count = index_named (index, names[i], &first);
      for (size_t k = first; k < first + count; k++)
        if (index->symbols.at[index->by_name[k].idx].size != 0)
          return true;
    }
  return false;
}

/* Whether TEXT, a string of .comment, names a linker that copies .sframe.  */
static bool
copies (const char *text)
{
  /* mold merges .sframe since 2.42.  */
  enum
  {
    MERGES_MAJOR = 2,
    MERGES_MINOR = 42
  };
  char *end;

  if (text_begins (text, "Linker: "))
    return strstr (text, "LLD ") != NULL;
  if (!text_begins (text, "mold ") || !isdigit ((unsigned char) text[5]))
    return false;
  unsigned long major = strtoul (text + 5, &end, 10);
  unsigned long minor = *end == '.' ? strtoul (end + 1, NULL, 10) : 0;
  return major < MERGES_MAJOR
         || (major == MERGES_MAJOR && minor < MERGES_MINOR);
}

bool
copying_linker (const struct image *image)
{
  if (image_find_section (image, ".note.gnu.gold-version", 0) != 0)
    return true;
  uint32_t idx = image_find_section (image, ".comment", 0);
  if (idx == 0)
    return false;
  size_t size;
  const uint8_t *bytes
      = image_section_bytes (image, &image->sections[idx], &size);
  for (size_t at = 0; at < size;)
    {
      const uint8_t *end = memchr (bytes + at, '\0', size - at);
      if (end == NULL)
        break;
      if (copies ((const char *) bytes + at))
        return true;
      at = (size_t) (end - bytes) + 1;
    }
  return false;
}
