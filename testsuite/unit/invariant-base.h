/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   invariant-base.h - a section without a flaw, of any version and ABI, to be
   broken in one place.  */

#ifndef INVARIANT_BASE_H
#define INVARIANT_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sfmerge.h"

enum
{
  BASE_FUNCS = 3,
  BASE_ROWS = 3,
  BASE_WORDS = 7,
  BASE_SIZE = 512 /* bytes that suffice for two pieces */
};

/* A row; INFO says how many of the WORDS count, and their size.  */
struct base_row
{
  uint32_t start;
  uint8_t info;
  int32_t words[BASE_WORDS];
  uint64_t off; /* set by base_encode */
};

/* A function, whose FRE type INFO tells; one that BORROWS has no rows of its
   own, but those of the first.  NUM_FRES and FRE_OFF are set by
   base_layout.  */
struct base_func
{
  uint64_t addr;
  uint32_t size;
  uint32_t fre_off;
  uint32_t num_fres;
  uint8_t info;
  uint8_t info2;
  uint8_t rep_size;
  uint16_t padding;
  bool borrows;
  uint32_t row_count;
  struct base_row rows[BASE_ROWS];
  uint64_t field; /* set by base_encode */
};

/* A section, and how it is checked.  From MAGIC on everything is set by
   base_layout: what the header will say.  */
struct base
{
  uint64_t section_addr;
  uint8_t version;
  uint8_t flags;
  uint8_t abi;
  int8_t fixed_fp;
  int8_t fixed_ra;
  bool big;
  bool object;
  struct base_func funcs[BASE_FUNCS];
  /* Bytes put into it: an auxiliary header, before the FDEs, before the FREs,
     at the end of the FREs, and after them, these of value 1.  */
  uint32_t aux_size;
  uint32_t fdes_gap;
  uint32_t fres_gap;
  uint32_t fres_more;
  uint32_t tail;
  uint8_t second_abi; /* not 0: another piece, of that ABI */
  size_t keep;        /* bytes, of those there are */

  uint16_t magic;
  uint8_t said_version;
  uint8_t said_flags;
  uint8_t said_abi;
  uint8_t aux;
  uint32_t num_fdes;
  uint32_t num_fres;
  uint32_t fre_len;
  uint32_t fdeoff;
  uint32_t freoff;
  /* Set by base_encode.  */
  uint64_t fres;
  uint64_t end;
  uint64_t second_off;
};

/* Make *B one of VERSION and ABI.  */
void base_make (struct base *b, uint8_t version, uint8_t abi);

/* Whether the last function has FLEX rows, as it has where tools use them.  */
bool base_has_flex (const struct base *b);

/* Take words from all DEFAULT rows of B that have more than COUNT.  */
void base_limit_words (struct base *b, unsigned count);

/* Find places and numbers for what B holds.  */
void base_layout (struct base *b);

/* Write B to BYTES, which has BASE_SIZE bytes.  Returns how many.  */
size_t base_encode (struct base *b, uint8_t *bytes);

#endif /* INVARIANT_BASE_H */
