/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-detached.c - the file of its own that a section gets: all of its bytes,
   and that a reader of it sees each wrong bit.  */

#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "edit-internal.h"
#include "fixture-detached.h"
#include "fixture-headers.h"
#include "result.h"

enum
{
  NOTES = ELF_EHDR_SIZE + 3 * ELF_PHDR_SIZE,
  FILE_MAX = 4096
};

static const struct detached_shape shapes[] = {
  { "a build-id", .id_size = 20, .flags = SFM_F_FDE_FUNC_START_PCREL,
    .functions = { { 0, 16 }, { 0x20, 8 } } },
  { "big-endian, a build-id that is padded", .big = true, .id_size = 5,
    .functions = { { 0x10, 16 }, { 0x40, 8 }, { 0x50, 1 } } },
  { "at a fixed address, no build-id", .fixed = true,
    .functions = { { 0, DETACHED_CODE_SIZE } } },
  { "no section headers", .headless = true, .id_size = 1,
    .functions = { { 8, 8 } } },
};

/* The file that a shape must have.  */

static const char names[] = "\0.note.gnu.build-id\0.note.sfmerge.code"
                            "\0.sframe\0.shstrtab";
static uint8_t expected[FILE_MAX];
static Elf64_Shdr sections[5];
static uint16_t section_count;

static void
expect_section (const char *name, uint32_t type, uint64_t at, uint64_t size,
                uint64_t align)
{
  const bool loaded = type != SHT_STRTAB;
  const char *found = names;

  while (strcmp (found, name) != 0)
    found += strlen (found) + 1;
  sections[section_count++]
      = (Elf64_Shdr){ .sh_name = (uint32_t) (found - names),
                      .sh_type = type,
                      .sh_flags = loaded ? SHF_ALLOC : 0,
                      .sh_addr = loaded ? DETACHED_BASE + at : 0,
                      .sh_offset = at,
                      .sh_size = size,
                      .sh_addralign = align };
}

/* Add a note at AT, and its section NAME; its end.  */
static uint64_t
expect_note (uint64_t at, const char *name, const char *owner, uint32_t type,
             uint32_t size, bool big)
{
  const uint32_t owner_size = (uint32_t) strlen (owner) + 1;
  const uint64_t whole = 12 + owner_size + (size + 3) / 4 * 4;

  elf_put32 (expected + at, owner_size, big);
  elf_put32 (expected + at + 4, size, big);
  elf_put32 (expected + at + 8, type, big);
  memcpy (expected + at + 12, owner, owner_size);
  expect_section (name, SHT_NOTE, at, whole, 4);
  return at + whole;
}

/* Add the notes; their end.  */
static uint64_t
expect_notes (const struct detached_shape *shape)
{
  const struct code_note note
      = detached_checksum (shape->functions, DETACHED_FUNCTIONS);
  uint64_t at = NOTES;

  if (shape->id_size != 0)
    {
      at = expect_note (at, ".note.gnu.build-id", "GNU", NT_GNU_BUILD_ID,
                        shape->id_size, shape->big);
      memset (expected + NOTES + 16, 0xab, shape->id_size);
    }
  elf_put64 (expected + at + 20, note.digest, shape->big);
  elf_put64 (expected + at + 28, note.size, shape->big);
  return expect_note (at, ".note.sfmerge.code", "sfmerge", 0x100, 16,
                      shape->big);
}

static void
expect_segment (unsigned idx, uint32_t type, uint64_t from, uint64_t to,
                uint64_t align, bool big)
{
  const Elf64_Phdr header = { .p_type = type,
                              .p_flags = PF_R,
                              .p_offset = from,
                              .p_vaddr = DETACHED_BASE + from,
                              .p_paddr = DETACHED_BASE + from,
                              .p_filesz = to - from,
                              .p_memsz = to - from,
                              .p_align = align };

  fixture_put_segment (expected + ELF_EHDR_SIZE + idx * ELF_PHDR_SIZE, &header,
                       big);
}

