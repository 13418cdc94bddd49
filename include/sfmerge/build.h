/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   build.h - a section of functions that are given as rules or as CFI.  */

#ifndef SFMERGE_BUILD_H
#define SFMERGE_BUILD_H

#include "cfi.h"
#include "merge.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A builder makes a section of functions whose rules the caller knows: from a
   code generator, or from call frame information.  Every function is written
   exactly as it is given or not at all.  At any time the builder can write a
   valid section of the functions that it has; its bytes do not depend on the
   order in which they were added, nor on those that were removed, except for
   relocatable output.

   A builder is sfm_builder_new, sfm_builder_add or sfm_builder_add_cfi for
   each function, sfm_builder_write to a buffer of sfm_builder_size bytes, and
   sfm_builder_free.  Adding and removing take a time that grows with the
   logarithm of the number of functions; adding at rising addresses is
   quickest.  */
struct sfm_builder;

/* One function.  */
struct sfm_function
{
  uint64_t addr;    /* of its first byte */
  uint32_t size;    /* in bytes */
  uint8_t rep_size; /* not 0: PC type MASK.  The code repeats in blocks of this
                       many bytes, and rows are those of one block */
  bool signal;      /* the frame of a signal handler's trampoline */
  bool pauth_b;     /* AArch64: pointer authentication key B */
  uint8_t reserved[9]; /* 0 */
};

/* The rules that hold from OFFSET on, which is in bytes from the start of the
   function, or of the block.  Members that do not apply to the kind of a rule
   are ignored.  If RA is undefined, so are all rules.  */
struct sfm_rules_at
{
  uint32_t offset;
  struct sfm_rules rules;
};

/* Zero in any member but SIZE, ABI and TARGET means the default.  New members
   begin after the end of the struct, never in its padding.  */
struct sfm_builder_options
{
  size_t size; /* sizeof (struct sfm_builder_options) */
  uint8_t abi; /* SFM_ABI_* */
  /* The output goes into a relocatable object.  Functions keep the order in
     which they were added, and may overlap; none can be removed.  The row
     starts have the type that assemblers choose, by the function's size.
     Otherwise as in struct sfm_options.  */
  bool relocatable;
  enum sfm_target target;
  /* SFM_READER_* together, as in struct sfm_options: functions that the reader
     does not understand are refused; with SFM_READER_NO_MASK the blocks of
     MASK functions are written one by one.  */
  uint64_t reader;
  /* Limits, checked before memory is taken: of the FDEs and of the bytes of
     the section.  Defaults: 2^31 - 1 and 4 GiB - 1, which the format cannot
     exceed.  */
  uint64_t max_functions;
  uint64_t max_bytes;
  /* The allocator, as in struct sfm_options.  */
  void *(*alloc) (void *data, size_t size);
  void (*release) (void *data, void *pointer);
  void *alloc_data;
};

/* Initialises struct sfm_builder_options for SFM_ABI with the defaults, in C
   and in C++.  */
/* clang-format off */
#define SFM_BUILDER_OPTIONS_INIT(sfm_abi)                                     \
  { sizeof (struct sfm_builder_options), (sfm_abi), false, SFM_TO_V3, 0, 0,   \
    0, NULL, NULL, NULL }
/* clang-format on */

/* Why a function is refused: no section for the target and its reader can
   describe it.  New reasons are added at the end.  X (NAME, WORD, TEXT): WORD
   is stable, TEXT says what the function has.  */
/* clang-format off */
#define SFM_REFUSALS(X)                                                       \
  X (SFM_REFUSED_NOT,          "none",                                        \
     "nothing that cannot be written")                                        \
  X (SFM_REFUSED_CFI,          "cfi",                                         \
     "call frame information with a problem")                                 \
  X (SFM_REFUSED_UNDEFINED_RA, "undefined-ra",                                \
     "an undefined return address, which version 2 has no row for")           \
  X (SFM_REFUSED_SIGNAL,       "signal",                                      \
     "the mark of a signal frame, which needs version 3")                     \
  X (SFM_REFUSED_FLEX,         "flex",                                        \
     "rules that need FLEX rows, which the reader does not know")             \
  X (SFM_REFUSED_MACHINE,      "machine",                                     \
     "a rule that SFrame has no form for on this machine")                    \
  X (SFM_REFUSED_REGISTER,     "register",                                    \
     "a rule with a register that SFrame has no number for")                  \
  X (SFM_REFUSED_OFFSET,       "offset",                                      \
     "an offset that no data word can hold")                                  \
  X (SFM_REFUSED_KEY,          "key",                                         \
     "a pointer authentication key, which only AArch64 has")                  \
  X (SFM_REFUSED_SIZE,         "size",                                        \
     "a size of 0, or of more than 32 bits")                                  \
  X (SFM_REFUSED_BLOCKS,       "blocks",                                      \
     "blocks that do not make up its size, or that rows cannot unroll")       \
  X (SFM_REFUSED_PLT,          "plt",                                         \
     "rules that depend on the address, which an object does not know")       \
  X (SFM_REFUSED_UNCOVERED,    "uncovered",                                   \
     "a start without rules, at which the reader gives up")
