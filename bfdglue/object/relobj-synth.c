/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   relobj-synth.c - make functions of what .eh_frame describes and .sframe does
   not.

   Theory of operation.  Each function that the object has is compared with the
   frames that it meets [judge].  If it is the function of one of them and has
   the same rules and marks, the frame is described.  Any other function that
   meets a frame contradicts it, or has no row at its start, and is dropped; or
   kept if the caller wants that, and then the frame is not added.  The
   remaining frames become a piece with relocations [build], as if the object
   had had it [relobj_attach].  From there on it is merged like all others.  */

#include "config.h"

#include <inttypes.h>
#include <stdlib.h>

#include "eh-frame.h"
#include "object-limits.h"
#include "relobj-internal.h"
#include "sfmerge-tool.h"

/* The existing function number FDE of S, in piece PIECE.  */
struct existing
{
  struct relobj_section *s;
  const struct sfm_piece *piece;
  uint32_t idx; /* in the piece */
  size_t fde;   /* in the section */
  struct sfm_fde entry;
};

/* The state of the judgement of a section.  */
struct judge
{
  struct relobj *relobj;
  struct relobj_frames *frames;
  struct relobj_cfi *cfi; /* as relobj_frame_fde wants */
  struct sfm_cfi_fde read;
  uint64_t left; /* work that may still be done */
};

/* Do WORK, or not if it is too much.  */
static bool
spend (struct judge *j, uint64_t work)
{
  if (work > j->left)
    return false;
  j->left -= work;
  return true;
}

/* Whether the frame that was read has rules for bytes of X without a row.  */
static bool
completes (const struct judge *j, const struct existing *x)
{
  struct sfm_diag diag;
  uint64_t rules;

  return first_described (x->piece, &x->entry) != 0
         && sfm_cfi_digest (&j->cfi->section, &j->read, NULL, &rules, &diag)
                == SFM_OK;
}

/* Whether FRAME, which begins where X does, agrees with it.  */
static bool
agrees (struct judge *j, const struct existing *x,
        const struct relobj_frame *frame)
{
  struct sfm_cfi_difference difference;
  struct sfm_diag diag;

  return x->entry.size == frame->size
         && relobj_frame_fde (j->frames, frame, &j->cfi, &j->read)
         && spend (j, x->entry.num_fres + (j->read.end - j->read.offset)
                          + (j->read.cie.end - j->read.cie.offset))
         && sfm_cfi_compare (x->piece, &x->entry, j->read.start, 0,
                             &j->cfi->section, &j->read, &difference, &diag)
                == SFM_OK
         && difference.verdict <= SFM_CFI_SILENT;
}

/* Drop X, which contradicts the frames from number FIRST on that have code of
   the SIZE bytes from AT on, or LACKS rows for them; or keep it, and add none
   of them.  */
static void
settle (struct judge *j, const struct existing *x,
        const struct input_reloc *at, size_t first, bool lacks)
{
  struct relobj *r = j->relobj;
  struct relobj_frame *frames = j->frames->frames;
  const uint64_t end = at->value + x->entry.size;
  bool keep = r->options->keep;

  for (size_t i = first;
       keep && i < j->frames->count && frames[i].section == at->section
       && frames[i].value < end;
       i++)
    {
      keep = spend (j, 1);
      if (keep && frames[i].state == FRAME_ADDED)
        frames[i].state = FRAME_DESCRIBED;
    }
  if (keep)
    r->result->synth.kept++;
  else
    ++*(lacks ? &r->result->synth.completed : &r->result->synth.replaced);
  x->s->places[x->fde].live = keep;
  diag_at (r->sink, DIAG_DETAIL, r->name, x->s->sframe.name, x->entry.field,
           "function at %s+0x%" PRIx64 ": %s .eh_frame: %s",
           r->image.sections[at->section].name, at->value,
           lacks ? "lacks rows of" : "contradicts",
           keep ? "kept" : "replaced");
}

/* Compare X with the frames that it meets.  Those that contradict each other
   judge nothing.  */
static void
judge (struct judge *j, const struct existing *x)
{
  const struct input_reloc *at = relobj_reloc (x->s, x->fde);
  struct relobj_frame *frames = j->frames->frames;
  const size_t count = j->frames->count;
  size_t i = relobj_frames_from (j->frames, at->section, at->value);

  /* Such a function is outside of its section.  */
  if (at->value > UINT64_MAX - x->entry.size)
    return;
  if (i < count && frames[i].state == FRAME_OVERLAPS)
    i++;
  if (i == count || frames[i].section != at->section
      || frames[i].value >= at->value + x->entry.size
      || frames[i].state == FRAME_OVERLAPS)
    return;
  const bool right = frames[i].value == at->value && agrees (j, x, &frames[i]);
  if (!right || completes (j, x))
    {
      settle (j, x, at, i, right);
      return;
    }
  j->relobj->result->synth.described += frames[i].state != FRAME_DESCRIBED;
  frames[i].state = FRAME_DESCRIBED;
}

/* Compare the functions of S with the frames.  */
static void
judge_section (struct judge *j, struct relobj_section *s)
{
  const struct fde_relocs *p = &s->fde_relocs;
  struct existing x = { .s = s };
  struct sfm_diag diag;

  for (size_t k = 0; k < p->piece_count; k++)
    {
      x.piece = &p->pieces[k];
      for (x.idx = 0; x.idx < x.piece->num_fdes; x.idx++, x.fde++)
        if (s->places[x.fde].live
            && sfm_fde_read (x.piece, x.idx, &x.entry, &diag) == SFM_OK)
          judge (j, &x);
    }
}

