/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   fuzz-crt.c - crt on any start files, libraries and scripts of the linker.

   The input is a script.  The lines are options.  Each file gets a name that
   crt looks for, or one that a script may lead to, in the current directory;
   '%' in the text of a script stands for that directory.  What holds: no
   source changes; what a script named outside of the output is inside; a file
   is what the command for one file makes of it; a second run changes
   nothing.  */

#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "commands.h"
#include "fuzz.h"
#include "report.h"
#include "trial.h"

const char fuzz_name[] = "fuzz-crt";

static const char *const names[SCRIPT_FILES] = {
  "libc.so",     "libm.a",      "crt1.o",   "libc_nonshared.a",
  "libm-2.36.a", "crtbeginS.o", "libgcc.a", "x.o",
};

/* The current directory.  */
static char root[4096];

/* Write FILE as NAME, with the directory for each '%' if it is a text.  */
static void
put_source (const char *name, const struct script_file *file)
{
  char *text = NULL;
  size_t size;

  if (memchr (file->bytes, '\0', file->size) != NULL)
    {
      workdir_put (name, file->bytes, file->size);
      return;
    }
  FILE *stream = open_memstream (&text, &size);
  if (stream == NULL)
    fuzz_broken ("there is memory for a script");
  for (size_t i = 0; i < file->size; i++)
    if (file->bytes[i] == '%')
      fputs (root, stream);
    else
      putc (file->bytes[i], stream);
  if (fclose (stream) != 0)
    fuzz_broken ("there is memory for a script");
  workdir_put (name, text, size);
  free (text);
}

/* The text after the comment at TEXT.  */
static const char *
past_comment (const char *text)
{
  const char *end = strstr (text + 2, "*/");

  return end != NULL ? end + 2 : text + strlen (text);
}

/* Whether the SIZE characters at WORD are the path of an archive or object
   that is there, and not in the output.  */
static bool
leads_out (const char *word, size_t size)
{
  const size_t base = strlen (root);
  char path[sizeof root];

  if (size >= sizeof path || size < base + 4 || strncmp (word, root, base) != 0
      || word[size - 2] != '.' || strchr ("ao", word[size - 1]) == NULL)
    return false;
  memcpy (path, word, size);
  path[size] = '\0';
  return strncmp (path + base, "/d/", 3) != 0 && access (path, F_OK) == 0;
}

/* Check that the script TEXT of TRIAL's output names no file outside.  */
static void
judge_script (const struct trial *trial, const char *text)
{
  static const char separators[] = " \t\r\n(),;\"";

  while (*text != '\0')
    if (text[0] == '/' && text[1] == '*')
      text = past_comment (text);
    else
      {
        const size_t size = strcspn (text, separators);
        trial_require (trial, !leads_out (text, size),
                       "scripts name files of the directory");
        text += size + strspn (text + size, separators);
      }
}

/* What a run left in the output.  */
struct made
{
  char *names[2 * SCRIPT_FILES + 1];
  uint8_t *bytes[2 * SCRIPT_FILES + 1];
  size_t sizes[2 * SCRIPT_FILES + 1];
  size_t count;
};

static void
collect (void *data, const char *name)
{
  struct made *made = data;

  if (strncmp (name, "d/", 2) != 0)
    return;
  if (made->count == sizeof made->names / sizeof made->names[0])
    fuzz_broken ("each file has one output");
  made->names[made->count] = strdup (name);
  made->bytes[made->count] = workdir_get (name, &made->sizes[made->count]);
  made->count++;
}

static void
forget (struct made *made)
{
  for (size_t i = 0; i < made->count; i++)
    {
      free (made->names[i]);
      free (made->bytes[i]);
    }
  made->count = 0;
}

/* Whether ONE has what file NAME of SIZE bytes at BYTES.  */
static bool
has_file (const struct made *one, const char *name, const uint8_t *bytes,
          size_t size)
{
  for (size_t i = 0; i < one->count; i++)
    if (strcmp (one->names[i], name) == 0)
      return one->sizes[i] == size && memcmp (one->bytes[i], bytes, size) == 0;
  return false;
}

/* Check that the sources of TRIAL are as they were.  */
static void
judge_sources (const struct trial *trial)
{
  for (size_t i = 0; i < trial->script.file_count; i++)
    {
      size_t size;
      uint8_t *bytes = workdir_get (names[i], &size);
      trial_require (trial,
                     bytes != NULL && size == trial->before_size[i]
                         && memcmp (bytes, trial->before[i], size) == 0,
                     "no source changes");
      free (bytes);
    }
}

/* The command for one file that does what TRIAL asks for, or NULL if an option
   is another one there.  */
static const char *
command_of (const struct trial *trial)
{
  static const char *const same[] = {
    "--to=", "--for=", "--partial", "--no-verify", "--strip", "--synth",
  };

  for (int i = 4; i < trial->argc - 2; i++)
    {
      bool known = false;
      for (size_t j = 0; j < sizeof same / sizeof same[0]; j++)
        known |= strncmp (trial->argv[i], same[j], strlen (same[j])) == 0;
      if (!known)
        return NULL;
    }
  return trial_has_argument (trial, "--strip") ? "strip" : "repair";
}

/* Check that NAME, the command for one file, makes of file IDX of TRIAL what
   was MADE.  */