/* clang-format on */

enum sfm_refusal_reason
{
#define SFM_X(name, word, text) name,
  SFM_REFUSALS (SFM_X)
#undef SFM_X
      SFM_REFUSAL_COUNT
};

/* The WORD and the TEXT of REASON, in static memory, never NULL.  */
const char *sfm_refusal_word (enum sfm_refusal_reason reason);
const char *sfm_refusal_text (enum sfm_refusal_reason reason);

/* Why a function is refused, and where.  */
struct sfm_refusal
{
  enum sfm_refusal_reason reason;
  enum sfm_cfi_problem cfi; /* with SFM_REFUSED_CFI */
  uint32_t row;             /* number of the row, or UINT32_MAX: the function
                               as a whole */
  uint64_t offset;          /* of the row: bytes from the function's start */
  uint8_t reserved[8];
};

/* Make a builder, which the caller frees with sfm_builder_free.  OPTIONS is
   copied.  Statuses: NOMEM, USAGE, UNSUPP (ABI, a bit of the reader); *BUILDER
   is then NULL.  */
sfm_status sfm_builder_new (const struct sfm_builder_options *options,
                            struct sfm_builder **builder,
                            struct sfm_diag *diag) SFM_CHECKED;

/* Free BUILDER and all that it owns.  BUILDER may be NULL.  */
void sfm_builder_free (struct sfm_builder *builder);

/* Add FUNCTION, which has the COUNT rows ROWS.  Their offsets rise, and are
   below the size of the function or of the block; if the first is not 0, no
   rules hold before it.  FUNCTION and ROWS are read during the call only.
   NUMBER is the caller's, for diagnostics and sfm_builder_origin.  A function
   with more rows than version 3 can count becomes several FDEs.

   Statuses: UNSUPP (the function is refused: *REFUSAL says why, and DIAG names
   row, offset and values), CORRUPT (it overlaps one that is there, or wraps
   the address space), USAGE (rows that do not rise, outside the function, or
   none; unknown kinds of rules), LIMIT, NOMEM.  REFUSAL may be NULL, and is
   only set after UNSUPP.  After a failure the builder is as before.  */
sfm_status sfm_builder_add (struct sfm_builder *builder,
                            const struct sfm_function *function,
                            const struct sfm_rules_at *rows, size_t count,
                            uint32_t number, struct sfm_refusal *refusal,
                            struct sfm_diag *diag) SFM_CHECKED;

/* Add the function of FDE of SECTION, as sfm_cfi_next has read it, with its
   rules at every address and the marks of its CIE.  Code of a PLT whose rules
   depend on the address becomes an FDE of PC type MASK, after one for what
   comes before it, if it consists of whole blocks; otherwise rows.  SECTION
   has the ABI of BUILDER (else USAGE).  Everything else is as for
   sfm_builder_add; with SFM_REFUSED_CFI, REFUSAL->cfi says what the problem
   is.  */
sfm_status sfm_builder_add_cfi (struct sfm_builder *builder,
                                const struct sfm_cfi_section *section,
                                const struct sfm_cfi_fde *fde, uint32_t number,
                                struct sfm_refusal *refusal,
                                struct sfm_diag *diag) SFM_CHECKED;

/* Remove the function that was added with the address ADDR, with all its FDEs.
   Never fails for lack of memory.  USAGE: there is none, or the output is
   relocatable.  */
sfm_status sfm_builder_remove (struct sfm_builder *builder, uint64_t addr,
                               struct sfm_diag *diag) SFM_CHECKED;

/* The number of FDEs of the section.  */
uint32_t sfm_builder_count (const struct sfm_builder *builder);

/* The size of the section in bytes.  Without functions it is a header, which
   is valid; but Linux refuses a section without FDEs, so it should get one
   only when there is a function.  */
size_t sfm_builder_size (const struct sfm_builder *builder);

/* Write the section for the address SECTION_ADDR to BUFFER, which has SIZE
   bytes.  Bytes past the section are not touched.  The address has no effect
   on relocatable output.  Statuses: USAGE (SIZE is less than
   sfm_builder_size), LIMIT (version 2: a function is too far from the section
   for 32 bits; DIAG names it, and it can be removed).  */
sfm_status sfm_builder_write (struct sfm_builder *builder,
                              uint64_t section_addr, void *buffer, size_t size,
                              struct sfm_diag *diag) SFM_CHECKED;

/* Set *ORIGIN for FDE number IDX of the section: INPUT is the number that was
   given with its function, FDE the number of bytes from the start of the
   function to that of the FDE (not 0 if one function became several FDEs),
   FIELD and FIELD_SIZE are as for sfm_merger_origin.  False if there is no
   such FDE.  Quickest after sfm_builder_write.  */
bool sfm_builder_origin (const struct sfm_builder *builder, uint32_t idx,
                         struct sfm_origin *origin) SFM_CHECKED;

#ifdef __cplusplus
}
#endif

#endif /* SFMERGE_BUILD_H */
