/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   plt-forms.h - templates of PLT entries and stubs, one table for each ABI.

   The code of a template is text: two hexadecimal digits per byte, in the
   order of the bytes in memory.  A half of a byte that differs from entry to
   entry is one of the letters below.  Spaces mean nothing.  Bytes after a '|'
   belong to the template but are left undescribed.  A linker's template is one
   row of a table.  */

#ifndef MERGER_PLT_FORMS_H
#define MERGER_PLT_FORMS_H

#include <stddef.h>
#include <stdint.h>

/* clang-format off */
/* X (LETTER, VALUE, MASK): letters for halves of a byte of which some bits are
   fixed.  AMD64 and s390x vary whole halves; AArch64 splits its immediates
   anywhere.  */
#define PLT_LETTERS(X)                                                        \
  X ('.', 0x0, 0x0) /* any */                                                 \
  X ('o', 0x1, 0x1) /* xxx1 */                                                \
  X ('m', 0x1, 0x9) /* 0xx1 */                                                \
  X ('x', 0x8, 0xe) /* 100x */                                                \
  X ('u', 0xa, 0xe) /* 101x */                                                \
  X ('v', 0xc, 0xe) /* 110x */                                                \
  X ('w', 0xe, 0xe) /* 111x */                                                \
  X ('z', 0x0, 0x1) /* xxx0 */                                                \
  X ('p', 0x9, 0x9) /* 1xx1 */                                                \
  X ('q', 0x2, 0x3) /* xx10 */                                                \
  X ('s', 0x0, 0x3) /* xx00 */                                                \
  X ('r', 0x4, 0xc) /* 01xx */                                                \
  X ('t', 0x0, 0xc) /* 00xx */
/* clang-format on */

/* Where a template may occur.  */
enum plt_kind
{
  PLT_HEAD,  /* at the start of the code only */
  PLT_ENTRY, /* anywhere, and may repeat */
  PLT_TAIL,  /* at the end of the code only, after others */
  PLT_STUB   /* in no PLT: the targets of branches to code that is too far */
};

enum
{
  PLT_ROWS = 3
};

/* From START on the CFA is SP + CFA.  The return address is at CFA + RA, or,
   if RA is 0, where the ABI has it on entry.  */
struct plt_row
{
  uint8_t start;
  uint8_t cfa;
  int8_t ra;
};

/* clang-format off */
#define PLT_AT(start, cfa) { (start), (cfa), 0 }
#define PLT_AT_SAVED(start, cfa, ra) { (start), (cfa), (ra) }
/* clang-format on */

struct plt_template
{
  enum plt_kind kind;
  struct plt_row rows[PLT_ROWS]; /* a later one with start 0 ends them */
  const char *code;
};

struct plt_table
{
  const struct plt_template *templates; /* if several begin alike, the longest
                                           first */
  size_t count;
};

extern const struct plt_table sfm_plt_amd64;
extern const struct plt_table sfm_plt_aarch64;
extern const struct plt_table sfm_plt_s390x;

#endif /* MERGER_PLT_FORMS_H */
