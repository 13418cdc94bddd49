/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   relobj-plan.c - the new contents of one .sframe section and of its
   relocations.

   The engine merges the pieces in their order and says where each start field
   went.  A relocation moves there with its symbol and addend as they were: in
   objects of every version it says S + A - P = function - field (format
   reference, 5.1), so nothing is added to the addend, only the width may
   change.  */

#include "config.h"

#include <elf.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "elf-codec.h"
#include "relobj-internal.h"

/* Set the PLACES of all FDEs of S; returns how many are live.  */
static size_t
find_places (struct relobj *r, struct relobj_section *s,
             struct sfm_place *places)
{
  const struct pairing *p = &s->pairing;
  size_t live = 0, fde = 0;

  for (size_t k = 0; k < p->piece_count; k++)
    for (uint32_t i = 0; i < p->pieces[k].num_fdes; i++, fde++)
      {
        uint32_t idx = p->reloc_of[fde];
        places[fde] = (struct sfm_place){ .rank = SFM_RANK_INPUT };
        if (idx != PAIR_NONE
            && s->sframe.relocs[idx].section != INPUT_NO_SECTION)
          {
            places[fde].live = true;
            places[fde].addr = s->sframe.relocs[idx].value;
            live++;
            continue;
          }
        r->result->dead++;
        say_at (r->sink, SAY_DETAIL, r->name, s->sframe.name,
                sfm_piece_field (&p->pieces[k], i),
                "function left out: its relocation is %s",
                idx == PAIR_NONE ? "missing or void" : "against nothing");
      }
  return live;
}

/* Refuse a section of which nothing can be left.  */
static sfm_status
check_lost (struct relobj *r, const struct relobj_section *s)
{
  enum say_kind kind = r->options->partial ? SAY_WARNING : SAY_ERROR;
  size_t count = s->pairing.fde_count;

  if (s->pairing.piece_count == 0)
    say (r->sink, kind, r->name,
         "%s: its 0x%zx bytes are all zero: the linker that wrote it dropped "
         "what they were; link its inputs again%s",
         s->sframe.name, s->sframe.size,
         r->options->partial ? "" : ", or leave it with --partial");
  else if (count != 0 && s->sframe.reloc_count == 0
           && s->sframe.none_count == 0)
    say (r->sink, kind, r->name,
         "%s: has %zu functions and no relocation that says where they are%s",
         s->sframe.name, count,
         r->options->partial ? "" : "; --partial drops them");
  else
    return SFM_OK;
  r->result->refused = !r->options->partial;
  return r->options->partial ? SFM_OK : SFM_ERR_UNSUPP;
}

/* Give the pieces of S to its merger.  */
static sfm_status
add_pieces (struct relobj *r, struct relobj_section *s,
            const struct sfm_place *places)
{
  const struct pairing *p = &s->pairing;
  struct sfm_diag diag;

  for (size_t k = 0; k < p->piece_count; k++)
    {
      const struct sfm_piece *piece = &p->pieces[k];
      if (piece->abi != r->image.abi)
        {
          say_at (r->sink, SAY_ERROR, r->name, s->sframe.name,
                  piece->offset + 4,
                  "sfh_abi_arch is %u (%s), the object's is %u (%s)",
                  piece->abi, sfm_abi_name (piece->abi), r->image.abi,
                  sfm_abi_name (r->image.abi));
          return SFM_ERR_CORRUPT;
        }
      sfm_status status = sfm_merger_add (
          s->merger, piece, places + p->first_fde[k], (uint32_t) k, &diag);
      if (status != SFM_OK)
        return say_diag (r->sink, SAY_ERROR, r->name, s->sframe.name, &diag);
    }
  return SFM_OK;
}

/* Write the merged piece of S.  */
static sfm_status
make_content (struct relobj *r, struct relobj_section *s)
{
  struct sfm_diag diag;
  sfm_status status = sfm_merger_plan (s->merger, 0, UINT64_MAX, &diag);

  if (status == SFM_OK)
    {
      s->content_size = sfm_merger_size (s->merger);
      s->content = pool_alloc (&r->pool, s->content_size);
      if (s->content == NULL)
        return say_nomem (r->sink, r->name);
      status
          = sfm_merger_write (s->merger, s->content, s->content_size, &diag);
    }
  return status == SFM_OK
             ? SFM_OK
             : say_diag (r->sink, SAY_ERROR, r->name, s->sframe.name, &diag);
}

