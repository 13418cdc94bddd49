/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   audit-targets.c - what the relocations of start fields name.

   A relocation that names the wrong function can only be seen where the
   object contradicts it: the target is not code, the function reaches out of
   its section or over the end of the symbol that begins there into another
   one, or two functions that differ are at the same place.

   Of the symbols at one place the largest counts, so only that is kept
   [targets_list]: a look at one function takes no longer however many symbols
   are where it is.  */

#include "config.h"

#include <inttypes.h>
#include <stdlib.h>

#include "audit-targets.h"
#include "object-symbols.h"

/* One run over a section.  */
struct target_run
{
  const struct target_symbols *known;
  const struct match *match;
  const struct finding_sink *found;
};

bool
targets_list (struct target_symbols *known, const struct input_object *o)
{
  const struct input_symbol **s = calloc (o->symbol_count + 1, sizeof *s);
  size_t count = 0;

  *known = (struct target_symbols){ .object = o, .symbols = s };
  if (s == NULL)
    return false;
  for (size_t i = 0; i < o->symbol_count; i++)
    if (o->symbols[i].size != 0 && o->symbols[i].section < o->section_count)
      s[count++] = &o->symbols[i];
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
  known->symbols = NULL;
}

/* The symbol into which F, which begins with another, reaches, or NULL.  */
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

/* Look at what the relocation of F names.  */
static void
check_target (const struct target_run *t, struct match_field *f)
{
  const struct input_object *o = t->known->object;
  const struct finding place = match_place (t->match, f);

  f->told = true;
  if (f->section >= o->section_count)
    {
      finding_report (t->found, FIND_RELOC_TARGET, &place,
                      "the relocation of the function of size 0x%" PRIx32
                      " names nothing in this object",
                      f->size);
      return;
    }
  const struct input_section *section = &o->sections[f->section];
  const struct input_symbol *into = reaches_into (t->known, f);
  if (!section->code)
    finding_report (t->found, FIND_RELOC_TARGET, &place,
                    "the relocation names 0x%" PRIx64
                    " of %s, which is not code",
                    f->value, section->name);
  else if (f->value > section->size || f->size > section->size - f->value)
    finding_report (t->found, FIND_RELOC_TARGET, &place,
                    "the relocation names 0x%" PRIx64
                    " of %s, and the function of size 0x%" PRIx32
                    " would end behind its 0x%" PRIx64 " bytes",
                    f->value, section->name, f->size, section->size);
  else if (into != NULL)
    finding_report (t->found, FIND_RELOC_TARGET, &place,
                    "the relocation names 0x%" PRIx64
                    " of %s, from where a function of size 0x%" PRIx32
                    " reaches into %s at 0x%" PRIx64,
                    f->value, section->name, f->size, into->name, into->value);
  else
    f->told = false;
}

static int
compare_targets (const void *a, const void *b)
{
  const struct match_field *x = *(const struct match_field *const *) a;
  const struct match_field *y = *(const struct match_field *const *) b;

  if (x->section != y->section)
    return x->section < y->section ? -1 : 1;
  if (x->value != y->value)
    return x->value < y->value ? -1 : 1;
  return x->at < y->at ? -1 : x->at > y->at;
}

/* Tell of functions at the same place.  */
static bool
check_twins (const struct target_run *t)
{
  const struct match *m = t->match;
  const struct match_field **by = calloc (m->field_count + 1, sizeof *by);
  size_t count = 0;

  if (by == NULL)
    return false;
  for (size_t i = 0; i < m->field_count; i++)
    if (m->fields[i].related
        && m->fields[i].section < t->known->object->section_count)
      by[count++] = &m->fields[i];
  if (count != 0)
    qsort (by, count, sizeof *by, compare_targets);
  for (size_t i = 1; i < count; i++)
    {
      const struct match_field *f = by[i], *before = by[i - 1];
      const struct finding place = match_place (m, f);
      /* One of size 0, an empty CFI procedure, has no place of its own.  */
      if (f->section != before->section || f->value != before->value
          || f->size == 0 || before->size == 0)
        continue;
      if (f->size == before->size)
        finding_report (
            t->found, SFM_FIND_DUPLICATE, &place,
            "a second function at 0x%" PRIx64 " of %s of size 0x%" PRIx32,
            f->value, t->known->object->sections[f->section].name, f->size);
      else if (!f->told)
        finding_report (t->found, FIND_RELOC_TARGET, &place,
                        "two functions are at 0x%" PRIx64
                        " of %s, of size 0x%" PRIx32 " and 0x%" PRIx32,
                        f->value, t->known->object->sections[f->section].name,
                        before->size, f->size);
    }
  free (by);
  return true;
}

bool
targets_check (const struct target_symbols *known, const struct match *match,
               const struct finding_sink *found)
{
  const struct target_run t = { known, match, found };

  for (size_t i = 0; i < match->field_count; i++)
    if (match->fields[i].related)
      check_target (&t, &match->fields[i]);
  return check_twins (&t);
}
