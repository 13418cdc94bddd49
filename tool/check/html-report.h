/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   html-report.h - the report of sfmerge check --html: pages without scripts in
   a directory.  */

#ifndef TOOL_HTML_REPORT_H
#define TOOL_HTML_REPORT_H

#include <stdint.h>
#include <stdio.h>

#include "cmd-check.h"
#include "consumers.h"
#include "diag.h"
#include "file-list.h"
#include "pool.h"

struct html_report;

/* Begin a report for the directory DIR, which is made if there is none.  It
   may have files of a former report, which stay until the new ones are
   written, and no others.  *REPORT needs html_report_free.  Statuses: IO,
   USAGE (other files), NOMEM.  */
sfm_status html_report_begin (const char *dir, struct html_report **report,
                              const struct diag_sink *sink) SFM_CHECKED;

/* Add the file PATH.  After a failure, html_report_end fails.  */
void html_report_add (struct html_report *report, const char *path,
                      const struct check_result *result,
                      const struct check_detail *detail);

/* Write the pages, all or none: TOTALS over LIST, and what the CONSUMERS make
   of the files.  Statuses: IO, USAGE, NOMEM.  */
sfm_status html_report_end (struct html_report *report,
                            const struct check_totals *totals,
                            const struct file_list *list,
                            const struct consumer_list *consumers,
                            const struct diag_sink *sink) SFM_CHECKED;

/* Release REPORT, which may be NULL.  */
void html_report_free (struct html_report *report);

/* What the parts of html-report.c share.  */

enum
{
  HTML_PAGE_ROWS = 250, /* files of a page; a browser shows as many at once */
  HTML_DIRS = 400,      /* directories that are shown, those with most code */
  HTML_GAPS = DETAIL_GAPS
};

/* The files that are in one directory, not below it.  */
struct html_dir
{
  const char *path;
  struct check_totals totals;
};

/* A function without rows.  */
struct html_gap
{
  struct detail_gap gap;
  char *path; /* of the file; from malloc */
};

/* The rows of a page.  */
struct html_page
{
  long start; /* in the spool */
  long end;
  size_t rows;
};

struct html_report
{
  const char *dir;
  bool made;   /* it did not exist */
  bool failed; /* there was no memory, or the spool was not written */
  FILE *spool; /* the rows of the files with findings */
  struct html_page *pages;
  size_t page_count;
  size_t page_capacity;
  struct pool pool;
  struct string_set paths; /* of the directories */
  struct html_dir *dirs;
  size_t dir_capacity;
  struct html_gap gaps[HTML_GAPS]; /* the largest first */
  size_t gap_count;
};

/* html-page.c: write the row about PATH, in which is something to tell.  */
bool html_has_row (const struct check_result *result);
void html_row (FILE *out, const char *path, const struct check_result *result,
               const struct check_detail *detail);

/* html-page.c: write the first page, up to the table of files.  */
void html_index (FILE *out, struct html_report *report,
                 const struct check_totals *totals,
                 const struct file_list *list,
                 const struct consumer_list *consumers);

/* Pieces of HTML.  Failures to write are left for ferror.  */

/* The first line of each page; by it a page of a former report is known.  */
#define HTML_MARK                                                             \
  "<!DOCTYPE html>\n"                                                         \
  "<!-- made by sfmerge check -->\n"

/* Write the head of a page called TITLE, up to its <h1>; and its end.  */
void html_head (FILE *out, const char *title);
void html_foot (FILE *out);

#endif /* TOOL_HTML_REPORT_H */
