/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   detached-file.h - the merged section of an image in a file of its own, for
   profilers that may not change the image.

   The file is ELF, of the image's type and machine, and has nothing but the
   section, the image's build-id, a note about the code that is described, and
   a segment that holds all three.  Its addresses are the image's: the segment
   begins after the image's last one, so a reader adds the image's load base
   to the address of the section.  */

#ifndef BFDGLUE_DETACHED_FILE_H
#define BFDGLUE_DETACHED_FILE_H

#include "debug-file.h"
#include "elf-image.h"

struct detached_file
{
  const char *path; /* for messages */
  const struct image *image;
  struct build_id id; /* of IMAGE; its size is 0 if there is none */
  uint64_t base;      /* address of the file's first byte */
  uint64_t addr;      /* of the section */

  /* Set by the caller before detached_write.  */
  const uint8_t *content; /* of the section */
  size_t content_size;

  uint8_t *bytes; /* of the file; for sparse_free */
  size_t size;
};

/* The section of such a file, or of any image that has one .sframe.  */
struct detached_section
{
  const uint8_t *bytes;
  size_t size;
  uint64_t addr;
};

/* detached-file.c: whether PATH is a directory, for files that are named after
   the build-ids of their images.  */
bool detached_is_dir (const char *path);

/* detached-file.c: set *PATH to the name of IMAGE's file in DIR,
   "DIR/BUILDID.sframe", to be freed.  Statuses: UNSUPP (there is no build-id),
   LIMIT, NOMEM.  */
sfm_status detached_name (const struct image *image, const char *dir,
                          char **path,
                          const struct diag_sink *sink) SFM_CHECKED;

/* Begin FILE, called PATH in messages, for IMAGE: find its build-id and the
   address of the section.  An image without build-id gives a warning.
   Statuses: UNSUPP (there is no address for the section), LIMIT (an absurd
   build-id).  */
sfm_status detached_begin (const struct image *image, const char *path,
                           struct detached_file *file,
                           const struct diag_sink *sink) SFM_CHECKED;

/* Make the bytes of FILE.  Statuses: NOMEM, LIMIT (its addresses would wrap
   around).  */
sfm_status detached_write (struct detached_file *file,
                           const struct diag_sink *sink) SFM_CHECKED;

/* Open the bytes of FILE again and compare what a reader finds there with what
   was to be written.  Statuses: CORRUPT, NOMEM, those of image_open_bytes and
   detached_match.  */
sfm_status detached_verify (const struct detached_file *file,
                            const struct diag_sink *sink) SFM_CHECKED;

/* detached-read.c: check that OLD, an older file called OLD_NAME that FILE
   would replace, is of the code of FILE's image.  Statuses: UNSUPP, and those
   of sfm_piece_open.  */
sfm_status detached_same_code (const struct detached_file *file,
                               const struct image *old, const char *old_name,
                               const struct diag_sink *sink) SFM_CHECKED;

/* detached-read.c: find the section of FILE, which is open.  Statuses: UNSUPP
   (there is none, or more than one).  */
sfm_status detached_find (const struct image *file,
                          struct detached_section *section,
                          const struct diag_sink *sink) SFM_CHECKED;

/* detached-read.c: check that FILE, whose SECTION was found, belongs to IMAGE:
   by the machine, the build-id, the code, and the address of the section.
   Statuses: UNSUPP, and those of sfm_piece_open.  */
sfm_status detached_match (const struct image *image, const struct image *file,
                           const struct detached_section *section,
                           const struct diag_sink *sink) SFM_CHECKED;

/* detached-read.c: let IMAGE have SECTION at its address, in a section and a
   segment of its own, instead of its own .sframe.  IMAGE then owns a copy of
   its bytes with those of SECTION after them.  Statuses: NOMEM, LIMIT.  */
sfm_status detached_attach (struct image *image,
                            const struct detached_section *section,
                            const struct diag_sink *sink) SFM_CHECKED;

/* detached-read.c: set *NOTE to what the note of a file with SECTION says
   about the code of IMAGE.  A byte that several functions have counts once;
   what is not in the file does not count.  Statuses: those of
   sfm_piece_open.  */
sfm_status detached_code (const struct image *image,
                          const struct detached_section *section,
                          struct code_note *note,
                          struct sfm_diag *diag) SFM_CHECKED;

#endif /* BFDGLUE_DETACHED_FILE_H */
