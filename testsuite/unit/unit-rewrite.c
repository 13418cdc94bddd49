/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-rewrite.c - what rewriting an image changes, and that it changes
   nothing else.  */

#include "config.h"

#include <string.h>

#include "edit-internal.h"
#include "fixture-image.h"
#include "result.h"

static struct fixture fx;
static uint8_t copy[FIXTURE_SIZE];
static struct rewrite_result result;
static struct image after;

/* Put SIZE bytes of 0xab into section SECTION of the fixture; AFTER is then
   the result, to be closed.  */
static sfm_status
rewrite (uint32_t section, uint64_t size)
{
  static uint8_t content[FIXTURE_SIZE];
  static const struct byte_range any = { .start = 0, .end = UINT64_MAX };
  struct image_change change = { .image = &fx.image,
                                 .clear = &any,
                                 .clear_count = 1,
                                 .sink = &fixture_sink,
                                 .content = content,
                                 .content_size = size };

  memset (content, 0xab, sizeof content);
  sfm_status status = fixture_open (&fx);
  if (status == SFM_OK)
    status = free_space_measure (EDIT_SFRAME, &fx.image, section, &any, 1,
                                 &change.space, &fixture_sink);
  if (status == SFM_OK)
    status = image_copy (&fx.image, 0, 0, sizeof copy, &change.copy,
                         &fixture_sink);
  if (status == SFM_OK)
    {
      status = rewrite_image (&change, &fx.image, &result);
      memcpy (copy, paged_at (change.copy, 0, sizeof copy), sizeof copy);
      paged_free (change.copy);
    }
  if (status == SFM_OK)
    status = image_open_bytes ("after", copy, sizeof copy, ALLOW_IMAGES,
                               &after, &fixture_sink);
  fixture_close (&fx);
  return status;
}

/* True if the bytes [START, END) of the copy are all VALUE.  */
static bool
holds (uint64_t start, uint64_t end, uint8_t value)
{
  for (uint64_t i = start; i < end; i++)
    if (copy[i] != value)
      return false;
  return true;
}

/* Make the bytes [START, START + SIZE) of the copy what they were: a change
   there is expected.  */
static void
undo (uint64_t start, uint64_t size)
{
  memcpy (copy + start, fx.bytes + start, size);
}

static void
test_plain (bool big_endian, const char *name)
{
  fixture_begin (&fx, big_endian);
  fx.sections[SEC_SFRAME].sh_flags |= SHF_LINK_ORDER;
  fx.sections[SEC_SFRAME].sh_link = SEC_TEXT;
  memset (fx.bytes + 0x1100, 0x44, 0x80);
  bool passed = rewrite (SEC_SFRAME, 0x60) == SFM_OK;

  const struct image_section *section = &after.sections[SEC_SFRAME];
  const struct image_segment *segment = &after.segments[SEG_SFRAME];
  passed = passed && holds (0x1000, 0x1060, 0xab) && holds (0x1060, 0x1400, 0)
           && section->type == SHT_GNU_SFRAME && section->flags == SHF_ALLOC
           && section->link == 0 && section->size == 0x60
           && section->align == 8 && segment->offset == 0x1000
           && segment->filesz == 0x60 && segment->memsz == 0x60
           && segment->flags == PF_R && segment->align == 8
           && !result.no_segment && !result.grown && !result.renamed;
  image_close (&after);
  undo (0x1000, 0x400);
  undo (FIXTURE_SHDRS + SEC_SFRAME * ELF_SHDR_SIZE, ELF_SHDR_SIZE);
  undo (ELF_EHDR_SIZE + SEG_SFRAME * ELF_PHDR_SIZE, ELF_PHDR_SIZE);
  passed = passed && memcmp (copy, fx.bytes, sizeof copy) == 0;
  unit_result (passed, name);
}

static void
test_growth (void)
{
  fixture_begin (&fx, true);
  fx.sections[SEC_AFTER].sh_type = SHT_NULL;
  fx.segments[SEG_SFRAME].p_type = PT_NULL;
  bool passed = rewrite (SEC_SFRAME, 0xc00) == SFM_OK;
  const struct image_segment *load = &after.segments[SEG_READ];
  passed = (passed && load->filesz == 0x1c00 && load->memsz == 0x1c00
            && result.grown && result.no_segment);
  image_close (&after);
  undo (0x1000, 0xc00);
  undo (FIXTURE_SHDRS + SEC_SFRAME * ELF_SHDR_SIZE, ELF_SHDR_SIZE);
  undo (ELF_EHDR_SIZE + SEG_READ * ELF_PHDR_SIZE, ELF_PHDR_SIZE);
  unit_result (passed && memcmp (copy, fx.bytes, sizeof copy) == 0,
               "the PT_LOAD grows into its page tail");

  fixture_begin (&fx, false);
  passed = rewrite (SEC_SFRAME, 0x401) == SFM_ERR_LIMIT && fixture_errors == 1;
  unit_result (passed && memcmp (copy, fx.bytes, sizeof copy) == 0,
               "content that does not fit is refused");

  fixture_begin (&fx, false);
  fx.sections[SEC_SFRAME].sh_offset += 4;
  fx.sections[SEC_SFRAME].sh_addr += 4;
  passed = (rewrite (SEC_SFRAME, 0x60) == SFM_OK
            && after.sections[SEC_SFRAME].align == 4
            && after.segments[SEG_SFRAME].align == 4);
  image_close (&after);
  unit_result (passed, "the alignment is not above what the address has");
}

