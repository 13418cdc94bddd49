/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   coverage.c - measure how much of an image's code its .sframe describes.

   Theory of operation.  The described functions become three sets of ranges
   (ranges.c): all bytes, bytes in several functions, and bytes that a
   consumer of one header finds [gather].  Each section is then looked up
   [measure_sections], and each function that could be covered
   [measure_functions].  A look-up is a binary search, so that a million
   functions that overlap a million times cost no more than others.  */

#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "audit.h"
#include "eh-frame.h"
#include "sorted.h"

enum
{
  /* Bytes of code that are worth naming.  What start files have without a
     table is shorter, and so is padding.  */
  BARE_MIN = 256
};

struct measure
{
  const struct image_context *audit;
  struct coverage *coverage;
  struct address_ranges covered;
  struct address_ranges twice;
  struct address_ranges readable;
  struct address_ranges functions; /* that could be covered */
  size_t section_capacity;
  size_t gap_capacity;
  size_t bare_capacity;
};

/* Add the visible functions, each from its first row on.  */
static bool
gather (struct measure *m)
{
  const struct existing_sframe *existing = &m->audit->existing;
  const struct image_piece *plain
      = readable_piece (&m->audit->image, existing);
  struct function_list list = { .count = 0 };
  bool fits = pieces_functions (existing, FUNCTIONS_VISIBLE, &list);
  struct sfm_fde fde;
  struct sfm_diag diag;

  for (size_t i = 0; i < list.count && fits; i++)
    {
      const struct function *f = &list.at[i];
      const struct image_piece *p = &existing->pieces[f->piece];
      uint32_t first = 0;
      /* All others were judged.  */
      if ((p->incomplete != 0 || p->places[f->fde].optional)
          && sfm_fde_read (&p->piece, f->fde, &fde, &diag) == SFM_OK)
        first = first_described (&p->piece, &fde);
      fits = ranges_add (&m->covered, f->addr + first, f->size - first)
             && (p != plain
                 || ranges_add (&m->readable, f->addr + first,
                                f->size - first));
    }
  function_list_free (&list);
  return fits && ranges_merge (&m->covered, &m->twice)
         && ranges_merge (&m->readable, NULL);
}

/* Add the bytes [FROM, TO) of the section or segment RANGE.  */
static bool
measure_section (struct measure *m, const struct code_range *range,
                 uint64_t from, uint64_t to)
{
  struct coverage *c = m->coverage;

  if (!array_grow (&c->sections, &m->section_capacity, c->section_count,
                   sizeof *c->sections))
    return false;
  struct coverage_section *s = &c->sections[c->section_count++];
  *s = (struct coverage_section){
    .name = range->section == NULL ? NULL : range->section->name,
    .addr = from,
    .size = to - from,
    .covered = ranges_within (&m->covered, from, to),
    .twice = ranges_within (&m->twice, from, to),
  };
  c->size += s->size;
  c->covered += s->covered;
  c->twice += s->twice;
  c->readable += ranges_within (&m->readable, from, to);
  return true;
}

/* Add all sections or segments.  They overlap in damaged images only; no byte
   is counted twice even there.  */
static bool
measure_sections (struct measure *m)
{
  const struct code_ranges *code = &m->audit->index.code;
  const struct code_range *ranges
      = code->by_sections ? code->sections : code->segments;
  size_t count = code->by_sections ? code->section_count : code->segment_count;
  uint64_t end = 0;

  for (size_t i = 0; i < count; i++)
    {
      const struct code_range *r = &ranges[i];
      uint64_t from = r->addr > end ? r->addr : end;
      uint64_t to
          = r->size > UINT64_MAX - r->addr ? UINT64_MAX : r->addr + r->size;
      if (!r->loaded || from >= to)
        continue;
      if (!measure_section (m, r, from, to))
        return false;
      end = to;
    }
  return true;
}

/* The name of the function [ADDR, ADDR + SIZE), or NULL.  */
static const char *
name_of (const struct image_context *audit, uint64_t addr, uint64_t size)
{
  const char *name = index_name (&audit->index, addr, size);
  const struct image_section *plt;

  if (name != NULL)
    return name;
  plt = code_ranges_plt_section (&audit->index.code, addr, size);
  return plt == NULL ? NULL : plt->name;
}

/* Where the padding at the start of [FROM, TO), which is in one section,
   ends.  */
