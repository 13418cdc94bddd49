/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   choose-base.c - place the text sections that have one candidate left.

   Theory of operation.  Code has confirmed every candidate, so sections that
   compete for one base have the same bytes.  What matters is whose rows
   describe that place, and that a section with several candidates gets its
   own.

   Each round narrows the candidates of a section [choose_narrow] by the
   STT_FILE group of its object, if that is known, and by the addresses that
   other sections own.  A section with one candidate left proposes its base.
   All proposals for one base are settled together [settle_base]: the best
   proposer first, then link order, as linkers choose among definitions.  An
   equal section is folded, or is a COMDAT copy that was not kept.  A weak
   definition that a strong one of the same name overrides may still be in the
   image without a name, and is left to the code search.  A placed section can
   show which STT_FILE group is its object's (file-groups.c), which narrows
   others in the next round.

   Sections that still have several candidates are left to
   equal-sections.c.  */

#include "config.h"

#include <stdlib.h>

#include "place-limits.h"
#include "text-sections.h"

/* A section with one candidate.  */
struct proposal
{
  uint64_t base;
  uint32_t text;
  enum proposer proposed_by;
  bool doubtful; /* text_object.doubtful */
};

/* Place TEXT at its base.  */
static bool
place_text_at (struct text_sections *texts, struct text_section *text)
{
  struct address_owner owner = { .signature = text->signature,
                                 .text = (uint32_t) (text - texts->texts) };

  text->state = TEXT_PLACED;
  texts->objects[text->object].placed++;
  for (size_t i = 0; i < text->function_count; i++)
    {
      const struct text_function *f = &text->functions[i];
      owner.digest = f->digest;
      if (!owners_add (&texts->owners, text->base + f->value, &owner))
        return false;
    }
  return true;
}

/* Whether all functions of TEXT at BASE have owners with their digests.  Sets
   *ANY if one has an owner, and *OWNER to one with another digest if there is
   one, else to the last one.  */
static bool
owners_alike (const struct text_sections *texts,
              const struct text_section *text, uint64_t base,
              struct address_owner *owner, bool *any)
{
  bool alike = true;

  *any = false;
  for (size_t i = 0; i < text->function_count && alike; i++)
    {
      const struct text_function *f = &text->functions[i];
      const bool here = owners_at (&texts->owners, base + f->value, owner);
      alike = here && owner->digest == f->digest;
      *any |= here;
    }
  return alike;
}

/* Whether OWNER is certainly part of the image.  An archive member may not
   have been extracted, unless its source has an STT_FILE group for each
   input.  */
static bool
is_linked (const struct text_sections *texts, const struct text_object *owner)
{
  return !owner->member
         || (owner->source != 0
             && texts->files[owner->source].inputs
                    <= texts->files[owner->source].groups);
}

/* Whether OTHER, which is placed, has the global name that proposed BASE for
   TEXT, at the same address.  */
static bool
is_same_name (const struct text_section *text, uint64_t base,
              const struct text_section *other)
{
  const struct text_symbol *proposed_by = NULL;

  if (other == NULL || text->proposed_by == PROPOSER_CODE
      || text->proposed_by == PROPOSER_LOCAL
      || other->proposed_by == PROPOSER_CODE)
    return false;
  for (size_t i = 0; i < text->symbol_count && proposed_by == NULL; i++)
    if (text->symbols[i].count != 0
        && text->symbols[i].named == text->proposer_named)
      proposed_by = &text->symbols[i];
  for (size_t i = 0; i < other->symbol_count && proposed_by != NULL; i++)
    {
      const struct text_symbol *symbol = &other->symbols[i];
      if (symbol->global && symbol->count != 0
          && symbol->named == proposed_by->named
          && other->base + symbol->value == base + proposed_by->value)
        return true;
    }
  return false;
}

/* Whether the rows of TEXT may be right although OTHER, with different rows,
   is at the same place.  OTHER is NULL if that place certainly belongs to
   another function.  If so, the engine gets both, and leaves both out.  */
static bool
is_undecided (const struct text_sections *texts,
              const struct text_section *text,
              const struct text_section *other, bool same_name)
{
  if (other == NULL || texts->objects[text->object].doubtful
      || text->proposed_by == PROPOSER_CODE
      || other->proposed_by == PROPOSER_CODE)
    return false;
  const bool linked = is_linked (texts, &texts->objects[other->object]);
  /* The place has two names: the code was folded, and only the linker knows
     whose rows were kept.  And a global that is local in the image may also be
     the local of another input.  */
  if (!same_name || text->proposed_by == PROPOSER_STRONG)
    return true;
  /* The first of several weak definitions counts.  But archive members come in
     the order in which they were extracted, and a COMDAT group may have a
     strong definition.  */
  if (other->proposed_by == PROPOSER_WEAK)
    return !linked || texts->objects[text->object].member
           || texts->objects[other->object].member
           || text->proposer_weak != other->proposer_weak;
  return !linked;
}

bool
choose_set_ambiguous (struct text_sections *texts,
                      const struct text_section *text, uint64_t base)
{
  const struct address_owner owner
      = { .text = (uint32_t) (text - texts->texts) };

  for (size_t i = 0; i < text->function_count; i++)
    if (!owners_add (&texts->ambiguous, base + text->functions[i].value,
                     &owner))
      return false;
  return true;
}

bool
choose_is_ambiguous (const struct text_sections *texts,
                     const struct text_section *text, uint64_t base)
{
  for (size_t i = 0; i < text->function_count; i++)
    if (owners_any_at (&texts->ambiguous, base + text->functions[i].value))
      return true;
  return false;
}

