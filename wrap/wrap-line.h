/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   wrap-line.h - parse a linker's command line.  */

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

/* An input on the command line.  */
struct wrap_word
{
  enum wrap_word_kind kind;
  const char *text;
  size_t arg;   /* index into wrap_line.args; for "-l X", that of X */
  bool apart;   /* the option is a separate argument, the one before */
  bool archive; /* after -Bstatic: only libX.a is searched */
  bool lazy;    /* between --start-lib and --end-lib */
  bool foreign; /* after -b binary or the like: not ELF */
};

struct wrap_line
{
  struct text_list args; /* all arguments but argv[0], with response files
                            expanded */
  size_t *origin;        /* for each, its index in argv, or 0 if it is from a
                            response file */
  struct wrap_word *words;
  size_t word_count;
  size_t word_capacity;
  struct text_list directories; /* -L */
  const char *output;
  const char *map;          /* -Map, or NULL */
  const char *dependencies; /* --dependency-file, or NULL */
  const char *sysroot;      /* --sysroot, or "" */
  bool map_unreadable; /* it goes to standard output or to a made-up name */
  bool names_files;    /* standard output will name files */
  bool strips;         /* the output will lack symbols */
  bool fatal_warnings; /* --fatal-warnings */
  bool headerless;     /* -z nosectionheader */
  bool straight; /* the linker is not to link an ELF image: just run it */
};

/* Parse the ARGC arguments at ARGV into LINE.  Memory is owned by POOL or
   LINE.  Statuses: NOMEM, IO, LIMIT.  */
sfm_status wrap_line_read (int argc, char **argv, struct pool *pool,
                           struct wrap_line *line,
                           const struct diag_sink *sink) SFM_CHECKED;

void wrap_line_free (struct wrap_line *line);

#endif /* WRAP_WRAP_LINE_H */
