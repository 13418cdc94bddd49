/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   consumers.c - who reads .sframe, which version each wants, and whether it
   takes rows that functions share.

   glibc reads version 2 with and without the flag of errata 1; with it is
   what every later reader of version 2 takes as well.  GNU ld 2.44 and
   earlier refuse that flag.

   Unwinders follow each function's own offset to its rows and take them
   wherever they are.  GNU ld makes room for the input's bytes, writes each
   function's rows separately, and overwrites what comes behind.  libsframe,
   with which readelf and objdump read, swaps data of the other byte order in
   place: shared rows twice.  As most machines that look at images are
   little-endian, big-endian ones share only for a consumer that is named.  */

#include "config.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "consumers.h"

static const struct consumer consumers[] = {
  { "kernel", SFM_TO_V3, true, "Linux, unwinding user space and the kernel" },
  { "glibc-2.42", SFM_TO_V2_PCREL, true, "backtrace () of glibc 2.42" },
  { "glibc-2.43", SFM_TO_V2_PCREL, true, "backtrace () of glibc 2.43" },
  { "ld-2.44", SFM_TO_V2, false, "GNU ld 2.41 to 2.44, as an input object" },
  { "ld-2.45", SFM_TO_V2_PCREL, false, "GNU ld 2.45, as an input object" },
  { "ld-2.46", SFM_TO_V3, false, "GNU ld 2.46 and later, as an input object" },
  { "mold-2.42", SFM_TO_V3, false, "mold 2.42 and later, as an input object" },
};

static const char *const targets[] = {
  [SFM_TO_V2] = "v2",
  [SFM_TO_V2_PCREL] = "v2-pcrel",
  [SFM_TO_V3] = "v3",
};

const struct consumer *
consumer_find (const char *name)
{
  for (size_t i = 0; i < sizeof consumers / sizeof consumers[0]; i++)
    if (strcmp (consumers[i].name, name) == 0)
      return &consumers[i];
  return NULL;
}

bool
consumer_shares (const struct consumer *consumer, bool big_endian)
{
  return consumer != NULL ? consumer->shares : !big_endian;
}

void
consumers_list (void)
{
  for (size_t i = 0; i < sizeof consumers / sizeof consumers[0]; i++)
    printf ("%-12s %-9s %s\n", consumers[i].name,
            target_name (consumers[i].target), consumers[i].text);
}

bool
target_find (const char *name, enum sfm_target *target)
{
  for (size_t i = 0; i < sizeof targets / sizeof targets[0]; i++)
    if (strcmp (targets[i], name) == 0)
      {
        *target = (enum sfm_target) i;
        return true;
      }
  return false;
}

const char *
target_name (enum sfm_target target)
{
  return targets[target];
}
