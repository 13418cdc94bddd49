/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   go-module.c - the header of a table, and the module data that refer to it.

   The header says where the parts of the table are.  The module data have a
   pointer to each of them, and the addresses of the code.  Since Go 1.26 they
   alone say where the code is from which functions count.  That both agree
   shows that the table is that of the program, not one that it contains.  */

#include "config.h"

#include <elf.h>
#include <stdlib.h>

#include "elf-abi.h"
#include "go-internal.h"

enum
{
  WORD = 8,
  HEADER = 2 * WORD, /* up to the number of functions, which all have */
  MODULE_WORDS = 23
};

/* What the module data have, by the number of the word: an address, or that
   of an array, with its length in the next one.  */
struct module_layout
{
  uint8_t first;    /* the table, or the array of all of its bytes */
  uint8_t names;    /* arrays: of names, */
  uint8_t programs; /* of programs, */
  uint8_t records;  /* of functions with their records, */
  uint8_t entries;  /* and of addresses and records */
  uint8_t low;      /* the first address of the code */
  uint8_t high;     /* and the last */
  uint8_t text;     /* from where functions count */
};

static const struct module_layout old_module = { .names = 0,
                                                 .programs = 0,
                                                 .records = 0,
                                                 .entries = 3,
                                                 .low = 10,
                                                 .high = 11,
                                                 .text = 12 };
static const struct module_layout new_module = { .names = 1,
                                                 .programs = 10,
                                                 .records = 13,
                                                 .entries = 16,
                                                 .low = 20,
                                                 .high = 21,
                                                 .text = 22 };

/* What is being read.  */
struct reading
{
  struct go_table *table;
  const struct loaded_words *words;
  const struct code_ranges *code;
  uint64_t entries; /* the offset of the array of addresses */
  uint64_t text;
  bool nomem;
};

/* The word at OFFSET of the table's header, which is that large.  */
static uint64_t
header_word (const struct go_table *table, uint64_t offset)
{
  return elf_u64 (table->bytes + offset, table->image->big_endian);
}

static enum go_version
version_of (uint32_t magic)
{
  switch (magic)
    {
    case 0xfffffffb:
      return GO_1_2;
    case 0xfffffffa:
      return GO_1_16;
    case 0xfffffff0:
      return GO_1_18;
    case 0xfffffff1:
      return GO_1_20;
    default:
      return GO_NONE;
    }
}

static uint8_t
quantum_of (uint16_t machine)
{
  return machine == EM_X86_64 ? 1 : machine == EM_AARCH64 ? 4 : 2;
}

/* Note WHY the table does not count.  */
static bool
wrong (struct reading *r, const char *why)
{
  r->table->why = why;
  return false;
}

/* Read the header, but for the sizes of the parts.  */
static bool
read_header (struct reading *r)
{
  struct go_table *t = r->table;
  const bool big = t->image->big_endian;
  const struct image_segment *load = image_load_of (t->image, t->addr);

  if (load == NULL)
    return wrong (r, "has no bytes");
  t->size = load->filesz - (t->addr - load->vaddr);
  t->bytes = image_loaded (t->image, t->addr, t->size);
  if (t->size < HEADER)
    return wrong (r, "ends in its header");
  t->version = version_of (elf_u32 (t->bytes, big));
  if (t->version == GO_NONE)
    return wrong (r, "is of no known version");
  t->quantum = t->bytes[6];
  if (elf_u16 (t->bytes + 4, big) != 0
      || t->quantum != quantum_of (t->image->machine) || t->bytes[7] != WORD)
    return wrong (r, "is not for this machine");
  t->count = header_word (t, WORD);
  if (t->version == GO_1_2)
    {
      r->entries = HEADER;
      return true;
    }
  /* After the number of functions, that of files and, since 1.18, the start
     of the code: the offsets of names, units, files, programs, functions.  */
  const uint64_t at = (t->version == GO_1_16 ? 3 : 4) * WORD;
  if (t->size < at + 5 * WORD)
    return wrong (r, "ends in its header");
  t->names.offset = header_word (t, at);
  t->programs.offset = header_word (t, at + 3 * WORD);
  t->functions.offset = header_word (t, at + 4 * WORD);
  r->entries = t->functions.offset;
  return true;
}

/* Set PART's size to the length of the array of bytes of word NUMBER of the
   module data at ADDR, if that is PART, and is in the table.  */
static bool
take_part (const struct reading *r, uint64_t addr, unsigned number,
           struct go_part *part)
{
  const struct go_table *t = r->table;
  uint64_t start, length;

