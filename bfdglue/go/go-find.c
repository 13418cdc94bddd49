/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   go-find.c - find the table, and decide whether it counts.

   Go's linker gives it a section.  A C linker that Go's linker calls may put
   it into a larger one, and section headers may be gone.  Then all data is
   searched for its first bytes, but only if something else shows that Go has
   made the program.  */

#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "elf-abi.h"
#include "elf-relocs.h"
#include "go-limits.h"
#include "go-table.h"
#include "pool.h"
#include "sorted.h"

/* What is in the memory of an image when it begins to run.

   Where the loader decides the addresses, the file has a pointer in a
   relocation, or in its place, or in both.  */

enum
{
  WORD = 8,
  HEADER = 2 * WORD, /* up to the number of functions, which all have */
  MODULE_WORDS = 23
};

/* A word that the loader writes.  */
struct loaded_word
{
  uint64_t addr;
  uint64_t value;
};

/* What is being read.  */
struct reading
{
  struct go_table *table;
  const struct image *image;
  const struct code_ranges *code;
  LIST (struct loaded_word) words; /* by address */
  uint64_t entries;                /* the offset of the array of addresses */
  uint64_t text;
  bool nomem;
};

/* Read the relocations of the image.  False: no memory.  */
static bool
read_words (struct reading *r)
{
  const struct image *image = r->image;
  const bool big = image->big_endian;
  const uint32_t type = reloc_type_of_base (image->machine);
  uint64_t size;
  const uint8_t *rela = dynamic_rela (image, &size);

  for (; rela != NULL && size >= ELF_RELA_SIZE;
       size -= ELF_RELA_SIZE, rela += ELF_RELA_SIZE)
    if ((uint32_t) elf_u64 (rela + 8, big) == type
        && !LIST_ADD (&r->words,
                      (struct loaded_word){ elf_u64 (rela, big),
                                            elf_u64 (rela + 16, big) }))
      return false;
  if (r->words.count != 0)
    sort_if_needed (r->words.at, r->words.count, sizeof *r->words.at,
                    compare_u64_pairs);
  return true;
}

/* Set *VALUE to the 8 bytes at ADDR.  False: they are not there.  */
static bool
loaded_word (const struct reading *r, uint64_t addr, uint64_t *value)
{
  const uint8_t *bytes = image_loaded (r->image, addr, WORD);
  const size_t idx = sorted_from (r->words.at, r->words.count,
                                  sizeof *r->words.at, 0, addr);

  if (bytes == NULL)
    return false;
  *value = idx < r->words.count && r->words.at[idx].addr == addr
               ? r->words.at[idx].value
               : elf_u64 (bytes, r->image->big_endian);
  return true;
}

/* Call VISIT for each multiple of 8 in SEGMENT, and the bytes there in the
   file, until it returns true, which is the result.  */
static bool
each_word (const struct image *image, const struct image_segment *segment,
           bool (*visit) (void *data, const uint8_t *bytes, uint64_t addr),
           void *data)
{
  const uint64_t skip = -segment->vaddr % WORD;

  if (segment->filesz < skip)
    return false;
  const uint8_t *bytes = image_segment_bytes (image, segment);
  for (uint64_t at = skip; segment->filesz - at >= WORD; at += WORD)
    if (visit (data, bytes + at, segment->vaddr + at))
      return true;
  return false;
}

/* The header of a table, and the module data that refer to it.

   The header says where the parts of the table are.  The module data have a
   pointer to each of them, and the addresses of the code.  Since Go 1.26 only
   they have the address to which those of functions are relative.  That both
   agree shows that the table is that of the program, not one that it
   contains.  */

/* The words of the module data, by number: an address, or the address of an
   array, whose length is in the next word.  */
struct module_layout
{
  uint8_t names;    /* arrays: of names, */
  uint8_t programs; /* of programs, */
  uint8_t records;  /* of functions with their records, */
  uint8_t entries;  /* and of addresses and records */
  uint8_t low;      /* the first address of the code */
  uint8_t high;     /* and the last */
  uint8_t text;     /* base of the addresses of functions */
};

/* Up to Go 1.15, and since then.  */
static const struct module_layout old_module = { 0, 0, 0, 3, 10, 11, 12 };
static const struct module_layout new_module = { 1, 10, 13, 16, 20, 21, 22 };

/* The word at OFFSET of the table's header, which must have it.  */
static uint64_t
header_word (const struct go_table *table, uint64_t offset)
{
  return elf_u64 (table->bytes + offset, table->image->big_endian);
}

static enum go_version
version_of (uint32_t magic)
{
  return magic == 0xfffffffb   ? GO_1_2
         : magic == 0xfffffffa ? GO_1_16
         : magic == 0xfffffff0 ? GO_1_18
         : magic == 0xfffffff1 ? GO_1_20
                               : GO_NONE;
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

/* Read the header, except for the sizes of the parts.  */
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

/* If the array of bytes of word NUMBER of the module data at ADDR is PART, and
   is in the table, set PART's size to its length.  Else return false.  */
static bool
take_part (const struct reading *r, uint64_t addr, unsigned number,
           struct go_part *part)
{
  const struct go_table *t = r->table;
  uint64_t start, length;

  if (!loaded_word (r, addr + (uint64_t) number * WORD, &start)
      || !loaded_word (r, addr + (uint64_t) (number + 1) * WORD, &length)
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

  return loaded_word (r, addr + (uint64_t) l->entries * WORD, &start)
         && loaded_word (r, addr + (uint64_t) (l->entries + 1) * WORD, &length)
         && r->entries <= t->size && start == t->addr + r->entries
         && length > 1 && length - 1 == t->count
         && length <= (t->size - r->entries) / size;
}

/* Read entry IDX of the array, an address and the offset of a record.  */
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
  return loaded_word (r, t->addr + offset, &entry->addr);
}

/* Whether the module data at ADDR are those of the table.  */
static bool
is_module (struct reading *r, uint64_t addr)
{
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
      || !loaded_word (r, addr + (uint64_t) l->low * WORD, &low)
      || !loaded_word (r, addr + (uint64_t) l->high * WORD, &high)
      || !loaded_word (r, addr + (uint64_t) l->text * WORD, &r->text))
    return false;
  return read_entry (r, 0, &first) && read_entry (r, t->count, &last)
         && first.addr == low && last.addr == high;
}

