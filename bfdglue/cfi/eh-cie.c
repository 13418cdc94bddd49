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

  record->id = eh_number (&cursor, 4);
  if (record->id != 0 || eh_number (&cursor, 1) != 0 || cursor.failed)
    return;
  record->id = eh_number (&wide, 8);
  record->id_size = 8;
}

bool
eh_record (const struct eh_cursor *whole, size_t at, struct eh_record *record)
{
  struct eh_cursor cursor = *whole;

  cursor.at = at;
  uint64_t size = eh_number (&cursor, 4);
  *record = (struct eh_record){ .id_size = 4, .extended = size == UINT32_MAX };
  if (record->extended)
    size = eh_number (&cursor, 8);
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
    record->id = eh_number (&cursor, 4);
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
    {
      /* No bytes come with S (signal frame) and, on AArch64, B (pointer
         authentication key B) and G (tagged stack).  */
      if (strchr ("SBG", *text) != NULL)
        continue;
      if (strchr ("LPR", *text) == NULL)
        return false;
      uint8_t byte = (uint8_t) eh_number (cursor, 1);
      if (*text == 'P')
        eh_pointer (cursor, byte, nothing, &ignored);
      if (*text == 'R')
        {
          /* Nothing after it matters here.  */
          *encoding = byte;
          return !cursor->failed;
        }
    }
  return !cursor->failed;
}

/* Read the augmentation string into TEXT.  */
static bool
read_string (struct eh_cursor *cursor, char text[AUGMENTATION_MAX])
{
  for (size_t i = 0; i < AUGMENTATION_MAX; i++)
    {
      text[i] = (char) eh_number (cursor, 1);
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

  uint64_t version = eh_number (&cursor, 1);
  if ((version != 1 && version != 3 && version != 4)
      || !read_string (&cursor, text))
    return false;
  /* gcc 2: a pointer to language data.  */
  const char *rest = text;
  if (strncmp (rest, "eh", 2) == 0)
    {
      eh_skip (&cursor, 8);
      rest += 2;
    }
  if (version == 4
      && (eh_number (&cursor, 1) != 8 || eh_number (&cursor, 1) != 0))
    return false;
  eh_value (&cursor, EH_PE_ULEB128); /* code alignment */
  eh_value (&cursor,
            EH_PE_ULEB128); /* data alignment: signed, but only skipped */
  if (version == 1)
    eh_skip (&cursor, 1); /* return address register */
  else
    eh_value (&cursor, EH_PE_ULEB128);
  if (rest[0] == '\0')
    return !cursor.failed;
  if (rest[0] != 'z')
    return false;
  eh_value (&cursor, EH_PE_ULEB128); /* size of the augmentation data */
  return read_augmentation (&cursor, rest + 1, encoding);
}
