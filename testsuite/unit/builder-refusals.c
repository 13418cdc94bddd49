/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   builder-refusals.c - what is said of rules that a builder refuses.  */

#include "config.h"

#include <stdio.h>
#include <string.h>

#include "builder-refusals.h"

/* clang-format off */
static const struct
{
  const char *name;  /* of the form, in unit-builder.c */
  const char *rule;  /* what is wrong */
  const char *wants; /* what it must be */
} refusals[] = {
  { "amd64 FP is the CFA less 8, v2", "FP is r6+8",
    "unchanged, or saved relative to the CFA" },
  { "amd64 too large", "CFA is r7+2147483648", "an offset of 32 bits" },
  { "amd64 too small", "CFA is r7-2147483649", "an offset of 32 bits" },
  { "amd64 hugest", "CFA is r7+9223372036854775807", "an offset of 32 bits" },
  { "amd64 hugest FP", "FP is *(r7-9223372036854775808)",
    "an offset of 32 bits" },
  { "amd64 hugest RA", "RA is *(r7-9223372036854775808)",
    "an offset of 32 bits" },
  { "amd64 undefined v2", "RA is undefined", "defined in version 2" },
  { "amd64 no CFA", "CFA is unchanged",
    "a register plus an offset, or the memory there" },
  { "amd64 CFA undefined", "CFA is undefined",
    "a register plus an offset, or the memory there" },
  { "amd64 CFA of CFA", "CFA is CFA+8", "relative to a register" },
  { "amd64 RA same", "RA is unchanged",
    "saved, or a register plus an offset" },
  { "amd64 CFA of CFA v2", "CFA is CFA+8", "relative to a register" },
  { "amd64 FP undefined", "FP is undefined",
    "defined if the return address is" },
  { "amd64 FP undefined v2", "FP is undefined",
    "defined if the return address is" },
  { "amd64 mangled", "RA is *(CFA-8)",
    "without a signature, which only AArch64 has" },
  { "amd64 r10 v2", "CFA is r10+0", "relative to the stack or frame pointer" },
  { "amd64 r10 no FLEX", "CFA is r10+0",
    "relative to the stack or frame pointer" },
  { "amd64 CFA in memory v2", "CFA is *(r6-8)", "a register plus an offset" },
  { "amd64 RA elsewhere v2", "RA is *(CFA-16)", "saved at CFA-8" },
  { "amd64 FP near CFA in memory", "FP is CFA-8",
    "saved, or a register plus an offset" },
  { "amd64 FP at CFA v2", "FP is *(CFA+0)", "saved beside the CFA" },
  { "amd64 FP is CFA", "FP is CFA+0", "other than the CFA itself" },
  { "amd64 FP is CFA by SP", "FP is r7+8", "other than the CFA itself" },
  { "amd64 RA is CFA", "RA is CFA+0", "other than the CFA itself" },
  { "amd64 control 256", "CFA is r32+8",
    "relative to a register that control words can name" },
  { "amd64 register 129", "CFA is r129+8",
    "relative to a register that control words can name" },
  { "amd64 register 146", "FP is r146+8",
    "relative to a register that control words can name" },
  { "amd64 register huge", "CFA is r4294967294+8",
    "relative to a register that control words can name" },
  { "amd64 FLEX too small", "CFA is r10-2147483649", "an offset of 32 bits" },
  { "amd64 FLEX FP far", "FP is *(r6+2147483648)", "an offset of 32 bits" },
  { "aarch64 FP only", "RA is unchanged", "saved if the frame pointer is" },
  { "aarch64 undefined v2", "RA is undefined", "defined in version 2" },
  { "aarch64 x9", "CFA is r9+0", "relative to the stack or frame pointer" },
  { "aarch64 CFA too far from x9", "CFA is r9+1099511627776",
    "an offset of 32 bits" },
  { "aarch64 FP too far from x9", "FP is r9+1099511627776",
    "an offset of 32 bits" },
  { "aarch64 CFA in memory", "CFA is *(r31+0)", "a register plus an offset" },
  { "aarch64 RA in x9", "RA is r9+0",
    "unchanged, or saved relative to the CFA" },
  { "aarch64 RA far from x9", "RA is r9+1099511627775",
    "unchanged, or saved relative to the CFA" },
  { "aarch64 RA too far from x9", "RA is r9+1099511627776",
    "an offset of 32 bits" },
  { "aarch64 RA too far before x9", "RA is r9-1099511627776",
    "an offset of 32 bits" },
  { "aarch64 RA by x9", "RA is *(r9+0)",
    "unchanged, or saved relative to the CFA" },
  { "aarch64 RA at CFA", "RA is *(CFA+0)", "saved beside the CFA" },
  { "aarch64 too large", "CFA is r31+2147483648", "an offset of 32 bits" },
  { "aarch64 RA too far", "RA is *(CFA-2147483649)", "an offset of 32 bits" },
  { "s390x 164", "CFA is r15+164", "an offset of 160 plus a multiple of 8" },
  { "s390x 156", "CFA is r15+156", "an offset of 160 plus a multiple of 8" },
  { "s390x 64 bits", "CFA is r15+17179869440", "an offset of 32 bits" },
  { "s390x slot 44", "RA is *(CFA-44)",
    "saved at a multiple of 8 from the CFA" },
  { "s390x odd slot v2", "RA is *(CFA-47)",
    "saved at a multiple of 8 from the CFA" },
  { "s390x no FLEX", "RA is r16+0",
    "unchanged, or saved relative to the CFA" },
  { "s390x register 32 v2", "RA is r32+0",
    "relative to a register that control words can name" },
  { "s390x register + 8 v2", "RA is r16+8",
    "unchanged, or saved relative to the CFA" },
  { "s390x r1 v2", "CFA is r1+4256",
    "relative to the stack or frame pointer" },
  { "s390x CFA in memory, 164", "CFA is *(r15+164)",
    "an offset of 160 plus a multiple of 8" },
  { "s390x register 145", "CFA is r145+160",
    "relative to a register that control words can name" },
};
/* clang-format on */

bool
builder_refusal_is (const char *name, const char *text)
{
  char wanted[200] = "there is none";

  for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++)
    if (strcmp (refusals[i].name, name) == 0)
      snprintf (wanted, sizeof wanted,
                "row 0 at 0x0 of the function at 0x401000: %s, it must be %s",
                refusals[i].rule, refusals[i].wants);
  return strcmp (text, wanted) == 0;
}
