/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   consumer-file.h - what is to be judged of a file that was read, and the
   verdict on a whole file.  */

#ifndef TOOL_CONSUMER_FILE_H
#define TOOL_CONSUMER_FILE_H

#include "consumer-verdict.h"
#include "image-context.h"
#include "input.h"

/* What is known of the pieces of a file.  AT is to be freed.  */
struct consumer_pieces
{
  struct consumer_piece *at;
  size_t count;
  size_t capacity;
};

/* Add PIECE to PIECES, with the facts that its bytes show.  The result is
   valid until the next one is added.  NULL: no memory.  */
struct consumer_piece *consumer_pieces_add (struct consumer_pieces *pieces,
                                            const struct sfm_piece *piece,
                                            bool past_section_end);

/* Add PIECE, of which the engine does not know something.  False: no
   memory.  */
bool consumer_pieces_add_later (struct consumer_pieces *pieces,
                                const struct sfm_piece *piece);

/* Add the pieces of AUDIT's image, which audit_read has read, in the order of
   the file; of those that are not known, the first.  False: no memory.  */
bool consumer_pieces_of_image (struct consumer_pieces *pieces,
                               const struct image_context *audit);

/* Add the pieces of OBJECT; of each section, up to the first that is damaged
   or not known.  *LATER is set if one is not known.  False: no memory.  */
bool consumer_pieces_of_object (struct consumer_pieces *pieces,
                                const struct input_object *object,
                                bool *later);

/* The subject that AUDIT's image, or OBJECT, is, without pieces and
   findings.  */
struct consumer_subject
consumer_subject_of_image (const struct image_context *audit);
struct consumer_subject
consumer_subject_of_object (const struct input_object *object);

/* Set VERDICT to CONSUMER's verdict on IMAGE, which is open, and is closed by
   this, with its debug file SYMBOLS, or NULL; or on OBJECT.  Nothing is said
   about the file.  Statuses: those of audit_read, audit_find and
   audit_object.  */
sfm_status consumer_judge_image (const struct consumer *consumer,
                                 const struct image *image,
                                 const char *symbols,
                                 struct consumer_verdict *verdict) SFM_CHECKED;
sfm_status
consumer_judge_object (const struct consumer *consumer,
                       const struct input_object *object,
                       struct consumer_verdict *verdict) SFM_CHECKED;

/* If VERDICT on the file PATH, which was to be written, is that its consumer
   cannot use it, say so with the worst reason and MORE, and return UNSUPP.  */
sfm_status consumer_refuse (const struct consumer_verdict *verdict,
                            const char *path, const char *more,
                            const struct diag_sink *sink) SFM_CHECKED;

#endif /* TOOL_CONSUMER_FILE_H */
