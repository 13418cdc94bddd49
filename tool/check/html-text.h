/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   html-text.h - pieces of HTML.  Failures to write are left for ferror.  */

#ifndef TOOL_HTML_TEXT_H
#define TOOL_HTML_TEXT_H

#include <stdint.h>
#include <stdio.h>

/* The first line of each page; by it a page of a former report is known.  */
#define HTML_MARK                                                             \
  "<!DOCTYPE html>\n"                                                         \
  "<!-- made by sfmerge check -->\n"

/* Write NAME, which comes from a file: bytes that are not text as \xNN, and
   characters that are special in HTML as entities.  */
void html_escape (FILE *out, const char *name);

/* The same, in an element that keeps right-to-left text to itself.  */
void html_name (FILE *out, const char *name);

/* Write the head of a page called TITLE, up to its <h1>; and its end.  */
void html_head (FILE *out, const char *title);
void html_foot (FILE *out);

/* Write a cell with a bar and a number, PART of WHOLE; or with "-" if WHOLE is
   0.  */
void html_share_cell (FILE *out, uint64_t part, uint64_t whole);

/* Write a cell with COUNT.  */
void html_number_cell (FILE *out, uint64_t count);

#endif /* TOOL_HTML_TEXT_H */
