/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   pieces.h - the pieces that an image holds already, and where their functions
   are.  */

#ifndef BFDGLUE_PIECES_H
#define BFDGLUE_PIECES_H

#include "code-ranges.h"
#include "elf-image.h"
#include "byte-range.h"
#include "function-index.h"
#include "pool.h"

/* Why a function of linker-made code makes way for others.  */
enum piece_replaced
{
  PIECE_KEPT,
  PIECE_UNFIT, /* it has a part of the bytes of one of these */
  PIECE_WRONG  /* its rules are not those of the code */
};

/* One piece.  */
struct image_piece
{
  struct sfm_piece piece;
  const char *section;  /* name, for messages */
  uint32_t section_idx; /* its number; 0 for PT_GNU_SFRAME alone */
  uint64_t addr;        /* of byte 0 of piece.bytes */
  uint64_t shift;       /* to add to each start, modulo 2^64: the section was
                          moved after the link */
  uint64_t offset;      /* of byte 0 of piece.bytes in the file */
  enum sfm_start_base start_base;
  bool
      past_section_end; /* behind the section's size, inside the old segment */
  bool offset_unknown;  /* moved, but it cannot be told how far */
  bool damaged;         /* a function or its rows cannot be read */
  bool usable;          /* its addresses are believed */
  bool matched_input;   /* an input's piece was recognised in it */
  uint64_t *digests;    /* of each FDE */
  struct sfm_place *places; /* of each FDE */
  uint8_t *replaced; /* of each FDE: PIECE_KEPT, or why plt_code_read took it
                        out */
  size_t live;
  size_t contradicted; /* not live, as .eh_frame contradicts them */
  size_t not_in_code;  /* not live: not in code, and not discarded either */
};

/* A live function of the image's own.  */
struct described_function
{
  uint64_t digest;
  uint64_t addr;
};

struct existing_sframe
{
  struct image_piece *pieces;
  size_t piece_count;
  size_t discarded; /* functions with the signatures of discarded ones */
  size_t unread;    /* pieces or places where one was expected, that are
                    damaged */
  /* Live functions of usable pieces but linker-made ones, by address and
     digest, each pair once.  */
  struct described_function *functions;
  size_t function_count;
  struct address_index buckets; /* of FUNCTIONS */
  /* Bytes that pieces cover, also damaged ones, in file order.  */
  struct byte_range *runs;
  size_t run_count;
  struct pool pool;
};

/* Find the pieces of IMAGE in its sections .sframe and .sframe_raw, behind
   them inside PT_GNU_SFRAME, and, without section headers, in that segment;
   decide what their starts are relative to (doc/internals.md, section 9) and
   which functions are dead.  Damaged pieces and pieces whose addresses are not
   believed are warnings, and not used.  Statuses: NOMEM; LIMIT if there are
   more sections than an image can have.  */
sfm_status pieces_read (const struct image *image,
                        const struct code_ranges *code,
                        const struct function_index *index,
                        struct existing_sframe *existing,
                        const struct diag_sink *sink) SFM_CHECKED;

void pieces_free (struct existing_sframe *existing);

/* Whether a function begins at ADDR.  */
bool pieces_any_at (const struct existing_sframe *existing, uint64_t addr);

/* The number of the first function that begins at ADDR, or SIZE_MAX.  */
size_t pieces_first_at (const struct existing_sframe *existing, uint64_t addr);

/* The number of the function of this DIGEST that begins at ADDR, or
   SIZE_MAX.  */
size_t pieces_find (const struct existing_sframe *existing, uint64_t addr,
                    uint64_t digest);

/* piece-function.c: the address of FDE of P, by P's anchor and shift.  */
uint64_t piece_address (const struct image_piece *p,
                        const struct sfm_fde *fde);

/* Whether FDE of P, at ADDR, has the signature of a discarded function: the
   linker resolved its relocation to 0 (raw value 0 or address 0; V1 and V2
   keep 32 bits of it).  */
bool piece_looks_discarded (const struct image_piece *p,
                            const struct sfm_fde *fde, uint64_t addr);

/* Whether FDE of P, at ADDR, which is not live, is a discarded function: it
   has the signature, or that with the function's place in its section
   added.  */
bool piece_discarded (const struct code_ranges *code,
                      const struct image_piece *p, const struct sfm_fde *fde,
                      uint64_t addr);

/* Whether [ADDR, ADDR + SIZE) is where a linker puts a function of PLT code:
   at the start of the section, or behind a first entry of 16 or 32 bytes.  */
bool piece_plt_start (const struct code_ranges *code, uint64_t addr,
                      uint64_t size);

/* start-base.c: what P's flags and place say that its starts are relative to.
   ALONE: it is the only piece of its section, buried ones counted.  */
enum sfm_start_base piece_expected_start_base (const struct image_piece *p,
                                               bool alone);

/* start-base.c: decide P->anchor and P->usable by the rules of
   doc/internals.md, section 9, confirmed by CODE and INDEX.  */
void piece_choose_start_base (const struct image *image,
                              const struct code_ranges *code,
                              const struct function_index *index,
                              struct image_piece *p, bool alone,
                              const struct diag_sink *sink);

#endif /* BFDGLUE_PIECES_H */
