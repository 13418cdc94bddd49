/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   edit-limits.h - the limits of what edit/ does with an image.  */

#ifndef BFDGLUE_EDIT_LIMITS_H
#define BFDGLUE_EDIT_LIMITS_H

enum
{
  /* Bytes of a symbol's name in which free-space.c looks for "sframe"; what
     follows is ignored.  In a damaged table all symbols may share one name as
     long as the file.  No need was measured.  */
  END_SYMBOL_NAME_MAX = 256,

  /* Sections that may have to be emptied; more are refused.  Each is compared
     with all headers.  Linkers leave one or two.  */
  RETIRED_MAX = 64,

  /* Size of the block that moves to let the program headers grow, and of the
     alignment in it; larger ones are refused.  The blocks in our corpus have
     60 bytes to 1.5 KiB, most of it .gnu.hash; libLLVM 14 to 22 have a .dynsym
     of 1.0 to 1.4 MiB there.  No alignment above 8 was seen.  */
  DISPLACED_MAX = 4 << 20,
  DISPLACED_ALIGN_MAX = 4096,

  /* Sections and segments in that block.  Up to 6 were seen.  */
  DISPLACED_PARTS_MAX = 32,

  /* Program headers of an image whose table or segments may grow in place, or
     which may get zeros inserted; with more, the table may only move.  The
     free space after each segment is measured against all headers and symbols.
     No need was measured: programs of Debian 12 and the images of our corpus
     have 15 at most.  */
  SEGMENTS_MAX = 256,

  /* Zeros that are inserted into a file without --grow=large-pages.  It is the
     page size of GNU ld before 2.31 for x86-64; images of that time are
     served.  No larger one is in our corpus.  */
  INSERTED_MAX = 2 << 20,

  /* Bytes of the hole that a moved program header table may leave in the file
     (as large as the image's uninitialised data), of the alignment of
     segments, and of the zeros that --grow=large-pages inserts.  Beyond it
     there is no new segment, and nothing is inserted.  No need was
     measured.  */
  HOLE_MAX = 1 << 28,

  /* A detached section is in a segment aligned to this, after the image's last
     one.  It is the largest page of the machines that SFrame supports.  */
  DETACHED_ALIGN = 1 << 16,

  /* Bytes of a build-id that are copied to a detached file; with more it is
     refused.  Linkers write 8 to 32, or what --build-id=0x... says.  */
  BUILD_ID_COPIED_MAX = 1024
};

#endif /* BFDGLUE_EDIT_LIMITS_H */
