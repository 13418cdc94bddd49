/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   printable.c - names of untrusted files, made fit to be shown.

   A character that is not seen can make a name look like another one, or like
   a verdict of ours: controls move the cursor, bidirectional ones reorder the
   text around them.  */

#include "config.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "text.h"

/* clang-format off */
/* Sized exactly: no room for a terminating NUL.  */
const char put_decimal_digits[200] =
  "000102030405060708091011121314151617181920212223242526272829"
  "303132333435363738394041424344454647484950515253545556575859"
  "606162636465666768697071727374757677787980818283848586878889"
  "90919293949596979899";

const char put_hex_digits[512] =
  "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d"
  "1e1f202122232425262728292a2b2c2d2e2f303132333435363738393a3b"
  "3c3d3e3f404142434445464748494a4b4c4d4e4f50515253545556575859"
  "5a5b5c5d5e5f606162636465666768696a6b6c6d6e6f7071727374757677"
  "78797a7b7c7d7e7f808182838485868788898a8b8c8d8e8f909192939495"
  "969798999a9b9c9d9e9fa0a1a2a3a4a5a6a7a8a9aaabacadaeafb0b1b2b3"
  "b4b5b6b7b8b9babbbcbdbebfc0c1c2c3c4c5c6c7c8c9cacbcccdcecfd0d1"
  "d2d3d4d5d6d7d8d9dadbdcdddedfe0e1e2e3e4e5e6e7e8e9eaebecedeeef"
  "f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff";
/* clang-format on */

/* The code points that are not seen, in order: Unicode's categories Cc, Cf, Zl
   and Zp, and what its property Default_Ignorable_Code_Point has besides.
   Those that are no characters, the last two of each plane, are not here.  */
static const struct
{
  uint32_t first, last;
} unseen[] = {
  { 0x00, 0x1f },       { 0x7f, 0x9f },       { 0xad, 0xad },
  { 0x34f, 0x34f },     { 0x600, 0x605 },     { 0x61c, 0x61c },
  { 0x6dd, 0x6dd },     { 0x70f, 0x70f },     { 0x890, 0x891 },
  { 0x8e2, 0x8e2 },     { 0x115f, 0x1160 },   { 0x17b4, 0x17b5 },
  { 0x180b, 0x180f },   { 0x200b, 0x200f },   { 0x2028, 0x202e },
  { 0x2060, 0x206f },   { 0x3164, 0x3164 },   { 0xfdd0, 0xfdef },
  { 0xfe00, 0xfe0f },   { 0xfeff, 0xfeff },   { 0xffa0, 0xffa0 },
  { 0xfff0, 0xfffb },   { 0x110bd, 0x110bd }, { 0x110cd, 0x110cd },
  { 0x13430, 0x1343f }, { 0x1bca0, 0x1bca3 }, { 0x1d173, 0x1d17a },
  { 0xe0000, 0xe0fff },
};

static bool
is_seen (uint32_t code)
{
  if ((code & 0xfffe) == 0xfffe)
    return false;
  for (size_t i = 0; i < sizeof unseen / sizeof *unseen; i++)
    if (code <= unseen[i].last)
      return code < unseen[i].first;
  return true;
}

/* The length of the UTF-8 sequence at S, whose code point goes to *CODE, or 0
   if it is invalid.  Overlong forms, surrogates and code points above U+10FFFF
   are invalid.  */
static size_t
utf8_size (const unsigned char *s, uint32_t *code)
{
  static const uint32_t least[] = { 0, 0, 0x80, 0x800, 0x10000 };
  const size_t size = s[0] < 0x80   ? 1
                      : s[0] < 0xc0 ? 0
                      : s[0] < 0xe0 ? 2
                      : s[0] < 0xf0 ? 3
                      : s[0] < 0xf8 ? 4
                                    : 0;

  *code = size < 2 ? s[0] : s[0] & 0x7fU >> size;
  for (size_t i = 1; i < size; i++)
    {
      if ((s[i] & 0xc0) != 0x80)
        return 0;
      *code = *code << 6 | (s[i] & 0x3f);
    }
  return *code < least[size] || *code > 0x10ffff || *code >> 11 == 0xd800 >> 11
             ? 0
             : size;
}

const char *
printable (const char *name, char *text, size_t size)
{
  static const char digits[] = "0123456789abcdef";
  const unsigned char *s = (const unsigned char *) name;
  size_t used = 0;

  while (*s != 0)
    {
      uint32_t code;
      const size_t valid = utf8_size (s, &code);
      const size_t run = valid != 0 ? valid : 1;
      const bool plain = valid != 0 && is_seen (code);
      const size_t need = plain ? run : 4 * run;
      if (size - used <= need)
        break;
      for (size_t i = 0; i < run; i++, s++)
        if (plain)
          text[used++] = (char) *s;
        else
          {
            memcpy (text + used, "\\x", 2);
            text[used + 2] = digits[*s >> 4];
            text[used + 3] = digits[*s & 15];
            used += 4;
          }
    }
  text[used] = '\0';
  return text;
}
