/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-free-space.c - what cuts the room for a section short, one claim a
   test.

   Unbent, the fixture's .sframe at 0x1000 has room up to .after, 0x400
   bytes.  */

#include "config.h"

#include <string.h>

#include "edit-internal.h"
#include "fixture-image.h"
#include "result.h"

enum
{
  REFUSED = -1
};

static struct fixture fx;

/* The bytes of the section.  */
static const struct byte_range whole = { .start = 0x1000, .end = 0x1100 };

/* Test NAME: the room of section SECTION is WANTED bytes, or REFUSED with one
   message.  */
static void
expect_pieces (const char *name, uint32_t section, int64_t wanted,
               const struct byte_range *pieces, size_t count)
{
  struct free_space space;
  sfm_status status = fixture_open (&fx);
  if (status != SFM_OK)
    {
      unit_result (false, name);
      return;
    }
  status = free_space_measure (EDIT_SFRAME, &fx.image, section, pieces, count,
                               &space, &fixture_sink);
  bool passed = (wanted == REFUSED
                     ? status == SFM_ERR_CORRUPT && fixture_errors == 1
                     : status == SFM_OK && space.size == (uint64_t) wanted);
  unit_result (passed, name);
  fixture_close (&fx);
}

static void
expect (const char *name, int64_t wanted)
{
  expect_pieces (name, SEC_SFRAME, wanted, &whole, 1);
}

static void
test_content (void)
{
  static const struct byte_range pieces[]
      = { { .start = 0x1000, .end = 0x1100 },
          { .start = 0x1100, .end = 0x1180 } };
  static const struct byte_range any = { .start = 0, .end = UINT64_MAX };

  fixture_begin (&fx, false);
  expect ("gap up to the next section", 0x400);
  fixture_begin (&fx, true);
  expect ("gap up to the next section, big-endian", 0x400);
  fixture_begin (&fx, false);
  fx.bytes[0x1234] = 1;
  expect ("a byte that is not zero", 0x234);
  memset (fx.bytes + 0x1100, 0x77, 0x80);
  expect_pieces ("a piece may be overwritten", SEC_SFRAME, 0x234, pieces, 2);
  expect_pieces ("any content", SEC_SFRAME, 0x400, &any, 1);
  expect ("without the piece it may not", 0x100);
  fx.segments[SEG_SFRAME].p_filesz = 0x240;
  expect ("PT_GNU_SFRAME vouches for its bytes", 0x400);
  fx.segments[SEG_SFRAME].p_filesz = 0x9000000;
  expect ("PT_GNU_SFRAME does not go beyond a section", 0x400);
}

/* In the section itself no byte may be anything else's.  */
static void
test_used (void)
{
  static const struct byte_range parts[]
      = { { .start = 0x1000, .end = 0x107f },
          { .start = 0x1088, .end = 0x10c0 } };

  fixture_begin (&fx, false);
  expect_pieces ("bytes of no piece", SEC_SFRAME, REFUSED, NULL, 0);
  for (unsigned at = 0x1000; at < 0x1180; at += 0x7f)
    {
      static const char *const names[]
          = { "a byte in a piece", "a byte between pieces",
              "a byte past the pieces", "a byte past the section" };
      static const int64_t rooms[] = { 0x400, REFUSED, REFUSED, 0x17d };
      unsigned i = (at - 0x1000) / 0x7f;
      fixture_begin (&fx, false);
      memset (fx.bytes + 0x1000, 0, 0x100);
      memset (fx.bytes + 0x1000, 1, 0x7f);
      memset (fx.bytes + 0x1088, 1, 0x38);
      fx.bytes[at] = 1;
      expect_pieces (names[i], SEC_SFRAME, rooms[i], parts, 2);
    }
  fixture_begin (&fx, false);
  memset (fx.bytes + 0x1000, 0, 0x100);
  expect_pieces ("zeros of no piece", SEC_SFRAME, 0x400, NULL, 0);
}

