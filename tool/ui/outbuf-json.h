/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   outbuf-json.h - members of JSON objects, written as they come.

   KEY is all that stands before the value: ',"name":', or '{"name":' for the
   first member of an object.  */

#ifndef TOOL_OUTBUF_JSON_H
#define TOOL_OUTBUF_JSON_H

#include "outbuf.h"

/* Append TEXT, which is JSON.  */
void outbuf_json (struct outbuf *out, const char *key, const char *text);

void outbuf_json_number (struct outbuf *out, const char *key, int64_t value);
void outbuf_json_bool (struct outbuf *out, const char *key, bool value);

/* An address is a string, as most readers of JSON hold numbers as doubles, and
   so lose the low bits of one above 2^53.  */
void outbuf_json_addr (struct outbuf *out, const char *key, uint64_t value);

/* A string from a file, made printable UTF-8; null if it is NULL.  */
void outbuf_json_name (struct outbuf *out, const char *key, const char *name);

#endif /* TOOL_OUTBUF_JSON_H */
