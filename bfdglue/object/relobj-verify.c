/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   relobj-verify.c - verify a rewritten object before it replaces anything.

   The new file is read like any object.  Each section must have one piece.
   The engine must read it as planned, and the checker, which shares no code
   with the engine, must find no error.  Each function must have a relocation
   of the right width at its own field, to the same location as in the old
   file.  Each function that is not reported as left out must be there, once.
   All other bytes and header fields must be unchanged
   [verify_rest].  */

#include "config.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "eh-frame.h"
#include "elf-abi.h"
#include "relobj-internal.h"
#include "sframe-section.h"

/* Verify that a rewritten object equals the old one except for the planned
   changes.

   The bytes before the new contents must equal the old file's, except for
   headers that may change.  Every header is compared field by field with the
   old one and the plan, wherever the table is.  The groups must have their old
   members and the new ones.  */

bool
header_kept (const struct image_section *old, const struct image_section *new,
             unsigned fields)
{
  return old->name_off
         == new->name_off &&fields_within (section_differs (old, new), fields);
}

/* Report that section IDX of the output would be wrong because of WHAT.  */
static sfm_status
wrong_header (const struct relobj *r, uint32_t idx, const char *what)
{
  return diag_fail (r->sink, SFM_ERR_CORRUPT, r->name,
                    "the output would be wrong: section %" PRIu32 ": %s", idx,
                    what);
}

/* True if NEW is OLD with the flags that a split sets for PART or, if the
   section IS_NEW, clears.  ORDER: SHF_LINK_ORDER, or 0 if it is not
   expected.  */
static bool
flags_right (const struct relobj_part *part, bool is_new, uint64_t old,
             uint64_t new, uint64_t order)
{
  uint64_t group = part->group != 0 ? SHF_GROUP : 0;

  if (part->group == 0 && !is_new)
    group = old & SHF_GROUP;
  return new == ((old & ~(uint64_t) SHF_GROUP) | group | order);
}

/* Verify the links, flags and groups that a split has set for PART in NOW.  */
static sfm_status
verify_split (const struct relobj *r, const struct relobj_part *part,
              const struct relobj *now)
{
  const struct relobj_section *s = part->from;
  const struct image_section *new = now->image.sections;

  if (new[part->idx].link != part->target
      || !flags_right (part, relobj_is_new (r, part->idx), s->header.flags,
                       new[part->idx].flags, SHF_LINK_ORDER))
    return wrong_header (r, part->idx, "it does not name its section of code");
  if (new[part->rela_idx].info != part->idx
      || new[part->rela_idx].link != s->rela_header.link
      || !flags_right (part, relobj_is_new (r, part->rela_idx),
                       s->rela_header.flags, new[part->rela_idx].flags, 0))
    return wrong_header (r, part->rela_idx, "its relocations are for another");
  if (now->group_of[part->idx] != r->group_of[part->target]
      || now->group_of[part->rela_idx] != r->group_of[part->target])
    return wrong_header (r, part->idx, "it is not in the group of its code");
  return SFM_OK;
}

/* If section IDX is new, verify that its header in NOW is HEADER outside
   FIELDS; else set ALLOWED to FIELDS.  */
static sfm_status
verify_header (const struct relobj *r, uint32_t idx,
               const struct image_section *header, unsigned fields,
               const struct relobj *now, uint16_t *allowed)
{
  if (idx < r->image.section_count)
    allowed[idx] = (uint16_t) fields;
  else if (!header_kept (header, &now->image.sections[idx], fields))
    return wrong_header (r, idx, "its header is not the one that was planned");
  return SFM_OK;
}

/* Verify the headers of PART.  Set ALLOWED to the fields that may change.  */
static sfm_status
verify_headers (const struct relobj *r, const struct relobj_part *part,
                const struct relobj *now, uint16_t *allowed)
{
  const struct relobj_section *s = part->from;
  unsigned split = part->target != 0 ? CHANGE_LINK : 0;
  unsigned fields = CHANGE_PLACE | CHANGE_FORM | split;
  const bool rela_is_new = relobj_is_new (r, part->rela_idx);
  unsigned rela_fields
      = CHANGE_PLACE | split | (rela_is_new ? FIELD_INFO : 0U);

  if (split != 0)
    TRY (verify_split (r, part, now));
  TRY (verify_header (r, part->idx, &s->header, fields, now, allowed));
  if (part->rela_idx == 0)
    return SFM_OK;
  if (!rela_is_new && r->image.sections[part->rela_idx].type != SHT_RELA)
    rela_fields |= CHANGE_FORM | FIELD_ENTSIZE;
  if (now->image.sections[part->rela_idx].type != SHT_RELA)
    return wrong_header (r, part->rela_idx, "it is not of SHT_RELA");
  return verify_header (r, part->rela_idx, &s->rela_header, rela_fields, now,
                        allowed);
}

