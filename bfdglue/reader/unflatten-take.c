/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unflatten-take.c - the parts of a record, in their bounds.  */

#include "config.h"

#include "unflatten.h"

const void *
unflatten_take (struct cursor *cursor, uint64_t count, size_t size)
{
  const uint8_t *at = cursor->at;

  if (cursor->bad || count > cursor->left / size)
    {
      cursor->bad = true;
      return NULL;
    }
  size_t taken = FLAT_ALIGNED ((size_t) count * size);
  if (taken > cursor->left)
    {
      cursor->bad = true;
      return NULL;
    }
  cursor->at += taken;
  cursor->left -= taken;
  return at;
}

const char *
unflatten_string (struct unflatten *u, uint32_t offset, bool optional)
{
  if (offset < u->head->strings_size)
    return u->strings + offset;
  u->cursor.bad |= offset != FLAT_NO_STRING || !optional;
  return NULL;
}
