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

#include "placer-internal.h"

/* Files of different names have different places, even with the same
   candidates.  */
static int
compare_classes (const struct text_section *x, const struct text_section *y)
{
  const uint32_t a = x->object->source, b = y->object->source;

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

/* Compare the sections to which A and B point.  */
static int
compare_texts (const void *a, const void *b)
{
  const struct text_section *x = *(struct text_section *const *) a;
  const struct text_section *y = *(struct text_section *const *) b;
  int order = compare_classes (x, y);

  return order != 0 ? order : (x > y) - (x < y);
}

/* Settle the COUNT TEXTS of one class, which may be at the PLACE_COUNT
   PLACES.  */
static bool
settle (struct placer *p, struct text_section *const *texts, size_t count,
        const uint64_t *places, size_t place_count)
{
  bool alike = true, good = true;

  for (size_t i = 1; i < count && alike; i++)
    alike = choose_alike (texts[0], texts[i]);
  bool sure = alike && count >= place_count;
  for (size_t i = 0; i < place_count && good && !sure; i++)
    good = choose_set_ambiguous (p, texts[0], places[i]);
  for (size_t i = 0; i < count && good; i++)
    if (!sure)
      texts[i]->match = MATCH_CROWDED;
    else
      {
        texts[i]->base = places[i < place_count ? i : 0];
        good = choose_own (p, texts[i]);
      }
  return good;
}

/* Settle the COUNT TEXTS of one class.  If all their candidates are owned or
   in the STT_FILE groups of other objects, they are dropped, and the sections
   left to the code search.  */
static bool
settle_class (struct placer *p, struct text_section *const *texts,
              size_t count)
{
  const size_t limit = texts[0]->candidate_count;
  const uint64_t value = texts[0]->functions[0].value;
  uint64_t *places = calloc (limit, sizeof *places);
  bool any_free = false, good = true;

  if (places == NULL)
    return false;
  size_t place_count = choose_narrow (p, texts[0], places, limit);
  for (size_t i = 0; i < place_count && !any_free; i++)
    any_free = !owners_at (&p->owners, places[i] + value, NULL);
  if (any_free)
    good = settle (p, texts, count, places, place_count);
  else
    for (size_t i = 0; i < count; i++)
      texts[i]->candidate_count = 0;
  free (places);
  return good;
}

sfm_status
equal_sections_settle (struct placer *p)
{
  struct text_section **texts
      = (struct text_section **) calloc (p->text_count + 1, sizeof *texts);
  bool good = texts != NULL;
  size_t count = 0;

  for (size_t i = 0; i < p->text_count && good; i++)
    if (choose_is_open (&p->texts[i]))
      texts[count++] = &p->texts[i];
  if (count != 0)
    qsort ((void *) texts, count, sizeof *texts, compare_texts);
  for (size_t i = 0, end; i < count && good; i = end)
    {
      for (end = i + 1;
           end < count && compare_classes (texts[i], texts[end]) == 0; end++)
        continue;
      good = settle_class (p, &texts[i], end - i);
    }
  free ((void *) texts);
  return good ? SFM_OK : SFM_ERR_NOMEM;
}
