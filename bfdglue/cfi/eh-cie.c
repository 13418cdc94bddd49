/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   eh-cie.c - records of .eh_frame: their headers, and the pointer encoding
   that a CIE gives its FDEs.

   In the Linux Standard Base an id has 4 bytes also after a 64-bit length; in
   DWARF's own .debug_frame it has 8 there, and producers follow either.  The
   version of a CIE, which is never 0, tells them apart: an 8-byte id of 0 has
   a 0 where a 4-byte one is followed by the version.  */

#include "config.h"

#include <string.h>

#include "eh-cie.h"
#include "cfi-limits.h"

/* Set the id of RECORD, which has a 64-bit length.  */
static void
read_extended_id (struct eh_cursor cursor, struct eh_record *record)
{
  struct eh_cursor wide = cursor;

  record->id = eh_u32 (&cursor);
  if (record->id != 0 || eh_u8 (&cursor) != 0 || cursor.failed)
    return;
  record->id = eh_u64 (&wide);
  record->id_size = 8;
}

bool
eh_record (const struct eh_cursor *whole, size_t at, struct eh_record *record)
{
  struct eh_cursor cursor = *whole;

  cursor.at = at;
  uint64_t size = eh_u32 (&cursor);
  *record = (struct eh_record){ .id_size = 4 };
  if (size == UINT32_MAX)
    {
      record->extended = true;
      size = eh_u64 (&cursor);
    }
  if (cursor.failed || size > cursor.end - cursor.at)
    return false;
  record->id_at = cursor.at;
  record->end = cursor.at + (size_t) size;
  record->terminator = size == 0;
  if (record->terminator)
    return true;

  cursor.end = record->end;
  if (record->extended)
    read_extended_id (cursor, record);
  else
    record->id = eh_u32 (&cursor);
  return record->id_size <= size;
}

/* Read the augmentation data, as announced by TEXT, the augmentation string
   after its 'z'.  False: the encoding of FDE pointers is unknown.  */
static bool
read_augmentation (struct eh_cursor *cursor, const char *text,
                   uint8_t *encoding)
{
  const struct eh_base nothing = { .known = false };
  uint64_t ignored;

  for (; *text != '\0'; text++)
    switch (*text)
      {
      case 'L':
        eh_u8 (cursor);
        break;
      case 'P':
        eh_pointer (cursor, eh_u8 (cursor), nothing, &ignored);
        break;
      case 'R':
        /* Nothing after it matters here.  */
        *encoding = eh_u8 (cursor);
        return !cursor->failed;
      case 'S': /* signal frame */
      case 'B': /* AArch64: pointer authentication key B */
      case 'G': /* AArch64: tagged stack */
        break;
      default:
        return false;
      }
  return !cursor->failed;
}

/* Read the augmentation string into TEXT.  */
static bool
read_string (struct eh_cursor *cursor, char text[AUGMENTATION_MAX])
{
  for (size_t i = 0; i < AUGMENTATION_MAX; i++)
    {
      text[i] = (char) eh_u8 (cursor);
      if (text[i] == '\0')
        return !cursor->failed;
    }
  return false;
}

bool
eh_cie (const struct eh_cursor *whole, size_t at, uint8_t *encoding,
        size_t *id_size)
{
  struct eh_cursor cursor = *whole;
  struct eh_record record;
  char text[AUGMENTATION_MAX];

  if (!eh_record (whole, at, &record) || record.terminator || record.id != 0)
    return false;
  *id_size = record.id_size;
  *encoding = EH_PE_ABSPTR;
  cursor.at = record.id_at + record.id_size;
  cursor.end = record.end;

  uint8_t version = eh_u8 (&cursor);
  if ((version != 1 && version != 3 && version != 4)
      || !read_string (&cursor, text))
    return false;
  const char *rest = text;
  if (strncmp (rest, "eh", 2) == 0)
    {
      /* gcc 2: a pointer to language data.  */
      eh_skip (&cursor, 8);
      rest += 2;
    }
  if (version == 4 && (eh_u8 (&cursor) != 8 || eh_u8 (&cursor) != 0))
    return false;
  eh_uleb (&cursor); /* code alignment */
  eh_uleb (&cursor); /* data alignment: signed, but only skipped */
  if (version == 1)
    eh_u8 (&cursor); /* return address register */
  else
    eh_uleb (&cursor);
  if (rest[0] == '\0')
    return !cursor.failed;
  if (rest[0] != 'z')
    return false;
  eh_uleb (&cursor); /* size of the augmentation data */
  return read_augmentation (&cursor, rest + 1, encoding);
}
