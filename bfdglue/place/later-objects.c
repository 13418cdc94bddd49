/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   later-objects.c - inputs whose SFrame the engine does not know, perhaps
   because it is of a later version.

   Their rows cannot be merged, but their relocations still name the functions
   that they describe.  Each is taken to reach up to the next one of its
   section.  If the map has no place for a function, its code is looked for in
   code that nothing describes, like that of other functions without a place
   (unplaced.c).  A function that something else describes is no loss.  */

#include "config.h"

#include <stdio.h>
#include <stdlib.h>

#include "placer-internal.h"
#include "sorted.h"

/* The start of a function; starts are ordered by section, then value.  */
struct start
{
  uint64_t section;
  uint64_t value;
};

/* List those of the COUNT relocations RELOCS that are in code in STARTS,
   sorted.  Returns their number.  */
static size_t
list_starts (const struct placer *p, const struct input_reloc *relocs,
             size_t count, struct start *starts)
{
  size_t listed = 0;

  for (size_t i = 0; i < count; i++)
    if (relocs[i].section != INPUT_NO_SECTION
        && p->now.object->sections[relocs[i].section].code)
      starts[listed++] = (struct start){ .section = relocs[i].section,
                                         .value = relocs[i].value };
  qsort (starts, listed, sizeof *starts, compare_u64_pairs);
  return listed;
}

/* The size of the function at START, in a section of SIZE bytes, if it ends
   where NEXT begins or, if NEXT is NULL, with the section; 1 if that is no
   valid size.  */
static uint32_t
size_of (const struct start *start, const struct start *next, uint64_t size)
{
  const uint64_t end
      = next != NULL && next->section == start->section ? next->value : size;

  return end > start->value && end - start->value <= UINT32_MAX
             ? (uint32_t) (end - start->value)
             : 1;
}

/* Keep the function at START, which ends where NEXT begins.  */
static sfm_status
keep_function (struct placer *p, const struct start *start,
               const struct start *next)
{
  const uint32_t section = (uint32_t) start->section;
  const struct input_code *code;
  uint64_t base = 0;
  const enum map_answer said
      = p->now.mapped ? map_place (p->from.map, p->now.object, section, &base)
                      : MAP_UNKNOWN;

  if (said == MAP_DISCARDED || said == MAP_NOT_EXTRACTED)
    return SFM_OK;
  TRY (section_code_read (p, section, &code));
  const struct input_function f
      = { .said = { .addr = said == MAP_PLACED ? base + start->value : 0,
                    .size = size_of (start, next, code->size) },
          .value = start->value,
          .section = section,
          .later = (uint32_t) p->later_count - 1 };
  return unplaced_add (p, &f);
}

sfm_status
later_object_add (struct placer *p, const struct input_sframe *sframe,
                  const struct sfm_diag *what)
{
  const char *name = p->now.object->name;
  struct start *starts
      = pool_alloc (&p->scratch, (sframe->reloc_count + 1) * sizeof *starts);

  if (starts == NULL
      || !array_grow (&p->later, &p->later_capacity, p->later_count,
                      sizeof *p->later)
      || p->later_count >= UINT32_MAX)
    return diag_nomem (p->sink, name);
  p->later[p->later_count++] = (struct later_object){ .name = name,
                                                      .section = sframe->name,
                                                      .what = *what };
  const size_t count
      = list_starts (p, sframe->relocs, sframe->reloc_count, starts);
  for (size_t i = 0; i < count; i++)
    if (i == 0 || compare_u64_pairs (&starts[i], &starts[i - 1]) != 0)
      TRY (keep_function (p, &starts[i],
                          i + 1 < count ? &starts[i + 1] : NULL));
  return SFM_OK;
}

/* Report that LATER is not needed, nor OTHERS more.  */
static void
say_unneeded (const struct later_object *later, size_t others,
              const struct diag_sink *sink)
{
  char more[64] = "";

  if (others != 0)
    snprintf (more, sizeof more, ", nor of %zu other such inputs", others);
  diag_at (sink, DIAG_NOTE, later->name, later->section, later->what.offset,
           "%s: " LATER_TEXT
           "; it is not merged, and the image needs none of it%s",
           later->what.text, more);
}

size_t
later_objects_say (const struct placer *p, enum diag_severity kind,
                   const char *advice, const struct diag_sink *sink,
                   bool *lost)
{
  const struct later_object *unneeded = NULL;
  size_t others = 0;

  *lost = false;
  for (size_t i = 0; i < p->later_count; i++)
    {
      const struct later_object *later = &p->later[i];
      if (later->lost != 0)
        diag_at (sink, kind, later->name, later->section, later->what.offset,
                 "%s: " LATER_TEXT
                 "; its rows for %zu function%s of the image are not merged%s",
                 later->what.text, later->lost, later->lost == 1 ? "" : "s",
                 advice);
      else if (unneeded == NULL)
        unneeded = later;
      else
        others++;
      *lost |= later->lost != 0;
    }
  if (unneeded != NULL)
    say_unneeded (unneeded, others, sink);
  return p->later_count;
}
