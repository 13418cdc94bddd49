/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   bfd-ar.c - the headers of an archive, for thin ones (bfd-thin.c).

   An archive, thin or not, is a magic number, then headers of 60 bytes at
   even offsets, each followed by its data; in a thin archive only the symbol
   tables ("/", "/SYM64/") and the table of long names ("//") have data in
   the file.  A name is "NAME/", or "/OFFSET" into the long names, which come
   before all members that need them; a thin archive's "/OFFSET:POSITION" is
   a member of another archive, which the long name names: the one whose
   header is at POSITION.  */

#include "config.h"

#include <inttypes.h>
#include <string.h>

#include "bfd-internal.h"

enum
{
  AR_NAME_SIZE = 16,
  AR_SIZE_OFF = 48,
  AR_SIZE_SIZE = 10,
  AR_END_OFF = 58
};

/* Sets *VALUE to the unsigned decimal number that the SIZE bytes at TEXT
   begin with, and returns how many digits it has: at most 18, so that it
   fits.  */
static size_t
decimal (const uint8_t *text, size_t size, uint64_t *value)
{
  size_t count = 0;

  *value = 0;
  while (count < size && count < 18 && text[count] >= '0'
         && text[count] <= '9')
    *value = *value * 10 + (uint64_t) (text[count++] - '0');
  return count;
}

sfm_status
ar_bad (const struct ar *ar, uint64_t offset, const char *what)
{
  say (ar->inputs->sink, SAY_ERROR, ar->path,
       "damaged archive: the member header at 0x%" PRIx64 " %s", offset, what);
  return SFM_ERR_CORRUPT;
}

/* Resolve ENTRY's name "/OFFSET..." in the long names of AR; false if it is
   not there.  */
static bool
long_name (const struct ar *ar, struct ar_entry *entry)
{
  const uint8_t *text = entry->name + 1;
  size_t left = AR_NAME_SIZE - 1;
  uint64_t offset = 0;

  size_t digits = decimal (text, left, &offset);
  if (ar->names == NULL || offset >= ar->names_size)
    return false;
  if (digits < left && text[digits] == ':')
    entry->nested
        = decimal (text + digits + 1, left - digits - 1, &entry->where) != 0;
  entry->name = ar->names + offset;
  const uint8_t *end
      = memchr (entry->name, '\n', ar->names_size - (size_t) offset);
  if (end == NULL)
    return false;
  entry->name_size = (size_t) (end - entry->name);
  if (entry->name_size != 0 && end[-1] == '/')
    entry->name_size--;
  return entry->name_size != 0;
}

/* Go past the data of the table ENTRY, whose header is at OFFSET and ends at
   *AT; keep the long names.  */
static sfm_status
take_table (struct ar *ar, const struct ar_entry *entry, uint64_t offset,
            uint64_t *at)
{
  if (entry->size > ar->file.size - *at)
    return ar_bad (ar, offset, "has more bytes than the file");
  if (entry->name[1] == '/')
    {
      ar->names = ar->file.bytes + *at;
      ar->names_size = (size_t) entry->size;
    }
  *at += entry->size + entry->size % 2;
  return SFM_OK;
}

sfm_status
ar_read (struct ar *ar, uint64_t *at, struct ar_entry *entry)
{
  uint64_t offset = *at;

  if (offset > ar->file.size || ar->file.size - offset < AR_HEADER_SIZE)
    {
      say (ar->inputs->sink, SAY_ERROR, ar->path,
           "damaged archive: a member header at 0x%" PRIx64
           ", but the file has only 0x%zx bytes",
           offset, ar->file.size);
      return SFM_ERR_TRUNC;
    }
  const uint8_t *header = ar->file.bytes + offset;
  *entry = (struct ar_entry){ .name = header };
  *at += AR_HEADER_SIZE;
  if (memcmp (header + AR_END_OFF, "`\n", 2) != 0)
    return ar_bad (ar, offset, "does not end with its mark");
  if (decimal (header + AR_SIZE_OFF, AR_SIZE_SIZE, &entry->size) == 0)
    return ar_bad (ar, offset, "has no size");

  if (header[0] != '/')
    {
      while (entry->name_size < AR_NAME_SIZE
             && header[entry->name_size] != '/')
        entry->name_size++;
      return SFM_OK;
    }
  if (header[1] >= '0' && header[1] <= '9')
    {
      if (!long_name (ar, entry))
        return ar_bad (ar, offset,
                       "has a name that the long names do not hold");
      return SFM_OK;
    }
  entry->table = true;
  return take_table (ar, entry, offset, at);
}
