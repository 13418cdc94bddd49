/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-flat-object.c - objects through a channel, whole and damaged.  A
   damaged record is refused, or is an object that a file could have had.  */

#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "flat-object.h"
#include "reader-limits.h"
#include "record.h"
#include "result.h"

enum
{
  SECTIONS = 3,
  SYMBOLS = 2
};

static const uint8_t code_bytes[] = "0123456789";
static const struct reloc_mask_bytes masks[] = { { 1, 2 }, { 4, 8 } };
static struct flattener *flattener;

/* Section 1 has code, section 2 cannot be read.  */
static sfm_status
read_code (const struct input_object *object, uint32_t section,
           struct pool *pool, struct input_code *code)
{
  (void) object;
  (void) pool;
  *code = (struct input_code){
    .bytes = code_bytes, .size = 10, .masks = masks, .mask_count = 2
  };
  if (section != 2)
    return SFM_OK;
  flattener_keeps (flattener, DIAG_NOTE, "one");
  flattener_keeps (flattener, DIAG_ERROR, "two");
  return SFM_ERR_CORRUPT;
}

static const struct input_section sections[SECTIONS] = {
  { .name = ".sframe", .size = 5, .align = 8 },
  { .name = ".text", .size = 10, .align = 16, .code = true },
  { .name = ".text.f", .group = "f", .align = 1 },
};

static const struct input_symbol symbols[SYMBOLS] = {
  { .name = "main", .value = 1, .size = 9, .section = 1, .global = true },
  { .name = "f", .section = 2, .weak = true },
};

static const struct input_reloc relocs[] = {
  { .offset = 1, .section = 1, .value = 2 },
  { .offset = 2, .section = INPUT_NO_SECTION },
  { .offset = 3, .section = 2 },
};

static const uint64_t nones[] = { 17 };

static const struct input_sframe sframes[] = {
  { .name = ".sframe",
    .bytes = code_bytes,
    .size = 5,
    .type = 0x6ffffff4,
    .number = 3,
    .relocs = relocs,
    .reloc_count = 3,
    .nones = nones,
    .none_count = 1 },
};

static const struct input_object original = {
  .name = "lib.a(m.o)",
  .path = "lib.a",
  .member = "m.o",
  .source = "m.c",
  .machine = 183,
  .big_endian = true,
  .lto = true,
  .sections = sections,
  .section_count = SECTIONS,
  .symbols = symbols,
  .symbol_count = SYMBOLS,
  .sframes = sframes,
  .sframe_count = 1,
  .read_code = read_code,
};

static size_t messages;

static void
count_message (void *data, enum diag_severity kind, const char *file,
               const char *place, const char *text)
{
  (void) data;
  messages += kind <= DIAG_DETAIL && file != NULL && strlen (place) == 0
              && strlen (text) == 3;
}

static const struct diag_sink sink = { .fn = count_message };
static struct pool scratch, kept, bytes;

/* Make OBJECT of the SIZE bytes at RECORD.  */
static sfm_status
unflatten (const uint8_t *record, size_t size, struct input_object *object)
{
  const char *path = NULL;
  const struct flat_pools pools
      = { .scratch = &scratch, .kept = &kept, .bytes = &bytes, .path = &path };

  pool_reset (&scratch);
  pool_reset (&kept);
  pool_reset (&bytes);
  return object_unflatten (record, size, &pools, &sink, object);
}

/* Put the original into a channel; return what comes out.  */
static uint8_t *
flatten (size_t *size)
{
  struct channel channel, end;
  struct record record;
  uint8_t *result = NULL;

  if (!channel_open (&channel, RING_SIZE))
    return NULL;
  end = channel;
  /* Both ends in one process: no end closes that of the other.  */
  channel.fd = channel.fds[1];
  end.fd = end.fds[0];
  flattener = flattener_new (&channel, true);
  if (flattener != NULL
      && object_flatten (flattener, RECORD_OBJECT, &original) == SFM_OK
      && channel_take (&end, &record, sizeof record)
      && record.kind == RECORD_OBJECT
      && (result = malloc ((size_t) record.size)) != NULL)
    {
      *size = (size_t) record.size;
      if (!channel_take (&end, result, *size))
        *size = 0;
    }
  return result;
}

static bool
same_text (const char *a, const char *b)
{
  return a == NULL || b == NULL ? a == b : strcmp (a, b) == 0;
}

