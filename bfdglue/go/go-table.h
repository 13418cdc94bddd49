/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   go-table.h - the table of functions in programs that Go's linker made.

   The runtime of Go walks stacks by this table, .gopclntab, so every such
   program has it.  For each function it says where SP is, at each
   instruction.  A table counts only if the module data of the program, by
   which the runtime finds it, refers to all of its parts as its header does,
   and all of its functions are in order and in the code.  */

#ifndef BFDGLUE_GO_TABLE_H
#define BFDGLUE_GO_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "code-ranges.h"

/* Versions of the table, by the release of Go that began to write them.  */
enum go_version
{
  GO_NONE,
  GO_1_2, /* from 1.5 on, which has the module data */
  GO_1_16,
  GO_1_18,
  GO_1_20
};

/* A part of a table: SIZE of its bytes from OFFSET on.  */
struct go_part
{
  uint64_t offset;
  uint64_t size;
};

/* A function of a table.  Its first member orders it.  */
struct go_entry
{
  uint64_t addr;
  uint64_t at; /* its record in the FUNCTIONS part; none for the last one */
};

struct go_table
{
  const struct image *image;
  enum go_version version;
  uint64_t addr; /* of the table */
  const uint8_t *bytes;
  uint64_t size;
  uint8_t quantum;          /* bytes of which instructions are a multiple */
  struct go_part names;     /* strings, */
  struct go_part programs;  /* programs that give values by address, */
  struct go_part functions; /* records of functions */
  struct go_entry *entries; /* by address, COUNT of them, and one more at the
                               end of the last function */
  size_t count;
  const char *why; /* what is wrong with the table, if there is one: a sentence
                      without its subject; NULL: nothing */
};

/* Find the table of CODE's image, which must outlive TABLE.  With version
   GO_NONE there is none that counts.  The caller releases TABLE with
   go_table_free in any case.  Statuses: NOMEM, which is reported.  */
sfm_status go_table_read (const struct code_ranges *code,
                          struct go_table *table,
                          const struct diag_sink *sink) SFM_CHECKED;
void go_table_free (struct go_table *table);

/* Whether ADDR is in the code that TABLE, which counts, describes.  */
static inline bool
go_table_has (const struct go_table *table, uint64_t addr)
{
  return addr >= table->entries[0].addr
         && addr < table->entries[table->count].addr;
}

/* Whether [ADDR, ADDR + SIZE) is in one function of TABLE, which counts.  */
bool go_table_holds (const struct go_table *table, uint64_t addr,
                     uint64_t size);

enum
{
  GO_TOP = 1,      /* nothing called it: a stack ends there */
  GO_SP_WRITE = 2, /* it gives SP another value, which the table cannot tell;
                      known since 1.17 */
  GO_SIGNAL = 4,   /* a signal handler made it look as if the interrupted
                      instruction had called it */
  GO_ENDS = 8,     /* the compiler lets no code follow a call of it */
  GO_RETURNS = 16, /* it returns, but by way of another stack */
  GO_LINK = 32     /* on AArch64 it is called before there is a frame, with its
                      caller's return address in X3, and has it in the link
                      register when it returns */
};

struct go_function
{
  uint64_t addr;
  uint64_t end;     /* where the next one begins; padding is before it */
  const char *name; /* in the image; NULL: none is there */
  uint64_t resumes; /* where it continues, with the SP of its calls, after a
                       recovered panic; 0: it does not, or that is not
                       known */
  uint32_t program; /* of SP, in the table's programs; 0: it has none, as
                       functions of C that Go's linker placed */
  unsigned flags;   /* GO_* */
};

/* Set *FUNCTION to function IDX of TABLE.  False: its record is damaged.  */
bool go_table_function (const struct go_table *table, size_t idx,
                        struct go_function *function);

/* A walk over what a program says.  */
struct go_rows
{
  const uint8_t *at, *stop; /* the rest of the program */
  uint64_t pc;
  uint64_t end; /* of the function */
  uint8_t quantum;
  int32_t value;
  bool first;
  bool broken; /* the program is damaged: no row of it counts */
};

/* SP is DEPTH bytes below where it was when the function was entered, with the
   return address on top of the stack, at [START, END).  */
struct go_row
{
  uint64_t start;
  uint64_t end;
  int32_t depth;
};

/* Begin with what TABLE says of SP in FUNCTION, which has a program.  */
void go_rows_begin (const struct go_table *table,
                    const struct go_function *function, struct go_rows *rows);

/* Set *ROW to the next one.  False: there is none, or ROWS->broken.  Rows
   follow each other without gaps, none is empty, and all are in the
   function; the last one may end before it, where padding begins.  */
bool go_rows_next (struct go_rows *rows, struct go_row *row);

#endif /* BFDGLUE_GO_TABLE_H */
