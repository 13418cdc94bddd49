/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-verify.c - that the last look at an output sees each wrong bit of its
   headers and sections, even where all of them are listed as written.  */

#include "config.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "edit-internal.h"
#include "fixture-image.h"
#include "result.h"

#define TABLE_END (ELF_EHDR_SIZE + 5 * ELF_PHDR_SIZE)

static struct fixture fx;
static struct image_change change;
static struct image after;
static uint8_t content[FIXTURE_SIZE];

/* The kinds of changes.  */

/* Segments over the section whose bytes do not count, and one without
   bytes.  */
static void
bend_segments (void)
{
  fixture_segment (&fx, PT_GNU_RELRO, PF_R, 0x1000, 0x100);
  fixture_segment (&fx, PT_NULL, 0, 0x1000, 0x100);
  fixture_segment (&fx, PT_LOAD, PF_R, 0x1900, 0);
  fx.segments[SEG_CODE].p_memsz += 0x10;
  fixture_section (&fx, ".empty", SHT_PROGBITS, SHF_ALLOC, 0x2880, 0);
  /* So that it may be in .text, but for being alone.  */
  memset (fx.bytes + 0x1400, 0x33, 0x100);
}

/* A section whose name and end stay.  */
static void
bend_marked (void)
{
  fx.sections[SEC_SFRAME].sh_name = fixture_name (&fx, ".foo");
  fx.sections[SEC_SFRAME].sh_type = SHT_GNU_SFRAME;
  memset (fx.bytes + FIXTURE_NAMES + 7, 'x', 6);
  fixture_symbol (&fx, 0x1100, 0, STT_NOTYPE, SEC_SFRAME);
}

/* Other sections of the kind, one inside the space, and relocations.  */
static void
bend_rival (void)
{
  const uint16_t relocs
      = fixture_section (&fx, ".rela.sframe", SHT_RELA, 0, FIXTURE_RELOCS, 48);
  uint16_t inside;

  fx.sections[relocs].sh_info = SEC_SFRAME;
  memset (fx.bytes + FIXTURE_RELOCS, 0x12, 48);
  fixture_section (&fx, ".sframe", SHT_PROGBITS, SHF_ALLOC, 0x1600, 0x80);
  inside = fixture_section (&fx, ".sframe.hot", SHT_PROGBITS, SHF_ALLOC,
                            0x1680, 0x11);
  fixture_symbol (&fx, 0x1680, 0, STT_SECTION, inside);
  /* No wrong bit makes it what it was.  */
  fx.sections[SEC_SFRAME].sh_size = 0xf0;
}

/* A section that is not loaded, which has INFO.  */
static void
add_info (uint32_t type, uint64_t flags, uint32_t info)
{
  const uint16_t number
      = fixture_section (&fx, ".info", type, flags, FIXTURE_RELOCS, 0);

  fx.sections[number].sh_info = info;
  fx.sections[number].sh_link = SEC_SYMBOLS;
}

/* No PT_GNU_SFRAME, and a note and .interp after the table, first of the
   sections, as all are in order then.  */
static void
bend_header (void)
{
  Elf64_Shdr *first = &fx.sections[SEC_TEXT];

  fx.segment_count = 2;
  fixture_segment (&fx, PT_PHDR, PF_R, ELF_EHDR_SIZE, 5 * ELF_PHDR_SIZE);
  fixture_segment (&fx, PT_INTERP, PF_R, TABLE_END, 0x1c);
  fixture_segment (&fx, PT_NOTE, PF_R, TABLE_END + 0x20, 0x20);
  first->sh_type = SHT_NOTE;
  first->sh_flags = SHF_ALLOC;
  first->sh_offset = TABLE_END;
  first->sh_addr = FIXTURE_BASE + TABLE_END;
  first->sh_size = 0x40;
  memset (fx.bytes + TABLE_END, 0x44, 0x1c);
  memset (fx.bytes + TABLE_END + 0x20, 0x55, 0x20);
  fixture_symbol (&fx, TABLE_END, 0, STT_SECTION, SEC_TEXT);
  fixture_symbol (&fx, 0x1000, 0, STT_SECTION, SEC_SFRAME);
  fixture_symbol (&fx, 0x1400, 0, STT_OBJECT, SEC_AFTER);
  add_info (SHT_RELA, 0, SEC_AFTER);
  add_info (SHT_REL, 0, SEC_AFTER);
  add_info (SHT_PROGBITS, SHF_INFO_LINK, SEC_AFTER);
  add_info (SHT_PROGBITS, 0, SEC_AFTER);
}

