/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   packed-section.c - unpack compressed sections.

   Theory of operation.  The header (System V gABI, 'Section Compression') says
   how many bytes come out, and memory is taken for them only if so many can:
   zlib makes at most 1,032 bytes of one (its technical notes, 'Maximum
   Compression Factor').  A hostile file must not cost as much, and its
   sections can share bytes.  So all sections of a file are limited together by
   its size.  Packages have debug files that are compressed by zlib.  */

#include "config.h"

#include <elf.h>
#include <inttypes.h>
#include <stdlib.h>
#include <zlib.h>

#include "cfi-limits.h"
#include "eh-frame.h"
#include "elf-abi.h"

/* Elf64_Chdr: type, a reserved word, size, alignment.  */
enum
{
  CHDR_SIZE = 24,
  CHDR_OUT = 8
};

sfm_status
packed_section_read (const char *path, const char *name, bool big_endian,
                     const uint8_t *bytes, size_t size, uint64_t *left,
                     uint8_t **out, size_t *out_size,
                     const struct diag_sink *sink)
{
  const uint32_t type = size < CHDR_SIZE ? 0 : elf_u32 (bytes, big_endian);
  const uint64_t wanted
      = size < CHDR_SIZE ? 0 : elf_u64 (bytes + CHDR_OUT, big_endian);

  *out = NULL;
  if (type != ELFCOMPRESS_ZLIB || wanted / UNPACKED_MAX > size)
    {
      diag_at (sink, DIAG_WARNING, path, name, 0,
               "this compressed section is not read: type %" PRIu32
               ", 0x%" PRIx64 " bytes from 0x%zx",
               type, wanted, size);
      return SFM_OK;
    }
  if (wanted > *left)
    {
      diag_at (sink, DIAG_WARNING, path, name, 0,
               "this compressed section is not read: 0x%" PRIx64
               " bytes from 0x%zx are more than any debug file needs",
               wanted, size);
      return SFM_OK;
    }
  *left -= wanted;
  uint8_t *to = malloc ((size_t) wanted + 1);
  if (to == NULL)
    return diag_nomem (sink, path);
  uLongf got = (uLongf) wanted;
  const int code = uncompress (to, &got, bytes + CHDR_SIZE, size - CHDR_SIZE);
  if (code == Z_OK && got == wanted)
    {
      *out = to;
      *out_size = (size_t) wanted;
      return SFM_OK;
    }
  free (to);
  if (code == Z_MEM_ERROR)
    return diag_nomem (sink, path);
  diag_at (sink, DIAG_WARNING, path, name, 0,
           "this compressed section is damaged: %s", zError (code));
  return SFM_OK;
}
