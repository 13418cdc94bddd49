/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   object-cases.h - what is written of objects.  */

#ifndef TESTSUITE_OBJECT_CASES_H
#define TESTSUITE_OBJECT_CASES_H

#include <stdbool.h>
#include <stddef.h>

#include "relobj.h"

/* An object that is bent, what is done, and what comes of it: the messages, or
   the SFrame sections and groups of the output (describe), and the bytes of it
   that may be wrong unseen.  OTHER: where that differs for AArch64.  */
struct rewrite
{
  const char *bend;
  struct relobj_options options;
  bool strip;
  const char *wanted, *other;
};

extern const struct rewrite rewrites[];
extern const size_t rewrite_count;

#endif /* TESTSUITE_OBJECT_CASES_H */
