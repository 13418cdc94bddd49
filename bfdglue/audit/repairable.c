/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   repairable.c - whether an image can be repaired from its existing pieces.

   Theory of operation.  Functions without rows are listed (undescribed.c), and
   functions and pieces that pieces_read did not use are counted.  Pieces past
   the section's end are leftovers, and some of them are overwritten.  Flaws in
   them count only if functions have no rows.

   Missing rows are a flaw only if a linker must have dropped them: GNU ld and
   mold write one sorted piece and leave out pieces that they cannot read.
   Linkers that copy .sframe leave out nothing, so that a function without rows
   never had any; their images are recognised even after a repair
   (crt-functions.c).  The same holds for images that contain a runtime
   library.

   BOLT renames the section of the old code and leaves it in place, with the
   .eh_frame and .sframe that describe it.  Images of other tools that move
   code are recognised by their symbols, if local symbols were kept, so that
   all functions have one: no described function is in a symbol, and .eh_frame
   describes the functions that have one.  A function need not begin where its
   symbol does: GCC for AArch64 puts the NOPs of -fpatchable-function-entry
   between the symbol and the FDE.  */

#include "config.h"

#include <elf.h>
#include <string.h>

#include "elf-dynamic.h"
#include "crt-functions.h"
#include "repairable.h"
#include "text.h"
#include "sframe-section.h"

/* Reasons to refuse.  */
enum
{
  REFUSED = REPAIR_EMPTY | REPAIR_PLT_ONLY | REPAIR_DAMAGED | REPAIR_UNBELIEVED
            | REPAIR_STALE | REPAIR_UNDESCRIBED | REPAIR_NOT_IN_CODE
            | REPAIR_LATER
};

/* Whether IMAGE has a segment or section for SFrame data, other than a
   reserve.  */
static bool
has_place (const struct image *image)
{
  if (image_find_segment (image, PT_GNU_SFRAME) != NULL)
    return true;
  for (uint32_t i = 1; i < image->section_count; i++)
    {
      const struct image_section *s = &image->sections[i];
      if ((s->flags & SHF_ALLOC) && s->type != SHT_NOBITS
          && image_section_has_sframe (s))
        return true;
    }
  return false;
}

/* Why no piece was found in IMAGE, if the header of an SFrame section is
   the reason.  */
static enum existing_unseen
find_unseen (const struct image *image)
{
  for (uint32_t i = 1; i < image->section_count; i++)
    {
      const struct image_section *s = &image->sections[i];
      if (!image_section_has_sframe (s) || s->size == 0)
        continue;
      if (s->type == SHT_NOBITS)
        return REPAIR_NO_BYTES;
      if (!(s->flags & SHF_ALLOC))
        return REPAIR_NOT_LOADED;
    }
  return REPAIR_SEEN;
}

/* Whether P has the flag FDE_SORTED, its live functions are not sorted, and
   the index does not confirm all of them exactly.  If it did, a repair could
   sort them.  Functions of PLT code are left out: the code itself confirms or
   replaces them.  */
static bool
falsely_sorted (const struct image_context *context,
                const struct image_piece *p)
{
  bool unordered = false, unsure = false;
  uint64_t last = 0;

  if (!(p->piece.flags & SFM_F_FDE_SORTED) || p->past_section_end)
    return false;
  for (uint32_t i = 0; i < p->piece.num_fdes; i++)
    {
      if (!p->places[i].live
          || plt_code_in_area (&context->plt, p->places[i].addr))
        continue;
      unordered |= p->places[i].addr < last;
      last = p->places[i].addr;
      unsure |= !p->places[i].optional
                && !(p->places[i].evidence & SFM_EVIDENCE_SIZE);
    }
  return unordered && unsure;
}

/* Count the functions and flaws of P.  INCOMPLETE: functions have no rows.  */
static void
count_piece (const struct image_context *context, struct repairable *v,
             const struct image_piece *p, bool incomplete)
{
  bool matters = incomplete || !p->past_section_end;

  if (p->damaged || !p->usable)
    {
      /* Damaged pieces were counted by pieces_read.  */
      v->unbelieved += !p->damaged && matters;
      if (p->damaged && !matters)
        v->damaged--;
      return;
    }
  v->discarded += p->piece.num_fdes - p->live - p->contradicted - p->wrong_rows
                  - p->not_in_code;
  v->wrong_rows += p->wrong_rows;
  if (matters)
    v->not_in_code += p->not_in_code;
  /* ld 2.40 describes PLT code in other parts than .eh_frame does, and without
     section headers PLT code is not recognised.  */
  if (incomplete || (!p->past_section_end && context->index.code.by_sections))
    v->contradicted += p->contradicted;
  for (uint32_t i = 0; i < p->piece.num_fdes; i++)
    v->linker_made += p->places[i].live && p->places[i].optional;
  v->damaged += falsely_sorted (context, p);
}

