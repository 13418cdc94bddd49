/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   read.h - pieces, their functions, their rows and what these mean: any
   version, either byte order.  */

#ifndef SFMERGE_READ_H
#define SFMERGE_READ_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ------------------------------------------------------------------ */
/* Pieces                                                              */

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

/* ------------------------------------------------------------------ */
/* Functions                                                           */

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
/* Rows and what they mean                                             */

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
   'Interpretation of SFrame FREs'), UNSUPP (a FLEX control word that does not
   name a register of the ABI; some assemblers have written such words).  */
sfm_status sfm_row_rules (const struct sfm_piece *piece,
                          const struct sfm_fde *fde, const struct sfm_row *row,
                          struct sfm_rules *rules,
                          struct sfm_diag *diag) SFM_CHECKED;

/* Whether A and B are the same rules.  */
bool sfm_rules_equal (const struct sfm_rules *a, const struct sfm_rules *b);

#ifdef __cplusplus
}
#endif

#endif /* SFMERGE_READ_H */
