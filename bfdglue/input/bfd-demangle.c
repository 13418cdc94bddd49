/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   bfd-demangle.c - demangle names with libiberty, by libbfd.

   bfd_demangle knows what precedes a name (the dots and dollars of some ABIs)
   and what follows it (@VERSION), which cplus_demangle does not.  */

#include "config.h"

#include <bfd.h>

#include "demangle.h"

enum
{
  /* DMGL_PARAMS and DMGL_ANSI of demangle.h, which libbfd's own headers do not
     have: with parameter types, and with const and the like.  */
  WITH_PARAMETERS = 1 << 0,
  WITH_QUALIFIERS = 1 << 1
};

const bool demangle_available = true;

char *
demangle (const char *name)
{
  return bfd_demangle (NULL, name, WITH_PARAMETERS | WITH_QUALIFIERS);
}
