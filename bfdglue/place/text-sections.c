/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   text-sections.c - sections of the inputs whose place the symbols and the
   code tell: collecting them.

   Theory of operation.  A linker moves whole sections, so what is looked for
   is the base of each section [struct site], not of each function.  While the
   objects are read, the sections with unsettled functions are kept: functions,
   code, and symbols, whose names become positions among those of the image
   [keep_site].  One that the image describes under its names anyway needs no
   more [is_described]: so it is with most in images of linkers that merge.

   The rest is settled together at the end (place-passes.c), because a name
   belongs to the first strong definition of all inputs, and because what is
   left over when the names have been used up can be certain.  */

#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "keyed-sort.h"
#include "unmatched.h"
#include "text-sections.h"

/* Number the names of the STT_FILE groups.  */
static void
number_files (struct sites *sites)
{
  const struct evidence *evidence = sites->from->evidence;

  for (size_t i = 0; i < evidence->file_count; i++)
    {
      uint32_t name
          = (uint32_t) evidence_file (evidence, evidence->files[i]) + 1;
      sites->file_names[i + 1] = name;
      sites->groups_of[name]++;
    }
}

bool
sites_begin (struct sites *sites, const struct place_sources *from,
             const struct say *sink)
{
  size_t count = from->evidence->file_count + 1;

  *sites = (struct sites){ .from = from, .sink = sink };
  sites->file_names = calloc (count, sizeof *sites->file_names);
  sites->inputs_of = calloc (count, sizeof *sites->inputs_of);
  sites->groups_of = calloc (count, sizeof *sites->groups_of);
  sites->owner_of_file = calloc (count, sizeof *sites->owner_of_file);
  if (sites->file_names == NULL || sites->inputs_of == NULL
      || sites->groups_of == NULL || sites->owner_of_file == NULL
      || !claims_begin (&sites->claims, from->code, from->own)
      || !claims_begin (&sites->contested, from->code, NULL))
    return false;
  number_files (sites);
  return true;
}

void
sites_free (struct sites *sites)
{
  free (sites->proposed);
  free (sites->file_names);
  free (sites->inputs_of);
  free (sites->groups_of);
  free (sites->sites);
  free (sites->objects);
  free (sites->pieces);
  free (sites->owner_of_file);
  claims_free (&sites->claims);
  claims_free (&sites->contested);
  pool_free (&sites->pool);
}

bool
sites_tell (const struct sites *sites, const struct site_function *f,
            uint64_t addr)
{
  const struct site_piece *piece = &sites->pieces[f->piece];
  const struct found_function found = { .addr = addr,
                                        .digest = f->digest,
                                        .piece = &piece->piece,
                                        .field = f->field,
                                        .fde = f->fde,
                                        .size = f->size,
                                        .input = piece->input };

  return place_tell (sites->from, &found);
}

bool
sites_add_piece (struct sites *sites, const struct sfm_piece *piece,
                 const struct sfm_place *places, uint32_t input)
{
  size_t size = (size_t) piece->num_fdes * sizeof *places;
  struct sfm_place *copy = pool_alloc (&sites->pool, size);

  if (copy == NULL
      || !array_grow (&sites->pieces, &sites->piece_capacity,
                      sites->piece_count, sizeof *sites->pieces))
    return false;
  memcpy (copy, places, size);
  sites->pieces[sites->piece_count++]
      = (struct site_piece){ *piece, copy, input };
  return true;
}

static int
compare_pending (const void *a, const void *b)
{
  const struct site_pending *x = a, *y = b;

  if (x->section != y->section)
    return x->section < y->section ? -1 : 1;
  if (x->function.value != y->function.value)
    return x->function.value < y->function.value ? -1 : 1;
  if (x->function.piece != y->function.piece)
    return x->function.piece < y->function.piece ? -1 : 1;
  return (x->function.fde > y->function.fde)
         - (x->function.fde < y->function.fde);
}