static void
test_sections (void)
{
  fixture_begin (&fx, false);
  fixture_section (&fx, ".note", SHT_NOTE, 0, 0x1200, 4);
  expect ("a section that is not loaded", 0x200);
  fixture_begin (&fx, false);
  fixture_section (&fx, ".bss", SHT_NOBITS, SHF_ALLOC, 0x1300, 4);
  expect ("SHT_NOBITS inside the file range, by address", 0x300);
  fixture_begin (&fx, false);
  uint16_t bss
      = fixture_section (&fx, ".bss", SHT_NOBITS, SHF_ALLOC, 0x1300, 4);
  fx.sections[bss].sh_addr = FIXTURE_BASE + 0x3000;
  expect ("SHT_NOBITS elsewhere with such an offset", 0x400);
  fixture_begin (&fx, false);
  fixture_section (&fx, ".tbss", SHT_NOBITS, SHF_ALLOC | SHF_TLS, 0x1300, 4);
  expect ("thread-local SHT_NOBITS", 0x400);
  fixture_begin (&fx, false);
  fixture_section (&fx, ".empty", SHT_PROGBITS, SHF_ALLOC, 0x1200, 0);
  expect ("an empty section", 0x400);
  fixture_begin (&fx, false);
  fixture_section (&fx, ".twin", SHT_PROGBITS, 0, 0x10f0, 4);
  expect ("a section in the used bytes", REFUSED);
  fixture_begin (&fx, false);
  fixture_section (&fx, ".twin", SHT_PROGBITS, 0, 0xff8, 8);
  expect ("a section that ends where the used bytes begin", 0x400);
  fx.sections[fx.section_count - 1].sh_size++;
  expect ("a section up to the first used byte", REFUSED);
  fixture_begin (&fx, false);
  fixture_section (&fx, ".twin", SHT_PROGBITS, 0, 0x1100, 4);
  expect ("a section that begins where the used bytes end", 0x100);
  fx.sections[fx.section_count - 1].sh_offset--;
  expect ("a section from the last used byte on", REFUSED);
  fixture_begin (&fx, false);
  fixture_section (&fx, ".twin", SHT_PROGBITS, 0, 0x13ff, 1);
  expect ("a section in the last byte of the gap", 0x3ff);
  fixture_begin (&fx, false);
  fx.sections[SEC_SFRAME].sh_size = 0;
  memset (fx.bytes + 0x1000, 0, 0x100);
  expect ("an empty .sframe", 0x400);
  fx.sections[SEC_SFRAME].sh_flags = 0;
  expect ("an .sframe that is not loaded", REFUSED);
  fixture_begin (&fx, false);
  fx.sections[SEC_SFRAME].sh_type = SHT_NOBITS;
  expect ("an .sframe without bytes", REFUSED);
  fixture_begin (&fx, false);
  fx.sections[SEC_SFRAME].sh_addr += 8;
  expect ("an .sframe whose address is not its PT_LOAD's", REFUSED);
}

static void
test_segments (void)
{
  fixture_begin (&fx, false);
  fixture_segment (&fx, PT_NOTE, PF_R, 0x1240, 0x10);
  expect ("another program header", 0x240);
  fixture_begin (&fx, false);
  fixture_segment (&fx, PT_NOTE, PF_R, 0x1240, 0);
  expect ("an empty program header", 0x400);
  fixture_begin (&fx, false);
  fixture_segment (&fx, PT_GNU_RELRO, PF_R, 0x1000, 0x200);
  expect ("the end of a header that contains the section", 0x200);
  fixture_begin (&fx, false);
  fixture_segment (&fx, PT_LOAD, PF_R, 0x1000, 0x100);
  expect ("another PT_LOAD of the section alone", 0x100);
  fixture_begin (&fx, false);
  fixture_segment (&fx, PT_LOAD, PF_R, 0xe00, 0x200);
  expect ("a PT_LOAD that ends where the section begins", 0x400);
  fixture_begin (&fx, false);
  fixture_segment (&fx, PT_NOTE, PF_R, 0xf00, 0x300);
  expect ("a note cannot contain the section", REFUSED);
}