/* Whether OBJECT is the original, but for code.  */
static bool
is_original (const struct input_object *object)
{
  bool same = same_text (object->name, original.name)
              && same_text (object->path, original.path)
              && same_text (object->member, original.member)
              && object->outer == NULL
              && same_text (object->source, original.source)
              && object->machine == original.machine && object->big_endian
              && object->lto && object->section_count == SECTIONS
              && object->symbol_count == SYMBOLS && object->sframe_count == 1;

  for (size_t i = 0; i < SECTIONS && same; i++)
    same = same_text (object->sections[i].name, sections[i].name)
           && same_text (object->sections[i].group, sections[i].group)
           && object->sections[i].size == sections[i].size
           && object->sections[i].align == sections[i].align
           && object->sections[i].code == sections[i].code;
  for (size_t i = 0; i < SYMBOLS && same; i++)
    same = same_text (object->symbols[i].name, symbols[i].name)
           && object->symbols[i].value == symbols[i].value
           && object->symbols[i].size == symbols[i].size
           && object->symbols[i].section == symbols[i].section
           && object->symbols[i].global == symbols[i].global
           && object->symbols[i].weak == symbols[i].weak;
  if (!same)
    return false;
  const struct input_sframe *s = &object->sframes[0];
  return same_text (s->name, ".sframe") && s->size == 5
         && memcmp (s->bytes, code_bytes, 5) == 0 && s->type == sframes[0].type
         && s->number == 3 && s->reloc_count == 3 && s->relocs[0].value == 2
         && s->relocs[2].section == 2 && s->none_count == 1
         && s->nones[0] == 17;
}

/* Read all code of OBJECT; return what all its bytes add up to, so that each
   is read.  */
static size_t
read_all_code (const struct input_object *object)
{
  size_t sum = 0;

  for (uint32_t i = 0; i < object->section_count; i++)
    {
      struct input_code code;
      if (input_code_read (object, i, &scratch, &code) != SFM_OK)
        continue;
      for (size_t m = 0; m < code.mask_count; m++)
        sum += (size_t) (code.masks[m].to - code.masks[m].from);
      for (uint64_t b = 0; b < code.size && code.bytes != NULL; b++)
        sum += code.bytes[b];
    }
  return sum;
}

static void
test_whole (const uint8_t *record, size_t size)
{
  struct input_object object;
  struct input_code code;
  const sfm_status status = unflatten (record, size, &object);

  unit_result (status == SFM_OK && is_original (&object), "a whole record");
  if (status != SFM_OK)
    return;
  messages = 0;
  unit_result (
      input_code_read (&object, 1, &scratch, &code) == SFM_OK
          && code.size == 10 && code.mask_count == 2 && code.masks[1].from == 4
          && memcmp (code.bytes, code_bytes, 10) == 0 && messages == 0,
      "code");
  unit_result (input_code_read (&object, 2, &scratch, &code) == SFM_ERR_CORRUPT
                   && messages == 2,
               "code that cannot be read, with what was said");
  unit_result (input_code_read (&object, 0, &scratch, &code) == SFM_OK
                   && code.size == 0,
               "a section without functions");
}

/* No beginning of a record is taken for one.  */
static void
test_short (const uint8_t *record, size_t size)
{
  bool refused = true;

  for (size_t part = 0; part < size; part++)
    {
      struct input_object object;
      /* A copy of its own, whose end a sanitizer knows.  */
      uint8_t *copy = malloc (part + 1);
      if (copy == NULL)
        return;
      memcpy (copy, record, part);
      refused &= unflatten (copy, part, &object) == SFM_ERR_CORRUPT;
      free (copy);
    }
  unit_result (refused, "each beginning of a record is refused");
}

/* Strings that end, indices in their bounds, whatever byte changes.  */
static void
test_damaged (uint8_t *record, size_t size)
{
  static const uint8_t changes[] = { 1, 2, 0x7f, 0x80, 0xff };
  size_t sum = 0, taken = 0;
  bool bounded = true;

  for (size_t i = 0; i < size * sizeof changes; i++)
    {
      struct input_object object;
      const uint8_t change = changes[i % sizeof changes];
      record[i / sizeof changes] ^= change;
      if (unflatten (record, size, &object) == SFM_OK)
        {
          taken++;
          sum += read_all_code (&object) + strlen (object.name);
          for (size_t s = 0; s < object.section_count; s++)
            sum += strlen (object.sections[s].name);
          for (size_t s = 0; s < object.symbol_count; s++)
            {
              sum += strlen (object.symbols[s].name);
              bounded &= object.symbols[s].section < object.section_count;
            }
          for (size_t r = 0; r < object.sframes[0].reloc_count; r++)
            bounded
                &= object.sframes[0].relocs[r].section < object.section_count
                   || object.sframes[0].relocs[r].section == INPUT_NO_SECTION;
        }
      record[i / sizeof changes] ^= change;
    }
  unit_result (bounded && taken != 0 && taken < size * sizeof changes
                   && sum != 0,
               "damaged records are refused, or sound");
}

int
main (void)
{
  size_t size = 0;
  uint8_t *record = flatten (&size);

  unit_result (record != NULL && size != 0, "a record through a channel");
  if (record != NULL && size != 0)
    {
      test_whole (record, size);
      test_short (record, size);
      test_damaged (record, size);
      test_whole (record, size);
    }
  free (record);
  pool_free (&scratch);
  pool_free (&kept);
  pool_free (&bytes);
  return unit_exit ();
}
