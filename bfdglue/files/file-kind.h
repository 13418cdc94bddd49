/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   file-kind.h - the kind of a file, by its first bytes.  */

#ifndef BFDGLUE_FILE_KIND_H
#define BFDGLUE_FILE_KIND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum file_kind
{
  FILE_OBJECT, /* ELF64, relocatable, of a machine with an SFrame ABI */
  FILE_IMAGE,  /* any other ELF file, supported or not */
  FILE_ARCHIVE,
  FILE_THIN, /* a thin archive */
  FILE_GZIP,
  FILE_XZ,
  FILE_ZSTD,
  FILE_LLVM, /* LLVM bitcode, which clang -flto writes */
  FILE_OTHER
};

enum
{
  FILE_KIND_BYTES = 64 /* of a file, or all if it has fewer, tell its kind */
};

/* The kind of a file or member of SIZE bytes, the first of which are at
   BYTES.  */
enum file_kind file_kind (const uint8_t *bytes, size_t size);

/* Whether a file or member that begins with the SIZE bytes at BYTES is a
   relocatable object of any class and machine.  */
bool file_is_relocatable (const uint8_t *bytes, size_t size);

/* Why a file that begins with the SIZE bytes at BYTES, an ELF file, cannot
   have SFrame, as "is ..." would continue: its class or its machine has no
   SFrame ABI, or it is a core file.  NULL: it can, or is no ELF file.  */
const char *file_foreign (const uint8_t *bytes, size_t size);

/* What such a file is, as "is ..." would continue, or NULL if it is an object
   that can be read.  */
const char *file_not_object (const uint8_t *bytes, size_t size);

#endif /* BFDGLUE_FILE_KIND_H */
