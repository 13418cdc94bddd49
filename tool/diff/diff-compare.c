/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   diff-compare.c - find the differences between two files.

   Members of archives are paired by name, in a merge of sorted lists; then
   the functions of each pair are matched (diff-match.c) and sorted into
   classes.  */

#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "diff.h"

/* A comparison of two files.  */
struct comparing
{
  const struct diff_file *old;
  const struct diff_file *now;
  diff_pair_fn *fn;
  void *data;
  struct diff_totals *totals;
  const struct diag_sink *sink;
};

static bool
add_item (struct diff_pair *pair, enum diff_class class,
          const struct diff_function *old, const struct diff_function *now)
{
  struct diff_list *list = &pair->lists[class];

  if (!array_grow (&list->items, &list->capacity, list->count,
                   sizeof *list->items))
    return false;
  list->items[list->count++] = (struct diff_item){ old, now };
  return true;
}

/* The largest first, then by name, then by place.  */
static int
compare_items (const void *a, const void *b)
{
  const struct diff_item *i = a, *j = b;
  const struct diff_function *x = i->old != NULL ? i->old : i->now;
  const struct diff_function *y = j->old != NULL ? j->old : j->now;

  if (x->size != y->size)
    return x->size > y->size ? -1 : 1;
  if (x->name != NULL && y->name != NULL && strcmp (x->name, y->name) != 0)
    return strcmp (x->name, y->name);
  if ((x->name == NULL) != (y->name == NULL))
    return x->name == NULL ? 1 : -1;
  /* Both are of one array.  */
  return x < y ? -1 : x > y;
}

/* Sort the functions of PAIR's units into classes.  */
static bool
classify (struct diff_pair *pair)
{
  const struct diff_unit *old = pair->old, *now = pair->now;

  for (size_t i = 0; i < old->count; i++)
    {
      const struct diff_function *f = &old->functions[i];
      const struct diff_function *g
          = f->twin == DIFF_NONE ? NULL : &now->functions[f->twin];
      if (g != NULL && f->digest == g->digest && f->size == g->size)
        pair->same++;
      else if (!add_item (pair,
                          g != NULL ? DIFF_CHANGED
                          : pair->by_address || diff_unit_has (now, f)
                              ? DIFF_LOST
                              : DIFF_GONE,
                          f, g))
        return false;
      pair->alike += g != NULL && f->digest != g->digest && f->size == g->size;
    }
  for (size_t i = 0; i < now->count; i++)
    {
      const struct diff_function *g = &now->functions[i];
      if (g->twin == DIFF_NONE
          && !add_item (pair,
                        pair->by_address || diff_unit_has (old, g)
                            ? DIFF_GAINED
                            : DIFF_NEW,
                        NULL, g))
        return false;
    }
  for (unsigned i = 0; i < DIFF_CLASSES; i++)
    if (pair->lists[i].count != 0)
      qsort (pair->lists[i].items, pair->lists[i].count,
             sizeof *pair->lists[i].items, compare_items);
  return true;
}

/* Whether less of NOW than of OLD is described; not if one is unknown.  */
static bool
is_lower (const struct diff_part *old, const struct diff_part *now)
{
  struct diff_part x = *old, y = *now;

  if (x.whole == 0 || y.whole == 0)
    return false;
  /* Sizes in damaged files can be close to 2^64.  */
  for (; x.whole > UINT32_MAX; x.whole /= 2)
    x.part /= 2;
  for (; y.whole > UINT32_MAX; y.whole /= 2)
    y.part /= 2;
  return y.part * x.whole < x.part * y.whole;
}

/* Whether coverage falls.  Bytes of code count only where no .eh_frame tells
   more: gaps between functions change with every build.  */
static bool
coverage_falls (const struct diff_unit *old, const struct diff_unit *now)
{
  const bool frames = old->frames.whole != 0 || now->frames.whole != 0;

  if (old->context == NULL || now->context == NULL || old->detached
      || now->detached)
    return false;
  return is_lower (frames ? &old->frames : &old->code,
                   frames ? &now->frames : &now->code)
         || is_lower (&old->readable, &now->readable);
}

/* Whether A and B have another number of pieces, or of other versions or
   flags.  */
