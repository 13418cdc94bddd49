/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   name-candidates.c - the bases that the names of a section's symbols propose.

   Theory of operation.  Each symbol of the image with the name and size of one
   of the section's symbols proposes a base.  The proposal is accepted only if
   code confirms it: all functions of the section must be in code, .eh_frame
   must contradict none, and their bytes outside the relocation masks must be
   the image's [text_fits].  Strong global names are tried first, as they can
   mean one place only, then rare names before frequent ones.  The first name
   with a base that fits is the section's proposer [find_by_names].  If it has
   several bases (a static function with that name and code in many files),
   choose-base.c chooses among them.

   Measured against the maps of GNU ld, gold, lld and mold: names alone leave
   48 % of the functions of 24 C++ files of one name undecided, names with code
   none.  */

#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "place-limits.h"
#include "placer-internal.h"
#include "sorted.h"

/* The search for one section.  */
struct finder
{
  struct placer *p;
  struct text_section *text;
  size_t left;        /* image symbols that may still be looked at */
  uint64_t cost_left; /* cost that is left for all sections */
  struct text_candidate found[LIMIT_NAME_LOOKS];
  size_t count;
  bool has_global;  /* the image has a global of the current name */
  uint32_t *latest; /* by the first symbol of a name: index + 1 of the last
                       section that tried the name first */
};

static enum proposer
proposer_of (const struct text_section *text, const struct text_symbol *symbol)
{
  if (!symbol->global)
    return PROPOSER_LOCAL;
  return symbol->weak || text->comdat ? PROPOSER_WEAK : PROPOSER_STRONG;
}

/* Whether SYMBOL can have become NAMED.  Linkers make globals local, but never
   a local global, a weak definition strong or a strong one weak.  And if the
   image has a global of the name (HAS_GLOBAL), its locals are others.  */
static bool
is_binding_of (const struct text_symbol *symbol, const struct function *named,
               bool has_global)
{
  if (!named->global)
    return !symbol->global || !has_global;
  return symbol->global && symbol->weak == named->weak;
}

/* Add the base that NAMED proposes for SYMBOL if the section fits there.
   Symbols of one name come in the order of their addresses.  */
static void
try_base (struct finder *f, const struct text_symbol *symbol,
          const struct function *named)
{
  uint64_t base = named->addr - symbol->value;
  struct text_candidate *last = f->count == 0 ? NULL : &f->found[f->count - 1];

  if (named->addr < symbol->value
      || !is_binding_of (symbol, named, f->has_global)
      || (symbol->size != 0 && named->size != 0 && symbol->size != named->size)
      || symbols_in_plt (f->p, named))
    return;
  bool judged;
  if (last != NULL && last->base == base)
    /* Folded code has the locals of several files.  */
    last->file = last->file == named->file ? last->file : 0;
  else if (text_fits (f->p, f->text, base, &judged))
    f->found[f->count++] = (struct text_candidate){ .base = base,
                                                    .file = named->file,
                                                    .judged = judged };
  else
    text_note_refuted (f->p, f->text, base);
}

/* Try the name of SYMBOL.  */
static void
try_name (struct finder *f, const struct text_symbol *symbol)
{
  const struct function_index *index = &f->p->from.context->index;
  size_t first = symbol->named, count = symbol->count;

  f->has_global = false;
  for (size_t i = 0; i < count && i < LIMIT_NAME_LOOKS; i++)
    f->has_global |= text_named (f->p, symbol, i)->global;
  f->text->proposed_by = proposer_of (f->text, symbol);
  /* If there are several locals, no name shows which of them was the
     global.  */
  if (f->text->proposed_by == PROPOSER_STRONG && !f->has_global && count > 1)
    f->text->proposed_by = PROPOSER_LOCAL;
  f->text->proposer = symbol;
  if (symbol->size != 0)
    count = index_named_size (index, text_named (f->p, symbol, 0)->name,
                              symbol->size, &first);
  for (size_t i = 0; i < count && f->left != 0; i++, f->left--)
    try_base (f, symbol, &index->symbols.at[index->by_name[first + i].idx]);
}

/* Strong names first, then those with fewer symbols in the image.  */
static bool
tried_before (const struct text_section *text, const struct text_symbol *a,
              const struct text_symbol *b)
{
  bool x = proposer_of (text, a) == PROPOSER_STRONG;
  bool y = proposer_of (text, b) == PROPOSER_STRONG;

  return x != y ? x : a->count < b->count;
}

/* Choose the NAMES to try, the best first.  Returns their number.  */
static size_t
choose_names (const struct text_section *text,
              const struct text_symbol **names)
{
  size_t count = 0;

  for (size_t i = 0; i < text->symbol_count; i++)
    {
      const struct text_symbol *symbol = &text->symbols[i];
      size_t at = count;
      if (symbol->count == 0)
        continue;
      while (at != 0 && tried_before (text, symbol, names[at - 1]))
        at--;
      if (at == LIMIT_NAMES_TRIED)
        continue;
      count += count < LIMIT_NAMES_TRIED;
      for (size_t j = count - 1; j > at; j--)
        names[j] = names[j - 1];
      names[at] = symbol;
    }
  return count;
}

