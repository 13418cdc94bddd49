/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   dump-wanted.h - the arguments of --at: addresses and functions.  */

#ifndef TOOL_DUMP_WANTED_H
#define TOOL_DUMP_WANTED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* An argument of --at.  It may be read as an address, as a name, or as a name
   and an offset: what the file has decides.  */
struct dump_wanted
{
  const char *text;  /* the argument */
  size_t name_size;  /* bytes of TEXT that are the name before the offset; 0:
                         there is no offset */
  uint64_t offset;   /* if NAME_SIZE is not 0 */
  bool hexadecimal;  /* TEXT is the number ADDR */
  bool only_address; /* ... and no name, as it begins with 0x */
  uint64_t addr;
};

/* Read TEXT into *WANTED.  False: it is empty, or a number of more than 64
   bits.  */
bool dump_wanted_read (const char *text, struct dump_wanted *wanted);

/* Whether the symbol NAME is the function that WANTED names; *OFFSET is set to
   how far after its start.  A version ("f@@V1") need not be given.  */
bool dump_wanted_is (const struct dump_wanted *wanted, const char *name,
                     uint64_t *offset);

#endif /* TOOL_DUMP_WANTED_H */
