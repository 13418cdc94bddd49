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

struct content;

/* A function of an input.  */
struct site_function
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
struct site_symbol
{
  uint64_t value;
  uint64_t size;
  size_t named; /* evidence.by_name[named ...] have the name */
  size_t count; /* so many; 0: the image does not have it */
  bool global;
  bool weak;
  bool start; /* one of the functions begins here */
};

enum site_state
{
  SITE_OPEN,
  SITE_PLACED,        /* at BASE */
  SITE_PARTLY,        /* at BASE, but for functions that are changed */
  SITE_FOLDED,        /* at BASE, where another one is that is alike */
  SITE_DISCARDED,     /* not in the image, proven */
  SITE_NOT_EXTRACTED, /* of an archive member that is not in the image */
  SITE_SUPERSEDED,    /* of an object that was compiled anew at link time */
  SITE_CHANGED,       /* its name is there, with other code */
  SITE_MISSING        /* nothing of the above is certain */
};

/* Who spoke for a site's candidates, the best first.  */
enum site_voter
{
  VOTER_STRONG, /* a strong global name */
  VOTER_LOCAL,
  VOTER_WEAK, /* or one of a COMDAT group */
  VOTER_CODE  /* its code alone */
};

/* Where a site may be.  */
struct site_candidate
{
  uint64_t base;
  uint32_t file; /* number of the STT_FILE group of the local symbol that
                    spoke for it, or 0 */
};

/* A section of an input with functions.  */
struct site
{
  const char *name;
  uint32_t object; /* index into sites.objects */
  enum site_state state;
  uint64_t base;
  uint64_t align;
  bool comdat;
  uint64_t signature; /* of its COMDAT group (input_section.signature) */
  struct input_code code;
  struct site_function *functions; /* by value */
  size_t function_count;           /* at least 1 */
  struct site_symbol *symbols;     /* by value */
  size_t symbol_count;
  const struct site_candidate *candidates; /* by base; may be another
                                              site's too */
  size_t candidate_count;
  enum site_voter voter;
  size_t voter_named; /* site_symbol.named of the voter */
  bool voter_weak;    /* it is a weak name */
  bool overridden;    /* the place of its name is another's */
  bool crowded;       /* its code is in more places than one */
  bool nowhere;       /* its code is in no place of the image */
  bool twin;          /* its code is where another site is that is alike */
  bool misnamed;      /* its name is where other code is */
};

/* An input with sites.  */
struct site_object
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
struct site_piece
{
  struct sfm_piece piece;
  struct sfm_place *places;
  uint32_t input; /* number */
};

