/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   blocks.h - the different blocks of rows that functions have.  */

#ifndef MERGER_BLOCKS_H
#define MERGER_BLOCKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The rows of functions as a compact plan has them.  Two blocks are equal if
   FORM, SIZE and the rows are.  */
struct block
{
  uint64_t form;        /* block_form */
  const uint8_t *bytes; /* the rows, in an input or in memory of the merger */
  uint32_t size;        /* bytes of the rows */

  /* The current plan.  */
  uint32_t offset; /* in the FRE sub-section, or BLOCK_UNUSED */
  bool required;   /* a function that is not optional uses it */

  uint32_t hash; /* not beside SIZE: GCC 12 compares neighbours as one number
                    that it first puts together in memory */
};

#define BLOCK_UNUSED UINT32_MAX

struct blocks
{
  struct block *list;
  size_t count;
  size_t capacity;
  uint32_t *of; /* for each function of merger.funcs the number of its block,
                   from 1, or 0 if no plan had the function so far */
  size_t of_count;
  size_t of_capacity;
  uint32_t *slots; /* hash table: number of a block, or 0 */
  size_t slot_count;
  struct made_rows *made; /* the rows that are in no input */
  size_t made_left;       /* bytes left in MADE */
};

/* ATTR is the FRE type, in V3 everything in the attribute block; ROWS a number
   of rows.  */
static inline uint64_t
block_form (uint32_t attr, uint32_t rows)
{
  return (uint64_t) attr << 32 | rows;
}

static inline uint32_t
block_attr (const struct block *b)
{
  return (uint32_t) (b->form >> 32);
}

static inline uint32_t
block_rows (const struct block *b)
{
  return (uint32_t) b->form;
}

#endif /* MERGER_BLOCKS_H */
