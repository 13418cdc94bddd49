/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   check-described.c - how much of an image is described, in one number.  */

#include "config.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>

#include "check-file.h"

enum
{
  /* A stack has several frames, and a walk ends at the first function without
     rows.  If fewer than half of the functions have some, even walks of one
     step mostly fail; what linkers and assemblers make of sources that were
     all compiled for SFrame describes far more than half, and what they make
     of others, of which only start files or the PLT have rows, far less.
     Bytes of code tell less: start files and the gaps between functions are a
     large part of a small program.  */
  LITTLE = CHECK_ALL_PARTS / 2
};

unsigned
check_per_mille (uint64_t part, uint64_t whole)
{
  return whole == 0 ? 0 : (unsigned) ((double) part * 1000 / (double) whole);
}

/* Whether less than PARTS of CHECK_ALL_PARTS of DESCRIBED is described.  */
static bool
is_below (const struct check_described *described, unsigned parts)
{
  uint64_t part = described->part, whole = described->whole;

  /* Sizes in damaged files can be close to 2^64.  */
  while (whole > UINT64_MAX / CHECK_ALL_PARTS)
    {
      whole /= 2;
      part /= 2;
    }
  return part * CHECK_ALL_PARTS < whole * parts;
}

void
check_describe (struct check *check)
{
  struct check_subject *subject = &check->subject;
  struct check_described *described = &subject->described;
  const struct coverage *coverage = subject->coverage;

  *described = (struct check_described){ .functions = false };
  if (coverage == NULL)
    return;
  described->functions = coverage->functions != 0 && !coverage->by_symbols;
  described->part
      = described->functions ? coverage->functions_covered : coverage->covered;
  described->whole
      = described->functions ? coverage->functions : coverage->size;
  described->low = is_below (described, check->options->min_coverage.parts);
  described->little = described->functions && subject->known.piece_count != 0
                      && is_below (described, LITTLE);
  check->result->low |= described->low;
  check->result->little |= described->little;
}

void
check_described_text (const struct check_described *described, char *text,
                      size_t size)
{
  const char *what = described->functions ? "the functions of .eh_frame"
                                          : "the bytes of code";
  const unsigned value = check_per_mille (described->part, described->whole);

  if (value == 0 && described->part != 0)
    snprintf (text, size, "less than 0.1 %% of %s", what);
  else
    snprintf (text, size, "%u.%u %% of %s", value / 10, value % 10, what);
}

bool
check_take_percent (const char *text, struct check_percent *percent)
{
  const char *p = text;
  uint64_t parts = 0;

  if (!isdigit ((unsigned char) *p))
    return false;
  for (; isdigit ((unsigned char) *p) && parts <= 100; p++)
    parts = parts * 10 + (uint64_t) (*p - '0');
  parts *= CHECK_ALL_PARTS / 100;
  if (*p == '.')
    {
      p++;
      for (unsigned digit = CHECK_ALL_PARTS / 1000;
           isdigit ((unsigned char) *p) && digit != 0; p++, digit /= 10)
        parts += digit * (uint64_t) (*p - '0');
    }
  if (*p == '%')
    p++;
  if (*p != '\0' || parts > CHECK_ALL_PARTS)
    return false;
  *percent = (struct check_percent){ .parts = (unsigned) parts, .text = text };
  return true;
}
