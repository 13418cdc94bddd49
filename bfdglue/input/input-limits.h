/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   input-limits.h - what input/ lets an object cost: what each number bounds,
   what happens beyond it, and how it was found.  */

#ifndef BFDGLUE_INPUT_LIMITS_H
#define BFDGLUE_INPUT_LIMITS_H

enum
{
  /* Bytes of an object's sections for each byte of its file; more are refused.
     Sound files share none.  */
  BYTES_LIMIT = 16,

  /* The same for bytes of names of sections, which a relocation section shares
     with its section.  */
  NAMES_LIMIT = 64,

  /* libbfd's steps from header to header for each byte of the file; an object
     that takes more is refused.  The output of compilers takes 0.05, even with
     72,000 groups.  mold -r sorts sections by name, but not their groups:
     72,000 of them take 61, for which libbfd works 18 seconds.  */
  STEPS_LIMIT = 128,

  /* Bytes of names of groups and of their sections that are read, for each
     byte of the file; more are refused.  Names that share no bytes have at
     most one.  */
  GROUP_NAMES_LIMIT = 64,

  /* The same for names of symbols, which are looked up in the image.  */
  SYMBOL_NAMES_LIMIT = 64,

  /* Symbol tables and long names before a thin archive's members; after more
     it is refused.  COFF has four at most.  All are passed each time the
     archive is opened.  */
  TABLES_MAX = 8,

  /* Bytes of what libbfd prints about one object that are kept; the rest is
     dropped.  STDERR_LINES of its lines become notes, and one more note says
     if there were others.  A damaged file can make thousands of lines.  */
  STDERR_TEXT = 1024,
  STDERR_LINES = 4,

  /* Bytes of a file that is read into a buffer used again; a larger one gets
     new memory.  For an object of a few kB the buffer takes 8.5 us, new memory
     15.4 us.  */
  FILE_BUFFER = 64 * 1024
};

#endif /* BFDGLUE_INPUT_LIMITS_H */
