/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   bfd-internal.h - what the bfd-*.c files share; the only header that sees
   bfd.h.  Include config.h first: bfd.h asks for it.  */

#ifndef BFDGLUE_BFD_INTERNAL_H
#define BFDGLUE_BFD_INTERNAL_H

#include <bfd.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "file-bytes.h"
#include "input.h"
#include "string-set.h"
#include "pool.h"
#include "diag.h"

/* Between 2.40 and 2.44 bfd_bread became bfd_read, which had been a macro for
   an older interface until then.  */
#ifdef bfd_read
#define bfd_read_bytes bfd_bread
#else
#define bfd_read_bytes bfd_read
#endif

/* ------------------------------------------------------------------ */
/* bfd-stderr.c: what BFD would print                                 */

enum
{
  STDERR_TEXT = 1024
};

struct libbfd_stderr
{
  FILE *stream; /* stands in for stderr, or NULL where that cannot be */
  FILE *user;   /* stderr as it was */
  size_t size;
  char text[STDERR_TEXT];
};

/* False: no memory.  */
bool stderr_open (struct libbfd_stderr *libbfd_stderr);
void stderr_close (struct libbfd_stderr *libbfd_stderr);

/* Every call into BFD lies between these two, and no call of the sink or of
   the caller's function does.  */
void stderr_hold (struct libbfd_stderr *libbfd_stderr);
void stderr_release (struct libbfd_stderr *libbfd_stderr);

/* Say what was held back about FILE as notes, and forget it.  */
void stderr_report (struct libbfd_stderr *libbfd_stderr,
                    const struct diag_sink *sink, const char *file);

/* ------------------------------------------------------------------ */
/* bfd-file.c: the bytes of a file, and a bfd on them                  */

enum
{
  /* Up to here a buffer that is used again is cheaper than new memory: 8.5 us
     against 15.4 us for an object of a few kB.  */
  FILE_BUFFER = 64 * 1024
};

struct bytes_file
{
  const uint8_t *bytes;
  size_t size;
  bool taken; /* BYTES are from file_take */
  struct file_id id;
};

/* Read PATH, called NAME in messages.  BUFFER has room for FILE_BUFFER
   bytes, and is in use until bytes_close, which is allowed even after a
   failure.  Statuses: IO, TRUNC, LIMIT, NOMEM.  */
sfm_status bytes_open (const char *path, const char *name, uint8_t *buffer,
                       struct bytes_file *file,
                       const struct diag_sink *sink) SFM_CHECKED;
void bytes_close (struct bytes_file *file);

/* A bfd that reads FILE, which must outlive it; NULL with BFD's error set if
   there is no memory.  */
bfd *bytes_bfd (const char *path, struct bytes_file *file);

/* ------------------------------------------------------------------ */
/* bfd-reader.c: the reader                                            */

struct inputs
{
  const struct diag_sink *sink;
  struct pool kept;    /* until inputs_free */
  struct pool bytes;   /* .sframe sections, as long unless released */
  struct pool scratch; /* one object's */
  struct input_counts counts;
  struct string_set seen; /* bfd-seen.c; in KEPT */
  struct libbfd_stderr libbfd_stderr;
  bool usable;       /* libbfd fits its header */
  const char *outer; /* the thin archive that the archive at hand is in, or
                        NULL */
  uint8_t buffer[FILE_BUFFER];
  uint8_t member_buffer[FILE_BUFFER]; /* a thin archive's member's */
};

#define SLIM_LTO_NOTE                                                         \
  "holds code for the link-time optimizer only, and no .sframe section"

/* The status that fits BFD's last error.  */
sfm_status reader_status (void);

/* Say that BFD failed to WHAT ("read the symbols") of FILE, and why; return
   the status.  */
sfm_status reader_failed (struct inputs *inputs, const char *file,
                          const char *what);

/* ------------------------------------------------------------------ */
/* bfd-inputs.c: a file, whatever it is                                */

/* inputs_read of PATH, whose bytes FILE holds.  */
sfm_status inputs_read_bytes_file (struct inputs *inputs, const char *path,
                                   struct bytes_file *file, input_fn *fn,
                                   void *data) SFM_CHECKED;

