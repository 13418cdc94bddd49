/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   bfd-charge.c - bound the work that an object's headers cause in libbfd,
   before libbfd is called.

   Theory of operation.  libbfd scans all section headers again for each header
   of some kinds, and hashes each name anew even if many share one string: a
   file of a few megabytes can make it work for minutes or take gigabytes.
   Sound objects have few such headers and share little, so a limit for each
   byte of the file does not affect them.  Three sums are formed, each in one
   pass: the bytes of the sections, some of which libbfd reads [charge_bytes];
   the bytes of their names [charge_names]; and libbfd's steps from header to
   header [charge_steps].  A pass is skipped if the worst case for the number
   of headers is within the limit, as it is for nearly every object: the pass
   would add a fifth to the time for an archive of members without .sframe.

   The costly kinds, in libbfd 2.40 to 2.47: string tables, which may be those
   of any symbol table; relocation and dynamic sections with a wrong link; a
   second relocation section for one section; each table of extended section
   indices, as they are in a list; loaded sections, which may be in any
   segment; and members of groups (bfd-groups.c).

   What cannot be read here is left to libbfd, which cannot read it either and
   reports it.  */

#include "config.h"

#include <elf.h>
#include <inttypes.h>
#include <string.h>

#include "bfd-internal.h"
#include "elf-image.h"

/* Add SIZE bytes of WHAT, of section number IDX, to *TOTAL.  LIMIT if that
   exceeds LIMIT times the size of the file.  */
static sfm_status
charge (const struct object *object, const char *what, size_t idx,
        uint64_t size, uint64_t *total, int limit)
{
  *total += size;
  if (*total / (unsigned) limit <= object->size)
    return SFM_OK;
  return diag_fail (object->sink, SFM_ERR_LIMIT, object->name,
                    "the %s up to number %zu have %" PRIu64
                    " bytes, more than %d times the file's %" PRIu64,
                    what, idx, *total, limit, object->size);
}

/* Charge for the bytes of sections, and note what else the headers say.  */
static sfm_status
charge_bytes (struct object *object)
{
  struct raw_shdr shdr = { .number = 0 };
  uint64_t total = 0;

  while (raw_next (object, &shdr))
    {
      object->has_rel |= shdr.type == SHT_REL;
      object->has_long |= shdr.type == SHT_RELA && shdr.size > object->size;
      object->typed_count += shdr.type == SHT_GNU_SFRAME && shdr.size != 0;
      object->group_count += shdr.type == SHT_GROUP;
      if (shdr.type == SHT_SYMTAB)
        {
          object->symtabs++;
          object->symtab_number = shdr.number;
        }
      if (shdr.type == SHT_NULL || shdr.type == SHT_NOBITS
          || shdr.size > object->size)
        continue;
      TRY (charge (object, "sections", shdr.number, shdr.size, &total,
                   BYTES_LIMIT));
      if (shdr.type == SHT_GROUP)
        object->grouped += shdr.size;
    }
  return SFM_OK;
}

/* Charge for the names, which are in section number TABLE.  */
static sfm_status
charge_names (struct object *object, size_t table)
{
  struct raw_shdr shdr;
  uint64_t total = 0;

  if (table >= object->shdr_count)
    return SFM_OK;
  raw_shdr (object, table, &shdr);
  const uint64_t size = shdr.size;
  const uint8_t *names = raw_bytes (object, shdr.offset, size);
  /* No name is longer than the table.  */
  if (names == NULL || size <= object->size * NAMES_LIMIT / object->shdr_count)
    return SFM_OK;
  shdr.number = 0;
  while (raw_next (object, &shdr))
    if (shdr.name < size)
      TRY (charge (object, "names of sections", shdr.number,
                   strnlen ((const char *) names + shdr.name,
                            (size_t) (size - shdr.name)),
                   &total, NAMES_LIMIT));
  return SFM_OK;
}

/* True if section number IDX of OBJECT has TYPE or OTHER.  */
static bool
has_type (const struct object *object, uint32_t idx, uint32_t type,
          uint32_t other)
{
  struct raw_shdr shdr;

  if (idx >= object->shdr_count)
    return false;
  raw_shdr (object, idx, &shdr);
  return shdr.type == type || shdr.type == other;
}

/* The state of the pass over the headers.  */
struct walk
{
  uint64_t segments; /* program headers, of the whole file */
  uint64_t wide;     /* tables of extended section indices so far */
  bool *relocated;   /* for each section: a relocation section was seen */
};

/* The steps that libbfd takes for SHDR.  */
static uint64_t
steps_for (const struct object *object, const struct raw_shdr *shdr,
           struct walk *walk)
{
  const uint64_t all = object->shdr_count;
  uint64_t steps = (shdr->flags & SHF_ALLOC) != 0 ? walk->segments : 0;
  bool again;

  switch (shdr->type)
    {
    case SHT_STRTAB:
    case SHT_SYMTAB:
      return steps + all;
    case SHT_SYMTAB_SHNDX:
      return steps + walk->wide++;
    case SHT_GROUP:
      return steps + walk->wide;
    case SHT_DYNAMIC:
      return has_type (object, shdr->link, SHT_STRTAB, SHT_STRTAB)
                 ? steps
                 : steps + all;
    case SHT_REL:
    case SHT_RELA:
      again = shdr->info < all && walk->relocated[shdr->info];
      if (shdr->info < all)
        walk->relocated[shdr->info] = true;
      return again || !has_type (object, shdr->link, SHT_SYMTAB, SHT_DYNSYM)
                 ? steps + all
                 : steps;
    default:
      return steps;
    }
}

/* Charge for the steps of a file with SEGMENTS program headers.  */
static sfm_status
charge_steps (struct object *object, uint64_t segments)
{
  const size_t count = object->shdr_count;
  struct raw_shdr shdr = { .number = 0 };
  struct walk walk = { .segments = segments };
  uint64_t total = 0;

  /* No header causes more steps than this sum: all other headers, all
     segments, and all members of groups, of four bytes, twice.  */
  if (count + segments + object->grouped / 2
      <= object->size * STEPS_LIMIT / count)
    return SFM_OK;
  walk.relocated
      = pool_alloc (&object->inputs->scratch, count * sizeof *walk.relocated);
  if (walk.relocated == NULL)
    return diag_nomem (object->sink, object->name);
  memset (walk.relocated, 0, count * sizeof *walk.relocated);
  while (raw_next (object, &shdr))
    TRY (steps_charge (object, shdr.number, steps_for (object, &shdr, &walk),
                       &total));
  return object->group_count == 0 ? SFM_OK : groups_charge (object, &total);
}

sfm_status
object_charge (struct object *object)
{
  const uint8_t *header = object->bytes;
  struct raw_shdr first;

  object->sink = &diag_silent;
  sfm_status status = raw_headers (object);
  object->sink = object->inputs->sink;
  if (status != SFM_OK || object->shdr_count == 0)
    return SFM_OK;
  raw_shdr (object, 0, &first);
  size_t table = raw_u16 (object, header + offsetof (Elf64_Ehdr, e_shstrndx));
  uint64_t segments
      = raw_u16 (object, header + offsetof (Elf64_Ehdr, e_phnum));
  if (table == SHN_XINDEX)
    table = first.link;
  if (segments == PN_XNUM)
    segments = first.info;
  TRY (charge_bytes (object));
  TRY (charge_names (object, table));
  return charge_steps (object, segments);
}
