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
enum own_replaced
{
  OWN_KEPT,
  OWN_UNFIT, /* it has a part of the bytes of one of these */
  OWN_WRONG  /* its rules are not those of the code */
};

/* One piece.  */
struct own_piece
{
  struct sfm_piece piece;
  const char *section;  /* name, for messages */
  uint32_t section_idx; /* its number; 0 for PT_GNU_SFRAME alone */
  uint64_t addr;        /* of byte 0 of piece.bytes */
  uint64_t shift;       /* to add to each start, modulo 2^64: the section was
                          moved after the link */
  uint64_t offset;      /* of byte 0 of piece.bytes in the file */
  enum sfm_anchor anchor;
  bool buried;       /* behind the section's size, inside the old segment */
  bool lost;         /* moved, but it cannot be told how far */
  bool damaged;      /* a function or its rows cannot be read */
  bool usable;       /* its addresses are believed */
  bool taken;        /* an input's piece was recognised in it */
  uint64_t *digests; /* of each FDE */
  struct sfm_place *places; /* of each FDE */
  uint8_t *replaced; /* of each FDE: OWN_KEPT, or why image_plt_read took it
                        out */
  size_t live;
  size_t wrong; /* not live, as .eh_frame contradicts them */
  size_t stray; /* not live: not in code, and not discarded either */
};

/* A live function of the image's own.  */
struct own_function
{
  uint64_t digest;
  uint64_t addr;
};

struct own
{
  struct own_piece *pieces;
  size_t piece_count;
  size_t dead;   /* functions with the signatures of discarded ones */
  size_t unread; /* pieces or places where one was expected, that are
                    damaged */
  /* Live functions of usable pieces but linker-made ones, by address and
     digest, each pair once.  */
  struct own_function *functions;
  size_t function_count;
  struct buckets buckets; /* of FUNCTIONS */
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
sfm_status own_read (const struct image *image, const struct code *code,
                     const struct evidence *evidence, struct own *own,
                     const struct say *sink) SFM_CHECKED;

void own_free (struct own *own);

/* Whether a function begins at ADDR.  */
bool own_any_at (const struct own *own, uint64_t addr);

/* The number of the first function that begins at ADDR, or SIZE_MAX.  */
size_t own_first_at (const struct own *own, uint64_t addr);

/* The number of the function of this DIGEST that begins at ADDR, or
   SIZE_MAX.  */
size_t own_find (const struct own *own, uint64_t addr, uint64_t digest);

/* piece-function.c: the address of FDE of P, by P's anchor and shift.  */
uint64_t own_address (const struct own_piece *p, const struct sfm_fde *fde);

/* Whether FDE of P, at ADDR, has the signature of a discarded function: the
   linker resolved its relocation to 0 (raw value 0 or address 0; V1 and V2
   keep 32 bits of it).  */
bool own_looks_discarded (const struct own_piece *p, const struct sfm_fde *fde,
                          uint64_t addr);

/* Whether FDE of P, at ADDR, which is not live, is a discarded function: it
   has the signature, or that with the function's place in its section
   added.  */
bool own_discarded (const struct code *code, const struct own_piece *p,
                    const struct sfm_fde *fde, uint64_t addr);

/* Whether [ADDR, ADDR + SIZE) is where a linker puts a function of PLT code:
   at the start of the section, or behind a first entry of 16 or 32 bytes.  */
bool own_plt_start (const struct code *code, uint64_t addr, uint64_t size);

/* start-base.c: what P's flags and place say that its starts are relative to.
   ALONE: it is the only piece of its section, buried ones counted.  */
enum sfm_anchor own_expected_anchor (const struct own_piece *p, bool alone);

/* start-base.c: decide P->anchor and P->usable by the rules of
   doc/internals.md, section 9, confirmed by CODE and EVIDENCE.  */
void own_choose_anchor (const struct image *image, const struct code *code,
                        const struct evidence *evidence, struct own_piece *p,
                        bool alone, const struct say *sink);

#endif /* BFDGLUE_PIECES_H */
