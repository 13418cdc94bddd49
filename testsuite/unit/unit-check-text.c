/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-check-text.c - what the checker says of a case of check-cases.h, word
   by word: which numbers it names.  */

#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check-section.h"
#include "result.h"

/* A case by its name, and one of the texts that are said of it.  */
struct said
{
  const char *name;
  const char *text;
};

/* clang-format off */
static const struct said texts[] = {
  { "empty", "no header, and 0 zero bytes" },
  { "only-zeros", "no header, and 10 zero bytes" },
  { "one-byte",
    "the bytes that are left and the size of a header: 0x1 against 0x1c" },
  { "two-bytes", "the first bytes are e2 df, a header begins e2 de or de e2" },
  { "short-header",
    "the bytes that are left and the size of a header: 0x1b against 0x1c" },
  { "magic", "the first bytes are e3 de, a header begins e2 de or de e2" },
  { "magic-other-order",
    "the ABI is 3, which is little-endian, but the magic is big-endian" },
  { "magic-other-order",
    "the end of the FDEs and of the section: 0x2000001c against 0x5d" },
  { "leading-zeros", "zeros where the header belongs, data from 0x8" },
  { "version-0", "version 0: not known to this program" },
  { "version-4", "version 4: not known to this program" },
  { "v1-flags", "the flags are 0x05, version 1 knows 0x03" },
  { "v2-flags", "the flags are 0x09, version 2 knows 0x07" },
  { "v3-frame-pointer", "the flags are 0x07, version 3 knows 0x05" },
  { "abi-0", "the ABI is 0, version 3 knows 1 to 4" },
  { "abi-5", "the ABI is 5, version 3 knows 1 to 4" },
  { "abi-endian",
    "the ABI is 1, which is big-endian, but the magic is little-endian" },
  { "s390x-v1", "the ABI is 4, version 1 knows 1 to 3" },
  { "fres-cut", "the end of the FREs and of the section: 0x5d against 0x5c" },
  { "fdes-too-many",
    "the end of the FDEs and of the section: 0x100000000c against 0x5d" },
  { "fres-too-long",
    "the end of the FREs and of the section: 0xff00005d against 0x5d" },
  { "aux-too-long",
    "the end of the auxiliary header and of the section: 0x11b against "
    "0x5d" },
  { "fdes-after-fres", "the FDEs begin after the FREs: 0x21 against 0x20" },
  { "fdes-into-fres",
    "the FDEs end past the beginning of the FREs: 0x3c against 0x3b" },
  { "attribute-outside",
    "the attribute block begins at 0x1d of the FREs, which have 0x21 "
    "bytes" },
  { "attribute-far-outside",
    "the attribute block begins at 0xff000013 of the FREs, which have "
    "0x21 bytes" },
  { "attribute-alone", "2 bytes at 0x41 leave the FREs, which end at 0x41" },
  { "attribute-alone", "the functions have 8 rows, the header says 7" },
  { "attribute-alone", "1 of 2 functions use the rows of another one" },
  { "attribute-cut",
    "the attribute block begins at 0x0 of the FREs, which have 0x4 bytes" },
  { "attribute-cut-far",
    "the attribute block begins at 0x7fffffff of the FREs, which have 0x4 "
    "bytes" },
  { "attribute-none-far",
    "the attribute block begins at 0x7ffffff0 of the FREs, which have 0x0 "
    "bytes" },
  { "attribute-none-far",
    "the attribute block begins at 0x13 of the FREs, which have 0x0 bytes" },
  { "attribute-at-end", "the function at 0x401007 has size 0" },
  { "attribute-at-end", "the function at 0x401007 has no rows" },
  { "v2-rows-outside",
    "the rows begin at 0x17 of the FREs, which have 0x17 bytes" },
  { "v2-rows-far-outside",
    "the rows begin at 0xff00000e of the FREs, which have 0x17 bytes" },
  { "v2-no-rows-outside",
    "the function at 0x401007 has no rows, which version 2 does not "
    "provide for" },
  { "v2-no-rows-outside",
    "the rows begin at 0xff00000e of the FREs, which have 0xe bytes" },
  { "v2-only-no-rows",
    "the function at 0x401000 has no rows, which version 2 does not "
    "provide for" },
  { "row-too-many", "2 bytes at 0x5d leave the FREs, which end at 0x5d" },
  { "row-cut", "4 bytes at 0x5a leave the FREs, which end at 0x5d" },
  { "gap-before-fdes",
    "the offset of the FDEs and of the end of the header: 0x4 against 0x0" },
  { "gap-before-fres",
    "the offset of the FREs and of the end of the FDEs: 0x24 against 0x20" },
  { "aux", "an auxiliary header of 4 bytes, writers leave 0" },
  { "tail-in-padding",
    "the padding after 0x5d holds 0x01 where zeros belong" },
  { "tail-after-padding",
    "past the end at 0x5d comes 0x01, which begins no header" },
  { "two-pieces", "a second header, but consumers read only the one at 0x0" },
  { "second-short",
    "the bytes that are left and the size of a header: 0x3 against 0x1c" },
  { "second-magic",
    "the bytes that are left and the size of a header: 0x2 against 0x1c" },
  { "second-same-functions", "a second function at 0x401000 of size 0x7" },
  { "second-same-functions", "a second function at 0x401007 of size 0x9" },
  { "mixed-ra", "the fixed RA offset is 0, with ABI 3 it is -8" },
  { "mixed-ra", "the fixed RA offset is 0, that of the first header -8" },
  { "mixed-fp", "the fixed FP offset is 1, with ABI 3 it is 0" },
  { "mixed-fp", "the fixed FP offset is 1, that of the first header 0" },
  { "mixed-fp", "2 data words where the ABI tracks fewer values" },
  { "mixed-abi", "the ABI is 2, that of the first header 3" },
  { "row-count", "the functions have 7 rows, the header says 8" },
  { "shared-too-short", "the last row starts at 0x6, the end is at 0x6" },
  { "shared-too-short-last-without-words",
    "the last row starts at 0x4, the end is at 0x4" },
  { "shared-too-short-into-no-type",
    "the function info is 0x03: the FRE type is above 2 or bit 6 is set" },
  { "shared-too-short-into-no-type",
    "the second function info is 0x10, known are 0 and 1" },
  { "shared-too-short-into-no-type", "the function at 0x401010 has no rows" },
  { "shared-too-short-into-no-type",
    "block size 1, but the PC type is not MASK" },
  { "shared-too-short-into-no-type",
    "1 of 3 functions use the rows of another one" },
  { "shared-too-long",
    "2 bytes at 0x66 reach those of another function at 0x66" },
  { "shared-too-long", "the functions have 513 rows, the header says 7" },
  { "shared-disorder", "the row starts at 0x5, the one before it at 0x6" },
  { "shared-zero-size-late-row",
    "the last row starts at 0x6, the end is at 0x0" },
  { "overlap-same-start",
    "the rows at 0x0 of the FREs lie in those of another function" },
  { "overlap-other-type", "functions use 0x2 of 0x6 bytes of the FREs" },
  { "overlap-inside",
    "the rows at 0x3 of the FREs lie in those of another function" },
  { "overlap-inside-unsorted",
    "the function at 0x400ff2 follows one at 0x401000, but the section is "
    "said to be sorted" },
  { "overlap-inside-unsorted",
    "the rows at 0x5 of the FREs lie in those of another function" },
  { "overlap-reached",
    "2 bytes at 0x47 reach those of another function at 0x47" },
  { "unused-end", "functions use 0x21 of 0x22 bytes of the FREs" },
  { "unused-no-functions", "functions use 0x0 of 0x1 bytes of the FREs" },
  { "info-bit-6",
    "the function info is 0x40: the FRE type is above 2 or bit 6 is set" },
  { "fde-type-2", "the second function info is 0x02, known are 0 and 1" },
  { "fde-type-bit-5", "the second function info is 0x20, known are 0 and 1" },
  { "v2-padding", "the padding of the FDE is 0x0001, not 0" },
  { "v2-padding-high", "the padding of the FDE is 0x0100, not 0" },
  { "pauth-amd64",
    "the function info 0x20 names a pointer authentication key, but the "
    "ABI is 3" },
  { "pauth-s390x",
    "the function info 0x20 names a pointer authentication key, but the "
    "ABI is 4" },
  { "signal-v1",
    "the function info 0x80 marks a signal frame, which version 1 does "
    "not have" },
  { "signal-v2",
    "the function info 0x80 marks a signal frame, which version 2 does "
    "not have" },
  { "mangled-amd64", "the FRE info 0x83 marks a signed RA, but the ABI is 3" },
  { "mangled-s390x", "the FRE info 0x83 marks a signed RA, but the ABI is 4" },
  { "zero-size-late-row", "the row starts at 0x4, the function ends at 0x0" },
  { "wraps",
    "the function at 0xfffffffffffffff8 of size 0x9 wraps the address "
    "space" },
  { "mask-no-block", "PC type MASK with block size 0" },
  { "mask-remainder", "the size 0xa is not a multiple of the block size 9" },
  { "block-no-mask", "block size 16, but the PC type is not MASK" },
  { "first-row", "the first row starts at 0x1, not 0" },
  { "row-order", "the row starts at 0x3, the one before it at 0x4" },
  { "row-equal", "the row starts at 0x4, as the one before it" },
  { "row-at-end", "the row starts at 0x9, the function ends at 0x9" },
  { "row-past-end", "the row starts at 0xa, the function ends at 0x9" },
  { "row-past-block-end", "the row starts at 0x11, the block ends at 0x10" },
  { "row-at-block-end", "the row starts at 0x10, the block ends at 0x10" },
  { "narrow-type",
    "row starts up to 0x100 are possible, FRE type 0 reaches 0xff" },
  { "type-4-bytes-order", "the row starts at 0x0, the one before it at 0x4" },
  { "size-code-3", "the FRE info is 0x63: size code 3" },
  { "amd64-3-words", "3 data words where the ABI tracks fewer values" },
  { "amd64-fixed-fp", "the fixed FP offset is -16, with ABI 3 it is 0" },
  { "aarch64-fixed-fp", "the fixed FP offset is -16, with ABI 2 it is 0" },
  { "no-words-mangled",
    "the FRE info 0x80 marks a signed RA, but the ABI is 3" },
  { "no-words-mangled",
    "the FRE info of a row without data words is 0x80, not 0" },
  { "no-words-info",
    "the FRE info of a row without data words is 0x01, not 0" },
  { "flex-1-word", "1 data words where FLEX has two to six" },
  { "flex-3-words-control",
    "3 data words where without padding their number is even" },
  { "flex-5-words-no-pad",
    "5 data words where without padding their number is even" },
  { "flex-4-words-pad", "4 data words where padding makes their number odd" },
  { "flex-6-words-pad", "6 data words where padding makes their number odd" },
  { "flex-7-words", "7 data words where FLEX has two to six" },
  { "flex-cfa-cfa", "control word 0 is 0x2: the CFA needs a register" },
  { "flex-cfa-nothing", "control word 0 is 0x0: the CFA needs a register" },
  { "flex-bit-2", "control word 0 is 0x3d: bit 2 is set" },
  { "flex-reg-without-p",
    "control word 3 is 0x32: a register number, but no register" },
  { "flex-register-32",
    "control word 0 is 0x101: the ABI has no such register" },
  { "flex-register-146",
    "control word 0 is 0x491: the ABI has no such register" },
  { "flex-base", "the FRE info 0x05 names SP as base, which FLEX ignores" },
  { "flex-aarch64", "FLEX rows, which no tool writes or reads with ABI 2" },
  { "s390x-odd-v3",
    "data word 1 is -47, and registers need FLEX in version 3" },
  { "s390x-odd-positive-v3",
    "data word 1 is 33, and registers need FLEX in version 3" },
  { "s390x-slot-4", "the slot is at CFA-44, not a multiple of 8" },
  { "s390x-register-32", "data word 2 is 65, which names no register" },
  { "s390x-register-negative", "data word 2 is -1, which names no register" },
  { "s390x-v2-slot-4", "the slot is at CFA+4, not a multiple of 8" },
  { "s390x-4-words", "4 data words where the ABI tracks fewer values" },
  { "s390x-row-order", "the row starts at 0x7, the one before it at 0x8" },
  { "s390x-unflagged",
    "the flags are 0x04: the 1 functions are not said to be sorted" },
  { "s390x-count", "the functions have 5 rows, the header says 6" },
  { "unsorted",
    "the function at 0x401007 follows one at 0x401010, but the section is "
    "said to be sorted" },
  { "unflagged",
    "the flags are 0x04: the 2 functions are not said to be sorted" },
  { "anchor-section",
    "the function at 0x4011e3 follows one at 0x4011f0, but the section is "
    "said to be sorted" },
  { "overlap",
    "the function at 0x401006 of size 0x9 overlaps one at 0x401000 of "
    "size 0x7" },
  { "overlap-unsorted",
    "the function at 0x401007 follows one at 0x401008, but the section is "
    "said to be sorted" },
  { "overlap-unsorted",
    "the function at 0x401008 of size 0x8 overlaps one at 0x401007 of "
    "size 0x9" },
  { "duplicate", "a second function at 0x401000 of size 0x9" },
  { "same-start",
    "the function at 0x401000 of size 0x9 overlaps one at 0x401000 of "
    "size 0x7" },
  { "overlap-later",
    "the flags are 0x01: starts relative to the section, which readers of "
    "version 3 take for relative to the field" },
  { "overlap-later",
    "the function at 0x401000 follows one at 0x402000, but the section is "
    "said to be sorted" },
  { "overlap-later",
    "the function at 0x402008 of size 0x4 overlaps one at 0x402000 of "
    "size 0x10" },
  { "overlap-twice",
    "the function at 0x401010 of size 0x8 overlaps one at 0x401000 of "
    "size 0x7f" },
  { "overlap-twice",
    "the function at 0x401020 of size 0x8 overlaps one at 0x401000 of "
    "size 0x7f" },
  { "object-sorted",
    "the flags are 0x05: said to be sorted, but the addresses in an "
    "object are not known" },
  { "object-shared",
    "1 of 2 functions use the rows of another one, with which GNU ld "
    "writes past its output" },
};
/* clang-format on */

/* What is looked for, and whether it was found.  */
struct wanted
{
  const char *text;
  bool found;
};

static void
hear (void *data, const struct sfm_finding *f)
{
  struct wanted *w = data;

  w->found |= strcmp (f->text, w->text) == 0;
}

static const struct check_case *
case_named (const char *name)
{
  for (size_t i = 0; i < check_case_count; i++)
    if (strcmp (check_cases[i].name, name) == 0)
      return &check_cases[i];
  printf ("there is no case %s\n", name);
  exit (1);
}

int
main (void)
{
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
    {
      const struct check_case *t = case_named (texts[i].name);
      struct check_section s = check_section_of (t);
      const struct sfm_check_options options = check_options_of (t);
      struct wanted w = { .text = texts[i].text };
      struct sfm_diag diag;

      const sfm_status status
          = sfm_check (s.bytes, s.size, &options, hear, &w, &diag);
      unit_result_of (status == SFM_OK && w.found, "text of %s: %s", t->name,
                      texts[i].text);
      check_section_free (&s);
    }
  return unit_exit ();
}
