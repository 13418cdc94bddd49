/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   bfd-member.c - a member of an archive, thin or not: its name in messages,
   and whether it is read.  */

#include "config.h"

#include "archive-header.h"
#include "bfd-internal.h"

sfm_status
inputs_member_name (struct inputs *inputs, struct pool *pool,
                    const char *archive, const char *member, const char **name)
{
  *name = archive_member_name (pool, archive, member);
  return *name != NULL ? SFM_OK : diag_nomem (inputs->sink, archive);
}

bool
inputs_member_wanted (struct inputs *inputs, const char *name,
                      const uint8_t *bytes, size_t size)
{
  const char *why = "";

  switch (input_kind (bytes, size, &why))
    {
    case KIND_OBJECT:
      return true;
    case KIND_LLVM:
      inputs->counts.slim_lto++;
      diag (inputs->sink, DIAG_NOTE, name, SLIM_LTO_NOTE);
      return false;
    case KIND_IMAGE:
    case KIND_ARCHIVE:
    case KIND_FOREIGN:
      break;
    }
  inputs->counts.foreign++;
  diag (inputs->sink, DIAG_NOTE, name, "skipped: is %s", why);
  return false;
}