/* The same with a section after the table that cannot move.  */
static void
bend_fixed (void)
{
  bend_header ();
  fx.sections[SEC_TEXT].sh_type = SHT_PROGBITS;
}

/* The same without the section.  */
static void
bend_unnamed (void)
{
  bend_header ();
  fx.sections[SEC_SFRAME].sh_name = fixture_name (&fx, ".other");
  memset (fx.bytes + FIXTURE_NAMES + 7, 'x', 6);
}

/* The same with bytes after the first segment, so that it cannot grow.  */
static void
bend_full (void)
{
  bend_header ();
  memset (fx.bytes + 0x1800, 0x77, 0x20);
  fixture_section (&fx, ".comment", SHT_PROGBITS, 0, 0x1800, 0x20);
}

/* Two spare headers, and a segment that cannot grow.  */
static void
bend_spare (void)
{
  fixture_segment (&fx, PT_NULL, 0, 0, 0);
  fixture_segment (&fx, PT_NULL, 0, 0, 0);
  memset (fx.bytes + 0x1800, 0x77, 0x20);
  fixture_section (&fx, ".comment", SHT_PROGBITS, 0, 0x1800, 0x20);
}

/* Tables that dynamic tags lead to after the table.  */
static void
bend_dynamic (void)
{
  static const struct
  {
    const char *name;
    uint32_t type;
    uint64_t tag, offset, size;
  } tables[] = {
    { ".dynsym", SHT_DYNSYM, DT_SYMTAB, 0, 0x35 },
    { ".gnu.hash", SHT_GNU_HASH, DT_GNU_HASH, 0x38, 0x20 },
    { ".hash", SHT_HASH, DT_HASH, 0x58, 0x10 },
    { ".after", SHT_PROGBITS, DT_INIT, 0x1400 - TABLE_END, 8 },
  };
  const bool big = fx.big_endian;

  fx.segment_count = 2;
  fixture_segment (&fx, PT_DYNAMIC, PF_R, FIXTURE_DYNAMIC, 0x50);
  fixture_segment (&fx, PT_GNU_RELRO, PF_R, 0x1400, 0x100);
  fixture_segment (&fx, PT_GNU_STACK, PF_R, 0, 0);
  fixture_section (&fx, ".dynamic", SHT_DYNAMIC, 0, FIXTURE_DYNAMIC, 0x48);
  for (unsigned i = 0; i < 4; i++)
    {
      uint8_t *entry = fx.bytes + FIXTURE_DYNAMIC + (size_t) i * ELF_DYN_SIZE;
      const uint64_t at = TABLE_END + tables[i].offset;
      const uint16_t number = fixture_section (
          &fx, tables[i].name, tables[i].type, SHF_ALLOC, at, tables[i].size);
      fx.sections[number].sh_entsize = i == 0 ? ELF_SYM_SIZE : 0;
      elf_put64 (entry, tables[i].tag, big);
      elf_put64 (entry + 8, FIXTURE_BASE + at, big);
      memset (fx.bytes + at, 0x61 + (int) i, tables[i].size);
    }
  fx.section_count--;
}

