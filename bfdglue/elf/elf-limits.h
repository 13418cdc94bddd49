/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   elf-limits.h - what elf/ accepts and compares: what each number bounds, what
   happens beyond it, and how it was found.  */

#ifndef BFDGLUE_ELF_LIMITS_H
#define BFDGLUE_ELF_LIMITS_H

enum
{
  /* Bytes of sections, and of segments, for each byte of an image; more are
     refused.  Sections of sound files share no bytes, and segments few.  Work
     done section by section, or on the bytes of code, is at most this many
     times the file.  */
  SHARE_LIMIT = 16,

  /* The same for bytes of the names of sections, which may share them: a
     relocation section with the section that it is for, and sections for parts
     of one function.  */
  NAMES_LIMIT = 64,

  /* Bytes of a section's name that are compared between an image and its debug
     file; the rest is taken to be equal.  Many sections may share a
     long name.  */
  NAME_COMPARED = 255,

  /* Bytes after the last NUL of a string table; a table with more has no
     strings.  Sound tables end in NUL, and any number of symbol tables may
     have the same strings.  No need was measured.  */
  STRINGS_REST_MAX = 4096,

  /* Bytes of a build-id that messages show; of a longer one they give the
     size.  SHA-256 has as many.  */
  BUILD_ID_SHOWN = 32
};

#endif /* BFDGLUE_ELF_LIMITS_H */
