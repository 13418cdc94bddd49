/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   html-files.c - the largest files of a report: those with most code without
   rows, those without .sframe, and those that a consumer cannot use.  */

#include "config.h"

#include <inttypes.h>
#include <stdlib.h>

#include "html-report.h"

bool
html_files_add (struct html_files *files, const char *path, const char *name,
                uint64_t key, uint64_t part, uint64_t whole)
{
  size_t at = files->count;

  files->total++;
  while (at != 0 && files->at[at - 1].key < key)
    at--;
  if (at == HTML_FILES)
    return true;
  struct html_file file = { .path = strdup (path),
                            .name = name != NULL ? strdup (name) : NULL,
                            .key = key,
                            .part = part,
                            .whole = whole };
  if (file.path == NULL || (name != NULL && file.name == NULL))
    {
      free (file.path);
      free (file.name);
      return false;
    }
  if (files->count == HTML_FILES)
    {
      free (files->at[--files->count].path);
      free (files->at[files->count].name);
    }
  memmove (&files->at[at + 1], &files->at[at],
           (files->count - at) * sizeof *files->at);
  files->at[at] = file;
  files->count++;
  return true;
}

void
html_files_free (struct html_files *files)
{
  for (size_t i = 0; i < files->count; i++)
    {
      free (files->at[i].path);
      free (files->at[i].name);
    }
}

void
html_list (FILE *out, const struct html_files *files, const char *head,
           const char *label, bool shares)
{
  const size_t shown = files->count < HTML_LISTED ? files->count : HTML_LISTED;

  if (files->count == 0)
    return;
  fputs (head, out);
  for (size_t i = 0; i < shown; i++)
    {
      const struct html_file *file = &files->at[i];
      fputs ("<tr>", out);
      html_bytes_cell (out, label, file->key);
      html_name_cell (out, file->path);
      if (shares)
        html_share_cell (out, "code with rows", file->part, file->whole);
      fputs ("</tr>\n", out);
    }
  fputs ("</tbody>\n</table>\n", out);
  if (files->total > shown)
    fprintf (out, "<p class=\"hint\">%s more have less.</p>\n",
             number_count (files->total - shown));
}

void
html_gaps (FILE *out, const struct html_files *gaps)
{
  if (gaps->count == 0)
    return;
  fputs ("<h2>Largest functions without rows</h2>\n<p>Of files with .sframe: "
         "bytes that have no row.</p>\n<table>\n<thead><tr>"
         "<th class=\"n\">Bytes</th><th>Function</th><th>File</th></tr>"
         "</thead>\n<tbody>\n",
         out);
  for (size_t i = 0; i < gaps->count && i < HTML_GAPS; i++)
    {
      const struct html_file *gap = &gaps->at[i];
      fputs ("<tr>", out);
      html_bytes_cell (out, "without rows", gap->key);
      fputs ("<td class=\"main\">", out);
      if (gap->name[0] != '\0')
        html_name (out, gap->name);
      else
        fprintf (out, "at 0x%" PRIx64, gap->part);
      fputs ("</td><td>", out);
      html_name (out, gap->path);
      fputs ("</td></tr>\n", out);
    }
  fputs ("</tbody>\n</table>\n", out);
}

/* Copy WHY to TEXT without the numbers in parentheses, which differ from file
   to file.  */
static void
generalise (const char *why, char text[DETAIL_WHY])
{
  char *p = text;

  while (*why != '\0')
    {
      const size_t digits = why[0] == ' ' && why[1] == '('
                                ? strspn (why + 2, "0123456789")
                                : 0;
      if (digits != 0 && why[2 + digits] == ')')
        why += digits + 3;
      else
        *p++ = *why++;
    }
  *p = '\0';
}

bool
html_reason_add (struct html_reasons *reasons, const char *path,
                 const char *why)
{
  char text[DETAIL_WHY];
  size_t at = 0;

  generalise (why, text);
  while (at < reasons->count && strcmp (reasons->at[at].why, text) != 0)
    at++;
  if (at == HTML_REASONS)
    {
      reasons->more++;
      return true;
    }
  struct html_reason *reason = &reasons->at[at];
  if (at == reasons->count)
    {
      *reason = (struct html_reason){ .files = { .count = 0 } };
      memcpy (reason->why, text, sizeof text);
      reasons->count++;
    }
  return html_files_add (&reason->files, path, NULL, 0, 0, 0);
}

