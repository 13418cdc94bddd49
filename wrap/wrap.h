/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   wrap.h - a linker's command line, with response files expanded, and one link
   through a wrapper.  */

#ifndef WRAP_WRAP_H
#define WRAP_WRAP_H

#include "diag.h"
#include "linker-options.h"
#include "process.h"
#include "report.h"

struct wrap_line
{
  struct text_list args; /* all arguments but argv[0], with response files
                            expanded */
  struct linker_output out;
};

/* Parse the ARGC arguments at ARGV into LINE.  Memory is owned by POOL or
   LINE->args.  Statuses: NOMEM, IO, LIMIT.  */
sfm_status wrap_line_read (int argc, char **argv, struct pool *pool,
                           struct wrap_line *line,
                           const struct diag_sink *sink) SFM_CHECKED;

/* One link through a wrapper.  */

struct wrap_link
{
  int argc;
  char **argv;
  struct report *report;
  struct pool pool;
  struct wrap_line line;
  char *linker;               /* path */
  char **options;             /* of SFMERGE_OPTIONS, NULL-terminated */
  bool fatal;                 /* if sfmerge fails, the link fails */
  bool targeted;              /* the options choose a version */
  bool verbose;               /* sfmerge says more */
  char *directory;            /* temporary directory, or NULL */
  struct text_list copied;    /* files that were copied to it */
  struct child_errors errors; /* messages of the linker, not shown yet */
};

/* wrap-describe.c: the path of the linker to run for the wrapper called as
   NAME: SFMERGE_LD, or the first NAME in COMPILER_PATH, which GCC sets, beside
   Clang, and in PATH, that is neither this wrapper nor one that called it.
   NULL if there is none, which is reported.  *INNER: another wrapper called
   this one, which then only has to run the linker.  Must be called only
   once.  */
char *wrap_find_linker (const char *name, struct pool *pool, bool *inner,
                        const struct diag_sink *sink);

/* wrap-run.c: run the linker, and once more if it failed because of .sframe.
   *END is how it ended.  Statuses: NOMEM, IO.  */
sfm_status wrap_run (struct wrap_link *link,
                     struct child_end *end) SFM_CHECKED;

/* Show the linker's messages.  Those about .sframe that sfmerge makes untrue
   are shown only if UNTRUE; a second call shows nothing else.  */
void wrap_show (struct wrap_link *link, bool untrue);

/* wrap-run.c: remove the copies that it made of inputs.  */
void wrap_copies_remove (const struct wrap_link *link);

/* wrap-describe.c: parse SFMERGE_OPTIONS.  Statuses: NOMEM, IO, LIMIT.  */
sfm_status wrap_options (struct wrap_link *link) SFM_CHECKED;

/* wrap-describe.c: have sfmerge describe the output.  Statuses: NOMEM, IO,
   UNSUPP.  */
sfm_status wrap_describe (struct wrap_link *link) SFM_CHECKED;

/* wrap-describe.c: run sfmerge with ARGS, which is freed.  Statuses: those of
   wrap_describe.  */
sfm_status wrap_sfmerge (struct wrap_link *link,
                         struct text_list *args) SFM_CHECKED;

#endif /* WRAP_WRAP_H */
