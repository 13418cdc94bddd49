/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-detached-read.c - whether a file with a section belongs to an image,
   and may be replaced; and what an image is with the section.  */

#include "config.h"

#include <stdio.h>
#include <string.h>

#include "edit-internal.h"
#include "fixture-detached.h"
#include "result.h"

enum
{
  CODE = DETACHED_CODE - FIXTURE_BASE,
  ID = ELF_EHDR_SIZE + 3 * ELF_PHDR_SIZE, /* the note */
  NOTE = ID + 36,
  SECTION = NOTE + 36,
  SECTION_SIZE = SFM_HEADER_SIZE + 2 * DETACHED_FDE,
  SECTION_ADDR = DETACHED_BASE + SECTION
};

/* Where fields of headers are, in the file of an image with a build-id, and in
   an image.  */
#define EHDR(field) offsetof (Elf64_Ehdr, field)
#define SHDR(idx, field) (idx * ELF_SHDR_SIZE + offsetof (Elf64_Shdr, field))
#define PHDR(idx, field)                                                      \
  (ELF_EHDR_SIZE + idx * ELF_PHDR_SIZE + offsetof (Elf64_Phdr, field))

#define NOT_OURS "is not a detached file with its build-id"
#define OTHER_CODE "is of other code with the same build-id"
#define MADE_FOR "it was made for code with the checksum"
#define ELSEWHERE "whose segments end below 0x"

/* A change of the image, of its file, or of one of the section headers of the
   file, and what is said then: NULL: nothing.  */
static const struct
{
  const char *name;
  uint32_t id_size;
  char changed; /* i, f or h */
  uint8_t size;
  uint64_t at, value;
  const char *matched;  /* where the file is to belong to the image */
  const char *replaced; /* where a newer one is to replace it */
} changes[] = {
  { "nothing", 20, 'i', 0, 0, 0, NULL, NULL },
  { "the first byte of code", 20, 'i', 1, CODE, 0x99, MADE_FOR, OTHER_CODE },
  { "the last byte of code", 20, 'i', 1, CODE + 0x27, 0x99, MADE_FOR,
    OTHER_CODE },
  { "code before what is described", 20, 'i', 1, CODE + 0x1f, 0x99, NULL,
    NULL },
  { "code after it", 20, 'i', 1, CODE + 0x28, 0x99, NULL, NULL },
  { "the checksum", 20, 'f', 1, NOTE + 20, 0, MADE_FOR, OTHER_CODE },
  { "the size of the code", 20, 'f', 1, NOTE + 28, 25, MADE_FOR, OTHER_CODE },
  { "the owner of the note", 20, 'f', 1, NOTE + 12, 'x', NULL, NOT_OURS },
  { "no build-id", 0, 'i', 0, 0, 0, NULL, NOT_OURS },
  { "no build-id and no note", 0, 'f', 1, ID + 12, 'x',
    "nothing shows that it belongs to the image fixture", NOT_OURS },
  { "no build-id, and other code", 0, 'i', 1, CODE, 0x99, MADE_FOR, NOT_OURS },
  { "the build-id", 20, 'f', 1, ID + 16, 0xac, "the build-id is ac",
    NOT_OURS },
  { "the type", 20, 'f', 2, EHDR (e_type), ET_EXEC, NULL, NOT_OURS },
  { "the machine", 20, 'f', 2, EHDR (e_machine), EM_AARCH64,
    "the machine is AArch64", NOT_OURS },
  { "the section is not loaded", 20, 'h', 8, SHDR (3, sh_flags), 0,
    "it has none", NOT_OURS },
  { "the section has no bytes", 20, 'h', 4, SHDR (3, sh_type), SHT_NOBITS,
    "it has none", NOT_OURS },
  { "the section is empty", 20, 'h', 8, SHDR (3, sh_size), 0, "it has none",
    NOT_OURS },
  { "another section", 20, 'h', 4, SHDR (2, sh_type), SHT_GNU_SFRAME,
    "it has several", NOT_OURS },
  { "the magic number", 20, 'f', 1, SECTION, 0, "the magic number is",
    "the magic number is" },
  { "the type of an FDE's rows", 20, 'f', 1, SECTION + SFM_HEADER_SIZE + 16, 9,
    "the FRE type is 9", "the FRE type is 9" },
  { "its last byte is the last address", 20, 'h', 8, SHDR (3, sh_addr),
    UINT64_MAX - SECTION_SIZE, MADE_FOR, ELSEWHERE },
  { "it goes past the last address", 20, 'h', 8, SHDR (3, sh_addr),
    UINT64_MAX - SECTION_SIZE + 1, "past the end of the address space",
    ELSEWHERE },
  { "it is in another page", 20, 'h', 8, SHDR (3, sh_addr),
    SECTION_ADDR + DETACHED_ALIGN, MADE_FOR, ELSEWHERE },
  { "it ends before a segment", 20, 'i', 8, PHDR (SEG_EMPTY, p_vaddr),
    SECTION_ADDR + SECTION_SIZE, NULL, NULL },
  { "its last byte is in a segment", 20, 'i', 8, PHDR (SEG_EMPTY, p_vaddr),
    SECTION_ADDR + SECTION_SIZE - 1, "is inside program header 3", NULL },
  { "its first byte is in a segment", 20, 'i', 8, PHDR (SEG_EMPTY, p_vaddr),
    SECTION_ADDR - 7, "is inside program header 3", NULL },
  { "it begins after a segment", 20, 'i', 8, PHDR (SEG_EMPTY, p_vaddr),
    SECTION_ADDR - 8, NULL, NULL },
  { "it is in the first segment", 20, 'i', 8, PHDR (SEG_READ, p_vaddr),
    SECTION_ADDR, "is inside program header 0", NULL },
  { "it is in a segment of another kind", 20, 'i', 8,
    PHDR (SEG_SFRAME, p_vaddr), SECTION_ADDR, NULL, NULL },
};

