/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   common-options.c - the options that sfmerge link, repair and convert
   share.  */

#include "config.h"

#include <string.h>

#include "detached-file.h"
#include "image-edit.h"
#include "options.h"
#include "output-file.h"
#include "report.h"

void
common_options_init (struct common_options *options)
{
  *options = (struct common_options){
    .target = SFM_TO_V3,
    .fill = FILL_IMAGES,
    .verify = true,
    .image = { .phdr = PHDR_PAGES },
  };
}

/* Take the file of -o or, if DETACHED, of --detached.  */
static int
take_output (bool detached, struct common_options *options)
{
  options->output = optarg;
  options->detached = detached;
  options->in_dir = detached && detached_is_dir (optarg);
  return OPTIONS_GO_ON;
}

/* Read TEXT, the argument of --to, into OPTIONS.  */
static int
take_to (const char *command, const char *text, struct common_options *options)
{
  options->targeted = true;
  options->consumer = NULL;
  if (target_find (text, &options->target))
    return OPTIONS_GO_ON;
  if (strcmp (text, "v1") == 0 || strcmp (text, "1") == 0)
    return report_usage ("%s: version 1 is only read; --to takes v2, v2-pcrel "
                         "or v3",
                         command);
  return options_bad_word (command, "to", text, target_names);
}

/* Read TEXT, the argument of --for, into OPTIONS.  */
static int
take_for (const char *command, const char *text,
          struct common_options *options)
{
  const struct consumer *consumer = consumer_find (text);
  char error[CONSUMER_ERROR];

  if (consumer == NULL)
    {
      consumer_unknown (text, strlen (text), error);
      return report_usage ("%s: %s", command, error);
    }
  if (consumer->eh_frame)
    return report_usage ("%s: %s reads no .sframe; 'sfmerge repair "
                         "--eh-frame-hdr' makes the table that it reads",
                         command, consumer->name);
  options->targeted = true;
  options->target = consumer->target;
  options->consumer = consumer;
  return OPTIONS_GO_ON;
}

/* The arguments of --share-rows and --cover-noreturn.  */
enum when
{
  WHEN_AUTO,
  WHEN_NEVER,
  WHEN_ALWAYS
};

_Static_assert((int) SFM_SHARE_AUTO == WHEN_AUTO
                   && (int) SFM_SHARE_NEVER == WHEN_NEVER
                   && (int) SFM_SHARE_ALWAYS == WHEN_ALWAYS
                   && (int) COVER_AUTO == WHEN_AUTO
                   && (int) COVER_NEVER == WHEN_NEVER
                   && (int) COVER_ALWAYS == WHEN_ALWAYS,
               "both are read alike");

const char *const when_words[] = {
  [WHEN_AUTO] = "auto",
  [WHEN_NEVER] = "never",
  [WHEN_ALWAYS] = "always",
  [WHEN_ALWAYS + 1] = NULL,
};

const char *const grow_words[] = {
  [PHDR_NONE] = "none",       [PHDR_SLOT] = "slot",
  [PHDR_PAGES] = "pages",     [PHDR_LARGE_PAGES] = "large-pages",
  [PHDR_MOVE] = "move-phdrs", [PHDR_MOVE + 1] = NULL,
};

const char *const fill_words[]
    = { "none", "eh_frame", "gopclntab", "code", NULL };

/* Read TEXT, the argument of OPTION or NULL, into *WHEN.  */
static int
take_when (const char *command, const char *option, const char *text,
           unsigned *when)
{
  *when = WHEN_ALWAYS;
  return text == NULL ? OPTIONS_GO_ON
                      : options_word (command, option, text, when_words, when);
}

/* Read TEXT, the argument of --grow, into *MODE.  */
static int
take_grow (const char *command, const char *text, enum phdr_mode *mode)
{
  unsigned number = *mode;
  const int status = options_word (command, "grow", text, grow_words, &number);

  *mode = (enum phdr_mode) number;
  return status;
}

/* Read TEXT, the argument of --plt, into *MODE.  */
static int
take_plt (const char *command, const char *text, enum plt_mode *mode)
{
  const char *words[PLT_MODES + 1];
  unsigned number = *mode;

  for (size_t i = 0; i < PLT_MODES; i++)
    words[i] = plt_mode_name ((enum plt_mode) i);
  words[PLT_MODES] = NULL;
  const int status = options_word (command, "plt", text, words, &number);
  *mode = (enum plt_mode) number;
  return status;
}

