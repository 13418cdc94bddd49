/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   mutate-bytes.c - mutants of inputs that are any bytes.  */

#include "config.h"

#include "mutate.h"

size_t
mutate (struct gen *g, uint8_t *bytes, size_t size, size_t room)
{
  (void) room;
  return mutate_plain (g, bytes, size);
}
