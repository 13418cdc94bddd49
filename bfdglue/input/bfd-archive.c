/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   bfd-archive.c - read the members of an archive, in their order.

   BFD walks the archive, skips its symbol table and knows every way to write a
   name.  The first bytes of a member are examined before BFD is asked for its
   format: most archives hold only objects, but a text file or a 32-bit object
   is no reason to refuse the others, and linkers skip them too.  */

#include "config.h"

#include <inttypes.h>

#include "bfd-internal.h"
#include "numbers.h"
#include "text.h"

/* Read the member ABFD of the archive PATH, whose bytes FILE holds.  */
static sfm_status
read_member (struct inputs *inputs, bfd *abfd, const char *path,
             const struct bytes_file *file)
{
  const char *member = bfd_get_filename (abfd);
  const uint64_t origin = abfd->origin, size = bfd_get_file_size (abfd);

  /* BFD recognizes the symbol table of a BSD archive only if no other format
     claims the archive.  */
  if (text_begins (member, "__.SYMDEF"))
    return SFM_OK;
  if (origin > file->size)
    return diag_fail (inputs->sink, SFM_ERR_CORRUPT, path,
                      "its member %s is at 0x%" PRIx64
                      ", past the end at 0x%zx",
                      member, origin, file->size);
  struct bytes_file part
      = { .bytes = file->bytes + origin,
          .size = (size_t) smaller (size, file->size - origin) };
  return inputs_member (inputs, path, member, &part, abfd);
}

/* Read the members of ABFD, the archive PATH.  */
static sfm_status
read_members (struct inputs *inputs, bfd *abfd, const char *path,
              const struct bytes_file *file)
{
  bfd *member = NULL;
  sfm_status status = SFM_OK;

  while (status == SFM_OK)
    {
      /* The next member is found from the last one.  Not every failure sets
         the error, and an old "no more members" would hide it.  */
      bfd_set_error (bfd_error_no_error);
      bfd *next = bfd_openr_next_archived_file (abfd, member);
      if (next == NULL)
        {
          if (bfd_get_error () != bfd_error_no_more_archived_files)
            status = reader_failed (inputs, path, "read its next member");
          break;
        }
      if (member != NULL)
        bfd_close (member);
      member = next;
      status = read_member (inputs, member, path, file);
    }
  if (member != NULL)
    bfd_close (member);
  return status;
}

sfm_status
inputs_archive (struct inputs *inputs, const char *path,
                struct bytes_file *file)
{
  bfd *abfd = bytes_bfd (path, file);
  sfm_status status
      = abfd != NULL && bfd_check_format (abfd, bfd_archive)
            ? read_members (inputs, abfd, path, file)
            : reader_failed (inputs, path, "read it as an archive");

  if (abfd != NULL)
    bfd_close (abfd);
  return status;
}
