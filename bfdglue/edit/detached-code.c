/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   detached-code.c - what tells the code of one build from that of another.

   A build-id says it better, but not every image has one.  The checksum of the
   whole file would change when the image is stripped or signed; the code that
   the section describes does not.  */

#include "config.h"

#include "detached-file.h"
#include "text.h"

/* Add the SIZE bytes at BYTES to NOTE.  */
static void
add_bytes (struct code_note *note, const uint8_t *bytes, uint64_t size)
{
  uint64_t digest = note->digest;

  for (uint64_t i = 0; i < size; i++)
    digest = (digest ^ bytes[i]) * UINT64_C (0x100000001b3);
  note->digest = digest;
  note->size += size;
}

sfm_status
detached_code (const struct image *image,
               const struct detached_section *section, struct code_note *note,
               struct sfm_diag *diag)
{
  struct sfm_piece piece;
  struct sfm_fde fde;
  uint64_t done = 0; /* the code below it was added */

  *note = (struct code_note){ .digest = UINT64_C (0xcbf29ce484222325) };
  TRY (sfm_piece_open (section->bytes, section->size, 0, &piece, diag));
  const enum sfm_start_base base = piece.flags & SFM_F_FDE_FUNC_START_PCREL
                                       ? SFM_START_BASE_FIELD
                                       : SFM_START_BASE_SECTION;
  for (uint32_t i = 0; i < piece.num_fdes; i++)
    {
      TRY (sfm_fde_read (&piece, i, &fde, diag));
      const uint64_t addr = sfm_fde_address (&fde, section->addr, base);
      /* What begins below was added, so the work is that of the file once,
         whatever the order and the sizes are.  */
      const uint64_t from = larger (addr, done);
      if (fde.size > UINT64_MAX - addr || addr + fde.size <= from)
        continue;
      const uint64_t size = addr + fde.size - from;
      const uint8_t *bytes = image_loaded (image, from, size);
      if (bytes == NULL)
        continue;
      add_bytes (note, bytes, size);
      done = from + size;
    }
  return SFM_OK;
}
