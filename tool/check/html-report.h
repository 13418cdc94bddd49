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

/* Begin a report for the directory that OPTIONS name, which is made if there
   is none.  It may have files of a former report, which stay until the new
   ones are written, and no others.  *REPORT needs html_report_free.  Statuses:
   IO, USAGE (other files), NOMEM.  */
sfm_status html_report_begin (const struct check_options *options,
                              struct html_report **report,
                              const struct diag_sink *sink) SFM_CHECKED;

/* Add the file PATH.  After a failure, html_report_end fails.  */
void html_report_add (struct html_report *report, const char *path,
                      const struct check_result *result,
                      const struct check_detail *detail);

/* Write the pages, all or none: TOTALS over LIST, and what the consumers asked
   for make of the files.  Statuses: IO, USAGE, NOMEM.  */
sfm_status html_report_end (struct html_report *report,
                            const struct check_totals *totals,
                            const struct file_list *list,
                            const struct diag_sink *sink) SFM_CHECKED;

/* Release REPORT, which may be NULL.  */
void html_report_free (struct html_report *report);

/* What the parts of html-report.c share.  */

enum
{
  HTML_PAGE_ROWS = 250, /* files of a page; a browser shows as many at once */
  HTML_DIRS = 400,      /* directories that are shown, those with most code */
  HTML_GAPS = DETAIL_GAPS,
  HTML_FILES = 120,  /* files that a list keeps, */
  HTML_LISTED = 30,  /* ... that a table shows, */
  HTML_NAMED = 8,    /* ... and that have one reason */
  HTML_REASONS = 12, /* reasons of a consumer */
  HTML_AREAS = 40    /* directories in the map */
};

/* The files that are in one directory, not below it.  */
struct html_dir
{
  const char *path;
  struct check_totals totals;
};

/* One of the files with the largest keys in a list, which has the largest
   first, and files with equal keys in the order in which they came.  */
struct html_file
{
  char *path; /* from malloc */
  char *name; /* of a function in it, from malloc; or NULL */
  uint64_t key;
  uint64_t part; /* bytes of code with rows, or the address of NAME */
  uint64_t whole;
};

struct html_files
{
  struct html_file at[HTML_FILES];
  size_t count;
  uint64_t total; /* of all, kept or not */
};

/* Why a consumer cannot use files.  */
struct html_reason
{
  char why[DETAIL_WHY];
  struct html_files files;
};

struct html_reasons
{
  struct html_reason at[HTML_REASONS];
  size_t count;
  uint64_t more; /* files with other reasons */
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
  const struct check_options *options;
  const struct check_totals *totals; /* over LIST, at the end */
  const struct file_list *list;
  bool made;   /* it did not exist */
  bool failed; /* there was no memory, or the spool was not written */
  FILE *spool; /* the rows of the files with findings */
  LIST (struct html_page) pages;
  struct pool pool;
  struct string_set paths; /* of the directories */
  struct html_dir *dirs;
  size_t dir_capacity;
  struct html_files worst;   /* by their code without rows */
  struct html_files bare;    /* without .sframe, by their code */
  struct html_files largest; /* all, by their code */
  struct html_reasons reasons[CONSUMER_COUNT];
  struct html_files gaps; /* functions without rows, by their bytes */
};

/* html-page.c: write the row about PATH.  */
void html_row (FILE *out, const char *path, const struct check_result *result,
               const struct check_detail *detail);

/* html-page.c: write the first page, up to the table of files.  */
void html_index (FILE *out, struct html_report *report);

/* html-files.c: lists of files.  False: no memory.  */
bool html_files_add (struct html_files *files, const char *path,
                     const char *name, uint64_t key, uint64_t part,
                     uint64_t whole) SFM_CHECKED;
bool html_reason_add (struct html_reasons *reasons, const char *path,
                      const char *why) SFM_CHECKED;
void html_files_free (struct html_files *files);

/* Write a table of FILES with HEAD: their keys, which are LABEL, their names
   and, if SHARES, how much of their code has rows.  */
void html_list (FILE *out, const struct html_files *files, const char *head,
                const char *label, bool shares);

/* Write the largest functions without rows, and what consumers make of the
   files that have .sframe.  */
void html_gaps (FILE *out, const struct html_files *gaps);
void html_consumers (FILE *out, const struct html_report *report);

/* html-map.c: write a map of the COUNT directories at DIRS, the largest first,
   and the FILES in them.  */
void html_map (FILE *out, const struct html_dir *dirs, size_t count,
               const struct html_files *files);

/* html-write.c: pieces of HTML.  Failures to write are left for ferror.  */

/* The first line of each page; it identifies the pages of former reports.  */
#define HTML_MARK                                                             \
  "<!DOCTYPE html>\n"                                                         \
  "<!-- made by sfmerge check -->\n"

/* Write the head of a page called TITLE, up to its <h1>.  */
void html_head (FILE *out, const char *title);

/* Write when and with which command the report was made.  */
void html_made (FILE *out, const struct check_options *options);

/* Write NAME, which comes from a file: bytes that are not text as \xNN, and
   characters that are special in HTML as entities; html_name puts it in an
   element that keeps right-to-left text to itself.  */
void html_escape (FILE *out, const char *name);
void html_name (FILE *out, const char *name);

/* Write a cell: the NAME that the row is about; a bar and a number, PART of
   WHOLE, or "-" if WHOLE is 0; COUNT; or SIZE and its unit.  LABEL is shown
   before it where there is no room for the head of the table.  */
void html_name_cell (FILE *out, const char *name);
void html_share_cell (FILE *out, const char *label, uint64_t part,
                      uint64_t whole);
void html_number_cell (FILE *out, const char *label, uint64_t count);
void html_bytes_cell (FILE *out, const char *label, uint64_t size);

#endif /* TOOL_HTML_REPORT_H */
