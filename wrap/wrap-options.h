/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   wrap-options.h - the options of linkers that matter to the wrapper.  */

#ifndef WRAP_WRAP_OPTIONS_H
#define WRAP_WRAP_OPTIONS_H

enum wrap_option
{
  WRAP_NONE,   /* neither an option that matters nor one with an argument */
  WRAP_VALUE,  /* has an argument, does not matter */
  WRAP_NUMBER, /* the same, with an optional number as the argument */
  WRAP_OUTPUT,
  WRAP_LIBRARY,
  WRAP_DIRECTORY,
  WRAP_MAP,
  WRAP_PRINT_MAP,
  WRAP_TRACE,
  WRAP_DEPENDENCIES,
  WRAP_FORMAT,
  WRAP_OFORMAT,
  WRAP_SYSROOT,
  WRAP_STRIP,
  WRAP_KEYWORD,   /* -z */
  WRAP_FATAL,     /* --fatal-warnings */
  WRAP_NOT_FATAL, /* --no-fatal-warnings */
  WRAP_STRAIGHT,  /* prints something and exits, or does not link an image */
  WRAP_ARCHIVES,  /* -Bstatic */
  WRAP_SHARED,    /* -Bdynamic */
  WRAP_PUSH,
  WRAP_POP,
  WRAP_START_LIB,
  WRAP_END_LIB
};

/* Classify the option ARG, which begins with a dash.  *VALUE is set to the
   part of ARG that is the option's argument, or to NULL; the next word is then
   the argument, if the option has one.  */
enum wrap_option wrap_option_find (const char *arg, const char **value);

#endif /* WRAP_WRAP_OPTIONS_H */
