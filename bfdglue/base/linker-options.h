/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   linker-options.h - what the options of linkers say about the output, and so
   how it is described.  The wrapper and the plugin ask; for the latter only
   the C library is used.  */

#ifndef BFDGLUE_LINKER_OPTIONS_H
#define BFDGLUE_LINKER_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

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
  bool unknown;     /* some options could not be read */
};

enum
{
  LINKER_WORDS = 4
};

/* Take ARG, an argument of a linker; NEXT is the one after it, or NULL.
   Returns whether NEXT belongs to ARG.  */
bool linker_option_take (struct linker_output *output, const char *arg,
                         const char *next);

/* Set the first of the LINKER_WORDS elements of WORDS to the options of
   sfmerge repair for OUTPUT, before those of the user, and return their
   number.  TARGETED: the user's options choose a version.  */
size_t linker_output_words (const struct linker_output *output, bool targeted,
                            const char **words);

#endif /* BFDGLUE_LINKER_OPTIONS_H */
