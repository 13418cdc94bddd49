/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   printable.h - names of untrusted files, made fit to be shown.  */

#ifndef BFDGLUE_PRINTABLE_H
#define BFDGLUE_PRINTABLE_H

#include <stddef.h>

/* Copy NAME to TEXT, of SIZE bytes, with what must not reach a terminal, a
   reader of JSON or a browser as \xNN: bytes that are not UTF-8, and
   characters that are not seen, such as controls.  Returns TEXT.  */
const char *printable (const char *name, char *text, size_t size);

#endif /* BFDGLUE_PRINTABLE_H */
