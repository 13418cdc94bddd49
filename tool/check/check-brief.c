/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   check-brief.c - the output of sfmerge check --brief, a line for each file,
   and of sfmerge check -q, nothing.  */

#include "config.h"

#include <inttypes.h>
#include <stdio.h>

#include "cmd-check.h"

enum
{
  CELL = 24 /* bytes of the text of a column and its NUL */
};

void
check_brief_head (struct check *check)
{
  outbuf_text (&check->out, "verdict    version  functions  coverage  file\n");
}

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
      const unsigned value = check_per_mille (result->part, result->whole);
      snprintf (share, sizeof share, "%u.%u %%", value / 10, value % 10);
    }
  outbuf_print (&check->out, "%-9s  %-7s  %9s  %8s  ", verdict_of (check),
                versions, functions, share);
  outbuf_name (&check->out, path);
  outbuf_text (&check->out, "\n");
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
