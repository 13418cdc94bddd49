/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   bfd-internal.h - what the bfd-*.c files share; the only header that includes
   bfd.h.  Include config.h first: bfd.h requires it.  */

#ifndef BFDGLUE_BFD_INTERNAL_H
#define BFDGLUE_BFD_INTERNAL_H

#include <bfd.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "input-limits.h"
#include "file-bytes.h"
#include "input-watch.h"
#include "input.h"
#include "string-set.h"
#include "pool.h"
#include "diag.h"

/* ------------------------------------------------------------------ */
/* bfd-stderr.c: what BFD would print                                 */

struct libbfd_stderr
{
  FILE *stream; /* takes the place of stderr, or NULL if nothing can */
  FILE *user;   /* the process's stderr */
  const struct input_watch *watch; /* is told what would be the last words */
  size_t size;
  char text[STDERR_TEXT];
};

/* Prepare to catch what BFD prints.  False: no memory.  */
bool stderr_open (struct libbfd_stderr *libbfd_stderr);
void stderr_close (struct libbfd_stderr *libbfd_stderr);

/* Hold stderr while the reader works, and release it to call the caller's sink
   or function.  */
void stderr_hold (struct libbfd_stderr *libbfd_stderr);
void stderr_release (struct libbfd_stderr *libbfd_stderr);

/* Report the caught messages about FILE as notes, and forget them.  */
void stderr_report (struct libbfd_stderr *libbfd_stderr,
                    const struct diag_sink *sink, const char *file);

/* ------------------------------------------------------------------ */
/* bfd-file.c: the bytes of a file, and a bfd on them                  */

struct bytes_file
{
  const uint8_t *bytes;
  size_t size;
  bool taken; /* BYTES are from file_take */
  struct file_id id;
};

/* Read SOURCE, called NAME in messages, into FILE.  BUFFER has
   FILE_BUFFER bytes and is in use until bytes_close, which may be called even
   after a failure.  Statuses: IO, TRUNC, LIMIT, NOMEM.  */
sfm_status bytes_open (const struct file_source *source, const char *name,
                       uint8_t *buffer, struct bytes_file *file,
                       const struct diag_sink *sink) SFM_CHECKED;
void bytes_close (struct bytes_file *file);

/* A bfd that reads FILE, which must outlive it.  The caller closes it.  NULL
   with BFD's error set if there is no memory.  */
bfd *bytes_bfd (const char *path, struct bytes_file *file);

/* ------------------------------------------------------------------ */
/* bfd-reader.c: the reader                                            */

struct inputs
{
  const struct diag_sink *user; /* the caller's */
  struct diag_sink outward;     /* to USER, with the process's stderr */
  const struct diag_sink *sink; /* OUTWARD */
  input_fn *fn;                 /* of the call that reads */
  void *data;
  struct pool kept;       /* what lives until inputs_free */
  struct pool bytes;      /* .sframe sections, until inputs_free or released */
  struct pool scratch;    /* for one object */
  struct string_set seen; /* inputs_first_time; in KEPT */
  struct libbfd_stderr libbfd_stderr;
  const struct input_watch *watch; /* or NULL */
  bool usable;                     /* libbfd is the one of bfd.h */
  const char *outer; /* the thin archive that the current archive is in, or
                        NULL */
  uint8_t buffer[FILE_BUFFER];
  uint8_t member_buffer[FILE_BUFFER]; /* for a member of a thin archive */
};

#define SLIM_LTO_NOTE                                                         \
  "holds code for the link-time optimizer only, and no .sframe section"

/* Report that BFD cannot WHAT ("read the symbols") of FILE, and why; return
   the status.  */
sfm_status reader_failed (struct inputs *inputs, const char *file,
                          const char *what);

/* Set *KEPT to a copy of TEXT, until inputs_free.  */
sfm_status inputs_keep (struct inputs *inputs, const char *text,
                        const char **kept) SFM_CHECKED;

/* Set *FIRST to whether this is the first call for the file ID and WHERE: 0
   for the whole file, or the offset of a member's header in it.  WHAT it is is
   told the watch.  */
sfm_status inputs_first_time (struct inputs *inputs, enum input_given what,
                              const struct file_id *id, uint64_t where,
                              bool *first) SFM_CHECKED;

/* Tell the watch that the archive or member that came last has been read.  */
void inputs_left (struct inputs *inputs);

/* ------------------------------------------------------------------ */
/* bfd-archive.c, bfd-thin.c, bfd-member.c: members                    */

/* Set *NAME to "ARCHIVE(MEMBER)", in POOL.  */
sfm_status inputs_member_name (struct inputs *inputs, struct pool *pool,
                               const char *archive, const char *member,
                               const char **name) SFM_CHECKED;

/* Read MEMBER of ARCHIVE, which must live until inputs_free, if it is an
   object; otherwise report what it is.  PART holds its bytes.  ABFD is the
   member, or NULL.  */
sfm_status inputs_member (struct inputs *inputs, const char *archive,
                          const char *member, struct bytes_file *part,
                          bfd *abfd) SFM_CHECKED;

/* Read the archive, or thin archive, PATH, whose bytes FILE holds.  PATH must
   live until inputs_free.  */
sfm_status inputs_archive (struct inputs *inputs, const char *path,
                           struct bytes_file *file) SFM_CHECKED;
sfm_status inputs_thin_archive (struct inputs *inputs, const char *path,
                                const struct bytes_file *file) SFM_CHECKED;

/* ------------------------------------------------------------------ */
/* bfd-object.c: one object                                            */

