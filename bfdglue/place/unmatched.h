/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unmatched.h - accounting for functions by what their rows say.  */

#ifndef BFDGLUE_UNMATCHED_H
#define BFDGLUE_UNMATCHED_H

#include "code-ranges.h"
#include "function-index.h"
#include "input.h"
#include "pieces.h"

struct place_counts;
struct placer;

/* A function of an input that nothing else has settled.  */
struct unmatched_pending
{
  uint64_t digest;
  uint64_t group; /* its COMDAT identity, or 0 */
  uint64_t field; /* for messages */
  uint32_t size;
  uint32_t input;
  bool alone; /* its symbol stands where the image describes nothing, so none
                 of the described ones is it, however alike */
};

/* An own piece by its digest.  */
struct unmatched_piece
{
  uint64_t digest;
  struct image_piece *piece;
};

struct unmatched
{
  const struct existing_sframe *existing;
  struct unmatched_piece *pieces; /* usable ones, by digest */
  size_t piece_count;
  bool *claimed; /* own->functions that are some input's */
  struct unmatched_pending *pending;
  size_t pending_count;
  size_t pending_capacity;
  uint64_t *groups; /* COMDAT identities of which a copy was found */
  size_t group_count;
  size_t group_sorted; /* how many of them are in order */
  size_t group_capacity;
  uint64_t *hidden; /* sizes of .eh_frame's functions that the image does not
                       describe, if they matter */
  size_t hidden_count;
};

/* Index EXISTING.  Statuses: NOMEM, without a message.  */
sfm_status unmatched_begin (struct unmatched *content,
                            struct existing_sframe *existing);
void unmatched_end (struct unmatched *content);

/* The first piece of the image that is PIECE, relocated, and not taken, or
   NULL.  */
struct image_piece *unmatched_existing (struct unmatched *content,
                                        const struct sfm_piece *piece);

/* The own function at ADDR with DIGEST is an input's.  */
void unmatched_match (struct unmatched *content, uint64_t addr,
                      uint64_t digest);

/* The identity of the COMDAT function at TARGET of OBJECT: equal for copies of
   the same function in other objects; 0 if it is in no group.  */
uint64_t unmatched_group (const struct input_object *object,
                          const struct input_reloc *target);

/* A copy of the COMDAT function with identity GROUP, if not 0, was found.  */
void unmatched_group_found (struct unmatched *content, uint64_t group);

/* Whether one was.  Sorts the groups first if there are new ones.  */
bool unmatched_has_group (struct unmatched *content, uint64_t group);

/* Keep PENDING for the end.  False: no memory.  */
bool unmatched_defer (struct unmatched *content,
                      const struct unmatched_pending *pending);

/* Without a map the inputs can be fewer than the image was made of, and what
   is kept may be one of INDEX's functions that the image does not describe,
   not a described one of the same content.  To be called before
   unmatched_settle.  Statuses: NOMEM.  */
sfm_status unmatched_find_hidden (struct unmatched *content,
                                  const struct function_index *index,
                                  const struct code_ranges *code,
                                  const struct diag_sink *sink) SFM_CHECKED;

/* Settle what was kept, adding to COUNTS; PLACER names the inputs.  */
sfm_status unmatched_settle (struct unmatched *content,
                             const struct placer *placer,
                             struct place_counts *counts,
                             const struct diag_sink *sink);

#endif /* BFDGLUE_UNMATCHED_H */
