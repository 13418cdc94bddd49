/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   wrap-script.h - the inputs named by a linker script that takes the place of
   a library.  */

#ifndef WRAP_WRAP_SCRIPT_H
#define WRAP_WRAP_SCRIPT_H

#include <stddef.h>

/* Find the next input of the script at *TEXT, in INPUT (...), GROUP (...) or a
   nested AS_NEEDED (...).  *TEXT ends with a NUL and is advanced past the
   input; *INSIDE is the number of open parentheses, initially 0.  Returns the
   input, *SIZE bytes within the script, or NULL at the end.  */
const char *script_next (const char **text, unsigned *inside, size_t *size);

#endif /* WRAP_WRAP_SCRIPT_H */
