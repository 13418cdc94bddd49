/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   link-report.c - reports on a run of sfmerge link.  */

#include "config.h"

#include <inttypes.h>
#include <jansson.h>

#include "file-list.h"
#include "image-edit.h"
#include "link-report.h"
#include "report.h"
#include "sframe-section.h"
#include "text.h"

/* Whether an image's .sframe is what the linker made of those of the inputs,
   by its size.

   A linker that does not know .sframe puts those of the inputs one after the
   other, and gold may spoil even their headers: to an object that comes from
   ld -r it applies relocations in wrong places.  What it leaves does not look
   like SFrame, as what a linker script puts into the section beside the
   inputs'.  But the script's contribution adds to the size.  A section of
   exactly the size of all inputs is the linker's own work, whatever its bytes
   are, and may be replaced.  */

enum
{
  SECTION_ALIGN = 8
};

void
link_sizes_add (struct link_sizes *sizes, const struct input_object *object)
{
  for (size_t i = 0; i < object->sframe_count; i++)
    {
      const uint64_t size = object->sframes[i].size;
      const uint64_t aligned = align_up (size, SECTION_ALIGN);
      sizes->packed += size;
      sizes->aligned += aligned;
      sizes->paddings |= (uint8_t) (1U << (aligned - size));
    }
}

struct byte_range
link_sizes_section (const struct link_sizes *sizes, const struct image *image)
{
  const struct image_section *only = NULL;

  for (uint32_t i = 1; i < image->section_count; i++)
    {
      const struct image_section *section = &image->sections[i];
      if (!image_section_has_sframe (section) || section->size == 0
          || section->type == SHT_NOBITS)
        continue;
      if (only != NULL)
        return (struct byte_range){ 0 };
      only = section;
    }
  if (only == NULL || only->size > sizes->aligned)
    return (struct byte_range){ 0 };
  /* The last one is not rounded up.  */
  const uint64_t padding = sizes->aligned - only->size;
  if (only->size != sizes->packed
      && (padding >= SECTION_ALIGN || (sizes->paddings >> padding & 1) == 0))
    return (struct byte_range){ 0 };
  return (struct byte_range){ .start = only->offset,
                              .end = only->offset + only->size };
}

/* Report one lost function, for -v.  */
static void
tell_loss (void *data, const struct sfm_note *note)
{
  struct link_run *run = data;
  const char *section;
  const char *name = placer_input_name (run->placer, note->input, &section);

  diag_at (&run->report->sink, DIAG_DETAIL, name, section, note->field,
           "function at 0x%" PRIx64 ": %s", note->addr,
           sfm_loss_text (note->loss));
}

/* Report how the functions of the inputs were placed.  */
static void
tell_counts (struct link_run *run)
{
  const struct place_counts *c = &run->counts;
  const struct diag_sink *sink = &run->report->sink;
  const char *path = run->edit.context.image.path;

  diag (sink, DIAG_DETAIL, path,
        "functions of the inputs: %zu; described by the image already: %zu, "
        "placed by the map: %zu, by symbols: %zu",
        c->functions, c->existing, c->map, c->symbols);
  diag (sink, DIAG_DETAIL, path,
        "not in the image: discarded %zu, not extracted %zu, absent %zu, "
        "superseded %zu, dead %zu, empty %zu, unsure %zu",
        c->discarded, c->not_extracted, c->absent, c->superseded, c->dead,
        c->empty, c->unsure);
  diag (sink, DIAG_DETAIL, path,
        "left out: changed %zu, not found %zu, contradicted %zu, unjudged %zu",
        c->changed, c->missing, c->contradicted + c->wrong_rows, c->unjudged);
  if (c->changed != 0)
    diag (sink, DIAG_WARNING, path,
          "%zu of %zu functions of the inputs are left out, as the image has "
          "other code under their names",
          c->changed, c->functions);
  if (c->corrected != 0)
    diag (
        sink, DIAG_NOTE, path,
        "%zu of %zu functions of the inputs have the end of the stack, or the "
        "marks, of .eh_frame now",
        c->corrected, c->functions);
  if (c->superseded != 0)
    diag (sink, DIAG_NOTE, path,
          "%zu functions of the inputs were recompiled at link time; only "
          "the objects of -save-temps describe the new ones",
          c->superseded);
}

void
link_run_tell (struct link_run *run)
{
  tell_counts (run);
  sfm_merger_each_loss (run->edit.merger, tell_loss, run);
  if (run->options->common.fill == FILL_ALL
      || (run->edit.describe.fill && run->edit.describe.counts.frames != 0))
    fill_report (&run->edit.describe.counts, run->edit.context.image.path,
                 &run->report->sink);
  image_edit_tell (&run->edit);
}

/* C as JSON; NULL: no memory.  */
static json_t *
json_counts (const struct place_counts *c)
{
  const struct
  {
    const char *name;
    size_t count;
  } counts[] = {
    { "functions", c->functions },
    { "described_by_image", c->existing },
    { "placed_by_map", c->map },
    { "placed_by_symbols", c->symbols },
    { "discarded", c->discarded },
    { "not_extracted", c->not_extracted },
    { "absent", c->absent },
    { "unsure", c->unsure },
    { "superseded", c->superseded },
    { "dead", c->dead },
    { "empty", c->empty },
    { "changed", c->changed },
    { "not_found", c->missing },
    { "contradicted", c->contradicted + c->wrong_rows },
    { "unjudged", c->unjudged },
    { "corrected", c->corrected },
  };
  json_t *object = json_object ();

  for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
    if (json_object_set_new (object, counts[i].name,
                             json_integer ((json_int_t) counts[i].count))
        != 0)
      {
        json_decref (object);
        return NULL;
      }
  return object;
}

sfm_status
link_run_json (struct link_run *run)
{
  char path[4096];
  uint64_t losses[SFM_LOSS_COUNT];
  size_t size;

  sfm_merger_losses (run->edit.merger, losses, SFM_LOSS_COUNT);
  json_t *root = json_pack (
      "{s:s, s:o, s:o, s:o}", "image",
      printable (run->edit.context.image.path, path, sizeof path), "inputs",
      json_counts (&run->counts), "output", image_edit_json (&run->edit),
      "losses", losses_json (losses));
  if (run->options->common.fill != FILL_NONE
      && json_object_set_new (root, "synth",
                              fill_json (&run->edit.describe.counts))
             != 0)
    {
      json_decref (root);
      root = NULL;
    }
  run->json = json_text (root, JSON_INDENT (2) | JSON_EMBED, &size);
  return run->json == NULL ? diag_nomem (&run->report->sink, NULL) : SFM_OK;
}
