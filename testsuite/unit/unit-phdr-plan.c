/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-phdr-plan.c - how an image gets a program header or a segment, and what
   forbids it.  */

#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "edit-internal.h"
#include "fixture-image.h"
#include "result.h"

enum
{
  CONTENT = 0x60,
  FREE_SPACE = 0x400,
  SEG_INTERP = 2,
  SEG_NOTE = 3,
  SEC_INTERP = 6,
  SEC_NOTE = 7,
  TABLE_END = ELF_EHDR_SIZE + 4 * ELF_PHDR_SIZE
};

/* One run: the fixture, its changed copy, and what was done.  */
static struct fixture fx;
static uint8_t content[FIXTURE_SIZE];
static const struct byte_range any = { .start = 0, .end = UINT64_MAX };
static struct image_change change = { .image = &fx.image,
                                      .clear = &any,
                                      .clear_count = 1,
                                      .sink = &fixture_sink,
                                      .content = content,
                                      .content_size = CONTENT };
static struct image after, inserted; /* INSERTED: with the segment's zeros */

/* The fixture with .interp and a note after its four program headers, and
   without PT_GNU_SFRAME.  */
static void
begin (bool big_endian)
{
  fixture_begin (&fx, big_endian);
  fx.segment_count = 2;
  fixture_segment (&fx, PT_INTERP, PF_R, TABLE_END, 0x1c);
  fixture_segment (&fx, PT_NOTE, PF_R, TABLE_END + 0x20, 0x20);
  fixture_section (&fx, ".interp", SHT_PROGBITS, SHF_ALLOC, TABLE_END, 0x1c);
  fixture_section (&fx, ".note.x", SHT_NOTE, SHF_ALLOC, TABLE_END + 0x20,
                   0x20);
  memset (fx.bytes + TABLE_END, 0x44, 0x1c);
  memset (fx.bytes + TABLE_END + 0x20, 0x55, 0x20);
}

/* True if the last look agrees with COPY.  */
static bool
proven (void)
{
  return verify_image (&change, &fixture_sink) == SFM_OK;
}

/* Change the copy as PHDR says, and put the content in; it is AFTER then.  */
static bool
apply (void)
{
  struct rewrite_result result;
  struct image base;

  memset (content, 0xab, sizeof content);
  const bool insert = change.phdr.inserted.size != 0;
  if (insert
      && insertion_apply (&fx.image, &change.phdr.inserted, &inserted,
                          &fixture_sink)
             != SFM_OK)
    return false;
  change.image = insert ? &inserted : &fx.image;
  if (image_copy (change.image, 0, 0, (size_t) change.phdr.file_size,
                  &change.copy, &fixture_sink)
      != SFM_OK)
    return false;
  /* All of it, so that a test can look at, and change, any byte.  */
  (void) paged_at (change.copy, 0, change.copy->size);
  phdr_apply (&change);
  if (image_open_pages ("base", change.copy, &base, &fixture_sink) != SFM_OK)
    return false;
  sfm_status status = rewrite_image (&change, &base, &result);
  image_close (&base);
  byte_changes_sort (&change.copy->written);
  if (status != SFM_OK || !proven ())
    return false;
  return image_open_pages ("after", change.copy, &after, &fixture_sink)
         == SFM_OK;
}

/* Release what a run took.  */
static void
end (void)
{
  image_close (&after);
  image_close (&inserted);
  change.image = &fx.image;
  fixture_close (&fx);
  paged_free (change.copy);
  change.copy = NULL;
}

/* Give the fixture, which is complete, a header in MODE; true if it was done
   and is right.  */
static bool
header (enum phdr_mode mode)
{
  const struct phdr_options options = { .mode = mode };

  if (fixture_open (&fx) != SFM_OK
      || free_space_measure (EDIT_SFRAME, &fx.image, SEC_SFRAME, &any, 1,
                             &change.space, &fixture_sink)
             != SFM_OK)
    return false;
  phdr_header (&fx.image, &options, CONTENT, &change.space, &change.phdr,
               &fixture_sink);
  return phdr_any (&change.phdr) && apply ();
}