static const struct
{
  const char *name;
  void (*bend) (void);
  enum phdr_mode mode;
  size_t size;      /* of the content */
  uint64_t offset;  /* of the section then */
  const char *kind; /* of the change */
} cases[] = {
  { "in place", bend_segments, PHDR_SLOT, 0x60, 0x1000, "none" },
  { "instead of two", bend_rival, PHDR_SLOT, 0x100, 0x1600, "none" },
  { "with a header", bend_header, PHDR_SLOT, 0x60, 0x1000, "slot" },
  { "at a segment's end", bend_header, PHDR_SLOT, 0x900, 0x1500, "tail" },
  { "as a new section", bend_unnamed, PHDR_SLOT, 0x60, 0x1500, "tail" },
  { "in inserted pages", bend_full, PHDR_PAGES, 0x900, 0x3050, "segment" },
  { "with a moved table", bend_fixed, PHDR_MOVE, 0x900, 0x6188,
    "moved-phdrs" },
  { "with moved symbols", bend_dynamic, PHDR_PAGES, 0x60, 0x1000, "slot" },
  { "with its name and size", bend_marked, PHDR_SLOT, 0x60, 0x1000, "none" },
  { "with spare headers", bend_spare, PHDR_PAGES, 0x900, 0x3010, "segment" },
};

/* Fields that no reader uses, that were not to be kept, or of which the whole
   is compared elsewhere: of each header, of that of the kind's segment, and of
   the section.  */

static bool
segment_ignores (uint32_t idx, uint64_t field)
{
  return (field >= offsetof (Elf64_Phdr, p_paddr)
          && field < offsetof (Elf64_Phdr, p_filesz))
         || (after.segments[idx].type == PT_GNU_SFRAME
             && field >= offsetof (Elf64_Phdr, p_align));
}

static bool
section_ignores (uint32_t idx, uint64_t field)
{
  const struct image_section *section = &after.sections[idx];

  if (idx == change.space.section)
    return field >= offsetof (Elf64_Shdr, sh_link)
           || (field >= offsetof (Elf64_Shdr, sh_flags)
               && field < offsetof (Elf64_Shdr, sh_addr));
  if (idx == after.shstrndx && change.phdr.names_off != 0)
    return (field >= offsetof (Elf64_Shdr, sh_addr)
            && field < offsetof (Elf64_Shdr, sh_link));
  /* An emptied one, and relocations may get other names.  */
  return idx == 0
         || (section->size == 0 && field < offsetof (Elf64_Shdr, sh_flags))
         || (section->type == SHT_RELA
             && field < offsetof (Elf64_Shdr, sh_type));
}

/* What the byte at AT is.  */
enum meaning
{
  NOTHING,
  IGNORED,
  HEADER,  /* or a symbol or tag */
  CONTENT, /* of a section */
  REST     /* anything else that must not change */
};

static enum meaning
meaning_of (uint64_t at)
{
  const uint64_t segment = at - after.phoff, section = at - after.shoff;

  if (segment / ELF_PHDR_SIZE < after.segment_count)
    return segment_ignores ((uint32_t) (segment / ELF_PHDR_SIZE),
                            segment % ELF_PHDR_SIZE)
               ? IGNORED
               : HEADER;
  if (section / ELF_SHDR_SIZE < after.section_count)
    return section_ignores ((uint32_t) (section / ELF_SHDR_SIZE),
                            section % ELF_SHDR_SIZE)
               ? IGNORED
               : HEADER;
  for (uint32_t i = 1; i < after.section_count; i++)
    if (at - after.sections[i].offset
        < image_section_size (&after.sections[i]))
      switch (after.sections[i].type)
        {
        case SHT_STRTAB:
        case SHT_RELA:
          return IGNORED;
        case SHT_SYMTAB:
        case SHT_DYNSYM:
        case SHT_DYNAMIC:
          return HEADER;
        default:
          return CONTENT;
        }
  return NOTHING;
}

static bool
proven (void)
{
  return verify_image (&change, &fixture_sink) == SFM_OK;
}

/* List as written all of which something is known, and set MEANT.  */
static void
list_written (uint8_t *meant)
{
  struct byte_changes *written = &change.copy->written;

  for (uint64_t at = 0; at < change.copy->size; at++)
    {
      meant[at] = (uint8_t) meaning_of (at);
      if (meant[at] == NOTHING && !byte_changes_meet (written, at, at + 1))
        meant[at] = REST;
    }
  for (uint64_t at = 0, end; at < change.copy->size; at = end + 1)
    {
      for (end = at; end < change.copy->size && meant[end] != NOTHING
                     && meant[end] != REST;)
        end++;
      byte_changes_add (written, at, end);
    }
  byte_changes_sort (written);
}

