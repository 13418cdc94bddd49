/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   plt-stubs.c - PLT code that only symbols or relocations of its own show:
   stubs, and entries for indirect functions.  */

#include "config.h"

#include <elf.h>
#include <stdlib.h>
#include <string.h>

#include "elf-abi.h"
#include "plt-code.h"
#include "sfmerge-tool.h"
#include "sorted.h"
#include "text.h"

sfm_status
plt_code_add_area (struct plt_code *plt, const struct plt_area *area,
                   const struct diag_sink *sink)
{
  if (!array_grow (&plt->areas, &plt->area_capacity, plt->area_count,
                   sizeof *plt->areas))
    return diag_nomem (sink, plt->index->image->path);
  plt->areas[plt->area_count++] = *area;
  return SFM_OK;
}

bool
addresses_add (struct addresses *addrs, uint64_t addr)
{
  if (!array_grow (&addrs->at, &addrs->capacity, addrs->count,
                   sizeof *addrs->at))
    return false;
  addrs->at[addrs->count++] = addr;
  return true;
}

void
addresses_sort (struct addresses *addrs)
{
  sort_if_needed (addrs->at, addrs->count, sizeof *addrs->at, compare_u64);
}

/* Stubs that linkers put amid the code of objects if a branch cannot reach its
   target: GNU ld's veneers, lld's and mold's thunks.

   Theory of operation.  Three instructions that load an address and jump there
   may also come from a compiler, with any rule.  So a stub needs a local
   symbol named in the manner of its linker [named_as_stub], the bytes of a
   stub, and the symbol's size if that has one [stub_at].  By .eh_frame and the
   other symbols it must not be part of something else.  gold's stubs have no
   symbols and are not found.  Stubs against processor errata hold an
   instruction of the function that jumps to them, so their rules are that
   function's; their names are different.

   Adjacent stubs are one area.  */

enum
{
  STUB_MAX = 24, /* bytes of the longest */
  STUB_MIN = 8,
  ALIGN = 4
};

/* Whether NAME is a stub's: "__f_veneer" by GNU ld,
   "__AArch64...Thunk_f" by lld, "f$thunk", with or without a number after it,
   by mold.  */
static bool
named_as_stub (const char *name)
{
  static const char veneer[] = "_veneer", thunk[] = "$thunk";
  size_t size = strlen (name);

  if (text_begins (name, "__AArch64"))
    return strstr (name, "Thunk_") != NULL;
  if (text_begins (name, "__") && size > sizeof veneer
      && strcmp (name + size - (sizeof veneer - 1), veneer) == 0)
    return true;
  while (size != 0 && name[size - 1] >= '0' && name[size - 1] <= '9')
    size--;
  return size > sizeof thunk - 1
         && memcmp (name + size - (sizeof thunk - 1), thunk, sizeof thunk - 1)
                == 0;
}

/* The size of the stub that SYMBOL names in bytes; 0: it names none.  */
static uint64_t
stub_at (const struct function_index *index, const struct function *symbol)
{
  const struct code_ranges *code = &index->code;
  uint64_t addr = symbol->addr;
  const uint8_t *bytes;
  uint64_t left = STUB_MAX;
  bool head;

  if (symbol->global || addr % ALIGN != 0 || !named_as_stub (symbol->name))
    return 0;
  while ((bytes = code_ranges_bytes (code, addr, left)) == NULL
         && left > STUB_MIN)
    left -= ALIGN;
  if (bytes == NULL)
    return 0;
  const struct sfm_plt_code stub = { .addr = addr,
                                     .bytes = bytes,
                                     .size = (size_t) left,
                                     .abi = index->image->abi,
                                     .stubs = true };
  uint64_t size = sfm_plt_entry (&stub, &head);
  if (size == 0 || (symbol->size != 0 && symbol->size != size)
      || index_inside (index, addr) || index_contradicts (index, addr, size))
    return 0;
  return size;
}

/* Add the stub of SIZE bytes at ADDR.  It extends the last area if that one
   ends there and is an area of stubs, that is has an index of at least
   FIRST.  */
