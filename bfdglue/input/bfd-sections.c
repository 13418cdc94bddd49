/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   bfd-sections.c - the sections of an object and their COMDAT groups.

   BFD tells the signature of a section's group, but not whether the group is a
   COMDAT group.  A plain group only ties sections together; groups of that
   name in other objects are not copies of it.  So the signatures of plain
   groups are collected first [plain_groups].  Compilers make none, so that
   usually nothing else is needed.  */

#include "config.h"

#include <elf.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "bfd-internal.h"
#include "sorted.h"
#include "keyed-sort.h"

uint32_t
section_number (const struct object *object, const asection *section)
{
  if (section == NULL || section->owner != object->abfd
      || section->index >= object->out.section_count)
    return INPUT_NO_SECTION;
  return section->index;
}

/* The signature of the group whose header is SHDR, or NULL if it is damaged.
   BFD gives a section symbol its section's name, as the gABI requires.  */
static const char *
signature (const struct object *object, const struct raw_shdr *shdr)
{
  if (shdr->info == 0 || shdr->info > object->symbol_count)
    return NULL;
  return bfd_asymbol_name (object->symbols[shdr->info - 1]);
}

/* Take the bytes of NAME, which are compared, from *LEFT.  */
static sfm_status
charge_name (const struct object *object, const char *name, uint64_t *left)
{
  const size_t size = strlen (name) + 1;

  if (size > *left)
    return diag_fail (object->sink, SFM_ERR_LIMIT, object->name,
                      "the names of section groups add up to more than %d "
                      "times the file's %" PRIu64 " bytes",
                      (int) GROUP_NAMES_LIMIT, object->size);
  *left -= size;
  return SFM_OK;
}

/* Set *NAMES to the *COUNT signatures of the groups that are not COMDAT
   groups, sorted; *LEFT bytes of names may still be read.  */
static sfm_status
plain_groups (const struct object *object, const char ***names, size_t *count,
              uint64_t *left)
{
  struct raw_shdr shdr = { .number = 0 };

  *count = 0;
  *names = pool_alloc (&object->inputs->scratch,
                       object->group_count * sizeof **names);
  if (*names == NULL)
    return diag_nomem (object->sink, object->name);
  while (object->group_count != 0 && raw_next (object, &shdr))
    {
      const uint8_t *word;
      if (shdr.type != SHT_GROUP)
        continue;
      TRY (raw_read (object, shdr.offset, 4, "read a section group", &word));
      const char *name = signature (object, &shdr);
      if ((raw_u32 (object, word) & GRP_COMDAT) != 0 || name == NULL)
        continue;
      TRY (charge_name (object, name, left));
      (*names)[(*count)++] = name;
    }
  sort_if_needed (*names, *count, sizeof **names, compare_strings);
  return SFM_OK;
}

/* Remove plain groups from the COUNT SECTIONS.  The name of a group is
   compared once for sections in a row: it may be as long as the file, and have
   thousands.  */
static sfm_status
settle_groups (const struct object *object, struct input_section *sections,
               size_t count)
{
  uint64_t left = object->size * GROUP_NAMES_LIMIT;
  const char **plain, *last = NULL;
  size_t plain_count;
  bool is_plain = false;

  TRY (plain_groups (object, &plain, &plain_count, &left));
  for (size_t i = 0; i < count && plain_count != 0; i++)
    {
      const char *group = sections[i].group;
      if (group != NULL && group != last)
        {
          last = group;
          TRY (charge_name (object, group, &left));
          is_plain = bsearch (&group, plain, plain_count, sizeof *plain,
                              compare_strings)
                     != NULL;
        }
      if (group != NULL && is_plain)
        sections[i].group = NULL;
    }
  return SFM_OK;
}

sfm_status
object_sections (struct object *object)
{
  struct pool *pool = &object->inputs->scratch;
  const size_t count = bfd_count_sections (object->abfd);

  if (count >= INPUT_NO_SECTION)
    return diag_fail (object->sink, SFM_ERR_LIMIT, object->name,
                      "has %zu sections", count);
  struct input_section *sections = pool_alloc (pool, count * sizeof *sections);
  object->sections = pool_alloc (pool, count * sizeof *object->sections);
  if (sections == NULL || object->sections == NULL)
    return diag_nomem (object->sink, object->name);
  for (size_t i = 0; i < count; i++)
    {
      sections[i] = (struct input_section){ .name = "", .align = 1 };
      object->sections[i] = NULL;
    }
  object->out.section_count = count;
  object->out.sections = sections;
  for (asection *s = object->abfd->sections; s != NULL; s = s->next)
    {
      uint32_t number = section_number (object, s);
      if (number == INPUT_NO_SECTION)
        continue;
      object->sections[number] = s;
      sections[number] = (struct input_section){
        .name = bfd_section_name (s),
        .size = bfd_section_size (s),
        .align = UINT64_C (1) << (bfd_section_alignment (s) & 63),
        .code = (bfd_section_flags (s) & SEC_CODE) != 0,
        .group = bfd_group_name (object->abfd, s),
      };
    }
  return settle_groups (object, sections, count);
}