static uint64_t
padding_end (const struct measure *m, uint64_t from, uint64_t to)
{
  const struct code_ranges *code = &m->audit->index.code;
  const uint8_t *bytes = code_ranges_bytes (code, from, to - from);
  uint64_t at = from;
  unsigned step = bytes != NULL;

  for (; at < to && step != 0; at += step)
    step = padding_instruction (code->machine, bytes + (at - from), to - at);
  return at;
}

/* How many bytes of the function [ADDR, ADDR + SIZE) count; COVERED of them
   have rows.  Padding at its end that has no rows does not count, though Go's
   linker makes it a part of the function.  */
static uint64_t
own_size (const struct measure *m, uint64_t addr, uint64_t size,
          uint64_t covered)
{
  const uint64_t at = addr + covered, end = addr + size;
  const bool padded = covered != 0 && covered != size
                      && ranges_within (&m->covered, addr, at) == covered
                      && padding_end (m, at, end) == end;

  return padded ? covered : size;
}

/* Count the function [ADDR, ADDR + SIZE).  False: no memory.  */
static bool
measure_function (struct measure *m, uint64_t addr, uint64_t size)
{
  struct coverage *c = m->coverage;
  const uint64_t covered = ranges_within (&m->covered, addr, addr + size);

  c->functions++;
  size = own_size (m, addr, size, covered);
  if (!ranges_add (&m->functions, addr, size))
    return false;
  if (covered == size)
    {
      c->functions_covered++;
      return true;
    }
  if (!array_grow (&c->gaps, &m->gap_capacity, c->gap_count, sizeof *c->gaps))
    return false;
  c->gaps[c->gap_count++]
      = (struct coverage_gap){ .addr = addr,
                               .size = size,
                               .uncovered = size - covered,
                               .name = name_of (m->audit, addr, size) };
  return true;
}

/* Whether the code at ADDR, in SECTION, is of start files: compilers and C
   libraries let each program begin and end with them.  Only names tell.  */
static bool
is_start (const struct measure *m, const char *section, uint64_t addr)
{
  static const char *const names[] = { "_start",
                                       "_dl_relocate_static_pie",
                                       "deregister_tm_clones",
                                       "register_tm_clones",
                                       "__do_global_dtors_aux",
                                       "frame_dummy",
                                       "call_weak_fn" };
  const char *symbol = name_of (m->audit, addr, 0);

  if (section != NULL
      && (strcmp (section, ".init") == 0 || strcmp (section, ".fini") == 0))
    return true;
  for (size_t i = 0; symbol != NULL && i < sizeof names / sizeof *names; i++)
    if (strcmp (symbol, names[i]) == 0)
      return true;
  return false;
}

/* Count the bytes [FROM, TO) of SECTION, which nothing describes, and in which
   there is no symbol but at FROM.  */
static void
measure_rest (struct measure *m, const char *section, uint64_t from,
              uint64_t to)
{
  uint64_t *rest = m->coverage->rest;
  const uint64_t at = padding_end (m, from, to);

  if (code_ranges_plt_section (&m->audit->index.code, from, to - from) != NULL)
    {
      rest[REST_PLT] += to - from;
      return;
    }
  rest[REST_PADDING] += at - from;
  if (at < to)
    rest[is_start (m, section, at) ? REST_START : REST_BARE] += to - at;
}

/* Add the bytes [FROM, TO) of code of SECTION, which nothing describes, in
   parts from symbol to symbol.  False: no memory.  */
static bool
measure_stretch (struct measure *m, const char *section, uint64_t from,
                 uint64_t to)
{
  const struct function_list *symbols = &m->audit->index.symbols;
  struct coverage *c = m->coverage;

  /* Most stretches are between functions; there are too many to look for
     symbols in each.  */
  if (to - from < BARE_MIN && padding_end (m, from, to) == to)
    {
      c->rest[REST_PADDING] += to - from;
      return true;
    }
  size_t at = function_list_from (symbols, from + 1, 0);
  while (from < to)
    {
      while (at < symbols->count && symbols->at[at].addr <= from)
        at++;
      const uint64_t next = at < symbols->count && symbols->at[at].addr < to
                                ? symbols->at[at].addr
                                : to;
      measure_rest (m, section, from, next);
      if (next - from >= BARE_MIN)
        {
          if (!array_grow (&c->bare, &m->bare_capacity, c->bare_count,
                           sizeof *c->bare))
            return false;
          c->bare[c->bare_count++]
              = (struct coverage_gap){ .addr = from,
                                       .size = next - from,
                                       .uncovered = next - from,
                                       .name = name_of (m->audit, from, 0) };
        }
      from = next;
    }
  return true;
}

