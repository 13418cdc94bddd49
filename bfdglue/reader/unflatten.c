/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unflatten.c - make an object of a record.

   The process that made the record read untrusted bytes with libbfd, so the
   record is not trusted either.  Every part is taken through a cursor that
   knows how much is left, every index compared with its bound, every string
   known to end before the strings do.  After this, an object that a damaged
   reader process made up is one that a file could have had.  */

#include "config.h"

#include <string.h>

#include "unflatten.h"

/* Set *KEPT to a copy of the string at OFFSET, for as long as input.h says,
   or to NULL.  */
static sfm_status
kept_string (struct unflatten *u, uint32_t offset, bool optional,
             const char **kept)
{
  const char *text = unflatten_string (u, offset, optional);

  *kept = NULL;
  if (text == NULL)
    return SFM_OK;
  *kept = pool_copy (u->pools->kept, text, strlen (text));
  return *kept != NULL ? SFM_OK : SFM_ERR_NOMEM;
}

/* Set *KEPT to the path, which all members of an archive share.  */
static sfm_status
kept_path (struct unflatten *u, const char **kept)
{
  const char *path = unflatten_string (u, u->head->path, false);
  const char **last = u->pools->path;

  *kept = NULL;
  if (path == NULL)
    return SFM_OK;
  if (u->head->path == u->head->name)
    *kept = u->object->name;
  else if (*last != NULL && strcmp (*last, path) == 0)
    *kept = *last;
  else
    {
      TRY (kept_string (u, u->head->path, false, kept));
      *last = *kept;
    }
  return SFM_OK;
}

/* Take the parts whose sizes the head tells.  */
static const struct flat_code *
take_parts (struct unflatten *u)
{
  struct cursor *c = &u->cursor;

  u->head = unflatten_take (c, 1, sizeof *u->head);
  if (c->bad)
    return NULL;
  u->sections
      = unflatten_take (c, u->head->section_count, sizeof *u->sections);
  u->symbols = unflatten_take (c, u->head->symbol_count, sizeof *u->symbols);
  u->sframes = unflatten_take (c, u->head->sframe_count, sizeof *u->sframes);
  const struct flat_code *codes
      = unflatten_take (c, u->head->code_count, sizeof *codes);
  u->strings = unflatten_take (c, u->head->strings_size, 1);
  if (!c->bad && u->head->strings_size != 0
      && u->strings[u->head->strings_size - 1] != '\0')
    c->bad = true;
  return codes;
}

static sfm_status
make_head (struct unflatten *u)
{
  const struct flat_object *head = u->head;
  struct input_object *object = u->object;

  TRY (kept_string (u, head->name, false, &object->name));
  TRY (kept_path (u, &object->path));
  TRY (kept_string (u, head->member, true, &object->member));
  TRY (kept_string (u, head->outer, true, &object->outer));
  object->source = unflatten_string (u, head->source, true);
  object->machine = (uint16_t) head->machine;
  object->big_endian = (head->flags & FLAT_BIG_ENDIAN) != 0;
  object->lto = (head->flags & FLAT_LTO) != 0;
  return SFM_OK;
}

static sfm_status
make_sections (struct unflatten *u)
{
  const size_t count = u->head->section_count;
  struct input_section *sections
      = pool_alloc (u->pools->scratch, count * sizeof *sections);

  if (sections == NULL)
    return SFM_ERR_NOMEM;
  for (size_t i = 0; i < count; i++)
    {
      const struct flat_section *from = &u->sections[i];
      sections[i] = (struct input_section){
        .name = unflatten_string (u, from->name, false),
        .group = unflatten_string (u, from->group, true),
        .size = from->size,
        .align = from->align,
        .code = from->code != 0,
      };
      u->cursor.bad |= from->align == 0 || (from->align & (from->align - 1));
    }
  u->object->sections = sections;
  u->object->section_count = count;
  return SFM_OK;
}

static sfm_status
make_symbols (struct unflatten *u)
{
  const size_t count = u->head->symbol_count;
  struct input_symbol *symbols
      = pool_alloc (u->pools->scratch, count * sizeof *symbols);

  if (symbols == NULL)
    return SFM_ERR_NOMEM;
  for (size_t i = 0; i < count; i++)
    {
      const struct flat_symbol *from = &u->symbols[i];
      symbols[i] = (struct input_symbol){
        .name = unflatten_string (u, from->name, false),
        .value = from->value,
        .size = from->size,
        .section = from->section,
        .global = (from->flags & FLAT_GLOBAL) != 0,
        .weak = (from->flags & FLAT_WEAK) != 0,
      };
      u->cursor.bad |= from->section >= u->head->section_count;
    }
  u->object->symbols = symbols;
  u->object->symbol_count = count;
  return SFM_OK;
}

/* Fill in SFRAME from FROM and the parts that follow.  */
static sfm_status
make_sframe (struct unflatten *u, const struct flat_sframe *from,
             struct input_sframe *sframe)
{
  const struct input_reloc *relocs
      = unflatten_take (&u->cursor, from->reloc_count, sizeof *relocs);
  const uint64_t *nones
      = unflatten_take (&u->cursor, from->none_count, sizeof *nones);
  const uint8_t *bytes = unflatten_take (&u->cursor, from->size, 1);

  *sframe
      = (struct input_sframe){ .type = from->type, .number = from->number };
  TRY (kept_string (u, from->name, false, &sframe->name));
  if (u->cursor.bad)
    return SFM_OK;
  sframe->size = (size_t) from->size;
  sframe->relocs = relocs;
  sframe->reloc_count = (size_t) from->reloc_count;
  sframe->nones = nones;
  sframe->none_count = (size_t) from->none_count;
  for (size_t i = 0; i < sframe->reloc_count; i++)
    u->cursor.bad |= relocs[i].section >= u->head->section_count
                     && relocs[i].section != INPUT_NO_SECTION;
  uint8_t *copy = pool_alloc (u->pools->bytes, sframe->size);
  if (copy == NULL)
    return SFM_ERR_NOMEM;
  memcpy (copy, bytes, sframe->size);
  sframe->bytes = copy;
  return SFM_OK;
}

static sfm_status
make_sframes (struct unflatten *u)
{
  const size_t count = u->head->sframe_count;
  struct input_sframe *sframes
      = pool_alloc (u->pools->scratch, count * sizeof *sframes);

  if (sframes == NULL)
    return SFM_ERR_NOMEM;
  for (size_t i = 0; i < count; i++)
    TRY (make_sframe (u, &u->sframes[i], &sframes[i]));
  u->object->sframes = sframes;
  u->object->sframe_count = count;
  return SFM_OK;
}

sfm_status
object_unflatten (const uint8_t *record, size_t size,
                  const struct flat_pools *pools, const struct diag_sink *sink,
                  struct input_object *object)
{
  struct unflatten u = { .cursor = { .at = record, .left = size },
                         .pools = pools,
                         .object = object };
  const struct flat_code *codes = take_parts (&u);

  *object = (struct input_object){ 0 };
  if (u.cursor.bad)
    return SFM_ERR_CORRUPT;
  TRY (make_head (&u));
  TRY (make_sections (&u));
  TRY (make_symbols (&u));
  TRY (make_sframes (&u));
  TRY (unflatten_codes (&u, codes, sink));
  return u.cursor.bad || u.cursor.left != 0 ? SFM_ERR_CORRUPT : SFM_OK;
}
