/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   file-visit.h - pass a file to the reader for its kind, without changing
   it.  */

#ifndef TOOL_FILE_VISIT_H
#define TOOL_FILE_VISIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "file-bytes.h"
#include "file-kind.h"
#include "elf-image.h"
#include "diag.h"

/* Functions to call for a file, by its kind.  SOURCE is open, or has the bytes
   that it was unpacked to, until they return.  DATA belongs to the caller.  */
struct file_visitor
{
  /* Called before the others, unless NULL.  ARCHIVE: the file has members.  */
  void (*begin) (void *data, const char *path, bool archive);
  /* A linked image, or what is no regular file, which this function then
     reports.  */
  sfm_status (*image) (void *data, const struct file_source *source);
  /* A relocatable object or, if ARCHIVE, an archive.  An archive is never
     unpacked.  */
  sfm_status (*objects) (void *data, const struct file_source *source,
                         bool archive);
};

/* Call VISITOR for the file FROM, opened once and unpacked first if it is
   compressed.  Statuses: those of VISITOR, file_bytes_read and file_unpack; IO
   if its first bytes cannot be read; UNSUPP if it is not an ELF file.  */
sfm_status file_visit (const struct file_source *from,
                       const struct file_visitor *visitor, void *data,
                       const struct diag_sink *sink) SFM_CHECKED;

#endif /* TOOL_FILE_VISIT_H */
