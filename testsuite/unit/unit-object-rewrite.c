/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-object-rewrite.c - what is written of an object, without memory, and
   with each byte of it wrong.  */

#include "config.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "elf-abi.h"
#include "fixture-failing.h"
#include "fixture-object.h"
#include "relobj-internal.h"
#include "result.h"
#include "sframe-section.h"

/* What is done to an object.  */
#define TO_V2 { .convert = true, .target = SFM_TO_V2 }, false
#define TO_V3 { .convert = true, .target = SFM_TO_V3 }, false
#define SPLIT { .split = true }, false
#define PARTIAL { .split = true, .partial = true }, false
#define SYNTH { .synth = true }, false
#define KEEP { .synth = true, .keep = true }, false
#define ALL { .split = true, .synth = true, .keep = true }, false
#define STRIP { 0 }, true

/* An object that is bent, what is done, and what comes of it: the messages, or
   the SFrame sections and groups of the output (describe), and the bytes of it
   that may be wrong unseen.  OTHER: where that differs for AArch64.  */
struct rewrite
{
  const char *bend;
  struct relobj_options options;
  bool strip;
  const char *wanted, *other;
};

static struct fixture fx;

/* Bytes of the output that may be anything: nobody noticed.  */
static char unseen[400];
static bool spoils;

/* The linker gives these names to functions and to all calls of them.  */
sfm_status __real_relobj_verify (struct relobj *, const uint8_t *, size_t);
sfm_status __wrap_relobj_verify (struct relobj *, const uint8_t *, size_t);
sfm_status __real_strip_write (struct strip *);
sfm_status __wrap_strip_write (struct strip *);

/* The byte that strip_write writes wrongly, SIZE_MAX for none.  */
static size_t wrong_byte = SIZE_MAX;

sfm_status
__wrap_strip_write (struct strip *s)
{
  const sfm_status status = __real_strip_write (s);

  if (status == SFM_OK && wrong_byte < s->size)
    s->out[wrong_byte] ^= (uint8_t) (1U << wrong_byte % 8);
  return status;
}

/* Whether the byte at OFFSET of the output is tried: of what is far from
   anything, one of sixty.  */
static bool
is_tried (const uint8_t *out, size_t size, size_t offset)
{
  const size_t from = offset < 16 ? 0 : offset - 16;
  bool zeros = true;

  for (size_t i = from; i < size && i < offset + 16; i++)
    zeros = zeros && out[i] == 0;
  return !zeros || offset % 60 == 0;
}

/* Verify OUT, and then with each of its bytes wrong.  */
sfm_status
__wrap_relobj_verify (struct relobj *r, const uint8_t *out, size_t size)
{
  const sfm_status status = __real_relobj_verify (r, out, size);
  uint8_t *copy = spoils ? malloc (size) : NULL;
  size_t said = 0;

  if (copy == NULL || status != SFM_OK)
    {
      free (copy);
      return status;
    }
  unseen[0] = '\0';
  memcpy (copy, out, size);
  for (size_t i = 0; i < size && said < sizeof unseen - 20; i++)
    {
      if (!is_tried (out, size, i))
        continue;
      copy[i] ^= (uint8_t) (1U << i % 8);
      if (__real_relobj_verify (r, copy, size) == SFM_OK)
        said += (size_t) snprintf (unseen + said, sizeof unseen - said, " %zx",
                                   i);
      copy[i] = out[i];
    }
  free (copy);
  return SFM_OK;
}

static char text[600];

static void add (const char *, ...) __attribute__ ((format (printf, 1, 2)));

/* Add what FORMAT makes to the text.  */
static void
add (const char *format, ...)
{
  const size_t size = strlen (text);
  va_list args;

  va_start (args, format);
  vsnprintf (text + size, sizeof text - size, format, args);
  va_end (args);
}

/* Add the functions of the SFrame section IDX of IMAGE: its version, which
   section of code it names, and of each relocation the symbol, the addend and
   the size that the FDE has.  */
