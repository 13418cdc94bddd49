/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   cfi-limits.h - what cfi/ reads of .eh_frame: what each number bounds, what
   happens beyond it, and how it was found.  */

#ifndef BFDGLUE_CFI_LIMITS_H
#define BFDGLUE_CFI_LIMITS_H

enum
{
  /* Bytes of the smallest usual FDE, by which memory for the list is expected.
     If there are more FDEs than that allows, the list grows.  */
  FDE_SIZE = 20,

  /* Bytes of .eh_frame_hdr before its pointers, and its version (Linux
     Standard Base, 'The .eh_frame_hdr section').  */
  EH_HEADER_SIZE = 4,
  EH_HEADER_VERSION = 1,

  /* Bytes that one compressed byte may become.  zlib's are at most 1,032; a
     section that promises more is damaged, and is not read.  */
  UNPACKED_MAX = 1032,

  /* Bytes that all compressed sections of a file may become, as a multiple of
     the file's size.  Further ones are not read.  .debug_frame is a small part
     of a debug file, and even a file of nothing else packs less well.  */
  UNPACKED_SHARE = 64
};

#endif /* BFDGLUE_CFI_LIMITS_H */
