/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   check-totals.c - the summary of sfmerge check -r.  */

#include "config.h"

#include <inttypes.h>

#include "cmd-check.h"
#include "report.h"

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
}

static uint64_t
files_with (const struct check_totals *totals)
{
  return totals->outcomes[CHECK_VALID] + totals->outcomes[CHECK_INVALID]
         + totals->outcomes[CHECK_LATER];
}

/* The files of LIST that were to be read.  */
static uint64_t
files_read (const struct check_totals *totals)
{
  return files_with (totals) + totals->outcomes[CHECK_NONE]
         + totals->outcomes[CHECK_UNREAD];
}

static const char *
plural (uint64_t count)
{
  return count == 1 ? "" : "s";
}

/* Put how many files there are of each kind.  */
static void
put_files (const struct check_totals *totals, bool named, struct outbuf *out)
{
  const uint64_t *files = totals->outcomes;
  const uint64_t with = files_with (totals);

  outbuf_print (out, "%" PRIu64 " file%s: %" PRIu64 " with .sframe",
                files_read (totals), plural (files_read (totals)), with);
  if (with != 0)
    outbuf_print (out, " (%" PRIu64 " valid, %" PRIu64 " not valid",
                  files[CHECK_VALID], files[CHECK_INVALID]);
  if (files[CHECK_LATER] != 0)
    outbuf_print (out, ", %" PRIu64 " not known", files[CHECK_LATER]);
  if (with != 0)
    outbuf_text (out, ")");
  outbuf_print (out, ", %" PRIu64 " without%s", files[CHECK_NONE],
                named || files[CHECK_NONE] == 0 ? "" : " (-v names them)");
  if (files[CHECK_UNREAD] != 0)
    outbuf_print (out, ", %" PRIu64 " not read", files[CHECK_UNREAD]);
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
    outbuf_print (
        out, "%" PRIu64 " with less than half of the functions described%s",
        totals->little, min ? "; " : "\n");
  if (min)
    outbuf_print (out, "%" PRIu64 " below --min-coverage\n", totals->low);
}

/* Put what was skipped, if anything.  */
static void
put_passed (const struct file_list *list, bool verbose, struct outbuf *out)
{
  const char *lead = "skipped: ";

  if (list->foreign != 0)
    {
      outbuf_print (out, "%s%zu ELF file%s that cannot have SFrame%s", lead,
                    list->foreign, plural (list->foreign),
                    verbose ? "" : " (-v names them)");
      lead = ", ";
    }
  if (list->packed != 0)
    {
      outbuf_print (out, "%s%zu compressed file%s", lead, list->packed,
                    plural (list->packed));
      lead = ", ";
    }
  if (list->unread != 0)
    {
      outbuf_print (out, "%s%zu unreadable director%s", lead, list->unread,
                    list->unread == 1 ? "y" : "ies");
      lead = ", ";
    }
  if (lead[0] == ',')
    outbuf_text (out, "\n");
}

/* Put how much of WHOLE, things called WHAT, PART is.  */
static void
put_share (struct outbuf *out, const char *what, uint64_t part, uint64_t whole)
{
  const unsigned share = check_per_mille (part, whole);

  if (whole != 0)
    outbuf_print (out, "%s: %" PRIu64 " of %" PRIu64 " described, %u.%u %%\n",
                  what, part, whole, share / 10, share % 10);
}

void
check_totals_text (const struct check_totals *totals,
                   const struct file_list *list,
                   const struct check_totals_how *how, struct outbuf *out)
{
  put_files (totals, how->named, out);
  put_little (totals, how->min, out);
  put_passed (list, how->verbose, out);
  put_share (out, "functions of files with .sframe", totals->functions_covered,
             totals->functions);
  put_share (out, "bytes of code of all images", totals->code_covered,
             totals->code);
}

void
check_totals_json (const struct check_totals *totals,
                   const struct file_list *list, struct outbuf *out)
{
  const uint64_t *files = totals->outcomes;
  const struct json_number numbers[] = {
    { ",\"summary\":{\"files\":", files_read (totals) },
    { ",\"with\":", files_with (totals) },
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
