/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   html-internal.h - what the parts of html-report.c share.  */

#ifndef TOOL_HTML_INTERNAL_H
#define TOOL_HTML_INTERNAL_H

#include <stdio.h>

#include "html-report.h"
#include "pool.h"
#include "string-set.h"

enum
{
  HTML_PAGE_ROWS = 250, /* files of a page; a browser shows as many at once */
  HTML_DIRS = 400,      /* directories that are shown, those with most code */
  HTML_GAPS = DETAIL_GAPS,
  HTML_GRADES = CONSUMER_UNUSABLE + 1
};

/* The files that are in one directory, not below it.  */
struct html_dir
{
  const char *path;
  uint64_t files;
  uint64_t with;
  uint64_t functions;
  uint64_t functions_covered;
  uint64_t code;
  uint64_t code_covered;
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
  uint64_t judged[CONSUMER_COUNT][HTML_GRADES]; /* files */
  struct html_gap gaps[HTML_GAPS];              /* the largest first */
  size_t gap_count;
};

/* html-row.c: write the row about PATH, in which is something to tell.  */
bool html_has_row (const struct check_result *result);
void html_row (FILE *out, const char *path, const struct check_result *result,
               const struct check_detail *detail);

/* html-index.c: write the first page, up to the table of files.  */
void html_index (FILE *out, struct html_report *report,
                 const struct check_totals *totals,
                 const struct file_list *list,
                 const struct consumer_list *consumers);

/* html-directory.c: see that DIR is a directory with nothing but pages, or
   make it; and remove the pages after the first PAGES of a former report.  */
sfm_status html_dir_begin (const char *dir, bool *made,
                           const struct diag_sink *sink) SFM_CHECKED;
void html_dir_end (const char *dir, size_t pages,
                   const struct diag_sink *sink);

#endif /* TOOL_HTML_INTERNAL_H */