/* Verify that the section names are the old ones, perhaps with others after
   them.  The names of the sections show whether those are right.  */
static sfm_status
verify_names (const struct relobj *r, const struct relobj *now,
              uint16_t *allowed)
{
  const uint32_t idx = r->image.shstrndx;
  size_t size, old_size;

  if (r->names == NULL)
    return SFM_OK;
  allowed[idx] |= CHANGE_PLACE;
  const uint8_t *old
      = image_section_bytes (&r->image, &r->image.sections[idx], &old_size);
  const uint8_t *names
      = image_section_bytes (&now->image, &now->image.sections[idx], &size);
  return size == r->names_size && size >= old_size
                 && memcmp (names, old, old_size) == 0
             ? SFM_OK
             : wrong_header (r, idx,
                             "the names of sections are not the old ones");
}

/* Verify that each group has its old members first and the planned size.  */
static sfm_status
verify_groups (const struct relobj *r, const struct relobj *now,
               uint16_t *allowed)
{
  for (size_t i = 0; i < r->group_count; i++)
    {
      const struct relobj_group *group = &r->groups[i];
      size_t old_size, new_size;
      const uint8_t *old = image_section_bytes (
          &r->image, &r->image.sections[group->idx], &old_size);
      const uint8_t *new = image_section_bytes (
          &now->image, &now->image.sections[group->idx], &new_size);
      if (new_size != old_size + (uint64_t) group->added * GROUP_WORD
          || memcmp (old, new, old_size) != 0)
        return wrong_header (r, group->idx, "the group has lost members");
      if (group->added != 0)
        allowed[group->idx] = CHANGE_PLACE;
    }
  return SFM_OK;
}

/* Compare the headers of both files outside the ALLOWED fields, and all other
   bytes before the new contents.  */
static sfm_status
verify_kept (const struct relobj *r, const uint8_t *out,
             const struct relobj *now, const uint16_t *allowed)
{
  const struct image *image = &r->image;
  const bool table_moves = r->new_count != image->section_count;
  struct byte_changes changes = { 0 };
  bool kept = true;

  /* Reading the new file has used e_shoff and e_shnum.  */
  if (table_moves)
    {
      byte_changes_add (&changes, offsetof (Elf64_Ehdr, e_shoff),
                        offsetof (Elf64_Ehdr, e_flags));
      byte_changes_add (&changes, offsetof (Elf64_Ehdr, e_shnum),
                        offsetof (Elf64_Ehdr, e_shstrndx));
    }
  for (uint32_t i = 0; i < image->section_count; i++)
    {
      const uint64_t at = image_shdr_offset (image, i);
      kept &= header_kept (&image->sections[i], &now->image.sections[i],
                           allowed[i]);
      if (allowed[i] != 0 && !table_moves)
        byte_changes_add (&changes, at, at + ELF_SHDR_SIZE);
    }
  size_t tail = (size_t) r->tail;
  byte_changes_sort (&changes);
  kept &= byte_changes_compare (&changes, image_at (image, 0, tail), tail, out,
                                0, tail)
          == UINT64_MAX;
  bool memory = !changes.failed;
  byte_changes_free (&changes);
  if (!memory)
    return diag_nomem (r->sink, r->name);
  if (kept)
    return SFM_OK;
  return diag_fail (r->sink, SFM_ERR_CORRUPT, r->name,
                    "the output would differ outside of its .sframe sections");
}

/* What may change follows from the plan, not from what was written.  */
static sfm_status
verify_rest (const struct relobj *r, const uint8_t *out,
             const struct relobj *now)
{
  uint16_t *allowed = calloc (r->image.section_count + 1, sizeof *allowed);
  sfm_status status = SFM_OK;

  if (allowed == NULL)
    return diag_nomem (r->sink, r->name);
  /* With extended numbering, header 0 has the number of sections.  */
  if (r->new_count != r->image.section_count)
    allowed[0] = CHANGE_PLACE;
  for (const struct relobj_part *part = r->parts;
       part != NULL && status == SFM_OK; part = part->next)
    if (part->changed)
      status = verify_headers (r, part, now, allowed);
  if (status == SFM_OK)
    status = verify_names (r, now, allowed);
  if (status == SFM_OK)
    status = verify_groups (r, now, allowed);
  if (status == SFM_OK)
    status = verify_kept (r, out, now, allowed);
  free (allowed);
  return status;
}

/* The state of comparing functions with the .eh_frame from which they were
   made.  */
