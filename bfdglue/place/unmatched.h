/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unmatched.h - match the remaining functions with existing ones by their
   rows.  */

#ifndef BFDGLUE_UNMATCHED_H
#define BFDGLUE_UNMATCHED_H

#include "code-ranges.h"
#include "function-index.h"
#include "input.h"
#include "pieces.h"

struct place_counts;
struct placer;

/* A function of an input that no other source has settled.  */
struct unmatched_pending
{
  uint64_t digest;
  uint64_t group; /* its COMDAT identity, or 0 */
  uint64_t field; /* for messages */
  uint32_t size;
  uint32_t input;
  bool excluded; /* its symbol is at an address that the image does not
                    describe, so it matches no existing function, not even one
                    with equal rows */
};

/* An existing piece and its digest.  */
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
  bool *matched; /* one per function of EXISTING: it is an input's */
  struct unmatched_pending *pending;
  size_t pending_count;
  size_t pending_capacity;
  uint64_t *groups; /* COMDAT identities of which a copy was found */
  size_t group_count;
  size_t group_sorted; /* how many of them are sorted */
  size_t group_capacity;
  uint64_t *hidden; /* sorted sizes of the functions of .eh_frame that the
                       image does not describe; NULL: they do not matter */
  size_t hidden_count;
};

/* Index EXISTING, which must outlive UNMATCHED.  The caller releases UNMATCHED
   with unmatched_end, also after an error.  Statuses: NOMEM, without a
   message.  */
sfm_status unmatched_begin (struct unmatched *unmatched,
                            struct existing_sframe *existing);
void unmatched_end (struct unmatched *unmatched);

/* The first existing piece that is PIECE, relocated, and that no input has
   matched; NULL: there is none.  */
struct image_piece *unmatched_existing (struct unmatched *unmatched,
                                        const struct sfm_piece *piece);

/* Record that the existing function at ADDR with DIGEST is an input's.  */
void unmatched_match (struct unmatched *unmatched, uint64_t addr,
                      uint64_t digest);

/* The identity of the COMDAT function at TARGET of OBJECT: equal for copies of
   the same function in other objects; 0 if it is in no group.  */
uint64_t unmatched_group (const struct input_object *object,
                          const struct input_reloc *target);

/* Record that a copy of the COMDAT function with identity GROUP was found; 0
   is ignored.  */
void unmatched_group_found (struct unmatched *unmatched, uint64_t group);

/* Whether a copy with identity GROUP was found.  Sorts new groups first.  */
bool unmatched_has_group (struct unmatched *unmatched, uint64_t group);

/* Keep a copy of PENDING for unmatched_settle.  False: no memory.  */
bool unmatched_defer (struct unmatched *unmatched,
                      const struct unmatched_pending *pending);

/* Find the functions of INDEX that the image does not describe.  Without a map
   the inputs can be fewer than those of the link, and a pending function can
   be one of these rather than a described one of the same content.  Call it
   before unmatched_settle.  Statuses: NOMEM.  */
sfm_status unmatched_find_hidden (struct unmatched *unmatched,
                                  const struct function_index *index,
                                  const struct code_ranges *code,
                                  const struct diag_sink *sink) SFM_CHECKED;

/* Settle the pending functions and add to COUNTS; PLACER names the inputs.
   Statuses: NOMEM.  */
sfm_status unmatched_settle (struct unmatched *unmatched,
                             const struct placer *placer,
                             struct place_counts *counts,
                             const struct diag_sink *sink);

#endif /* BFDGLUE_UNMATCHED_H */
