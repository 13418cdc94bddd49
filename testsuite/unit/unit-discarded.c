/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-discarded.c - functions of an image's own pieces that linkers have
   discarded, and those that are outside the code for another reason.  */

#include "config.h"

#include "fixture-pieces.h"
#include "result.h"

enum
{
  SORTED = SFM_F_FDE_SORTED | SFM_F_FDE_FUNC_START_PCREL,
  COPIED = SFM_F_FDE_FUNC_START_PCREL
};

static struct owned image;

/* Test NAME: beside a piece whose functions are in code, a piece with FLAGS
   has a function of SIZE at ADDR, where the segment of the headers is if
   MAPPED; code also begins at 0x300.  It counts as discarded if DISCARDED.  */
static void
outside (uint8_t flags, uint64_t addr, uint32_t size, bool mapped,
         bool discarded, const char *name)
{
  static const struct owned_function some[]
      = { { .addr = OWNED_CODE + 0x100, .size = 0x20 },
          { .addr = OWNED_CODE + 0x120, .size = 0x35 } };
  const struct owned_function function = { .addr = addr, .size = size };
  struct sfm_fde fde;
  struct sfm_diag diag;

  owned_begin (&image);
  owned_piece (&image, 3, COPIED, some, 2);
  owned_piece (&image, 3, flags, &function, 1);
  owned_section (&image, ".init", SHF_ALLOC | SHF_EXECINSTR, 0x300, 0x100);
  if (!mapped)
    image.segments[OWNED_SEG_READ].vaddr = 0x1000;
  bool good = owned_read (&image) && image.existing.piece_count == 2;
  const struct image_piece *p = good ? &image.existing.pieces[1] : NULL;
  good = good && sfm_fde_read (&p->piece, 0, &fde, &diag) == SFM_OK
         && !p->places[0].live && p->places[0].addr == addr
         && piece_discarded (&image.index, p, &fde, addr) == discarded;
  unit_result (good, name);
  owned_end (&image);
}

int
main (void)
{
  outside (COPIED, 0xffe, 0x20, true, true, "a small address");
  outside (COPIED, 0x1000, 8, true, false, "the first that is not small");
  outside (COPIED, OWNED_SFRAME + 4, 9, true, false, "in .sframe");
  outside (COPIED, OWNED_CODE + OWNED_CODE_SIZE - 4, 5, true, false,
           "the last bytes of code and one more");
  outside (COPIED, 0x123, 8, true, true,
           "an offset in a section, from a linker that copies");
  outside (SORTED, 0x123, 8, true, false,
           "a sorted piece has no such offsets where headers are");
  outside (SORTED, 0x123, 8, false, true,
           "a sorted piece has one where nothing is");
  outside (SORTED, 0xff8, 8, false, true, "the last bytes where nothing is");
  outside (SORTED, 0xff8, 9, false, false, "one byte more");
  outside (COPIED, 0x2f8, 8, true, true, "the bytes before code");
  outside (COPIED, 0x2f8, 9, true, false, "and the first of code");
  outside (COPIED, 0x3ff, 2, true, false,
           "the last byte of code and one more");
  outside (COPIED, 0x400, 2, true, true, "the bytes after code");
  return unit_exit ();
}
