/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   sfmerge.h - merge, convert, read and check SFrame sections.

   The library works on bytes, addresses and options.  It never opens a file,
   prints, exits or reads the environment.  It keeps no global state, so
   different objects may be used from different threads at the same time.

   It has seven parts, each usable alone:

     reading    sfm_piece_*, sfm_fde_*, sfm_rows_*, sfm_row_rules: any
                version, either byte order, every byte checked before use;
     looking up sfm_section_*, sfm_find_*: the rules at an address, here or in
                another process, also in a signal handler;
     merging    sfm_merger_*: plan first, which fixes every size, then write;
     PLT code   sfm_plt_*: functions for the PLT entries and stubs that
                linkers generate;
     CFI        sfm_cfi_*: what .eh_frame and .debug_frame say, in the same
                form as the rules of rows, and whether rows agree with it;
     building   sfm_builder_*: a section of functions given as rules or as
                CFI, to which functions can be added and removed;
     checking   sfm_check: the rules of the format, checked by a reader of
                its own, not the one above.

   This header is the whole interface.  It is longer than other files because
   users include one file, copy one if they embed the engine, and a test
   compares it with the exported names.  Each section needs only those before
   it:

     statuses and diagnostics
     on-disk constants
     reading: pieces, functions, rows and what they mean
     looking up: functions and rules at an address
     merging: what is written and lost, options, where functions are, the
              merger, the result of a plan
     PLT code
     call frame information: records, rules, comparison with rows
     building: functions given as rules
     checking

   A "piece" is one SFrame header with everything that it describes; a section
   that a linker concatenated holds several.  On-disk names (FDE, FRE, sfh_*,
   sfde_*) are those of the SFrame specification.  Its constants have SFM_ in
   place of SFRAME_, so that a file can include binutils' <sframe.h> too.

   Compatibility.  A program may run with a newer library than the header that
   it was compiled with, or with an older one.  How a struct grows depends on
   who makes it:

     SIZE first (options and numbers): grows at its end.  The caller sets SIZE
       to the sizeof that it was compiled with.  If the library knows more
       members, the missing ones have their defaults.  If it knows fewer, the
       bytes that it does not know must be zero (else UNSUPP).  A struct that
       the library fills is written up to SIZE, with zeros for members that it
       does not know.  A SIZE that no release can have had is USAGE.
     made by the caller, often as an array (sfm_place, sfm_input, sfm_plt_code,
       sfm_cfi_section, sfm_function): keeps its size.  RESERVED must be zero,
       as all that an initialiser does not name is; other bytes are UNSUPP.
       New members are taken from it, and zero is their default.
     made by the library in memory of the caller (sfm_piece, sfm_fde, sfm_row,
       sfm_section, sfm_found, sfm_origin, sfm_plt_found, sfm_cfi_cie,
       sfm_cfi_fde, sfm_cfi_row, sfm_cfi_difference, sfm_refusal): keeps its
       size.  RESERVED is zero until new members are taken from it.  Do not
       make one by hand: pass on what the library made, or a copy.
     the state of a walk (sfm_rows, sfm_cfi_rows, sfm_cfi_state): keeps its
       size; members are private and may change.
     lent by the library for a call (sfm_note, sfm_finding): grows at its end;
       before reading a newer member, compare sfm_version.
     sfm_diag; sfm_rule, sfm_rules and sfm_rules_at, of which callers write
       tables: never change.

   Values of enums are never reused; X macros and bits grow at their end, so a
   newer library may report statuses, losses and findings that this header does
   not list; its functions that name them know them all.  merger/sfmerge.abi of
   the sources has the size of every struct, the place of every member and all
   values, and a test compares it with this header.

   Errors.  Unless said otherwise a function returns SFM_OK, or fills DIAG,
   which must not be NULL, and returns the status that DIAG holds.  After a
   failure its outputs are undefined; the objects involved can still be
   freed.  */

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

/* The version of the library at run time, as "MAJOR.MINOR.PATCH", in static
   memory.  */
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

/* Why a call failed.  The caller owns the object, and it holds no pointers, so
   even exhausted memory can be reported.  The first failure fills it.  TEXT is
   one sentence, lower case, without a full stop; where two values disagree it
   has both.  OFFSET is in bytes from the start of the section that was read.
   INPUT is the number that the caller gave to the input of a merger or to the
   function of a builder, or 0.  */
struct sfm_diag
{
  sfm_status status;
  uint32_t input;
  uint64_t offset;
  char text[160];
};

/* A short text for STATUS, in static memory, never NULL.  */
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

  /* Data words of one row, at most: the count field has four bits.  */
  SFM_MAX_WORDS = 15
};

/* The name of ABI ("AMD64", ...) in static memory, or NULL if ABI is
   unknown.  */
const char *sfm_abi_name (uint8_t abi);

/* Whether data of ABI is big-endian.  False for an unknown ABI.  */
bool sfm_abi_big_endian (uint8_t abi);