  if (!loaded_word (r->words, addr + (uint64_t) number * WORD, &start)
      || !loaded_word (r->words, addr + (uint64_t) (number + 1) * WORD,
                       &length)
      || part->offset > t->size || start != t->addr + part->offset
      || length > t->size - part->offset)
    return false;
  part->size = length;
  return true;
}

/* Whether the array of addresses is in the table, and the module data at ADDR
   refer to it as L says.  */
static bool
has_entries (const struct reading *r, uint64_t addr,
             const struct module_layout *l)
{
  const struct go_table *t = r->table;
  const uint64_t size = t->version >= GO_1_18 ? WORD : 2 * WORD;
  uint64_t start, length;

  return loaded_word (r->words, addr + (uint64_t) l->entries * WORD, &start)
         && loaded_word (r->words, addr + (uint64_t) (l->entries + 1) * WORD,
                         &length)
         && r->entries <= t->size && start == t->addr + r->entries
         && length > 1 && length - 1 == t->count
         && length <= (t->size - r->entries) / size;
}

/* Take the first and the last address of entry IDX of the array, and the
   offset of its record.  */
static bool
read_entry (const struct reading *r, size_t idx, struct go_entry *entry)
{
  const struct go_table *t = r->table;
  const bool big = t->image->big_endian;
  const bool narrow = t->version >= GO_1_18;
  const uint64_t size = narrow ? WORD : 2 * WORD;
  const uint64_t offset = r->entries + idx * size;

  if (narrow)
    {
      entry->addr = r->text + elf_u32 (t->bytes + offset, big);
      entry->at = elf_u32 (t->bytes + offset + 4, big);
      return true;
    }
  entry->at = idx < t->count ? header_word (t, offset + WORD) : 0;
  return loaded_word (r->words, t->addr + offset, &entry->addr);
}

/* Whether the module data at ADDR are those of the table.  */
static bool
is_module (void *data, uint64_t addr)
{
  struct reading *r = data;
  struct go_table *t = r->table;
  const struct module_layout *l
      = t->version == GO_1_2 ? &old_module : &new_module;
  struct go_entry first, last;
  uint64_t low, high;

  if (addr > UINT64_MAX - (uint64_t) MODULE_WORDS * WORD
      || !take_part (r, addr, l->names, &t->names)
      || !take_part (r, addr, l->programs, &t->programs)
      || !take_part (r, addr, l->records, &t->functions)
      || !has_entries (r, addr, l)
      || !loaded_word (r->words, addr + (uint64_t) l->low * WORD, &low)
      || !loaded_word (r->words, addr + (uint64_t) l->high * WORD, &high)
      || !loaded_word (r->words, addr + (uint64_t) l->text * WORD, &r->text))
    return false;
  return read_entry (r, 0, &first) && read_entry (r, t->count, &last)
         && first.addr == low && last.addr == high;
}

/* Whether the record AT of a function at ADDR is in the table, and has its
   address.  */
static bool
has_record (const struct reading *r, const struct go_entry *entry)
{
  const struct go_table *t = r->table;
  const uint64_t offset = t->functions.offset + entry->at;
  const unsigned field = t->version >= GO_1_18 ? 4 : WORD;
  uint64_t addr;

  if (entry->at > t->functions.size || t->functions.size - entry->at < field)
    return false;
  if (field == 4)
    return r->text + elf_u32 (t->bytes + offset, t->image->big_endian)
           == entry->addr;
  return loaded_word (r->words, t->addr + offset, &addr)
         && addr == entry->addr;
}

/* List the functions.  They must be in order, and in the code.  */
static bool
read_entries (struct reading *r)
{
  struct go_table *t = r->table;
  uint64_t last = 0;

  t->entries = calloc (t->count + 1, sizeof *t->entries);
  if (t->entries == NULL)
    {
      r->nomem = true;
      return false;
    }
  for (size_t i = 0; i <= t->count; i++)
    {
      struct go_entry *entry = &t->entries[i];
      if (!read_entry (r, i, entry) || entry->addr < last)
        return wrong (r, "has functions that are not in order");
      if (i < t->count && !has_record (r, entry))
        return wrong (r, "has functions without a record");
      last = entry->addr;
    }
  const uint64_t start = t->entries[0].addr;
  if (!code_ranges_hold (r->code, start, last - start))
    return wrong (r, "has functions outside of the code");
  return true;
}

bool
go_module_read (struct go_table *table, const struct loaded_words *words,
                const struct code_ranges *code, bool *nomem)
{
  struct reading r = { .table = table, .words = words, .code = code };

  if (!read_header (&r))
    return false;
  if (!loaded_words_each (words, table->addr, is_module, &r))
    return wrong (&r, "is not that of the program's module data");
  const bool good = read_entries (&r);
  *nomem = r.nomem;
  return good;
}