/* Make all of it; its size.  */
static size_t
expect_file (const struct detached_shape *shape)
{
  const size_t size = detached_describe (shape, detached.addr);

  memset (expected, 0, sizeof expected);
  section_count = 1;
  const uint64_t notes_end = expect_notes (shape);
  const uint64_t at = (notes_end + 7) / 8 * 8;
  const uint64_t end = at + size;
  memcpy (expected + at, detached_content, size);
  memcpy (expected + end, names, sizeof names);
  expect_section (".sframe", SHT_GNU_SFRAME, at, size, 8);
  expect_section (".shstrtab", SHT_STRTAB, end, sizeof names, 1);
  const Elf64_Ehdr header = { .e_type = shape->fixed ? ET_EXEC : ET_DYN,
                              .e_machine = shape->big ? EM_AARCH64 : EM_X86_64,
                              .e_phoff = ELF_EHDR_SIZE,
                              .e_shoff = (end + sizeof names + 7) / 8 * 8,
                              .e_phnum = 3,
                              .e_shnum = section_count,
                              .e_shstrndx = (uint16_t) (section_count - 1) };
  fixture_put_file (expected, &header, shape->big);
  expected[EI_OSABI] = ELFOSABI_GNU;
  expected[EI_ABIVERSION] = 1;
  elf_put32 (expected + offsetof (Elf64_Ehdr, e_flags), DETACHED_FLAGS,
             shape->big);
  expect_segment (0, PT_LOAD, 0, end, 0x10000, shape->big);
  expect_segment (1, PT_NOTE, NOTES, notes_end, 4, shape->big);
  expect_segment (2, PT_GNU_SFRAME, at, end, 8, shape->big);
  for (size_t i = 1; i < section_count; i++)
    fixture_put_section (expected + header.e_shoff + i * ELF_SHDR_SIZE,
                         &sections[i], shape->big);
  return header.e_shoff + section_count * ELF_SHDR_SIZE;
}

/* Whether a reader uses the byte AT of the file of SHAPE.  */
static bool
is_used (const struct detached_shape *shape, uint64_t at)
{
  const uint64_t offset = detached.addr - detached.base;
  const uint64_t header
      = elf_u64 (expected + offsetof (Elf64_Ehdr, e_shoff), shape->big)
        + (section_count - 2U) * ELF_SHDR_SIZE;
  const uint64_t id = NOTES + 16, id_end = id + shape->id_size;
  const uint64_t code = shape->id_size != 0 ? (id_end + 3) / 4 * 4 : NOTES;
  const struct
  {
    uint64_t from, to;
  } used[] = {
    { 0, EI_VERSION + 1 },
    { offsetof (Elf64_Ehdr, e_type), offsetof (Elf64_Ehdr, e_version) },
    { ELF_EHDR_SIZE + offsetof (Elf64_Phdr, p_offset),
      ELF_EHDR_SIZE + offsetof (Elf64_Phdr, p_paddr) },
    { NOTES, shape->id_size != 0 ? id_end : NOTES },
    { code, code + 36 },
    { offset, offset + detached.content_size },
    { header + offsetof (Elf64_Shdr, sh_addr),
      header + offsetof (Elf64_Shdr, sh_link) },
  };

  for (size_t i = 0; i < sizeof used / sizeof *used; i++)
    if (at >= used[i].from && at < used[i].to)
      return true;
  return false;
}

static bool
proven (void)
{
  return detached_verify (&detached, &fixture_sink) == SFM_OK;
}

/* Whether each wrong bit of what is used is seen.  */
static bool
all_seen (const struct detached_shape *shape)
{
  bool seen = proven ();

  for (size_t at = 0; at < detached.size && seen; at++)
    for (unsigned bit = 0; bit < 8 && is_used (shape, at); bit++)
      {
        detached.bytes[at] ^= (uint8_t) (1 << bit);
        seen = seen && !proven ();
        detached.bytes[at] ^= (uint8_t) (1 << bit);
      }
  return seen && proven ();
}

static void
test_shapes (void)
{
  for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
    {
      const struct detached_shape *s = &shapes[i];
      const bool good = detached_make (s) && fixture_errors == 0
                        && fixture_warnings == (s->id_size == 0);
      unit_result_of (good && expect_file (s) == detached.size
                          && memcmp (detached.bytes, expected, detached.size)
                                 == 0,
                      "detached: %s: each byte", s->name);
      unit_result_of (all_seen (s), "detached: %s: wrong bits are seen",
                      s->name);
      detached.addr += SFRAME_ALIGN;
      bool seen = !proven ();
      detached.addr -= SFRAME_ALIGN;
      detached.content_size--;
      seen = seen && !proven ();
      detached.content_size++;
      unit_result_of (seen && proven (), "detached: %s: another place",
                      s->name);
      detached_end ();
    }
}

/* The name and the address of a file, or why there is none.  */

/* Whether TEXT was said.  */
static bool
was_said (const char *text)
{
  return strstr (fixture_said, text) != NULL;
}

static sfm_status
begin (void)
{
  fixture_errors = 0;
  return detached_begin (&detached_image.image, "made", &detached,
                         &fixture_sink);
}

/* Whether the file of an image with a build-id of SIZE bytes can be named, and
   be made.  */
