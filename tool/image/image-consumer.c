/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   image-consumer.c - what the consumer of --for takes of a merged section of
   an image.  */

#include "config.h"

#include <inttypes.h>

#include "elf-abi.h"
#include "elf-image.h"
#include "image-edit.h"
#include "options.h"

struct sfm_options
image_consumer_options (const struct image_edit *edit, enum sfm_target target)
{
  const struct consumer *consumer = edit->options->consumer;
  struct sfm_options options = engine_options (target);

  if (consumer == NULL)
    return options;
  const struct image *image = &edit->context.image;
  image_consumer_tell_machine (consumer, image->machine, image->big_endian,
                               image->path, edit->sink);
  options.reader = consumer->reader;
  if (!consumer->one_text)
    return options;
  const struct code_segments code = code_segments_of (&edit->context.image);
  if (code.count == 1)
    {
      options.text_start = code.start;
      options.text_end = code.end;
    }
  return options;
}

void
image_consumer_tell_machine (const struct consumer *consumer, uint16_t machine,
                             bool big_endian, const char *path,
                             const struct diag_sink *sink)
{
  char text[ELF_MACHINE_TEXT];

  if (consumer != NULL && !consumer_reads (consumer, machine))
    diag (sink, DIAG_WARNING, path,
          "%s is %s only and will not read it: it is for %s", consumer->name,
          consumer->only, elf_machine_text (machine, big_endian, text));
}

sfm_status
image_consumer_check (const struct image_edit *edit)
{
  const struct consumer *consumer = edit->options->consumer;
  const struct image *image = &edit->context.image;

  if (consumer == NULL || !consumer->kernel)
    return SFM_OK;
  const uint32_t idx = image_find_section (image, ".sframe", 0);
  const struct image_section *s = &image->sections[idx];
  if (idx != 0 && s->addr == edit->change.space.addr
      && sfm_merger_size (edit->merger) <= s->size)
    return SFM_OK;
  diag (edit->sink, DIAG_ERROR, image->path,
        "%s looks for .sframe where it was linked to: %zu bytes are needed, "
        "and there are %" PRIu64,
        consumer->name, sfm_merger_size (edit->merger),
        idx != 0 ? s->size : 0);
  return SFM_ERR_UNSUPP;
}

/* Open what EDIT has made as IMAGE: the copy; if there is none, the image as
   it is; of a detached file, the image with it.  */
static sfm_status
open_result (const struct image_edit *edit, struct image *image)
{
  const struct image *from = &edit->context.image;
  struct paged *pages
      = edit->change.copy != NULL ? edit->change.copy : from->pages;
  const struct detached_section section
      = { .bytes = edit->detached.content,
          .size = edit->detached.content_size,
          .addr = edit->detached.addr };

  TRY (pages != NULL ? image_open_pages (from->path, pages, image, edit->sink)
                     : image_open_bytes (from->path, from->memory, from->size,
                                         false, image, edit->sink));
  if (section.bytes == NULL)
    return SFM_OK;
  const sfm_status status = detached_attach (image, &section, edit->sink);
  if (status != SFM_OK)
    image_close (image);
  return status;
}

sfm_status
image_consumer_judge (struct image_edit *edit)
{
  struct consumer_verdict *verdict = &edit->verdict;
  struct image result;

  *verdict = (struct consumer_verdict){ .grade = CONSUMER_USABLE };
  if (edit->judge == NULL)
    return SFM_OK;
  TRY (open_result (edit, &result));
  const sfm_status status = consumer_judge_image (
      edit->judge, &result, edit->options->image.symbols, verdict);
  if (status != SFM_OK)
    return diag_fail (edit->sink, status, edit->context.image.path,
                      "the output cannot be read back: %s",
                      sfm_status_text (status));
  return SFM_OK;
}

sfm_status
image_consumer_leave (struct image_edit *edit)
{
  const struct existing_sframe *existing = &edit->context.existing;

  if (existing->piece_count == 0 && existing->later.count == 0)
    return SFM_OK;
  TRY (image_consumer_judge (edit));
  return consumer_refuse (&edit->verdict, edit->context.image.path, "",
                          edit->sink);
}
