/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   relobj-plan.c - plan one .sframe section: make its parts, with their new
   contents and those of their relocation sections.

   The engine merges the runs of a part in order and returns the new location
   of each start field.  The relocation moves there with its symbol and addend.
   In objects of every version it means S + A - P = function - field
   (doc/internals.md, section 9), so the addend stays, and only the width may
   change.  */

#include "config.h"

#include <inttypes.h>
#include <string.h>

#include "elf-abi.h"
#include "object-limits.h"
#include "relobj-internal.h"
#include "sfmerge-tool.h"

bool
relobj_origin (const struct relobj_part *part, uint32_t idx,
               struct sfm_origin *origin, size_t *fde)
{
  const struct relobj_section *s = part->from;

  if (!sfm_merger_origin (part->merger, idx, origin)
      || origin->input >= part->run_count)
    return false;
  *fde = part->runs[origin->input].fde + origin->fde;
  return *fde < s->fde_relocs.fde_count
         && s->fde_relocs.reloc_of[*fde] < s->sframe.reloc_count;
}

/* Make the only part of S, which is not split.  */
static sfm_status
make_whole (struct relobj *r, struct relobj_section *s)
{
  const struct fde_relocs *p = &s->fde_relocs;
  struct relobj_part *part = pool_alloc (&r->pool, sizeof *part);
  struct relobj_run *runs
      = pool_alloc (&r->pool, p->piece_count * sizeof *runs);

  if (part == NULL || runs == NULL)
    return diag_nomem (r->sink, r->name);
  for (size_t k = 0; k < p->piece_count; k++)
    runs[k] = (struct relobj_run){ .fde = p->first_fde[k],
                                   .piece = (uint32_t) k,
                                   .count = p->pieces[k].num_fdes };
  *part = (struct relobj_part){ .from = s,
                                .idx = s->idx,
                                .rela_idx = s->rela_idx,
                                .runs = runs,
                                .run_count = p->piece_count };
  s->parts = part;
  s->part_count = 1;
  return SFM_OK;
}

/* Refuse PIECE of S if it is for another machine.  */
static sfm_status
check_abi (const struct relobj *r, const struct relobj_section *s,
           const struct sfm_piece *piece)
{
  if (piece->abi == r->image.abi)
    return SFM_OK;
  return diag_fail_at (
      r->sink, SFM_ERR_CORRUPT, r->name, s->sframe.name, piece->offset + 4,
      "sfh_abi_arch is %u (%s), the object's is %u (%s)", piece->abi,
      sfm_abi_name (piece->abi), r->image.abi, sfm_abi_name (r->image.abi));
}

/* Report DIAG, an error of the engine about S, and return its status.  */
static sfm_status
engine_failed (const struct relobj *r, const struct relobj_section *s,
               const struct sfm_diag *diag)
{
  return diag_engine (r->sink, DIAG_ERROR, r->name, s->sframe.name, diag);
}

/* Add the runs of PART to its merger.  */
static sfm_status
add_runs (struct relobj *r, struct relobj_part *part)
{
  const struct relobj_section *s = part->from;
  struct sfm_piece piece;
  struct sfm_diag diag;

  for (size_t k = 0; k < part->run_count; k++)
    {
      const struct relobj_run *run = &part->runs[k];
      uint64_t first = run->fde - s->fde_relocs.first_fde[run->piece];
      sfm_piece_slice (&s->fde_relocs.pieces[run->piece], (uint32_t) first,
                       run->count, &piece);
      TRY (check_abi (r, s, &piece));
      if (sfm_merger_add (part->merger, &piece, s->places + run->fde,
                          (uint32_t) k, &diag)
          != SFM_OK)
        return engine_failed (r, s, &diag);
    }
  return SFM_OK;
}

/* Count the content of PART against the limit, before it is made.  */
static sfm_status
check_share (const struct relobj *r, const struct relobj_part *part)
{
  struct relobj_section *s = part->from;

  s->content_total += part->content_size;
  if (s->content_total / RELOBJ_SHARE_LIMIT <= s->made_from)
    return SFM_OK;
  return diag_fail (
      r->sink, SFM_ERR_LIMIT, r->name,
      "%s: 0x%" PRIx64 " bytes would be made of it, more than %d times its "
      "0x%" PRIx64,
      s->sframe.name, s->content_total, RELOBJ_SHARE_LIMIT, s->made_from);
}

