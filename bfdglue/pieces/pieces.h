/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   pieces.h - the existing pieces of an image, and the addresses of their
   functions.  */

#ifndef BFDGLUE_PIECES_H
#define BFDGLUE_PIECES_H

#include "code-ranges.h"
#include "elf-image.h"
#include "byte-range.h"
#include "function-index.h"
#include "last-calls.h"
#include "pool.h"

/* Why plt_code_decide drops a function of PLT code.  */
enum piece_replaced
{
  PIECE_KEPT,
  PIECE_UNFIT,   /* it covers a new function only in part */
  PIECE_WRONG,   /* its rules do not fit the code */
  PIECE_UNWANTED /* all are, by PLT_NONE */
};

/* One existing piece.  */
struct image_piece
{
  struct sfm_piece piece;
  const char *section;  /* its name, for messages */
  uint32_t section_idx; /* 0: found by PT_GNU_SFRAME alone */
  bool section_read;    /* consumers look there: it is neither .sframe_raw nor
                           a reserve */
  uint64_t addr;        /* of piece.bytes[0] */
  uint64_t offset;      /* of piece.bytes[0] in the file */
  enum sfm_start_base start_base;
  bool past_section_end; /* past the section's size, inside the old segment */
  bool damaged;          /* a function or its rows cannot be read */
  bool usable;           /* its addresses are believed */
  uint64_t *digests;     /* one per FDE */
  struct sfm_place *places; /* one per FDE */
  uint32_t *sizes;          /* of the functions, in bytes, if it is USABLE */
  uint8_t *replaced;        /* enum piece_replaced, one per FDE */
  uint8_t *verdicts;        /* enum sfm_cfi_verdict, one per FDE, on rows */
  size_t live;
  size_t contradicted; /* not live: .eh_frame contradicts them */
  size_t wrong_rows;   /* not live: their rows contradict .eh_frame */
  size_t kept_rows;    /* live, though their rows contradict .eh_frame */
  size_t not_in_code;  /* not live: neither in code nor discarded */
  size_t incomplete;   /* live, with rows to be replaced: they do not begin
                          where the function does */
};

/* A function whose rows were corrected, in a piece of its own.  */
struct corrected_function
{
  struct sfm_piece piece;
  struct sfm_place place;
};

/* Places with a version, flags or an ABI that the engine does not know.  They
   are not damaged: they may be of a later format.  */
struct later_sframe
{
  size_t count;
  bool alone;             /* a section has nothing else */
  const char *section;    /* of the first of them, for messages, */
  struct sfm_piece piece; /* ... the fields of its header, */
  struct sfm_diag what;   /* ... and what is not known */
};

struct existing_sframe
{
  struct image_piece *pieces;
  size_t piece_count;
  size_t discarded; /* functions that look discarded */
  size_t unread;    /* damaged pieces, and unreadable places where one was
                       expected */
  struct later_sframe later;
  /* FUNCTIONS_LIVE, without duplicates.  */
  struct function_list functions;
  /* Bytes that pieces cover, damaged ones included, in file order.  */
  struct byte_range *runs;
  size_t run_count;
  struct pool pool;
  struct corrected_function *corrected; /* POOL's */
  size_t corrected_count;
  struct last_calls calls; /* once they were needed */
};

/* Find the pieces of INDEX's image in its SFrame sections and, after them,
   inside PT_GNU_SFRAME; without section headers, in that segment.  Decide what
   their starts are relative to (doc/internals.md, section 9) and which
   functions were discarded.  A function that is one byte longer only to cover
   a return address (piece-calls.c) has the size that the image confirms.
   Damaged pieces, and pieces whose addresses are not believed, give warnings
   and are not used; so do functions whose rows contradict call frame
   information, unless KEEP_ROWS.  What is not known is counted without a
   word: the caller decides what becomes of it.  The image must outlive
   EXISTING, which the caller releases with pieces_free.  Statuses: NOMEM;
   LIMIT if there are more sections of pieces than an image can have.  */
sfm_status pieces_read (const struct function_index *index, bool keep_rows,
                        struct existing_sframe *existing,
                        const struct diag_sink *sink) SFM_CHECKED;

void pieces_free (struct existing_sframe *existing);

/* piece-rows.c: replace each live function whose rows do not end the stack
   where INDEX's call frame information does by a corrected one; one that
   cannot be corrected is no longer live, and counted as wrong.  Statuses:
   NOMEM.  */
sfm_status pieces_correct (const struct function_index *index,
                           struct existing_sframe *existing,
                           const struct diag_sink *sink) SFM_CHECKED;

/* piece-calls.c: fill in EXISTING->calls by INDEX, unless that was done.
   Statuses: NOMEM.  */
sfm_status pieces_read_calls (const struct function_index *index,
                              struct existing_sframe *existing,
                              const struct diag_sink *sink) SFM_CHECKED;

/* pieces-functions.c: which functions are listed.  Those of size 0 describe
   nothing, so that others may begin at their address, and never are.  */
enum function_kind
{
  FUNCTIONS_LIVE,    /* live ones of usable pieces, except PLT code */
  FUNCTIONS_VISIBLE, /* those that describe code for consumers of the file
                        (pieces-visible.h) */
  FUNCTIONS_JUDGED,  /* ... and those whose rows .eh_frame refuses */
  FUNCTIONS_ALL      /* all that can be read, where there is no code */
};

/* Add the functions of KIND of EXISTING to LIST, by address, digest, and place
   in the file.  The caller frees LIST in any case.  False: no memory.  */
bool pieces_functions (const struct existing_sframe *existing,
                       enum function_kind kind, struct function_list *list);

/* Whether P is to be merged: functions are live, or some have wrong rows,
   which must not stay where they are.  */
bool piece_has_input (const struct image_piece *p);

/* Whether a listed function begins at ADDR.  */
bool pieces_any_at (const struct existing_sframe *existing, uint64_t addr);

/* The index of the first listed function at ADDR, or SIZE_MAX.  */
size_t pieces_first_at (const struct existing_sframe *existing, uint64_t addr);

/* The index of the listed function at ADDR with DIGEST, or SIZE_MAX.  */
size_t pieces_find (const struct existing_sframe *existing, uint64_t addr,
                    uint64_t digest);

/* piece-function.c: the address of FDE of P, by P's start base.  */
uint64_t piece_address (const struct image_piece *p,
                        const struct sfm_fde *fde);

/* Whether FDE of P, at ADDR, has the signature of a discarded function: the
   linker resolved its relocation to 0 (raw value 0 or address 0, of which V1
   and V2 keep 32 bits).  */
bool piece_looks_discarded (const struct image_piece *p,
                            const struct sfm_fde *fde, uint64_t addr);

/* Whether FDE of P, at ADDR, which is not live, is a discarded function: its
   address has the signature above, or is the function's offset in its section.
   Such an offset means nothing where a segment of INDEX's image is, except in
   a piece that the linker copied, and in no code: shared objects begin at 0,
   with their headers.  */
bool piece_discarded (const struct function_index *index,
                      const struct image_piece *p, const struct sfm_fde *fde,
                      uint64_t addr);

/* start-base.c: the start base that P's flags and position imply.  ALONE: P is
   the only piece of its section, pieces past the section's end included.  */
enum sfm_start_base piece_expected_start_base (const struct image_piece *p,
                                               bool alone);

/* start-base.c: decide P->start_base and P->usable by the rules of
   doc/internals.md, section 9, confirmed by INDEX.  */
void piece_choose_start_base (const struct function_index *index,
                              struct image_piece *p, bool alone,
                              const struct diag_sink *sink);

#endif /* BFDGLUE_PIECES_H */
