/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-describe-code.c - functions that are made of instructions alone.  */

#include "config.h"

#include <elf.h>

#include "fixture-proven.h"
#include "result.h"

/* clang-format off */
static const struct trial trials[] = {
  { "all of it", .said = { { .proven = PLAIN } },
    .made = PLAIN_MADE, .counts = "proven 1, proven_bytes 18" },
  { "nobody wants it", .off = true,
    .said = { { .proven = PLAIN } }, .made = "", .counts = "" },
  { "two functions that meet", .bent = true,
    .said = { { .proven = "0-80:8 sro" }, { .proven = "0-80:8 sro" } },
    .made = "0: 0=sp+8/c-8/same -80;80: 0=sp+8/c-8/same -80;",
    .counts = "proven 2, proven_bytes 256" },
  { "nothing tells the CFA",
    .said = { { .proven = "0-4:8 sro 4-8:8 ro" } }, .made = SHORT_MADE,
    .counts = "proven 1, proven_bytes 4" },
  { "padding in it is described", .fill = TRIAL_NOP, .described_from = 4,
    .described = 8, .said = { { .proven = "0-4:8 sro 8-c:8 sro" } },
    .made = SHORT_MADE "8: 0=sp+8/c-8/same -4;",
    .counts = "proven 2, proven_bytes 8" },
  { "the middle is described", .bent = true, .described_from = 5,
    .described = 9,
    .said = { { .proven = PLAIN } },
    .made = "0: 0=sp+8/c-8/same 4=sp+24/c-8/same -5;"
            "9: 0=sp+24/c-8/same 7=sp+8/c-8/same -9;",
    .counts = "proven 2, proven_bytes 14" },
  { "FP tells the CFA", .bent = true,
    .said = { { .proven = "0-4:8 sro 4-8:24 sfrm 8-c:32 sfrm" } },
    .made = "0: 0=sp+8/c-8/same 4=fp+16/c-8/c-16 -c;",
    .counts = "proven 1, proven_bytes 12" },
  { "the table has it", .why = "",
    .said = { SAYS ("4:0", PLAIN), { .proven = PLAIN } }, .made = "",
    .counts = "" },
  { "the table does not count", .why = "is odd",
    .said = { SAYS ("4:0", PLAIN) }, .made = PLAIN_MADE,
    .counts = "proven 1, proven_bytes 18" },
  { "its start is described", .described = 3,
    .said = { { .proven = PLAIN } },
    .made = "3: 0=sp+8/c-8/same 1=sp+24/c-8/same d=sp+8/c-8/same -f;",
    .counts = "proven 1, proven_bytes 15" },
  { "its rows are described", .described = 4,
    .said = { { .proven = PLAIN } },
    .made = "4: 0=sp+24/c-8/same c=sp+8/c-8/same -e;",
    .counts = "proven 1, proven_bytes 14" },
  { "all is described", .described = 18,
    .said = { { .proven = PLAIN } }, .made = "", .counts = "" },
  { ".eh_frame has its start", .framed = 4,
    .said = { { 0 }, { .proven = PLAIN } },
    .made = "84: 0=sp+24/c-8/same c=sp+8/c-8/same -e;",
    .counts = "proven 1, proven_bytes 14" },
  { ".debug_frame has its start", .debugged = 4,
    .said = { { 0 }, { .proven = PLAIN } },
    .made = "84: 0=sp+24/c-8/same c=sp+8/c-8/same -e;",
    .counts = "proven 1, proven_bytes 14" },
  { "padding that is described", .framed = 4, .fill = TRIAL_NOP,
    .said = { { .proven = "0-7e:8 sro" }, { 0 } },
    .made = "0: 0=sp+8/c-8/same -7e;",
    .counts = "proven 1, proven_bytes 126" },
  { "what SFrame cannot say",
    .said = { { .proven = "0-4:8 sko" } }, .made = "",
    .counts = "refused 1", .told = "left out: " },
  { "what SFrame cannot say, beside what it can",
    .said = { { .proven = "0-4:8 sko" }, { .proven = "0-4:8 sro" } },
    .made = "80: 0=sp+8/c-8/same -4;",
    .counts = "refused 1, proven 1, proven_bytes 4" },
  { "SP is elsewhere then",
    .said = { { .proven = "0-4:8 sro" }, { .proven = "0-4:8 sko" } },
    .later = { .proven = "0-4:16 sro" }, .made = CORRUPT,
    .counts = "refused 1, proven 1, proven_bytes 4",
    .told = "are not what was proven" },
  { "the last byte differs then",
    .said = { { .proven = "0-4:8 sro" }, { .proven = "0-4:8 sko" } },
    .later = { .proven = "0-3:8 sro 3-4:16 sro" }, .made = CORRUPT,
    .counts = "refused 1, proven 1, proven_bytes 4" },
  { "less is proven then",
    .said = { { .proven = "0-4:8 sro" }, { .proven = "0-4:8 sko" } },
    .later = { .proven = "2-3:8 sro 4-8:16 sro" }, .made = SHORT_MADE,
    .counts = "refused 1, proven 1, proven_bytes 4" },
  { "another machine", .asked = true, .machine = EM_S390,
    .made = "", .counts = "",
    .told = " no rows are made of instructions: those of this machine are "
            "not decoded" },
};
/* clang-format on */

int
main (void)
{
  for (size_t i = 0; i < sizeof trials / sizeof *trials; i++)
    trial_code (&trials[i]);
  return unit_exit ();
}