static void
judge_alone (const struct trial *trial, const char *name, size_t idx,
             const struct made *made)
{
  static char program[] = "sfmerge", output[] = "-o", alone[] = "alone",
              fill[] = "--fill", end[] = "--";
  struct workdir_output printed;
  char command[8], source[32], target[40], *argv[SCRIPT_ARGS + 8];
  int argc = 0;
  size_t size;

  snprintf (command, sizeof command, "%s", name);
  snprintf (source, sizeof source, "%s", names[idx]);
  snprintf (target, sizeof target, "d/%s", names[idx]);
  argv[argc++] = program;
  argv[argc++] = command;
  argv[argc++] = output;
  argv[argc++] = alone;
  for (int i = 4; i < trial->argc - 2; i++)
    if (strcmp (trial->argv[i], "--synth") == 0)
      argv[argc++] = fill;
    else if (strcmp (trial->argv[i], "--strip") != 0)
      argv[argc++] = trial->argv[i];
  argv[argc++] = end;
  argv[argc++] = source;
  argv[argc] = NULL;
  const int status = workdir_run (commands_run, argc, argv, 1, &printed);
  uint8_t *bytes = workdir_get (alone, &size);
  unlink (alone);
  if (status != STATUS_DONE)
    fputs (printed.err, stderr);
  trial_require (trial, status == STATUS_DONE && bytes != NULL,
                 "the command for one file takes it");
  trial_require (trial, has_file (made, target, bytes, size),
                 "the command for one file makes the same");
  free (bytes);
  workdir_forget (&printed);
}

/* Whether TARGET was made of the SIZE bytes at BYTES, an ELF file or archive.
   What crt cannot change, such as an image, is a symbolic link.  */
static bool
is_changed (const char *target, const uint8_t *bytes, size_t size)
{
  struct stat st;

  return lstat (target, &st) == 0 && S_ISREG (st.st_mode)
         && ((size >= 4 && memcmp (bytes, "\177ELF", 4) == 0)
             || (size >= 8 && memcmp (bytes, "!<arch>\n", 8) == 0));
}

/* Check what was MADE.  */
static void
judge_made (struct trial *trial, const struct made *made)
{
  char flags[sizeof root + 16];

  snprintf (flags, sizeof flags, "@%s/d/flags\n", root);
  trial_require (trial, strcmp (trial->output.out, flags) == 0,
                 "the argument for the compiler is printed");
  for (size_t i = 0; i < made->count; i++)
    if (memchr (made->bytes[i], '\0', made->sizes[i]) == NULL)
      judge_script (trial, (const char *) made->bytes[i]);
  const char *command = command_of (trial);
  for (size_t i = 0; i < trial->script.file_count; i++)
    {
      char target[40];
      snprintf (target, sizeof target, "d/%s", names[i]);
      if (command != NULL
          && is_changed (target, trial->before[i], trial->before_size[i]))
        judge_alone (trial, command, i, made);
    }
}

/* Run crt once more, which does the same.  */
static void
judge_repeated (struct trial *trial, const struct made *first)
{
  const int status = trial->status;
  struct made second = { .count = 0 };

  trial_run (trial);
  workdir_each (collect, &second);
  trial_require (trial, trial->status == status, "a second run ends alike");
  trial_require (trial, second.count == first->count,
                 "a second run makes the same files");
  for (size_t i = 0; i < second.count; i++)
    trial_require (
        trial,
        has_file (first, second.names[i], second.bytes[i], second.sizes[i]),
        "a second run makes the same");
  forget (&second);
}

/* Add the arguments around the lines of TRIAL.  False: the lines choose the
   output, or another compiler to ask.  */
static bool
add_arguments (struct trial *trial)
{
  static char program[] = "sfmerge", crt[] = "crt", output[] = "-o", d[] = "d",
              end[] = "--", here[] = ".";
  char *lines[SCRIPT_ARGS + 2];
  const int count = script_arguments (&trial->script, trial->text, lines);

  if (count + 5 > (int) (sizeof trial->argv / sizeof trial->argv[0]) - 1)
    return false;
  trial->argv[trial->argc++] = program;
  trial->argv[trial->argc++] = crt;
  for (int i = 1; i < count; i++)
    if (lines[i][0] == '-' && lines[i][1] == '-' && lines[i][2] != '\0')
      trial->argv[trial->argc++] = lines[i];
  if (trial_has_option (trial, '\1', "output"))
    return false;
  memmove (trial->argv + 4, trial->argv + 2,
           (size_t) (trial->argc - 2) * sizeof trial->argv[0]);
  trial->argv[2] = output;
  trial->argv[3] = d;
  trial->argc += 2;
  trial->argv[trial->argc++] = end;
  trial->argv[trial->argc++] = here;
  return true;
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  static struct trial trial;
  struct made made = { .count = 0 };

  trial = (struct trial){ .argc = 0 };
  script_read (data, size, &trial.script);
  if (!script_is_harmless (&trial.script) || !add_arguments (&trial))
    return 0;
  workdir_enter ();
  if (getcwd (root, sizeof root) == NULL)
    fuzz_broken ("there is a current directory");
  for (size_t i = 0; i < trial.script.file_count; i++)
    {
      put_source (names[i], &trial.script.files[i]);
      trial.before[i] = workdir_get (names[i], &trial.before_size[i]);
    }
  trial_run (&trial);
  trial_require (
      &trial,
      trial.status >= 0 && trial.status <= STATUS_USAGE
          && (trial.status == STATUS_DONE || trial.output.err_size != 0),
      "the exit status is a documented one, and explained");
  judge_sources (&trial);
  workdir_each (collect, &made);
  if (trial.status == STATUS_DONE && made.count != 0)
    {
      judge_made (&trial, &made);
      judge_repeated (&trial, &made);
    }
  forget (&made);
  workdir_forget (&trial.output);
  for (size_t i = 0; i < trial.script.file_count; i++)
    free (trial.before[i]);
  fuzz_require (workdir_leave (), "no temporary file is left");
  return 0;
}