struct frames_check
{
  const struct relobj *relobj;
  struct relobj_frames *frames;
  uint64_t *covered;      /* for each frame: bytes that functions describe */
  struct relobj_cfi *cfi; /* as relobj_frame_fde wants */
  struct sfm_cfi_fde fde;
};

static sfm_status
frame_wrong (const struct frames_check *v, const struct relobj_frame *frame,
             const char *why)
{
  const struct relobj *r = v->relobj;

  return diag_fail (r->sink, SFM_ERR_CORRUPT, r->name,
                    "the output would be wrong: the function at %s+0x%" PRIx64
                    ": %s",
                    r->image.sections[frame->section].name, frame->value, why);
}

/* Verify function IDX of PIECE, which starts at AT.  */
static sfm_status
verify_frame (struct frames_check *v, const struct sfm_piece *piece,
              uint32_t idx, const struct input_reloc *at)
{
  struct relobj_frames *frames = v->frames;
  const size_t i = relobj_frames_from (frames, at->section, at->value);
  uint32_t size;

  if (i == frames->count || frames->at[i].section != at->section
      || frames->at[i].value > at->value || frames->at[i].state != FRAME_ADDED)
    return SFM_OK;
  const struct relobj_frame *frame = &frames->at[i];
  if (!relobj_frame_fde (frames, frame, &v->cfi, &v->fde)
      || !synth_proves (piece, idx, frames->bases[at->section] + at->value,
                        &v->cfi->section, &v->fde, &size))
    return frame_wrong (v, frame, "its rules are not those of .eh_frame");
  v->covered[i] += size;
  return SFM_OK;
}

/* Verify the functions of S, a section of the output.  */
static sfm_status
verify_frames_of (struct frames_check *v, const struct relobj_section *s)
{
  const struct fde_relocs *p = &s->fde_relocs;
  size_t fde = 0;

  for (size_t k = 0; k < p->piece_count; k++)
    for (uint32_t i = 0; i < p->pieces[k].num_fdes; i++, fde++)
      if (p->reloc_of[fde] != FDE_RELOC_NONE)
        TRY (verify_frame (v, &p->pieces[k], i, relobj_reloc (s, fde)));
  return SFM_OK;
}

/* Verify that the functions of NOW that were made from FRAMES have the same
   rules at every address (synth_proves), and together cover all of each
   frame.  */
static sfm_status
verify_frames (struct relobj *r, struct relobj_frames *frames,
               const struct relobj *now)
{
  struct frames_check v = { .relobj = r, .frames = frames };
  sfm_status status = SFM_OK;

  v.covered = calloc (frames->count + 1, sizeof *v.covered);
  if (v.covered == NULL)
    return diag_nomem (r->sink, r->name);
  for (size_t i = 0; i < now->section_count && status == SFM_OK; i++)
    status = verify_frames_of (&v, &now->sections[i]);
  for (size_t i = 0; i < frames->count && status == SFM_OK; i++)
    if (frames->at[i].state == FRAME_ADDED
        && v.covered[i] != frames->at[i].size)
      status = frame_wrong (&v, &frames->at[i], "it is not all there");
  free (v.covered);
  return status;
}

/* Report that the output for section S would be wrong because of WHY.  */
static sfm_status
wrong (const struct relobj *r, const struct relobj_section *s, const char *why)
{
  return diag_fail (r->sink, SFM_ERR_CORRUPT, r->name,
                    "%s: the output would be wrong: %s", s->sframe.name, why);
}

/* Verify function number IDX of NOW, the output's section for PART.  Clear the
   live flag of its place, so that a second one is detected.  */
static sfm_status
verify_function (const struct relobj *r, const struct relobj_part *part,
                 const struct relobj_section *now, uint32_t idx)
{
  struct relobj_section *s = part->from;
  uint32_t reloc = now->fde_relocs.reloc_of[idx];
  struct sfm_origin origin;
  size_t fde;

  if (!relobj_origin (part, idx, &origin, &fde) || reloc == FDE_RELOC_NONE)
    return wrong (r, s, "a function has no relocation");
  if (now->relas[reloc].type
      != reloc_type_of_start (r->image.machine, origin.field_size))
    return wrong (r, s, "a relocation is not as wide as its field");
  if (!s->places[fde].live)
    return wrong (r, s, "a function is in it twice");
  s->places[fde].live = false;

  const struct input_reloc *old = relobj_reloc (s, fde);
  const struct input_reloc *new = &now->sframe.relocs[reloc];
  if (part->target != 0 && new->section != part->target)
    return wrong (r, s, "a function is not in the section that it goes with");
  if (old->section != new->section || old->value != new->value
      || new->offset != origin.field)
    return diag_fail_at (
        r->sink, SFM_ERR_CORRUPT, r->name, s->sframe.name, new->offset,
        "the output would have a function at 0x%" PRIx64 " of section %" PRIu32
        ", it was at 0x%" PRIx64 " of section %" PRIu32,
        new->value, new->section, old->value, old->section);
  return SFM_OK;
}