/* True if each wrong bit is seen: of headers all, of other bytes one, at both
   ends of what belongs together and now and then between.  */
static bool
all_seen (void)
{
  static uint8_t meant[2 * FIXTURE_SIZE];
  struct paged *copy = change.copy;

  (void) paged_at (copy, 0, copy->size);
  list_written (meant);
  for (uint64_t at = 0; at < copy->size; at++)
    for (unsigned bit = 0; bit < 8; bit++)
      {
        const bool end = at % 64 == 0 || meant[at] != meant[at - 1]
                         || at + 1 == copy->size || meant[at] != meant[at + 1];
        if (meant[at] <= IGNORED
            || (meant[at] != HEADER && (!end || bit != at % 8)))
          continue;
        copy->bytes[at] ^= (uint8_t) (1 << bit);
        const bool seen = !proven ();
        copy->bytes[at] ^= (uint8_t) (1 << bit);
        if (!seen)
          return false;
      }
  return true;
}

/* Make change NUMBER; AFTER is then the output, to be closed.  */
static bool
make (size_t number)
{
  static const struct byte_range any = { .start = 0, .end = UINT64_MAX };
  const struct phdr_options options = { .mode = cases[number].mode };
  struct rewrite_result result;

  fixture_begin (&fx, number % 2 != 0);
  cases[number].bend ();
  change = (struct image_change){ .image = &fx.image,
                                  .clear = &any,
                                  .clear_count = 1,
                                  .sink = &fixture_sink,
                                  .content = content,
                                  .content_size = cases[number].size };
  return fixture_open (&fx) == SFM_OK
         && make_room (&change, NULL, &options) == SFM_OK
         && change.space.offset == cases[number].offset
         && strcmp (phdr_mode_name (&change.phdr), cases[number].kind) == 0
         && image_change_apply (&change, &result) == SFM_OK && proven ()
         && image_open_pages ("after", change.copy, &after, &fixture_sink)
                == SFM_OK;
}

static void
end (void)
{
  image_close (&after);
  image_change_free (&change);
  fixture_close (&fx);
}

/* Damage that no single bit does.  */

enum
{
  IN_PLACE = 0,
  HEADER_ADDED = 2,
  NEW_SECTION = 4,
  SPARE_HEADERS = 9
};

/* A letter, a number, a word and a value, all of them hexadecimal: program or
   section header, field and value; F: offset, bytes and what they become; N:
   the new number of a section; O: the offset of the space.  */
static const struct
{
  size_t number;      /* of the case */
  const char *damage; /* one or more of these */
  const char *said;   /* NULL: nothing is wrong */
} damages[] = {
  /* A PT_LOAD that grows or shrinks.  */
  { IN_PLACE, "P0.filesz=2000 P0.memsz=2000", NULL },
  { IN_PLACE, "P0.filesz=2001 P0.memsz=2001", "0 overlaps another one" },
  { IN_PLACE, "P0.filesz=17ff P0.memsz=17ff", "0 has wrong sizes" },
  { IN_PLACE, "P1.filesz=1020 P1.memsz=1020", "1 has wrong sizes" },
  /* A section that moves.  */
  { IN_PLACE, "S3.offset=2800 S3.addr=402800 F2800.100=33", NULL },
  { IN_PLACE, "S3.offset=2700 S3.addr=402700", "(.after) lost its content" },
  { IN_PLACE, "S3.offset=2808 S3.addr=402800 F2800.108=33",
    "(.after) lost its content" },
  { IN_PLACE, "S3.offset=2804 S3.addr=402804 F2804.100=33",
    "(.after) lost its content" },
  { IN_PLACE, "S3.offset=2800 S3.addr=402800", "(.after) lost its content" },
  /* A segment that moves.  */
  { HEADER_ADDED, "P3.offset=1608 P3.addr=401608 F1608.1c=44", NULL },
  { HEADER_ADDED, "P3.offset=1608 P3.addr=401608", "3 lost its content" },
  { HEADER_ADDED, "P3.offset=1604 P3.addr=401604 F1604.1c=44",
    "3 lost its content" },
  { HEADER_ADDED, "P3.offset=1608 P3.addr=401610 F1600.40=44",
    "3 lost its content" },
  /* A new PT_LOAD.  */
  { SPARE_HEADERS, "P3.filesz=911 P3.memsz=911", NULL },
  { SPARE_HEADERS, "P3.filesz=f00 P3.memsz=f00", "3 is not a valid PT_LOAD" },
  { SPARE_HEADERS, "P3.offset=2000", "3 is not a valid PT_LOAD" },
  { SPARE_HEADERS, "P3.type=4", "3 is not a valid PT_LOAD" },
  { SPARE_HEADERS, "P3.addr=3ff000", "3 is out of order" },
  { SPARE_HEADERS, "P3.addr=402808 P3.align=8", "3 overlaps another one" },
  /* Numbers of sections.  */
  { HEADER_ADDED, "N1.to=0", "has the number of another one" },
  { HEADER_ADDED, "N1.to=a", "has the number of another one" },
  { HEADER_ADDED, "N1.to=3", "has the number of another one" },
  { NEW_SECTION, "F6008.1=79", "(.shstrtab) lost its names" },
  /* A space that is not in the file.  */
  { IN_PLACE, "O0.to=6001", "would not have its section" },
  { IN_PLACE, "O0.to=5fa1", "would not have its section" },
};

