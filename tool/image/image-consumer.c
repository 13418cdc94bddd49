/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   image-consumer.c - what the consumer of --for takes of a merged section of
   an image.  */

#include "config.h"

#include <inttypes.h>

#include "code-segments.h"
#include "engine-options.h"
#include "image-consumer.h"

struct sfm_options
image_consumer_options (const struct image_edit *edit, enum sfm_target target)
{
  const struct consumer *consumer = edit->options->consumer;
  struct sfm_options options = engine_options (target);

  if (consumer == NULL)
    return options;
  options.reader = consumer->reader;
  if (!consumer->one_text)
    return options;
  const struct code_segments code = code_segments_of (&edit->context.image);
  if (code.count == 1)
    {
      options.text_start = code.start;
      options.text_end = code.end;
    }
  else if (code.count > 1)
    diag (edit->sink, DIAG_WARNING, edit->context.image.path,
          "it has %zu executable segments, and %s refuses the .sframe of such "
          "an image if it validates it; link all code into one segment",
          code.count, consumer->name);
  return options;
}

sfm_status
image_consumer_check (const struct image_edit *edit)
{
  const struct consumer *consumer = edit->options->consumer;
  const struct image *image = &edit->context.image;
  struct sfm_stats stats = { .size = sizeof stats };

  if (consumer == NULL)
    return SFM_OK;
  sfm_merger_stats (edit->merger, &stats);
  if (stats.out_functions == 0 && (consumer->reader & SFM_READER_STRICT))
    diag (edit->sink, DIAG_WARNING, image->path,
          "no function is left that %s takes, and it refuses a table without "
          "functions",
          consumer->name);
  if (!consumer->kernel)
    return SFM_OK;
  const uint32_t idx = image_find_section (image, ".sframe", 0);
  if (idx != 0 && image->sections[idx].addr == edit->change.space.addr)
    return SFM_OK;
  diag (edit->sink, DIAG_ERROR, image->path,
        "%s looks for .sframe where it was linked to, and there is no room: "
        "%zu bytes are needed",
        consumer->name, sfm_merger_size (edit->merger));
  return SFM_ERR_UNSUPP;
}
