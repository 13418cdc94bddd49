/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   audit-targets.c - check the targets of the relocations of start fields.

   A relocation against the wrong function shows only if the object contradicts
   it:
   - the target is not code;
   - the function ends after its section;
   - the function extends past the end of its symbol into another symbol, and
     that one has an entry of its own or no symbol ends with the function;
   - two functions of different sizes are at the same place.
   A function with several symbols is no contradiction: in assembly one CFI
   procedure can fall through from one symbol into the next [check_across].

   Only the largest symbol at each place is kept [targets_list], so that the
   check of a function takes no longer if many symbols are at its start.  */

#include "config.h"

#include <inttypes.h>
#include <stdlib.h>

#include "audit-internal.h"
#include "input.h"
#include "sorted.h"

/* State of the check of one section.  */
struct target_run
{
  const struct target_symbols *known;
  const struct match *match;
  const struct finding_sink *found;
  /* Fields with valid targets, sorted by target.  */
  const struct match_field **by_target;
  size_t count;
};

static int
compare_ends (const void *a, const void *b)
{
  const struct target_end *x = a, *y = b;

  if (x->section != y->section)
    return x->section < y->section ? -1 : 1;
  return (x->addr > y->addr) - (x->addr < y->addr);
}

bool
targets_list (struct target_symbols *known, const struct input_object *o)
{
  const struct input_symbol **s = calloc (o->symbol_count + 1, sizeof *s);
  struct target_end *ends = calloc (o->symbol_count + 1, sizeof *ends);
  size_t count = 0;

  *known = (struct target_symbols){ .object = o, .symbols = s, .ends = ends };
  if (s == NULL || ends == NULL)
    return false;
  for (size_t i = 0; i < o->symbol_count; i++)
    {
      const struct input_symbol *symbol = &o->symbols[i];
      if (symbol->size == 0 || symbol->section >= o->section_count)
        continue;
      ends[count] = (struct target_end){ .addr = symbol->value + symbol->size,
                                         .section = symbol->section };
      s[count++] = symbol;
    }
  known->end_count = count;
  sort_if_needed (ends, count, sizeof *ends, compare_ends);
  object_symbols_sort (s, count);
  for (size_t i = 0; i < count; i++)
    {
      const struct input_symbol *last
          = known->count != 0 ? s[known->count - 1] : NULL;
      if (last == NULL || last->section != s[i]->section
          || last->value != s[i]->value)
        s[known->count++] = s[i];
      else if (s[i]->size > last->size)
        s[known->count - 1] = s[i];
    }
  return true;
}

void
targets_free (struct target_symbols *known)
{
  free (known->symbols);
  free (known->ends);
  *known = (struct target_symbols){ 0 };
}

/* The symbol into which F extends past the end of the symbol at its start, or
   NULL.  */
static const struct input_symbol *
reaches_into (const struct target_symbols *known, const struct match_field *f)
{
  size_t i = object_symbols_first (known->symbols, known->count, f->section,
                                   f->value);

  if (i + 1 >= known->count || known->symbols[i]->section != f->section
      || known->symbols[i]->value != f->value
      || known->symbols[i + 1]->section != f->section)
    return NULL;
  const struct input_symbol *next = known->symbols[i + 1];
  uint64_t size = known->symbols[i]->size, distance = next->value - f->value;
  return size <= distance && distance < f->size ? next : NULL;
}

static int
compare_places (const struct match_field *x, const struct match_field *y)
{
  if (x->section != y->section)
    return x->section < y->section ? -1 : 1;
  return (x->value > y->value) - (x->value < y->value);
}

static int
compare_targets (const void *a, const void *b)
{
  const struct match_field *x = *(const struct match_field *const *) a;
  const struct match_field *y = *(const struct match_field *const *) b;
  int order = compare_places (x, y);

  return order != 0 ? order : (x->at > y->at) - (x->at < y->at);
}

/* Whether a function begins at SYMBOL.  */
static bool
has_entry (const struct target_run *t, const struct input_symbol *symbol)
{
  const struct match_field key
      = { .section = symbol->section, .value = symbol->value };
  const struct match_field *sought = &key;
  size_t i = sorted_first (t->by_target, t->count, sizeof *t->by_target,
                           &sought, compare_targets);

  return i < t->count && compare_places (t->by_target[i], &key) == 0;
}

