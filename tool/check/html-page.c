/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   html-page.c - what is on the pages of a report: on the first one sums,
   directories, consumers, and the largest functions without rows; and rows
   about files.  */

#include "config.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "cmd-check.h"
#include "html-report.h"
#include "report.h"
#include "sfmerge.h"
#include "text.h"

enum
{
  NAME_SIZE = 4 * 4096 + 1 /* of the longest path, escaped */
};

/* Colours are the system's, of the light or the dark scheme that the reader
   has chosen; all else must be readable on both.  */
static const char style[]
    = ":root { color-scheme: light dark; --good: #2e7d32; --some: #c77700;\n"
      "  --bad: #c62828; --rest: #8884; --line: #8886; }\n"
      "@media (prefers-color-scheme: dark) {\n"
      "  :root { --good: #66bb6a; --some: #ffb74d; --bad: #ef6c6c; } }\n"
      "body { font: 15px/1.45 system-ui, sans-serif; margin: 2rem auto;\n"
      "  max-width: 72rem; padding: 0 1rem; }\n"
      "h1 { font-size: 1.6rem; } h2 { font-size: 1.2rem; margin-top: 2rem; }\n"
      "table { border-collapse: collapse; width: 100%; }\n"
      "th, td { border-bottom: 1px solid var(--line); padding: .25rem .6rem;\n"
      "  text-align: left; vertical-align: top; }\n"
      "th { vertical-align: bottom; }\n"
      ".n { text-align: right; white-space: nowrap; width: 1%;\n"
      "  font-variant-numeric: tabular-nums; }\n"
      ".name, li { overflow-wrap: anywhere; }\n"
      ".name { font-family: ui-monospace, monospace; font-size: .9em; }\n"
      ".share { white-space: nowrap; width: 1%; }\n"
      ".bar { width: 9rem; height: .7em; margin-right: .5rem; }\n"
      ".bar rect { fill: var(--rest); }\n"
      ".bar .part { fill: var(--good); }\n"
      ".tiles { display: flex; flex-wrap: wrap; gap: .6rem; padding: 0;\n"
      "  list-style: none; }\n"
      ".tiles li { border: 1px solid var(--line); border-radius: 6px;\n"
      "  padding: .4rem .9rem; }\n"
      ".tiles b { display: block; font-size: 1.4rem;\n"
      "  font-variant-numeric: tabular-nums; }\n"
      ".good { color: var(--good); } .some { color: var(--some); }\n"
      ".bad { color: var(--bad); }\n"
      "details ul { margin: .3rem 0; padding-left: 1.2rem; }\n"
      "summary { cursor: pointer; }\n"
      "@media (max-width: 50rem) { .bar { display: none; } }\n"
      "@media print {\n"
      "  body { margin: 0; max-width: none; font-size: 10pt; }\n"
      "  tr, .tiles li { break-inside: avoid; }\n"
      "}\n";

/* Write NAME, which comes from a file: bytes that are not text as \xNN, and
   characters that are special in HTML as entities.  */
static void
html_escape (FILE *out, const char *name)
{
  char text[NAME_SIZE];

  for (const char *s = printable (name, text, sizeof text); *s != '\0'; s++)
    {
      if (*s == '&')
        fputs ("&amp;", out);
      else if (*s == '<')
        fputs ("&lt;", out);
      else if (*s == '>')
        fputs ("&gt;", out);
      else if (*s == '"')
        fputs ("&quot;", out);
      else if (*s == '\'')
        fputs ("&#39;", out);
      else
        putc (*s, out);
    }
}

/* The same, in an element that keeps right-to-left text to itself.  */
static void
html_name (FILE *out, const char *name)
{
  fputs ("<bdi class=\"name\">", out);
  html_escape (out, name);
  fputs ("</bdi>", out);
}

void
html_head (FILE *out, const char *title)
{
  fprintf (out,
           HTML_MARK "<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                     "<meta name=\"viewport\" content=\"width=device-width\">"
                     "\n<title>%s</title>\n<style>\n%s</style>\n</head>\n"
                     "<body>\n<h1>%s</h1>\n",
           title, style, title);
}

