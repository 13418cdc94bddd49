/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   dedup.c - one function per address.

   Theory of operation.  The keys are sorted, so functions with the same
   address are neighbours [sfm_dedup_addresses].  In such a group the functions
   of the highest rank compete: an input's description beats the image's own.
   If they are all equal, the first stays.  If not, the image decides, in this
   order [choose_winner]: by the description in its own section, then by the
   size that symbols or .eh_frame confirm.  If neither decides, all are left
   out: a wrong row is worse than a missing one.  Each function of a group is
   compared with one leader.  That costs as much as the rows of the group,
   unless a leader with many equal rows meets many short functions; so the
   number of rows walked is bounded [COMPARE_FACTOR].

   Equal descriptions of one address are normal (identical code folding, COMDAT
   copies, an input and the image both describing it).  */

#include "config.h"

#include <inttypes.h>

#include "engine.h"
#include "merger.h"

enum
{
  /* Each function is compared with a leader at most four times; in real inputs
     a comparison walks little more than the rows of the shorter one.  */
  COMPARE_FACTOR = 64
};

/* The functions of one address: keys [FIRST, END).  */
struct rivals
{
  size_t first;
  size_t end;
  uint8_t rank;       /* the highest in the group */
  uint8_t image_rank; /* the highest below that, or 0 */
  uint64_t rows_left; /* that may still be walked to compare */
};

/* Whether F is among the members of GROUP that compete.  */
typedef bool candidate_fn (const struct func *f, const struct rivals *group);

static bool
of_best_rank (const struct func *f, const struct rivals *group)
{
  return f->rank == group->rank;
}

static bool
of_image_rank (const struct func *f, const struct rivals *group)
{
  return group->image_rank != 0 && f->rank == group->image_rank;
}

static bool
with_size_evidence (const struct func *f, const struct rivals *group)
{
  return of_best_rank (f, group) && (f->evidence & SFM_EVIDENCE_SIZE);
}

/* sfm_compare_funcs within the bound of GROUP.  */
static sfm_status
group_equal (const struct sfm_merger *m, struct rivals *group,
             const struct func *a, const struct func *b, bool *equal,
             struct sfm_diag *diag)
{
  uint64_t rows;

  TRY (sfm_compare_funcs (m, a, b, equal, &rows, diag));
  if (rows > group->rows_left)
    return sfm_fail (
        diag, SFM_ERR_LIMIT, sfm_piece_field (func_piece (m, b), b->fde),
        "the %zu functions at 0x%" PRIx64 " take too many rows to compare",
        group->end - group->first, b->addr);
  group->rows_left -= rows;
  return SFM_OK;
}

/* If at least one candidate exists and all are equal, set *LEADER to the
   first; else to NULL.  */
static sfm_status
agreed_leader (const struct sfm_merger *m, struct rivals *group,
               candidate_fn *candidate, struct func **leader,
               struct sfm_diag *diag)
{
  *leader = NULL;
  for (size_t i = group->first; i < group->end; i++)
    {
      struct func *f = func_at (m, i);
      bool equal;

      if (!candidate (f, group))
        continue;
      if (*leader == NULL)
        {
          *leader = f;
          continue;
        }
      TRY (group_equal (m, group, *leader, f, &equal, diag));
      if (!equal)
        {
          *leader = NULL;
          return SFM_OK;
        }
    }
  return SFM_OK;
}

/* Set *LEADER to the first function of the best rank that is equal to the
   image's own description, if that is unambiguous; else to NULL.  */
static sfm_status
confirmed_by_image (const struct sfm_merger *m, struct rivals *group,
                    struct func **leader, struct sfm_diag *diag)
{
  struct func *own;

  *leader = NULL;
  TRY (agreed_leader (m, group, of_image_rank, &own, diag));
  if (own == NULL)
    return SFM_OK;
  for (size_t i = group->first; i < group->end && *leader == NULL; i++)
    {
      struct func *f = func_at (m, i);
      bool equal = false;

      if (of_best_rank (f, group))
        TRY (group_equal (m, group, own, f, &equal, diag));
      if (equal)
        *leader = f;
    }
  return SFM_OK;
}

static sfm_status
choose_winner (const struct sfm_merger *m, struct rivals *group,
               struct func **winner, struct sfm_diag *diag)
{
  TRY (agreed_leader (m, group, of_best_rank, winner, diag));
  if (*winner == NULL)
    TRY (confirmed_by_image (m, group, winner, diag));
  if (*winner == NULL)
    TRY (agreed_leader (m, group, with_size_evidence, winner, diag));
  return SFM_OK;
}

/* Set the ranks and the bound of GROUP.  */
static void
begin_group (const struct sfm_merger *m, struct rivals *group)
{
  uint64_t rows = group->end - group->first;

  group->rank = group->image_rank = 0;
  for (size_t i = group->first; i < group->end; i++)
    {
      const struct func *f = func_at (m, i);
      rows += f->num_fres;
      if (f->rank > group->rank)
        {
          group->image_rank = group->rank;
          group->rank = f->rank;
        }
      else if (f->rank < group->rank && f->rank > group->image_rank)
        group->image_rank = f->rank;
    }
  group->rows_left = rows * COMPARE_FACTOR;
}

/* Make F one that must stay, for this plan.  */
static void
require (struct func *f)
{
  if (f->flags & FUNC_OPTIONAL)
    f->flags ^= FUNC_OPTIONAL | FUNC_REQUIRED;
}

/* Let the evidence of another function at its address confirm F, for this
   plan.  */
static void
confirm (struct func *f)
{
  if (f->evidence & SFM_EVIDENCE_START)
    return;
  f->evidence |= SFM_EVIDENCE_START;
  f->flags |= FUNC_CONFIRMED;
}

/* Keep one function of GROUP, *WINNER, or none if that is NULL.  */
static sfm_status
settle_group (struct sfm_merger *m, struct rivals *group, struct func **winner,
              struct sfm_diag *diag)
{
  begin_group (m, group);
  TRY (choose_winner (m, group, winner, diag));
  for (size_t i = group->first; i < group->end; i++)
    {
      struct func *f = func_at (m, i);
      bool equal;

      if (f == *winner)
        continue;
      if (*winner == NULL)
        {
          func_lose (f, SFM_LOSS_AMBIGUOUS);
          continue;
        }
      TRY (group_equal (m, group, *winner, f, &equal, diag));
      func_lose (f, equal ? SFM_LOSS_DUPLICATE : SFM_LOSS_REPLACED);
      /* The winner now stands for a function that must stay.  */
      if (equal && !(f->flags & FUNC_OPTIONAL))
        require (*winner);
      if (f->evidence & SFM_EVIDENCE_START)
        confirm (*winner);
    }
  return SFM_OK;
}

sfm_status
sfm_dedup_addresses (struct sfm_merger *m, struct sfm_diag *diag)
{
  size_t out = 0;

  if (!m->survey.meet)
    return SFM_OK;
  for (size_t i = 0; i < m->key_count;)
    {
      struct rivals group = { .first = i, .end = i };
      uint64_t addr = func_at (m, i)->addr;
      struct func *winner;

      while (group.end < m->key_count && func_at (m, group.end)->addr == addr)
        group.end++;
      i = group.end;
      winner = func_at (m, group.first);
      if (group.end - group.first > 1)
        TRY (settle_group (m, &group, &winner, diag));
      if (winner != NULL)
        m->keys[out++] = (uint64_t) (winner - m->funcs);
    }
  m->key_count = out;
  return SFM_OK;
}
