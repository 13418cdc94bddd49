/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   check-totals.c - the line per file of sfmerge check --brief, and the summary
   of -r.  */

#include "config.h"

#include <inttypes.h>
#include <stdio.h>

#include "cmd-check.h"

enum
{
  CELL = 24 /* bytes of the text of a column and its NUL */
};

/* The verdict on the current file, in one or two words.  */
static const char *
verdict_of (const struct check *check)
{
  const struct check_result *result = check->result;
  const struct consumer_list *consumers = &check->options->consumers;

  switch (result->outcome)
    {
    case CHECK_UNREAD:
      return "unread";
    case CHECK_FOREIGN:
    case CHECK_PACKED:
      return "passed";
    case CHECK_NONE:
      return "none";
    case CHECK_INVALID:
      return "not valid";
    case CHECK_LATER:
      return "not known";
    default:
      break;
    }
  if (consumers->count == 0 || consumers->all)
    return result->of_severity[SFM_WARNING] != 0 ? "warnings" : "valid";
  switch (check->worst)
    {
    case CONSUMER_UNUSABLE:
      return "unusable";
    case CONSUMER_LOSS:
      return "with loss";
    case CONSUMER_USABLE:
      return "usable";
    default:
      return "n/a";
    }
}

/* Put the versions of RESULT into TEXT: "2,3".  */
static void
put_versions (const struct check_result *result, char text[CELL])
{
  int used = snprintf (text, CELL, "-");

  for (unsigned version = 0, count = 0; version < 8; version++)
    if ((result->versions & 1U << version) != 0)
      used = count++ == 0 ? snprintf (text, CELL, "%u", version)
                          : used
                                + snprintf (text + used, CELL - (size_t) used,
                                            ",%u", version);
}

static void
brief_done (struct check *check, const char *path)
{
  const struct check_result *result = check->result;
  char versions[CELL], functions[CELL] = "-", share[CELL] = "-";

  if (result->outcome == CHECK_NONE && check->passing && !result->low)
    return;
  put_versions (result, versions);
  if (result->versions != 0)
    snprintf (functions, sizeof functions, "%" PRIu64, result->described);
  if (result->versions != 0 && result->whole != 0)
    {
      const unsigned value = per_mille (result->part, result->whole);
      snprintf (share, sizeof share, "%u.%u %%", value / 10, value % 10);
    }
  outbuf_print (&check->out, "%-9s  %-7s  %9s  %8s  %s\n", verdict_of (check),
                versions, functions, share, shown_name (path));
}

static void
brief_passed (struct check *check, const char *path, const char *why)
{
  (void) why;
  if (check->report->verbose || check->result->outcome == CHECK_PACKED)
    brief_done (check, path);
}

const struct check_form check_brief_form
    = { .passed = brief_passed, .done = brief_done };

const struct check_form check_silent_form = { .advises = false };

void
check_totals_add (struct check_totals *totals,
                  const struct check_result *result)
{
  totals->outcomes[result->outcome]++;
  totals->failed += result->failed && result->outcome != CHECK_UNREAD;
  totals->low += result->low;
  totals->little += result->little;
  totals->described += result->described;
  totals->functions += result->functions;
  totals->functions_covered += result->functions_covered;
  totals->code += result->code;
  totals->code_covered += result->code_covered;
  for (size_t i = 0; i < CONSUMER_COUNT; i++)
    totals->judged[i][result->grades[i]] += result->judged[i];
}

uint64_t
check_totals_with (const struct check_totals *totals)
{
  return totals->outcomes[CHECK_VALID] + totals->outcomes[CHECK_INVALID]
         + totals->outcomes[CHECK_LATER];
}

uint64_t
check_totals_files (const struct check_totals *totals)
{
  return check_totals_with (totals) + totals->outcomes[CHECK_NONE]
         + totals->outcomes[CHECK_UNREAD];
}

/* Put COUNT and WHAT after *LEAD, which then becomes a comma, unless COUNT is
   0.  */
static void
put_some (struct outbuf *out, const char **lead, uint64_t count,
          const char *what)
{
  if (count == 0)
    return;
  outbuf_print (out, "%s%s%s", *lead, number_count (count), what);
  *lead = ", ";
}

static void
put_files (const struct check_totals *totals, bool named, struct outbuf *out)
{
  const uint64_t *files = totals->outcomes;
  const uint64_t with = check_totals_with (totals);
  const char *lead = ", ";

  outbuf_print (out, "%s: %s with .sframe",
                number_counted (check_totals_files (totals), "file"),
                number_count (with));
  if (with != 0 && files[CHECK_VALID] == with)
    outbuf_text (out, with == 1 ? " (valid)" : " (all valid)");
  else if (with != 0)
    {
      outbuf_print (out, " (%s valid", number_count (files[CHECK_VALID]));
      put_some (out, &lead, files[CHECK_INVALID], " not valid");
      put_some (out, &lead, files[CHECK_LATER], " not known");
      outbuf_text (out, ")");
    }
  put_some (out, &lead, files[CHECK_NONE],
            named ? " without" : " without (-v names them)");
  put_some (out, &lead, files[CHECK_UNREAD], " not read");
  /* By --for, --fail-on or --require.  */
  if (totals->failed > files[CHECK_INVALID] + files[CHECK_LATER])
    outbuf_print (out, "; %" PRIu64 " fail%s by the options", totals->failed,
                  totals->failed == 1 ? "s" : "");
  outbuf_text (out, "\n");
}