void
html_foot (FILE *out)
{
  fprintf (out, "<hr>\n<p>sfmerge %s</p>\n</body>\n</html>\n", sfm_version ());
}

/* Write a bar and a number.  */
static void
put_share (FILE *out, uint64_t part, uint64_t whole)
{
  const unsigned value = per_mille (part, whole);

  fprintf (out,
           "<svg class=\"bar\" viewBox=\"0 0 1000 10\" "
           "preserveAspectRatio=\"none\" aria-hidden=\"true\">"
           "<rect width=\"1000\" height=\"10\"/>"
           "<rect class=\"part\" width=\"%u\" height=\"10\"/></svg>"
           "%u.%u&nbsp;%%",
           value, value / 10, value % 10);
}

/* Write a cell with a bar and a number, PART of WHOLE; or with "-" if WHOLE is
   0.  */
static void
html_share_cell (FILE *out, uint64_t part, uint64_t whole)
{
  fputs ("<td class=\"share\">", out);
  if (whole != 0)
    put_share (out, part, whole);
  else
    fputs ("-", out);
  fputs ("</td>", out);
}

/* Write a cell with COUNT.  */
static void
html_number_cell (FILE *out, uint64_t count)
{
  fprintf (out, "<td class=\"n\">%" PRIu64 "</td>", count);
}

bool
html_has_row (const struct check_result *result)
{
  return result->outcome == CHECK_UNREAD || result->outcome == CHECK_PACKED
         || result->of_severity[SFM_ERROR] != 0
         || result->of_severity[SFM_WARNING] != 0 || result->low;
}

/* Write the verdict on a file with RESULT.  */
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

/* Write the findings of DETAIL.  */
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
  fputs ("<td>", out);
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
  html_number_cell (out, result->of_severity[SFM_ERROR]);
  html_number_cell (out, result->of_severity[SFM_WARNING]);
  html_number_cell (out, result->described);
  html_share_cell (out, result->part, result->whole);
  fputs ("</tr>\n", out);
}

static void
put_tile (FILE *out, uint64_t count, const char *class, const char *what)
{
  fprintf (out, "<li><b class=\"%s\">%" PRIu64 "</b>%s</li>\n",
           count != 0 ? class : "", count, what);
}

static void
put_share_row (FILE *out, const char *what, uint64_t part, uint64_t whole)
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
  put_share_row (out, "Functions of files with .sframe that have rows",
                 totals->functions_covered, totals->functions);
  put_share_row (out, "Bytes of code of all images that have rows",
                 totals->code_covered, totals->code);
  fputs ("</table>\n", out);
}

static int
compare_code (const void *a, const void *b)
{
  const struct html_dir *x = a, *y = b;

  if (x->totals.code != y->totals.code)
    return x->totals.code > y->totals.code ? -1 : 1;
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

  fputs ("<tr><td>", out);
  html_name (out, dir->path);
  fputs ("</td>", out);
  html_number_cell (out, check_totals_files (totals));
  html_number_cell (out, check_totals_with (totals));
  html_share_cell (out, totals->functions_covered, totals->functions);
  html_share_cell (out, totals->code_covered, totals->code);
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

/* Write NOTE on CONSUMER, a sentence, unless it is NULL.  */
static void
put_note (FILE *out, const struct consumer *consumer, const char *note)
{
  if (note != NULL)
    fprintf (out, "<p>%s: %s</p>\n", consumer->name, note);
}

/* Write what the CONSUMERS make of the files with .sframe.  */
static void
put_consumers (FILE *out, const struct check_totals *totals,
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
      const uint64_t *files = totals->judged[consumer_id (consumer)];
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
  for (size_t i = 0; i < consumers->count; i++)
    {
      put_note (out, consumers->consumers[i],
                consumers->consumers[i]->release);
      put_note (out, consumers->consumers[i], consumers->consumers[i]->shared);
    }
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
  const bool any = check_totals_with (totals) != 0;

  html_head (out, "SFrame report");
  put_totals (out, totals, list);
  if (!any)
    fputs ("<p>No file has .sframe.  <code>sfmerge synth</code> makes it of "
           ".eh_frame.</p>\n",
           out);
  put_dirs (out, report);
  if (any)
    put_consumers (out, totals, consumers);
  put_gaps (out, report);
}