static void
test_id_size (uint32_t size, bool named, bool made)
{
  const struct detached_shape shape = { .id_size = size };
  /* Of 32 bytes.  */
  static const char id[] = "abababababababababababababababab"
                           "abababababababababababababababab";
  char *name = NULL, wanted[sizeof "dir/.sframe" + 2 * BUILD_ID_SHOWN];
  const bool opened = detached_open (&shape);
  const sfm_status status
      = detached_name (&detached_image.image, "dir", &name, &fixture_sink);
  bool good = opened;

  if (named)
    {
      snprintf (wanted, sizeof wanted, "dir/%.*s.sframe", (int) (2 * size),
                id);
      good = good && status == SFM_OK && strcmp (name, wanted) == 0;
    }
  else if (size != 0)
    good = good && status == SFM_ERR_LIMIT && was_said ("at most 32");
  else
    good = good && status == SFM_ERR_UNSUPP && was_said ("has no build-id");
  unit_result_of (good && begin () == (made ? SFM_OK : SFM_ERR_LIMIT)
                      && (made || was_said ("up to 1024 are copied")),
                  "detached: a build-id of %u bytes", (unsigned) size);
  free (name);
  fixture_close (&detached_image);
}

/* Where the file of an image is whose last segment ends at TOP; 0: there is
   no address for it.  */
static uint64_t
base_after (uint64_t top)
{
  const struct detached_shape shape = { .id_size = 4 };
  const bool good = detached_open (&shape);
  /* The last segment may be the first of the table.  */
  struct image_segment *segment = detached_image.image.segments;

  segment->vaddr = top - segment->memsz;
  const sfm_status status = begin ();
  fixture_close (&detached_image);
  if (status == SFM_ERR_UNSUPP && was_said ("its last segment ends at 0x"))
    return 0;
  return good && status == SFM_OK ? detached.base : 1;
}

static void
test_addresses (void)
{
  const struct detached_shape shape = { .id_size = 4 };
  const uint64_t last = UINT64_MAX - 0x20000;

  unit_result (base_after (0x500000) == 0x500000
                   && base_after (0x500001) == 0x510000
                   && base_after (0x402008) == DETACHED_BASE,
               "detached: the file is after the last segment");
  unit_result (base_after (last) == last + 1 && base_after (last + 1) == 0,
               "detached: a segment at the end of the address space");
  const bool opened = detached_open (&shape);
  for (uint32_t i = 0; i < detached_image.image.segment_count; i++)
    detached_image.image.segments[i].type = PT_NOTE;
  unit_result (opened && begin () == SFM_ERR_UNSUPP
                   && was_said ("it has no PT_LOAD"),
               "detached: no segment");
  fixture_close (&detached_image);
}

/* What becomes of a section of SIZE bytes at ADDR.  */
static sfm_status
written (uint64_t addr, size_t size)
{
  const struct detached_shape shape
      = { .id_size = 4, .functions = { { 0, 16 } } };

  if (!detached_open (&shape) || begin () != SFM_OK)
    return SFM_ERR_USAGE;
  detached_describe (&shape, addr);
  detached.addr = addr;
  detached.content = detached_content;
  detached.content_size = size;
  const sfm_status status = detached_write (&detached, &fixture_sink);
  detached_end ();
  return status;
}

static void
test_sizes (void)
{
  unit_result (written (UINT64_MAX - 100, 101) == SFM_ERR_LIMIT
                   && written (UINT64_MAX - 100, 100) == SFM_ERR_NOMEM,
               "detached: a section at the end of the address space");
  unit_result (written (DETACHED_BASE, SIZE_MAX / 2 + 1) == SFM_ERR_LIMIT
                   && written (DETACHED_BASE, SIZE_MAX / 2) == SFM_ERR_NOMEM,
               "detached: a section that no memory can have");
  unit_result (written (DETACHED_BASE, SFM_HEADER_SIZE) == SFM_ERR_CORRUPT
                   && was_said ("FDEs end at 0x30"),
               "detached: a section that is cut");
}

int
main (void)
{
  static const struct
  {
    uint32_t size;
    bool named, made;
  } ids[]
      = { { 0, false, true },  { 1, true, true },     { 32, true, true },
          { 33, false, true }, { 1024, false, true }, { 1025, false, false } };

  test_shapes ();
  for (size_t i = 0; i < sizeof ids / sizeof *ids; i++)
    test_id_size (ids[i].size, ids[i].named, ids[i].made);
  test_addresses ();
  test_sizes ();
  unit_result (detached_is_dir (".") && !detached_is_dir ("/dev/null")
                   && !detached_is_dir ("nowhere"),
               "detached: what is a directory");
  return unit_exit ();
}
