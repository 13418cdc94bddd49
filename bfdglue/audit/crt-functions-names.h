/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   crt-functions-names.h - tables of the names of crt functions.  */

#ifndef BFDGLUE_CRT_FUNCTIONS_NAMES_H
#define BFDGLUE_CRT_FUNCTIONS_NAMES_H

#include <stddef.h>

/* In the order of strcmp.  */
struct crt_function_names
{
  const char *const *names;
  size_t count;
};

extern const struct crt_function_names crt_functions_plain;
extern const struct crt_function_names crt_functions_decimal;

#endif /* BFDGLUE_CRT_FUNCTIONS_NAMES_H */