/* Report F if it extends past the end of its symbol into another.  Returns
   whether that is an error.  */
static bool
check_across (const struct target_run *t, const struct match_field *f)
{
  const struct input_symbol *into = reaches_into (t->known, f);

  if (into == NULL)
    return false;
  const struct target_end end
      = { .addr = f->value + f->size, .section = f->section };
  bool contradicted = has_entry (t, into)
                      || bsearch (&end, t->known->ends, t->known->end_count,
                                  sizeof end, compare_ends)
                             == NULL;
  const struct finding place = match_place (t->match, f);
  finding_report (t->found,
                  contradicted ? FIND_RELOC_TARGET : FIND_RELOC_ACROSS, &place,
                  "the relocation names 0x%" PRIx64
                  " of %s, from where a function of size 0x%" PRIx32
                  " reaches into %s at 0x%" PRIx64 "%s",
                  f->value, t->known->object->sections[f->section].name,
                  f->size, into->name, into->value,
                  contradicted ? "" : ", which has no entry of its own");
  return contradicted;
}

/* Check the target of the relocation of F.  */
static void
check_target (const struct target_run *t, struct match_field *f)
{
  const struct input_object *o = t->known->object;
  const struct finding place = match_place (t->match, f);

  f->reported = true;
  if (f->section >= o->section_count)
    {
      finding_report (t->found, FIND_RELOC_TARGET, &place,
                      "the relocation of the function of size 0x%" PRIx32
                      " names nothing in this object",
                      f->size);
      return;
    }
  const struct input_section *section = &o->sections[f->section];
  if (!section->code)
    finding_report (t->found, FIND_RELOC_TARGET, &place,
                    "the relocation names 0x%" PRIx64
                    " of %s, which is not code",
                    f->value, section->name);
  else if (f->value > section->size || f->size > section->size - f->value)
    finding_report (t->found, FIND_RELOC_TARGET, &place,
                    "the relocation names 0x%" PRIx64
                    " of %s, and the function of size 0x%" PRIx32
                    " would end past its 0x%" PRIx64 " bytes",
                    f->value, section->name, f->size, section->size);
  else
    f->reported = check_across (t, f);
}

/* Report functions at the same place.  */
static void
check_same_place (const struct target_run *t)
{
  for (size_t i = 1; i < t->count; i++)
    {
      const struct match_field *f = t->by_target[i],
                               *before = t->by_target[i - 1];
      const struct finding place = match_place (t->match, f);
      /* An empty CFI procedure may share its place with a function.  */
      if (f->section != before->section || f->value != before->value
          || f->size == 0 || before->size == 0)
        continue;
      if (f->size == before->size)
        finding_report (
            t->found, SFM_FIND_DUPLICATE, &place,
            "a second function at 0x%" PRIx64 " of %s of size 0x%" PRIx32,
            f->value, t->known->object->sections[f->section].name, f->size);
      else if (!f->reported)
        finding_report (t->found, FIND_RELOC_TARGET, &place,
                        "two functions are at 0x%" PRIx64
                        " of %s, of size 0x%" PRIx32 " and 0x%" PRIx32,
                        f->value, t->known->object->sections[f->section].name,
                        before->size, f->size);
    }
}

bool
targets_check (const struct target_symbols *known, const struct match *match,
               const struct finding_sink *found)
{
  struct target_run t = { .known = known, .match = match, .found = found };

  t.by_target = calloc (match->field_count + 1, sizeof *t.by_target);
  if (t.by_target == NULL)
    return false;
  for (size_t i = 0; i < match->field_count; i++)
    if (match->fields[i].has_reloc
        && match->fields[i].section < known->object->section_count)
      t.by_target[t.count++] = &match->fields[i];
  sort_if_needed (t.by_target, t.count, sizeof *t.by_target, compare_targets);
  for (size_t i = 0; i < match->field_count; i++)
    if (match->fields[i].has_reloc)
      check_target (&t, &match->fields[i]);
  check_same_place (&t);
  free (t.by_target);
  return true;
}
