/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   wrap-main.c - the program that stands for a linker: runs the linker, then
   sfmerge link on what it made.

   Compiler drivers find it by its name, ld or ld.NAME, in the folder that -B
   gives.  It reads the command line [wrap-line.c], finds the inputs
   [wrap-inputs.c], has sfmerge make room for their .sframe [wrap-steps.c],
   runs the linker with that [wrap-args.c], takes its own traces out of what
   the linker wrote [wrap-traces.c], and has sfmerge fill the room.  Where
   there is nothing to do it becomes the linker.  */

#include "config.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "wrap-job.h"

/* Read the command line; true if there is something to do.  What is wrong with
   it the linker will say.  */
static bool
read_line (struct wrap_job *job)
{
  const struct say *sink = &job->report->sink;

  if (wrap_line_read (job->argc, job->argv, &job->pool, &job->line, sink)
      != SFM_OK)
    return false;
  if (job->line.straight || job->line.word_count == 0)
    return false;
  return wrap_inputs_find (&job->line, &job->pool, &job->inputs, sink)
             == SFM_OK
         && job->inputs.count != 0;
}

/* Make all that the linker is given beside its own; *NEEDED: something is.  */
static sfm_status
prepare (struct wrap_job *job, bool *needed)
{
  const struct say *sink = &job->report->sink;
  enum copies_rule rule = COPIES_NONE;

  *needed = false;
  job->sfmerge = wrap_find_sfmerge (&job->pool, sink);
  if (job->sfmerge == NULL)
    return SFM_ERR_IO;
  job->folder = wrap_folder_make (&job->pool, sink);
  if (job->folder == NULL)
    return SFM_ERR_IO;
  sfm_status status = wrap_steps_list (job);
  if (status == SFM_OK)
    status = wrap_steps_reserve (job, needed);
  if (status != SFM_OK || !*needed)
    return status;
  status = wrap_steps_ask (job);
  if (status != SFM_OK)
    return status;
  if (job->kind.family == FAMILY_GOLD)
    rule = COPIES_COMDAT;
  else if (job->kind.family == FAMILY_GNU && job->kind.major == 2
           && job->kind.minor > 40 && job->kind.minor < 46)
    rule = COPIES_VERSION_1;
  status = copies_make (&job->inputs, rule, job->folder, &job->pool,
                        &job->copies, sink);
  if (job->line.strips && job->line.map == NULL && !job->line.map_said)
    job->map = text_format (&job->pool, "%s/map", job->folder);
  if (job->line.names_files)
    job->out = text_format (&job->pool, "%s/stdout", job->folder);
  return status;
}

/* Take the names of temporary files out of what the linker wrote.  */
static sfm_status
clean (struct wrap_job *job)
{
  size_t count = 0;
  struct trace *traces
      = pool_alloc (&job->pool, (job->copies.count + 2) * sizeof *traces);
  const struct say *sink = &job->report->sink;
  sfm_status status = SFM_OK;

  if (traces == NULL)
    return say_nomem (sink, NULL);
  if (job->reserve != NULL)
    traces[count++] = (struct trace){ job->reserve, "sframe-reserve.o", NULL };
  traces[count++]
      = (struct trace){ text_format (&job->pool, "%s/discard.ld", job->folder),
                        "discard.ld", NULL };
  for (size_t i = 0; i < job->copies.count; i++)
    traces[count++]
        = (struct trace){ job->copies.items[i].copy, job->copies.items[i].path,
                          job->copies.items[i].path };
  struct stat st;
  if (job->out != NULL)
    status = traces_print (job->out, traces, count, sink);
  const char *map
      = job->map != NULL && job->copies.count != 0 ? job->map : job->line.map;
  if (status == SFM_OK && map != NULL && stat (map, &st) == 0
      && S_ISREG (st.st_mode))
    status = traces_of_text (map, traces, count, sink);
  if (status == SFM_OK && job->line.dependencies != NULL
      && stat (job->line.dependencies, &st) == 0 && S_ISREG (st.st_mode))
    status = traces_of_makefile (job->line.dependencies, traces, count, sink);
  return status;
}