/* The same with a new segment; WITH_OLD: for the section that is there.  */
static bool
segment (enum phdr_mode mode, bool with_old, bool force)
{
  const struct phdr_options options = { .mode = mode, .force = force };
  struct free_space old;

  if (fixture_open (&fx) != SFM_OK
      || free_space_measure (EDIT_SFRAME, &fx.image, SEC_SFRAME, &any, 1, &old,
                             &fixture_sink)
             != SFM_OK)
    return false;
  phdr_section (&fx.image, &options, with_old ? &old : NULL, &change.space,
                &change.phdr);
  return (phdr_any (&change.phdr)
          && phdr_finish (&change.phdr, CONTENT, &change.space) && apply ());
}

/* True if WHAT is the reason that there was nothing to do.  */
static bool
because (const char *what)
{
  return !phdr_any (&change.phdr) && strstr (change.phdr.why, what) != NULL;
}

static void
test_block (bool big_endian, const char *name)
{
  begin (big_endian);
  bool passed = header (PHDR_SLOT);
  passed = passed && after.segment_count == 5
           && after.segments[4].type == PT_GNU_SFRAME
           && after.segments[SEG_INTERP].offset == 0x1000 + CONTENT
           && after.sections[SEC_INTERP].offset == 0x1000 + CONTENT
           && after.sections[SEC_NOTE].offset == 0x1020 + CONTENT
           && after.segments[SEG_NOTE].vaddr == FIXTURE_BASE + 0x1020 + CONTENT
           && change.copy->bytes[0x1000 + CONTENT] == 0x44
           && change.copy->bytes[0x1020 + CONTENT] == 0x55
           && change.copy->bytes[0x1000 + CONTENT + 0x40] == 0
           && change.phdr.file_size == FIXTURE_SIZE;
  end ();
  unit_result (passed, name);
}

static void
test_spare (void)
{
  begin (false);
  fx.segments[SEG_INTERP].p_type = PT_NULL;
  bool passed = header (PHDR_SLOT) && change.phdr.header_idx == SEG_INTERP
                && after.segment_count == 4;
  end ();
  unit_result (passed, "PT_NULL is spare");

  begin (false);
  fx.segments[SEG_INTERP].p_type = PT_PHDR;
  fx.segments[SEG_INTERP].p_offset = ELF_EHDR_SIZE;
  fx.segments[SEG_NOTE].p_type = PT_DYNAMIC;
  fx.segments[SEG_NOTE].p_offset = FIXTURE_DYNAMIC;
  passed = header (PHDR_SLOT) && change.phdr.header_idx == SEG_INTERP;
  end ();
  unit_result (passed, "PT_PHDR of a library is spare");

  begin (false);
  fx.segments[SEG_INTERP].p_type = PT_PHDR;
  fx.segments[SEG_INTERP].p_offset = ELF_EHDR_SIZE;
  fx.segments[SEG_NOTE].p_type = PT_DYNAMIC;
  fx.segments[SEG_NOTE].p_offset = FIXTURE_DYNAMIC;
  elf_put64 (fx.bytes + FIXTURE_DYNAMIC, DT_FLAGS_1, false);
  elf_put64 (fx.bytes + FIXTURE_DYNAMIC + 8, DF_1_PIE, false);
  passed = !header (PHDR_SLOT);
  end ();
  unit_result (passed, "PT_PHDR of a static PIE is not");

  begin (false);
  fx.segments[SEG_INTERP] = fx.segments[SEG_NOTE];
  fx.segments[SEG_INTERP].p_type = PT_GNU_PROPERTY;
  passed = header (PHDR_SLOT) && change.phdr.header_idx == SEG_NOTE;
  end ();
  unit_result (passed, "a note that PT_GNU_PROPERTY has is spare");

  begin (false);
  fx.segments[SEG_INTERP] = fx.segments[SEG_NOTE];
  fx.segments[SEG_INTERP].p_type = PT_GNU_PROPERTY;
  fx.segments[SEG_INTERP].p_filesz = 0x18;
  passed = !header (PHDR_SLOT) && because (".interp");
  end ();
  unit_result (passed, "a note of which it has a part is not");
}

