/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   text-sections.h - the sections of the inputs that neither existing pieces
   nor the map place, but symbols and code.

   text-sections.c collects them while the objects are read; place-passes.c
   settles all together after the last object.  */

#ifndef BFDGLUE_TEXT_SECTIONS_H
#define BFDGLUE_TEXT_SECTIONS_H

#include "input.h"
#include "address-owners.h"
#include "placer.h"
#include "place-symbols.h"
#include "pool.h"

struct unmatched;

/* A symbol of an input's section.  Its name is represented by the image's
   symbols of that name.  */
struct text_symbol
{
  uint64_t value;
  uint64_t size;
  size_t named; /* index of the first in function_index.by_name */
  size_t count; /* their number; 0: the image does not have the name */
  bool global;
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
};

/* A section of an input with functions.  */
struct text_section
{
  const char *name;
  uint32_t object; /* index into text_sections.objects */
  enum text_state state;
  uint64_t base;
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
  size_t proposer_named; /* text_symbol.named of the proposer */
  bool proposer_weak;    /* the proposer is a weak name */
  enum match_result match;
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

/* The piece that is being placed, or one with functions of text sections or
   functions placed by the map.  */
struct text_piece
{
  struct sfm_piece piece;
  struct sfm_place *places;
  uint32_t input; /* number of the input for the merger */
};

/* An STT_FILE group of the image.  Its name has the number of one of the
   groups of that name.  */
struct file_group
{
  uint32_t name;   /* number of its name */
  uint32_t inputs; /* of the name with the number of this group: the inputs, */
  uint32_t groups; /* and the groups */
  bool taken;      /* an object has the group */
};

struct text_sections
{
  const struct place_sources *from;
  struct text_section *texts;
  size_t count;
  size_t capacity;
  struct text_object *objects;
  size_t object_count;
  size_t object_capacity;
  struct text_piece *pieces;
  size_t piece_count;
  size_t piece_capacity;
  struct address_owners owners;
  struct address_owners
      ambiguous;      /* places that suit several sections equally, so that
                         none of them gets the place */
  uint64_t *proposed; /* sorted bases of all candidates that names proposed and
                         code confirmed; a base occurs once for each section */
  size_t proposed_count;
  size_t proposed_capacity;
  struct file_group *files; /* by number, from 1; [0] is all zero */
  bool any_changed;         /* the linker has rewritten code */
  struct pool pool;
};

/* Make TEXTS an empty set; FROM must outlive it.  False: no memory;
   call text_sections_free also then.  */
bool text_sections_begin (struct text_sections *texts,
                          const struct place_sources *from);
void text_sections_free (struct text_sections *texts);

/* Make text sections of the pending functions of FINDER's object; sorts them.
   Functions of a section that the image already describes under their names
   are settled instead.  Statuses: NOMEM, IO, CORRUPT, TRUNC.  */
sfm_status text_sections_add_object (struct placer *placer,
                                     struct symbol_finder *finder) SFM_CHECKED;

/* ------------------------------------------------------------------ */
/* The passes that settle all text sections, after the last object.  */

/* section-fits.c: whether F, a function of TEXT, can be at BASE plus its
   value, by the bytes and .eh_frame; text_fits: whether all functions of TEXT
   can, existing pieces do not contradict, and the evidence suffices.  */
bool text_function_fits (const struct text_sections *texts,
                         const struct text_section *text,
                         const struct text_function *f, uint64_t base);
bool text_fits (const struct text_sections *texts,
                const struct text_section *text, uint64_t base);

enum match_strength
{
  MATCH_NONE,     /* the place of another function */
  MATCH_DOUBTFUL, /* possible, but with too little evidence */
  MATCH_STRONG
};

/* section-fits.c: the strength of the evidence, without a name, that TEXT,
   which fits at BASE, is there.  */
enum match_strength match_strength (const struct text_sections *texts,
                                    const struct text_section *text,
                                    uint64_t base);

/* name-candidates.c: find the candidates of all sections by their names.
   Statuses of this pass and of those below: NOMEM, without a message.  */
sfm_status candidates_find (struct text_sections *texts) SFM_CHECKED;

/* code-search.c: find the candidates of all open sections without candidates
   by their code alone.  Statuses: NOMEM.  */
sfm_status search_find (struct text_sections *texts) SFM_CHECKED;

/* choose-base.c: place the sections that have one candidate left, which leaves
   fewer to others.  Statuses: NOMEM.  */
sfm_status choose_places (struct text_sections *texts) SFM_CHECKED;

/* equal-sections.c: then place the sections that have several left.  Statuses:
   NOMEM.  */
sfm_status equal_sections_settle (struct text_sections *texts) SFM_CHECKED;

/* choose-base.c: place TEXT at BASE, unless that has an owner.  Then the state
   of TEXT shows how the two relate, or it stays open, without candidates.
   False: no memory.  */
bool choose_own (struct text_sections *texts, struct text_section *text,
                 uint64_t base);

/* Record that TEXT and other sections suit BASE equally; choose_is_ambiguous:
   whether that was recorded for a function of TEXT at BASE.  False: no
   memory.  */
bool choose_set_ambiguous (struct text_sections *texts,
                           const struct text_section *text, uint64_t base);
bool choose_is_ambiguous (const struct text_sections *texts,
                          const struct text_section *text, uint64_t base);

/* Set LEFT[0] to LEFT[LIMIT - 1] to the candidates of TEXT that are still
   possible.  Returns their number, or any number above LIMIT.  */
size_t choose_narrow (const struct text_sections *texts,
                      const struct text_section *text,
                      struct text_candidate *left, size_t limit);

/* file-groups.c: learn from TEXT, which is placed, which STT_FILE group is its
   object's.  One of several equal sections shows nothing: its place may be
   another's.  */
void file_group_of (struct text_sections *texts,
                    const struct text_section *text);

/* Whether two sections have functions with equal values and digests.  */
bool choose_alike (const struct text_section *a, const struct text_section *b);

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
         && text->match != MATCH_CROWDED && text->code.bytes != NULL;
}

/* absent-sections.c: settle the sections whose names show that they are not in
   the image; absent_rest: after the search, settle all that are left.
   UNMATCHED knows which COMDAT groups were found.  */
void absent_by_names (struct text_sections *texts);
void absent_rest (struct text_sections *texts, struct unmatched *unmatched);

#endif /* BFDGLUE_TEXT_SECTIONS_H */
