/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   free-range.c - limit the free bytes after a section by references to them.

   A byte outside all sections may still be in use: code can reach it through a
   symbol, the dynamic linker through a tag.  Linker scripts and linkers often
   put an end symbol ("__end = .") right after the section; it does not refer
   to that byte.  So a symbol there counts only if it has a size.  A dynamic
   tag there always counts, because no tag marks an end.  */

#include "config.h"

#include <elf.h>
#include <inttypes.h>

#include "elf-codec.h"
#include "elf-dynamic.h"
#include "free-range.h"
#include "image-symbol.h"

bool
range_exclude (struct free_range *range, uint64_t start, uint64_t stop)
{
  if (start >= stop || stop <= range->offset || start >= range->end)
    return true;
  if (start >= range->used_end)
    {
      range->end = start;
      return true;
    }
  /* An empty section has no bytes to conflict; it merely cannot grow.  */
  if (range->used_end == range->offset)
    {
      range->end = range->offset;
      return true;
    }
  return false;
}

bool
range_exclude_addr (struct free_range *range, uint64_t start, uint64_t stop)
{
  uint64_t size = range->end - range->offset;

  if (start >= stop || stop <= range->addr
      || (start > range->addr && start - range->addr >= size))
    return true;
  /* Bytes before the range do not matter, and the offset of an address far
     after it may not fit into 64 bits.  */
  uint64_t from = start > range->addr ? start - range->addr : 0;
  uint64_t to = stop - range->addr < size ? stop - range->addr : size;
  return range_exclude (range, range->offset + from, range->offset + to);
}

/* End RANGE before ADDR, which something refers to.  SIZED: it is not just an
   end symbol.  */
static void
exclude_reference (struct free_range *range, uint64_t addr, bool sized)
{
  if (addr < range->addr)
    return;
  uint64_t distance = addr - range->addr;
  uint64_t used = range->used_end - range->offset;
  if (distance >= range->end - range->offset || distance < used
      || (distance == used && !sized))
    return;
  range->end = range->offset + distance;
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

void
range_exclude_tagged (struct free_range *range, const struct image *image)
{
  exclude_reference (range,
                     elf_u64 (image->bytes + offsetof (Elf64_Ehdr, e_entry),
                              image->big_endian),
                     true);
  for (uint32_t i = 0; i < image->segment_count; i++)
    {
      const struct image_segment *segment = &image->segments[i];
      uint64_t tag, value;
      for (uint64_t k = 0; segment->type == PT_DYNAMIC
                           && dynamic_entry (image, segment, k, &tag, &value);
           k++)
        if (tag_has_address (tag))
          exclude_reference (range, value, true);
    }
}

void
range_exclude_referenced (struct free_range *range, const struct image *image,
                          const struct diag_sink *sink)
{
  struct image_symbol symbol = { .image = image };

  range_exclude_tagged (range, image);
  while (symbol_next (&symbol))
    if (symbol_has_address (&symbol))
      exclude_reference (range, symbol_value (&symbol),
                         symbol_size (&symbol) != 0);
    else if (symbol_unreadable (&symbol))
      {
        diag (sink, DIAG_WARNING, image->path,
              "symbols of %" PRIu64 " bytes in %s, not %d: what lies behind "
              "the section is left alone",
              symbol.table->entsize, symbol.table->name, ELF_SYM_SIZE);
        range->end = range->used_end;
      }
}