/* Write the relocations of the merged piece of S.  */
static sfm_status
make_relas (struct relobj *r, struct relobj_section *s)
{
  struct sfm_stats stats;
  struct sfm_origin origin;
  uint32_t idx;
  bool big = r->image.big_endian;

  sfm_merger_stats (s->merger, &stats);
  uint32_t count = (uint32_t) stats.out_functions;
  uint8_t *p = pool_alloc (&r->pool, (size_t) count * ELF_RELA_SIZE + 1);
  if (p == NULL)
    return say_nomem (r->sink, r->name);
  s->rela_bytes = p;
  s->rela_size = (size_t) count * ELF_RELA_SIZE;
  for (uint32_t i = 0; i < count; i++, p += ELF_RELA_SIZE)
    {
      if (!relobj_origin (s, i, &origin, &idx))
        {
          say (r->sink, SAY_ERROR, r->name,
               "%s: function %" PRIu32 " of %" PRIu32 " has no relocation",
               s->sframe.name, i, count);
          return SFM_ERR_CORRUPT;
        }
      uint32_t type = relobj_reloc_type (r->image.machine, origin.field_size);
      elf_put64 (p + offsetof (Elf64_Rela, r_offset), origin.field, big);
      elf_put64 (p + offsetof (Elf64_Rela, r_info),
                 ELF64_R_INFO ((uint64_t) s->relas[idx].symbol, type), big);
      elf_put64 (p + offsetof (Elf64_Rela, r_addend), s->relas[idx].addend,
                 big);
    }
  return SFM_OK;
}

/* Whether SIZE bytes at BYTES begin with the planned content and have at most
   the padding to a multiple of 8 behind it, which some assemblers add.  */
static bool
content_there (const struct relobj_section *s)
{
  const uint8_t *bytes = s->sframe.bytes;
  size_t size = s->sframe.size;

  if (size < s->content_size || size - s->content_size >= RELOBJ_ALIGN
      || memcmp (bytes, s->content, s->content_size) != 0)
    return false;
  for (size_t i = s->content_size; i < size; i++)
    if (bytes[i] != 0)
      return false;
  return true;
}

/* Whether the file has for S what is planned.  */
static bool
as_planned (const struct relobj *r, const struct relobj_section *s)
{
  const struct image_section *section = &r->image.sections[s->idx];
  size_t size = 0;
  const uint8_t *relas = NULL;

  if (s->rela_idx != 0)
    relas = image_section_bytes (&r->image, &r->image.sections[s->rela_idx],
                                 &size);
  return section->type == s->type && section->align >= RELOBJ_ALIGN
         && content_there (s) && size == s->rela_size
         && (size == 0 || memcmp (relas, s->rela_bytes, size) == 0);
}

/* Name one loss, for -v.  */
struct loss_teller
{
  const struct relobj *relobj;
  const struct relobj_section *section;
};

static void
tell_loss (void *data, const struct sfm_note *note)
{
  const struct loss_teller *t = data;
  const struct relobj_section *s = t->section;
  size_t fde = s->pairing.first_fde[note->input] + note->fde;
  const struct input_reloc *reloc
      = &s->sframe.relocs[s->pairing.reloc_of[fde]];

  say_at (t->relobj->sink, SAY_DETAIL, t->relobj->name, s->sframe.name,
          note->field, "function at %s+0x%" PRIx64 ": %s",
          t->relobj->image.sections[reloc->section].name, reloc->value,
          sfm_loss_text (note->loss));
}

/* Add what became of S to the result.  */
static void
account (struct relobj *r, const struct relobj_section *s)
{
  struct loss_teller teller = { r, s };
  struct sfm_stats stats;

  sfm_merger_stats (s->merger, &stats);
  sfm_merger_each_loss (s->merger, tell_loss, &teller);
  r->result->pieces += s->pairing.piece_count;
  r->result->functions += s->pairing.fde_count;
  r->result->out_functions += stats.out_functions;
  r->result->none_count += s->sframe.none_count;
  r->result->strayed += s->pairing.by_order;
  r->result->rewritten += s->changed;
  for (unsigned i = 0; i < SFM_LOSS_COUNT; i++)
    r->result->losses[i] += stats.losses[i];
}

sfm_status
relobj_plan (struct relobj *r, struct relobj_section *s)
{
  const struct sfm_options options = {
    .size = sizeof options,
    .target = r->result->target,
    .relocatable = true,
  };
  struct sfm_diag diag;
  sfm_status status = check_lost (r, s);

  if (status != SFM_OK || s->pairing.piece_count == 0)
    return status;
  struct sfm_place *places = calloc (s->pairing.fde_count + 1, sizeof *places);
  if (places == NULL)
    return say_nomem (r->sink, r->name);
  status = sfm_merger_new (&options, &s->merger, &diag);
  if (status != SFM_OK)
    status = say_diag (r->sink, SAY_ERROR, r->name, s->sframe.name, &diag);
  if (status == SFM_OK && find_places (r, s, places) > 1)
    status = relobj_twins (r, s, places);
  if (status == SFM_OK)
    status = add_pieces (r, s, places);
  if (status == SFM_OK)
    status = make_content (r, s);
  if (status == SFM_OK)
    status = make_relas (r, s);
  free (places);
  if (status != SFM_OK)
    return status;
  /* Type and flag go together: linkers that concatenate keep sections of
     different types apart (gold, mold) or refuse them (lld), and assemblers
     that write version 2 without the flag write SHT_PROGBITS.  */
  s->type = r->result->target == SFM_TO_V2 ? SHT_PROGBITS : SHT_GNU_SFRAME;
  s->changed = !as_planned (r, s);
  account (r, s);
  return SFM_OK;
}