/* Whether the BYTES at ADDR are the address of the table, where the module
   data begin.  */
static bool
begins_module (void *data, const uint8_t *bytes, uint64_t addr)
{
  struct reading *r = data;

  return elf_u64 (bytes, r->table->image->big_endian) == r->table->addr
         && is_module (r, addr);
}

/* Find the module data, at a multiple of 8 at which the address of the table
   is.  */
static bool
find_module (struct reading *r)
{
  const struct image *image = r->image;

  for (size_t i = 0; i < r->words.count; i++)
    if (r->words.at[i].value == r->table->addr
        && r->words.at[i].addr % WORD == 0
        && is_module (r, r->words.at[i].addr))
      return true;
  for (uint32_t i = 0; i < image->load_count; i++)
    {
      const struct image_segment *segment
          = &image->segments[image->loads[i].segment];
      if ((segment->flags & PF_W) != 0
          && each_word (image, segment, begins_module, r))
        return true;
    }
  return false;
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
  return loaded_word (r, t->addr + offset, &addr) && addr == entry->addr;
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

/* Complete the table, whose address is set, from its header and the module
   data.  False: it is none, and its WHY may say why, or there is no
   memory.  */
static bool
read_module (struct reading *r)
{
  if (!read_header (r))
    return false;
  return find_module (r)
             ? read_entries (r)
             : wrong (r, "is not that of the program's module data");
}

/* The places that may be tables.  */
struct candidates
{
  const struct image *image;
  uint64_t addrs[GO_CANDIDATES];
  size_t count;
  bool many;
};

/* Note the sections that linkers make for a table.  */
static void
find_sections (const struct image *image, struct candidates *c)
{
  static const char *const names[]
      = { ".gopclntab", ".data.rel.ro.gopclntab" };

  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    {
      const uint32_t number = image_find_section (image, names[i], 0);
      if (number != 0 && image_section_has_memory (&image->sections[number]))
        c->addrs[c->count++] = image->sections[number].addr;
    }
}

/* Whether IMAGE may have been made by Go: it has no section headers, or a
   section that Go's linker writes.  */
static bool
may_be_go (const struct image *image)
{
  return image->section_count == 0
         || image_find_section (image, ".go.buildinfo", 0) != 0
         || image_find_section (image, ".note.go.buildid", 0) != 0;
}

/* Whether the eight bytes at AT are those of a table of a known version for
   IMAGE's machine.  */
static bool
is_magic (const struct image *image, const uint8_t *at)
{
  /* Nearly all others are told by the first four bytes: -5, -6, -16, -15.  */
  const uint32_t magic = elf_u32 (at, image->big_endian);

  return magic >= 0xfffffff0 && at[4] == 0 && at[5] == 0 && at[7] == 8
         && (magic == 0xfffffffb || magic == 0xfffffffa
             || magic <= 0xfffffff1);
}

/* Note ADDR if a table may begin with the BYTES there.  True: there are too
   many.  */
static bool
take_magic (void *data, const uint8_t *bytes, uint64_t addr)
{
  struct candidates *c = data;

  if (!is_magic (c->image, bytes))
    return false;
  c->many = c->count == GO_CANDIDATES;
  if (!c->many)
    c->addrs[c->count++] = addr;
  return c->many;
}

/* Search all that is loaded.  */
static void
search (const struct image *image, struct candidates *c)
{
  for (uint32_t i = 0; i < image->load_count && !c->many; i++)
    (void) each_word (image, &image->segments[image->loads[i].segment],
                      take_magic, c);
}

/* Clear TABLE, but keep WHY.  */
static void
clear (struct go_table *table, const struct image *image, const char *why)
{
  free (table->entries);
  *table = (struct go_table){ .image = image, .why = why };
}

sfm_status
go_table_read (const struct code_ranges *code, struct go_table *table,
               const struct diag_sink *sink)
{
  const struct image *image = code->image;
  struct candidates c = { .image = image };
  struct reading r = { .table = table, .image = image, .code = code };
  bool found = false;

  *table = (struct go_table){ .image = image };
  find_sections (image, &c);
  const bool named = c.count != 0;
  if (!named && may_be_go (image))
    search (image, &c);
  if (c.count == 0 || c.many)
    return SFM_OK;
  r.nomem = !read_words (&r);
  for (size_t i = 0; i < c.count && !found && !r.nomem; i++)
    {
      const char *why = table->why;
      clear (table, image, NULL);
      table->addr = c.addrs[i];
      found = read_module (&r);
      /* What only looks like a table needs no explanation.  */
      if (!found)
        clear (table, image, named ? why != NULL ? why : table->why : NULL);
    }
  free (r.words.at);
  return r.nomem ? diag_nomem (sink, image->path) : SFM_OK;
}

void
go_table_free (struct go_table *table)
{
  free (table->entries);
}
