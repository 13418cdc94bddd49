/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   diff-compare.c - find the differences between two files.

   Members of archives are paired by name, in a merge of sorted lists; then
   the functions of each pair are matched and sorted into classes.  */

#include "config.h"

#include <stdlib.h>

#include "diff.h"
#include "sorted.h"

/* Find each function of one unit in another one.

   Functions are matched by address if both images have the same code, as
   before and after sfmerge or strip, or if one is a detached file, which has
   no names.  Otherwise addresses move, and the passes go from the best
   evidence to the weakest, each over the functions that are left: name, source
   and rules; name and source; name; and section and offset, if at most one of
   the two has a name.  In a pass, functions with equal keys are matched in
   their order.  The rules come first so that a lost static function does not
   shift others of its name.  Each pass sorts and merges.  */

typedef int key_fn (const struct diff_function *,
                    const struct diff_function *);

static int
compare_text (const char *a, const char *b)
{
  if (a == b)
    return 0;
  if (a == NULL || b == NULL)
    return a == NULL ? -1 : 1;
  return strcmp (a, b);
}

static int
key_name (const struct diff_function *a, const struct diff_function *b)
{
  return compare_text (a->name, b->name);
}

static int
key_source (const struct diff_function *a, const struct diff_function *b)
{
  const int order = key_name (a, b);

  return order != 0 ? order : compare_text (a->source, b->source);
}

static int
key_rules (const struct diff_function *a, const struct diff_function *b)
{
  const int order = key_source (a, b);

  if (order != 0)
    return order;
  return a->digest < b->digest ? -1 : a->digest > b->digest;
}

static int
key_place (const struct diff_function *a, const struct diff_function *b)
{
  const int order = compare_text (a->section, b->section);

  if (order != 0)
    return order;
  return a->offset < b->offset ? -1 : a->offset > b->offset;
}

static int
key_addr (const struct diff_function *a, const struct diff_function *b)
{
  return a->addr < b->addr ? -1 : a->addr > b->addr;
}

/* One way to match.  */
struct pass
{
  key_fn *key;
  bool named; /* only functions with a name */
  bool other; /* at most one of two functions has a name */
};

static const struct pass by_addr = { key_addr, false, false };

static const struct pass passes[] = {
  { key_rules, true, false },
  { key_source, true, false },
  { key_name, true, false },
  { key_place, false, true },
};

/* Compare what two pointers to functions of one array point to, by the key of
   a pass and then by their order in it.  */
static int
compare_keys (const void *a, const void *b, void *data)
{
  const struct diff_function *x = *(const struct diff_function *const *) a;
  const struct diff_function *y = *(const struct diff_function *const *) b;
  const struct pass *pass = data;
  const int order = pass->key (x, y);

  return order != 0 ? order : x < y ? -1 : x > y;
}

/* Put the functions of UNIT that PASS is about into SORTED; returns their
   number.  */
static size_t
gather (struct diff_unit *unit, struct pass pass,
        struct diff_function **sorted)
{
  size_t count = 0;

  for (size_t i = 0; i < unit->functions.count; i++)
    if (unit->functions.at[i].twin == DIFF_NONE
        && (!pass.named || unit->functions.at[i].name != NULL))
      sorted[count++] = &unit->functions.at[i];
  if (count != 0)
    qsort_r (sorted, count, sizeof (struct diff_function *), compare_keys,
             &pass);
  return count;
}

/* Match functions by PASS; A and B have room for all of them.  Returns how
   many were matched.  */
static size_t
run_pass (const struct pass *pass, struct diff_unit *old,
          struct diff_unit *now, struct diff_function **a,
          struct diff_function **b)
{
  const size_t a_count = gather (old, *pass, a);
  const size_t b_count = gather (now, *pass, b);
  size_t i = 0, j = 0, matched = 0;

  while (i < a_count && j < b_count)
    {
      const int order = pass->key (a[i], b[j]);
      if (order == 0
          && !(pass->other && a[i]->name != NULL && b[j]->name != NULL))
        {
          a[i]->twin = (size_t) (b[j] - now->functions.at);
          b[j]->twin = (size_t) (a[i] - old->functions.at);
          matched++;
        }
      i += order <= 0;
      j += order >= 0;
    }
  return matched;
}

/* Whether A and B have the same bytes of code at the same addresses.  */
static bool
same_code (const struct code_ranges *a, const struct code_ranges *b)
{
  if (!a->by_sections || !b->by_sections
      || a->section_count != b->section_count || a->section_count == 0)
    return false;
  for (size_t i = 0; i < a->section_count; i++)
    {
      const struct code_range *x = &a->sections[i], *y = &b->sections[i];
      if (x->addr != y->addr || x->size != y->size || !x->loaded || !y->loaded
          || memcmp (code_range_bytes (a, x), code_range_bytes (b, y),
                     (size_t) x->size)
                 != 0)
        return false;
    }
  return true;
}

/* Set the twins of the functions of PAIR's units, and how they were found.
   Statuses: NOMEM, without a message.  */
static sfm_status
diff_match (struct diff_pair *pair, struct diff_unit *old,
            struct diff_unit *now)
{
  struct diff_function **a = calloc (old->functions.count + 1, sizeof *a);
  struct diff_function **b = calloc (now->functions.count + 1, sizeof *b);
  const bool memory = a != NULL && b != NULL;

