/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   html-page.c - what is on the pages of a report: on the first one sums,
   directories with a map of their code, and the largest functions without
   rows; and rows about files with findings.  */

#include "config.h"

#include <inttypes.h>
#include <stdlib.h>

#include "html-report.h"
#include "sorted.h"

/* A map of the code: a rectangle for each directory and in it one for each of
   the largest files, as large as its code, the greener the more of it has
   rows.

   The rectangles are laid in rows along the shorter side of what is left.  A
   row takes the next item as long as that makes its worst rectangle more like
   a square [row_end].  Places are percentages of the rectangle around them, so
   that the map has any width, and names wrap in their rectangle.  */

enum
{
  WIDTH = 5, /* of the map, to its HEIGHT, as its style has it */
  HEIGHT = 2,
  TINY = 150 /* a rectangle of a smaller part of the map has no text */
};

/* A rectangle to be laid.  */
struct item
{
  const char *name;
  uint64_t part; /* bytes of code with rows */
  uint64_t whole;
  const struct html_dir *dir; /* NULL: a file */
};

/* Items in an area, of which some may be left for others.  */
struct plan
{
  FILE *out;
  const struct html_files *files;
  const struct item *items; /* the largest first */
  size_t count;
  double scale; /* the area of a byte */
  double width; /* of all */
  double height;
};

/* What is left of it.  */
struct area
{
  double x;
  double y;
  double width;
  double height;
};

/* The sides of the worst rectangle of a row of SUM along a side of LENGTH that
   has AREA for it, to each other: at least 1.  */
static double
worst_ratio (double area, double most, double least, double length)
{
  const double thick = area / length;
  const double a = most / thick / thick, b = thick * thick / least;

  return a > b ? a : b;
}

/* The number after the last item of a row of PLAN along LENGTH that begins
   with item FROM.  */
static size_t
row_end (const struct plan *plan, size_t from, double length)
{
  const double most = (double) plan->items[from].whole * plan->scale;
  double sum = most, ratio = worst_ratio (sum, most, most, length);
  size_t end = from + 1;

  for (; end < plan->count; end++)
    {
      const double next = (double) plan->items[end].whole * plan->scale;
      const double then = worst_ratio (sum + next, most, next, length);
      if (then > ratio)
        break;
      sum += next;
      ratio = then;
    }
  return end;
}

static void
put_style (const struct plan *plan, const struct item *item,
           const struct area *place)
{
  fprintf (
      plan->out, " style=\"left:%.2f%%;top:%.2f%%;width:%.2f%%;height:%.2f%%",
      place->x * 100 / plan->width, place->y * 100 / plan->height,
      place->width * 100 / plan->width, place->height * 100 / plan->height);
  /* From brown to green, dark enough for white text.  */
  if (item->dir == NULL)
    fprintf (plan->out, ";background:hsl(%u 45%% 30%%)",
             20 + per_mille (item->part, item->whole) * 110 / 1000);
  fputs ("\"", plan->out);
}

static void
put_file (const struct plan *plan, const struct item *item,
          const struct area *place)
{
  const char *share = number_percent (item->part, item->whole);

  fputs ("<div", plan->out);
  put_style (plan, item, place);
  fputs (" title=\"", plan->out);
  html_escape (plan->out, item->name);
  fprintf (plan->out, ": %s of %s\">", share, number_bytes (item->whole));
  if (place->width * place->height * TINY > WIDTH * HEIGHT)
    {
      html_escape (plan->out, item->name + path_base_offset (item->name));
      fprintf (plan->out, "\n%s", share);
    }
  fputs ("</div>", plan->out);
}

/* What is done with ITEM of PLAN, which has PLACE.  */
typedef void put_fn (const struct plan *plan, const struct item *item,
                     const struct area *place);

/* Let PUT write the items of PLAN, row after row.  */
static void
lay (const struct plan *plan, put_fn *put)
{
  struct area left = { 0, 0, plan->width, plan->height };

  for (size_t from = 0, to; from < plan->count; from = to)
    {
      const bool upright = left.width > left.height;
      const double length = upright ? left.height : left.width;
      double sum = 0, at = 0;

      to = row_end (plan, from, length);
      for (size_t i = from; i < to; i++)
        sum += (double) plan->items[i].whole * plan->scale;
      const double thick = sum / length;
      for (size_t i = from; i < to; i++)
        {
          const double side
              = (double) plan->items[i].whole * plan->scale / thick;
          const struct area place
              = upright ? (struct area){ left.x, left.y + at, thick, side }
                        : (struct area){ left.x + at, left.y, side, thick };
          put (plan, &plan->items[i], &place);
          at += side;
        }
      if (upright)
        left.x += thick, left.width -= thick;
      else
        left.y += thick, left.height -= thick;
    }
}

static bool
is_in (const char *path, const struct html_dir *dir)
{
  const size_t base = path_base_offset (path);
  const size_t size = base > 1 ? base - 1 : base;

  return base == 0 ? strcmp (dir->path, ".") == 0
                   : strlen (dir->path) == size
                         && memcmp (dir->path, path, size) == 0;
}

/* Write the rectangle of a directory, ITEM, at PLACE, with those of its
   files.  */
static void
lay_dir (const struct plan *plan, const struct item *item,
         const struct area *place)
{
  struct item files[HTML_FILES];
  struct plan inner = { .out = plan->out,
                        .items = files,
                        .scale = plan->scale,
                        .width = place->width,
                        .height = place->height };
  for (size_t i = 0; i < plan->files->count; i++)
    {
      const struct html_file *file = &plan->files->at[i];
      if (is_in (file->path, item->dir))
        files[inner.count++]
            = (struct item){ file->path, file->part, file->whole, NULL };
    }
  fputs ("<div class=\"dir\"", plan->out);
  put_style (plan, item, place);
  fputs (">", plan->out);
  html_name (plan->out, item->name);
  fprintf (plan->out, " %s of %s<div class=\"in\">",
           number_percent (item->part, item->whole),
           number_bytes (item->whole));
  lay (&inner, put_file);
  fputs ("</div></div>\n", plan->out);
}

/* Write a map of the COUNT directories at DIRS, the largest first, and the
   FILES in them.  */
static void
put_map (FILE *out, const struct html_dir *dirs, size_t count,
         const struct html_files *files)
{
  struct item items[HTML_AREAS];
  struct plan plan = { .out = out,
                       .files = files,
                       .items = items,
                       .width = WIDTH,
                       .height = HEIGHT };
  double total = 0;

  for (size_t i = 0; i < count && i < HTML_AREAS; i++)
    if (dirs[i].totals.code != 0)
      {
        const struct check_totals *totals = &dirs[i].totals;
        items[plan.count++]
            = (struct item){ dirs[i].path, totals->code_covered, totals->code,
                             &dirs[i] };
        total += (double) totals->code;
      }
  if (plan.count == 0)
    return;
  plan.scale = WIDTH * HEIGHT / total;
  fputs ("<div class=\"map\">\n", out);
  lay (&plan, lay_dir);
  fputs ("</div>\n<p class=\"hint\">Area: code.  The greener, the more of it "
         "has rows.</p>\n",
         out);
}

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
  put_map (out, report->dirs, count, &report->largest);
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
