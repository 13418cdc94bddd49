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

/* Add SIZE bytes of WHAT, of section number IDX, to *TOTAL.  LIMIT if that
   exceeds LIMIT times the size of the file.  */
static sfm_status
charge (const struct object *object, const char *what, size_t idx,
        uint64_t size, uint64_t *total, int limit)
{
  *total += size;
  if (*total / (unsigned) limit <= object->size)
    return SFM_OK;
  diag (object->inputs->sink, DIAG_ERROR, object->name,
        "the %s up to number %zu have %" PRIu64
        " bytes, more than %d times the file's %" PRIu64,
        what, idx, *total, limit, object->size);
  return SFM_ERR_LIMIT;
}

/* Charge for the bytes of sections; set *GROUPED to those of groups.  */
static sfm_status
charge_bytes (const struct object *object, uint64_t *grouped)
{
  sfm_status status = SFM_OK;
  uint64_t total = 0;

  *grouped = 0;
  for (size_t i = 1; i < object->shdr_count && status == SFM_OK; i++)
    {
      struct raw_shdr shdr;
      raw_shdr (object, i, &shdr);
      if (shdr.type == SHT_NULL || shdr.type == SHT_NOBITS
          || shdr.size > object->size)
        continue;
      status = charge (object, "sections", i, shdr.size, &total, BYTES_LIMIT);
      if (shdr.type == SHT_GROUP)
        *grouped += shdr.size;
    }
  return status;
}

/* Charge for the names, which are in section number TABLE.  */
static sfm_status
charge_names (struct object *object, size_t table)
{
  const uint8_t *names;
  struct raw_shdr shdr;
  uint64_t total = 0;

  if (table >= object->shdr_count)
    return SFM_OK;
  raw_shdr (object, table, &shdr);
  uint64_t size = shdr.size;
  /* No name is longer than the table.  */
  if (size <= object->size * NAMES_LIMIT / object->shdr_count)
    return SFM_OK;
  sfm_status status = raw_try (object, shdr.offset, size, &names);
  if (status != SFM_OK)
    return status == SFM_END ? SFM_OK : status;
  for (size_t i = 1; i < object->shdr_count && status == SFM_OK; i++)
    {
      raw_shdr (object, i, &shdr);
      if (shdr.name < size)
        status = charge (object, "names of sections", i,
                         strnlen ((const char *) names + shdr.name,
                                  (size_t) (size - shdr.name)),
                         &total, NAMES_LIMIT);
    }
  return status;
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

/* Charge for the steps of a file with SEGMENTS program headers and groups of
   GROUPED bytes.  */
static sfm_status
charge_steps (struct object *object, uint64_t segments, uint64_t grouped)
{
  const size_t count = object->shdr_count;
  struct walk walk = { .segments = segments };
  uint64_t total = 0;

  /* No header causes more steps than this sum: all other headers, all
     segments, and all members of groups, of four bytes, twice.  */
  if (count + segments + grouped / 2 <= object->size * STEPS_LIMIT / count)
    return SFM_OK;

  walk.relocated
      = pool_alloc (&object->inputs->scratch, count * sizeof *walk.relocated);
  if (walk.relocated == NULL)
    return diag_nomem (object->inputs->sink, object->name);
  memset (walk.relocated, 0, count * sizeof *walk.relocated);
  for (size_t i = 1; i < count; i++)
    {
      struct raw_shdr shdr;
      raw_shdr (object, i, &shdr);
      sfm_status status
          = steps_charge (object, i, steps_for (object, &shdr, &walk), &total);
      if (status != SFM_OK)
        return status;
    }
  return groups_charge (object, &total);
}

sfm_status
object_charge (struct object *object, const uint8_t *header)
{
  sfm_status status = raw_try_headers (object, header);

  if (status != SFM_OK || object->shdr_count == 0)
    return status == SFM_END ? SFM_OK : status;
  struct raw_shdr first;
  raw_shdr (object, 0, &first);
  size_t table = raw_u16 (object, header + offsetof (Elf64_Ehdr, e_shstrndx));
  uint64_t segments
      = raw_u16 (object, header + offsetof (Elf64_Ehdr, e_phnum));
  if (table == SHN_XINDEX)
    table = first.link;
  if (segments == PN_XNUM)
    segments = first.info;
  uint64_t grouped;
  status = charge_bytes (object, &grouped);
  if (status == SFM_OK)
    status = charge_names (object, table);
  return status == SFM_OK ? charge_steps (object, segments, grouped) : status;
}
