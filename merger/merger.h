/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   merger.h - the model inside the engine, and the passes over it.

   One record per function; the rows stay in the input until the one copy into
   the output.  The passes, in the order of merge.c, drop records, order them,
   and fix every size before a byte is written.  */

#ifndef MERGER_MERGER_H
#define MERGER_MERGER_H

#include "blocks.h"
#include "engine.h"
#include "fde.h"
#include "sfmerge.h"

/* struct func: flags.  */
enum
{
  /* Rows that cannot be copied as bytes: some cover nothing, the encoding
     changes, or the starts of a split function's part are counted anew.  */
  FUNC_CLEAN = 0x01,
  FUNC_TO_FLEX = 0x02,
  FUNC_FROM_FLEX = 0x04,
  FUNC_PART = 0x08,
  FUNC_UNROLL = 0x100, /* MASK in the input, INC in the output */
  FUNC_REBUILD
  = FUNC_CLEAN | FUNC_TO_FLEX | FUNC_FROM_FLEX | FUNC_PART | FUNC_UNROLL,

  FUNC_OPTIONAL = 0x10,
  FUNC_OVERLAPS = 0x20, /* kept, but another covers a part of it */
  FUNC_FLEX = 0x40,     /* of the rows in the input */
  FUNC_TAIL = 0x80,     /* a part that is not the first: begins at its first
                           row */

  /* Not live where it was moved to.  */
  FUNC_DEAD = 0x200,
  /* Lost for where it is, not for what it is.  */
  FUNC_ASTRAY = 0x400,

  /* The plan has taken FUNC_OPTIONAL away, or added SFM_EVIDENCE_START, for an
     equal function that it dropped.  */
  FUNC_REQUIRED = 0x800,
  FUNC_CONFIRMED = 0x1000,

  /* A compact plan can leave out no row and use no smaller type of starts; not
     set if collect-quick.c did not look.  */
  FUNC_LEAST = 0x2000
};

/* struct func: fate.  Kept, or the loss that took the function, or not live
   where it is.  */
enum
{
  FATE_KEPT = 0,
  FATE_LOST = 1, /* + enum sfm_loss */
  FATE_DEAD = 0xfe,
  FATE_OPEN = 0xff /* while it is being collected */
};

/* One function, or one part of a split one: 40 bytes.  */
struct func
{
  uint64_t addr;
  uint32_t size;      /* in the input, or of the part */
  uint32_t source;    /* index into merger.sources */
  uint32_t fde;       /* number of the FDE in its piece */
  uint32_t rows;      /* first row, relative to the FRE sub-section */
  uint32_t rows_size; /* bytes of the rows in the input; with FUNC_REBUILD an
                         index into merger.rebuilt */
  uint32_t num_fres;
  uint16_t flags;
  uint8_t info; /* as V3 would have it: FRE type, MASK, pauth, signal */
  uint8_t rep_size;
  uint8_t fate; /* FATE_* */
  uint8_t rank; /* SFM_RANK_* */
  uint8_t evidence;
  uint8_t extra; /* bytes by which it is longer in the output than SIZE */
};

/* One piece that was added.  */
struct source
{
  struct sfm_piece piece;
  uint32_t input;
  uint32_t open;      /* functions whose fate is FATE_OPEN */
  size_t first;       /* its first function, an index into merger.funcs */
  size_t first_open;  /* no function before this index is open */
  uint64_t rows_size; /* bytes of all functions' rows, shared rows counted each
                         time */
};

/* What a walk over the rows of a function found.  */
struct row_facts
{
  uint32_t size; /* bytes */
  uint32_t first_start;
  uint32_t last_start;
  bool equal_starts;
  bool undefined; /* a row that may be in the output has no data words */
};

/* Number and bytes of rows that are rebuilt.  */
struct rebuilt
{
  uint32_t rows;
  uint32_t size;
};

enum
{
  /* Bytes of rows that the functions of a piece may use, as a multiple of the
     piece's size: shared rows count for each function.  Sharing in real images
     saves a third; 64 leaves room for a table of equal thunks.  */
  AMPLIFICATION = 64
};

/* What survey.c found out.  */
struct survey
{
  bool meet;    /* some functions have the same address */
  bool overlap; /* some function begins before another ends */
};

