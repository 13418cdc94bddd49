/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   json-judge.h - whether text is JSON, by a reader of our own.

   Independent of the library that writes most of it: RFC 8259 alone.  */

#ifndef JSON_JUDGE_H
#define JSON_JUDGE_H

#include <stddef.h>

/* NULL if the SIZE bytes at TEXT are one JSON value in UTF-8 with white space
   around it, else what is wrong.  */
const char *json_judge (const char *text, size_t size);

#endif /* JSON_JUDGE_H */