static void
test_marked (void)
{
  fixture_begin (&fx, false);
  fixture_symbol (&fx, 0x1100, 0, STT_NOTYPE, SEC_SFRAME);
  bool passed = rewrite (SEC_SFRAME, 0x60) == SFM_OK
                && holds (0x1000, 0x1060, 0xab) && holds (0x1060, 0x1400, 0)
                && after.sections[SEC_SFRAME].size == 0x100
                && after.segments[SEG_SFRAME].filesz == 0x100
                && after.segments[SEG_SFRAME].memsz == 0x100;
  image_close (&after);
  unit_result (passed, "a section with a marked end keeps its size");

  fixture_begin (&fx, false);
  fixture_symbol (&fx, 0x1100, 0, STT_NOTYPE, SEC_SFRAME);
  unit_result (rewrite (SEC_SFRAME, 0x101) == SFM_ERR_LIMIT,
               "content that does not fit before the mark is refused");

  fixture_begin (&fx, false);
  uint16_t other = fixture_section (&fx, ".sframe", SHT_GNU_SFRAME, SHF_ALLOC,
                                    0x1600, 0x80);
  memset (fx.bytes + 0x1600, 0x55, 0x80);
  fixture_symbol (&fx, 0x1680, 0, STT_NOTYPE, other);
  passed = rewrite (SEC_SFRAME, 0x60) == SFM_OK
           && after.sections[SEC_SFRAME].size == 0x60
           && after.sections[other].size == 0x80 && holds (0x1600, 0x1680, 0)
           && result.retired == 1;
  image_close (&after);
  unit_result (passed, "another section with a marked end is zeros");
}

/* Make the fixture's section the reserve, its name last in the table.  */
static void
begin_reserve (const char *name)
{
  fixture_begin (&fx, false);
  fx.sections[SEC_SFRAME].sh_name = fixture_name (&fx, name);
  /* The name that fixture_begin gave it is not to be found.  */
  memset (fx.bytes + FIXTURE_NAMES + 7, 'x', 6);
}

static void
test_cut (void)
{
  begin_reserve (".sframe_reserve");
  bool passed = rewrite (SEC_SFRAME, 8) == SFM_OK && result.renamed
                && strcmp (after.sections[SEC_SFRAME].name, ".sframe") == 0;
  image_close (&after);
  unit_result (passed, "a reserve is renamed by a NUL");

  begin_reserve (".sframe_raw");
  uint16_t other = fixture_section (&fx, ".x", SHT_PROGBITS, 0, 0, 0);
  fx.sections[other].sh_name = fx.sections[SEC_SFRAME].sh_name + 7;
  passed = rewrite (SEC_SFRAME, 8) == SFM_OK && result.rename_failed
           && strcmp (after.sections[SEC_SFRAME].name, ".sframe_raw") == 0
           && strcmp (after.sections[other].name, "_raw") == 0;
  image_close (&after);
  unit_result (passed, "a name that another one ends in is kept");

  begin_reserve (".sframe_raw");
  other = fixture_section (&fx, ".x", SHT_PROGBITS, 0, 0, 0);
  fx.sections[other].sh_name = fx.sections[SEC_SFRAME].sh_name + 8;
  passed = rewrite (SEC_SFRAME, 8) == SFM_OK && result.renamed
           && strcmp (after.sections[other].name, "raw") == 0;
  image_close (&after);
  unit_result (passed, "a name after the cut does not matter");

  begin_reserve (".rela.sframe_raw");
  fx.sections[SEC_SFRAME].sh_name += 5;
  other = fixture_section (&fx, ".x", SHT_RELA, 0, FIXTURE_RELOCS, 0);
  fx.sections[other].sh_info = SEC_SFRAME;
  fx.sections[other].sh_name = fx.sections[SEC_SFRAME].sh_name - 5;
  passed = rewrite (SEC_SFRAME, 8) == SFM_OK && result.renamed
           && strcmp (after.sections[other].name, ".rela.sframe") == 0;
  image_close (&after);
  unit_result (passed, "relocations that share the name follow");

  begin_reserve (".sframe_raw");
  fx.sections[SEC_SYMBOLS].sh_link = SEC_NAMES;
  passed = rewrite (SEC_SFRAME, 8) == SFM_OK && result.rename_failed;
  image_close (&after);
  unit_result (passed, "names shared with symbols are kept");
}