struct sfm_merger
{
  struct memory memory;
  enum sfm_target target;
  bool may_share;
  bool share;        /* the next plan is compact */
  bool relocatable;  /* the output is part of a relocatable object */
  bool keep_empty;   /* keep what covers nothing */
  bool plain;        /* no short ways (engine.h) */
  uint8_t reader;    /* SFM_READER_* */
  bool words_needed; /* no row of the output may be without data words */
  unsigned threads;
  uint64_t max_functions;
  uint64_t max_bytes;
  /* The callback of sfm_merger_set_extend, or NULL.  */
  uint8_t (*extend) (void *data, uint64_t addr, uint32_t size, uint64_t next);
  void *extend_data;
  bool extended;       /* the last plan called it */
  uint64_t text_start; /* both 0: no limit */
  uint64_t text_end;

  struct source *sources;
  size_t source_count;
  size_t source_capacity;

  struct func *funcs; /* in the order of the input; the parts of split
                         functions come last */
  size_t func_count;
  size_t whole_count; /* without the parts, which belong to the plan */
  size_t func_capacity;
  bool any_long;  /* a function has more rows than V3 can count */
  bool any_wraps; /* a function ends past the end of the addresses */

  struct rebuilt *rebuilt; /* in the order of the functions that need it */
  size_t rebuilt_count;
  size_t whole_rebuilt_count; /* without those of parts */
  size_t rebuilt_capacity;

  /* Bytes of data words for each FRE info byte, ROW_BAD if it is not allowed,
     for DEFAULT and FLEX rows.  Made from the first piece, whose ABI and fixed
     offsets all others share.  */
  uint8_t word_bytes[2][256];
  uint8_t most_word_bytes; /* of DEFAULT rows */
  /* The same for DEFAULT rows, ROW_BAD also if the function needs a closer
     look because of such a row.  */
  uint8_t quick_bytes[256];

  /* The plan.  After dedup the keys are the output's functions in order.  The
     low half of a key is an index into funcs [key_func]; the upper half is
     used by order.c only.  */
  uint64_t *keys;
  size_t key_count;
  bool planned;   /* a plan may have changed fates and flags */
  bool movable;   /* no function was dropped for want of room or reach, so that
                   the plan is right for any other place with both */
  bool scattered; /* the order differs from that of FUNCS */
  struct survey survey;
  uint64_t section_addr;
  uint64_t size; /* of the output; 0: no plan */
  uint64_t out_rows;
  uint64_t out_rows_size;
  bool any_optional; /* some kept function is optional */
  bool any_rebuilt;  /* some kept function has a flag of FUNC_REBUILD */
  bool lossless;     /* every function is kept as it is: none is dead, lost, in
                        parts, rebuilt, or overlaps another */
  uint64_t extended_functions;

  struct blocks blocks;

  /* A compact plan: for each key the offset of its block, in V3 of its
     attribute block, in the FRE sub-section; NULL if the plan is not
     compact.  */
  uint32_t *offsets;
  uint64_t saved_bytes;
  uint64_t repeated_rows;
  uint64_t sharing_functions;
  uint64_t optional_size; /* of blocks that only optional functions use */
};

/* collect.c: append the live functions of COUNT INPUTS, resolved.  After a
   failure *AT is the index of the input that failed.  */
sfm_status sfm_collect_pieces (struct sfm_merger *m,
                               const struct sfm_input *inputs, size_t count,
                               size_t *at, struct sfm_diag *diag);

/* collect.c: count the functions of PIECE whose places are live, and check the
   places' reserved bytes.  */
sfm_status sfm_collect_places (const struct sfm_piece *piece,
                               const struct sfm_place *places, size_t *live,
                               struct sfm_diag *diag);

/* Fill M->word_bytes for the ABI and the fixed offsets of PIECE.  */
void sfm_collect_word_bytes (struct sfm_merger *m,
                             const struct sfm_piece *piece);

/* collect-quick.c: make the records of the live functions of source number
   IDX, and write to no other source.  A function that is unusual in any way
   gets only its number and FATE_OPEN; source.open counts these, and
   source.first_open is the first.  source.rows_size becomes the bytes of all
   other functions' rows.  */
void sfm_collect_quick (struct sfm_merger *m, uint32_t idx,
                        const struct sfm_place *places);

/* resolve.c: decide whether the target can express function IDX and in which
   form.  FACTS come from the walk over its rows.  On exit the rows and bytes
   in the output are known, or the function is lost.  */
sfm_status sfm_resolve_function (struct sfm_merger *m, size_t idx,
                                 const struct row_facts *facts,
                                 struct sfm_diag *diag);

/* resolve.c: drop the functions from index FIRST on that the reader refuses
   for where they are or where their rows begin.  */
void sfm_resolve_reader (struct sfm_merger *m, size_t first);

/* resolve.c: drop F, if it is kept, if no function of its size can be at its
   address or the reader does not know the code there.  */
void sfm_resolve_address (const struct sfm_merger *m, struct func *f);

