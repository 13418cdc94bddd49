/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   cfi-writer.h - call frame information, written byte by byte, and what the
   engine reads in it, as text.

   The numbers are those of DWARF 5, table 7.29, and of the Linux Standard
   Base; none is taken from the engine.  */

#ifndef TESTSUITE_CFI_WRITER_H
#define TESTSUITE_CFI_WRITER_H

#include "sfmerge.h"

enum cfa_opcode
{
  CFA_ADVANCE = 0x40, /* these three have an operand in the low six bits */
  CFA_OFFSET = 0x80,
  CFA_RESTORE = 0xc0,
  CFA_NOP = 0x00,
  CFA_SET_LOC = 0x01,
  CFA_ADVANCE1 = 0x02,
  CFA_ADVANCE2 = 0x03,
  CFA_ADVANCE4 = 0x04,
  CFA_OFFSET_EXT = 0x05,
  CFA_RESTORE_EXT = 0x06,
  CFA_UNDEFINED = 0x07,
  CFA_SAME = 0x08,
  CFA_REGISTER = 0x09,
  CFA_REMEMBER = 0x0a,
  CFA_RECALL = 0x0b, /* DW_CFA_restore_state */
  CFA_DEF = 0x0c,
  CFA_DEF_REG = 0x0d,
  CFA_DEF_OFF = 0x0e,
  CFA_DEF_EXPR = 0x0f,
  CFA_EXPR = 0x10,
  CFA_OFFSET_SF = 0x11,
  CFA_DEF_SF = 0x12,
  CFA_DEF_OFF_SF = 0x13,
  CFA_VAL_OFFSET = 0x14,
  CFA_VAL_OFFSET_SF = 0x15,
  CFA_VAL_EXPR = 0x16,
  CFA_NEGATE_RA = 0x2d,
  CFA_ARGS_SIZE = 0x2e,
  CFA_NEGATIVE = 0x2f /* GNU_negative_offset_extended */
};

/* Bytes, and how many.  */
struct cfi_bytes
{
  const uint8_t *data;
  size_t size;
};

#define CFI_BYTES(...)                                                        \
  {                                                                           \
    (const uint8_t[]){ __VA_ARGS__ },                                         \
        sizeof ((const uint8_t[]){ __VA_ARGS__ })                             \
  }

/* What a CIE says beside its program.  */
struct cfi_form
{
  uint64_t code_align;
  int64_t data_align;
  uint64_t ra;
  const char *augmentation; /* NULL: "zR" in .eh_frame, "" else */
  struct cfi_bytes data;    /* of the augmentation, without the one of 'R' */
  struct cfi_bytes program;
  uint8_t version;
  uint8_t encoding; /* of pointers; 'R' says it */
};

/* What compilers write for ABI: with DW_EH_PE_absptr, so that addresses can be
   read in the bytes.  */
struct cfi_form cfi_usual (uint8_t abi);

/* A section that grows.  The first two members are set once.  */
struct cfi_writer
{
  struct sfm_cfi_section section; /* its bytes are the writer's */
  bool extended;                  /* lengths have 64 bits */
  bool narrow_id;                 /* ids have 32 bits nevertheless */
  struct cfi_form form;           /* of the last CIE */
  uint64_t cie;                   /* where that is */
  uint8_t *bytes;
  size_t size;
  size_t capacity;
};

/* Start over, with a section of ABI at 0x10000.  */
void cfi_begin (struct cfi_writer *w, uint8_t abi);
void cfi_free (struct cfi_writer *w);

/* Write the SIZE low bytes of VALUE, in the byte order of the ABI.  */
void cfi_put (struct cfi_writer *w, uint64_t value, unsigned size);
void cfi_put_uleb (struct cfi_writer *w, uint64_t value);
void cfi_put_sleb (struct cfi_writer *w, int64_t value);
void cfi_put_bytes (struct cfi_writer *w, struct cfi_bytes bytes);

/* Begin a record, whose id is for the caller to write; end it.  */
size_t cfi_open (struct cfi_writer *w);
void cfi_close (struct cfi_writer *w, size_t at);

/* Write a CIE, or all of one but its program, which cfi_close ends.  */
void cfi_cie (struct cfi_writer *w, const struct cfi_form *form);
size_t cfi_open_cie (struct cfi_writer *w, const struct cfi_form *form);

/* Write an FDE of the last CIE for SIZE bytes from START on: the value that
   the encoding stores for it is STORED.  */
void cfi_fde (struct cfi_writer *w, uint64_t stored, uint64_t size,
              struct cfi_bytes program);
size_t cfi_open_fde (struct cfi_writer *w, uint64_t stored, uint64_t size);

/* Read FDE number IDX of what is written.  A SFM_END that is not at the end is
   skipped.  */
sfm_status cfi_read (struct cfi_writer *w, unsigned idx,
                     struct sfm_cfi_fde *fde, struct sfm_diag *diag);

/* The digest of FDE with an instruction that nobody needs before all others
   (GNU_args_size), which only the walk over rows executes.  */
sfm_status cfi_plain_digest (const struct sfm_cfi_section *section,
                             const struct sfm_cfi_fde *fde, uint64_t *digest,
                             struct sfm_diag *diag);

/* The rows of FDE as text: "OFFSET: CFA RA FP" each, joined by "; ".  A rule
   is "same", "undef", "rN+O" or "[rN+O]", with "c" for the CFA; " mangled" may
   follow.  A problem is "OFFSET: problem WORD".  In static memory.  */
const char *cfi_text (const struct sfm_cfi_section *section,
                      const struct sfm_cfi_fde *fde);

/* Test NAME: the text of the only FDE of W is WANTED, and it has a digest, the
   plain one, unless that is a problem.  */
void cfi_expect (struct cfi_writer *w, const char *name, const char *wanted);

#endif /* TESTSUITE_CFI_WRITER_H */
