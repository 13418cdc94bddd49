/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   html-report.h - the report of sfmerge check --html: pages without scripts in
   a directory.  */

#ifndef TOOL_HTML_REPORT_H
#define TOOL_HTML_REPORT_H

#include "check-detail.h"
#include "check-totals.h"
#include "consumers.h"
#include "diag.h"
#include "file-list.h"

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

#endif /* TOOL_HTML_REPORT_H */
