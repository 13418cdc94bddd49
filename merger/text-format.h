/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   text-format.h - sentences of diagnostics, in a signal handler too.  */

#ifndef MERGER_TEXT_FORMAT_H
#define MERGER_TEXT_FORMAT_H

#include <stdarg.h>
#include <stddef.h>

#if defined __GNUC__
#define TEXT_PRINTF(f, a) __attribute__ ((format (printf, f, a)))
#else
#define TEXT_PRINTF(f, a)
#endif

/* Write FORMAT with the arguments AP to the SIZE bytes at BUFFER, which are
   not 0, cut to fit and ended by a null byte.  FORMAT is that of printf, with
   these conversions: d, i, u, x, s, c and %; lengths l, ll, j, t and z; a
   width, filled with zeros (flag 0) or blanks.  Unlike vsnprintf the function
   is async-signal-safe: it takes no lock, allocates nothing and does not look
   at the locale.  */
void text_print (char *buffer, size_t size, const char *format, va_list ap)
    TEXT_PRINTF (3, 0);

#endif /* MERGER_TEXT_FORMAT_H */
