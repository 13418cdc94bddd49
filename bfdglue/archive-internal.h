/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   archive-internal.h - the layout of archives, for archive-*.c.  */

#ifndef BFDGLUE_ARCHIVE_INTERNAL_H
#define BFDGLUE_ARCHIVE_INTERNAL_H

#include "archive.h"

enum
{
  ARCHIVE_MAGIC_SIZE = 8,
  ARCHIVE_HEADER_SIZE = 60,
  ARCHIVE_NAME_SIZE = 16,
  ARCHIVE_SIZE_OFF = 48,
  ARCHIVE_SIZE_SIZE = 10,
  ARCHIVE_END_OFF = 58
};

#endif /* BFDGLUE_ARCHIVE_INTERNAL_H */
