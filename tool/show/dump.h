/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   dump.h - sfmerge dump.  */

#ifndef TOOL_DUMP_H
#define TOOL_DUMP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "code-ranges.h"
#include "elf-image.h"
#include "function-index.h"
#include "input.h"
#include "options.h"
#include "pieces.h"
#include "pool.h"
#include "report.h"
#include "sfmerge.h"

/* The walk over a .sframe section, and the forms of output.  */

struct demangler;
struct dump_start_base;
struct dump_wanted;

/* The section or segment to dump.  */
struct dump_section
{
  const char *file;
  const char *name;              /* of the section, or "PT_GNU_SFRAME" */
  bool segment;                  /* found by its program header */
  const struct image *image;     /* NULL for an object, which has no ADDR */
  struct dump_start_base *known; /* of the image, shared by its sections */
  bool absent; /* SHT_NOBITS: the bytes are in another file */
  uint64_t addr;
  const uint8_t *bytes;
  uint64_t size;
  uint64_t extent; /* bytes up to the end of PT_GNU_SFRAME, at least SIZE */
  const struct input_object *object; /* NULL for an image */
  const struct input_sframe *sframe; /* NULL for an image */
};

/* A function with its address or relocation.  */
struct dump_function
{
  uint32_t idx;
  const struct sfm_piece *piece;
  const struct sfm_fde *fde;
  bool image; /* ADDR is known */
  uint64_t addr;
  const struct input_reloc *reloc; /* in an object; NULL: none */
  const struct input_object *object;
  const char *name; /* NULL: there is no symbol */
  bool at;          /* of an image, found by --at, AT_OFFSET bytes after its
                       start */
  uint64_t at_offset;
};

struct dump;

/* A form of output.  Functions are called in the order of the section; ERROR
   may be called between any two.  NO_HEADER may be NULL.  */
struct dump_form
{
  void (*section) (struct dump *, const struct dump_section *);
  void (*piece) (struct dump *, uint32_t number, const struct sfm_piece *,
                 bool past_section_end);
  void (*function) (struct dump *, const struct dump_function *);
  void (*row) (struct dump *, const struct sfm_piece *, const struct sfm_row *,
               const struct sfm_rules *);
  /* Called instead of ROW: the rows are those of FDE number IDX.  */
  void (*same_rows) (struct dump *, uint32_t idx);
  void (*function_end) (struct dump *);
  void (*piece_end) (struct dump *);
  void (*error) (struct dump *, uint64_t offset, const char *text);
  void (*no_header) (struct dump *, const struct dump_section *);
  void (*section_end) (struct dump *);
};

/* What --format asks for.  */
enum dump_table
{
  DUMP_TEXT, /* or JSON */
  DUMP_ROWS, /* a table of rows, binary */
  DUMP_CSV   /* the same as text */
};

struct dump
{
  const struct dump_form *form;
  enum dump_table table;
  const struct diag_sink *sink;
  bool headers;                     /* --headers: no functions */
  bool as_json;                     /* --json */
  bool demangle;                    /* --demangle */
  LIST (struct dump_wanted) wanted; /* --at; none: everything */
  struct demangler *demangler;      /* NULL: names stay as they are */
  size_t error_count;               /* shown so far */
  bool nomem;             /* the form ran out of memory: its output has gaps */
  struct dump_json *json; /* state of dump_json_form */
  struct progress progress;
  size_t functions; /* shown so far */
  struct outbuf out;
};

/* Show SECTION.  Errors in its bytes are shown and counted in error_count, but
   are not a failure.  Statuses: NOMEM, which was reported; the output is
   incomplete.  */
sfm_status dump_walk (struct dump *dump, const struct dump_section *section);

/* The name of FRE_TYPE: "ADDR1", "ADDR2" or "ADDR4", else "ADDR?".  */
const char *dump_fre_type (uint8_t fre_type);

/* Put the names of the header's *FLAGS at P, with FIRST before the first one
   and MORE before others, and clear the flags that have a name.  Returns the
   end.  */
char *dump_put_flags (char *p, uint8_t *flags, const char *first,
                      const char *more);

extern const struct dump_form dump_text_form;
extern const struct dump_form dump_json_form;