static void
test_segment (void)
{
  for (unsigned big = 0; big < 2; big++)
    {
      begin (big != 0);
      bool passed = segment (PHDR_MOVE, true, false);
      passed = passed && !change.phdr.moved_table
               && change.phdr.displaced.size == 0x40 && change.phdr.added == 2
               && after.segment_count == 6
               && after.sections[SEC_SFRAME].addr > FIXTURE_BASE + 0x3000
               && after.sections[SEC_SFRAME].size == CONTENT
               && after.segments[4].type == PT_LOAD
               && change.copy->bytes[0x1000] == 0;
      end ();
      unit_result (passed, big ? "a segment for the section, big-endian"
                               : "a segment for the section");

      begin (big != 0);
      fx.sections[SEC_SFRAME].sh_name = fixture_name (&fx, ".other");
      memset (fx.bytes + FIXTURE_NAMES + 7, 'x', 6);
      passed = segment (PHDR_SLOT, false, false);
      passed
          = passed && after.section_count == fx.section_count + 1U
            && after.sections[SEC_INTERP].addr >= FIXTURE_BASE + 0x3000
            && strcmp (after.sections[fx.section_count].name, ".sframe") == 0;
      end ();
      unit_result (passed, big ? "a segment for a new one, big-endian"
                               : "a segment for a new one");

      begin (big != 0);
      fx.sections[SEC_NOTE].sh_type = SHT_PROGBITS;
      passed = segment (PHDR_MOVE, true, false) && change.phdr.moved_table
               && after.phoff == change.phdr.offset
               && change.phdr.offset >= FIXTURE_SIZE
               && change.phdr.addr - FIXTURE_BASE == change.phdr.offset;
      end ();
      unit_result (passed,
                   big ? "a moved table, big-endian" : "a moved table");
    }
}

/* What must not move.  */
static void
test_blocked (void)
{
  begin (false);
  fx.sections[SEC_NOTE].sh_type = SHT_PROGBITS;
  bool passed = !header (PHDR_SLOT) && because (".note.x");
  end ();
  unit_result (passed, "a section that is no note does not move");

  begin (false);
  fx.sections[SEC_NOTE].sh_flags |= SHF_WRITE;
  passed = !header (PHDR_SLOT) && because (".note.x");
  end ();
  unit_result (passed, "nor does a writable one");

  begin (false);
  fx.sections[SEC_NOTE].sh_offset = TABLE_END - 8;
  fx.sections[SEC_NOTE].sh_addr = FIXTURE_BASE + TABLE_END - 8;
  passed = !header (PHDR_SLOT) && because ("cannot move");
  end ();
  unit_result (passed, "nor one that lies in the table");

  begin (false);
  fx.sections[SEC_NOTE].sh_addr += 0x100;
  passed = !header (PHDR_SLOT) && because (".note.x");
  end ();
  unit_result (passed, "nor one with a wrong address");

  begin (false);
  fx.sections[SEC_NOTE].sh_size = 0xf00;
  fx.segments[SEG_NOTE].p_filesz = 0xf00;
  passed = !header (PHDR_SLOT);
  end ();
  unit_result (passed, "nor one that there is no room for");

  begin (false);
  fx.bytes[TABLE_END + 0x1d] = 1;
  passed = !header (PHDR_SLOT) && because ("in use");
  end ();
  unit_result (passed, "a byte that nobody owns is not overwritten");
}

