/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-file-kind.c - what a file is, by its first bytes, and what its holes
   may cost.  */

#include "config.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

#include "file-bytes.h"
#include "files-limits.h"
#include "fixture-bend.h"
#include "result.h"

static struct fixture fx;

enum
{
  STORED = 0x1000, /* bytes that are not in holes */
  LIMIT = HOLES_READ + HOLES_FACTOR * STORED
};

#define COSTS(sum)                                                            \
  " only 0x1000 bytes are not in holes, but headers and tables have " sum     \
  "; the limit is 0x1010000"
#define ALL COSTS ("0x1010001")
/* Of 6 sections and 3 program headers, of what comes before, and of a first or
   third section, or a segment, that is as big as the file.  */
#define FIRST COSTS ("0x1010229")
#define THIRD COSTS ("0x1010b29")
#define SEGMENT COSTS ("0x1010c69")

/* The fixture, which is bent, is the begin of a file of LIMIT + MORE bytes.
   WANTED: the message.  */
static const struct
{
  const char *bend;
  uint64_t more;
  const char *wanted;
} holes[] = {
  { "S1.size=2000000", 0, "" },
  { "", 1, "" },
  { "", HOLES_COPIED, "" },
  { "", HOLES_COPIED + UINT64_C (1),
    " only 0x1000 of its 0x81010000 bytes are not in holes; the limit is "
    "0x8100ffff" },
  /* Sections that are read.  */
  { "S1.size=2000000", 1, FIRST },
  { "S1.type=0 S1.size=2000000", 1, "" },
  { "S1.type=8 S1.size=2000000", 1, "" },
  { "S1.size=100f000", 1, "" },
  { "S1.size=1010001", 1, FIRST },
  { "S3.flags=2 S3.size=2000000", 1, THIRD },
  { "S3.flags=0 S3.size=2000000", 1, "" },
  { "S3.flags=3 S3.size=2000000", 1, "" },
  { "S3.flags=1 S3.size=2000000", 1, THIRD },
  { "S3.flags=6 S3.size=2000000", 1, THIRD },
  { "S3.flags=30 S3.size=2000000", 1, "" },
  { "S3.type=7 S3.flags=0 S3.size=2000000", 1, THIRD },
  { "S3.name=7 S3.flags=0 S3.size=2000000", 1, THIRD },
  { "S3.name=ffff S3.flags=0 S3.size=2000000", 1, THIRD },
  { "S3.name=1 S3.flags=0 S3.size=2000000", 1, "" },
  /* Segments that are read.  */
  { "P2.type=0 P2.filesz=2000000", 1, "" },
  { "P2.type=1 P2.filesz=2000000", 1, "" },
  { "P2.type=7 P2.filesz=2000000", 1, "" },
  { "P2.type=6474e552 P2.filesz=2000000", 1, "" },
  { "P2.type=4 P2.filesz=2000000", 1, SEGMENT },
  { "P2.type=6474e550 P2.filesz=2000000", 1, SEGMENT },
  { "P1.type=2 P1.filesz=ffffff", 1, "" },
  /* No tables are found: all may be read.  */
  { "H0.1=0", 1, ALL },
  { "H4.1=1", 1, ALL },
  { "H28.8=0", 1, ALL },
  { "H28.8=1010000", 1, ALL },
  { "H28.8=ffffffffffffffc0", 1, ALL },
  { "H3c.2=ffff", 1, "" },
  { "H20.8=1010001", 1, ALL },
  { "H3e.2=6", 1, ALL },
  { "H3e.2=5", 1, "" },
  { "H4118.8=1010000", 1, ALL },
  { "H4118.8=ffffffffffff", 1, ALL },
  /* Numbers that are in section header 0.  */
  { "H3c.2=0 H4020.8=6", 1, "" },
  { "H3c.2=0 H4020.8=100000", 1, ALL },
  { "H38.2=ffff H402c.4=3", 1, "" },
  { "H38.2=ffff H402c.4=ffffffff", 1, ALL },
  { "H3e.2=ffff H4028.4=4", 1, "" },
  { "H3e.2=ffff H4028.4=6", 1, ALL },
};

