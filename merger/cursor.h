/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   cursor.h - reading untrusted bytes in order, remembering failure.

   A read past the end yields 0 and sets FAILED, which stays set: a sequence
   of reads needs one test at its end.  */

#ifndef MERGER_CURSOR_H
#define MERGER_CURSOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bytes.h"

struct cursor
{
  const uint8_t *bytes;
  uint64_t size;
  uint64_t pos; /* never above SIZE */
  bool big;
  bool failed;
};

/* Take the SIZE bytes at the cursor, which moves past them.  If there are
   fewer, returns NULL and sets FAILED.  */
static inline const uint8_t *
cursor_take (struct cursor *c, uint64_t size)
{
  if (c->failed || size > c->size - c->pos)
    {
      c->failed = true;
      return NULL;
    }
  const uint8_t *p = c->bytes + c->pos;
  c->pos += size;
  return p;
}

static inline uint8_t
cursor_u8 (struct cursor *c)
{
  const uint8_t *p = cursor_take (c, 1);
  return p == NULL ? 0 : *p;
}

static inline uint16_t
cursor_u16 (struct cursor *c)
{
  const uint8_t *p = cursor_take (c, 2);
  return p == NULL ? 0 : get_u16 (p, c->big);
}

static inline uint32_t
cursor_u32 (struct cursor *c)
{
  const uint8_t *p = cursor_take (c, 4);
  return p == NULL ? 0 : get_u32 (p, c->big);
}

static inline uint64_t
cursor_u64 (struct cursor *c)
{
  const uint8_t *p = cursor_take (c, 8);
  return p == NULL ? 0 : get_u64 (p, c->big);
}

#endif /* MERGER_CURSOR_H */