/* Make the content of PART: its merged piece.  */
static sfm_status
make_content (struct relobj *r, struct relobj_part *part)
{
  struct sfm_diag diag;

  if (sfm_merger_plan (part->merger, 0, UINT64_MAX, &diag) != SFM_OK)
    return engine_failed (r, part->from, &diag);
  part->content_size = sfm_merger_size (part->merger);
  TRY (check_share (r, part));
  part->content = pool_alloc (&r->pool, part->content_size);
  if (part->content == NULL)
    return diag_nomem (r->sink, r->name);
  if (sfm_merger_write (part->merger, part->content, part->content_size, &diag)
      != SFM_OK)
    return engine_failed (r, part->from, &diag);
  return SFM_OK;
}

/* Make the relocations of PART.  */
static sfm_status
make_relas (struct relobj *r, struct relobj_part *part)
{
  const struct relobj_section *s = part->from;
  struct sfm_stats stats = { .size = sizeof stats };
  struct sfm_origin origin;
  size_t fde;
  bool big = r->image.big_endian;

  sfm_merger_stats (part->merger, &stats);
  uint32_t count = (uint32_t) stats.out_functions;
  uint8_t *p = pool_alloc (&r->pool, (size_t) count * ELF_RELA_SIZE + 1);
  if (p == NULL)
    return diag_nomem (r->sink, r->name);
  part->rela_bytes = p;
  part->rela_size = (size_t) count * ELF_RELA_SIZE;
  for (uint32_t i = 0; i < count; i++, p += ELF_RELA_SIZE)
    {
      if (!relobj_origin (part, i, &origin, &fde))
        return diag_fail (r->sink, SFM_ERR_CORRUPT, r->name,
                          "%s: function %" PRIu32 " of %" PRIu32
                          " has no relocation",
                          s->sframe.name, i, count);
      const struct elf_reloc *rela = &s->relas[s->fde_relocs.reloc_of[fde]];
      uint32_t type
          = reloc_type_of_start (r->image.machine, origin.field_size);
      elf_put64 (p + offsetof (Elf64_Rela, r_offset), origin.field, big);
      elf_put64 (p + offsetof (Elf64_Rela, r_info),
                 ELF64_R_INFO ((uint64_t) rela->symbol, type), big);
      elf_put64 (p + offsetof (Elf64_Rela, r_addend), rela->addend, big);
    }
  return SFM_OK;
}

/* True if the section in the file is PART's content, followed at most by
   padding to a multiple of 8.  Some assemblers add that.  */
static bool
content_unchanged (const struct relobj_part *part)
{
  const uint8_t *bytes = part->from->sframe.bytes;
  size_t size = part->from->sframe.size;

  if (size < part->content_size || size - part->content_size >= RELOBJ_ALIGN
      || memcmp (bytes, part->content, part->content_size) != 0)
    return false;
  for (size_t i = part->content_size; i < size; i++)
    if (bytes[i] != 0)
      return false;
  return true;
}

/* True if the file has the planned relocations of PART, in any form.  */
static bool
relas_unchanged (const struct relobj *r, const struct relobj_part *part)
{
  const struct image *image = &r->image;
  const struct relobj_section *s = part->from;
  struct elf_relocs planned = { .type = SHT_RELA,
                                .big_endian = image->big_endian,
                                .at = part->rela_bytes,
                                .left = part->rela_size / ELF_RELA_SIZE };
  struct elf_reloc reloc;
  size_t size, i = 0;

  if (part->rela_idx == 0)
    return part->rela_size == 0;
  const struct image_section *section = &image->sections[part->rela_idx];
  const uint8_t *relas = image_section_bytes (image, section, &size);
  if (section->type == SHT_RELA)
    return size == part->rela_size
           && (size == 0 || memcmp (relas, part->rela_bytes, size) == 0);
  if (planned.left != s->sframe.reloc_count || s->sframe.none_count != 0)
    return false;
  while (
      elf_relocs_next (&planned, &reloc) && reloc.offset == s->relas[i].offset
      && reloc.symbol == s->relas[i].symbol && reloc.type == s->relas[i].type
      && reloc.addend == s->relas[i].addend)
    i++;
  return i == s->sframe.reloc_count;
}

