/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   go-function.c - the functions of a table, and where SP is in them.  */

#include "config.h"

#include <string.h>

#include "elf-abi.h"
#include "go-table.h"
#include "sorted.h"

enum
{
  /* In a record, after the address: the name, a number, where it goes on after
     a panic, the program of SP, and more.  1.16 added four bytes, and 1.20
     four more, before what has the flags: one byte each for what the function
     is, the flags since 1.17, a 0, and a number.  */
  NAME = 0,
  RESUMES = 8,
  PROGRAM = 12,
  IDENTITY = 28,
  IDENTITY_SIZE = 4,

  /* Flags in the table.  */
  FLAG_TOP = 1,
  FLAG_SP_WRITE = 2
};

/* A function that the runtime treats in its own way.  */
struct special
{
  const char *name;
  unsigned flags;
};

/* Before 1.17 the table did not tell the first ones; _rt0_amd64 continues the
   program's entry point.  */
static const struct special specials[] = {
  { "runtime.goexit", GO_TOP },
  { "runtime.mstart", GO_TOP },
  { "runtime.rt0_go", GO_TOP },
  { "_rt0_amd64", GO_TOP },
  { "runtime.asyncPreempt", GO_SIGNAL },
  { "runtime.sigpanic", GO_SIGNAL },
  { "runtime.sigpanic0", GO_SIGNAL },
  { "runtime.debugCallV1", GO_SIGNAL },
  { "runtime.debugCallV2", GO_SIGNAL },
  { "runtime.morestack", GO_RETURNS | GO_LINK },
  { "runtime.morestack_noctxt", GO_LINK },
  { "runtime.mcall", GO_RETURNS },
  { "runtime.throw", GO_ENDS },
  { "runtime.throwinit", GO_ENDS },
  { "runtime.gopanic", GO_ENDS },
  { "runtime.panicwrap", GO_ENDS },
  { "runtime.block", GO_ENDS },
  { "runtime.panicmakeslicelen", GO_ENDS },
  { "runtime.panicmakeslicecap", GO_ENDS },
  { "runtime.panicunsafeslicelen", GO_ENDS },
  { "runtime.panicunsafeslicenilptr", GO_ENDS },
  { "runtime.panicunsafestringlen", GO_ENDS },
  { "runtime.panicunsafestringnilptr", GO_ENDS },
  { "runtime.panicrangestate", GO_ENDS },
};

/* The string of the record's NAME, or NULL.  */
static const char *
name_at (const struct go_table *table, uint32_t offset)
{
  if (offset >= table->names.size)
    return NULL;
  const char *name
      = (const char *) table->bytes + table->names.offset + offset;
  return memchr (name, '\0', table->names.size - offset) != NULL ? name : NULL;
}

/* What the names of functions say of FUNCTION, which has FLAGS.  */
static unsigned
special_flags (const struct go_function *function, unsigned flags)
{
  if (function->name == NULL)
    return flags;
  /* The table says that a stack ends in sigtramp.  But the kernel calls it,
     with a return address.  */
  if (strcmp (function->name, "runtime.sigtramp") == 0)
    return flags & ~(unsigned) GO_TOP;
  for (size_t i = 0; i < sizeof specials / sizeof *specials; i++)
    if (strcmp (function->name, specials[i].name) == 0)
      return flags | specials[i].flags;
  return flags;
}

bool
go_table_function (const struct go_table *table, size_t idx,
                   struct go_function *function)
{
  const bool big = table->image->big_endian;
  const struct go_entry *entry = &table->entries[idx];
  const unsigned address = table->version >= GO_1_18 ? 4 : 8;
  const unsigned identity = IDENTITY
                            + (table->version == GO_1_2   ? 0
                               : table->version < GO_1_20 ? 4
                                                          : 8);
  const uint8_t *record
      = table->bytes + table->functions.offset + entry->at + address;
  unsigned flags = 0;

  /* That the address is there was checked.  */
  if (table->functions.size - entry->at - address < identity + IDENTITY_SIZE)
    return false;
  *function = (struct go_function){
    .addr = entry->addr,
    .end = entry[1].addr,
    .name = name_at (table, elf_u32 (record + NAME, big)),
    .program = elf_u32 (record + PROGRAM, big),
  };
  /* Before 1.16 there may be another number in its place.  */
  if (table->version != GO_1_2)
    {
      const uint32_t resumes = elf_u32 (record + RESUMES, big);
      if (resumes != 0 && resumes < function->end - function->addr)
        function->resumes = function->addr + resumes;
      flags = record[identity + 1];
    }
  function->flags = special_flags (
      function, ((flags & FLAG_TOP) != 0 ? GO_TOP : 0)
                    | ((flags & FLAG_SP_WRITE) != 0 ? GO_SP_WRITE : 0)
                    | (entry->addr == table->image->entry ? GO_TOP : 0));
  return true;
}

bool
go_table_holds (const struct go_table *table, uint64_t addr, uint64_t size)
{
  if (!go_table_has (table, addr))
    return false;
  const size_t after
      = sorted_after (table->entries, table->count + 1, sizeof *table->entries,
                      offsetof (struct go_entry, addr), addr);
  return size <= table->entries[after].addr - addr;
}

void
go_rows_begin (const struct go_table *table,
               const struct go_function *function, struct go_rows *rows)
{
  const struct go_part *programs = &table->programs;
  const uint8_t *start = table->bytes + programs->offset;

  *rows = (struct go_rows){
    .at = start,
    .stop = start + programs->size,
    .pc = function->addr,
    .end = function->end,
    .quantum = table->quantum,
    .value = -1,
    .first = true,
    .broken = function->program >= programs->size,
  };
  if (!rows->broken)
    rows->at += function->program;
}

/* Set *VALUE to the next number of the program, of 7 bits a byte, the lowest
   first.  False: it is damaged.  */
static bool
next_number (struct go_rows *rows, uint32_t *value)
{
  *value = 0;
  for (unsigned shift = 0; shift < 32 && rows->at < rows->stop; shift += 7)
    {
      const uint8_t byte = *rows->at++;
      if (shift == 28 && byte > 0xf)
        return false;
      *value |= (uint32_t) (byte & 0x7f) << shift;
      if (byte < 0x80)
        return true;
    }
  return false;
}

bool
go_rows_next (struct go_rows *rows, struct go_row *row)
{
  uint32_t change, step;

  if (rows->broken)
    return false;
  rows->broken = true;
  if (!next_number (rows, &change))
    return false;
  /* A change of 0 ends the program, except at its start.  */
  if (change == 0 && !rows->first)
    {
      rows->broken = false;
      rows->stop = rows->at;
      return false;
    }
  rows->first = false;
  const int64_t value
      = rows->value + (int64_t) (int32_t) ((change >> 1) ^ -(change & 1));
  if (!next_number (rows, &step) || step == 0 || value < INT32_MIN
      || value > INT32_MAX
      || (uint64_t) step * rows->quantum > rows->end - rows->pc)
    return false;
  rows->value = (int32_t) value;
  row->start = rows->pc;
  row->end = rows->pc + (uint64_t) step * rows->quantum;
  row->depth = rows->value;
  rows->pc = row->end;
  rows->broken = false;
  return true;
}
