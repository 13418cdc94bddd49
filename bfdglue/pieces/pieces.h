/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   pieces.h - the existing pieces of an image, and the addresses of their
   functions.  */

#ifndef BFDGLUE_PIECES_H
#define BFDGLUE_PIECES_H

#include <stdint.h>

#include "code-ranges.h"
#include "elf-image.h"
#include "function-index.h"
#include "pool.h"
#include "sfmerge.h"
#include "sorted.h"

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
  bool longer;           /* a function has one byte more than is confirmed */
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
  size_t correctable;  /* with rows that pieces_correct may correct */
  size_t incomplete;   /* live, with rows to be replaced: they do not begin
                          where the function does */
};

/* A piece whose functions have places in an image: of an input, or made of
   call frame information.  The arrays have an element per FDE.  */
struct placed_piece
{
  struct sfm_piece piece;
  struct sfm_place *places;
  uint32_t *sizes; /* of the functions, in bytes; NULL: as in PIECE */
  uint32_t input;  /* number of the input for the merger, or 0 */
  struct placed_piece *next;
};

/* Places with a version, flags or an ABI that the engine does not know.  They
   are not damaged: they may be of a later format.  */
struct later_sframe
{
  size_t count;
  bool alone;             /* some section has nothing else */
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
  /* FUNCTIONS_LIVE, without duplicates, once needed.  */
  struct function_list functions;
  /* Bytes that pieces cover, damaged ones included, in file order.  */
  struct byte_range *runs;
  size_t run_count;
  struct pool pool;
  struct placed_piece *corrected; /* functions, each in a piece of its own in
                                     POOL */
  size_t corrected_count;
  struct last_calls calls; /* once needed */
};

/* Find the pieces of INDEX's image in its SFrame sections and, after them,
   inside PT_GNU_SFRAME; without section headers, in that segment.  Decide what
   their starts are relative to (doc/internals.md, section 9) and which
   functions were discarded.  A function that is one byte longer only to cover
   a return address (fde-cover.c) has the size that the image confirms.
   Damaged pieces, and pieces whose addresses are not believed, give warnings
   and are not used; so do functions whose rows contradict call frame
   information, unless KEEP_ROWS.  What the engine does not know is only
   counted: the caller decides what becomes of it.  The image must outlive
   EXISTING, which the caller releases with pieces_free.  Statuses: NOMEM;
   LIMIT if there are more sections of pieces than an image can have.  */
sfm_status pieces_read (const struct function_index *index, bool keep_rows,
                        struct existing_sframe *existing,
                        const struct diag_sink *sink) SFM_CHECKED;

void pieces_free (struct existing_sframe *existing);

/* piece-rows.c: replace each live function whose rows do not end the stack
   where INDEX's call frame information does by a corrected one.  One that
   cannot be corrected is no longer live, and counts as wrong.  Statuses:
   NOMEM.  */
sfm_status pieces_correct (const struct function_index *index,
                           struct existing_sframe *existing,
                           const struct diag_sink *sink) SFM_CHECKED;

/* pieces-functions.c: fill in the functions of EXISTING, the pieces of INDEX's
   image.  Statuses: NOMEM.  */
sfm_status pieces_list (const struct function_index *index,
                        struct existing_sframe *existing,
                        const struct diag_sink *sink) SFM_CHECKED;

/* fde-cover.c: fill in EXISTING->calls by INDEX, unless that was done.
   Statuses: NOMEM.  */
sfm_status pieces_read_calls (const struct function_index *index,
                              struct existing_sframe *existing,
                              const struct diag_sink *sink) SFM_CHECKED;

/* pieces-functions.c: which functions are listed.  Those of size 0 never are:
   they describe nothing, and others may begin at their address.  */
