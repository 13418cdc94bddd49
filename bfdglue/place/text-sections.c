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
   their names, at the same distances as in the section.  A description that
   belongs to a COMDAT group other than the section's does not count: that
   group took the names, and the section may be elsewhere.  Sets THERE to the
   indices of the image's functions.  */
static bool
is_described (struct placer *p, const struct text_function *pending,
              size_t count, size_t *there)
{
  const struct function *functions = p->from.context->existing.functions.at;
  const struct input_section *section
      = &p->now.object->sections[pending->section];
  struct address_owner owner;

  for (size_t i = 0; i < count; i++)
    if (!symbols_described (p, &pending[i], &there[i])
        || functions[there[i]].addr - functions[there[0]].addr
               != pending[i].value - pending[0].value
        || (section->group != NULL
            && owners_at (&p->owners, functions[there[i]].addr, &owner)
            && owner.signature != section->signature))
      return false;
  return true;
}

/* Add the current object.  NULL: no memory.  */
static struct text_object *
keep_object (struct placer *p)
{
  const struct input_object *from = p->now.object;
  struct text_object *object = pool_alloc (&p->text_pool, sizeof *object);
  size_t file = SIZE_MAX;

  if (object == NULL)
    return NULL;
  const bool one_source = from->source != NULL && !from->several_sources;
  if (one_source)
    file = index_file (&p->from.context->index, from->source);
  *object = (struct text_object){
    .source = file == SIZE_MAX ? 0 : (uint32_t) file + 1,
    .member = from->member != NULL,
    .lto = from->lto,
    .doubtful = from->member != NULL && one_source && file == SIZE_MAX
                && p->now.globals_kept,
    .silent = symbols_show_nothing (p),
    .globals_kept = p->now.globals_kept,
    .locals_kept = p->now.locals_kept,
  };
  return object;
}

/* Whether the functions of TEXT overlap so often that comparing them costs too
   much.  */
static bool
overlaps_much (const struct text_section *text, const struct input_code *code)
{
  uint64_t size = 0;

  /* 32-bit sizes: the sum does not overflow.  */
  for (size_t i = 0; i < text->function_count; i++)
    size += text->functions[i].size;
  return size / LIMIT_OVERLAP > code->size;
}

/* Fill in the symbols of TEXT, section number SECTION of the current
   object.  */
static bool
keep_symbols (struct placer *p, struct text_section *text, uint32_t section)
{
  const struct input_symbol *const *symbols
      = symbols_of_section (p, section, &text->symbol_count);
  const size_t count = text->symbol_count;
  size_t function = 0;

  text->symbols = pool_alloc (&p->text_pool, count * sizeof *text->symbols);
  for (size_t i = 0; i < count && text->symbols != NULL; i++)
    {
      const struct input_symbol *from = symbols[i];
      struct text_symbol *to = &text->symbols[i];
      while (function < text->function_count
             && text->functions[function].value < from->value)
        function++;
      size_t named;
      const size_t all = index_named_near (&p->from.context->index, from->name,
                                           &p->now.near, &named);
      *to = (struct text_symbol){
        .value = from->value,
        .size = from->size,
        .named = (uint32_t) named,
        .count = (uint32_t) all,
        .global = from->global,
        .weak = from->weak,
        .start = function < text->function_count
                 && text->functions[function].value == from->value,
      };
    }
  return text->symbols != NULL;
}

/* Make the base that the map gives, if it does, the only candidate of TEXT,
   section number SECTION of the current object.  */
static bool
keep_mapped (struct placer *p, struct text_section *text, uint32_t section)
{
  struct text_candidate mapped = { .file = 0 };

  if (!p->now.mapped
      || map_place (p->from.map, p->now.object, section, &mapped.base)
             != MAP_PLACED)
    return true;
  text->proposed_by = PROPOSER_MAP;
  return text_set_candidates (p, text, &mapped, 1);
}

/* Make a text section of OBJECT of the COUNT PENDING functions, which are of
   one section.  */
static sfm_status
keep_text (struct placer *p, struct text_object *object,
           const struct text_function *pending, size_t count)
{
  const char *name = p->now.object->name;
  const struct input_section *section
      = &p->now.object->sections[pending->section];
  const struct input_code *code;

  if (!array_grow (&p->texts, &p->text_capacity, p->text_count,
                   sizeof *p->texts)
      || p->text_count >= OWNER_CERTAIN)
    return diag_nomem (p->sink, name);
  struct text_section *text = &p->texts[p->text_count];
  *text = (struct text_section){
    .object = object,
    .align = section->align,
    .comdat = section->group != NULL,
    .signature = section->signature,
    .functions = pool_alloc (&p->text_pool, count * sizeof *pending),
    .function_count = count,
    .proposed_by = PROPOSER_CODE,
  };
  if (text->functions == NULL)
    return diag_nomem (p->sink, name);
  memcpy (text->functions, pending, count * sizeof *pending);
  if (!keep_symbols (p, text, pending->section)
      || !keep_mapped (p, text, pending->section))
    return diag_nomem (p->sink, name);
  p->text_count++;
  TRY (section_code_read (p, pending->section, &code));
  if (!overlaps_much (text, code))
    text->code = *code;
  return SFM_OK;
}

/* The functions of the next object are probably those of the image that follow
   the one of index LAST, in the same piece.  */
static void
expect_after (struct placer *p, size_t last)
{
  const struct existing_sframe *existing = &p->from.context->existing;
  const struct function *function = &existing->functions.at[last];
  const struct image_piece *piece = &existing->pieces[function->piece];

  p->known = (struct digest_known){ .piece = &piece->piece,
                                    .digests = piece->digests,
                                    .next = function->fde + 1 };
}

sfm_status
text_sections_add_object (struct placer *p)
{
  const struct input_object *object = p->now.object;
  const size_t count = p->pending_count;
  struct text_function *pending = p->pending;
  struct text_object *kept = NULL;
  size_t *there = NULL, most = 0;

  if (object->source != NULL)
    {
      size_t file = index_file (&p->from.context->index, object->source);
      if (file != SIZE_MAX)
        p->files[file + 1].inputs++;
    }
  if (count == 0)
    return SFM_OK;
  if (symbols_ready (p))
    {
      there = pool_alloc (&p->scratch, count * sizeof *there);
      kept = keep_object (p);
    }
  if (there == NULL || kept == NULL)
    return diag_nomem (p->sink, object->name);
  sort_if_needed (pending, count, sizeof *pending, compare_pending);
  for (size_t i = 0, end; i < count; i = end)
    {
      for (end = i + 1;
           end < count && pending[end].section == pending[i].section; end++)
        continue;
      if (p->from.verify_code
          || !is_described (p, &pending[i], end - i, there))
        {
          TRY (keep_text (p, kept, &pending[i], end - i));
          continue;
        }
      kept->placed++;
      p->counts.existing += end - i;
      for (size_t f = i; f < end; f++)
        TRY (placer_found (
            p, &pending[f],
            p->from.context->existing.functions.at[there[f - i]].addr,
            there[f - i]));
      /* Other objects have small sections elsewhere, too.  */
      if (end - i >= most)
        {
          most = end - i;
          expect_after (p, there[end - i - 1]);
        }
    }
  return SFM_OK;
}

bool
text_set_candidates (struct placer *p, struct text_section *text,
                     const struct text_candidate *found, size_t count)
{
  struct text_candidate *kept
      = pool_alloc (&p->text_pool, count * sizeof *kept);

  if (kept == NULL)
    return false;
  memcpy (kept, found, count * sizeof *kept);
  text->candidates = kept;
  text->candidate_count = count;
  return true;
}
