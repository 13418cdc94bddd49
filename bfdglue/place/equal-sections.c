/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   equal-sections.c - place text sections that share several candidates.

   Theory of operation.  Files with the same static function leave several
   places with the same name and code.  Compare the number of sections that may
   be there with the number of places.  If there are at least as many sections
   (some may be discarded or folded), every place belongs to one of them.  If
   also their rows are equal, any assignment is right, as long as nothing else
   is concluded from it.  If there are fewer sections than places, it stays
   unknown which places are theirs.

   Sections with the same code but different rows stay unknown too, unless
   other functions of the object show its STT_FILE group (choose-base.c).  For
   equal files the order of the groups is that of the link; but the inputs may
   be in another order, for example after *.o on the command line.  */

#include "config.h"

#include <stdlib.h>

#include "text-sections.h"

/* An open section with its index.  */
struct entry
{
  struct text_sections *texts;
  uint32_t idx;
};

/* The COUNT sections of one class.  */
struct class
{
  struct text_sections *texts;
  const struct entry *entries;
  size_t count;
  struct text_candidate *places;
  size_t place_count;
};

static struct text_section *
section_of (const struct entry *entry)
{
  return &entry->texts->texts[entry->idx];
}

/* Files of different names have different places, even with the same
   candidates.  */
static int
compare_classes (const struct text_sections *texts,
                 const struct text_section *x, const struct text_section *y)
{
  uint32_t a = texts->objects[x->object].source;
  uint32_t b = texts->objects[y->object].source;

  if (x->proposed_by != y->proposed_by)
    return x->proposed_by < y->proposed_by ? -1 : 1;
  if (x->proposed_by == PROPOSER_LOCAL && a != b)
    return a < b ? -1 : 1;
  if (x->candidate_count != y->candidate_count)
    return x->candidate_count < y->candidate_count ? -1 : 1;
  for (size_t i = 0; x->candidates != y->candidates && i < x->candidate_count;
       i++)
    if (x->candidates[i].base != y->candidates[i].base)
      return x->candidates[i].base < y->candidates[i].base ? -1 : 1;
  return 0;
}

static int
compare_entries (const void *a, const void *b)
{
  const struct entry *x = a, *y = b;
  int order = compare_classes (x->texts, section_of (x), section_of (y));

  return order != 0 ? order : (x->idx > y->idx) - (x->idx < y->idx);
}

/* Settle CLASS, whose places are filled in.  */
static bool
settle (const struct class *class)
{
  struct text_section *first = section_of (class->entries);
  bool alike = true, good = true;

  for (size_t i = 1; i < class->count && alike; i++)
    alike = choose_alike (first, section_of (&class->entries[i]));
  bool sure = alike && class->count >= class->place_count;
  for (size_t i = 0; i < class->place_count && good && !sure; i++)
    good = choose_set_ambiguous (class->texts, first, class->places[i].base);
  for (size_t i = 0; i < class->count && good; i++)
    {
      struct text_section *text = section_of (&class->entries[i]);
      if (!sure)
        text->match = MATCH_CROWDED;
      else
        good = choose_own (class->texts, text,
                           class->places[i < class->place_count ? i : 0].base);
    }
  return good;
}

/* Whether a place of CLASS has no owner.  */
static bool
any_is_free (const struct class *class)
{
  uint64_t value = section_of (class->entries)->functions[0].value;

  for (size_t i = 0; i < class->place_count; i++)
    if (!owners_any_at (&class->texts->owners, class->places[i].base + value))
      return true;
  return false;
}

/* Settle CLASS.  If all candidates of its sections are owned or in the
   STT_FILE groups of other objects, they are dropped, and the sections left to
   the code search.  */
static bool
settle_class (struct class *class)
{
  const struct text_section *first = section_of (class->entries);
  const size_t limit = first->candidate_count;
  bool good = true;

  class->places = calloc (limit, sizeof *class->places);
  if (class->places == NULL)
    return false;
  class->place_count
      = choose_narrow (class->texts, first, class->places, limit);
  if (any_is_free (class))
    good = settle (class);
  else
    for (size_t i = 0; i < class->count; i++)
      section_of (&class->entries[i])->candidate_count = 0;
  free (class->places);
  return good;
}

sfm_status
equal_sections_settle (struct text_sections *texts)
{
  struct entry *entries = calloc (texts->count + 1, sizeof *entries);
  struct class class = { .texts = texts };
  bool good = entries != NULL;
  size_t count = 0;

  for (size_t i = 0; i < texts->count && good; i++)
    if (choose_is_open (&texts->texts[i]))
      entries[count++] = (struct entry){ texts, (uint32_t) i };
  if (count != 0)
    qsort (entries, count, sizeof *entries, compare_entries);
  for (size_t i = 0; i < count && good; i += class.count)
    {
      const struct text_section *first = section_of (&entries[i]);
      class.entries = &entries[i];
      for (class.count = 1;
           i + class.count < count
           && compare_classes (texts, first,
                               section_of (&entries[i + class.count]))
                  == 0;
           class.count++)
        continue;
      good = settle_class (&class);
    }
  free (entries);
  return good ? SFM_OK : SFM_ERR_NOMEM;
}
