/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   relobj-synth.c - make functions from what .eh_frame describes and .sframe
   does not.

   Theory of operation.  Each function of the object is compared with the
   frames that it overlaps [judge].  If it has the extent, the rules and the
   marks of one of them, that frame is described.  Any other function that
   overlaps a frame contradicts it, or has no row at its start, and is dropped;
   or kept if the caller wants that, and then the frame is not added.  The
   remaining frames become a piece with relocations [build], as if the object
   had had it [attach].  From there on it is merged like all others.  */

#include "config.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "eh-frame.h"
#include "elf-abi.h"
#include "object-limits.h"
#include "relobj-internal.h"
#include "sframe-section.h"

/* Attach a piece to an .sframe section of an object, or to a new one.

   Linkers want one .sframe in an object, so the first one takes the piece,
   unless it belongs to a section of code.  Its symbol table must be that of
   the relocations.  */

/* One name serves both sections: .sframe is its end.  */
static const char names[] = ".rela.sframe";

enum
{
  SFRAME_IN_NAMES = 5, /* offset of ".sframe" */

  /* Flags of a section that linkers keep or drop with others.  */
  GOES_WITH_CODE = SHF_LINK_ORDER | SHF_GROUP
};

/* Set *OFFSET to the offset of NAMES in the section names of R; they are added
   if they are missing.  */
static sfm_status
find_names (struct relobj *r, uint32_t *offset)
{
  const struct image *image = &r->image;
  size_t size = 0;
  const uint8_t *old = NULL;

  if (image->shstrndx != 0
      && image->sections[image->shstrndx].type == SHT_STRTAB)
    old = image_section_bytes (image, &image->sections[image->shstrndx],
                               &size);
  if (size == 0 || old[size - 1] != 0 || size > UINT32_MAX - sizeof names)
    return diag_fail (r->sink, SFM_ERR_UNSUPP, r->name,
                      "has no names of sections to which .sframe could be "
                      "added");
  const uint8_t *found = memmem (old, size, names, sizeof names);
  if (found != NULL)
    {
      *offset = (uint32_t) (found - old);
      return SFM_OK;
    }
  r->names = pool_alloc (&r->pool, size + sizeof names);
  if (r->names == NULL)
    return diag_nomem (r->sink, r->name);
  memcpy (r->names, old, size);
  memcpy (r->names + size, names, sizeof names);
  r->names_size = size + sizeof names;
  *offset = (uint32_t) size;
  return SFM_OK;
}

/* Make S the section of R that takes the piece: an empty one, or a new one,
   whose name follows NAMES_OFF in the section names.  */
static void
start_section (struct relobj *r, struct relobj_section *s, uint32_t names_off)
{
  const char *name = names + SFRAME_IN_NAMES;

  *s = (struct relobj_section){ .sframe.name = name };
  for (uint32_t i = 1; i < r->image.section_count; i++)
    {
      const struct image_section *empty = &r->image.sections[i];
      if (object_section_is_sframe (empty->name, empty->type)
          && empty->size == 0 && r->rela_of[i] == 0
          && (empty->flags & GOES_WITH_CODE) == 0)
        {
          s->idx = i;
          s->header = *empty;
          return;
        }
    }
  s->idx = r->new_count++;
  s->header = (struct image_section){ .name = name,
                                      .name_off = names_off + SFRAME_IN_NAMES,
                                      .flags = SHF_ALLOC,
                                      .align = RELOBJ_ALIGN };
}

/* Add the section of the relocations of S, against the symbols of section
   SYMTAB.  */
static void
add_rela_section (struct relobj *r, struct relobj_section *s,
                  uint32_t names_off, uint32_t symtab)
{
  s->rela_idx = r->new_count++;
  s->rela_header = (struct image_section){ .name = names,
                                           .name_off = names_off,
                                           .type = SHT_RELA,
                                           .flags = SHF_INFO_LINK,
                                           .entsize = ELF_RELA_SIZE,
                                           .align = RELOBJ_ALIGN,
                                           .link = symtab,
                                           .info = s->idx };
}

