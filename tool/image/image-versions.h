/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   image-versions.h - the version that an image keeps.  */

#ifndef TOOL_IMAGE_VERSIONS_H
#define TOOL_IMAGE_VERSIONS_H

#include "pieces.h"

/* The versions of the pieces that are merged.  */
struct image_versions
{
  const struct image_piece *first; /* NULL: there is none */
  unsigned highest;
  unsigned lowest;
  size_t count; /* of pieces */
};

struct image_versions image_versions (const struct existing_sframe *existing);

/* The version to write for the pieces FOUND if the user gives none.  A single
   piece keeps version 2 or 3; several get version 3 if one has it.  Of
   versions 1 and 2, the first piece tells which reader the image has had: one
   for version 1, of which none is left, or one for version 2.  Starts that a
   linker relocated relative to their fields, as if version 2 had the PCREL
   flag, get the flag.  */
enum sfm_target image_versions_target (const struct image_versions *found);

#endif /* TOOL_IMAGE_VERSIONS_H */
