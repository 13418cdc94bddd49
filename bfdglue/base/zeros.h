/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   zeros.h - runs of zero bytes.  */

#ifndef BFDGLUE_ZEROS_H
#define BFDGLUE_ZEROS_H

#include <stdint.h>
#include <string.h>

/* The offset of the first byte of BYTES from AT on that is not zero, or END.
   A reserve has millions of zeros, so eight are looked at together.  */
static inline uint64_t
zeros_end (const uint8_t *bytes, uint64_t at, uint64_t end)
{
  uint64_t word = 0;

  while (end - at >= sizeof word)
    {
      memcpy (&word, bytes + at, sizeof word);
      if (word != 0)
        break;
      at += sizeof word;
    }
  while (at < end && bytes[at] == 0)
    at++;
  return at;
}

#endif /* BFDGLUE_ZEROS_H */