/* The offset in bytes from the CFA at which ABI saves every return address, or
   0 if it has no fixed place.  The header repeats this value.  No ABI has a
   fixed place for the frame pointer.  */
int sfm_abi_fixed_ra (uint8_t abi);

/* ------------------------------------------------------------------ */
/* Reading: pieces                                                     */

/* One header and the place of everything that it describes.  All offsets are
   in bytes from BYTES, the start of the section.  BYTES is borrowed: it must
   outlive the struct.  */
struct sfm_piece
{
  const uint8_t *bytes;
  uint64_t size;   /* bytes of the section */
  uint64_t offset; /* of the header; from sfm_piece_next and sfm_piece_scan a
                      multiple of 8 */
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
  uint8_t reserved[12];
};

/* Read the header at OFFSET of the SIZE bytes at BYTES, and check that the FDE
   array and the FRE sub-section are inside.  Statuses: TRUNC (the data ends in
   the header), CORRUPT (no magic number, or parts that do not fit), UNSUPP
   (unknown version, flag or ABI).  After a failure too, *PIECE has the header
   fields that could be read, and zeros elsewhere, so that a dump can show
   them.  */
sfm_status sfm_piece_open (const void *bytes, size_t size, uint64_t offset,
                           struct sfm_piece *piece,
                           struct sfm_diag *diag) SFM_CHECKED;

/* Check that the fixed offsets of PIECE, which must be open, are those of its
   ABI (SFrame V3, 'SFrame Header').  With other values a consumer computes
   wrong rules, at least at the first instruction of each function.  Status:
   CORRUPT.  */
sfm_status sfm_piece_check_fixed (const struct sfm_piece *piece,
                                  struct sfm_diag *diag) SFM_CHECKED;

/* Find the next piece at or after FROM in a section that may be a
   concatenation.  FROM is rounded up to 8, and zero bytes are skipped in steps
   of 8; then a header must follow.  Begin with FROM 0, continue with
   PIECE->end.  Statuses: SFM_END (only zero bytes are left), those of
   sfm_piece_open.  */
sfm_status sfm_piece_next (const void *bytes, size_t size, uint64_t from,
                           struct sfm_piece *piece,
                           struct sfm_diag *diag) SFM_CHECKED;

/* Find a piece among unrelated bytes, such as those past the end of a section:
   the first 8-aligned offset at or after FROM whose header, FDEs and rows are
   all valid, with at least one FDE.  SFM_END if there is none.  After an
   invalid candidate the scan skips as many bytes as it read FDEs and rows, so
   that it is linear whatever the bytes are.  */
sfm_status sfm_piece_scan (const void *bytes, size_t size, uint64_t from,
                           struct sfm_piece *piece,
                           struct sfm_diag *diag) SFM_CHECKED;

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

/* ------------------------------------------------------------------ */
/* Reading: functions                                                  */

/* One function description entry (FDE) of any version.  */
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
  bool flex;         /* V3: the rows are of FDE type FLEX */
  uint8_t reserved[4];
};

/* Bytes of a start field of PIECE: 4, or 8 in V3.  */
unsigned sfm_piece_field_size (const struct sfm_piece *piece);

/* Section offset of the start field of FDE number IDX, which must be below
   num_fdes.  Nothing is read.  */
uint64_t sfm_piece_field (const struct sfm_piece *piece, uint32_t idx);

/* Read FDE number IDX.  The place of the attribute block (V3) and of the first
   row are checked; the rows are not walked.  Statuses: USAGE (no such IDX),
   CORRUPT (outside the FRE sub-section, or a key that the ABI does not have),
   UNSUPP (unknown FRE type, FDE type or bit).  After a failure too, *FDE has
   the fields that could be read.  */
sfm_status sfm_fde_read (const struct sfm_piece *piece, uint32_t idx,
                         struct sfm_fde *fde,
                         struct sfm_diag *diag) SFM_CHECKED;

/* The base of start fields.  With the PCREL flag it is the field.  Without the
   flag, in versions 1 and 2, it depends on the linker, whatever the
   specification says (doc/internals.md of the sources, section 9).  */
enum sfm_start_base
{
  SFM_START_BASE_FIELD,  /* the field itself */
  SFM_START_BASE_SECTION /* byte 0 of the section */
};

/* The address of FDE's function, modulo 2^64, in a section at address
   SECTION_ADDR.  */
uint64_t sfm_fde_address (const struct sfm_fde *fde, uint64_t section_addr,
                          enum sfm_start_base start_base);

/* ------------------------------------------------------------------ */
/* Reading: rows and what they mean                                    */