static sfm_status
add_stub (struct plt_code *plt, uint64_t addr, uint64_t size, size_t first,
          const struct diag_sink *sink)
{
  const struct code_ranges *code = &plt->index->code;
  struct plt_area *last
      = plt->area_count > first ? &plt->areas[plt->area_count - 1] : NULL;
  const char *name = code_ranges_section_name (code, addr);

  if (last != NULL && last->addr + last->size == addr
      && code_ranges_bytes (code, last->addr, last->size + size) != NULL)
    {
      last->size += size;
      return SFM_OK;
    }
  const struct plt_area area = { .addr = addr,
                                 .size = size,
                                 .bytes = code_ranges_bytes (code, addr, size),
                                 .name = name != NULL ? name : "",
                                 .stubs = true };
  return plt_code_add_area (plt, &area, sink);
}

sfm_status
plt_code_stubs (struct plt_code *plt, const struct diag_sink *sink)
{
  const struct function_list *symbols = &plt->index->symbols;
  size_t first = plt->area_count, next = 0;
  uint64_t end = 0; /* of all areas and stubs that begin before */

  if (plt->index->image->machine != EM_AARCH64)
    return SFM_OK;
  for (size_t i = 0; i < symbols->count; i++)
    {
      const struct function *symbol = &symbols->at[i];
      uint64_t size = stub_at (plt->index, symbol);
      for (; next < first && plt->areas[next].addr <= symbol->addr; next++)
        if (plt->areas[next].addr + plt->areas[next].size > end)
          end = plt->areas[next].addr + plt->areas[next].size;
      if (size == 0 || symbol->addr < end
          || (next < first && plt->areas[next].addr - symbol->addr < size))
        continue;
      TRY (add_stub (plt, symbol->addr, size, first, sink));
      end = symbol->addr + size;
    }
  return SFM_OK;
}

/* Entries for indirect functions in an image without section headers.

   Theory of operation.  A static program resolves its indirect functions
   itself: only its own code says where their relocations are, and until then
   no word holds the address of an entry.  But an IRELATIVE relocation has a
   form that other data do not have: the address of a writable word, the type
   alone, and the address of code [list_words].  And an entry jumps through the
   word that its relocation fills [word_of].  Both together are proof.  In
   static programs of GNU ld, gold, lld and mold, with 25 indirect functions of
   the C library each, this finds these entries and no other code.  */

enum
{
  WORD = 8,
  STEP = 8,        /* alignment of entries */
  ENTRY_BYTES = 16 /* that identify its word */
};

static uint64_t
irelative (uint16_t machine)
{
  switch (machine)
    {
    case EM_X86_64:
      return R_X86_64_IRELATIVE;
    case EM_AARCH64:
      return R_AARCH64_IRELATIVE;
    default:
      return machine == EM_S390 ? R_390_IRELATIVE : 0;
    }
}

/* Whether ADDR is the address of a word that the program may write.  */
static bool
is_writable (const struct image *image, uint64_t addr)
{
  const struct image_segment *load = image_load_of (image, addr);

  return load != NULL && (load->flags & PF_W) != 0 && addr % WORD == 0;
}

/* Add the words that the IRELATIVE relocations in the SIZE BYTES of a segment
   fill to WORDS.  */
static sfm_status
list_words (const struct function_index *index, const uint8_t *bytes,
            uint64_t size, struct addresses *words,
            const struct diag_sink *sink)
{
  const struct image *image = index->image;
  const bool big = image->big_endian;
  const uint64_t type = irelative (image->machine);

  for (uint64_t off = 0; off + ELF_RELA_SIZE <= size; off += WORD)
    {
      const uint8_t *rela = bytes + off;
      if (elf_u64 (rela + WORD, big) == type
          && is_writable (image, elf_u64 (rela, big))
          && code_ranges_hold (&index->code, elf_u64 (rela + 2 * WORD, big), 1)
          && !addresses_add (words, elf_u64 (rela, big)))
        return diag_nomem (sink, image->path);
    }
  return SFM_OK;
}

/* The word through which an AMD64 entry jumps: FF 25 and the distance, with or
   without ENDBR64 before it.  */
static bool
amd64_word (const uint8_t *bytes, uint64_t addr, uint64_t *word)
{
  static const uint8_t endbr64[] = { 0xf3, 0x0f, 0x1e, 0xfa };
  unsigned at = memcmp (bytes, endbr64, sizeof endbr64) == 0 ? 4 : 0;

  *word = addr + at + 6
          + (uint64_t) (int64_t) (int32_t) elf_u32 (bytes + at + 2, false);
  return bytes[at] == 0xff && bytes[at + 1] == 0x25;
}

