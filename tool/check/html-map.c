/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   html-map.c - a map of the code: a rectangle for each directory and in it one
   for each of the largest files, as large as its code, and greener if more of
   it has rows.

   The rectangles are laid in rows along the shorter side of what is left.  A
   row takes the next item as long as that makes its worst rectangle more like
   a square [row_end].  Places are percentages of the rectangle around them, so
   that the map can have any width, and names wrap in their rectangle.  */

#include "config.h"

#include "html-report.h"

enum
{
  WIDTH = 5, /* of the map, relative to its HEIGHT, as in its style */
  HEIGHT = 2,
  TINY = 150 /* a rectangle of a smaller part of the map has no text */
};

/* A rectangle to place.  */
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

/* The aspect ratio, at least 1, of the worst rectangle of a row that has AREA
   along a side of LENGTH; the areas of its rectangles are between LEAST and
   MOST.  */
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

/* Write ITEM of PLAN at PLACE.  */
typedef void put_fn (const struct plan *plan, const struct item *item,
                     const struct area *place);

/* Have PUT write the items of PLAN, row after row.  */
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
put_dir (const struct plan *plan, const struct item *item,
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

void
html_map (FILE *out, const struct html_dir *dirs, size_t count,
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
  lay (&plan, put_dir);
  fputs ("</div>\n<p class=\"hint\">Area: code.  The greener, the more of it "
         "has rows.</p>\n",
         out);
}
