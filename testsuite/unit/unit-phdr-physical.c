/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-phdr-physical.c - which physical addresses forbid a new segment.  */

#include "config.h"

#include <string.h>

#include "edit-internal.h"
#include "fixture-image.h"
#include "result.h"

enum
{
  PAGE = 0x1000
};

static const struct
{
  const char *name;
  bool fixed; /* ET_EXEC, not ET_DYN */
  bool interpreted;
  bool header; /* the segment with the ELF header is elsewhere */
  bool code;   /* and so is the other one */
  bool refused;
} cases[] = {
  { "a shared object", false, false, false, false, false },
  { "a shared object, its code elsewhere", false, false, false, true, false },
  { "a shared object, its header elsewhere", false, false, true, false,
    false },
  { "a position-independent kernel", false, false, true, true, true },
  { "a program, its code elsewhere", true, true, false, true, false },
  { "a program, its header elsewhere", true, true, true, false, false },
  { "a kernel with an interpreter", true, true, true, true, true },
  { "a static program, its header elsewhere", true, false, true, false,
    false },
  { "firmware, a part elsewhere", true, false, false, true, true },
  { "a kernel", true, false, true, true, true },
};

/* Case I for AMD64, or big-endian AArch64.  */
static bool
judged (size_t i, bool big_endian)
{
  static struct fixture fx;
  const struct phdr_options options = { .mode = PHDR_MOVE };
  struct phdr_plan plan;

  fixture_begin (&fx, big_endian);
  fx.fixed = cases[i].fixed;
  if (cases[i].interpreted)
    fixture_segment (&fx, PT_INTERP, PF_R, 0x1400, 0x1c);
  fx.segments[SEG_READ].p_paddr += cases[i].header ? PAGE : 0;
  fx.segments[SEG_CODE].p_paddr += cases[i].code ? PAGE : 0;
  /* Not loaded, so that its physical address means nothing.  */
  fx.segments[SEG_SFRAME].p_paddr += PAGE;
  if (fixture_open (&fx) != SFM_OK)
    return false;
  phdr_nothing (&fx.image, &plan);
  plan.options = options;
  bool allowed = segment_allowed (&plan);
  fixture_close (&fx);
  return allowed != cases[i].refused
         && (allowed || strstr (plan.why, "physical") != NULL);
}

int
main (void)
{
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
    unit_result (judged (i, false) && judged (i, true), cases[i].name);
  return unit_exit ();
}
