/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   plugin.c - the linker plugin: the functions that GNU ld and gold call.

   It observes a link and claims no file, so the link is the same as without
   it.  When the linker is done, sfmerge describes its output (plugin-run.c).

   Both linkers call the cleanup hook after they closed the output, but also
   after a failed link: gold even with an output that looks complete and is
   deleted later.  No hook and no field reports the failure, but the exit
   status does.  Both linkers exit right after the cleanup, so the hook only
   registers an exit handler (on_exit), which does the work if the status is 0.
   GNU ld unloads its plugins after the cleanup; this one is linked with -z
   nodelete.  */

#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "plugin.h"

/* The only link of this process.  */
static struct
{
  struct plugin_options options;
  const char *output;
  bool registered;
} link_watched;

/* The linker needs a hook that looks at files.  */
static enum ld_plugin_status
claim_file (const struct ld_plugin_input_file *file, int *claimed)
{
  (void) file;
  *claimed = 0;
  return LDPS_OK;
}

/* Exit handler: the linker exits with STATUS.  */
static void
at_exit (int status, void *unused)
{
  (void) unused;
  if (status != 0 || plugin_run (&link_watched.options, link_watched.output)
      || !link_watched.options.fatal)
    return;
  /* Delete the output, as linkers do on failure.  exit must not be called
     again.  _exit skips other exit handlers, which the process no longer
     needs.  */
  unlink (link_watched.output);
  fflush (NULL);
  _exit (EXIT_FAILURE);
}

static enum ld_plugin_status
cleanup (void)
{
  if (link_watched.output != NULL && on_exit (at_exit, NULL) != 0)
    plugin_say (LDPL_WARNING,
                "sfmerge: out of memory; %s is as the linker wrote it",
                link_watched.output);
  return LDPS_OK;
}

/* Read an item of the transfer vector that describes the link.  */
static bool
take_tag (const struct ld_plugin_tv *t)
{
  switch ((int) t->tv_tag)
    {
    case LDPT_OUTPUT_NAME:
      link_watched.output = t->tv_u.tv_string;
      return true;
    case LDPT_LINKER_OUTPUT:
      link_watched.options.relocatable = t->tv_u.tv_val == LDPO_REL;
      return true;
    case LDPT_OPTION:
      return plugin_options_take (&link_watched.options, t->tv_u.tv_string);
    default:
      return true;
    }
}

enum ld_plugin_status onload (struct ld_plugin_tv *tv);

/* The first call by the linker; TV is its transfer vector.  */
enum ld_plugin_status
onload (struct ld_plugin_tv *tv)
{
  ld_plugin_register_claim_file register_claim_file = NULL;
  ld_plugin_register_cleanup register_cleanup = NULL;
  bool good = true;

  /* The message hook first: the other items may need it.  */
  for (const struct ld_plugin_tv *t = tv; t->tv_tag != LDPT_NULL; t++)
    if (t->tv_tag == LDPT_MESSAGE)
      plugin_messages_to (t->tv_u.tv_message);
  for (const struct ld_plugin_tv *t = tv; t->tv_tag != LDPT_NULL; t++)
    {
      good &= take_tag (t);
      if (t->tv_tag == LDPT_REGISTER_CLAIM_FILE_HOOK)
        register_claim_file = t->tv_u.tv_register_claim_file;
      if (t->tv_tag == LDPT_REGISTER_CLEANUP_HOOK)
        register_cleanup = t->tv_u.tv_register_cleanup;
    }
  if (!good)
    return LDPS_ERR;
  /* gold loads a plugin that is given twice as two, which are this one.  */
  if (link_watched.registered)
    return LDPS_OK;
  link_watched.registered = true;
  if (register_claim_file == NULL || register_cleanup == NULL)
    {
      plugin_say (LDPL_FATAL, "sfmerge: the linker's plugin interface lacks "
                              "what the plugin needs");
      return LDPS_ERR;
    }
  const enum ld_plugin_status status = register_claim_file (claim_file);
  return status == LDPS_OK ? register_cleanup (cleanup) : status;
}
