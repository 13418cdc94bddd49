/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   cmd-crt.c - sfmerge crt: start files and libraries of one version.  */

#include "config.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cmd-crt.h"
#include "crt.h"
#include "options.h"
#include "output-file.h"
#include "strip-content.h"

enum
{
  OPTION_SYNTH = OPTION_OWN,
  OPTION_STRIP,
  OPTION_CC
};

static int cmd_crt (int argc, char **argv);

static const struct option_spec crt_options[] = {
  { 'o', "output", "DIR", "write the files to DIR, which is made" },
  ROW_TO ("convert them to v2, v2-pcrel or v3"),
  ROW_FOR,
  ROW_LIST_CONSUMERS,
  { OPTION_SYNTH, "synth", NULL, "describe what has no .sframe by .eh_frame" },
  { OPTION_STRIP, "strip", NULL, "remove .sframe instead" },
  { OPTION_CC, "cc", "COMPILER",
    "ask COMPILER where the files are; the default is $CC\n"
    "or cc" },
  ROW_PARTIAL ("go on where functions are lost already"),
  ROW_NO_VERIFY,
  ROW_FSYNC,
  ROW_QUIET,
  ROW_VERBOSE ("say what becomes of each file"),
  ROW_END,
};

const struct command crt_command = {
  .name = "crt",
  .run = cmd_crt,
  .usage = "-o DIR (--to=VERSION | --for=CONSUMER | --synth | --strip) "
           "[OPTION]... [SOURCE]...",
  .summary = "make start files and libraries of one version",
  .about = "Make DIR of the start files and static libraries in the "
           "directories SOURCE, or\nof those of a compiler: with SFrame of "
           "one version, or none.  Print the\nargument for gcc or clang that "
           "links with them.",
  .options = crt_options,
};

/* What the command line asks for besides the files' own options.  */
struct asked
{
  const char *output;
  bool strip;
};

/* Handle KEY.  */
static int
take (int key, struct crt *crt, struct asked *asked)
{
  switch (key)
    {
    case 'o':
      asked->output = optarg;
      return OPTIONS_GO_ON;
    case OPTION_SYNTH:
      crt->how.common.fill = FILL_ALL;
      return OPTIONS_GO_ON;
    case OPTION_STRIP:
      asked->strip = true;
      return OPTIONS_GO_ON;
    case OPTION_CC:
      crt->compiler = optarg;
      return OPTIONS_GO_ON;
    default:
      return common_options_take ("crt", key, &crt->how.common, crt->report);
    }
}

/* Check what was ASKED for.  */
static int
check (const struct crt *crt, struct asked *asked)
{
  const struct common_options *common = &crt->how.common;

  if (asked->output == NULL)
    return report_usage ("crt: no output: give -o DIR");
  if (!asked->strip && !common->targeted && common->fill != FILL_ALL)
    return report_usage ("crt: no --to=VERSION, --for=CONSUMER, --synth or "
                         "--strip given");
  const int status = standard_output ("crt", &asked->output, "a directory");
  return status == OPTIONS_GO_ON ? standard_inputs (
             "crt", crt->sources, crt->source_count, "a directory")
                                 : status;
}

static int
parse (int argc, char **argv, struct crt *crt, struct asked *asked)
{
  struct option_walk walk;
  int key;

  crt->how = (struct repair_options){ .jobs = 1 };
  common_options_init (&crt->how.common);
  options_begin (&walk, &crt_command);
  while ((key = options_next (&walk, argc, argv)) != OPTIONS_END)
    {
      const int status = take (key, crt, asked);
      if (status != OPTIONS_GO_ON)
        return status;
    }
  crt->sources = argv + optind;
  crt->source_count = (size_t) (argc - optind);
  crt->how.way = asked->strip ? &strip_way : NULL;
  if (crt->compiler == NULL)
    crt->compiler = getenv ("CC");
  if (crt->compiler == NULL || crt->compiler[0] == '\0')
    crt->compiler = "cc";
  return check (crt, asked);
}

/* Make the directory OUTPUT, unless it is there, and set CRT's to it.  */
static sfm_status
open_dir (struct crt *crt, const char *output)
{
  const struct diag_sink *sink = &crt->report->sink;

  if (mkdir (output, 0777) != 0 && errno != EEXIST)
    return diag_errno (sink, output, "making");
  char *path = realpath (output, NULL);
  if (path == NULL)
    return diag_errno (sink, output, "finding");
  if (!crt_can_name (path))
    {
      free (path);
      return diag_fail (
          sink, SFM_ERR_USAGE, output,
          "linker scripts cannot name files in it: its path has a space, or a "
          "character other than letters, digits and /._-+~");
    }
  crt->dir = pool_copy (&crt->pool, path, strlen (path));
  free (path);
  return crt->dir != NULL ? SFM_OK : diag_nomem (sink, output);
}

/* Write the file of arguments for the compiler, and print its name.  */
static sfm_status
write_flags (struct crt *crt)
{
  const struct output_options how = { .fsync = crt->how.common.fsync };
  const struct diag_sink *sink = &crt->report->sink;
  const char *path = crt_join (crt, crt->dir, "flags");
  char *flags
      = path == NULL ? NULL : pool_alloc (&crt->pool, strlen (path) + 2);
  char *text = NULL;
  size_t size;

  FILE *file = open_memstream (&text, &size);
  if (flags == NULL || file == NULL)
    return diag_nomem (sink, NULL);
  /* Such a path needs no quotes.  */
  fprintf (file, "-B%s\n-L%s\n", crt->dir, crt->dir);
  if (fclose (file) != 0)
    {
      free (text);
      return diag_nomem (sink, NULL);
    }
  sfm_status status
      = output_write (path, (const uint8_t *) text, size, &how, sink);
  free (text);
  if (status != SFM_OK)
    return status;
  snprintf (flags, strlen (path) + 2, "@%s", path);
  TRY (crt_review (crt, flags));
  puts (flags);
  return SFM_OK;
}

/* Make the directory OUTPUT.  */
static int
run (struct crt *crt, const char *output)
{
  sfm_status status = open_dir (crt, output);

  if (status == SFM_OK)
    status = crt_find (crt);
  if (status != SFM_OK)
    return report_input_status (status);
  const int exit_status = crt_make (crt);
  if (exit_status != STATUS_DONE)
    return exit_status;
  status = write_flags (crt);
  if (status == SFM_OK)
    diag (&crt->report->sink, DIAG_NOTE, output,
          "has %zu files; pass the printed argument to gcc or clang to link "
          "with them",
          crt->written);
  return status == SFM_OK ? STATUS_DONE : STATUS_FAILED;
}

static int
cmd_crt (int argc, char **argv)
{
  struct report report;
  struct asked asked = { .output = NULL };
  struct crt crt = { .report = &report };

  report_init (&report);
  int status = parse (argc, argv, &crt, &asked);
  if (status == OPTIONS_GO_ON)
    status = run (&crt, asked.output);
  free (crt.files);
  pool_free (&crt.pool);
  return status;
}
