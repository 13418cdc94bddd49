/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   edit-section.c - the sections that can be put into an image.  */

#include "config.h"

#include <elf.h>
#include <string.h>

#include "edit-internal.h"

const struct edit_section edit_sections[EDIT_KINDS] = {
  [EDIT_SFRAME]
  = { ".sframe", "PT_GNU_SFRAME", SHT_GNU_SFRAME, PT_GNU_SFRAME, 8 },
  [EDIT_EH_FRAME_HDR]
  = { ".eh_frame_hdr", "PT_GNU_EH_FRAME", SHT_PROGBITS, PT_GNU_EH_FRAME, 4 },
};

enum sframe_section
edit_section_is (enum edit_kind kind, const struct image_section *section)
{
  if (kind == EDIT_SFRAME)
    return image_sframe_section (section);
  return strcmp (section->name, edit_sections[kind].name) == 0
             ? SECTION_SFRAME
             : SECTION_NOT_SFRAME;
}
