/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   fixture-go.c - an image with a table of Go.  */

#include "config.h"

#include <elf.h>
#include <string.h>

#include "elf-abi.h"
#include "fixture-go.h"

/* Where functions begin in the code, and where the last one ends.  */
const uint32_t go_starts[GO_FUNCTIONS + 1] = { 0x100, 0x140, 0x180, 0x1a0 };
const char go_names[GO_NAMES_SIZE] = "\0main.main\0runtime.goexit\0asm";
const uint32_t go_name_at[GO_FUNCTIONS] = { 1, 11, 26 };

/* For multiples of the quantum: 0 for 4, 16 for 8, 0 for 2; 0 for 1; and 8 for
   3, -8 for 1.  */
static const uint8_t programs[] = {
  0,    0x02, 0x04, 0x20, 0x08, 0x1f, 0x02, 0x00, /* at 1 */
  0x02, 0x01, 0x00,                               /* at 8 */
  0x12, 0x03, 0x1f, 0x01, 0x00,                   /* at 11 */
};
static const uint32_t program_at[GO_FUNCTIONS] = { 1, 8, 11 };
const uint8_t go_flags[GO_FUNCTIONS] = { 0, 1, 2 };

void
go_put64 (struct go_maker *m, uint64_t offset, uint64_t value)
{
  elf_put64 (m->fixture.bytes + offset, value, m->big);
}

void
go_put32 (struct go_maker *m, uint64_t offset, uint64_t value)
{
  elf_put32 (m->fixture.bytes + offset, (uint32_t) value, m->big);
}

/* Put the address of OFFSET of the file to AT of it.  */
static void
put_address (struct go_maker *m, uint64_t at, uint64_t offset)
{
  uint8_t *rela
      = m->fixture.bytes + FIXTURE_RELOCS + m->reloc_count * ELF_RELA_SIZE;

  if (!m->moved)
    {
      go_put64 (m, at, FIXTURE_BASE + offset);
      return;
    }
  m->reloc_count++;
  elf_put64 (rela, FIXTURE_BASE + at, m->big);
  elf_put64 (rela + 8, m->big ? R_AARCH64_RELATIVE : R_X86_64_RELATIVE,
             m->big);
  elf_put64 (rela + 16, FIXTURE_BASE + offset, m->big);
}

/* Where the addresses of functions and their records are in the table, and how
   many bytes each takes there.  */
static unsigned
entries_at (const struct go_maker *m)
{
  return m->version == GO_1_2 ? 2 * GO_WORD : GO_PART;
}

static unsigned
field (const struct go_maker *m)
{
  return m->version >= GO_1_18 ? 4 : GO_WORD;
}

/* Put the address of function IDX to AT, as the version has it.  */
static void
put_start (struct go_maker *m, uint64_t at, unsigned idx)
{
  if (m->version >= GO_1_18)
    go_put32 (m, at, go_starts[idx]);
  else
    put_address (m, at, GO_CODE + go_starts[idx]);
}

static void
put_header (struct go_maker *m)
{
  static const uint32_t magics[]
      = { 0, 0xfffffffb, 0xfffffffa, 0xfffffff0, 0xfffffff1 };
  uint64_t at = GO_TABLE + 2 * GO_WORD;

  go_put32 (m, GO_TABLE, magics[m->version]);
  m->fixture.bytes[GO_TABLE + 6] = m->big ? 4 : 1;
  m->fixture.bytes[GO_TABLE + 7] = GO_WORD;
  go_put64 (m, GO_TABLE + GO_WORD, GO_FUNCTIONS);
  if (m->version == GO_1_2)
    return;
  /* The number of files; then units and files are where names are.  */
  go_put64 (m, at, 1);
  at += (m->version == GO_1_16 ? 1U : 2U) * GO_WORD;
  go_put64 (m, at, GO_NAMES);
  go_put64 (m, at + GO_WORD, GO_NAMES);
  go_put64 (m, at + 2 * GO_WORD, GO_NAMES);
  go_put64 (m, at + 3 * GO_WORD, GO_PROGRAMS);
  go_put64 (m, at + 4 * GO_WORD, GO_PART);
}

