/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   flatten.c - put an object into a channel.

   Theory of operation.  The descriptions of sections, symbols and code are
   made in a buffer, with their strings in another [flatten_parts]: the size of
   a record comes first, and the strings' is known last.  Relocations, masks
   and bytes are most of a record, and go from where they are into the ring
   [put_parts].

   The other process compares code only of sections that FDEs refer to, and
   cannot ask for it later, as the object is closed by then.  So that code is
   read here, needed or not; a reader process has the time.  What is reported
   about it is kept with it, and shown if the code is asked for.  */

#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "flat-object.h"
#include "record.h"

/* The code of a section.  */
struct code
{
  struct input_code found;
  struct flat_code flat;
};

struct flattener
{
  struct channel *channel;
  bool code;
  bool reading;           /* code, now */
  bool failed;            /* no memory */
  struct flat_code *said; /* of the code that is read */

  uint8_t *flat; /* the parts before the strings */
  size_t flat_size;
  size_t flat_capacity;
  char *strings;
  size_t strings_size;
  size_t strings_capacity;
  struct code *codes;
  size_t code_count;
  size_t code_capacity;
  struct pool pool; /* the code */
};

struct flattener *
flattener_new (struct channel *channel, bool code)
{
  struct flattener *f = calloc (1, sizeof *f);

  if (f != NULL)
    {
      f->channel = channel;
      f->code = code;
    }
  return f;
}

/* Make room for SIZE more bytes in the buffer at *BUFFER.  */
static bool
make_room (struct flattener *f, void *buffer, size_t *capacity, size_t used,
           size_t size)
{
  void **bytes = buffer;

  if (size <= *capacity - used)
    return true;
  size_t wanted = *capacity * 2 + size;
  void *grown = wanted >= size ? realloc (*bytes, wanted) : NULL;
  if (grown == NULL)
    {
      f->failed = true;
      return false;
    }
  *bytes = grown;
  *capacity = wanted;
  return true;
}

/* The next COUNT elements of SIZE bytes of the parts before the strings, until
   others are added, or NULL.  */
static void *
add_flat (struct flattener *f, size_t count, size_t size)
{
  if (!make_room (f, &f->flat, &f->flat_capacity, f->flat_size, count * size))
    return NULL;
  void *at = f->flat + f->flat_size;
  f->flat_size += count * size;
  return at;
}

/* Add TEXT, which may be NULL, after the byte FIRST if that is not 0.  */
static uint32_t
add_string (struct flattener *f, char first, const char *text)
{
  const size_t at = f->strings_size;

  if (text == NULL)
    return FLAT_NO_STRING;
  const size_t size = strlen (text) + 1;
  if (!make_room (f, &f->strings, &f->strings_capacity, at, size + 1))
    return FLAT_NO_STRING;
  if (first != '\0')
    f->strings[f->strings_size++] = first;
  memcpy (f->strings + f->strings_size, text, size);
  f->strings_size += size;
  return (uint32_t) at;
}

bool
flattener_keeps (struct flattener *f, int kind, const char *text)
{
  if (!f->reading)
    return false;
  const uint32_t at = add_string (f, (char) ('0' + kind), text);
  if (f->said->message_count++ == 0)
    f->said->messages = at;
  return true;
}

/* ------------------------------------------------------------------ */
/* The parts before the strings                                        */

static void
flatten_sections (struct flattener *f, const struct input_object *object)
{
  struct flat_section *to = add_flat (f, object->section_count, sizeof *to);

  for (size_t i = 0; i < object->section_count && !f->failed; i++)
    {
      const struct input_section *from = &object->sections[i];
      to[i] = (struct flat_section){ .size = from->size,
                                     .align = from->align,
                                     .name = add_string (f, 0, from->name),
                                     .group = add_string (f, 0, from->group),
                                     .code = from->code };
    }
}

static void
flatten_symbols (struct flattener *f, const struct input_object *object)
{
  struct flat_symbol *to = add_flat (f, object->symbol_count, sizeof *to);

  for (size_t i = 0; i < object->symbol_count && !f->failed; i++)
    {
      const struct input_symbol *from = &object->symbols[i];
      to[i] = (struct flat_symbol){
        .value = from->value,
        .size = from->size,
        .name = add_string (f, 0, from->name),
        .section = from->section,
        .flags
        = (from->global ? FLAT_GLOBAL : 0u) | (from->weak ? FLAT_WEAK : 0u),
      };
    }
}

static void
flatten_sframes (struct flattener *f, const struct input_object *object)
{
  struct flat_sframe *to = add_flat (f, object->sframe_count, sizeof *to);

  for (size_t i = 0; i < object->sframe_count && !f->failed; i++)
    {
      const struct input_sframe *from = &object->sframes[i];
      to[i] = (struct flat_sframe){ .size = from->size,
                                    .reloc_count = from->reloc_count,
                                    .none_count = from->none_count,
                                    .name = add_string (f, 0, from->name),
                                    .type = from->type,
                                    .number = from->number };
    }
}

