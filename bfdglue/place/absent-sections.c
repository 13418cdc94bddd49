/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   absent-sections.c - decide what became of the text sections that have no
   place.

   Theory of operation.  Evidence must show that a section is not in the image.
   One of these will do:
   - None of the names of its functions is in the image, though names of their
     kind were kept [absent_by_names].
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
#include "unmatched.h"
#include "text-sections.h"

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
  FACT_FOREIGN = 1 << 5,   /* ... which is not a copy from the same COMDAT
                              group */
  FACT_LOCAL = 1 << 6,   /* there are names; all are local and would have been
                              kept */
  FACT_CROWDED = 1 << 7, /* MATCH_CROWDED */
  FACT_OWNED = 1 << 8,   /* an equal section owns a place of its code */
  FACT_NOWHERE = 1 << 9, /* no place of its code is free */
  FACT_COMDAT = 1 << 10,
  FACT_COPY = 1 << 11,   /* a copy of its COMDAT group was found */
  FACT_MEMBER = 1 << 12, /* its object is an archive member */
  FACT_LTO = 1 << 13,
  FACT_PLACED = 1 << 14, /* another section of its object is in the image */
  FACT_LINKED = 1 << 15, /* the image has the STT_FILE group of its object, or
                            could have had it before names were removed */
  FACT_PARTLY = 1 << 16  /* it is at the base of its strong name, except for
                            some functions */
};

/* The first row of which all facts of ALL hold and none of NONE.  */
static const struct
{
  uint32_t all;
  uint32_t none;
  enum text_state state;
} verdicts[] = {
  { FACT_CROWDED | FACT_NAMED, 0, TEXT_MISNAMED },
  { FACT_CROWDED, 0, TEXT_MISSING },
  { FACT_COMDAT | FACT_GLOBAL, FACT_FOREIGN, TEXT_DISCARDED },
  { FACT_COMDAT | FACT_GLOBAL | FACT_NOWHERE, 0, TEXT_DISCARDED },
  { FACT_COPY, 0, TEXT_DISCARDED },
  { FACT_OWNED | FACT_LOCAL, 0, TEXT_DISCARDED },
  { FACT_OWNED, 0, TEXT_FOLDED },
  { FACT_LTO, 0, TEXT_SUPERSEDED },
  { FACT_ELSEWHERE | FACT_NOWHERE, 0, TEXT_DISCARDED },
  { FACT_GLOBAL | FACT_MEMBER, FACT_LINKED, TEXT_NOT_EXTRACTED },
  { FACT_PARTLY, 0, TEXT_PARTLY },
  { FACT_NAMED | FACT_PLACED, 0, TEXT_CHANGED },
  { FACT_NAMED, 0, TEXT_MISNAMED },
  { 0, 0, TEXT_OPEN },
};

/* Whether a function that is not TEXT's is known at ADDR.  */
static bool
is_taken (const struct text_sections *texts, const struct text_section *text,
          uint64_t addr)
{
  struct address_owner owner;

  if (owners_at (&texts->owners, addr, &owner))
    return owner.text == OWNER_CERTAIN || &texts->texts[owner.text] != text;
  return owners_known_at (&texts->owners, addr);
}

/* Whether NAMED, which has the name of TEXT's SYMBOL, is another definition
   and not a copy of TEXT from the same COMDAT group.  The group of TEXT may
   then be in the image too, without that name.  Examples are constructors,
   which GCC and Clang put into groups with different signatures, and a strong
   definition beside an inline one.  */
static bool
is_foreign (const struct text_sections *texts, const struct text_section *text,
            const struct text_symbol *symbol, const struct function *named)
{
  struct address_owner owner;

  if (named->global && named->weak != symbol->weak)
    return true;
  return owners_at (&texts->owners, named->addr, &owner)
         && owner.signature != text->signature;
}

/* The facts that the image's symbols show of SYMBOL, a name of TEXT.  */
static uint32_t
facts_of_name (const struct text_sections *texts,
               const struct text_section *text,
               const struct text_symbol *symbol)
{
  const struct function_index *index = texts->from->index;
  const uint32_t file = texts->objects[text->object].file;
  uint32_t facts = 0;

  for (size_t i = 0; i < symbol->count && i < LIMIT_ABSENT_LOOKS; i++)
    {
      uint32_t idx = index->by_name[symbol->named + i].idx;
      const struct function *named = &index->symbols.at[idx];
      if (symbols_in_plt (texts->from->code, named))
        continue;
      if (symbol->global)
        facts
            |= FACT_GLOBAL | FACT_NAMED
               | (symbol->weak || text->comdat ? 0 : FACT_STRONG)
               | (is_taken (texts, text, named->addr) ? FACT_ELSEWHERE : 0)
               | (is_foreign (texts, text, symbol, named) ? FACT_FOREIGN : 0);
      else if (file != 0 && named->file == file)
        facts |= FACT_NAMED;
    }
  return facts;
}

/* The facts that the names of TEXT show.  */
static uint32_t
facts_of_names (const struct text_sections *texts,
                const struct text_section *text)
{
  const struct text_object *object = &texts->objects[text->object];
  uint32_t facts = 0, all = FACT_ABSENT | FACT_LOCAL;
  bool any = false;

  for (size_t i = 0; i < text->symbol_count; i++)
    {
      const struct text_symbol *symbol = &text->symbols[i];
      if (!symbol->start)
        continue;
      any = true;
      if (symbol->global || !object->locals_kept)
        all &= ~(uint32_t) FACT_LOCAL;
      if (symbol->count != 0
          || !(symbol->global ? object->globals_kept : object->locals_kept))
        all &= ~(uint32_t) FACT_ABSENT;
      facts |= facts_of_name (texts, text, symbol);
    }
  return facts | (any ? all : 0) | (text->comdat ? FACT_COMDAT : 0);
}

