/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   color.h - color of what people read on terminals.  */

#ifndef TOOL_COLOR_H
#define TOOL_COLOR_H

#include <stdbool.h>

enum color
{
  COLOR_ERROR,   /* also a verdict: not valid, unusable */
  COLOR_WARNING, /* ... doubtful */
  COLOR_NOTE,
  COLOR_GOOD, /* a good verdict, and what is described */
  COLOR_PLACE /* the program and the file of a message */
};

enum color_when
{
  COLOR_AUTO, /* on a terminal that is not dumb, unless NO_COLOR is set */
  COLOR_ALWAYS,
  COLOR_NEVER
};

/* Decide, before the first output, which of standard output and standard error
   are colored; neither is otherwise.  Other processes that this one starts
   later keep to it, whatever their streams are.  */
void color_decide (enum color_when when);

/* What begins COLOR on standard output, or on standard error if MESSAGE, and
   what ends it; "" if the stream is not colored.  */
const char *color_begin (enum color color, bool message);
const char *color_end (bool message);

#endif /* TOOL_COLOR_H */
