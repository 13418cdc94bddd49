/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   repair-job.h - one FILE of sfmerge repair and sfmerge convert.

   What a FILE is, is found by its content, and a function for each kind makes
   the new content; archives and compressed files are made of others.  */

#ifndef TOOL_REPAIR_JOB_H
#define TOOL_REPAIR_JOB_H

#include <jansson.h>

#include "cmd-repair.h"
#include "archive.h"
#include "file-kind.h"
#include "file-bytes.h"
#include "image-job.h"
#include "relobj.h"

struct repair_run
{
  const struct repair_options *options;
  struct report *report;
  const char *path;
  const struct file_bytes *file; /* the whole of it */
  enum file_kind kind;           /* of the file; what a packed one holds */
  struct relobj_result counts;   /* added up over the members */
  uint64_t objects;              /* with .sframe */
  uint64_t rewritten;            /* ... that are not as they were */
  struct image_edit image;       /* if it is one */
  struct thin_files *thin;       /* of a thin archive */
  bool packed;                   /* by gzip */
  bool told;                     /* repair_tell was called */
  bool refused; /* the failure is not for want of a readable file */
};

/* Make the new content of the SIZE bytes at BYTES, called NAME in messages:
   *OUT, to be released by repair_release, or NULL if they stay.  */
typedef sfm_status repair_fn (struct repair_run *run, const char *name,
                              const uint8_t *bytes, size_t size, uint8_t **out,
                              size_t *out_size);

/* repair-content.c: by the kind of content, which is not compressed by
   gzip.  */
repair_fn repair_content;

/* repair-content.c: release OUT, which is from malloc unless it is the copy of
   RUN's image.  */
void repair_release (const struct repair_run *run, uint8_t *out);

/* repair-object.c, repair-archive.c, repair-image.c: one kind each.  */
repair_fn repair_object;
repair_fn repair_archive;
repair_fn repair_image;

/* repair-archive.c: make the new content of MEMBER of ARCHIVE, whose SIZE
   bytes are at BYTES, if it is an object that changes.  */
sfm_status repair_member (struct repair_run *run, struct archive *archive,
                          struct archive_member *member, const uint8_t *bytes,
                          size_t size) SFM_CHECKED;

/* repair-thin.c: the members of a thin archive are files of their own.
   repair_thin keeps their new contents in RUN; repair_thin_write replaces
   them and the archive, whose new content is OUT, all or none.  */
repair_fn repair_thin;
sfm_status repair_thin_write (struct repair_run *run, const uint8_t *out,
                              size_t out_size) SFM_CHECKED;
void repair_thin_free (struct thin_files *thin);

/* repair-gzip.c: what is compressed.  */
repair_fn repair_gzip;

/* repair-report.c: tell the user what was found and done, once: before
   anything is written.  */
void repair_tell (struct repair_run *run);

/* The same as JSON, for the file as a whole; NULL: no memory.  STATE is one
   of "unchanged", "rewritten" and "failed".  */
json_t *repair_json (const struct repair_run *run, const char *state);

#endif /* TOOL_REPAIR_JOB_H */