/* Verify NOW, a section of OUTPUT, against PART.  */
static sfm_status
verify_part (const struct relobj *r, const struct relobj_part *part,
             const struct relobj *output, const struct relobj_section *now)
{
  const struct fde_relocs *p = &now->fde_relocs;
  const struct relobj_section *s = part->from;

  if (now->rela_idx != part->rela_idx
      || (part->changed && now->sframe.size != part->content_size)
      || output->image.sections[now->idx].type != part->type)
    return wrong (r, s, "the section is not where it should be");
  const struct merged_section section = { .merger = part->merger,
                                          .path = r->name,
                                          .name = now->sframe.name,
                                          .bytes = now->sframe.bytes,
                                          .size = part->content_size,
                                          .padded = now->sframe.size,
                                          .object = true };
  TRY (verify_section (&section, r->sink));
  if (p->piece_count != 1 || p->by_order || now->sframe.none_count != 0
      || p->fde_count != now->sframe.reloc_count)
    return wrong (r, s, "its relocations are not those of its functions");
  for (uint32_t i = 0; i < p->fde_count; i++)
    TRY (verify_function (r, part, now, i));
  return SFM_OK;
}

/* Account for one loss of a part.  A function that is left out is no longer
   live; one that lost only rows must still be found.  */
static void
take_loss (void *data, const struct sfm_note *note)
{
  const struct relobj_part *part = data;
  struct relobj_section *s = part->from;

  if (note->loss == SFM_LOSS_ROWS)
    return;
  s->places[part->runs[note->input].fde + note->fde].live = false;
}

/* Verify that every function of S is in the output or reported as lost.  */
static sfm_status
verify_all_there (const struct relobj *r, struct relobj_section *s)
{
  for (size_t k = 0; k < s->part_count; k++)
    sfm_merger_each_loss (s->parts[k].merger, take_loss, &s->parts[k]);
  for (size_t i = 0; s->part_count != 0 && i < s->fde_relocs.fde_count; i++)
    if (s->places[i].live)
      return wrong (r, s, "a function is missing");
  return SFM_OK;
}

/* Compare the sections of NOW, the new file, with the plan.  */
static sfm_status
verify_sections (struct relobj *r, const struct relobj *now)
{
  /* By section index of the new file.  */
  struct relobj_part **parts
      = pool_alloc (&r->pool, r->new_count * sizeof *parts);
  size_t expected = r->section_count;

  if (parts == NULL)
    return diag_nomem (r->sink, r->name);
  for (uint32_t i = 0; i < r->new_count; i++)
    parts[i] = NULL;
  for (struct relobj_part *part = r->parts; part != NULL; part = part->next)
    {
      parts[part->idx] = part;
      expected += part != part->from->parts;
    }
  if (now->section_count != expected
      || now->image.section_count != r->new_count)
    return diag_fail (r->sink, SFM_ERR_CORRUPT, r->name,
                      "the output would have %zu .sframe sections of %" PRIu32
                      ", not %zu of %" PRIu32,
                      now->section_count, now->image.section_count, expected,
                      r->new_count);
  for (size_t i = 0; i < now->section_count; i++)
    {
      const struct relobj_section *n = &now->sections[i];
      if (parts[n->idx] != NULL)
        TRY (verify_part (r, parts[n->idx], now, n));
    }
  for (size_t i = 0; i < r->section_count; i++)
    TRY (verify_all_there (r, &r->sections[i]));
  return SFM_OK;
}

/* Verify OUT, the SIZE bytes of the new file, which is read as NOW.  */
static sfm_status
verify_as (struct relobj *r, const uint8_t *out, size_t size,
           struct relobj *now)
{
  TRY (image_open_bytes (r->name, out, size, ALLOW_OBJECTS, &now->image,
                         r->sink));
  TRY (relobj_read (now));
  if (r->options->split)
    TRY (relobj_groups_read (now));
  TRY (verify_sections (r, now));
  if (r->frames != NULL)
    TRY (verify_frames (r, r->frames, now));
  return verify_rest (r, out, now);
}

sfm_status
relobj_verify (struct relobj *r, const uint8_t *out, size_t size)
{
  struct relobj_result result = { 0 };
  struct relobj now = {
    .name = r->name, .sink = r->sink, .options = r->options, .result = &result
  };
  sfm_status status = verify_as (r, out, size, &now);

  relobj_free (&now);
  return status;
}
