/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   relobj-frames.c - read the functions that the .eh_frame of an object
   describes.

   Theory of operation.  In an object the start of a function is a relocation
   [find_address].  Each section of code gets a range of addresses of its own,
   far from the others [give_bases], so that the reader of call frame
   information works as on an image.  A record whose start has no relocation is
   of a function that ld -r has discarded; one with a relocation among its
   instructions cannot be read, as its bytes are not the final ones.

   .eh_frame is evidence, not truth: functions outside of code are dropped, and
   where two claim the same bytes, neither is believed [sort_frames].  */

#include "config.h"

#include <elf.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "relobj-internal.h"
#include "sfmerge-tool.h"
#include "sorted.h"
#include "text.h"

enum
{
  BASE_ALIGN = 16 /* also a gap between sections */
};

#ifndef SHT_X86_64_UNWIND
#define SHT_X86_64_UNWIND 0x70000001
#endif

static bool
is_eh_frame (const struct image_section *section)
{
  return strcmp (section->name, ".eh_frame") == 0
         && (section->type == SHT_PROGBITS
             || section->type == SHT_X86_64_UNWIND);
}

/* Give each section of code an address.  Their bytes are in the file, so the
   sum of the sizes does not overflow.  */
static sfm_status
give_bases (struct relobj *r, struct relobj_frames *frames)
{
  const struct image *image = &r->image;
  uint64_t next = BASE_ALIGN;

  frames->bases = calloc (image->section_count, sizeof *frames->bases);
  if (frames->bases == NULL)
    return diag_nomem (r->sink, r->name);
  for (uint32_t i = 1; i < image->section_count; i++)
    if (image_section_is_code (&image->sections[i])
        && image->sections[i].type == SHT_PROGBITS)
      {
        frames->bases[i] = next;
        next = align_up (next + image->sections[i].size + BASE_ALIGN,
                         BASE_ALIGN);
      }
  return SFM_OK;
}

/* The relocation of the field AT bytes into CFI, or NULL if there is none, or
   several.  */
static const struct elf_reloc *
find_rela (const struct relobj_cfi *cfi, uint64_t at)
{
  const struct elf_reloc *relas = cfi->relas;
  size_t i = sorted_from (relas, cfi->rela_count, sizeof *relas, 0, at);

  if (i == cfi->rela_count || relas[i].offset != at
      || (i + 1 < cfi->rela_count && relas[i + 1].offset == at))
    return NULL;
  return &relas[i];
}

/* Set *TARGET to where relocation NUMBER of CFI leads.  False: nowhere.  */
static bool
find_target (const struct relobj_cfi *cfi, uint64_t number,
             struct input_reloc *target)
{
  const struct elf_reloc *rela = &cfi->relas[number];

  *target = (struct input_reloc){ .value = rela->addend };
  return relobj_resolve (cfi->relobj, cfi->symtab, rela->symbol, target)
         && target->section != INPUT_NO_SECTION;
}

/* sfm_cfi_section.resolve: the address to which the pointer at AT leads, if
   that is in code.  */
static bool
find_address (void *data, uint64_t at, uint8_t encoding, uint64_t *value)
{
  struct relobj_cfi *cfi = data;
  const struct elf_reloc *found = find_rela (cfi, at);
  const unsigned format = encoding & SFM_PE_FORMAT & ~SFM_PE_SIGNED;
  const unsigned base = encoding & (SFM_PE_BASE | SFM_PE_INDIRECT);
  struct input_reloc target;

  if (found == NULL
      || (format != SFM_PE_ABSPTR && format != SFM_PE_UDATA4
          && format != SFM_PE_UDATA8)
      || (base != SFM_PE_ABSPTR && base != SFM_PE_PCREL))
    return false;
  const uint64_t number = (uint64_t) (found - cfi->relas);
  if (!reloc_type_is_pointer (cfi->relobj->image.machine, found->type,
                              format == SFM_PE_UDATA4 ? 4 : 8,
                              base == SFM_PE_PCREL)
      || !find_target (cfi, number, &target)
      || cfi->frames->bases[target.section] == 0)
    return false;
  *value = cfi->frames->bases[target.section] + target.value;
  cfi->used = at;
  cfi->used_size = format == SFM_PE_UDATA4 ? 4 : 8;
  cfi->used_number = number;
  return true;
}