/* Put function IDX: its entry and its record.  */
static void
put_function (struct go_maker *m, unsigned idx)
{
  const uint64_t base = m->version == GO_1_2 ? 0 : GO_PART;
  const uint64_t record = GO_RECORDS + idx * 0x40;
  const uint64_t entry = GO_TABLE + entries_at (m) + idx * 2 * field (m);
  const uint64_t after = GO_TABLE + record + field (m);

  put_start (m, entry, idx);
  if (m->version >= GO_1_18)
    go_put32 (m, entry + field (m), record - base);
  else
    go_put64 (m, entry + field (m), record - base);
  put_start (m, GO_TABLE + record, idx);
  go_put32 (m, after, go_name_at[idx] + (base == 0 ? GO_NAMES : 0));
  go_put32 (m, after + 12, program_at[idx] + (base == 0 ? GO_PROGRAMS : 0));
  if (m->version >= GO_1_16)
    m->fixture.bytes[after + (m->version == GO_1_20 ? 37 : 33)]
        = go_flags[idx];
}

/* Put an array of LENGTH elements at OFFSET of the table into word NUMBER of
   the module data.  */
static void
put_array (struct go_maker *m, unsigned number, uint64_t offset,
           uint64_t length)
{
  put_address (m, GO_MODULE + number * GO_WORD, GO_TABLE + offset);
  go_put64 (m, GO_MODULE + (number + 1) * GO_WORD, length);
  go_put64 (m, GO_MODULE + (number + 2) * GO_WORD, length);
}

static void
put_module (struct go_maker *m)
{
  unsigned code = 10;

  if (m->version == GO_1_2)
    {
      put_array (m, 0, 0, GO_END);
      put_array (m, 3, 2 * GO_WORD, GO_FUNCTIONS + 1);
    }
  else
    {
      put_address (m, GO_MODULE, GO_TABLE);
      put_array (m, 1, GO_NAMES, GO_NAMES_SIZE);
      put_array (m, 10, GO_PROGRAMS, GO_PROGRAMS_SIZE);
      put_array (m, 13, GO_PART, GO_END - GO_PART);
      put_array (m, 16, GO_PART, GO_FUNCTIONS + 1);
      code = 20;
    }
  put_address (m, GO_MODULE + code * GO_WORD, GO_CODE + go_starts[0]);
  put_address (m, GO_MODULE + (code + 1) * GO_WORD,
               GO_CODE + go_starts[GO_FUNCTIONS]);
  put_address (m, GO_MODULE + (code + 2) * GO_WORD, GO_CODE);
}

void
go_make (struct go_maker *m, enum go_version version, bool big, bool moved)
{
  struct fixture *f = &m->fixture;

  fixture_begin (f, big);
  m->version = version;
  m->big = big;
  m->moved = moved;
  m->reloc_count = 0;
  f->fixed = !moved;
  fixture_section (f, ".gopclntab", SHT_PROGBITS, SHF_ALLOC, GO_TABLE,
                   GO_TABLE_END - GO_TABLE);
  fixture_segment (f, PT_LOAD, PF_R, FIXTURE_NAMES, 0x1000);
  fixture_segment (f, PT_LOAD, PF_R | PF_W, GO_DATA, 0x1000);
  fixture_segment (f, PT_DYNAMIC, PF_R, FIXTURE_DYNAMIC, 0x100);
  memset (f->bytes + GO_TABLE, 0, GO_TABLE_END - GO_TABLE);
  put_header (m);
  memcpy (f->bytes + GO_TABLE + GO_NAMES, go_names, sizeof go_names);
  memcpy (f->bytes + GO_TABLE + GO_PROGRAMS, programs, sizeof programs);
  for (unsigned i = 0; i < GO_FUNCTIONS; i++)
    put_function (m, i);
  put_start (m, GO_TABLE + entries_at (m) + GO_FUNCTIONS * 2 * field (m),
             GO_FUNCTIONS);
  put_module (m);
  const uint64_t dynamic[][2] = {
    { DT_RELA, FIXTURE_BASE + FIXTURE_RELOCS },
    { DT_RELASZ, m->reloc_count * ELF_RELA_SIZE },
    { DT_RELAENT, ELF_RELA_SIZE },
  };
  for (unsigned i = 0; i < sizeof dynamic / sizeof *dynamic; i++)
    {
      go_put64 (m, FIXTURE_DYNAMIC + i * ELF_DYN_SIZE, dynamic[i][0]);
      go_put64 (m, FIXTURE_DYNAMIC + i * ELF_DYN_SIZE + GO_WORD,
                dynamic[i][1]);
    }
}
