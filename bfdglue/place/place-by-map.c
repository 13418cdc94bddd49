/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   place-by-map.c - place the functions of the inputs by the link map.

   If the map lists an object under a name that cannot be its own, it may be
   another object with sections of the same names and sizes.  So its code is
   compared with the code at the map's addresses [place_check_map].

   An address of the map must be in code of the image, and neither .eh_frame,
   by sizes and rules, nor the symbol of a strong global function may
   contradict it: a map of another link is an error.  Where nothing judges the
   rows, the code must be there, and must prove the place [is_proven].

   A map of another link, or of objects that have been recompiled since, can
   also lack a section that the image has; the section then looks discarded.
   The name of a strong global function tells the difference: if the image has
   it, a function at its address must be known in the end, even if it is
   another one that identical code folding kept [map_conflicts_settle].  */

#include "config.h"

#include <inttypes.h>

#include "placer-internal.h"

/* Set *SAME to whether the code of section number SECTION of the current
   object is where the map puts it, if the map does.  */
static sfm_status
section_same (struct placer *p, uint32_t section, bool *same)
{
  const struct input_object *object = p->now.object;
  const uint64_t size = object->sections[section].size;
  const struct input_code *code;
  uint64_t base;

  if (map_place (p->from.map, object, section, &base) != MAP_PLACED)
    return SFM_OK;
  TRY (section_code_read (p, section, &code));
  struct read_code *c = &p->now.codes[section];
  if (!c->compared)
    c->same = code_same (&p->from.context->index.code, code, 0, size, base);
  c->compared = true;
  *same = c->same;
  return SFM_OK;
}

/* Set *PROVEN to whether F, whose code is where the map puts it, is certainly
   there: it begins a function, or is the cold part of one whose code is where
   the map puts it, too.  */
static sfm_status
is_proven (struct placer *p, const struct input_function *f, bool *proven)
{
  if (!symbols_ready (p))
    return diag_nomem (p->sink, p->now.object->name);
  *proven = function_begins (p, f);
  const struct input_symbol *rest = NULL;
  if (!*proven)
    TRY (function_rest (p, f, &rest));
  return rest != NULL ? section_same (p, rest->section, proven) : SFM_OK;
}

sfm_status
place_check_map (struct placer *p)
{
  struct link_map *map = p->from.map;
  const struct input_object *object = p->now.object;

  p->now.mapped = map != NULL;
  if (!p->now.mapped || !map_doubts (map, object))
    return SFM_OK;
  for (uint32_t i = 0; i < object->section_count && p->now.mapped; i++)
    if (object->sections[i].code && object->sections[i].size != 0)
      TRY (section_same (p, i, &p->now.mapped));
  return SFM_OK;
}

/* The reason why F cannot be where the map puts it; NULL: there is none.  Sets
   *VERDICT to the verdict of call frame information on its rows.  */
static const char *
objection (struct placer *p, const struct input_function *f,
           enum sfm_cfi_verdict *verdict)
{
  const struct function_index *index = &p->from.context->index;
  const struct function *named = symbols_strong (p, f);

  /* The engine leaves empty functions out; they have no code to check.  */
  if (f->said.size != 0
      && !code_ranges_hold (&index->code, f->said.addr, f->said.size))
    return "the image has no code for all of it";
  if (f->said.size != 0
      && index_contradicts (index, f->said.addr, f->said.size))
    return ".eh_frame has a function of another start or size";
  if (named != NULL && named->addr != f->said.addr)
    return "the image does not have its symbol";
  if (f->said.size != 0)
    *verdict = row_proof_judge (&p->proof, &f->said, NULL);
  return *verdict == SFM_CFI_CONTRADICTS ? ".eh_frame has other rules" : NULL;
}

/* Place F, to which the map has given its address.  */
static sfm_status
place_at (struct placer *p, struct input_function *f)
{
  const struct placed_input *input = placer_input_of (p, f);
  enum sfm_cfi_verdict verdict = SFM_CFI_AGREES;
  bool holds = true, proven = true;
  const char *why = objection (p, f, &verdict);

  if (why != NULL)
    {
      p->counts.contradicted++;
      diag_at (p->sink, p->reported_contradiction ? DIAG_DETAIL : DIAG_ERROR,
               input->name, input->section, placer_field (f),
               "the map puts this function at 0x%" PRIx64 ", where %s",
               f->said.addr, why);
      p->reported_contradiction = true;
      return SFM_OK;
    }
  /* Where nothing judges the rows, only the code can contradict.  */
  const bool silent = verdict == SFM_CFI_SILENT;
  if (silent)
    TRY (section_code_compare (p, f, &holds));
  if (!holds)
    {
      p->counts.changed++;
      diag_at (p->sink, DIAG_DETAIL, input->name, input->section,
               placer_field (f),
               "this function is left out: the image has other code at "
               "0x%" PRIx64,
               f->said.addr);
      return SFM_OK;
    }
  if (silent)
    TRY (is_proven (p, f, &proven));
  if (!proven)
    {
      f->fit = FIT_UNPROVEN;
      return unplaced_add (p, f);
    }
  return placer_merge (p, f, verdict, &p->counts.map)
             ? placer_found (p, f)
             : diag_nomem (p->sink, p->now.object->name);
}

/* Handle F as discarded according to the map.  */
static sfm_status
discard_by_map (struct placer *p, struct input_function *f)
{
  const struct map_conflict conflict = { .symbol = symbols_strong (p, f),
                                         .field = placer_field (f),
                                         .input = (uint32_t) p->input_count };
  size_t there;

  /* The map of another build does not remove a function that the image
     describes.  */
  if (symbols_ready (p) && symbols_described (p, f, &there))
    {
      p->counts.existing++;
      f->said.addr = p->from.context->existing.functions.at[there].addr;
      return placer_tell (p, f) ? SFM_OK
                                : diag_nomem (p->sink, p->now.object->name);
    }
  p->counts.discarded++;
  if (f->said.size == 0 || conflict.symbol == NULL)
    return SFM_OK;
  if (!array_grow (&p->conflicts, &p->conflict_capacity, p->conflict_count,
                   sizeof *p->conflicts))
    return diag_nomem (p->sink, p->now.object->name);
  p->conflicts[p->conflict_count++] = conflict;
  return SFM_OK;
}

sfm_status
place_by_map (struct placer *p, struct input_function *f, bool *settled)
{
  uint64_t base;

  *settled = true;
  switch (map_place (p->from.map, p->now.object, f->section, &base))
    {
    case MAP_DISCARDED:
      return discard_by_map (p, f);
    case MAP_NOT_EXTRACTED:
      p->counts.not_extracted++;
      return SFM_OK;
    case MAP_UNKNOWN:
      *settled = false;
      return SFM_OK;
    case MAP_PLACED:
      break;
    }
  f->said.addr = base + f->value;
  return place_at (p, f);
}

void
map_conflicts_settle (struct placer *p)
{
  enum diag_severity kind
      = p->counts.contradicted == 0 ? DIAG_ERROR : DIAG_DETAIL;

  for (size_t i = 0; i < p->conflict_count; i++)
    {
      const struct map_conflict *c = &p->conflicts[i];
      const struct placed_input *input = &p->inputs[c->input - 1];
      if (placer_knows (p, c->symbol->addr))
        continue;
      diag_at (p->sink, kind, input->name, input->section, c->field,
               "the map has no place for this function, but the image has %s "
               "at 0x%" PRIx64,
               c->symbol->name, c->symbol->addr);
      kind = DIAG_DETAIL;
      p->counts.discarded--;
      p->counts.contradicted++;
    }
}
