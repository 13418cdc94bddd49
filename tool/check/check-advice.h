/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   check-advice.h - commands that check advises, each of which was tried.  */

#ifndef TOOL_CHECK_ADVICE_H
#define TOOL_CHECK_ADVICE_H

#include "file-bytes.h"
#include "repair-try.h"

/* What was tried with one file.  All zero: nothing yet.  */
struct check_advice
{
  struct file_bytes file;
  bool open; /* FILE is */
  struct
  {
    bool known;
    struct repair_tried what;
  } tried[CONSUMER_COUNT][COMMAND_LINK + 1];
};

/* Let VERDICT, on the file SOURCE or a member of it, advise its command only
   if that works, with the options that this needs.  Statuses: NOMEM; those of
   file_bytes_read_source.  */
sfm_status check_advise (struct check_advice *advice,
                         const struct file_source *source,
                         struct consumer_verdict *verdict,
                         const struct diag_sink *sink) SFM_CHECKED;

/* Release what ADVICE holds, for the next file.  */
void check_advice_free (struct check_advice *advice);

#endif /* TOOL_CHECK_ADVICE_H */
