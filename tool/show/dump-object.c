/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   dump-object.c - dump the .sframe sections of objects and archives.  */

#include "config.h"

#include "dump.h"
#include "elf-abi.h"
#include "file-list.h"
#include "sframe-section.h"

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

sfm_status
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
