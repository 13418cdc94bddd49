/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   section-name.h - the meaning of section names.  */

#ifndef BFDGLUE_SECTION_NAME_H
#define BFDGLUE_SECTION_NAME_H

#include <stdbool.h>
#include <string.h>

/* True for .sframe and .sframe.*, which GNU ld's default script collects.  */
static inline bool
section_is_sframe (const char *name)
{
  return strncmp (name, ".sframe", 7) == 0
         && (name[7] == '\0' || name[7] == '.');
}

/* Whether sections of an image called NAME hold SFrame data or room for it:
   the linker's table, the tables that keep.ld keeps, and the reserve.  */
static inline bool
section_is_image_sframe (const char *name)
{
  return strcmp (name, ".sframe") == 0 || strcmp (name, ".sframe_raw") == 0
         || strcmp (name, ".sframe_reserve") == 0;
}

/* True if sections called NAME hold a compiler's intermediate code: GCC has
   several sections, LLVM one.  */
static inline bool
section_is_lto (const char *name)
{
  return strncmp (name, ".gnu.lto_", 9) == 0
         || strcmp (name, ".llvm.lto") == 0;
}

#endif /* BFDGLUE_SECTION_NAME_H */
