/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   no-bfd.c - replace libbfd in a build without it: our own reader is used, and
   no name is demangled.  */

#include "config.h"

#include "demangle.h"
#include "inputs-internal.h"

sfm_status
bfd_object_parts (struct object *object)
{
  return object_symbols (object);
}

void
bfd_object_close (struct object *object)
{
  (void) object;
}

const bool demangle_available = false;

char *
demangle (const char *name)
{
  (void) name;
  return NULL;
}
