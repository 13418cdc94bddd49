/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   place-by-name.c - place functions where the image has their names.

   Theory of operation.  Each symbol of the image with a name of the function
   proposes an address.  If call frame information describes the address, it
   decides: rows that agree are right there, whoever else has the name [judge].
   If it is silent, the code there must be the function's, and prove the place
   [is_proven]: equal code needs equal rows, as long as it begins as functions
   do.  The part of a function that compilers split off for cold code does not,
   and its rows depend on the code that jumps to it; nothing but the linker
   tells whose part it is.

   A linker moves whole sections.  So functions without a name in the image,
   and those with too little code for a proof, are tried where the others of
   their section are [place_beside].  What has no place is kept: unplaced.c
   tells whether the image may have it.  */

#include "config.h"

#include "place-limits.h"
#include "placer-internal.h"
#include "sorted.h"

/* Why a function may be at an address.  */
enum proposal
{
  PROPOSAL_STRONG, /* a strong global name, which the image has once */
  PROPOSAL_SOLE,   /* a static one, which the image has once */
  PROPOSAL_ANY,    /* a name that others may have */
  PROPOSAL_BASE    /* its section is proven to be there */
};

/* What is known of a section of the current object.  */
struct section_places
{
  uint64_t bases[LIMIT_BASES]; /* where the section is proven to be */
  size_t base_count;
  size_t described; /* functions that the image describes */
};

static int
compare_pending (const void *a, const void *b)
{
  const struct input_function *x = a, *y = b;

  ORDER_BY (x->section, y->section);
  ORDER_BY (x->value, y->value);
  ORDER_BY (x->piece->input, y->piece->input);
  const uint64_t a_field = placer_field (x), b_field = placer_field (y);
  return a_field < b_field ? -1 : a_field > b_field;
}

/* The functions of the next object are probably those that follow function
   LAST of the image in the same piece.  */
static void
expect_after (struct placer *p, size_t last)
{
  const struct existing_sframe *existing = &p->from.context->existing;
  const struct function *function = &existing->functions.at[last];
  const struct image_piece *piece = &existing->pieces[function->piece];

  p->known = (struct digest_known){ .cache = p->known.cache,
                                    .piece = &piece->piece,
                                    .digests = piece->digests,
                                    .next = function->fde + 1 };
}

/* Whether F may be at its address, where call frame information is silent.  If
   an existing piece describes another function there, F is not, unless a
   strong name proposed the address.  */
static bool
may_be_silent (const struct placer *p, const struct input_function *f,
               enum proposal proposal)
{
  const struct existing_sframe *existing = &p->from.context->existing;

  return proposal == PROPOSAL_STRONG || p->from.existing_judged
         || !pieces_any_at (existing, f->said.addr)
         || pieces_find (existing, f->said.addr, f->said.digest) != SIZE_MAX;
}

/* Set *PROVEN to whether F, which PROPOSAL puts at its address and whose code
   is there, is certainly there.  An existing piece that describes F there
   proves it, unless the pieces are under test or others have the name.  */
static sfm_status
is_proven (struct placer *p, const struct input_function *f,
           enum proposal proposal, bool *proven)
{
  const struct input_code *code;

  *proven = proposal != PROPOSAL_ANY && !p->from.existing_judged
            && pieces_find (&p->from.context->existing, f->said.addr,
                            f->said.digest)
                   != SIZE_MAX;
  if (*proven)
    return SFM_OK;
  TRY (section_code_read (p, f->section, &code));
  *proven = (proposal == PROPOSAL_BASE
             || code_fixed (code, f->value, f->said.size) >= LIMIT_PROOF_BYTES)
            && function_begins (p, f);
  return SFM_OK;
}

/* Settle F at ADDR, if it is there, by PROPOSAL.  f->fit is the best result so
   far, and is updated.  */
static sfm_status
judge (struct placer *p, struct input_function *f, uint64_t addr,
       enum proposal proposal)
{
  const struct function_index *index = &p->from.context->index;
  const uint32_t size = f->said.size;
  bool holds = true, proven = true;

