/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   builder.h - the builder, and one function on its way into it.  */

#ifndef MERGER_BUILDER_H
#define MERGER_BUILDER_H

#include "cfi-usual.h"
#include "engine.h"
#include "fde.h"
#include "rows.h"
#include "sfmerge.h"

/* The FDEs of a builder, in the order of the section.  */

/* One FDE.  */
struct build_entry
{
  uint64_t addr;
  size_t rows; /* where its rows begin in the builder's bytes */
  uint32_t rows_size;
  uint32_t count; /* of the rows */
  uint32_t size;  /* bytes of code */
  uint32_t part;  /* bytes from the start of its function; if not 0, the entry
                     before it belongs to the same function */
  uint32_t number;
  uint8_t info; /* as on disk: sfda_func_info */
  uint8_t flex;
  uint8_t rep_size;
};

/* Entries that follow each other.  */
struct build_chunk
{
  struct build_entry *entries;
  size_t capacity;
  size_t count;   /* never 0 */
  size_t before;  /* entries in earlier chunks, if known */
  uint64_t first; /* the address of the first entry */
};

struct build_table
{
  struct build_chunk *chunks;
  size_t count;
  size_t capacity;
  size_t numbered; /* chunks whose BEFORE is right */
  size_t entries;
};

/* A place between entries: before number AT of chunk CHUNK.  */
struct build_place
{
  size_t chunk;
  size_t at;
};

void sfm_build_table_free (const struct memory *memory, struct build_table *t);

/* The place after all entries.  */
struct build_place sfm_build_table_end (const struct build_table *t);

/* The place after the last entry with an address up to ADDR.  Addresses
   rise.  */
struct build_place sfm_build_table_find (const struct build_table *t,
                                         uint64_t addr);

/* The entry before or after PLACE, or NULL.  */
struct build_entry *sfm_build_table_before (const struct build_table *t,
                                            struct build_place place);
struct build_entry *sfm_build_table_after (const struct build_table *t,
                                           struct build_place place);

/* Insert ENTRY at *PLACE, which becomes the place after it.  False: there is
   no memory, and nothing has changed.  */
bool sfm_build_table_insert (const struct memory *memory,
                             struct build_table *t, struct build_place *place,
                             const struct build_entry *entry);

/* Remove the entry before *PLACE, which becomes the place where it was.  */
void sfm_build_table_remove (const struct memory *memory,
                             struct build_table *t, struct build_place *place);

/* Number all chunks.  */
void sfm_build_table_number (struct build_table *t);

/* Entry number IDX, or NULL.  */
const struct build_entry *sfm_build_table_entry (const struct build_table *t,
                                                 size_t idx);

/* The data words of rows with given rules.  */

/* What rows of the output can say.  */
struct build_form
{
  struct abi_registers regs;
  int64_t fixed_ra;
  uint8_t abi;
  bool v3;
  bool aarch64;
  bool s390x;
  bool no_flex; /* the reader, or the version, has no FLEX rows */
  bool stops;   /* rows without data words end the stack */
};

/* What rows of ABI, in version 3 if V3, else in an earlier one, can say to
   READER, a set of SFM_READER_*.  */
struct build_form sfm_build_form_of (uint8_t abi, bool v3, uint64_t reader);

/* Whether a row can express RULES.  */
bool sfm_build_words_any (const struct build_form *form,
                          const struct sfm_rules *rules);

/* Why rules have no words.  */
struct build_problem
{
  enum sfm_refusal_reason reason;
  const char *item;  /* "CFA", "RA" or "FP" */
  const char *wants; /* what it would have to be */
};

/* Set OUT to a row of ABI's DEFAULT form with RULES, which are in normal form
   (sfm_build_words_take).  False: *PROBLEM says why not.  */
bool sfm_build_words_default (const struct build_form *form,
                              const struct sfm_rules *rules,
                              struct new_row *out,
                              struct build_problem *problem);

/* sfm_build_words_default for the FLEX form.  */
bool sfm_build_words_flex (const struct build_form *form,
                           const struct sfm_rules *rules, struct new_row *out,
                           struct build_problem *problem);

/* Bring RULES, which come unchecked from a caller, into normal form: with
   zeros in members that do not apply, and with all rules undefined if RA's is.
   False: there is no row for them in any form.  */
bool sfm_build_words_take (const struct build_form *form,
                           struct sfm_rules *rules,
                           struct build_problem *problem);

