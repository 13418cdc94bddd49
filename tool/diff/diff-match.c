/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   diff-match.c - find each function of one unit in another one.

   Where two images have the same code, as before and after sfmerge or strip,
   and where one is a detached file, which has no names, the address tells.
   Otherwise addresses move, and the passes go from the best evidence to the
   weakest, each over what is left: name, source and rules; name and source;
   name; and section and offset, where one of two has no name.  In a pass,
   several that are equal are matched in their order.  The rules come first so
   that a static function that is lost does not shift those of its name.  Each
   pass sorts and merges.  */

#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "diff.h"

typedef int key_fn (const struct diff_function *,
                    const struct diff_function *);
typedef int sort_fn (const void *, const void *);

/* Compare strings that may be NULL.  */
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

/* Define NAME to compare what two pointers to functions of one array point to,
   by KEY and then by their order in it.  */
#define DEFINE_SORT(name, key)                                                \
  static int name (const void *a, const void *b)                              \
  {                                                                           \
    const struct diff_function *x = *(const struct diff_function *const *) a; \
    const struct diff_function *y = *(const struct diff_function *const *) b; \
    const int order = key (x, y);                                             \
                                                                              \
    return order != 0 ? order : x < y ? -1 : x > y;                           \
  }

DEFINE_SORT (sort_name, key_name)
DEFINE_SORT (sort_source, key_source)
DEFINE_SORT (sort_rules, key_rules)
DEFINE_SORT (sort_place, key_place)
DEFINE_SORT (sort_addr, key_addr)

/* One way to match.  */
struct pass
{
  key_fn *key;
  sort_fn *sort;
  bool named; /* of functions with a name only */
  bool other; /* of two functions one at most has a name */
};

static const struct pass by_addr = { key_addr, sort_addr, false, false };

static const struct pass passes[] = {
  { key_rules, sort_rules, true, false },
  { key_source, sort_source, true, false },
  { key_name, sort_name, true, false },
  { key_place, sort_place, false, true },
};

/* Put the functions of UNIT that PASS is about into SORTED; returns their
   number.  */
static size_t
gather (struct diff_unit *unit, const struct pass *pass,
        struct diff_function **sorted)
{
  size_t count = 0;

  for (size_t i = 0; i < unit->count; i++)
    if (unit->functions[i].twin == DIFF_NONE
        && (!pass->named || unit->functions[i].name != NULL))
      sorted[count++] = &unit->functions[i];
  if (count != 0)
    qsort (sorted, count, sizeof (struct diff_function *), pass->sort);
  return count;
}

/* Match by PASS, with room for all functions at A and B; returns how many
   were.  */
static size_t
run_pass (const struct pass *pass, struct diff_unit *old,
          struct diff_unit *now, struct diff_function **a,
          struct diff_function **b)
{
  const size_t a_count = gather (old, pass, a);
  const size_t b_count = gather (now, pass, b);
  size_t i = 0, j = 0, matched = 0;

  while (i < a_count && j < b_count)
    {
      const int order = pass->key (a[i], b[j]);
      if (order == 0
          && !(pass->other && a[i]->name != NULL && b[j]->name != NULL))
        {
          a[i]->twin = (size_t) (b[j] - now->functions);
          b[j]->twin = (size_t) (a[i] - old->functions);
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

sfm_status
diff_match (struct diff_pair *pair, struct diff_unit *old,
            struct diff_unit *now)
{
  struct diff_function **a = calloc (old->count + 1, sizeof *a);
  struct diff_function **b = calloc (now->count + 1, sizeof *b);
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