/* Names that do not begin with .sframe.  */
static void
test_other_name (void)
{
  begin_reserve (".foo");
  uint16_t other = fixture_section (&fx, ".x", SHT_PROGBITS, 0, 0, 0);
  fx.sections[other].sh_name = fixture_name (&fx, ".unused");
  bool passed = rewrite (SEC_SFRAME, 8) == SFM_OK && result.rename_failed
                && strcmp (after.sections[SEC_SFRAME].name, ".foo") == 0
                && strcmp (after.sections[other].name, ".unused") == 0;
  image_close (&after);
  unit_result (passed, "a name that does not begin with .sframe is kept");

  fixture_begin (&fx, false);
  other = fixture_section (&fx, ".sframe.hot", SHT_PROGBITS, SHF_ALLOC, 0x1600,
                           0x80);
  memset (fx.bytes + 0x1600, 0, 0x80);
  passed = rewrite (SEC_SFRAME, 8) == SFM_OK && result.retired == 1
           && strcmp (after.sections[other].name, "sframe.hot") == 0
           && after.sections[other].size == 0;
  image_close (&after);
  unit_result (passed, "an emptied .sframe.hot loses its name");
}

static void
test_rivals (void)
{
  fixture_begin (&fx, false);
  uint16_t reserve = fixture_section (&fx, ".sframe_reserve", SHT_PROGBITS,
                                      SHF_ALLOC, 0x1500, 0x200);
  uint16_t relocs
      = fixture_section (&fx, ".rela.sframe", SHT_RELA, 0, FIXTURE_RELOCS, 48);
  fx.sections[relocs].sh_info = SEC_SFRAME;
  /* Bytes that a linker left after the retired section.  */
  memset (fx.bytes + 0x1100, 0x44, 0x80);
  elf_put64 (fx.bytes + FIXTURE_RELOCS + 0, FIXTURE_BASE + 0x101c, false);
  elf_put64 (fx.bytes + FIXTURE_RELOCS + 8, 0x500000002, false);
  elf_put64 (fx.bytes + FIXTURE_RELOCS + 16, 7, false);
  bool passed = rewrite (reserve, 0x180) == SFM_OK;
  const struct image_section *old = &after.sections[SEC_SFRAME];
  passed = passed && strcmp (after.sections[reserve].name, ".sframe") == 0
           && image_find_section (&after, ".sframe", 0) == reserve
           && image_find_section (&after, ".sframe", reserve) == 0
           && old->size == 0 && old->type == SHT_PROGBITS
           && holds (0x1000, 0x1400, 0) && holds (0x1500, 0x1680, 0xab)
           && holds (0x1400, 0x1500, 0x22)
           && after.segments[SEG_SFRAME].offset == 0x1500
           && result.retired == 1 && result.renamed && result.none_count == 1;
  passed = passed
           && elf_u64 (copy + FIXTURE_RELOCS, false) == FIXTURE_BASE + 0x101c
           && holds (FIXTURE_RELOCS + 8, FIXTURE_RELOCS + 48, 0);
  image_close (&after);
  unit_result (passed, "the section moves into a reserve");

  fixture_begin (&fx, false);
  fixture_section (&fx, ".sframe", SHT_PROGBITS, SHF_ALLOC, 0x2100, 0x100);
  passed = rewrite (SEC_SFRAME, 8) == SFM_ERR_CORRUPT && fixture_errors == 1
           && memcmp (copy, fx.bytes, sizeof copy) == 0;
  unit_result (passed, "a rival that lies in the code is not cleared");

  fixture_begin (&fx, false);
  relocs = fixture_section (&fx, ".rela.sframe", SHT_RELA, 0, 0x2100, 48);
  fx.sections[relocs].sh_info = SEC_SFRAME;
  passed = rewrite (SEC_SFRAME, 8) == SFM_ERR_CORRUPT && fixture_errors == 1
           && memcmp (copy, fx.bytes, sizeof copy) == 0;
  unit_result (passed, "relocations that lie in the code are not cleared");
}

int
main (void)
{
  test_plain (false, "nothing else changes");
  test_plain (true, "nothing else changes, big-endian");
  test_growth ();
  test_marked ();
  test_cut ();
  test_other_name ();
  test_rivals ();
  return unit_exit ();
}
