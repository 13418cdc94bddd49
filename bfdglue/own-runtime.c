/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   own-runtime.c - what compiler and C library put into images besides the
   objects of a program.

   Distributions build these parts without SFrame, so that they lack it in
   every image, however good: measured with gcc 12 and glibc 2.36, _start and
   atexit in a small program, 12 functions in one that divides 128-bit
   numbers.  */

#include "config.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "own-runtime.h"

static bool
begins_with (const char *name, const char *prefix)
{
  return strncmp (name, prefix, strlen (prefix)) == 0;
}

bool
own_runtime_name (const char *name)
{
  static const char *const names[] = {
    /* crt*.o  */
    "_start", "_dl_relocate_static_pie", "_init", "_fini",
    "deregister_tm_clones", "register_tm_clones", "frame_dummy",
    "call_weak_fn", "set_fast_math", "set_precision",
    /* libc_nonshared.a; all but the first three up to glibc 2.32 */
    "atexit", "at_quick_exit", "pthread_atfork", "stat", "stat64", "fstat",
    "fstat64", "lstat", "lstat64", "fstatat", "fstatat64", "mknod", "mknodat"
  };

  /* Names that C reserves: libgcc's are of this kind.  C++ names begin with
     one underscore.  */
  if (begins_with (name, "__") || begins_with (name, "_Unwind_")
      || begins_with (name, "emutls_"))
    return true;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (strcmp (name, names[i]) == 0)
      return true;
  return false;
}

bool
own_runtime_inside (const struct evidence *evidence)
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
      size_t count = evidence_named (evidence, names[i], &first);
      for (size_t k = first; k < first + count; k++)
        if (evidence->symbols[evidence->by_name[k].idx].size != 0)
          return true;
    }
  return false;
}

/* Whether TEXT, a string of .comment, names such a linker.  */
static bool
copies (const char *text)
{
  /* mold merges from 2.42 on.  */
  enum
  {
    MERGES_MAJOR = 2,
    MERGES_MINOR = 42
  };
  char *end;

  if (begins_with (text, "Linker: "))
    return strstr (text, "LLD ") != NULL;
  if (!begins_with (text, "mold ") || !isdigit ((unsigned char) text[5]))
    return false;
  unsigned long major = strtoul (text + 5, &end, 10);
  unsigned long minor = *end == '.' ? strtoul (end + 1, NULL, 10) : 0;
  return major < MERGES_MAJOR
         || (major == MERGES_MAJOR && minor < MERGES_MINOR);
}

bool
own_copying_linker (const struct image *image)
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
