/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   dump-wanted.c - the arguments of --at: addresses and functions.

   "add" may be the name of a function, and is a hexadecimal number, which
   profilers print without 0x.  So a name that the file has comes first, and
   0x tells that a number is one.  */

#include "config.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "dump.h"

/* Read TEXT, hexadecimal digits with or without 0x and nothing else, into
   *VALUE.  False: it is something else, or does not fit.  */
static bool
read_hex (const char *text, uint64_t *value)
{
  char *end;

  /* strtoull accepts signs and leading white space.  */
  if (!isxdigit ((unsigned char) text[0]))
    return false;
  errno = 0;
  *value = strtoull (text, &end, 16);
  return errno == 0 && *end == '\0';
}

bool
dump_wanted_read (const char *text, struct dump_wanted *wanted)
{
  const char *plus = strrchr (text, '+');

  *wanted = (struct dump_wanted){ .text = text };
  wanted->hexadecimal = read_hex (text, &wanted->addr);
  wanted->only_address = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
  if (plus != NULL && plus != text && read_hex (plus + 1, &wanted->offset))
    wanted->name_size = (size_t) (plus - text);
  return text[0] != '\0' && (wanted->hexadecimal || !wanted->only_address);
}

/* Whether NAME is the SIZE bytes at WANTED, or these with a version.  */
static bool
same_name (const char *name, const char *wanted, size_t size)
{
  return strncmp (name, wanted, size) == 0
         && (name[size] == '\0' || name[size] == '@');
}

bool
dump_wanted_is (const struct dump_wanted *wanted, const char *name,
                uint64_t *offset)
{
  *offset = 0;
  if (wanted->only_address)
    return false;
  if (same_name (name, wanted->text, strlen (wanted->text)))
    return true;
  *offset = wanted->offset;
  return wanted->name_size != 0
         && same_name (name, wanted->text, wanted->name_size);
}
