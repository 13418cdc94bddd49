/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   cmd-dump.c - sfmerge dump: show .sframe, every piece of it, however
   broken.

   A linked image is read by our own ELF layer (dump-image.c); an object or an
   archive, where relocations say what the functions are, by the reader of
   inputs.  */

#include "config.h"

#include <fcntl.h>
#include <unistd.h>

#include "cmd-dump.h"
#include "content-kind.h"
#include "dump-image.h"
#include "dump-json.h"
#include "dump-walk.h"
#include "elf-codec.h"

enum
{
  OPTION_JSON = OPTION_LONG_ONLY
};

static const struct option_spec dump_options[] = {
  { OPTION_JSON, "json", NULL, "print JSON; the manual has the schema" },
  ROW_QUIET,
  ROW_VERBOSE ("say more about what is read"),
  ROW_END,
};

const struct command dump_command = {
  .name = "dump",
  .run = cmd_dump,
  .usage = "[OPTION]... FILE...",
  .summary = "show .sframe sections, however broken",
  .about = "Show the .sframe sections of each FILE: an executable, a shared"
           " object, an\nobject file or an archive.",
  .options = dump_options,
};

/* What dump_object is told.  */
struct objects
{
  struct dump *dump;
  size_t count;
};

static sfm_status
dump_object (void *data, const struct input_object *object)
{
  struct objects *objects = data;

  objects->count++;
  for (size_t i = 0; i < object->sframe_count; i++)
    {
      const struct input_sframe *sframe = &object->sframes[i];
      const struct dump_section shown = {
        .file = object->name,
        .name = sframe->name,
        .bytes = sframe->bytes,
        .size = sframe->size,
        .extent = sframe->size,
        .object = object,
        .sframe = sframe,
      };
      sfm_status status = dump_walk (objects->dump, &shown);
      if (status != SFM_OK)
        return status;
    }
  return SFM_OK;
}

/* Dump the object, or the archive if ARCHIVE, PATH.  */
static sfm_status
dump_objects (struct dump *dump, const char *path, bool archive)
{
  struct objects objects = { .dump = dump };
  struct inputs *inputs = inputs_new (dump->sink);

  if (inputs == NULL)
    return say_nomem (dump->sink, path);
  sfm_status status = inputs_read (inputs, path, dump_object, &objects);
  if (status == SFM_OK && objects.count == 0)
    {
      if (archive)
        say (dump->sink, SAY_NOTE, path, "no member has a .sframe section");
      else
        status = dump_image_empty (dump, path);
    }
  inputs_free (inputs);
  return status;
}

/* Find out which reader PATH is for.  A file that cannot be read is left to
   the image reader to complain of.  */
static enum content_kind
kind_of (const char *path)
{
  uint8_t head[ELF_EHDR_SIZE];
  int fd = open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);

  if (fd < 0)
    return CONTENT_IMAGE;
  ssize_t size = read (fd, head, sizeof head);
  close (fd);
  return size < 0 ? CONTENT_IMAGE : content_kind (head, (size_t) size);
}

static sfm_status
dump_file (struct dump *dump, const char *path)
{
  switch (kind_of (path))
    {
    case CONTENT_OBJECT:
      return dump_objects (dump, path, false);
    case CONTENT_ARCHIVE:
    case CONTENT_THIN:
      return dump_objects (dump, path, true);
    default:
      return dump_image (dump, path);
    }
}

/* Dump the COUNT files at FILES; returns the exit status.  */
static int
dump_files (struct dump *dump, bool json, char **files, int count)
{
  int exit_status = STATUS_DONE;

  if (json && json_begin (dump) != SFM_OK)
    return STATUS_FAILED;
  for (int i = 0; i < count && !dump->out.failed; i++)
    {
      if (json)
        json_file (dump, files[i]);
      int status = report_input_status (dump_file (dump, files[i]));
      if (status > exit_status)
        exit_status = status;
      if (json)
        json_file_end (dump);
    }
  if (json)
    json_end (dump);
  outbuf_flush (&dump->out);
  if (exit_status == STATUS_DONE && dump->error_count > 0)
    exit_status = STATUS_FAILED;
  return exit_status;
}

int
cmd_dump (int argc, char **argv)
{
  /* Not on the stack: it has the buffer in it.  */
  static struct dump dump;
  struct report report;
  struct option_walk walk;
  bool json = false;
  int key, status;

  report_init (&report);
  options_begin (&walk, &dump_command);
  while ((key = options_next (&walk, argc, argv)) != OPTIONS_END)
    switch (key)
      {
      case OPTION_JSON:
        json = true;
        break;
      default:
        if ((status = options_take (key, &report)) != OPTIONS_GO_ON)
          return status;
        break;
      }
  if (optind == argc)
    return report_usage ("dump: no FILE given");
  dump.form = &dump_text_form;
  dump.sink = &report.sink;
  return dump_files (&dump, json, argv + optind, argc - optind);
}
