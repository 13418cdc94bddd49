/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   absent-sections.c - decide what became of the text sections that have no
   place.

   Theory of operation.  Evidence must show that a section is not in the image.
   One of these will do:
   - None of the names of its functions is in the image, though names of their
     kind were kept, and its rules and code are nowhere [absent_by_names].
   - Its name is there, but the code there is another input's.
   - Nothing of its archive member is there.
   - Its code is nowhere, the linker has rewritten no code that has a name, and
     names show that other sections of its object are in the image or are not
     [judge_rest].

   If a name has other code, and no other input explains it, the linker or a
   later tool has changed the function, provided that the rest of its object is
   in the image unchanged.  Otherwise the object is not the one that was
   linked, and its functions count as not found: this error must not hide among
   functions that are left out.  */

#include "config.h"

#include "place-limits.h"
#include "placer-internal.h"

/* Facts about a section without a place, of its names, its code and its
   object.  Names are those of its functions.  */
enum
{
  FACT_ABSENT = 1 << 0,    /* there are names, and none is in the image, which
                              would have kept them all */
  FACT_STRONG = 1 << 1,    /* the image has a strong global one */
  FACT_GLOBAL = 1 << 2,    /* it has a global one */
  FACT_NAMED = 1 << 3,     /* it has a global one, or a local one in the
                              object's STT_FILE group */
  FACT_ELSEWHERE = 1 << 4, /* a global one is at another input's function, or
                              at one that an existing piece describes */
  FACT_LOCAL = 1 << 5,   /* there are names; all are local and would have been
                              kept */
  FACT_CROWDED = 1 << 6, /* MATCH_CROWDED */
  FACT_OWNED = 1 << 7,   /* an equal section owns a place of its code */
  FACT_NOWHERE = 1 << 8, /* no place of its code is free */
  FACT_COMDAT = 1 << 9,
  FACT_MEMBER = 1 << 10, /* its object is an archive member */
  FACT_LTO = 1 << 11,
  FACT_PLACED = 1 << 12, /* another section of its object is in the image */
  FACT_LINKED = 1 << 13, /* the image has the STT_FILE group of its object, or
                            could have had it before names were removed */
  FACT_PARTLY = 1 << 14, /* it is at the base of its strong name, except for
                            some functions */
  FACT_REFUTED = 1 << 15 /* its code is at its name, with other rules */
};

/* The first row of which all facts of ALL hold and none of NONE.  */
static const struct
{
  uint32_t all;
  uint32_t none;
  enum text_state state;
} verdicts[] = {
  { FACT_CROWDED, 0, TEXT_MISSING },
  { FACT_COMDAT | FACT_GLOBAL | FACT_NOWHERE, 0, TEXT_DISCARDED },
  { FACT_OWNED | FACT_LOCAL, FACT_NAMED, TEXT_DISCARDED },
  { FACT_OWNED, 0, TEXT_FOLDED },
  { FACT_STRONG | FACT_REFUTED, 0, TEXT_CONTRADICTED },
  { FACT_NAMED | FACT_REFUTED, FACT_GLOBAL, TEXT_CONTRADICTED },
  { FACT_LTO, 0, TEXT_SUPERSEDED },
  { FACT_ELSEWHERE | FACT_NOWHERE, 0, TEXT_DISCARDED },
  { FACT_GLOBAL | FACT_MEMBER, FACT_LINKED, TEXT_NOT_EXTRACTED },
  { FACT_PARTLY, 0, TEXT_PARTLY },
  { FACT_NAMED | FACT_PLACED, 0, TEXT_CHANGED },
  { FACT_NAMED, 0, TEXT_MISNAMED },
  { FACT_ABSENT | FACT_NOWHERE, 0, TEXT_DISCARDED },
  { 0, 0, TEXT_OPEN },
};

/* Whether a function that is not TEXT's is known at ADDR.  */
static bool
is_taken (const struct placer *p, const struct text_section *text,
          uint64_t addr)
{
  struct address_owner owner;

  if (owners_at (&p->owners, addr, &owner))
    return owner.text == OWNER_CERTAIN || &p->texts[owner.text] != text;
  return pieces_any_at (&p->from.context->existing, addr);
}

/* The facts that the image's symbols show of SYMBOL, a name of TEXT.  */
static uint32_t
facts_of_name (const struct placer *p, const struct text_section *text,
               const struct text_symbol *symbol)
{
  const uint32_t file = text->object->file;
  uint32_t facts = 0;

  for (size_t i = 0; i < symbol->count && i < LIMIT_ABSENT_LOOKS; i++)
    {
      const struct function *named = text_named (p, symbol, i);
      if (symbols_in_plt (p, named))
        continue;
      if (symbol->global)
        facts |= FACT_GLOBAL | FACT_NAMED
                 | (symbol->weak || text->comdat ? 0 : FACT_STRONG)
                 | (is_taken (p, text, named->addr) ? FACT_ELSEWHERE : 0);
      else if (file != 0 && named->file == file)
        facts |= FACT_NAMED;
    }
  return facts;
}

/* The facts that the names of TEXT show.  */
static uint32_t
facts_of_names (const struct placer *p, const struct text_section *text)
{
  const struct text_object *object = text->object;
  uint32_t facts = 0, all = FACT_ABSENT | FACT_LOCAL;
  bool any = false;

  for (size_t i = 0; i < text->symbol_count; i++)
    {
      const struct text_symbol *symbol = &text->symbols[i];
      const bool global = symbol->global;
      if (!symbol->start)
        continue;
      any = true;
      if (global || !object->locals_kept)
        all &= ~(uint32_t) FACT_LOCAL;
      if (symbol->count != 0
          || !(global ? object->globals_kept : object->locals_kept))
        all &= ~(uint32_t) FACT_ABSENT;
      facts |= facts_of_name (p, text, symbol);
    }
  return facts | (any ? all : 0) | (text->comdat ? FACT_COMDAT : 0);
}

