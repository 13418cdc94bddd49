/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   choose-base.c - place the text sections that have one candidate left.

   Theory of operation.  Code has confirmed every candidate, so sections that
   compete for one base have the same bytes.  What matters is whose rows
   describe that place, and that a section with several candidates gets its
   own.

   Each round narrows the candidates of a section [narrow] by the
   STT_FILE group of its object, if that is known, and by the addresses that
   other sections own.  A section with one candidate left proposes its base.
   All proposals for one base are settled together [settle_base]: the best
   proposer first, then link order, as linkers choose among definitions.  An
   equal section is folded, or is a COMDAT copy that was not kept.  A weak
   definition that a strong one of the same name overrides may still be in the
   image without a name, and is left to the code search.  A placed section can
   show which STT_FILE group is its object's (file-groups.c), which narrows
   others in the next round.

   Of sections that still have several candidates, where .eh_frame has no
   rules to tell them apart, it stays unknown which is where, and no other
   section gets these places [choose_give_up].  */

#include "config.h"

#include <stdlib.h>

#include "place-limits.h"
#include "placer-internal.h"

bool
choose_place (struct placer *p, struct text_section *text)
{
  struct address_owner owner
      = { .signature = text->signature, .text = (uint32_t) (text - p->texts) };

  text->state = TEXT_PLACED;
  text->object->placed++;
  for (size_t i = 0; i < text->function_count; i++)
    {
      const struct text_function *f = &text->functions[i];
      owner.digest = f->digest;
      placer_group_found (p, f->group);
      if (!owners_add (&p->owners, text->base + f->value, SIZE_MAX, &owner))
        return false;
    }
  return true;
}

bool
choose_copy (struct placer *p, const struct text_section *text)
{
  for (size_t i = 0; i < text->function_count; i++)
    {
      const struct text_function *f = &text->functions[i];
      const struct address_owner owner
          = { .digest = f->digest,
              .signature = text->signature,
              .text = (uint32_t) (text - p->texts) };
      if (!owners_add (&p->owners, text->base + f->value, SIZE_MAX, &owner)
          || !placer_add_copy (p, f, text->base + f->value))
        return false;
    }
  return true;
}

/* Whether all functions of TEXT have owners with their digests at its base.
   Sets *ANY if one has an owner, and *OWNER to one with another digest if
   there is one, else to the last one.  */
static bool
owners_alike (const struct placer *p, const struct text_section *text,
              struct address_owner *owner, bool *any)
{
  bool alike = true;

  *any = false;
  for (size_t i = 0; i < text->function_count && alike; i++)
    {
      const struct text_function *f = &text->functions[i];
      const bool here = owners_at (&p->owners, text->base + f->value, owner);
      alike = here && owner->digest == f->digest;
      *any |= here;
    }
  return alike;
}

/* Whether OWNER is certainly part of the image.  An archive member may not
   have been extracted, unless its source has an STT_FILE group for each
   input.  */
static bool
is_linked (const struct placer *p, const struct text_object *owner)
{
  return !owner->member
         || (owner->source != 0
             && p->files[owner->source].inputs
                    <= p->files[owner->source].groups);
}

/* Whether OTHER, which is placed, has the global name that proposed the base
   of TEXT, at the same address.  */
static bool
is_same_name (const struct text_section *text,
              const struct text_section *other)
{
  if (other == NULL || text->proposer == NULL
      || text->proposed_by == PROPOSER_LOCAL
      || other->proposed_by == PROPOSER_CODE)
    return false;
  for (size_t i = 0; i < other->symbol_count; i++)
    {
      const struct text_symbol *symbol = &other->symbols[i];
      if (symbol->global && symbol->count != 0
          && symbol->named == text->proposer->named
          && other->base + symbol->value == text->base + text->proposer->value)
        return true;
    }
  return false;
}

/* Whether the rows of TEXT may be right although OTHER, with different rows,
   is at the same place.  OTHER is NULL if that place certainly belongs to
   another function.  If so, the engine gets both, and leaves both out.  */
