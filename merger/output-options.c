/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   output-options.c - options, and other structs whose size the caller
   gives.  */

#include "config.h"

#include <inttypes.h>
#include <string.h>

#include "engine.h"

/* The caller may have been compiled with an older or a newer header than this
   library, so no byte past the given size is read or written.  Each release's
   struct ends at a multiple of its alignment, and the members of the next
   release begin there.  Any other size is a mistake and would cut a member in
   two.  */

sfm_status
sfm_sized_take (const struct sized_form *form, void *known, const void *given,
                struct sfm_diag *diag)
{
  const uint8_t *bytes = given;
  size_t size;

  memcpy (&size, bytes, sizeof size);
  if (size == 0 || size % form->align != 0)
    return sfm_fail (diag, SFM_ERR_USAGE, 0,
                     "the size of the %s is %zu, not a positive multiple "
                     "of %zu",
                     form->name, size, form->align);
  for (size_t i = form->size; i < size; i++)
    if (bytes[i] != 0)
      return sfm_fail (diag, SFM_ERR_UNSUPP, 0,
                       "byte %zu of the %zu of the %s is set, this library "
                       "knows %zu",
                       i, size, form->name, form->size);
  memcpy (known, bytes, size < form->size ? size : form->size);
  return SFM_OK;
}

sfm_status
sfm_sized_reserved (const uint8_t *reserved, size_t size, const char *name,
                    struct sfm_diag *diag)
{
  static const uint8_t zeros[32];

  if (size <= sizeof zeros && memcmp (reserved, zeros, size) == 0)
    return SFM_OK;
  for (size_t i = 0; i < size; i++)
    if (reserved[i] != 0)
      return sfm_fail (diag, SFM_ERR_UNSUPP, 0,
                       "reserved byte %zu of %s is 0x%02x, this library "
                       "knows only 0",
                       i, name, reserved[i]);
  return SFM_OK;
}

void
sfm_sized_give (const void *known, size_t size, void *given)
{
  const uint8_t *from = known;
  uint8_t *to = given;
  size_t room;

  memcpy (&room, to, sizeof room);
  for (size_t i = sizeof room; i < room; i++)
    to[i] = i < size ? from[i] : 0;
}

enum
{
  READER_BITS = SFM_READER_STRICT | SFM_READER_NO_FLEX | SFM_READER_NO_MASK
                | SFM_READER_STOPS | SFM_READER_NO_EMPTY
};

sfm_status
sfm_output_options_check (enum sfm_target target, uint64_t reader, bool alloc,
                          bool release, struct sfm_diag *diag)
{
  if ((reader & ~(uint64_t) READER_BITS) != 0)
    return sfm_fail (diag, SFM_ERR_UNSUPP, 0,
                     "the bits 0x%" PRIx64
                     " of the reader are not all among the known 0x%x",
                     reader, (unsigned) READER_BITS);
  if (alloc != release)
    return sfm_fail (diag, SFM_ERR_USAGE, 0,
                     "alloc and release must be given together");
  if (target > SFM_TO_V3)
    return sfm_fail (diag, SFM_ERR_USAGE, 0, "no target %d", (int) target);
  return SFM_OK;
}
