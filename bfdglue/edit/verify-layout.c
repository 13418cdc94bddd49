/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   verify-layout.c - verify that all sections and segments survive a change and
   that new ones overlap nothing.

   This compares the two files.  From the plan it uses only which headers are
   replaced or added.  Content is compared only if it moved or a change touched
   it; verify_image has already compared all other bytes.  */

#include "config.h"

#include <elf.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "image-change.h"

/* True if no two sections have the same number in the output.  */
static bool
numbers_differ (const struct layout *l, bool *seen)
{
  for (uint32_t i = 1; i < l->now->section_count; i++)
    {
      const uint32_t number = section_number (l->change, i);
      if (number == 0 || number >= l->now->section_count || seen[number])
        return false;
      seen[number] = true;
    }
  return true;
}

/* Check the number of sections and, if they have other numbers than before,
   that the loaded ones are in order of address.  */
static sfm_status
check_numbers (const struct layout *l)
{
  const struct image *now = l->now;

  if (now->section_count != l->was->section_count + l->change->phdr.new_section
      || !layout_same_number (l, l->was->shstrndx, now->shstrndx))
    return layout_wrong_section (l, 0, "is not the first of all sections");
  if (l->change->numbers == NULL)
    return SFM_OK;
  bool *seen = calloc (now->section_count, sizeof *seen);
  if (seen == NULL)
    return diag_nomem (l->sink, l->was->path);
  const bool differ = numbers_differ (l, seen);
  free (seen);
  if (!differ)
    return layout_wrong_section (l, 0, "has the number of another one");
  if (!sections_in_order (now))
    return diag_fail (l->sink, SFM_ERR_CORRUPT, l->was->path,
                      "the output's sections would be out of order");
  return SFM_OK;
}

sfm_status
verify_layout (const struct image_change *change, const struct image *copy,
               const struct diag_sink *sink)
{
  const struct layout l = { change->image, copy, change, sink };

  TRY (check_numbers (&l));
  TRY (verify_segments (&l));
  TRY (verify_sections (&l));
  return verify_symbols (change, copy, sink);
}
