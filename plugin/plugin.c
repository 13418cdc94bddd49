/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   plugin.c - the linker plug-in: what GNU ld and gold call.

   It watches a link and claims nothing, so the link is the same as without it,
   but for the room that some images need (plugin-reserve.c).  When the linker
   is done, sfmerge merges into its output what the objects have
   (plugin-run.c).

   When that is, is the question.  Both linkers call the cleanup hook after the
   output was closed, but also when the link failed: gold with an output that
   looks complete, and is deleted later; no hook and no field tells of that.
   The exit status does.  Both linkers exit right after the cleanup, so the
   hook only asks the C library to be called then (on_exit), and the work is
   done when the status is known to be 0.  GNU ld unloads its plug-ins after
   the cleanup; this one is linked with -z nodelete.  */

#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "plugin-messages.h"
#include "plugin-options.h"
#include "plugin-reserve.h"
#include "plugin-run.h"

enum
{
  /* LDPT_REGISTER_CLAIM_FILE_HOOK_V2, which plugin-api.h has since binutils
     2.42.  */
  TAG_CLAIM_FILE_V2 = 35
};

typedef enum ld_plugin_status (*claim_file_v2) (
    const struct ld_plugin_input_file *file, int *claimed, int known_used);
typedef enum ld_plugin_status (*register_claim_file_v2) (claim_file_v2 hook);

/* The one link of this process.  */
static struct
{
  struct plugin_options options;
  struct plugin_inputs inputs;
  const char *output;
  int kind; /* of output: LDPO_* */
  bool gold;
  ld_plugin_add_input_file add_file;
} link_watched;

/* The entries of the interface that are used.  */
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

/* KNOWN_USED does not matter: sfmerge finds out what was used.  */
static enum ld_plugin_status
claim_file_again (const struct ld_plugin_input_file *file, int *claimed,
                  int known_used)
{
  (void) known_used;
  return claim_file (file, claimed);
}

/* Whether the link gets the object with room.  Not where nothing is merged
   later, as for /dev/null, which configure scripts link to.  */
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
  const char *path = wants_reserve () ? plugin_reserve (&link_watched.options,
                                                        &link_watched.inputs)
                                      : NULL;

  return path != NULL ? link_watched.add_file (path) : LDPS_OK;
}

/* The linker ends, with STATUS.  */
static void
at_exit (int status, void *unused)
{
  (void) unused;
  if (status != 0
      || plugin_run (&link_watched.options, &link_watched.inputs,
                     link_watched.output)
      || !link_watched.options.fatal)
    return;
  /* As linkers do when they fail.  _exit, for exit must not be called twice;
     what else is called at exit belongs to a process that is gone then.  */
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

/* Take what T tells of the link.  */
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

/* Take what T offers.  */
static void
take_hook (const struct ld_plugin_tv *t, struct registers *registers)
{
  switch ((int) t->tv_tag)
    {
    case LDPT_REGISTER_CLAIM_FILE_HOOK:
      registers->claim_file = t->tv_u.tv_register_claim_file;
      break;
    case TAG_CLAIM_FILE_V2:
      /* Any type of function may be cast to this one and on.  */
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

/* The linker's first call, with all that it offers.  */
enum ld_plugin_status
onload (struct ld_plugin_tv *tv)
{
  struct registers registers = { 0 };
  bool good = true;

  /* Messages first: the rest may need them.  */
  for (const struct ld_plugin_tv *t = tv; t->tv_tag != LDPT_NULL; t++)
    if (t->tv_tag == LDPT_MESSAGE)
      plugin_messages_to (t->tv_u.tv_message);
  for (const struct ld_plugin_tv *t = tv; t->tv_tag != LDPT_NULL; t++)
    {
      good &= take_tag (t);
      take_hook (t, &registers);
    }
  return good ? register_hooks (&registers) : LDPS_ERR;
}
