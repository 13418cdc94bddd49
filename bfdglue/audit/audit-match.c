/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   audit-match.c - pair start fields with the relocations that fill them.

   Other commands pair them by order if offsets do not fit (fde-relocs.h).  An
   audit reports each relocation that a linker would apply to the wrong
   function.  */

#include "config.h"

#include <inttypes.h>

#include "audit-match.h"
#include "sorted.h"
#include "keyed-sort.h"

static int
compare_fields (const void *a, const void *b)
{
  const struct match_field *x = a, *y = b;

  if (x->at != y->at)
    return x->at < y->at ? -1 : 1;
  if (x->piece != y->piece)
    return x->piece < y->piece ? -1 : 1;
  return x->fde < y->fde ? -1 : x->fde > y->fde;
}

void
match_sort (struct match *m)
{
  sort_if_needed (m->fields, m->field_count, sizeof *m->fields,
                  compare_fields);
}

/* The field at AT, or NULL.  */
static struct match_field *
find_field (const struct match *m, uint64_t at)
{
  size_t i = sorted_from (m->fields, m->field_count, sizeof *m->fields,
                          offsetof (struct match_field, at), at);

  return i < m->field_count && m->fields[i].at == at ? &m->fields[i] : NULL;
}

struct finding
match_place (const struct match *m, const struct match_field *f)
{
  return (struct finding){ .section = m->name,
                           .number = m->number,
                           .piece = f->piece,
                           .fde = f->fde,
                           .row = SFM_NO_INDEX,
                           .offset = f->at - m->base,
                           .count = 1 };
}

void
match_pair (struct match *m, const struct finding_sink *found)
{
  for (size_t i = 0; i < m->reloc_count; i++)
    {
      const struct match_reloc *r = &m->relocs[i];
      struct match_field *f = find_field (m, r->at);
      struct finding place = { .section = m->name,
                               .number = m->number,
                               .piece = SFM_NO_INDEX,
                               .fde = SFM_NO_INDEX,
                               .row = SFM_NO_INDEX,
                               .offset = r->at - m->base,
                               .count = 1 };
      if (r->none)
        {
          if (f != NULL)
            f->none = true;
          continue;
        }
      if (f == NULL)
        finding_report (found, FIND_RELOC_OFFSET, &place,
                        "relocation number %zu is at 0x%" PRIx64
                        ", where no function's start is",
                        i, r->at);
      else if (f->has_reloc)
        {
          place = match_place (m, f);
          finding_report (found, FIND_RELOC_OFFSET, &place,
                          "relocation number %zu is at 0x%" PRIx64
                          ", the start of a function that has another",
                          i, r->at);
        }
      else
        {
          f->has_reloc = true;
          f->section = r->section;
          f->value = r->value;
        }
    }
}

void
match_report_missing (const struct match *m, const struct finding_sink *found)
{
  for (size_t i = 0; i < m->field_count; i++)
    {
      const struct match_field *f = &m->fields[i];
      const struct finding place = match_place (m, f);
      if (f->has_reloc)
        continue;
      if (f->none)
        finding_report (found, FIND_RELOC_NONE, &place,
                        "the function of size 0x%" PRIx32
                        " was discarded: its relocation is void",
                        f->size);
      else
        finding_report (found, FIND_RELOC_MISSING, &place,
                        "no relocation says where the function of size "
                        "0x%" PRIx32 " is",
                        f->size);
    }
}