/* merge.c: drop the plan, if there is one.  */
void sfm_plan_drop (struct sfm_merger *m);

/* order.c: undo what an earlier plan decided about functions.  */
void sfm_order_reset (struct sfm_merger *m);

/* order.c: whether F, which is no part, may be in a plan if it is live,
   wherever it is.  */
bool sfm_order_can_keep (const struct func *f);

/* order.c: drop the keys of functions that are lost by now.  */
void sfm_order_drop_lost (struct sfm_merger *m);

/* order.c: make the keys of the kept functions, by address, then input
   order.  */
sfm_status sfm_order_kept (struct sfm_merger *m, struct sfm_diag *diag);

/* survey.c: find out which of the following passes have work.  */
void sfm_survey_functions (struct sfm_merger *m);

/* dedup.c: leave one function per address.  */
sfm_status sfm_dedup_addresses (struct sfm_merger *m, struct sfm_diag *diag);

/* overlap.c: drop unconfirmed functions that overlap a confirmed one; mark
   functions that overlap in the output.  */
void sfm_overlap_drop (struct sfm_merger *m);
void sfm_overlap_mark (struct sfm_merger *m);

/* split.c: replace functions that have more rows than V3 can count by parts
   that begin at row boundaries.  */
sfm_status sfm_split_functions (struct sfm_merger *m, struct sfm_diag *diag);

/* split.c: whether F is replaced by parts if it is kept.  */
bool sfm_split_needed (const struct sfm_merger *m, const struct func *f);

/* split.c: the number of F's parts, which sfm_split_needed says it has, and
   the bytes of their rows.  */
sfm_status sfm_split_measure (const struct sfm_merger *m, const struct func *f,
                              uint64_t *parts, uint64_t *size,
                              struct sfm_diag *diag);

/* extend.c: make functions longer where sfm_merger_set_extend asks for it.  */
void sfm_extend_functions (struct sfm_merger *m);

/* layout.c: set all sizes of the output.  Drops functions whose start field
   does not fit, and optional functions if the rest then fits into ROOM
   bytes.  */
sfm_status sfm_layout_section (struct sfm_merger *m, uint64_t room,
                               struct sfm_diag *diag);

/* layout.c: whether every start of the plan also fits into its field if the
   section is at SECTION_ADDR.  */
bool sfm_layout_reaches (const struct sfm_merger *m, uint64_t section_addr);

/* blocks.c: find the block of each kept function that no earlier plan
   had.  */
sfm_status sfm_blocks_find (struct sfm_merger *m, struct sfm_diag *diag);

/* blocks.c: drop all blocks.  */
void sfm_blocks_drop (struct sfm_merger *m);

/* layout.c: drop the compact plan, if there is one.  */
void sfm_compact_drop (struct sfm_merger *m);

/* write.c: write the rows of F, exactly func_out_size of F bytes.  */
sfm_status sfm_write_rows (const struct sfm_merger *m, const struct func *f,
                           uint8_t *out, struct sfm_diag *diag);

/* write.c: write the planned section, exactly M->size bytes.  */
sfm_status sfm_write_section (const struct sfm_merger *m, uint8_t *out,
                              struct sfm_diag *diag);

/* rebuild.c: make the rows of F, which cannot be copied as bytes.  OUT may be
   NULL, to compute *ROWS and *SIZE only.  SFM_END: the target cannot express a
   row, or no row is left.  */
sfm_status sfm_rebuild_rows (const struct sfm_merger *m, const struct func *f,
                             uint8_t *out, uint32_t *rows, uint64_t *size,
                             struct sfm_diag *diag);

/* rebuild.c: compute and record the size of F's rows, whose flags say how to
   rebuild them.  Statuses as sfm_rebuild_rows.  */
sfm_status sfm_rebuild_measure (struct sfm_merger *m, struct func *f,
                                struct sfm_diag *diag);

/* The FRE type of F's rows in the output.  */
uint8_t sfm_rebuild_fre_type (const struct func *f);

/* func.c: whether A and B have equal size, kind and effective rows.  *ROWS
   is the number of rows that were walked.  */
sfm_status sfm_compare_funcs (const struct sfm_merger *m, const struct func *a,
                              const struct func *b, bool *equal,
                              uint64_t *rows, struct sfm_diag *diag);

/* func.c: make the FDE of F as far as rows depend on it, with the rows and the
   size of the part if F is one.  *BASE is the row start at which the part
   begins.  */
void sfm_func_view (const struct sfm_merger *m, const struct func *f,
                    struct sfm_fde *fde, uint32_t *base);