/* Read the code of SECTION.  */
static void
read_code (struct flattener *f, const struct input_object *object,
           uint32_t section)
{
  if (!array_grow (&f->codes, &f->code_capacity, f->code_count,
                   sizeof *f->codes))
    {
      f->failed = true;
      return;
    }
  struct code *code = &f->codes[f->code_count++];
  *code = (struct code){ .flat = { .section = section } };
  f->said = &code->flat;
  f->reading = true;
  const sfm_status status
      = input_code_read (object, section, &f->pool, &code->found);
  f->reading = false;
  if (status != SFM_OK)
    code->found = (struct input_code){ 0 };
  code->flat.status = (uint32_t) status;
  code->flat.size = code->found.size;
  code->flat.mask_count = code->found.mask_count;
  code->flat.flags = code->found.bytes != NULL ? FLAT_HAS_BYTES : 0;
}

/* Read the code of the sections that FDEs refer to.  */
static void
read_codes (struct flattener *f, const struct input_object *object)
{
  bool *wanted = pool_alloc (&f->pool, object->section_count + 1);

  if (wanted == NULL)
    {
      f->failed = true;
      return;
    }
  memset (wanted, 0, object->section_count + 1);
  for (size_t i = 0; i < object->sframe_count; i++)
    for (size_t r = 0; r < object->sframes[i].reloc_count; r++)
      {
        const uint32_t section = object->sframes[i].relocs[r].section;
        if (section < object->section_count)
          wanted[section] = true;
      }
  for (uint32_t i = 0; i < object->section_count && !f->failed; i++)
    if (wanted[i])
      read_code (f, object, i);
}

/* Make the parts before the strings, and the strings, of OBJECT.  */
static void
flatten_parts (struct flattener *f, const struct input_object *object)
{
  struct flat_object head = {
    .section_count = (uint32_t) object->section_count,
    .symbol_count = (uint32_t) object->symbol_count,
    .sframe_count = (uint32_t) object->sframe_count,
    .name = add_string (f, 0, object->name),
    .path = object->path != object->name ? add_string (f, 0, object->path) : 0,
    .member = add_string (f, 0, object->member),
    .outer = add_string (f, 0, object->outer),
    .source = add_string (f, 0, object->source),
    .machine = object->machine,
    .flags = (object->big_endian ? FLAT_BIG_ENDIAN : 0u)
             | (object->lto ? FLAT_LTO : 0u),
  };

  (void) add_flat (f, 1, sizeof head);
  flatten_sections (f, object);
  flatten_symbols (f, object);
  flatten_sframes (f, object);
  if (f->code)
    read_codes (f, object);
  struct flat_code *to = add_flat (f, f->code_count, sizeof *to);
  for (size_t i = 0; i < f->code_count && !f->failed; i++)
    to[i] = f->codes[i].flat;
  head.code_count = (uint32_t) f->code_count;
  head.strings_size = f->strings_size;
  if (!f->failed)
    memcpy (f->flat, &head, sizeof head);
}

/* ------------------------------------------------------------------ */
/* The record                                                          */

/* The size of the record of OBJECT.  */
static uint64_t
record_size (const struct flattener *f, const struct input_object *object)
{
  uint64_t size = f->flat_size + FLAT_ALIGNED (f->strings_size);

  for (size_t i = 0; i < object->sframe_count; i++)
    size += object->sframes[i].reloc_count * sizeof (struct input_reloc)
            + object->sframes[i].none_count * sizeof (uint64_t)
            + FLAT_ALIGNED (object->sframes[i].size);
  for (size_t i = 0; i < f->code_count; i++)
    size += f->codes[i].found.mask_count * sizeof (struct reloc_mask_bytes)
            + (f->codes[i].found.bytes != NULL
                   ? FLAT_ALIGNED (f->codes[i].found.size)
                   : 0);
  return size;
}

/* Put SIZE bytes, and what fills them up.  */
static void
put_filled (struct flattener *f, const void *bytes, size_t size)
{
  static const uint8_t zeros[8];

  if (size == 0)
    return;
  channel_put (f->channel, bytes, size);
  channel_put (f->channel, zeros, FLAT_ALIGNED (size) - size);
}

static void
put_parts (struct flattener *f, const struct input_object *object)
{
  put_filled (f, f->flat, f->flat_size);
  put_filled (f, f->strings, f->strings_size);
  for (size_t i = 0; i < object->sframe_count; i++)
    {
      const struct input_sframe *s = &object->sframes[i];
      put_filled (f, s->relocs, s->reloc_count * sizeof *s->relocs);
      put_filled (f, s->nones, s->none_count * sizeof *s->nones);
      put_filled (f, s->bytes, s->size);
    }
  for (size_t i = 0; i < f->code_count; i++)
    {
      const struct input_code *c = &f->codes[i].found;
      put_filled (f, c->masks, c->mask_count * sizeof *c->masks);
      if (c->bytes != NULL)
        put_filled (f, c->bytes, (size_t) c->size);
    }
}

sfm_status
object_flatten (struct flattener *f, uint32_t kind,
                const struct input_object *object)
{
  f->failed = false;
  f->flat_size = 0;
  f->strings_size = 0;
  f->code_count = 0;
  pool_reset (&f->pool);
  flatten_parts (f, object);
  if (f->failed)
    return SFM_ERR_NOMEM;
  /* An offset would not fit.  */
  if (f->strings_size >= FLAT_NO_STRING)
    return SFM_ERR_LIMIT;
  const struct record record
      = { .kind = kind, .size = record_size (f, object) };
  channel_put (f->channel, &record, sizeof record);
  put_parts (f, object);
  channel_publish (f->channel, false);
  return SFM_OK;
}
