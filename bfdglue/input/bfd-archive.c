/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   bfd-archive.c - read the members of an archive, in their order.

   BFD walks the archive, skips its symbol table and knows every way to write a
   name.  The first bytes of a member are examined before BFD is asked for its
   format: most archives hold only objects, but a text file or a 32-bit object
   is no reason to refuse the others, and linkers skip them too.  */

#include "config.h"

#include <string.h>
#include <sys/stat.h>

#include "bfd-internal.h"
#include "text.h"

/* Read the member ABFD of the archive PATH.  */
static sfm_status
read_member (struct inputs *inputs, bfd *abfd, const char *path, input_fn *fn,
             void *data)
{
  uint8_t header[KIND_BYTES] = { 0 };
  const char *filename = bfd_get_filename (abfd);
  /* BFD recognizes the symbol table of a BSD archive only if no other format
     claims the archive.  */
  if (text_begins (filename, "__.SYMDEF"))
    return SFM_OK;
  const char *member = pool_copy (&inputs->kept, filename, strlen (filename));
  if (member == NULL)
    return diag_nomem (inputs->sink, path);
  const char *name = "";
  sfm_status status
      = inputs_member_name (inputs, &inputs->kept, path, member, &name);
  if (status != SFM_OK)
    return status;

  stderr_hold (&inputs->libbfd_stderr);
  bfd_size_type got = (bfd_size_type) -1;
  struct stat st;
  /* For BFD, reading an empty member is an invalid operation.  */
  if (bfd_stat_arch_elt (abfd, &st) == 0 && st.st_size == 0)
    got = 0;
  else if (bfd_seek (abfd, 0, SEEK_SET) == 0)
    got = bfd_read_bytes (header, sizeof header, abfd);
  stderr_release (&inputs->libbfd_stderr);
  if (got > sizeof header)
    return reader_failed (inputs, name, "read it");
  if (!inputs_member_wanted (inputs, name, header, (size_t) got))
    return SFM_OK;
  return inputs_object (inputs, abfd, name, path, member, header, fn, data);
}

/* Read the members of ABFD.  */
static sfm_status
read_members (struct inputs *inputs, bfd *abfd, const char *path, input_fn *fn,
              void *data)
{
  bfd *member = NULL;
  sfm_status status = SFM_OK;

  while (status == SFM_OK)
    {
      /* The next member is found from the last one.  Not every failure sets
         the error, and an old "no more members" would hide it.  */
      stderr_hold (&inputs->libbfd_stderr);
      bfd_set_error (bfd_error_no_error);
      bfd *next = bfd_openr_next_archived_file (abfd, member);
      bool ended = next == NULL
                   && bfd_get_error () == bfd_error_no_more_archived_files;
      if (next != NULL && member != NULL)
        bfd_close (member);
      stderr_release (&inputs->libbfd_stderr);
      if (ended)
        break;
      if (next == NULL)
        {
          status = reader_failed (inputs, path, "read its next member");
          break;
        }
      member = next;
      status = read_member (inputs, member, path, fn, data);
    }
  stderr_hold (&inputs->libbfd_stderr);
  if (member != NULL)
    bfd_close (member);
  stderr_release (&inputs->libbfd_stderr);
  return status;
}

sfm_status
inputs_archive (struct inputs *inputs, const char *path,
                struct bytes_file *file, input_fn *fn, void *data)
{
  stderr_hold (&inputs->libbfd_stderr);
  bfd *abfd = bytes_bfd (path, file);
  bool good = abfd != NULL && bfd_check_format (abfd, bfd_archive);
  stderr_release (&inputs->libbfd_stderr);

  sfm_status status;
  if (good)
    status = read_members (inputs, abfd, path, fn, data);
  else
    status = reader_failed (inputs, path, "read it as an archive");

  stderr_hold (&inputs->libbfd_stderr);
  if (abfd != NULL)
    bfd_close (abfd);
  stderr_release (&inputs->libbfd_stderr);
  return status;
}