bool
absent_is_named (const struct placer *p, const struct text_section *text)
{
  const uint32_t facts = facts_of_names (p, text);

  return (facts & FACT_STRONG) != 0
         || (facts & (FACT_NAMED | FACT_GLOBAL)) == FACT_NAMED;
}

/* Discard TEXT.  */
static void
discard (struct text_section *text)
{
  text->state = TEXT_DISCARDED;
  text->object->discarded++;
}

void
absent_by_names (struct placer *p)
{
  for (size_t i = 0; i < p->text_count; i++)
    {
      struct text_section *text = &p->texts[i];
      if (text->state == TEXT_OPEN && text->match == MATCH_NOWHERE
          && (facts_of_names (p, text) & FACT_ABSENT) != 0)
        discard (text);
    }
}

/* The base that a strong name of TEXT gives; UINT64_MAX: none does.  */
static uint64_t
strong_base (const struct placer *p, const struct text_section *text)
{
  for (size_t i = 0; i < text->symbol_count && !text->comdat; i++)
    {
      const struct text_symbol *symbol = &text->symbols[i];
      if (!symbol->global || symbol->weak || symbol->count != 1)
        continue;
      const struct function *named = text_named (p, symbol, 0);
      if (named->addr >= symbol->value && !symbols_in_plt (p, named))
        return named->addr - symbol->value;
    }
  return UINT64_MAX;
}

/* Whether TEXT is at the base that its strong name gives, except for some
   functions.  Sets its base.  */
static bool
is_partly_there (const struct placer *p, struct text_section *text)
{
  const uint64_t base
      = text->code.bytes == NULL ? UINT64_MAX : strong_base (p, text);

  for (size_t i = 0; i < text->function_count && base != UINT64_MAX; i++)
    {
      const struct text_function *f = &text->functions[i];
      if (text_function_fits (p, text, f, base)
          && !owners_at (&p->owners, base + f->value, NULL))
        {
          text->base = base;
          return true;
        }
    }
  return false;
}

/* The facts that follow if the code of TEXT is at its name, but .eh_frame has
   other rules: it was folded into the function that has these.  Cold parts of
   different frames may be the same code.  */
static uint32_t
refuted_facts (const struct placer *p, const struct text_section *text)
{
  if (!text->contradicted)
    return 0;
  return is_taken (p, text, text->refuted + text->functions[0].value)
             ? FACT_OWNED
             : FACT_REFUTED;
}

/* Decide the state of TEXT, as far as its own facts do.  */
static void
judge (struct placer *p, struct text_section *text)
{
  const struct text_object *object = text->object;
  const enum match_result match = text->match;
  const bool owned = match == MATCH_OWNED || match == MATCH_SHARED;
  const bool nowhere = match == MATCH_OWNED || match == MATCH_NOWHERE;
  const bool linked
      = object->placed != 0 || object->source != 0 || !object->globals_kept;
  const uint32_t facts
      = facts_of_names (p, text) | (match == MATCH_CROWDED ? FACT_CROWDED : 0)
        | (owned ? FACT_OWNED : 0) | (nowhere ? FACT_NOWHERE : 0)
        | (object->member ? FACT_MEMBER : 0) | (object->lto ? FACT_LTO : 0)
        | (object->placed != 0 ? FACT_PLACED : 0) | (linked ? FACT_LINKED : 0)
        | (is_partly_there (p, text) ? FACT_PARTLY : 0)
        | refuted_facts (p, text);
  size_t row = 0;

  while ((facts & (verdicts[row].all | verdicts[row].none))
         != verdicts[row].all)
    row++;
  text->state = verdicts[row].state;
  if (text->state == TEXT_DISCARDED)
    discard (text);
  p->any_changed |= text->state == TEXT_PARTLY
                    || (text->state == TEXT_CHANGED && (facts & FACT_STRONG));
}

/* The state of TEXT, whose names are not in the image, once those of all
   others are known.  ALONE: nothing of its archive member is in the image.  */
static enum text_state
judge_rest (const struct placer *p, const struct text_section *text,
            bool alone)
{
  const struct text_object *object = text->object;
  const bool nowhere = text->match == MATCH_NOWHERE;

  if (alone && (nowhere || object->doubtful))
    return TEXT_NOT_EXTRACTED;
  return nowhere && p->from.context->index.has_symtab && !p->any_changed
                 && (object->placed != 0 || object->silent
                     || object->discarded != 0)
             ? TEXT_DISCARDED
             : TEXT_MISSING;
}

void
absent_rest (struct placer *p)
{
  for (size_t i = 0; i < p->text_count; i++)
    if (p->texts[i].state == TEXT_OPEN)
      judge (p, &p->texts[i]);
  for (size_t i = 0; i < p->text_count; i++)
    {
      struct text_section *text = &p->texts[i];
      bool alone = text->object->member && text->object->placed == 0;
      if (text->state == TEXT_OPEN)
        text->state = judge_rest (p, text, alone);
      else if (text->state == TEXT_DISCARDED && alone)
        text->state = TEXT_NOT_EXTRACTED;
    }
}
