/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   text-sections.c - collect the sections of the inputs that symbols and code
   must place.

   Theory of operation.  A linker moves whole sections, so the search is for
   the base of each section [struct text_section], not of each function.  While
   the objects are read, sections with unsettled functions are kept: their
   functions, code, and symbols, with names replaced by positions among the
   image's names [keep_text].  A section that the image already describes under
   its names is settled at once [is_described]; after linkers that merge, most
   are.

   All others are settled together at the end (place-passes.c): a name belongs
   to the first strong definition of all inputs, and once names are used up the
   remaining places can become certain.  */

#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "keyed-sort.h"
#include "place-limits.h"
#include "placer-internal.h"

bool
text_sections_begin (struct text_sections *texts,
                     const struct place_sources *from)
{
  const struct function_index *index = from->index;

  *texts = (struct text_sections){ .from = from };
  texts->files = calloc (index->file_count + 1, sizeof *texts->files);
  if (texts->files == NULL
      || !owners_begin (&texts->owners, from->code, from->existing)
      || !owners_begin (&texts->ambiguous, from->code, NULL))
    return false;
  for (size_t i = 0; i < index->file_count; i++)
    {
      uint32_t name = (uint32_t) index_file (index, index->files[i]) + 1;
      texts->files[i + 1].name = name;
      texts->files[name].groups++;
    }
  return true;
}

void
text_sections_free (struct text_sections *texts)
{
  free (texts->proposed);
  free (texts->files);
  free (texts->texts);
  free (texts->objects);
  free (texts->pieces);
  owners_free (&texts->owners);
  owners_free (&texts->ambiguous);
  pool_free (&texts->pool);
}

static int
compare_pending (const void *a, const void *b)
{
  const struct text_function *x = a, *y = b;

  if (x->section != y->section)
    return x->section < y->section ? -1 : 1;
  if (x->value != y->value)
    return x->value < y->value ? -1 : 1;
  if (x->piece != y->piece)
    return x->piece < y->piece ? -1 : 1;
  return x->fde < y->fde ? -1 : x->fde > y->fde;
}

/* Whether the image describes all COUNT functions PENDING of one section under
   their names, at the same distances as in the section.  Sets THERE to the
   indices of its functions.  */
static bool
is_described (const struct text_sections *texts, struct symbol_finder *finder,
              const struct text_function *pending, size_t count, size_t *there)
{
  const struct existing_sframe *existing = texts->from->existing;

  for (size_t i = 0; i < count; i++)
    if (!symbols_described (finder, &pending[i], existing, &there[i])
        || existing->functions.at[there[i]].addr
                   - existing->functions.at[there[0]].addr
               != pending[i].value - pending[0].value)
      return false;
  return true;
}

/* Whether a description THERE of COUNT functions belongs to a COMDAT group
   other than SECTION's.  That group took the names, and SECTION may be
   elsewhere.  */
static bool
is_of_other_group (const struct text_sections *texts,
                   const struct input_section *section, const size_t *there,
                   size_t count)
{
  const struct existing_sframe *existing = texts->from->existing;
  struct address_owner owner;

  for (size_t i = 0; i < count && section->group != NULL; i++)
    if (owners_at (&texts->owners, existing->functions.at[there[i]].addr,
                   &owner)
        && owner.signature != section->signature)
      return true;
  return false;
}

/* Count the COUNT PENDING functions of one section of OBJECT, which the image
   describes as THERE.  */
static sfm_status
count_described (struct placer *p, const struct input_object *object,
                 const struct text_function *pending, size_t count,
                 const size_t *there)
{
  const struct existing_sframe *existing = p->from.existing;

  p->texts.objects[p->texts.object_count - 1].placed++;
  p->counts.existing += count;
  for (size_t i = 0; i < count; i++)
    TRY (placer_found (p, object, &pending[i],
                       existing->functions.at[there[i]].addr, there[i]));
  return SFM_OK;
}

/* Add the object of FINDER.  */
static bool
keep_object (struct text_sections *texts, const struct symbol_finder *finder)
{
  const struct input_object *object = finder->object;
  size_t file = SIZE_MAX;

  if (!array_grow (&texts->objects, &texts->object_capacity,
                   texts->object_count, sizeof *texts->objects))
    return false;
  const bool one_source = object->source != NULL && !object->several_sources;
  if (one_source)
    file = index_file (texts->from->index, object->source);
  texts->objects[texts->object_count++] = (struct text_object){
    .source = file == SIZE_MAX ? 0 : (uint32_t) file + 1,
    .member = object->member != NULL,
    .lto = object->lto,
    .doubtful = object->member != NULL && one_source && file == SIZE_MAX
                && finder->globals_kept,
    .silent = symbols_show_nothing (object, texts->from->index),
    .globals_kept = finder->globals_kept,
    .locals_kept = finder->locals_kept,
  };
  return true;
}