/* One frame row entry.  */
struct sfm_row
{
  uint64_t offset; /* section offset of the row */
  uint32_t start;  /* bytes from the start of the function, or of the block
                      (MASK) */
  uint32_t size;   /* bytes of the row */
  uint8_t info;    /* the FRE info byte */
  uint8_t count;   /* data words */
  uint8_t word_size;
  uint8_t reserved;
  /* Sign-extended.  Take FLEX control words modulo 2^(8*word_size).  */
  int32_t words[SFM_MAX_WORDS];
};

/* The state of a walk over the rows of one function.  Its members are private.
   It holds no resources.  */
struct sfm_rows
{
  const struct sfm_piece *piece;
  uint64_t next;
  uint64_t end;
  uint32_t left;
  uint8_t fre_type;
  uint8_t reserved[19];
};

/* Start a walk over the rows of FDE.  PIECE must outlive ROWS; FDE need
   not.  */
void sfm_rows_begin (const struct sfm_piece *piece, const struct sfm_fde *fde,
                     struct sfm_rows *rows);

/* Read the next row.  Statuses: SFM_END (after the last), CORRUPT (the row
   leaves the FRE sub-section, or has size code 3).  */
sfm_status sfm_rows_next (struct sfm_rows *rows, struct sfm_row *row,
                          struct sfm_diag *diag) SFM_CHECKED;

/* How an unwinder computes a value, in one form for DEFAULT and FLEX rows of
   all ABIs and versions.  */
enum sfm_rule_kind
{
  SFM_RULE_SAME,      /* unchanged; RA: still in its register */
  SFM_RULE_UNDEFINED, /* outermost frame: stop */
  SFM_RULE_VALUE,     /* base + offset */
  SFM_RULE_MEMORY     /* the word at base + offset */
};

/* The value of sfm_rule.reg for rules relative to the CFA (RA and FP only);
   all others are DWARF register numbers.  */
#define SFM_REG_CFA UINT32_MAX