static void
put_names (FILE *out, const struct html_files *files)
{
  const size_t shown = files->count < HTML_NAMED ? files->count : HTML_NAMED;
  for (size_t i = 0; i < shown; i++)
    {
      fputs ("<li>", out);
      html_name (out, files->at[i].path);
      fputs ("</li>", out);
    }
  if (files->total > shown)
    fprintf (out, "<li>and %s more</li>", number_count (files->total - shown));
}

/* Write why CONSUMER cannot use files, each reason with its files.  */
static void
put_reasons (FILE *out, const struct html_reasons *reasons)
{
  for (size_t i = 0; i < reasons->count; i++)
    {
      const struct html_reason *reason = &reasons->at[i];
      fprintf (out,
               "<details><summary>%s: ", number_count (reason->files.total));
      html_escape (out, reason->why);
      fputs ("</summary><ul>", out);
      put_names (out, &reason->files);
      fputs ("</ul></details>", out);
    }
  if (reasons->more != 0)
    fprintf (out, "%s: other reasons", number_count (reasons->more));
}

static uint64_t
files_of (const struct html_report *report, const struct consumer *consumer)
{
  const uint64_t *files = report->totals->judged[consumer_id (consumer)];

  return files[CONSUMER_USABLE] + files[CONSUMER_LOSS]
         + files[CONSUMER_UNUSABLE];
}

static void
put_consumer (FILE *out, const struct html_report *report,
              const struct consumer *consumer)
{
  const enum consumer_id id = consumer_id (consumer);
  const uint64_t *files = report->totals->judged[id];

  fputs ("<tr>", out);
  html_name_cell (out, consumer->name);
  html_number_cell (out, "usable", files[CONSUMER_USABLE]);
  html_number_cell (out, "with loss", files[CONSUMER_LOSS]);
  html_number_cell (out, "unusable", files[CONSUMER_UNUSABLE]);
  html_share_cell (out, "usable", files[CONSUMER_USABLE],
                   files_of (report, consumer));
  fputs ("<td>", out);
  put_reasons (out, &report->reasons[id]);
  fputs ("</td></tr>\n", out);
}

static void
put_others (FILE *out, const struct html_report *report,
            const struct consumer_list *consumers)
{
  size_t count = 0;

  for (size_t i = 0; i < consumers->count; i++)
    count += files_of (report, consumers->consumers[i]) == 0;
  if (count == 0)
    return;
  fprintf (out, "<details><summary>%zu read%s no such files</summary><ul>",
           count, count == 1 ? "s" : "");
  for (size_t i = 0; i < consumers->count; i++)
    if (files_of (report, consumers->consumers[i]) == 0)
      {
        fputs ("<li>", out);
        html_name (out, consumers->consumers[i]->name);
        fputs ("</li>", out);
      }
  fputs ("</ul></details>\n", out);
}

/* Write NOTE on CONSUMER, a sentence, unless it is NULL.  */
static void
put_note (FILE *out, const struct consumer *consumer, const char *note)
{
  if (note != NULL)
    fprintf (out, "<p class=\"hint\">%s: %s</p>\n", consumer->name, note);
}

void
html_consumers (FILE *out, const struct html_report *report)
{
  const struct consumer_list *consumers = &report->options->consumers;

  fputs ("<h2>Consumers</h2>\n<table>\n<thead><tr><th>Consumer</th>"
         "<th class=\"n\">Usable</th><th class=\"n\">With loss</th>"
         "<th class=\"n\">Unusable</th><th>Share</th>"
         "<th>Unusable, as</th></tr></thead>\n<tbody>\n",
         out);
  for (size_t i = 0; i < consumers->count; i++)
    if (files_of (report, consumers->consumers[i]) != 0)
      put_consumer (out, report, consumers->consumers[i]);
  fputs ("</tbody>\n</table>\n", out);
  put_others (out, report, consumers);
  for (size_t i = 0; i < consumers->count; i++)
    if (files_of (report, consumers->consumers[i]) != 0)
      {
        const struct consumer *consumer = consumers->consumers[i];
        put_note (out, consumer, consumer->release);
        put_note (out, consumer, consumer->shared);
      }
}