static struct detached_shape usual
    = { .id_size = 20,
        .flags = SFM_F_FDE_FUNC_START_PCREL,
        .functions = { { 0, 16 }, { 0x20, 8 } } };

/* Whether STATUS, with what was said, is SAID.  */
static bool
says (sfm_status status, const char *said)
{
  const bool good
      = said == NULL ? status == SFM_OK
                     : status != SFM_OK && strstr (fixture_said, said) != NULL;

  fixture_said[0] = '\0';
  return good;
}

static sfm_status
match (const struct image *image, const struct image *file)
{
  struct detached_section section;

  TRY (detached_find (file, &section, &fixture_sink));
  return detached_match (image, file, &section, &fixture_sink);
}

static void
test_change (size_t number)
{
  const char *name = changes[number].name;
  uint8_t *to = detached_image.bytes;
  struct image file = { .size = 0 }, image = { .size = 0 };

  usual.id_size = changes[number].id_size;
  bool good = detached_make (&usual);
  if (changes[number].changed != 'i')
    to = detached.bytes;
  if (changes[number].changed == 'h')
    to += elf_u64 (to + EHDR (e_shoff), false);
  for (unsigned i = 0; i < changes[number].size; i++)
    to[changes[number].at + i] = (uint8_t) (changes[number].value >> 8 * i);
  good = good
         && image_open_bytes ("fixture", detached_image.bytes, FIXTURE_SIZE,
                              ALLOW_IMAGES, &image, &fixture_sink)
                == SFM_OK
         && image_open_bytes ("file", detached.bytes, detached.size,
                              ALLOW_IMAGES, &file, &fixture_sink)
                == SFM_OK;
  detached.image = &image;
  unit_result_of (
      good && says (match (&image, &file), changes[number].matched)
          && says (detached_same_code (&detached, &file, "old", &fixture_sink),
                   changes[number].replaced),
      "detached: a file belongs: %s", name);
  image_close (&file);
  image_close (&image);
  detached_end ();
}

/* Of which code a file tells the checksum.  */
static const struct
{
  const char *name;
  struct detached_range functions[DETACHED_FUNCTIONS];
  struct detached_range wanted[DETACHED_FUNCTIONS];
} codes[] = {
  { "none", { { 0, 0 } }, { { 0, 0 } } },
  { "two functions", { { 0, 8 }, { 16, 4 } }, { { 0, 8 }, { 16, 4 } } },
  { "two that meet", { { 0, 8 }, { 8, 4 } }, { { 0, 12 } } },
  { "two that overlap", { { 0, 8 }, { 4, 8 } }, { { 0, 12 } } },
  { "one in another", { { 0, 8 }, { 4, 3 }, { 6, 8 } }, { { 0, 14 } } },
  { "one at the end of another", { { 0, 8 }, { 4, 4 } }, { { 0, 8 } } },
  { "one twice", { { 0, 8 }, { 0, 8 } }, { { 0, 8 } } },
  { "one that is too low",
    { { 16, 8 }, { 0, 16 }, { 24, 1 } },
    { { 16, 9 } } },
  { "one that begins too low", { { 16, 8 }, { 0, 32 } }, { { 16, 16 } } },
  { "the end of the segment",
    { { 0xff0, 16 }, { 0xff8, 9 } },
    { { 0xff0, 16 } } },
  { "one past the end", { { 0xff8, 9 }, { 0xff0, 16 } }, { { 0xff0, 16 } } },
};

