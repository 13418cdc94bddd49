/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   wrap-line.h - what a linker's command line asks for.  */

#ifndef WRAP_WRAP_LINE_H
#define WRAP_WRAP_LINE_H

#include <stdbool.h>
#include <stddef.h>

#include "wrap-text.h"

enum wrap_word_kind
{
  WORD_FILE,    /* TEXT is a file */
  WORD_LIBRARY, /* -lTEXT */
  WORD_NAMED    /* -l:TEXT */
};

/* An input, as the command line has it.  */
struct wrap_word
{
  enum wrap_word_kind kind;
  const char *text;
  size_t arg;   /* number in wrap_line.args; of "-l X", that of X */
  bool apart;   /* ... and the option is the argument before it */
  bool archive; /* only libX.a will do: -Bstatic */
  bool lazy;    /* between --start-lib and --end-lib */
  bool foreign; /* of another format: -b binary */
};

struct wrap_line
{
  struct text_list args; /* all, response files expanded, without argv[0] */
  size_t *origin;        /* of each, its number in argv, or 0 if it is out of
                            a response file */
  struct wrap_word *words;
  size_t word_count;
  size_t word_capacity;
  struct text_list folders; /* -L */
  const char *output;
  const char *map;          /* -Map, or NULL */
  const char *dependencies; /* --dependency-file, or NULL */
  const char *sysroot;      /* or "" */
  bool map_said;    /* the map goes to standard output, or to a file whose name
                    the linker makes up */
  bool names_files; /* standard output will name files */
  bool strips;      /* symbols will be missing from the output */
  bool straight;    /* this is no link of an image */
};

/* Read ARGV, of ARGC, into LINE.  Everything lives in POOL or in LINE.
   Statuses: NOMEM, IO, LIMIT.  */
sfm_status wrap_line_read (int argc, char **argv, struct pool *pool,
                           struct wrap_line *line,
                           const struct diag_sink *sink) SFM_CHECKED;

void wrap_line_free (struct wrap_line *line);

#endif /* WRAP_WRAP_LINE_H */