static void
test_holes (void)
{
  const size_t most = (size_t) LIMIT + HOLES_COPIED + 1;
  uint8_t *bytes = mmap (NULL, most, PROT_READ | PROT_WRITE,
                         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

  if (bytes == MAP_FAILED)
    {
      unit_skip ("holes");
      return;
    }
  for (size_t i = 0; i < sizeof holes / sizeof holes[0]; i++)
    for (unsigned big = 0; big < 2; big++)
      {
        fixture_begin (&fx, big != 0);
        bool passed = fixture_bend (&fx, holes[i].bend);
        fixture_finish (&fx);
        memcpy (bytes, fx.bytes, FIXTURE_SIZE);
        const sfm_status status = file_check_holes (
            "holes", bytes, (size_t) (LIMIT + holes[i].more), STORED,
            &fixture_sink);
        passed = passed && (status == SFM_OK) == (holes[i].wanted[0] == '\0')
                 && strcmp (fixture_said, holes[i].wanted) == 0;
        unit_result_of (passed, "holes, %s: %s, %" PRIu64,
                        big ? "aarch64" : "amd64", holes[i].bend,
                        holes[i].more);
      }
  munmap (bytes, most);
}

#define OBJECT "H10.2=1"
#define NO_ELF "neither an ELF file nor an archive"

/* What the first SIZE bytes of the fixture are, which is bent: the kind,
   whether it is relocatable, why it is no object, why it has no SFrame.  */
static const struct
{
  const char *bend;
  size_t size;
  enum file_kind kind;
  bool relocatable;
  const char *not_object, *foreign;
} kinds[] = {
  { OBJECT, FIXTURE_SIZE, FILE_OBJECT, true, NULL, NULL },
  { OBJECT, 64, FILE_OBJECT, true, NULL, NULL },
  { OBJECT, 63, FILE_IMAGE, true, "truncated, without a whole ELF header",
    NULL },
  { OBJECT, 18, FILE_IMAGE, true, "truncated, without a whole ELF header",
    NULL },
  { OBJECT, 17, FILE_IMAGE, false, "truncated, without a whole ELF header",
    NULL },
  { OBJECT, 4, FILE_IMAGE, false, "truncated, without a whole ELF header",
    NULL },
  { OBJECT, 3, FILE_OTHER, false, NO_ELF, NULL },
  { OBJECT, 0, FILE_OTHER, false, "empty", NULL },
  { OBJECT " H4.1=1", 64, FILE_IMAGE, true, "a 32-bit ELF file",
    "a 32-bit ELF file" },
  { OBJECT " H4.1=1", 5, FILE_IMAGE, false, "a 32-bit ELF file", NULL },
  { OBJECT " H4.1=1", 4, FILE_IMAGE, false,
    "truncated, without a whole ELF header", NULL },
  { OBJECT " H4.1=3", 64, FILE_IMAGE, true, "an ELF file of unknown class",
    "an ELF file of unknown class" },
  { OBJECT " H12.2=28", 64, FILE_IMAGE, true,
    "an ELF file of a machine that has no SFrame ABI",
    "an ELF file of a machine that has no SFrame ABI" },
  { "H10.2=0", 64, FILE_IMAGE, false, "an ELF file of unknown type", NULL },
  { "H10.2=2", 64, FILE_IMAGE, false,
    "an executable, not a relocatable object", NULL },
  { "", 64, FILE_IMAGE, false,
    "a shared object or position independent executable, not a relocatable "
    "object",
    NULL },
  { "H10.2=4", 64, FILE_IMAGE, false, "a core file, not a relocatable object",
    "a core file" },
  { "H10.2=5", 64, FILE_IMAGE, false, "an ELF file of unknown type", NULL },
  { OBJECT " H0.1=12", 64, FILE_OTHER, false, NO_ELF, NULL },
};

static bool
same (const char *a, const char *b)
{
  return a == NULL || b == NULL ? a == b : strcmp (a, b) == 0;
}

static void
test_elf (void)
{
  for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
    for (unsigned big = 0; big < 2; big++)
      {
        const size_t size = kinds[i].size;
        fixture_begin (&fx, big != 0);
        bool passed = fixture_bend (&fx, kinds[i].bend);
        fixture_finish (&fx);
        passed
            = passed && file_kind (fx.bytes, size) == kinds[i].kind
              && file_is_relocatable (fx.bytes, size) == kinds[i].relocatable
              && same (file_not_object (fx.bytes, size), kinds[i].not_object)
              && same (file_foreign (fx.bytes, size), kinds[i].foreign);
        unit_result_of (passed, "%zu bytes, %s: %s", size,
                        big ? "aarch64" : "amd64", kinds[i].bend);
      }
  fx.bytes[EI_DATA] = 3;
  memcpy (fx.bytes, ELFMAG, SELFMAG);
  unit_result (same (file_not_object (fx.bytes, 64),
                     "an ELF file of unknown byte order"),
               "an unknown byte order");
}

/* Other kinds, which need all of their bytes.  */
static const struct
{
  const char *bytes;
  size_t size;
  enum file_kind kind;
  const char *not_object;
} others[] = {
  { "!<arch>\n", 8, FILE_ARCHIVE, "an archive in an archive" },
  { "!<thin>\n", 8, FILE_THIN, "an archive in an archive" },
  { "\x1f\x8b\x08", 3, FILE_GZIP, NO_ELF },
  { "\xfd\x37zXZ\0", 6, FILE_XZ, NO_ELF },
  { "\x28\xb5\x2f\xfd", 4, FILE_ZSTD, NO_ELF },
  { "BC\xc0\xde", 4, FILE_LLVM, "LLVM bitcode" },
  { "\xde\xc0\x17\x0b", 4, FILE_LLVM, "LLVM bitcode" },
};

static void
test_others (void)
{
  for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
    {
      const uint8_t *bytes = (const uint8_t *) others[i].bytes;
      const size_t size = others[i].size;
      unit_result_of (
          file_kind (bytes, size) == others[i].kind
              && same (file_not_object (bytes, size), others[i].not_object)
              && file_kind (bytes, size - 1) == FILE_OTHER
              && same (file_not_object (bytes, size - 1), NO_ELF)
              && !file_is_relocatable (bytes, size)
              && file_foreign (bytes, size) == NULL,
          "kind %d, number %zu", (int) others[i].kind, i);
    }
}

int
main (void)
{
  unit_last_said (fixture_said);
  test_holes ();
  test_elf ();
  test_others ();
  return unit_exit ();
}
