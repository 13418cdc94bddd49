/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   html-row.c - the row of a report about one file.  */

#include "config.h"

#include <inttypes.h>
#include <string.h>

#include "html-report.h"

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