/* Whether A and B have equal names, functions, rows and code.  */
static bool
is_equal (const struct text_section *a, const struct text_section *b)
{
  if (a->comdat != b->comdat || a->function_count != b->function_count
      || a->symbol_count != b->symbol_count || a->code.bytes == NULL
      || b->code.bytes == NULL || a->code.size != b->code.size
      || a->code.mask_count != b->code.mask_count
      || (a->code.mask_count != 0
          && memcmp (a->code.masks, b->code.masks,
                     a->code.mask_count * sizeof *a->code.masks)
                 != 0))
    return false;
  for (size_t i = 0; i < a->symbol_count; i++)
    {
      const struct text_symbol *x = &a->symbols[i], *y = &b->symbols[i];
      if (x->named != y->named || x->value != y->value || x->size != y->size
          || x->global != y->global || x->weak != y->weak)
        return false;
    }
  for (size_t i = 0; i < a->function_count; i++)
    if (a->functions[i].value != b->functions[i].value
        || a->functions[i].digest != b->functions[i].digest)
      return false;
  return memcmp (a->code.bytes, b->code.bytes, (size_t) a->code.size) == 0;
}

/* Add the first COUNT candidates of TEXT to all that were proposed.  Equal
   sections would add the same base over and over; a second entry is enough to
   show that the base is not unique.  */
static bool
note_proposed (struct placer *p, const struct text_section *text, size_t count)
{
  for (size_t i = 0; i < count; i++)
    {
      if (!array_grow (&p->proposed, &p->proposed_capacity, p->proposed_count,
                       sizeof *p->proposed))
        return false;
      p->proposed[p->proposed_count++] = text->candidates[i].base;
    }
  return true;
}

/* Find the candidates of F's section.  */
static sfm_status
find_by_names (struct finder *f)
{
  const struct text_symbol *names[LIMIT_NAMES_TRIED];
  struct text_section *text = f->text;
  size_t count = choose_names (text, names);

  if (count == 0)
    return SFM_OK;
  /* Many files may have the same static function.  Equal sections share the
     result, so they take no more time together than one.  */
  uint32_t *latest = &f->latest[names[0]->named];
  const struct text_section *equal
      = *latest == 0 ? NULL : &f->p->texts[*latest - 1];
  *latest = (uint32_t) (text - f->p->texts) + 1;
  if (equal != NULL && is_equal (text, equal))
    {
      text->contradicted = equal->contradicted;
      text->refuted = equal->refuted;
      text->proposed_by = equal->proposed_by;
      text->proposer = equal->proposer;
      text->candidates = equal->candidates;
      text->candidate_count = equal->candidate_count;
      return note_proposed (f->p, text, text->candidate_count == 1)
                 ? SFM_OK
                 : SFM_ERR_NOMEM;
    }
  const uint64_t cost
      = LIMIT_LOOK_COST + (text->code.bytes != NULL ? text->code.size : 0);
  const uint64_t looks = f->cost_left / cost;
  const size_t limit
      = looks < LIMIT_NAME_LOOKS ? (size_t) looks : LIMIT_NAME_LOOKS;
  f->left = limit;
  f->count = 0;
  for (size_t i = 0; i < count && f->count == 0; i++)
    try_name (f, names[i]);
  f->cost_left -= (limit - f->left) * cost;
  if (f->count == 0 || f->left == 0)
    {
      text->proposed_by = PROPOSER_CODE;
      return SFM_OK;
    }
  return text_set_candidates (f->p, text, f->found, f->count)
                 && note_proposed (f->p, text, f->count)
             ? SFM_OK
             : SFM_ERR_NOMEM;
}

/* The cost limit for all TEXTS.  */
static uint64_t
all_costs (const struct placer *p)
{
  uint64_t cost = (uint64_t) LIMIT_NAME_LOOKS * LIMIT_LOOK_COST;

  for (size_t i = 0; i < p->text_count; i++)
    {
      const struct text_section *text = &p->texts[i];
      cost += text->symbol_count * LIMIT_LOOK_COST;
      cost += text->code.bytes != NULL ? text->code.size : 0;
    }
  return cost > UINT64_MAX / LIMIT_COST ? UINT64_MAX : cost * LIMIT_COST;
}

sfm_status
candidates_find (struct placer *p)
{
  struct finder *finder = calloc (1, sizeof *finder);
  uint32_t *latest
      = calloc (p->from.context->index.symbols.count + 1, sizeof *latest);
  sfm_status status
      = finder == NULL || latest == NULL ? SFM_ERR_NOMEM : SFM_OK;

  if (status == SFM_OK)
    {
      finder->p = p;
      finder->latest = latest;
      finder->cost_left = all_costs (p);
    }
  for (size_t i = 0; i < p->text_count && status == SFM_OK; i++)
    {
      finder->text = &p->texts[i];
      if (finder->text->proposed_by != PROPOSER_MAP)
        status = find_by_names (finder);
    }
  if (p->proposed_count != 0)
    qsort (p->proposed, p->proposed_count, sizeof *p->proposed, compare_u64);
  free (latest);
  free (finder);
  return status;
}
