/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   sfmerge.h - merge, convert, read and check SFrame sections.

   The library sees bytes, addresses and options.  It never opens a file,
   prints, exits, or reads the environment; it keeps no global state, so
   different objects may be used from different threads at the same time.

   Four parts, each usable alone:

     reading    sfm_piece_*, sfm_fde_*, sfm_rows_*, sfm_row_rules: any
                version, either byte order, every byte checked before use;
     merging    sfm_merger_*: plan first (every size known), then write once;
     PLTs       sfm_plt_*: functions for the code that linkers make;
     checking   sfm_check: the invariants of the format, found by code that
                reads it by itself, not as the merge does.

   All of the interface is in this one header, the one file that is longer
   than others, as users include one, copy one if they take the engine in, and
   a test compares it with the exported names.  Its sections, in the order in
   which each needs those before it:

     statuses and diagnostics
     on-disk constants
     reading: pieces, functions, rows and what they mean
     merging: what is written and lost, options, where functions are, the
              merger, what a plan came to
     linker-made code
     checking

   On-disk names (FDE, FRE, sfh_*, sfde_*) are those of the SFrame
   specification; its constants have SFM_ for SFRAME_ here, so that a file may
   include binutils' <sframe.h> too; "piece" is one header with all that it
   describes: a section that a linker concatenated holds several.

   What later releases may add.  A struct whose first member is SIZE grows at
   its end: the caller sets SIZE to the sizeof that it was compiled with.  Of a
   smaller one than the library knows the missing members have their defaults;
   of a larger one the bytes that the library does not know must be zero (else
   UNSUPP).  What the library fills it writes no further than SIZE, and with
   zeros what it does not know.  A size that no release can have had is USAGE.
   struct sfm_note and struct sfm_finding, which the library makes and only
   shows, grow at their end too; who reads a newer member asks sfm_version
   first.  All other structs stay as they are: callers have them in arrays or
   give their own, and what needs more members will be a new struct, with
   functions of its own.  X macros grow at their end, so a newer library may
   tell of statuses, losses and findings that this header does not name; the
   functions that name them know them all.

   Unless said otherwise a function returns SFM_OK or fills DIAG, which must
   not be NULL, and returns its status; outputs are then undefined, and the
   objects involved may still be freed.  */

#ifndef SFMERGE_H
#define SFMERGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define SFM_VERSION_MAJOR 0
#define SFM_VERSION_MINOR 1
#define SFM_VERSION_PATCH 0

#if defined __GNUC__
#define SFM_CHECKED __attribute__ ((warn_unused_result))
#else
#define SFM_CHECKED
#endif

/* The version of the library at run time, as "MAJOR.MINOR.PATCH".  */
const char *sfm_version (void);

/* ------------------------------------------------------------------ */
/* Statuses and diagnostics                                            */

/* clang-format off */
/* X (NAME, VALUE, TEXT).  Values are never reused.  */
#define SFM_STATUSES(X)                                                       \
  X (SFM_OK,          0, "success")                                           \
  X (SFM_END,         1, "no more")                                           \
  X (SFM_ERR_NOMEM,   2, "out of memory")                                     \
  X (SFM_ERR_USAGE,   3, "wrong use of the library")                          \
  X (SFM_ERR_TRUNC,   4, "the data ends too early")                           \
  X (SFM_ERR_CORRUPT, 5, "the data contradicts itself")                       \
  X (SFM_ERR_UNSUPP,  6, "valid perhaps, but not supported")                  \
  X (SFM_ERR_MIXED,   7, "inputs that cannot be merged with each other")      \
  X (SFM_ERR_LIMIT,   8, "a limit of the options is exceeded")                \
  X (SFM_ERR_IO,      9, "a file could not be read or written")
/* clang-format on */

typedef enum sfm_status
{
#define SFM_X(name, value, text) name = (value),
  SFM_STATUSES (SFM_X)
#undef SFM_X
} sfm_status;

/* What went wrong, in an object of the caller's that never grows: no pointer
   in it has to be freed, so telling about exhausted memory needs none.  The
   first failure fills it.  TEXT is one sentence, lower case, without a full
   stop, naming both values where two disagree.  OFFSET is a byte offset from
   the start of the section at hand; INPUT is the number that the caller gave
   to sfm_merger_add, or 0.  */
struct sfm_diag
{
  sfm_status status;
  uint32_t input;
  uint64_t offset;
  char text[160];
};

/* A short text for STATUS, never NULL.  */
const char *sfm_status_text (sfm_status status);

