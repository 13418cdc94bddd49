/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   make-room.c - find the change of an image that gives the merged section what
   it needs and changes least, and apply it to a copy.

   Theory of operation.  An attempt chooses a location in the image as it is,
   or in the image with inserted zeros, and may or may not move .dynsym or the
   table of program headers.  The attempts are made in order of the damage that
   other tools could do to the result.  The first one that serves everything
   wins: a location, a program header and all functions of PLT code.  If none
   does, the best one wins; of equal ones, the first.  Messages of an attempt
   that does not win are dropped.  */

#include "config.h"

#include <inttypes.h>
#include <stdlib.h>

#include "edit-internal.h"

/* What an attempt serves, from nothing to everything.  */
enum served
{
  NOTHING,
  WITHOUT_HEADER, /* there is no program header for it */
  WITHOUT_PLT,    /* functions of PLT code are left out */
  ALL
};

struct attempt
{
  bool insert;         /* insert zeros */
  bool dynsym;         /* .dynsym may move */
  enum phdr_mode mode; /* what may happen to the program headers */
  enum phdr_mode from; /* the attempt is made if OPTIONS have this mode or a
                          later one */
};

/* In order of the damage that strip and similar tools could do.  */
static const struct attempt attempts[] = {
  { false, false, PHDR_NONE, PHDR_NONE },
  { false, false, PHDR_SLOT, PHDR_SLOT },
  { true, false, PHDR_SLOT, PHDR_PAGES },
  { false, true, PHDR_SLOT, PHDR_PAGES },
  { true, true, PHDR_SLOT, PHDR_PAGES },
  { false, true, PHDR_MOVE, PHDR_MOVE },
};

enum
{
  ATTEMPTS = sizeof attempts / sizeof attempts[0]
};

/* The state of the attempts.  */
struct room
{
  struct image_change *change;
  struct sfm_merger *merger;
  const struct phdr_options *options;
  const struct diag_sink *sink;    /* the caller's */
  const struct byte_range *pieces; /* the existing ones, as they are */
  struct diag_queue diags[ATTEMPTS];
  bool impossible[ATTEMPTS];
  enum served most; /* what the best one serves */
  unsigned last;    /* the attempt that was made last */
};

/* Release what an attempt with inserted zeros took.  */
static void
drop_insertions (struct image_change *change)
{
  for (; change->inserted_count != 0; change->inserted_count--)
    image_close (&change->inserted[change->inserted_count - 1].image);
  free (change->shifted_clear);
  change->shifted_clear = NULL;
}

/* Find zeros to insert into the image of R.  SFM_END: that is impossible.  */
static sfm_status
find_insertion (const struct room *r, struct insertion *found,
                const struct diag_sink *sink)
{
  const struct image *image = r->change->source;
  const uint64_t most
      = r->options->mode == PHDR_PAGES ? INSERTED_MAX : HOLE_MAX;
  struct phdr_plan phdr;

  phdr_nothing (image, &phdr);
  phdr.options = *r->options;
  if (insertion_find (&phdr, most, found))
    return SFM_OK;
  diag (sink, found->size != 0 ? DIAG_NOTE : DIAG_DETAIL, image->path,
        "no bytes are inserted: %s", phdr.why);
  return SFM_END;
}

/* Let CHANGE apply to its image with the zeros FOUND inserted.  */
static sfm_status
insert (struct image_change *change, const struct insertion *found,
        const struct diag_sink *sink)
{
  const size_t count = change->clear_count;
  struct image *image = &change->inserted[change->inserted_count].image;
  struct byte_range *clear = calloc (count + 1, sizeof *clear);

  if (clear == NULL)
    return diag_nomem (sink, change->source->path);
  for (size_t i = 0; i < count; i++)
    {
      clear[i] = change->clear[i];
      if (clear[i].start < found->offset)
        continue;
      clear[i].start += found->size;
      clear[i].end += found->size;
    }
  free (change->shifted_clear);
  change->clear = change->shifted_clear = clear;
  TRY (insertion_apply (change->image, found, image, sink));
  change->inserted[change->inserted_count++].insertion = *found;
  change->image = image;
  diag (sink, DIAG_DETAIL, change->source->path,
        "0x%" PRIx64 " bytes inserted at offset 0x%" PRIx64
        ", after the bytes of program header %" PRIu32,
        found->size, found->offset, found->segment);
  return SFM_OK;
}

/* Make attempt IDX, with messages to SINK.  SFM_END: it is impossible.  */
static sfm_status
make_attempt (struct room *r, unsigned idx, const struct diag_sink *sink)
{
  struct image_change *change = r->change;
  struct phdr_options options = *r->options;

  r->last = idx;
  drop_insertions (change);
  change->image = change->source;
  change->clear = r->pieces;
  change->sink = sink;
  if (attempts[idx].insert)
    {
      struct insertion found;
      TRY (find_insertion (r, &found, sink));
      TRY (insert (change, &found, sink));
    }
  options.mode = attempts[idx].mode;
  options.dynsym = attempts[idx].dynsym;
  TRY (choose_location (change, r->merger, &options));
  /* The bytes of a new segment that does not go to the end of the file.  */
  return change->phdr.inserted.size != 0
             ? insert (change, &change->phdr.inserted, sink)
             : SFM_OK;
}

