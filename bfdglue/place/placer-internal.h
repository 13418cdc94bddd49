/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   placer-internal.h - the state of the placer, and its passes.

   A text section is a section of an input that symbols and code place, because
   neither existing pieces nor the map do.  text-sections.c collects them while
   the objects are read; place-passes.c settles all together after the last
   object.  */

#ifndef BFDGLUE_PLACER_INTERNAL_H
#define BFDGLUE_PLACER_INTERNAL_H

#include "address-owners.h"
#include "placer.h"
#include "pool.h"
#include "row-proof.h"
#include "rules-digest.h"
#include "text-section.h"

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

/* One input of the merger, for messages.  */
struct placed_input
{
  const char *name;
  const char *section;
};

/* A function that the map does not list although the image has its name.  */
struct map_conflict
{
  const struct function *symbol; /* the image's, with its name */
  uint64_t field;
  uint32_t input;
};

/* An existing piece that an input may have.  */
struct existing_piece
{
  uint64_t digest; /* of its bytes except for the starts */
  const struct image_piece *piece;
  bool matched; /* it is an input's */
};

/* The code of a section of the current object.  */
struct read_code
{
  struct input_code code;
  uint64_t left; /* bytes that may still be compared */
  bool read;
};

/* The current object, and what is known of it.  */
struct current_object
{
  const struct input_object *object;
  bool mapped;             /* the map is valid for it */
  struct read_code *codes; /* one per section, or NULL; read on demand */
  /* Its symbols, by section and value; NULL until symbols_ready.  */
  const struct input_symbol **symbols;
  size_t near;       /* index + 1 of the image's symbol found last */
  size_t at;         /* index into SYMBOLS after the last look-up */
  bool globals_kept; /* the image would have its global names */
  bool locals_kept;  /* and its local ones */
};

enum
{
  STALE_NAMES = 2 /* of functions, in a message */
};

/* The first object that does not match the image.  */
struct stale_object
{
  const char *name;               /* of the input */
  const char *names[STALE_NAMES]; /* of functions, the image's */
  size_t named;                   /* of them */
  size_t functions;               /* of the object, that do not match */
  size_t objects;                 /* that do not match */
};

/* A section of an input with SFrame that the engine does not know.  */
struct later_object
{
  const char *name; /* of the input */
  const char *section;
  struct sfm_diag what; /* that is not known */
  size_t lost;          /* functions of the image without rows for it */
};

/* A function that it describes.  */
struct later_function
{
  /* Of the section with the function, which has it at VALUE, if its place is
     not known; else NULL, and VALUE is the address.  */
  const struct input_code *code;
  uint64_t value;
  uint32_t object; /* index into placer.later */
};

struct placer
{
  struct place_sources from;
  struct row_proof *proof;
  struct sfm_merger *merger;
  const struct diag_sink *sink;
  struct place_counts counts;
  struct placed_input *inputs;
  size_t input_count;
  size_t input_capacity;
  struct existing_piece *existing; /* usable pieces, by digest */
  size_t existing_count;
  struct digest_known known; /* existing functions after those that were found
                                last */

  struct current_object now;
  struct pool scratch;           /* for the current object */
  struct text_function *pending; /* its functions that are to become part of
                                    text sections, and after them those of the
                                    piece that is being placed */
  size_t pending_count;
  size_t pending_capacity;

  struct map_conflict *conflicts;
  size_t conflict_count;
  size_t conflict_capacity;
  bool reported_contradiction;

  struct pool kept;      /* for places, and pieces with corrected functions */
  struct pool text_pool; /* for text sections */
  struct text_section *texts;
  size_t text_count;
  size_t text_capacity;
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
  struct stale_object stale;
  const struct text_object *stale_last; /* counted last */
  bool any_changed;                     /* the linker has rewritten code */

  struct later_object *later;
  size_t later_count;
  size_t later_capacity;
  struct later_function *later_functions;
  size_t later_function_count;
  size_t later_function_capacity;

  uint64_t *groups; /* COMDAT identities of which a copy was found */
  size_t group_count;
  size_t group_sorted; /* how many of them are sorted */
  size_t group_capacity;
};

/* ------------------------------------------------------------------ */
/* place-record.c: what is recorded and reported.  */

/* The input of F.  */
const struct placed_input *placer_input_of (const struct placer *p,
                                            const struct text_function *f);

/* The place of F's entry in its section, for messages.  */
uint64_t placer_field (const struct placer *p, const struct text_function *f);

/* Tell the listener, if there is one, that F is at ADDR.  False: no
   memory.  */
bool placer_tell (const struct placer *p, const struct text_function *f,
                  uint64_t addr);

/* Tell the listener, if there is one, that F is left out because its rows are
   refuted at ADDR.  False: no memory.  */
bool placer_tell_refuted (const struct placer *p,
                          const struct text_function *f, uint64_t addr);

