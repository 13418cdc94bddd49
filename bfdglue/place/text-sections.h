/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   text-sections.h - sections of the inputs whose place neither the image's own
   pieces nor the map tell: the symbols and the code itself do.

   text-sections.c collects them while the objects are read, and settles all
   together when the last one is.  */

#ifndef BFDGLUE_TEXT_SECTIONS_H
#define BFDGLUE_TEXT_SECTIONS_H

#include "input.h"
#include "address-owners.h"
#include "placer.h"
#include "section-code.h"
#include "place-symbols.h"
#include "pool.h"

struct unmatched;

/* A function of an input.  */
struct text_function
{
  uint64_t value; /* offset in its section */
  uint64_t digest;
  uint64_t group; /* its COMDAT identity (unmatched.h), or 0 */
  uint64_t field; /* for messages */
  uint32_t size;
  uint32_t piece; /* index into sites.pieces */
  uint32_t fde;
};

/* A symbol of an input's section.  Its name is known by those that the image
   has.  */
struct text_symbol
{
  uint64_t value;
  uint64_t size;
  size_t named; /* evidence.by_name[named ...] have the name */
  size_t count; /* so many; 0: the image does not have it */
  bool global;
  bool weak;
  bool start; /* one of the functions begins here */
};

enum text_state
{
  TEXT_OPEN,
  TEXT_PLACED,        /* at BASE */
  TEXT_PARTLY,        /* at BASE, but for functions that are changed */
  TEXT_FOLDED,        /* at BASE, where another one is that is alike */
  TEXT_DISCARDED,     /* not in the image, proven */
  TEXT_NOT_EXTRACTED, /* of an archive member that is not in the image */
  TEXT_SUPERSEDED,    /* of an object that was compiled anew at link time */
  TEXT_CHANGED,       /* its name is there, with other code */
  TEXT_MISSING        /* nothing of the above is certain */
};

/* Who spoke for a site's candidates, the best first.  */
enum proposer
{
  PROPOSER_STRONG, /* a strong global name */
  PROPOSER_LOCAL,
  PROPOSER_WEAK, /* or one of a COMDAT group */
  PROPOSER_CODE  /* its code alone */
};

/* Where a site may be.  */
struct text_candidate
{
  uint64_t base;
  uint32_t file; /* number of the STT_FILE group of the local symbol that
                    spoke for it, or 0 */
};

/* A section of an input with functions.  */
struct text_section
{
  const char *name;
  uint32_t object; /* index into sites.objects */
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
  const struct text_candidate *candidates; /* by base; may be another
                                              site's too */
  size_t candidate_count;
  enum proposer proposed_by;
  size_t proposer_named; /* text_symbol.named of the voter */
  bool proposer_weak;    /* it is a weak name */
  bool overridden;       /* the place of its name is another's */
  bool crowded;          /* its code is in more places than one */
  bool nowhere;          /* its code is in no place of the image */
  bool twin;             /* its code is where another site is that is alike */
  bool misnamed;         /* its name is where other code is */
};

/* An input with sites.  */
struct text_object
{
  uint32_t source; /* sites.file_names of the STT_FILE groups of the name of
                      its only STT_FILE symbol, or 0 */
  bool member;
  bool lto;
  bool doubtful;     /* a member whose STT_FILE group the image does not have,
                        though it has others: it was hardly extracted */
  bool silent;       /* it has global functions, and the image none of them */
  bool globals_kept; /* the image would have its global names */
  bool locals_kept;  /* and its local ones */
  uint32_t file;     /* number of its STT_FILE group, once known, or 0 */
  size_t placed;     /* sites that are in the image */
  size_t discarded;  /* sites that are not */
};

/* A piece with functions of sites, or that the map has placed.  */
struct text_piece
{
  struct sfm_piece piece;
  struct sfm_place *places;
  uint32_t input; /* number */
};

struct text_sections
{
  const struct place_sources *from;
  const struct diag_sink *sink;
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
      ambiguous;      /* places for which several sites are as good, so
                              that they are nobody's */
  uint64_t *proposed; /* bases that names have proposed and code has not
                         refused, for each site anew, in order */
  size_t proposed_count;
  size_t proposed_capacity;
  uint32_t *file_names;    /* of each STT_FILE group, equal for equal names,
                              from 1; [0] is 0 */
  uint32_t *inputs_of;     /* how many inputs have each of these names */
  uint32_t *groups_of;     /* and how many groups */
  uint32_t *owner_of_file; /* object + 1 of each STT_FILE group, or 0 */
  bool any_changed;        /* the linker did rewrite code */
  struct pool pool;
};

/* A function of the object at hand that is to become part of a site.  */
struct text_pending
{
  uint32_t section;
  struct text_function function;
};

/* Make TEXTS an empty set; FROM and SINK are borrowed.  False: no memory.  */
bool text_sections_begin (struct text_sections *texts,
                          const struct place_sources *from,
                          const struct diag_sink *sink);