/* For AArch64: ADRP x16 and LDR x17, with or without BTI c before them.  */
static bool
aarch64_word (const uint8_t *bytes, uint64_t addr, uint64_t *word)
{
  unsigned at = elf_u32 (bytes, false) == 0xd503245f ? 4 : 0;
  uint32_t adrp = elf_u32 (bytes + at, false);
  uint32_t ldr = elf_u32 (bytes + at + 4, false);
  uint64_t page = (uint64_t) (adrp >> 5 & 0x7ffff) << 2 | (adrp >> 29 & 3);

  /* Sign-extend the 21 bits.  */
  page = (page ^ 0x100000) - 0x100000;
  *word = ((addr + at) & ~(uint64_t) 0xfff) + (page << 12)
          + (uint64_t) (ldr >> 10 & 0xfff) * WORD;
  return (adrp & 0x9f00001f) == 0x90000010 && (ldr & 0xffc003ff) == 0xf9400211;
}

/* For s390x: LARL %r1, in halfwords.  */
static bool
s390x_word (const uint8_t *bytes, uint64_t addr, uint64_t *word)
{
  *word = addr + (uint64_t) (int64_t) (int32_t) elf_u32 (bytes + 2, true) * 2;
  return bytes[0] == 0xc0 && bytes[1] == 0x10;
}

/* The word through which the code at ADDR would jump if it were an entry.  */
static bool
word_of (const struct image *image, const uint8_t *bytes, uint64_t addr,
         uint64_t *word)
{
  switch (image->machine)
    {
    case EM_X86_64:
      return amd64_word (bytes, addr, word);
    case EM_AARCH64:
      return aarch64_word (bytes, addr, word);
    default:
      return s390x_word (bytes, addr, word);
    }
}

/* Add the entries in RANGE that jump through WORDS to ADDRS.  */
static sfm_status
list_entries (const struct code_ranges *code, const struct code_range *range,
              const struct addresses *words, struct addresses *addrs,
              const struct diag_sink *sink)
{
  const struct image *image = code->image;
  const uint8_t *all = code_range_bytes (code, range);

  for (uint64_t off = -range->addr % STEP;
       range->size >= ENTRY_BYTES && off <= range->size - ENTRY_BYTES;
       off += STEP)
    {
      const uint8_t *bytes = all + off;
      uint64_t word;
      bool head;
      if (!word_of (image, bytes, range->addr + off, &word)
          || bsearch (&word, words->at, words->count, sizeof word, compare_u64)
                 == NULL)
        continue;
      uint64_t left = range->size - off;
      const struct sfm_plt_code entry
          = { .addr = range->addr + off,
              .bytes = bytes,
              .size = (size_t) (left < PLT_ENTRY_MAX ? left : PLT_ENTRY_MAX),
              .abi = image->abi };
      if (sfm_plt_entry (&entry, &head) != 0 && !head
          && !addresses_add (addrs, entry.addr))
        return diag_nomem (sink, image->path);
    }
  return SFM_OK;
}

sfm_status
plt_code_ifunc (const struct function_index *index, struct addresses *addrs,
                const struct diag_sink *sink)
{
  const struct image *image = index->image;
  const struct code_ranges *code = &index->code;
  struct addresses words = { .at = NULL };
  sfm_status status = SFM_OK;
  /* Segments of a damaged image may overlap; bound how often a byte is
     read.  */
  uint64_t data_left = image->size * 2, code_left = data_left;

  if (code->by_sections || irelative (image->machine) == 0)
    return SFM_OK;
  for (size_t i = 0; i < image->segment_count && status == SFM_OK; i++)
    {
      const struct image_segment *s = &image->segments[i];
      const uint8_t *bytes = s->type == PT_LOAD
                                 ? image_loaded (image, s->vaddr, s->filesz)
                                 : NULL;
      uint64_t skip = -s->vaddr % WORD;
      if (bytes == NULL || skip >= s->filesz || s->filesz > data_left)
        continue;
      data_left -= s->filesz;
      status
          = list_words (index, bytes + skip, s->filesz - skip, &words, sink);
    }
  addresses_sort (&words);
  for (size_t i = 0;
       i < code->segment_count && words.count != 0 && status == SFM_OK; i++)
    {
      const struct code_range *r = &code->segments[i];
      if (!r->loaded || r->size > code_left)
        continue;
      code_left -= r->size;
      status = list_entries (code, r, &words, addrs, sink);
    }
  free (words.at);
  return status;
}
