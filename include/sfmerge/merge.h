/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   merge.h - several pieces become one section.  */

#ifndef SFMERGE_MERGE_H
#define SFMERGE_MERGE_H

#include "read.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ------------------------------------------------------------------ */
/* What is written, and what is lost                                   */

/* The format to write.  V1 can only be read.  */
enum sfm_target
{
  SFM_TO_V2,       /* version 2, starts relative to the section */
  SFM_TO_V2_PCREL, /* version 2 with SFM_F_FDE_FUNC_START_PCREL */
  SFM_TO_V3        /* version 3, always with the flag */
};

/* Why a function, or a part of it, is not in the output as it was in the
   input.  New reasons are added at the end.  X (NAME, TEXT): TEXT completes
   "function at ADDRESS: ...".  */
/* clang-format off */
#define SFM_LOSSES(X)                                                         \
  X (SFM_LOSS_ZERO_SIZE,                                                      \
     "left out: its size is 0")                                               \
  X (SFM_LOSS_DUPLICATE,                                                      \
     "merged with an equal one at the same address")                          \
  X (SFM_LOSS_REPLACED,                                                       \
     "replaced by a better one at the same address")                          \
  X (SFM_LOSS_AMBIGUOUS,                                                      \
     "left out: another of the same address differs")                         \
  X (SFM_LOSS_OVERLAP,                                                        \
     "left out: it overlaps one that the image confirms")                     \
  X (SFM_LOSS_OVERLAP_KEPT,                                                   \
     "kept, but it overlaps another")                                         \
  X (SFM_LOSS_FLEX,                                                           \
     "left out: its FLEX rows need version 3")                                \
  X (SFM_LOSS_ROWLESS,                                                        \
     "left out: a function without rows needs version 3")                     \
  X (SFM_LOSS_RANGE,                                                          \
     "left out: its start is too far for 32 bits")                            \
  X (SFM_LOSS_REP_SIZE,                                                       \
     "left out: the size of its repeated block is unknown or wrong")          \
  X (SFM_LOSS_NO_ROOM,                                                        \
     "left out: there is no room for it")                   \
  X (SFM_LOSS_INVALID,                                                        \
     "left out: its rows or its end have no meaning")                         \
  X (SFM_LOSS_SPLIT,                                                          \
     "split: more rows than version 3 can count")                             \
  X (SFM_LOSS_ROWS,                                                           \
     "rows that cover nothing dropped")                                       \
  X (SFM_LOSS_SIGNAL,                                                         \
     "left out: the mark of a signal frame needs version 3")                  \
  X (SFM_LOSS_ROW_COUNT,                                                      \
     "left out: more rows than version 3 can count")                          \
  X (SFM_LOSS_UNDEFINED,                                                      \
     "left out: an undefined return address needs version 3")                 \
  X (SFM_LOSS_UNCOVERED,                                                      \
     "left out: it begins without a row, which the reader refuses")           \
  X (SFM_LOSS_FORM,                                                           \
     "left out: the reader does not know the form of its rows")               \
  X (SFM_LOSS_OUTSIDE,                                                        \
     "left out: it is not wholly in the code that the reader knows")
/* clang-format on */

enum sfm_loss
{
#define SFM_X(name, text) name,
  SFM_LOSSES (SFM_X)
#undef SFM_X
      SFM_LOSS_COUNT
};

/* The text of LOSS, in static memory, never NULL.  */
const char *sfm_loss_text (enum sfm_loss loss);

/* One loss of the last plan, as sfm_merger_each_loss reports it.  */
struct sfm_note
{
  enum sfm_loss loss;
  uint32_t input; /* as given to sfm_merger_add */
  uint32_t fde;   /* number of the FDE in its piece */
  uint64_t field; /* section offset of its start field */
  uint64_t addr;
};

/* ------------------------------------------------------------------ */
/* Options                                                             */

/* Whether a plan is compact: a row with the same rules as the one before it is
   left out, row starts take the smallest type, and functions with equal rows
   share one copy of them.  A look-up finds the same rules at every address.
   Only images may be compact: linkers that take such a section as input write
   past the space that they allocated, and libsframe cannot byte-swap it.  */
enum sfm_share
{
  SFM_SHARE_AUTO,  /* only if sfm_merger_set_share asks for it */
  SFM_SHARE_NEVER, /* not even then */
  SFM_SHARE_ALWAYS
};