/* True if the file already has the planned sections of PART.  */
static bool
is_unchanged (const struct relobj *r, const struct relobj_part *part)
{
  const struct image_section *section = &r->image.sections[part->idx];

  if (part->target != 0
      && (section->link != part->target
          || (section->flags & SHF_LINK_ORDER) == 0 || part->joins
          || part->rela_joins))
    return false;
  return section->type == part->type && section->align >= RELOBJ_ALIGN
         && content_unchanged (part) && relas_unchanged (r, part);
}

/* Merge the functions of PART, write the content and its relocations, and set
   PART->changed.  */
static sfm_status
plan_part (struct relobj *r, struct relobj_part *part)
{
  const struct sfm_options options = {
    .size = sizeof options,
    .target = r->result->target,
    .relocatable = true,
    .reader = r->options->reader,
  };
  struct sfm_diag diag;

  if (sfm_merger_new (&options, &part->merger, &diag) != SFM_OK)
    return engine_failed (r, part->from, &diag);
  TRY (add_runs (r, part));
  TRY (make_content (r, part));
  TRY (make_relas (r, part));
  /* Type and flag go together.  Linkers that concatenate keep sections of
     different types apart (gold, mold) or refuse them (lld), and assemblers
     that write version 2 without the flag write SHT_PROGBITS.  */
  part->type = r->result->target == SFM_TO_V2 ? SHT_PROGBITS : SHT_GNU_SFRAME;
  part->changed = relobj_is_new (r, part->idx)
                  || relobj_is_new (r, part->rela_idx)
                  || !is_unchanged (r, part);
  return SFM_OK;
}

/* The context of report_loss.  */
struct loss_context
{
  const struct relobj *relobj;
  const struct relobj_part *part;
};

static void
report_loss (void *data, const struct sfm_note *note)
{
  const struct loss_context *context = data;
  const struct relobj_section *s = context->part->from;
  size_t fde = context->part->runs[note->input].fde + note->fde;
  const struct input_reloc *reloc = relobj_reloc (s, fde);

  diag_at (context->relobj->sink, DIAG_DETAIL, context->relobj->name,
           s->sframe.name, note->field, "function at %s+0x%" PRIx64 ": %s",
           context->relobj->image.sections[reloc->section].name, reloc->value,
           sfm_loss_text (note->loss));
}

/* Add the results for S.  */
static void
add_results (struct relobj *r, const struct relobj_section *s)
{
  bool changed = false;

  for (size_t k = 0; k < s->part_count; k++)
    {
      struct loss_context context = { r, &s->parts[k] };
      struct sfm_stats stats = { .size = sizeof stats };
      uint64_t losses[SFM_LOSS_COUNT];

      sfm_merger_stats (s->parts[k].merger, &stats);
      sfm_merger_losses (s->parts[k].merger, losses, SFM_LOSS_COUNT);
      sfm_merger_each_loss (s->parts[k].merger, report_loss, &context);
      r->result->out_functions += stats.out_functions;
      r->result->bytes += s->parts[k].content_size;
      changed |= s->parts[k].changed;
      for (unsigned i = 0; i < SFM_LOSS_COUNT; i++)
        r->result->losses[i] += losses[i];
    }
  r->result->pieces += s->fde_relocs.piece_count;
  r->result->functions += s->fde_relocs.fde_count;
  r->result->none_count += s->sframe.none_count;
  r->result->by_order += s->fde_relocs.by_order;
  r->result->parts += s->part_count;
  r->result->rewritten += changed;
}

sfm_status
relobj_plan (struct relobj *r, struct relobj_section *s)
{
  if (s->fde_relocs.piece_count == 0)
    return SFM_OK;
  TRY (r->options->split ? relobj_split (r, s) : make_whole (r, s));
  for (size_t k = 0; k < s->part_count; k++)
    {
      *r->parts_end = &s->parts[k];
      r->parts_end = &s->parts[k].next;
      TRY (plan_part (r, &s->parts[k]));
    }
  add_results (r, s);
  return SFM_OK;
}
