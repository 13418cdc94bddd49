/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   crt-limits.h - the limits of this room.  */

#ifndef TOOL_CRT_LIMITS_H
#define TOOL_CRT_LIMITS_H

enum
{
  /* Words of --cc; more are an error.  A compiler with a few options has
     five.  */
  CRT_WORDS_MAX = 32,

  /* Bytes that a compiler prints when it is asked for its commands; the rest
     is skipped.  GCC prints 4000.  */
  CRT_TEXT_MAX = 1 << 18,

  /* Bytes of a script of the linker; what is larger is skipped.  Those of
     the GNU C library have 300.  */
  CRT_SCRIPT_MAX = 1 << 16
};

#endif /* TOOL_CRT_LIMITS_H */
