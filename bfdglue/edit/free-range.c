/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   free-range.c - what cuts short the free bytes behind a section: names for
   them.

   A byte that no section holds may still be somebody's: code finds it through
   a symbol, or the dynamic linker through a tag.  The byte right behind the
   section is a special case, as linker scripts and linkers put end markers
   there ("__end = ."), which name no byte.  So a symbol at that place counts
   only if it has a size.  A dynamic tag there always counts, because nothing
   ever marks an end with one.  */

#include "config.h"

#include <elf.h>
#include <inttypes.h>

#include "elf-codec.h"
#include "free-range.h"

bool
span_cut (struct span *span, uint64_t start, uint64_t stop)
{
  if (start >= stop || stop <= span->offset || start >= span->end)
    return true;
  if (start >= span->used_end)
    {
      span->end = start;
      return true;
    }
  /* An empty section has no bytes to disagree about, only no room.  */
  if (span->used_end == span->offset)
    {
      span->end = span->offset;
      return true;
    }
  return false;
}

bool
span_cut_addr (struct span *span, uint64_t start, uint64_t stop)
{
  uint64_t size = span->end - span->offset;

  if (start >= stop || stop <= span->addr
      || (start > span->addr && start - span->addr >= size))
    return true;
  /* Bytes before the span do not matter, and those far behind might not have
     an offset in 64 bits.  */
  uint64_t from = start > span->addr ? start - span->addr : 0;
  uint64_t to = stop - span->addr < size ? stop - span->addr : size;
  return span_cut (span, span->offset + from, span->offset + to);
}

/* Something at ADDR has a name.  SIZED: it is more than a marker.  */
static void
cut_name (struct span *span, uint64_t addr, bool sized)
{
  if (addr < span->addr)
    return;
  uint64_t distance = addr - span->addr;
  uint64_t used = span->used_end - span->offset;
  if (distance >= span->end - span->offset || distance < used
      || (distance == used && !sized))
    return;
  span->end = span->offset + distance;
}

bool
span_symbol_counts (unsigned type, unsigned shndx)
{
  if (type == STT_SECTION || type == STT_FILE || type == STT_TLS)
    return false;
  return (shndx != SHN_UNDEF
          && (shndx < SHN_LORESERVE || shndx == SHN_XINDEX));
}

static void
cut_symbols (struct span *span, const struct image *image,
             const struct image_section *table, const struct say *sink)
{
  bool big = image->big_endian;
  size_t size;
  const uint8_t *bytes = image_section_bytes (image, table, &size);

  if (table->entsize != ELF_SYM_SIZE)
    {
      say (sink, SAY_WARNING, image->path,
           "symbols of %" PRIu64 " bytes in %s, not %d: what lies behind the"
           " section is left alone",
           table->entsize, table->name, ELF_SYM_SIZE);
      span->end = span->used_end;
      return;
    }
  for (size_t off = 0; size - off >= ELF_SYM_SIZE; off += ELF_SYM_SIZE)
    {
      const uint8_t *sym = bytes + off;
      unsigned type = ELF64_ST_TYPE (sym[offsetof (Elf64_Sym, st_info)]);
      unsigned shndx = elf_u16 (sym + offsetof (Elf64_Sym, st_shndx), big);
      if (span_symbol_counts (type, shndx))
        cut_name (span, elf_u64 (sym + offsetof (Elf64_Sym, st_value), big),
                  elf_u64 (sym + offsetof (Elf64_Sym, st_size), big) != 0);
    }
}

/* True if the value of dynamic tag TAG is an address.  */
static bool
tag_has_address (uint64_t tag)
{
  switch (tag)
    {
    case DT_PLTGOT:
    case DT_HASH:
    case DT_STRTAB:
    case DT_SYMTAB:
    case DT_RELA:
    case DT_INIT:
    case DT_FINI:
    case DT_REL:
    case DT_DEBUG:
    case DT_JMPREL:
    case DT_INIT_ARRAY:
    case DT_FINI_ARRAY:
    case DT_PREINIT_ARRAY:
    case 34: /* DT_SYMTAB_SHNDX */
    case 36: /* DT_RELR */
    case DT_VERSYM:
    case DT_VERDEF:
    case DT_VERNEED:
      return true;
    default:
      return tag >= DT_ADDRRNGLO && tag <= DT_ADDRRNGHI;
    }
}

static void
cut_dynamic (struct span *span, const struct image *image,
             const struct image_segment *dynamic)
{
  bool big = image->big_endian;
  const uint8_t *bytes = image->bytes + dynamic->offset;

  for (uint64_t off = 0; dynamic->filesz - off >= ELF_DYN_SIZE;
       off += ELF_DYN_SIZE)
    {
      uint64_t tag = elf_u64 (bytes + off, big);
      if (tag == DT_NULL)
        break;
      if (tag_has_address (tag))
        cut_name (span, elf_u64 (bytes + off + 8, big), true);
    }
}

void
span_cut_tagged (struct span *span, const struct image *image)
{
  cut_name (span,
            elf_u64 (image->bytes + offsetof (Elf64_Ehdr, e_entry),
                     image->big_endian),
            true);
  for (uint32_t i = 0; i < image->segment_count; i++)
    if (image->segments[i].type == PT_DYNAMIC)
      cut_dynamic (span, image, &image->segments[i]);
}

void
span_cut_named (struct span *span, const struct image *image,
                const struct say *sink)
{
  span_cut_tagged (span, image);
  for (uint32_t i = 1; i < image->section_count; i++)
    {
      const struct image_section *section = &image->sections[i];
      if (section->type == SHT_SYMTAB || section->type == SHT_DYNSYM)
        cut_symbols (span, image, section, sink);
    }
}
