/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   dump-file.h - dump images, objects and archives.  */

#ifndef TOOL_DUMP_FILE_H
#define TOOL_DUMP_FILE_H

#include "dump-walk.h"

/* Dump the linked image PATH.  A callback of struct file_visitor
   (file-visit.h); DUMP is a struct dump.  */
sfm_status dump_image (void *dump, const char *path, const uint8_t *bytes,
                       size_t size) SFM_CHECKED;

/* The same for PATH, an object, or an archive if ARCHIVE.  */
sfm_status dump_objects (void *dump, const char *path, const uint8_t *bytes,
                         size_t size, bool archive) SFM_CHECKED;

/* Set *OUT to the bytes of SFRAME, a section of OBJECT, with its relocations
   applied as if all sections were at address 0.  The caller frees *OUT.
   Statuses: NOMEM, which was said.  */
sfm_status dump_apply (const struct input_object *object,
                       const struct input_sframe *sframe, uint8_t **out,
                       const struct diag_sink *sink) SFM_CHECKED;

#endif /* TOOL_DUMP_FILE_H */
