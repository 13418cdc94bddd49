/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   address-users.c - find references to bytes that are to move, and the dynamic
   tags that follow them.

   .interp and notes are found through program headers, other sections through
   dynamic tags, and both are corrected.  But a program may find its own notes
   in another way: through a symbol that a linker script or a declaration
   defines, or through an address stored in data.  References are searched for
   in the entry point, the dynamic tags, the symbol tables and the relocations.
   An executable that is not relocated may contain addresses without
   relocations, so all its loaded words are searched too.  Code that computes
   the address in another way goes undetected; no linker defines a symbol there
   that would allow it.

   Two kinds of symbols may follow the bytes.  One is STT_SECTION, which old
   linkers define for each section, unless a relocation that was kept uses it.
   The other is __abi_tag, which glibc's start file defines in each program: a
   local label of the note, which other files cannot refer to and its own does
   not.  */

#include "config.h"

#include <elf.h>
#include <inttypes.h>
#include <string.h>

#include "edit-internal.h"
#include "elf-relocs.h"

/* The dynamic tags of sections that may move: .hash, .gnu.hash and .dynsym.

   The dynamic linker finds these sections by DT_HASH, DT_GNU_HASH and
   DT_SYMTAB and by nothing else; no linker defines a symbol for them.
   patchelf moves them in the same way.  There were programs that computed the
   number of dynamic symbols from the distance of DT_STRTAB to DT_SYMTAB, so
   .dynsym moves only where nothing else gives room (make-room.c).

   The sections are looked for once: a damaged image may have millions of tags
   and as many sections.  */

static const struct
{
  uint64_t tag;
  uint32_t type; /* of the section that it leads to */
} leads[SECTION_TAGS] = {
  { DT_HASH, SHT_HASH },
  { DT_GNU_HASH, SHT_GNU_HASH },
  { DT_SYMTAB, SHT_DYNSYM },
};

void
section_tags_find (const struct image *image, struct section_tags *tags)
{
  *tags = (struct section_tags){ { 0 } };
  for (unsigned k = 0; k < SECTION_TAGS; k++)
    {
      uint64_t value;
      if (!dynamic_find (image, leads[k].tag, &value))
        continue;
      for (uint32_t i = 1; i < image->section_count && tags->idx[k] == 0; i++)
        if (image->sections[i].type == leads[k].type
            && (image->sections[i].flags & SHF_ALLOC) != 0
            && image->sections[i].addr == value)
          tags->idx[k] = i;
    }
}

uint32_t
section_tag_leads_to (const struct image *image,
                      const struct section_tags *tags, uint64_t tag,
                      uint64_t value)
{
  for (unsigned k = 0; k < SECTION_TAGS; k++)
    if (leads[k].tag == tag && tags->idx[k] != 0
        && image->sections[tags->idx[k]].addr == value)
      return tags->idx[k];
  return 0;
}

struct moving_range
{
  const struct image *image;
  struct phdr_plan *phdr;
  uint64_t start;
  uint64_t end; /* not below START */
};

static bool
is_in (const struct moving_range *m, uint64_t addr)
{
  return addr - m->start < m->end - m->start;
}

/* True if SYMBOL is a label in a note that means the note: __abi_tag, or $d,
   by which AArch64 marks data (ELF for the Arm 64-bit Architecture, "Mapping
   symbols").  */
static bool
is_note_label (const struct image_symbol *symbol)
{
  const struct image *image = symbol->image;
  unsigned section = symbol_section (symbol);

  return symbol_bind (symbol) == STB_LOCAL && section < image->section_count
         && image->sections[section].type == SHT_NOTE
         && (strcmp (symbol_name (symbol), "__abi_tag") == 0
             || strcmp (symbol_name (symbol), "$d") == 0);
}

enum displace_symbol
displace_symbol (const struct image_symbol *symbol, uint64_t start,
                 uint64_t end)
{
  uint64_t value = symbol_value (symbol);
  unsigned section = symbol_section (symbol);

  if (value < start || value >= end)
    return SYMBOL_ELSEWHERE;
  if (symbol_type (symbol) == STT_SECTION && section != SHN_UNDEF
      && section < SHN_LORESERVE)
    return SYMBOL_FOLLOWS;
  if (!symbol_has_address (symbol))
    return SYMBOL_ELSEWHERE;
  return is_note_label (symbol) ? SYMBOL_FOLLOWS : SYMBOL_BLOCKS;
}

