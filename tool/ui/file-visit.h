/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   file-visit.h - who reads a file that is only looked at.  */

#ifndef TOOL_FILE_VISIT_H
#define TOOL_FILE_VISIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "file-kind.h"
#include "elf-image.h"
#include "input.h"
#include "diag.h"

/* What is called for a file, by its kind.  BYTES, if it was unpacked, are its
   SIZE bytes; else NULL, and PATH is to be opened.  DATA is the caller's.  */
struct file_visitor
{
  /* Before all others, unless it is NULL.  ARCHIVE: it has members.  */
  void (*begin) (void *data, const char *path, bool archive);
  /* A linked image, or what is no file that can be read: its reader says
     so.  */
  sfm_status (*image) (void *data, const char *path, const uint8_t *bytes,
                       size_t size);
  /* A relocatable object, or if ARCHIVE an archive, which is never
     unpacked.  */
  sfm_status (*objects) (void *data, const char *path, const uint8_t *bytes,
                         size_t size, bool archive);
};

/* The kind of PATH, by its first bytes; one that cannot be opened or read is
   FILE_IMAGE, so that the reader of images complains of it.  */
enum file_kind file_visit_kind (const char *path);

/* Have VISITOR look at PATH, unpacked if gzip packed it.  Statuses: those of
   VISITOR, of file_bytes_read and gzip_unpack; UNSUPP: no ELF file.  */
sfm_status file_visit (const char *path, const struct file_visitor *visitor,
                       void *data, const struct diag_sink *sink) SFM_CHECKED;

/* For what a visitor is called with: open PATH as an image, or BYTES if they
   are not NULL.  Statuses: those of image_open.  */
sfm_status file_visit_open (const char *path, const uint8_t *bytes,
                            size_t size, struct image *image,
                            const struct diag_sink *sink) SFM_CHECKED;

/* The same for FN, which is called with DATA for each object.  Statuses: those
   of inputs_read.  */
sfm_status file_visit_objects (struct inputs *inputs, const char *path,
                               const uint8_t *bytes, size_t size, input_fn *fn,
                               void *data) SFM_CHECKED;

#endif /* TOOL_FILE_VISIT_H */
