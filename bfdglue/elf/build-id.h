/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   build-id.h - the build-id of an ELF file.  */

#ifndef BFDGLUE_BUILD_ID_H
#define BFDGLUE_BUILD_ID_H

#include "elf-limits.h"
#include "elf-image.h"

enum
{
  BUILD_ID_TEXT = 2 * BUILD_ID_SHOWN + sizeof "... (of 4294967295 bytes)"
};

struct build_id
{
  const uint8_t *bytes; /* in the file */
  size_t size;          /* at least 1 */
};

/* Find IMAGE's build-id: the first one in its note sections or, if they have
   none and SEGMENTS is set, in its PT_NOTE segments.  False: it has none.  */
bool build_id_find (const struct image *image, bool segments,
                    struct build_id *id);

/* Print ID in hexadecimal to TEXT, of BUILD_ID_TEXT bytes; a longer one is
   shortened.  */
void build_id_print (const struct build_id *id, char *text);

#endif /* BFDGLUE_BUILD_ID_H */
