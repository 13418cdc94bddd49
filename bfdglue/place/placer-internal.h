/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   placer-internal.h - the state of the placer, and its passes.  */

#ifndef BFDGLUE_PLACER_INTERNAL_H
#define BFDGLUE_PLACER_INTERNAL_H

#include "code-ranges.h"
#include "input.h"
#include "pieces.h"
#include "placer.h"
#include "pool.h"
#include "sorted.h"

/* One input of the merger, for messages.  */
struct placed_input
{
  const char *name;
  const char *section;
  bool lto; /* link-time optimization may have recompiled its functions */
};

/* A function that the map does not list although the image has its name.  */
struct map_conflict
{
  const struct function *symbol; /* the image's, with its name */
  uint64_t field;
  uint32_t input;
};

/* An existing piece that may be an input's.  */
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
  bool kept;     /* its bytes outlive the object */
  bool compared; /* with the code that is where the map puts it: */
  bool same;
};

/* The object whose functions are being placed.  */
struct current_object
{
  const struct input_object *object;
  bool mapped;             /* the map is valid for it */
  struct read_code *codes; /* one per section, or NULL; read on demand */
  /* Its symbols, by section and value; NULL until symbols_ready.  */
  const struct input_symbol **symbols;
  const struct input_symbol **by_name; /* NULL until they are asked for */
  uint32_t file; /* number of the image's STT_FILE groups with the name of the
                    object's source, or 0 */
  size_t near;   /* index + 1 of the image's symbol found last */
  size_t at;     /* index into SYMBOLS after the last look-up */
};

/* What is known of an address that was tried for a function.  */
enum fit
{
  FIT_NO,       /* another function is there */
  FIT_PROVEN,   /* the function is there */
  FIT_UNPROVEN, /* it may be there */
  FIT_REFUTED   /* it is, by name and code, but its rows are wrong */
};

/* A function of an input, from its FDE to its place in the image, or to the
   reason why it has none.  */
struct input_function
{
  struct proof_function said;    /* with its address, known or proposed */
  struct placed_piece *piece;    /* that it belongs to; NULL: its rows are not
                                    known */
  uint64_t value;                /* offset in its section */
  uint32_t section;              /* number in its object, or INPUT_NO_SECTION:
                                    discarded before the link */
  uint32_t later;                /* index into placer.later if its rows are not
                                    known */
  const struct function *named;  /* the image's symbol that has refuted it, or
                                   has other code and a strong name; or NULL */
  const struct input_code *code; /* of its section, once it has no place; NULL:
                                    no gap is as large */
  enum fit fit;                  /* the best result so far */
};

/* A section of an input whose SFrame the engine does not know.  */
struct later_object
{
  const char *name; /* of the input */
  const char *section;
  struct sfm_diag what; /* what is not known */
  size_t lost;          /* functions of the image without rows for it */
};

struct placer
{
  struct place_sources from;
  struct row_proof proof;
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
  struct pool scratch;            /* for the current object */
  struct input_function *pending; /* its functions that are to be placed by
                                     name, then those of the current piece */
  size_t pending_count;
  size_t pending_capacity;

  struct map_conflict *conflicts;
  size_t conflict_count;
  size_t conflict_capacity;
  bool reported_contradiction;

  struct pool kept;      /* for places, and pieces with corrected functions */
  struct pool code_pool; /* for the code of inputs */
  struct placed_piece *pieces; /* the current one, and those with functions
                                  that have places; in KEPT */
  struct placed_piece **end;   /* of that list */

  uint32_t *next_of_name; /* by the number of the first symbol of a name: which
                             symbol of that name to try next */
  struct address_ranges described; /* by inputs; merged in the end */
  uint64_t largest_gap;            /* bytes of code that nothing describes */
  bool gaps_measured;              /* LARGEST_GAP is known */
  struct input_function *unplaced; /* in the order of the inputs */
  size_t unplaced_count;
  size_t unplaced_capacity;

  struct later_object *later;
  size_t later_count;
  size_t later_capacity;
};

/* ------------------------------------------------------------------ */
/* place-record.c: what is recorded and reported.  */

/* The input of F.  */
static inline const struct placed_input *
placer_input_of (const struct placer *p, const struct input_function *f)
{
  return &p->inputs[f->piece->input - 1];
}

/* The place of F's entry in its section, for messages.  */
static inline uint64_t
placer_field (const struct input_function *f)
{
  return sfm_piece_field (f->said.piece, f->said.fde);
}

/* Tell the listener, if there is one, of F, or that F is left out because its
   rows are refuted.  False: no memory.  */
bool placer_tell (const struct placer *p, const struct input_function *f);

/* Record that F of the current object has its place, and tell the listener.
   Statuses: NOMEM.  */
sfm_status placer_found (struct placer *p,
                         const struct input_function *f) SFM_CHECKED;

/* Add PIECE of input number INPUT to the pieces, without places; NULL: no
   memory.  */
struct placed_piece *placer_add_piece (struct placer *p,
                                       const struct sfm_piece *piece,
                                       uint32_t input);

/* Remove the pieces from END on, a former value of P->end.  */
static inline void
placer_drop (struct placer *p, struct placed_piece **end)
{
  *end = NULL;
  p->end = end;
}

/* Have the merger take F at its address, for which there is EVIDENCE.  */
void placer_place (struct input_function *f, uint8_t evidence);

/* Have the merger take F at its address, where call frame information has
   given VERDICT.  If the rows lack an end of the stack or a mark of .eh_frame,
   they are corrected.  Counts F in *PLACED, or as left out because .eh_frame
   cannot judge its rows or they cannot be corrected.  False: no memory.  */
