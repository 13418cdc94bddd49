/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   place-symbols.c - what the image's symbols say about a function of an
   object.

   A function is found if a symbol of its name stands where the image's own
   pieces describe a function of the same content.  It is discarded if the
   image has symbols but none of that name.  That proves something only if
   names of its kind were left alone [prepare]: strip -K and
   --retain-symbols-file remove globals, and the STT_FILE symbols with them;
   strip -x removes local and hidden ones and leaves the STT_FILE symbols; -x
   of ld, gold, lld and mold removes both; ld -r -x does so for some objects.
   A COMDAT or weak function whose name stands at a function of other content
   is discarded too: the copy that was kept is another's.

   A global function whose name is in the image only where nothing is
   described is missing, even if there are others of the same content.  */

#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "place-symbols.h"

enum
{
  /* What may be looked at for one function, a place of a name being the unit;
     with more its content decides.  Hostile files have as many names of one
     place, or places of one name, as functions.  */
  LOOK_LIMIT = 1000,
  LOOK_NAME = 16
};

void
symbols_begin (struct symbol_finder *finder, const struct input_object *object,
               const struct evidence *evidence, const struct code *code,
               struct pool *pool)
{
  *finder = (struct symbol_finder){
    .object = object, .evidence = evidence, .code = code, .pool = pool
  };
}

static int
compare_symbols (const void *a, const void *b)
{
  const struct input_symbol *x = *(const struct input_symbol *const *) a;
  const struct input_symbol *y = *(const struct input_symbol *const *) b;

  if (x->section != y->section)
    return x->section < y->section ? -1 : 1;
  if (x->value != y->value)
    return x->value < y->value ? -1 : 1;
  return x < y ? -1 : x > y;
}

/* Order the object's symbols.  */
static bool
prepare (struct symbol_finder *f)
{
  const struct input_object *object = f->object;

  f->sorted
      = pool_alloc (f->pool, (object->symbol_count + 1) * sizeof *f->sorted);
  if (f->sorted == NULL)
    return false;
  for (size_t i = 0; i < object->symbol_count; i++)
    f->sorted[i] = &object->symbols[i];
  qsort (f->sorted, object->symbol_count, sizeof *f->sorted, compare_symbols);
  /* All programs have some from crtstuff.c.  */
  f->globals_kept = f->evidence->has_file_locals;
  /* An object that was collected whole leaves no STT_FILE symbol in images of
     gold, lld and mold.  */
  f->locals_kept = f->globals_kept && object->source != NULL
                   && (evidence_has_file (f->evidence, object->source)
                       || symbols_show_nothing (object, f->evidence));
  return true;
}

/* The first of the object's symbols at or behind TARGET.  */
static size_t
first_at (const struct symbol_finder *f, const struct input_reloc *target)
{
  size_t low = 0, high = f->object->symbol_count;

  while (low < high)
    {
      size_t mid = low + (high - low) / 2;
      const struct input_symbol *s = f->sorted[mid];
      if (s->section < target->section
          || (s->section == target->section && s->value < target->value))
        low = mid + 1;
      else
        high = mid;
    }
  return low;
}

/* Whether the image describes a function of MATCH's content at ADDR; *ANY is
   set if it describes one at all.  */
static bool
described (struct own_match *match, uint64_t addr, bool *any)
{
  if (own_find (match->own, addr, match->digest) == SIZE_MAX)
    {
      *any = *any || own_any_at (match->own, addr);
      return false;
    }
  match->addr = addr;
  return true;
}

/* Whether SYMBOL names a PLT entry: that of an indirect function does where
   its address must be one and the same everywhere.  */
static bool
in_plt (const struct symbol_finder *f, const struct evidence_symbol *symbol)
{
  return code_plt_section (f->code, symbol->addr, 1) != NULL;
}

/* Ask about one name of the function.  */
static enum symbol_answer
ask_name (const struct symbol_finder *f, const struct input_symbol *symbol,
          struct own_match *match, size_t *left)
{
  const struct input_section *section = &f->object->sections[symbol->section];
  size_t first, count = evidence_named (f->evidence, symbol->name, &first);
  bool any = false, at_plt = false;

  if (count + LOOK_NAME > *left)
    return SYMBOL_UNKNOWN;
  *left -= count + LOOK_NAME;
  if (count == 0)
    return (symbol->global ? f->globals_kept : f->locals_kept)
               ? SYMBOL_DISCARDED
               : SYMBOL_UNKNOWN;
  for (size_t i = 0; i < count; i++)
    {
      const struct evidence_symbol *named
          = &f->evidence->symbols[f->evidence->by_name[first + i]];
      if (described (match, named->addr, &any))
        return SYMBOL_FOUND;
      at_plt |= in_plt (f, named);
    }
  /* A weak function that another file's overrides is there under no name, and
     local names are many objects'.  */
  if (!any)
    return symbol->global && !at_plt
                   && (!symbol->weak || section->group != NULL)
               ? SYMBOL_MISSING
               : SYMBOL_UNKNOWN;
  return symbol->weak || section->group != NULL ? SYMBOL_DISCARDED
                                                : SYMBOL_UNKNOWN;
}

enum symbol_answer
symbols_ask (struct symbol_finder *f, const struct input_reloc *target,
             struct own_match *match)
{
  enum symbol_answer answer = SYMBOL_UNKNOWN;
  size_t left = LOOK_LIMIT;

  if (!f->evidence->has_symtab || (f->sorted == NULL && !prepare (f)))
    return SYMBOL_UNKNOWN;
  for (size_t i = first_at (f, target); i < f->object->symbol_count; i++)
    {
      const struct input_symbol *symbol = f->sorted[i];
      if (symbol->section != target->section || symbol->value != target->value)
        break;
      enum symbol_answer here = ask_name (f, symbol, match, &left);
      if (here == SYMBOL_FOUND)
        return SYMBOL_FOUND;
      /* One name that is still there outweighs another that is not.  */
      if (here == SYMBOL_UNKNOWN)
        return SYMBOL_UNKNOWN;
      if (answer != SYMBOL_MISSING)
        answer = here;
    }
  return answer;
}

bool
symbols_show_nothing (const struct input_object *object,
                      const struct evidence *evidence)
{
  bool any = false;
  size_t first;

  for (size_t i = 0; evidence->has_file_locals && i < object->symbol_count;
       i++)
    {
      const struct input_symbol *symbol = &object->symbols[i];
      if (!symbol->global || !object->sections[symbol->section].code)
        continue;
      if (evidence_named (evidence, symbol->name, &first) != 0)
        return false;
      any = true;
    }
  return any;
}

const struct evidence_symbol *
symbols_strong (struct symbol_finder *f, const struct input_reloc *target)
{
  if (!f->evidence->has_symtab || (f->sorted == NULL && !prepare (f))
      || f->object->sections[target->section].group != NULL)
    return NULL;
  size_t at = first_at (f, target);
  for (size_t i = at; i < f->object->symbol_count && i - at < LOOK_NAME; i++)
    {
      const struct input_symbol *symbol = f->sorted[i];
      if (symbol->section != target->section || symbol->value != target->value)
        break;
      size_t first;
      size_t count = evidence_named (f->evidence, symbol->name, &first);
      if (!symbol->global || symbol->weak || count != 1)
        continue;
      const struct evidence_symbol *named
          = &f->evidence->symbols[f->evidence->by_name[first]];
      if (!in_plt (f, named))
        return named;
    }
  return NULL;
}
