/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   build-words.h - the data words of rows with given rules.  */

#ifndef MERGER_BUILD_WORDS_H
#define MERGER_BUILD_WORDS_H

#include "convert.h"
#include "rules.h"
#include "sfmerge.h"

/* What rows of the output can say.  */
struct build_form
{
  struct abi_registers regs;
  int64_t fixed_ra;
  uint8_t abi;
  bool v3;
  bool aarch64;
  bool s390x;
  bool no_flex; /* the reader, or the version, has no FLEX rows */
  bool stops;   /* rows without data words end the stack */
};

/* What rows of ABI in version 3 or, if not V3, an earlier one can say to
   READER, SFM_READER_* together.  */
struct build_form build_form_of (uint8_t abi, bool v3, uint64_t reader);

/* Whether there is a row with RULES.  */
bool build_words_any (const struct build_form *form,
                      const struct sfm_rules *rules);

/* Why rules have no words.  */
struct build_problem
{
  enum sfm_refusal_reason reason;
  const char *item;  /* "CFA", "RA" or "FP" */
  const char *wants; /* what it would have to be */
};

/* Set OUT to a row of ABI's DEFAULT form with RULES, which are in normal form
   (build_words_take).  False: *PROBLEM says why not.  */
bool build_words_default (const struct build_form *form,
                          const struct sfm_rules *rules, struct new_row *out,
                          struct build_problem *problem);

/* The same in FLEX form.  */
bool build_words_flex (const struct build_form *form,
                       const struct sfm_rules *rules, struct new_row *out,
                       struct build_problem *problem);

/* Bring RULES, which may be any of a caller's, into normal form: with zeros in
   members that do not apply, and with all rules undefined if RA's is.  False:
   there is no row for them in any form.  */
bool build_words_take (const struct build_form *form, struct sfm_rules *rules,
                       struct build_problem *problem);

#endif /* MERGER_BUILD_WORDS_H */
