/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   diff-file.c - read one of the two files that are compared, and ask what is
   in its units.  */

#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "diff.h"
#include "file-list.h"
#include "sorted.h"
#include "workers.h"

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

bool
diff_unit_add (struct diff_unit *unit, const struct diff_function *function)
{
  if (!array_grow (&unit->functions, &unit->capacity, unit->count,
                   sizeof *unit->functions))
    return false;
  unit->functions[unit->count++] = *function;
  return true;
}

bool
diff_unit_add_piece (struct diff_unit *unit, const struct sfm_piece *piece)
{
  if (!array_grow (&unit->pieces, &unit->piece_capacity, unit->piece_count,
                   sizeof *unit->pieces))
    return false;
  unit->pieces[unit->piece_count++] = *piece;
  return true;
}

/* Whether NAME is one of the COUNT sorted NAMES.  */
static bool
has_name (const char **names, size_t count, const char *name)
{
  const size_t i
      = sorted_first (names, count, sizeof *names, &name, compare_strings);

  return i < count && strcmp (names[i], name) == 0;
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
    return function->name == NULL
           || has_name (unit->names, unit->name_count, function->name);
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
  return has_name (file->members, file->member_count, name);
}

sfm_status
diff_file_read (struct diff_file *file, const struct file_entry *entry,
                unsigned k, const struct diag_sink *sink)
{
  static const struct file_visitor visitor
      = { .image = diff_image, .objects = diff_objects };

  *file = (struct diff_file){ .path = entry->path, .sink = sink };
  file->source
      = (struct file_source){ .path = entry->path, .tree = entry->tree };
  workers_input (k, &file->source);
  return file_visit (&file->source, &visitor, file, sink);
}

void
diff_file_free (struct diff_file *file)
{
  for (size_t i = 0; i < file->count; i++)
    {
      free (file->units[i].pieces);
      free (file->units[i].functions);
      free (file->units[i].names);
    }
  free (file->units);
  free (file->members);
  image_context_free (&file->context);
  inputs_free (file->inputs);
  pool_free (&file->pool);
}
