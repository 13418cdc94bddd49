/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   outbuf-json.h - members of JSON objects, written as they are produced.

   KEY is all the text before the value: ',"name":', or '{"name":' for the
   first member of an object.  */

#ifndef TOOL_OUTBUF_JSON_H
#define TOOL_OUTBUF_JSON_H

#include "outbuf.h"

/* Append KEY and TEXT, which is valid JSON.  */
void outbuf_json (struct outbuf *out, const char *key, const char *text);

void outbuf_json_number (struct outbuf *out, const char *key, int64_t value);
void outbuf_json_bool (struct outbuf *out, const char *key, bool value);

/* Addresses are strings: most JSON readers hold numbers as doubles, which lose
   low bits above 2^53.  */
void outbuf_json_addr (struct outbuf *out, const char *key, uint64_t value);

/* NAME comes from a file; it is made printable UTF-8.  NULL is written as
   null.  */
void outbuf_json_name (struct outbuf *out, const char *key, const char *name);

#endif /* TOOL_OUTBUF_JSON_H */
