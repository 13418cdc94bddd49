/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   check-section.h - the bytes of a case of check-cases.h.  */

#ifndef TESTSUITE_CHECK_SECTION_H
#define TESTSUITE_CHECK_SECTION_H

#include "check-cases.h"
#include "sfmerge.h"

/* A section past which nothing can be read.  */
struct check_section
{
  uint8_t *bytes;
  size_t size;
};

/* A section to be freed: a copy of SIZE bytes, or what T says.  */
struct check_section check_section_copy (const uint8_t *bytes, size_t size);
struct check_section check_section_of (const struct check_case *t);
void check_section_free (const struct check_section *s);

struct sfm_check_options check_options_of (const struct check_case *t);

#endif /* TESTSUITE_CHECK_SECTION_H */
