/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   check-image.c - sfmerge check of a linked image.  */

#include "config.h"

#include <stdlib.h>

#include "cmd-check.h"
#include "describe.h"
#include "detached-file.h"
#include "image-edit.h"
#include "prove.h"
#include "sframe-section.h"

static bool
any_plain_returns (const struct consumer_list *list)
{
  for (size_t i = 0; i < list->count; i++)
    if (list->consumers[i]->plain_returns)
      return true;
  return false;
}

/* Count in DESCRIBE what synth would make of AUDIT's image, if .sframe lacks
   anything.  What it says about single functions is for synth to say.  */
static sfm_status
count_fill (const struct check *check, struct image_context *audit,
            const struct coverage *coverage, const struct prover *prover,
            struct describe *describe)
{
  const struct image_versions found = image_versions (&audit->existing);
  const bool code = prover->index != NULL;

  if (check->options->no_rows
      || (!code
          && (coverage->by_symbols
              || coverage->functions == coverage->functions_covered)))
    return SFM_OK;
  *describe = (struct describe){ .context = audit,
                                 .target = image_versions_target (&found),
                                 .fill = true,
                                 .code = code,
                                 .proven = prover,
                                 .partial = true,
                                 .sink = &diag_silent };
  const sfm_status status = describe_image (describe);
  if (status == SFM_ERR_NOMEM)
    return diag_nomem (&check->report->sink, audit->image.path);
  /* Synth would fail too.  */
  if (status != SFM_OK)
    describe->counts.added = describe->counts.proven = 0;
  return SFM_OK;
}

/* Judge the .eh_frame of AUDIT's image, if that is asked for.  With --for=all
   it matters to one verdict, and nobody asks for the findings.  */
static sfm_status
look_at_eh_frame (struct check *check, const struct image_context *audit)
{
  const bool read = consumers_read_eh_frame (&check->options->consumers);
  const struct finding_sink found
      = { .fn = check->options->eh_frame ? check_take : check_count,
          .data = check };

  if (read)
    consumer_facts_of_eh_frame (audit, &check->subject.known.facts);
  return read || check->options->eh_frame
             ? audit_eh_frame (audit, &found, &check->report->sink)
             : SFM_OK;
}

/* Check AUDIT's image, in the order of the output.  */
static sfm_status
look (struct check *check, struct image_context *audit, struct prover *prover,
      struct coverage *coverage, struct describe *describe,
      struct input_comparison *against)
{
  const struct check_options *options = check->options;
  const struct finding_sink found = { .fn = check_take, .data = check };
  const struct diag_sink *sink = &check->report->sink;
  sfm_status status = check_pieces (
      check, consumer_pieces_of_image (&check->subject.pieces, audit));

  if (status == SFM_OK)
    status = audit_find (audit, !options->no_rows, &found, sink);
  if (status == SFM_OK && options->prove)
    status = audit_prove (audit, prover, &found, sink);
  if (status == SFM_OK)
    status = look_at_eh_frame (check, audit);
  if (status == SFM_OK && any_plain_returns (&options->consumers))
    status = audit_calls (audit, &found, sink);
  /* What is not known describes something.  */
  const bool known = audit->existing.later.count == 0;
  if (status == SFM_OK && known && !audit_is_detached (audit))
    status = coverage_measure (audit, coverage, sink);
  if (status == SFM_OK && known && !audit_is_detached (audit))
    audit_missing (audit, coverage, &found);
  if (status == SFM_OK && known && options->against_count != 0)
    status = check_against (check, audit, against, &found);
  /* Last: it settles what becomes of functions that can be corrected.  */
  if (status == SFM_OK && known)
    status = count_fill (check, audit, coverage, prover, describe);
  return status;
}

/* Let IMAGE have the .sframe of the file of --detached, if it belongs to it,
   instead of its own.  */
static sfm_status
attach (const struct check *check, struct image *image)
{
  const struct diag_sink *sink = &check->report->sink;
  const char *path = check->options->detached;
  struct detached_section section;
  struct image file;
  char *name = NULL;

  if (path == NULL)
    return SFM_OK;
  if (detached_is_dir (path))
    {
      TRY (detached_name (image, path, &name, sink));
      path = name;
    }
  sfm_status status = image_open (path, ALLOW_IMAGES, &file, sink);
  if (status == SFM_OK)
    status = detached_find (&file, &section, sink);
  if (status == SFM_OK)
    status = detached_match (image, &file, &section, sink);
  if (status == SFM_OK)
    status = detached_attach (image, &section, sink);
  image_close (&file);
  free (name);
  return status;
}

/* Check IMAGE, which SFrame has no ABI for, and close it.  Without SFrame, or
   with options that need more than its headers, that is an error.  SOURCE
   is that of check_image.  */
static sfm_status
visit_foreign (struct check *check, struct image *image,
               const struct file_bytes *file, const struct file_source *source)
{
  const struct check_options *options = check->options;
  const bool shown = image_has_sframe (image) && options->detached == NULL
                     && options->against_count == 0;
  sfm_status status = shown ? check_foreign (check, image) : SFM_OK;

  status
      = file_bytes_settle (file, source->path, status, &check->report->sink);
  image_close (image);
  if (!shown && status == SFM_OK)
    status = image_open_source (source, ALLOW_OBJECTS, image,
                                &check->report->sink);
  return status;
}

sfm_status
check_image (void *data, const struct file_source *source)
{
  struct check *check = data;
  const struct diag_sink *sink = &check->report->sink;
  struct check_subject *subject = &check->subject;
  struct image_context audit = { .named = check->options->against_count != 0 };
  struct coverage coverage = { 0 };
  struct describe describe = { 0 };
  struct prover prover = { 0 };
  struct input_comparison against = { 0 };
  struct file_bytes file;
  sfm_status status
      = image_open_file (source, ALLOW_ANY, &file, &audit.image, sink);

  if (status != SFM_OK)
    return status;
  if (audit.image.foreign)
    {
      status = visit_foreign (check, &audit.image, &file, source);
      file_bytes_close (&file);
      return status;
    }
  status = attach (check, &audit.image);
  if (status == SFM_OK)
    status = audit_read (&audit, check->options->symbols, sink);
  if (status == SFM_OK)
    {
      subject->known = consumer_subject_of_image (&audit);
      check_begin (check);
      status = file_bytes_settle (
          &file, source->path,
          look (check, &audit, &prover, &coverage, &describe, &against), sink);
      if ((status == SFM_OK && audit.existing.later.count == 0
           && !audit_is_detached (&audit))
          || coverage.section_count != 0)
        subject->coverage = &coverage;
      if (status == SFM_OK
          && (describe.counts.added != 0 || describe.counts.proven != 0))
        {
          subject->fill = &describe.counts;
          subject->known.synth = describe.counts.added;
        }
      if (status == SFM_OK && audit.existing.later.count == 0
          && check->options->against_count != 0)
        subject->against = &against;
      check_end (check);
      subject->coverage = NULL;
      subject->fill = NULL;
      subject->against = NULL;
    }
  else
    status = file_bytes_settle (&file, source->path, status, sink);
  describe_free (&describe);
  prove_free (&prover);
  coverage_free (&coverage);
  image_context_free (&audit);
  file_bytes_close (&file);
  return status;
}