/* Bits of sfm_options.reader: what the reader of the output is like.  */
enum
{
  /* It rejects the whole section if a function has an address without a row.
     So functions are left out that have no row, or whose first row begins
     after their start.  Padding words at the end of FLEX rows are dropped.
     Includes SFM_READER_NO_EMPTY.  */
  SFM_READER_STRICT = 0x1,
  /* It does not know FDE type FLEX: such functions are left out.  */
  SFM_READER_NO_FLEX = 0x2,
  /* It finds no rows in functions of PC type MASK: they are written as type
     INC, with the rows of each block.  */
  SFM_READER_NO_MASK = 0x4,
  /* It stops at a row without data words in version 2.  Version 2 defines no
     such row, and some readers take it for another one; without this bit,
     functions with an undefined return address are not in version 2.  */
  SFM_READER_STOPS = 0x8,
  /* It stops at a row that holds for no address.  Such rows, and functions of
     size 0, are dropped in relocatable output too.  */
  SFM_READER_NO_EMPTY = 0x10
};

/* Zero in any member but SIZE and TARGET means the default.  New members begin
   after the end of the struct, never in its padding, which older callers do
   not clear.  */
struct sfm_options
{
  size_t size;            /* sizeof (struct sfm_options) */
  enum sfm_target target; /* default: SFM_TO_V3 */
  /* Limits, checked before memory is taken.  Defaults: 2^31 - 1 functions and
     4 GiB - 1 bytes of output, which the format cannot exceed.  MAX_BYTES also
     limits the rows of one piece.  */
  uint64_t max_functions;
  uint64_t max_bytes;
  /* The allocator; give both functions or neither.  ALLOC returns SIZE bytes
     aligned for any type, or NULL.  Default: malloc and free.  */
  void *(*alloc) (void *data, size_t size);
  void (*release) (void *data, void *pointer);
  void *alloc_data;
  enum sfm_share share;
  /* The output goes into a relocatable object.  Functions keep the order in
     which they were added, and equal ones are not merged; functions of size 0
     and all rows stay.  FDE_SORTED is clear, and start fields are zero, for
     relocations that the caller writes (sfm_merger_origin).  SFM_TO_V2 is then
     version 2 without the PCREL flag, with starts relative to the field all
     the same, as assemblers write them.  Addresses serve for notes only; the
     section address and the room of a plan have no effect.  Rows are never
     shared: GNU ld writes past its output when the rows of an input are.  */
  bool relocatable;
  /* How many threads may work at once, the caller's included.  The output does
     not depend on it.  At most 16 are used, and only one for few functions.
     Default: the caller's only.  Only the caller's thread calls ALLOC and
     RELEASE.  */
  unsigned threads;
  /* SFM_READER_* together.  UNSUPP: a bit that this library does not know.  */
  uint64_t reader;
  /* The reader knows the code of the addresses [TEXT_START, TEXT_END) only:
     functions that are not wholly there are left out.  Both 0: no limit.  No
     effect on relocatable output.  */
  uint64_t text_start;
  uint64_t text_end;
};

/* Initialises struct sfm_options with the defaults, in C and in C++, where all
   members must have a value in their order.  */
/* clang-format off */
#define SFM_OPTIONS_INIT                                                      \
  { sizeof (struct sfm_options), SFM_TO_V3, 0, 0, NULL, NULL, NULL,           \
    SFM_SHARE_AUTO, false, 0, 0, 0, 0 }
/* clang-format on */

/* ------------------------------------------------------------------ */
/* Where functions are                                                 */

/* Bits of sfm_place.evidence: what the image confirms about the function.  */
enum
{
  SFM_EVIDENCE_START = 0x1, /* a function starts at the address */
  SFM_EVIDENCE_SIZE = 0x2   /* ... and has the size of this one */
};

/* Ranks of descriptions: at equal addresses the higher one wins.  */
enum
{
  SFM_RANK_IMAGE = 2, /* from the image's own section */
  SFM_RANK_INPUT = 3  /* from an input object */
};

/* Where the function of one FDE is.  sfm_merger_add takes an array of these,
   one for each FDE, in FDE order.  */
struct sfm_place
{
  uint64_t addr;    /* of the function's first byte */
  bool live;        /* false: leave it out; no loss is reported */
  bool optional;    /* left out if there is no room, as PLT code may be */
  uint8_t rank;     /* SFM_RANK_* */
  uint8_t evidence; /* SFM_EVIDENCE_* */
  uint8_t rep_size; /* block size of a MASK function of V1; 0: unknown.  Other
                       versions store their own.  */
  uint8_t reserved[3]; /* 0 */
};

/* ------------------------------------------------------------------ */
/* The merger                                                          */

/* A merge is sfm_merger_new, sfm_merger_add for each piece, sfm_merger_plan,
   sfm_merger_write to a buffer of sfm_merger_size bytes, sfm_merger_verify,
   and sfm_merger_free.  A linker that fixes sizes before addresses calls
   sfm_merger_bound and sfm_merger_move before the plan (examples/linker.c of
   the sources).  */