static bool
is_undecided (const struct placer *p, const struct text_section *text,
              const struct text_section *other, bool same_name)
{
  if (other == NULL || text->object->doubtful
      || text->proposed_by == PROPOSER_CODE
      || other->proposed_by == PROPOSER_CODE)
    return false;
  const bool linked = is_linked (p, other->object);
  /* The place has two names: the code was folded, and only the linker knows
     whose rows were kept.  And a global that is local in the image may also be
     the local of another input.  */
  if (!same_name || text->proposed_by == PROPOSER_STRONG)
    return true;
  /* The first of several weak definitions counts.  But archive members come in
     the order in which they were extracted, and a COMDAT group may have a
     strong definition.  */
  if (other->proposed_by == PROPOSER_WEAK)
    return !linked || text->object->member || other->object->member
           || text->proposer->weak != other->proposer->weak;
  return !linked;
}

/* Record that TEXT and other sections suit BASE equally.  False: no
   memory.  */
static bool
set_ambiguous (struct placer *p, const struct text_section *text,
               uint64_t base)
{
  const struct address_owner owner = { .text = (uint32_t) (text - p->texts) };

  for (size_t i = 0; i < text->function_count; i++)
    if (!owners_add (&p->ambiguous, base + text->functions[i].value, SIZE_MAX,
                     &owner))
      return false;
  return true;
}

/* Whether TEXT and other sections suit its base equally.  */
static bool
is_ambiguous (const struct placer *p, const struct text_section *text)
{
  for (size_t i = 0; i < text->function_count; i++)
    if (owners_at (&p->ambiguous, text->base + text->functions[i].value, NULL))
      return true;
  return false;
}

/* Place TEXT at its base, unless that has an owner.  Then the
   state of TEXT shows how the two relate, or it stays open, without
   candidates.  False: no memory.  */
static bool
place_own (struct placer *p, struct text_section *text)
{
  struct address_owner owner;
  bool any, alike = owners_alike (p, text, &owner, &any);

  if (!any && is_ambiguous (p, text))
    {
      text->match = MATCH_CROWDED;
      return true;
    }
  if (!any)
    return choose_place (p, text);

  const struct text_section *other
      = owner.text == OWNER_CERTAIN ? NULL : &p->texts[owner.text];
  bool same_name = is_same_name (text, other);
  if (text->comdat && owner.signature == text->signature)
    text->state = TEXT_DISCARDED;
  /* A weak one may be overridden and be somewhere else.  */
  else if (alike && !same_name && text->proposed_by != PROPOSER_WEAK)
    text->state = TEXT_FOLDED;
  else if (!alike && is_undecided (p, text, other, same_name))
    return choose_place (p, text);
  else
    text->candidate_count = 0;
  return true;
}

/* Whether a candidate in STT_FILE group FILE can be TEXT's.  */
static bool
of_object (const struct placer *p, const struct text_section *text,
           uint32_t file)
{
  const struct text_object *object = text->object;

  if (text->proposed_by != PROPOSER_LOCAL || object->source == 0 || file == 0)
    return true;
  if (object->file != 0)
    return file == object->file;
  return p->files[file].name == object->source && !p->files[file].taken;
}

/* Set LEFT[0] to LEFT[LIMIT - 1] to those bases of TEXT's candidates that are
   still possible.  Returns their number, or any number above LIMIT.  */
static size_t
narrow (const struct placer *p, const struct text_section *text,
        uint64_t *left, size_t limit)
{
  size_t count = 0, free_count = 0;

  for (size_t i = 0; i < text->candidate_count; i++)
    {
      const struct text_candidate *c = &text->candidates[i];
      if (!of_object (p, text, c->file))
        continue;
      bool owned
          = owners_at (&p->owners, c->base + text->functions[0].value, NULL);
      /* As long as none is free, owned ones count: the code may have been
         folded.  */
      if (owned && free_count != 0)
        continue;
      if (!owned && free_count++ == 0)
        count = 0;
      if (count < limit)
        left[count] = c->base;
      count++;
      /* More than LIMIT is all the caller needs, of thousands maybe.  */
      if (free_count > limit)
        break;
    }
  return count;
}

