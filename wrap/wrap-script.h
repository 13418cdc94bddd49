/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   wrap-script.h - the inputs that a linker script in place of a library
   names.  */

#ifndef WRAP_WRAP_SCRIPT_H
#define WRAP_WRAP_SCRIPT_H

#include <stddef.h>

/* The next input of a script, INPUT (...), GROUP (...) and AS_NEEDED (...) in
   these, behind *TEXT, which ends with a NUL and is moved on: *SIZE bytes.
   *INSIDE is how many brackets are open, 0 at first.  NULL: there are no
   more.  */
const char *script_next (const char **text, unsigned *inside, size_t *size);

#endif /* WRAP_WRAP_SCRIPT_H */
