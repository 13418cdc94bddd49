/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   dump-image.c - dump the .sframe sections of a linked image.  */

#include "config.h"

#include "dump.h"
#include "file-bytes.h"
#include "file-list.h"
#include "sframe-section.h"

/* An image that is dumped.  */
struct dump_source
{
  struct image image;
  struct dump_start_base known;
  const struct image_segment *segment; /* PT_GNU_SFRAME, or NULL */
};

/* Dump SOURCE's segment.  The image has no section with SFrame data.  */
static sfm_status
dump_segment (struct dump *dump, struct dump_source *source)
{
  const struct image *image = &source->image;
  const struct dump_section shown = {
    .file = image->path,
    .name = "PT_GNU_SFRAME",
    .segment = true,
    .image = image,
    .known = &source->known,
    .addr = source->segment->vaddr,
    .bytes = image_segment_bytes (image, source->segment),
    .size = source->segment->filesz,
    .extent = source->segment->filesz,
  };
  return dump_walk (dump, &shown);
}

/* Dump SECTION of SOURCE.  If *TAIL and SECTION is in the segment, dump the
   rest of the segment as well and clear *TAIL.  */
static sfm_status
dump_image_section (struct dump *dump, struct dump_source *source,
                    const struct image_section *section, bool *tail)
{
  const struct image *image = &source->image;
  const struct image_segment *segment = *tail ? source->segment : NULL;
  size_t size;
  struct dump_section shown = {
    .file = image->path,
    .name = section->name,
    .image = image,
    .known = &source->known,
    .addr = section->addr,
    .bytes = image_section_bytes (image, section, &size),
  };

  shown.absent = shown.bytes == NULL && section->size != 0;
  shown.size = shown.absent ? section->size : size;
  shown.extent = shown.size;
  /* The bytes after the section are the segment's only if address and file
     offset are in the segment at the same distance from its start.  */
  if (!shown.absent && shown.bytes != NULL && segment != NULL
      && section->addr >= segment->vaddr
      && section->addr - segment->vaddr <= segment->filesz
      && section->offset >= segment->offset
      && section->offset - segment->offset == section->addr - segment->vaddr)
    {
      uint64_t rest = segment->filesz - (section->addr - segment->vaddr);
      *tail = false;
      if (rest > shown.extent)
        shown.extent = rest;
    }
  return dump_walk (dump, &shown);
}

/* Dump the sections of SOURCE, or its segment if there are none.  */
static sfm_status
dump_source (struct dump *dump, struct dump_source *source)
{
  const struct image *image = &source->image;
  sfm_status status = SFM_OK;
  size_t count = 0;
  /* Only the first section in the segment is shown with the segment's rest.
     If each were, the output would grow with the square of their number.  */
  bool tail = true;

  for (uint32_t i = 1; i < image->section_count && status == SFM_OK; i++)
    if (image_section_has_sframe (&image->sections[i]))
      {
        status = dump_image_section (dump, source, &image->sections[i], &tail);
        count++;
      }
  if (count == 0 && source->segment != NULL)
    status = dump_segment (dump, source);
  else if (count == 0)
    diag (dump->sink, DIAG_NOTE, image->path, "no .sframe section");
  return status;
}

sfm_status
dump_foreign (void *data, const struct image *image)
{
  struct dump *dump = data;
  const bool headers = dump->headers;
  struct dump_source source = { .image = *image };

  dump->headers = true;
  source.segment = image_find_segment (image, PT_GNU_SFRAME);
  const sfm_status status = dump_source (dump, &source);
  dump->headers = headers;
  return status;
}

sfm_status
dump_image (void *data, const struct file_source *from)
{
  struct dump *dump = data;
  struct dump_source source = { .known = { .known = false } };
  struct file_bytes file;
  sfm_status status
      = image_open_file (from, ALLOW_ANY, &file, &source.image, dump->sink);

  if (status != SFM_OK)
    return status;
  const bool foreign = source.image.foreign;
  const bool shown
      = !foreign
        || (dump_shows_foreign (dump) && image_has_sframe (&source.image));
  source.segment = image_find_segment (&source.image, PT_GNU_SFRAME);
  if (shown)
    status = foreign ? dump_foreign (dump, &source.image)
             : dump->wanted_count == 0
                 ? dump_source (dump, &source)
                 : dump_at_image (dump, &source.image, &source.known);
  status = file_bytes_settle (&file, from->path, status, dump->sink);
  dump_start_base_free (&source.known);
  image_close (&source.image);
  file_bytes_close (&file);
  /* This says why not.  */
  return shown || status != SFM_OK
             ? status
             : image_open_source (from, true, &source.image, dump->sink);
}