/* ------------------------------------------------------------------ */
/* bfd-seen.c: which archives and thin members were read               */

/* Set *FIRST to whether this is the first call for the file ID and WHERE: 0
   for all of it, or the position of a member's header in it.  */
sfm_status inputs_first_time (struct inputs *inputs, const struct file_id *id,
                              uint64_t where, bool *first) SFM_CHECKED;

/* ------------------------------------------------------------------ */
/* bfd-archive.c, bfd-thin.c, bfd-member.c: members                    */

/* Read the archive, or thin archive, PATH, whose bytes FILE holds.  PATH is
   kept.  */
sfm_status inputs_archive (struct inputs *inputs, const char *path,
                           struct bytes_file *file, input_fn *fn,
                           void *data) SFM_CHECKED;
sfm_status inputs_thin_archive (struct inputs *inputs, const char *path,
                                const struct bytes_file *file, input_fn *fn,
                                void *data) SFM_CHECKED;

/* Sets *NAME to "ARCHIVE(MEMBER)", in POOL.  */
sfm_status inputs_member_name (struct inputs *inputs, struct pool *pool,
                               const char *archive, const char *member,
                               const char **name) SFM_CHECKED;

/* True if the member NAME, which begins with the SIZE bytes at BYTES, is of
   KIND_OBJECT; else count it and say what it is.  */
bool inputs_member_wanted (struct inputs *inputs, const char *name,
                           const uint8_t *bytes, size_t size);

/* True if FILE, which is of KIND_ARCHIVE, is thin.  */
static inline bool
is_thin (const struct bytes_file *file)
{
  return file->bytes[2] == 't';
}

/* ------------------------------------------------------------------ */
/* bfd-kind.c: what a file is, by its first bytes                      */

enum file_kind
{
  KIND_OBJECT,  /* ELF64, relocatable, of a machine with an SFrame ABI */
  KIND_IMAGE,   /* the same, linked or a core */
  KIND_ARCHIVE, /* thin or not */
  KIND_LLVM,    /* LLVM bitcode: what clang -flto writes */
  KIND_FOREIGN
};

enum
{
  KIND_BYTES = 64 /* those of an ELF64 header */
};

/* The kind of a file or member that begins with the SIZE bytes at BYTES.
   *WHY, unless the kind is KIND_OBJECT or KIND_ARCHIVE, is what it is, as
   the end of "is ...".  */
enum file_kind input_kind (const uint8_t *bytes, size_t size,
                           const char **why);

/* ------------------------------------------------------------------ */
/* bfd-object.c: one object                                            */

struct object
{
  struct inputs *inputs;
  bfd *abfd;
  const char *name;
  uint64_t size; /* of the file or member */
  bool big_endian;

  /* bfd-raw.c: the section headers, as they lie in the file.  */
  const uint8_t *shdrs;
  size_t shdr_count;
  bool has_rel;          /* there is a section of SHT_REL */
  const uint8_t *symtab; /* the symbol table as it lies in the file */
  size_t symtab_count;   /* entries, with number 0 */

  /* BFD's symbols: number I of the file is symbols[I - 1].  */
  asymbol **symbols;
  size_t symbol_count;

  asection **sections; /* as out.sections; NULL where there is none */
  uint64_t code_left;  /* bytes that may still be read as code */

  struct input_object out;
};

/* Hand the object ABFD, of KIND_OBJECT, to FN if it has a .sframe section.
   NAME, PATH and MEMBER are kept.  HEADER is its ELF header.  */
sfm_status inputs_object (struct inputs *inputs, bfd *abfd, const char *name,
                          const char *path, const char *member,
                          const uint8_t *header, input_fn *fn,
                          void *data) SFM_CHECKED;

/* Read the object, of KIND_OBJECT, that FILE holds.  NAME, PATH and MEMBER
   are kept.  */
sfm_status inputs_bytes (struct inputs *inputs, const char *name,
                         const char *path, const char *member,
                         struct bytes_file *file, input_fn *fn,
                         void *data) SFM_CHECKED;

