/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   consumer-file.c - what is to be judged of a file that was read.  */

#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "audit.h"
#include "consumers.h"
#include "pool.h"

struct consumer_piece *
consumer_pieces_add (struct consumer_pieces *pieces,
                     const struct sfm_piece *piece, bool past_section_end)
{
  if (!array_grow (&pieces->at, &pieces->capacity, pieces->count,
                   sizeof *pieces->at))
    return NULL;
  struct consumer_piece *about = &pieces->at[pieces->count++];
  *about = (struct consumer_piece){ .version = piece->version,
                                    .flags = piece->flags,
                                    .num_fdes = piece->num_fdes,
                                    .num_fres = piece->num_fres,
                                    .past_section_end = past_section_end };
  consumer_facts_of_piece (piece, &about->facts);
  return about;
}

bool
consumer_pieces_add_later (struct consumer_pieces *pieces,
                           const struct sfm_piece *piece)
{
  if (!array_grow (&pieces->at, &pieces->capacity, pieces->count,
                   sizeof *pieces->at))
    return false;
  pieces->at[pieces->count++] = (struct consumer_piece){
    .version = piece->version, .flags = piece->flags, .later = true
  };
  return true;
}

bool
consumer_pieces_of_image (struct consumer_pieces *pieces,
                          const struct image_context *audit)
{
  const struct later_sframe *later = &audit->existing.later;
  bool due = later->count != 0;

  for (size_t i = 0; i < audit->existing.piece_count; i++)
    {
      const struct image_piece *p = &audit->existing.pieces[i];
      if (due
          && later->piece.bytes + later->piece.offset
                 < p->piece.bytes + p->piece.offset)
        {
          due = false;
          if (!consumer_pieces_add_later (pieces, &later->piece))
            return false;
        }
      struct consumer_piece *about
          = consumer_pieces_add (pieces, &p->piece, p->past_section_end);
      if (about == NULL)
        return false;
      consumer_facts_of_places (p, &audit->image, &about->facts);
    }
  return !due || consumer_pieces_add_later (pieces, &later->piece);
}

struct consumer_subject
consumer_subject_of_image (const struct image_context *audit)
{
  struct consumer_subject subject
      = { .name = audit->image.path,
          .kind = CONSUMER_IMAGE,
          .machine = audit->image.machine,
          .big_endian = audit->image.big_endian,
          .later = audit->existing.later.count != 0 };

  subject.kernel = consumer_facts_of_image (&audit->image, &subject.facts);
  return subject;
}

struct consumer_subject
consumer_subject_of_object (const struct input_object *object)
{
  struct consumer_subject subject = { .name = object->name,
                                      .kind = CONSUMER_OBJECT,
                                      .machine = object->machine,
                                      .big_endian = object->big_endian };

  /* A kernel module has the section of struct module.  */
  for (size_t i = 0; i < object->section_count; i++)
    if (strcmp (object->sections[i].name, ".gnu.linkonce.this_module") == 0)
      subject.kind = CONSUMER_MODULE;
  return subject;
}

bool
consumer_pieces_of_object (struct consumer_pieces *pieces,
                           const struct input_object *object, bool *later)
{
  struct sfm_piece piece;
  struct sfm_diag diag;

  for (size_t i = 0; i < object->sframe_count; i++)
    {
      const struct input_sframe *s = &object->sframes[i];
      sfm_status status;
      uint64_t from = 0;
      while ((status = sfm_piece_next (s->bytes, s->size, from, &piece, &diag))
             == SFM_OK)
        {
          if (consumer_pieces_add (pieces, &piece, false) == NULL)
            return false;
          from = piece.end;
        }
      if (status != SFM_ERR_UNSUPP)
        continue;
      *later = true;
      if (!consumer_pieces_add_later (pieces, &piece))
        return false;
    }
  return true;
}

/* Sums of findings.  */
struct sums
{
  uint64_t found[FIND_COUNT];
};

static void
take_finding (void *data, const struct finding *finding)
{
  struct sums *sums = data;

  sums->found[finding->id] += finding->count;
}

/* Judge SUBJECT, of which PIECES and SUMS are known.  */
static void
judge (const struct consumer *consumer, struct consumer_subject *subject,
       const struct consumer_pieces *pieces, const struct sums *sums,
       struct consumer_verdict *verdict)
{
  subject->pieces = pieces->at;
  subject->piece_count = pieces->count;
  subject->found = sums->found;
  consumer_judge (consumer, subject, verdict);
}

/* Judge AUDIT, which was read.  */
static sfm_status
judge_audit (const struct consumer *consumer,
             const struct image_context *audit,
             struct consumer_verdict *verdict)
{
  struct consumer_subject subject = consumer_subject_of_image (audit);
  struct consumer_pieces pieces = { .count = 0 };
  struct sums sums = { { 0 } };
  const struct finding_sink sink = { .fn = take_finding, .data = &sums };
  sfm_status status
      = consumer_pieces_of_image (&pieces, audit) ? SFM_OK : SFM_ERR_NOMEM;

  if (status == SFM_OK)
    status = audit_find (audit, false, &sink, &diag_silent);
  if (status == SFM_OK)
    judge (consumer, &subject, &pieces, &sums, verdict);
  free (pieces.at);
  return status;
}

sfm_status
consumer_judge_image (const struct consumer *consumer,
                      const struct image *image, const char *symbols,
                      struct consumer_verdict *verdict)
{
  struct image_context audit = { .image = *image };
  sfm_status status = audit_read (&audit, symbols, &diag_silent);

  if (status == SFM_OK)
    status = judge_audit (consumer, &audit, verdict);
  image_context_free (&audit);
  return status;
}

sfm_status
consumer_judge_object (const struct consumer *consumer,
                       const struct input_object *object,
                       struct consumer_verdict *verdict)
{
  struct consumer_subject subject = consumer_subject_of_object (object);
  struct consumer_pieces pieces = { .count = 0 };
  struct sums sums = { { 0 } };
  const struct finding_sink sink = { .fn = take_finding, .data = &sums };
  sfm_status status
      = consumer_pieces_of_object (&pieces, object, &subject.later)
            ? SFM_OK
            : SFM_ERR_NOMEM;

  if (status == SFM_OK)
    status = audit_object (object, &sink, &diag_silent);
  if (status == SFM_OK)
    judge (consumer, &subject, &pieces, &sums, verdict);
  free (pieces.at);
  return status;
}

sfm_status
consumer_refuse (const struct consumer_verdict *verdict, const char *path,
                 const char *more, const struct diag_sink *sink)
{
  return verdict->grade != CONSUMER_UNUSABLE
             ? SFM_OK
             : diag_fail (sink, SFM_ERR_UNSUPP, path,
                          "%s could not use the result: %s%s",
                          verdict->consumer->name, verdict->reasons[0], more);
}
