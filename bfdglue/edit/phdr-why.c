/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   phdr-why.c - record why program headers cannot be added.  */

#include "config.h"

#include <stdarg.h>
#include <stdio.h>

#include "phdr-plan.h"

bool
phdr_refuse (struct phdr_plan *phdr, const char *format, ...)
{
  va_list args;
  va_start (args, format);
  vsnprintf (phdr->why, sizeof phdr->why, format, args);
  va_end (args);
  return false;
}