void text_sections_free (struct text_sections *texts);

/* Tell that F is at ADDR.  False: no memory.  */
bool text_sections_tell (const struct text_sections *texts,
                         const struct text_function *f, uint64_t addr);

/* Keep PIECE with its PLACES, which are copied, for text_sections_settle;
   INPUT is the number for the merger.  False: no memory.  */
bool text_sections_add_piece (struct text_sections *texts,
                              const struct sfm_piece *piece,
                              const struct sfm_place *places, uint32_t input);

/* Make sites of the COUNT PENDING functions of the object of FINDER and
   SECTION_CODE, which are put in order; those of a section that the image
   describes already under their names are claimed in CONTENT and added to
   COUNTS instead.  Statuses: NOMEM, IO, CORRUPT, TRUNC.  */
sfm_status text_sections_add_object (struct text_sections *texts,
                                     struct symbol_finder *finder,
                                     struct section_code *section_code,
                                     struct text_pending *pending,
                                     size_t count, struct unmatched *content,
                                     struct place_counts *counts) SFM_CHECKED;

/* Settle all sites, give the pieces to PLACER's merger and add to its counts;
   functions that are not found are left to its content.  Statuses: NOMEM, and
   those of sfm_merger_add.  */
sfm_status text_sections_settle (struct text_sections *texts,
                                 struct placer *placer) SFM_CHECKED;

/* ------------------------------------------------------------------ */
/* The passes of text_sections_settle  */

/* section-fits.c: whether F, a function of TEXT, can begin at its value from
   BASE; the same for all functions of TEXT.  */
bool text_function_fits (const struct text_sections *texts,
                         const struct text_section *text,
                         const struct text_function *f, uint64_t base);
bool text_fits (const struct text_sections *texts,
                const struct text_section *text, uint64_t base);

enum match_strength
{
  MATCH_NONE,     /* it is another function's place */
  MATCH_DOUBTFUL, /* nothing speaks against it, but too little for it */
  MATCH_STRONG
};

/* Whether TEXT, which fits at BASE, may be said to be there without a
   name.  */
enum match_strength match_strength (const struct text_sections *texts,
                                    const struct text_section *text,
                                    uint64_t base);

/* name-candidates.c: find the candidates of all sites by their names.
   Statuses: NOMEM.  */
sfm_status candidates_find (struct text_sections *texts) SFM_CHECKED;

/* code-search.c: find the candidates of all open sites that have none by
   their code alone.  Statuses: NOMEM.  */
sfm_status search_find (struct text_sections *texts) SFM_CHECKED;

/* choose-base.c: place the sites that have one candidate left, which leaves
   fewer to others.  Statuses: NOMEM.  */
sfm_status choose_places (struct text_sections *texts) SFM_CHECKED;

/* equal-sections.c: then place the sites that have several left.  Statuses:
   NOMEM.  */
sfm_status equal_sections_settle (struct text_sections *texts) SFM_CHECKED;

/* choose-base.c: put TEXT at BASE, unless another one is there already; then
   its state says how they go together, or it stays open.  False: no
   memory.  */
bool choose_own (struct text_sections *texts, struct text_section *text,
                 uint64_t base);

/* TEXT might be at BASE as well as another one.  False: no memory.  */
bool choose_set_ambiguous (struct text_sections *texts,
                           const struct text_section *text, uint64_t base);
bool choose_is_ambiguous (const struct text_sections *texts,
                          const struct text_section *text, uint64_t base);

/* Set LEFT[0] to LEFT[LIMIT - 1] to the candidates of TEXT that are possible
   still, and return how many there are, or any number above LIMIT.  */
size_t choose_narrow (const struct text_sections *texts,
                      const struct text_section *text,
                      struct text_candidate *left, size_t limit);

/* file-groups.c: learn from TEXT, which is placed, which STT_FILE group its
   object has left.  One of many alike ones tells nothing: its place may be
   another's.  */
void file_group_of (struct text_sections *texts,
                    const struct text_section *text);

/* Whether the functions of two sites say the same.  */
bool choose_alike (const struct text_section *a, const struct text_section *b);

/* Whether TEXT is still to be placed at one of its candidates.  */
static inline bool
choose_is_open (const struct text_section *text)
{
  return text->state == TEXT_OPEN && text->candidate_count != 0
         && !text->overridden && !text->crowded;
}

/* Whether TEXT is to be looked for.  */
static inline bool
search_wanted (const struct text_section *text)
{
  return text->state == TEXT_OPEN && !text->crowded
         && (text->candidate_count == 0 || text->overridden)
         && text->code.bytes != NULL;
}

/* absent-sections.c: settle the sites whose names show that they are not in
   the image; then, after the search, all that are left.  CONTENT tells which
   COMDAT groups were found.  */
void absent_by_names (struct text_sections *texts);
void absent_rest (struct text_sections *texts, struct unmatched *content);

#endif /* BFDGLUE_TEXT_SECTIONS_H */
