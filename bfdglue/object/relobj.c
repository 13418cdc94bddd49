/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   relobj.c - rewrite the .sframe sections of a relocatable object.

   Theory of operation.  The sections are read with their relocations
   [relobj_read], and each relocation is paired with the function whose start
   field it applies to (input.h).  Then each section is merged into one
   piece with its relocations [relobj_plan], or into one for each text section
   [relobj_split].  Functions that no relocation places are left out.  A
   section that would not change is left alone, so that a second run changes
   nothing.  The others go to the end of a copy of the file [relobj_write],
   which is then read and verified [relobj_verify].

   With the option synth, .eh_frame judges the functions before they are
   merged, and what it describes beside them is added [relobj_synth].  */

#include "config.h"

#include <inttypes.h>
#include <stdlib.h>

#include "relobj-internal.h"
#include "sfmerge-tool.h"
#include "sorted.h"

/* Set the places of all FDEs of S.  Return the number of live ones.  */
static size_t
find_places (struct relobj *r, struct relobj_section *s)
{
  struct sfm_place *places = s->places;
  const struct fde_relocs *p = &s->fde_relocs;
  size_t live = 0, fde = 0;

  for (size_t k = 0; k < p->piece_count; k++)
    for (uint32_t i = 0; i < p->pieces[k].num_fdes; i++, fde++)
      {
        uint32_t idx = p->reloc_of[fde];
        places[fde] = (struct sfm_place){ .rank = SFM_RANK_INPUT };
        if (idx != FDE_RELOC_NONE
            && s->sframe.relocs[idx].section != INPUT_NO_SECTION)
          {
            places[fde].live = true;
            places[fde].addr = s->sframe.relocs[idx].value;
            live++;
            continue;
          }
        r->result->dead++;
        diag_at (r->sink, DIAG_DETAIL, r->name, s->sframe.name,
                 sfm_piece_field (&p->pieces[k], i),
                 "function left out: its relocation is %s",
                 idx == FDE_RELOC_NONE ? "missing or void"
                                       : "against nothing");
      }
  return live;
}

/* Compare the FDE numbers A and B of section DATA by the locations of their
   functions.  */
static int
compare_locations (const void *a, const void *b, void *data)
{
  const size_t *p = a, *q = b;
  const struct input_reloc *x = relobj_reloc (data, *p);
  const struct input_reloc *y = relobj_reloc (data, *q);

  ORDER_BY (x->section, y->section);
  ORDER_BY (x->value, y->value);
  return *p < *q ? -1 : 1;
}

/* Get the size and the digest of FDE number FDE of S.  False if it has size 0
   or is broken; the merge reports the latter.  */
static bool
digest_of (const struct relobj_section *s, size_t fde, uint32_t *size,
           uint64_t *digest)
{
  const struct fde_relocs *p = &s->fde_relocs;
  size_t piece = sorted_after (p->first_fde, p->piece_count,
                               sizeof *p->first_fde, 0, fde)
                 - 1;
  struct sfm_fde entry;
  struct sfm_diag diag;

  if (sfm_fde_read (&p->pieces[piece], (uint32_t) (fde - p->first_fde[piece]),
                    &entry, &diag)
          != SFM_OK
      || sfm_fde_digest (&p->pieces[piece], &entry, 0, NULL, digest, &diag)
             != SFM_OK)
    return false;
  *size = entry.size;
  return entry.size != 0;
}

/* Drop those of the COUNT FDES that equal an earlier one.  Their functions all
   start at START.  */
static void
drop_equal (struct relobj *r, struct relobj_section *s, const size_t *fdes,
            size_t count, const struct input_reloc *start)
{
  uint32_t first_size = 0, size;
  uint64_t first_digest = 0, digest;

  for (size_t i = 0; i < count; i++)
    {
      if (!digest_of (s, fdes[i], &size, &digest))
        continue;
      if (first_size == 0)
        {
          first_size = size;
          first_digest = digest;
        }
      else if (size == first_size && digest == first_digest)
        {
          s->places[fdes[i]].live = false;
          r->result->duplicates++;
          diag (r->sink, DIAG_DETAIL, r->name,
                "function at %s+0x%" PRIx64
                ": is described twice, identically",
                r->image.sections[start->section].name, start->value);
        }
    }
}

/* Clear the live flag of those FDEs of S that repeat another one.

   ld -r of binutils up to 2.44 keeps the FDEs of discarded COMDAT copies and
   makes their relocations refer to the copy that it keeps.  No linker merges
   these later.  An FDE is dropped if an earlier one has the same start, size
   and rules.  Those that differ stay; a linker or `sfmerge link' has to
   decide.  Functions of size 0 may start where the next one does and are not
   compared.  */
static sfm_status
drop_duplicates (struct relobj *r, struct relobj_section *s)
{
  const size_t fde_count = s->fde_relocs.fde_count;
  size_t count = 0;
  size_t *fdes = malloc ((fde_count + 1) * sizeof *fdes);

  if (fdes == NULL)
    return diag_nomem (r->sink, r->name);
  for (size_t i = 0; i < fde_count; i++)
    if (s->places[i].live)
      fdes[count++] = i;
  qsort_r (fdes, count, sizeof *fdes, compare_locations, s);
  for (size_t i = 0, end; i < count; i = end)
    {
      const struct input_reloc *start = relobj_reloc (s, fdes[i]);
      for (end = i + 1; end < count; end++)
        {
          const struct input_reloc *next = relobj_reloc (s, fdes[end]);
          if (next->section != start->section || next->value != start->value)
            break;
        }
      if (end - i > 1)
        drop_equal (r, s, fdes + i, end - i, start);
    }
  free (fdes);
  return SFM_OK;
}

