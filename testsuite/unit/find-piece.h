/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   find-piece.h - sections to look functions up in, in memory and in another
   process, which is memory too.  */

#ifndef FIND_PIECE_H
#define FIND_PIECE_H

#include "sfmerge.h"

/* Memory between two pages that cannot be touched.  Exits without memory.  */
struct find_cage
{
  uint8_t *begin;
  size_t size;
};

struct find_cage find_cage (void);

/* A section in "another process", and what its reader does.  */
struct find_remote
{
  const uint8_t *bytes;
  uint64_t size;
  uint64_t addr;
  uint64_t from; /* only bytes [FROM, TO) can be read, if TO is not 0 */
  uint64_t to;
  unsigned fail; /* the call that fails, from 1 on; 0: none */
  size_t most;   /* more bytes at once cannot be read, if it is not 0 */
  unsigned reads;
  bool outside; /* a byte was asked for that is not in the section */
  bool large;   /* more than 512 bytes were asked for */
};

/* The reader; DATA is a struct find_remote.  */
bool find_read (void *data, uint64_t addr, void *buffer, size_t size);

/* Whether two results of sfm_find_rules are the same.  */
struct find_result
{
  sfm_status status;
  struct sfm_found found;
  struct sfm_rules rules;
  struct sfm_diag diag;
};

void find_rules (const struct sfm_section *section, uint64_t pc,
                 struct find_result *result);
bool find_same (const struct find_result *a, const struct find_result *b);

/* The plain twin of a look-up, without a search: whether a function of
   SECTION, which is in memory and has no errors, covers PC.  *EMPTY is how
   many functions there have no bytes.  */
bool find_covered (const struct sfm_section *section, uint64_t pc,
                   uint32_t *empty);

/* Whether RESULT has the rules that FOUND.fde has at PC, of all of its rows
   one after the other.  */
bool find_rules_right (const struct sfm_section *section, uint64_t pc,
                       const struct find_result *result);

#endif /* FIND_PIECE_H */