struct sfm_rule
{
  uint32_t kind; /* enum sfm_rule_kind */
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

/* Interpret ROW of FDE.  Members of *RULES that do not apply are zero, so that
   two results can be compared member by member.  Statuses: CORRUPT (a number
   of words or a slot that the ABI and the FDE type do not allow; SFrame V3,
   'Interpretation of SFrame FREs'), UNSUPP (a FLEX control word that names no
   register of the ABI; assemblers have written such).  */
sfm_status sfm_row_rules (const struct sfm_piece *piece,
                          const struct sfm_fde *fde, const struct sfm_row *row,
                          struct sfm_rules *rules,
                          struct sfm_diag *diag) SFM_CHECKED;

/* Whether FDE, an entry of A, describes the same function as entry IDX of B,
   with the same bytes: all is equal but the start field and the place of the
   rows.  Such functions have the same digest (sfm_fde_digest), with the same
   block size, if one of them has a digest.  False, too, if B has no such entry
   or if either has rows outside of its FRE sub-section.  */
bool sfm_fde_same (const struct sfm_piece *a, const struct sfm_fde *fde,
                   const struct sfm_piece *b, uint32_t idx);

/* Whether A and B are the same rules.  */
bool sfm_rules_equal (const struct sfm_rules *a, const struct sfm_rules *b);

/* Hash the meaning of FDE into *DIGEST: its size, kind (MASK with block size,
   signal, key) and the rules at every address.  The version and the encoding
   of the rows do not matter, nor do rows that cover nothing.  Functions with
   different meaning have equal digests only by accident.  REP_SIZE is the
   block size of a MASK function of V1, which does not store it; otherwise it
   is ignored.  Statuses: CORRUPT, UNSUPP.  */
sfm_status sfm_fde_digest (const struct sfm_piece *piece,
                           const struct sfm_fde *fde, uint8_t rep_size,
                           uint64_t *digest,
                           struct sfm_diag *diag) SFM_CHECKED;

/* ------------------------------------------------------------------ */
/* Looking up: functions and rules at an address                       */

/* For stack walkers: profilers, crash handlers, debuggers.  A section is
   opened once; then each frame is one look-up.  A walk goes

     pc = the interrupted instruction, or a return address;
     sfm_find_rules (&section, pc, &found, &rules, &diag);
     CFA, then RA and FP, by RULES; RA undefined: the outermost frame;
     pc = RA, minus 1 unless FOUND.fde.signal says that the caller's frame was
       interrupted too, and not left by a call.

   The functions of this part allocate nothing, take no lock, keep no state
   outside of their arguments, and are async-signal-safe, also where they fail
   (given a READ that is).  A look-up takes less than 2 KiB of stack.

   Whatever the bytes are, nothing outside of the section is read.  In a
   section that breaks the rules of sfm_check, a function may not be found, or
   the wrong one may be.  If other threads change the bytes meanwhile, the
   result is unspecified.  The work is logarithmic in the number of functions
   and linear in the rows of the one function that is found.  */

/* Copy the SIZE bytes at address ADDR of another process, of a core file or of
   anything else to BUFFER.  False: they cannot be read.  DATA is the
   caller's.  */
typedef bool sfm_read_fn (void *data, uint64_t addr, void *buffer,
                          size_t size);

/* A section to look functions up in.  Once open it is only read, so that
   threads and signal handlers can share it.  It holds no resources.  Bytes in
   memory, and DATA, are borrowed.  */
struct sfm_section
{
  struct sfm_piece piece; /* remote: its BYTES is NULL */
  uint64_t addr;          /* of byte 0 */
  /* As opened: SFM_START_BASE_FIELD if the piece has the PCREL flag, else
     SFM_START_BASE_SECTION, the rule for output of linkers that sort.  A
     caller that knows better sets it (doc/internals.md of the sources, section
     9).  */
  enum sfm_start_base start_base;
  sfm_read_fn *read; /* NULL: the bytes are in memory */
  void *data;
  int64_t first; /* private: start fields of the first and last function */
  int64_t last;
  uint64_t reserved[4];
};

/* Open the section of SIZE bytes at BYTES, whose address is ADDR in the image
   that its functions are looked up in: usually that of BYTES.  Only the piece
   at the start of the section counts; a linker that knows SFrame writes one.
   Statuses: those of sfm_piece_open, UNSUPP (the functions are not sorted, as
   in objects and in output of linkers that do not know SFrame; merge it
   first).  */
sfm_status sfm_section_open (const void *bytes, size_t size, uint64_t addr,
                             struct sfm_section *section,
                             struct sfm_diag *diag) SFM_CHECKED;

/* Open the section of SIZE bytes at ADDR, which READ copies with DATA.
   Look-ups give the same results as in memory.  A look-up makes few calls of
   READ, of at most 512 bytes each: mostly 3 or 4, and at most 8 and 2 for each
   doubling of the number of functions, beside the rows of the function that is
   found.  READ is asked for bytes of the section only; where it cannot copy
   many it is asked for those that are needed.  Statuses: those of
   sfm_section_open, IO (READ has failed).  */
sfm_status sfm_section_open_remote (uint64_t addr, uint64_t size,
                                    sfm_read_fn *read, void *data,
                                    struct sfm_section *section,
                                    struct sfm_diag *diag) SFM_CHECKED;

/* A function that was found.  */
struct sfm_found
{
  uint64_t addr; /* of the function */
  uint32_t idx;  /* number of its FDE */
  uint8_t reserved[4];
  struct sfm_fde fde;
};

/* Find the function of SECTION that covers ADDR: it begins at or before ADDR
   and ends after it.  Of several that begin at one address any is found.  Up
   to 16 functions that begin after it but have no bytes are passed over.  A
   function that wraps the address space does not go on at 0.  Statuses:
   SFM_END (no function covers ADDR; *FOUND is undefined), those of
   sfm_fde_read, IO.  */
sfm_status sfm_find_fde (const struct sfm_section *section, uint64_t addr,
                         struct sfm_found *found,
                         struct sfm_diag *diag) SFM_CHECKED;

/* Find the function that covers PC, and the rules that hold there: those of
   the last row that begins at or before PC.  In a function of PC type MASK PC
   counts from the start of its block.  FOUND may be NULL.  Statuses: SFM_END
   (no function covers PC, or its first row begins after PC, or it has none),
   those of sfm_fde_read, of sfm_rows_next and of sfm_row_rules, CORRUPT (the
   rows up to PC do not rise, or the block size is 0), UNSUPP (PC type MASK in
   version 1, which does not say the block size), IO.  */
sfm_status sfm_find_rules (const struct sfm_section *section, uint64_t pc,
                           struct sfm_found *found, struct sfm_rules *rules,
                           struct sfm_diag *diag) SFM_CHECKED;

/* ------------------------------------------------------------------ */
/* Merging: what is written, and what is lost                          */

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
/* Merging: options                                                    */

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
  /* It gives up the whole section at a function with an address that has no
     row.  So functions are left out that have no row, or whose first row
     begins after their start.  Padding words at the end of FLEX rows are
     dropped.  Includes SFM_READER_NO_EMPTY.  */
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
/* Merging: where functions are                                        */

/* Bits of sfm_place.evidence: what the image confirms about the function.  */
enum
{
  SFM_EVIDENCE_START = 0x1, /* a function starts at the address */
  SFM_EVIDENCE_SIZE = 0x2   /* ... and has the size of this one */
};

/* Ranks of descriptions: at equal addresses the higher one wins.  */
enum
{
  SFM_RANK_BURIED = 1, /* from a piece past the end of the image's own
                          section */
  SFM_RANK_IMAGE = 2,  /* from the image's own section */
  SFM_RANK_INPUT = 3   /* from an input object */
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
/* Merging: the merger                                                 */

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
   sfm_merger_free.  INPUT is a number of the caller's for the input, which
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
   SFM_LOSS_OVERLAP_KEPT and those of functions that no address helps.  What
   the target and the reader make of functions (rows dropped or converted,
   blocks written one by one, parts of split functions) is in it; optional
   functions are.  A compact plan takes at most as much.  What
   sfm_merger_set_extend asks for takes no bytes.  It may exceed
   sfm_options.max_bytes; plans then fail with LIMIT, unless losses make them
   smaller.