/* Refuse S if none of its functions can be kept.  .eh_frame may describe
   them.  */
static sfm_status
check_recoverable (struct relobj *r, const struct relobj_section *s)
{
  const bool go_on = r->options->partial || r->options->synth;
  enum diag_severity kind = go_on ? DIAG_WARNING : DIAG_ERROR;
  size_t count = s->fde_relocs.fde_count;

  if (s->fde_relocs.piece_count == 0)
    diag (r->sink, kind, r->name,
          "%s: its 0x%zx bytes are all zero: the linker that wrote it dropped "
          "what they were; link its inputs again%s",
          s->sframe.name, s->sframe.size,
          go_on ? "" : ", or leave it with --partial");
  else if (count != 0 && s->sframe.reloc_count == 0
           && s->sframe.none_count == 0)
    diag (r->sink, kind, r->name,
          "%s: has %zu functions and no relocation that says where they are%s",
          s->sframe.name, count, go_on ? "" : "; --partial drops them");
  else
    return SFM_OK;
  r->result->refused = !go_on;
  return go_on ? SFM_OK : SFM_ERR_UNSUPP;
}

/* Set the places of the functions of S.  */
static sfm_status
set_places (struct relobj *r, struct relobj_section *s)
{
  TRY (check_recoverable (r, s));
  if (s->fde_relocs.piece_count == 0)
    return SFM_OK;
  s->places = pool_alloc (&r->pool,
                          (s->fde_relocs.fde_count + 1) * sizeof *s->places);
  if (s->places == NULL)
    return diag_nomem (r->sink, r->name);
  return find_places (r, s) > 1 ? drop_duplicates (r, s) : SFM_OK;
}

/* The version to write: the highest of R's pieces, or 3 if there are none.

   In objects, version 2 means the same with and without the PCREL flag.  But
   GNU ld up to 2.44 rejects the flag, and 2.45 requires it.  So the flag stays
   clear only if it is clear in all pieces and the object is not split.  Split
   objects are not for GNU ld, and for a piece with one function in an image
   only the flag says what the start is relative to.  Version 1 is never
   written.  */
static enum sfm_target
choose_target (const struct relobj *r)
{
  bool any_flag = false;
  uint8_t version = 0, lowest = 3;

  for (size_t i = 0; i < r->section_count; i++)
    for (size_t k = 0; k < r->sections[i].fde_relocs.piece_count; k++)
      {
        const struct sfm_piece *piece = &r->sections[i].fde_relocs.pieces[k];
        if (piece->version > version)
          version = piece->version;
        if (piece->version < lowest)
          lowest = piece->version;
        if (piece->flags & SFM_F_FDE_FUNC_START_PCREL)
          any_flag = true;
      }
  if (version == 3 || version == 0)
    return SFM_TO_V3;
  return any_flag || lowest == 1 || r->options->split ? SFM_TO_V2_PCREL
                                                      : SFM_TO_V2;
}

/* Read, plan, write and verify R.  */
static sfm_status
rewrite (struct relobj *r, uint8_t **out, size_t *size)
{
  TRY (relobj_read (r));
  if (r->later != 0)
    {
      r->result->sections = r->later;
      return SFM_OK;
    }
  r->result->target
      = r->options->convert ? r->options->target : choose_target (r);
  r->new_count = r->image.section_count;
  r->parts_end = &r->parts;
  if (r->options->split)
    TRY (relobj_groups_read (r));
  for (size_t i = 0; i < r->section_count; i++)
    TRY (set_places (r, &r->sections[i]));
  if (r->frames != NULL)
    TRY (relobj_synth (r, r->frames));
  r->result->sections = (uint32_t) r->section_count;
  for (size_t i = 0; i < r->section_count; i++)
    TRY (relobj_plan (r, &r->sections[i]));
  if (r->result->rewritten == 0)
    return SFM_OK;
  TRY (relobj_write (r, out, size));
  if (r->options->no_verify)
    return SFM_OK;
  sfm_status status = relobj_verify (r, *out, *size);
  r->result->refused = status != SFM_OK;
  return status;
}

sfm_status
relobj_rewrite (const char *name, const uint8_t *bytes, size_t size,
                const struct relobj_options *options, uint8_t **out,
                size_t *out_size, struct relobj_result *result,
                const struct diag_sink *sink)
{
  struct relobj r
      = { .name = name, .sink = sink, .options = options, .result = result };

  struct relobj_frames frames = { 0 };

  *out = NULL;
  *out_size = 0;
  if (options->synth)
    r.frames = &frames;
  *result = (struct relobj_result){ .target = options->target };
  sfm_status status
      = image_open_bytes (name, bytes, size, ALLOW_OBJECTS, &r.image, sink);
  if (status == SFM_OK)
    status = rewrite (&r, out, out_size);
  relobj_frames_free (&frames);
  relobj_free (&r);
  if (status != SFM_OK)
    {
      free (*out);
      *out = NULL;
    }
  return status;
}