static void
test_names (void)
{
  fixture_begin (&fx, false);
  fixture_symbol (&fx, 0x1100, 0, STT_NOTYPE, SEC_AFTER);
  expect ("an end marker of another section", 0x400);
  fixture_symbol (&fx, 0x1300, 0, STT_NOTYPE, SEC_SFRAME);
  expect ("a symbol in the gap", 0x300);
  fixture_symbol (&fx, 0x1100, 8, STT_OBJECT, SEC_SFRAME);
  expect ("an object at the end", 0x100);
  fixture_begin (&fx, true);
  fixture_symbol (&fx, 0x1300, 0, STT_NOTYPE, SEC_SFRAME);
  expect ("a symbol in the gap, big-endian", 0x300);
  fixture_begin (&fx, false);
  fixture_symbol (&fx, 0x1300, 0, STT_TLS, SEC_SFRAME);
  fixture_symbol (&fx, 0x1300, 0, STT_FILE, SHN_ABS);
  fixture_symbol (&fx, 0x1300, 0, STT_NOTYPE, SHN_ABS);
  fixture_symbol (&fx, 0x1300, 0, STT_NOTYPE, SHN_UNDEF);
  expect ("symbols that are no address", 0x400);
  fx.sections[SEC_SYMBOLS].sh_entsize = 16;
  expect ("symbols of a strange size", 0x100);

  fixture_begin (&fx, false);
  fixture_segment (&fx, PT_DYNAMIC, PF_R, FIXTURE_DYNAMIC, 0x40);
  elf_put64 (fx.bytes + FIXTURE_DYNAMIC, DT_SONAME, false);
  elf_put64 (fx.bytes + FIXTURE_DYNAMIC + 8, FIXTURE_BASE + 0x1180, false);
  expect ("a dynamic tag that is no address", 0x400);
  elf_put64 (fx.bytes + FIXTURE_DYNAMIC, DT_INIT_ARRAY, false);
  expect ("a dynamic tag", 0x180);
  fixture_begin (&fx, false);
  elf_put64 (fx.bytes + offsetof (Elf64_Ehdr, e_entry), FIXTURE_BASE + 0x1200,
             false);
  expect ("the entry point", 0x200);
}

/* Test NAME: the section may not be larger than it is, nor smaller, whatever
   is after it, if FIXED.  */
static void
expect_fixed (const char *name, bool fixed)
{
  struct free_space space;
  uint64_t size = fixed ? 0x100 : 0x400;

  unit_result (fixture_open (&fx) == SFM_OK
                   && free_space_measure (EDIT_SFRAME, &fx.image, SEC_SFRAME,
                                          &whole, 1, &space, &fixture_sink)
                          == SFM_OK
                   && space.fixed_size == fixed && space.size == size
                   && free_space_filled (&space, 0x20)
                          == (fixed ? 0x100 : 0x20),
               name);
  fixture_close (&fx);
}

/* Begin an image with a symbol NAME at OFFSET of section SHNDX.  */
static void
begin_marked (bool big, const char *name, uint64_t offset, uint16_t shndx)
{
  fixture_begin (&fx, big);
  fx.sections[SEC_SYMBOLS].sh_link = SEC_NAMES;
  fixture_symbol (&fx, 0x1040, 4, STT_OBJECT, SEC_SFRAME);
  fixture_symbol (&fx, offset, 0, STT_NOTYPE, shndx);
  elf_put32 (fx.bytes + FIXTURE_SYMBOLS + fx.symbol_count * ELF_SYM_SIZE,
             fixture_name (&fx, name), big);
}

