/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   dump-walk.h - the walk over a .sframe section that is dumped, and the
   forms that show it.  */

#ifndef TOOL_DUMP_WALK_H
#define TOOL_DUMP_WALK_H

#include "elf-image.h"
#include "input.h"
#include "outbuf.h"
#include "report.h"

struct dump_start_base;

/* What is dumped.  */
struct dump_section
{
  const char *file;
  const char *name;              /* of the section, or "PT_GNU_SFRAME" */
  bool segment;                  /* found by its program header */
  const struct image *image;     /* NULL for an object: no address */
  struct dump_start_base *known; /* of the image, by all its sections */
  bool absent; /* SHT_NOBITS: the bytes are in another file */
  uint64_t addr;
  const uint8_t *bytes;
  uint64_t size;
  uint64_t extent; /* bytes up to the end of PT_GNU_SFRAME, at least SIZE */
  const struct input_object *object; /* NULL for an image */
  const struct input_sframe *sframe; /* NULL for an image */
};

/* A function and where it is.  */
struct dump_function
{
  uint32_t idx;
  const struct sfm_piece *piece;
  const struct sfm_fde *fde;
  bool image; /* ADDR is known */
  uint64_t addr;
  const struct input_reloc *reloc; /* of an object: NULL if there is none */
  const struct input_object *object;
  const char *name; /* NULL if no symbol is there */
};

struct dump;

/* How to show it: called in the order of the section.  ERROR may come
   between any two.  */
struct dump_form
{
  /* What readelf does: the first piece only, starts as they are stored, with
     an object's relocations applied, and rows again for each function that
     has them.  */
  bool literal;
  void (*file) (struct dump *, const char *name); /* one of several */
  void (*section) (struct dump *, const struct dump_section *);
  void (*piece) (struct dump *, uint32_t number, const struct sfm_piece *,
                 bool past_section_end);
  void (*function) (struct dump *, const struct dump_function *);
  void (*row) (struct dump *, const struct sfm_piece *, const struct sfm_row *,
               const struct sfm_rules *);
  void (*same_rows) (struct dump *, uint32_t idx); /* as of that FDE */
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
  bool several;                         /* files are dumped */
  const struct dump_section *section;   /* at hand */
  const struct dump_function *function; /* at hand, for its rows */
  size_t error_count;                   /* shown so far */
  bool nomem; /* the form ran out of memory: what it shows has holes */
  struct dump_json *json; /* state of dump_json */
  struct outbuf out;
};

/* Walk over SECTION.  NOMEM: said so, and the dump is not complete.  What is
   wrong with the bytes is shown, counted and no failure.  */
sfm_status dump_walk (struct dump *dump, const struct dump_section *section);

/* DWARF numbers of stack and frame pointer of ABI.  */
struct dump_registers
{
  uint32_t sp;
  uint32_t fp;
};
struct dump_registers dump_registers (uint8_t abi);

/* Put RULE, of a row for ABI, at P as "sp+8", "*(cfa-16)", "same", ...;
   returns its end.  */
char *dump_put_rule (char *p, const struct sfm_rule *rule, uint8_t abi);

/* The name of the FRE type, "ADDR1" to "ADDR4".  */
const char *dump_fre_type (uint8_t fre_type);

/* X (VALUE, NAME) of the header flags.  */
#define DUMP_FLAGS(X)                                                         \
  X (SFM_F_FDE_SORTED, "FDE_SORTED")                                          \
  X (SFM_F_FRAME_POINTER, "FRAME_POINTER")                                    \
  X (SFM_F_FDE_FUNC_START_PCREL, "FDE_FUNC_START_PCREL")

/* Members of both forms of text: show what is wrong where it is, and
   nothing.  */
void dump_text_error (struct dump *dump, uint64_t offset, const char *text);
void dump_text_nothing (struct dump *dump);

extern const struct dump_form dump_text_form;
extern const struct dump_form dump_readelf_form;
extern const struct dump_form dump_json_form;

#endif /* TOOL_DUMP_WALK_H */