/* ------------------------------------------------------------------ */
/* On-disk constants (SFrame V3, 'SFrame Section')                     */

enum
{
  SFM_MAGIC = 0xdee2,
  SFM_HEADER_SIZE = 28,

  SFM_F_FDE_SORTED = 0x1,
  SFM_F_FRAME_POINTER = 0x2,
  SFM_F_FDE_FUNC_START_PCREL = 0x4,

  SFM_ABI_AARCH64_ENDIAN_BIG = 1,
  SFM_ABI_AARCH64_ENDIAN_LITTLE = 2,
  SFM_ABI_AMD64_ENDIAN_LITTLE = 3,
  SFM_ABI_S390X_ENDIAN_BIG = 4,

  SFM_FRE_TYPE_ADDR1 = 0,
  SFM_FRE_TYPE_ADDR2 = 1,
  SFM_FRE_TYPE_ADDR4 = 2,

  /* Data words of one row: the count field has four bits.  */
  SFM_MAX_WORDS = 15
};

/* The name of ABI ("AMD64", ...), or NULL if there is none.  */
const char *sfm_abi_name (uint8_t abi);

/* Whether data of ABI is big-endian.  False for an unknown ABI.  */
bool sfm_abi_big_endian (uint8_t abi);

/* The offset from the CFA at which ABI has each return address, which the
   header repeats, or 0 if it has none.  No ABI has one for the frame
   pointer.  */
int sfm_abi_fixed_ra (uint8_t abi);

/* ------------------------------------------------------------------ */
/* Reading: pieces                                                     */

/* One header and where everything it describes lies.  All offsets are from
   BYTES, the start of the section.  The struct borrows BYTES.  */
struct sfm_piece
{
  const uint8_t *bytes;
  uint64_t size;   /* bytes of the section */
  uint64_t offset; /* the preamble; a multiple of 8 unless 0 < offset was
                      given to sfm_piece_open */
  uint64_t fdes;   /* the FDE array: header end + sfh_fdeoff */
  uint64_t fres;   /* the FRE sub-section: header end + sfh_freoff */
  uint64_t end;    /* one past the last byte that the piece uses */
  uint32_t num_fdes;
  uint32_t num_fres;
  uint32_t fre_len;
  uint32_t fdeoff;
  uint32_t freoff;
  uint8_t version; /* 1, 2 or 3 */
  uint8_t flags;
  uint8_t abi;
  int8_t fixed_fp;
  int8_t fixed_ra;
  uint8_t auxhdr_len;
  uint8_t fde_size; /* stride of the FDE array: 17, 20 or 16 */
  bool big_endian;
};

/* Read the header at OFFSET of the SIZE bytes at BYTES and check that FDE
   array and FRE sub-section lie inside.  Statuses: TRUNC (data ends in the
   header), CORRUPT (no magic, sizes that do not fit), UNSUPP (version, flag
   or ABI unknown).  Even then the header fields that could be read are set,
   and the rest of *PIECE is zero, so that a dump can show them.  */
sfm_status sfm_piece_open (const void *bytes, size_t size, uint64_t offset,
                           struct sfm_piece *piece,
                           struct sfm_diag *diag) SFM_CHECKED;

/* Check that the fixed offsets of PIECE, which was opened, are its ABI's
   (SFrame V3, 'SFrame Header').  With others what a reader computes is wrong,
   where each function begins at least.  Status: CORRUPT.  */
sfm_status sfm_piece_check_fixed (const struct sfm_piece *piece,
                                  struct sfm_diag *diag) SFM_CHECKED;

/* Find the next piece at or after FROM in a section that may be a
   concatenation: FROM is rounded up to 8, zero bytes are skipped in steps of
   8, then a header must follow.  SFM_END: only zero bytes are left.  Start
   with FROM 0, go on with PIECE->end.  */
sfm_status sfm_piece_next (const void *bytes, size_t size, uint64_t from,
                           struct sfm_piece *piece,
                           struct sfm_diag *diag) SFM_CHECKED;

/* Find a piece among unrelated bytes: the first 8-aligned offset at or after
   FROM whose header, FDEs and rows are all valid, with at least one FDE.
   Behind a header that is not, as many bytes are passed over as it took FDEs
   and rows to see that, so that a scan is linear whatever the bytes.  SFM_END
   if there is none.  For what a linker buried behind a section.  */
sfm_status sfm_piece_scan (const void *bytes, size_t size, uint64_t from,
                           struct sfm_piece *piece,
                           struct sfm_diag *diag) SFM_CHECKED;

