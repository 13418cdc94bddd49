/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   common-options.c - the options that sfmerge link, repair and convert
   share.  */

#include "config.h"

#include "image-edit.h"

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

int
take_output (const struct option_use *use)
{
  struct common_options *options = use->options;

  options->output = use->arg;
  options->detached = use->spec->letter != 'o';
  options->in_dir = options->detached && detached_is_dir (use->arg);
  return OPTIONS_GO_ON;
}

int
take_to (const struct option_use *use)
{
  struct common_options *options = use->options;

  options->targeted = true;
  options->consumer = NULL;
  if (target_find (use->arg, &options->target))
    return OPTIONS_GO_ON;
  if (strcmp (use->arg, "v1") == 0 || strcmp (use->arg, "1") == 0)
    return report_usage ("%s: version 1 is only read; --to takes v2, v2-pcrel "
                         "or v3",
                         use->command);
  return options_bad_word (use->command, "to", use->arg, target_names);
}

int
take_for (const struct option_use *use)
{
  const struct consumer *consumer = consumer_find (use->arg);
  struct common_options *options = use->options;
  char error[CONSUMER_ERROR];

  if (consumer == NULL)
    {
      consumer_unknown (use->arg, strlen (use->arg), error);
      return report_usage ("%s: %s", use->command, error);
    }
  if (consumer->eh_frame)
    return report_usage ("%s: %s reads no .sframe; 'sfmerge repair "
                         "--eh-frame-hdr' makes the table that it reads",
                         use->command, consumer->name);
  options->targeted = true;
  options->target = consumer->target;
  options->consumer = consumer;
  return OPTIONS_GO_ON;
}

int
take_consumers_list (const struct option_use *use)
{
  (void) use;
  consumers_list ();
  return STATUS_DONE;
}

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

const char *const plt_words[] = {
  [PLT_AUTO] = "auto",       [PLT_NONE] = "none",      [PLT_KEEP] = "keep",
  [PLT_REQUIRE] = "require", [PLT_REQUIRE + 1] = NULL,
};

const char *const fill_words[]
    = { "none", "eh_frame", "gopclntab", "code", NULL };

int
take_fill (const struct option_use *use)
{
  static const enum fill_mode modes[]
      = { FILL_NONE, FILL_ALL, FILL_GO, FILL_CODE };
  struct common_options *options = use->options;
  unsigned number = 1;

  if (use->arg != NULL)
    GO_ON (options_word (use->command, "fill", use->arg, fill_words, &number));
  options->fill = modes[number];
  return OPTIONS_GO_ON;
}

int
take_backup (const struct option_use *use)
{
  struct common_options *options = use->options;

  options->backup = use->arg == NULL ? "~" : use->arg;
  return options->backup[0] != '\0' && strchr (options->backup, '/') == NULL
             ? OPTIONS_GO_ON
             : report_usage ("%s: --backup takes the end of a file's name, "
                             "not '%s'",
                             use->command, use->arg);
}

int
take_fatal_warnings (const struct option_use *use)
{
  use->report->fatal_warnings = true;
  return OPTIONS_GO_ON;
}

int
common_options_check (const char *command, struct common_options *options)
{
  const struct consumer *consumer = options->consumer;

  GO_ON (
      standard_output (command, &options->output,
                       options->json ? "for both the file and JSON" : NULL));
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