/* Discard TEXT.  */
static void
discard (struct text_sections *texts, struct text_section *text)
{
  text->state = TEXT_DISCARDED;
  texts->objects[text->object].discarded++;
}

void
absent_by_names (struct text_sections *texts)
{
  for (size_t i = 0; i < texts->count; i++)
    {
      struct text_section *text = &texts->texts[i];
      if (!search_wanted (text))
        continue;
      const uint32_t facts = facts_of_names (texts, text);
      const uint32_t copy = FACT_COMDAT | FACT_GLOBAL;
      if ((facts & FACT_ABSENT) || (facts & (copy | FACT_FOREIGN)) == copy)
        discard (texts, text);
    }
}

/* Set *BASE to the base that a strong name of TEXT gives.  False: none
   does.  */
static bool
strong_base (const struct text_sections *texts,
             const struct text_section *text, uint64_t *base)
{
  const struct function_index *index = texts->from->index;

  for (size_t i = 0; i < text->symbol_count && !text->comdat; i++)
    {
      const struct text_symbol *symbol = &text->symbols[i];
      if (!symbol->global || symbol->weak || symbol->count != 1)
        continue;
      uint32_t idx = index->by_name[symbol->named].idx;
      const struct function *named = &index->symbols.at[idx];
      if (named->addr < symbol->value
          || symbols_in_plt (texts->from->code, named))
        continue;
      *base = named->addr - symbol->value;
      return true;
    }
  return false;
}

/* Whether TEXT is at the base that its strong name gives, except for some
   functions.  Sets its base.  */
static bool
is_partly_there (const struct text_sections *texts, struct text_section *text)
{
  uint64_t base;

  if (text->code.bytes == NULL || !strong_base (texts, text, &base))
    return false;
  for (size_t i = 0; i < text->function_count; i++)
    {
      const struct text_function *f = &text->functions[i];
      if (text_function_fits (texts, text, f, base)
          && !owners_any_at (&texts->owners, base + f->value))
        {
          text->base = base;
          return true;
        }
    }
  return false;
}

/* Decide the state of TEXT, as far as its own facts do.  */
static void
judge (struct text_sections *texts, struct text_section *text,
       struct unmatched *unmatched)
{
  const struct text_object *object = &texts->objects[text->object];
  const enum match_result match = text->match;
  const bool owned = match == MATCH_OWNED || match == MATCH_SHARED;
  const bool nowhere = match == MATCH_OWNED || match == MATCH_NOWHERE;
  const bool linked
      = object->placed != 0 || object->source != 0 || !object->globals_kept;
  const uint32_t facts
      = facts_of_names (texts, text)
        | (match == MATCH_CROWDED ? FACT_CROWDED : 0)
        | (owned ? FACT_OWNED : 0) | (nowhere ? FACT_NOWHERE : 0)
        | (unmatched_has_group (unmatched, text->functions[0].group)
               ? FACT_COPY
               : 0)
        | (object->member ? FACT_MEMBER : 0) | (object->lto ? FACT_LTO : 0)
        | (object->placed != 0 ? FACT_PLACED : 0) | (linked ? FACT_LINKED : 0)
        | (is_partly_there (texts, text) ? FACT_PARTLY : 0);
  size_t row = 0;

  while ((facts & (verdicts[row].all | verdicts[row].none))
         != verdicts[row].all)
    row++;
  text->state = verdicts[row].state;
  if (text->state == TEXT_DISCARDED)
    discard (texts, text);
  texts->any_changed
      |= text->state == TEXT_PARTLY
         || (text->state == TEXT_CHANGED && (facts & FACT_STRONG));
}

/* The state of TEXT, whose names are not in the image, once those of all
   others are known.  ALONE: nothing of its archive member is in the image.  */
static enum text_state
judge_rest (const struct text_sections *texts, const struct text_section *text,
            bool alone)
{
  const struct text_object *object = &texts->objects[text->object];
  const bool nowhere = text->match == MATCH_NOWHERE;

  if (alone && (nowhere || object->doubtful))
    return TEXT_NOT_EXTRACTED;
  return nowhere && texts->from->index->has_symtab && !texts->any_changed
                 && (object->placed != 0 || object->silent
                     || object->discarded != 0)
             ? TEXT_DISCARDED
             : TEXT_MISSING;
}

/* Record the COMDAT groups of the placed sections.  */
static void
note_groups (const struct text_sections *texts, struct unmatched *unmatched)
{
  for (size_t i = 0; i < texts->count; i++)
    {
      const struct text_section *text = &texts->texts[i];
      for (size_t f = 0;
           f < text->function_count && text->state == TEXT_PLACED; f++)
        unmatched_group_found (unmatched, text->functions[f].group);
    }
}

void
absent_rest (struct text_sections *texts, struct unmatched *unmatched)
{
  note_groups (texts, unmatched);
  for (size_t i = 0; i < texts->count; i++)
    if (texts->texts[i].state == TEXT_OPEN)
      judge (texts, &texts->texts[i], unmatched);
  for (size_t i = 0; i < texts->count; i++)
    {
      struct text_section *text = &texts->texts[i];
      const struct text_object *object = &texts->objects[text->object];
      bool alone = object->member && object->placed == 0;
      if (text->state == TEXT_OPEN)
        text->state = judge_rest (texts, text, alone);
      else if (text->state == TEXT_DISCARDED && alone)
        text->state = TEXT_NOT_EXTRACTED;
    }
}