/* Make SLICE of PIECE with COUNT FDEs from number FIRST on, and no other, as
   if there were none; PIECE has them all.  Header and rows stay PIECE's, so
   num_fres counts more than its rows.  */
void sfm_piece_slice (const struct sfm_piece *piece, uint32_t first,
                      uint32_t count, struct sfm_piece *slice);

/* Whether A and B describe the same functions with the same bytes: equal but
   for the flags, the start fields and what lies around them.  True for a
   piece before and after a linker that does not know SFrame has copied it.  */
bool sfm_piece_same (const struct sfm_piece *a, const struct sfm_piece *b);

/* A number that is equal for pieces that are the same, to find them by.  */
uint64_t sfm_piece_digest (const struct sfm_piece *piece);

/* ------------------------------------------------------------------ */
/* Reading: functions                                                  */

/* One function description entry, in the terms of all versions.  */
struct sfm_fde
{
  uint64_t field;    /* section offset of the function start field */
  uint64_t rows;     /* section offset of the first row */
  int64_t start;     /* the start field as stored, sign-extended */
  uint32_t size;     /* of the function, in bytes */
  uint32_t fre_off;  /* sfde_func_start_fre_off as stored */
  uint32_t num_fres; /* rows */
  uint8_t info;      /* V1, V2: sfde_func_info; V3: sfda_func_info */
  uint8_t info2;     /* V3: sfda_func_info2; else 0 */
  uint8_t rep_size;  /* block size of a MASK function; V1 has none: 0 */
  uint8_t fre_type;  /* SFM_FRE_TYPE_ADDR* */
  bool mask;         /* PC type MASK: one block of code repeats */
  bool pauth_b;      /* AArch64: pointer authentication key B */
  bool signal;       /* V3: the frame of a signal handler's trampoline */
  bool flex;         /* V3: rows of FDE type FLEX */
};

/* Bytes of the start field in PIECE: 4, or 8 in V3.  */
unsigned sfm_piece_field_size (const struct sfm_piece *piece);

/* Section offset of the start field of FDE number IDX, without reading it.
   IDX must be below num_fdes.  */
uint64_t sfm_piece_field (const struct sfm_piece *piece, uint32_t idx);

/* Read FDE number IDX.  The attribute block (V3) and the place of the first
   row are checked; the rows are not walked.  Statuses: USAGE (IDX), CORRUPT
   (outside the FRE sub-section), UNSUPP (FRE type or FDE type unknown).
   Then the fields that could be read are still set.  */
sfm_status sfm_fde_read (const struct sfm_piece *piece, uint32_t idx,
                         struct sfm_fde *fde,
                         struct sfm_diag *diag) SFM_CHECKED;

/* What a start field is relative to.  The PCREL flag says that it is the
   field.  Without it, in versions 1 and 2, it depends on the linker, whatever
   the specification says (doc/internals.md of the sources, section 9).  */
enum sfm_start_base
{
  SFM_START_BASE_FIELD,  /* the field itself */
  SFM_START_BASE_SECTION /* byte 0 of the section */
};

/* The address of FDE's function in a section that lies at SECTION_ADDR,
   modulo 2^64.  */
uint64_t sfm_fde_address (const struct sfm_fde *fde, uint64_t section_addr,
                          enum sfm_start_base start_base);

/* ------------------------------------------------------------------ */
/* Reading: rows and what they mean                                    */

/* One frame row entry.  */
struct sfm_row
{
  uint64_t offset; /* section offset of the row */
  uint32_t start;  /* from the function start, or the block start (MASK) */
  uint32_t size;   /* bytes of the row */
  uint8_t info;    /* the FRE info byte */
  uint8_t count;   /* data words */
  uint8_t word_size;
  /* Sign-extended.  FLEX control words are to be taken modulo
     2^(8*word_size).  */
  int32_t words[SFM_MAX_WORDS];
};

/* A walk over the rows of one function.  Opaque; no resources held.  */
struct sfm_rows
{
  const struct sfm_piece *piece;
  uint64_t next;
  uint64_t end;
  uint32_t left;
  uint8_t fre_type;
};

/* Start a walk.  PIECE must outlive ROWS; FDE need not.  */
void sfm_rows_begin (const struct sfm_piece *piece, const struct sfm_fde *fde,
                     struct sfm_rows *rows);

/* The next row.  SFM_END after the last.  CORRUPT: it does not end inside
   the FRE sub-section, or has size code 3.  */
sfm_status sfm_rows_next (struct sfm_rows *rows, struct sfm_row *row,
                          struct sfm_diag *diag) SFM_CHECKED;

/* What an unwinder computes, in one form for DEFAULT and FLEX rows of all
   ABIs and versions.  */