/* Set *S to the section that takes the piece, with relocations against the
   symbols of section SYMTAB.  It is the first that does not belong to a
   section of code, or a new one.  */
static sfm_status
choose_section (struct relobj *r, uint32_t symtab, struct relobj_section **s)
{
  uint32_t names_off = 0;

  size_t i = 0;

  while (i < r->section_count
         && (r->sections[i].header.flags & GOES_WITH_CODE) != 0)
    i++;
  const bool is_new = i == r->section_count;
  *s = &r->sections[i];
  if (!is_new && (*s)->rela_idx != 0 && (*s)->rela_header.link != symtab)
    return diag_fail (r->sink, SFM_ERR_UNSUPP, r->name,
                      "%s uses the symbol table %" PRIu32
                      ", .eh_frame uses %" PRIu32,
                      (*s)->sframe.name, (*s)->rela_header.link, symtab);
  if (!is_new && (*s)->rela_idx != 0)
    return SFM_OK;
  TRY (find_names (r, &names_off));
  if (r->new_count > UINT32_MAX - 2)
    return diag_fail (r->sink, SFM_ERR_LIMIT, r->name,
                      "%" PRIu32 " sections are too many to add another",
                      r->new_count);
  if (is_new)
    {
      start_section (r, *s, names_off);
      r->section_count++;
    }
  add_rela_section (r, *s, names_off, symtab);
  return SFM_OK;
}

/* A copy of the OLD elements of SIZE bytes at FROM with room for MORE, from
   the pool of R.  */
static void *
longer (struct relobj *r, const void *from, size_t old, size_t more,
        size_t size)
{
  uint8_t *to = pool_alloc (&r->pool, (old + more) * size + 1);

  if (to != NULL && old != 0)
    memcpy (to, from, old * size);
  return to;
}

/* Make room in S for another piece with COUNT functions.  Returns the array
   of its relocations; NULL: no memory.  */
static struct input_reloc *
make_room (struct relobj *r, struct relobj_section *s, size_t count)
{
  struct fde_relocs *p = &s->fde_relocs;
  const size_t pieces = p->piece_count, fdes = p->fde_count;
  const size_t relocs = s->sframe.reloc_count;

  p->pieces = longer (r, p->pieces, pieces, 1, sizeof *p->pieces);
  p->first_fde = longer (r, p->first_fde, pieces, 1, sizeof *p->first_fde);
  p->reloc_of = longer (r, p->reloc_of, fdes, count, sizeof *p->reloc_of);
  s->places = longer (r, s->places, fdes, count, sizeof *s->places);
  s->relas = longer (r, s->relas, relocs, count, sizeof *s->relas);
  struct input_reloc *to
      = longer (r, s->sframe.relocs, relocs, count, sizeof *to);
  s->sframe.relocs = to;
  return p->pieces != NULL && p->first_fde != NULL && p->reloc_of != NULL
                 && s->places != NULL && s->relas != NULL
             ? to
             : NULL;
}

/* Add PIECE with RELAS, one for each function, in order, against the symbols
   of section SYMTAB.  */
