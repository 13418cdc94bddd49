/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   foreign-files.h - ELF files of a class or machine that SFrame has no ABI
   for, which have a section for it: of a later version, or by mistake.  */

#ifndef TOOL_FOREIGN_FILES_H
#define TOOL_FOREIGN_FILES_H

#include "elf-image.h"
#include "file-bytes.h"

/* Whether SOURCE is such a file.  IMAGE is then open (image_open_any).  */
bool foreign_open (const struct file_source *source,
                   struct image *image) SFM_CHECKED;

/* Called with DATA for such a file.  */
typedef sfm_status foreign_fn (void *data, const struct image *image);

/* Call FN for each member of the archive FROM that is one, and add their
   number to *COUNT.  An archive that cannot be read has none.  Statuses:
   NOMEM, what FN returned.  */
sfm_status foreign_members (const struct file_source *from, foreign_fn *fn,
                            void *data, size_t *count,
                            const struct diag_sink *sink) SFM_CHECKED;

#endif /* TOOL_FOREIGN_FILES_H */
