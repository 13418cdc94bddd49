/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-phdr-reuse.c - which program headers an image can do without, if there
   are many.  */

#include "config.h"

#include <elf.h>

#include "edit-internal.h"
#include "result.h"

/* However many spare entries come before the last PT_LOAD, one after it is
   found for the new PT_LOAD.  */
static void
test_many_spare (void)
{
  struct image_segment segments[10] = { 0 };
  const struct image image
      = { .segments = segments, .segment_count = 10, .type = ET_EXEC };
  struct phdr_plan plan;

  segments[8].type = PT_LOAD;
  phdr_nothing (&image, &plan);
  phdr_reuse_choose (&plan, true, true);
  unit_result (plan.added == 0 && plan.load_idx == 9 && plan.header_idx == 0,
               "a spare entry after many others");
}

int
main (void)
{
  test_many_spare ();
  return unit_exit ();
}
