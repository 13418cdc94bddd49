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

/* The sections of one class: ORDER[FIRST] to ORDER[END - 1].  */
struct class
{
  struct text_sections *texts;
  const uint32_t *order;
  size_t first;
  size_t end;
  struct text_candidate *places;
  size_t place_count;
};

static struct text_section *
member (const struct class *class, size_t idx)
{
  return &class->texts->texts[class->order[class->first + idx]];
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

/* An open section with its index.  */
struct entry
{
  const struct text_sections *texts;
  uint32_t idx;
};

static int
compare_entries (const void *a, const void *b)
{
  const struct entry *x = a, *y = b;
  int order = compare_classes (x->texts, &x->texts->texts[x->idx],
                               &x->texts->texts[y->idx]);

  return order != 0 ? order : (x->idx > y->idx) - (x->idx < y->idx);
}

/* Settle CLASS, whose places are filled in.  */
static bool
settle (const struct class *class)
{
  size_t count = class->end - class->first;
  bool alike = true, good = true;

  for (size_t i = 1; i < count && alike; i++)
    alike = choose_alike (member (class, 0), member (class, i));
  bool sure = alike && count >= class->place_count;
  for (size_t i = 0; i < class->place_count && good && !sure; i++)
    good = choose_set_ambiguous (class->texts, member (class, 0),
                                 class->places[i].base);
  for (size_t i = 0; i < count && good; i++)
    {
      struct text_section *text = member (class, i);
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
  uint64_t value = member (class, 0)->functions[0].value;

  for (size_t i = 0; i < class->place_count; i++)
    if (!owners_any_at (&class->texts->owners, class->places[i].base + value))
      return true;
  return false;
}

/* Drop the candidates of CLASS's sections, which are left to the code search.
   All candidates are owned or in the STT_FILE groups of other objects.  */
static void
drop_candidates (const struct class *class)
{
  for (size_t i = class->first; i < class->end; i++)
    class->texts->texts[class->order[i]].candidate_count = 0;
}

/* Settle the COUNT open sections of ORDER, class by class.  */
static sfm_status
settle_all (struct text_sections *texts, const uint32_t *order, size_t count)
{
  struct class class = { .texts = texts, .order = order };
  bool good = true;

  for (; class.first < count && good; class.first = class.end)
    {
      const struct text_section *first = &texts->texts[order[class.first]];
      for (class.end = class.first + 1;
           class.end < count
           && compare_classes (texts, first, &texts->texts[order[class.end]])
                  == 0;
           class.end++)
        continue;
      class.places = calloc (first->candidate_count, sizeof *class.places);
      if (class.places == NULL)
        return SFM_ERR_NOMEM;
      class.place_count
          = choose_narrow (texts, first, class.places, first->candidate_count);
      if (any_is_free (&class))
        good = settle (&class);
      else
        drop_candidates (&class);
      free (class.places);
    }
  return good ? SFM_OK : SFM_ERR_NOMEM;
}

sfm_status
equal_sections_settle (struct text_sections *texts)
{
  struct entry *entries = calloc (texts->count + 1, sizeof *entries);
  uint32_t *order = calloc (texts->count + 1, sizeof *order);
  sfm_status status = SFM_OK;
  size_t count = 0;

  if (entries == NULL || order == NULL)
    status = SFM_ERR_NOMEM;
  for (size_t i = 0; i < texts->count && status == SFM_OK; i++)
    if (choose_is_open (&texts->texts[i]))
      entries[count++] = (struct entry){ texts, (uint32_t) i };
  if (count != 0)
    qsort (entries, count, sizeof *entries, compare_entries);
  for (size_t i = 0; i < count; i++)
    order[i] = entries[i].idx;
  if (status == SFM_OK)
    status = settle_all (texts, order, count);
  free (entries);
  free (order);
  return status;
}
