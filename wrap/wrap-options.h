/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   wrap-options.h - the options of linkers that matter to the wrapper.  */

#ifndef WRAP_WRAP_OPTIONS_H
#define WRAP_WRAP_OPTIONS_H

enum wrap_option
{
  WRAP_NONE,   /* not an option that matters, nor one with an argument */
  WRAP_VALUE,  /* has an argument, does not matter */
  WRAP_NUMBER, /* the same, and that is a number or not there */
  WRAP_OUTPUT,
  WRAP_LIBRARY,
  WRAP_FOLDER,
  WRAP_MAP,
  WRAP_PRINT_MAP,
  WRAP_TRACE,
  WRAP_DEPENDENCIES,
  WRAP_FORMAT,
  WRAP_OFORMAT,
  WRAP_SYSROOT,
  WRAP_STRIP,
  WRAP_STRAIGHT, /* prints something and ends, or links no image */
  WRAP_ARCHIVES, /* -Bstatic */
  WRAP_SHARED,   /* -Bdynamic */
  WRAP_PUSH,
  WRAP_POP,
  WRAP_START_LIB,
  WRAP_END_LIB
};

/* What the argument ARG is, which begins with a dash.  *VALUE gets what it
   holds itself of the option's argument, or NULL: the next argument is it, if
   the option has one at all.  */
enum wrap_option wrap_option_find (const char *arg, const char **value);

#endif /* WRAP_WRAP_OPTIONS_H */
