/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   free-range.c - limit the free bytes after a section by the headers, segments
   and sections that follow, by references to the bytes, and by their content.

   A byte outside all sections may still be in use: code can reach it through a
   symbol, the dynamic linker through a tag.  Linker scripts and linkers often
   put an end symbol ("__end = .") right after the section; it does not refer
   to that byte.  So a symbol there counts only if it has a size.  A dynamic
   tag there always counts, because no tag marks an end.  */

#include "config.h"

#include <elf.h>
#include <inttypes.h>

#include "edit-internal.h"

/* End RANGE before [START, STOP) of the file, which is occupied.  False if
   that overlaps the used bytes, which a shorter range cannot solve.  */
static bool
range_exclude (struct free_range *range, uint64_t start, uint64_t stop)
{
  if (start >= stop || stop <= range->offset || start >= range->end)
    return true;
  /* An empty section has no bytes to conflict; it merely cannot grow.  */
  if (start < range->used_end && range->used_end != range->offset)
    return false;
  range->end = larger (start, range->offset);
  return true;
}

/* Like range_exclude, for addresses.  */
static bool
range_exclude_addr (struct free_range *range, uint64_t start, uint64_t stop)
{
  const uint64_t from = larger (start, range->addr) - range->addr;

  /* The offset of an address far after the range may not fit into 64 bits.  */
  if (start >= stop || stop <= range->addr
      || from >= range->end - range->offset)
    return true;
  /* Bytes before the range do not matter, nor where STOP is in it.  */
  return range_exclude (range, range->offset + from, range->end);
}

/* Whether ADDR is that of a free byte of RANGE.  */
static inline bool
is_free (const struct free_range *range, uint64_t addr)
{
  const uint64_t distance = addr - range->addr;

  return distance < range->end - range->offset
         && distance >= range->used_end - range->offset;
}

/* End RANGE before ADDR, if that is one of its free bytes, which something
   refers to.  SIZED: it is not just an end symbol.  */
static inline void
exclude_reference (struct free_range *range, uint64_t addr, bool sized)
{
  if (is_free (range, addr)
      && (sized || addr - range->addr != range->used_end - range->offset))
    range->end = range->offset + (addr - range->addr);
}

bool
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

/* End RANGE before the first free byte that a dynamic tag or the entry point
   of IMAGE refers to.  */
static void
range_exclude_tagged (struct free_range *range, const struct image *image)
{
  exclude_reference (range, image->entry, true);
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
    if (is_free (range, symbol_value (&symbol))
        && symbol_has_address (&symbol))
      exclude_reference (range, symbol_value (&symbol),
                         symbol_size (&symbol) != 0);
    else if (symbol_unreadable (&symbol))
      {
        diag (sink, DIAG_WARNING, image->path,
              "symbols of %" PRIu64 " bytes in %s, not %d: what lies past "
              "the section is left alone",
              symbol.table->entsize, symbol.table->name, ELF_SYM_SIZE);
        range->end = range->used_end;
      }
}

/* True if SEGMENT treats the bytes of RANGE as a whole, without regard to
   their content.  */
static bool
segment_may_cover (const struct image_segment *segment,
                   const struct free_range *range)
{
  bool whole = (segment->offset <= range->offset
                && segment->offset + segment->filesz >= range->used_end);
  switch (segment->type)
    {
    case PT_LOAD:
    case PT_GNU_RELRO:
      return whole;
    case PT_DYNAMIC:
    case PT_INTERP:
    case PT_NOTE:
    case PT_PHDR:
    case PT_TLS:
    case PT_GNU_EH_FRAME:
    case PT_GNU_PROPERTY:
      return false;
    default:
      return whole && range->used_end != range->offset;
    }
}

/* What limits a range.  */
struct limits
{
  enum edit_kind kind;
  struct free_range *range;
  const struct image *image;
  const struct diag_sink *sink;
};

/* End the range before [START, STOP), offsets or, if BY_ADDR, addresses, which
   WHAT occupies.  CORRUPT, with a message, if that is impossible.  */
