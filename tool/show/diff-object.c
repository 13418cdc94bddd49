/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   diff-object.c - read the functions that objects and members of archives
   describe.

   Only objects with .sframe come from the reader of inputs.  The names of all
   members of an archive are kept, as a member that is gone is not a loss.  */

#include "config.h"

#include "archive.h"
#include "diff.h"
#include "workers.h"

/* An object that is read.  */
struct reading
{
  struct diff_file *file;
  struct diff_unit *unit;
  const struct input_object *object;
  struct object_names names;
  struct pool pool; /* until the object is read */
  uint64_t *bases;  /* of each section: the bytes of code before it */
  struct address_ranges described;
};

/* Set *COPY to a copy of NAME, which may be NULL, that lives as long as the
   file.  False: no memory.  */
static bool
keep_name (struct reading *r, const char *name, const char **copy)
{
  *copy
      = name == NULL ? NULL : pool_copy (&r->file->pool, name, strlen (name));
  return name == NULL || *copy != NULL;
}

/* Add NAME to SET, as a copy that lives as long as FILE.  False: no
   memory.  */
static bool
add_name (struct diff_file *file, struct string_set *set, const char *name)
{
  const size_t size = strlen (name);
  uint32_t number;

  if (string_set_find (set, name, size) != STRING_SET_NONE)
    return true;
  name = pool_copy (&file->pool, name, size);
  return name != NULL && string_set_add (set, name, size, &number);
}

/* Add function number IDX of PIECE, whose relocation is RELOC.  */
static bool
add_function (struct reading *r, const struct sfm_piece *piece, uint32_t idx,
              uint64_t digest, const struct input_reloc *reloc)
{
  const struct input_object *object = r->object;
  struct diff_function function
      = { .offset = reloc->value,
          .digest = digest,
          .twin = DIFF_NONE,
          .piece = (uint32_t) r->unit->pieces.count - 1,
          .fde = idx };
  struct sfm_fde fde;
  struct sfm_diag diag;

  if (reloc->section >= object->section_count
      || sfm_fde_read (piece, idx, &fde, &diag) != SFM_OK)
    return true;
  function.size = fde.size;
  const struct input_section *section = &object->sections[reloc->section];
  if (section->code && reloc->value < section->size
      && fde.size <= section->size - reloc->value
      && !ranges_add (&r->described, r->bases[reloc->section] + reloc->value,
                      fde.size))
    return false;
  return keep_name (r,
                    object_names_at (&r->names, reloc->section, reloc->value),
                    &function.name)
         && keep_name (r, section->name, &function.section)
         && LIST_ADD (&r->unit->functions, function);
}

/* Add PIECE of SFRAME, whose functions have the relocations at RELOC_OF.  */
static sfm_status
add_piece (struct reading *r, const struct input_sframe *sframe,
           const struct sfm_piece *piece, const uint32_t *reloc_of)
{
  const struct diag_sink *sink = r->file->sink;
  struct sfm_diag diag;
  uint64_t *digests
      = pool_alloc (&r->pool, (piece->num_fdes + 1) * sizeof *digests);

  if (digests == NULL || !LIST_ADD (&r->unit->pieces, *piece))
    return diag_nomem (sink, r->unit->name);
  if (digest_piece (piece, NULL, NULL, digests, NULL, &diag) != SFM_OK)
    return diag_engine (sink, DIAG_ERROR, r->unit->name, sframe->name, &diag);
  for (uint32_t i = 0; i < piece->num_fdes; i++)
    if (reloc_of[i] < sframe->reloc_count
        && !add_function (r, piece, i, digests[i],
                          &sframe->relocs[reloc_of[i]]))
      return diag_nomem (sink, r->unit->name);
  return SFM_OK;
}

static sfm_status
add_section (struct reading *r, const struct input_sframe *sframe)
{
  struct fde_relocs pairs;

  TRY (fde_relocs_pair (r->object, sframe, &r->pool, &pairs, r->file->sink));
  r->unit->size += sframe->size;
  for (size_t i = 0; i < pairs.piece_count; i++)
    TRY (add_piece (r, sframe, &pairs.pieces[i],
                    pairs.reloc_of + pairs.first_fde[i]));
  return SFM_OK;
}