enum sfm_rule_kind
{
  SFM_RULE_SAME,      /* unchanged; RA: still in its register */
  SFM_RULE_UNDEFINED, /* outermost frame: stop */
  SFM_RULE_VALUE,     /* base + offset */
  SFM_RULE_MEMORY     /* the word at base + offset */
};

/* DWARF register number, or the CFA as base of RA and FP.  */
#define SFM_REG_CFA UINT32_MAX

struct sfm_rule
{
  uint8_t kind; /* enum sfm_rule_kind */
  uint32_t reg;
  int64_t offset;
};

struct sfm_rules
{
  struct sfm_rule cfa;
  struct sfm_rule ra;
  struct sfm_rule fp;
  bool mangled_ra; /* AArch64: RA carries a PAC signature */
};

/* Interpret ROW of FDE.  CORRUPT: a number of words or a slot that the ABI and
   FDE type do not allow (SFrame V3, 'Interpretation of SFrame FREs'); UNSUPP:
   a FLEX control word that names no register of the ABI (assemblers have
   written such).  Fields that do not apply are zero, so two results may be
   compared member by member.  */
sfm_status sfm_row_rules (const struct sfm_piece *piece,
                          const struct sfm_fde *fde, const struct sfm_row *row,
                          struct sfm_rules *rules,
                          struct sfm_diag *diag) SFM_CHECKED;

/* True if A and B say the same.  */
bool sfm_rules_equal (const struct sfm_rules *a, const struct sfm_rules *b);

/* A number that is equal for functions of equal size, kind (MASK with block
   size, signal, key) and rules at every address, whatever the version and
   the encoding of their rows; different functions share one only by
   accident.  Rows that cover nothing do not count.  A MASK function of V1
   has no block size: give it as REP_SIZE, which is otherwise ignored.  */
sfm_status sfm_fde_digest (const struct sfm_piece *piece,
                           const struct sfm_fde *fde, uint8_t rep_size,
                           uint64_t *digest,
                           struct sfm_diag *diag) SFM_CHECKED;

/* ------------------------------------------------------------------ */
/* Merging: what is written, and what is lost                          */

/* What is written.  V1 is only read.  */
enum sfm_target
{
  SFM_TO_V2,       /* version 2, starts relative to the section */
  SFM_TO_V2_PCREL, /* version 2 with SFM_F_FDE_FUNC_START_PCREL */
  SFM_TO_V3        /* version 3, always with the flag */
};

/* Why a function, or a part of it, is not in the output as it was in the
   input; new reasons come last.  X (NAME, TEXT): TEXT completes "function at
   ADDRESS: ...".  */
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
     "left out: a PLT function for which there is no room")                   \
  X (SFM_LOSS_INVALID,                                                        \
     "left out: its rows or its end have no meaning")                         \
  X (SFM_LOSS_SPLIT,                                                          \
     "split: more rows than version 3 can count")                             \
  X (SFM_LOSS_ROWS,                                                           \
     "rows that cover nothing dropped")                                       \
  X (SFM_LOSS_SIGNAL,                                                         \
     "signal frame mark lost: it needs version 3")                            \
  X (SFM_LOSS_ROW_COUNT,                                                      \
     "left out: more rows than version 3 can count")
/* clang-format on */

enum sfm_loss
{
#define SFM_X(name, text) name,
  SFM_LOSSES (SFM_X)
#undef SFM_X
      SFM_LOSS_COUNT
};

/* The text of LOSS, never NULL.  */
const char *sfm_loss_text (enum sfm_loss loss);

/* One loss of the last plan, as told by sfm_merger_each_loss.  */
struct sfm_note
{
  enum sfm_loss loss;
  uint32_t input; /* as given to sfm_merger_add */
  uint32_t fde;   /* number of the FDE in its piece */
  uint64_t field; /* section offset of its start field */
  uint64_t addr;
};

/* ------------------------------------------------------------------ */
/* Merging: options                                                    */

/* Whether a plan is compact: rows that say what the one before them says are
   left out, row starts take the smallest type, and functions with equal rows
   share one copy of them.  What a look-up finds is the same at every address.
   For images only: linkers that read such a section as an object's write
   beyond the room they made, and libsframe cannot swap one of the other byte
   order.  */
enum sfm_share
{
  SFM_SHARE_AUTO,  /* not unless sfm_merger_set_share asks for it */
  SFM_SHARE_NEVER, /* not even then */
  SFM_SHARE_ALWAYS
};