static void
test_codes (void)
{
  for (size_t i = 0; i < sizeof codes / sizeof *codes; i++)
    for (unsigned pcrel = 0; pcrel < 2; pcrel++)
      {
        struct detached_shape shape
            = { .flags = pcrel != 0 ? SFM_F_FDE_FUNC_START_PCREL : 0 };
        struct code_note note = { 0 }, wanted;
        struct sfm_diag diag;

        memcpy (shape.functions, codes[i].functions, sizeof shape.functions);
        bool good = detached_open (&shape);
        const struct detached_section section
            = { .bytes = detached_content,
                .size = detached_describe (&shape, SECTION_ADDR),
                .addr = SECTION_ADDR };
        good = good
               && detached_code (&detached_image.image, &section, &note, &diag)
                      == SFM_OK;
        wanted = detached_checksum (codes[i].wanted, DETACHED_FUNCTIONS);
        unit_result_of (good && note.size == wanted.size
                            && note.digest == wanted.digest,
                        "detached: the code of %s%s", codes[i].name,
                        pcrel != 0 ? ", PC-relative" : "");
        fixture_close (&detached_image);
      }
}

/* Whether a file with COUNT sections, the last of which is SFrame, and with a
   segment of TYPE that has SIZE bytes has a section.  */
static bool
found (uint32_t count, uint32_t type, uint64_t size)
{
  struct image_section sections[2] = { { .name = "" }, { .name = "" } };
  struct image_segment segment = { .type = type, .filesz = size };
  const struct image image = { .path = "file",
                               .memory = detached_content,
                               .size = 1,
                               .sections = sections,
                               .section_count = count,
                               .segments = &segment,
                               .segment_count = 1 };
  struct detached_section section;

  sections[1] = (struct image_section){
    .name = ".sframe", .type = SHT_PROGBITS, .flags = SHF_ALLOC, .size = 1
  };
  return detached_find (&image, &section, &fixture_sink) == SFM_OK;
}

/* An image that gets the section of its file.  */

static struct detached_section section;

/* Let a section of IMAGE be of another type, and for another one.  */
static void
bend (struct image *image, uint32_t number, uint32_t type, uint32_t info)
{
  image->sections[number].type = type;
  image->sections[number].info = info;
}

/* Before the section is there; then .text, .sframe and .symtab are
   dropped.  */
static void
bend_once (struct image *image)
{
  bend (image, SEC_TEXT, SHT_GNU_SFRAME, 0);
  bend (image, SEC_AFTER, SHT_REL, SEC_NAMES);
  bend (image, SEC_NAMES, SHT_STRTAB, SEC_SFRAME);
  bend (image, SEC_SYMBOLS, SHT_RELA, SEC_SFRAME);
  bend (image, SEC_SYMBOLS + 1, SHT_REL, 0);
}

/* Before another one is there; then .text and .after are dropped, too, and
   .note is for a section that is not there.  */
static void
bend_twice (struct image *image)
{
  image->sections[SEC_TEXT].name = ".text";
  bend (image, SEC_TEXT, SHT_RELA, SEC_SFRAME);
  bend (image, SEC_AFTER, SHT_REL, SEC_SFRAME);
  bend (image, SEC_SYMBOLS + 1, SHT_RELA, image->section_count);
}

/* Whether the sections of IMAGE are called NAMES, with a space after each, and
   those that are dropped "-"; the names of others than the last are in what it
   owns.  */
static bool
called (const struct image *image, const char *names)
{
  char got[200] = "";
  size_t used = 0;

  for (uint32_t i = 1; i < image->section_count; i++)
    {
      const struct image_section *s = &image->sections[i];
      const bool dropped = s->type == SHT_NULL && s->name[0] == '\0';
      const size_t at = (uintptr_t) s->name - (uintptr_t) image->memory;
      if (at >= image->size && !dropped && i + 1 != image->section_count)
        return false;
      used += (size_t) snprintf (got + used, sizeof got - used, "%s ",
                                 dropped ? "-" : s->name);
    }
  return strcmp (got, names) == 0;
}

/* Whether IMAGE has the section at OFFSET, with a segment of TYPE, number
   IDX.  */
