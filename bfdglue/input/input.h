/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   input.h - relocatable objects and archives, as the commands see them.

   A section has the number here that it has in the file.  No type of libbfd
   passes this header, so that all its users build and are tested without
   it.  */

#ifndef BFDGLUE_INPUT_H
#define BFDGLUE_INPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sfmerge.h"
#include "pool.h"
#include "diag.h"

struct file_source;

#define INPUT_NO_SECTION UINT32_MAX

/* One live relocation of a .sframe section; R_*_NONE entries are left out.  */
struct input_reloc
{
  uint64_t offset;  /* r_offset in the .sframe section */
  uint32_t section; /* index into input_object.sections, or INPUT_NO_SECTION
                       for a target that is nowhere in this object (symbol
                       0, absolute, undefined, common) */
  uint64_t value;   /* offset in that section: S + A */
};

struct input_section
{
  const char *name;
  const char *group; /* signature of its COMDAT group, or NULL */
  uint64_t size;
  uint64_t align; /* a power of two, at least 1 */
  bool code;      /* SHF_EXECINSTR */
};

/* Bytes of a section that may differ in the image: relocated fields, and what
   linkers rewrite around them (reloc-masks.h).  */
struct reloc_mask_bytes
{
  uint64_t from;
  uint64_t to; /* after the last byte */
};

/* The bytes of a code section.  */
struct input_code
{
  const uint8_t *bytes; /* as long as the object; NULL: there are none to
                           compare (SHT_NOBITS) */
  uint64_t size;
  const struct reloc_mask_bytes
      *masks; /* sorted, disjoint, inside the section */
  size_t mask_count;
};

/* A symbol that can name a function: STT_FUNC, STT_NOTYPE or STT_GNU_IFUNC,
   defined in a section of the object.  */
struct input_symbol
{
  const char *name;
  uint64_t value; /* offset in SECTION */
  uint64_t size;
  uint32_t section;
  bool global; /* or weak */
  bool weak;
};

struct input_sframe
{
  const char *name; /* mostly ".sframe" */
  const uint8_t *bytes;
  size_t size;
  uint32_t type;                    /* sh_type */
  uint32_t number;                  /* of its section */
  const struct input_reloc *relocs; /* in the order of the relocation
                                       section */
  size_t reloc_count;
  const uint64_t *nones; /* r_offset of the skipped R_*_NONE entries, or
                            NULL */
  size_t none_count;
};

/* One object file or archive member.  Pointers are valid until the callback
   returns, or until inputs_free if they are marked "kept".  */
struct input_object
{
  const char *name;   /* kept: for messages; "lib.a(m.o)" for a member */
  const char *path;   /* kept: the file, or the archive */
  const char *member; /* kept: member name, or NULL */
  const char *outer;  /* kept: the thin archive that PATH is in, or NULL */
  const char *source; /* name of the first STT_FILE symbol, or NULL */
  uint16_t machine;   /* e_machine */
  bool big_endian;
  bool lto; /* has a compiler's intermediate code, which a link with -flto
               takes instead of the machine code */
  const struct input_section *sections;
  size_t section_count;
  const struct input_symbol *symbols;
  size_t symbol_count;
  const struct input_sframe *sframes; /* .name is kept, and so are .bytes,
                                         unless released */
  size_t sframe_count;
  bool *released; /* the callback sets it if .bytes are not needed after it
                     returns */
  struct object *reader; /* for input_code_read */
};

struct inputs;

/* Called for each object that has a .sframe section of non-zero size, in the
   order of the command line and of the archives.  Any status but SFM_OK ends
   the reading and is returned.  */
typedef sfm_status input_fn (void *data, const struct input_object *object);

/* Who reads the sections and symbols of objects.  */
enum input_reader
{
  INPUT_READER_OWN,   /* object-parts.c, which withstands any file */
  INPUT_READER_LIBBFD /* libbfd, as in GNU ld, if this build has it: for files
                         that a linker reads, too */
};

/* A reader of inputs, which reports to SINK.  NULL: no memory.  */
struct inputs *inputs_new (enum input_reader reader,
                           const struct diag_sink *sink);

/* Begin to read the COUNT files PATHS beside this thread, if there is a second
   processor; inputs_read_all with the same arguments has to follow, or
   inputs_free.  */
void inputs_begin (struct inputs *inputs, char *const *paths, size_t count);

/* Read the COUNT files PATHS, each an object, an archive or a thin archive,
   and call FN in this thread for their objects.  LLVM bitcode is skipped with
   a note; any other file, an ELF executable or shared object, and a missing
   member of a thin archive are errors.  Statuses: IO (cannot be read),
   CORRUPT, TRUNC, UNSUPP, NOMEM, LIMIT, or what FN returned.  */
sfm_status inputs_read_all (struct inputs *inputs, char *const *paths,
                            size_t count, input_fn *fn,
                            void *data) SFM_CHECKED;

/* The same for SOURCE.  */
sfm_status inputs_read_source (struct inputs *inputs,
                               const struct file_source *source, input_fn *fn,
                               void *data) SFM_CHECKED;

/* End the reading, and release all that is kept.  NULL is allowed.  */
void inputs_free (struct inputs *inputs);

/* Get the bytes and the masks of section number SECTION of OBJECT, the masks
   in POOL; at most once for each section.  OBJECT is the argument of an
   input_fn that has not returned yet.  A relocation of an unknown type masks
   the whole section.  Statuses: CORRUPT, NOMEM.  */
sfm_status input_code_read (const struct input_object *object,
                            uint32_t section, struct pool *pool,
                            struct input_code *code) SFM_CHECKED;

#endif /* BFDGLUE_INPUT_H */
