/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   html-report.c - the report of sfmerge check --html.

   Theory of operation.  Files come in the order of the list, so the report
   does not depend on how many are checked at a time.  Rows about files with
   findings go to a spool, a temporary file without a name; all else is sums,
   of which only those of directories grow with the files [html_report_add].
   At the end each page is made in memory, one after the other, and they
   replace those of a former report together [html_report_end].  */

#include "config.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "html-report.h"
#include "paged.h"

/* The directory of a report.

   A user may name any directory by mistake, so only files that have the name
   and the first lines of a page are replaced or removed.  */

/* The number of the page called NAME: 0 for index.html, -1 if it is not a
   page.  */
static long
page_number (const char *name)
{
  char again[64];
  long number;

  if (strcmp (name, "index.html") == 0)
    return 0;
  if (strncmp (name, "files-", 6) != 0)
    return -1;
  number = strtol (name + 6, NULL, 10);
  snprintf (again, sizeof again, "files-%ld.html", number);
  return number > 0 && strcmp (name, again) == 0 ? number : -1;
}

/* Whether what is open as FILE is a page; sets errno as is_page.  */
static bool
has_mark (int file)
{
  uint8_t head[sizeof HTML_MARK - 1];
  struct stat st;

  if (fstat (file, &st) != 0)
    return false;
  const ssize_t size
      = S_ISREG (st.st_mode) ? read_at (file, head, sizeof head, 0) : 0;
  if (size >= 0)
    errno = 0;
  return size == (ssize_t) sizeof head
         && memcmp (head, HTML_MARK, sizeof head) == 0;
}

/* Whether NAME in the directory FD is a page.  If not, errno is the reason why
   that cannot be seen, or 0.  */
