/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   number.c - numbers as people read them.  */

#include "config.h"

#include <inttypes.h>
#include <stdio.h>

#include "report.h"

const char *
number_count (uint64_t value, char text[NUMBER_SIZE])
{
  char digits[NUMBER_SIZE];
  const int count = snprintf (digits, sizeof digits, "%" PRIu64, value);
  char *p = text;

  for (int i = 0; i < count; i++)
    {
      if (i != 0 && (count - i) % 3 == 0)
        *p++ = ',';
      *p++ = digits[i];
    }
  *p = '\0';
  return text;
}

const char *
number_bytes (uint64_t size, char text[NUMBER_SIZE])
{
  static const char *const units[] = { "KB", "MB", "GB", "TB", "PB", "EB" };
  double value = (double) size / 1024;
  size_t unit = 0;

  if (size < 10000)
    {
      char count[NUMBER_SIZE];
      snprintf (text, NUMBER_SIZE, "%.20s byte%s", number_count (size, count),
                size == 1 ? "" : "s");
      return text;
    }
  for (; value >= 999.5 && unit + 1 < sizeof units / sizeof *units; unit++)
    value /= 1024;
  snprintf (text, NUMBER_SIZE, value < 9.95 ? "%.1f %s" : "%.0f %s", value,
            units[unit]);
  return text;
}

unsigned
per_mille (uint64_t part, uint64_t whole)
{
  return whole == 0 ? 0 : (unsigned) ((double) part * 1000 / (double) whole);
}

const char *
number_percent (uint64_t part, uint64_t whole, char text[NUMBER_SIZE])
{
  const unsigned value = per_mille (part, whole);

  snprintf (text, NUMBER_SIZE, value % 10 == 0 ? "%u %%" : "%u.%u %%",
            value / 10, value % 10);
  return text;
}
