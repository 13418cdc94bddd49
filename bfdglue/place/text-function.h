/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   text-function.h - a function of an input, on its way to an address.  */

#ifndef BFDGLUE_TEXT_FUNCTION_H
#define BFDGLUE_TEXT_FUNCTION_H

#include <stdbool.h>
#include <stdint.h>

struct text_function
{
  uint64_t value; /* offset in its section */
  uint64_t digest;
  uint64_t group; /* its COMDAT identity (unmatched.h), or 0 */
  uint64_t field; /* for messages */
  uint32_t size;
  uint32_t section; /* number in its object */
  uint32_t piece;   /* index into text_sections.pieces */
  uint32_t fde;
  bool excluded; /* the image has other code under its name, so it matches no
                    existing function, not even one with equal rows */
};

#endif /* BFDGLUE_TEXT_FUNCTION_H */
