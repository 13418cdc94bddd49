/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   cmd-check.h - sfmerge check and its options.  */

#ifndef TOOL_CMD_CHECK_H
#define TOOL_CMD_CHECK_H

#include "consumers.h"
#include "file-list.h"
#include "options.h"
#include "report.h"
#include "sfmerge.h"

enum
{
  CHECK_ALL_PARTS = 100000 /* 100 percent */
};

/* A percentage, and what the user called it.  */
struct check_percent
{
  unsigned parts; /* thousandths of a percent, up to CHECK_ALL_PARTS */
  const char *text;
};

/* The command line.  Strings are those of ARGV; the arrays of AGAINST and
   EXCLUDES are owned.  */
struct check_options
{
  char **files;
  size_t file_count;
  struct consumer_list consumers; /* --for */
  char **against;                 /* --against */
  size_t against_count;
  size_t against_capacity;
  const char *map;                   /* --from-map, or NULL */
  const char *symbols;               /* --symbols, or NULL */
  const char *detached;              /* --detached, or NULL */
  enum sfm_severity fail_on;         /* --fail-on */
  struct check_percent min_coverage; /* --min-coverage, else no parts */
  unsigned jobs;                     /* --jobs */
  bool no_rows;                      /* --no-rows */
  bool recurse;
  struct excludes excludes;
  bool demangle;
  bool require;
  bool json;
  bool brief;       /* a line for each file */
  const char *html; /* --html, or NULL */
};

/* check-described.c: read TEXT, a number from 0 to 100 with up to three
   decimals and perhaps "%", into PERCENT, which keeps TEXT.  False: it is
   none.  */
bool check_take_percent (const char *text, struct check_percent *percent);

/* What --fail-on takes, by enum sfm_severity, and NULL.  */
extern const char *const check_severities[];

extern const struct option_spec check_option_specs[];

/* Read the command line of COMMAND, whose options are check_option_specs, into
   OPTIONS.  Returns OPTIONS_GO_ON or the exit status.  check_options_free is
   due in any case.  */
int check_options_parse (int argc, char **argv, const struct command *command,
                         struct check_options *options, struct report *report);
void check_options_free (struct check_options *options);

extern const struct command check_command;

#endif /* TOOL_CMD_CHECK_H */
