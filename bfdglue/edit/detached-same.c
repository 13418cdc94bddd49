/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   detached-same.c - whether an older detached file is of the same code as a
   new one, which would replace it.

   A build-id is what the linker or its user chose, and stays when code is
   moved or patched.  So the code that the older file describes must be in the
   image, at the same addresses, with the same checksum; how it is described
   does not matter.  The file's own address depends on the image's segments
   alone.  */

#include "config.h"

#include <inttypes.h>

#include "debug-file.h"
#include "detached-file.h"
#include "edit-limits.h"

/* Whether OLD is a file like FILE, with the same build-id; then *SECTION is
   its section, and *NOTE what it says about its code.  */
static bool
is_alike (const struct detached_file *file, const struct image *old,
          struct detached_section *section, struct code_note *note)
{
  bool identified;

  return code_note_find (old, note) && old->type == file->image->type
         && debug_file_check_id (file->image, old, &identified, &diag_silent)
                == SFM_OK
         && identified && detached_find (old, section, &diag_silent) == SFM_OK;
}

sfm_status
detached_same_code (const struct detached_file *file, const struct image *old,
                    const char *old_name, const struct diag_sink *sink)
{
  const char *name = file->image->path;
  struct detached_section section;
  struct code_note noted, found;
  struct sfm_diag diag;

  if (!is_alike (file, old, &section, &noted))
    return diag_fail (sink, SFM_ERR_UNSUPP, name,
                      "not written: %s, which would be replaced, is not a "
                      "detached file with its build-id (see --force)",
                      old_name);
  const uint64_t base = section.addr - section.addr % DETACHED_ALIGN;
  if (base != file->base)
    return diag_fail (
        sink, SFM_ERR_UNSUPP, name,
        "not written: %s, which would be replaced, is of an image with the "
        "same build-id whose segments end below 0x%" PRIx64
        ", not below 0x%" PRIx64 " (see --force)",
        old_name, base, file->base);
  if (detached_code (file->image, &section, &found, &diag) != SFM_OK)
    return diag_engine (sink, DIAG_ERROR, old_name, ".sframe", &diag);
  if (noted.digest == found.digest && noted.size == found.size)
    return SFM_OK;
  return diag_fail (
      sink, SFM_ERR_UNSUPP, name,
      "not written: %s, which would be replaced, is of other code with the "
      "same build-id: its checksum is 0x%016" PRIx64 " (%" PRIu64
      " bytes), here 0x%016" PRIx64 " (%" PRIu64 " bytes) (see --force)",
      old_name, noted.digest, noted.size, found.digest, found.size);
}