struct object
{
  struct inputs *inputs;
  const struct diag_sink *sink;
  bfd *abfd;
  const char *name;
  const uint8_t *bytes; /* the file or member */
  uint64_t size;

  /* bfd-raw.c: the section headers as in the file.  */
  const uint8_t *shdrs;
  size_t shdr_count;
  const uint8_t *symtab; /* the symbol table as in the file */

  /* What bfd-charge.c finds in the headers.  */
  bool has_rel;       /* there is a section of SHT_REL */
  bool has_long;      /* there is one of SHT_RELA larger than the file */
  size_t typed_count; /* sections of type SHT_GNU_SFRAME with content */
  size_t group_count;
  uint64_t grouped;     /* bytes of groups */
  size_t symtabs;       /* symbol tables */
  size_t symtab_number; /* of the last one */

  /* BFD's symbols: number I of the file is symbols[I - 1].  */
  asymbol **symbols;
  size_t symbol_count;

  asection **sections; /* BFD's section for each of out.sections, or NULL */

  struct input_object out;
};

/* bfd-code.c: the .read_code of objects.  */
input_code_fn object_read_code;

/* Call the caller's function for the object that FILE holds, if it has a
   .sframe section.  Of OBJECT, .name, .path and .member are set and live until
   inputs_free.  ABFD is the object, or NULL.  */
sfm_status inputs_object (struct inputs *inputs,
                          const struct input_object *object,
                          struct bytes_file *file, bfd *abfd) SFM_CHECKED;

/* ------------------------------------------------------------------ */
/* bfd-raw.c: ELF structures that the public API does not show         */

struct raw_shdr
{
  size_t number;
  uint32_t name;
  uint32_t type;
  uint64_t flags;
  uint64_t offset;
  uint64_t size;
  uint32_t link;
  uint32_t info;
  uint64_t entsize;
};

struct raw_symbol
{
  uint8_t info;
  uint16_t section;
  uint64_t size;
};

struct raw_rela
{
  uint64_t offset;
  uint32_t type;
  uint32_t symbol;
  uint64_t addend;
};

/* The SIZE bytes at OFFSET of OBJECT, or NULL if it does not have them.  */
const uint8_t *raw_bytes (const struct object *object, uint64_t offset,
                          uint64_t size);

/* Set *BYTES to them, or report that sfmerge cannot WHAT.  */
sfm_status raw_read (const struct object *object, uint64_t offset,
                     uint64_t size, const char *what,
                     const uint8_t **bytes) SFM_CHECKED;

/* Set OBJECT's section headers.  */
sfm_status raw_headers (struct object *object) SFM_CHECKED;

uint16_t raw_u16 (const struct object *object, const uint8_t *bytes);
uint32_t raw_u32 (const struct object *object, const uint8_t *bytes);
void raw_shdr (const struct object *object, size_t number,
               struct raw_shdr *shdr);

/* Set SHDR to the header after it, at first number 1.  False: there is
   none.  */
bool raw_next (const struct object *object, struct raw_shdr *shdr);

/* Symbol number IDX, which is below 1 + OBJECT->symbol_count.  */
void raw_symbol (const struct object *object, size_t idx,
                 struct raw_symbol *symbol);
void raw_rela (const struct object *object, const uint8_t *entry,
               struct raw_rela *rela);

/* ------------------------------------------------------------------ */
/* bfd-charge.c, bfd-groups.c: what libbfd would do                    */

/* LIMIT if libbfd would do far more work for OBJECT than the size of its file
   justifies.  Sets what is known from the section headers.  */
sfm_status object_charge (struct object *object) SFM_CHECKED;

/* Add the STEPS for section NUMBER to *TOTAL.  LIMIT: too many.  */
sfm_status steps_charge (const struct object *object, size_t number,
                         uint64_t steps, uint64_t *total) SFM_CHECKED;

/* Add the steps for the groups of OBJECT to *TOTAL.  */
sfm_status groups_charge (struct object *object, uint64_t *total) SFM_CHECKED;

/* ------------------------------------------------------------------ */
/* bfd-symbols.c, -sections.c, -places.c, -sframes.c: parts of it      */

/* The number of SECTION in OBJECT, or INPUT_NO_SECTION for BFD's own
   (undefined, absolute, common).  */
uint32_t section_number (const struct object *object, const asection *section);

/* Fill in the sections; needs the symbols.  */
sfm_status object_sections (struct object *object) SFM_CHECKED;

/* object_load_symbols reads the symbol table, which the other parts need;
   object_symbols fills in the symbols.  */
sfm_status object_load_symbols (struct object *object) SFM_CHECKED;
sfm_status object_symbols (struct object *object) SFM_CHECKED;

/* bfd-places.c: a section that is SFrame by its name or its type.  */
struct sframe_place
{
  uint64_t offset; /* in the file */
  uint64_t size;
  asection *section;
  uint32_t type;   /* SHT_NULL: it has no header */
  uint32_t number; /* of its header */
  size_t numbered; /* bfd-places.c */
  bool has_rel;    /* there are relocations for it of SHT_REL */
  uint64_t excess; /* bytes of relocations for it, if more than the file has;
                      libbfd cuts their number to 32 bits */
};

/* List the SFrame sections of OBJECT that are not empty.  */
sfm_status sframe_places (struct object *object, struct sframe_place **places,
                          size_t *count) SFM_CHECKED;

/* Fill in the .sframe sections with their relocations.  */
sfm_status object_sframes (struct object *object) SFM_CHECKED;

#endif /* BFDGLUE_BFD_INTERNAL_H */
