/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   file-kind.c - the kind of a file, by its first bytes, and what its holes may
   cost.  */

#include "config.h"

#include <elf.h>
#include <inttypes.h>
#include <stddef.h>
#include <string.h>

#include "elf-abi.h"
#include "file-bytes.h"
#include "files-limits.h"

/* What the holes of a file may cost.

   A file of 16 kB may have terabytes of holes.  In data that is only copied
   they cost next to nothing, and an image whose data is zero has some after we
   wrote it.  But each header and each entry of a table there costs as much as
   one that somebody stored.  So their number is limited by the bytes of the
   file that are not in holes.

   Not st_blocks, which is 0 for a while after a file is written on some file
   systems, and on others what is left of the bytes after compression.  */

/* An ELF64 file.  */
struct holed
{
  const uint8_t *bytes;
  size_t size;
  bool big;
  uint64_t shoff, sections; /* all of them are in the file */
  uint64_t phoff, segments; /* so are these */
  uint64_t names, name_size;
};

static uint64_t
xword (const struct holed *f, uint64_t at)
{
  return elf_u64 (f->bytes + at, f->big);
}

static uint32_t
word (const struct holed *f, uint64_t at)
{
  return elf_u32 (f->bytes + at, f->big);
}

static uint16_t
half (const struct holed *f, uint64_t at)
{
  return elf_u16 (f->bytes + at, f->big);
}

/* Whether COUNT elements of SIZE bytes at AT are in F.  */
static bool
fits (const struct holed *f, uint64_t at, uint64_t count, uint64_t size)
{
  return at <= f->size && count <= (f->size - at) / size;
}

/* Find the tables of F, whose bytes and size are set.  False: it is no ELF64
   file, or has no section headers.  */
static bool
find_tables (struct holed *f)
{
  if (f->size < ELF_EHDR_SIZE || memcmp (f->bytes, ELFMAG, SELFMAG) != 0
      || f->bytes[EI_CLASS] != ELFCLASS64)
    return false;
  f->big = f->bytes[EI_DATA] == ELFDATA2MSB;
  f->shoff = xword (f, offsetof (Elf64_Ehdr, e_shoff));
  f->phoff = xword (f, offsetof (Elf64_Ehdr, e_phoff));
  f->sections = half (f, offsetof (Elf64_Ehdr, e_shnum));
  f->segments = half (f, offsetof (Elf64_Ehdr, e_phnum));
  uint64_t names = half (f, offsetof (Elf64_Ehdr, e_shstrndx));
  if (f->shoff == 0 || !fits (f, f->shoff, 1, ELF_SHDR_SIZE))
    return false;
  if (f->sections == 0)
    f->sections = xword (f, f->shoff + offsetof (Elf64_Shdr, sh_size));
  if (f->segments == PN_XNUM)
    f->segments = word (f, f->shoff + offsetof (Elf64_Shdr, sh_info));
  if (names == SHN_XINDEX)
    names = word (f, f->shoff + offsetof (Elf64_Shdr, sh_link));
  if (names >= f->sections || !fits (f, f->shoff, f->sections, ELF_SHDR_SIZE)
      || !fits (f, f->phoff, f->segments, ELF_PHDR_SIZE))
    return false;
  const uint64_t header = f->shoff + names * ELF_SHDR_SIZE;
  f->names = xword (f, header + offsetof (Elf64_Shdr, sh_offset));
  f->name_size = xword (f, header + offsetof (Elf64_Shdr, sh_size));
  return fits (f, f->names, f->name_size, 1);
}

/* Whether the section whose name is at AT among the names of F has frames, or
   may have.  */
static bool
has_frames (const struct holed *f, uint32_t at)
{
  char name[sizeof ".debug_frame"] = "";

  if (at >= f->name_size)
    return true;
  for (size_t i = 0; i < sizeof name - 1 && i < f->name_size - at; i++)
    name[i] = (char) f->bytes[f->names + at + i];
  return strstr (name, "frame") != NULL;
}

