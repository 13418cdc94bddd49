/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   script.h - the input of fuzz targets that need more than one run of bytes:
   the lines of a command line, and files.

   As bytes: a byte of flags; the size of the lines in two bytes and the lines,
   each ended by '\n' or by the end; then for each file a byte of flags, its
   size in three bytes, and its bytes.  Numbers are little-endian.  A size
   beyond the end means all that is left, so every input is a script.  */

#ifndef SCRIPT_H
#define SCRIPT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum
{
  SCRIPT_FILES = 8,
  SCRIPT_ARGS = 24,
  SCRIPT_NAME = 8, /* room for a file's name */
  SCRIPT_LINES_MAX = 1024,

  /* Flags of the script.  */
  SCRIPT_THREADS = 1, /* there is a second processor */

  /* Flags of a file.  */
  SCRIPT_GZIP = 1, /* it is packed before it is written */
  SCRIPT_DIR = 2   /* it is in the directory d */
};

struct script_file
{
  uint8_t flags;
  const uint8_t *bytes;
  size_t size;
};

/* Everything is borrowed from the input.  */
struct script
{
  uint8_t flags;
  const char *lines;
  size_t lines_size;
  struct script_file files[SCRIPT_FILES];
  size_t file_count;
};

void script_read (const uint8_t *data, size_t size, struct script *script);

/* The size of SCRIPT as bytes.  */
size_t script_size (const struct script *script);

/* Write SCRIPT to OUT, which has script_size bytes and nothing that SCRIPT
   borrows.  */
void script_write (const struct script *script, uint8_t *out);

/* The name of file IDX: "fN" or "d/fN".  */
void script_name (const struct script *script, size_t idx,
                  char name[SCRIPT_NAME]);

/* Put the lines of SCRIPT into ARGV from ARGV[1] on, with a NULL after the
   last; ARGV has SCRIPT_ARGS + 2 elements.  TEXT, of SCRIPT_LINES_MAX bytes,
   gets their characters.  Returns the number including ARGV[0].  */
int script_arguments (const struct script *script, char *text, char **argv);

/* True if no name in SCRIPT leads out of the current directory: targets run
   as whoever builds, and some commands write in place.  */
bool script_is_harmless (const struct script *script);

#endif /* SCRIPT_H */
