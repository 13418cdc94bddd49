/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   debug-file.h - the separate debug file of an image, for its symbols.  */

#ifndef BFDGLUE_DEBUG_FILE_H
#define BFDGLUE_DEBUG_FILE_H

#include "elf-image.h"

/* Open PATH, which has the symbols stripped from IMAGE, as DEBUG, for
   function_index_read.  It must have a symbol table and belong to IMAGE.
   Close it with image_close.  PATH is borrowed.  Statuses: those of image_open
   and debug_file_check.  */
sfm_status debug_file_open (const char *path, const struct image *image,
                            struct image *debug,
                            const struct diag_sink *sink) SFM_CHECKED;

/* Check that DEBUG, which is open, has a symbol table and belongs to IMAGE.
   Statuses: UNSUPP (it does not), NOMEM.  */
sfm_status debug_file_check (const struct image *image,
                             const struct image *debug,
                             const struct diag_sink *sink) SFM_CHECKED;

/* Check only that FILE has IMAGE's machine, and its build-id if one of them
   has one; *IDENTIFIED: they have.  Statuses: UNSUPP.  */
sfm_status debug_file_check_id (const struct image *image,
                                const struct image *file, bool *identified,
                                const struct diag_sink *sink) SFM_CHECKED;

#endif /* BFDGLUE_DEBUG_FILE_H */
