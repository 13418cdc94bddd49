/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   html-write.c - what the pages of a report are made of: their head with its
   style, names, numbers and bars.  */

#include "config.h"

#include <stdlib.h>

#include "html-report.h"

enum
{
  NAME_SIZE = 4 * 4096 + 1, /* of the longest path, escaped */
  DATE_SIZE = 40
};

/* Colours are the system's, of the light or the dark scheme that the reader
   has chosen; all else must be readable on both.  */
static const char style[]
    = ":root { color-scheme: light dark; --good: #2e7d32; --some: #b26500;\n"
      "  --bad: #c62828; --rest: #8884; --line: #8885; --soft: #8881;\n"
      "  --quiet: #666; }\n"
      "@media (prefers-color-scheme: dark) {\n"
      "  :root { --good: #66bb6a; --some: #ffb74d; --bad: #ef6c6c;\n"
      "    --quiet: #aaa; } }\n"
      "* { box-sizing: border-box; }\n"
      "body { font: 15px/1.45 system-ui, sans-serif; margin: 0 auto;\n"
      "  max-width: 76rem; padding: 1.5rem 1.25rem 3rem; }\n"
      "h1 { font-size: 1.7rem; margin: 0 0 .2rem; }\n"
      "h2 { font-size: 1.2rem; margin: 2.2rem 0 .6rem; }\n"
      ".made, .hint { color: var(--quiet); margin: .2rem 0 1rem; }\n"
      ".made code, p code { font: .88em ui-monospace, monospace;\n"
      "  overflow-wrap: anywhere; }\n"
      "table { border-collapse: collapse; width: 100%; }\n"
      "th, td { border-bottom: 1px solid var(--line); padding: .3rem .6rem;\n"
      "  text-align: left; vertical-align: top; }\n"
      "th { font-weight: 600; vertical-align: bottom; }\n"
      "tbody tr:hover { background: var(--soft); }\n"
      ".n { text-align: right; white-space: nowrap; width: 1%;\n"
      "  font-variant-numeric: tabular-nums; }\n"
      ".name, li { overflow-wrap: anywhere; }\n"
      ".name { font-family: ui-monospace, monospace; font-size: .9em; }\n"
      ".main { min-width: 8rem; }\n"
      ".share { white-space: nowrap; width: 1%;\n"
      "  font-variant-numeric: tabular-nums; }\n"
      ".bar { width: 8rem; height: .7em; margin-right: .5rem;\n"
      "  border-radius: 3px; }\n"
      ".bar rect { fill: var(--rest); }\n"
      ".bar .part { fill: var(--good); }\n"
      ".tiles { display: flex; flex-wrap: wrap; gap: .6rem; padding: 0;\n"
      "  margin: 1.2rem 0; list-style: none; }\n"
      ".tiles li { border: 1px solid var(--line); border-radius: 8px;\n"
      "  padding: .5rem 1rem; flex: 0 1 auto; }\n"
      ".tiles b { display: block; font-size: 1.5rem; line-height: 1.2;\n"
      "  font-variant-numeric: tabular-nums; }\n"
      ".good { color: var(--good); } .some { color: var(--some); }\n"
      ".bad { color: var(--bad); } .zero { color: var(--quiet); opacity: .6; "
      "}\n"
      ".map, .map div { position: relative; overflow: hidden; }\n"
      ".map { aspect-ratio: 5 / 2; border-radius: 8px; }\n"
      ".map div { position: absolute; font-size: .8rem; line-height: 1.25;\n"
      "  white-space: pre; text-overflow: ellipsis; }\n"
      ".map .dir { border: 1.5px solid Canvas; background: #8885;\n"
      "  border-radius: 5px; padding: .15rem .4rem; }\n"
      ".map .in { inset: 1.45rem 0 0; }\n"
      ".map .in div { border: .5px solid #fff6; padding: .15rem .3rem;\n"
      "  color: #fff; }\n"
      "summary { cursor: pointer; }\n"
      "details ul { margin: .3rem 0; padding-left: 1.2rem; }\n"
      "@media (max-width: 46rem) {\n"
      "  body { padding: 1rem .8rem 2rem; }\n"
      "  .map { aspect-ratio: 1; } thead { display: none; }\n"
      "  .tiles li { padding: .35rem .7rem; } .tiles b { font-size: 1.25rem; "
      "}\n"
      "  tr { display: flex; flex-wrap: wrap; gap: 0 1rem;\n"
      "    padding: .4rem 0; border-bottom: 1px solid var(--line); }\n"
      "  td, .n, .share { border: 0; padding: 0; width: auto; }\n"
      "  td:empty, td.zero { display: none; }\n"
      "  td.main { order: -1; flex: 1 0 100%; }\n"
      "  td[data-l]::before { content: attr(data-l) \" \";\n"
      "    color: var(--quiet); font-size: .85em; }\n"
      "  .bar { width: 4rem; } }\n"
      "@media print {\n"
      "  body { margin: 0; max-width: none; font-size: 10pt; padding: 0; }\n"
      "  tr, .tiles li { break-inside: avoid; }\n"
      "  .map div { print-color-adjust: exact; } }\n";

