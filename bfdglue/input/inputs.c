/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   inputs.c - read input files: objects and archives.

   The first bytes of a file tell its kind (file-bytes.h).  Of a file that is
   not small, and of an archive, only what is asked for is read (paged.h).  An
   object is read by object.c and given to the caller (input-queue.c), at once
   or through a queue.  */

#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "archive.h"
#include "inputs-internal.h"
#include "paged.h"
#include "text.h"

/* Read the members of an archive, thin or not, in their order.

   A member of a thin archive is a file whose name is relative to the directory
   of the archive [read_file_member], or it is in another archive
   [read_nested], which stays open for the members that follow.

   Most archives hold only objects, but a text file or a 32-bit object is no
   reason to refuse the others, and linkers skip them too.  The symbol table of
   a BSD archive is a member with a name of its own.  */

/* The walk over an archive.  Names of members cost the file little, so the
   names of those that were read before must not be kept.  */
struct walk
{
  struct inputs *inputs;
  struct archive_file archive;
  bool thin;

  /* Of a thin archive: the archive of the last member.  */
  struct archive_file nested; /* its path is NULL if there is none */
  struct file_bytes nested_file;
  const char *nested_kept; /* that path until inputs_free; NULL: not needed
                              yet */
  struct pool names;       /* of the current member */
  struct pool nested_name;
  size_t repeated;
};

/* Set *NAME to "ARCHIVE(MEMBER)", in POOL.  */
static sfm_status
name_member (struct walk *walk, struct pool *pool, const char *archive,
             const char *member, const char **name)
{
  *name = archive_member_name (pool, archive, member);
  return *name != NULL ? SFM_OK
                       : diag_nomem (walk->inputs->object->sink, archive);
}

/* Read MEMBER of ARCHIVE, which must live until inputs_free, if BYTES are an
   object; otherwise report what they are.  */
static sfm_status
read_member (struct walk *walk, const char *archive, const char *member,
             const struct file_bytes *bytes)
{
  struct inputs *inputs = walk->inputs;
  struct input_object object = { .path = archive };

  TRY (inputs_keep (inputs, member, &object.member));
  TRY (name_member (walk, &inputs->kept, archive, member, &object.name));
  const enum file_kind kind = file_bytes_kind (bytes);
  const char *why = file_not_object (bytes->bytes, bytes->size);
  if (why == NULL)
    return inputs_object (inputs, &object, bytes);
  if (kind == FILE_LLVM)
    diag (inputs->object->sink, DIAG_NOTE, object.name, SLIM_LTO_NOTE);
  else
    diag (inputs->object->sink, DIAG_DETAIL, object.name, "skipped: is %s",
          why);
  return SFM_OK;
}

/* The bytes of ENTRY, a member in AR.  */
static struct file_bytes
entry_bytes (const struct archive_file *ar, const struct archive_header *entry)
{
  return (struct file_bytes){ .bytes = ar->bytes + entry->data,
                              .size = (size_t) entry->size,
                              .fd = -1,
                              .pages = ar->pages };
}

/* Set *FIRST to whether the member at WHERE of FILE, or FILE itself if WHERE
   is 0, was not read before; count it otherwise.  */
static sfm_status
is_first (struct walk *walk, const struct file_bytes *file, uint64_t where,
          bool *first)
{
  TRY (inputs_first_time (walk->inputs, &file->id, where, first));
  walk->repeated += !*first;
  return SFM_OK;
}

/* ------------------------------------------------------------------ */
/* Archives in a thin archive                                          */

/* Close the archive of the last member, if there is one.  Returns STATUS, that
   of what was done with it, or that its bytes were not sound.  */
static sfm_status
leave_nested (struct walk *walk, sfm_status status)
{
  if (walk->nested.path != NULL)
    {
      input_queue_settle (walk->inputs);
      status = file_bytes_settle (&walk->nested_file, walk->nested.path,
                                  status, walk->inputs->object->sink);
    }
  file_bytes_close (&walk->nested_file);
  walk->nested = (struct archive_file){ .path = NULL };
  walk->nested_kept = NULL;
  pool_reset (&walk->nested_name);
  return status;
}

