/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   crt-functions.h - what compiler and C library put into images besides the
   objects of a program.  */

#ifndef BFDGLUE_CRT_FUNCTIONS_H
#define BFDGLUE_CRT_FUNCTIONS_H

#include "function-index.h"

/* Whether NAME is that of a function of the start files, libgcc.a or
   libc_nonshared.a, or one of a runtime library's insides.  */
bool crt_function_name (const char *name);

/* Whether the image holds a whole runtime library: the C library, that of C++,
   the unwinder, or one for coverage, sanitizers or threads.  */
bool crt_function_inside (const struct function_index *index);

/* Whether IMAGE was linked by a linker that knows nothing of SFrame and so
   drops none of it.  False if that is not known.  */
bool copying_linker (const struct image *image);

#endif /* BFDGLUE_CRT_FUNCTIONS_H */