/* Zero in any member but SIZE and TARGET means the default.  A new member
   begins where the struct ended, never in what was padding: that of older
   callers holds anything.  */
struct sfm_options
{
  size_t size;            /* sizeof (struct sfm_options) */
  enum sfm_target target; /* default: SFM_TO_V3 */
  /* Limits, checked before memory is taken.  Defaults: 2^31 - 1 functions,
     and 4 GiB - 1 of output, which the format cannot exceed; MAX_BYTES holds
     for the rows of one piece too.  */
  uint64_t max_functions;
  uint64_t max_bytes;
  /* Memory comes from here; both or neither.  ALLOC returns SIZE bytes
     aligned for any type, or NULL.  Default: malloc and free.  */
  void *(*alloc) (void *data, size_t size);
  void (*release) (void *data, void *pointer);
  void *alloc_data;
  enum sfm_share share;
  /* The output goes into a relocatable object: functions stay in the order
     in which they were added and are not compared, functions of size 0 and
     all rows stay, FDE_SORTED is clear, and start fields are zero, for
     relocations that the caller writes (sfm_merger_origin).  SFM_TO_V2 is
     then version 2 without the PCREL flag; starts are relative to the field
     all the same, as assemblers write them.  Addresses are for notes only,
     section address and room have no meaning, and no rows are shared: GNU ld
     overwrites what comes behind when the rows of an input are.  */
  bool relocatable;
  /* How many threads may work at once, the caller's own counted; the output is
     the same.  More than 16 are not used, nor any for few functions.  Default:
     only the caller's.  ALLOC and RELEASE are called by that one alone.  */
  unsigned threads;
  /* Look at each function for all that may be special about it, not only at
     those that seem so.  The output is the same; for tests of that.  */
  bool plain;
};

#define SFM_OPTIONS_INIT                                                      \
  {                                                                           \
    .size = sizeof (struct sfm_options), .target = SFM_TO_V3                  \
  }

/* ------------------------------------------------------------------ */
/* Merging: where functions are                                        */

/* Bits of sfm_place.evidence: what the image confirms about the function.  */
enum
{
  SFM_EVIDENCE_START = 0x1, /* a function starts at this address */
  SFM_EVIDENCE_SIZE = 0x2   /* ... and has this size */
};

/* Ranks: at equal addresses the higher one wins.  */
enum
{
  SFM_RANK_BURIED = 1, /* described by what a linker buried behind the image's
                          own section */
  SFM_RANK_IMAGE = 2,  /* described by the image's own section */
  SFM_RANK_INPUT = 3   /* described by an input object */
};

/* Where one FDE's function is.  One record an FDE, in FDE order.  */
struct sfm_place
{
  uint64_t addr;    /* of the function's first byte */
  bool live;        /* false: leave it out; the caller knows and counts why */
  bool optional;    /* linker-made (PLT): left out if there is no room */
  uint8_t rank;     /* SFM_RANK_* */
  uint8_t evidence; /* SFM_EVIDENCE_* */
  uint8_t rep_size; /* block size of a V1 MASK function; 0: unknown.  Other
                       versions carry their own.  */
};

/* ------------------------------------------------------------------ */
/* Merging: the merger                                                 */

struct sfm_merger;

/* Make a merger.  OPTIONS may be NULL.  Statuses: NOMEM, USAGE, UNSUPP.  */
sfm_status sfm_merger_new (const struct sfm_options *options,
                           struct sfm_merger **merger,
                           struct sfm_diag *diag) SFM_CHECKED;

/* Free MERGER and all it owns.  NULL is allowed.  */
void sfm_merger_free (struct sfm_merger *merger);

/* Add the functions of PIECE.  PLACES has PIECE->num_fdes records, read
   during the call only; PIECE->bytes are borrowed until sfm_merger_free.
   INPUT is the caller's number for the input, returned in diagnostics and
   notes.  Functions whose place is not live are not read at all.  Statuses:
   NOMEM, LIMIT, MIXED (the ABI differs from the first piece's), CORRUPT (also
   for fixed offsets that are not the ABI's), TRUNC, UNSUPP; nothing of PIECE
   is then added, and others may be.  Either way a plan made before is
   gone.  */
sfm_status sfm_merger_add (struct sfm_merger *merger,
                           const struct sfm_piece *piece,
                           const struct sfm_place *places, uint32_t input,
                           struct sfm_diag *diag) SFM_CHECKED;

/* A piece of sfm_merger_add_all: what sfm_merger_add is given.  */
struct sfm_input
{
  const struct sfm_piece *piece;
  const struct sfm_place *places;
  uint32_t number;
};

