/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   go-find.c - where the table is.

   Go's linker gives it a section.  Linkers of C that it calls may put it into
   a larger one, and section headers may be gone.  Then all data is searched
   for its first bytes, but only if something else shows that Go has made the
   program.  */

#include "config.h"

#include <elf.h>
#include <stdlib.h>
#include <string.h>

#include "elf-abi.h"
#include "go-internal.h"

enum
{
  ALIGNMENT = 8, /* of a table */
  MAGIC = 8      /* bytes that tell it */
};

/* The places that may be tables.  */
struct candidates
{
  uint64_t addrs[GO_CANDIDATES];
  size_t count;
  bool many;
};

/* Take the sections that linkers make for it.  */
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

/* Whether the bytes at AT, MAGIC of them, are those of a table for IMAGE's
   machine of a known version.  */
static bool
is_magic (const struct image *image, const uint8_t *at)
{
  /* Nearly all others are told by the first four bytes: -5, -6, -16, -15.  */
  const uint32_t magic = elf_u32 (at, image->big_endian);

  return magic >= 0xfffffff0 && at[4] == 0 && at[5] == 0 && at[7] == 8
         && (magic == 0xfffffffb || magic == 0xfffffffa
             || magic <= 0xfffffff1);
}

static void
search_segment (const struct image *image, const struct image_segment *segment,
                struct candidates *c)
{
  const uint64_t skip = -segment->vaddr % ALIGNMENT;

  if (segment->filesz < skip)
    return;
  const uint8_t *bytes = image_segment_bytes (image, segment);
  for (uint64_t at = skip; segment->filesz - at >= MAGIC; at += ALIGNMENT)
    if (is_magic (image, bytes + at))
      {
        if (c->count == GO_CANDIDATES)
          {
            c->many = true;
            return;
          }
        c->addrs[c->count++] = segment->vaddr + at;
      }
}

/* Search all that is loaded.  */
static void
search (const struct image *image, struct candidates *c)
{
  for (uint32_t i = 0; i < image->load_count && !c->many; i++)
    search_segment (image, &image->segments[image->loads[i].segment], c);
}

/* Let TABLE be one of nothing but WHY.  */
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
  struct candidates c = { .count = 0 };
  struct loaded_words words = { .image = image };
  bool found = false, nomem = false;

  *table = (struct go_table){ .image = image };
  find_sections (image, &c);
  const bool named = c.count != 0;
  if (!named && may_be_go (image))
    search (image, &c);
  if (c.count == 0 || c.many)
    return SFM_OK;
  nomem = !loaded_words_read (&words, image);
  for (size_t i = 0; i < c.count && !found && !nomem; i++)
    {
      const char *why = table->why;
      clear (table, image, NULL);
      table->addr = c.addrs[i];
      found = go_module_read (table, &words, code, &nomem);
      /* What only looks like a table needs no explanation.  */
      if (!found)
        clear (table, image, named ? why != NULL ? why : table->why : NULL);
    }
  loaded_words_free (&words);
  return nomem ? diag_nomem (sink, image->path) : SFM_OK;
}

void
go_table_free (struct go_table *table)
{
  free (table->entries);
}
