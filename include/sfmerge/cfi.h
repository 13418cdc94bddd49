/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   cfi.h - what .eh_frame and .debug_frame say, in the form of the rules of
   rows.  */

#ifndef SFMERGE_CFI_H
#define SFMERGE_CFI_H

#include "read.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ------------------------------------------------------------------ */
/* Records                                                             */

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
   False: the section ends before it, with *AT unchanged; or what the pointer
   is relative to is unknown, or the pointer is omitted or indirect.  */
bool sfm_cfi_pointer (const struct sfm_cfi_section *section, uint64_t *at,
                      uint8_t encoding, uint64_t *addr) SFM_CHECKED;

/* ------------------------------------------------------------------ */
/* Rules                                                               */

/* Why rules of call frame information cannot be a struct sfm_rules.  New ones
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
  struct sfm_rules rules; /* with a problem: as far as they are known */
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
  unsigned deepest; /* the largest value that DEPTH had */
  uint8_t executed; /* SFM_CFI_RAN_* of sfmerge-tool.h */
  uint8_t reserved[27];
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
   where it changes, one for every 8 bytes of the function, whatever its
   size.  */
bool sfm_cfi_rows_next (struct sfm_cfi_rows *rows, struct sfm_cfi_row *row);

/* ------------------------------------------------------------------ */
/* Comparison with rows                                                */

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
   SECTION at every address that both describe, and their marks.  Rules with
   the same meaning in another form are equal.  REP_SIZE is the block size of a
   MASK function of V1; otherwise it is ignored.  Statuses: CORRUPT, UNSUPP, as
   sfm_row_rules.  */
sfm_status sfm_cfi_compare (const struct sfm_piece *piece,
                            const struct sfm_fde *fde, uint64_t addr,
                            uint8_t rep_size,
                            const struct sfm_cfi_section *section,
                            const struct sfm_cfi_fde *cfi,
                            struct sfm_cfi_difference *difference,
                            struct sfm_diag *diag) SFM_CHECKED;

#ifdef __cplusplus
}
#endif

#endif /* SFMERGE_CFI_H */
