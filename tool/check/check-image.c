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

/* An image that is checked, and what is found out about it.  */
struct image_check
{
  struct check *check;
  struct image_context audit;
  struct prover prover;
  struct coverage coverage;
  struct describe describe; /* what synth would make */
  struct input_comparison against;
};

/* Count what synth would make of C's image, if .sframe lacks anything.
   Messages about single functions are left to synth.  */
static sfm_status
count_fill (struct image_check *c)
{
  const struct image_versions found = image_versions (&c->audit.existing);
  const struct coverage *coverage = &c->coverage;
  const bool code = c->prover.index != NULL;

  if (c->check->options->no_rows
      || (!code
          && (coverage->by_symbols
              || coverage->functions == coverage->functions_covered)))
    return SFM_OK;
  c->describe = (struct describe){ .context = &c->audit,
                                   .target = image_versions_target (&found),
                                   .fill = true,
                                   .code = code,
                                   .proven = &c->prover,
                                   .partial = true,
                                   .sink = &diag_silent };
  const sfm_status status = describe_image (&c->describe);
  if (status == SFM_ERR_NOMEM)
    return diag_nomem (&c->check->report->sink, c->audit.image.path);
  /* Synth would fail too.  */
  if (status != SFM_OK)
    c->describe.counts.added = c->describe.counts.proven = 0;
  return SFM_OK;
}

/* Judge the .eh_frame of AUDIT's image, if that is asked for.  With --for=all
   only one verdict depends on it, and the findings are only counted.  */
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

/* Check C's image, in the order of the output.  */
static sfm_status
look (struct image_check *c)
{
  struct image_context *audit = &c->audit;
  const struct check_options *options = c->check->options;
  const struct finding_sink *found = &c->check->found;
  const struct diag_sink *sink = &c->check->report->sink;
  /* Pieces of an unknown version describe functions that nobody can list.  */
  const bool known = audit->existing.later.count == 0;

  TRY (check_pieces (
      c->check, consumer_pieces_of_image (&c->check->subject.pieces, audit)));
  TRY (audit_find (audit, !options->no_rows, found, sink));
  if (options->prove)
    TRY (audit_prove (audit, &c->prover, found, sink));
  TRY (look_at_eh_frame (c->check, audit));
  if (any_plain_returns (&options->consumers))
    TRY (audit_calls (audit, found, sink));
  if (known && !audit_is_detached (audit))
    {
      TRY (coverage_measure (audit, &c->coverage, sink));
      audit_missing (audit, &c->coverage, found);
    }
  if (known && options->against.count != 0)
    TRY (check_against (c->check, audit, &c->against, found));
  /* Last: it settles what becomes of functions that can be corrected.  */
  return known ? count_fill (c) : SFM_OK;
}

/* Replace IMAGE's .sframe by that of the file of --detached, if that belongs
   to IMAGE.  */
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
  status = image_settle (&file, status, sink);
  image_close (&file);
  free (name);
  return status;
}

/* Check IMAGE, which SFrame has no ABI for, and close it.  Without SFrame, or
   with options that need more than its headers, that is an error.  SOURCE
   is that of check_image.  */
static sfm_status
visit_foreign (struct check *check, struct image *image,
               const struct file_source *source)
{
  const struct check_options *options = check->options;
  const bool shown = image_has_sframe (image) && options->detached == NULL
                     && options->against.count == 0;
  sfm_status status = shown ? check_foreign (check, image) : SFM_OK;

  status = image_settle (image, status, &check->report->sink);
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
  struct image_check c
      = { .check = check,
          .audit = { .named = check->options->against.count != 0 } };

  TRY (image_open_source (source, ALLOW_ANY, &c.audit.image, sink));
  if (c.audit.image.foreign)
    return visit_foreign (check, &c.audit.image, source);
  sfm_status status = attach (check, &c.audit.image);
  if (status == SFM_OK)
    status = audit_read (&c.audit, check->options->symbols, sink);
  if (status == SFM_OK)
    {
      subject->known = consumer_subject_of_image (&c.audit);
      check_begin (check);
      status = image_settle (&c.audit.image, look (&c), sink);
      if ((status == SFM_OK && c.audit.existing.later.count == 0
           && !audit_is_detached (&c.audit))
          || c.coverage.section_count != 0)
        subject->coverage = &c.coverage;
      if (status == SFM_OK
          && (c.describe.counts.added != 0 || c.describe.counts.proven != 0))
        {
          subject->fill = &c.describe.counts;
          subject->known.synth = c.describe.counts.added;
        }
      if (status == SFM_OK && c.audit.existing.later.count == 0
          && check->options->against.count != 0)
        subject->against = &c.against;
      check_end (check);
      subject->coverage = NULL;
      subject->fill = NULL;
      subject->against = NULL;
    }
  else
    status = image_settle (&c.audit.image, status, sink);
  describe_free (&c.describe);
  prove_free (&c.prover);
  coverage_free (&c.coverage);
  image_context_free (&c.audit);
  return status;
}