/* Record that F of the current object is certainly at ADDR, and tell the
   listener.  THERE is the index of the existing function with its digest at
   ADDR, or SIZE_MAX if that is not known.  Statuses: NOMEM.  */
sfm_status placer_found (struct placer *p, const struct text_function *f,
                         uint64_t addr, size_t there) SFM_CHECKED;

/* Have the merger take F from ADDR, corrected if its rows lack an end of the
   stack or a mark of .eh_frame.  Counts F in *PLACED, or as one that is left
   out, for .eh_frame cannot judge its rows or they cannot be corrected.
   False: no memory.  */
bool placer_merge (struct placer *p, const struct text_function *f,
                   uint64_t addr, size_t *placed);

/* Have the merger take F also from ADDR.  False: no memory.  */
bool placer_add_copy (struct placer *p, const struct text_function *f,
                      uint64_t addr);

/* Record that a copy of the COMDAT function with identity GROUP was found; 0
   is ignored.  placer_has_group: whether one was; sorts new groups first.  */
void placer_group_found (struct placer *p, uint64_t group);
bool placer_has_group (struct placer *p, uint64_t group);

/* ------------------------------------------------------------------ */
/* While the objects are read.  */

/* place-piece.c: list the usable existing pieces.  False: no memory.  */
bool existing_pieces_list (struct placer *p);

/* place-piece.c: place the functions of PIECE of SFRAME, or make them pending.
   RELOC_OF has the relocation of each FDE (fde-relocs.h).  */
sfm_status place_piece (struct placer *p, const struct input_sframe *sframe,
                        const struct sfm_piece *piece,
                        const uint32_t *reloc_of) SFM_CHECKED;

/* later-objects.c: record that SFRAME, of the current object, has WHAT, which
   the engine does not know, and which functions it describes.  */
sfm_status later_object_add (struct placer *p,
                             const struct input_sframe *sframe,
                             const struct sfm_diag *what) SFM_CHECKED;

/* later-objects.c: find out, after the last object, what has no rows for
   it.  */
void later_objects_settle (struct placer *p);

/* place-by-map.c: whether the map is valid for the current object.  Statuses:
   those of input_code_read.  */
sfm_status place_check_map (struct placer *p) SFM_CHECKED;

/* place-by-map.c: look up F in the map.  Sets *SETTLED to whether the map
   decides its place.  Statuses: those of input_code_read.  */
sfm_status place_by_map (struct placer *p, const struct text_function *f,
                         bool *settled) SFM_CHECKED;

/* section-code.c: set *CODE to the code of section number SECTION, which lives
   as long as P.  Statuses: those of input_code_read.  */
sfm_status section_code_read (struct placer *p, uint32_t section,
                              const struct input_code **code) SFM_CHECKED;

/* section-code.c: set *HOLDS to whether F can be the function that the image
   has at ADDR.  Statuses: those of input_code_read.  */
sfm_status section_code_compare (struct placer *p,
                                 const struct text_function *f, uint64_t addr,
                                 bool *holds) SFM_CHECKED;

/* text-sections.c: make text sections of the pending functions; sorts them.
   Functions of a section that the image already describes under their names
   are settled instead.  Statuses: NOMEM, IO, CORRUPT, TRUNC.  */
sfm_status text_sections_add_object (struct placer *p) SFM_CHECKED;

/* ------------------------------------------------------------------ */
/* place-symbols.c: the symbols of the current object, and the image's.  */

/* Sort the object's symbols and fill in what the image would have of them,
   once.  False: no memory.  */
bool symbols_ready (struct placer *p);

/* The object's symbols of SECTION, by value; *COUNT is their number.
   symbols_ready was called.  */
const struct input_symbol *const *
symbols_of_section (const struct placer *p, uint32_t section, size_t *count);

/* Whether the object has global functions and the image has none of them,
   although it has all its symbols.  */
bool symbols_show_nothing (const struct placer *p);

/* Whether the image describes a function with the digest of F at an address
   whose name only F can have.  *IDX is its index.  symbols_ready was
   called.  */
bool symbols_described (struct placer *p, const struct text_function *f,
                        size_t *idx);

/* The image's symbol for a strong global name, in no COMDAT group, of F; NULL
   if there is none, or several.  */
const struct function *symbols_strong (struct placer *p,
                                       const struct text_function *f);

/* Whether SYMBOL names a PLT entry.  An indirect function's symbol does if the
   function's address must be the same everywhere.  */
bool symbols_in_plt (const struct placer *p, const struct function *symbol);

/* Whether .eh_frame has all functions that the symbols show: objects may be
   built to describe their functions in .sframe alone.  */
bool symbols_have_frames (const struct placer *p);

/* ------------------------------------------------------------------ */
/* The passes that settle all text sections, after the last object.  */

/* stale-object.c: record F of TEXT, which the image has with other code, and
   nothing else of its object.  */
void stale_object_add (struct placer *p, const struct text_section *text,
                       const struct text_function *f);

