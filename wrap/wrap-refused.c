/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   wrap-refused.c - what GNU ld says about .sframe that it does not merge.

   Each release merges one version of SFrame, and says of the others "error in
   FILE(.sframe)", although the link goes on and ends with status 0.  When
   sfmerge has merged the section, this is neither an error nor true.

   Only whole messages are recognised, and only about inputs that sfmerge has
   read: of an object that LTO made during the link, ld has the last word.  */

#include "config.h"

#include <string.h>

#include "wrap-refused.h"

/* What follows the name of the section: binutils 2.40 to 2.45, then 2.46 and
   later.  A number sign stands for a number.  */
static const char *const texts[] = {
  "no .sframe will be created",
  "unexpected SFrame format version #",
  "unexpected SFrame section type; section ignored",
  "SFrame section ignored",
};

/* Whether the SIZE bytes at TEXT are PATTERN.  */
static bool
is_text (const char *text, size_t size, const char *pattern)
{
  const size_t fixed = strcspn (pattern, "#");

  if (size < fixed || memcmp (text, pattern, fixed) != 0)
    return false;
  if (pattern[fixed] == '\0')
    return size == fixed;
  for (size_t i = fixed; i < size; i++)
    if (text[i] < '0' || text[i] > '9')
      return false;
  return size > fixed;
}

/* Whether the SIZE bytes at NAME are the path of an input, or that of an
   archive with a member in parentheses.  */
static bool
is_input (const char *name, size_t size, const struct wrap_inputs *inputs)
{
  for (size_t i = 0; i < inputs->count; i++)
    {
      const struct wrap_input *input = &inputs->items[i];
      const size_t length = strlen (input->path);
      if (size < length || memcmp (name, input->path, length) != 0)
        continue;
      if (size == length
          || (input->archive && name[length] == '(' && name[size - 1] == ')'))
        return true;
    }
  return false;
}

bool
refused_line (const char *line, size_t size, const struct wrap_inputs *inputs)
{
  static const char lead[] = ": error in ", section[] = "(.sframe); ";
  const char *name = memmem (line, size, lead, sizeof lead - 1);

  if (name == NULL)
    return false;
  name += sizeof lead - 1;
  const char *end = memmem (name, size - (size_t) (name - line), section,
                            sizeof section - 1);
  if (end == NULL || !is_input (name, (size_t) (end - name), inputs))
    return false;
  const char *text = end + sizeof section - 1;
  for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
    if (is_text (text, size - (size_t) (text - line), texts[i]))
      return true;
  return false;
}
