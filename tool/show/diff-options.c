/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   diff-options.c - the command line of sfmerge diff, and the files that it
   names.  */

#include "config.h"

#include <stdio.h>
#include <stdlib.h>

#include "diff.h"

static const char *
below (const char *path, const char *dir)
{
  const size_t size = strlen (dir);

  if (strncmp (path, dir, size) != 0)
    return path;
  path += size;
  while (*path == '/')
    path++;
  return path;
}

static bool
add_pair (struct diff_dirs *dirs, const struct file_entry *old,
          const struct file_entry *now, const char *name)
{
  return LIST_ADD (&dirs->pairs, (struct diff_files){
                                     .old = old, .now = now, .name = name });
}

static int
compare_entries (const void *a, const void *b)
{
  const struct file_entry *x = a, *y = b;

  return strcmp (x->path, y->path);
}

/* Merge the two lists of DIRS, of the files below OLD and NOW.  */
static bool
merge (struct diff_dirs *dirs, const char *old, const char *now)
{
  struct file_list *a = &dirs->old, *b = &dirs->now;
  size_t i = 0, j = 0;

  /* The walk sorts each directory by name; whole paths have another order.  */
  if (a->count != 0)
    qsort (a->entries, a->count, sizeof *a->entries, compare_entries);
  if (b->count != 0)
    qsort (b->entries, b->count, sizeof *b->entries, compare_entries);
  while (i < a->count || j < b->count)
    {
      const char *x = i < a->count ? below (a->entries[i].path, old) : NULL;
      const char *y = j < b->count ? below (b->entries[j].path, now) : NULL;
      const int order = x == NULL ? 1 : y == NULL ? -1 : strcmp (x, y);
      if (!add_pair (dirs, order <= 0 ? &a->entries[i] : NULL,
                     order >= 0 ? &b->entries[j] : NULL, order <= 0 ? x : y))
        return false;
      i += order <= 0;
      j += order >= 0;
    }
  return true;
}

int
diff_dirs_read (const struct diff_options *options, struct diff_dirs *dirs,
                const struct diag_sink *sink)
{
  char *const old = options->old, *const now = options->now;
  int status = STATUS_DONE;

  dirs->old.thin = dirs->now.thin = true;
  dirs->old.excludes = dirs->now.excludes = &options->excludes;
  dirs->named[0].path = old;
  dirs->named[1].path = now;
  if (!options->recurse)
    return add_pair (dirs, &dirs->named[0], &dirs->named[1], now)
               ? STATUS_DONE
               : report_input_status (diag_nomem (sink, now));
  status = file_list_recurse (&old, 1, &dirs->old, sink);
  int other = file_list_recurse (&now, 1, &dirs->now, sink);
  status = other > status ? other : status;
  if (!merge (dirs, old, now))
    {
      other = report_input_status (diag_nomem (sink, now));
      status = other > status ? other : status;
    }
  return status;
}

void
diff_dirs_free (struct diff_dirs *dirs)
{
  free (dirs->pairs.at);
  file_list_free (&dirs->old);
  file_list_free (&dirs->now);
}

enum
{
  WORD_SIZE = 64 /* longer than all words */
};

static const char *const fail_words[]
    = { "lost", "coverage", "changed", "any", "none", NULL };

/* Read the argument, words separated by commas.  */
static int
take_fail_on (const struct option_use *use)
{
  static const unsigned bits[] = { DIFF_FAIL_LOST, DIFF_FAIL_COVERAGE,
                                   DIFF_FAIL_CHANGED, DIFF_FAIL_ANY, 0 };

  unsigned *fail_on = option_member (use);
  const char *text = use->arg;

  *fail_on = 0;
  for (;;)
    {
      const size_t size = strcspn (text, ",");
      char word[WORD_SIZE];
      unsigned number = 0;

      snprintf (word, sizeof word, "%.*s",
                size < WORD_SIZE ? (int) size : WORD_SIZE - 1, text);
      GO_ON (options_word ("diff", "fail-on", word, fail_words, &number));
      *fail_on |= bits[number];
      text += size;
      if (*text++ == '\0')
        return OPTIONS_GO_ON;
    }
}

#define OWN(function, member) TAKEN (function, struct diff_options, member)

const struct option_spec diff_option_specs[] = {
  { 0, "fail-on", "WHAT,...",
    "exit with 1 if there is WHAT: lost, coverage (these\n"
    "are the default), changed, any or none",
    OWN (take_fail_on, fail_on), .words = fail_words },
  ROW_DEMANGLE (struct diff_options),
  ROW_RECURSIVE (struct diff_options,
                 "OLD and NEW are directories: compare the files of one\n"
                 "name in them, and sum up"),
  ROW_EXCLUDE (struct diff_options),
  ROW_JOBS (struct diff_options,
            "compare N files at a time; 0, the default with -r: as\n"
            "many as there are processors"),
  { 0, "brief", NULL, "print one line for each two files",
    OWN (option_set, brief) },
  ROW_JSON (struct diff_options, "print JSON; the manual has the schema"),
  ROW_QUIET_ANSWER,
  ROW_VERBOSE ("show all functions, not ten of a kind, and with -r\n"
               "the files that are the same, too"),
  ROW_END,
};

int
diff_options_parse (int argc, char **argv, const struct command *command,
                    struct diff_options *options, struct report *report)
{
  *options
      = (struct diff_options){ .fail_on = DIFF_FAIL_LOST | DIFF_FAIL_COVERAGE,
                               .jobs = OPTIONS_JOBS_UNSET };
  GO_ON (options_parse (argc, argv, command, options, report));
  if (argc - optind != 2)
    return report_usage (argc == optind ? "diff: no OLD and no NEW given"
                         : argc - optind == 1
                             ? "diff: no NEW given"
                             : "diff: more than OLD and NEW given");
  GO_ON (standard_inputs ("diff", argv + optind, 2,
                          options->recurse ? "a directory (-r)" : NULL));
  options->old = argv[optind];
  options->now = argv[optind + 1];
  return OPTIONS_GO_ON;
}