/* The bytes that are read, not only copied, of the section of F whose header
   is at AT.  */
static uint64_t
section_cost (const struct holed *f, uint64_t at)
{
  const uint32_t type = word (f, at + offsetof (Elf64_Shdr, sh_type));
  const uint64_t flags = xword (f, at + offsetof (Elf64_Shdr, sh_flags));
  const uint64_t kind = flags & (SHF_ALLOC | SHF_WRITE | SHF_EXECINSTR);
  const uint64_t size = xword (f, at + offsetof (Elf64_Shdr, sh_size));

  if (type == SHT_NULL || type == SHT_NOBITS
      || (type == SHT_PROGBITS
          && (kind == 0 || kind == (SHF_ALLOC | SHF_WRITE))
          && !has_frames (f, word (f, at + offsetof (Elf64_Shdr, sh_name)))))
    return 0;
  /* What is not in the file is refused by its reader.  */
  return size < f->size ? size : f->size;
}

/* The same of the segment.  */
static uint64_t
segment_cost (const struct holed *f, uint64_t at)
{
  const uint64_t size = xword (f, at + offsetof (Elf64_Phdr, p_filesz));

  switch (word (f, at + offsetof (Elf64_Phdr, p_type)))
    {
    case PT_NULL:
    case PT_LOAD:
    case PT_TLS:
    case PT_GNU_RELRO:
      return 0;
    default:
      return size < f->size ? size : f->size;
    }
}

/* The bytes of F that are read; if these are more than MOST, any number above
   MOST.  */
static uint64_t
cost (const struct holed *f, uint64_t most)
{
  uint64_t sum = f->sections * ELF_SHDR_SIZE + f->segments * ELF_PHDR_SIZE;

  for (uint64_t i = 1; i < f->sections && sum <= most; i++)
    sum += section_cost (f, f->shoff + i * ELF_SHDR_SIZE);
  for (uint64_t i = 0; i < f->segments && sum <= most; i++)
    sum += segment_cost (f, f->phoff + i * ELF_PHDR_SIZE);
  return sum;
}

sfm_status
file_check_holes (const char *name, const uint8_t *bytes, size_t size,
                  size_t stored, const struct diag_sink *sink)
{
  struct holed f = { .bytes = bytes, .size = size };
  const uint64_t most = HOLES_READ + (uint64_t) HOLES_FACTOR * stored;

  if (size <= most)
    return SFM_OK;
  if (size - most > HOLES_COPIED)
    return diag_fail (sink, SFM_ERR_LIMIT, name,
                      "only 0x%zx of its 0x%zx bytes are not in holes; the "
                      "limit is 0x%" PRIx64,
                      stored, size, most + HOLES_COPIED);
  const uint64_t sum = find_tables (&f) ? cost (&f, most) : size;
  if (sum <= most)
    return SFM_OK;
  return diag_fail (sink, SFM_ERR_LIMIT, name,
                    "only 0x%zx bytes are not in holes, but headers and "
                    "tables have 0x%" PRIx64 "; the limit is 0x%" PRIx64,
                    stored, sum, most);
}

/* The kind of a file.  */

/* A magic number and the kind that it identifies.  */
struct magic
{
  const char *text;
  size_t size;
  enum file_kind kind;
};

static const struct magic magics[] = {
  { "!<arch>\n", 8, FILE_ARCHIVE },     { "!<thin>\n", 8, FILE_THIN },
  { "\x1f\x8b\x08", 3, FILE_GZIP },     { "\xfd\x37zXZ\0", 6, FILE_XZ },
  { "\x28\xb5\x2f\xfd", 4, FILE_ZSTD }, { "BC\xc0\xde", 4, FILE_LLVM },
  { "\xde\xc0\x17\x0b", 4, FILE_LLVM }, /* a wrapper of it */
};

