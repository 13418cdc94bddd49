/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   build-table.h - the FDEs of a builder, in the order of the section.  */

#ifndef MERGER_BUILD_TABLE_H
#define MERGER_BUILD_TABLE_H

#include "memory.h"
#include "sfmerge.h"

/* One FDE.  */
struct build_entry
{
  uint64_t addr;
  size_t rows; /* where its rows begin in the builder's bytes */
  uint32_t rows_size;
  uint32_t count; /* of the rows */
  uint32_t size;  /* bytes of code */
  uint32_t part;  /* bytes from the start of its function; if not 0, the entry
                     before it belongs to the same function */
  uint32_t number;
  uint8_t info; /* as on disk: sfda_func_info */
  uint8_t flex;
  uint8_t rep_size;
};

/* Entries that follow each other.  */
struct build_chunk
{
  struct build_entry *entries;
  size_t capacity;
  size_t count;   /* never 0 */
  size_t before;  /* entries in earlier chunks, if known */
  uint64_t first; /* the address of the first entry */
};

struct build_table
{
  struct build_chunk *chunks;
  size_t count;
  size_t capacity;
  size_t numbered; /* chunks whose BEFORE is right */
  size_t entries;
};

/* A place between entries: before number AT of chunk CHUNK.  */
struct build_place
{
  size_t chunk;
  size_t at;
};

void build_table_free (const struct memory *memory, struct build_table *t);

/* The place after all entries.  */
struct build_place build_table_end (const struct build_table *t);

/* The place after the last entry with an address up to ADDR.  Addresses
   rise.  */
struct build_place build_table_find (const struct build_table *t,
                                     uint64_t addr);

/* The entry before or after PLACE, or NULL.  */
struct build_entry *build_table_before (const struct build_table *t,
                                        struct build_place place);
struct build_entry *build_table_after (const struct build_table *t,
                                       struct build_place place);

/* Insert ENTRY at *PLACE, which becomes the place after it.  False: there is
   no memory, and nothing has changed.  */
bool build_table_insert (const struct memory *memory, struct build_table *t,
                         struct build_place *place,
                         const struct build_entry *entry);

/* Remove the entry before *PLACE, which becomes the place where it was.  */
void build_table_remove (const struct memory *memory, struct build_table *t,
                         struct build_place *place);

/* Number all chunks.  */
void build_table_number (struct build_table *t);

/* Entry number IDX, or NULL.  */
const struct build_entry *build_table_entry (const struct build_table *t,
                                             size_t idx);

#endif /* MERGER_BUILD_TABLE_H */
