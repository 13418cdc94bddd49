/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   diff-file.c - read one of the two files that are compared, if it is an image
   or a detached file, and ask what is in its units.  */

#include "config.h"

#include <stdlib.h>

#include "diff.h"
#include "sframe-section.h"
#include "sorted.h"

/* Read the functions that an image or a detached file describes.

   The functions are those that sfmerge check counts as described: the visible
   ones of all pieces, at the addresses that are right for each piece.  A
   detached file has no code that could confirm addresses, so all of its
   functions count.  */

static void
set_name (const struct function_index *index, struct diff_function *function)
{
  const struct function_list *symbols = &index->symbols;
  const char *name = index_name (index, function->addr, function->size);

  function->name = name;
  if (name == NULL)
    return;
  for (size_t i = function_list_from (symbols, function->addr, 0);
       function_list_starts (symbols, i, function->addr); i++)
    if (symbols->at[i].name == name && symbols->at[i].file != 0)
      {
        function->source
            = string_set_text (&index->files, symbols->at[i].file - 1);
        return;
      }
}

static void
set_place (const struct code_ranges *code, struct diff_function *function)
{
  size_t i = sorted_after (code->sections, code->section_count,
                           sizeof *code->sections,
                           offsetof (struct code_range, addr), function->addr);

  function->offset = function->addr;
  if (i == 0)
    return;
  const struct code_range *range = &code->sections[i - 1];
  if (function->addr - range->addr >= range->size)
    return;
  function->section = range->section->name;
  function->offset = function->addr - range->addr;
}

/* Add the functions of LIST to UNIT, one at each address, and name them.
   NUMBERS has, for each piece of the image, its number in UNIT.  */
static bool
add_functions (struct diff_unit *unit, const struct function_list *list,
               const uint32_t *numbers)
{
  const struct function_index *index = &unit->context->index;

  for (size_t i = 0; i < list->count; i++)
    {
      const struct function *f = &list->at[i];
      if (i != 0 && f->addr == list->at[i - 1].addr)
        continue;
      struct diff_function function = { .addr = f->addr,
                                        .digest = f->digest,
                                        .twin = DIFF_NONE,
                                        .size = (uint32_t) f->size,
                                        .piece = numbers[f->piece],
                                        .fde = f->fde };
      set_place (&index->code, &function);
      set_name (index, &function);
      if (!LIST_ADD (&unit->functions, function))
        return false;
    }
  return true;
}

/* Add the visible pieces of UNIT's image, and their functions.  */
static bool
add_pieces (struct diff_unit *unit)
{
  const struct existing_sframe *existing = &unit->context->existing;
  uint32_t *numbers = calloc (existing->piece_count + 1, sizeof *numbers);
  struct function_list list = { .count = 0 };
  bool fits = numbers != NULL
              && pieces_functions (
                  existing, unit->detached ? FUNCTIONS_ALL : FUNCTIONS_VISIBLE,
                  &list);

  for (size_t i = 0; i < existing->piece_count && fits; i++)
    {
      const struct image_piece *p = &existing->pieces[i];
      if (p->damaged || !(unit->detached || piece_is_visible (p)))
        continue;
      numbers[i] = (uint32_t) unit->pieces.count;
      fits = LIST_ADD (&unit->pieces, p->piece);
    }
  fits = fits && add_functions (unit, &list, numbers);
  function_list_free (&list);
  free (numbers);
  return fits;
}

/* The bytes of the SFrame sections of IMAGE, or of its segment.  */
static uint64_t
section_size (const struct image *image)
{
  const struct image_segment *segment
      = image_find_segment (image, PT_GNU_SFRAME);
  uint64_t sum = 0;
  bool any = false;

  for (uint32_t i = 1; i < image->section_count; i++)
    if (image_section_has_sframe (&image->sections[i])
        && image->sections[i].type != SHT_NOBITS)
      {
        sum += image->sections[i].size;
        any = true;
      }
  return !any && segment != NULL ? segment->filesz : sum;
}

static sfm_status
measure (struct diff_unit *unit, const struct diag_sink *sink)
{
  struct coverage coverage;

  TRY (coverage_measure (unit->context, &coverage, sink));
  if (!coverage.by_symbols)
    unit->frames
        = (struct diff_part){ coverage.functions_covered, coverage.functions };
  unit->code = (struct diff_part){ coverage.covered, coverage.size };
  unit->readable = (struct diff_part){ coverage.readable, coverage.covered };
  coverage_free (&coverage);
  return SFM_OK;
}

