/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   growth.h - work that must not grow faster than its input.  unit.exp counts
   its instructions for three sizes: they do not depend on what else the
   machine does, as times do.  */

#ifndef TESTSUITE_GROWTH_H
#define TESTSUITE_GROWTH_H

#include <stdbool.h>
#include <stddef.h>

struct unit_work
{
  const char *name;
  bool (*run) (size_t size); /* whether it came to the right end */
  size_t size;               /* the least, large enough to show how it grows */
};

/* Without arguments, print a line for each of the COUNT at WORKS, which
   unit.exp takes up.  With a name and a size, do that work and exit.  */
void unit_grows (int argc, char **argv, const struct unit_work *works,
                 size_t count);

#endif /* TESTSUITE_GROWTH_H */