/* The image's symbol number IDX, below SYMBOL->count, with the name of
   SYMBOL.  */
static inline const struct function *
text_named (const struct placer *p, const struct text_symbol *symbol,
            size_t idx)
{
  const struct function_index *index = &p->from.context->index;

  return &index->symbols.at[index->by_name[symbol->named + idx].idx];
}

/* text-sections.c: make the COUNT FOUND the candidates of TEXT.  False: no
   memory.  */
bool text_set_candidates (struct placer *p, struct text_section *text,
                          const struct text_candidate *found, size_t count);

/* section-fits.c: whether the image has the name of SYMBOL at ADDR.  Each
   symbol looked at is one less of *LEFT.  */
bool text_named_at (const struct placer *p, const struct text_symbol *symbol,
                    uint64_t addr, size_t *left);

/* place-record.c: the verdict of the image's call frame information on the
   rows of F, if F is at ADDR.  */
enum sfm_cfi_verdict placer_judge (const struct placer *p,
                                   const struct text_function *f,
                                   uint64_t addr,
                                   struct sfm_cfi_difference *difference);

/* section-fits.c: whether F, a function of TEXT, can be at BASE plus its
   value, by the bytes and .eh_frame; text_fits: whether all functions of TEXT
   can, and existing pieces do not contradict.  Sets *JUDGED to whether call
   frame information has confirmed the rows of one, and is silent on none.  */
bool text_function_fits (const struct placer *p,
                         const struct text_section *text,
                         const struct text_function *f, uint64_t base);
bool text_fits (const struct placer *p, const struct text_section *text,
                uint64_t base, bool *judged);

/* section-fits.c: the bytes of TEXT's functions that no mask covers.  */
uint64_t text_fixed (const struct text_section *text);

/* section-fits.c: TEXT does not fit at BASE, where the image has its name:
   note it if only its rows are wrong there.  */
void text_note_refuted (const struct placer *p, struct text_section *text,
                        uint64_t base);

enum match_strength
{
  MATCH_NONE,     /* the place of another function */
  MATCH_DOUBTFUL, /* possible, but with too little evidence */
  MATCH_STRONG
};

/* section-fits.c: the strength of the evidence, without a name, that TEXT,
   which fits at BASE, is there.  */
enum match_strength match_strength (const struct placer *p,
                                    const struct text_section *text,
                                    uint64_t base);

/* name-candidates.c: find the candidates of all sections by their names.
   Statuses of this pass and of those below: NOMEM, without a message.  */
sfm_status candidates_find (struct placer *p) SFM_CHECKED;

/* code-proof.c: leave out the sections with a candidate that neither call
   frame information nor their code proves.  */
sfm_status candidates_prove (struct placer *p) SFM_CHECKED;

/* frame-places.c: place the open sections that .eh_frame proves to be
   somewhere, and find out which are nowhere.  */
sfm_status frame_places_settle (struct placer *p) SFM_CHECKED;

/* code-search.c: find the candidates of all open sections without candidates
   by their code alone.  */
sfm_status search_find (struct placer *p) SFM_CHECKED;

/* choose-base.c: place the sections that have one candidate left, which leaves
   fewer to others.  */
sfm_status choose_places (struct placer *p) SFM_CHECKED;

/* choose-base.c: give up the sections that have several candidates left.  */
sfm_status choose_give_up (struct placer *p) SFM_CHECKED;

/* choose-base.c: place TEXT at its base.  choose_copy: describe its base, too,
   by the rows of TEXT, which is placed elsewhere.  False: no memory.  */
bool choose_place (struct placer *p, struct text_section *text);
bool choose_copy (struct placer *p, const struct text_section *text);

/* file-groups.c: number the names of the STT_FILE groups.  False: no
   memory.  */
bool file_groups_begin (struct placer *p);

/* file-groups.c: learn from TEXT, which is placed, which STT_FILE group is its
   object's.  One of several equal sections shows nothing: its place may be
   another's.  */
void file_group_of (struct placer *p, const struct text_section *text);

/* absent-sections.c: settle the sections whose names show that they are not in
   the image; absent_rest: after the search, settle all that are left.  */
void absent_by_names (struct placer *p);
void absent_rest (struct placer *p);

/* absent-sections.c: whether the image has a name that only TEXT can have: a
   strong global one, or a local one of its object's STT_FILE group.  */
bool absent_is_named (const struct placer *p, const struct text_section *text);

/* give-places.c: place or leave out the functions of the text sections, by
   their states, and give the pieces to the merger.  give_pieces reports;
   statuses: those of sfm_merger_add.  */
sfm_status give_places (struct placer *p) SFM_CHECKED;
sfm_status give_pieces (struct placer *p) SFM_CHECKED;

/* place-by-map.c: count and report the functions that the map does not list,
   and at whose symbols no function is known.  */
void map_conflicts_settle (struct placer *p);

#endif /* BFDGLUE_PLACER_INTERNAL_H */
