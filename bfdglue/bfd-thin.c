/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   bfd-thin.c - the members of a thin archive, in their order.

   BFD can walk these too.  But it ends the walk where a member's file is
   missing, without a name, so that the members behind it are lost; it waits
   for a writer if the file is a FIFO; it leaks memory for each member of an
   archive in the archive; and its own opening of files takes 17 us a member
   against 10 us.  So the headers are read here (bfd-ar.c), and BFD gets the
   bytes.

   A member is a file, whose name starts from the folder of the archive
   (read_entry), or lies in another archive (read_nested), which stays open
   for the members that follow.  */

#include "config.h"

#include <string.h>

#include "bfd-internal.h"

/* The walk over a thin archive.  */
struct walk
{
  struct inputs *inputs;
  struct ar thin;
  struct ar nested; /* the archive that the last member was in; its path is
                       NULL if it was in none */
  input_fn *fn;
  void *data;
};

/* Sets *PATH to the path, kept, of the file that ENTRY names.  */
static sfm_status
file_path (const struct walk *walk, const struct ar_entry *entry,
           const char **path)
{
  const char *slash = strrchr (walk->thin.path, '/');
  size_t folder = slash == NULL || entry->name[0] == '/'
                      ? 0
                      : (size_t) (slash - walk->thin.path) + 1;
  size_t size = entry->name_size;
  char *text = pool_alloc (&walk->inputs->kept, folder + size + 1);

  if (text == NULL)
    return say_nomem (walk->inputs->sink, walk->thin.path);
  memcpy (text, walk->thin.path, folder);
  memcpy (text + folder, entry->name, size);
  text[folder + size] = '\0';
  *path = text;
  return SFM_OK;
}

/* Read the object that FILE holds; NAME, PATH and MEMBER are kept.  */
static sfm_status
read_bytes (struct walk *walk, const char *name, const char *path,
            const char *member, struct held_file *file)
{
  if (!inputs_member_wanted (walk->inputs, name, file->bytes, file->size))
    return SFM_OK;
  return inputs_bytes (walk->inputs, name, path, member, file, walk->fn,
                       walk->data);
}

/* Leave the archive that the last member was in.  */
static void
leave_nested (struct walk *walk)
{
  held_close (&walk->nested.file);
  walk->nested = (struct ar){ .inputs = walk->inputs };
}

/* Open the archive PATH, which is kept, unless it is open.  */
static sfm_status
enter_nested (struct walk *walk, const char *path)
{
  struct inputs *inputs = walk->inputs;
  struct ar *ar = &walk->nested;
  const char *name = "", *why = "";

  if (ar->path != NULL && strcmp (ar->path, path) == 0)
    return SFM_OK;
  leave_nested (walk);
  sfm_status status
      = inputs_member_name (inputs, walk->thin.path, path, &name);
  if (status == SFM_OK)
    status = held_open (path, name, inputs->member_buffer, &ar->file,
                        inputs->sink);
  if (status != SFM_OK)
    return status;
  if (input_kind (ar->file.bytes, ar->file.size, &why) != KIND_ARCHIVE
      || is_thin (&ar->file))
    {
      say (inputs->sink, SAY_ERROR, name,
           "is not the archive with members of its own that it should be");
      return SFM_ERR_CORRUPT;
    }
  ar->path = path;

  /* The long names.  */
  struct ar_entry entry = { .table = true };
  uint64_t at = AR_MAGIC_SIZE;
  while (status == SFM_OK && entry.table && at < ar->file.size)
    status = ar_read (ar, &at, &entry);
  return status;
}

/* Read the member of the archive PATH, which is kept, whose header is at
   OFFSET.  Like GNU ld and its map, call it a member of that archive, not of
   the thin one (gold does; lld and mold cannot read these).  */
static sfm_status
read_nested (struct walk *walk, const char *path, uint64_t offset)
{
  struct inputs *inputs = walk->inputs;
  struct ar *ar = &walk->nested;
  struct ar_entry entry;
  uint64_t at = offset;

  sfm_status status = enter_nested (walk, path);
  if (status == SFM_OK)
    status = ar_read (ar, &at, &entry);
  if (status != SFM_OK)
    return status;
  if (entry.table || entry.nested)
    return ar_bad (ar, offset, "is not that of a member");
  if (entry.size > ar->file.size - at)
    return ar_bad (ar, offset, "has more bytes than the file");

  const char *name = "";
  const char *member = pool_copy (&inputs->kept, entry.name, entry.name_size);
  if (member == NULL)
    return say_nomem (inputs->sink, path);
  status = inputs_member_name (inputs, path, member, &name);
  if (status != SFM_OK)
    return status;
  struct held_file part
      = { .bytes = ar->file.bytes + at, .size = (size_t) entry.size };
  return read_bytes (walk, name, path, member, &part);
}

/* Read the member ENTRY.  */
static sfm_status
read_entry (struct walk *walk, const struct ar_entry *entry)
{
  struct inputs *inputs = walk->inputs;
  const char *path = "", *name = "";

  sfm_status status = file_path (walk, entry, &path);
  if (status != SFM_OK)
    return status;
  if (entry->nested)
    return read_nested (walk, path, entry->where);

  /* Its bytes may lie in the buffer.  */
  leave_nested (walk);
  status = inputs_member_name (inputs, walk->thin.path, path, &name);
  if (status != SFM_OK)
    return status;
  struct held_file file;
  status = held_open (path, name, inputs->member_buffer, &file, inputs->sink);
  if (status == SFM_OK)
    status = read_bytes (walk, name, walk->thin.path, path, &file);
  held_close (&file);
  return status;
}

sfm_status
inputs_thin_archive (struct inputs *inputs, const char *path,
                     const struct held_file *file, input_fn *fn, void *data)
{
  struct walk walk = {
    .inputs = inputs,
    .thin = { .inputs = inputs, .path = path, .file = *file },
    .nested = { .inputs = inputs },
    .fn = fn,
    .data = data,
  };
  sfm_status status = SFM_OK;
  uint64_t at = AR_MAGIC_SIZE;

  while (status == SFM_OK && at < file->size)
    {
      struct ar_entry entry;
      status = ar_read (&walk.thin, &at, &entry);
      if (status == SFM_OK && !entry.table)
        status = read_entry (&walk, &entry);
    }
  leave_nested (&walk);
  return status;
}