static bool
is_page (int fd, const char *name)
{
  errno = 0;
  if (page_number (name) < 0)
    return false;
  const int file
      = openat (fd, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  if (file < 0)
    {
      /* A symbolic link, or a socket.  */
      if (errno == ELOOP || errno == ENXIO)
        errno = 0;
      return false;
    }
  const bool page = has_mark (file);
  close_quietly (file);
  return page;
}

/* Make DIR, or check that it is a directory with nothing but pages.  */
static sfm_status
html_dir_begin (const char *dir, bool *made, const struct diag_sink *sink)
{
  const struct dirent *entry;
  sfm_status status = SFM_OK;

  *made = mkdir (dir, 0777) == 0;
  if (!*made && errno != EEXIST)
    return diag_errno (sink, dir, "cannot make the directory");
  DIR *directory = opendir (dir);
  if (directory == NULL)
    return diag_errno (sink, dir, "cannot open");
  while (status == SFM_OK && (errno = 0, entry = readdir (directory)) != NULL)
    if (strcmp (entry->d_name, ".") != 0 && strcmp (entry->d_name, "..") != 0
        && !is_page (dirfd (directory), entry->d_name))
      status = errno != 0
                   ? diag_fail (sink, SFM_ERR_IO, dir, "cannot read %s: %s",
                                entry->d_name, strerror (errno))
                   : diag_fail (sink, SFM_ERR_USAGE, dir,
                                "has other files than those of a report: %s",
                                entry->d_name);
  if (status == SFM_OK && errno != 0)
    status = diag_errno (sink, dir, "cannot read");
  closedir (directory);
  return status;
}

/* Remove the pages of a former report in DIR after the first PAGES.  */
static void
html_dir_end (const char *dir, size_t pages, const struct diag_sink *sink)
{
  const struct dirent *entry;
  DIR *directory = opendir (dir);

  while (directory != NULL && (entry = readdir (directory)) != NULL)
    if (page_number (entry->d_name) > (long) pages
        && is_page (dirfd (directory), entry->d_name)
        && unlinkat (dirfd (directory), entry->d_name, 0) != 0)
      diag (sink, DIAG_WARNING, dir,
            "a page of an earlier report remains, %s: %s", entry->d_name,
            strerror (errno));
  if (directory != NULL)
    closedir (directory);
}

static const char table_head[]
    = "<table>\n<thead><tr><th>Verdict</th><th>File</th>"
      "<th class=\"n\">Errors</th><th class=\"n\">Warnings</th>"
      "<th class=\"n\">Functions</th><th>Described</th></tr></thead>\n"
      "<tbody>\n";
static const char table_foot[] = "</tbody>\n</table>\n";

sfm_status
html_report_begin (const struct check_options *options,
                   struct html_report **report, const struct diag_sink *sink)
{
  const char *dir = options->html;
  struct html_report *r = *report = calloc (1, sizeof *r);

  if (r == NULL)
    return diag_nomem (sink, dir);
  r->dir = dir;
  r->options = options;
  TRY (html_dir_begin (dir, &r->made, sink));
  r->spool = tmpfile ();
  return r->spool != NULL
             ? SFM_OK
             : diag_errno (sink, dir, "cannot make a temporary file for");
}

/* The sums of the directory of PATH.  NULL: no memory.  */
static struct html_dir *
dir_of (struct html_report *report, const char *path)
{
  const size_t base = path_base_offset (path);
  const size_t size = base > 1 ? base - 1 : base;
  const char *name = base == 0 ? "." : path;
  const size_t name_size = base == 0 ? 1 : size;
  uint32_t number = string_set_find (&report->paths, name, name_size);

  if (number != STRING_SET_NONE)
    return &report->dirs[number];
  const char *copy = pool_copy (&report->pool, name, name_size);
  if (copy == NULL
      || !array_grow (&report->dirs, &report->dir_capacity,
                      report->paths.count, sizeof *report->dirs)
      || !string_set_add (&report->paths, copy, name_size, &number))
    return NULL;
  report->dirs[number] = (struct html_dir){ .path = copy };
  return &report->dirs[number];
}

/* Add a row about PATH to the last page, or to a new one.  */
static bool
add_row (struct html_report *report, const char *path,
         const struct check_result *result, const struct check_detail *detail)
{
  const size_t count = report->pages.count;

  if ((count == 0 || report->pages.at[count - 1].rows == HTML_PAGE_ROWS)
      && !LIST_ADD (&report->pages,
                    (struct html_page){ .start = ftell (report->spool) }))
    return false;
  struct html_page *page = &report->pages.at[report->pages.count - 1];
  html_row (report->spool, path, result, detail);
  page->rows++;
  page->end = ftell (report->spool);
  return page->end > page->start;
}

/* Keep the file PATH in the lists in which it is one of the largest, and why
   consumers cannot use it.  False: no memory.  */
static bool
keep_file (struct html_report *report, const char *path,
           const struct check_result *result,
           const struct check_detail *detail)
{
  const uint64_t part = result->code_covered, whole = result->code;
  bool good = true;

  if (result->outcome == CHECK_NONE)
    good = html_files_add (&report->bare, path, NULL, whole, part, whole);
  else if (check_has_sframe (result->outcome) && part < whole)
    good = html_files_add (&report->worst, path, NULL, whole - part, part,
                           whole);
  if (whole != 0)
    good
        = good
          && html_files_add (&report->largest, path, NULL, whole, part, whole);
  for (size_t i = 0; i < CONSUMER_COUNT && good; i++)
    if (detail->why[i][0] != '\0')
      good = html_reason_add (&report->reasons[i], path, detail->why[i]);
  return good;
}

/* Whether there is something to say about a file with RESULT.  */
static bool
has_row (const struct check_result *result)
{
  return result->outcome == CHECK_UNREAD || result->outcome == CHECK_PACKED
         || result->of_severity[SFM_ERROR] != 0
         || result->of_severity[SFM_WARNING] != 0 || result->low;
}

void
html_report_add (struct html_report *report, const char *path,
                 const struct check_result *result,
                 const struct check_detail *detail)
{
  struct html_dir *dir = NULL;
  bool good = true;

  if (result->outcome == CHECK_FOREIGN)
    return;
  if (result->outcome != CHECK_PACKED)
    good = (dir = dir_of (report, path)) != NULL;
  if (dir != NULL)
    check_totals_add (&dir->totals, result);
  if (has_row (result))
    good = good && add_row (report, path, result, detail);
  good = good && keep_file (report, path, result, detail);
  for (size_t i = 0; i < detail->gap_count && good; i++)
    good = html_files_add (&report->gaps, path, detail->gaps[i].name,
                           detail->gaps[i].uncovered, detail->gaps[i].addr, 0);
  report->failed |= !good;
}

static bool
copy_rows (const struct html_report *report, const struct html_page *page,
           FILE *out)
{
  char text[1 << 14];

  if (fseek (report->spool, page->start, SEEK_SET) != 0)
    return false;
  fputs (table_head, out);
  for (long left = page->end - page->start; left > 0;)
    {
      const size_t most
          = left < (long) sizeof text ? (size_t) left : sizeof text;
      const size_t got = fread (text, 1, most, report->spool);
      if (got == 0)
        return false;
      fwrite (text, 1, got, out);
      left -= (long) got;
    }
  fputs (table_foot, out);
  return true;
}

static void
put_links (const struct html_report *report, size_t here, FILE *out)
{
  fputs ("<p>", out);
  for (size_t i = 0; i < report->pages.count; i++)
    {
      const size_t first = i * HTML_PAGE_ROWS + 1;
      const size_t last = first + report->pages.at[i].rows - 1;
      if (i + 1 == here)
        fprintf (out, "<b>%zu-%zu</b>\n", first, last);
      else
        fprintf (out, "<a href=\"files-%zu.html\">%zu-%zu</a>\n", i + 1, first,
                 last);
    }
  fputs ("</p>\n", out);
}

/* Write page NUMBER, of which 0 is the first one.  False: rows cannot be
   read.  */
static bool
put_page (struct html_report *report, size_t number, FILE *out)
{
  bool good = true;

  if (number == 0)
    {
      html_index (out, report);
      if (report->pages.count != 0)
        fputs ("<h2>Files with findings</h2>\n", out);
      /* A single page is a part of the first one.  */
      if (report->pages.count == 1)
        good = copy_rows (report, &report->pages.at[0], out);
      else if (report->pages.count != 0)
        put_links (report, 0, out);
    }
  else
    {
      html_head (out, "Files with findings");
      fputs ("<p><a href=\"index.html\">SFrame report</a></p>\n", out);
      put_links (report, number, out);
      good = copy_rows (report, &report->pages.at[number - 1], out);
      put_links (report, number, out);
    }
  fputs ("</body>\n</html>\n", out);
  return good;
}

/* Add the SIZE bytes at TEXT to SET as page NUMBER.  */
static sfm_status
add_output (struct html_report *report, struct output_set *set, size_t number,
            const uint8_t *text, size_t size, const struct diag_sink *sink)
{
  static const struct output_options options = { .like = NULL };
  struct target target;
  char name[48] = "/index.html";

  if (number != 0)
    snprintf (name, sizeof name, "/files-%zu.html", number);
  const size_t dir_size = strlen (report->dir);
  /* It must live until the end of the set, which borrows it.  */
  char *path = pool_alloc (&report->pool, dir_size + sizeof name);
  if (path == NULL)
    return diag_nomem (sink, report->dir);
  memcpy (path, report->dir, dir_size);
  memcpy (path + dir_size, name, sizeof name);
  const sfm_status status = target_open (path, NULL, &options, &target, sink);
  if (status == SFM_OK)
    return output_set_add (set, &target, text, size, &options);
  target_close (&target);
  return status;
}

static sfm_status
make_page (struct html_report *report, struct output_set *set, size_t number,
           const struct diag_sink *sink)
{
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream (&text, &size);

  if (out == NULL)
    return diag_nomem (sink, report->dir);
  errno = 0;
  sfm_status status
      = put_page (report, number, out)
            ? SFM_OK
            : diag_errno (sink, report->dir, "cannot read the rows for");
  const bool kept = ferror (out) == 0;
  if ((fclose (out) != 0 || !kept) && status == SFM_OK)
    status = diag_nomem (sink, report->dir);
  if (status == SFM_OK)
    status
        = add_output (report, set, number, (const uint8_t *) text, size, sink);
  free (text);
  return status;
}

sfm_status
html_report_end (struct html_report *report, const struct check_totals *totals,
                 const struct file_list *list, const struct diag_sink *sink)
{
  struct output_set set;
  const size_t pages = report->pages.count > 1 ? report->pages.count : 0;
  sfm_status status = SFM_OK;

  if (report->failed || fflush (report->spool) != 0)
    return diag_fail (sink, SFM_ERR_IO, report->dir,
                      "the report cannot be written: no room, or no memory, "
                      "for what was found");
  report->totals = totals;
  report->list = list;
  output_set_begin (&set, sink);
  for (size_t i = 1; i <= pages && status == SFM_OK; i++)
    status = make_page (report, &set, i, sink);
  if (status == SFM_OK)
    status = make_page (report, &set, 0, sink);
  if (status == SFM_OK)
    status = output_set_commit (&set);
  const sfm_status last = output_set_end (&set);
  status = status == SFM_OK ? last : status;
  report->made = report->made && status != SFM_OK;
  if (status == SFM_OK)
    html_dir_end (report->dir, pages, sink);
  return status;
}

void
html_report_free (struct html_report *report)
{
  if (report == NULL)
    return;
  /* Nothing was written to it.  */
  if (report->made)
    (void) rmdir (report->dir);
  if (report->spool != NULL)
    fclose (report->spool);
  html_files_free (&report->gaps);
  html_files_free (&report->worst);
  html_files_free (&report->bare);
  html_files_free (&report->largest);
  for (size_t i = 0; i < CONSUMER_COUNT; i++)
    for (size_t j = 0; j < report->reasons[i].count; j++)
      html_files_free (&report->reasons[i].at[j].files);
  free (report->pages.at);
  free (report->dirs);
  string_set_free (&report->paths);
  pool_free (&report->pool);
  free (report);
}
