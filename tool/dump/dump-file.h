/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   dump-file.h - the kinds of files that are dumped.  */

#ifndef TOOL_DUMP_FILE_H
#define TOOL_DUMP_FILE_H

#include "dump-walk.h"

/* Dump the linked image PATH; as file_visitor has it (file-visit.h), DUMP is
   a struct dump.  */
sfm_status dump_image (void *dump, const char *path, const uint8_t *bytes,
                       size_t size) SFM_CHECKED;

/* The same for the object, or the archive if ARCHIVE, PATH.  */
sfm_status dump_objects (void *dump, const char *path, const uint8_t *bytes,
                         size_t size, bool archive) SFM_CHECKED;

/* True if SECTION holds stack-trace data, by name or type.  Linker scripts
   take .sframe.*, and .sframe_raw is what keeps GNU ld from touching the
   contents.  */
bool dump_is_sframe (const struct image_section *section);

/* The bytes of SFRAME, a section of OBJECT, with its relocations applied as
   if it and all other sections were at address 0: *OUT, from malloc.  */
sfm_status dump_apply (const struct input_object *object,
                       const struct input_sframe *sframe, uint8_t **out,
                       const struct diag_sink *sink) SFM_CHECKED;

#endif /* TOOL_DUMP_FILE_H */
