/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   linker-options.h - what the options of linkers say about the output.  The
   plugin asks, too, so that it needs the C library only.  */

#ifndef BFDGLUE_LINKER_OPTIONS_H
#define BFDGLUE_LINKER_OPTIONS_H

#include <stdbool.h>

/* Before the first option, all zero.  */
struct linker_output
{
  const char *name; /* NULL: it was not given */
  bool straight;    /* the linker only prints something, or the output is not
                       ELF */
  bool relocatable; /* -r */
  bool placed;      /* the user chooses addresses, or the whole layout */
  bool headerless;  /* -z nosectionheader: what the headers led to is left */
  bool colored;     /* the user says whether messages have colors */
};

/* Take ARG, an argument of a linker; NEXT is the one after it, or NULL.
   Returns whether NEXT belongs to ARG.  */
bool linker_option_take (struct linker_output *output, const char *arg,
                         const char *next);

#endif /* BFDGLUE_LINKER_OPTIONS_H */