bool
choose_own (struct text_sections *texts, struct text_section *text,
            uint64_t base)
{
  struct address_owner owner;
  bool any, alike = owners_alike (texts, text, base, &owner, &any);

  text->base = base;
  if (!any && choose_is_ambiguous (texts, text, base))
    {
      text->match = MATCH_CROWDED;
      return true;
    }
  if (!any)
    return place_text_at (texts, text);

  const struct text_section *other
      = owner.text == OWNER_CERTAIN ? NULL : &texts->texts[owner.text];
  bool same_name = is_same_name (text, base, other);
  if (text->comdat && owner.signature == text->signature)
    text->state = TEXT_DISCARDED;
  /* A weak one may be overridden and be somewhere else.  */
  else if (alike && !same_name && text->proposed_by != PROPOSER_WEAK)
    text->state = TEXT_FOLDED;
  else if (!alike && is_undecided (texts, text, other, same_name))
    return place_text_at (texts, text);
  else
    text->candidate_count = 0;
  return true;
}

/* Whether a candidate in STT_FILE group FILE can be TEXT's.  */
static bool
of_object (const struct text_sections *texts, const struct text_section *text,
           uint32_t file)
{
  const struct text_object *object = &texts->objects[text->object];

  if (text->proposed_by != PROPOSER_LOCAL || object->source == 0 || file == 0)
    return true;
  if (object->file != 0)
    return file == object->file;
  return texts->files[file].name == object->source
         && !texts->files[file].taken;
}

size_t
choose_narrow (const struct text_sections *texts,
               const struct text_section *text, struct text_candidate *left,
               size_t limit)
{
  size_t count = 0, free_count = 0;

  for (size_t i = 0; i < text->candidate_count; i++)
    {
      const struct text_candidate *c = &text->candidates[i];
      if (!of_object (texts, text, c->file))
        continue;
      bool owned
          = owners_any_at (&texts->owners, c->base + text->functions[0].value);
      /* As long as none is free, owned ones count: the code may have been
         folded.  */
      if (owned && free_count != 0)
        continue;
      if (!owned && free_count++ == 0)
        count = 0;
      if (count < limit)
        left[count] = *c;
      count++;
      /* More than LIMIT is all the caller needs, of thousands maybe.  */
      if (free_count > limit)
        break;
    }
  return count;
}

static int
compare_proposals (const void *a, const void *b)
{
  const struct proposal *x = a, *y = b;

  if (x->base != y->base)
    return x->base < y->base ? -1 : 1;
  if (x->doubtful != y->doubtful)
    return x->doubtful ? 1 : -1;
  if (x->proposed_by != y->proposed_by)
    return x->proposed_by < y->proposed_by ? -1 : 1;
  return x->text < y->text ? -1 : x->text > y->text;
}

bool
choose_alike (const struct text_section *a, const struct text_section *b)
{
  if (a->function_count != b->function_count)
    return false;
  for (size_t i = 0; i < a->function_count; i++)
    if (a->functions[i].value != b->functions[i].value
        || a->functions[i].digest != b->functions[i].digest)
      return false;
  return true;
}

/* Settle the COUNT PROPOSALS for one base.  */
static bool
settle_base (struct text_sections *texts, const struct proposal *proposals,
             size_t count)
{
  struct text_section *first = &texts->texts[proposals[0].text];
  bool ambiguous = false, good = true;

  /* Static functions with the same name and code but different rows: it is
     unknowable which of them is there.  */
  for (size_t i = 1; i < count; i++)
    ambiguous |= proposals[i].proposed_by == first->proposed_by
                 && !choose_alike (first, &texts->texts[proposals[i].text]);
  ambiguous &= first->proposed_by == PROPOSER_LOCAL
               || first->proposed_by == PROPOSER_CODE;
  for (size_t i = 0; i < count && good; i++)
    {
      struct text_section *text = &texts->texts[proposals[i].text];
      if (ambiguous && text->proposed_by == first->proposed_by)
        {
          text->match = MATCH_CROWDED;
          good = choose_set_ambiguous (texts, text, proposals[i].base);
        }
      else
        good = choose_own (texts, text, proposals[i].base);
      if (text->state == TEXT_PLACED)
        file_group_of (texts, text);
    }
  return good;
}

/* Run one round.  *COUNT is the number of sections with one candidate
   left.  */
static sfm_status
run_round (struct text_sections *texts, struct proposal *proposals,
           size_t *count)
{
  struct text_candidate left;
  bool good = true;

  *count = 0;
  for (size_t i = 0; i < texts->count; i++)
    {
      struct text_section *text = &texts->texts[i];
      if (choose_is_open (text) && choose_narrow (texts, text, &left, 1) == 1)
        proposals[(*count)++] = (struct proposal){
          .base = left.base,
          .text = (uint32_t) i,
          .proposed_by = text->proposed_by,
          .doubtful = texts->objects[text->object].doubtful,
        };
    }
  if (*count != 0)
    qsort (proposals, *count, sizeof *proposals, compare_proposals);
  for (size_t i = 0, end; i < *count && good; i = end)
    {
      for (end = i + 1;
           end < *count && proposals[end].base == proposals[i].base; end++)
        continue;
      good = settle_base (texts, &proposals[i], end - i);
    }
  return good ? SFM_OK : SFM_ERR_NOMEM;
}

sfm_status
choose_places (struct text_sections *texts)
{
  struct proposal *proposals = calloc (texts->count + 1, sizeof *proposals);
  sfm_status status = SFM_OK;
  size_t count = 1;

  if (proposals == NULL)
    return SFM_ERR_NOMEM;
  for (unsigned i = 0; i < LIMIT_ROUNDS && count != 0 && status == SFM_OK; i++)
    status = run_round (texts, proposals, &count);
  free (proposals);
  return status;
}