/* Read the relocations of CFI, section number IDX.  */
static sfm_status
read_relas (struct relobj *r, uint32_t idx, struct relobj_cfi *cfi)
{
  uint64_t nones = 0;

  if (r->rela_of[idx] == 0)
    return SFM_OK;
  TRY (relobj_relas_list (r, idx, r->rela_of[idx], &cfi->relas,
                          &cfi->rela_count, &nones));
  cfi->symtab = r->image.sections[r->rela_of[idx]].link;
  sort_if_needed (cfi->relas, cfi->rela_count, sizeof *cfi->relas,
                  compare_u64);
  return SFM_OK;
}

/* Whether a relocation of CFI is in [FROM, TO).  */
static bool
has_relas (const struct relobj_cfi *cfi, uint64_t from, uint64_t to)
{
  size_t i
      = sorted_from (cfi->relas, cfi->rela_count, sizeof *cfi->relas, 0, from);

  return i < cfi->rela_count && cfi->relas[i].offset < to;
}

/* Add the function of FDE, a record of CFI, if it is in code.  */
static sfm_status
take_fde (struct relobj *r, struct relobj_frames *frames,
          struct relobj_cfi *cfi, const struct sfm_cfi_fde *fde)
{
  struct synth_counts *counts = &r->result->synth;
  struct input_reloc target;

  counts->frames++;
  if (cfi->used <= fde->offset || cfi->used >= fde->program
      || !find_target (cfi, cfi->used_number, &target))
    {
      counts->dead++;
      return SFM_OK;
    }
  const uint64_t room = r->image.sections[target.section].size;
  if (fde->size == 0)
    {
      counts->empty++;
      return SFM_OK;
    }
  if (target.value > room || fde->size > room - target.value)
    {
      counts->outside++;
      diag_at (r->sink, DIAG_DETAIL, r->name, cfi->name, fde->offset,
               "the function at %s+0x%" PRIx64 " has 0x%" PRIx64
               " bytes, the section 0x%" PRIx64,
               r->image.sections[target.section].name, target.value, fde->size,
               room);
      return SFM_OK;
    }
  /* The linker changes fields with relocations, here the length, the CIE, the
     size or instructions.  */
  if (has_relas (cfi, fde->offset, cfi->used)
      || has_relas (cfi, cfi->used + 1, cfi->used + 2 * cfi->used_size)
      || has_relas (cfi, fde->program, fde->end)
      || has_relas (cfi, fde->cie.program, fde->cie.end))
    {
      counts->unread++;
      return SFM_OK;
    }
  const struct relobj_frame frame = { .section = target.section,
                                      .value = target.value,
                                      .size = fde->size,
                                      .at = fde->offset,
                                      .cfi = (uint32_t) (cfi - frames->cfis),
                                      .rela = cfi->used_number };
  return LIST_ADD (frames, frame) ? SFM_OK : diag_nomem (r->sink, r->name);
}

/* Read the records of CFI.  */
static sfm_status
read_records (struct relobj *r, struct relobj_frames *frames,
              struct relobj_cfi *cfi)
{
  struct sfm_cfi_fde fde = { 0 };
  struct sfm_diag diag = { 0 }, first = { 0 };
  uint64_t bad = 0;

  for (uint64_t at = 0; at < cfi->section.size; at = fde.next)
    {
      cfi->used = 0;
      sfm_status status = sfm_cfi_next (&cfi->section, at, &fde, &diag);
      if (status == SFM_OK)
        TRY (take_fde (r, frames, cfi, &fde));
      else if (status != SFM_END && bad++ == 0)
        first = diag;
      if (status == SFM_ERR_TRUNC)
        break;
    }
  r->result->synth.unread += bad;
  if (bad != 0)
    diag_at (r->sink, DIAG_WARNING, r->name, cfi->name, first.offset,
             "%" PRIu64 " records cannot be read, the first is %s", bad,
             first.text);
  return SFM_OK;
}

/* Read section number IDX.  */
static sfm_status
read_cfi (struct relobj *r, struct relobj_frames *frames, uint32_t idx)
{
  struct relobj_cfi *cfi = &frames->cfis[frames->cfi_count++];
  const struct image_section *from = &r->image.sections[idx];
  size_t size;

  *cfi = (struct relobj_cfi){ .relobj = r,
                              .frames = frames,
                              .name = from->name };
  const uint8_t *bytes = image_section_bytes (&r->image, from, &size);
  TRY (read_relas (r, idx, cfi));
  cfi->section = (struct sfm_cfi_section){ .bytes = bytes,
                                           .size = size,
                                           .abi = r->image.abi,
                                           .resolve = find_address,
                                           .data = cfi };
  return read_records (r, frames, cfi);
}

