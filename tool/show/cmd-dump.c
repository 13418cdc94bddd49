/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   cmd-dump.c - sfmerge dump: show .sframe, every piece of it, however
   broken.

   file-visit.c calls the reader for the kind of file.  One walk over each
   section (dump-walk.c) feeds a form of output: text or JSON.  With --at,
   look-ups take the place of the walk (dump.h).  */

#include "config.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "demangle.h"
#include "dump.h"
#include "elf-abi.h"
#include "file-list.h"
#include "sframe-section.h"
#include "workers.h"

/* Dump the .sframe sections of objects and archives.  */

/* Data of dump_object and dump_member.  */
struct objects
{
  struct dump *dump;
  size_t count;
};

static sfm_status
dump_sframe (struct dump *dump, const struct input_object *object,
             const struct input_sframe *sframe)
{
  const struct dump_section shown = {
    .file = object->name,
    .name = sframe->name,
    .bytes = sframe->bytes,
    .size = sframe->size,
    .extent = sframe->size,
    .object = object,
    .sframe = sframe,
  };

  return dump_walk (dump, &shown);
}

static sfm_status
dump_object (void *data, const struct input_object *object)
{
  struct objects *objects = data;
  struct dump *dump = objects->dump;

  objects->count++;
  for (size_t i = 0; i < object->sframe_count; i++)
    TRY (dump_sframe (dump, object, &object->sframes[i]));
  return SFM_OK;
}

/* Show the empty .sframe sections of the object SOURCE, which the reader of
   inputs skips.  */
static sfm_status
dump_empty (struct dump *dump, const struct file_source *source)
{
  const char *path = source->path;
  struct image image;
  size_t count = 0;
  sfm_status status = SFM_OK;

  TRY (image_open_source (source, ALLOW_OBJECTS, &image, dump->sink));
  for (uint32_t i = 1; i < image.section_count && status == SFM_OK; i++)
    if (object_section_is_sframe (image.sections[i].name,
                                  image.sections[i].type))
      {
        const struct input_object object = { .name = path };
        const struct input_sframe sframe = { .name = image.sections[i].name };
        const struct dump_section shown = {
          .file = path,
          .name = sframe.name,
          .bytes = image.memory,
          .object = &object,
          .sframe = &sframe,
        };
        status = dump_walk (dump, &shown);
        count++;
      }
  if (count == 0)
    diag (dump->sink, DIAG_NOTE, path, "no .sframe section");
  status = image_settle (&image, status, dump->sink);
  image_close (&image);
  return status;
}

/* Dump IMAGE, a member of an archive that SFrame has no ABI for.  */
static sfm_status
dump_member (void *data, const struct image *image)
{
  struct objects *objects = data;

  objects->count++;
  return dump_foreign (objects->dump, image);
}

/* dump_image for SOURCE, an object, or an archive if ARCHIVE.  */
static sfm_status
dump_objects (void *data, const struct file_source *source, bool archive)
{
  struct dump *dump = data;
  struct objects objects = { .dump = dump };

  if (dump->wanted.count != 0 || dump->table != DUMP_TEXT)
    {
      dump->error_count++;
      diag (dump->sink, DIAG_ERROR, source->path,
            "readers look functions up in linked files only");
      return SFM_OK;
    }
  struct inputs *inputs = inputs_new (INPUT_READER_OWN, dump->sink);
  if (inputs == NULL)
    return diag_nomem (dump->sink, source->path);
  sfm_status status = SFM_OK;
  if (archive)
    status = foreign_members (source, dump_member, &objects, dump->sink);
  if (status == SFM_OK)
    status = inputs_read_source (inputs, source, dump_object, &objects);
  if (status == SFM_OK && objects.count == 0)
    {
      if (archive)
        diag (dump->sink, DIAG_NOTE, source->path,
              "no member has a .sframe section");
      else
        status = dump_empty (dump, source);
    }
  inputs_free (inputs);
  return status;
}

static const struct file_visitor visitor
    = { .image = dump_image, .objects = dump_objects };

/* As root, open the COUNT FILES and confine this process to them; FDS become
   their descriptors, or -1.  Otherwise all FDS become -1.  */
static sfm_status
open_files (struct dump *dump, char **files, int count, int *fds)
{
  struct readable readable = { .count = 0 };
  const bool root = geteuid () == 0;

  for (int i = 0; i < count; i++)
    if (!root
        || file_open_any (&FILE_SOURCE (files[i]), files[i], &fds[i],
                          &diag_silent)
               != SFM_OK)
      fds[i] = -1;
  if (!root)
    return SFM_OK;
  const bool added = readable_add (&readable, files, (size_t) count);
  sfm_status status = added ? SFM_OK : diag_nomem (dump->sink, NULL);
  if (added
      && !workers_confine_self (fds, (size_t) count, readable.at,
                                readable.count))
    {
      workers_say_lost (dump->sink, files[0], WORKERS_UNCONFINED, errno);
      status = SFM_ERR_IO;
    }
  readable_free (&readable);
  return status;
}

