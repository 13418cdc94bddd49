/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   frame-places.c - place sections where .eh_frame has their rules.

   Theory of operation.  The functions that .eh_frame describes are sorted by
   the digest of their rules, together with those that the image's own .sframe
   describes.  A section that no name has placed is compared at each one whose
   rules are those of its first function: all its code must fit, and the rules
   must agree for all its functions [try_starts].  What is found is proven: the
   rows are right there, whoever the function is.

   So the section is placed at each such start that has no description.  One
   is its own, if it is in the image at all; another belongs to an input that
   has no .sframe, and describing it too is right [place_copies].  If all are
   described, nothing of the section can be missing.

   If all functions of the image have FDEs, a section that fits at none is
   nowhere: no name has to be believed for that.  */

#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "keyed-sort.h"
#include "place-limits.h"
#include "placer-internal.h"
#include "sorted.h"

/* A function whose rules are known.  */
struct rules_start
{
  uint64_t digest;
  uint64_t addr;
  size_t next; /* the next one that may have no owner; at first the one
                  itself */
};

struct frame_search
{
  struct placer *p;
  struct rules_start *starts; /* by digest, then address */
  size_t count;
  uint64_t cost_left;
};

static int
compare_starts (const void *a, const void *b)
{
  return compare_u64_pairs (a, b);
}

/* List all functions with known rules.  False: no memory.  */
static bool
list_starts (struct frame_search *s)
{
  const struct image_context *context = s->p->from.context;
  const struct function_list *frames = &context->index.eh.functions;
  const struct function_list *described = &context->existing.functions;

  s->starts = calloc (frames->count + described->count + 1, sizeof *s->starts);
  if (s->starts == NULL)
    return false;
  for (size_t i = 0; i < frames->count; i++)
    if (frames->at[i].rules != 0 && frames->at[i].size != 0)
      s->starts[s->count++]
          = (struct rules_start){ .digest = frames->at[i].rules,
                                  .addr = frames->at[i].addr };
  for (size_t i = 0; i < described->count; i++)
    if (!index_has_fde (&context->index, described->at[i].addr))
      s->starts[s->count++]
          = (struct rules_start){ .digest = described->at[i].digest,
                                  .addr = described->at[i].addr };
  if (s->count != 0)
    keyed_sort (s->starts, s->count, sizeof *s->starts,
                offsetof (struct rules_start, digest), compare_starts);
  for (size_t i = 0; i < s->count; i++)
    s->starts[i].next = i;
  return true;
}

/* The number of the first start from IDX on that has no owner, as far as that
   is known.  */
static size_t
skip_owned (struct frame_search *s, size_t idx)
{
  struct rules_start *starts = s->starts;

  while (idx < s->count && starts[idx].next != idx)
    {
      const size_t next = starts[idx].next;
      if (next < s->count)
        starts[idx].next = starts[next].next;
      idx = next;
    }
  return idx;
}

/* Whether all functions of TEXT fit at BASE, by code and rules.  */
static bool
fits (const struct placer *p, const struct text_section *text, uint64_t base)
{
  const struct function_index *index = &p->from.context->index;

  if ((base & (text->align - 1)) != 0)
    return false;
  for (size_t i = 0; i < text->function_count; i++)
    {
      const struct text_function *f = &text->functions[i];
      const uint64_t addr = base + f->value;
      if (!text_function_fits (p, text, f, base)
          || (!row_proof_equal (index, addr, f->size, f->digest)
              && pieces_find (&p->from.context->existing, addr, f->digest)
                     == SIZE_MAX))
        return false;
    }
  return true;
}

/* Whether a look for TEXT is still allowed; charges for it.  */
static bool
may_look (struct frame_search *s, const struct text_section *text)
{
  const uint64_t cost = LIMIT_LOOK_COST + text->code.size;

  if (cost > s->cost_left)
    return false;
  s->cost_left -= cost;
  return true;
}

/* The starts that a look is for.  */
enum starts_wanted
{
  STARTS_ALL,
  STARTS_UNOWNED,    /* no input's function is there */
  STARTS_UNDESCRIBED /* nor one of the image's own .sframe */
};

/* Whether start number IDX is one of those WANTED.  */
static bool
is_start_wanted (struct frame_search *s, size_t idx, enum starts_wanted wanted)
{
  const uint64_t addr = s->starts[idx].addr;

  if (wanted == STARTS_ALL)
    return true;
  if (owners_at (&s->p->owners, addr, NULL))
    {
      s->starts[idx].next = idx + 1;
      return false;
    }
  return wanted == STARTS_UNOWNED
         || !pieces_any_at (&s->p->from.context->existing, addr);
}

