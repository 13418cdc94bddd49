/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   dump-walk.h - the walk over a .sframe section, and the forms of output.  */

#ifndef TOOL_DUMP_WALK_H
#define TOOL_DUMP_WALK_H

#include "elf-image.h"
#include "input.h"
#include "outbuf.h"
#include "progress.h"
#include "rules-text.h"
#include "report.h"

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
  const char *name; /* NULL: no symbol is there */
  bool at;          /* found by --at, AT_OFFSET bytes after its start */
  uint64_t at_offset;
};

struct dump;

/* A form of output.  Functions are called in the order of the section; ERROR
   may be called between any two.  */
struct dump_form
{
  /* Dump as readelf does: only the first piece, starts as they are stored
     after an object's relocations were applied, and shared rows for each
     function.  */
  bool literal;
  void (*file) (struct dump *, const char *name); /* one of several */
  void (*section) (struct dump *, const struct dump_section *);
  void (*piece) (struct dump *, uint32_t number, const struct sfm_piece *,
                 bool past_section_end);
  void (*function) (struct dump *, const struct dump_function *);
  void (*row) (struct dump *, const struct sfm_piece *, const struct sfm_row *,
               const struct sfm_rules *);
  /* Instead of ROW: the rows are those of FDE number IDX.  */
  void (*same_rows) (struct dump *, uint32_t idx);
  void (*function_end) (struct dump *);
  void (*piece_end) (struct dump *);
  void (*error) (struct dump *, uint64_t offset, const char *text);
  void (*no_header) (struct dump *, const struct dump_section *);
  void (*section_end) (struct dump *);
};

struct dump
{
  const struct dump_form *form;
  const struct diag_sink *sink;
  bool headers;                         /* --headers: no functions */
  const struct dump_wanted *wanted;     /* --at */
  size_t wanted_count;                  /* 0: everything */
  struct demangler *demangler;          /* --demangle, or NULL */
  bool several;                         /* more than one file is dumped */
  const struct dump_section *section;   /* the current one */
  const struct dump_function *function; /* the current one, or NULL */
  size_t error_count;                   /* shown so far */
  bool nomem;             /* the form ran out of memory: its output has gaps */
  struct dump_json *json; /* state of dump_json_form */
  struct progress progress;
  size_t functions; /* shown so far */
  struct outbuf out;
};

/* Show SECTION.  Errors in its bytes are shown and counted in error_count, and
   are no failure.  Statuses: NOMEM, which was said; the output is
   incomplete.  */
sfm_status dump_walk (struct dump *dump, const struct dump_section *section);

/* The name of FRE_TYPE: "ADDR1", "ADDR2" or "ADDR4", else "ADDR?".  */
const char *dump_fre_type (uint8_t fre_type);

/* X (VALUE, NAME) for each header flag.  */
#define DUMP_FLAGS(X)                                                         \
  X (SFM_F_FDE_SORTED, "FDE_SORTED")                                          \
  X (SFM_F_FRAME_POINTER, "FRAME_POINTER")                                    \
  X (SFM_F_FDE_FUNC_START_PCREL, "FDE_FUNC_START_PCREL")

/* Members that both text forms share: show an error in place, and show
   nothing.  */
void dump_text_error (struct dump *dump, uint64_t offset, const char *text);
void dump_text_nothing (struct dump *dump);

extern const struct dump_form dump_text_form;
extern const struct dump_form dump_readelf_form;
extern const struct dump_form dump_json_form;

#endif /* TOOL_DUMP_WALK_H */
