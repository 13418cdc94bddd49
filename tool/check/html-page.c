/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   html-page.c - what is on the pages of a report: on the first one sums,
   directories, and the largest functions without rows; and rows about files
   with findings.  */

#include "config.h"

#include <inttypes.h>
#include <stdlib.h>

#include "html-report.h"
#include "sorted.h"

static void
put_verdict (FILE *out, const struct check_result *result)
{
  const char *class = "some", *text = "warnings";

  if (result->outcome == CHECK_UNREAD)
    class = "bad", text = "not read";
  else if (result->outcome == CHECK_PACKED)
    text = "compressed";
  else if (result->outcome == CHECK_LATER)
    text = "not known";
  else if (result->of_severity[SFM_ERROR] != 0)
    class = "bad", text = "not valid";
  else if (result->of_severity[SFM_WARNING] == 0)
    text = "little described";
  fprintf (out, "<td class=\"%s\">%s</td>", class, text);
}

static void
put_findings (FILE *out, const struct check_detail *detail)
{
  fputs ("<ul>", out);
  if (detail->error[0] != '\0')
    {
      fputs ("<li class=\"bad\">", out);
      html_escape (out, detail->error);
      fputs ("</li>", out);
    }
  for (size_t at = 0; at < detail->used; at += strlen (detail->text + at) + 1)
    {
      const bool error = strncmp (detail->text + at, "error", 5) == 0;
      fprintf (out, "<li class=\"%s\">", error ? "bad" : "some");
      html_escape (out, detail->text + at);
      fputs ("</li>", out);
    }
  if (detail->more != 0)
    fprintf (out, "<li>and %" PRIu64 " more</li>", detail->more);
  fputs ("</ul>", out);
}

void
html_row (FILE *out, const char *path, const struct check_result *result,
          const struct check_detail *detail)
{
  const bool some
      = detail->used != 0 || detail->more != 0 || detail->error[0] != '\0';

  fputs ("<tr>", out);
  put_verdict (out, result);
  fputs ("<td class=\"main\">", out);
  if (some)
    fputs ("<details><summary>", out);
  html_name (out, path);
  if (some)
    {
      fputs ("</summary>", out);
      put_findings (out, detail);
      fputs ("</details>", out);
    }
  fputs ("</td>", out);
  html_number_cell (out, "errors", result->of_severity[SFM_ERROR]);
  html_number_cell (out, "warnings", result->of_severity[SFM_WARNING]);
  html_number_cell (out, "functions", result->described);
  html_share_cell (out, "described", result->part, result->whole);
  fputs ("</tr>\n", out);
}

static void
put_tile (FILE *out, uint64_t count, const char *class, const char *what)
{
  if (count != 0)
    fprintf (out, "<li><b class=\"%s\">%s</b>%s</li>\n", class,
             number_count (count), what);
}

/* Write a tile with PART of WHOLE, which are called WHAT.  */
static void
put_share (FILE *out, const char *what, uint64_t part, uint64_t whole)
{
  if (whole != 0)
    fprintf (out, "<li><b>%s</b>%s</li>\n", number_percent (part, whole),
             what);
}

static void
put_totals (FILE *out, const struct check_totals *totals,
            const struct file_list *list)
{
  const uint64_t *files = totals->outcomes;

  fputs ("<ul class=\"tiles\">\n", out);
  put_tile (out, check_totals_files (totals), "", "files");
  put_tile (out, files[CHECK_VALID], "good", "valid");
  put_tile (out, files[CHECK_INVALID], "bad", "not valid");
  put_tile (out, files[CHECK_LATER], "some", "not known to this program");
  put_tile (out, files[CHECK_NONE], "", "without .sframe");
  put_tile (out, files[CHECK_UNREAD], "bad", "not read");
  put_tile (out, list->foreign, "", "cannot have SFrame");
  put_tile (out, list->packed, "some", "compressed, not read");
  put_share (out, "of their functions described", totals->functions_covered,
             totals->functions);
  put_share (out, "of all code described", totals->code_covered, totals->code);
  fputs ("</ul>\n", out);
}

static int
compare_code (const void *a, const void *b)
{
  const struct html_dir *x = a, *y = b;

  ORDER_BY (y->totals.code, x->totals.code);
  return strcmp (x->path, y->path);
}

static int
compare_paths (const void *a, const void *b)
{
  const struct html_dir *x = a, *y = b;

  return strcmp (x->path, y->path);
}

static void
put_dir (FILE *out, const struct html_dir *dir)
{
  const struct check_totals *totals = &dir->totals;

  fputs ("<tr>", out);
  html_name_cell (out, dir->path);
  html_number_cell (out, "files", check_totals_files (totals));
  html_number_cell (out, "with .sframe", check_totals_with (totals));
  html_bytes_cell (out, "code", totals->code);
  html_share_cell (out, "functions", totals->functions_covered,
                   totals->functions);
  html_share_cell (out, "code", totals->code_covered, totals->code);
  fputs ("</tr>\n", out);
}

/* Write what directories have, those with most code in the order of their
   names.  */
static void
put_dirs (FILE *out, struct html_report *report)
{
  const size_t count = report->paths.count;
  const size_t shown = count < HTML_DIRS ? count : HTML_DIRS;

  if (count == 0)
    return;
  qsort (report->dirs, count, sizeof *report->dirs, compare_code);
  html_map (out, report->dirs, count, &report->largest);
  qsort (report->dirs, shown, sizeof *report->dirs, compare_paths);
  fputs ("<h2>Directories</h2>\n<table>\n<thead><tr><th>Directory</th>"
         "<th class=\"n\">Files</th><th class=\"n\">With .sframe</th>"
         "<th class=\"n\">Code</th>"
         "<th>Their functions with rows</th><th>All code with rows</th>"
         "</tr></thead>\n<tbody>\n",
         out);
  for (size_t i = 0; i < shown; i++)
    put_dir (out, &report->dirs[i]);
  fputs ("</tbody>\n</table>\n", out);
  if (shown < count)
    fprintf (out, "<p>%zu directories with less code are not shown.</p>\n",
             count - shown);
}

void
html_index (FILE *out, struct html_report *report)
{
  html_head (out, "SFrame report");
  html_made (out, report->options);
  put_totals (out, report->totals, report->list);
  put_dirs (out, report);
  if (check_totals_with (report->totals) != 0)
    html_consumers (out, report);
  html_list (out, &report->worst,
             "<h2>Files with most code without rows</h2>\n"
             "<p class=\"hint\">Of those with .sframe.</p>\n"
             "<table>\n<thead><tr><th class=\"n\">Without rows</th>"
             "<th>File</th><th>Code with rows</th></tr></thead>\n<tbody>\n",
             "without rows", true);
  html_list (out, &report->bare,
             "<h2>Files without .sframe</h2>\n"
             "<p class=\"hint\"><code>sfmerge synth</code> makes it of "
             ".eh_frame.</p>\n<table>\n<thead><tr><th class=\"n\">Code</th>"
             "<th>File</th></tr></thead>\n<tbody>\n",
             "code", false);
  html_gaps (out, &report->gaps);
}
