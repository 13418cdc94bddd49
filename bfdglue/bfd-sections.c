/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   bfd-sections.c - the sections of an object and their COMDAT groups.

   BFD tells the signature of a section's group but not whether the group is
   a COMDAT group; a plain group only ties sections together, and copies in
   other objects have nothing to do with it.  So the signatures of plain
   groups are collected first (plain_groups).  Compilers make none: usually
   that is the end of it.  */

#include "config.h"

#include <elf.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "bfd-internal.h"

static int
compare_names (const void *a, const void *b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* The signature of the group whose header is SHDR, or NULL if it is
   damaged.  BFD names a section symbol like its section, which is what the
   gABI wants.  */
static const char *
signature (const struct object *object, const struct raw_shdr *shdr)
{
  if (shdr->info == 0 || shdr->info > object->symbol_count)
    return NULL;
  return bfd_asymbol_name (object->symbols[shdr->info - 1]);
}

/* Collect the signatures of the groups that are no COMDAT groups, sorted.  */
static sfm_status
plain_groups (struct object *object, const char ***names, size_t *count)
{
  size_t groups = 0;

  *names = NULL;
  *count = 0;
  for (size_t i = 1; i < object->shdr_count; i++)
    {
      struct raw_shdr shdr;
      raw_shdr (object, i, &shdr);
      groups += shdr.type == SHT_GROUP;
    }
  if (groups == 0)
    return SFM_OK;
  *names = pool_alloc (&object->inputs->scratch, groups * sizeof **names);
  if (*names == NULL)
    return say_nomem (object->inputs->sink, object->name);

  for (size_t i = 1; i < object->shdr_count; i++)
    {
      struct raw_shdr shdr;
      raw_shdr (object, i, &shdr);
      if (shdr.type != SHT_GROUP)
        continue;
      const uint8_t *word = NULL;
      sfm_status status
          = raw_read (object, shdr.offset, 4, "read a section group", &word);
      if (status != SFM_OK)
        return status;
      const char *name = signature (object, &shdr);
      if ((raw_u32 (object, word) & GRP_COMDAT) == 0 && name != NULL)
        (*names)[(*count)++] = name;
    }
  if (*count != 0)
    qsort (*names, *count, sizeof **names, compare_names);
  return SFM_OK;
}

sfm_status
object_sections (struct object *object)
{
  struct inputs *inputs = object->inputs;
  const size_t count = bfd_count_sections (object->abfd);
  const char **plain;
  size_t plain_count;

  sfm_status status = plain_groups (object, &plain, &plain_count);
  if (status != SFM_OK)
    return status;
  if (count >= INPUT_NO_SECTION)
    {
      say (inputs->sink, SAY_ERROR, object->name, "has %zu sections", count);
      return SFM_ERR_LIMIT;
    }
  struct input_section *sections
      = pool_alloc (&inputs->scratch, count * sizeof *sections);
  if (sections == NULL)
    return say_nomem (inputs->sink, object->name);
  memset (sections, 0, count * sizeof *sections);
  object->out.section_count = count;
  object->out.sections = sections;

  chatter_hold (&inputs->chatter);
  for (const asection *s = object->abfd->sections; s != NULL; s = s->next)
    {
      uint32_t number = section_number (object, s);
      if (number == INPUT_NO_SECTION)
        continue;
      struct input_section *section = &sections[number];
      section->name = bfd_section_name (s);
      section->size = bfd_section_size (s);
      section->code = (bfd_section_flags (s) & SEC_CODE) != 0;
      const char *group = bfd_group_name (object->abfd, s);
      if (group != NULL && plain_count != 0
          && bsearch (&group, plain, plain_count, sizeof *plain, compare_names)
                 != NULL)
        group = NULL;
      section->group = group;
    }
  chatter_release (&inputs->chatter);
  for (size_t i = 0; i < count; i++)
    if (sections[i].name == NULL)
      sections[i].name = "";
  return SFM_OK;
}