/* Whether the image describes all COUNT functions of one section under their
   names, as far from each other as in the section; sets THERE to the numbers
   of its own functions.  */
static bool
is_described (const struct sites *sites, struct symbol_finder *finder,
              const struct site_pending *pending, size_t count, size_t *there)
{
  const struct own *own = sites->from->own;

  for (size_t i = 0; i < count; i++)
    {
      const struct site_function *f = &pending[i].function;
      const struct input_reloc target
          = { .section = pending[i].section, .value = f->value };
      if (!symbols_described (finder, &target, own, f->digest, &there[i])
          || own->functions[there[i]].addr - own->functions[there[0]].addr
                 != f->value - pending[0].function.value)
        return false;
    }
  return true;
}

/* Whether a copy of SECTION that the image describes as THERE, COUNT
   functions, is of another COMDAT group, which took the names: then this one
   may be somewhere else.  */
static bool
is_of_other_group (const struct sites *sites,
                   const struct input_section *section, const size_t *there,
                   size_t count)
{
  const struct own *own = sites->from->own;

  for (size_t i = 0; i < count && section->group != NULL; i++)
    {
      struct claim claim;
      if (claims_at (&sites->claims, own->functions[there[i]].addr, &claim)
          && claim.signature != section->signature)
        return true;
    }
  return false;
}

/* Count the COUNT PENDING functions of SECTION, which the image describes as
   THERE.  */
static bool
count_described (struct sites *sites, const struct input_section *section,
                 const struct site_pending *pending, size_t count,
                 const size_t *there, struct content *content,
                 struct place_counts *counts)
{
  sites->objects[sites->object_count - 1].placed++;
  counts->own += count;
  for (size_t i = 0; i < count; i++)
    {
      const struct site_function *f = &pending[i].function;
      const struct claim claim = { .digest = f->digest,
                                   .signature = section->signature,
                                   .site = CLAIM_CERTAIN };
      content->claimed[there[i]] = true;
      content_group_found (content, f->group);
      if (!sites_tell (sites, f, sites->from->own->functions[there[i]].addr)
          || !claims_add_own (&sites->claims, there[i], &claim))
        return false;
    }
  return true;
}

/* Add the object of FINDER.  */
static bool
keep_object (struct sites *sites, const struct symbol_finder *finder)
{
  const struct input_object *object = finder->object;
  size_t file = SIZE_MAX;

  if (!array_grow (&sites->objects, &sites->object_capacity,
                   sites->object_count, sizeof *sites->objects))
    return false;
  const bool one_source = object->source != NULL && !object->several_sources;
  if (one_source)
    file = evidence_file (sites->from->evidence, object->source);
  sites->objects[sites->object_count++] = (struct site_object){
    .source = file == SIZE_MAX ? 0 : (uint32_t) file + 1,
    .member = object->member != NULL,
    .lto = object->lto,
    .doubtful = object->member != NULL && one_source && file == SIZE_MAX
                && finder->globals_kept,
    .silent = symbols_show_nothing (object, sites->from->evidence),
    .globals_kept = finder->globals_kept,
    .locals_kept = finder->locals_kept,
  };
  return true;
}

enum
{
  /* Bytes of a section's name that are kept: many may share a long one.  */
  NAME_KEPT = 255
};

/* Whether the functions of SITE are too many to compare.  */
static bool
overlaps_much (const struct site *site)
{
  uint64_t size = 0;

  /* A sum of 32-bit sizes.  */
  for (size_t i = 0; i < site->function_count; i++)
    size += site->functions[i].size;
  return size / PROOF_OVERLAP > site->code.size;
}

/* Fill in SITE's functions.  */
static bool
keep_functions (struct sites *sites, struct site *site,
                const struct site_pending *pending, size_t count)
{
  site->functions = pool_alloc (&sites->pool, count * sizeof *site->functions);
  if (site->functions == NULL)
    return false;
  for (size_t i = 0; i < count; i++)
    site->functions[i] = pending[i].function;
  site->function_count = count;
  return true;
}