/* True if symbol IDX of SYMBOLS, a section or NULL, is in M.  */
static bool
uses_symbol (const struct moving_range *m, uint64_t idx,
             const struct image_section *symbols)
{
  struct image_symbol symbol;

  if (idx == 0 || symbols == NULL
      || !symbol_at (m->image, symbols, idx, &symbol))
    return false;
  unsigned section = symbol_section (&symbol);
  return section != SHN_UNDEF && section != SHN_ABS
         && symbol_type (&symbol) != STT_TLS
         && is_in (m, symbol_value (&symbol));
}

/* The number of the first relocation in section TABLE, an SHT_RELA, that
   applies to, or refers to, M; SIZE_MAX if there is none.  */
static size_t
find_rela (const struct moving_range *m, const struct image_section *table)
{
  bool big = m->image->big_endian;
  size_t size;
  const uint8_t *bytes = image_section_bytes (m->image, table, &size);
  const struct image_section *symbols = NULL;
  /* Relocations of sections that are not loaded, such as .debug_info, contain
     offsets instead of addresses.  */
  bool loaded = (table->flags & SHF_ALLOC) != 0
                || (table->info < m->image->section_count
                    && (m->image->sections[table->info].flags & SHF_ALLOC));

  if (table->link != 0 && table->link < m->image->section_count)
    symbols = &m->image->sections[table->link];
  for (size_t off = 0; size - off >= ELF_RELA_SIZE; off += ELF_RELA_SIZE)
    {
      const uint8_t *rela = bytes + off;
      uint64_t addend = elf_u64 (rela + offsetof (Elf64_Rela, r_addend), big);
      uint64_t info = elf_u64 (rela + offsetof (Elf64_Rela, r_info), big);
      bool absolute = ELF64_R_SYM (info) == 0
                      && !reloc_type_is_tls (m->image->machine,
                                             (uint32_t) ELF64_R_TYPE (info));
      if ((loaded && is_in (m, elf_u64 (rela, big)))
          || (loaded && absolute && is_in (m, addend))
          || uses_symbol (m, ELF64_R_SYM (info), symbols))
        return off / ELF_RELA_SIZE;
    }
  return SIZE_MAX;
}

/* True if the word at address ADDR of the image is an address in M.  */
static bool
word_is_in (const struct moving_range *m, uint64_t addr)
{
  const uint8_t *word = image_loaded (m->image, addr, sizeof (uint64_t));

  return word != NULL && is_in (m, elf_u64 (word, m->image->big_endian));
}

/* Like find_rela, for SHT_RELR: an address, then bitmaps of the 63 words after
   the last one covered.  The addends are in the words.  */
static size_t
find_relr (const struct moving_range *m, const struct image_section *table)
{
  size_t size;
  const uint8_t *bytes = image_section_bytes (m->image, table, &size);
  uint64_t next = 0;

  for (size_t off = 0; size - off >= 8; off += 8)
    {
      uint64_t entry = elf_u64 (bytes + off, m->image->big_endian);
      bool found = false;
      if ((entry & 1) == 0)
        {
          found = word_is_in (m, entry);
          next = entry + 8;
        }
      else
        {
          for (unsigned bit = 1; bit < 64; bit++)
            if ((entry >> bit & 1) != 0)
              found |= word_is_in (m, next + 8 * (bit - 1));
          next += (uint64_t) 8 * 63;
        }
      if (found)
        return off / 8;
    }
  return SIZE_MAX;
}

/* True if neither the entry point nor a dynamic tag that cannot follow is in
   M.  */
