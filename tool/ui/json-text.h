/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   json-text.h - a JSON value as text.  */

#ifndef TOOL_JSON_TEXT_H
#define TOOL_JSON_TEXT_H

#include <jansson.h>
#include <stddef.h>

/* Convert VALUE to text and release it.  Returns NUL-terminated text of *SIZE
   bytes, not counting the NUL, for the caller to free; NULL: no memory.  VALUE
   may be NULL, the result of a failed allocation.

   Not json_dumps: if its buffer cannot grow while it writes an object's key,
   jansson 2.14 drops the bytes and reports success.  */
char *json_text (json_t *value, size_t flags, size_t *size);

#endif /* TOOL_JSON_TEXT_H */
