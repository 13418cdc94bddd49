/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   later-objects.c - inputs with SFrame that the engine does not know, as it
   may be of a later version.

   Their rows cannot be merged, but their relocations still name the functions
   that they describe.  Whether the image has such a function, and whether
   anything else describes it, decides if something is lost.  The place of a
   section comes from the map, or from a name that the image has once.  Without
   either, unless its names show that the image does not have it
   [may_be_there], its code is compared with functions that nothing
   describes.  */

#include "config.h"

#include <stdio.h>

#include "code-same.h"
#include "numbers.h"
#include "place-limits.h"
#include "placer-internal.h"

/* Set *BASE to where the image has section number SECTION of the current
   object.  */
static bool
find_base (struct placer *p, uint32_t section, uint64_t *base)
{
  const struct function_index *index = &p->from.context->index;
  size_t count, first;

  if (p->now.mapped
      && map_place (p->from.map, p->now.object, section, base) == MAP_PLACED)
    return true;
  const struct input_symbol *const *symbols
      = symbols_of_section (p, section, &count);
  for (size_t i = 0; i < count; i++)
    if (index_named (index, symbols[i]->name, &first) == 1)
      {
        const uint32_t idx = index->by_name[first].idx;
        if (symbols_in_plt (p, &index->symbols.at[idx]))
          continue;
        *base = index->symbols.at[idx].addr - symbols[i]->value;
        return true;
      }
  return false;
}

/* Whether the image may have section number SECTION of the current object,
   though its place is not known: the map does not say, and of its names the
   image has one several times, or none because they were removed.  */
static bool
may_be_there (struct placer *p, uint32_t section)
{
  const struct function_index *index = &p->from.context->index;
  size_t count, first;
  uint64_t base;

  if (p->now.mapped
      && map_place (p->from.map, p->now.object, section, &base) != MAP_UNKNOWN)
    return false;
  if (symbols_show_nothing (p))
    return false;
  const struct input_symbol *const *symbols
      = symbols_of_section (p, section, &count);
  for (size_t i = 0; i < count; i++)
    if (index_named (index, symbols[i]->name, &first) != 0)
      return true;
    else if (symbols[i]->global ? p->now.globals_kept : p->now.locals_kept)
      return false;
  return true;
}

/* Add the function at VALUE of the section with CODE, or of the image if that
   is NULL.  */
static sfm_status
add_function (struct placer *p, const struct input_code *code, uint64_t value)
{
  if (!array_grow (&p->later_functions, &p->later_function_capacity,
                   p->later_function_count, sizeof *p->later_functions))
    return diag_nomem (p->sink, p->now.object->name);
  p->later_functions[p->later_function_count++] = (struct later_function){
    .code = code, .value = value, .object = (uint32_t) p->later_count - 1
  };
  return SFM_OK;
}

/* Add what SFRAME describes, by its relocations.  */
static sfm_status
add_functions (struct placer *p, const struct input_sframe *sframe)
{
  const struct input_section *sections = p->now.object->sections;
  uint32_t last = INPUT_NO_SECTION;
  const struct input_code *code = NULL;
  bool there = false;
  uint64_t base = 0;

  for (size_t i = 0; i < sframe->reloc_count; i++)
    {
      const struct input_reloc *reloc = &sframe->relocs[i];
      if (reloc->section == INPUT_NO_SECTION || !sections[reloc->section].code)
        continue;
      if (reloc->section != last)
        {
          last = reloc->section;
          base = 0;
          code = NULL;
          there = find_base (p, last, &base);
          if (!there && may_be_there (p, last))
            {
              there = true;
              TRY (section_code_read (p, last, &code));
            }
        }
      if (there)
        TRY (add_function (p, code, base + reloc->value));
    }
  return SFM_OK;
}

sfm_status
later_object_add (struct placer *p, const struct input_sframe *sframe,
                  const struct sfm_diag *what)
{
  const char *name = p->now.object->name;

  if (!array_grow (&p->later, &p->later_capacity, p->later_count,
                   sizeof *p->later)
      || p->later_count >= UINT32_MAX || !symbols_ready (p))
    return diag_nomem (p->sink, name);
  p->later[p->later_count++] = (struct later_object){ .name = name,
                                                      .section = sframe->name,
                                                      .what = *what };
  return add_functions (p, sframe);
}

/* Whether something describes the function at ADDR, or it is not in code.  */
static bool
is_described (const struct placer *p, uint64_t addr)
{
  const struct image_context *context = p->from.context;

  return placer_knows (p, addr)
         || !code_ranges_hold (&context->index.code, addr, 1)
         || code_ranges_plt_section (&context->index.code, addr, 1) != NULL;
}

/* Whether the image has the code of F, from F on, at a function of .eh_frame
   that nothing describes.  *LOOKS may still be made.  Without .eh_frame there
   is no telling.  */
static bool
is_undescribed (const struct placer *p, const struct later_function *f,
                uint64_t *looks)
{
  const struct function_index *index = &p->from.context->index;
  const struct function_list *functions = &index->eh.functions;

  for (size_t i = 0; i < functions->count; i++)
    {
      const struct function *there = &functions->at[i];
      if (*looks == 0)
        return true;
      --*looks;
      if (f->value < f->code->size
          && code_same (&index->code, f->code, f->value,
                        smaller (there->size, f->code->size - f->value),
                        there->addr)
          && !is_described (p, there->addr))
        return true;
    }
  return !index->eh.complete;
}

void
later_objects_settle (struct placer *p)
{
  uint64_t looks = LIMIT_LATER_LOOKS;

  for (size_t i = 0; i < p->later_function_count; i++)
    {
      const struct later_function *f = &p->later_functions[i];
      p->later[f->object].lost += f->code != NULL
                                      ? is_undescribed (p, f, &looks)
                                      : !is_described (p, f->value);
    }
}

/* Say that LATER, and OTHERS beside it, are not needed.  */
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

bool
later_objects_say (const struct placer *p, enum diag_severity kind,
                   const char *advice, const struct diag_sink *sink)
{
  const struct later_object *unneeded = NULL;
  size_t others = 0;
  bool lost = false;

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
      lost |= later->lost != 0;
    }
  if (unneeded != NULL)
    say_unneeded (unneeded, others, sink);
  return lost;
}
