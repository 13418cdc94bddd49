/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   relobj-split.c - split an .sframe section into one for each text section.

   Theory of operation.  A linker that does not support SFrame keeps or drops
   an .sframe section as a whole.  If --gc-sections or a COMDAT group discards
   some of its functions, the section has relocations against discarded
   sections, which lld and gold reject.  Or, because nothing refers to it, the
   section is discarded with the first function.  So each new section describes
   the functions of one text section.  It has that section's index in its
   header (SHF_LINK_ORDER) and is in the same group.  All linkers support both,
   and keep or drop the two together.

   Consecutive FDEs with the same target are a run [list_runs].  The runs of a
   target, in order, are a part [assign_runs].  One part takes the index of the
   old section, because no section may change its index or become meaningless
   [choose_in_place].  Its target must be in the same group.  If there is no
   such part, a part may join the group of its target, provided that the header
   of the group comes first, as the gABI requires.  If no part qualifies, the
   old section stays, without functions.  The other parts come after all
   sections, each followed by its relocation section [number_parts].  */

#include "config.h"

#include <elf.h>
#include <inttypes.h>
#include <stdlib.h>

#include "relobj-internal.h"
#include "sorted.h"

/* The runs of a section.  */
struct runs
{
  struct relobj_run *runs;
  size_t count;
  uint32_t *targets; /* section index, for each part */
  size_t part_count;
};

/* Refuse section TARGET, which holds the function of FDE number FDE of S, if
   an .sframe section cannot be linked to it.  */
static sfm_status
check_target (const struct relobj *r, const struct relobj_section *s,
              size_t fde, uint32_t target)
{
  const struct image_section *section = &r->image.sections[target];

  if ((section->flags & SHF_ALLOC) != 0
      && (section->type == SHT_PROGBITS || section->type == SHT_NOBITS)
      && target != s->idx)
    return SFM_OK;
  return diag_fail_at (r->sink, SFM_ERR_CORRUPT, r->name, s->sframe.name,
                       relobj_reloc (s, fde)->offset,
                       "a function is in section %" PRIu32
                       " (%s) of type 0x%" PRIx32 " and flags 0x%" PRIx64
                       ", which holds no code",
                       target, section->name, section->type, section->flags);
}

/* Add FDE number FDE of S, which is in piece number PIECE, to RUNS.  */
static sfm_status
take_fde (struct relobj *r, const struct relobj_section *s, struct runs *runs,
          size_t fde, uint32_t piece)
{
  uint32_t target = relobj_reloc (s, fde)->section;
  struct relobj_run *last
      = runs->count == 0 ? NULL : &runs->runs[runs->count - 1];

  if (r->part_of[target] == 0)
    {
      TRY (check_target (r, s, fde, target));
      runs->targets[runs->part_count++] = target;
      r->part_of[target] = (uint32_t) runs->part_count;
    }
  size_t part = r->part_of[target] - 1;
  if (last != NULL && last->piece == piece && last->fde + last->count == fde
      && last->part == part)
    last->count++;
  else
    runs->runs[runs->count++] = (struct relobj_run){ part, fde, piece, 1 };
  return SFM_OK;
}

/* List the runs of the live FDEs of S.  */
static sfm_status
list_runs (struct relobj *r, const struct relobj_section *s, struct runs *runs)
{
  const struct fde_relocs *p = &s->fde_relocs;
  sfm_status status = SFM_OK;
  size_t fde = 0, most = p->fde_count + 1;

  runs->runs = pool_alloc (&r->pool, most * sizeof *runs->runs);
  runs->targets = pool_alloc (&r->pool, most * sizeof *runs->targets);
  if (runs->runs == NULL || runs->targets == NULL)
    return diag_nomem (r->sink, r->name);
  for (uint32_t k = 0; k < p->piece_count; k++)
    for (uint32_t i = 0; i < p->pieces[k].num_fdes && status == SFM_OK;
         i++, fde++)
      if (s->places[fde].live)
        status = take_fde (r, s, runs, fde, k);
  for (size_t k = 0; k < runs->part_count; k++)
    r->part_of[runs->targets[k]] = 0;
  return status;
}