static void
test_markers (void)
{
  begin_marked (false, "x", 0x1100, SEC_SFRAME);
  expect_fixed ("a marker in the section", true);
  fx.segments[SEG_SFRAME].p_filesz = 0x180;
  expect_fixed ("a marker, and PT_GNU_SFRAME goes on after it", true);
  fx.sections[SEC_SYMBOLS].sh_type = SHT_DYNSYM;
  expect_fixed ("a marker among dynamic symbols", true);
  begin_marked (true, "x", 0x1100, SEC_SFRAME);
  expect_fixed ("a marker in the section, big-endian", true);
  begin_marked (false, "x", 0x10ff, SEC_SFRAME);
  expect_fixed ("a symbol before the end", false);
  begin_marked (false, "__stop_sframe", 0x1100, SEC_AFTER);
  expect_fixed ("a marker in the next section, by name", true);
  begin_marked (false, "__sframe_end", 0x1100, SHN_ABS);
  expect_fixed ("an absolute marker, by name", true);
  begin_marked (false, "__stop_sframe", 0x1100, SHN_UNDEF);
  expect_fixed ("an undefined symbol", false);
  begin_marked (false, "after", 0x1100, SHN_ABS);
  expect_fixed ("an absolute symbol of another name", false);
  char endless[0x200];
  memset (endless, 'x', sizeof endless);
  memcpy (endless + sizeof endless - sizeof "sframe", "sframe",
          sizeof "sframe");
  begin_marked (false, endless, 0x1100, SHN_ABS);
  expect_fixed ("an absolute symbol of a name without end", false);
  begin_marked (false, "__stop_sframe", 0x1100, SEC_AFTER);
  fx.sections[SEC_SYMBOLS].sh_link = 0xffff;
  expect_fixed ("a name without a string table", false);
  begin_marked (false, "__stop_sframe", 0x1100, SEC_AFTER);
  elf_put32 (fx.bytes + FIXTURE_SYMBOLS + 2 * ELF_SYM_SIZE, UINT32_MAX, false);
  expect_fixed ("a name outside the string table", false);
}

static void
test_tail (void)
{
  /* The section is the last of its segment.  */
  fixture_begin (&fx, false);
  fx.sections[SEC_AFTER].sh_offset = fx.sections[SEC_AFTER].sh_addr = 0;
  fx.sections[SEC_AFTER].sh_type = SHT_NULL;
  memset (fx.bytes + 0x1400, 0, 0x100);
  struct fixture last = fx;

  expect ("page tail up to the next page", 0x1000);
  fx = last;
  fx.segments[SEG_READ].p_memsz += 8;
  expect ("no page tail before memory without bytes", 0x800);
  fx = last;
  fx.segments[SEG_READ].p_flags |= PF_W;
  expect ("no page tail of a writable segment", 0x800);
  fx = last;
  fx.segments[SEG_CODE].p_vaddr = FIXTURE_BASE + 0x1f00;
  expect ("no page tail into another segment's first page", 0x800);
  fx = last;
  fx.segments[SEG_READ].p_align = 0x10000;
  expect ("page tail before another segment's address", 0x1000);
  fx = last;
  fixture_section (&fx, ".comment", SHT_PROGBITS, 0, 0x1900, 16);
  expect ("page tail up to other bytes of the file", 0x900);
  fx = last;
  fx.bytes[0x1abc] = 1;
  expect ("page tail up to a byte that is not zero", 0xabc);
}

static void
test_no_sections (void)
{
  fixture_begin (&fx, false);
  fx.section_count = 0;
  fx.segments[SEG_SFRAME].p_filesz = 0x180;
  expect_pieces ("PT_GNU_SFRAME's own range", 0, 0x180, NULL, 0);
  fx.segments[SEG_SFRAME].p_type = PT_NULL;
  expect_pieces ("neither section nor PT_GNU_SFRAME", 0, REFUSED, NULL, 0);
  fixture_begin (&fx, false);
  fx.section_count = 0;
  fx.segments[SEG_SFRAME].p_filesz = FIXTURE_SIZE;
  expect_pieces ("PT_GNU_SFRAME past the end of the file", 0, REFUSED, NULL,
                 0);
}

int
main (void)
{
  test_content ();
  test_used ();
  test_sections ();
  test_segments ();
  test_names ();
  test_markers ();
  test_tail ();
  test_no_sections ();
  return unit_exit ();
}
