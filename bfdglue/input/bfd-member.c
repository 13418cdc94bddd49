/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   bfd-member.c - a member of an archive, thin or not: its name in messages,
   and whether it is read.  */

#include "config.h"

#include <string.h>

#include "bfd-internal.h"

sfm_status
inputs_member_name (struct inputs *inputs, struct pool *pool,
                    const char *archive, const char *member, const char **name)
{
  size_t archive_size = strlen (archive), member_size = strlen (member);
  char *text = pool_alloc (pool, archive_size + member_size + 3);

  if (text == NULL)
    return diag_nomem (inputs->sink, archive);
  memcpy (text, archive, archive_size);
  text[archive_size] = '(';
  memcpy (text + archive_size + 1, member, member_size);
  memcpy (text + archive_size + 1 + member_size, ")", 2);
  *name = text;
  return SFM_OK;
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
