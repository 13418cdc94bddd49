/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   text-section.h - a section of an input whose functions symbols and code
   place, and its functions, symbols and candidates.  */

#ifndef BFDGLUE_TEXT_SECTION_H
#define BFDGLUE_TEXT_SECTION_H

#include "input.h"

/* A function of an input, on its way to an address.  */
struct text_function
{
  uint64_t value; /* offset in its section */
  uint64_t digest;
  uint64_t group; /* its COMDAT identity, or 0: equal for copies of the same
                     function in other objects */
  uint32_t size;
  uint32_t section; /* number in its object, or INPUT_NO_SECTION: discarded
                       before the link */
  uint32_t piece;   /* index into placer.pieces */
  uint32_t fde;
};

/* A symbol of an input's section.  Its name is represented by the image's
   symbols of that name.  */
struct text_symbol
{
  uint64_t value; /* offset in the section */
  uint64_t size;
  uint32_t named; /* index of the first in function_index.by_name */
  uint32_t count; /* their number; 0: the image does not have the name */
  bool global;    /* or weak */
  bool weak;
  bool start; /* one of the functions begins here */
};

enum text_state
{
  TEXT_OPEN,
  TEXT_PLACED,        /* at BASE */
  TEXT_PARTLY,        /* at BASE, except for changed functions */
  TEXT_FOLDED,        /* at BASE, the place of an equal section */
  TEXT_DISCARDED,     /* proven not to be in the image */
  TEXT_NOT_EXTRACTED, /* of an archive member that is not in the image */
  TEXT_SUPERSEDED,    /* of an object that was recompiled at link time */
  TEXT_CHANGED,       /* the image has its name, with other code */
  TEXT_MISNAMED,      /* the same, but nothing else of its object */
  TEXT_CONTRADICTED,  /* the image has its name and code, with other rules */
  TEXT_UNPROVEN,      /* nothing proves the place that it was given */
  TEXT_MISSING        /* none of the above is certain */
};

/* The result of the comparison of a section's code with the image's.  */
enum match_result
{
  MATCH_OPEN,    /* not searched for, or not decided by the code */
  MATCH_CROWDED, /* several places have its code, or too many to test, and
                    none can be chosen */
  MATCH_SHARED,  /* some places have its code, and an equal section owns one
                    of them */
  MATCH_OWNED,   /* equal sections own all places that have its code */
  MATCH_NOWHERE  /* no place has its code */
};

/* The source of a section's candidates, the most trusted first.  */
enum proposer
{
  PROPOSER_MAP,
  PROPOSER_STRONG, /* a strong global name */
  PROPOSER_LOCAL,
  PROPOSER_WEAK, /* a weak one, or one of a COMDAT group */
  PROPOSER_CODE  /* its code alone */
};

/* A base at which a section may be.  */
struct text_candidate
{
  uint64_t base;
  uint32_t file; /* number of the STT_FILE group of the local symbol that
                    proposed it, or 0 */
  bool judged;   /* call frame information has judged all its functions */
};

/* An input with text sections.  */
struct text_object
{
  uint32_t source; /* file_group.name of the groups with the name of its only
                      STT_FILE symbol, or 0 */
  bool member;
  bool lto;
  bool doubtful;     /* a member whose STT_FILE group the image does not have,
                        though it has others: probably not extracted */
  bool silent;       /* it has global functions, and the image none of them */
  bool globals_kept; /* the image would have its global names */
  bool locals_kept;  /* and its local ones */
  uint32_t file;     /* number of its STT_FILE group, or 0 while unknown */
  size_t placed;     /* sections that are in the image */
  size_t discarded;  /* sections that are not */
};

/* A section of an input with functions.  */
struct text_section
{
  struct text_object *object;
  enum text_state state;
  uint64_t base; /* of an open one: the base that is tried */
  uint64_t align;
  bool comdat;
  uint64_t signature; /* of its COMDAT group (input_section.signature) */
  struct input_code code;
  struct text_function *functions; /* by value */
  size_t function_count;           /* at least 1 */
  struct text_symbol *symbols;     /* by value */
  size_t symbol_count;
  const struct text_candidate *candidates; /* by base; may be shared with
                                              another section */
  size_t candidate_count;
  enum proposer proposed_by;
  const struct text_symbol *proposer; /* the name that proposed them, or the
                                         equal one of an equal section; NULL
                                         if none did */
  enum match_result match;
  bool contradicted; /* it would fit at REFUTED but for its rows */
  uint64_t refuted;
};

/* Whether TEXT is still to be placed at one of its candidates.  */
static inline bool
choose_is_open (const struct text_section *text)
{
  return text->state == TEXT_OPEN && text->candidate_count != 0
         && text->match != MATCH_CROWDED;
}

/* Whether to search for the code of TEXT.  */
static inline bool
search_wanted (const struct text_section *text)
{
  return text->state == TEXT_OPEN && text->candidate_count == 0
         && text->match == MATCH_OPEN && text->code.bytes != NULL;
}

#endif /* BFDGLUE_TEXT_SECTION_H */