/* Add the functions of COUNT pieces, in this order.  As sfm_merger_add for
   each, but in several threads if the merger may use them, with memory for
   just what there is, and nothing is added unless all is.  */
sfm_status sfm_merger_add_all (struct sfm_merger *merger,
                               const struct sfm_input *inputs, size_t count,
                               struct sfm_diag *diag) SFM_CHECKED;

/* Make the plans from here on compact (SFM_SHARE_ALWAYS) or not (the others).
   USAGE if the merger was made with SFM_SHARE_NEVER and SHARE asks for it;
   nothing else is refused, and a plan made before stays.  */
sfm_status sfm_merger_set_share (struct sfm_merger *merger,
                                 enum sfm_share share,
                                 struct sfm_diag *diag) SFM_CHECKED;

/* Order, deduplicate and lay out what was added, for a section that will lie
   at SECTION_ADDR and may take FREE_SPACE bytes (UINT64_MAX: any).  Functions
   marked optional are left out, those with the least code first, if that makes
   the rest fit; a result that does not fit is not an error here: compare
   sfm_merger_size.  May be called
   again, also after more additions.  Statuses: USAGE (nothing was added),
   NOMEM, LIMIT, CORRUPT.  */
sfm_status sfm_merger_plan (struct sfm_merger *merger, uint64_t section_addr,
                            uint64_t room, struct sfm_diag *diag) SFM_CHECKED;

/* Bytes of the planned section.  0 before a plan.  */
size_t sfm_merger_size (const struct sfm_merger *merger);

/* Write the planned section to BUFFER, which has SIZE bytes, at least
   sfm_merger_size of them (else USAGE); bytes beyond are not touched.  */
sfm_status sfm_merger_write (struct sfm_merger *merger, void *buffer,
                             size_t size, struct sfm_diag *diag) SFM_CHECKED;

/* Read the SIZE bytes at BUFFER back and compare every function with what
   was planned: start, size, kind, and the rules at every address.  CORRUPT
   names the first difference.  */
sfm_status sfm_merger_verify (const struct sfm_merger *merger,
                              const void *buffer, size_t size,
                              struct sfm_diag *diag) SFM_CHECKED;

/* ------------------------------------------------------------------ */
/* Merging: what a plan came to                                        */

/* Numbers of the last plan.  */
struct sfm_stats
{
  size_t size;        /* sizeof (struct sfm_stats), set by the caller */
  uint64_t pieces;    /* added */
  uint64_t functions; /* added and live */
  uint64_t rows;      /* of those */
  uint64_t out_functions;
  uint64_t out_rows;
  /* Of a compact plan: bytes less than a plain one of the same functions,
     rows left out for saying nothing new, and functions that use the rows of
     another.  */
  uint64_t saved_bytes;
  uint64_t repeated_rows;
  uint64_t sharing_functions;
};

/* Fill the STATS->size bytes of STATS, but not SIZE itself.  */
void sfm_merger_stats (const struct sfm_merger *merger,
                       struct sfm_stats *stats);

/* Count the losses of the last plan: COUNTS[LOSS] for each LOSS below COUNT,
   which is SFM_LOSS_COUNT as the caller knows it.  They are not a member of
   struct sfm_stats, because both grow.  */
void sfm_merger_losses (const struct sfm_merger *merger, uint64_t *counts,
                        size_t count);

/* Which function one of the planned section is.  */
struct sfm_origin
{
  uint32_t input;      /* as given to sfm_merger_add */
  uint32_t fde;        /* number of the FDE in its piece */
  uint64_t field;      /* section offset of the start field in the output */
  unsigned field_size; /* bytes of that field */
};

/* Tell where FDE number IDX of the planned section is from.  False if the
   plan has no such FDE.  */
bool sfm_merger_origin (const struct sfm_merger *merger, uint32_t idx,
                        struct sfm_origin *origin) SFM_CHECKED;

/* Call TELL for each loss of the last plan, in the order of the inputs.  A
   function can have several: split, and rows dropped.  */
void sfm_merger_each_loss (const struct sfm_merger *merger,
                           void (*tell) (void *data,
                                         const struct sfm_note *note),
                           void *data);

/* ------------------------------------------------------------------ */
/* Linker-made code                                                    */

/* A section of PLT entries and the like, or a run of STUBS that lead to what
   is too far for a branch ("veneers", "thunks"), which no object describes.
   Stubs look like code that a compiler could write too: the caller has to know
   that they are such, by their symbols.  */
struct sfm_plt_code
{
  uint64_t addr;
  const uint8_t *bytes; /* as the image has them */
  size_t size;
  uint8_t abi;
  bool stubs;
};