/* Whether the output is there, is a file, and is another than BEFORE, if that
   was one.  */
static bool
is_new_output (const struct wrap_job *job, const struct stat *before)
{
  struct stat st;

  if (stat (job->line.output, &st) != 0 || !S_ISREG (st.st_mode))
    return false;
  return before->st_ino != st.st_ino || before->st_dev != st.st_dev
         || before->st_size != st.st_size
         || before->st_mtim.tv_sec != st.st_mtim.tv_sec
         || before->st_mtim.tv_nsec != st.st_mtim.tv_nsec;
}

/* Run the linker and what follows; *END is how this program is to end.  */
static sfm_status
link_all (struct wrap_job *job, struct wrap_end *end)
{
  struct text_list args = { 0 };
  struct stat before;
  sfm_status status = wrap_args_make (job, &args);

  if (stat (job->line.output, &before) != 0)
    memset (&before, 0, sizeof before);
  if (status == SFM_OK)
    status = wrap_run (job->linker, args.items, job->out, end,
                       &job->report->sink);
  text_list_free (&args);
  if (status != SFM_OK)
    return status;
  status = clean (job);
  if (status != SFM_OK || end->status != 0 || end->signal != 0
      || !is_new_output (job, &before))
    return status;
  return wrap_steps_link (job);
}

/* Do the job; *END is how this program is to end.  False: it is to become the
   linker.  */
static bool
run_job (struct wrap_job *job, struct wrap_end *end)
{
  bool needed;

  *end = (struct wrap_end){ .status = 0 };
  sfm_status status = prepare (job, &needed);
  if (status == SFM_OK && !needed)
    return false;
  if (status != SFM_OK && !job->fatal)
    return false;
  if (status == SFM_OK)
    status = link_all (job, end);
  if (status == SFM_OK || end->status != 0 || end->signal != 0)
    return true;
  if (!job->fatal)
    say (&job->report->sink, SAY_WARNING, job->line.output,
         "it is as the linker made it, without a merged .sframe");
  else
    {
      end->status = STATUS_FAILED;
      unlink (job->line.output);
    }
  return true;
}

/* Whether OPTIONS ask that a failure of sfmerge be one of the linker.  */
static bool
is_fatal (const char *options)
{
  return strstr (options, "--fatal-warnings") != NULL
         || strstr (options, "--require") != NULL;
}

int
main (int argc, char **argv)
{
  struct report report;
  struct wrap_job job = { .argc = argc, .argv = argv, .report = &report };
  struct wrap_end end;
  bool inner;

  report_init (&report);
  const char *name = argc > 0 ? strrchr (argv[0], '/') : NULL;
  name = name != NULL ? name + 1 : argc > 0 ? argv[0] : "ld";
  job.linker = wrap_find_linker (name, &job.pool, &inner, &report.sink);
  if (job.linker == NULL)
    return 127;
  const char *options = getenv ("SFMERGE_OPTIONS");
  job.user_options = options == NULL ? "" : options;
  job.fatal = is_fatal (job.user_options);
  bool busy = !inner && read_line (&job);
  if (busy)
    {
      wrap_signals ();
      busy = run_job (&job, &end);
    }
  wrap_folder_remove (job.folder, &report.sink);
  copies_free (&job.copies);
  wrap_inputs_free (&job.inputs);
  wrap_line_free (&job.line);
  int status;
  if (busy && wrap_signal () != 0)
    end.signal = wrap_signal ();
  if (busy)
    status = report_stdout (wrap_end_as (&end));
  else
    {
      argv[0] = job.linker;
      status = wrap_become (job.linker, argv, &report.sink);
    }
  pool_free (&job.pool);
  return status;
}