void
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

void
html_name (FILE *out, const char *name)
{
  fputs ("<bdi class=\"name\">", out);
  html_escape (out, name);
  fputs ("</bdi>", out);
}

/* Write the date, that of SOURCE_DATE_EPOCH if it is set, so that a build that
   has a report can be repeated.  */
static void
put_date (FILE *out)
{
  const char *fixed = getenv ("SOURCE_DATE_EPOCH");
  time_t now
      = fixed != NULL ? (time_t) strtoll (fixed, NULL, 10) : time (NULL);
  char text[DATE_SIZE] = "";
  struct tm parts;

  if (gmtime_r (&now, &parts) != NULL
      && strftime (text, sizeof text, "%Y-%m-%d %H:%M UTC", &parts) != 0)
    fputs (text, out);
}

/* Write WORD of a command line, quoted if a shell would split it.  */
static void
put_word (FILE *out, const char *word)
{
  char part[NAME_SIZE];

  putc (' ', out);
  if (word[0] != '\0'
      && strpbrk (word, " \t\n\"'\\$`*?[]&;|<>()~#!{}") == NULL)
    {
      html_escape (out, word);
      return;
    }
  html_escape (out, "'");
  for (size_t size; size = strcspn (word, "'"), word[size] != '\0';
       word += size + 1)
    {
      snprintf (part, sizeof part, "%.*s", (int) size, word);
      html_escape (out, part);
      html_escape (out, "'\\''");
    }
  html_escape (out, word);
  html_escape (out, "'");
}

void
html_made (FILE *out, const struct check_options *options)
{
  fputs ("<p class=\"made\">", out);
  put_date (out);
  fprintf (out, ", sfmerge %s: <code>sfmerge check", sfm_version ());
  for (int i = 1; i < options->argc; i++)
    put_word (out, options->argv[i]);
  fputs ("</code></p>\n", out);
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

static void
put_share (FILE *out, uint64_t part, uint64_t whole)
{
  fprintf (out,
           "<svg class=\"bar\" viewBox=\"0 0 1000 10\" "
           "preserveAspectRatio=\"none\" aria-hidden=\"true\">"
           "<rect width=\"1000\" height=\"10\"/>"
           "<rect class=\"part\" width=\"%u\" height=\"10\"/></svg>"
           "%s",
           per_mille (part, whole), number_percent (part, whole));
}

void
html_name_cell (FILE *out, const char *name)
{
  fputs ("<td class=\"main\">", out);
  html_name (out, name);
  fputs ("</td>", out);
}

void
html_share_cell (FILE *out, const char *label, uint64_t part, uint64_t whole)
{
  fprintf (out, "<td class=\"share\" data-l=\"%s\">", label);
  if (whole != 0)
    put_share (out, part, whole);
  else
    fputs ("-", out);
  fputs ("</td>", out);
}

void
html_number_cell (FILE *out, const char *label, uint64_t count)
{
  fprintf (out, "<td class=\"n%s\" data-l=\"%s\">%s</td>",
           count == 0 ? " zero" : "", label, number_count (count));
}

void
html_bytes_cell (FILE *out, const char *label, uint64_t size)
{
  fprintf (out, "<td class=\"n\" data-l=\"%s\">%s</td>", label,
           number_bytes (size));
}
