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
     [is_left_out].

   If a name has other code, and no other input explains it, the linker or a
   later tool has changed the function, provided that the rest of its object is
   in the image unchanged.  Otherwise the object is not the one that was
   linked, and its functions count as not found: this error must not hide among
   functions that are left out.  */

#include "config.h"

#include "place-limits.h"
#include "unmatched.h"
#include "text-sections.h"

/* What the image has under the names of a section's functions.  */
struct names
{
  bool any;       /* there are names */
  bool absent;    /* none is in the image, and all would have been kept */
  bool strong;    /* it has a strong global one */
  bool weak;      /* it has another global one */
  bool elsewhere; /* a global one is at another input's function, or at one
                     that an existing piece describes */
  bool foreign;   /* ... which is not a copy from the same COMDAT group */
  bool local;     /* all are local */
  bool grouped;   /* a local one is in the object's STT_FILE group */
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
            const struct text_symbol *symbol,
            const struct indexed_symbol *named)
{
  struct address_owner owner;

  if (named->global && named->weak != symbol->weak)
    return true;
  return owners_at (&texts->owners, named->addr, &owner)
         && owner.signature != text->signature;
}

/* Add to NAMES what the image has under the name of SYMBOL.  */
static void
look_up (const struct text_sections *texts, const struct text_section *text,
         const struct text_symbol *symbol, struct names *names)
{
  const struct function_index *index = texts->from->index;
  uint32_t file = texts->objects[text->object].file;

  for (size_t i = 0; i < symbol->count && i < LIMIT_ABSENT_LOOKS; i++)
    {
      uint32_t idx = index->by_name[symbol->named + i].idx;
      const struct indexed_symbol *named = &index->symbols[idx];
      if (symbols_in_plt (texts->from->code, named))
        continue;
      if (!symbol->global)
        {
          names->grouped |= file != 0 && named->file == file;
          continue;
        }
      names->strong |= !symbol->weak && !text->comdat;
      names->weak |= symbol->weak || text->comdat;
      names->elsewhere |= is_taken (texts, text, named->addr);
      names->foreign |= is_foreign (texts, text, symbol, named);
    }
}

static struct names
look_up_names (const struct text_sections *texts,
               const struct text_section *text)
{
  const struct text_object *object = &texts->objects[text->object];
  struct names names = { .absent = true, .local = true };

  for (size_t i = 0; i < text->symbol_count; i++)
    {
      const struct text_symbol *symbol = &text->symbols[i];
      if (!symbol->start)
        continue;
      names.any = true;
      names.local &= !symbol->global;
      names.absent
          &= symbol->count == 0
             && (symbol->global ? object->globals_kept : object->locals_kept);
      look_up (texts, text, symbol, &names);
    }
  names.absent &= names.any;
  names.local &= names.any;
  return names;
}

void
absent_by_names (struct text_sections *texts)
{
  for (size_t i = 0; i < texts->count; i++)
    {
      struct text_section *text = &texts->texts[i];
      if (!search_wanted (text))
        continue;
      struct names names = look_up_names (texts, text);
      if (names.absent
          || (text->comdat && (names.strong || names.weak) && !names.foreign))
        {
          text->state = TEXT_DISCARDED;
          texts->objects[text->object].discarded++;
        }
    }
}

/* Whether the image has the STT_FILE group of TEXT's object, or could have had
   it before names were removed.  */
static bool
may_be_linked (const struct text_sections *texts,
               const struct text_section *text)
{
  const struct text_object *object = &texts->objects[text->object];

  return object->placed != 0 || object->source != 0 || !object->globals_kept;
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
      const struct indexed_symbol *named = &index->symbols[idx];
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

/* The state of TEXT, as far as NAMES and its code decide it.  */
static enum text_state
judge_names (struct text_sections *texts, struct text_section *text,
             const struct names *names, struct unmatched *unmatched)
{
  const struct text_object *object = &texts->objects[text->object];
  const bool global = names->strong || names->weak;

  if (text->crowded)
    return TEXT_MISSING;
  if (text->comdat
      && ((global && (!names->foreign || text->nowhere))
          || unmatched_has_group (unmatched, text->functions[0].group)))
    return TEXT_DISCARDED;
  if (text->equal_placed)
    return names->local && object->locals_kept ? TEXT_DISCARDED : TEXT_FOLDED;
  if (object->lto)
    return TEXT_SUPERSEDED;
  if (names->elsewhere && text->nowhere)
    return TEXT_DISCARDED;
  if (global && object->member && !may_be_linked (texts, text))
    return TEXT_NOT_EXTRACTED;
  if (is_partly_there (texts, text))
    return TEXT_PARTLY;
  if (global || names->grouped)
    return object->placed != 0 ? TEXT_CHANGED : TEXT_MISSING;
  return TEXT_OPEN;
}

/* Whether TEXT, which has no name in the image and whose code is nowhere, is
   not in the image.  */
static bool
is_left_out (const struct text_sections *texts,
             const struct text_section *text)
{
  const struct text_object *object = &texts->objects[text->object];

  return text->nowhere && texts->from->index->has_symtab && !texts->any_changed
         && (object->placed != 0 || object->silent || object->discarded != 0);
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
    {
      struct text_section *text = &texts->texts[i];
      if (text->state != TEXT_OPEN)
        continue;
      struct names names = look_up_names (texts, text);
      text->state = judge_names (texts, text, &names, unmatched);
      texts->objects[text->object].discarded += text->state == TEXT_DISCARDED;
      text->other_code = names.strong || names.weak || names.grouped;
      texts->any_changed |= text->state == TEXT_PARTLY
                            || (text->state == TEXT_CHANGED && names.strong);
    }
  for (size_t i = 0; i < texts->count; i++)
    {
      struct text_section *text = &texts->texts[i];
      const struct text_object *object = &texts->objects[text->object];
      bool alone = object->member && object->placed == 0;
      if (text->state == TEXT_OPEN)
        text->state = alone && (text->nowhere || object->doubtful)
                          ? TEXT_NOT_EXTRACTED
                      : is_left_out (texts, text) ? TEXT_DISCARDED
                                                  : TEXT_MISSING;
      else if (text->state == TEXT_DISCARDED && alone)
        text->state = TEXT_NOT_EXTRACTED;
    }
}