struct sfm_merger;

/* Make a merger, which the caller frees with sfm_merger_free.  OPTIONS may be
   NULL; it is copied.  Statuses: NOMEM, USAGE, UNSUPP; *MERGER is then
   NULL.  */
sfm_status sfm_merger_new (const struct sfm_options *options,
                           struct sfm_merger **merger,
                           struct sfm_diag *diag) SFM_CHECKED;

/* Free MERGER and all that it owns.  MERGER may be NULL.  */
void sfm_merger_free (struct sfm_merger *merger);

/* Add the functions of PIECE.  PLACES has PIECE->num_fdes elements and is read
   during the call only; PIECE is copied, but PIECE->bytes is borrowed until
   sfm_merger_free.  INPUT is the caller's number for the input, which
   diagnostics and notes return.  Functions whose place is not live are not
   read.  Any earlier plan is dropped.  Statuses: NOMEM, LIMIT, MIXED (the ABI
   is not that of the first piece), CORRUPT (also for fixed offsets that are
   not the ABI's), TRUNC, UNSUPP.  After a failure nothing of PIECE has been
   added, and the merger can still be used.  */
sfm_status sfm_merger_add (struct sfm_merger *merger,
                           const struct sfm_piece *piece,
                           const struct sfm_place *places, uint32_t input,
                           struct sfm_diag *diag) SFM_CHECKED;

/* One piece for sfm_merger_add_all; the members are as for sfm_merger_add.  */
struct sfm_input
{
  const struct sfm_piece *piece;
  const struct sfm_place *places;
  uint32_t number;
  uint8_t reserved[4]; /* 0 */
};

/* Add the functions of COUNT pieces, in this order, as sfm_merger_add does for
   each.  Several threads share the work if the options allow it, and memory is
   taken once.  After a failure nothing has been added.  */
sfm_status sfm_merger_add_all (struct sfm_merger *merger,
                               const struct sfm_input *inputs, size_t count,
                               struct sfm_diag *diag) SFM_CHECKED;

/* Append all that FROM has to INTO, as if its pieces had been added to INTO in
   the order in which they were added to FROM: the output, the losses and their
   order are the same.  So several threads can fill a merger each, and one of
   them joins these in the order of the inputs.  Linear in what FROM has; no
   piece is read again.

   FROM is then empty, and can be used again or freed.  What it has borrowed is
   borrowed by INTO.  Plans of both are dropped.  The options that decide what
   becomes of a function when it is added must be equal: TARGET, RELOCATABLE,
   READER, TEXT_START, TEXT_END and both limits.  All else, such as the
   allocator and whether plans are compact, stays each merger's own.

   Statuses: USAGE (options differ, or FROM is INTO), MIXED (the ABIs differ),
   LIMIT (too many functions together), NOMEM.  After a failure both are as
   they were.  */
sfm_status sfm_merger_join (struct sfm_merger *into, struct sfm_merger *from,
                            struct sfm_diag *diag) SFM_CHECKED;

/* The most bytes that a plan of what was added can take, at any addresses and
   with any of the functions dead: for linkers, which fix the sizes of sections
   before addresses are known.  Call it when all has been added, make the
   section that large, set the addresses, and plan.

   It is the size of a plain plan that keeps every function: exactly that of a
   plan that is not compact and has no loss but SFM_LOSS_SPLIT, SFM_LOSS_ROWS,
   SFM_LOSS_OVERLAP_KEPT and those of functions that are lost at any address.
   It includes what the target and the reader make of functions (rows dropped
   or converted, blocks written one by one, parts of split functions), and
   optional functions.  A compact plan takes at most as much.  The bound may
   exceed sfm_options.max_bytes; plans then fail with LIMIT, unless losses make
   them smaller.

   Functions that sfm_merger_move made dead are not included; if one comes
   alive again, the bound grows again.  0: nothing was added.  Linear in the
   functions; rows are read only of functions to be split.

   If a section is larger than its plan, fill it with zeros after
   sfm_merger_size bytes: every reader finds the end of the rows in the header,
   and sfm_check reports only nonzero bytes there.  */
uint64_t sfm_merger_bound (const struct sfm_merger *merger);

/* Give the functions of one piece the places at PLACES, which has an element
   for each FDE and is read during the call only.  PIECE is the number of the
   piece in the order in which all were added, from 0 on.  Any plan is dropped;
   the next one is what it would be if all pieces had been added to a new
   merger with the places that they have now.  So pieces can be added before
   addresses are known, with addresses of 0.  Linear in the functions of the
   piece; their rows are not read.

   A function that was not live when it was added was not read and cannot come
   alive; one that was live may die and come alive any number of times.  The
   block size (sfm_place.rep_size) of a live MASK function of V1 must be what
   it was.  Statuses: USAGE.  After a failure nothing has changed.  */
