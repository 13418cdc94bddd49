/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-undescribable.c - of which call frame instructions assemblers make no
   rows.

   Images have what assemblers say; here are the bytes that none of them
   writes.  */

#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "eh-frame.h"
#include "result.h"

enum
{
  CODE = 0x1000,
  CODE_SIZE = 32,
  PROGRAM_MAX = 16,
  RECORD_MAX = 64
};

/* An .eh_frame, and one function for each FDE.  */
static uint8_t *bytes;
static size_t end;
static bool augmented; /* the FDEs have augmentation data */
static struct eh_section section;
static struct eh_frame frame;

static void
put (uint64_t value, unsigned size)
{
  const bool big = section.cfi.abi == SFM_ABI_S390X_ENDIAN_BIG;

  for (unsigned i = 0; i < size; i++)
    bytes[end++] = (uint8_t) (value >> 8 * (big ? size - 1 - i : i));
}

/* Begin an .eh_frame of ABI with room for COUNT FDEs, of signal frames if
   SIGNAL.  False: no memory.  */
static bool
begin (uint8_t abi, size_t count, bool signal)
{
  const bool amd64 = abi == SFM_ABI_AMD64_ENDIAN_LITTLE;
  const bool s390x = abi == SFM_ABI_S390X_ENDIAN_BIG;
  const uint8_t sp = amd64 ? 7 : s390x ? 15 : 31;
  const uint8_t ra = amd64 ? 16 : s390x ? 14 : 30;

  bytes = calloc (1, RECORD_MAX * (count + 1));
  if (bytes == NULL)
    return false;
  end = 0;
  section = (struct eh_section){ .cfi = { .bytes = bytes, .abi = abi } };
  frame = (struct eh_frame){ .sections = &section, .section_count = 1 };
  augmented = signal;
  put (signal ? 21 : 18, 4);
  put (0, 4);
  put (1, 1); /* version */
  if (signal)
    {
      put ('z', 1);
      put ('S', 1);
    }
  put (0, 1); /* ends the augmentation */
  put (1, 1);
  put (0x78, 1); /* -8 */
  put (ra, 1);
  if (signal)
    put (0, 1);  /* bytes of augmentation data */
  put (0x0c, 1); /* DW_CFA_def_cfa */
  put (sp, 1);
  put (amd64 ? 8 : 0, 1);
  put (amd64 ? 0x80 | ra : 0, 1); /* DW_CFA_offset, or a nop */
  put (amd64 ? 1 : 0, 1);
  end += 4; /* nops */
  return true;
}

/* Add an FDE with the SIZE bytes at PROGRAM.  */
static void
add (const uint8_t *program, size_t size)
{
  const struct function function
      = { .addr = CODE + CODE_SIZE * frame.functions.count,
          .size = CODE_SIZE,
          .at = end };

  put (20 + augmented + size, 4);
  put (end, 4);
  put (function.addr, 8);
  put (function.size, 8);
  if (augmented)
    put (0, 1);
  memcpy (bytes + end, program, size);
  end += size;
  section.cfi.size = end;
  if (!function_list_add (&frame.functions, &function))
    frame.functions.count = 0;
}

static void
finish (void)
{
  function_list_free (&frame.functions);
  free (bytes);
}

/* Whether VERSION has no rows for function number IDX.  */
static bool
lacks (size_t idx, uint8_t version)
{
  struct undescribable judge;

  undescribable_begin (&judge, &frame, version);
  return undescribable_function (&judge, CODE + CODE_SIZE * idx, CODE_SIZE);
}

#define AMD64 SFM_ABI_AMD64_ENDIAN_LITTLE
#define AARCH64 SFM_ABI_AARCH64_ENDIAN_LITTLE
#define S390X SFM_ABI_S390X_ENDIAN_BIG

