/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   reader-limits.h - what a reader process may cost, and how much it may be
   ahead: what each number bounds, what happens beyond it, and how it was
   found.  */

#ifndef BFDGLUE_READER_LIMITS_H
#define BFDGLUE_READER_LIMITS_H

enum
{
  /* Reader processes at a time.  More processors are not used: one that places
     functions keeps up with about three that read.  */
  READERS_MAX = 4,

  /* Consecutive files that one reader process reads, before the next files are
     another's.  With fewer the readers wake the caller more often; with more,
     the later reader waits with a full ring.  */
  READER_FILES = 16,

  /* Bytes of the ring through which a reader process hands back what it read;
     when it is full, the process waits.  Both ends go through it again and
     again, so that it should stay in the processor's cache.  */
  RING_SIZE = 1 << 20,

  /* Bytes at which the other end of a ring is woken.  Waking it for each
     object costs more than reading the object.  */
  RING_WAKE = RING_SIZE / 4,

  /* Bytes of what libbfd says before it ends the process, which become part of
     the message about it; the rest is cut off.  */
  LAST_WORDS_SIZE = 256,

  /* Seconds of processor time for one object.  libbfd may take this long only
     by an error of its own: what it does by design is bounded by
     input-limits.h, and takes less than 20 seconds.  The process is ended, and
     the object not read.  */
  READER_SECONDS = 60,

  /* Bytes of the longest name that is demangled, and of the longest result.
     Longer names stay as they are.  Of the 38,056 names of C++ that LLVM 14's
     library exports, the longest has 554 bytes, and 4,300 demangled.  */
  DEMANGLED_MAX = 1 << 16,

  /* Seconds of processor time for all names of a command.  Those of LLVM take
     0.2 seconds; a hostile one may take any time.  Names from there on stay as
     they are.  */
  DEMANGLER_SECONDS = 20
};

/* Bytes of address space that a reader process may take beyond what it begins
   with.  libbfd is then told that there is no memory.  Beside an archive of
   this size, which is held in memory, there would be no room for libbfd.  */
#define READER_MEMORY (UINT64_C (8) << 30)

/* The same for the process that demangles names.  A name of a few hundred
   bytes can stand for one of any length, as each part may be two times the
   part before it; libiberty says then that there is no memory.  */
#define DEMANGLER_MEMORY (UINT64_C (256) << 20)

#endif /* BFDGLUE_READER_LIMITS_H */