enum function_kind
{
  FUNCTIONS_LIVE,    /* live ones of usable pieces, except PLT code */
  FUNCTIONS_VISIBLE, /* those that describe code for consumers of the
                        file */
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

/* The index of the listed function at ADDR with DIGEST, or SIZE_MAX.  */
size_t pieces_find (const struct existing_sframe *existing, uint64_t addr,
                    uint64_t digest);

/* pieces-functions.c: the address of FDE of P, by P's start base.  */
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

/* The part of the existing pieces that consumers of the file see without a
   repair.

   A repair may use pieces that a linker left past the section's end, and
   replaces PLT functions whose rows are wrong.  A consumer of the file does
   not see those pieces, and sees the wrong rows.  */

/* Whether P is in a section that consumers read, and its addresses are
   believed.  */
bool piece_is_visible (const struct image_piece *p);

/* Whether FDE number IDX of P, a usable piece, describes code, rightly or not.
   FDEs that are discarded or that .eh_frame contradicts do not.  May be called
   before or after plt_code_read.  */
bool function_is_visible (const struct image_piece *p, uint32_t idx);

/* The piece that a consumer finds if it reads one header and takes start
   fields as the flags say.  It is at the start of the section that
   PT_GNU_SFRAME points to, or of the first section if there is no such
   segment.  NULL if there is none, or if it is not visible or its addresses
   differ from that reading.  */
const struct image_piece *
readable_piece (const struct image *image,
                const struct existing_sframe *existing);

/* Whether the rows of a function agree with the call frame information of the
   image at its address.  */

/* A function that is said to be at an address.  */
struct proof_function
{
  const struct sfm_piece *piece; /* what has its rows */
  uint64_t addr;
  uint64_t digest; /* sfm_fde_digest */
  uint32_t size;
  uint32_t fde;     /* number in PIECE */
  uint8_t rep_size; /* block size of a MASK function of V1 */
};

/* The judge, and what it keeps between two functions.  */
struct row_proof
{
  const struct function_index *index;
  const struct sfm_cfi_section *section; /* of FDE */
  struct sfm_cfi_fde fde;                /* the last one read */
  uint64_t left;                         /* bytes that may still be read */
  size_t last; /* number of the FDE that gave the last verdict */
};

/* Whether rows with VERDICT are not to be used.  */
static inline bool
verdict_refuses (enum sfm_cfi_verdict verdict)
{
  return verdict >= SFM_CFI_UNJUDGED;
}

/* Whether row_proof_correct can correct rows with VERDICT.  */
static inline bool
verdict_corrects (enum sfm_cfi_verdict verdict)
{
  return verdict == SFM_CFI_MARKED || verdict == SFM_CFI_OUTERMOST;
}

/* Make PROOF a judge by INDEX, which must outlive it.  */
void row_proof_begin (struct row_proof *proof,
                      const struct function_index *index);

/* The verdict on F by all FDEs over it.  SFM_CFI_SILENT: there is none.
   SFM_CFI_UNJUDGED: also if its rows have no meaning, if FDEs contradict each
   other about it, or after too much work.  DIFFERENCE, if not NULL, receives
   the first address with a verdict other than SFM_CFI_AGREES, and its
   rules.  */
enum sfm_cfi_verdict row_proof_judge (struct row_proof *proof,
                                      const struct proof_function *f,
                                      struct sfm_cfi_difference *difference);

/* Make a piece of its own for F from its FDE; verdict_corrects holds for the
   verdict on F.  False: F is not a whole FDE, or there is no memory.  POOL
   owns the bytes.  */
bool row_proof_correct (struct row_proof *proof,
                        const struct proof_function *f, struct pool *pool,
                        struct sfm_piece *piece);

/* Whether an FDE starts at ADDR whose function has this SIZE and DIGEST.  */
bool row_proof_equal (const struct function_index *index, uint64_t addr,
                      uint64_t size, uint64_t digest);

/* Digests of a piece's functions, to compare them.  */

/* Functions whose digests are known, and which of them probably comes next.
   All zero: none are.  */
struct digest_known
{
  const struct sfm_piece *piece;
  const uint64_t *digests;        /* one per FDE */
  uint32_t next;                  /* number of the FDE */
  struct sfm_digest_cache *cache; /* of other pieces' rows, or NULL */
};

/* Fill DIGESTS, one per FDE, with the digests of PIECE's functions
   (sfm_fde_digest).  PLACES gives the block sizes where they are known, or is
   NULL.  A function with a row that has no rules (some assemblers write
   impossible registers) gets a digest of its size alone.  SIZES, unless NULL,
   gets their sizes in bytes.  KNOWN, unless NULL, saves work for functions
   that equal those of KNOWN->piece, in the same order, and KNOWN->next moves
   past them; and for those with rows that KNOWN->cache has.  Statuses: CORRUPT
   and TRUNC as sfm_fde_digest; LIMIT if functions share rows too often.  */
sfm_status digest_piece (const struct sfm_piece *piece,
                         const struct sfm_place *places,
                         struct digest_known *known, uint64_t *digests,
                         uint32_t *sizes, struct sfm_diag *diag) SFM_CHECKED;

/* Rules and the names of registers as text.  */

/* The DWARF numbers of ABI's stack pointer and frame pointer.  */
struct rules_registers
{
  uint32_t sp;
  uint32_t fp;
};
struct rules_registers rules_registers_of (uint8_t abi);

/* Put RULE, of a row for ABI, at P: "sp+8", "*(cfa-16)", "same", ...  Returns
   the end of the text, at most 45 bytes.  */
char *rules_put_rule (char *p, const struct sfm_rule *rule, uint8_t abi);

/* The same for RULES: "cfa=sp+8 ra=*(cfa-8) fp=same", "ra=undefined", ...  */
char *rules_put (char *p, const struct sfm_rules *rules, uint8_t abi);

enum
{
  RULES_TEXT_SIZE = 160
};

/* Put RULES into TEXT like rules_put, and return TEXT.  */
const char *rules_text (const struct sfm_rules *rules, uint8_t abi,
                        char text[RULES_TEXT_SIZE]);

/* What the call frame information has in DIFFERENCE, between rules, for a
   function of ABI: its rules, as above, or its problem.  */
const char *rules_of_frame (const struct sfm_cfi_difference *difference,
                            uint8_t abi, char text[RULES_TEXT_SIZE]);

#endif /* BFDGLUE_PIECES_H */
