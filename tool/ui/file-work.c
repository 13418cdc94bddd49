/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   file-work.c - the work of a command on many files, side by side.  */

#include "config.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "debug-file.h"
#include "pool.h"
#include "workers.h"

/* What the messages about number IDX call it.  */
static const char *
name_of (struct file_work *work, size_t idx)
{
  const struct file_command *command = work->command;

  return command->name != NULL ? command->name (work, idx)
                               : command->entry (work, idx, 0)->path;
}

/* Forget what was reported about another file.  */
static void
begin_one (struct file_work *work)
{
  work->report->errors = 0;
  document_file ();
}

static int
run_one (void *data, size_t idx)
{
  struct file_work *work = data;

  begin_one (work);
  return work->command->run (work, idx + work->begin);
}

static int
lose_one (void *data, size_t idx, enum workers_loss loss, int number)
{
  struct file_work *work = data;

  idx += work->begin;
  begin_one (work);
  workers_say_lost (&work->report->sink, name_of (work, idx), loss, number);
  work->command->lost (work, idx);
  return STATUS_FAILED;
}

static void
clear_line (void *data)
{
  struct file_work *work = data;

  progress_clear (&work->progress);
}

static void
end_one (void *data, size_t idx, int status)
{
  struct file_work *work = data;

  idx += work->begin;
  work->command->done (work, idx);
  progress_show (&work->progress, idx + 1, name_of (work, idx),
                 status != STATUS_DONE);
}

static bool
is_sound (void *data, size_t idx)
{
  struct file_work *work = data;

  return work->command->sound (work, idx + work->begin);
}

static bool
input_of (void *data, size_t idx, unsigned k, struct file_source *source)
{
  struct file_work *work = data;
  const struct file_entry *entry
      = work->command->entry (work, idx + work->begin, k);

  if (entry == NULL || entry->passed != NULL)
    return false;
  *source = (struct file_source){ .path = entry->path,
                                  .tree = entry->tree,
                                  .fd = -1 };
  return true;
}

static int
output_of (void *data, size_t idx, int input)
{
  struct file_work *work = data;

  return work->command->output (work, idx + work->begin, input);
}

static int
commit_one (void *data, size_t idx, int input, int output, int status)
{
  struct file_work *work = data;

  return work->command->commit (work, idx + work->begin, input, output,
                                status);
}

int
file_work_run (struct file_work *work, size_t end, unsigned workers)
{
  const struct file_command *command = work->command;
  const bool confined = work->confined;
  const struct workers_job job
      = { .run = run_one,
          .lost = lose_one,
          .clear = clear_line,
          .done = end_one,
          .data = work,
          .memory = { work->memory[0], work->memory[1] },
          .sound = is_sound,
          .input = confined ? input_of : NULL,
          .output = confined && command->output != NULL ? output_of : NULL,
          .commit = confined && command->commit != NULL ? commit_one : NULL,
          .readable = work->readable.paths,
          .readable_count = work->readable.count,
          .apart = work->apart || (confined && geteuid () == 0),
          .shifts = work->shifts };

  return workers_run (&job, end - work->begin, workers);
}

bool
file_work_symbols (struct file_work *work, const char *symbols)
{
  struct readable *r = &work->readable;
  char *dirs[DEBUG_FILE_DIRS], *file = (char *) (uintptr_t) symbols;
  bool fits = true;

  if (symbols == NULL)
    return true;
  if (!debug_file_searched (symbols))
    return readable_add (r, &file, 1);
  const size_t count = debug_file_dirs (symbols, dirs);
  for (size_t i = 0; i < count; i++)
    {
      char *copy = pool_copy (&r->pool, dirs[i], strlen (dirs[i]));
      fits = fits && copy != NULL && readable_add (r, &copy, 1);
      free (dirs[i]);
    }
  return fits;
}
