/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   diff-options.c - the command line of sfmerge diff, and the files that it
   names.  */

#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "diff.h"
#include "options.h"

/* The name of PATH below DIR.  */
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
  if (!array_grow (&dirs->pairs, &dirs->capacity, dirs->count,
                   sizeof *dirs->pairs))
    return false;
  dirs->pairs[dirs->count++] = (struct diff_files){
    .old = old,
    .now = now,
    .name = name,
  };
  return true;
}

static int
compare_entries (const void *a, const void *b)
{
  const struct file_entry *x = a, *y = b;

  return strcmp (x->path, y->path);
}

/* Merge the two lists of DIRS, which are of OLD and NOW.  */
static bool
merge (struct diff_dirs *dirs, const char *old, const char *now)
{
  struct file_list *a = &dirs->old, *b = &dirs->now;
  size_t i = 0, j = 0;

  /* The walk goes by name in each directory, which is another order.  */
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
  free (dirs->pairs);
  file_list_free (&dirs->old);
  file_list_free (&dirs->now);
}

enum
{
  OPTION_DIFF_FAIL_ON = OPTION_LONG_OWN,
  OPTION_DIFF_BRIEF,
  OPTION_DIFF_JSON,
  WORD_SIZE = 64 /* what is longer is no word */
};

const struct option_spec diff_option_specs[] = {
  { OPTION_DIFF_FAIL_ON, "fail-on", "WHAT,...",
    "exit with 1 if there is WHAT: lost, coverage (these\n"
    "are the default), changed, any or none" },
  ROW_DEMANGLE,
  ROW_RECURSIVE ("OLD and NEW are directories: compare the files of one\n"
                 "name in them, and sum up"),
  ROW_EXCLUDE,
  ROW_JOBS ("compare N files at a time; 0, the default with -r: as\n"
            "many as there are processors"),
  { OPTION_DIFF_BRIEF, "brief", NULL, "print one line for each two files" },
  { OPTION_DIFF_JSON, "json", NULL, "print JSON; the manual has the schema" },
  ROW_QUIET_ANSWER,
  ROW_VERBOSE ("show all functions, not ten of a kind, and with -r\n"
               "the files that are the same, too"),
  ROW_END,
};

const char *const diff_fail_words[]
    = { "lost", "coverage", "changed", "any", "none", NULL };

/* Read TEXT, words separated by commas, into *FAIL_ON.  */
static int
take_fail_on (const char *text, unsigned *fail_on)
{
  static const unsigned bits[] = { DIFF_FAIL_LOST, DIFF_FAIL_COVERAGE,
                                   DIFF_FAIL_CHANGED, DIFF_FAIL_ANY, 0 };

  *fail_on = 0;
  for (;;)
    {
      const size_t size = strcspn (text, ",");
      char word[WORD_SIZE];
      unsigned number = 0;

      snprintf (word, sizeof word, "%.*s",
                size < WORD_SIZE ? (int) size : WORD_SIZE - 1, text);
      const int status
          = options_word ("diff", "fail-on", word, diff_fail_words, &number);
      if (status != OPTIONS_GO_ON)
        return status;
      *fail_on |= bits[number];
      text += size;
      if (*text++ == '\0')
        return OPTIONS_GO_ON;
    }
}

static int
take (int key, struct diff_options *options, struct report *report)
{
  switch (key)
    {
    case OPTION_DIFF_FAIL_ON:
      return take_fail_on (optarg, &options->fail_on);
    case 'C':
      return options_demangle ("diff", &options->demangle);
    case OPTION_EXCLUDE:
      return excludes_take (&options->excludes, "diff", optarg, &report->sink);
    case 'r':
      options->recurse = true;
      return OPTIONS_GO_ON;
    case 'j':
      return options_jobs ("diff", optarg, &options->jobs);
    case OPTION_DIFF_BRIEF:
      options->brief = true;
      return OPTIONS_GO_ON;
    case OPTION_DIFF_JSON:
      options->json = true;
      return OPTIONS_GO_ON;
    default:
      return options_take (key, report);
    }
}

int
diff_options_parse (int argc, char **argv, const struct command *command,
                    struct diff_options *options, struct report *report)
{
  struct option_walk walk;
  int key;

  *options
      = (struct diff_options){ .fail_on = DIFF_FAIL_LOST | DIFF_FAIL_COVERAGE,
                               .jobs = OPTIONS_JOBS_UNSET };
  options_begin (&walk, command);
  while ((key = options_next (&walk, argc, argv)) != OPTIONS_END)
    {
      int status = take (key, options, report);
      if (status != OPTIONS_GO_ON)
        return status;
    }
  if (argc - optind != 2)
    return report_usage (argc == optind ? "diff: no OLD and no NEW given"
                         : argc - optind == 1
                             ? "diff: no NEW given"
                             : "diff: more than OLD and NEW given");
  const int status = standard_inputs (
      "diff", argv + optind, 2, options->recurse ? "a directory (-r)" : NULL);
  if (status != OPTIONS_GO_ON)
    return status;
  options->old = argv[optind];
  options->now = argv[optind + 1];
  return OPTIONS_GO_ON;
}

void
diff_options_free (struct diff_options *options)
{
  excludes_free (&options->excludes);
}
