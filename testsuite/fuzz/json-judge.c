/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   json-judge.c - whether text is JSON (RFC 8259).  */

#include "config.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "json-judge.h"

enum
{
  DEPTH_MAX = 64
};

struct reader
{
  const uint8_t *at;
  const uint8_t *end;
  unsigned depth;
  const char *problem;
};

static void
fail (struct reader *r, const char *problem)
{
  if (r->problem == NULL)
    r->problem = problem;
  r->at = r->end;
}

/* The next byte, or -1.  */
static int
peek (const struct reader *r)
{
  return r->at < r->end ? *r->at : -1;
}

static bool
take (struct reader *r, int byte)
{
  if (peek (r) != byte)
    return false;
  r->at++;
  return true;
}

static void
skip_space (struct reader *r)
{
  while (r->at < r->end && memchr (" \t\n\r", *r->at, 4) != NULL)
    r->at++;
}

static bool
is_digit (int byte)
{
  return byte >= '0' && byte <= '9';
}

static void
read_digits (struct reader *r)
{
  if (!is_digit (peek (r)))
    fail (r, "a number lacks digits");
  while (is_digit (peek (r)))
    r->at++;
}

static void
read_number (struct reader *r)
{
  take (r, '-');
  if (!take (r, '0'))
    read_digits (r);
  if (take (r, '.'))
    read_digits (r);
  if (take (r, 'e') || take (r, 'E'))
    {
      if (!take (r, '+'))
        take (r, '-');
      read_digits (r);
    }
}

/* The four digits of \u.  */
static unsigned
read_unit (struct reader *r)
{
  unsigned value = 0;

  for (int i = 0; i < 4; i++)
    {
      int byte = peek (r);
      int low = byte | 0x20;
      if (is_digit (byte))
        value = value * 16 + (unsigned) (byte - '0');
      else if (byte >= 0 && low >= 'a' && low <= 'f')
        value = value * 16 + (unsigned) (low - 'a' + 10);
      else
        {
          fail (r, "\\u lacks digits");
          return 0;
        }
      r->at++;
    }
  return value;
}

static void
read_escape (struct reader *r)
{
  int byte = peek (r);

  if (byte < 0 || memchr ("\"\\/bfnrtu", byte, 9) == NULL)
    {
      fail (r, "an escape that there is not");
      return;
    }
  r->at++;
  if (byte != 'u')
    return;
  unsigned unit = read_unit (r);
  if (unit >= 0xdc00 && unit <= 0xdfff)
    fail (r, "the second half of a pair alone");
  if (unit < 0xd800 || unit > 0xdbff)
    return;
  bool second = take (r, '\\') && take (r, 'u');
  unit = second ? read_unit (r) : 0;
  if (unit < 0xdc00 || unit > 0xdfff)
    fail (r, "the first half of a pair alone");
}

/* A character of several bytes (RFC 3629): decoded, then compared with the
   least that needs so many bytes.  */
static void
read_wide (struct reader *r)
{
  static const uint32_t least[] = { 0x80, 0x800, 0x10000 };
  uint8_t first = *r->at++;
  unsigned more = first >= 0xf0 ? 3 : first >= 0xe0 ? 2 : 1;
  uint32_t code = first & (0x3fU >> more);

  if (first < 0xc0 || first > 0xf7)
    fail (r, "not UTF-8: first byte");
  for (unsigned i = 0; i < more && r->problem == NULL; i++)
    if (r->at < r->end && *r->at >> 6 == 2)
      code = code << 6 | (*r->at++ & 0x3f);
    else
      fail (r, "not UTF-8: cut");
  if (code < least[more - 1] || code > 0x10ffff || code >> 11 == 0x1b)
    fail (r, "not UTF-8: code point");
}

static void
read_string (struct reader *r)
{
  if (!take (r, '"'))
    {
      fail (r, "no string");
      return;
    }
  while (!take (r, '"'))
    {
      int byte = peek (r);
      if (byte < 0)
        fail (r, "a string does not end");
      else if (byte < 0x20)
        fail (r, "a control character in a string");
      else if (byte >= 0x80)
        read_wide (r);
      else if (*r->at++ == '\\')
        read_escape (r);
      if (r->problem != NULL)
        return;
    }
}

static void read_value (struct reader *r);

/* The elements of an array, or members of an object, up to CLOSE.  */
static void
read_items (struct reader *r, int close)
{
  if (++r->depth > DEPTH_MAX)
    fail (r, "nested too deep");
  skip_space (r);
  if (!take (r, close))
    do
      {
        skip_space (r);
        if (close == '}')
          {
            read_string (r);
            skip_space (r);
            if (!take (r, ':'))
              fail (r, "a member without a colon");
          }
        read_value (r);
        if (!take (r, ','))
          {
            if (!take (r, close))
              fail (r, "neither a comma nor the end");
            break;
          }
      }
    while (r->problem == NULL);
  r->depth--;
}

static void
read_word (struct reader *r, const char *word)
{
  for (; *word != '\0'; word++)
    if (!take (r, *word))
      {
        fail (r, "no value");
        return;
      }
}

static void
read_value (struct reader *r)
{
  skip_space (r);
  int byte = peek (r);
  if (take (r, '{'))
    read_items (r, '}');
  else if (take (r, '['))
    read_items (r, ']');
  else if (byte == '"')
    read_string (r);
  else if (byte == '-' || is_digit (byte))
    read_number (r);
  else
    read_word (r, byte == 't' ? "true" : byte == 'f' ? "false" : "null");
  skip_space (r);
}

const char *
json_judge (const char *text, size_t size)
{
  const uint8_t *bytes = (const uint8_t *) text;
  struct reader r = { .at = bytes, .end = bytes + size };

  read_value (&r);
  if (r.problem == NULL && r.at != r.end)
    r.problem = "something follows the value";
  return r.problem;
}
