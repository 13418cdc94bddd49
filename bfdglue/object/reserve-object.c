/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   reserve-object.c - make the object that reserves space for the merged
   section at link time.

   The section is SHF_GNU_RETAIN, because nothing refers to it and
   --gc-sections would drop it.  That flag requires ELFOSABI_GNU.  GNU ld,
   gold, lld and mold place the section among the read-only data, under its own
   name.

   A linker marks its output as fit for indirect branch tracking, shadow stacks
   or branch target identification only if every input claims that in
   .note.gnu.property.  An object without code violates none of these, so this
   one claims all of them, and the other inputs decide.  */

#include "config.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "elf-image.h"
#include "relobj.h"
#include "text.h"

enum
{
  RESERVE_ALIGN = 8,
  PROPERTY_SIZE = 32,
  /* x86: IBT, SHSTK, LAM_U48, LAM_U57.  AArch64: BTI, PAC, GCS.  */
  X86_FEATURES = 0xf,
  AARCH64_FEATURES = 0x7
};

#define X86_FEATURE_1_AND UINT32_C (0xc0000002)
#define AARCH64_FEATURE_1_AND UINT32_C (0xc0000000)

/* The sections, in file order; the null section is number 0.  */
enum
{
  S_NULL,
  S_RESERVE,
  S_PROPERTY,
  S_STACK,
  S_SYMTAB,
  S_STRTAB,
  S_SHSTRTAB,
  S_COUNT
};

/* Set the names, types and sizes of the sections.  */
static void
describe (const struct reserve_object *options, struct image_section *sections)
{
  /* Empty if the ABI defines no such feature.  */
  bool property
      = options->machine == EM_X86_64 || options->machine == EM_AARCH64;
  const uint64_t size = align_up (options->size, RESERVE_ALIGN);
  /* The symbol table has only the null symbol.  */
  const struct image_section table[S_COUNT] = {
    [S_NULL] = { .name = "" },
    [S_RESERVE] = { .name = ".sframe_reserve",
                    .type = SHT_PROGBITS,
                    .flags = SHF_ALLOC | SHF_GNU_RETAIN,
                    .size = size,
                    .align = RESERVE_ALIGN },
    [S_PROPERTY] = { .name = ".note.gnu.property",
                     .type = SHT_NOTE,
                     .flags = property ? SHF_ALLOC : 0,
                     .size = property ? PROPERTY_SIZE : 0,
                     .align = 8 },
    [S_STACK]
    = { .name = ".note.GNU-stack", .type = SHT_PROGBITS, .align = 1 },
    [S_SYMTAB] = { .name = ".symtab",
                   .type = SHT_SYMTAB,
                   .size = ELF_SYM_SIZE,
                   .link = S_STRTAB,
                   .info = 1,
                   .align = 8,
                   .entsize = ELF_SYM_SIZE },
    [S_STRTAB]
    = { .name = ".strtab", .type = SHT_STRTAB, .size = 1, .align = 1 },
    [S_SHSTRTAB] = { .name = ".shstrtab", .type = SHT_STRTAB, .align = 1 },
  };
  uint32_t names_size = 0;

  for (int i = 0; i < S_COUNT; i++)
    {
      sections[i] = table[i];
      sections[i].name_off = names_size;
      names_size += (uint32_t) strlen (table[i].name) + 1;
    }
  sections[S_SHSTRTAB].size = names_size;
}

/* Set the offsets of the sections.  Return the size of the file.  */
static uint64_t
place (struct image_section *sections, uint64_t *table_off)
{
  uint64_t end = ELF_EHDR_SIZE;

  for (int i = 1; i < S_COUNT; i++)
    {
      sections[i].offset = align_up (end, sections[i].align);
      end = sections[i].offset + sections[i].size;
    }
  *table_off = align_up (end, 8);
  return *table_off + (uint64_t) S_COUNT * ELF_SHDR_SIZE;
}

static void
write_header (uint8_t *p, const struct reserve_object *options,
              uint64_t table_off)
{
  bool big = options->big_endian;

  memcpy (p, ELFMAG, SELFMAG);
  p[EI_CLASS] = ELFCLASS64;
  p[EI_DATA] = big ? ELFDATA2MSB : ELFDATA2LSB;
  p[EI_VERSION] = EV_CURRENT;
  p[EI_OSABI] = ELFOSABI_GNU;
  elf_put16 (p + 16, ET_REL, big);
  elf_put16 (p + 18, options->machine, big);
  elf_put32 (p + 20, EV_CURRENT, big);
  elf_put64 (p + 40, table_off, big);
  elf_put16 (p + 52, ELF_EHDR_SIZE, big);
  elf_put16 (p + 58, ELF_SHDR_SIZE, big);
  elf_put16 (p + 60, S_COUNT, big);
  elf_put16 (p + 62, S_SHSTRTAB, big);
}

/* Write a note that claims every feature of MACHINE.  */
static void
write_property (uint8_t *p, uint16_t machine, bool big)
{
  bool x86 = machine == EM_X86_64;

  elf_put32 (p, 4, big);      /* n_namesz */
  elf_put32 (p + 4, 16, big); /* n_descsz */
  elf_put32 (p + 8, 5, big);  /* NT_GNU_PROPERTY_TYPE_0 */
  memcpy (p + 12, "GNU", 4);
  elf_put32 (p + 16, x86 ? X86_FEATURE_1_AND : AARCH64_FEATURE_1_AND, big);
  elf_put32 (p + 20, 4, big); /* pr_datasz; the value is padded to 8 */
  elf_put32 (p + 24, x86 ? X86_FEATURES : AARCH64_FEATURES, big);
}

sfm_status
reserve_object_make (const struct reserve_object *options, uint8_t **bytes,
                     size_t *size, const struct diag_sink *sink)
{
  struct image_section sections[S_COUNT];
  uint64_t table_off;

  /* SFrame counts and offsets have 32 bits.  */
  if (options->size > UINT32_MAX - RESERVE_ALIGN)
    return diag_fail (sink, SFM_ERR_LIMIT, NULL,
                      "a reserve of %" PRIu64
                      " bytes is asked for, a section can use "
                      "%" PRIu32,
                      options->size, UINT32_MAX - RESERVE_ALIGN);
  describe (options, sections);
  *size = (size_t) place (sections, &table_off);
  uint8_t *file = calloc (1, *size);
  if (file == NULL)
    return diag_nomem (sink, NULL);
  write_header (file, options, table_off);
  if (sections[S_PROPERTY].size != 0)
    write_property (file + sections[S_PROPERTY].offset, options->machine,
                    options->big_endian);
  for (int i = 0; i < S_COUNT; i++)
    {
      section_header_put (file + table_off + (uint64_t) i * ELF_SHDR_SIZE,
                          &sections[i], options->big_endian);
      memcpy (file + sections[S_SHSTRTAB].offset + sections[i].name_off,
              sections[i].name, strlen (sections[i].name) + 1);
    }
  *bytes = file;
  return SFM_OK;
}