/* Set *AT to the number of the first of RANGES, from *AT on, that ends after
   ADDR.  Returns where it begins, or LIMIT if that is lower, or there is
   none.  */
static uint64_t
next_range (const struct address_ranges *ranges, size_t *at, uint64_t addr,
            uint64_t limit)
{
  while (*at < ranges->count && ranges->at[*at].to <= addr)
    ++*at;
  return *at < ranges->count && ranges->at[*at].from < limit
             ? ranges->at[*at].from
             : limit;
}

/* Add the code that has neither rows nor a function.  One walk goes over both
   sets.  False: no memory.  */
static bool
measure_bare (struct measure *m)
{
  size_t function = 0, row = 0;

  for (size_t i = 0; i < m->coverage->section_count; i++)
    {
      const struct coverage_section *s = &m->coverage->sections[i];
      const uint64_t end = s->addr + s->size;
      uint64_t at = s->addr;
      while (at < end)
        {
          const uint64_t a = next_range (&m->functions, &function, at, end);
          const uint64_t b = next_range (&m->covered, &row, at, end);
          if (a <= at)
            at = m->functions.at[function].to;
          else if (b <= at)
            at = m->covered.at[row].to;
          else
            {
              const uint64_t to = a < b ? a : b;
              if (!measure_stretch (m, s->name, at, to))
                return false;
              at = to;
            }
        }
    }
  return true;
}

static int
compare_gaps (const void *a, const void *b)
{
  const struct coverage_gap *x = a, *y = b;

  ORDER_BY (y->uncovered, x->uncovered);
  return x->addr < y->addr ? -1 : x->addr > y->addr;
}

/* Count the functions of LIST that are in code.  Of several at one address
   only the largest counts, which is the last.  False: no memory.  */
static bool
measure_list (struct measure *m, const struct function_list *list)
{
  for (size_t i = 0; i < list->count; i++)
    {
      const struct function *f = &list->at[i];
      if (!function_list_starts (list, i + 1, f->addr) && f->size != 0
          && code_ranges_hold (&m->audit->index.code, f->addr, f->size)
          && !measure_function (m, f->addr, f->size))
        return false;
    }
  return true;
}

static bool
measure_functions (struct measure *m)
{
  const struct function_index *index = &m->audit->index;
  struct coverage *c = m->coverage;

  if (!measure_list (m, &index->eh.functions)
      || !measure_list (m, &index->rest.functions))
    return false;
  c->debug_frames = index->rest.functions.count;
  c->by_symbols = c->functions == 0;
  if ((c->by_symbols && !measure_list (m, &index->symbols))
      || !ranges_merge (&m->functions, NULL))
    return false;
  c->function_bytes = ranges_size (&m->functions);
  c->function_bytes_covered = ranges_common (&m->functions, &m->covered);
  if (!measure_bare (m))
    return false;
  c->rest[REST_FUNCTIONS] = c->size - c->covered;
  for (unsigned kind = REST_BARE; kind < REST_KINDS; kind++)
    c->rest[REST_FUNCTIONS] -= c->rest[kind];
  sort_if_needed (c->gaps, c->gap_count, sizeof *c->gaps, compare_gaps);
  sort_if_needed (c->bare, c->bare_count, sizeof *c->bare, compare_gaps);
  return true;
}

sfm_status
coverage_measure (const struct image_context *audit, struct coverage *coverage,
                  const struct diag_sink *sink)
{
  struct measure m = { .audit = audit, .coverage = coverage };

  *coverage = (struct coverage){ 0 };
  bool memory = gather (&m) && measure_sections (&m) && measure_functions (&m);
  ranges_free (&m.covered);
  ranges_free (&m.twice);
  ranges_free (&m.readable);
  ranges_free (&m.functions);
  if (memory)
    return SFM_OK;
  coverage_free (coverage);
  return diag_nomem (sink, audit->image.path);
}

void
coverage_free (struct coverage *coverage)
{
  free (coverage->sections);
  free (coverage->gaps);
  free (coverage->bare);
  *coverage = (struct coverage){ 0 };
}