/* Programs, and whether they have no rows in versions 1 and 2, and in 3.  */
static const struct
{
  const char *name;
  uint8_t abi;
  bool lacks_v2;
  bool lacks_v3;
  uint8_t size;
  uint8_t program[PROGRAM_MAX];
} tests[] = {
  { "a usual frame", AMD64, false, false, 5, { 0x41, 0x0e, 16, 0x86, 2 } },
  { "nothing", AMD64, false, false, 0, { 0 } },
  { "an escape after the code", AMD64, true, true, 3, { 0x60, 0x2e, 8 } },
  { "a base after the code", AMD64, false, false, 4, { 0x60, 0x0c, 10, 0 } },
  { "damage after the code", AMD64, false, false, 2, { 0x60, 0x3b } },
  { "another base", AMD64, true, false, 3, { 0x0c, 10, 0 } },
  { "a CFA in memory", AMD64, true, false, 5, { 0x0f, 3, 0x76, 0x78, 6 } },
  { "a short expression", AMD64, true, true, 4, { 0x0f, 2, 0x77, 16 } },
  { "an expression without bytes", AMD64, true, true, 2, { 0x0f, 0 } },
  { "another register's expression",
    AMD64,
    true,
    false,
    5,
    { 0x10, 3, 2, 0x76, 0x78 } },
  { "another register's value",
    AMD64,
    true,
    true,
    5,
    { 0x16, 3, 2, 0x76, 0x78 } },
  { "arguments", AMD64, true, true, 3, { 0x41, 0x2e, 16 } },
  { "arguments after operands of all kinds",
    AMD64,
    true,
    true,
    15,
    { 0x02, 1, 0x03, 1, 0, 0x05, 3, 2, 0x11, 12, 3, 0xc3, 0x0a, 0x2e, 0 } },
  { "what looks like arguments", AMD64, false, false, 3, { 0x05, 12, 0x2e } },
  { "a saved value", AMD64, true, true, 3, { 0x14, 6, 2 } },
  { "a block that is too long", AMD64, true, true, 3, { 0x10, 3, 0x7f } },
  { "a number that does not end",
    AMD64,
    true,
    true,
    4,
    { 0x0e, 0xff, 0xff, 0xff } },
  { "an unknown instruction", AMD64, true, true, 1, { 0x3f } },
  { "the last known one", AMD64, false, false, 3, { 0x2f, 3, 2 } },
  { "FP alone", AARCH64, true, true, 2, { 0x9d, 2 } },
  { "FP with RA", AARCH64, false, false, 4, { 0x9d, 2, 0x9e, 1 } },
  { "another base", AARCH64, true, true, 3, { 0x0c, 10, 16 } },
  { "FP in a register", S390X, false, false, 3, { 0x09, 11, 18 } },
  { "another base", S390X, true, false, 4, { 0x0c, 5, 0xa0, 1 } },
  { "the end of the stack", AMD64, true, false, 2, { 0x07, 16 } },
  { "the end of the stack", AARCH64, true, false, 2, { 0x07, 30 } },
  { "its end after a row", AMD64, true, false, 3, { 0x41, 0x07, 16 } },
};

static void
test_programs (void)
{
  for (size_t i = 0; i < sizeof tests / sizeof *tests; i++)
    {
      bool good = begin (tests[i].abi, 1, false);
      if (good)
        {
          add (tests[i].program, tests[i].size);
          good = lacks (0, 1) == tests[i].lacks_v2
                 && lacks (0, 2) == tests[i].lacks_v2
                 && lacks (0, 3) == tests[i].lacks_v3 && !lacks (1, 3);
          finish ();
        }
      unit_result_of (good, "%s, ABI %u", tests[i].name, tests[i].abi);
    }
}

/* The merge leaves signal frames out of versions 1 and 2; of those with an
   expression, assemblers make a function without rows.  */
static void
test_signal_frames (void)
{
  static const uint8_t usual[] = { 0x0e, 16 };
  static const uint8_t expression[] = { 0x0f, 3, 0x77, 0x20, 6 };
  bool good = begin (AMD64, 2, true);

  if (good)
    {
      add (usual, sizeof usual);
      add (expression, sizeof expression);
      good = lacks (0, 1) && lacks (0, 2) && !lacks (0, 3) && lacks (1, 2)
             && lacks (1, 3);
      finish ();
    }
  unit_result_of (good, "signal frames");
}

int
main (void)
{
  test_programs ();
  test_signal_frames ();
  return unit_exit ();
}
