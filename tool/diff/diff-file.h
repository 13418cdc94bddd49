/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   diff-file.h - one of the two files that are compared, and its functions.  */

#ifndef TOOL_DIFF_FILE_H
#define TOOL_DIFF_FILE_H

#include "audit.h"
#include "file-bytes.h"
#include "image-context.h"
#include "input.h"
#include "pool.h"

#define DIFF_NONE SIZE_MAX

/* A function that is described.  */
struct diff_function
{
  const char *name;    /* NULL: no symbol is there */
  const char *source;  /* the STT_FILE group in which it is local, or NULL */
  const char *section; /* NULL: it is not known */
  uint64_t offset;     /* in SECTION, or the address if that is not known */
  uint64_t addr;       /* in an image */
  uint64_t digest;     /* of its rules (sfm_fde_digest) */
  size_t twin;         /* number in the other unit, or DIFF_NONE */
  uint32_t size;
  uint32_t piece;
  uint32_t fde;
};

/* A part of something, such as of its functions.  WHOLE is 0 if it is not
   known.  */
struct diff_part
{
  uint64_t part;
  uint64_t whole;
};

/* What is known of a unit.  */
enum diff_state
{
  UNIT_READ,
  UNIT_BARE,  /* it has no .sframe, and was not read: it may have any code */
  UNIT_ABSENT /* it does not exist */
};

/* An image, an object, a member of an archive, or a detached file.  */
struct diff_unit
{
  const char *name;                    /* as messages have it */
  const char *member;                  /* NULL: it is no member */
  const struct image_context *context; /* NULL: an object */
  enum diff_state state;
  bool detached;
  struct sfm_piece *pieces;
  size_t piece_count;
  size_t piece_capacity;
  struct diff_function *functions; /* of images by address, one at each */
  size_t count;
  size_t capacity;
  uint64_t size;             /* bytes of its sections */
  struct diff_part frames;   /* functions of .eh_frame with rows */
  struct diff_part code;     /* bytes of code with rows */
  struct diff_part readable; /* of an image's bytes with rows, those that have
                                them for a consumer which reads one header and
                                takes starts as the flags say */
  const char **names;        /* of an object's symbols, sorted */
  size_t name_count;
};

/* The file PATH.  Before diff_file_read, all else is zero.  */
struct diff_file
{
  const char *path;
  const struct file_tree *tree; /* in which PATH is, or NULL */
  struct file_source source;    /* the same, perhaps open */

  const struct diag_sink *sink;
  bool image;   /* UNITS has one, an image or a detached file */
  bool archive; /* UNITS has the members with .sframe */
  struct diff_unit *units;
  size_t count;
  size_t capacity;
  const char **members; /* names of all members, sorted */
  size_t member_count;
  struct image_context context; /* of an image */
  struct inputs *inputs;
  struct pool pool;
};

/* Read FILE.  diff_file_free is due in any case.  Statuses: those of
   file_visit, audit_read, inputs_read_source and fde_relocs_pair.  */
sfm_status diff_file_read (struct diff_file *file,
                           const struct diag_sink *sink) SFM_CHECKED;
void diff_file_free (struct diff_file *file);

/* diff-unit.c: whether UNIT has the code of FUNCTION, which is of another one,
   whether it describes it or not.  Without a name, it has if a function begins
   at the same place; of objects, it may.  */
bool diff_unit_has (const struct diff_unit *unit,
                    const struct diff_function *function);

/* Whether FILE, an archive, has a member called NAME, with .sframe or not.  */
bool diff_file_has (const struct diff_file *file, const char *name);

/* For the readers below: add a unit to FILE.  NULL: no memory, which was
   said.  */
struct diff_unit *diff_file_add (struct diff_file *file, const char *name,
                                 const char *member) SFM_CHECKED;

/* The same for a function or a piece of UNIT.  False: no memory.  */
bool diff_unit_add (struct diff_unit *unit,
                    const struct diff_function *function) SFM_CHECKED;
bool diff_unit_add_piece (struct diff_unit *unit,
                          const struct sfm_piece *piece) SFM_CHECKED;

/* diff-unit.c: set *KEPT to SOURCE, with a copy of the bytes that it was
   unpacked to: they go when a callback returns.  Statuses: NOMEM.  */
sfm_status diff_file_keep (struct diff_file *file,
                           const struct file_source *source,
                           struct file_source *kept) SFM_CHECKED;

/* diff-image.c, diff-object.c: read a file of the kind.  Callbacks of struct
   file_visitor (file-visit.h); FILE is a struct diff_file.  */
sfm_status diff_image (void *file,
                       const struct file_source *source) SFM_CHECKED;
sfm_status diff_objects (void *file, const struct file_source *source,
                         bool archive) SFM_CHECKED;

#endif /* TOOL_DIFF_FILE_H */
