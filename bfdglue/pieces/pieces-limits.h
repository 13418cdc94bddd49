/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   pieces-limits.h - the limits of reading existing pieces: what each bounds,
   what happens beyond it, and how it was found.

   Where no measurement is named, the number is far above what sound files
   need, and bounds what a hostile one can cost.  */

#ifndef BFDGLUE_PIECES_LIMITS_H
#define BFDGLUE_PIECES_LIMITS_H

enum
{
  /* Sections of pieces.  An image with more is refused: each costs a scan of
     the whole PT_GNU_SFRAME and of all that may limit its free space.  An
     image has one, or two.  */
  LIMIT_SECTIONS = 16,

  /* FDEs of .eh_frame that one repeated block may cover.  One that covers more
     stays contradicted.  Only a few PLT sections follow each other; a damaged
     file can have any number of one-byte FDEs.  */
  LIMIT_COVERED_FDES = 8,

  /* Bytes of the first entry of a procedure linkage table, which may lack rows
     when the rest has some.  If more precede it, the rest is contradicted.
     The entry has 16 on x86-64, and 32 on AArch64 and s390x.  */
  LIMIT_FIRST_ENTRY = 32,

  /* The address of a discarded function is 0, or its offset in its section if
     the relocation's addend is that offset.  A function at this address or
     higher that is not in code is misplaced, not discarded.  Nothing is mapped
     below it.  */
  LIMIT_DISCARDED_ADDRESS = 0x1000,

  /* FDEs with one start that are tried, and starts of FDEs over one function
     that are compared, when its rows are judged.  Further ones are ignored.  A
     function has two or three copies; a function of .sframe has one FDE, a
     repeated block of PLT code as many as there are sections.  */
  LIMIT_PROOF_COPIES = 16,
  LIMIT_PROOF_STARTS = 16,

  /* Bytes of call frame information read for each byte that there is.  Beyond
     it rows go unjudged.  Real images need one, or two if rows differ.  */
  LIMIT_PROOF_BYTES_READ = 64,

  /* Rows walked for each byte of a piece.  A piece that shares rows more often
     is refused; merger/collect.c bounds the bytes of shared rows in the same
     way.  */
  LIMIT_SHARED_ROWS = 64,

  /* Bytes and rows compared for each byte of PLT code and of pieces.  Beyond
     it the remaining existing functions are replaced without a comparison.
     Real functions take one.  */
  BUDGET_FACTOR = 16
};

#endif /* BFDGLUE_PIECES_LIMITS_H */