/* Read the tables of AR, for the long names.  */
static sfm_status
read_tables (struct archive_file *ar)
{
  struct archive_header entry = { .role = ARCHIVE_TABLE };
  uint64_t at = ARCHIVE_MAGIC_SIZE;

  for (int i = 0; entry.role != ARCHIVE_MEMBER && at < ar->size; i++)
    {
      if (i > TABLES_MAX)
        return archive_header_bad (
            ar, at, SFM_ERR_CORRUPT,
            "comes after more tables than archives have");
      TRY (archive_header_read (ar, at, &entry));
      at = archive_header_next (ar, &entry);
    }
  return SFM_OK;
}

/* Open the archive PATH, unless it is open.  */
static sfm_status
enter_nested (struct walk *walk, const char *path)
{
  const struct diag_sink *sink = walk->inputs->object->sink;
  struct archive_file *ar = &walk->nested;
  struct file_bytes *file = &walk->nested_file;
  const char *name;

  if (ar->path != NULL && strcmp (ar->path, path) == 0)
    {
      ar->sink = sink;
      return SFM_OK;
    }
  TRY (leave_nested (walk, SFM_OK));
  TRY (name_member (walk, &walk->names, walk->archive.path, path, &name));
  TRY (bytes_open (&FILE_SOURCE (path), name, NULL, file, sink));
  if (file_bytes_kind (file) != FILE_ARCHIVE)
    return diag_fail (
        sink, SFM_ERR_CORRUPT, name,
        "is not the archive with members of its own that it should be");
  *ar = (struct archive_file){ .bytes = file->bytes,
                               .size = file->size,
                               .pages = file->pages,
                               .sink = sink };
  ar->path = pool_copy (&walk->nested_name, path, strlen (path));
  return ar->path != NULL ? read_tables (ar) : diag_nomem (sink, name);
}

/* Read the member of the archive PATH whose header is at OFFSET.  Like GNU ld
   and its map, call it a member of that archive, not of the thin one, as gold
   does; lld and mold cannot read these.  */
static sfm_status
read_nested (struct walk *walk, const char *path, uint64_t offset)
{
  struct inputs *inputs = walk->inputs;
  struct archive_file *ar = &walk->nested;
  struct archive_header entry;
  bool first;

  TRY (enter_nested (walk, path));
  TRY (archive_header_read (ar, offset, &entry));
  if (entry.role != ARCHIVE_MEMBER || entry.nested)
    return archive_header_bad (ar, offset, SFM_ERR_CORRUPT,
                               "is not that of a member");
  if (!archive_header_whole (ar, &entry))
    return archive_header_bad (ar, offset, SFM_ERR_TRUNC,
                               "has more bytes than the file");
  TRY (is_first (walk, &walk->nested_file, offset, &first));
  if (!first)
    return SFM_OK;
  const char *member = pool_copy (&walk->names, entry.name, entry.name_size);
  if (member == NULL)
    return diag_nomem (inputs->object->sink, path);
  if (walk->nested_kept == NULL)
    TRY (inputs_keep (inputs, path, &walk->nested_kept));
  inputs->outer = walk->archive.path;
  const struct file_bytes bytes = entry_bytes (ar, &entry);
  const sfm_status status
      = read_member (walk, walk->nested_kept, member, &bytes);
  inputs->outer = NULL;
  return status;
}

/* ------------------------------------------------------------------ */
/* Members                                                             */

/* Read the member PATH, a file.  */
static sfm_status
read_file_member (struct walk *walk, const char *path)
{
  struct object *object = walk->inputs->object;
  const char *name;
  bool first;

  TRY (name_member (walk, &walk->names, walk->archive.path, path, &name));
  TRY (bytes_open (&FILE_SOURCE (path), name, object->buffer, &object->file,
                   object->sink));
  TRY (is_first (walk, &object->file, 0, &first));
  return first ? read_member (walk, walk->archive.path, path, &object->file)
               : SFM_OK;
}

