/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-describe-go.c - the functions that are made of a table of Go, as far as
   instructions say the same.  */

#include "config.h"

#include <elf.h>

#include "fixture-proven.h"
#include "result.h"

#define PLAIN_TABLE "4:0 12:16 2:0"
#define PLAIN_COUNTS "go_functions 1, go_added 1, go_bytes 18"
#define SHORT_COUNTS "go_functions 1, go_added 1, go_bytes 4"
/* A function of which something is told.  */
#define WRONG SAYS ("4:0", "0-4:16 sro")
#define AGAIN_CORRUPT                                                         \
  .made = CORRUPT,                                                            \
  .counts = "go_functions 2, go_added 1, go_bytes 4, go_refuted 1",           \
  .told = "are not what was proven"

/* clang-format off */
static const struct trial trials[] = {
  { "both say the same", .bent = true, .said = { SAYS (PLAIN_TABLE, PLAIN) },
    .made = PLAIN_MADE, .counts = PLAIN_COUNTS },
  { "rows of one say the same",
    .said = { SAYS ("16:0", "0-4:8 sro 4-10:8 sro") },
    .made = "0: 0=sp+8/c-8/same -10;",
    .counts = "go_functions 1, go_added 1, go_bytes 16" },
  { "their rows begin elsewhere",
    .said = { SAYS ("4:0 4:16", "0-6:8 sro 6-8:24 sro", .flags = 2) },
    .made = "0: 0=sp+8/c-8/same -4;6: 0=sp+24/c-8/same -2;",
    .counts = "go_functions 1, go_added 2, go_bytes 6" },
  { "two functions",
    .said = { SAYS (PLAIN_TABLE, PLAIN), SAYS ("128:8", "0-80:16 sro") },
    .made = PLAIN_MADE "80: 0=sp+16/c-8/same -80;",
    .counts = "go_functions 2, go_added 2, go_bytes 146" },
  { "two functions that meet",
    .said = { SAYS ("128:8", "0-80:16 sro"), SAYS ("128:8", "0-80:16 sro") },
    .made = "0: 0=sp+16/c-8/same -80;80: 0=sp+16/c-8/same -80;",
    .counts = "go_functions 2, go_added 2, go_bytes 256" },
  { "the table is wrong", .said = { WRONG }, .made = "",
    .counts = "go_functions 1, go_refuted 1",
    .told = "no rows: its instructions contradict the table" },
  { "the table is wrong in the end",
    .said = { SAYS ("8:0", "0-4:8 sro 4-8:0 sro") }, .made = "",
    .counts = "go_functions 1, go_refuted 1", .told = "contradict" },
  { "one is wrong, one is not", .said = { WRONG, SAYS ("4:8", "0-4:16 sro") },
    .made = "80: 0=sp+16/c-8/same -4;",
    .counts = "go_functions 2, go_added 1, go_bytes 4, go_refuted 1" },
  { "the table cannot tell",
    .said = { SAYS ("8:0", "0-4:8 sro 4-8:16 sro", .flags = 2) },
    .made = SHORT_MADE, .counts = SHORT_COUNTS },
  { "the instructions do not tell SP",
    .said = { SAYS ("8:0", "0-4:8 sro 4-8:16 frm") },
    .made = SHORT_MADE, .counts = SHORT_COUNTS },
  { "FP is lost",
    .said = { SAYS ("8:0", "0-4:8 sro 4-8:8 sr") },
    .made = SHORT_MADE, .counts = SHORT_COUNTS },
  { "the return address is lost",
    .said = { SAYS ("8:0", "0-4:8 sro 4-8:8 so") },
    .made = SHORT_MADE, .counts = SHORT_COUNTS },
  { "FP is saved, and in use",
    .said = { SAYS ("8:16", "0-4:24 srm 4-8:24 sfrm") },
    .made = "0: 0=sp+24/c-8/c-16 -8;",
    .counts = "go_functions 1, go_added 1, go_bytes 8" },
  { "nothing is proven", .said = { { .table = "8:0" } }, .made = "",
    .counts = "go_functions 1, go_open 1",
    .told = "no rows: where FP is does not follow" },
  { "a byte is proven", .said = { SAYS ("8:0", "3-4:8 sro") },
    .made = "3: 0=sp+8/c-8/same -1;",
    .counts = "go_functions 1, go_added 1, go_bytes 1" },
  { "a name", .said = { SAYS ("8:0", NULL, .name = "main.main") }, .made = "",
    .counts = "go_functions 1, go_open 1",
    .told = " main.main at 0x800000, 128 bytes: no rows" },
  { "no name", .said = { SAYS ("8:0", NULL) }, .made = "",
    .counts = "go_functions 1, go_open 1",
    .told = " a function at 0x800000, 128 bytes: no rows" },
  { "no program", .said = { SAYS (NULL, PLAIN) }, .made = "", .counts = "" },
  { "a program that is damaged", .said = { SAYS ("4:0 999:8", PLAIN) },
    .made = "", .counts = "go_functions 1, go_broken 1",
    .told = "no rows: what the table of Go says of it is damaged" },
  { "a record that is damaged", .said = { SAYS (PLAIN_TABLE, PLAIN) },
    .cut = true, .made = PLAIN_MADE,
    .counts = "go_functions 2, go_added 1, go_bytes 18, go_broken 1" },

  { "no program, and a record that is damaged",
    .said = { SAYS (NULL, NULL) }, .cut = true, .made = "",
    .counts = "go_functions 1, go_broken 1" },
  { "nobody gets the functions", .unmerged = true,
    .said = { SAYS (PLAIN_TABLE, PLAIN) },
    .made = PLAIN_MADE, .counts = PLAIN_COUNTS },

  /* Gaps.  */
  { "padding of which too little is proven", .fill = TRIAL_NOP,
    .said = { SAYS ("8:0", "0-4:8 sro 4-6:8 sr 6-8:8 sro") },
    .made = SHORT_MADE "6: 0=sp+8/c-8/same -2;",
    .counts = "go_functions 1, go_added 2, go_bytes 6" },
  { "a gap with padding", .fill = TRIAL_NOP,
    .said = { SAYS ("8:0", "0-4:8 sro 6-8:8 sro") },
    .made = "0: 0=sp+8/c-8/same -8;",
    .counts = "go_functions 1, go_added 1, go_bytes 8" },
  { "a gap with code",
    .said = { SAYS ("8:0", "0-4:8 sro 6-8:8 sro") },
    .made = SHORT_MADE "6: 0=sp+8/c-8/same -2;",
    .counts = "go_functions 1, go_added 2, go_bytes 6" },
  { "much padding", .fill = TRIAL_NOP,
    .said = { SAYS ("128:0", "0-4:8 sro 44-80:8 sro") },
    .made = "0: 0=sp+8/c-8/same -80;",
    .counts = "go_functions 1, go_added 1, go_bytes 128" },
  { "too much padding", .fill = TRIAL_NOP,
    .said = { SAYS ("128:0", "0-4:8 sro 45-80:8 sro") },
    .made = SHORT_MADE "45: 0=sp+8/c-8/same -3b;",
    .counts = "go_functions 1, go_added 2, go_bytes 63" },
  { "padding between functions", .fill = TRIAL_NOP,
    .said = { SAYS ("112:0", "0-70:8 sro"), SAYS ("128:0", "0-80:8 sro") },
    .made = "0: 0=sp+8/c-8/same -70;80: 0=sp+8/c-8/same -80;",
    .counts = "go_functions 2, go_added 2, go_bytes 240" },

  /* Ends of the stack.  */
  { "nothing calls it",
    .said = { SAYS ("8:0 2:8", "0-4:24 sro", .flags = 1) },
    .made = "0: 0=/none/none/none -a;",
    .counts = "go_functions 1, go_added 1, go_bytes 10" },
  { "nothing calls it, version 2", .target = 2,
    .said = { SAYS ("8:0", NULL, .flags = 1) }, .made = "",
    .counts = "refused 1, go_functions 1", .told = "left out: " },
  { "it goes to another stack", .bent = true,
    .said = { SAYS ("10:0", "0-4:8 sro 4-8:0 a 8-a:0 sa", .flags = 2) },
    .made = "0: 0=sp+8/c-8/same 4=/none/none/none -a;",
    .counts = "go_functions 1, go_added 1, go_bytes 10, go_switches 1" },
  { "it goes to another stack, version 2", .bent = true, .target = 2,
    .said = { SAYS ("8:0", "0-4:8 sro 4-8:0 a") },
    .made = SHORT_MADE, .counts = SHORT_COUNTS },

  /* Handlers of signals.  */
  { "a handler",
    .said = { SAYS ("8:8", "0-8:16 sro", .name = "runtime.sigpanic") },
    .made = "0S: 0=sp+16/c-8/same -8;",
    .counts = "go_functions 1, go_added 1, go_bytes 8" },
  { "a handler before another function", .bent = true,
    .said = { SAYS ("8:8", "0-8:16 sro", .name = "runtime.sigpanic"),
              SAYS ("8:0", NULL, .flags = 1) },
    .made = "0S: 0=sp+16/c-8/same -8;80: 0=/none/none/none -8;",
    .counts = "go_functions 2, go_added 2, go_bytes 16" },
  { "a handler, AArch64", .machine = EM_AARCH64,
    .said = { SAYS ("4:0 8:32", "0-4:0 sko 4-8:32 srm 8-c:32 sro",
                    .name = "runtime.sigpanic") },
    .made = "0S: 0=sp+16/same/same 4=sp+48/c-24/c-32 8=sp+48/c-24/same -c;",
    .counts = "go_functions 1, go_added 1, go_bytes 12" },
  { "AArch64", .bent = true, .machine = EM_AARCH64,
    .said = { SAYS ("4:0 4:32", "0-4:0 sko 4-8:32 srm") },
    .made = "0: 0=sp+0/same/same 4=sp+32/c-8/c-16 -8;",
    .counts = "go_functions 1, go_added 1, go_bytes 8" },

  /* Something else describes them.  */
  { "the first byte is described", .described = 1,
    .said = { SAYS (PLAIN_TABLE, PLAIN), SAYS (PLAIN_TABLE, PLAIN) },
    .made = "80" PLAIN_MADE_AT,
    .counts = "go_functions 2, go_added 1, go_bytes 18, go_described 1" },
  { "the next one is described", .described_from = TRIAL_SIZE,
    .described = TRIAL_SIZE + 1,
    .said = { SAYS (PLAIN_TABLE, PLAIN), SAYS (PLAIN_TABLE, PLAIN) },
    .made = PLAIN_MADE,
    .counts = "go_functions 2, go_added 1, go_bytes 18, go_described 1" },
  { "it is damaged and described", .described = 1,
    .said = { SAYS ("4:0 999:8", PLAIN) }, .made = "",
    .counts = "go_functions 1, go_described 1" },

  /* What is read back is judged.  */
  { "SP is elsewhere then", .said = { SAYS ("4:0", "0-4:8 sro"), WRONG },
    .later = SAYS ("4:0", "0-4:16 sro"), AGAIN_CORRUPT },
  { "the table is wrong then", .said = { SAYS ("4:0", "0-4:8 sro"), WRONG },
    .later = SAYS ("4:8", "0-4:8 sro"), AGAIN_CORRUPT },
  { "FP is saved then", .said = { SAYS ("4:0", "0-4:8 sro"), WRONG },
    .later = SAYS ("4:0", "0-4:8 srm"), AGAIN_CORRUPT },
  { "nothing calls it then", .said = { SAYS ("4:0", "0-4:8 sro"), WRONG },
    .later = SAYS ("4:0", "0-4:8 sro", .flags = 1), AGAIN_CORRUPT },
  { "something calls it then",
    .said = { SAYS ("4:0", "0-4:8 sro", .flags = 1), WRONG },
    .later = SAYS ("4:0", "0-4:8 sro"), AGAIN_CORRUPT },
  { "the table is shorter then", .said = { SAYS ("4:0", "0-4:8 sro"), WRONG },
    .later = SAYS ("3:0", "0-4:8 sro"), AGAIN_CORRUPT },
  { "the last byte differs then",
    .said = { SAYS ("4:0", "0-4:8 sro"), WRONG },
    .later = SAYS ("4:0", "0-3:8 sro 3-4:16 sro"), AGAIN_CORRUPT },
  { "the first byte differs then",
    .said = { SAYS ("4:0", "0-4:8 sro"), WRONG },
    .later = SAYS ("4:0", "0-1:16 sro 1-4:8 sro"), AGAIN_CORRUPT },
  { "a byte after it differs then",
    .said = { SAYS ("4:0", "0-4:8 sro"), WRONG },
    .later = SAYS ("4:0", "0-4:8 sro 4-5:16 sro"), .made = SHORT_MADE,
    .counts = "go_functions 2, go_added 1, go_bytes 4, go_refuted 1" },
  { "less is proven then", .said = { SAYS ("4:0", "0-4:8 sro"), WRONG },
    .later = SAYS ("4:0", "2-3:8 sro"), .made = SHORT_MADE,
    .counts = "go_functions 2, go_added 1, go_bytes 4, go_refuted 1" },
  { "it is on another stack, and is then",
    .said = { SAYS ("4:0", "0-4:8 a"), WRONG },
    .later = SAYS ("4:0", "0-4:16 a"), .made = "0: 0=/none/none/none -4;",
    .counts = "go_functions 2, go_added 1, go_bytes 4, go_switches 1, "
              "go_refuted 1" },

  /* No table that counts.  */
  { "nobody wants them", .off = true, .said = { SAYS (PLAIN_TABLE, PLAIN) },
    .made = "", .counts = "" },
  { "there is no table", .none = true, .said = { SAYS (PLAIN_TABLE, PLAIN) },
    .made = "", .counts = "" },
  { "the table is odd", .why = "is odd", .said = { SAYS (PLAIN_TABLE, PLAIN) },
    .made = "", .counts = "",
    .told = " the table of Go is not used: it is odd" },
  { "another machine", .machine = EM_S390,
    .said = { SAYS (PLAIN_TABLE, PLAIN) }, .made = "", .counts = "",
    .told = "it is not for AMD64 or AArch64" },
};
/* clang-format on */

int
main (void)
{
  for (size_t i = 0; i < sizeof trials / sizeof *trials; i++)
    trial_go (&trials[i]);
  return unit_exit ();
}
