/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   plt-s390x.c - PLT entries of s390x.

   No linker's code moves the stack pointer or saves r14: it uses the save area
   of its caller's frame, at r15+48 and r15+56.  So the CFA is SP+160 at every
   instruction, and the return address is in r14.  */

#include "config.h"

#include "plt-form.h"

#define HEAD PLT_HEAD
#define ENTRY PLT_ENTRY
#define AT PLT_AT

/* clang-format off */
static const struct plt_template templates[] = {
  /* PLT0: GNU ld, gold and lld (STG, LARL, MVC, LG, BR); several versions of
     mold, which may compute the entry's number first (SGR, AGHI, SRLG,
     AGR).  */
  { HEAD, { AT (0, 160) },
    "e310f0380024 c010........ d207f0301008 e31010100004 07f1 070007000700" },
  { HEAD, { AT (0, 160) },
    "e300f0380024 c010........ d207f0301008 e31010100004 07f1 070007000700" },
  { HEAD, { AT (0, 160) },
    "b9090001 a70bffc2 eb100001000c b9080001 e300f0380024 c010........"
    "d207f0301008 e31010100004 07f1 07000700" },
  { HEAD, { AT (0, 160) },
    "b9090001 a70bffc2 eb100001000c b9080001 e300f0380024 c010........"
    "d207f0301008 e31010100004 07f1 00000000" },

  /* Entries: GNU ld, gold and lld (LARL, LG, BR; BASR, LGF, JG); several
     versions of mold (LARL, LG, then LGFI to %r0 and BR, or BASR to %r0), and
     its .plt.got (LARL, LG, BR).  */
  { ENTRY, { AT (0, 160) },
    "c010........ e31010000004 07f1 0d10 e310100c0014 c0f4........ ........" },
  { ENTRY, { AT (0, 160) },
    "c010........ e31010000004 c001........ 07f1 070007000700070007000700" },
  { ENTRY, { AT (0, 160) }, "c010........ e31010000004 0d01 0700" },
  { ENTRY, { AT (0, 160) }, "c010........ e31010000004 0d01 0000" },
  { ENTRY, { AT (0, 160) }, "c010........ e31010000004 07f1 0700" },
  { ENTRY, { AT (0, 160) }, "c010........ e31010000004 07f1 0000" },
};
/* clang-format on */

const struct plt_table plt_s390x
    = { templates, sizeof templates / sizeof *templates };
