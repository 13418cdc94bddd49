/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   html-index.c - the first page of a report: sums, directories, consumers, and
   the largest functions without rows.  */

#include "config.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "html-report.h"

static void
put_tile (FILE *out, uint64_t count, const char *class, const char *what)
{
  fprintf (out, "<li><b class=\"%s\">%" PRIu64 "</b>%s</li>\n",
           count != 0 ? class : "", count, what);
}

static void
put_share (FILE *out, const char *what, uint64_t part, uint64_t whole)
{
  if (whole == 0)
    return;
  fprintf (out,
           "<tr><th>%s</th><td class=\"n\">%" PRIu64 " of %" PRIu64 "</td>",
           what, part, whole);
  html_share_cell (out, part, whole);
  fputs ("</tr>\n", out);
}

static void
put_totals (FILE *out, const struct check_totals *totals,
            const struct file_list *list)
{
  const uint64_t *files = totals->outcomes;

  fputs ("<ul class=\"tiles\">\n", out);
  put_tile (out, files[CHECK_VALID], "good", "valid");
  put_tile (out, files[CHECK_INVALID], "bad", "not valid");
  if (files[CHECK_LATER] != 0)
    put_tile (out, files[CHECK_LATER], "some", "not known to this program");
  put_tile (out, files[CHECK_NONE], "", "without .sframe");
  put_tile (out, files[CHECK_UNREAD], "bad", "not read");
  put_tile (out, list->foreign, "", "cannot have SFrame");
  put_tile (out, list->packed, "some", "compressed, not read");
  fputs ("</ul>\n", out);
  if (totals->code == 0)
    return;
  fputs ("<table>\n", out);
  put_share (out, "Functions of files with .sframe that have rows",
             totals->functions_covered, totals->functions);
  put_share (out, "Bytes of code of all images that have rows",
             totals->code_covered, totals->code);
  fputs ("</table>\n", out);
}

static int
compare_code (const void *a, const void *b)
{
  const struct html_dir *x = a, *y = b;

  if (x->code != y->code)
    return x->code > y->code ? -1 : 1;
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
  fputs ("<tr><td>", out);
  html_name (out, dir->path);
  fputs ("</td>", out);
  html_number_cell (out, dir->files);
  html_number_cell (out, dir->with);
  html_share_cell (out, dir->functions_covered, dir->functions);
  html_share_cell (out, dir->code_covered, dir->code);
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
  qsort (report->dirs, shown, sizeof *report->dirs, compare_paths);
  fputs ("<h2>Directories</h2>\n<table>\n<thead><tr><th>Directory</th>"
         "<th class=\"n\">Files</th><th class=\"n\">With .sframe</th>"
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

/* Write what the CONSUMERS make of the files with .sframe.  */
static void
put_consumers (FILE *out, const struct html_report *report,
               const struct consumer_list *consumers)
{
  fputs ("<h2>Consumers</h2>\n<table>\n<thead><tr><th>Consumer</th>"
         "<th class=\"n\">Usable</th><th class=\"n\">With loss</th>"
         "<th class=\"n\">Unusable</th><th class=\"n\">Not applicable</th>"
         "<th>Usable of those that apply</th></tr></thead>\n<tbody>\n",
         out);
  for (size_t i = 0; i < consumers->count; i++)
    {
      const struct consumer *consumer = consumers->consumers[i];
      const uint64_t *files = report->judged[consumer_id (consumer)];
      fputs ("<tr><td>", out);
      html_name (out, consumer->name);
      fputs ("</td>", out);
      html_number_cell (out, files[CONSUMER_USABLE]);
      html_number_cell (out, files[CONSUMER_LOSS]);
      html_number_cell (out, files[CONSUMER_UNUSABLE]);
      html_number_cell (out, files[CONSUMER_NOT_APPLICABLE]);
      html_share_cell (out, files[CONSUMER_USABLE],
                       files[CONSUMER_USABLE] + files[CONSUMER_LOSS]
                           + files[CONSUMER_UNUSABLE]);
      fputs ("</tr>\n", out);
    }
  fputs ("</tbody>\n</table>\n", out);
}

static void
put_gaps (FILE *out, const struct html_report *report)
{
  if (report->gap_count == 0)
    return;
  fputs ("<h2>Largest functions without rows</h2>\n<p>Of files with .sframe: "
         "bytes that have no row.</p>\n<table>\n<thead><tr>"
         "<th class=\"n\">Bytes</th><th>Function</th><th>File</th></tr>"
         "</thead>\n<tbody>\n",
         out);
  for (size_t i = 0; i < report->gap_count; i++)
    {
      const struct html_gap *gap = &report->gaps[i];
      fputs ("<tr>", out);
      html_number_cell (out, gap->gap.uncovered);
      fputs ("<td>", out);
      if (gap->gap.name[0] != '\0')
        html_name (out, gap->gap.name);
      else
        fprintf (out, "at 0x%" PRIx64, gap->gap.addr);
      fputs ("</td><td>", out);
      html_name (out, gap->path);
      fputs ("</td></tr>\n", out);
    }
  fputs ("</tbody>\n</table>\n", out);
}

void
html_index (FILE *out, struct html_report *report,
            const struct check_totals *totals, const struct file_list *list,
            const struct consumer_list *consumers)
{
  const uint64_t *files = totals->outcomes;
  const bool any
      = files[CHECK_VALID] + files[CHECK_INVALID] + files[CHECK_LATER] != 0;

  html_head (out, "SFrame report");
  put_totals (out, totals, list);
  if (!any)
    fputs ("<p>No file has .sframe.  <code>sfmerge synth</code> makes it of "
           ".eh_frame.</p>\n",
           out);
  put_dirs (out, report);
  if (any)
    put_consumers (out, report, consumers);
  put_gaps (out, report);
}