static int
dump_files (struct dump *dump, bool json, char **files, int count)
{
  int *fds = calloc ((size_t) count, sizeof *fds);
  int exit_status
      = report_input_status (fds != NULL ? open_files (dump, files, count, fds)
                                         : diag_nomem (dump->sink, NULL));

  if (exit_status != STATUS_DONE)
    {
      free (fds);
      return exit_status;
    }

  if (json && json_begin (dump) != SFM_OK)
    return STATUS_FAILED;
  for (int i = 0; i < count && !dump->out.failed; i++)
    {
      if (json)
        json_file (dump, files[i]);
      int status = report_input_status (file_visit (
          &(const struct file_source){ .path = files[i], .fd = fds[i] },
          &visitor, dump, dump->sink));
      if (fds[i] >= 0)
        close (fds[i]);
      if (status > exit_status)
        exit_status = status;
      if (json)
        json_file_end (dump);
    }
  if (json)
    json_end (dump);
  outbuf_flush (&dump->out);
  free (fds);
  if (exit_status == STATUS_DONE && dump->error_count > 0)
    exit_status = STATUS_FAILED;
  return exit_status;
}

/* Read TEXT, only hexadecimal digits with or without 0x, into *VALUE.  False:
   it is something else, or does not fit.  */
static bool
read_hex (const char *text, uint64_t *value)
{
  char *end;

  /* strtoull accepts signs and leading white space.  */
  if (!isxdigit ((unsigned char) text[0]))
    return false;
  errno = 0;
  *value = strtoull (text, &end, 16);
  return errno == 0 && *end == '\0';
}

/* Read TEXT into *WANTED.  False: it is empty, or a number of more than 64
   bits.  */
static bool
read_wanted (const char *text, struct dump_wanted *wanted)
{
  const char *plus = strrchr (text, '+');

  *wanted = (struct dump_wanted){ .text = text };
  wanted->hexadecimal = read_hex (text, &wanted->addr);
  wanted->only_address = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
  if (plus != NULL && plus != text && read_hex (plus + 1, &wanted->offset))
    wanted->name_size = (size_t) (plus - text);
  return text[0] != '\0' && (wanted->hexadecimal || !wanted->only_address);
}

static int
take_at (const struct option_use *use)
{
  struct dump *dump = use->options;
  struct dump_wanted wanted;

  if (!read_wanted (use->arg, &wanted))
    return report_usage ("dump: '%s' is neither an address nor a name",
                         use->arg);
  return LIST_ADD (&dump->wanted, wanted)
             ? OPTIONS_GO_ON
             : report_input_status (diag_nomem (dump->sink, NULL));
}

/* By enum dump_table.  */
static const char *const formats[] = { "text", "rows", "csv", NULL };

#define OWN(function, member) TAKEN (function, struct dump, member)

static const struct option_spec dump_options[] = {
  ROW_DEMANGLE (struct dump),
  { 0, "headers", NULL, "show the headers only", OWN (option_set, headers) },
  { 0, "at", "ADDRESS|NAME",
    "show only the function and the row that readers find\n"
    "for the hexadecimal ADDRESS, or for function NAME or\n"
    "NAME+0xOFFSET; give it once for each",
    .take = take_at },
  { 0, "format", "FORMAT",
    "write the rows of an image as a table by address, for\n"
    "profilers: rows, binary, or csv; text is the default",
    OWN (option_word, table), .words = formats },
  { 0, "json", NULL, "print JSON; the manual has the schema",
    OWN (option_set, as_json) },
  ROW_QUIET,
  ROW_VERBOSE ("say more about what is read"),
  ROW_END,
};

/* Refuse what cannot be combined with a table, which takes one file; COUNT
   files are given.  */
static int
check_together (const struct dump *dump, int count)
{
  if (count == 0)
    return report_usage ("dump: no FILE given");
  if (dump->table == DUMP_TEXT)
    return OPTIONS_GO_ON;
  if (dump->as_json || dump->headers || dump->wanted.count != 0)
    return report_usage ("dump: --format=%s goes with neither --json, "
                         "--headers nor --at",
                         formats[dump->table]);
  if (count != 1)
    return report_usage ("dump: --format=%s takes one FILE, not %d",
                         formats[dump->table], count);
  if (dump->table == DUMP_ROWS && isatty (STDOUT_FILENO))
    return report_usage ("dump: standard output is a terminal, which is not "
                         "for --format=rows");
  return OPTIONS_GO_ON;
}

static int
run (struct dump *dump, bool quiet, char **files, int count)
{
  if (options_demangles (dump->demangle, dump->as_json)
      && demangler_new (&dump->demangler, dump->sink) != SFM_OK)
    return STATUS_FAILED;
  progress_begin (&dump->progress, "dumped", 0, "functions", true, quiet);
  const int status = dump_files (dump, dump->as_json, files, count);
  progress_clear (&dump->progress);
  demangler_free (dump->demangler);
  return status;
}

static int
cmd_dump (int argc, char **argv, const struct command *command)
{
  /* Too large for the stack: it contains the output buffer.  */
  static struct dump dump;
  struct report report;

  report_init (&report);
  dump = (struct dump){ .form = &dump_text_form, .sink = &report.sink };
  int status = options_parse (argc, argv, command, &dump, &report);
  if (status == OPTIONS_GO_ON)
    status = check_together (&dump, argc - optind);
  if (status == OPTIONS_GO_ON)
    status = standard_inputs ("dump", argv + optind, (size_t) (argc - optind),
                              NULL);
  if (status == OPTIONS_GO_ON)
    status = run (&dump, report.quiet, argv + optind, argc - optind);
  free (dump.wanted.at);
  return status;
}

const struct command dump_command = {
  .name = "dump",
  .run = cmd_dump,
  .usage = "[OPTION]... FILE...",
  .summary = "show .sframe sections, however broken",
  .about
  = "Show the .sframe sections of each FILE: an executable, a shared"
    " object, an\nobject file or an archive, also packed by gzip, xz or zstd.",
  .options = dump_options,
};
