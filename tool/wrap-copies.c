/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   wrap-copies.c - inputs without .sframe, for a link that it would break.

   gold refuses .sframe sections that refer to COMDAT functions which another
   object has too, and takes no script that discards sections.  GNU ld from
   2.41 to 2.45 refuses version 1 beside its own.  A copy differs from its
   original in one bit: SHF_EXCLUDE in the header of .sframe, with which both
   leave the section out.  So nothing in the file moves, and the symbol index
   of an archive stays right.

   The copy of a thin archive must have its members in the same place from it:
   with .. in a name the copy is put as many folders deeper.  */

#include "config.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "archive.h"
#include "content-kind.h"
#include "elf-codec.h"
#include "elf-image.h"
#include "wrap-copies.h"

enum
{
  FLAGS_OFF = 8,   /* of sh_flags in a section header */
  VERSION_OFF = 2, /* of the version in a section */
  DEPTH_LIMIT = 32
};

struct copier
{
  enum copies_rule rule;
  const char *folder;
  struct pool *pool;
  struct copies *copies;
  const struct say *sink;
};

/* Whether IMAGE, an object, has code in section groups.  */
static bool
has_groups (const struct image *image)
{
  for (uint32_t i = 1; i < image->section_count; i++)
    {
      const struct image_section *s = &image->sections[i];
      if ((s->flags & SHF_EXECINSTR) != 0
          && ((s->flags & SHF_GROUP) != 0
              || strncmp (s->name, ".gnu.linkonce.", 14) == 0))
        return true;
    }
  return false;
}

/* Whether the section of number IDX of the object IMAGE has to go.  */
static bool
must_go (const struct copier *copier, const struct image *image, uint32_t idx)
{
  size_t size;
  const uint8_t *bytes
      = image_section_bytes (image, &image->sections[idx], &size);

  if (copier->rule == COPIES_COMDAT)
    return true;
  return size > VERSION_OFF && bytes[VERSION_OFF] == 1;
}

/* Mark the sections that have to go in the object of SIZE bytes at BYTES.
   Returns whether there are any.  COPY: where the marks go, or NULL.  */
static bool
mark_object (const struct copier *copier, const uint8_t *bytes, size_t size,
             uint8_t *copy)
{
  struct image image;
  bool any = false;

  if (content_kind (bytes, size) != CONTENT_OBJECT
      || image_open_bytes ("", bytes, size, true, &image, &say_silent)
             != SFM_OK)
    return false;
  if (copier->rule != COPIES_COMDAT || has_groups (&image))
    for (uint32_t i = 0; (i = image_find_section (&image, ".sframe", i)) != 0;)
      if (must_go (copier, &image, i))
        {
          any = true;
          if (copy != NULL)
            elf_put64 (copy + image_shdr_offset (&image, i) + FLAGS_OFF,
                       image.sections[i].flags | SHF_EXCLUDE,
                       image.big_endian);
        }
  image_close (&image);
  return any;
}

/* The same in the ARCHIVE, whose copy is at COPY or NULL.  */
static bool
mark_members (const struct copier *copier, const struct archive *archive,
              uint8_t *copy)
{
  bool any = false;

  for (size_t i = 0; i < archive->count; i++)
    {
      const struct archive_member *m = &archive->members[i];
      if (m->role == ARCHIVE_MEMBER
          && mark_object (copier, archive->bytes + m->data, (size_t) m->size,
                          copy == NULL ? NULL : copy + m->data))
        any = true;
    }
  return any;
}

/* Make the folders of PATH below the first KEPT bytes of it.  */
static void
make_folders (char *path, size_t kept)
{
  for (char *c = path + kept; (c = strchr (c + 1, '/')) != NULL;)
    {
      *c = '\0';
      mkdir (path, 0700);
      *c = '/';
    }
}

