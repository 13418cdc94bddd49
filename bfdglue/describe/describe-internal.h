/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   describe-internal.h - the passes of a description, and what they share.  */

#ifndef BFDGLUE_DESCRIBE_INTERNAL_H
#define BFDGLUE_DESCRIBE_INTERNAL_H

#include "describe.h"

/* A range of code that has a function.  Its first two members order it.  */
struct described
{
  uint64_t addr;
  uint64_t end;
  bool incomplete; /* what is made for it takes its place */
};

/* The ranges, by address.  */
struct described_list
{
  struct described *at;
  size_t count;
  size_t capacity;
};

/* A function of the index that is to be added, by its number there.  */
struct chosen_frames
{
  uint32_t *numbers;
  bool *instead; /* whether it takes the place of an incomplete one */
  size_t count;
};

/* describe-existing.c: give the existing pieces to D->merger.  A piece that it
   refuses is reported and not used; D->mixed is set if the reason is that it
   cannot be merged with the others.  PLT code that replaces functions of the
   pieces, of which nothing else may remain, goes with them.  Statuses: NOMEM,
   those of plt_code_add.  */
sfm_status describe_pieces (struct describe *d,
                            struct described_list *list) SFM_CHECKED;

/* describe-existing.c: give it other PLT code, if it has functions: an image
   gets no section for PLT code alone.  Statuses: those of plt_code_add.  */
sfm_status describe_plt (struct describe *d,
                         struct described_list *list) SFM_CHECKED;

/* described.c: set LIST to the live functions of the pieces, of PLT code, and
   of the inputs.  Statuses: NOMEM.  */
sfm_status described_read (struct describe *d,
                           struct described_list *list) SFM_CHECKED;

/* describe-frames.c: make D's piece of the functions of call frame information
   that LIST does not have, and give it to D->merger.  Statuses: NOMEM, LIMIT,
   CORRUPT.  */
sfm_status describe_frames (struct describe *d,
                            struct described_list *list) SFM_CHECKED;

/* frame-rows.c: make D's piece of FRAMES, and prove it.  Statuses: NOMEM,
   LIMIT, CORRUPT.  */
sfm_status frame_rows_make (struct describe *d,
                            const struct chosen_frames *frames) SFM_CHECKED;

/* describe-lost.c: count in D->lost the functions of the pieces of which
   nothing is left: they are not used, LIST has none of their code, and, if
   call frame information is used, no FDE does.  Each is a detail.  Refuse
   losses.  Statuses: NOMEM, UNSUPP.  */
sfm_status describe_lost (struct describe *d,
                          struct described_list *list) SFM_CHECKED;

#endif /* BFDGLUE_DESCRIBE_INTERNAL_H */