static bool
has_segment (const struct image *image, uint32_t idx, uint32_t type,
             uint64_t offset)
{
  const struct image_segment *s = &image->segments[idx];

  return s->type == type && s->flags == PF_R && s->offset == offset
         && s->vaddr == section.addr && s->filesz == SECTION_SIZE
         && s->memsz == SECTION_SIZE && s->align == 1;
}

/* Whether IMAGE, which had segments of COUNT, has the section at OFFSET.  */
static bool
attached (const struct image *image, uint32_t count, uint64_t offset)
{
  struct detached_section found;

  return detached_find (image, &found, &fixture_sink) == SFM_OK
         && found.addr == section.addr && found.size == SECTION_SIZE
         && memcmp (found.bytes, detached_content, SECTION_SIZE) == 0
         && image->size == offset + SECTION_SIZE && image->owned
         && image_loaded (image, section.addr, SECTION_SIZE) == found.bytes
         && image->segment_count == count + 2
         && has_segment (image, count, PT_LOAD, offset)
         && has_segment (image, count + 1, PT_GNU_SFRAME, offset)
         && image->segments[SEG_SFRAME].type == PT_NULL;
}

/* Let the image, called as NAMES say then, have the section twice.  */
static void
test_attach (bool headless, const char *once, const char *twice)
{
  struct image *image = &detached_image.image;
  const uint8_t *code = detached_image.bytes + CODE;
  const uint64_t second
      = align_up ((uint64_t) FIXTURE_SIZE + SECTION_SIZE, SFRAME_ALIGN);

  usual.id_size = 20;
  usual.headless = headless;
  bool good = detached_make (&usual);
  const uint32_t count = image->segment_count;
  section = (struct detached_section){ .bytes = detached_content,
                                       .size = SECTION_SIZE,
                                       .addr = SECTION_ADDR };
  if (!headless)
    bend_once (image);
  good = good && detached_attach (image, &section, &fixture_sink) == SFM_OK;
  good = good && called (image, once) && attached (image, count, FIXTURE_SIZE);
  if (good && !headless)
    {
      const struct image_section *s = &image->sections[7];
      good = s->type == SHT_GNU_SFRAME && s->flags == SHF_ALLOC
             && s->offset == FIXTURE_SIZE && s->align == SFRAME_ALIGN;
    }
  unit_result_of (good, "detached: an image with its section%s",
                  headless ? ", no section headers" : "");
  section.addr += DETACHED_ALIGN;
  if (!headless)
    bend_twice (image);
  image->segments[SEG_READ].type = PT_GNU_SFRAME;
  good = good && detached_attach (image, &section, &fixture_sink) == SFM_OK
         && called (image, twice) && attached (image, count + 2, second)
         && image->segments[count + 1].type == PT_NULL
         && image->segments[SEG_READ].type == PT_NULL
         && memcmp (image_loaded (image, DETACHED_CODE, DETACHED_CODE_SIZE),
                    code, DETACHED_CODE_SIZE)
                == 0;
  unit_result_of (good, "detached: an image with another section%s",
                  headless ? ", no section headers" : "");
  detached_end ();
  usual.headless = false;
}

/* Numbers and sizes that no image can have.  */
static void
test_limits (void)
{
  const struct image plain = { .path = "image", .size = FIXTURE_SIZE };
  struct image image = plain;

  section.size = 1;
  image.section_count = UINT32_MAX - 1;
  bool good = says (detached_attach (&image, &section, &fixture_sink),
                    "there is no room");
  image = plain;
  image.segment_count = UINT32_MAX - 2;
  good = good
         && says (detached_attach (&image, &section, &fixture_sink),
                  "there is no room");
  image = plain;
  section.size = SIZE_MAX - FIXTURE_SIZE + 1;
  good = good
         && says (detached_attach (&image, &section, &fixture_sink),
                  "there is no room");
  unit_result (good, "detached: no room for a section");
}

int
main (void)
{
  for (size_t i = 0; i < sizeof changes / sizeof *changes; i++)
    test_change (i);
  test_codes ();
  unit_result (found (2, PT_NULL, 0) && found (0, PT_GNU_SFRAME, 1)
                   && !found (0, PT_GNU_SFRAME, 0) && !found (0, PT_NULL, 1)
                   && !found (1, PT_GNU_SFRAME, 1),
               "detached: the section by its header or its segment");
  test_attach (false, "- - .after .shstrtab - .note .sframe ",
               "- - - .shstrtab - .note - .sframe ");
  test_attach (true, "", "");
  test_limits ();
  return unit_exit ();
}
