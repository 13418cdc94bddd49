/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   plt-amd64.c - PLT entries of AMD64.

   Each rule follows from the instructions.  An entry is reached by a call, so
   the CFA is SP+8 at its first byte.  After a push (68, ff35, 41 53) it is 8
   more, and so it is at the target of a call inside the code.  A PLT0 is
   reached from an entry that has pushed its number (SP+16), or from one that
   has it in a register (SP+8: mold, and retpolines of -z now).

   The thunk of lazy retpolines, the last 16 bytes of their PLT0, is called
   from PLT0 (SP+32) and from entries (SP+16), so no single rule is right.  The
   instructions after those calls run only in speculation; they have the rule
   of the call.  */

#include "config.h"

#include "plt-form.h"

#define HEAD PLT_HEAD
#define ENTRY PLT_ENTRY
#define TAIL PLT_TAIL
#define AT PLT_AT

/* clang-format off */
static const struct plt_template templates[] = {
  /* PLT0: GNU ld and lld; gold; GNU ld with MPX; mold; lld's retpolines,
     lazy and not.  */
  { HEAD, { AT (0, 16), AT (6, 24) }, "ff35........ ff25........ 0f1f4000" },
  { HEAD, { AT (0, 16), AT (6, 24) }, "ff35........ ff25........ 90909090" },
  { HEAD, { AT (0, 16), AT (6, 24) }, "ff35........ f2ff25........ 0f1f00" },
  { HEAD, { AT (0, 8), AT (6, 16), AT (12, 24) },
    "f30f1efa 4153 ff35........ ff25........ cccccccc cccccccccccccccccccc" },
  { HEAD, { AT (0, 16), AT (6, 24) },
    "ff35........ 4c8b1d........ e80e000000 f390 0faee8 ebf9 cccccccccccccc"
    "| 4c891c24 c3 cccccccccccccccccccccc" },
  { HEAD, { AT (0, 8), AT (16, 16) },
    "e80b000000 f390 0faee8 ebf9 cccccccc"
    "4c891c24 c3 cccccccccccccccccccccc" },

  /* Lazy entries: GNU ld, lld and gold; GNU ld with MPX; with IBT and MPX, IBT
     of GNU ld and lld, IBT of gold; mold, and its entries that serve as the
     function's address; lld's retpolines, lazy and not.  */
  { ENTRY, { AT (0, 8), AT (11, 16) }, "ff25........ 68........ e9........" },
  { ENTRY, { AT (0, 8), AT (5, 16) }, "68........ f2e9........ 0f1f440000" },
  { ENTRY, { AT (0, 8), AT (9, 16) }, "f30f1efa 68........ f2e9........ 90" },
  { ENTRY, { AT (0, 8), AT (9, 16) }, "f30f1efa 68........ e9........ 6690" },
  { ENTRY, { AT (0, 8), AT (9, 16) }, "f30f1efa 68........ e9........ 9090" },
  { ENTRY, { AT (0, 8) }, "41bb........ ff25........ cccccccc" },
  { ENTRY, { AT (0, 8) }, "f30f1efa 41bb........ ff25........" },
  { ENTRY, { AT (0, 8), AT (22, 16) },
    "4c8b1d........ e8........ e9........ 68........ e9........ cccccccccc" },
  { ENTRY, { AT (0, 8) }, "4c8b1d........ e9........ cccccccc" },

  /* Entries whose address is bound before they run: IBT of GNU ld and lld, of
     gold, with MPX and of wild, of old molds; without IBT GNU ld, with MPX,
     mold.  */
  { ENTRY, { AT (0, 8) }, "f30f1efa ff25........ 660f1f440000" },
  { ENTRY, { AT (0, 8) }, "f30f1efa ff25........ 0f1f0400 9090" },
  { ENTRY, { AT (0, 8) }, "f30f1efa f2ff25........ 0f1f440000" },
  { ENTRY, { AT (0, 8) }, "f30f1efa ff25........ cccccccccccc" },
  { ENTRY, { AT (0, 8) }, "ff25........ 6690" },
  { ENTRY, { AT (0, 8) }, "f2ff25........ 90" },
  { ENTRY, { AT (0, 8) }, "ff25........ cccc" },

  /* TLS descriptors, reached by a call: GNU ld; gold, with PLT0's bytes.  */
  { TAIL, { AT (0, 8), AT (10, 16) }, "f30f1efa ff35........ ff25........" },
  { TAIL, { AT (0, 8), AT (6, 16) }, "ff35........ ff25........ 0f1f4000" },
};
/* clang-format on */

const struct plt_table plt_amd64
    = { templates, sizeof templates / sizeof *templates };