static void
add_functions (const struct image *image, uint32_t idx)
{
  const struct image_section *section = &image->sections[idx];
  struct elf_relocs relocs;
  struct elf_reloc reloc;
  struct sfm_piece piece;
  size_t size;

  const uint8_t *bytes = image_section_bytes (image, section, &size);
  if (sfm_piece_open (bytes, size, 0, &piece, NULL) != SFM_OK)
    {
      add (" %" PRIu32 ": none", idx);
      return;
    }
  add (" %" PRIu32 ": v%u", idx, piece.version);
  if ((section->flags & SHF_LINK_ORDER) != 0)
    add (" of %" PRIu32, section->link);
  for (uint32_t i = 1; i < image->section_count; i++)
    if (elf_type_is_relocs (image->sections[i].type)
        && image->sections[i].info == idx
        && elf_relocs_begin (&relocs, image, &image->sections[i]) == NULL)
      for (uint32_t k = 0; elf_relocs_next (&relocs, &reloc); k++)
        {
          struct sfm_fde fde = { 0 };
          add (" %" PRIu32 "+%" PRIx64, reloc.symbol, (uint64_t) reloc.addend);
          if (sfm_fde_read (&piece, k, &fde, NULL) == SFM_OK)
            add (":%" PRIx32, fde.size);
        }
}

/* Make the text from the SIZE bytes at OUT.  */
static void
describe (const uint8_t *out, size_t size)
{
  struct image image;
  size_t group_size;

  text[0] = '\0';
  if (image_open_bytes ("output", out, size, ALLOW_OBJECTS, &image,
                        &fixture_sink)
      != SFM_OK)
    return;
  for (uint32_t i = 1; i < image.section_count; i++)
    {
      const struct image_section *section = &image.sections[i];
      if (strcmp (section->name, ".sframe") == 0)
        add_functions (&image, i);
      if (section->type != SHT_GROUP)
        continue;
      const uint8_t *words
          = image_section_bytes (&image, section, &group_size);
      add (" group");
      for (size_t at = 4; at + 4 <= group_size; at += 4)
        add (" %" PRIx32, elf_u32 (words + at, image.big_endian));
    }
  image_close (&image);
}

/* What was made first, and how much.  */
static uint8_t *first;
static size_t first_size;

/* Do what REWRITE says; right is what was made first.  */
static sfm_status
run (const void *trial, bool *right)
{
  const struct rewrite *t = trial;
  struct relobj_result result;
  struct strip_result stripped;
  uint8_t *out;
  size_t size;

  failing_begin ();
  const sfm_status status
      = t->strip
            ? strip_elf ("fixture", fx.bytes, FIXTURE_SIZE, false, &out, &size,
                         &stripped, &fixture_sink)
            : relobj_rewrite ("fixture", fx.bytes, FIXTURE_SIZE, &t->options,
                              &out, &size, &result, &fixture_sink);
  failing_end ();
  if (first == NULL)
    {
      first = out;
      first_size = out != NULL ? size : 0;
      *right = true;
      return status;
    }
  *right = status == SFM_OK && out != NULL && size == first_size
           && memcmp (out, first, size) == 0;
  free (out);
  return status;
}

/* Let each byte that is written be wrong once where SFrame is removed.  */
static void
spoil_strip (const struct rewrite *t)
{
  size_t said = 0;

  unseen[0] = '\0';
  for (wrong_byte = 0; wrong_byte < first_size && said < sizeof unseen - 20;
       wrong_byte++)
    {
      bool right = false;
      if (is_tried (first, first_size, wrong_byte)
          && run (t, &right) == SFM_OK)
        said += (size_t) snprintf (unseen + said, sizeof unseen - said, " %zx",
                                   wrong_byte);
    }
  wrong_byte = SIZE_MAX;
}