static sfm_status
exclude (const struct limits *l, const char *what, bool by_addr,
         uint64_t start, uint64_t stop)
{
  struct free_range *range = l->range;

  if (by_addr ? range_exclude_addr (range, start, stop)
              : range_exclude (range, start, stop))
    return SFM_OK;
  return diag_fail (l->sink, SFM_ERR_CORRUPT, l->image->path,
                    "%s at [0x%" PRIx64 ", 0x%" PRIx64
                    ") lies in %s at [0x%" PRIx64 ", 0x%" PRIx64 ")",
                    what, start, stop, edit_sections[l->kind].name,
                    range->offset, range->used_end);
}

/* True if SECTION is of the kind and follows the used bytes.  Only one such
   section keeps its content; the others are emptied.  */
static bool
will_be_emptied (const struct limits *l, const struct image_section *section)
{
  return edit_section_is (l->kind, section) != SECTION_NOT_SFRAME
         && (section->flags & SHF_ALLOC) != 0 && section->type != SHT_NOBITS
         && section->offset >= l->range->used_end;
}

/* A segment that may cover the range ends it too, unless the segment ends
   before the range: otherwise the section would be partly inside the
   segment.  */
static sfm_status
exclude_segment (const struct limits *l, const struct image_segment *segment)
{
  struct free_range *range = l->range;
  const uint64_t end = segment->offset + segment->filesz;

  if (segment->type == edit_sections[l->kind].segment_type
      || segment->type == PT_GNU_STACK || segment->type == PT_NULL)
    return SFM_OK;
  if (!segment_may_cover (segment, range))
    return exclude (l, "a segment", false, segment->offset, end);
  if (end > range->offset)
    range->end = smaller (range->end, end);
  return SFM_OK;
}

static sfm_status
exclude_section (const struct limits *l, const struct image_section *section)
{
  const uint64_t size = image_section_size (section);

  if (will_be_emptied (l, section))
    return SFM_OK;
  TRY (exclude (l, section->name, false, section->offset,
                section->offset + size));
  /* SHT_NOBITS occupies memory, whose addresses may be inside a segment's file
     range: GNU ld fills such bytes with zeros and keeps the type.  */
  if (!image_section_has_memory (section)
      || section->size > UINT64_MAX - section->addr)
    return SFM_OK;
  return exclude (l, section->name, true, section->addr,
                  section->addr + section->size);
}

sfm_status
range_exclude_occupied (enum edit_kind kind, struct free_range *range,
                        const struct image *image, uint32_t idx, uint32_t load,
                        const struct diag_sink *sink)
{
  const struct limits l = { kind, range, image, sink };

  TRY (exclude (&l, "the ELF header", false, 0, ELF_EHDR_SIZE));
  TRY (exclude (&l, "the program header table", false, image->phoff,
                image_phdr_offset (image, image->segment_count)));
  TRY (exclude (&l, "the section header table", false, image->shoff,
                image_shdr_offset (image, image->section_count)));
  for (uint32_t i = 0; i < image->segment_count; i++)
    if (i != load)
      TRY (exclude_segment (&l, &image->segments[i]));
  for (uint32_t i = 1; i < image->section_count; i++)
    if (i != idx)
      TRY (exclude_section (&l, &image->sections[i]));
  return SFM_OK;
}

/* Zeros may be overwritten, and pieces that begin with an SFrame header.
   Anything else may belong to something that a linker script put into a
   section of that name, even if it is a piece that has lost its magic number.
   Symbols do not help to decide: strings have none.  */
uint64_t
free_space_find_content (const struct image *image, uint64_t at, uint64_t end,
                         const struct byte_range *pieces, size_t count)
{
  /* What follows the last piece ends at END.  */
  for (size_t i = 0; at < end; i++)
    {
      const uint64_t start = i < count ? smaller (pieces[i].start, end) : end;
      if (at < start)
        at += zeros_end (image_at (image, at, start - at), 0, start - at);
      if (at < start)
        return at;
      if (i < count)
        at = larger (at, pieces[i].end);
    }
  return smaller (at, end);
}