static sfm_status
attach (struct relobj *r, const struct sfm_piece *piece,
        const struct elf_reloc *relas, uint32_t symtab)
{
  struct relobj_section *s;

  TRY (choose_section (r, symtab, &s));
  struct input_reloc *relocs = make_room (r, s, piece->num_fdes);
  if (relocs == NULL)
    return diag_nomem (r->sink, r->name);
  struct fde_relocs *p = &s->fde_relocs;
  p->pieces[p->piece_count] = *piece;
  p->first_fde[p->piece_count++] = p->fde_count;
  s->made_from += piece->size;
  for (uint32_t i = 0; i < piece->num_fdes; i++)
    {
      const size_t fde = p->fde_count++, number = s->sframe.reloc_count++;
      s->relas[number] = relas[i];
      relocs[number] = (struct input_reloc){ .offset = relas[i].offset,
                                             .value = relas[i].addend };
      if (!relobj_resolve (r, symtab, relas[i].symbol, &relocs[number]))
        return diag_fail (r->sink, SFM_ERR_CORRUPT, r->name,
                          "symbol %" PRIu32 " cannot be read twice",
                          relas[i].symbol);
      p->reloc_of[fde] = (uint32_t) number;
      s->places[fde] = (struct sfm_place){ .addr = relocs[number].value,
                                           .rank = SFM_RANK_INPUT,
                                           .live = true };
    }
  return SFM_OK;
}

/* The existing function number FDE of S, in piece PIECE.  */
struct existing
{
  struct relobj_section *s;
  const struct sfm_piece *piece;
  uint32_t idx; /* in the piece */
  size_t fde;   /* in the section */
  struct sfm_fde entry;
};

/* The state of judging a section.  */
struct judge
{
  struct relobj *relobj;
  struct relobj_frames *frames;
  struct relobj_cfi *cfi; /* as relobj_frame_fde wants */
  struct sfm_cfi_fde read;
  uint64_t left; /* work that may still be done */
};

/* Take WORK from the budget; false if less is left.  */
static bool
spend (struct judge *j, uint64_t work)
{
  if (work > j->left)
    return false;
  j->left -= work;
  return true;
}

/* Whether the frame that was read has rules for the first bytes of X, for
   which X has no row.  */
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

/* Where X, which begins at VALUE, ends: one of no bytes is at its first.  */
static uint64_t
end_of (const struct existing *x, uint64_t value)
{
  return value + (x->entry.size == 0 ? 1 : x->entry.size);
}

/* Drop X, which contradicts the frames that overlap it or, if LACKS, lacks
   rows that they have; or keep it, and add none of them.  X begins at AT;
   FIRST is the number of the first of these frames.  */
static void
settle (struct judge *j, const struct existing *x,
        const struct input_reloc *at, size_t first, bool lacks)
{
  struct relobj *r = j->relobj;
  struct relobj_frame *frames = j->frames->at;
  const uint64_t end = end_of (x, at->value);
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

/* Compare X with the frames that it overlaps.  Frames that overlap each other
   judge nothing.  */
static void
judge (struct judge *j, const struct existing *x)
{
  const struct input_reloc *at = relobj_reloc (x->s, x->fde);
  struct relobj_frame *frames = j->frames->at;
  const size_t count = j->frames->count;
  size_t i = relobj_frames_from (j->frames, at->section, at->value);

  /* Such a function does not fit into any section.  */
  if (end_of (x, at->value) < at->value)
    return;
  if (i < count && frames[i].state == FRAME_OVERLAPS)
    i++;
  if (i == count || frames[i].section != at->section
      || frames[i].value >= end_of (x, at->value)
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
      struct relobj_frame *frame = &frames->at[i];
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
          synth_counts_refuse (&r->result->synth, &refusal);
          diag_at (r->sink, DIAG_DETAIL, r->name, ".eh_frame", frame->at,
                   "function at %s+0x%" PRIx64 ": left out: %s",
                   r->image.sections[frame->section].name, frame->value,
                   diag.text);
        }
      else if (status != SFM_OK)
        return diag_engine (r->sink, DIAG_ERROR, r->name, ".eh_frame", &diag);
      else
        r->result->synth.added++;
    }
  return SFM_OK;
}

/* Set RELAS to the relocations of the functions of PIECE, which BUILDER has
   made from FRAMES: those of their starts in .eh_frame.  All refer to the
   symbol table *SYMTAB.  */
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
      const struct relobj_frame *frame = &frames->at[origin.input];
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

/* Write what BUILDER has made from FRAMES, and attach it.  */
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
  return attach (r, &piece, relas, symtab);
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