/* What the last attempt, which ended with STATUS, serves.  */
static enum served
served (const struct room *r, sfm_status status)
{
  uint64_t losses[SFM_LOSS_COUNT];

  if (status != SFM_OK)
    return NOTHING;
  /* A program finds a section of fixed size by its symbols.  */
  if (!r->change->space.fixed_size && !phdr_any (&r->change->phdr)
      && image_find_segment (r->change->image,
                             edit_sections[r->change->kind].segment_type)
             == NULL)
    return WITHOUT_HEADER;
  planned_losses (r->merger, losses);
  return losses[SFM_LOSS_NO_ROOM] != 0 ? WITHOUT_PLT : ALL;
}

/* True if the next attempt may do better than one that ended with STATUS.  */
static bool
goes_on (sfm_status status)
{
  return status == SFM_OK || status == SFM_END || status == SFM_ERR_LIMIT
         || status == SFM_ERR_UNSUPP;
}

/* Make the attempts and set *BEST to the best one.  Return its status, or one
   that ends everything.  */
static sfm_status
find_best (struct room *r, unsigned *best)
{
  sfm_status result = SFM_END;

  for (unsigned i = 0; i < ATTEMPTS && r->most != ALL; i++)
    {
      if (r->options->mode < attempts[i].from
          || (attempts[i].mode == PHDR_NONE && r->options->mode != PHDR_NONE))
        continue;
      sfm_status status = make_attempt (r, i, &r->diags[i].sink);
      const enum served now = served (r, status);
      r->impossible[i] = status == SFM_END;
      /* If all fail, report why the last one does, as it may change most.  */
      if (now > r->most || !goes_on (status)
          || (r->most == NOTHING && status != SFM_END))
        {
          *best = i;
          result = status;
          r->most = now;
        }
      if (!goes_on (status))
        return status;
    }
  return result;
}

/* Pass on the messages of attempt BEST.  If it does not serve everything,
   those of the impossible attempts come first.  */
static sfm_status
tell (struct room *r, unsigned best)
{
  sfm_status status = SFM_OK;

  for (unsigned i = 0; i < ATTEMPTS; i++)
    if (i != best)
      {
        const bool said = r->impossible[i] && r->most != ALL;
        sfm_status flushed
            = diag_queue_flush (&r->diags[i], said ? r->sink : &diag_silent);
        if (said && status == SFM_OK)
          status = flushed;
      }
  sfm_status flushed = diag_queue_flush (&r->diags[best], r->sink);
  return status == SFM_OK ? flushed : status;
}

sfm_status
make_room (struct image_change *change, struct sfm_merger *merger,
           const struct phdr_options *options)
{
  struct room r = { .change = change,
                    .merger = merger,
                    .options = options,
                    .sink = change->sink,
                    .pieces = change->clear };
  unsigned best = 0;

  change->kind = options->kind;
  change->source = change->image;
  for (unsigned i = 0; i < ATTEMPTS; i++)
    diag_queue_begin (&r.diags[i]);
  sfm_status status = find_best (&r, &best);
  if (r.last != best)
    {
      /* The attempt is repeated, and reports its messages again.  */
      (void) diag_queue_flush (&r.diags[best], &diag_silent);
      status = make_attempt (&r, best, &r.diags[best].sink);
    }
  change->sink = r.sink;
  sfm_status told = tell (&r, best);
  return status == SFM_OK ? told : status;
}

/* Open the copy of CHANGE as CHANGE->grown.  */
static sfm_status
reopen (struct image_change *change)
{
  image_close (&change->grown);
  return image_open_pages (change->image->path, change->copy, &change->grown,
                           change->sink);
}

/* Apply CHANGE to its copy.  */
static sfm_status
apply (struct image_change *change, struct rewrite_result *result)
{
  if (!phdr_any (&change->phdr))
    return rewrite_image (change, change->image, result);
  phdr_apply (change);
  TRY (reopen (change));
  TRY (section_order_restore (change, &change->grown));
  if (change->numbers != NULL)
    TRY (reopen (change));
  return rewrite_image (change, &change->grown, result);
}

sfm_status
image_change_apply (struct image_change *change, struct rewrite_result *result)
{
  TRY (image_copy (change->image, 0, 0, (size_t) change->phdr.file_size,
                   &change->copy, change->sink));
  TRY (apply (change, result));
  /* What is not listed would not get into the output.  */
  if (change->copy->written.failed)
    return diag_nomem (change->sink, change->image->path);
  /* Before threads look at it.  */
  byte_changes_sort (&change->copy->written);
  return SFM_OK;
}

void
image_change_drop_copy (struct image_change *change)
{
  image_close (&change->grown);
  paged_free (change->copy);
  change->copy = NULL;
}

void
image_change_free (struct image_change *change)
{
  drop_insertions (change);
  image_change_drop_copy (change);
  free (change->numbers);
}
