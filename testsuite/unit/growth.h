/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   growth.h - work whose growth with its input is counted.

   A program does such work alone when it is asked to, and the group unit has
   the instructions of that counted at two sizes (oracle/lib/growth.py).  A
   clock would measure the machine.  */

#ifndef TESTSUITE_GROWTH_H
#define TESTSUITE_GROWTH_H

#include <stdbool.h>
#include <stddef.h>

struct growth
{
  const char *name; /* of the test */
  size_t size;      /* the smaller one */
  void (*work) (size_t size);
};

/* True if the program's arguments are "growth NAME SIZE", which is done then:
   the work of that NAME among the COUNT CASES.  Else the program has all its
   tests to do, and unit.exp is told of the cases.  */
bool growth_only (int argc, char **argv, const struct growth *cases,
                  size_t count);

#endif /* TESTSUITE_GROWTH_H */