/* Sort the RUNS by part and assign them to the parts of S.  */
static void
assign_runs (struct relobj_section *s, const struct runs *runs)
{
  qsort (runs->runs, runs->count, sizeof *runs->runs, compare_u64_pairs);
  for (size_t i = 0; i < runs->count; i++)
    {
      struct relobj_part *part = &s->parts[runs->runs[i].part];
      if (part->run_count++ == 0)
        part->runs = &runs->runs[i];
    }
}

/* True if the old section of S and its relocation section may join GROUP,
   whose header must come before theirs.  */
static bool
may_join (const struct relobj *r, const struct relobj_section *s,
          uint32_t group)
{
  if (group == 0 || relobj_group_of (r, s->idx) != 0)
    return false;
  uint32_t idx = r->groups[group - 1].idx;
  return idx < s->idx && idx < s->rela_idx;
}

/* Return the part of S that takes its index, or part_count if there is
   none.  */
static size_t
choose_in_place (const struct relobj *r, const struct relobj_section *s)
{
  size_t joins = s->part_count;

  for (size_t k = 0; k < s->part_count; k++)
    {
      uint32_t group = s->parts[k].group;
      if (group == relobj_group_of (r, s->idx))
        return k;
      if (joins == s->part_count && may_join (r, s, group))
        joins = k;
    }
  return joins;
}

/* Add a part without functions to S, with the index of S.  */
static sfm_status
add_empty (struct relobj *r, struct relobj_section *s)
{
  struct relobj_run *none = pool_alloc (&r->pool, sizeof *none);

  if (none == NULL)
    return diag_nomem (r->sink, r->name);
  /* An empty run: the content is the header of the first piece.  */
  *none = (struct relobj_run){ 0 };
  s->parts[s->part_count++] = (struct relobj_part){ .from = s,
                                                    .idx = s->idx,
                                                    .rela_idx = s->rela_idx,
                                                    .runs = none,
                                                    .run_count = 1 };
  return SFM_OK;
}

/* Number the sections of the parts of S and count the new members of
   groups.  */
static sfm_status
number_parts (struct relobj *r, struct relobj_section *s, size_t in_place)
{
  for (size_t k = 0; k < s->part_count; k++)
    {
      struct relobj_part *part = &s->parts[k];
      if (part->target == 0)
        continue;
      if (k != in_place && r->new_count > UINT32_MAX - 2)
        return diag_fail (r->sink, SFM_ERR_LIMIT, r->name,
                          "%" PRIu32 " sections are too many to add another",
                          r->new_count);
      part->idx = k != in_place ? r->new_count++ : s->idx;
      part->rela_idx = k != in_place ? r->new_count++ : s->rela_idx;
      if (part->group == 0)
        continue;
      part->joins = relobj_group_of (r, part->idx) == 0;
      part->rela_joins = relobj_group_of (r, part->rela_idx) == 0;
      r->groups[part->group - 1].added
          += (uint32_t) part->joins + (uint32_t) part->rela_joins;
    }
  return SFM_OK;
}

/* Refuse S if its relocation section is in a group that S is not in.  */
static sfm_status
check_group (const struct relobj *r, const struct relobj_section *s)
{
  uint32_t group = relobj_group_of (r, s->rela_idx);

  if (group == 0 || group == relobj_group_of (r, s->idx))
    return SFM_OK;
  return diag_fail (r->sink, SFM_ERR_CORRUPT, r->name,
                    "section %" PRIu32 " is not in group %" PRIu32
                    ", but section %" PRIu32 " with its relocations is",
                    s->idx, r->groups[group - 1].idx, s->rela_idx);
}

sfm_status
relobj_split (struct relobj *r, struct relobj_section *s)
{
  struct runs runs = { 0 };

  TRY (check_group (r, s));
  TRY (list_runs (r, s, &runs));
  s->parts = pool_alloc (&r->pool, (runs.part_count + 1) * sizeof *s->parts);
  if (s->parts == NULL)
    return diag_nomem (r->sink, r->name);
  for (size_t k = 0; k < runs.part_count; k++)
    s->parts[k]
        = (struct relobj_part){ .from = s,
                                .target = runs.targets[k],
                                .group = r->group_of[runs.targets[k]] };
  s->part_count = runs.part_count;
  assign_runs (s, &runs);
  size_t in_place = choose_in_place (r, s);
  TRY (number_parts (r, s, in_place));
  return in_place == runs.part_count ? add_empty (r, s) : SFM_OK;
}