/* What was recognised in it.  */
struct sfm_plt_found
{
  size_t size; /* bytes of the piece that describes it */
  uint32_t functions;
  uint32_t rows;
  uint64_t covered; /* bytes of the code that have a rule */
  uint64_t unknown; /* bytes that no known linker makes, or that have no one
                       rule */
};

/* The bytes of the PLT0, the entry or the stub of a known linker with which
   CODE begins, 0 if it begins with none; *HEAD: it is a PLT0.  For a search:
   one match of few bytes proves nothing where there may be any code.  */
size_t sfm_plt_entry (const struct sfm_plt_code *code, bool *head);

/* Recognise the code of the known linkers in CODE.  What is not recognised is
   counted and stays undescribed: there is no guess.  Statuses: UNSUPP (ABI),
   LIMIT (more code than any linker makes).  */
sfm_status sfm_plt_measure (const struct sfm_plt_code *code,
                            struct sfm_plt_found *found,
                            struct sfm_diag *diag) SFM_CHECKED;

/* Write a piece of version 3 that describes CODE to BUFFER, which has SIZE
   bytes, at least as many as sfm_plt_measure says (else USAGE).  Its starts
   are right for a section at address 0: for sfm_merger_add each place is
   sfm_fde_address (FDE, 0, SFM_START_BASE_FIELD).  Entries that repeat are a
   function of PC type MASK, all else is one of type INC.  */
sfm_status sfm_plt_write (const struct sfm_plt_code *code, void *buffer,
                          size_t size, struct sfm_diag *diag) SFM_CHECKED;

/* ------------------------------------------------------------------ */
/* Checking                                                            */

enum sfm_severity
{
  SFM_NOTE,    /* worth knowing */
  SFM_WARNING, /* legal but harmful or unusual */
  SFM_ERROR    /* a consumer reads wrong data or faults */
};

/* Findings; the names are stable, and new ones come last.  What each means is
   said where it is found; the rules of a section are in the files check-*.c,
   and in doc/internals.md of the sources, section 8.  X (ID, NAME,
   SEVERITY).  */
/* clang-format off */
#define SFM_FINDINGS(X)                                                       \
  X (SFM_FIND_EMPTY,         "empty-section",        SFM_NOTE)                \
  X (SFM_FIND_TRUNCATED,     "truncated",            SFM_ERROR)               \
  X (SFM_FIND_MAGIC,         "bad-magic",            SFM_ERROR)               \
  X (SFM_FIND_VERSION,       "bad-version",          SFM_ERROR)               \
  X (SFM_FIND_FLAGS,         "bad-flags",            SFM_ERROR)               \
  X (SFM_FIND_ABI,           "bad-abi",              SFM_ERROR)               \
  X (SFM_FIND_BOUNDS,        "out-of-bounds",        SFM_ERROR)               \
  X (SFM_FIND_TILING,        "not-packed",           SFM_WARNING)             \
  X (SFM_FIND_AUX,           "auxiliary-header",     SFM_WARNING)             \
  X (SFM_FIND_TAIL,          "tail-not-zero",        SFM_WARNING)             \
  X (SFM_FIND_PIECES,        "several-pieces",       SFM_ERROR)               \
  X (SFM_FIND_FRE_COUNT,     "fre-count",            SFM_ERROR)               \
  X (SFM_FIND_FRE_SHARED,    "fre-shared",           SFM_NOTE)                \
  X (SFM_FIND_FRE_OVERLAP,   "fre-overlap",          SFM_ERROR)               \
  X (SFM_FIND_FRE_UNUSED,    "fre-unused",           SFM_WARNING)             \
  X (SFM_FIND_FDE_INFO,      "fde-info",             SFM_ERROR)               \
  X (SFM_FIND_FDE_ABI_BITS,  "fde-abi-bits",         SFM_ERROR)               \
  X (SFM_FIND_FDE_ZERO_SIZE, "fde-zero-size",        SFM_WARNING)             \
  X (SFM_FIND_FDE_ROWLESS,   "fde-no-rows",          SFM_NOTE)                \
  X (SFM_FIND_FDE_WRAPS,     "fde-wraps",            SFM_ERROR)               \
  X (SFM_FIND_REP_SIZE,      "rep-size",             SFM_ERROR)               \
  X (SFM_FIND_REP_UNUSED,    "rep-size-unused",      SFM_NOTE)                \
  X (SFM_FIND_FIRST_ROW,     "first-row-not-0",      SFM_WARNING)             \
  X (SFM_FIND_ROW_ORDER,     "row-order",            SFM_ERROR)               \
  X (SFM_FIND_ROW_EQUAL,     "row-equal-start",      SFM_WARNING)             \
  X (SFM_FIND_ROW_PAST_END,  "row-past-end",         SFM_WARNING)             \
  X (SFM_FIND_ROW_BEYOND,    "row-beyond-end",       SFM_WARNING)             \
  X (SFM_FIND_FRE_TYPE,      "fre-type-narrow",      SFM_NOTE)                \
  X (SFM_FIND_ROW_SIZE_CODE, "row-size-code",        SFM_ERROR)               \
  X (SFM_FIND_ROW_COUNT,     "row-word-count",       SFM_ERROR)               \
  X (SFM_FIND_ROW_UNDEFINED, "row-undefined-info",   SFM_NOTE)                \
  X (SFM_FIND_ROW_FLEX,      "row-flex-control",     SFM_ERROR)               \
  X (SFM_FIND_ROW_S390X,     "row-s390x-slot",       SFM_ERROR)               \
  X (SFM_FIND_UNSORTED,      "not-sorted",           SFM_ERROR)               \
  X (SFM_FIND_NOT_FLAGGED,   "sorted-flag-clear",    SFM_WARNING)             \
  X (SFM_FIND_OVERLAP,       "functions-overlap",    SFM_ERROR)               \
  X (SFM_FIND_DUPLICATE,     "functions-duplicate",  SFM_WARNING)             \
  X (SFM_FIND_MIXED,         "pieces-mixed",         SFM_ERROR)               \
  X (SFM_FIND_NOT_PCREL,     "v3-not-pcrel",         SFM_WARNING)             \
  X (SFM_FIND_FIXED,         "fixed-offset",         SFM_ERROR)               \
  X (SFM_FIND_SORTED_OBJECT, "sorted-in-object",     SFM_NOTE)                \
  X (SFM_FIND_SHARED_OBJECT, "fre-shared-in-object", SFM_ERROR)               \
  X (SFM_FIND_FLEX_ABI,      "fde-flex-abi",         SFM_WARNING)             \
  X (SFM_FIND_ROWLESS_OLD,   "fde-no-rows-old",      SFM_WARNING)             \
  X (SFM_FIND_FLEX_BASE,     "row-flex-base",        SFM_NOTE)