static bool
forms_differ (const struct diff_unit *a, const struct diff_unit *b)
{
  if (a->piece_count != b->piece_count)
    return true;
  for (size_t i = 0; i < a->piece_count; i++)
    if (a->pieces[i].version != b->pieces[i].version
        || a->pieces[i].flags != b->pieces[i].flags)
      return true;
  return false;
}

/* Compare OLD with NOW, of which one may be NULL if it is not there.  */
static sfm_status
compare_units (struct comparing *c, struct diff_unit *old,
               struct diff_unit *now)
{
  struct diff_unit none = { .state = UNIT_ABSENT };
  struct diff_totals *totals = c->totals;

  if (old == NULL)
    {
      none.member = now->member;
      none.state
          = diff_file_has (c->old, now->member) ? UNIT_BARE : UNIT_ABSENT;
      old = &none;
    }
  else if (now == NULL)
    {
      none.member = old->member;
      none.state
          = diff_file_has (c->now, old->member) ? UNIT_BARE : UNIT_ABSENT;
      now = &none;
    }
  struct diff_pair pair = { .old = old, .now = now };
  sfm_status status = diff_match (&pair, old, now);
  if (status == SFM_OK && !classify (&pair))
    status = SFM_ERR_NOMEM;
  pair.coverage_lower = coverage_falls (old, now);
  pair.form_differs = forms_differ (old, now);
  if (status == SFM_OK)
    c->fn (c->data, &pair);
  totals->same += pair.same;
  totals->coverage_lower |= pair.coverage_lower;
  totals->form_differs |= pair.form_differs;
  for (unsigned i = 0; i < DIFF_CLASSES; i++)
    {
      totals->counts[i] += pair.lists[i].count;
      free (pair.lists[i].items);
    }
  return status == SFM_ERR_NOMEM ? diag_nomem (c->sink, c->now->path) : status;
}

/* Order pointers to units by member, then by their order.  */
static int
compare_members (const void *a, const void *b)
{
  const struct diff_unit *x = *(const struct diff_unit *const *) a;
  const struct diff_unit *y = *(const struct diff_unit *const *) b;
  const int order = strcmp (x->member, y->member);

  return order != 0 ? order : x < y ? -1 : x > y;
}

/* The units of FILE by member, to be freed.  NULL: no memory.  */
static struct diff_unit **
sort_members (const struct diff_file *file)
{
  struct diff_unit **sorted = calloc (file->count + 1, sizeof *sorted);

  if (sorted == NULL)
    return NULL;
  for (size_t i = 0; i < file->count; i++)
    sorted[i] = &file->units[i];
  if (file->count != 0)
    qsort (sorted, file->count, sizeof (struct diff_unit *), compare_members);
  return sorted;
}

/* Compare the members of two archives.  */
static sfm_status
compare_archives (struct comparing *c)
{
  struct diff_unit **old = sort_members (c->old);
  struct diff_unit **now = sort_members (c->now);
  sfm_status status = old == NULL || now == NULL
                          ? diag_nomem (c->sink, c->now->path)
                          : SFM_OK;
  size_t i = 0, j = 0;

  while (status == SFM_OK && (i < c->old->count || j < c->now->count))
    {
      const int order = i == c->old->count ? 1
                        : j == c->now->count
                            ? -1
                            : strcmp (old[i]->member, now[j]->member);
      status = compare_units (c, order <= 0 ? old[i] : NULL,
                              order >= 0 ? now[j] : NULL);
      i += order <= 0;
      j += order >= 0;
    }
  free (old);
  free (now);
  return status;
}

/* What FILE is.  */
static const char *
kind_of (const struct diff_file *file)
{
  return file->image ? "an image" : file->archive ? "an archive" : "an object";
}

sfm_status
diff_compare (const struct diff_file *old, const struct diff_file *now,
              diff_pair_fn *fn, void *data, struct diff_totals *totals,
              const struct diag_sink *sink)
{
  struct comparing c = { .old = old,
                         .now = now,
                         .fn = fn,
                         .data = data,
                         .totals = totals,
                         .sink = sink };

  if (old->image != now->image || old->archive != now->archive)
    return diag_fail (
        sink, SFM_ERR_UNSUPP, now->path,
        "is %s, and the old file %s: only files of one kind can be compared",
        kind_of (now), kind_of (old));
  return old->archive ? compare_archives (&c)
                      : compare_units (&c, &old->units[0], &now->units[0]);
}
