/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   eh-frame.h - the call frame information of an image, and the functions that
   it describes.  */

#ifndef BFDGLUE_EH_FRAME_H
#define BFDGLUE_EH_FRAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "code-ranges.h"
#include "diag.h"
#include "elf-image.h"
#include "function-list.h"
#include "sfmerge-tool.h"

/* A section that was read.  */
struct eh_section
{
  struct sfm_cfi_section cfi;
  uint8_t *owned;  /* what CFI borrows, of a compressed or relocated section;
                     else NULL */
  uint64_t before; /* bytes of the sections before it */
  uint64_t walked; /* bytes up to the end of its records */
};

/* What an image has.  All zero: nothing.  */
struct eh_frame
{
  struct eh_section *sections;
  size_t section_count;
  size_t section_capacity;
  struct function_list functions; /* in the order of the FDEs, each with the
                                     place of its FDE and the digest of its
                                     rules */
  uint64_t dead;    /* FDEs of code that is gone, which are not in
                       FUNCTIONS */
  uint64_t unread;  /* damaged ones, too */
  uint64_t unsaved; /* FDEs that do not say where FP is saved, which are no
                       longer in FUNCTIONS */
  bool complete;  /* there is call frame information, and all of it was read */
  bool elsewhere; /* a section of .eh_frame is not loaded where it says */
};

/* Read .eh_frame of IMAGE, whose code is CODE, into FRAME, which is all zero,
   or, if there is none, .debug_frame of IMAGE or of DEBUG, its debug file or
   NULL.  What cannot be read gives a warning.  The caller releases FRAME in
   any case, before IMAGE and DEBUG.  Statuses: NOMEM.  */
sfm_status eh_frame_read (const struct image *image, const struct image *debug,
                          const struct code_ranges *code,
                          struct eh_frame *frame,
                          const struct diag_sink *sink) SFM_CHECKED;

/* Read into REST, which is all zero, the functions of .debug_frame of IMAGE,
   or else of DEBUG, that share no byte with those of EH; none if EH is
   .debug_frame itself.  REST is not sorted; all else is as above.  Statuses:
   NOMEM.  */
sfm_status debug_frame_read (const struct image *image,
                             const struct image *debug,
                             const struct code_ranges *code,
                             const struct eh_frame *eh, struct eh_frame *rest,
                             const struct diag_sink *sink) SFM_CHECKED;

/* Read the FDE at AT (function.at) into FDE again.  *SECTION, NULL before the
   first call, and FDE are kept from call to call, as sfm_cfi_next wants.
   False: there is none.  */
bool eh_frame_fde (const struct eh_frame *frame, uint64_t at,
                   const struct sfm_cfi_section **section,
                   struct sfm_cfi_fde *fde);

/* The address of the FDE at AT (function.at) of FRAME.  */
uint64_t eh_frame_addr (const struct eh_frame *frame, uint64_t at);

/* Whether FRAME is .debug_frame.  */
static inline bool
eh_frame_is_debug (const struct eh_frame *frame)
{
  return frame->section_count != 0 && frame->sections[0].cfi.debug_frame;
}

void eh_frame_free (struct eh_frame *frame);

/* Where the rows of a function begin.  */

/* The first byte of FDE of PIECE that has a row, from the function's start; a
   look-up finds nothing before it.  The function's size if no row covers
   anything, or the first row cannot be read.  A function of PC type MASK has
   rows in all of its blocks from their first byte on, or counts as having
   none.  */
uint32_t first_described (const struct sfm_piece *piece,
                          const struct sfm_fde *fde);

/* Sections that are compressed (SHF_COMPRESSED), as in debug files.  */

/* Unpack the SIZE bytes at BYTES of the compressed section NAME of the file
   PATH, whose byte order is BIG_ENDIAN, into *OUT, which the caller frees, and
   set *OUT_SIZE.  That is taken off *LEFT, the bytes that may still come out
   of the file.  What cannot be unpacked gives a warning, and *OUT is NULL.
   Statuses: NOMEM.  */
sfm_status packed_section_read (const char *path, const char *name,
                                bool big_endian, const uint8_t *bytes,
                                size_t size, uint64_t *left, uint8_t **out,
                                size_t *out_size,
                                const struct diag_sink *sink) SFM_CHECKED;

/* What call frame information has, and what became of it.  */

/* X (MEMBER): the counts that are single numbers.  They count FDEs, but
   COMPLETED, REPLACED and KEPT count functions of .sframe, and those after
   them functions and bytes of Go's table, or of code that no FDE
   describes.  */
