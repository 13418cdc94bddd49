/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-string-set.c - the set of byte strings, against a search of all of
   them.  */

#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "generate.h"
#include "pool.h"
#include "result.h"

enum
{
  MAX_KEYS = 3000,
  MAX_SIZE = 12
};

struct text
{
  unsigned char bytes[MAX_SIZE];
  size_t size;
};

static struct text texts[MAX_KEYS];

/* Number of the first of COUNT texts that is T, or STRING_SET_NONE.  */
static uint32_t
search (const struct text *t, size_t count)
{
  for (size_t i = 0; i < count; i++)
    if (texts[i].size == t->size
        && memcmp (texts[i].bytes, t->bytes, t->size) == 0)
      return (uint32_t) i;
  return STRING_SET_NONE;
}

/* Add random texts of LETTERS values from FIRST on, and look for others.  */
static void
test_random (const char *name, uint32_t first, uint32_t letters)
{
  struct string_set keys = { 0 };
  struct gen gen;
  bool good = true;
  size_t count = 0;

  gen_seed (&gen, letters);
  for (size_t i = 0; i < MAX_KEYS; i++)
    {
      struct text *t = &texts[count];
      t->size = gen_below (&gen, MAX_SIZE + 1);
      for (size_t k = 0; k < t->size; k++)
        t->bytes[k] = (unsigned char) (first + gen_below (&gen, letters));
      uint32_t known = search (t, count), number;
      good = good && string_set_find (&keys, t->bytes, t->size) == known;
      if (gen_once_in (&gen, 3))
        continue;
      good = good && string_set_add (&keys, t->bytes, t->size, &number)
             && number == (known == STRING_SET_NONE ? count : known);
      count += known == STRING_SET_NONE;
      good = good && keys.count == count;
    }
  for (size_t i = 0; i < count; i++)
    good = good && string_set_find (&keys, texts[i].bytes, texts[i].size) == i;
  unit_result (good && count > 100, name);
  string_set_free (&keys);
}

/* Each key is the beginning of the next: the deepest tree there is.  */
static void
test_prefixes (void)
{
  enum
  {
    COUNT = 2000
  };
  static const unsigned char zeros[COUNT];
  struct string_set keys = { 0 };
  bool good = true;
  uint32_t number;

  for (size_t i = COUNT; i-- > 0;)
    good = good && string_set_add (&keys, zeros, i, &number)
           && number == COUNT - 1 - i;
  for (size_t i = 0; i < COUNT; i++)
    good = good && string_set_find (&keys, zeros, i) == COUNT - 1 - i;
  unit_result (good && string_set_find (&keys, zeros, COUNT) == STRING_SET_NONE
                   && string_set_find (&keys, "a", 1) == STRING_SET_NONE,
               "keys that begin other keys");
  string_set_free (&keys);
}

int
main (void)
{
  struct string_set empty = { 0 };

  unit_result (string_set_find (&empty, "", 0) == STRING_SET_NONE,
               "an empty set");
  test_random ("two letters", 'a', 2);
  test_random ("zeros and ones", 0, 2);
  test_random ("all bytes", 0, 256);
  test_prefixes ();
  return unit_exit ();
}
