/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   json-text.h - a JSON value as text.  */

#ifndef TOOL_JSON_TEXT_H
#define TOOL_JSON_TEXT_H

#include <jansson.h>
#include <stddef.h>

/* VALUE, which is released, as text with a NUL, *SIZE bytes without it, to be
   freed; NULL: no memory.  VALUE may be NULL, for what could not be made.

   Not json_dumps: jansson 2.14 loses the bytes for which its buffer cannot
   grow when they are an object's key, and reports success.  */
char *json_text (json_t *value, size_t flags, size_t *size);

#endif /* TOOL_JSON_TEXT_H */