/* Look for TEXT at the WANTED starts with the digest of its first function,
   from *IDX on.  True: it fits at TEXT->base, and *IDX is the number after
   that start.  Sets *LIMITED if not all could be tried.  */
static bool
try_starts (struct frame_search *s, struct text_section *text,
            enum starts_wanted wanted, size_t *idx, bool *limited)
{
  const struct text_function *f = &text->functions[0];

  for (size_t i = *idx;; i++)
    {
      i = wanted == STARTS_ALL ? i : skip_owned (s, i);
      if (i >= s->count || s->starts[i].digest != f->digest)
        return false;
      if (!is_start_wanted (s, i, wanted))
        continue;
      const uint64_t addr = s->starts[i].addr;
      *limited = !may_look (s, text);
      if (*limited)
        return false;
      if (addr >= f->value && fits (s->p, text, addr - f->value))
        {
          text->base = addr - f->value;
          *idx = i + 1;
          return true;
        }
    }
}

/* Whether TEXT may be placed by its rules.  If the image has other code under
   its name, it is not the code that was linked, and that must be said, even if
   some function is alike.  */
static bool
is_wanted (const struct placer *p, const struct text_section *text)
{
  return text->state == TEXT_OPEN && text->code.bytes != NULL
         && text->functions[0].size != 0 && !absent_is_named (p, text);
}

/* The number of the first start with the digest of TEXT's first function.  */
static size_t
first_start (const struct frame_search *s, const struct text_section *text)
{
  return sorted_from (s->starts, s->count, sizeof *s->starts,
                      offsetof (struct rules_start, digest),
                      text->functions[0].digest);
}

/* Describe each further start at which TEXT, which is placed, fits.  False: no
   memory.  */
static bool
place_copies (struct frame_search *s, struct text_section *text)
{
  const uint64_t base = text->base;
  size_t idx = first_start (s, text);
  bool limited, good = true;

  while (good && try_starts (s, text, STARTS_UNDESCRIBED, &idx, &limited))
    good = choose_copy (s->p, text);
  text->base = base;
  return good;
}

/* Place TEXT, or find out whether it is nowhere.  CONCLUSIVE: all functions of
   the image have FDEs.  Sets *PLACED.  False: no memory.  */
static bool
settle (struct frame_search *s, struct text_section *text, bool conclusive,
        bool *placed)
{
  size_t idx = first_start (s, text);
  bool limited = false;

  *placed = try_starts (s, text, STARTS_UNOWNED, &idx, &limited);
  if (*placed)
    {
      text->proposed_by = PROPOSER_CODE;
      return choose_place (s->p, text);
    }
  idx = first_start (s, text);
  if (!limited && try_starts (s, text, STARTS_ALL, &idx, &limited))
    {
      text->candidate_count = 0;
      text->match = MATCH_OWNED;
    }
  else if (!limited && conclusive && text->candidate_count == 0)
    text->match = MATCH_NOWHERE;
  return true;
}

/* Fill in the cost limit.  Returns the number of wanted sections.  */
static size_t
count_wanted (struct frame_search *s)
{
  const struct placer *p = s->p;
  size_t wanted = 0;

  for (size_t i = 0; i < p->text_count; i++)
    if (is_wanted (p, &p->texts[i]))
      {
        wanted++;
        s->cost_left += (LIMIT_LOOK_COST + p->texts[i].code.size) * LIMIT_COST;
      }
  return wanted;
}

sfm_status
frame_places_settle (struct placer *p)
{
  struct frame_search s = { .p = p };
  const size_t wanted = count_wanted (&s);

  if (wanted == 0)
    return SFM_OK;
  bool *placed = calloc (p->text_count + 1, sizeof *placed);
  bool good = placed != NULL && list_starts (&s), conclusive = false;
  if (good)
    conclusive = symbols_have_frames (p);
  /* Each section has its own place first, and copies only then.  */
  for (size_t i = 0; i < p->text_count && good; i++)
    if (is_wanted (p, &p->texts[i]))
      good = settle (&s, &p->texts[i], conclusive, &placed[i]);
  for (size_t i = 0; i < p->text_count && good; i++)
    if (placed[i])
      good = place_copies (&s, &p->texts[i]);
  free (placed);
  free (s.starts);
  return good ? SFM_OK : SFM_ERR_NOMEM;
}