/* Read the member ENTRY of a thin archive.  */
static sfm_status
read_thin (struct walk *walk, const struct archive_header *entry,
           const char *name)
{
  const char *path
      = archive_member_path (&walk->names, walk->archive.path, name);

  if (path == NULL)
    return diag_nomem (walk->archive.sink, walk->archive.path);
  if (entry->nested)
    return read_nested (walk, path, entry->where);
  TRY (leave_nested (walk, SFM_OK));
  return read_file_member (walk, path);
}

/* Read the member ENTRY.  */
static sfm_status
read_entry (struct walk *walk, const struct archive_header *entry)
{
  const struct archive_file *ar = &walk->archive;
  const char *name = pool_copy (&walk->names, entry->name, entry->name_size);

  if (name == NULL)
    return diag_nomem (ar->sink, ar->path);
  object_clear (walk->inputs->object);
  if (walk->thin)
    return read_thin (walk, entry, name);
  if (text_begins (name, "__.SYMDEF"))
    return SFM_OK;
  const struct file_bytes bytes = entry_bytes (ar, entry);
  return read_member (walk, ar->path, name, &bytes);
}

/* Read the header at *AT and what it is for, and set *AT to the next.  A thin
   archive contains the data of its tables only.  */
static sfm_status
read_next (struct walk *walk, uint64_t *at)
{
  struct archive_header entry;

  walk->archive.sink = walk->inputs->object->sink;
  pool_reset (&walk->names);
  TRY (archive_header_read (&walk->archive, *at, &entry));
  if (!walk->thin && !archive_header_whole (&walk->archive, &entry))
    return archive_header_bad (&walk->archive, *at, SFM_ERR_TRUNC,
                               "has more bytes than the file");
  *at = walk->thin && entry.role == ARCHIVE_MEMBER
            ? entry.data
            : archive_header_next (&walk->archive, &entry);
  return entry.role == ARCHIVE_MEMBER ? read_entry (walk, &entry) : SFM_OK;
}

/* Read the archive PATH, which FILE holds and which must live until
   inputs_free.  */
static sfm_status
read_members (struct inputs *inputs, const char *path,
              const struct file_bytes *file)
{
  struct walk walk = {
    .inputs = inputs,
    .thin = file_bytes_kind (file) == FILE_THIN,
    .nested_file = FILE_BYTES_NONE,
    .archive = { .path = path,
                 .bytes = file->bytes,
                 .size = file->size,
                 .pages = file->pages },
  };
  sfm_status status = SFM_OK;
  uint64_t at = ARCHIVE_MAGIC_SIZE;

  while (status == SFM_OK && at < file->size)
    status = read_next (&walk, &at);
  status = leave_nested (&walk, status);
  pool_free (&walk.names);
  pool_free (&walk.nested_name);
  if (status == SFM_OK && walk.repeated != 0)
    diag (inputs->object->sink, DIAG_NOTE, path,
          "%zu of its members were read before", walk.repeated);
  return status;
}

struct inputs *
inputs_new (enum input_reader reader, const struct diag_sink *sink)
{
  struct inputs *inputs = calloc (1, sizeof *inputs);

  if (inputs == NULL)
    return NULL;
  inputs->user = sink;
  inputs->reader = reader;
  inputs->object = &inputs->alone;
  inputs->alone.sink = sink;
  inputs->alone.file = FILE_BYTES_NONE;
  inputs->alone.buffer = malloc (FILE_BUFFER);
  if (inputs->alone.buffer != NULL)
    return inputs;
  free (inputs);
  return NULL;
}

void
inputs_free (struct inputs *inputs)
{
  if (inputs == NULL)
    return;
  input_queue_free (inputs);
  object_clear (&inputs->alone);
  free (inputs->alone.buffer);
  string_set_free (&inputs->seen);
  pool_free (&inputs->alone.pool);
  pool_free (&inputs->kept);
  pool_free (&inputs->given);
  free (inputs);
}