/* What must not move, as something names it.  */
static void
test_named (void)
{
  begin (false);
  fixture_symbol (&fx, TABLE_END + 0x20, 0x20, STT_OBJECT, SEC_NOTE);
  bool passed = !header (PHDR_SLOT) && because ("symbol");
  end ();
  unit_result (passed, "what a symbol names does not move");

  begin (false);
  fixture_symbol (&fx, TABLE_END + 0x20, 0, STT_SECTION, SEC_NOTE);
  passed = header (PHDR_SLOT)
           && elf_u64 (change.copy->bytes + FIXTURE_SYMBOLS + ELF_SYM_SIZE
                           + offsetof (Elf64_Sym, st_value),
                       false)
                  == FIXTURE_BASE + 0x1020 + CONTENT;
  end ();
  unit_result (passed, "a section symbol follows");

  begin (false);
  uint16_t relocs = fixture_section (&fx, ".rela.dyn", SHT_RELA, SHF_ALLOC,
                                     0x1500, ELF_RELA_SIZE);
  elf_put64 (fx.bytes + 0x1508, R_X86_64_RELATIVE, false);
  elf_put64 (fx.bytes + 0x1510, FIXTURE_BASE + TABLE_END, false);
  fx.sections[relocs].sh_entsize = ELF_RELA_SIZE;
  passed = !header (PHDR_SLOT) && because ("relocation");
  end ();
  unit_result (passed, "what a relocation names does not move");

  begin (false);
  fixture_section (&fx, ".relr.dyn", 19, SHF_ALLOC, 0x1500, 16);
  elf_put64 (fx.bytes + 0x1500, FIXTURE_BASE + 0x1580, false);
  elf_put64 (fx.bytes + 0x1508, 1 | 1 << 2, false);
  elf_put64 (fx.bytes + 0x1590, FIXTURE_BASE + TABLE_END + 8, false);
  passed = !header (PHDR_SLOT) && because ("relocation");
  end ();
  unit_result (passed, "nor what a packed relocation names");
}

static void
test_refused (void)
{
  begin (false);
  fx.segments[SEG_CODE].p_type = PT_TLS;
  bool passed = !segment (PHDR_MOVE, true, false) && because ("one piece");
  end ();
  unit_result (passed, "no second segment");

  begin (false);
  fx.bytes[FIXTURE_SIZE - 1] = 1;
  passed = !segment (PHDR_MOVE, true, false) && because ("appended");
  end ();
  unit_result (passed, "no segment after appended data");

  begin (false);
  fx.bytes[FIXTURE_SIZE - 1] = 1;
  passed = segment (PHDR_SLOT, true, true)
           && change.copy->bytes[change.copy->size - 1] == 1;
  end ();
  unit_result (passed, "but there is if it is forced");

  begin (false);
  fx.segments[SEG_CODE].p_vaddr = UINT64_MAX - 0x2000;
  fx.segments[SEG_CODE].p_paddr = UINT64_MAX - 0x2000;
  passed = !segment (PHDR_MOVE, true, false) && because ("no address");
  end ();
  unit_result (passed, "no segment above the address space");

  begin (false);
  fx.segments[SEG_CODE].p_align = 0x3000;
  fx.segments[SEG_READ].p_align = 3;
  passed = !segment (PHDR_MOVE, true, false) && because ("no address");
  end ();
  unit_result (passed, "no segment with an alignment that is none");
}

static void
test_excluded (void)
{
  begin (false);
  fx.segments[SEG_NOTE].p_offset = FIXTURE_SIZE - 8;
  bool passed = !segment (PHDR_MOVE, true, false) && because ("lacks");
  end ();
  unit_result (passed, "no segment in a file without the others");

  begin (false);
  fixture_symbol (&fx, 0x1000, 0, STT_NOTYPE, SEC_SFRAME);
  passed = !segment (PHDR_MOVE, true, false) && because ("symbol");
  end ();
  unit_result (passed, "a section that a symbol names stays");

  begin (false);
  passed = !header (PHDR_NONE);
  end ();
  begin (false);
  passed = !segment (PHDR_NONE, true, false) && passed;
  end ();
  unit_result (passed, "nothing is done if nothing is allowed");

  begin (false);
  passed = fixture_open (&fx) == SFM_OK;
  fx.bytes[offsetof (Elf64_Ehdr, e_phnum)] = 0xff;
  fx.bytes[offsetof (Elf64_Ehdr, e_phnum) + 1] = 0xff;
  phdr_header (&fx.image, &(struct phdr_options){ .mode = PHDR_MOVE }, CONTENT,
               &change.space, &change.phdr, &fixture_sink);
  passed = passed && because ("too many");
  end ();
  unit_result (passed, "extended numbers of program headers are refused");
}

int
main (void)
{
  test_block (false, "the table grows over what moves");
  test_block (true, "the table grows over what moves, big-endian");
  test_spare ();
  test_segment ();
  test_blocked ();
  test_named ();
  test_refused ();
  test_excluded ();
  return unit_exit ();
}