/* Compare the sections to which A and B point: by base, then the best proposer
   first, then in link order.  */
static int
compare_proposals (const void *a, const void *b)
{
  const struct text_section *x = *(struct text_section *const *) a;
  const struct text_section *y = *(struct text_section *const *) b;

  if (x->base != y->base)
    return x->base < y->base ? -1 : 1;
  if (x->object->doubtful != y->object->doubtful)
    return x->object->doubtful ? 1 : -1;
  if (x->proposed_by != y->proposed_by)
    return x->proposed_by < y->proposed_by ? -1 : 1;
  return x < y ? -1 : x > y;
}

/* Whether two sections have functions with equal values and digests.  */
static bool
alike_sections (const struct text_section *a, const struct text_section *b)
{
  if (a->function_count != b->function_count)
    return false;
  for (size_t i = 0; i < a->function_count; i++)
    if (a->functions[i].value != b->functions[i].value
        || a->functions[i].digest != b->functions[i].digest)
      return false;
  return true;
}

/* Settle the COUNT TEXTS, which are proposed for one base.  */
static bool
settle_base (struct placer *p, struct text_section *const *texts, size_t count)
{
  const enum proposer best = texts[0]->proposed_by;
  bool ambiguous = false, good = true;

  /* Static functions with the same name and code but different rows: it is
     unknowable which of them is there.  */
  if (best == PROPOSER_LOCAL || best == PROPOSER_CODE)
    for (size_t i = 1; i < count && !ambiguous; i++)
      ambiguous = texts[i]->proposed_by == best
                  && !alike_sections (texts[0], texts[i]);
  for (size_t i = 0; i < count && good; i++)
    {
      struct text_section *text = texts[i];
      if (ambiguous && text->proposed_by == best)
        {
          text->match = MATCH_CROWDED;
          good = set_ambiguous (p, text, text->base);
        }
      else
        good = place_own (p, text);
      if (text->state == TEXT_PLACED)
        file_group_of (p, text);
    }
  return good;
}

/* Run one round with TEXTS, which has room for all sections.  *COUNT is the
   number of sections with one candidate left.  */
static sfm_status
run_round (struct placer *p, struct text_section **texts, size_t *count)
{
  bool good = true;

  *count = 0;
  for (size_t i = 0; i < p->text_count; i++)
    {
      struct text_section *text = &p->texts[i];
      if (choose_is_open (text) && narrow (p, text, &text->base, 1) == 1)
        texts[(*count)++] = text;
    }
  if (*count != 0)
    qsort ((void *) texts, *count, sizeof *texts, compare_proposals);
  for (size_t i = 0, end; i < *count && good; i = end)
    {
      for (end = i + 1; end < *count && texts[end]->base == texts[i]->base;
           end++)
        continue;
      good = settle_base (p, &texts[i], end - i);
    }
  return good ? SFM_OK : SFM_ERR_NOMEM;
}

sfm_status
choose_places (struct placer *p)
{
  struct text_section **texts
      = (struct text_section **) calloc (p->text_count + 1, sizeof *texts);
  sfm_status status = texts == NULL ? SFM_ERR_NOMEM : SFM_OK;
  size_t count = 1;

  for (unsigned i = 0; i < LIMIT_ROUNDS && count != 0 && status == SFM_OK; i++)
    status = run_round (p, texts, &count);
  free ((void *) texts);
  return status;
}

sfm_status
choose_give_up (struct placer *p)
{
  for (size_t i = 0; i < p->text_count; i++)
    {
      struct text_section *text = &p->texts[i];
      if (!choose_is_open (text))
        continue;
      text->match = MATCH_CROWDED;
      text->base = text->candidates[0].base;
      /* Equal sections share their candidates.  */
      for (size_t c = 0;
           c < text->candidate_count && (c != 0 || !is_ambiguous (p, text));
           c++)
        if (!set_ambiguous (p, text, text->candidates[c].base))
          return SFM_ERR_NOMEM;
    }
  return SFM_OK;
}