/* The start base of each piece of a dumped image, and the names of its
   functions.  */

/* What was read of an image.  All zero at first.  CODE and INDEX are read for
   the first piece without the PCREL flag.  */
struct dump_start_base
{
  bool known; /* INDEX was read */
  struct function_index index;
  bool named; /* NAMES was read */
  struct symbol_index names;
};

/* Read the names of SECTION's image, unless they were read.  Statuses: NOMEM,
   which was reported.  */
sfm_status dump_start_base_names (const struct dump_section *section,
                                  const struct diag_sink *sink) SFM_CHECKED;

void dump_start_base_free (struct dump_start_base *state);

/* The arguments of --at: addresses and functions.  */

/* An argument of --at: an address, a name, or a name and an offset.  Which of
   these it is depends on what the file has.  */
struct dump_wanted
{
  const char *text;  /* the argument */
  size_t name_size;  /* bytes of the name in TEXT before the offset; 0: there
                        is no offset */
  uint64_t offset;   /* if NAME_SIZE is not 0 */
  bool hexadecimal;  /* TEXT is the number ADDR */
  bool only_address; /* ... and not a name, as it begins with 0x */
  uint64_t addr;
};

/* dump-rows.c: write the table that DUMP->table asks for, of SECTION of the
   image PATH.  What cannot be in it is an error that is reported and counted
   in DUMP.  */
void dump_rows (struct dump *dump, const char *path,
                const struct sfm_section *section);

/* Dump the linked image SOURCE.  A callback of struct file_visitor
   (file-list.h); DUMP is a struct dump.  */
sfm_status dump_image (void *dump,
                       const struct file_source *source) SFM_CHECKED;

/* Dump the headers of IMAGE, an image or an object that SFrame has no ABI for;
   DUMP is a struct dump.  A foreign_fn.  */
sfm_status dump_foreign (void *dump, const struct image *image) SFM_CHECKED;

/* Begin and end the JSON document around dumped sections.  */

/* Begin the document, and set DUMP's form to JSON.  Statuses: NOMEM, which was
   reported, and nothing was written.  */
sfm_status json_begin (struct dump *dump) SFM_CHECKED;

/* Begin and end the object of FILE in "files".  dump_walk may be called any
   number of times in between.  */
void json_file (struct dump *dump, const char *file);
void json_file_end (struct dump *dump);

/* End the document, and release the state of json_begin.  */
void json_end (struct dump *dump);

/* The address and name of each function of a dumped section.  */

struct by_offset;

struct dump_starts
{
  /* For an image: the start base of the current piece.  */
  enum sfm_start_base start_base;
  /* For an object: FDE_RELOCS if PAIRED, else the reason in COMPLAINT, and
     BY_OFFSET, the relocations sorted by offset.  */
  struct pool pool;
  struct object_names names;
  bool paired;
  struct fde_relocs fde_relocs;
  size_t fde_base; /* number of FDEs before the current piece */
  size_t fde_next; /* ... and after it */
  char complaint[256];
  struct by_offset *by_offset;
};

/* Prepare for SECTION, which must outlive STARTS.  Relocations that cannot be
   paired are not a failure: starts_complain reports them.  POOL is to be freed
   in any case.  Statuses: NOMEM, without a message.  */
sfm_status starts_begin (struct dump_starts *starts,
                         const struct dump_section *section) SFM_CHECKED;

/* Prepare for PIECE, the next one of SECTION.  FIRST: it is the first.
   Statuses: NOMEM, which was reported.  */
sfm_status starts_piece (struct dump_starts *starts,
                         const struct dump_section *section,
                         const struct sfm_piece *piece, bool first,
                         const struct diag_sink *sink) SFM_CHECKED;

/* Fill in the address or relocation of FUNCTION, a function of the current
   piece, and its name.  */
void starts_find (const struct dump_starts *starts,
                  const struct dump_section *section,
                  struct dump_function *function);

/* If the relocations could not be paired, say why on SINK.  Returns the number
   of errors, 0 or 1.  */
size_t starts_complain (const struct dump_starts *starts,
                        const struct dump_section *section,
                        const struct diag_sink *sink);

#endif /* TOOL_DUMP_H */