/* Whether the functions of TEXT overlap so often that comparing them costs too
   much.  */
static bool
overlaps_much (const struct text_section *text)
{
  uint64_t size = 0;

  /* 32-bit sizes: the sum does not overflow.  */
  for (size_t i = 0; i < text->function_count; i++)
    size += text->functions[i].size;
  return size / LIMIT_OVERLAP > text->code.size;
}

/* Fill in the symbols of TEXT, the section SECTION of FINDER's object.  */
static bool
keep_symbols (struct text_sections *texts, struct text_section *text,
              struct symbol_finder *finder, uint32_t section)
{
  size_t count, function = 0;
  const struct input_symbol *const *symbols
      = symbols_of_section (finder, section, &count);

  text->symbols = pool_alloc (&texts->pool, count * sizeof *text->symbols);
  if (text->symbols == NULL)
    return false;
  text->symbol_count = count;
  for (size_t i = 0; i < count; i++)
    {
      const struct input_symbol *from = symbols[i];
      struct text_symbol *to = &text->symbols[i];
      while (function < text->function_count
             && text->functions[function].value < from->value)
        function++;
      *to = (struct text_symbol){
        .value = from->value,
        .size = from->size,
        .global = from->global,
        .weak = from->weak,
        .start = function < text->function_count
                 && text->functions[function].value == from->value,
      };
      to->count = index_named_near (texts->from->index, from->name,
                                    &finder->near, &to->named);
    }
  return true;
}

/* Make a text section of the COUNT PENDING functions, which are of one
   section.  */
static sfm_status
keep_text (struct placer *p, struct symbol_finder *finder,
           const struct text_function *pending, size_t count)
{
  struct text_sections *texts = &p->texts;
  const struct input_object *object = finder->object;
  const struct input_section *section = &object->sections[pending->section];
  const size_t size = count * sizeof *pending;
  const struct input_code *code;

  if (!array_grow (&texts->texts, &texts->capacity, texts->count,
                   sizeof *texts->texts)
      || texts->count >= OWNER_CERTAIN)
    return diag_nomem (p->sink, object->name);
  struct text_section *text = &texts->texts[texts->count];
  *text = (struct text_section){
    .name = pool_copy (&texts->pool, section->name,
                       strnlen (section->name, LIMIT_SECTION_NAME)),
    .object = (uint32_t) texts->object_count - 1,
    .align = section->align,
    .comdat = section->group != NULL,
    .signature = section->signature,
    .functions = pool_alloc (&texts->pool, size),
    .function_count = count,
    .proposed_by = PROPOSER_CODE,
  };
  if (text->name == NULL || text->functions == NULL)
    return diag_nomem (p->sink, object->name);
  memcpy (text->functions, pending, size);
  if (!keep_symbols (texts, text, finder, pending->section))
    return diag_nomem (p->sink, object->name);
  texts->count++;
  TRY (section_code_read (&p->section_code, pending->section, &code));
  text->code = *code;
  if (overlaps_much (text))
    text->code = (struct input_code){ 0 };
  return SFM_OK;
}

sfm_status
text_sections_add_object (struct placer *p, struct symbol_finder *finder)
{
  struct text_sections *texts = &p->texts;
  struct text_function *pending = p->pending;
  const struct input_object *object = finder->object;
  const size_t count = p->pending_count;

  if (object->source != NULL)
    {
      size_t file = index_file (texts->from->index, object->source);
      if (file != SIZE_MAX)
        texts->files[file + 1].inputs++;
    }
  if (count == 0)
    return SFM_OK;
  size_t *there = pool_alloc (finder->pool, count * sizeof *there);
  if (there == NULL || !symbols_ready (finder) || !keep_object (texts, finder))
    return diag_nomem (p->sink, object->name);
  sort_if_needed (pending, count, sizeof *pending, compare_pending);
  for (size_t i = 0, end; i < count; i = end)
    {
      for (end = i + 1;
           end < count && pending[end].section == pending[i].section; end++)
        continue;
      const struct input_section *section
          = &object->sections[pending[i].section];
      if (texts->from->verify_code
          || !is_described (texts, finder, &pending[i], end - i, there)
          || is_of_other_group (texts, section, there, end - i))
        TRY (keep_text (p, finder, &pending[i], end - i));
      else
        TRY (count_described (p, object, &pending[i], end - i, there));
    }
  return SFM_OK;
}