  if (addr < f->value || !code_ranges_hold (&index->code, addr, size))
    return SFM_OK;
  f->said.addr = addr;
  if (row_proof_equal (index, addr, size, f->said.digest))
    {
      f->fit = FIT_PROVEN;
      p->counts.symbols++;
      placer_place (f, SFM_EVIDENCE_START | SFM_EVIDENCE_SIZE);
      return placer_found (p, f);
    }
  if (index_contradicts (index, addr, size))
    return SFM_OK;
  const enum sfm_cfi_verdict verdict
      = row_proof_judge (&p->proof, &f->said, NULL);
  const bool silent = verdict == SFM_CFI_SILENT;
  if (silent && !may_be_silent (p, f, proposal))
    return SFM_OK;
  if (silent || verdict_refuses (verdict))
    TRY (section_code_compare (p, f, &holds));
  if (!holds)
    return SFM_OK;
  if (verdict == SFM_CFI_CONTRADICTS)
    {
      if (proposal < PROPOSAL_ANY)
        f->fit = FIT_REFUTED;
      return SFM_OK;
    }
  if (silent)
    TRY (is_proven (p, f, proposal, &proven));
  if (!proven)
    {
      f->fit = f->fit == FIT_NO ? FIT_UNPROVEN : f->fit;
      return SFM_OK;
    }
  f->fit = FIT_PROVEN;
  return placer_merge (p, f, verdict, &p->counts.symbols)
             ? placer_found (p, f)
             : diag_nomem (p->sink, p->now.object->name);
}

/* Remember that the section of S is at BASE.  */
static void
note_base (struct section_places *s, uint64_t base)
{
  for (size_t i = 0; i < s->base_count; i++)
    if (s->bases[i] == base)
      return;
  if (s->base_count < LIMIT_BASES)
    s->bases[s->base_count++] = base;
}

/* Whether NAMED can be SYMBOL at its address.  Linkers make globals local, but
   never a local global.  */
static bool
can_be (const struct placer *p, const struct input_symbol *symbol,
        const struct function *named)
{
  return (symbol->global || !named->global)
         && (symbol->size == 0 || named->size == 0
             || symbol->size == named->size)
         && !symbols_in_plt (p, named);
}

/* Why the image may have F under the name of SYMBOL, which COUNT symbols of
   the image have.  */
static enum proposal
proposal_of (const struct placer *p, const struct input_function *f,
             const struct input_symbol *symbol, size_t count)
{
  if (symbol->weak || count != 1
      || p->now.object->sections[f->section].group != NULL)
    return PROPOSAL_ANY;
  return symbol->global ? PROPOSAL_STRONG : PROPOSAL_SOLE;
}

/* Whether NAMED is in an STT_FILE group with the name of the object's
   source.  */
static bool
is_of_file (const struct placer *p, const struct function *named)
{
  return named->file != 0 && named->file == p->now.file;
}

/* Try the COUNT symbols of the image from FIRST on, which have the name of
   SYMBOL, for F of S.  Many files may have a static function of one name.
   Symbols in a group of the object's file are tried first, then the others,
   starting after the one found last: linkers keep the order of the inputs.  */
static sfm_status
try_name (struct placer *p, struct section_places *s, struct input_function *f,
          const struct input_symbol *symbol, size_t first, size_t count)
{
  const struct function_index *index = &p->from.context->index;
  const enum proposal proposal = proposal_of (p, f, symbol, count);
  const size_t scan = count < LIMIT_NAME_SCAN ? count : LIMIT_NAME_SCAN;
  size_t tried = 0;

  for (size_t pass = count < 2; pass < 2; pass++)
    for (size_t i = 0; i < scan && tried < LIMIT_NAME_LOOKS; i++)
      {
        const size_t at = (p->next_of_name[first] + i) % count;
        const struct function *named
            = &index->symbols.at[index->by_name[first + at].idx];
        if (!can_be (p, symbol, named)
            || (pass == 0 && !is_of_file (p, named)))
          continue;
        tried++;
        TRY (judge (p, f, named->addr, proposal));
        if (f->fit == FIT_PROVEN)
          {
            note_base (s, named->addr - f->value);
            p->next_of_name[first] = (uint32_t) (at + 1);
            return SFM_OK;
          }
        if (f->fit == FIT_REFUTED
            || (proposal == PROPOSAL_STRONG && f->fit == FIT_NO))
          f->named = named;
      }
  return SFM_OK;
}