struct sites
{
  const struct place_sources *from;
  const struct say *sink;
  struct site *sites;
  size_t count;
  size_t capacity;
  struct site_object *objects;
  size_t object_count;
  size_t object_capacity;
  struct site_piece *pieces;
  size_t piece_count;
  size_t piece_capacity;
  struct claims claims;
  struct claims contested; /* places for which several sites are as good, so
                              that they are nobody's */
  uint64_t *proposed;      /* bases that names have proposed and code has not
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
struct site_pending
{
  uint32_t section;
  struct site_function function;
};

/* Make SITES an empty set; FROM and SINK are borrowed.  False: no memory.  */
bool sites_begin (struct sites *sites, const struct place_sources *from,
                  const struct say *sink);
void sites_free (struct sites *sites);

/* Tell that F is at ADDR.  False: no memory.  */
bool sites_tell (const struct sites *sites, const struct site_function *f,
                 uint64_t addr);

/* Keep PIECE with its PLACES, which are copied, for sites_settle; INPUT is
   the number for the merger.  False: no memory.  */
bool sites_add_piece (struct sites *sites, const struct sfm_piece *piece,
                      const struct sfm_place *places, uint32_t input);

/* Make sites of the COUNT PENDING functions of the object of FINDER and PROOF,
   which are put in order; those of a section that the image describes already
   under their names are claimed in CONTENT and added to COUNTS instead.
   Statuses: NOMEM, IO, CORRUPT, TRUNC.  */
sfm_status sites_add_object (struct sites *sites, struct symbol_finder *finder,
                             struct proof *proof, struct site_pending *pending,
                             size_t count, struct content *content,
                             struct place_counts *counts) SFM_CHECKED;

/* Settle all sites, give the pieces to PLACER's merger and add to its counts;
   functions that are not found are left to its content.  Statuses: NOMEM, and
   those of sfm_merger_add.  */
sfm_status sites_settle (struct sites *sites,
                         struct placer *placer) SFM_CHECKED;

/* ------------------------------------------------------------------ */
/* The passes of sites_settle                                          */

/* section-fits.c: whether F, a function of SITE, can begin at its value from
   BASE; the same for all functions of SITE.  */
bool site_function_fits (const struct sites *sites, const struct site *site,
                         const struct site_function *f, uint64_t base);
bool site_fits (const struct sites *sites, const struct site *site,
                uint64_t base);

enum site_credit
{
  CREDIT_NONE,  /* it is another function's place */
  CREDIT_DOUBT, /* nothing speaks against it, but too little for it */
  CREDIT_GIVEN
};

/* Whether SITE, which fits at BASE, may be said to be there without a
   name.  */
enum site_credit site_credit (const struct sites *sites,
                              const struct site *site, uint64_t base);

/* name-candidates.c: find the candidates of all sites by their names.
   Statuses: NOMEM.  */
sfm_status candidates_find (struct sites *sites) SFM_CHECKED;

/* code-search.c: find the candidates of all open sites that have none by
   their code alone.  Statuses: NOMEM.  */
sfm_status search_find (struct sites *sites) SFM_CHECKED;

/* choose-base.c: place the sites that have one candidate left, which leaves
   fewer to others.  Statuses: NOMEM.  */
sfm_status choose_places (struct sites *sites) SFM_CHECKED;

/* equal-sections.c: then place the sites that have several left.  Statuses:
   NOMEM.  */
sfm_status classes_settle (struct sites *sites) SFM_CHECKED;

/* choose-base.c: put SITE at BASE, unless another one is there already; then
   its state says how they go together, or it stays open.  False: no
   memory.  */
bool choose_claim (struct sites *sites, struct site *site, uint64_t base);

/* SITE might be at BASE as well as another one.  False: no memory.  */
bool choose_contest (struct sites *sites, const struct site *site,
                     uint64_t base);
bool choose_is_contested (const struct sites *sites, const struct site *site,
                          uint64_t base);

/* Set LEFT[0] to LEFT[LIMIT - 1] to the candidates of SITE that are possible
   still, and return how many there are, or any number above LIMIT.  */
size_t choose_narrow (const struct sites *sites, const struct site *site,
                      struct site_candidate *left, size_t limit);

/* file-groups.c: learn from SITE, which is placed, which STT_FILE group its
   object has left.  One of many alike ones tells nothing: its place may be
   another's.  */
void pin_object (struct sites *sites, const struct site *site);

/* Whether the functions of two sites say the same.  */
bool choose_alike (const struct site *a, const struct site *b);

/* Whether SITE is still to be placed at one of its candidates.  */
static inline bool
choose_is_open (const struct site *site)
{
  return site->state == SITE_OPEN && site->candidate_count != 0
         && !site->overridden && !site->crowded;
}

/* Whether SITE is to be looked for.  */
static inline bool
search_wanted (const struct site *site)
{
  return site->state == SITE_OPEN && !site->crowded
         && (site->candidate_count == 0 || site->overridden)
         && site->code.bytes != NULL;
}

/* absent-sections.c: settle the sites whose names show that they are not in
   the image; then, after the search, all that are left.  CONTENT tells which
   COMDAT groups were found.  */
void verdict_by_names (struct sites *sites);
void verdict_rest (struct sites *sites, struct content *content);

#endif /* BFDGLUE_TEXT_SECTIONS_H */