/* Count described functions in the old code that BOLT leaves in .bolt.org*,
   unless its new code is described as well.  What BOLT did not process runs
   there as before, and the .eh_frame that it writes has all of both.  */
static void
count_put_aside (const struct image_context *context, struct repairable *v)
{
  const struct function_list *functions = &context->existing.functions;
  const char *section = NULL;
  size_t count = 0;

  for (size_t i = 0; i < functions->count; i++)
    {
      const char *name = code_ranges_section_name (&context->index.code,
                                                   functions->at[i].addr);
      if (name == NULL || !text_begins (name, ".bolt.org"))
        continue;
      count++;
      section = name;
    }
  if (functions->count - count > v->undescribed.count)
    return;
  v->stale = count;
  v->stale_section = section;
}

/* Count all described functions as stale if the symbols show that they were
   replaced.  */
static void
count_replaced (const struct image_context *context, struct repairable *v)
{
  const struct function_index *e = &context->index;
  const struct existing_sframe *existing = &context->existing;
  size_t elsewhere = 0;

  if (existing->functions.count < 2 || !e->has_symtab || !e->has_file_locals)
    return;
  for (size_t i = 0; i < existing->functions.count; i++)
    if (index_has_symbol (e, existing->functions.at[i].addr)
        || index_inside (e, existing->functions.at[i].addr)
        || !index_has_fde (e, existing->functions.at[i].addr))
      return;
  for (size_t i = 0; i < v->undescribed.count; i++)
    elsewhere += v->undescribed.missing[i].name != NULL;
  if (elsewhere >= existing->functions.count && !v->undescribed.by_symbols)
    v->stale = existing->functions.count;
}

/* Whether a linker merged the image's section.  */
static bool
is_merged (const struct image_context *context)
{
  const struct image_piece *only = NULL;
  size_t count = 0;

  for (size_t i = 0; i < context->existing.piece_count; i++)
    if (!context->existing.pieces[i].past_section_end)
      {
        count++;
        only = &context->existing.pieces[i];
      }
  return count == 1 && (only->piece.flags & SFM_F_FDE_SORTED)
         && !copying_linker (&context->image);
}

/* Whether no object can have had rows: no assembler makes them without call
   frame information, and linkers keep that whole; here it describes PLT code
   alone.  */
static bool
had_no_rows (const struct image_context *context, const struct repairable *v)
{
  return v->undescribed.by_symbols && context->index.eh.complete;
}

/* Derive the flaws from the counts.  */
static unsigned
find_flaws (const struct image_context *context, const struct repairable *v)
{
  bool incomplete = v->undescribed.count != 0;
  unsigned flaws = 0;

  if (v->damaged != 0 || v->contradicted != 0)
    flaws |= REPAIR_DAMAGED;
  if (v->unbelieved != 0)
    flaws |= REPAIR_UNBELIEVED;
  if (v->not_in_code != 0)
    flaws |= REPAIR_NOT_IN_CODE;
  if (v->stale != 0)
    flaws |= REPAIR_STALE;
  if (context->existing.later.count != 0)
    flaws |= REPAIR_LATER;
  if (!incomplete || (flaws & (REPAIR_STALE | REPAIR_LATER)) != 0)
    return flaws;
  if (v->described != 0)
    return flaws
           | (is_merged (context) && dynamic_linked (&context->image)
                      && !crt_function_inside (&context->index)
                  ? REPAIR_UNDESCRIBED
                  : REPAIR_UNCOVERED);
  if ((flaws & ~(unsigned) REPAIR_NOT_IN_CODE) != 0)
    return flaws;
  if (v->linker_made != 0)
    return had_no_rows (context, v) ? flaws : flaws | REPAIR_PLT_ONLY;
  return flaws | (has_place (&context->image) ? REPAIR_EMPTY : REPAIR_ABSENT);
}

sfm_status
repairable_judge (const struct image_context *context,
                  struct repairable *verdict, const struct diag_sink *sink)
{
  const struct existing_sframe *existing = &context->existing;

  *verdict = (struct repairable){ .described = existing->functions.count,
                                  .damaged = existing->unread,
                                  .later = &existing->later };
  TRY (undescribed_find (&context->index, existing, &verdict->undescribed,
                         sink));
  bool incomplete
      = verdict->undescribed.count != 0 || verdict->undescribed.functions == 0;
  for (size_t i = 0; i < existing->piece_count; i++)
    count_piece (context, verdict, &existing->pieces[i], incomplete);
  count_put_aside (context, verdict);
  if (verdict->stale == 0)
    count_replaced (context, verdict);
  if (existing->piece_count == 0 && existing->later.count == 0)
    verdict->unseen = find_unseen (&context->image);
  verdict->flaws = find_flaws (context, verdict);
  verdict->needs_partial = (verdict->flaws & REFUSED) != 0;
  return SFM_OK;
}

void
repairable_free (struct repairable *verdict)
{
  undescribed_free (&verdict->undescribed);
}
