/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   suggest.h - the known word that a mistyped one was meant to be.  */

#ifndef TOOL_SUGGEST_H
#define TOOL_SUGGEST_H

#include <stddef.h>

enum
{
  SUGGEST_SIZE = 32 /* longer words are like no other */
};

struct suggest
{
  const char *text; /* what was typed */
  size_t size;
  const char *best; /* NULL: no offer is near */
  size_t distance;  /* of BEST, or more than is allowed */
};

/* Begin the search for a word near the SIZE bytes at TEXT, which must stay
   while SUGGEST is used.  */
void suggest_begin (struct suggest *suggest, const char *text, size_t size);

/* Consider NAME, which must stay as long.  Of names as near as each other the
   first offered is the best.  */
void suggest_offer (struct suggest *suggest, const char *name);

/* "; did you mean '...'?" with LEAD and the best name in the quotes, made in
   TEXT, or OTHERWISE if no name is near.  */
const char *suggest_text (const struct suggest *suggest, const char *lead,
                          const char *otherwise, char text[2 * SUGGEST_SIZE]);

#endif /* TOOL_SUGGEST_H */
