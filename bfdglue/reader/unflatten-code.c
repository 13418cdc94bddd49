/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unflatten-code.c - the code of an object that was made of a record.  */

#include "config.h"

#include <string.h>

#include "unflatten.h"

/* The code of an object, for input_code_read.  */
struct flat_codes
{
  const struct diag_sink *sink;
  const struct flat_code *codes;
  const struct reloc_mask_bytes **masks; /* for each, the bytes after them */
  size_t count;
  const char *strings;
};

/* Whether the COUNT MASKS are ascending, disjoint and inside SIZE bytes.  */
static bool
masks_hold (const struct reloc_mask_bytes *masks, uint64_t count,
            uint64_t size)
{
  uint64_t end = 0;

  for (uint64_t i = 0; i < count; i++)
    {
      if (masks[i].from < end || masks[i].from > masks[i].to
          || masks[i].to > size)
        return false;
      end = masks[i].to;
    }
  return true;
}

/* Take the masks and bytes of code number IDX of CODES.  */
static void
take_code (struct unflatten *u, struct flat_codes *codes, size_t idx)
{
  const struct flat_code *code = &codes->codes[idx];
  const struct reloc_mask_bytes *masks
      = unflatten_take (&u->cursor, code->mask_count, sizeof *masks);
  uint32_t message = code->messages;

  if ((code->flags & FLAT_HAS_BYTES) != 0)
    (void) unflatten_take (&u->cursor, code->size, 1);
  if (u->cursor.bad || !masks_hold (masks, code->mask_count, code->size)
      || code->section >= u->head->section_count
      || (idx != 0 && codes->codes[idx - 1].section >= code->section)
      || code->status > SFM_ERR_IO)
    u->cursor.bad = true;
  codes->masks[idx] = masks;
  for (uint32_t i = 0; i < code->message_count && !u->cursor.bad; i++)
    {
      const char *text = unflatten_string (u, message, false);
      if (text == NULL)
        return;
      u->cursor.bad |= *text < '0' + DIAG_ERROR || *text > '0' + DIAG_DETAIL;
      message += (uint32_t) strlen (text) + 1;
    }
}

/* The code of section SECTION, or NULL.  */
static const struct flat_code *
find_code (const struct flat_codes *codes, uint32_t section)
{
  size_t from = 0, to = codes->count;

  while (from < to)
    {
      const size_t middle = from + (to - from) / 2;
      if (codes->codes[middle].section < section)
        from = middle + 1;
      else
        to = middle;
    }
  return from < codes->count && codes->codes[from].section == section
             ? &codes->codes[from]
             : NULL;
}

/* Report what was said about FLAT, the code of OBJECT.  */
static void
report_code (const struct flat_codes *codes, const struct flat_code *flat,
             const struct input_object *object)
{
  const char *text = codes->strings + flat->messages;

  for (uint32_t i = 0; i < flat->message_count; i++)
    {
      codes->sink->fn (codes->sink->data, (enum diag_severity) (text[0] - '0'),
                       object->name, "", text + 1);
      text += strlen (text) + 1;
    }
}

/* The .read_code of the object.  */
static sfm_status
read_code (const struct input_object *object, uint32_t section,
           struct pool *pool, struct input_code *code)
{
  const struct flat_codes *codes = object->reader;
  const struct flat_code *flat = find_code (codes, section);

  *code = (struct input_code){ 0 };
  if (flat == NULL)
    return SFM_OK;
  report_code (codes, flat, object);
  if (flat->status != SFM_OK)
    return (sfm_status) flat->status;
  const size_t count = (size_t) flat->mask_count;
  const struct reloc_mask_bytes *masks = codes->masks[flat - codes->codes];
  struct reloc_mask_bytes *kept = pool_alloc (pool, count * sizeof *kept);
  if (kept == NULL)
    return diag_nomem (codes->sink, object->name);
  code->size = flat->size;
  if (count != 0)
    memcpy (kept, masks, count * sizeof *kept);
  code->masks = kept;
  code->mask_count = count;
  if ((flat->flags & FLAT_HAS_BYTES) == 0)
    return SFM_OK;
  uint8_t *bytes = pool_alloc (pool, (size_t) flat->size);
  if (bytes == NULL)
    return diag_nomem (codes->sink, object->name);
  memcpy (bytes, masks + count, (size_t) flat->size);
  code->bytes = bytes;
  return SFM_OK;
}

sfm_status
unflatten_codes (struct unflatten *u, const struct flat_code *flat,
                 const struct diag_sink *sink)
{
  const size_t count = u->head->code_count;
  struct flat_codes *codes = pool_alloc (u->pools->scratch, sizeof *codes);

  if (codes == NULL)
    return SFM_ERR_NOMEM;
  *codes = (struct flat_codes){
    .sink = sink, .codes = flat, .count = count, .strings = u->strings
  };
  codes->masks = pool_alloc (u->pools->scratch, count * sizeof *codes->masks);
  if (codes->masks == NULL)
    return SFM_ERR_NOMEM;
  for (size_t i = 0; i < count && !u->cursor.bad; i++)
    take_code (u, codes, i);
  u->object->reader = codes;
  u->object->read_code = read_code;
  return SFM_OK;
}