sfm_status sfm_merger_move (struct sfm_merger *merger, uint32_t piece,
                            const struct sfm_place *places,
                            struct sfm_diag *diag) SFM_CHECKED;

/* Make all further plans compact (SFM_SHARE_ALWAYS) or not (any other SHARE).
   An earlier plan stays.  USAGE if SHARE is SFM_SHARE_ALWAYS but the merger
   was made with SFM_SHARE_NEVER or is relocatable.  */
sfm_status sfm_merger_set_share (struct sfm_merger *merger,
                                 enum sfm_share share,
                                 struct sfm_diag *diag) SFM_CHECKED;

/* Order, deduplicate and lay out what was added, for a section at address
   SECTION_ADDR for which ROOM bytes are available (UINT64_MAX: no limit).  If
   optional functions are what does not fit, some are left out, those with the
   least code first.  A plan that still needs more than ROOM bytes is not an
   error: compare sfm_merger_size.  May be called again, also after more
   additions.  Statuses: USAGE (nothing was added), NOMEM, LIMIT, CORRUPT.  */
sfm_status sfm_merger_plan (struct sfm_merger *merger, uint64_t section_addr,
                            uint64_t room, struct sfm_diag *diag) SFM_CHECKED;

/* Bytes of the planned section; 0 if there is no plan.  */
size_t sfm_merger_size (const struct sfm_merger *merger);

/* Write the planned section to BUFFER, which has SIZE bytes.  USAGE if that is
   less than sfm_merger_size, if there is no plan, or if rows take other sizes
   than planned because the input bytes have changed.  Bytes past the section
   are not touched.  */
sfm_status sfm_merger_write (struct sfm_merger *merger, void *buffer,
                             size_t size, struct sfm_diag *diag) SFM_CHECKED;

/* Read the SIZE bytes at BUFFER back and compare every function with the plan:
   start, size, kind, and the rules at every address.  SIZE must be
   sfm_merger_size.  CORRUPT names the first difference; USAGE: there is no
   plan.  */
sfm_status sfm_merger_verify (const struct sfm_merger *merger,
                              const void *buffer, size_t size,
                              struct sfm_diag *diag) SFM_CHECKED;

/* ------------------------------------------------------------------ */
/* The result of a plan                                                */

/* Numbers of the last plan.  Without one all counts but PIECES, FUNCTIONS and
   ROWS are 0.  */
struct sfm_stats
{
  size_t size;        /* sizeof (struct sfm_stats), set by the caller */
  uint64_t pieces;    /* added */
  uint64_t functions; /* added and live */
  uint64_t rows;      /* of those */
  uint64_t out_functions;
  uint64_t out_rows;
  /* Of a compact plan: bytes less than a plain plan of the same functions
     takes, rows left out because they repeat the one before, and functions
     that use the rows of another.  */
  uint64_t saved_bytes;
  uint64_t repeated_rows;
  uint64_t sharing_functions;
};

/* Fill STATS as far as STATS->size, which the caller has set.  */
void sfm_merger_stats (const struct sfm_merger *merger,
                       struct sfm_stats *stats);

/* Count the losses of the last plan: COUNTS[LOSS] for each LOSS below COUNT,
   which is SFM_LOSS_COUNT as the caller knows it.  The counts are not in
   struct sfm_stats because both grow.  */
void sfm_merger_losses (const struct sfm_merger *merger, uint64_t *counts,
                        size_t count);

/* The input of one function of the planned section.  */
struct sfm_origin
{
  uint32_t input;      /* as given to sfm_merger_add */
  uint32_t fde;        /* number of the FDE in its piece */
  uint64_t field;      /* section offset of the start field in the output */
  unsigned field_size; /* bytes of that field */
  uint8_t reserved[4];
};

/* Set *ORIGIN to the input of FDE number IDX of the planned section.  False if
   the plan has no such FDE.  */
bool sfm_merger_origin (const struct sfm_merger *merger, uint32_t idx,
                        struct sfm_origin *origin) SFM_CHECKED;

/* Call TELL with DATA for each loss of the last plan, in the order of the
   inputs.  The note is valid during the call only.  A function can have
   several losses, such as split and rows dropped.  Without a plan only losses
   that a function has by itself are reported.  */
void sfm_merger_each_loss (const struct sfm_merger *merger,
                           void (*tell) (void *data,
                                         const struct sfm_note *note),
                           void *data);

#ifdef __cplusplus
}
#endif

#endif /* SFMERGE_MERGE_H */
