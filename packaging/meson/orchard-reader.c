/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   Print the version of the engine library.  */

#include <sfmerge.h>
#include <stdio.h>

int
main (void)
{
  puts (sfm_version ());
  return 0;
}