static const struct
{
  const char *name;
  size_t at[2]; /* in a program header, and in that of a section */
} fields[] = {
  { "type", { offsetof (Elf64_Phdr, p_type), 0 } },
  { "offset",
    { offsetof (Elf64_Phdr, p_offset), offsetof (Elf64_Shdr, sh_offset) } },
  { "addr",
    { offsetof (Elf64_Phdr, p_vaddr), offsetof (Elf64_Shdr, sh_addr) } },
  { "filesz", { offsetof (Elf64_Phdr, p_filesz), 0 } },
  { "memsz", { offsetof (Elf64_Phdr, p_memsz), 0 } },
  { "align", { offsetof (Elf64_Phdr, p_align), 0 } },
};

static void
damage_one (char letter, uint32_t number, const char *word, uint64_t value)
{
  size_t k = 0;

  if (letter == 'N')
    change.numbers[number] = (uint32_t) value;
  else if (letter == 'O')
    change.space.offset = value;
  else if (letter == 'F')
    {
      const size_t size = strtoul (word, NULL, 16);
      memset (paged_write (change.copy, number, size), (int) value, size);
    }
  else
    {
      while (strcmp (fields[k].name, word) != 0)
        k++;
      const uint64_t at = letter == 'P' ? image_phdr_offset (&after, number)
                                        : image_shdr_offset (&after, number);
      if (strcmp (word, "type") == 0)
        patch_u32 (&change, at, (uint32_t) value);
      else
        patch_u64 (&change, at + fields[k].at[letter == 'S'], value);
    }
}

static void
test_damage (size_t number)
{
  const char *said = damages[number].said, *at = damages[number].damage;
  bool passed = make (damages[number].number);
  char letter, word[8];
  uint32_t idx;
  uint64_t value;
  int used;

  for (; sscanf (at, " %c%" SCNx32 ".%7[a-z0-9]=%" SCNx64 "%n", &letter, &idx,
                 word, &value, &used)
         == 4;
       at += used)
    damage_one (letter, idx, word, value);
  byte_changes_sort (&change.copy->written);
  fixture_said[0] = '\0';
  passed = passed && *at == '\0' && proven () == (said == NULL)
           && (said == NULL || strstr (fixture_said, said) != NULL);
  unit_result_of (passed, "damage: %s", damages[number].damage);
  end ();
}

int
main (void)
{
  memset (content, 0xab, sizeof content);
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
    {
      unit_result_of (make (i) && all_seen () && proven (),
                      "%s: each wrong bit is seen", cases[i].name);
      end ();
    }
  for (size_t i = 0; i < sizeof damages / sizeof damages[0]; i++)
    test_damage (i);
  return unit_exit ();
}
