/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   outbuf.c - fast text to standard output, and numbers as people read
   them.  */

#include "config.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

#include "demangle.h"
#include "report.h"

void
outbuf_json (struct outbuf *out, const char *key, const char *text)
{
  outbuf_text (out, key);
  outbuf_text (out, text);
}

void
outbuf_json_number (struct outbuf *out, const char *key, int64_t value)
{
  char *p = put_text (outbuf_room (out), key);

  outbuf_done (out, put_signed (p, value));
}

void
outbuf_json_numbers (struct outbuf *out, const struct json_number *numbers,
                     size_t count)
{
  for (size_t i = 0; i < count; i++)
    outbuf_json_number (out, numbers[i].key, (int64_t) numbers[i].value);
}

void
outbuf_json_bool (struct outbuf *out, const char *key, bool value)
{
  outbuf_json (out, key, value ? "true" : "false");
}

void
outbuf_json_addr (struct outbuf *out, const char *key, uint64_t value)
{
  char *p = put_text (outbuf_room (out), key);

  *p++ = '"';
  p = put_hex (p, value);
  *p++ = '"';
  outbuf_done (out, p);
}

void
outbuf_json_name (struct outbuf *out, const char *key, const char *name)
{
  char safe[4 * 4096 + 1];

  if (name == NULL)
    {
      outbuf_json (out, key, "null");
      return;
    }
  const char *from = printable (name, safe, sizeof safe);
  outbuf_json (out, key, "\"");
  for (;;)
    {
      size_t size = strcspn (from, "\"\\");
      outbuf_write (out, from, size);
      from += size;
      if (*from == '\0')
        break;
      outbuf_write (out, "\\", 1);
      outbuf_write (out, from++, 1);
    }
  outbuf_write (out, "\"", 1);
}

void
outbuf_json_symbol (struct outbuf *out, const char *key, const char *symbol,
                    struct demangler *demangler)
{
  const char *plain
      = symbol != NULL ? demangler_show (demangler, symbol) : NULL;

  outbuf_json_name (out, key, symbol);
  if (plain != symbol)
    outbuf_json_name (out, ",\"demangled\":", plain);
}

static const char plain[] = "abcdefghijklmnopqrstuvwxyz"
                            "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                            "/._-+,:@%";

/* Whether NAME has only bytes that are printed as they are.  */
static bool
is_printable (const char *name)
{
  for (; *name != '\0'; name++)
    if (*name < 0x20 || *name > 0x7e)
      return false;
  return true;
}

/* Append NAME, which is printable, in quotes.  */
static void
put_quoted (struct outbuf *out, const char *name)
{
  outbuf_text (out, "'");
  for (;;)
    {
      const size_t size = strcspn (name, "'");
      outbuf_write (out, name, size);
      if (name[size] == '\0')
        break;
      outbuf_text (out, "'\\''");
      name += size + 1;
    }
  outbuf_text (out, "'");
}

/* Append NAME as a $'...' of POSIX.1-2024, with all but printable ASCII as
   octal numbers: hexadecimal ones have no fixed length.  */
static void
put_escaped (struct outbuf *out, const char *name)
{
  outbuf_text (out, "$'");
  for (; *name != '\0'; name++)
    {
      const unsigned char c = (unsigned char) *name;
      char *p = outbuf_room (out);
      if (c == '\'' || c == '\\' || c < 0x20 || c > 0x7e)
        {
          *p++ = '\\';
          *p++ = (char) ('0' + (c >> 6));
          *p++ = (char) ('0' + (c >> 3 & 7));
          *p++ = (char) ('0' + (c & 7));
        }
      else
        *p++ = (char) c;
      outbuf_done (out, p);
    }
  outbuf_text (out, "'");
}

void
outbuf_shell (struct outbuf *out, const char *name)
{
  /* Otherwise it would be taken for an option, standard input or a response
     file.  */
  if (name[0] == '-' || name[0] == '@')
    outbuf_text (out, "./");
  if (name[0] != '\0' && name[strspn (name, plain)] == '\0')
    outbuf_text (out, name);
  else if (is_printable (name))
    put_quoted (out, name);
  else
    put_escaped (out, name);
}

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
outbuf_print (struct outbuf *out, const char *format, ...)
{
  va_list ap, again;

  va_start (ap, format);
  va_copy (again, ap);
  size_t room = OUTBUF_SIZE - out->used;
  int size = vsnprintf (out->text + out->used, room, format, ap);
  if (size >= 0 && (size_t) size >= room)
    {
      outbuf_flush (out);
      room = OUTBUF_SIZE;
      size = vsnprintf (out->text, room, format, again);
    }
  if (size > 0)
    out->used += (size_t) size < room ? (size_t) size : room - 1;
  va_end (again);
  va_end (ap);
}

const char *
shown_name (const char *name)
{
  static char texts[4][4 * 4096 + 1];
  static unsigned next;
  size_t size = 0;

  /* Nearly all names are printable already.  */
  while (size < sizeof *texts && name[size] >= 0x20 && name[size] < 0x7f)
    size++;
  return size < sizeof *texts && name[size] == '\0'
             ? name
             : printable (name, texts[next++ % 4], sizeof *texts);
}

void
outbuf_name (struct outbuf *out, const char *name)
{
  outbuf_text (out, shown_name (name));
}

void
outbuf_color (struct outbuf *out, enum color color, const char *text)
{
  outbuf_text (out, color_begin (color, false));
  outbuf_text (out, text);
  outbuf_text (out, color_end (false));
}

enum
{
  NUMBERS = 8, /* that are kept */
  NUMBER_SIZE = 64
};

static char *
number_room (void)
{
  static char texts[NUMBERS][NUMBER_SIZE];
  static unsigned next;

  return texts[next++ % NUMBERS];
}

const char *
number_count (uint64_t value)
{
  char digits[NUMBER_SIZE], *text = number_room (), *p = text;
  const int count = snprintf (digits, sizeof digits, "%" PRIu64, value);

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
number_counted (uint64_t value, const char *what)
{
  char *text = number_room ();

  snprintf (text, NUMBER_SIZE, "%.30s %.30s%s", number_count (value), what,
            value == 1 ? "" : "s");
  return text;
}

const char *
number_bytes (uint64_t size)
{
  static const char *const units[] = { "KB", "MB", "GB", "TB", "PB", "EB" };
  double value = (double) size / 1024;
  size_t unit = 0;

  if (size < 10000)
    return number_counted (size, "byte");
  for (; value >= 999.5 && unit + 1 < sizeof units / sizeof *units; unit++)
    value /= 1024;
  char *text = number_room ();
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
number_percent (uint64_t part, uint64_t whole)
{
  const unsigned value = per_mille (part, whole);
  char *text = number_room ();

  snprintf (text, NUMBER_SIZE, value % 10 == 0 ? "%u %%" : "%u.%u %%",
            value / 10, value % 10);
  return text;
}

const char *
number_share (uint64_t part, uint64_t whole)
{
  return part != 0 && per_mille (part, whole) == 0
             ? "less than 0.1 %"
             : number_percent (part, whole);
}
