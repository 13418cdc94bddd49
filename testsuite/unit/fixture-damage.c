/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   fixture-damage.c - what the last look at an output says once it is
   damaged.  */

#include "config.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "edit-internal.h"
#include "fixture-bend.h"
#include "fixture-damage.h"

#define MEMBER(name, member)                                                  \
  {                                                                           \
    name, offsetof (struct image_change, member),                             \
        sizeof ((struct image_change *) 0)->member                            \
  }

static const struct
{
  const char *name;
  size_t at, size;
} members[] = {
  MEMBER ("section", space.section),     MEMBER ("addr", space.addr),
  MEMBER ("offset", space.offset),       MEMBER ("used", space.used),
  MEMBER ("content", content_size),      MEMBER ("fixed", space.fixed_size),
  MEMBER ("header", phdr.header_idx),    MEMBER ("load", phdr.load_idx),
  MEMBER ("added", phdr.added),          MEMBER ("names", phdr.names_off),
  MEMBER ("put", phdr.inserted.offset),  MEMBER ("zeros", phdr.inserted.size),
  MEMBER ("old", phdr.old.section),      MEMBER ("oldaddr", phdr.old.addr),
  MEMBER ("moved", phdr.displaced.size),
};

static bool
set_member (struct image_change *change, const char *name, uint64_t value)
{
  uint8_t *bytes = (uint8_t *) change;
  const uint32_t word = (uint32_t) value;
  const uint8_t byte = (uint8_t) value;

  for (size_t i = 0; i < sizeof members / sizeof members[0]; i++)
    if (strcmp (members[i].name, name) == 0)
      {
        memcpy (bytes + members[i].at,
                members[i].size == 1   ? (const void *) &byte
                : members[i].size == 4 ? (const void *) &word
                                       : &value,
                members[i].size);
        return true;
      }
  return false;
}

/* The SIZE bytes at AT of the output.  */
static uint8_t *
bytes_of (struct image_change *change, uint64_t at, uint64_t size, bool listed)
{
  if (listed)
    return paged_write (change->copy, at, size);
  (void) paged_at (change->copy, at, size);
  return change->copy->bytes + at;
}

/* Do one word of damage to CHANGE, whose output is open as AFTER.  */
static bool
damage_one (struct image_change *change, const struct image *after,
            char letter, uint32_t number, const char *name, uint64_t value)
{
  const bool listed = isupper ((unsigned char) letter) != 0;
  const char kind = (char) toupper ((unsigned char) letter);
  unsigned size = (unsigned) strtoul (name, NULL, 16);
  uint64_t at = number;
  size_t field;

  switch (kind)
    {
    case 'M':
      return set_member (change, name, value);
    case 'D':
      memcpy (bytes_of (change, value, size, listed),
              bytes_of (change, at, size, false), size);
      return true;
    case 'I':
      (void) image_at (&change->inserted[0].image, at, size);
      fixture_put_word (change->inserted[0].image.pages->bytes + at, size,
                        value, change->image->big_endian);
      return true;
    case 'N':
      change->numbers[number] = (uint32_t) value;
      return true;
    case 'B':
      memset (bytes_of (change, at, size, listed), (int) value, size);
      return true;
    case 'P':
    case 'S':
      if (!fixture_field (kind, name, &field, &size))
        return false;
      at = (kind == 'P' ? image_phdr_offset (after, number)
                        : image_shdr_offset (after, number))
           + field;
      break;
    case 'H':
      break;
    default:
      return false;
    }
  fixture_put_word (bytes_of (change, at, size, listed), size, value,
                    change->image->big_endian);
  return true;
}

/* Do all of TEXT.  */
static bool
damage_all (struct image_change *change, const char *text)
{
  struct image after;
  char letter, name[8];
  uint32_t number;
  uint64_t value;
  int used;

  if (image_open_pages ("after", change->copy, &after, &fixture_sink)
      != SFM_OK)
    return false;
  for (; sscanf (text, " %c%" SCNx32 ".%7[a-z0-9]=%" SCNx64 " %n", &letter,
                 &number, name, &value, &used)
             == 4
         && damage_one (change, &after, letter, number, name, value);
       text += used)
    ;
  image_close (&after);
  byte_changes_sort (&change->copy->written);
  return *text == '\0';
}

const char *
damage_said (const struct damage *damage, bool big_endian)
{
  static struct fixture fx;
  static uint8_t content[FIXTURE_SIZE];
  static const struct byte_range any = { .start = 0, .end = UINT64_MAX };
  struct phdr_options options = { .mode = damage->mode };
  struct image_change change = { .image = &fx.image,
                                 .clear = &any,
                                 .clear_count = 1,
                                 .sink = &fixture_sink,
                                 .content = content,
                                 .content_size = damage->size };
  struct rewrite_result result;
  const char *said = "not made";

  memset (content, 0xab, sizeof content);
  fixture_begin (&fx, big_endian);
  if (!fixture_bend (&fx, damage->bend) || fixture_open (&fx) != SFM_OK)
    return said;
  options.kind = (enum edit_kind) fx.kind;
  if (make_room (&change, NULL, &options) == SFM_OK
      && image_change_apply (&change, &result) == SFM_OK
      && verify_image (&change, &fixture_sink) == SFM_OK
      && damage_all (&change, damage->words))
    said = verify_image (&change, &fixture_sink) == SFM_OK ? NULL
                                                           : fixture_said;
  image_change_free (&change);
  fixture_close (&fx);
  return said;
}