/* clang-format on */

enum sfm_finding_id
{
#define SFM_X(id, name, severity) id,
  SFM_FINDINGS (SFM_X)
#undef SFM_X
      SFM_FIND_COUNT
};

/* The stable name of ID, never NULL.  */
const char *sfm_finding_name (enum sfm_finding_id id);

#define SFM_NO_INDEX UINT32_MAX

struct sfm_finding
{
  enum sfm_finding_id id;
  enum sfm_severity severity;
  uint32_t piece;  /* number of the piece */
  uint32_t fde;    /* number of the FDE in it, or SFM_NO_INDEX */
  uint32_t row;    /* number of the row in that, or SFM_NO_INDEX */
  uint64_t offset; /* section offset */
  char text[160];
};

struct sfm_check_options
{
  size_t size;           /* sizeof (struct sfm_check_options); it grows as
                            struct sfm_options does */
  uint64_t section_addr; /* of the section in its image */
  bool object;           /* relocatable: starts are not known, so the rules
                            about addresses are not checked */
  /* Anchor of a V1 or V2 piece without the PCREL flag at the start of the
     section.  Later ones only a linker that does not know SFrame leaves
     there: they are relative to the field (doc/internals.md of the sources,
     section 9).  */
  enum sfm_start_base start_base;
  /* Memory, as in struct sfm_options.  */
  void *(*alloc) (void *data, size_t size);
  void (*release) (void *data, void *pointer);
  void *alloc_data;
  /* Look at each function for each rule, not only at those that may break one.
     What is found is the same; for tests of that.  */
  bool plain;
};

/* Check the SIZE bytes at BYTES, calling FOUND for each finding: piece by
   piece the header, the functions with their rows, and what concerns the
   piece as a whole; functions that overlap come last.  OPTIONS may be NULL:
   an image's section at address 0.  SFM_OK means that the check ran to its
   end, whatever it found; NOMEM that it did not.  */
sfm_status sfm_check (const void *bytes, size_t size,
                      const struct sfm_check_options *options,
                      void (*found) (void *data,
                                     const struct sfm_finding *finding),
                      void *data, struct sfm_diag *diag) SFM_CHECKED;

#ifdef __cplusplus
}
#endif

#endif /* SFMERGE_H */