struct sfm_builder
{
  struct memory memory;
  struct build_form form;
  struct build_table table;
  uint64_t max_functions;
  uint64_t max_bytes;
  uint64_t row_count;
  /* The rows of all functions, and what removed ones have left.  */
  uint8_t *rows;
  size_t rows_capacity;
  size_t rows_used;
  size_t rows_live; /* of USED, those of functions that are there */
  /* The FDEs of the function that is being added.  */
  struct build_entry *parts;
  size_t parts_capacity;
  struct cfi_usual_cie cie; /* of the last FDE */
  enum sfm_target target;
  bool relocatable;
  bool big;
  bool strict;
  bool no_mask;
};

/* A function on its way into the builder.  Its rows are written at the end of
   the builder's bytes, and its FDEs to PARTS; sfm_build_commit inserts them,
   and sfm_build_abandon forgets them.  */
struct building
{
  struct sfm_builder *b;
  const struct sfm_function *function;
  struct sfm_refusal *refusal; /* may be NULL */
  struct sfm_diag *diag;
  struct build_place place; /* where it goes in the table */
  uint64_t room;            /* bytes that the section may still grow by */
  uint64_t least;           /* bytes that its rows take, at least */
  size_t mark;              /* rows_used before it */
  size_t part_count;
  uint32_t number;
  uint32_t row; /* number of the caller's row */
  bool flex;
  bool needs_flex; /* some row has no DEFAULT form, but may have a FLEX one */
  /* The current part: */
  uint32_t from;      /* where it begins in the function */
  uint32_t count;     /* rows */
  uint32_t start;     /* of the last row, relative to FROM */
  size_t begin;       /* where its rows begin */
  size_t last;        /* where the last row's info byte is, */
  unsigned last_size; /* and its bytes from there on */
  uint8_t fre_type;
  uint8_t rep_size;
};

/* Bytes of an entry of the FDE array, and of an attribute block.  */
static inline unsigned
build_fde_size (const struct sfm_builder *b)
{
  return b->form.v3 ? FDE_SIZE_V3 : FDE_SIZE_V2;
}

static inline unsigned
build_attr_size (const struct sfm_builder *b)
{
  return b->form.v3 ? FDE_ATTR_SIZE : 0;
}

enum
{
  /* What a row may take: the widest start, info byte and words.  */
  BUILD_ROW_MAX = 4 + NEW_ROW_MAX
};

/* Whether the limit lets A have a row of SIZE bytes after its start, and the
   builder's bytes have room for the longest row.  */
static inline bool
build_has_room (const struct building *a, unsigned size)
{
  return a->least + 1 + size <= a->room
         && a->b->rows_capacity - a->b->rows_used >= BUILD_ROW_MAX;
}

/* build-function.c: start to add FUNCTION to B as NUMBER.  Checks everything
   but the rows.  */
sfm_status sfm_build_begin (struct building *a, struct sfm_builder *b,
                            const struct sfm_function *function,
                            uint32_t number, struct sfm_refusal *refusal,
                            struct sfm_diag *diag);

/* build-function.c: forget what A has written, and start again, with FLEX rows
   or not.  */
void sfm_build_again (struct building *a, bool flex);

/* build-function.c: insert the FDEs of A into the table.  */
sfm_status sfm_build_commit (struct building *a);

/* build-function.c: forget what A has written.  Returns STATUS.  */
sfm_status sfm_build_abandon (struct building *a, sfm_status status);

/* build-rows.c: start a part of A at byte FROM of the function.  REP_SIZE is
   its block size if it is of PC type MASK, else 0.  */
void sfm_build_part_begin (struct building *a, uint32_t from,
                           uint8_t rep_size);

/* build-rows.c: append a row with RULES at byte OFFSET of the function, or of
   the block.  Statuses: UNSUPP (the function is refused, or A->needs_flex is
   set), LIMIT, NOMEM.  */
sfm_status sfm_build_row (struct building *a, uint32_t offset,
                          const struct sfm_rules *rules);

/* build-rows.c: end the part at byte END of the function.  */
sfm_status sfm_build_part_end (struct building *a, uint32_t end);

/* build-refusal.c: refuse A's function as a whole for REASON.  */
sfm_status sfm_build_refuse (const struct building *a,
                             enum sfm_refusal_reason reason, uint64_t value);

/* build-refusal.c: refuse A's function for PROBLEM of the row at OFFSET with
   RULES.  */
sfm_status sfm_build_refuse_row (const struct building *a, uint64_t offset,
                                 const struct sfm_rules *rules,
                                 const struct build_problem *problem);

/* build-refusal.c: refuse A's function for PROBLEM of call frame information
   at OFFSET.  */
sfm_status sfm_build_refuse_cfi (const struct building *a, uint64_t offset,
                                 enum sfm_cfi_problem problem);

#endif /* MERGER_BUILDER_H */
