/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   dump-file.h - dump images, objects and archives.  */

#ifndef TOOL_DUMP_FILE_H
#define TOOL_DUMP_FILE_H

#include "dump-walk.h"

/* Dump the linked image SOURCE.  A callback of struct file_visitor
   (file-visit.h); DUMP is a struct dump.  */
sfm_status dump_image (void *dump,
                       const struct file_source *source) SFM_CHECKED;

/* Dump the headers of IMAGE, an image or an object that SFrame has no ABI for;
   DUMP is a struct dump.  A foreign_fn.  */
sfm_status dump_foreign (void *dump, const struct image *image) SFM_CHECKED;

/* Whether what is asked for can be shown of such files.  */
static inline bool
dump_shows_foreign (const struct dump *dump)
{
  return dump->wanted_count == 0 && !dump->form->literal;
}

/* dump_image for SOURCE, an object, or an archive if ARCHIVE.  */
sfm_status dump_objects (void *dump, const struct file_source *source,
                         bool archive) SFM_CHECKED;

/* Set *OUT to the bytes of SFRAME, a section of OBJECT, with its relocations
   applied as if all sections were at address 0.  The caller frees *OUT.
   Statuses: NOMEM, which was said.  */
sfm_status dump_apply (const struct input_object *object,
                       const struct input_sframe *sframe, uint8_t **out,
                       const struct diag_sink *sink) SFM_CHECKED;

#endif /* TOOL_DUMP_FILE_H */