bool placer_merge (struct placer *p, const struct input_function *f,
                   enum sfm_cfi_verdict verdict, size_t *placed);

/* Whether an input or an existing piece describes ADDR.  p->described must be
   merged.  */
bool placer_knows (const struct placer *p, uint64_t addr);

/* ------------------------------------------------------------------ */
/* While the objects are read.  */

/* place-piece.c: list the usable existing pieces.  False: no memory.  */
bool existing_pieces_list (struct placer *p);

/* place-piece.c: place the functions of PIECE of SFRAME, or make them pending.
   RELOC_OF has the relocation of each FDE (input.h).  */
sfm_status place_piece (struct placer *p, const struct input_sframe *sframe,
                        const struct sfm_piece *piece,
                        const uint32_t *reloc_of) SFM_CHECKED;

/* later-objects.c: record that SFRAME, of the current object, has WHAT, which
   the engine does not know, and record the functions that it describes.  */
sfm_status later_object_add (struct placer *p,
                             const struct input_sframe *sframe,
                             const struct sfm_diag *what) SFM_CHECKED;

/* place-by-map.c: whether the map is valid for the current object.  Statuses:
   those of input_code_read.  */
sfm_status place_check_map (struct placer *p) SFM_CHECKED;

/* place-by-map.c: look up F in the map.  Sets *SETTLED to whether the map
   decides its place.  Statuses: those of input_code_read.  */
sfm_status place_by_map (struct placer *p, struct input_function *f,
                         bool *settled) SFM_CHECKED;

/* place-by-name.c: place the pending functions of the current object where the
   image has their names, and their code or rows; sorts them.  Statuses: NOMEM,
   IO, CORRUPT, TRUNC.  */
sfm_status place_by_name (struct placer *p) SFM_CHECKED;

/* place-symbols.c: whether F begins as functions do: with the frame that a
   call makes, and not in the middle of another one.  symbols_ready was
   called.  */
bool function_begins (struct placer *p, const struct input_function *f);

/* place-symbols.c: if F is a cold part, set *REST to the symbol of the rest of
   its function in the current object.  NULL: F is no cold part, or there is no
   such symbol.  symbols_ready was called.  Statuses: NOMEM.  */
sfm_status function_rest (struct placer *p, const struct input_function *f,
                          const struct input_symbol **rest) SFM_CHECKED;

/* code-same.c: set *CODE to the code of section number SECTION.  It lives as
   long as P, unless P->code_pool is rewound; its bytes live as long as the
   object or, with section_code_keep, as *CODE.  Statuses: those of
   input_code_read.  */
sfm_status section_code_read (struct placer *p, uint32_t section,
                              const struct input_code **code) SFM_CHECKED;
sfm_status section_code_keep (struct placer *p, uint32_t section,
                              const struct input_code **code) SFM_CHECKED;

/* code-same.c: set *HOLDS to whether the image's code at the address of F can
   be that of F.  Statuses: those of input_code_read.  */
sfm_status section_code_compare (struct placer *p,
                                 const struct input_function *f,
                                 bool *holds) SFM_CHECKED;

/* ------------------------------------------------------------------ */
/* place-symbols.c: the symbols of the current object, and the image's.  */

/* Sort the object's symbols and look for its source among the image's files,
   once.  False: no memory.  */
bool symbols_ready (struct placer *p);

/* The object's symbols at VALUE of SECTION; *COUNT is their number.
   symbols_ready was called.  */
const struct input_symbol *const *
symbols_at (struct placer *p, uint32_t section, uint64_t value, size_t *count);

/* Whether the image describes a function with the digest of F at the address
   of a symbol that alone has a name of F.  *IDX is the function's index.
   symbols_ready was called.  */
bool symbols_described (struct placer *p, const struct input_function *f,
                        size_t *idx);

/* The image's symbol for a strong global name of F, unless F is in a COMDAT
   group; NULL if there is none, or several.  */
const struct function *symbols_strong (struct placer *p,
                                       const struct input_function *f);

/* Whether SYMBOL is at a PLT entry, as that of an indirect function is if the
   function's address must be the same everywhere.  */
bool symbols_in_plt (const struct placer *p, const struct function *symbol);

/* ------------------------------------------------------------------ */
/* After the last object.  */

/* unplaced.c: keep F of the current object, which has no place.  Statuses:
   those of input_code_read.  */
sfm_status unplaced_add (struct placer *p,
                         const struct input_function *f) SFM_CHECKED;

/* unplaced.c: decide, and report, what became of each function without a
   place.  p->described must be merged.  False: no memory.  */
bool unplaced_settle (struct placer *p);

/* place-by-map.c: count and report the functions that the map does not list
   and whose symbols mark no known function.  */
void map_conflicts_settle (struct placer *p);

/* Compare the bytes of a function of an object with those at an address of the
   image.  */

/* Whether the SIZE bytes at FROM of the section CODE equal those of IMAGE_CODE
   at ADDR, except under relocation masks and for changes that linkers make
   without a relocation (code-same.c).  False if either side lacks some of
   the bytes.  A linker that shortens a function keeps its first bytes, so the
   caller must know that the image's function has the same size.  */
bool code_same (const struct code_ranges *image_code,
                const struct input_code *code, uint64_t from, uint64_t size,
                uint64_t addr);

/* The number of bytes [FROM, FROM + SIZE) of CODE outside the relocation
   masks: the more, the stronger the result.  0 if CODE does not have all the
   bytes.  */
uint64_t code_fixed (const struct input_code *code, uint64_t from,
                     uint64_t size);

#endif /* BFDGLUE_PLACER_INTERNAL_H */