/* ------------------------------------------------------------------ */
/* bfd-raw.c: ELF structures that the public API does not show         */

struct raw_shdr
{
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
};

/* The SIZE bytes at OFFSET of OBJECT, in the scratch pool; WHAT names them
   in messages.  */
sfm_status raw_read (struct object *object, uint64_t offset, uint64_t size,
                     const char *what, const uint8_t **bytes) SFM_CHECKED;

/* The same, with nothing said but that there is no memory.  SFM_END: they
   cannot be read.  */
sfm_status raw_try (struct object *object, uint64_t offset, uint64_t size,
                    const uint8_t **bytes) SFM_CHECKED;

/* Set OBJECT's section headers.  HEADER is the ELF header.  Trying says as
   little as raw_try, and SFM_END.  */
sfm_status raw_headers (struct object *object,
                        const uint8_t *header) SFM_CHECKED;
sfm_status raw_try_headers (struct object *object,
                            const uint8_t *header) SFM_CHECKED;

/* Set OBJECT's symbol table, and what else its headers tell.  */
sfm_status raw_symtab (struct object *object) SFM_CHECKED;

uint16_t raw_u16 (const struct object *object, const uint8_t *bytes);
uint32_t raw_u32 (const struct object *object, const uint8_t *bytes);
void raw_shdr (const struct object *object, size_t idx, struct raw_shdr *shdr);

/* A section by its place in the file.  */
struct raw_place
{
  uint64_t offset;
  uint64_t size;
  uint32_t type;   /* SHT_NULL: it has no header */
  uint32_t number; /* of its header */
  size_t given;    /* bfd-number.c */
};

/* bfd-number.c: set type and number of the COUNT PLACES, which have none.  */
sfm_status raw_number (struct object *object, struct raw_place *places,
                       size_t count) SFM_CHECKED;

void raw_symbol (const struct object *object, size_t idx,
                 struct raw_symbol *symbol);
void raw_rela (const struct object *object, const uint8_t *entry,
               struct raw_rela *rela);

/* ------------------------------------------------------------------ */
/* bfd-charge.c, bfd-groups.c: what libbfd would do                    */

/* LIMIT if libbfd would do much more for OBJECT, whose ELF header is HEADER,
   than its bytes are worth.  Sets the section headers.  */
sfm_status object_charge (struct object *object,
                          const uint8_t *header) SFM_CHECKED;

enum
{
  /* Steps for each byte of the file: what compilers write, with 72,000 groups
     too, takes 0.05.  mold -r sorts sections by their names, but not their
     groups: 72,000 take 61, for which libbfd works 18 seconds.  */
  STEPS_LIMIT = 128
};

/* Add the STEPS for section number IDX to *TOTAL.  */
sfm_status steps_charge (const struct object *object, size_t idx,
                         uint64_t steps, uint64_t *total) SFM_CHECKED;

/* Add those for the groups of OBJECT.  */
sfm_status groups_charge (struct object *object, uint64_t *total) SFM_CHECKED;

/* ------------------------------------------------------------------ */
/* bfd-symbols.c, bfd-sections.c, bfd-sframes.c: parts of an object    */

/* Number of the section of OBJECT that SECTION is, or INPUT_NO_SECTION for
   BFD's own (undefined, absolute, common).  */
uint32_t section_number (const struct object *object, const asection *section);

/* Fill in the sections; needs the symbols.  */
sfm_status object_sections (struct object *object) SFM_CHECKED;

/* Read the symbol table for the other parts, then fill in the symbols.  */
sfm_status object_load_symbols (struct object *object) SFM_CHECKED;
sfm_status object_symbols (struct object *object) SFM_CHECKED;

/* Fill in the .sframe sections with their relocations.  */
sfm_status object_sframes (struct object *object) SFM_CHECKED;

/* Fill in the relocations of SECTION.  */
sfm_status object_relocs (struct object *object, asection *section,
                          struct input_sframe *sframe) SFM_CHECKED;

#endif /* BFDGLUE_BFD_INTERNAL_H */