static bool
tags_allow_move (const struct moving_range *m)
{
  const struct image *image = m->image;
  struct section_tags tags;
  uint64_t tag, value;

  section_tags_find (image, &tags);
  if (is_in (m, image->entry))
    return phdr_refuse (m->phdr, "the entry point names what would move");
  for (uint32_t i = 0; i < image->segment_count; i++)
    for (uint64_t k = 0;
         image->segments[i].type == PT_DYNAMIC
         && dynamic_entry (image, &image->segments[i], k, &tag, &value);
         k++)
      if (tag_has_address (tag) && is_in (m, value)
          && section_tag_leads_to (image, &tags, tag, value) == 0)
        return phdr_refuse (
            m->phdr, "dynamic tag 0x%" PRIx64 " names what would move", tag);
  return true;
}

/* True if offset AT of IMAGE is in its dynamic section.  */
static bool
is_dynamic (const struct image *image, uint64_t at)
{
  const struct image_segment *dynamic = image_find_segment (image, PT_DYNAMIC);

  return dynamic != NULL && at - dynamic->offset < dynamic->filesz;
}

/* True if no aligned word of the loaded bytes contains an address in M.  An
   executable without relocations could store the address that way.  Dynamic
   tags are examined by themselves.  */
static bool
words_allow_move (const struct moving_range *m)
{
  const struct image *image = m->image;
  const uint64_t start = m->start, size = m->end - m->start;
  const bool big = image->big_endian;

  for (uint32_t i = 0; i < image->segment_count; i++)
    {
      const struct image_segment *load = &image->segments[i];
      if (load->type != PT_LOAD)
        continue;
      const uint64_t end = load->offset + load->filesz;
      /* Skip the program headers: they contain the address.  */
      uint64_t at = image_phdr_offset (image, image->segment_count);
      if (at < load->offset || at > end)
        at = load->offset;
      at = align_up (at, 8);
      const uint8_t *bytes = at < end ? image_at (image, at, end - at) : NULL;
      for (uint64_t left = at < end ? (end - at) / 8 : 0; left != 0;
           left--, at += 8, bytes += 8)
        if (elf_u64 (bytes, big) - start < size && !is_dynamic (image, at))
          return phdr_refuse (
              m->phdr, "the word at 0x%" PRIx64 " names what would move", at);
    }
  return true;
}

bool
displace_symbols_follow (struct phdr_plan *phdr, uint64_t start, uint64_t end)
{
  struct image_symbol symbol = { .image = phdr->image };

  while (symbol_next (&symbol))
    if (symbol_unreadable (&symbol))
      return phdr_refuse (phdr, "the symbols of %.64s cannot be read",
                          symbol.table->name);
    else if (displace_symbol (&symbol, start, end) == SYMBOL_BLOCKS)
      return phdr_refuse (
          phdr, "symbol %" PRIu64 " of %.32s (%.64s) names what would move",
          symbol_number (&symbol), symbol.table->name, symbol_name (&symbol));
  return true;
}

/* Whether SECTION holds relocations of a section that is rewritten: they are
   void then (rewrite-image.c).  */
static bool
becomes_void (const struct phdr_plan *phdr,
              const struct image_section *section)
{
  const struct image *image = phdr->image;

  return (section->flags & SHF_ALLOC) == 0
         && section->info < image->section_count
         && edit_section_is (phdr->options.kind,
                             &image->sections[section->info])
                != SECTION_NOT_SFRAME;
}

bool
range_is_unreferenced (struct phdr_plan *phdr, uint64_t start, uint64_t end)
{
  const struct image *image = phdr->image;
  const struct moving_range m
      = { .image = image, .phdr = phdr, .start = start, .end = end };

  if (!tags_allow_move (&m))
    return false;
  for (uint32_t i = 1; i < image->section_count; i++)
    {
      const struct image_section *section = &image->sections[i];
      const bool rela = section->type == SHT_RELA;
      size_t found = SIZE_MAX;
      if (rela ? !becomes_void (phdr, section) : section->type == SHT_RELR)
        found = rela ? find_rela (&m, section) : find_relr (&m, section);
      if (found != SIZE_MAX)
        return phdr_refuse (
            phdr, "a relocation (%s %zu of %.64s) names what would move",
            rela ? "number" : "entry", found, section->name);
    }
  if (!displace_symbols_follow (phdr, start, end))
    return false;
  return image->type != ET_EXEC || words_allow_move (&m);
}
