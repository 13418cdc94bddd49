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
#include "text-function.h"

struct placer;

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
  const struct text_function **pending; /* functions that no other source has
                                           settled */
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

/* If the image describes a function with DIGEST at ADDR, record that it is an
   input's.  Returns its index, or SIZE_MAX.  */
size_t unmatched_match (struct unmatched *unmatched, uint64_t addr,
                        uint64_t digest);

/* The identity of the COMDAT function at VALUE of SECTION: equal for copies of
   the same function in other objects; 0 if it is in no group.  */
uint64_t unmatched_group (const struct input_section *section, uint64_t value);

/* Record that a copy of the COMDAT function with identity GROUP was found; 0
   is ignored.  */
void unmatched_group_found (struct unmatched *unmatched, uint64_t group);

/* Whether a copy with identity GROUP was found.  Sorts new groups first.  */
bool unmatched_has_group (struct unmatched *unmatched, uint64_t group);

/* Leave F, which must outlive UNMATCHED, to unmatched_settle.  False: no
   memory.  */
bool unmatched_defer (struct unmatched *unmatched,
                      const struct text_function *f);

/* Find the functions of INDEX that the image does not describe.  Without a map
   the inputs can be fewer than those of the link, and a pending function can
   be one of these rather than a described one of the same content.  Call it
   before unmatched_settle.  Statuses: NOMEM, without a message.  */
sfm_status unmatched_find_hidden (struct unmatched *unmatched,
                                  const struct function_index *index,
                                  const struct code_ranges *code) SFM_CHECKED;

/* Settle the pending functions of PLACER.  Statuses: NOMEM.  */
sfm_status unmatched_settle (struct placer *placer) SFM_CHECKED;

#endif /* BFDGLUE_UNMATCHED_H */
