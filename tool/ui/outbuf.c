/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   outbuf.c - fast text to standard output.  */

#include "config.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "outbuf.h"
#include "report.h"

/* clang-format off */
/* Sized exactly: no room for a terminating NUL.  */
const char outbuf_decimal[200] =
  "000102030405060708091011121314151617181920212223242526272829"
  "303132333435363738394041424344454647484950515253545556575859"
  "606162636465666768697071727374757677787980818283848586878889"
  "90919293949596979899";

const char outbuf_hex[512] =
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

static void
write_out (struct outbuf *out, const char *text, size_t size)
{
  if (out->failed || size == 0)
    return;
  if (fwrite (text, 1, size, stdout) != size)
    {
      report_stdout_lost (errno);
      out->failed = true;
    }
}

void
outbuf_flush (struct outbuf *out)
{
  write_out (out, out->text, out->used);
  out->used = 0;
}

void
outbuf_write (struct outbuf *out, const char *text, size_t size)
{
  if (size > OUTBUF_SIZE - out->used)
    outbuf_flush (out);
  if (size > OUTBUF_SIZE)
    {
      write_out (out, text, size);
      return;
    }
  memcpy (out->text + out->used, text, size);
  out->used += size;
}

void
outbuf_text (struct outbuf *out, const char *text)
{
  outbuf_write (out, text, strlen (text));
}

void
outbuf_name (struct outbuf *out, const char *name)
{
  char safe[4 * 4096 + 1];
  size_t size = 0;

  /* Nearly all names are printable already.  */
  while (size < sizeof safe && name[size] >= 0x20 && name[size] < 0x7f)
    size++;
  if (size < sizeof safe && name[size] == '\0')
    {
      outbuf_write (out, name, size);
      return;
    }
  outbuf_text (out, report_escape (name, safe, sizeof safe));
}
