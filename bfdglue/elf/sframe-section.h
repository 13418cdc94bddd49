/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   sframe-section.h - whether a section is SFrame.

   The rule is the same for all commands, so that none leaves out what another
   one shows.  A section is SFrame if its type is SHT_GNU_SFRAME, or if it is
   called .sframe or .sframe.SOMETHING.

   - The type, because GNU ld from 2.45 on and eld collect sections of any name
     by it, and because GNU ld gives it to an output section of any name into
     which a script puts .sframe.
   - The name, whatever the type, because assemblers up to 2.44 wrote
     SHT_PROGBITS, and GNU ld up to 2.44 and mold look only at the name.  A
     separate debug file has SHT_NOBITS.  The audit reports a wrong type.
   - .sframe.*, because the default script of GNU ld collects it.  mold, lld
     and gold leave it in the image under its name.

   Solaris and FreeBSD have the number of SHT_GNU_SFRAME as SHT_SUNW_dof, for
   the probes of DTrace in .SUNW_dof, which is not SFrame.

   Two names belong to sfmerge and mean something in an image only.  */

#ifndef BFDGLUE_SFRAME_SECTION_H
#define BFDGLUE_SFRAME_SECTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "diag.h"
#include "elf-image.h"

/* What a section is to SFrame.  */
enum sframe_section
{
  SECTION_NOT_SFRAME,
  SECTION_SFRAME,        /* data that linkers collect and consumers read */
  SECTION_SFRAME_KEPT,   /* .sframe_raw: data that waits for a merge */
  SECTION_SFRAME_RESERVE /* .sframe_reserve: room for data */
};

enum sframe_file
{
  SFRAME_FILE_OBJECT,
  SFRAME_FILE_IMAGE
};

/* What a section called NAME, of TYPE, in a file of kind FILE is.  The linkers
   give .sframe_raw of keep.ld the type of the inputs.  Once .sframe_reserve
   has the type, sfmerge has filled it.  */
static inline enum sframe_section
sframe_section (const char *name, uint32_t type, enum sframe_file file)
{
  const bool typed = type == SHT_GNU_SFRAME;

  if (strncmp (name, ".sframe", 7) != 0)
    return typed && strcmp (name, ".SUNW_dof") != 0 ? SECTION_SFRAME
                                                    : SECTION_NOT_SFRAME;
  name += 7;
  if (file == SFRAME_FILE_IMAGE && strcmp (name, "_raw") == 0)
    return SECTION_SFRAME_KEPT;
  if (file == SFRAME_FILE_IMAGE && !typed && strcmp (name, "_reserve") == 0)
    return SECTION_SFRAME_RESERVE;
  return typed || *name == '\0' || *name == '.' ? SECTION_SFRAME
                                                : SECTION_NOT_SFRAME;
}

/* What SECTION of an image is.  */
static inline enum sframe_section
image_sframe_section (const struct image_section *section)
{
  return sframe_section (section->name, section->type, SFRAME_FILE_IMAGE);
}

/* Whether SECTION of an image is for SFrame data, and not a reserve.  */
static inline bool
image_section_has_sframe (const struct image_section *section)
{
  enum sframe_section kind = image_sframe_section (section);

  return kind == SECTION_SFRAME || kind == SECTION_SFRAME_KEPT;
}

/* Whether IMAGE, of any class and machine, has a section for SFrame data.  */
static inline bool
image_has_sframe (const struct image *image)
{
  for (uint32_t i = 1; i < image->section_count; i++)
    if (image_section_has_sframe (&image->sections[i]))
      return true;
  return false;
}

/* Whether IMAGE has, or had, SFrame data that is loaded: such a section with
   bytes in the file, or PT_GNU_SFRAME.  */
static inline bool
image_loads_sframe (const struct image *image)
{
  if (image_find_segment (image, PT_GNU_SFRAME) != NULL)
    return true;
  for (uint32_t i = 1; i < image->section_count; i++)
    {
      const struct image_section *s = &image->sections[i];
      if ((s->flags & SHF_ALLOC) && s->type != SHT_NOBITS
          && image_section_has_sframe (s))
        return true;
    }
  return false;
}

/* Whether a section of an object is SFrame.  */
static inline bool
object_section_is_sframe (const char *name, uint32_t type)
{
  return sframe_section (name, type, SFRAME_FILE_OBJECT) == SECTION_SFRAME;
}

/* Verify merged content before it replaces anything.  */

/* A section with merged content.  */
struct merged_section
{
  const struct sfm_merger *merger; /* has planned it */
  const char *path;                /* for messages */
  const char *name;                /* for messages */
  const uint8_t *bytes;
  size_t size;   /* of the content */
  size_t padded; /* of the section, with the zeros after the content */
  uint64_t addr;
  bool object; /* it is in a relocatable object and has no address */
};

/* Compare SECTION with the plan of its merger, rule by rule, and run the
   checker, which shares no code with the merge, on it.  Statuses: CORRUPT
   (also if the checker finds an error), NOMEM.  */
sfm_status verify_section (const struct merged_section *section,
                           const struct diag_sink *sink) SFM_CHECKED;

/* True if the SIZE bytes at CONTENT, a section at ADDR, need no change: the
   checker finds nothing worse than a note, and they describe what MERGER plans
   in plain or compact form, as SHARE allows.  This replaces MERGER's plan.
   False if memory is short.  */
bool already_merged (struct sfm_merger *merger, const uint8_t *content,
                     size_t size, uint64_t addr, enum sfm_share share);

#endif /* BFDGLUE_SFRAME_SECTION_H */