/* Make the unit of FILE's image, which was read.  */
static sfm_status
make_unit (struct diff_file *file)
{
  struct diff_unit *unit = diff_file_add (file, file->path, NULL);

  if (unit == NULL)
    return SFM_ERR_NOMEM;
  unit->context = &file->context;
  unit->detached = audit_is_detached (&file->context);
  unit->size = section_size (&file->context.image);
  if (!add_pieces (unit))
    return diag_nomem (file->sink, file->path);
  return unit->detached ? SFM_OK : measure (unit, file->sink);
}

sfm_status
diff_image (void *data, const struct file_source *source)
{
  struct diff_file *file = data;
  struct file_source kept;

  file->image = true;
  TRY (diff_file_keep (file, source, &kept));
  TRY (image_open_source (&kept, ALLOW_OBJECTS, &file->context.image,
                          file->sink));
  file->context.named = true;
  TRY (audit_read (&file->context, NULL, file->sink));
  const struct later_sframe *later = &file->context.existing.later;
  if (later->count != 0)
    return diag_fail_at (file->sink, SFM_ERR_UNSUPP, source->path,
                         later->section, later->what.offset,
                         "%s: " LATER_TEXT "; it cannot be compared",
                         later->what.text);
  return make_unit (file);
}

struct diff_unit *
diff_file_add (struct diff_file *file, const char *name, const char *member)
{
  const char *kept = pool_copy (&file->pool, name, strlen (name));
  const char *kept_member
      = member == NULL ? NULL
                       : pool_copy (&file->pool, member, strlen (member));

  if (kept == NULL || (member != NULL && kept_member == NULL)
      || !array_grow (&file->units, &file->capacity, file->count,
                      sizeof *file->units))
    {
      (void) diag_nomem (file->sink, name);
      return NULL;
    }
  struct diff_unit *unit = &file->units[file->count++];
  *unit = (struct diff_unit){ .name = kept, .member = kept_member };
  return unit;
}

static bool
has_name (const struct string_set *names, const char *name)
{
  return string_set_find (names, name, strlen (name)) != STRING_SET_NONE;
}

/* Whether CONTEXT's image has a function, or code of a linker, at byte OFFSET
   of its executable section called NAME, or at address OFFSET if that is
   NULL.  */
static bool
has_place (const struct image_context *context, const char *name,
           uint64_t offset)
{
  const struct code_ranges *code = &context->index.code;

  if (name == NULL)
    return index_has_fde (&context->index, offset);
  for (size_t i = 0; i < code->section_count; i++)
    if (strcmp (code->sections[i].section->name, name) == 0)
      return offset < code->sections[i].size
             && (code->sections[i].plt
                 || index_has_fde (&context->index,
                                   code->sections[i].addr + offset));
  return false;
}

bool
diff_unit_has (const struct diff_unit *unit,
               const struct diff_function *function)
{
  const struct image_context *context = unit->context;
  size_t first;

  if (unit->state != UNIT_READ)
    return unit->state == UNIT_BARE;
  if (unit->detached)
    return true;
  if (context == NULL)
    return function->name == NULL || has_name (&unit->names, function->name);
  if (function->name != NULL)
    return index_named (&context->index, function->name, &first) != 0;
  return has_place (context, function->section, function->offset);
}

sfm_status
diff_file_keep (struct diff_file *file, const struct file_source *source,
                struct file_source *kept)
{
  *kept = *source;
  if (source->bytes == NULL)
    return SFM_OK;
  kept->bytes
      = (const uint8_t *) pool_copy (&file->pool, source->bytes, source->size);
  return kept->bytes != NULL ? SFM_OK : diag_nomem (file->sink, source->path);
}

bool
diff_file_has (const struct diff_file *file, const char *name)
{
  return has_name (&file->members, name);
}

void
diff_file_free (struct diff_file *file)
{
  for (size_t i = 0; i < file->count; i++)
    {
      free (file->units[i].pieces.at);
      free (file->units[i].functions.at);
      string_set_free (&file->units[i].names);
    }
  free (file->units);
  string_set_free (&file->members);
  image_context_free (&file->context);
  inputs_free (file->inputs);
  pool_free (&file->pool);
}
