/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   section-name.h - the meaning of section names (SFrame:
   sframe-section.h).  */

#ifndef BFDGLUE_SECTION_NAME_H
#define BFDGLUE_SECTION_NAME_H

#include <stdbool.h>
#include <string.h>

/* True if sections called NAME hold a compiler's intermediate code: GCC has
   several sections, LLVM one.  */
static inline bool
section_is_lto (const char *name)
{
  return strncmp (name, ".gnu.lto_", 9) == 0
         || strcmp (name, ".llvm.lto") == 0;
}

#endif /* BFDGLUE_SECTION_NAME_H */