/* Read the archive PATH, unless it was read before.  */
static sfm_status
read_archive (struct inputs *inputs, const char *path,
              const struct file_bytes *file)
{
  bool first;

  TRY (inputs_first_time (inputs, &file->id, 0, &first));
  if (first)
    return read_members (inputs, path, file);
  diag (inputs->object->sink, DIAG_DETAIL, path, "was read before");
  return SFM_OK;
}

/* Read PATH, whose bytes FILE holds; an object each time it is given, as
   linkers do.  */
static sfm_status
read_file (struct inputs *inputs, const char *path,
           const struct file_bytes *file)
{
  const struct diag_sink *sink = inputs->object->sink;
  const enum file_kind kind = file_bytes_kind (file);
  const char *why = file_not_object (file->bytes, file->size);
  const char *kept;

  TRY (inputs_keep (inputs, path, &kept));
  if (kind == FILE_ARCHIVE || kind == FILE_THIN)
    return read_archive (inputs, kept, file);
  if (kind == FILE_LLVM)
    {
      diag (sink, DIAG_NOTE, path, SLIM_LTO_NOTE);
      return SFM_OK;
    }
  if (why != NULL)
    return diag_fail (sink, SFM_ERR_UNSUPP, path, "is %s", why);
  return inputs_object (
      inputs, &(struct input_object){ .name = kept, .path = kept }, file);
}

/* Read SOURCE.  An archive's bytes serve for all its members.  */
static sfm_status
read_source (struct inputs *inputs, const struct file_source *source)
{
  struct object *object = inputs->object;
  struct file_bytes archive = { .bytes = source->bytes,
                                .size = source->size,
                                .fd = -1,
                                .pages = source->pages };

  object_clear (object);
  if (source->bytes != NULL)
    return read_file (inputs, source->path, &archive);
  TRY (bytes_open (source, source->path, object->buffer, &object->file,
                   object->sink));
  const enum file_kind kind = file_bytes_kind (&object->file);
  if (kind != FILE_ARCHIVE && kind != FILE_THIN)
    return read_file (inputs, source->path, &object->file);
  archive = object->file;
  object->file = FILE_BYTES_NONE;
  if (archive.bytes == object->buffer)
    {
      uint8_t *copy = sparse_alloc (archive.size);
      if (copy == NULL)
        return diag_nomem (object->sink, source->path);
      memcpy (copy, archive.bytes, archive.size);
      archive.bytes = copy;
    }
  sfm_status status = read_file (inputs, source->path, &archive);
  input_queue_settle (inputs);
  status = file_bytes_settle (&archive, source->path, status,
                              inputs->object->sink);
  file_bytes_close (&archive);
  return status;
}

/* Read the COUNT files PATHS.  */
static sfm_status
read_paths (struct inputs *inputs, char *const *paths, size_t count)
{
  sfm_status status = SFM_OK;

  for (size_t i = 0;
       i < count && status == SFM_OK && input_queue_wanted (inputs); i++)
    status = read_source (inputs, &FILE_SOURCE (paths[i]));
  return status;
}

void
inputs_begin (struct inputs *inputs, char *const *paths, size_t count)
{
  input_queue_begin (inputs, read_paths, paths, count);
}

sfm_status
inputs_read_all (struct inputs *inputs, char *const *paths, size_t count,
                 input_fn *fn, void *data)
{
  inputs->fn = fn;
  inputs->data = data;
  const sfm_status status = inputs->queue != NULL
                                ? input_queue_take (inputs)
                                : read_paths (inputs, paths, count);
  object_clear (inputs->object);
  return status;
}

sfm_status
inputs_read_source (struct inputs *inputs, const struct file_source *source,
                    input_fn *fn, void *data)
{
  inputs->fn = fn;
  inputs->data = data;
  const sfm_status status = read_source (inputs, source);
  object_clear (inputs->object);
  return status;
}