/* Read TEXT, the argument of --fill or NULL, into OPTIONS.  */
static int
take_fill (const char *command, const char *text,
           struct common_options *options)
{
  unsigned number = 1;
  const int status = text == NULL ? OPTIONS_GO_ON
                                  : options_word (command, "fill", text,
                                                  fill_words, &number);

  static const enum fill_mode modes[]
      = { FILL_NONE, FILL_ALL, FILL_GO, FILL_CODE };
  options->fill = modes[number];
  return status;
}

/* Read TEXT, the argument of --backup or NULL, into *SUFFIX.  */
static int
take_backup (const char *command, const char *text, const char **suffix)
{
  *suffix = text == NULL ? "~" : text;
  return (*suffix)[0] != '\0' && strchr (*suffix, '/') == NULL
             ? OPTIONS_GO_ON
             : report_usage ("%s: --backup takes the end of a file's name, "
                             "not '%s'",
                             command, text);
}

/* Handle KEY if it is an option without an argument.  */
static int
take_switch (int key, struct common_options *options, struct report *report)
{
  switch (key)
    {
    case 'i':
      options->in_place = true;
      break;
    case 'n':
      options->dry_run = true;
      break;
    case OPTION_PARTIAL:
      options->partial = true;
      break;
    case OPTION_REQUIRE:
      options->require = true;
      break;
    case OPTION_FATAL_WARNINGS:
      report->fatal_warnings = true;
      break;
    case OPTION_NO_VERIFY:
      options->verify = false;
      break;
    case OPTION_FORCE:
      options->force = true;
      break;
    case OPTION_FSYNC:
      options->fsync = true;
      break;
    case OPTION_JSON:
      options->json = true;
      break;
    default:
      return options_take (key, report);
    }
  return OPTIONS_GO_ON;
}

int
common_options_take (const char *command, int key,
                     struct common_options *options, struct report *report)
{
  unsigned when;
  int status;

  switch (key)
    {
    case 'o':
      return take_output (false, options);
    case OPTION_DETACHED:
      return take_output (true, options);
    case OPTION_TO:
      return take_to (command, optarg, options);
    case OPTION_FOR:
      return take_for (command, optarg, options);
    case OPTION_LIST_CONSUMERS:
      consumers_list ();
      return STATUS_DONE;
    case OPTION_SYMBOLS:
      options->image.symbols = optarg;
      return OPTIONS_GO_ON;
    case OPTION_SHARE_ROWS:
      status = take_when (command, "share-rows", optarg, &when);
      if (status == OPTIONS_GO_ON)
        options->image.share = (enum sfm_share) when;
      return status;
    case OPTION_COVER_NORETURN:
      status = take_when (command, "cover-noreturn", optarg, &when);
      if (status == OPTIONS_GO_ON)
        options->image.cover = (enum cover_mode) when;
      return status;
    case OPTION_GROW:
      return take_grow (command, optarg, &options->image.phdr);
    case OPTION_PLT:
      return take_plt (command, optarg, &options->image.plt);
    case OPTION_BACKUP:
      return take_backup (command, optarg, &options->backup);
    case OPTION_FILL:
      return take_fill (command, optarg, options);
    default:
      return take_switch (key, options, report);
    }
}

int
common_options_check (const char *command, struct common_options *options)
{
  const struct consumer *consumer = options->consumer;

  const int status
      = standard_output (command, &options->output,
                         options->json ? "for both the file and JSON" : NULL);
  if (status != OPTIONS_GO_ON)
    return status;
  if (options->output == NULL && !options->in_place && !options->dry_run)
    return report_usage ("%s: no output: give -o FILE or -i", command);
  if (options->image.share == SFM_SHARE_ALWAYS && consumer != NULL
      && !consumer->shares)
    return report_usage ("%s: %s cannot read shared rows, but --share-rows "
                         "asks for them",
                         command, consumer->name);
  return standard_input (command, &options->image.symbols, NULL);
}

void
common_options_unchanged (const struct common_options *options,
                          const struct diag_sink *sink, const char *path,
                          const char *why)
{
  if (options->output == NULL || options->in_place || options->dry_run
      || options->detached)
    diag (sink, DIAG_NOTE, path, "%s; it is left as it is", why);
  else
    diag (sink, DIAG_NOTE, path, "%s; %s is an unchanged copy", why,
          options->output);
}

struct output_options
common_options_output (const struct common_options *options,
                       const struct file_bytes *like)
{
  return (struct output_options){ .like = options->detached ? NULL : like,
                                  .in_place = options->in_place,
                                  .fresh = options->fresh,
                                  .backup = options->backup,
                                  .fsync = options->fsync,
                                  .force = options->force };
}
