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

#include "diag.h"
#include "pool.h"
#include "sfmerge.h"

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
  bool code; /* SHF_EXECINSTR */
};

/* Bytes of a section that may differ in the image: relocated fields, and what
   linkers rewrite around them.  */
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
  uint64_t align; /* a power of two, at least 1 */
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

/* Which relocation of a .sframe section belongs to which FDE.  */

#define FDE_RELOC_NONE UINT32_MAX

/* The pieces of one input section, and the relocation of each FDE.  */
struct fde_relocs
{
  struct sfm_piece *pieces;
  uint64_t *first_fde; /* for each piece: the number of its first FDE, counted
                          over all pieces */
  size_t piece_count;
  size_t fde_count;   /* of all pieces */
  uint32_t *reloc_of; /* for each FDE, in the order of the pieces: index into
                         sframe->relocs, or FDE_RELOC_NONE if the function was
                         discarded */
  bool by_order;      /* paired by order, not by offset */
};

/* Whether a header of SFRAME, after others that are sound, has a version,
   flags or an ABI that the engine does not know.  WHAT says which.  */
bool sframe_is_later (const struct input_sframe *sframe,
                      struct sfm_diag *what);

/* Read the pieces of SFRAME, a section of OBJECT, and pair its relocations
   with their FDEs: by offset if every live one is at the start field of an FDE
   of its own, else by order if there are as many as FDEs (ld -r of GNU ld 2.44
   and earlier; doc/internals.md, section 9), else it is an error.  FDE_RELOCS
   lives as long as POOL.  Statuses: NOMEM, LIMIT, CORRUPT, TRUNC, UNSUPP.  */
sfm_status fde_relocs_pair (const struct input_object *object,
                            const struct input_sframe *sframe,
                            struct pool *pool, struct fde_relocs *fde_relocs,
                            const struct diag_sink *sink) SFM_CHECKED;

/* A function of an input, found in the image.  */

struct found_function
{
  uint64_t addr;
  uint64_t digest;               /* of its rules in the input */
  const struct sfm_piece *piece; /* of the input; its bytes live as long as the
                                    inputs */
  uint64_t field;                /* offset of its start field in the section */
  uint32_t fde;                  /* number in PIECE */
  uint32_t size;
  uint32_t input; /* number, for placer_input_name */
  bool refuted;   /* it is left out: .eh_frame has other rules at ADDR */
  bool unjudged;  /* it is left out: .eh_frame cannot judge its rows at
                     ADDR */
};

/* Look up the names of an object's functions by section and offset.  */

/* An index of names.  All zero: it is empty.  */
struct object_names
{
  const struct input_symbol **symbols; /* by section, then value; one for each
                                          place */
  size_t count;
};

/* Index the symbols of OBJECT, which must outlive NAMES, with memory from
   POOL.  Statuses: NOMEM.  */
sfm_status object_names_read (struct object_names *names,
                              const struct input_object *object,
                              struct pool *pool) SFM_CHECKED;

/* The name of the symbol at OFFSET of section number SECTION, or NULL.  */
const char *object_names_at (const struct object_names *names,
                             uint32_t section, uint64_t offset);

/* Symbols of an object, sorted by section and value.  */

/* Sort the COUNT pointers at SYMBOLS, which are all of one object, by section,
   then value, then their order in the object.  */
void object_symbols_sort (const struct input_symbol **symbols, size_t count);

/* True if S is before VALUE of SECTION.  */
static inline bool
object_symbol_before (const struct input_symbol *s, uint32_t section,
                      uint64_t value)
{
  return s->section < section || (s->section == section && s->value < value);
}

/* The index of the first of the COUNT sorted SYMBOLS that is at or after VALUE
   of SECTION; COUNT if there is none.  */
size_t object_symbols_first (const struct input_symbol *const *symbols,
                             size_t count, uint32_t section, uint64_t value);

/* Which bytes of code a linker may change for a relocation.  */

/* A relocation of a code section.  */
struct code_reloc
{
  uint64_t offset;
  uint32_t type;
  bool undefined_weak; /* its symbol is weak and not defined in the object */
};

/* Set *MASK to the bytes that a linker may write for RELOC: its field and, for
   types that linkers relax, what they rewrite around it.  RELOC is of a
   section of e_machine MACHINE whose SIZE bytes are at BYTES.  The mask is
   clipped to the section; it is empty for types that are only markers and for
   offsets outside the section.  False: the type is unknown.  */
bool reloc_mask (uint16_t machine, const struct code_reloc *reloc,
                 const uint8_t *bytes, uint64_t size,
                 struct reloc_mask_bytes *mask);

#endif /* BFDGLUE_INPUT_H */