/* Put how many files have little described, if that matters.  */
static void
put_little (const struct check_totals *totals, bool min, struct outbuf *out)
{
  if (totals->little != 0)
    outbuf_print (out, "%s with less than half of the functions described",
                  number_count (totals->little));
  if (min)
    outbuf_print (out, "%s%s below --min-coverage",
                  totals->little != 0 ? "; " : "", number_count (totals->low));
  outbuf_text (out, totals->little != 0 || min ? "\n" : "");
}

static void
put_passed (const struct file_list *list, bool verbose, struct outbuf *out)
{
  const char *lead = "skipped: ";

  if (list->foreign != 0)
    {
      outbuf_print (out, "%s%s ELF file%s that cannot have SFrame%s", lead,
                    number_count (list->foreign),
                    list->foreign == 1 ? "" : "s",
                    verbose ? "" : " (-v names them)");
      lead = ", ";
    }
  if (list->packed != 0)
    {
      outbuf_print (out, "%s%s", lead,
                    number_counted (list->packed, "compressed file"));
      lead = ", ";
    }
  if (list->unread != 0)
    {
      outbuf_print (out, "%s%s unreadable director%s", lead,
                    number_count (list->unread),
                    list->unread == 1 ? "y" : "ies");
      lead = ", ";
    }
  if (lead[0] == ',')
    outbuf_text (out, "\n");
}

static void
put_consumers (const struct check_totals *totals,
               const struct consumer_list *consumers, struct outbuf *out)
{
  for (size_t i = 0; i < consumers->count; i++)
    {
      const struct consumer *consumer = consumers->consumers[i];
      const uint64_t *files = totals->judged[consumer_id (consumer)];
      const char *lead = ": ";

      for (unsigned grade = CONSUMER_USABLE; grade < CHECK_GRADES; grade++)
        if (files[grade] != 0)
          {
            if (lead[0] == ':')
              outbuf_print (out, "files with .sframe for %s", consumer->name);
            outbuf_print (out, "%s%s %s", lead, number_count (files[grade]),
                          consumer_grade_name ((enum consumer_grade) grade));
            lead = ", ";
          }
      outbuf_text (out, lead[0] == ':' ? "" : "\n");
    }
}

void
check_totals_text (const struct check_totals *totals,
                   const struct file_list *list, bool named,
                   struct check *check)
{
  const struct check_options *options = check->options;
  struct outbuf *out = &check->out;

  put_files (totals, named, out);
  put_little (totals, options->min_coverage.text != NULL, out);
  put_passed (list, check->report->verbose, out);
  put_consumers (totals, &options->consumers, out);
  if (totals->functions != 0)
    outbuf_print (
        out, "functions of files with .sframe: %s of %s described, %s\n",
        number_count (totals->functions_covered),
        number_count (totals->functions),
        number_percent (totals->functions_covered, totals->functions));
  if (totals->code_covered != 0)
    outbuf_print (out, "code of all images: %s of %s described, %s\n",
                  number_bytes (totals->code_covered),
                  number_bytes (totals->code),
                  number_percent (totals->code_covered, totals->code));
}

void
check_totals_json (const struct check_totals *totals,
                   const struct file_list *list, struct outbuf *out)
{
  const uint64_t *files = totals->outcomes;
  const struct json_number numbers[] = {
    { ",\"summary\":{\"files\":", check_totals_files (totals) },
    { ",\"with\":", check_totals_with (totals) },
    { ",\"valid\":", files[CHECK_VALID] },
    { ",\"not_valid\":", files[CHECK_INVALID] },
    { ",\"not_known\":", files[CHECK_LATER] },
    { ",\"without\":", files[CHECK_NONE] },
    { ",\"unreadable\":", files[CHECK_UNREAD] },
    { ",\"failed\":", totals->failed },
    { ",\"below_half\":", totals->little },
    { ",\"below_min\":", totals->low },
    { ",\"foreign\":", list->foreign },
    { ",\"compressed\":", list->packed },
    { ",\"other_kinds\":", list->others },
    { ",\"further_names\":", list->links },
    { ",\"unreadable_directories\":", list->unread },
    { ",\"described\":", totals->described },
    { ",\"functions\":", totals->functions },
    { ",\"functions_covered\":", totals->functions_covered },
    { ",\"bytes\":", totals->code },
    { ",\"covered\":", totals->code_covered },
  };

  outbuf_json_numbers (out, numbers, sizeof numbers / sizeof *numbers);
  outbuf_text (out, "}");
}