/* The most bytes that the rows of all functions of PIECE may take.  */
static inline uint64_t
collect_bound (const struct sfm_merger *m, const struct sfm_piece *piece)
{
  uint64_t bound
      = (piece->end - piece->offset) * AMPLIFICATION + AMPLIFICATION - 1;

  return bound < m->max_bytes ? bound : m->max_bytes;
}

static inline const struct sfm_piece *
func_piece (const struct sfm_merger *m, const struct func *f)
{
  return &m->sources[f->source].piece;
}

/* The index in M->funcs of function IDX of the order.  */
static inline size_t
key_func (const struct sfm_merger *m, size_t idx)
{
  return (uint32_t) m->keys[idx];
}

static inline struct func *
func_at (const struct sfm_merger *m, size_t idx)
{
  return &m->funcs[key_func (m, idx)];
}

/* The block of function IDX of a compact plan.  */
static inline struct block *
block_at (const struct sfm_merger *m, size_t idx)
{
  return &m->blocks.list[m->blocks.of[key_func (m, idx)] - 1];
}

/* F's rows in its input.  */
static inline const uint8_t *
func_rows (const struct sfm_merger *m, const struct func *f)
{
  const struct sfm_piece *piece = func_piece (m, f);

  return piece->bytes + piece->fres + f->rows;
}

enum
{
  AHEAD = 16 /* functions; 8 do as well, 32 cost 7 % more */
};

/* Prefetch the function AHEAD entries after IDX if the order is scattered.  A
   merge of a million functions in random order takes 86 ns each with it, 126
   without.  */
static ALWAYS_INLINE void
prefetch_func (const struct sfm_merger *m, size_t idx)
{
  if (m->scattered && m->key_count - idx > AHEAD)
    prefetch (func_at (m, idx + AHEAD));
}

/* prefetch_func, and prefetch the rows of the function AHEAD / 2 entries after
   IDX, whose record has been prefetched by then.  */
static ALWAYS_INLINE void
prefetch_rows (const struct sfm_merger *m, size_t idx)
{
  if (!m->scattered || m->key_count - idx <= AHEAD)
    return;
  prefetch (func_at (m, idx + AHEAD));
  uintptr_t rows = (uintptr_t) func_rows (m, func_at (m, idx + AHEAD / 2));
  prefetch ((const void *) rows);
  /* Most blocks, of 41 bytes on average, are in two lines.  */
  prefetch ((const void *) (rows + 48));
}

/* Prefetch the block of the function AHEAD / 2 entries after IDX of a compact
   plan if the order is scattered.  */
static ALWAYS_INLINE void
prefetch_block (const struct sfm_merger *m, size_t idx)
{
  if (!m->scattered || m->key_count - idx <= AHEAD)
    return;
  prefetch (&m->blocks.of[key_func (m, idx + AHEAD)]);
  prefetch (block_at (m, idx + AHEAD / 2));
}

/* Number of F's rows in a plain output.  */
static inline uint32_t
func_out_rows (const struct sfm_merger *m, const struct func *f)
{
  return f->flags & FUNC_REBUILD ? m->rebuilt[f->rows_size].rows : f->num_fres;
}

/* Bytes of these rows.  */
static inline uint32_t
func_out_size (const struct sfm_merger *m, const struct func *f)
{
  return f->flags & FUNC_REBUILD ? m->rebuilt[f->rows_size].size
                                 : f->rows_size;
}

/* Bytes of F in the output.  */
static inline uint32_t
func_out_bytes (const struct func *f)
{
  return f->size + f->extra;
}

/* The bits of F's info in the output but the FRE type, and the block size.
   REBUILD: whether F may have a flag of FUNC_REBUILD.  */
static inline uint8_t
func_out_kind (const struct func *f, bool rebuild)
{
  const bool unroll = rebuild && (f->flags & FUNC_UNROLL);

  return (uint8_t) (f->info
                    & ~(FDE_INFO_FRE_TYPE | (unroll ? FDE_INFO_MASK : 0U)));
}

static inline uint8_t
func_out_rep (const struct func *f, bool rebuild)
{
  return rebuild && (f->flags & FUNC_UNROLL) ? 0 : f->rep_size;
}

/* Blocks of code that F's rows are written for.  */
static inline uint32_t
func_blocks (const struct func *f)
{
  return f->flags & FUNC_UNROLL ? f->size / f->rep_size : 1;
}

static inline bool
func_kept (const struct func *f)
{
  return f->fate == FATE_KEPT;
}

static inline void
func_lose (struct func *f, enum sfm_loss loss)
{
  f->fate = (uint8_t) (FATE_LOST + (unsigned) loss);
}

#endif /* MERGER_MERGER_H */