/* The digest of the rules of FRAME, or 0.  */
static uint64_t
rules_of (struct relobj_frames *frames, struct relobj_frame *frame)
{
  struct relobj_cfi *cfi = NULL;
  struct sfm_cfi_fde fde;
  struct sfm_diag diag;

  if (frame->rules == 0 && relobj_frame_fde (frames, frame, &cfi, &fde)
      && sfm_cfi_digest (&cfi->section, &fde, NULL, &frame->rules, &diag)
             != SFM_OK)
    frame->rules = 0;
  return frame->rules;
}

/* Whether A and B, which is new, are the same function.  Frames that overlap
   others equal nothing, so that each frame is digested once.  */
static bool
are_equal (struct relobj_frames *frames, struct relobj_frame *a,
           struct relobj_frame *b)
{
  return a->state != FRAME_OVERLAPS && a->value == b->value
         && a->size == b->size && rules_of (frames, a) != 0
         && rules_of (frames, a) == rules_of (frames, b);
}

static int
compare_frames (const void *a, const void *b)
{
  const struct relobj_frame *x = a, *y = b;
  int order = compare_u64_pairs (x, y);

  if (order != 0)
    return order;
  ORDER_BY (x->cfi, y->cfi);
  return x->at < y->at ? -1 : x->at > y->at;
}

/* Sort the frames, drop equal ones, and mark those that overlap.  */
static void
sort_frames (struct relobj *r, struct relobj_frames *frames)
{
  struct relobj_frame *f = frames->at;
  size_t kept = 0;

  if (frames->count == 0)
    return;
  qsort (f, frames->count, sizeof *f, compare_frames);
  for (size_t i = 0; i < frames->count; i++)
    {
      struct relobj_frame *last = kept == 0 ? NULL : &f[kept - 1];
      if (last == NULL || f[i].section != last->section
          || f[i].value - last->value >= last->size)
        {
          f[kept++] = f[i];
          continue;
        }
      if (are_equal (frames, last, &f[i]))
        {
          r->result->synth.twice++;
          continue;
        }
      /* Together they become one range, so that the next frame is compared
         with all of it.  */
      r->result->synth.overlapping += last->state == FRAME_OVERLAPS ? 1 : 2;
      last->state = FRAME_OVERLAPS;
      last->size = larger (last->size, f[i].value - last->value + f[i].size);
    }
  frames->count = kept;
}

sfm_status
relobj_frames_read (struct relobj *r, struct relobj_frames *frames)
{
  const struct image *image = &r->image;
  size_t found = 0;

  TRY (give_bases (r, frames));
  for (uint32_t i = 1; i < image->section_count; i++)
    found += is_eh_frame (&image->sections[i]);
  frames->cfis = pool_alloc (&r->pool, (found + 1) * sizeof *frames->cfis);
  if (frames->cfis == NULL)
    return diag_nomem (r->sink, r->name);
  for (uint32_t i = 1; i < image->section_count; i++)
    if (is_eh_frame (&image->sections[i]))
      TRY (read_cfi (r, frames, i));
  sort_frames (r, frames);
  return SFM_OK;
}

bool
relobj_frame_fde (struct relobj_frames *frames,
                  const struct relobj_frame *frame, struct relobj_cfi **cfi,
                  struct sfm_cfi_fde *fde)
{
  struct sfm_diag diag;

  if (*cfi != &frames->cfis[frame->cfi])
    *fde = (struct sfm_cfi_fde){ 0 };
  *cfi = &frames->cfis[frame->cfi];
  return sfm_cfi_next (&(*cfi)->section, frame->at, fde, &diag) == SFM_OK;
}

size_t
relobj_frames_from (const struct relobj_frames *frames, uint64_t section,
                    uint64_t value)
{
  const struct relobj_frame key = { .section = section, .value = value };
  size_t i = sorted_first (frames->at, frames->count, sizeof *frames->at, &key,
                           compare_u64_pairs);

  if (i > 0 && frames->at[i - 1].section == section
      && value - frames->at[i - 1].value < frames->at[i - 1].size)
    i--;
  return i;
}

void
relobj_frames_free (struct relobj_frames *frames)
{
  free (frames->at);
  free (frames->bases);
}
