/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   html-text.c - pieces of HTML.  */

#include "config.h"

#include <inttypes.h>
#include <stdbool.h>
#include <string.h>

#include "check-file.h"
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
  const unsigned value = check_per_mille (part, whole);

  fprintf (out,
           "<svg class=\"bar\" viewBox=\"0 0 1000 10\" "
           "preserveAspectRatio=\"none\" aria-hidden=\"true\">"
           "<rect width=\"1000\" height=\"10\"/>"
           "<rect class=\"part\" width=\"%u\" height=\"10\"/></svg>"
           "%u.%u&nbsp;%%",
           value, value / 10, value % 10);
}

void
html_share_cell (FILE *out, uint64_t part, uint64_t whole)
{
  fputs ("<td class=\"share\">", out);
  if (whole != 0)
    put_share (out, part, whole);
  else
    fputs ("-", out);
  fputs ("</td>", out);
}

void
html_number_cell (FILE *out, uint64_t count)
{
  fprintf (out, "<td class=\"n\">%" PRIu64 "</td>", count);
}
