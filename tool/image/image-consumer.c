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

void
image_consumer_tell_empty (const struct consumer *consumer, uint64_t functions,
                           const char *path, const struct diag_sink *sink)
{
  if (functions == 0 && consumer != NULL
      && (consumer->reader & SFM_READER_STRICT))
    diag (sink, DIAG_WARNING, path,
          "no function is left that %s takes, and it refuses a table without "
          "functions",
          consumer->name);
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
  image_consumer_tell_empty (consumer, stats.out_functions, image->path,
                             edit->sink);
  if (!consumer->kernel)
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
