/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   input-limits.h - what input/ lets an object cost: what each number bounds,
   what happens beyond it, and how it was found.  */

#ifndef BFDGLUE_INPUT_LIMITS_H
#define BFDGLUE_INPUT_LIMITS_H

enum
{
  /* Bytes of names of symbols, which are looked up in the image, for each byte
     of the file; more are refused.  Names that share no bytes have at most
     one.  */
  SYMBOL_NAMES_LIMIT = 64,

  /* Symbol tables and long names before the members of an archive in a thin
     archive; after more it is refused.  COFF has four at most.  All are passed
     each time the archive is opened.  */
  TABLES_MAX = 8,

  /* Objects that are read ahead of the caller, by a thread beside it.  Their
     bytes should stay in the processor's cache.  */
  QUEUE_OBJECTS = 16,

  /* Bytes of the longest name that is demangled, and of the longest result.
     Longer names stay as they are.  Of the 38,056 names of C++ that LLVM 14's
     library exports, the longest has 554 bytes, and 4,300 demangled.  */
  DEMANGLED_MAX = 1 << 16,

  /* Seconds of processor time for all names of a command.  Those of LLVM take
     0.2 seconds; a hostile one may take any time.  Names from there on stay as
     they are.  */
  DEMANGLER_SECONDS = 20,

  /* Bytes of a file that is read into a buffer used again; a larger one gets
     new memory.  For an object of a few kB the buffer takes 8.5 us, new memory
     15.4 us.  */
  FILE_BUFFER = 64 * 1024,

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

/* Bytes of address space for the process that demangles names, beyond what it
   begins with.  A name of a few hundred bytes can stand for one of any length,
   as each part may be two times the part before it; libiberty says then that
   there is no memory.  */
#define DEMANGLER_MEMORY (UINT64_C (256) << 20)

#endif /* BFDGLUE_INPUT_LIMITS_H */