/* Keep the names of all symbols, which tell what the object has.  */
static sfm_status
keep_symbols (struct reading *r)
{
  const struct input_object *object = r->object;

  for (size_t i = 0; i < object->symbol_count; i++)
    if (object->symbols[i].name != NULL
        && !add_name (r->file, &r->unit->names, object->symbols[i].name))
      return diag_nomem (r->file->sink, r->unit->name);
  return SFM_OK;
}

/* Give each section of code a range of addresses of its own, and count the
   bytes.  */
static sfm_status
place_sections (struct reading *r)
{
  const struct input_object *object = r->object;
  uint64_t sum = 0;

  r->bases
      = pool_alloc (&r->pool, (object->section_count + 1) * sizeof *r->bases);
  if (r->bases == NULL)
    return diag_nomem (r->file->sink, r->unit->name);
  for (size_t i = 0; i < object->section_count; i++)
    {
      const struct input_section *section = &object->sections[i];
      r->bases[i] = sum;
      if (section->code && section->size <= UINT64_MAX - sum)
        sum += section->size;
    }
  r->unit->code.whole = sum;
  return SFM_OK;
}

static sfm_status
read_object (struct reading *r)
{
  const struct input_object *object = r->object;

  TRY (keep_symbols (r));
  TRY (place_sections (r));
  if (object_names_read (&r->names, object, &r->pool) != SFM_OK)
    return diag_nomem (r->file->sink, object->name);
  for (size_t i = 0; i < object->sframe_count; i++)
    TRY (add_section (r, &object->sframes[i]));
  if (!ranges_merge (&r->described, NULL))
    return diag_nomem (r->file->sink, object->name);
  r->unit->code.part = ranges_size (&r->described);
  return SFM_OK;
}

/* Read OBJECT.  An input_fn.  */
static sfm_status
take_object (void *data, const struct input_object *object)
{
  struct diff_file *file = data;
  struct reading r = { .file = file, .object = object };

  r.unit = diff_file_add (file, object->name, object->member);
  if (r.unit == NULL)
    return SFM_ERR_NOMEM;
  sfm_status status = read_object (&r);
  ranges_free (&r.described);
  pool_free (&r.pool);
  return status;
}

static sfm_status
keep_members (struct diff_file *file, const struct file_source *source)
{
  struct file_bytes bytes = FILE_BYTES_NONE;
  struct archive archive = { .count = 0 };
  sfm_status status = file_bytes_open (source, &bytes, file->sink);

  if (status == SFM_OK)
    status = archive_open (file->path, &bytes, &archive, file->sink);
  for (size_t i = 0; status == SFM_OK && i < archive.count; i++)
    if (archive.members[i].role == ARCHIVE_MEMBER
        && archive.members[i].name != NULL
        && !add_name (file, &file->members, archive.members[i].name))
      status = diag_nomem (file->sink, file->path);
  archive_close (&archive);
  status = file_bytes_settle (&bytes, file->path, status, file->sink);
  file_bytes_close (&bytes);
  return status;
}

static sfm_status
diff_objects (void *data, const struct file_source *source, bool archive)
{
  struct diff_file *file = data;
  const char *path = source->path;
  struct file_source kept;

  file->archive = archive;
  TRY (diff_file_keep (file, source, &kept));
  if (archive)
    TRY (keep_members (file, &kept));
  file->inputs = inputs_new (INPUT_READER_OWN, file->sink);
  if (file->inputs == NULL)
    return diag_nomem (file->sink, path);
  TRY (inputs_read_source (file->inputs, &kept, take_object, file));
  if (archive || file->count != 0)
    return SFM_OK;
  struct diff_unit *unit = diff_file_add (file, path, NULL);
  if (unit == NULL)
    return SFM_ERR_NOMEM;
  unit->state = UNIT_BARE;
  return SFM_OK;
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
