/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   sfmerge-tool.h - what the program needs from the engine beyond sfmerge.h.

   The shared library does not export these functions, and the header is not
   installed: the program contains the engine, and both change together.  All
   that sfmerge.h says about errors holds here too.  */

#ifndef SFMERGE_TOOL_H
#define SFMERGE_TOOL_H

#include "sfmerge.h"

/* Make SLICE a view of PIECE that has only the COUNT FDEs from number FIRST
   on, which must exist.  Header and rows stay those of PIECE, so
   SLICE->num_fres counts more rows than SLICE has.  */
void sfm_piece_slice (const struct sfm_piece *piece, uint32_t first,
                      uint32_t count, struct sfm_piece *slice);

/* Whether A and B describe the same functions with the same bytes: all is
   equal but the flags, the start fields and the bytes around the parts.  True
   for a piece before and after a linker that does not know SFrame has copied
   it.  */
bool sfm_piece_same (const struct sfm_piece *a, const struct sfm_piece *b);

/* A hash that is equal for pieces that sfm_piece_same finds equal.  */
uint64_t sfm_piece_digest (const struct sfm_piece *piece);

/* Whether FDE, an entry of A, describes the same function as entry IDX of B,
   with the same bytes: all is equal but the start field and the place of the
   rows.  Such functions have the same digest (sfm_fde_digest), with the same
   block size, if one of them has a digest.  False, too, if B has no such entry
   or if either has rows outside of its FRE sub-section.  */
bool sfm_fde_same (const struct sfm_piece *a, const struct sfm_fde *fde,
                   const struct sfm_piece *b, uint32_t idx);

/* Whether MERGER was given no piece.  Unlike sfm_merger_stats this does not
   look at functions.  */
bool sfm_merger_empty (const struct sfm_merger *merger);

/* What is known about rows and instructions that were digested before.  There
   may be any number of caches, each used by one thread at a time.  Every call
   that takes one also takes NULL, for none; so nothing fails if
   sfm_digest_cache_new returns NULL for lack of memory.  FUNCTIONS: about how
   many functions it is for.  */
struct sfm_digest_cache;
struct sfm_digest_cache *sfm_digest_cache_new (size_t functions);
void sfm_digest_cache_free (struct sfm_digest_cache *cache);

/* Hash the meaning of FDE into *DIGEST: its size, kind (MASK with block size,
   signal, key) and the rules at every address.  The version and the encoding
   of the rows do not matter, nor do rows that cover nothing.  Functions with
   different meaning have equal digests only by accident.  REP_SIZE is the
   block size of a MASK function of V1, which does not store it; otherwise it
   is ignored.  Statuses: CORRUPT, UNSUPP.  */
sfm_status sfm_fde_digest (const struct sfm_piece *piece,
                           const struct sfm_fde *fde, uint8_t rep_size,
                           struct sfm_digest_cache *cache, uint64_t *digest,
                           struct sfm_diag *diag) SFM_CHECKED;

/* The digest (sfm_fde_digest) of a function with the rules of FDE, of PC type
   INC, with the marks of its CIE.  Status: UNSUPP (some row has a problem,
   there are more rows than instructions, as in PLT code, or the size has more
   than 32 bits).  */
sfm_status sfm_cfi_digest (const struct sfm_cfi_section *section,
                           const struct sfm_cfi_fde *fde,
                           struct sfm_digest_cache *cache, uint64_t *digest,
                           struct sfm_diag *diag) SFM_CHECKED;

/* Bits of sfm_cfi_rows.executed: instructions from which not all assemblers
   make rows, among those executed so far.  */
enum
{
  SFM_CFI_RAN_EXPRESSION = 1, /* of the CFA, or where a register is saved */
  SFM_CFI_RAN_CFA_VALUE = 2,  /* of the CFA, and no dereference ends it */
  SFM_CFI_RAN_ESCAPE = 4      /* DW_CFA_val_expression, DW_CFA_GNU_args_size:
                                 only .cfi_escape writes them */
};

/* Skip rows of PLT code before byte TO of ROWS' function, except the last
   ones.  They repeat, and a function may have 2^59.  */
void sfm_cfi_rows_skip (struct sfm_cfi_rows *rows, uint64_t to);

/* Ranks besides those of sfmerge.h: below them, that of a description from a
   piece past the end of the image's own section; above them, that of one that
   replaces incomplete ones, wherever these come from.  */
enum
{
  SFM_RANK_BURIED = 1,
  SFM_RANK_INSTEAD = 4
};

/* Ask EXTEND with DATA, for each function of all further plans, how many bytes
   longer than in its input it is to be in the output.  The function is at ADDR
   and has SIZE bytes; NEXT is the address of the next one, or UINT64_MAX; an
   answer that reaches past it counts as 0.  Addresses rise.  Functions of PC
   type MASK and the parts of split ones are never made longer.  The rules of
   the last row hold for the bytes that are added, and must be right there.

   This is for readers that look up return addresses as they are: where a
   function ends in a call that does not return, its return address is the
   first byte after the function.  EXTEND may be NULL, as it is at first.  An
   earlier plan stays, and EXTEND is not asked again if only the place of the
   section changes: call this again if it would answer otherwise.  The change
   takes no bytes in the section, so sfm_merger_bound stays the same.  No
   effect if the merger is relocatable.  */
void sfm_merger_set_extend (struct sfm_merger *merger,
                            uint8_t (*extend) (void *data, uint64_t addr,
                                               uint32_t size, uint64_t next),
                            void *data);

/* The number of functions that the last plan made longer.  */
uint64_t sfm_merger_extended (const struct sfm_merger *merger);

/* The size in bytes of the PLT0, PLT entry or stub at the start of CODE, or 0
   if no known linker writes one that begins so.  *HEAD is set to whether it is
   a PLT0.  For searches: among arbitrary code one short match proves
   nothing.  */
size_t sfm_plt_entry (const struct sfm_plt_code *code, bool *head);

#endif /* SFMERGE_TOOL_H */
