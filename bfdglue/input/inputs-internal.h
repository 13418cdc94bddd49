/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   inputs-internal.h - what the parts of the reader of inputs share.  */

#ifndef BFDGLUE_INPUTS_INTERNAL_H
#define BFDGLUE_INPUTS_INTERNAL_H

#include "diag.h"
#include "elf-image.h"
#include "elf-symbols.h"
#include "file-bytes.h"
#include "input-limits.h"
#include "input.h"
#include "pool.h"

/* object.c: open SOURCE, called NAME in messages, as FILE.  A file that fits
   into BUFFER, of FILE_BUFFER bytes or NULL, is read into it, and closed.  A
   larger one is read as its bytes are asked for: half of an object, and more,
   may be debugging information.  bytes_close may be called after a failure.
   Statuses: IO, TRUNC, LIMIT, NOMEM.  */
sfm_status bytes_open (const struct file_source *source, const char *name,
                       uint8_t *buffer, struct file_bytes *file,
                       const struct diag_sink *sink) SFM_CHECKED;
void bytes_close (struct file_bytes *file, const uint8_t *buffer);

/* An object on its way to the caller, and what it takes.  */
struct object
{
  const struct diag_sink *sink;
  struct diag_queue messages; /* those of SINK, if another thread reads */
  bool given;                 /* it is one for the caller ... */
  bool released;              /* ... who needs no .sframe any more */
  struct input_object out;

  struct file_bytes file; /* its own, unless it is in an archive */
  uint8_t *buffer;        /* FILE_BUFFER bytes for that */
  struct image image;
  struct pool pool;          /* arrays of OUT */
  struct image_symbol first; /* of the symbol table; .table is NULL without
                                one */
  uint32_t *relocs_of; /* for each section: that of its relocations, 0, or
                          UINT32_MAX for several */
  struct input_symbol *symbols; /* those of OUT */
  uint64_t names_left;          /* how many bytes of their names may follow */
  void *bfd;                    /* whose memory OUT uses, or NULL */
};

struct inputs
{
  const struct diag_sink *user; /* the caller's */
  enum input_reader reader;
  input_fn *fn; /* of the call that reads */
  void *data;
  struct pool kept;       /* names of files and members */
  struct string_set seen; /* archives, and members of thin ones; in KEPT */
  const char *outer; /* the thin archive that the current archive is in, or
                        NULL */

  struct object *object;     /* that is being read */
  struct input_queue *queue; /* objects on their way, or NULL */
  struct object alone;       /* the only one without a queue */
  struct pool given;         /* what the caller may keep */
};

/* ------------------------------------------------------------------ */
/* input-queue.c                                                       */

/* Set *KEPT to a copy of TEXT, until inputs_free.  */
sfm_status inputs_keep (struct inputs *inputs, const char *text,
                        const char **kept) SFM_CHECKED;

/* Set *FIRST to whether this is the first call for the file ID and WHERE: 0
   for the whole file, or the offset of a member's header in it.  */
sfm_status inputs_first_time (struct inputs *inputs, const struct file_id *id,
                              uint64_t where, bool *first) SFM_CHECKED;

/* Read the object that BYTES are, with INPUT's names, and give it to the
   caller if it has a .sframe section.  The bytes must stay until
   input_queue_settle.  */
sfm_status inputs_object (struct inputs *inputs,
                          const struct input_object *input,
                          const struct file_bytes *bytes) SFM_CHECKED;

#define SLIM_LTO_NOTE                                                         \
  "holds code for the link-time optimizer only, and no .sframe section"

/* ------------------------------------------------------------------ */
/* input-queue.c: objects read beside the caller's thread              */

typedef sfm_status inputs_paths_fn (struct inputs *inputs, char *const *paths,
                                    size_t count);

/* Begin to READ the COUNT files PATHS in a thread, if there is a second
   processor; INPUTS->queue tells.  */
void input_queue_begin (struct inputs *inputs, inputs_paths_fn *read,
                        char *const *paths, size_t count);

/* Give what it reads to the caller.  Statuses: as inputs_read_all.  */
sfm_status input_queue_take (struct inputs *inputs) SFM_CHECKED;

/* Whether the caller wants more.  */
bool input_queue_wanted (struct inputs *inputs);

/* Wait until the caller has had all objects.  */
void input_queue_settle (struct inputs *inputs);

/* End the reading, and release the queue.  */
void input_queue_free (struct inputs *inputs);

/* ------------------------------------------------------------------ */
/* object.c, object-parts.c: one object                        */

/* Read the object that BYTES are into OBJECT; .given says whether it has a
   .sframe section.  */
sfm_status object_read (struct object *object, enum input_reader reader,
                        const struct file_bytes *bytes) SFM_CHECKED;

/* Release what OBJECT took but its buffer, so that it can be used again.  */
void object_clear (struct object *object);

/* Fill in the sections, and the symbols.  */
sfm_status object_sections (struct object *object) SFM_CHECKED;
sfm_status object_symbols (struct object *object) SFM_CHECKED;

/* Make room for the symbols.  */
sfm_status object_symbols_begin (struct object *object) SFM_CHECKED;

/* Add a symbol called NAME, at VALUE of section number SECTION or nowhere, if
   it can name a function.  FROM tells the rest.  LIMIT: the names are too
   long.  */
sfm_status object_symbols_add (struct object *object,
                               const struct image_symbol *from,
                               const char *name, uint64_t value,
                               uint32_t section) SFM_CHECKED;

/* Set SYMBOL to number IDX of the symbol table of OBJECT.  False: there is
   none.  */
bool object_symbol_find (const struct object *object, uint64_t idx,
                         struct image_symbol *symbol);

/* Set *IDX to the section of SYMBOL, which OBJECT has, or to
   INPUT_NO_SECTION.  False: it is in a section that OBJECT does not have.  */
bool object_symbol_section (const struct object *object,
                            const struct image_symbol *symbol, uint32_t *idx);

/* ------------------------------------------------------------------ */
/* bfd-object.c: the same by libbfd                                    */

/* Fill in the symbols, and the bytes of the .sframe sections.  */
sfm_status bfd_object_parts (struct object *object) SFM_CHECKED;

/* Release what that took.  */
void bfd_object_close (struct object *object);

#endif /* BFDGLUE_INPUTS_INTERNAL_H */
