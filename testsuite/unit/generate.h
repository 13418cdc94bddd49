/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   generate.h - functions with known rules, and sections that describe them.

   A function here is what an unwinder would have to know of it, in the terms
   of sfmerge.h; how that is written is decided when it is encoded, so that
   one function can be had in every version and form that can say it.  */

#ifndef GENERATE_H
#define GENERATE_H

#include "sfmerge.h"

/* Random numbers, the same for the same seed everywhere.  */
struct gen
{
  uint64_t state;
};

void gen_seed (struct gen *g, uint64_t seed);
uint64_t gen_next (struct gen *g);

/* A number below LIMIT, which is not 0.  */
uint32_t gen_below (struct gen *g, uint32_t limit);

/* True once in N times.  */
bool gen_once_in (struct gen *g, uint32_t n);

/* What all functions of one merge have in common.  */
struct gen_world
{
  uint8_t abi;
  int8_t fixed_fp;
  int8_t fixed_ra;
};

void gen_world (struct gen *g, struct gen_world *world);

/* From START on the rules are RULES.  */
struct gen_row
{
  uint32_t start;
  struct sfm_rules rules;
};

struct gen_func
{
  uint64_t addr;
  uint32_t size;
  uint32_t row_count;
  struct gen_row *rows; /* starts rise from 0 and stay below the end */
  uint8_t rep_size;     /* not 0: MASK */
  bool pauth_b;
  bool signal;
};

/* A function at ADDR of at most MAX_SIZE bytes.  FLEX: one that may need FLEX
   rows.  Free it with gen_func_free.  */
void gen_func (struct gen *g, const struct gen_world *world, uint64_t addr,
               uint32_t max_size, bool flex, struct gen_func *f);

/* One of COUNT rows, one every STEP bytes.  */
void gen_func_long (struct gen *g, const struct gen_world *world,
                    uint64_t addr, uint32_t count, uint32_t step,
                    struct gen_func *f);

void gen_func_free (struct gen_func *f);

/* RULES in the one form in which equal rules are equal members: a slot
   relative to the CFA's register is one relative to the CFA.  */
void gen_canonical (struct sfm_rules *rules);

/* The same for all that may be in a rule: values too are relative to the CFA,
   members that do not apply are zero, and RA undefined is all undefined.  */
void gen_canonical_all (struct sfm_rules *rules);

/* The data words of a row.  */
struct gen_words
{
  int64_t words[6];
  unsigned count;
  unsigned controls; /* bit I: word I is unsigned */
  bool sp;
};

/* RULES as a DEFAULT row of VERSION, or as a FLEX row.  False: that form
   cannot say them.  */
bool gen_default_words (const struct gen_world *world, uint8_t version,
                        const struct sfm_rules *rules, struct gen_words *w);
void gen_flex_words (const struct gen_world *world,
                     const struct sfm_rules *rules, struct gen_words *w);

/* Whether a section of VERSION can describe F.  */
bool gen_can_say (const struct gen_world *world, uint8_t version,
                  const struct gen_func *f);

enum
{
  GEN_NOISE = 0x1,   /* rows that cover nothing */
  GEN_GAPS = 0x2,    /* auxiliary header, gaps, a tail of zeros */
  GEN_SHARED = 0x4,  /* equal neighbours share rows */
  GEN_REPEAT = 0x10, /* rows that repeat the rules of the one before */
  GEN_WIDE = 0x8     /* wider types and words than needed, FLEX for no need */
};

/* Which functions a section describes, and how.  */
struct gen_section
{
  const struct gen_func *const *funcs;
  size_t count;
  uint8_t version;
  bool pcrel;
  unsigned options; /* GEN_* */
  uint64_t addr;
};

/* Encode SECTION.  Returns bytes to be freed, *SIZE of them.  */
uint8_t *gen_encode (struct gen *g, const struct gen_world *world,
                     const struct gen_section *section, size_t *size);

#endif /* GENERATE_H */
