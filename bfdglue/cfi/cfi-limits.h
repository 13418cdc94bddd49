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

  /* Bytes of a CIE's augmentation string with its NUL; a CIE with a longer
     one, and its FDEs, are not read.  The longest in use is "zPLRSBG".  */
  AUGMENTATION_MAX = 16,

  /* Bytes of a LEB128 number; a longer one makes its record unreadable.  A
     number of 64 bits takes 10.  Some tools pad to a fixed size, but endless
     padding would be read again for each FDE of a CIE.  */
  LEB_SIZE_MAX = 32
};

#endif /* BFDGLUE_CFI_LIMITS_H */