  pair->by_address = old->detached || now->detached
                     || (old->context != NULL && now->context != NULL
                         && same_code (&old->context->index.code,
                                       &now->context->index.code));
  if (memory && pair->by_address)
    (void) run_pass (&by_addr, old, now, a, b);
  for (size_t i = 0;
       memory && !pair->by_address && i < sizeof passes / sizeof *passes; i++)
    {
      const size_t matched = run_pass (&passes[i], old, now, a, b);
      if (passes[i].other)
        pair->by_place += matched;
    }
  free (a);
  free (b);
  return memory ? SFM_OK : SFM_ERR_NOMEM;
}

/* A comparison of two files.  */
struct comparing
{
  const struct diff_file *old;
  const struct diff_file *now;
  struct diff_output *output;
  struct diff_totals *totals;
  const struct diag_sink *sink;
};

static bool
add_item (struct diff_pair *pair, enum diff_class class,
          const struct diff_function *old, const struct diff_function *now)
{
  struct diff_list *list = &pair->lists[class];

  if (!LIST_ADD (list, (struct diff_item){ old, now }))
    return false;
  pair->totals.counts[class]++;
  return true;
}

/* The largest first, then by name, then by place.  */
static int
compare_items (const void *a, const void *b)
{
  const struct diff_item *i = a, *j = b;
  const struct diff_function *x = i->old != NULL ? i->old : i->now;
  const struct diff_function *y = j->old != NULL ? j->old : j->now;

  ORDER_BY (y->size, x->size);
  if (x->name != NULL && y->name != NULL && strcmp (x->name, y->name) != 0)
    return strcmp (x->name, y->name);
  if ((x->name == NULL) != (y->name == NULL))
    return x->name == NULL ? 1 : -1;
  /* Both are in one array.  */
  return x < y ? -1 : x > y;
}

/* Sort the functions of PAIR's units into classes.  */
static bool
classify (struct diff_pair *pair)
{
  const struct diff_unit *old = pair->old, *now = pair->now;

  for (size_t i = 0; i < old->functions.count; i++)
    {
      const struct diff_function *f = &old->functions.at[i];
      const struct diff_function *g
          = f->twin == DIFF_NONE ? NULL : &now->functions.at[f->twin];
      if (g != NULL && f->digest == g->digest && f->size == g->size)
        pair->totals.same++;
      else if (!add_item (pair,
                          g != NULL ? DIFF_CHANGED
                          : pair->by_address || diff_unit_has (now, f)
                              ? DIFF_LOST
                              : DIFF_GONE,
                          f, g))
        return false;
      pair->alike += g != NULL && f->digest != g->digest && f->size == g->size;
    }
  for (size_t i = 0; i < now->functions.count; i++)
    {
      const struct diff_function *g = &now->functions.at[i];
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
      qsort (pair->lists[i].at, pair->lists[i].count,
             sizeof *pair->lists[i].at, compare_items);
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

/* Whether A and B differ in the number, the versions or the flags of their
   pieces.  */
static bool
forms_differ (const struct diff_unit *a, const struct diff_unit *b)
{
  if (a->pieces.count != b->pieces.count)
    return true;
  for (size_t i = 0; i < a->pieces.count; i++)
    if (a->pieces.at[i].version != b->pieces.at[i].version
        || a->pieces.at[i].flags != b->pieces.at[i].flags)
      return true;
  return false;
}

/* Compare OLD with NOW.  One of them is NULL if it does not exist.  */
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
  pair.totals.coverage_lower = coverage_falls (old, now);
  pair.totals.form_differs = forms_differ (old, now);
  if (status == SFM_OK)
    c->output->form->pair (c->output, &pair);
  totals->same += pair.totals.same;
  totals->coverage_lower |= pair.totals.coverage_lower;
  totals->form_differs |= pair.totals.form_differs;
  for (unsigned i = 0; i < DIFF_CLASSES; i++)
    {
      totals->counts[i] += pair.totals.counts[i];
      free (pair.lists[i].at);
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

static const char *
kind_of (const struct diff_file *file)
{
  return file->image ? "an image" : file->archive ? "an archive" : "an object";
}

sfm_status
diff_compare (const struct diff_file *old, const struct diff_file *now,
              struct diff_output *output, struct diff_totals *totals,
              const struct diag_sink *sink)
{
  struct comparing c = {
    .old = old, .now = now, .output = output, .totals = totals, .sink = sink
  };

  if (old->image != now->image || old->archive != now->archive)
    return diag_fail (
        sink, SFM_ERR_UNSUPP, now->path,
        "is %s, and the old file %s: only files of one kind can be compared",
        kind_of (now), kind_of (old));
  return old->archive ? compare_archives (&c)
                      : compare_units (&c, &old->units[0], &now->units[0]);
}

bool
diff_rows_find (const struct diff_pair *pair, const struct diff_item *item,
                struct rows_difference *rows)
{
  const struct diff_function *old = item->old, *now = item->now;

  return rows_differ (&pair->old->pieces.at[old->piece], old->fde,
                      &pair->now->pieces.at[now->piece], now->fde,
                      old->size < now->size ? old->size : now->size, rows);
}
