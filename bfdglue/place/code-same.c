/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   code-same.c - compare the bytes of a function of an object with those at an
   address of the image.

   Bytes outside the relocation masks are compared directly.  The masks of a
   function are found by bisection, as a section may have 100,000 functions
   [code_same].  Only if bytes differ, is_same_run asks whether a linker
   changed them without a relocation.  */

#include "config.h"

#include <string.h>

#include "code-rewritten.h"
#include "code-same.h"
#include "sorted.h"

/* Whether both sides of RUN are the same code.  */
static bool
is_same_run (const struct code_ranges *image_code, const struct code_run *run)
{
  if (memcmp (run->wanted, run->bytes, (size_t) run->size) == 0)
    return true;
  for (uint64_t at = 0; at < run->size;)
    if (run->wanted[at] == run->bytes[at])
      at++;
    else
      {
        at = code_rewritten (image_code, run, at);
        if (at == 0)
          return false;
      }
  return true;
}

/* The index of the first mask of CODE that ends after AT.  */
static size_t
first_mask (const struct input_code *code, uint64_t at)
{
  return sorted_after (code->masks, code->mask_count, sizeof *code->masks,
                       offsetof (struct reloc_mask_bytes, to), at);
}

/* Whether CODE has the SIZE bytes at FROM.  */
static bool
has_bytes (const struct input_code *code, uint64_t from, uint64_t size)
{
  return code->bytes != NULL && from <= code->size
         && size <= code->size - from;
}

bool
code_same (const struct code_ranges *image_code, const struct input_code *code,
           uint64_t from, uint64_t size, uint64_t addr)
{
  const uint8_t *bytes = code_ranges_bytes (image_code, addr, size);

  if (bytes == NULL || !has_bytes (code, from, size))
    return false;
  const uint64_t end = from + size;
  size_t mask = first_mask (code, from);
  for (uint64_t at = from; at < end; mask++)
    {
      bool last = mask == code->mask_count || code->masks[mask].from >= end;
      uint64_t stop = last ? end : code->masks[mask].from;
      const struct code_run run = { .wanted = code->bytes + at,
                                    .bytes = bytes + (at - from),
                                    .size = stop > at ? stop - at : 0,
                                    .addr = addr + (at - from) };
      if (!is_same_run (image_code, &run))
        return false;
      at = last ? end : code->masks[mask].to;
    }
  return true;
}

uint64_t
code_fixed (const struct input_code *code, uint64_t from, uint64_t size)
{
  if (!has_bytes (code, from, size))
    return 0;
  const uint64_t end = from + size;
  uint64_t fixed = size;
  for (size_t i = first_mask (code, from);
       i < code->mask_count && code->masks[i].from < end; i++)
    {
      const struct reloc_mask_bytes *mask = &code->masks[i];
      uint64_t first = mask->from < from ? from : mask->from;
      uint64_t stop = mask->to > end ? end : mask->to;
      fixed -= stop - first;
    }
  return fixed;
}