/* Whether the image describes F of S: where the others of S are, if that is
   one place, or where it has a name of F.  *THERE is the index among its
   functions.  Once a section has one place, that is asked first: strcmp in two
   tables of strings took a tenth of a link.  Pieces under test prove nothing
   for other functions.  */
static bool
is_described (struct placer *p, const struct section_places *s,
              const struct input_function *f, size_t *there)
{
  const struct existing_sframe *existing = &p->from.context->existing;

  if (existing->functions.count == 0)
    return false;
  if (s->base_count == 1 && !p->from.existing_judged)
    {
      *there = pieces_find (existing, s->bases[0] + f->value, f->said.digest);
      if (*there != SIZE_MAX)
        return true;
    }
  return symbols_described (p, f, there);
}

/* Place F of S by its names.  */
static sfm_status
place_named (struct placer *p, struct section_places *s,
             struct input_function *f)
{
  const struct function_list *existing = &p->from.context->existing.functions;
  const size_t near = p->now.near;
  size_t count, there, first;

  if (is_described (p, s, f, &there))
    {
      f->said.addr = existing->at[there].addr;
      f->fit = FIT_PROVEN;
      note_base (s, f->said.addr - f->value);
      s->described++;
      p->counts.existing++;
      expect_after (p, there);
      return placer_found (p, f);
    }
  p->now.near = near;
  const struct input_symbol *const *symbols
      = symbols_at (p, f->section, f->value, &count);
  for (size_t i = 0; i < count && f->fit != FIT_PROVEN; i++)
    {
      const size_t all = index_named_near (
          &p->from.context->index, symbols[i]->name, &p->now.near, &first);
      if (all != 0)
        TRY (try_name (p, s, f, symbols[i], first, all));
    }
  return SFM_OK;
}

/* Place F where the others of S are, or keep it.  */
static sfm_status
place_beside (struct placer *p, const struct section_places *s,
              struct input_function *f)
{
  for (size_t i = 0; i < s->base_count && f->fit != FIT_PROVEN; i++)
    TRY (judge (p, f, s->bases[i] + f->value, PROPOSAL_BASE));
  return f->fit == FIT_PROVEN ? SFM_OK : unplaced_add (p, f);
}

/* Place the COUNT functions at AT, all of one section.  */
static sfm_status
place_section (struct placer *p, struct input_function *at, size_t count)
{
  struct section_places s = { .described = 0 };
  const struct input_code *code;

  for (size_t i = 0; i < count; i++)
    TRY (place_named (p, &s, &at[i]));
  /* An unreadable section must be an error whether or not its code is
     compared: a process that reads inputs has read it already.  */
  if (s.described != count)
    TRY (section_code_read (p, at->section, &code));
  for (size_t i = 0; i < count; i++)
    if (at[i].fit != FIT_PROVEN)
      TRY (place_beside (p, &s, &at[i]));
  return SFM_OK;
}

sfm_status
place_by_name (struct placer *p)
{
  const size_t count = p->pending_count;
  struct input_function *pending = p->pending;

  if (count == 0)
    return SFM_OK;
  if (!symbols_ready (p))
    return diag_nomem (p->sink, p->now.object->name);
  sort_if_needed (pending, count, sizeof *pending, compare_pending);
  for (size_t i = 0, end; i < count; i = end)
    {
      for (end = i + 1;
           end < count && pending[end].section == pending[i].section; end++)
        continue;
      TRY (place_section (p, &pending[i], end - i));
    }
  return SFM_OK;
}