   Functions that sfm_merger_move made dead are not in it; if one comes alive
   again, the bound is larger again.  0: nothing was added.  Linear in the
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
   alive; one that was may die and come alive as often as wanted.  The block
   size (sfm_place.rep_size) of a live MASK function of V1 must be what it was.
   Statuses: USAGE.  After a failure nothing has changed.  */
sfm_status sfm_merger_move (struct sfm_merger *merger, uint32_t piece,
                            const struct sfm_place *places,
                            struct sfm_diag *diag) SFM_CHECKED;

/* Make all further plans compact (SFM_SHARE_ALWAYS) or not (any other SHARE).
   An earlier plan stays.  USAGE if SHARE is SFM_SHARE_ALWAYS but the merger
   was made with SFM_SHARE_NEVER or is relocatable.  */
sfm_status sfm_merger_set_share (struct sfm_merger *merger,
                                 enum sfm_share share,
                                 struct sfm_diag *diag) SFM_CHECKED;

/* Ask EXTEND with DATA, for each function of all further plans, how many bytes
   longer than in its input it is to be in the output.  The function is at ADDR
   and has SIZE bytes; NEXT is the address of the next one, or UINT64_MAX, and
   more bytes than there are up to it count as 0.  Addresses rise.  Functions
   of PC type MASK and the parts of split ones are left as they are.  The rules
   of the last row hold for the bytes that are added, and must be right there.

   This is for readers that look up return addresses as they are: where a
   function ends in a call that does not return, its return address is the
   first byte after the function.  EXTEND may be NULL, as it is at first.  An
   earlier plan stays.  Without effect if the merger is relocatable.  */
void sfm_merger_set_extend (struct sfm_merger *merger,
                            uint8_t (*extend) (void *data, uint64_t addr,
                                               uint32_t size, uint64_t next),
                            void *data);

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
/* Merging: the result of a plan                                       */

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
  /* Functions that are longer than in their input (sfm_merger_set_extend).  */
  uint64_t extended_functions;
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
   that a function has by itself are told.  */
void sfm_merger_each_loss (const struct sfm_merger *merger,
                           void (*tell) (void *data,
                                         const struct sfm_note *note),
                           void *data);

/* ------------------------------------------------------------------ */
/* PLT code                                                            */

/* Code that a linker generates and no object describes: a section of PLT
   entries, or a run of STUBS (veneers, thunks) that lead to targets too far
   for a branch.  A compiler could write the bytes of a stub too, so the caller
   has to know by symbols that these are stubs.  */
struct sfm_plt_code
{
  uint64_t addr;
  const uint8_t *bytes; /* of the code, as the image has it */
  size_t size;
  uint8_t abi;
  bool stubs;
  uint8_t reserved[30]; /* 0 */
};

/* What was recognised in such code.  */
struct sfm_plt_found
{
  size_t size; /* bytes of the piece that describes it */
  uint32_t functions;
  uint32_t rows;
  uint64_t covered; /* bytes of code that have rules */
  uint64_t unknown; /* bytes of code that no known linker writes, or for which
                       no single rule holds */
  uint8_t reserved[16];
};

/* The size in bytes of the PLT0, PLT entry or stub at the start of CODE, or 0
   if no known linker writes one that begins so.  *HEAD is set to whether it is
   a PLT0.  For searches: among arbitrary code one short match proves
   nothing.  */
size_t sfm_plt_entry (const struct sfm_plt_code *code, bool *head);

/* Measure what the known linkers wrote in CODE.  The rest is counted and stays
   undescribed; nothing is guessed.  Statuses: UNSUPP (ABI), LIMIT (more code
   than any linker writes).  */
sfm_status sfm_plt_measure (const struct sfm_plt_code *code,
                            struct sfm_plt_found *found,
                            struct sfm_diag *diag) SFM_CHECKED;

/* Write a piece of version 3 that describes CODE to BUFFER, which has SIZE
   bytes, at least sfm_plt_found.size (else USAGE).  Its starts are right for a
   section at address 0: for sfm_merger_add the address of each place is
   sfm_fde_address (FDE, 0, SFM_START_BASE_FIELD).  Repeating entries are one
   function of PC type MASK; everything else is a function of PC type INC.  */
sfm_status sfm_plt_write (const struct sfm_plt_code *code, void *buffer,
                          size_t size, struct sfm_diag *diag) SFM_CHECKED;

/* ------------------------------------------------------------------ */
/* Call frame information: records                                     */

/* Encodings of pointers (DW_EH_PE_*; Linux Standard Base, 'DWARF Exception
   Header Encoding'): the low four bits say how the value is stored, the next
   three what it is relative to.  */
enum
{
  SFM_PE_ABSPTR = 0x00,
  SFM_PE_ULEB128 = 0x01,
  SFM_PE_UDATA2 = 0x02,
  SFM_PE_UDATA4 = 0x03,
  SFM_PE_UDATA8 = 0x04,
  SFM_PE_SIGNED = 0x08,
  SFM_PE_SLEB128 = 0x09,
  SFM_PE_SDATA2 = 0x0a,
  SFM_PE_SDATA4 = 0x0b,
  SFM_PE_SDATA8 = 0x0c,
  SFM_PE_FORMAT = 0x0f,
  SFM_PE_PCREL = 0x10,
  SFM_PE_TEXTREL = 0x20,
  SFM_PE_DATAREL = 0x30,
  SFM_PE_FUNCREL = 0x40,
  SFM_PE_ALIGNED = 0x50,
  SFM_PE_BASE = 0x70,
  SFM_PE_INDIRECT = 0x80,
  SFM_PE_OMIT = 0xff
};

/* A section .eh_frame or .debug_frame of a machine that has an ABI here.  The
   bytes are borrowed.  */
struct sfm_cfi_section
{
  const uint8_t *bytes;
  uint64_t size; /* of BYTES */
  uint64_t addr; /* of BYTES in memory */
  /* Bases of pointers relative to data (SFM_PE_DATAREL: the GOT) and to
     text (SFM_PE_TEXTREL), as far as they are known.  */
  uint64_t data_base;
  uint64_t text_base;
  /* Called with DATA for the pointer field at section offset AT, of ENCODING
     (SFM_PE_*), before its bytes are used: true with *VALUE set to what the
     pointer names, as a relocation or indirect encodings need; false to use
     the bytes.  May be NULL.  */
  bool (*resolve) (void *data, uint64_t at, uint8_t encoding, uint64_t *value);
  void *data;
  uint8_t abi;      /* SFM_ABI_*; the byte order follows from it */
  bool debug_frame; /* else .eh_frame */
  bool has_data_base;
  bool has_text_base;
  uint8_t reserved[28]; /* 0 */
};

/* A common information entry.  Offsets are in bytes from the section's
   start.  */
struct sfm_cfi_cie
{
  uint64_t offset;
  uint64_t program; /* its initial instructions [PROGRAM, END) */
  uint64_t end;     /* of the record; 0: not read yet */
  uint64_t code_align;
  int64_t data_align;
  uint64_t ra_column; /* number of the return address register */
  uint8_t encoding;   /* of pointers in its FDEs, SFM_PE_* */
  uint8_t id_size;    /* bytes of the id: 4 or 8 */
  bool augmented;     /* FDEs have augmentation data */
  bool signal;        /* frames of a signal handler's trampoline */
  bool pauth_b;       /* AArch64: pointer authentication key B */
  uint8_t reserved[11];
};

/* A frame description entry of call frame information: one function.  */
struct sfm_cfi_fde
{
  uint64_t offset;  /* of the record */
  uint64_t next;    /* where the walk goes on */
  uint64_t program; /* its instructions [PROGRAM, END) */
  uint64_t end;     /* of the record */
  uint64_t start;   /* address of the function */
  uint64_t size;    /* of the function, in bytes */
  struct sfm_cfi_cie cie;
  uint8_t reserved[16];
};

/* Read the next FDE at or after offset FROM, where a record begins.  FDE is
   all zero before the first call, or what an earlier call for SECTION has left
   there: a CIE that is still in FDE->cie is not read again.  FDE->next is set
   unless the status is TRUNC.  Statuses: SFM_END (a terminator, a record of
   length 0, or the end; the walk may go on at FDE->next if that is below
   SECTION->size), TRUNC (a record that does not end inside the section: the
   walk cannot go on), CORRUPT (a damaged FDE or CIE; the walk can go on),
   UNSUPP (an FDE whose CIE or start cannot be understood; the walk can go on).
   FDE->cie.encoding is valid after UNSUPP if FDE->cie.end is not 0.  */
sfm_status sfm_cfi_next (const struct sfm_cfi_section *section, uint64_t from,
                         struct sfm_cfi_fde *fde,
                         struct sfm_diag *diag) SFM_CHECKED;

/* Read the pointer of ENCODING at *AT of SECTION into *ADDR, and move *AT past
   it.  SECTION may also be .eh_frame_hdr, whose address is its data base.
   False: the section ends before, with *AT unchanged; or nobody knows what the
   pointer is relative to, or it is omitted or indirect.  */
bool sfm_cfi_pointer (const struct sfm_cfi_section *section, uint64_t *at,
                      uint8_t encoding, uint64_t *addr) SFM_CHECKED;

/* ------------------------------------------------------------------ */
/* Call frame information: rules                                       */

/* Why rules of call frame information are none of struct sfm_rules.  New ones
   are added at the end.  X (NAME, WORD, TEXT): WORD is stable, TEXT says what
   the instructions do.  */
/* clang-format off */
#define SFM_CFI_PROBLEMS(X)                                                   \
  X (SFM_CFI_NO_PROBLEM,   "none",                                            \
     "nothing is wrong")                                                      \
  X (SFM_CFI_OPCODE,       "opcode",                                          \
     "an instruction that is unknown, or damaged")                            \
  X (SFM_CFI_EXPRESSION,   "expression",                                      \
     "an expression that is neither a register plus an offset nor the memory "\
     "there")                                                                 \
  X (SFM_CFI_NO_CFA,       "no-cfa",                                          \
     "no rule for the CFA")                                                   \
  X (SFM_CFI_RA_COLUMN,    "ra-column",                                       \
     "a return address in another register than the ABI's")                   \
  X (SFM_CFI_RA_RULE,      "ra-rule",                                         \
     "a return address that is unchanged, in an ABI without a register for "  \
     "it")                                                                    \
  X (SFM_CFI_SP_RULE,      "sp-rule",                                         \
     "a stack pointer that does not follow from the CFA")                     \
  X (SFM_CFI_FP_UNDEFINED, "fp-undefined",                                    \
     "a frame pointer that cannot be restored")                               \
  X (SFM_CFI_DEPTH,        "depth",                                           \
     "more remembered states than this reader keeps")
/* clang-format on */

enum sfm_cfi_problem
{
#define SFM_X(name, word, text) name,
  SFM_CFI_PROBLEMS (SFM_X)
#undef SFM_X
      SFM_CFI_PROBLEM_COUNT
};

/* The WORD and the TEXT of PROBLEM, in static memory, never NULL.  */
const char *sfm_cfi_problem_word (enum sfm_cfi_problem problem);
const char *sfm_cfi_problem_text (enum sfm_cfi_problem problem);

/* The rules of a function from START on.  */
struct sfm_cfi_row
{
  uint64_t start;         /* bytes from the start of the function */
  struct sfm_rules rules; /* with a problem: as far as they can be said */
  enum sfm_cfi_problem problem;
  uint8_t reserved[4];
};

/* Remembered states (DW_CFA_remember_state) that are kept.  Compilers nest
   none; hand-written code of Debian 12 at most 2.  */
#define SFM_CFI_DEPTH_MAX 8

/* Registers at one address.  Private.  */
struct sfm_cfi_state
{
  struct sfm_rule cfa;
  struct sfm_rule ra;
  struct sfm_rule fp;
  struct sfm_rule sp;
  uint8_t plt_from; /* see merger/cfi/cfi-expression.c */
  bool cfa_fixed;   /* an expression defines the CFA */
  bool mangled_ra;
  uint8_t reserved[5];
};

/* The state of a walk over the rules of one function.  Its members are
   private.  It holds no resources.  */
struct sfm_cfi_rows
{
  const struct sfm_cfi_section *section;
  const struct sfm_cfi_fde *fde;
  struct sfm_cfi_state now;
  struct sfm_cfi_state initial;
  struct sfm_cfi_state stack[SFM_CFI_DEPTH_MAX];
  unsigned depth;
  enum sfm_cfi_problem problem; /* of an instruction; the walk ends there */
  uint64_t next;                /* instruction */
  uint64_t at;                  /* bytes from the start: the next row, */
  uint64_t until;               /* and the end of what NOW holds for */
  bool dirty;                   /* NOW has changed since LAST */
  struct sfm_cfi_row last;
  uint8_t reserved[32];
};

/* Start a walk over the rules of FDE of SECTION, which must both outlive
   ROWS.  */
void sfm_cfi_rows_begin (const struct sfm_cfi_section *section,
                         const struct sfm_cfi_fde *fde,
                         struct sfm_cfi_rows *rows);

/* Read the next row.  The first starts at 0; each has other rules or another
   problem than the one before it.  False after the last.  Damage is a problem
   of the last row, so that what comes before it can be used.

   A rule for a register that the instructions do not mention is SFM_RULE_SAME.
   RA undefined makes all three rules SFM_RULE_UNDEFINED.  The stack pointer of
   the caller must be the CFA (s390x: the CFA - 160), as SFrame implies; on
   s390x its save slot, or a register that keeps it, is accepted.  A CFA of PLT
   code that depends on the address (DW_OP_breg16) gives a row at each address
   where it changes, one for 8 bytes of the function, whose size may be any
   number.  */
bool sfm_cfi_rows_next (struct sfm_cfi_rows *rows, struct sfm_cfi_row *row);

/* The digest (sfm_fde_digest) of a function with the rules of FDE, of PC type
   INC, with the marks of its CIE.  Status: UNSUPP (some row has a problem,
   there are more than instructions, as in PLT code, or the size has more than
   32 bits).  */
sfm_status sfm_cfi_digest (const struct sfm_cfi_section *section,
                           const struct sfm_cfi_fde *fde, uint64_t *digest,
                           struct sfm_diag *diag) SFM_CHECKED;

/* ------------------------------------------------------------------ */
/* Call frame information: comparison with rows                        */

/* The result of a comparison, from the best to the worst.  */
enum sfm_cfi_verdict
{
  SFM_CFI_AGREES,     /* the rules are equal at every address that both have,
                         and so are the marks */
  SFM_CFI_SILENT,     /* there is no such address */
  SFM_CFI_MARKED,     /* the same rules, but another mark of a signal frame or
                         another pointer authentication key */
  SFM_CFI_OUTERMOST,  /* the same, except where the CFI says that RA is
                         undefined; the marks may differ */
  SFM_CFI_UNJUDGED,   /* where there is a row, the CFI has a problem, or rules
                         that no producer of the piece writes */
  SFM_CFI_CONTRADICTS /* the rules differ at ADDR */
};

struct sfm_cfi_difference
{
  enum sfm_cfi_verdict verdict;
  uint8_t reserved[4];
  uint64_t addr;          /* the first address with this verdict */
  struct sfm_rules rows;  /* the rules there, of SFrame, */
  struct sfm_cfi_row cfi; /* and of the CFI; not if only marks differ */
};

/* Compare the rows of FDE of PIECE, whose function is at ADDR, with CFI of
   SECTION at every address that both describe, and their marks.  Rules that
   mean the same in other words are equal.  REP_SIZE is the block size of a
   MASK function of V1; otherwise it is ignored.  Statuses: CORRUPT, UNSUPP, as
   sfm_row_rules.  */
sfm_status sfm_cfi_compare (const struct sfm_piece *piece,
                            const struct sfm_fde *fde, uint64_t addr,
                            uint8_t rep_size,
                            const struct sfm_cfi_section *section,
                            const struct sfm_cfi_fde *cfi,
                            struct sfm_cfi_difference *difference,
                            struct sfm_diag *diag) SFM_CHECKED;

/* ------------------------------------------------------------------ */
/* Building: functions given as rules                                  */

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

/* Why a function is refused: no section for the target and its reader can say
   what it is.  New reasons are added at the end.  X (NAME, WORD, TEXT): WORD
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
   NUMBER is a number of the caller's, for diagnostics and sfm_builder_origin.
   A function with more rows than version 3 can count becomes several FDEs.

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

/* ------------------------------------------------------------------ */
/* Checking                                                            */

enum sfm_severity
{
  SFM_NOTE,    /* worth knowing */
  SFM_WARNING, /* legal but harmful or unusual */
  SFM_ERROR    /* a consumer reads wrong data or faults */
};

/* Findings.  The names are stable, and new findings are added at the end.
   Section 8 of doc/internals.md of the sources has the rules behind them; the
   files check-*.c say more.  X (ID, NAME, SEVERITY).  */
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

/* The stable name of ID, in static memory, never NULL.  */
const char *sfm_finding_name (enum sfm_finding_id id);

#define SFM_NO_INDEX UINT32_MAX

struct sfm_finding
{
  enum sfm_finding_id id;
  enum sfm_severity severity;
  uint32_t piece;  /* number of the piece in the section */
  uint32_t fde;    /* number of the FDE in the piece, or SFM_NO_INDEX */
  uint32_t row;    /* number of the row in the FDE, or SFM_NO_INDEX */
  uint64_t offset; /* section offset */
  char text[160];
};

struct sfm_check_options
{
  size_t size;           /* sizeof (struct sfm_check_options); zero in any
                            other member means the default */
  uint64_t section_addr; /* address of the section in its image */
  bool object;           /* relocatable: addresses are unknown, and the rules
                            about them are not checked */
  /* Start base of a V1 or V2 piece without the PCREL flag at the start of the
     section.  Such a piece later in the section is always relative to the
     field, as only linkers that do not know SFrame concatenate
     (doc/internals.md of the sources, section 9).  */
  enum sfm_start_base start_base;
  /* The allocator, as in struct sfm_options.  */
  void *(*alloc) (void *data, size_t size);
  void (*release) (void *data, void *pointer);
  void *alloc_data;
};

/* Check the SIZE bytes at BYTES and call FOUND with DATA for each finding:
   piece by piece the header, the functions with their rows, and the piece as a
   whole; functions that overlap come last.  The finding is valid during the
   call only.  OPTIONS may be NULL: an image's section at address 0.  Statuses:
   SFM_OK (the check ran to its end, whatever it found), NOMEM, USAGE,
   UNSUPP.  */
sfm_status sfm_check (const void *bytes, size_t size,
                      const struct sfm_check_options *options,
                      void (*found) (void *data,
                                     const struct sfm_finding *finding),
                      void *data, struct sfm_diag *diag) SFM_CHECKED;

#ifdef __cplusplus
}
#endif

#endif /* SFMERGE_H */
