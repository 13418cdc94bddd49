/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   check-advice.c - commands that check advises, each of which was tried.

   The command is done in memory, and its result is judged as check judges it.
   The objects that sfmerge link would need are not known.  What .eh_frame
   describes takes their place: it shows whether the image has room, which is
   what may stop a link.  */

#include "config.h"

#include <stdio.h>
#include <string.h>

#include "check-file.h"

/* The options of COMMAND for CONSUMER.  */
static struct common_options
options_of (enum consumer_command command, const struct consumer *consumer)
{
  struct common_options options;

  common_options_init (&options);
  options.dry_run = true;
  options.fill = command == COMMAND_SYNTH || command == COMMAND_LINK;
  options.partial = command == COMMAND_LINK;
  if (command == COMMAND_REPAIR)
    return options;
  options.targeted = true;
  options.target = consumer->target;
  options.consumer = consumer;
  return options;
}

/* Set *TRIED to what COMMAND for CONSUMER does to the file SOURCE, unless that
   was tried already.  Statuses: NOMEM; those of file_bytes_read_source.  */
static sfm_status
try_command (struct check_advice *advice, const struct file_source *source,
             enum consumer_command command, const struct consumer *consumer,
             const struct repair_tried **tried, const struct diag_sink *sink)
{
  const struct common_options options = options_of (command, consumer);
  const enum consumer_id id = consumer_id (consumer);

  if (!advice->open)
    TRY (file_bytes_read_source (source, &advice->file, sink));
  advice->open = true;
  if (!advice->tried[id][command].known
      && repair_try (&options, consumer, source->path, &advice->file,
                     &advice->tried[id][command].what)
             != SFM_OK)
    return diag_nomem (sink, source->path);
  advice->tried[id][command].known = true;
  *tried = &advice->tried[id][command].what;
  return SFM_OK;
}

sfm_status
check_advise (struct check_advice *advice, const struct file_source *source,
              struct consumer_verdict *verdict, const struct diag_sink *sink)
{
  const enum consumer_command command = verdict->command;
  const struct repair_tried *tried = NULL;
  char with[IMAGE_HELP + 1];

  if (command == COMMAND_NONE)
    return SFM_OK;
  const sfm_status status
      = try_command (advice, source, command, verdict->consumer, &tried, sink);
  if (status != SFM_OK)
    consumer_advise (verdict, NULL);
  else if (tried->help[0] != '\0')
    {
      snprintf (with, sizeof with, " %s", tried->help);
      consumer_advise (verdict, with);
    }
  /* With the objects, a link describes more than what was tried.  */
  else if (command == COMMAND_LINK
               ? !tried->works && !tried->nothing
               : !tried->works || tried->grade >= verdict->grade)
    consumer_advise (verdict, NULL);
  return status;
}

void
check_advice_free (struct check_advice *advice)
{
  if (advice->open)
    file_bytes_close (&advice->file);
  memset (advice, 0, sizeof *advice);
}
