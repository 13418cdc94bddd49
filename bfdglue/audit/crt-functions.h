/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   crt-functions.h - functions that the compiler and the C library add to a
   program's own.  */

#ifndef BFDGLUE_CRT_FUNCTIONS_H
#define BFDGLUE_CRT_FUNCTIONS_H

#include "function-index.h"

/* Whether a function called NAME comes from the start files, libgcc.a,
   libc_nonshared.a or a similar library.  */
bool crt_function_name (const char *name);

/* Whether the image of INDEX contains a runtime library: the C or C++ library,
   the unwinder, or one for coverage, sanitizers or OpenMP.  */
bool crt_function_inside (const struct function_index *index);

/* Whether IMAGE was linked by a linker that copies .sframe without
   understanding it, so that it drops nothing.  False if the linker is
   unknown.  */
bool copying_linker (const struct image *image);

#endif /* BFDGLUE_CRT_FUNCTIONS_H */