/* The kind of the ELF file of SIZE bytes at BYTES.  */
static enum file_kind
elf_kind (const uint8_t *bytes, size_t size)
{
  if (size < ELF_EHDR_SIZE || bytes[EI_CLASS] != ELFCLASS64)
    return FILE_IMAGE;
  bool big = bytes[EI_DATA] == ELFDATA2MSB;
  uint16_t type = elf_u16 (bytes + offsetof (Elf64_Ehdr, e_type), big);
  uint16_t machine = elf_u16 (bytes + offsetof (Elf64_Ehdr, e_machine), big);
  return type == ET_REL && elf_abi (machine, big) != 0 ? FILE_OBJECT
                                                       : FILE_IMAGE;
}

bool
file_is_relocatable (const uint8_t *bytes, size_t size)
{
  const size_t at = offsetof (Elf64_Ehdr, e_type); /* of either class */

  return size >= at + 2 && memcmp (bytes, ELFMAG, SELFMAG) == 0
         && elf_u16 (bytes + at, bytes[EI_DATA] == ELFDATA2MSB) == ET_REL;
}

enum file_kind
file_kind (const uint8_t *bytes, size_t size)
{
  if (size >= SELFMAG && memcmp (bytes, ELFMAG, SELFMAG) == 0)
    return elf_kind (bytes, size);
  for (size_t i = 0; i < sizeof magics / sizeof magics[0]; i++)
    if (size >= magics[i].size
        && memcmp (bytes, magics[i].text, magics[i].size) == 0)
      return magics[i].kind;
  return FILE_OTHER;
}

/* What the ELF file of SIZE bytes at BYTES is, as in file_not_object.  */
static const char *
elf_not_object (const uint8_t *bytes, size_t size)
{
  static const char *const types[] = {
    [ET_NONE] = "an ELF file of unknown type",
    [ET_REL] = NULL,
    [ET_EXEC] = "an executable, not a relocatable object",
    [ET_DYN] = "a shared object or position independent executable, not a "
               "relocatable object",
    [ET_CORE] = "a core file, not a relocatable object",
  };

  if (size > EI_CLASS && bytes[EI_CLASS] == ELFCLASS32)
    return "a 32-bit ELF file";
  if (size < ELF_EHDR_SIZE)
    return "truncated, without a whole ELF header";
  if (bytes[EI_CLASS] != ELFCLASS64)
    return "an ELF file of unknown class";
  bool big = bytes[EI_DATA] == ELFDATA2MSB;
  if (!big && bytes[EI_DATA] != ELFDATA2LSB)
    return "an ELF file of unknown byte order";
  if (elf_abi (elf_u16 (bytes + offsetof (Elf64_Ehdr, e_machine), big), big)
      == 0)
    return "an ELF file of a machine that has no SFrame ABI";
  uint16_t type = elf_u16 (bytes + offsetof (Elf64_Ehdr, e_type), big);
  return types[type > ET_CORE ? ET_NONE : type];
}

const char *
file_foreign (const uint8_t *bytes, size_t size)
{
  if (size < ELF_EHDR_SIZE || memcmp (bytes, ELFMAG, SELFMAG) != 0)
    return NULL;
  const bool big = bytes[EI_DATA] == ELFDATA2MSB;
  const uint16_t type = elf_u16 (bytes + offsetof (Elf64_Ehdr, e_type), big);
  if (bytes[EI_CLASS] == ELFCLASS64
      && elf_abi (elf_u16 (bytes + offsetof (Elf64_Ehdr, e_machine), big), big)
             != 0)
    return type == ET_CORE ? "a core file" : NULL;
  /* It is of another class, byte order or machine.  */
  return elf_not_object (bytes, size);
}

const char *
file_not_object (const uint8_t *bytes, size_t size)
{
  if (size >= SELFMAG && memcmp (bytes, ELFMAG, SELFMAG) == 0)
    return elf_not_object (bytes, size);
  switch (file_kind (bytes, size))
    {
    case FILE_ARCHIVE:
    case FILE_THIN:
      return "an archive in an archive";
    case FILE_LLVM:
      return "LLVM bitcode";
    default:
      return size == 0 ? "empty" : "neither an ELF file nor an archive";
    }
}