/* Write the SIZE bytes at BYTES to the new file PATH, in new folders.  */
static sfm_status
write_file (const struct copier *copier, char *path, const uint8_t *bytes,
            size_t size)
{
  if (path == NULL)
    return say_nomem (copier->sink, NULL);
  make_folders (path, strlen (copier->folder));
  int fd = open (path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  size_t done = 0;
  while (fd >= 0 && done < size)
    {
      ssize_t now = write (fd, bytes + done, size - done);
      if (now < 0 && errno == EINTR)
        continue;
      if (now <= 0)
        break;
      done += (size_t) now;
    }
  int error = errno;
  if (fd >= 0 && close (fd) == 0 && done == size)
    return SFM_OK;
  say (copier->sink, SAY_ERROR, path, "cannot write: %s", strerror (error));
  return SFM_ERR_IO;
}

/* The name of a path.  */
static const char *
base_name (const char *path)
{
  const char *slash = strrchr (path, '/');

  return slash == NULL ? path : slash + 1;
}

static sfm_status
add_copy (const struct copier *copier, const char *path, const char *copy,
          size_t word)
{
  struct copies *copies = copier->copies;

  if (!array_grow (&copies->items, &copies->capacity, copies->count,
                   sizeof *copies->items))
    return say_nomem (copier->sink, NULL);
  copies->items[copies->count++]
      = (struct copied){ .path = path, .copy = copy, .word = word };
  return SFM_OK;
}

/* Copy the file of MAP, INPUT, with marks.  ARCHIVE is it, or NULL: it is an
   object.  */
static sfm_status
copy_file (const struct copier *copier, const struct wrap_input *input,
           const struct file_map *map, const struct archive *archive)
{
  bool any = archive != NULL
                 ? mark_members (copier, archive, NULL)
                 : mark_object (copier, map->bytes, map->size, NULL);

  if (!any)
    return SFM_OK;
  char *path = text_format (copier->pool, "%s/%zu/%s", copier->folder,
                            copier->copies->count, base_name (input->path));
  uint8_t *copy = malloc (map->size);
  if (copy == NULL)
    return say_nomem (copier->sink, input->path);
  memcpy (copy, map->bytes, map->size);
  if (archive != NULL)
    mark_members (copier, archive, copy);
  else
    mark_object (copier, map->bytes, map->size, copy);
  sfm_status status = write_file (copier, path, copy, map->size);
  free (copy);
  return status == SFM_OK ? add_copy (copier, input->path, path, input->word)
                          : status;
}

/* How many folders up the member NAME begins; DEPTH_LIMIT: it cannot be put
   beside a copy.  */
static unsigned
folders_up (const char *name)
{
  unsigned depth = 0;

  if (name[0] == '/')
    return DEPTH_LIMIT;
  for (; strncmp (name, "../", 3) == 0 && depth < DEPTH_LIMIT; name += 3)
    depth++;
  /* Only in front they are written by ar.  */
  return strstr (name, "../") != NULL ? DEPTH_LIMIT : depth;
}

/* Where member M of the thin archive PATH is.  */
static char *
member_path (const struct copier *copier, const char *path, const char *name)
{
  const char *slash = strrchr (path, '/');

  return slash == NULL || name[0] == '/'
             ? pool_copy (copier->pool, name, strlen (name))
             : text_format (copier->pool, "%.*s/%s", (int) (slash - path),
                            path, name);
}

/* Copy the member NAME of the thin archive INPUT to where it is from COPY, a
   name that ends with a slash, marked if it has to be; *ANY is set then.
   ONLY_LOOK: nothing is written.  */
static sfm_status
copy_thin_member (const struct copier *copier, const struct wrap_input *input,
                  const char *name, const char *copy, bool only_look,
                  bool *any)
{
  struct file_map map;
  char *path = member_path (copier, input->path, name);
  sfm_status status = SFM_OK;

  if (path == NULL)
    return say_nomem (copier->sink, NULL);
  if (file_map_open (path, &map, &say_silent) != SFM_OK)
    return SFM_OK;
  if (only_look)
    *any |= mark_object (copier, map.bytes, map.size, NULL);
  else if (map.size != 0)
    {
      uint8_t *bytes = malloc (map.size);
      if (bytes == NULL)
        status = say_nomem (copier->sink, path);
      else
        {
          memcpy (bytes, map.bytes, map.size);
          mark_object (copier, map.bytes, map.size, bytes);
          status = write_file (copier,
                               text_format (copier->pool, "%s%s", copy, name),
                               bytes, map.size);
          free (bytes);
        }
    }
  file_map_close (&map);
  return status;
}

/* The same for all members of ARCHIVE.  */
static sfm_status
copy_members (const struct copier *copier, const struct wrap_input *input,
              const struct archive *archive, const char *copy, bool only_look,
              bool *any)
{
  sfm_status status = SFM_OK;

  for (size_t i = 0; i < archive->count && status == SFM_OK; i++)
    if (archive->members[i].role == ARCHIVE_MEMBER)
      status = copy_thin_member (copier, input, archive->members[i].name, copy,
                                 only_look, any);
  return status;
}

/* Copy the thin ARCHIVE, INPUT, with its members, if one has to be marked.  */
static sfm_status
copy_thin (const struct copier *copier, const struct wrap_input *input,
           const struct archive *archive)
{
  unsigned depth = 0;
  bool any = false;

  for (size_t i = 0; i < archive->count; i++)
    if (archive->members[i].role == ARCHIVE_MEMBER)
      {
        const struct archive_member *m = &archive->members[i];
        unsigned up = m->nested ? DEPTH_LIMIT : folders_up (m->name);
        depth = up > depth ? up : depth;
      }
  if (depth == DEPTH_LIMIT)
    return SFM_OK;
  sfm_status status = copy_members (copier, input, archive, "", true, &any);
  if (status != SFM_OK || !any)
    return status;
  char *place = text_format (copier->pool, "%s/%zu/", copier->folder,
                             copier->copies->count);
  for (unsigned i = 0; i < depth && place != NULL; i++)
    place = text_format (copier->pool, "%sd/", place);
  if (place == NULL)
    return say_nomem (copier->sink, NULL);
  char *path
      = text_format (copier->pool, "%s%s", place, base_name (input->path));
  status = write_file (copier, path, archive->bytes, archive->size);
  if (status == SFM_OK)
    status = copy_members (copier, input, archive, place, false, &any);
  return status == SFM_OK ? add_copy (copier, input->path, path, input->word)
                          : status;
}

/* Copy INPUT if it has to be.  */
static sfm_status
copy_input (const struct copier *copier, const struct wrap_input *input)
{
  struct file_map map;
  struct archive archive;
  sfm_status status = SFM_OK;

  if (input->word == WRAP_NO_WORD
      || file_map_open (input->path, &map, &say_silent) != SFM_OK)
    return SFM_OK;
  if (!input->archive)
    status = copy_file (copier, input, &map, NULL);
  else if (archive_open (input->path, map.bytes, map.size, &archive,
                         &say_silent)
           == SFM_OK)
    {
      status = archive.thin ? copy_thin (copier, input, &archive)
                            : copy_file (copier, input, &map, &archive);
      archive_close (&archive);
    }
  file_map_close (&map);
  return status;
}

sfm_status
copies_make (const struct wrap_inputs *inputs, enum copies_rule rule,
             const char *folder, struct pool *pool, struct copies *copies,
             const struct say *sink)
{
  const struct copier copier = { .rule = rule,
                                 .folder = folder,
                                 .pool = pool,
                                 .copies = copies,
                                 .sink = sink };
  sfm_status status = SFM_OK;

  *copies = (struct copies){ 0 };
  for (size_t i = 0;
       rule != COPIES_NONE && i < inputs->count && status == SFM_OK; i++)
    status = copy_input (&copier, &inputs->items[i]);
  return status;
}

void
copies_free (struct copies *copies)
{
  free (copies->items);
  *copies = (struct copies){ 0 };
}
