/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   check-against.c - sfmerge check --against: find the functions of the inputs
   in a linked image, as sfmerge link does, and compare them with the image's
   .sframe.  Nothing is merged.  */

#include "config.h"

#include "check-file.h"
#include "input.h"
#include "placer.h"

/* Wraps placer_input_name as the NAME of a struct comparison_names.  */
static const char *
name_input (const void *placer, uint32_t input, const char **section)
{
  return placer_input_name (placer, input, section);
}

/* Read CHECK's inputs with INPUTS, place their functions with PLACER, and set
   AGAINST's functions and unplaced.  NAMED: names or a map tell what is not in
   the image.  */
static sfm_status
place_inputs (const struct check *check, struct inputs *inputs,
              struct placer *placer, bool named,
              struct input_comparison *against)
{
  const struct check_options *options = check->options;
  struct place_counts counts;

  sfm_status status = inputs_read_all (
      inputs, options->against, options->against_count, placer_add, placer);
  if (status == SFM_OK)
    status = placer_finish (placer, &counts);
  if (status != SFM_OK)
    return status;
  against->functions = counts.functions;
  against->unplaced = counts.missing + counts.contradicted + counts.wrong_rows
                      + (named ? 0 : counts.absent + counts.unsure);
  against->wrong_rows = counts.wrong_rows;
  return SFM_OK;
}

/* Find the functions of the inputs in AUDIT's image, with MAP if it is not
   NULL, and fill in AGAINST by COMPARISON.  */
static sfm_status
compare_inputs (const struct check *check, const struct image_context *audit,
                struct link_map *map, struct comparison *comparison,
                struct input_comparison *against,
                const struct finding_sink *found)
{
  const struct diag_sink *sink = &check->report->sink;
  const struct place_listener listener
      = { .fn = comparison_keep, .data = comparison };
  const struct place_sources sources = { .context = audit,
                                         .map = map,
                                         .listener = &listener,
                                         .existing_judged = true,
                                         .filled = true };
  struct placer *placer = placer_new (&sources, NULL, sink);
  struct inputs *inputs = inputs_new (INPUT_READER_LIBBFD, sink);
  sfm_status status = SFM_OK;

  if (placer == NULL || inputs == NULL)
    status = diag_nomem (sink, audit->image.path);
  else
    inputs_begin (inputs, check->options->against,
                  check->options->against_count);
  if (status == SFM_OK)
    status = place_inputs (check, inputs, placer,
                           map != NULL || audit->index.has_symtab, against);
  if (status == SFM_OK)
    {
      const struct comparison_names names
          = { .name = name_input, .data = placer };
      comparison_compare (comparison, &names, against, found);
      /* The rest was compared.  */
      bool lost;
      (void) later_objects_say (placer, DIAG_ERROR, "", sink, &lost);
      if (lost)
        status = SFM_ERR_UNSUPP;
    }
  placer_free (placer);
  inputs_free (inputs);
  return status;
}

sfm_status
check_against (const struct check *check, const struct image_context *audit,
               struct input_comparison *against,
               const struct finding_sink *found)
{
  const struct diag_sink *sink = &check->report->sink;
  struct comparison *comparison = NULL;
  struct link_map *map = NULL;
  sfm_status status = SFM_OK;

  *against = (struct input_comparison){ 0 };
  if (check->options->map != NULL)
    status = map_read (check->options->map, &map, sink);
  if (status == SFM_OK && (comparison = comparison_begin (audit)) == NULL)
    status = diag_nomem (sink, audit->image.path);
  if (status == SFM_OK)
    status = compare_inputs (check, audit, map, comparison, against, found);
  comparison_end (comparison);
  map_free (map);
  return status;
}