#define SYNTH_COUNTS(X)                                                       \
  X (frames)       /* all */                                                  \
  X (described)    /* .sframe has a function for them */                      \
  X (added)        /* they became functions */                                \
  X (debug_frames) /* of .debug_frame alone, beside .eh_frame */              \
  X (debug_added)  /* ... and those of them that became functions */          \
  X (dead)         /* of code that is gone */                                 \
  X (empty)        /* of size 0 */                                            \
  X (outside)      /* not wholly in one section of code */                    \
  X (twice)        /* equal to another one */                                 \
  X (overlapping)  /* two claim the same code */                              \
  X (unread)       /* damaged, or relocated inside */                         \
  X (unsaved)      /* of Go, which do not say where FP is saved */            \
  X (refuted)      /* of .debug_frame; their instructions say otherwise */    \
  X (refused)      /* SFrame, or the version, cannot say them */              \
  X (completed)    /* functions that lacked rows for them, and are gone */    \
  X (unfilled)     /* they could become functions; nobody asked for that */   \
  X (replaced)     /* functions that contradicted them, and are gone */       \
  X (kept)         /* functions that contradict them, and stay */             \
  X (go_functions) /* functions of the table of Go */                         \
  X (go_added)     /* functions made of them: several, if parts are open */   \
  X (go_bytes)     /* ... and their bytes */                                  \
  X (go_described) /* .sframe has a function for them */                      \
  X (go_switches)  /* walks end in them where they change the stack */        \
  X (go_open)      /* where FP is does not follow from their instructions */  \
  X (go_refuted)   /* their instructions contradict the table */              \
  X (go_broken)    /* the table is damaged there */                           \
  X (proven)       /* functions whose rows instructions prove */              \
  X (proven_bytes) /* ... and their bytes */

struct synth_counts
{
#define SYNTH_X(member) uint64_t member;
  SYNTH_COUNTS (SYNTH_X)
#undef SYNTH_X
  uint64_t by_reason[SFM_REFUSAL_COUNT];  /* of those refused */
  uint64_t by_cfi[SFM_CFI_PROBLEM_COUNT]; /* of these, those with a problem */
};

/* Add COUNTS to SUM.  */
void synth_counts_add (struct synth_counts *sum,
                       const struct synth_counts *counts);

/* Count an FDE that is refused.  */
void synth_counts_refuse (struct synth_counts *counts,
                          const struct sfm_refusal *refusal);

/* Whether a function says what call frame information does.  */

/* Whether function number IDX of PIECE has the digest RULES of call frame
   information (sfm_cfi_digest), not 0: the same rules at every address, the
   same size and marks.  Those of the piece are read from its bytes, or from
   CACHE by them.  *SIZE is set as below.  */
bool synth_equal (const struct sfm_piece *piece, uint32_t idx, uint64_t rules,
                  struct sfm_digest_cache *cache, uint32_t *size);

/* Whether function number IDX of PIECE, at ADDR, says what FDE of SECTION does
   for all of its bytes: the same rules at every address from the first on, and
   the same marks.  *SIZE is set to its bytes.  The instructions are executed
   again, for their digest or, if that differs, along with the rows; only their
   reader is shared with the code that makes rows.  */
bool synth_proves (const struct sfm_piece *piece, uint32_t idx, uint64_t addr,
                   const struct sfm_cfi_section *section,
                   const struct sfm_cfi_fde *fde, uint32_t *size);

/* Functions that neither assemblers nor the merge describe in .sframe, by
   their call frame information.  */

/* State of the judgement of an image's functions.  It holds no resources.  */
struct undescribable
{
  const struct eh_frame *frame;
  uint8_t version; /* of SFrame */
  const struct sfm_cfi_section *section;
  struct sfm_cfi_fde fde;
};

/* Begin to judge functions of FRAME, whose functions are sorted by address and
   size, by what assemblers write in VERSION.  FRAME must outlive JUDGE.  */
void undescribable_begin (struct undescribable *judge,
                          const struct eh_frame *frame, uint8_t version);

/* Whether FRAME has the function [ADDR, ADDR + SIZE) with instructions of
   which no assembler makes rows, or which the merge leaves out.  */
bool undescribable_function (struct undescribable *judge, uint64_t addr,
                             uint64_t size);

#endif /* BFDGLUE_EH_FRAME_H */