/* Report that FRAME is left out because of REFUSAL and DIAG.  */
static void
tell_refused (struct relobj *r, const struct relobj_frame *frame,
              const struct sfm_refusal *refusal, const struct sfm_diag *diag)
{
  synth_counts_refuse (&r->result->synth, refusal);
  diag_at (r->sink, DIAG_DETAIL, r->name, ".eh_frame", frame->at,
           "function at %s+0x%" PRIx64 ": left out: %s",
           r->image.sections[frame->section].name, frame->value, diag->text);
}

/* Add the frames that are not described to BUILDER.  */
static sfm_status
add_frames (struct relobj *r, struct relobj_frames *frames,
            struct sfm_builder *builder)
{
  struct relobj_cfi *cfi = NULL;
  struct sfm_cfi_fde fde;
  struct sfm_refusal refusal;
  struct sfm_diag diag;

  for (size_t i = 0; i < frames->count; i++)
    {
      struct relobj_frame *frame = &frames->frames[i];
      if (frame->state != FRAME_ADDED)
        continue;
      if (!relobj_frame_fde (frames, frame, &cfi, &fde))
        return diag_fail (r->sink, SFM_ERR_CORRUPT, r->name,
                          "the FDE at 0x%" PRIx64
                          " of .eh_frame cannot be read twice",
                          frame->at);
      sfm_status status = sfm_builder_add_cfi (builder, &cfi->section, &fde,
                                               (uint32_t) i, &refusal, &diag);
      if (status == SFM_ERR_UNSUPP)
        {
          frame->state = FRAME_REFUSED;
          tell_refused (r, frame, &refusal, &diag);
        }
      else if (status != SFM_OK)
        return diag_engine (r->sink, DIAG_ERROR, r->name, ".eh_frame", &diag);
      else
        r->result->synth.added++;
    }
  return SFM_OK;
}

/* Set RELAS to the relocations of the functions of PIECE, which BUILDER has
   made of FRAMES: those of their starts in .eh_frame.  All refer to the symbol
   table *SYMTAB.  */
static sfm_status
list_relas (struct relobj *r, const struct relobj_frames *frames,
            const struct sfm_builder *builder, uint32_t count,
            struct elf_reloc *relas, uint32_t *symtab)
{
  *symtab = 0;
  for (uint32_t i = 0; i < count; i++)
    {
      struct sfm_origin origin;
      if (!sfm_builder_origin (builder, i, &origin)
          || origin.input >= frames->count)
        return diag_fail (
            r->sink, SFM_ERR_CORRUPT, r->name,
            "function %" PRIu32 " of %" PRIu32 " comes from no FDE", i, count);
      const struct relobj_frame *frame = &frames->frames[origin.input];
      const struct relobj_cfi *cfi = &frames->cfis[frame->cfi];
      if (*symtab != 0 && *symtab != cfi->symtab)
        return diag_fail (r->sink, SFM_ERR_UNSUPP, r->name,
                          "the .eh_frame sections use the symbol tables "
                          "%" PRIu32 " and %" PRIu32,
                          *symtab, cfi->symtab);
      *symtab = cfi->symtab;
      relas[i] = cfi->relas[frame->rela];
      relas[i].offset = origin.field;
      relas[i].addend += origin.fde;
    }
  return SFM_OK;
}

/* Write what BUILDER has, made of FRAMES, and attach it.  */
static sfm_status
build (struct relobj *r, const struct relobj_frames *frames,
       struct sfm_builder *builder)
{
  const uint32_t count = sfm_builder_count (builder);
  const size_t size = sfm_builder_size (builder);
  struct sfm_piece piece;
  struct sfm_diag diag;
  uint32_t symtab;

  if (count == 0)
    return SFM_OK;
  uint8_t *bytes = pool_alloc (&r->pool, size);
  struct elf_reloc *relas = pool_alloc (&r->pool, count * sizeof *relas);
  if (bytes == NULL || relas == NULL)
    return diag_nomem (r->sink, r->name);
  if (sfm_builder_write (builder, 0, bytes, size, &diag) != SFM_OK
      || sfm_piece_open (bytes, size, 0, &piece, &diag) != SFM_OK)
    return diag_engine (r->sink, DIAG_ERROR, r->name, ".sframe", &diag);
  TRY (list_relas (r, frames, builder, count, relas, &symtab));
  return relobj_attach (r, &piece, relas, symtab);
}

sfm_status
relobj_synth (struct relobj *r, struct relobj_frames *frames)
{
  struct judge j = { .relobj = r,
                     .frames = frames,
                     .left = (uint64_t) r->image.size * JUDGE_SHARE_LIMIT };
  const struct sfm_builder_options options = {
    .size = sizeof options,
    .abi = r->image.abi,
    .relocatable = true,
    .target = r->result->target,
    .reader = r->options->reader,
  };
  struct sfm_builder *builder;
  struct sfm_diag diag;

  TRY (relobj_frames_read (r, frames));
  if (frames->count > UINT32_MAX)
    return diag_fail (r->sink, SFM_ERR_LIMIT, r->name,
                      "%zu functions are more than 32 bits can count",
                      frames->count);
  for (size_t i = 0; i < r->section_count; i++)
    judge_section (&j, &r->sections[i]);
  if (sfm_builder_new (&options, &builder, &diag) != SFM_OK)
    return diag_engine (r->sink, DIAG_ERROR, r->name, ".sframe", &diag);
  sfm_status status = add_frames (r, frames, builder);
  if (status == SFM_OK)
    status = build (r, frames, builder);
  sfm_builder_free (builder);
  return status;
}