/* In the order of the options.  */
static const struct rewrite rewrites[] = {
  { "", TO_V3, "2: v3 1+0:10 1+10:20 2+0:20 group 3", NULL },
  { "", TO_V2, "2: v2 1+0:10 1+10:20 2+0:20 group 3", NULL },
  { "", SPLIT, "2: v2 of 1 1+0:10 1+10:20 group 3 b c 11: v2 of 3 2+0:20",
    NULL },
  { "", SYNTH, "2: v2 1+0:10 1+10:20 2+0:20 1+30:10 group 3", NULL },
  { "", ALL,
    "2: v2 of 1 1+0:10 1+10:20 1+30:10 group 3 b c 11: v2 of 3 2+0:20", NULL },
  { "S6.link=63", TO_V3,
    "E section 6 (.rela.sframe): its link is not a symbol table", NULL },
  { "S5.type=3", TO_V3,
    "E section 6 (.rela.sframe): its link is not a symbol table", NULL },
  { "S6.info=0", TO_V3,
    "E .sframe: has 3 functions and no relocation that says where they are; "
    "--partial drops them",
    NULL },
  { "S6.entsize=10", TO_V3,
    "E .sframe: its relocations are not a whole number of entries of the size "
    "that ELF64 has",
    NULL },
  { "S6.size=47", TO_V3,
    "E .sframe: its relocations are not a whole number of entries of the size "
    "that ELF64 has",
    NULL },
  { "S8.info=2", TO_V3,
    "E section 2 (.sframe): has more than one section of relocations", NULL },
  { "S2.flags=802", TO_V3,
    "E section 2 (.sframe): is compressed, which no section that is loaded "
    "may be",
    NULL },
  { "S2.size=0", TO_V3, "", NULL },
  { "B1002.1=7", TO_V3,
    "E(.sframe+0x2) sfp_version is 7, known are 1, 2 and 3: it may be of a "
    "later version than this program knows; --partial leaves the object as it "
    "is",
    NULL },
  { "S6.type=9", TO_V3,
    "E .sframe: its relocations are not a whole number of entries of the size "
    "that ELF64 has",
    NULL },
  { "W1208.8=100000001", TO_V3,
    "E(.sframe+0x1c) relocation number 0 has type 1, that of a start field "
    "would be 2 or 24",
    "E(.sframe+0x1c) relocation number 0 has type 1, that of a start field "
    "would be 261 or 260" },
  { "W1200.8=1d", TO_V3, "2: v3 1+0:10 1+10:20 2+0:20 group 3", NULL },
  { "W1208.8=100000000", TO_V3, "2: v3 1+10:20 2+0:20 group 3", NULL },
  { "W1208.8=2", TO_V3, "2: v3 1+10:20 2+0:20 group 3",
    "E(.sframe+0x1c) relocation number 0 has type 2, that of a start field "
    "would be 261 or 260" },
  { "W1210.8=ffff", TO_V3, "2: v3 1+ffff:10 1+10:20 2+0:20 group 3", NULL },
  { "W1208.8=6300000002", TO_V3,
    "E(.sframe+0x1c) relocation number 0 has symbol 99, which does not exist "
    "or is in no section",
    "E(.sframe+0x1c) relocation number 0 has type 2, that of a start field "
    "would be 261 or 260" },
  { "W1228.8=0", TO_V3, "2: v3 1+0:10 1+0:20 2+0:20 group 3", NULL },
  { "W1008.4=4", TO_V3,
    "E(.sframe+0x8) 4 FDEs end at 0x6c, but the section ends at 0x61", NULL },
  { "W341e.2=fff1", TO_V3, "2: v3 2+0:20 group 3", NULL },
  { "W341e.2=ffff", TO_V3,
    "E(.sframe+0x1c) relocation number 0 has symbol 1, which does not exist "
    "or is in no section",
    NULL },
  { "W341e.2=63", TO_V3,
    "E(.sframe+0x1c) relocation number 0 has symbol 1, which does not exist "
    "or is in no section",
    NULL },
  { "W341e.2=0", TO_V3, "2: v3 2+0:20 group 3", NULL },
  { "S2.type=6ffffff4", TO_V3, "2: v3 1+0:10 1+10:20 2+0:20 group 3", NULL },
  { "S9.size=0", SPLIT,
    "E section 9: a group of 0x0 bytes, which is not a whole number of words",
    NULL },
  { "S9.size=6", SPLIT,
    "E section 9: a group of 0x6 bytes, which is not a whole number of words",
    NULL },
  { "W1404.4=63", SPLIT, "E section 9: the group has section 99 of 11", NULL },
  { "S9.size=c W1408.4=3", SPLIT, "E section 3 is in the groups 9 and 9",
    NULL },
  { "S9.size=c W1408.4=2 S2.flags=202", SPLIT,
    "2: v2 of 3 2+0:20 group 3 2 6 11: v2 of 1 1+0:10 1+10:20", NULL },
  { "W1404.4=2 S2.flags=202", SPLIT,
    "2: v2 group 2 11: v2 of 1 1+0:10 1+10:20 13: v2 of 3 2+0:20", NULL },
  { "S9.type=1", SPLIT, "2: v2 of 1 1+0:10 1+10:20 11: v2 of 3 2+0:20", NULL },
  { "W1258.8=100000002 W1260.8=30", SPLIT,
    "2: v2 of 1 1+0:10 1+10:20 group 3 b c 11: v2 of 3 2+0:20", NULL },
  { "W1208.8=200000002", SPLIT,
    "2: v2 of 1 1+10:20 group 3 b c 11: v2 of 3 2+0:10 2+0:20",
    "E(.sframe+0x1c) relocation number 0 has type 2, that of a start field "
    "would be 261 or 260" },
  { "W3436.2=1", SPLIT, "2: v2 of 1 1+0:10 1+10:20 2+0:20 group 3", NULL },
  { "S4.size=0", SPLIT,
    "2: v2 of 1 1+0:10 1+10:20 group 3 b c 11: v2 of 3 2+0:20", NULL },
  { "H3e.2=0", SPLIT, "", NULL },
  { "B1002.1=7", SPLIT,
    "E(.sframe+0x2) sfp_version is 7, known are 1, 2 and 3: it may be of a "
    "later version than this program knows; --partial leaves the object as it "
    "is",
    NULL },
  { "S6.size=18", SPLIT, "2: v2 of 1 1+0:10 group 3", NULL },
  { "S3.type=8", SPLIT,
    "2: v2 of 1 1+0:10 1+10:20 group 3 b c 11: v2 of 3 2+0:20", NULL },
  { "S3.flags=2", SPLIT,
    "2: v2 of 1 1+0:10 1+10:20 group 3 b c 11: v2 of 3 2+0:20", NULL },
  { "B1002.1=7", PARTIAL,
    "W(.sframe+0x2) sfp_version is 7, known are 1, 2 and 3: it may be of a "
    "later version than this program knows; the object is left as it is",
    NULL },
  /* All are dead: where what is empty begins matters to nobody.  */
  { "W1208.8=0 W1220.8=0 W1238.8=0", PARTIAL,
    "2: v2 group 3 unseen 40b0 40b1 40b2 40b3 40b4 40b5 40b6 40b7",
    "2: v2 group 3 unseen 40b0 40b1 40b2 40b3 40b4 40b5 40b6 40b7 419e" },
  { "W1800.4=99", SYNTH, "2: v2 1+0:10 1+10:20 2+0:20 group 3", NULL },
  { "S7.type=70000001", SYNTH, "2: v2 1+0:10 1+10:20 2+0:20 1+30:10 group 3",
    NULL },
  { "W1824.4=0", SYNTH, "2: v2 1+0:10 1+10:20 2+0:20 1+30:10 group 3", NULL },
  { "W1824.4=ffffffff", SYNTH, "2: v2 1+0:10 1+10:20 2+0:20 1+30:10 group 3",
    NULL },
  { "S8.info=0", SYNTH, "2: v2 1+0:10 1+10:20 2+0:20 group 3", NULL },
  { "W1a10.8=8", SYNTH, "2: v2 1+0:10 1+10:20 2+0:20 1+30:10 group 3", NULL },
  { "W1a00.8=21", SYNTH, "2: v2 1+0:10 1+10:20 2+0:20 1+30:10 group 3", NULL },
  { "W1a08.8=100000001", SYNTH, "2: v2 1+0:10 1+10:20 2+0:20 1+30:10 group 3",
    NULL },
  { "W1a08.8=0", SYNTH, "2: v2 1+0:10 1+10:20 2+0:20 1+30:10 group 3", NULL },
  { "W1a10.8=100", SYNTH, "2: v2 1+0:10 1+10:20 2+0:20 1+30:10 group 3",
    NULL },
  { "W1020.4=0", SYNTH, "2: v2 1+10:20 2+0:20 1+0:10 1+30:10 group 3", NULL },
  { "S2.name=0 S6.info=0", SYNTH,
    "group 3 11: v3 1+0:10 1+10:20 1+30:10 2+0:20", NULL },
  { "S2.size=0 S6.info=0", SYNTH,
    "2: v3 1+0:10 1+10:20 1+30:10 2+0:20 group 3", NULL },
  { "B1812.1=55", SYNTH,
    "2: v2 group 3 unseen 40b0 40b1 40b2 40b3 40b4 40b5 40b6 40b7",
    "2: v2 group 3 unseen 40b0 40b1 40b2 40b3 40b4 40b5 40b6 40b7 419e" },
  { "W102c.1=40", SYNTH,
    "E(.sframe+0x2c) the function info is 0x40, version 2 leaves 0xc0 unused",
    NULL },
  { "W1a50.8=28", SYNTH, "2: v2 1+0:10 1+10:20 2+0:20 group 3", NULL },
  { "W1854.4=30", SYNTH, "2: v2 1+0:10 1+10:20 2+0:20 1+30:10 group 3", NULL },
  { "B1807.1=42", SYNTH, "2: v2 1+0:10 1+10:20 2+0:20 group 3", NULL },
  { "W105a.1=10", SYNTH, "2: v2 1+10:20 2+0:20 1+0:10 1+30:10 group 3", NULL },
  { "S7.flags=802", SYNTH, "2: v2 1+0:10 1+10:20 2+0:20 1+30:10 group 3",
    NULL },
  { "W105a.1=10", KEEP, "2: v2 1+0:10 1+10:20 2+0:20 1+30:10 group 3", NULL },
  { "W1020.4=0", KEEP, "2: v2 1+0:0 1+10:20 2+0:20 1+30:10 group 3", NULL },
  { "W1010.4=0 W1024.4=3", KEEP,
    "E(.sframe+0x58) the header needs 28 bytes, but 9 are left", NULL },
  { "W1034.4=8", KEEP, "2: v2 1+0:10 1+10:8 2+0:20 1+30:10 group 3", NULL },
  { "", STRIP, "group 3", NULL },
  { "W341e.2=2", STRIP,
    "E section 8 (.rela.eh_frame) refers to its .sframe, which cannot be "
    "removed",
    NULL },
  { "W3436.2=2", STRIP,
    "E section 8 (.rela.eh_frame) refers to its .sframe, which cannot be "
    "removed",
    NULL },
  { "W344e.2=2", STRIP,
    "E symbol 3 (b) refers to its .sframe, which cannot be removed", NULL },
  { "W1404.4=2 S2.flags=202", STRIP, "", NULL },
  { "S9.size=c W1408.4=2 S2.flags=202", STRIP,
    "group 3 unseen 1360 1361 1362 1363", NULL },
  { "S2.size=0", STRIP, "group 3", NULL },
  { "S6.type=9", STRIP, "group 3", NULL },
  { "S6.info=63", STRIP, "group 3", NULL },
  { "Sa.offset=1000", STRIP,
    "E section 10 (at 0x1000) shares bytes of the file with SFrame data (at "
    "0x1000)",
    NULL },
  { "Sa.size=0 S8.link=2", STRIP,
    "E section 8 (.rela.eh_frame) refers to its .sframe, which cannot be "
    "removed",
    NULL },
  { "S2.offset=2000", STRIP,
    "E section 1 (at 0x2000) shares bytes of the file with SFrame data (at "
    "0x2000)",
    NULL },
  { "S9.info=2 S9.link=2", STRIP,
    "E section 9 (.group) refers to its .sframe, which cannot be removed",
    NULL },
  { "S5.entsize=10", STRIP, "E section 5: symbols of 16 bytes, not 24", NULL },
  { "S5.link=63", STRIP, "group 3", NULL },
};

static void
try (const struct rewrite *t, bool big_endian)
{
  const char *wanted = big_endian && t->other != NULL ? t->other : t->wanted;
  char name[100];
  bool right = false;

  snprintf (name, sizeof name, "%s: %s", big_endian ? "aarch64" : "amd64",
            t->bend);
  text[0] = unseen[0] = '\0';
  if (!fixture_object (&fx, big_endian, t->bend))
    unit_result_of (false, "%s: a word is not known", name);
  spoils = true;
  run (t, &right);
  spoils = false;
  if (first != NULL && t->strip)
    spoil_strip (t);
  if (first != NULL)
    describe (first, first_size);
  else
    add ("%s", fixture_told);
  if (unseen[0] != '\0')
    add (" unseen%s", unseen);
  unit_last_said (text);
  unit_result (strcmp (text + (text[0] == ' '), wanted) == 0, name);
  if (!big_endian)
    failing_memory (name, run, t);
  free (first);
  first = NULL;
}

int
main (void)
{
  for (size_t i = 0; i < sizeof rewrites / sizeof rewrites[0]; i++)
    for (unsigned big = 0; big < 2; big++)
      try (&rewrites[i], big != 0);
  return unit_exit ();
}
