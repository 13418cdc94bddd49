/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   check-section.c - the bytes of a case of check-cases.h.  */

#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "check-section.h"
#include "fixture-guard.h"

/* The bytes before a section of SIZE bytes in an array that ends with it.  */
static size_t
before (size_t size)
{
  return -size % 8;
}

struct check_section
check_section_copy (const uint8_t *bytes, size_t size)
{
  uint8_t *array = guard_alloc (NULL, before (size) + size);

  if (array == NULL)
    exit (1);
  struct check_section s = { .bytes = array + before (size), .size = size };
  if (size != 0)
    memcpy (s.bytes, bytes, size);
  return s;
}

void
check_section_free (const struct check_section *s)
{
  guard_release (NULL, s->bytes - before (s->size));
}

/* Apply "OFFSET=VALUE ..." to the *SIZE bytes at BYTES.  */
static void
apply_edits (const char *edits, uint8_t *bytes, size_t *size)
{
  while (*edits != '\0')
    {
      bool cut = strncmp (edits, "cut", 3) == 0;
      char *end;
      unsigned long offset = cut ? 0 : strtoul (edits, &end, 16);
      if (cut)
        end = strchr (edits, '=');
      if (end == NULL || *end != '=' || (!cut && offset >= *size))
        exit (1);
      unsigned long value = strtoul (end + 1, &end, 16);
      if (cut)
        *size -= value;
      else
        bytes[offset] = (uint8_t) value;
      edits = end;
      while (*edits == ' ')
        edits++;
    }
}

struct check_section
check_section_of (const struct check_case *t)
{
  uint8_t bytes[1024];
  size_t size = 0;

  for (const char *p = t->hex; *p != '\0';)
    {
      char pair[3] = { p[0], p[0] == ' ' ? '\0' : p[1] };

      if (p[0] == ' ')
        {
          p++;
          continue;
        }
      if (size == sizeof bytes)
        exit (1);
      bytes[size++] = (uint8_t) strtoul (pair, NULL, 16);
      p += 2;
    }
  apply_edits (t->edits, bytes, &size);
  return check_section_copy (bytes, size);
}

struct sfm_check_options
check_options_of (const struct check_case *t)
{
  return (struct sfm_check_options){ .size = sizeof (struct sfm_check_options),
                                     .section_addr = t->section_addr,
                                     .object = t->object,
                                     .start_base
                                     = t->section_anchor
                                           ? SFM_START_BASE_SECTION
                                           : SFM_START_BASE_FIELD };
}
