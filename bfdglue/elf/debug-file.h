/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   debug-file.h - the separate debug file of an image, for its symbols.  */

#ifndef BFDGLUE_DEBUG_FILE_H
#define BFDGLUE_DEBUG_FILE_H

#include "elf-image.h"

/* Open PATH, a file with the symbols that IMAGE was stripped of, as DEBUG, for
   function_index_read.  It is an error if PATH has no symbol table or is not
   shown to belong to IMAGE.  Close it with image_close.  PATH is borrowed.
   Statuses: as image_open; UNSUPP: another image's.  */
sfm_status debug_file_open (const char *path, const struct image *image,
                            struct image *debug,
                            const struct diag_sink *sink) SFM_CHECKED;

/* The checks alone: UNSUPP if DEBUG, opened, has no symbol table or is not
   shown to belong to IMAGE; NOMEM.  */
sfm_status debug_file_check (const struct image *image,
                             const struct image *debug,
                             const struct diag_sink *sink) SFM_CHECKED;

#endif /* BFDGLUE_DEBUG_FILE_H */
