/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   plugin.c - the linker plugin: the functions that GNU ld and gold call.

   It observes a link and claims no file, so the link is the same as without
   it, except for the space that some images need (plugin-reserve.c).  When the
   linker is done, sfmerge merges the .sframe of the objects into its output
   (plugin-run.c).

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
#include <sys/stat.h>
#include <unistd.h>

#include "plugin-messages.h"
#include "plugin-options.h"
#include "plugin-reserve.h"
#include "plugin-run.h"
#include "plugin-traces.h"

enum
{
  /* LDPT_REGISTER_CLAIM_FILE_HOOK_V2, in plugin-api.h since binutils 2.42.  */
  TAG_CLAIM_FILE_V2 = 35
};

typedef enum ld_plugin_status (*claim_file_v2) (
    const struct ld_plugin_input_file *file, int *claimed, int known_used);
typedef enum ld_plugin_status (*register_claim_file_v2) (claim_file_v2 hook);

#define GOLD_REFUSES                                                          \
  "sfmerge: if gold says above that .sframe refers to a discarded section: "  \
  "it cannot link objects with functions in COMDAT groups that others have "  \
  "too; link through the wrapper (sfmerge run, or -B with what sfmerge "      \
  "--print-wrap prints), or split the objects first (sfmerge convert "        \
  "--split)"

/* The only link of this process.  */
static struct
{
  struct plugin_options options;
  struct plugin_inputs inputs;
  const char *output;
  int kind; /* kind of OUTPUT: LDPO_* */
  bool gold;
  ld_plugin_add_input_file add_file;
  const char *reserve; /* path of the reserve object, or NULL */
  bool registered;
} link_watched;

/* The registration functions that the linker offers.  */
struct registers
{
  ld_plugin_register_claim_file claim_file;
  register_claim_file_v2 claim_file_v2;
  ld_plugin_register_all_symbols_read symbols_read;
  ld_plugin_register_cleanup cleanup;
};

static enum ld_plugin_status
claim_file (const struct ld_plugin_input_file *file, int *claimed)
{
  *claimed = 0;
  if (plugin_inputs_add (&link_watched.inputs, file))
    return LDPS_OK;
  plugin_say (LDPL_FATAL, "sfmerge: out of memory");
  return LDPS_ERR;
}

/* KNOWN_USED is ignored: sfmerge finds out which files were used.  */
static enum ld_plugin_status
claim_file_again (const struct ld_plugin_input_file *file, int *claimed,
                  int known_used)
{
  (void) known_used;
  return claim_file (file, claimed);
}

/* Whether to add the reserve object.  Not if nothing will be merged, as for
   /dev/null, to which configure scripts link.  */
static bool
wants_reserve (void)
{
  struct stat st;

  if (link_watched.add_file == NULL || link_watched.output == NULL
      || link_watched.kind == LDPO_REL || link_watched.inputs.count == 0
      || (stat (link_watched.output, &st) == 0 && !S_ISREG (st.st_mode)))
    return false;
  if (link_watched.options.reserve == PLUGIN_RESERVE_AUTO)
    return link_watched.gold || link_watched.kind == LDPO_DYN
           || !link_watched.inputs.dynamic;
  return link_watched.options.reserve == PLUGIN_RESERVE_ALWAYS;
}

static enum ld_plugin_status
all_symbols_read (void)
{
  if (wants_reserve ())
    link_watched.reserve
        = plugin_reserve (&link_watched.options, &link_watched.inputs);
  return link_watched.reserve != NULL
             ? link_watched.add_file (link_watched.reserve)
             : LDPS_OK;
}

/* Exit handler: the linker exits with STATUS.  */
static void
at_exit (int status, void *unused)
{
  (void) unused;
  if (status != 0)
    {
      if (link_watched.gold && plugin_inputs_may_clash (&link_watched.inputs))
        plugin_say (LDPL_INFO, GOLD_REFUSES);
      return;
    }
  bool done = plugin_run (&link_watched.options, &link_watched.inputs,
                          link_watched.output);
  if (link_watched.reserve != NULL)
    plugin_traces_remove (link_watched.reserve);
  if (done || !link_watched.options.fatal)
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

static enum ld_plugin_status
register_hooks (const struct registers *registers)
{
  if (registers->claim_file == NULL || registers->cleanup == NULL)
    {
      plugin_say (LDPL_FATAL, "sfmerge: the linker's plugin interface lacks "
                              "what the plugin needs");
      return LDPS_ERR;
    }
  enum ld_plugin_status status = registers->claim_file (claim_file);
  if (status == LDPS_OK && registers->claim_file_v2 != NULL)
    status = registers->claim_file_v2 (claim_file_again);
  if (status == LDPS_OK && registers->symbols_read != NULL)
    status = registers->symbols_read (all_symbols_read);
  if (status == LDPS_OK)
    status = registers->cleanup (cleanup);
  return status;
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
      link_watched.kind = t->tv_u.tv_val;
      return true;
    case LDPT_GOLD_VERSION:
      link_watched.gold = true;
      return true;
    case LDPT_OPTION:
      return plugin_options_take (&link_watched.options, t->tv_u.tv_string);
    default:
      return true;
    }
}

/* Read an item of the transfer vector that offers a function.  */
static void
take_hook (const struct ld_plugin_tv *t, struct registers *registers)
{
  switch ((int) t->tv_tag)
    {
    case LDPT_REGISTER_CLAIM_FILE_HOOK:
      registers->claim_file = t->tv_u.tv_register_claim_file;
      break;
    case TAG_CLAIM_FILE_V2:
      /* C allows a cast to another function type and back.  */
      registers->claim_file_v2 = (register_claim_file_v2) (void (*) (
          void)) t->tv_u.tv_register_claim_file;
      break;
    case LDPT_REGISTER_ALL_SYMBOLS_READ_HOOK:
      registers->symbols_read = t->tv_u.tv_register_all_symbols_read;
      break;
    case LDPT_REGISTER_CLEANUP_HOOK:
      registers->cleanup = t->tv_u.tv_register_cleanup;
      break;
    case LDPT_ADD_INPUT_FILE:
      link_watched.add_file = t->tv_u.tv_add_input_file;
      break;
    default:
      break;
    }
}

enum ld_plugin_status onload (struct ld_plugin_tv *tv);

/* The first call by the linker; TV is its transfer vector.  */
enum ld_plugin_status
onload (struct ld_plugin_tv *tv)
{
  struct registers registers = { 0 };
  bool good = true;

  /* The message hook first: the other items may need it.  */
  for (const struct ld_plugin_tv *t = tv; t->tv_tag != LDPT_NULL; t++)
    if (t->tv_tag == LDPT_MESSAGE)
      plugin_messages_to (t->tv_u.tv_message);
  for (const struct ld_plugin_tv *t = tv; t->tv_tag != LDPT_NULL; t++)
    {
      good &= take_tag (t);
      take_hook (t, &registers);
    }
  if (!good)
    return LDPS_ERR;
  /* gold loads a plugin that is given twice as two, which are this one.  */
  if (link_watched.registered)
    return LDPS_OK;
  link_watched.registered = true;
  return register_hooks (&registers);
}
