/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   symbol-name.h - names of symbols that say nothing about a function.

   Names that are ignored in inputs must be ignored in images too, or they
   would be missed on one side.  */

#ifndef BFDGLUE_SYMBOL_NAME_H
#define BFDGLUE_SYMBOL_NAME_H

#include <elf.h>
#include <stdbool.h>

/* True if NAME, in a file for MACHINE, is a mapping symbol: AArch64 assemblers
   mark code and data with them in every section ("$x", "$d.5").  */
static inline bool
symbol_is_mapping (unsigned machine, const char *name)
{
  return machine == EM_AARCH64 && name[0] == '$'
         && (name[1] == 'x' || name[1] == 'd')
         && (name[2] == '\0' || name[2] == '.');
}

/* True if linkers may leave out the local symbol NAME, which as -L keeps: its
   absence says nothing.  */
static inline bool
symbol_is_temporary (const char *name)
{
  return name[0] == '.' && name[1] == 'L';
}

#endif /* BFDGLUE_SYMBOL_NAME_H */
