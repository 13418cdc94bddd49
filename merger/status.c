/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   status.c - diagnostics and their format, the texts of statuses, losses and
   findings, and facts about ABIs.  */

#include "config.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>

#include "engine.h"
#include "sfmerge.h"

enum
{
  DIGITS = 20 /* of 2^64 - 1 */
};

struct text
{
  char *next;
  char *last; /* for the null byte */
};

/* One conversion of a format.  */
struct conversion
{
  char kind;
  char fill;
  unsigned width;
  unsigned size; /* of the number, in bytes */
};

static void
put_char (struct text *t, char c)
{
  if (t->next < t->last)
    *t->next++ = c;
}

static void
put_fill (struct text *t, const struct conversion *c, unsigned length)
{
  for (; length < c->width; length++)
    put_char (t, c->fill);
}

/* Set *C to the conversion after the percent sign at FORMAT.  Returns where it
   ends.  */
static const char *
read_conversion (const char *format, struct conversion *c)
{
  *c = (struct conversion){ .fill = ' ', .size = sizeof (int) };
  if (*format == '0')
    c->fill = '0';
  for (; *format >= '0' && *format <= '9'; format++)
    c->width = c->width * 10 + (unsigned) (*format - '0');
  for (;; format++)
    switch (*format)
      {
      case 'l':
        c->size = format[-1] == 'l' ? sizeof (long long) : sizeof (long);
        break;
      case 'j':
        c->size = sizeof (intmax_t);
        break;
      case 't':
      case 'z':
        c->size = sizeof (size_t);
        break;
      default:
        c->kind = *format;
        return *format == '\0' ? format : format + 1;
      }
}

static void
put_number (struct text *t, struct conversion *c, uint64_t value,
            bool negative)
{
  char digits[DIGITS];
  unsigned base = c->kind == 'x' ? 16 : 10, count = 0;

  do
    digits[count++] = "0123456789abcdef"[value % base];
  while ((value /= base) != 0);
  if (negative && c->fill == '0')
    put_char (t, '-');
  put_fill (t, c, count + negative);
  if (negative && c->fill != '0')
    put_char (t, '-');
  while (count != 0)
    put_char (t, digits[--count]);
}

static void
put_string (struct text *t, const struct conversion *c, const char *string)
{
  unsigned length = 0;

  if (string == NULL)
    string = "(null)";
  while (length < c->width && string[length] != '\0')
    length++;
  put_fill (t, c, length);
  for (; *string != '\0'; string++)
    put_char (t, *string);
}

void
sfm_text_print (char *buffer, size_t size, const char *format, va_list ap)
{
  struct text t = { .next = buffer, .last = buffer + size - 1 };
  struct conversion c;

  while (*format != '\0')
    {
      if (*format != '%')
        {
          put_char (&t, *format++);
          continue;
        }
      format = read_conversion (format + 1, &c);
      switch (c.kind)
        {
        case 'd':
        case 'i':
          {
            int64_t value = c.size > sizeof (int) ? va_arg (ap, int64_t)
                                                  : va_arg (ap, int);
            uint64_t bits = (uint64_t) value;
            put_number (&t, &c, value < 0 ? 0 - bits : bits, value < 0);
            break;
          }
        case 'u':
        case 'x':
          put_number (&t, &c,
                      c.size > sizeof (int) ? va_arg (ap, uint64_t)
                                            : va_arg (ap, unsigned),
                      false);
          break;
        case 's':
          put_string (&t, &c, va_arg (ap, const char *));
          break;
        case 'c':
          put_char (&t, (char) va_arg (ap, int));
          break;
        default:
          put_char (&t, c.kind);
          break;
        }
    }
  *t.next = '\0';
}

#define STRING_OF(x) #x
#define STRING(x) STRING_OF (x)

const char *
sfm_version (void)
{
  return STRING (SFM_VERSION_MAJOR) "." STRING (SFM_VERSION_MINOR) "." STRING (
      SFM_VERSION_PATCH);
}

const char *
sfm_status_text (sfm_status status)
{
  switch (status)
    {
#define SFM_X(name, value, text)                                              \
  case name:                                                                  \
    return text;
      SFM_STATUSES (SFM_X)
#undef SFM_X
    }
  return "unknown status";
}

const char *
sfm_loss_text (enum sfm_loss loss)
{
#define SFM_X(name, text) text,
  static const char *const texts[] = { SFM_LOSSES (SFM_X) };
#undef SFM_X

  return (unsigned) loss < SFM_LOSS_COUNT ? texts[loss] : "unknown loss";
}

const char *
sfm_finding_name (enum sfm_finding_id id)
{
#define SFM_X(name, text, severity) text,
  static const char *const names[] = { SFM_FINDINGS (SFM_X) };
#undef SFM_X

  return (unsigned) id < SFM_FIND_COUNT ? names[id] : "unknown finding";
}

const char *
sfm_abi_name (uint8_t abi)
{
  switch (abi)
    {
    case SFM_ABI_AARCH64_ENDIAN_BIG:
      return "AARCH64 big-endian";
    case SFM_ABI_AARCH64_ENDIAN_LITTLE:
      return "AARCH64";
    case SFM_ABI_AMD64_ENDIAN_LITTLE:
      return "AMD64";
    case SFM_ABI_S390X_ENDIAN_BIG:
      return "S390X";
    default:
      return NULL;
    }
}

bool
sfm_abi_big_endian (uint8_t abi)
{
  return abi == SFM_ABI_AARCH64_ENDIAN_BIG || abi == SFM_ABI_S390X_ENDIAN_BIG;
}

/* AMD64's call instruction puts it there.  The other ABIs have it in a
   register when a function begins.  */
int
sfm_abi_fixed_ra (uint8_t abi)
{
  return abi == SFM_ABI_AMD64_ENDIAN_LITTLE ? -8 : 0;
}

sfm_status
sfm_fail (struct sfm_diag *diag, sfm_status status, uint64_t offset,
          const char *format, ...)
{
  va_list ap;

  if (diag == NULL)
    return status;
  diag->status = status;
  diag->input = 0;
  diag->offset = offset;
  va_start (ap, format);
  sfm_text_print (diag->text, sizeof diag->text, format, ap);
  va_end (ap);
  return status;
}

sfm_status
sfm_no_memory (struct sfm_diag *diag)
{
  return sfm_fail (diag, SFM_ERR_NOMEM, 0, "out of memory");
}
