/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   fixture-builder.h - builders for AMD64, and functions for them.  */

#ifndef FIXTURE_BUILDER_H
#define FIXTURE_BUILDER_H

#include "sfmerge.h"

enum
{
  BUILDER_SECTION = 0x700000,
  BUILDER_TEXT = 0x401000,
  BUILDER_SIZE = 16 /* of usual functions */
};

/* What the last call that failed said.  */
extern struct sfm_diag builder_diag;

/* The rules at the start of a function, and after a push in its first
   byte.  */
extern const struct sfm_rules_at builder_rows[2];

struct sfm_builder_options builder_options (void);
struct sfm_builder *builder_new (const struct sfm_builder_options *options);

/* A function at ADDR.  */
struct sfm_function builder_function (uint64_t addr);

/* Add it to B, with the usual rows.  */
sfm_status builder_add (struct sfm_builder *b, uint64_t addr, uint32_t number);

/* The section of B, in memory to be freed.  */
uint8_t *builder_section (struct sfm_builder *b, size_t *size);

/* Whether the checker finds nothing in the section of B.  */
bool builder_is_clean (struct sfm_builder *b);

/* The CFA's offset at ADDR of the section of B, or -1.  */
int64_t builder_cfa (struct sfm_builder *b, uint64_t addr);

#endif /* FIXTURE_BUILDER_H */