/* Fill in the symbols of SITE, the section SECTION of FINDER's object.  */
static bool
keep_symbols (struct sites *sites, struct site *site,
              struct symbol_finder *finder, uint32_t section)
{
  size_t count, function = 0;
  const struct input_symbol *const *symbols
      = symbols_of_section (finder, section, &count);

  site->symbols = pool_alloc (&sites->pool, count * sizeof *site->symbols);
  if (site->symbols == NULL)
    return false;
  site->symbol_count = count;
  for (size_t i = 0; i < count; i++)
    {
      const struct input_symbol *from = symbols[i];
      struct site_symbol *to = &site->symbols[i];
      while (function < site->function_count
             && site->functions[function].value < from->value)
        function++;
      *to = (struct site_symbol){
        .value = from->value,
        .size = from->size,
        .global = from->global,
        .weak = from->weak,
        .start = function < site->function_count
                 && site->functions[function].value == from->value,
      };
      to->count = evidence_named_near (sites->from->evidence, from->name,
                                       &finder->near, &to->named);
    }
  return true;
}

/* Make a site of the COUNT PENDING functions of one section.  */
static sfm_status
keep_site (struct sites *sites, struct symbol_finder *finder,
           struct proof *proof, const struct site_pending *pending,
           size_t count)
{
  const struct input_object *object = finder->object;
  uint32_t number = pending->section;
  const char *name = object->sections[number].name;

  if (!array_grow (&sites->sites, &sites->capacity, sites->count,
                   sizeof *sites->sites)
      || sites->count >= CLAIM_CERTAIN)
    return say_nomem (sites->sink, object->name);
  struct site *site = &sites->sites[sites->count];
  *site = (struct site){
    .name = pool_copy (&sites->pool, name, strnlen (name, NAME_KEPT)),
    .object = (uint32_t) sites->object_count - 1,
    .align = object->sections[number].align,
    .comdat = object->sections[number].group != NULL,
    .signature = object->sections[number].signature,
    .voter = VOTER_CODE,
  };
  if (site->name == NULL || !keep_functions (sites, site, pending, count)
      || !keep_symbols (sites, site, finder, number))
    return say_nomem (sites->sink, object->name);
  sites->count++;
  const struct input_code *code;
  sfm_status status = proof_code (proof, number, &code);
  if (status != SFM_OK)
    return status;
  site->code = *code;
  if (overlaps_much (site))
    site->code = (struct input_code){ 0 };
  return SFM_OK;
}

sfm_status
sites_add_object (struct sites *sites, struct symbol_finder *finder,
                  struct proof *proof, struct site_pending *pending,
                  size_t count, struct content *content,
                  struct place_counts *counts)
{
  sfm_status status = SFM_OK;

  if (finder->object->source != NULL)
    {
      size_t file
          = evidence_file (sites->from->evidence, finder->object->source);
      if (file != SIZE_MAX)
        sites->inputs_of[file + 1]++;
    }
  if (count == 0)
    return SFM_OK;
  size_t *there = pool_alloc (finder->pool, count * sizeof *there);
  if (there == NULL || !symbols_ready (finder) || !keep_object (sites, finder))
    return say_nomem (sites->sink, finder->object->name);
  sort_if_needed (pending, count, sizeof *pending, compare_pending);
  for (size_t i = 0, end; i < count && status == SFM_OK; i = end)
    {
      for (end = i + 1;
           end < count && pending[end].section == pending[i].section; end++)
        continue;
      const struct input_section *section
          = &finder->object->sections[pending[i].section];
      if (sites->from->verify_code
          || !is_described (sites, finder, &pending[i], end - i, there)
          || is_of_other_group (sites, section, there, end - i))
        status = keep_site (sites, finder, proof, &pending[i], end - i);
      else if (!count_described (sites, section, &pending[i], end - i, there,
                                 content, counts))
        status = say_nomem (sites->sink, finder->object->name);
    }
  return status;
}
