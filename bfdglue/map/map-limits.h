/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   map-limits.h - what map/ reads: what each number bounds, what happens beyond
   it, and how it was found.  */

#ifndef BFDGLUE_MAP_LIMITS_H
#define BFDGLUE_MAP_LIMITS_H

enum
{
  /* Lines in which the heading of a map is looked for; a file without one
     there is not a map of lld or mold.  A map that the linker wrote to its
     standard output may have other lines before its heading.  */
  HEADING_LINES = 64,

  /* Objects of a map whose paths end in the same way; of so many none is
     chosen, and the name is ambiguous.  */
  CANDIDATES_MAX = 64,

  /* Bytes of the first buffer for a map that comes through a pipe; it grows to
     twice its size each time.  */
  STREAM_FIRST_SIZE = 64 * 1024,

  /* Bytes of a map that comes through a pipe; a longer one is refused.
     Nothing else bounds it.  */
  STREAM_MAX = 1 << 30
};

#endif /* BFDGLUE_MAP_LIMITS_H */
