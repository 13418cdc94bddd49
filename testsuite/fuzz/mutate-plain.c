/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   mutate-plain.c - changes of bytes that may be anything.  */

#include "config.h"

#include "mutate.h"

size_t
mutate_plain (struct gen *g, uint8_t *bytes, size_t size)
{
  static const uint8_t values[] = { 0, 1, 0x7f, 0x80, 0xff };

  for (uint32_t i = 1 + gen_below (g, 4); i != 0 && size != 0; i--)
    {
      /* Half of the changes in the header and the first FDEs.  */
      size_t near = size < 80 ? size : 80;
      size_t at = gen_below (g, (uint32_t) (gen_once_in (g, 2) ? near : size));
      switch (gen_below (g, 6))
        {
        case 0:
          bytes[at] = values[gen_below (g, sizeof values)];
          break;
        case 1:
          bytes[at] = (uint8_t) gen_next (g);
          break;
        case 2:
          bytes[at] = bytes[gen_below (g, (uint32_t) size)];
          break;
        case 3:
          if (gen_once_in (g, 4))
            size = at;
          break;
        default:
          bytes[at] ^= (uint8_t) (1U << gen_below (g, 8));
          break;
        }
    }
  return size;
}
