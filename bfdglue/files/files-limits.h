/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   files-limits.h - what files/ reads and writes: what each number bounds, what
   happens beyond it, and how it was found.  */

#ifndef BFDGLUE_FILES_LIMITS_H
#define BFDGLUE_FILES_LIMITS_H

enum
{
  /* Bytes that are copied at a time where a file cannot get another name.  */
  COPY_BUFFER = 1 << 16,

  /* Bytes of a compressed file, packed and unpacked; a larger one is refused,
     as a small file can unpack to any size.  A kernel module has some MB, and
     some 100 MB with all of its debug information.  Processes side by side
     have as many together for what is larger than the share of one.  */
  PACKED_LIMIT = 1 << 28,

  /* Bytes that such a file may unpack to: PACKED_FREE, and PACKED_FACTOR for
     each of its own.  No need for more is known; text and code unpack to
     less than ten times their size.  38 kB that unpack to 252 MiB of
     .eh_frame took check 800 MB and 7 s.  */
  PACKED_FREE = 1 << 24,
  PACKED_FACTOR = 64,

  /* Bytes of the first buffer for what is unpacked, which grows to twice its
     size each time.  */
  PACKED_FIRST_SIZE = 64 * 1024,

  /* Bytes of memory that unpacking may take, beside the contents, as a file
     can ask for 4 GiB; one that does is refused.  xz -9 asks for 65 MiB, the
     kernel's modules for 1 or 2 MiB.  The window of a file of zstd may have
     as many bytes, its own tool's limit, too.  */
  UNPACK_WINDOW_LOG = 27,
  UNPACK_MEMORY = 1 << UNPACK_WINDOW_LOG,

  /* Bytes of a compressed file that are read to see what it holds.  A file of
     zstd has a whole block in so many, of at most 128 KiB.  */
  PACKED_HEAD_SIZE = 132 * 1024,

  /* The same of one of gzip or xz, which give the first bytes sooner: a header
     and code tables take less than a KiB.  */
  PACKED_HEAD_FEW = 4096,

  /* Bytes of each text of a gzip header (name, comment, extra field) that the
     output keeps.  A file with a longer one is not rewritten.  The format
     bounds only the extra field, to as much.  */
  GZIP_TEXT_SIZE = 64 * 1024,

  /* Bytes of a file's headers and tables: HOLES_READ, and HOLES_FACTOR for
     each byte that is not in a hole.  A file with more is refused.  Sound
     files have no holes there.  16 MiB of the dearest, section
     headers for libbfd, take 0.2 s and 40 MB.  */
  HOLES_READ = 1 << 24,
  HOLES_FACTOR = 16,

  /* Bytes that a file may have beyond that, in data that is only copied: the
     initial zeros of an image's variables.  A copy of so many takes 1.5 s.  */
  HOLES_COPIED = 0x7fffffff,

  /* Bytes that are read at once where a file is copied by hand.  They stay in
     the processor's cache until they are written.  */
  COPY_SIZE = 256 * 1024,

  /* Symbolic links from an output's name to the file; after more it fails with
     ELOOP.  It is the kernel's own limit for one path.  */
  LINKS_MAX = 40,

  /* Directories given with -r whose descriptors stay open until the end.
     Further ones are opened anew for each file, by a few calls more.  A
     process may have 1024 descriptors, as a rule.  */
  TREES_OPEN = 64,

  /* Further names (hard links) of a file that are replaced with it; a file
     with more is refused, like one with names that are not known.  Each is
     compared with those before, and may need a descriptor.  Git has some 140,
     which some distributions install as hard links; file systems allow
     65,000.  */
  FURTHER_NAMES_MAX = 256,

  /* Bytes that one call writes; the rest follows in further calls.  Linux
     writes at most 0x7ffff000 at once, and some file systems have trouble with
     less.  */
  WRITE_SIZE_MAX = 1 << 30,

  /* Names that are tried for a temporary file before the output fails.  64
     random bits practically never collide; a directory where every name seems
     to exist is broken.  */
  TEMPORARY_ATTEMPTS = 16
};

#endif /* BFDGLUE_FILES_LIMITS_H */
