/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   check-detail.c - collect what a report shows of a file.  */

#include "config.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "check-file.h"

void
detail_begin (struct check_detail *detail)
{
  memset (detail->shown, 0, sizeof detail->shown);
  memset (detail->judged, 0, sizeof detail->judged);
  memset (detail->grades, 0, sizeof detail->grades);
  detail->error[0] = '\0';
  detail->more = 0;
  detail->used = 0;
  detail->gap_count = 0;
}

void
detail_finding (struct check_detail *detail, const struct finding *finding,
                struct demangler *demangler)
{
  const size_t room = sizeof detail->text - detail->used;
  const char *const symbol = finding->symbol != NULL
                                 ? demangler_show (demangler, finding->symbol)
                                 : NULL;
  char place[DETAIL_PLACE + DETAIL_NAME] = "";
  int used = 0;

  if (finding->severity == SFM_NOTE)
    return;
  if (finding->section != NULL)
    used = snprintf (place, DETAIL_PLACE, "%.40s+0x%" PRIx64, finding->section,
                     finding->offset);
  if (symbol != NULL)
    used += snprintf (place + used, DETAIL_NAME, "%s<%.*s>",
                      used != 0 ? " " : "", DETAIL_NAME - 6, symbol);
  if (used != 0)
    snprintf (place + used, 3, ": ");
  const int size
      = detail->shown[finding->id] == DETAIL_KIND
            ? -1
            : snprintf (detail->text + detail->used, room, "%s: %s: %s%s",
                        finding->severity == SFM_ERROR ? "error" : "warning",
                        finding_name (finding->id), place, finding->text);
  if (size < 0 || (size_t) size >= room)
    {
      detail->more++;
      return;
    }
  detail->shown[finding->id]++;
  detail->used += (size_t) size + 1;
}

void
detail_verdicts (struct check_detail *detail,
                 const struct consumer_verdict *verdicts, size_t count)
{
  for (size_t i = 0; i < count; i++)
    {
      const enum consumer_id id = consumer_id (verdicts[i].consumer);
      detail->judged[id] = true;
      if (verdicts[i].grade > detail->grades[id])
        detail->grades[id] = verdicts[i].grade;
    }
}

void
detail_gaps (struct check_detail *detail, const struct coverage *coverage,
             struct demangler *demangler)
{
  /* They are the largest first.  */
  for (size_t i = 0;
       i < coverage->gap_count && detail->gap_count < DETAIL_GAPS; i++)
    {
      const struct coverage_gap *gap = &coverage->gaps[i];
      struct detail_gap *kept = &detail->gaps[detail->gap_count++];
      kept->addr = gap->addr;
      kept->uncovered = gap->uncovered;
      snprintf (kept->name, sizeof kept->name, "%s",
                gap->name != NULL ? demangler_show (demangler, gap->name)
                                  : "");
    }
}

bool
detail_is_sound (const struct check_detail *detail)
{
  bool sound = memchr (detail->error, '\0', sizeof detail->error) != NULL
               && detail->used <= sizeof detail->text
               && (detail->used == 0 || detail->text[detail->used - 1] == '\0')
               && detail->gap_count <= DETAIL_GAPS;

  for (size_t i = 0; i < CONSUMER_COUNT; i++)
    sound &= detail->grades[i] <= CONSUMER_UNUSABLE;
  for (size_t i = 0; sound && i < detail->gap_count; i++)
    sound = memchr (detail->gaps[i].name, '\0', DETAIL_NAME) != NULL;
  return sound;
}
