/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   bfd-member.c - a member of an archive, thin or not.  */

#include "config.h"

#include "archive-header.h"
#include "bfd-internal.h"
#include "file-kind.h"

sfm_status
inputs_member_name (struct inputs *inputs, struct pool *pool,
                    const char *archive, const char *member, const char **name)
{
  *name = archive_member_name (pool, archive, member);
  return *name != NULL ? SFM_OK : diag_nomem (inputs->sink, archive);
}

sfm_status
inputs_member (struct inputs *inputs, const char *archive, const char *member,
               struct bytes_file *part, bfd *abfd)
{
  struct input_object object = { .path = archive };

  TRY (inputs_keep (inputs, member, &object.member));
  TRY (inputs_member_name (inputs, &inputs->kept, archive, member,
                           &object.name));
  const char *why = file_not_object (part->bytes, part->size);
  if (why == NULL)
    return inputs_object (inputs, &object, part, abfd);
  if (file_kind (part->bytes, part->size) == FILE_LLVM)
    diag (inputs->sink, DIAG_NOTE, object.name, SLIM_LTO_NOTE);
  else
    diag (inputs->sink, DIAG_NOTE, object.name, "skipped: is %s", why);
  return SFM_OK;
}
