/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   fixture-found.c - what leads to functions in an image, besides symbols.  */

#include "config.h"

#include <stdio.h>
#include <string.h>

#include "elf-abi.h"
#include "fixture-found.h"

enum
{
  ARRAYS = 0x1500, /* two, of 64 bytes each */
  FRAMES = 0x1200,
  DYNSYM = 0x5000,
  DYNSTR = 0x5200,
  BEFORE_CODE = FIXTURE_BASE + FOUND_CODE,
  FUNCTIONS = 8, /* of Go */
  RECORD = 64,
  NAME = 32,
  RECORD_NAME = 4,
  RECORD_RESUMES = 12,
  RECORD_PROGRAM = 16,
  RECORD_FLAGS = 41
};

static size_t arrays[2], dynamic, relocs, symbols, strings, frames, functions;
static struct go_table table;
static bool counts; /* it does */
static struct go_entry entries[FUNCTIONS + 1];
static uint8_t records[FUNCTIONS * (RECORD + NAME)];

bool
found_next (const char **text, struct found_word *w)
{
  int used = 0;

  *w = (struct found_word){ .mark = '\0' };
  *text += strspn (*text, " ");
  if (sscanf (*text, "%1[LFEHIJSTRWGKNQMVZOY]%n", &w->mark, &used) == 1)
    *text += used;
  if (sscanf (*text, "%x%n", &w->at, &used) != 1)
    return false;
  *text += used;
  if (sscanf (*text, ":%x%n", &w->more, &used) == 1)
    *text += used;
  if (sscanf (*text, ":%23s%n", w->text, &used) == 1)
    *text += used;
  return true;
}

void
found_begin (void)
{
  memset (arrays, 0, sizeof arrays);
  dynamic = relocs = frames = functions = 0;
  symbols = strings = 1;
  counts = true;
  memset (records, 0, sizeof records);
}

static void
add_tag (struct fixture *f, uint64_t tag, uint64_t value)
{
  uint8_t *at = f->bytes + FIXTURE_DYNAMIC + dynamic++ * ELF_DYN_SIZE;

  elf_put64 (at, tag, f->big_endian);
  elf_put64 (at + 8, value, f->big_endian);
}

static void
add_reloc (struct fixture *f, const struct found_word *w)
{
  uint8_t *at = f->bytes + FIXTURE_RELOCS + relocs++ * ELF_RELA_SIZE;
  const bool named = w->text[0] != '\0';

  elf_put64 (at, FIXTURE_BASE + FOUND_GOT + (named ? w->at : 0),
             f->big_endian);
  elf_put64 (at + 8, (named ? (uint64_t) symbols << 32 : 0) | w->more,
             f->big_endian);
  elf_put64 (at + 16, named ? 0 : BEFORE_CODE + w->at, f->big_endian);
  if (!named)
    return;
  elf_put32 (f->bytes + DYNSYM + symbols++ * ELF_SYM_SIZE, (uint32_t) strings,
             f->big_endian);
  memcpy (f->bytes + DYNSTR + strings, w->text, strlen (w->text) + 1);
  strings += strlen (w->text) + 1;
}

/* Add the SIZE bytes at FROM as a record of .eh_frame.  */
static void
add_record (struct fixture *f, const uint8_t *from, size_t size)
{
  uint8_t *at = f->bytes + FRAMES + frames;
  const size_t whole = (size + 3) / 4 * 4;

  elf_put32 (at, (uint32_t) whole, f->big_endian);
  memcpy (at + 4, from, size);
  frames += 4 + whole;
}

static void
add_frame (struct fixture *f, const struct found_word *w)
{
  /* The CFA is RSP + 8, and the return address is below it; or the CFA is
     SP.  */
  static const uint8_t cies[2][18]
      = { { 0, 0, 0, 0, 1, 'z', 'R', 0, 1, 0x78, 16, 1, 0x1b, 0x0c, 7, 8, 0x90,
            1 },
          { 0, 0, 0, 0, 1, 'z', 'R', 0, 1, 0x78, 30, 1, 0x1b, 0x0c, 31, 0 } };
  uint8_t fde[40] = { 0 };
  size_t size = 13;
  unsigned byte;

  if (frames == 0)
    add_record (f, cies[f->big_endian], sizeof cies[0]);
  elf_put32 (fde, (uint32_t) frames + 4, f->big_endian);
  elf_put32 (fde + 4, w->at + FOUND_CODE - (uint32_t) (FRAMES + frames + 8),
             f->big_endian);
  elf_put32 (fde + 8, w->more, f->big_endian);
  for (const char *c = w->text; sscanf (c, "%2x", &byte) == 1; c += 2)
    fde[size++] = (uint8_t) byte;
  add_record (f, fde, size);
}

static void
add_go (const struct fixture *f, const struct found_word *w)
{
  static const struct
  {
    const char *flags, *name;
  } names[] = { { "e", "runtime.throw" },
                { "r", "runtime.mcall" },
                { "l", "runtime.morestack_noctxt" } };
  uint8_t *record = records + functions * RECORD;
  char *name = (char *) records + FUNCTIONS * RECORD + functions * NAME;

  entries[functions]
      = (struct go_entry){ BEFORE_CODE + w->at, functions * RECORD };
  elf_put32 (record + RECORD_NAME, (uint32_t) functions * NAME, f->big_endian);
  elf_put32 (record + RECORD_RESUMES, w->more, f->big_endian);
  elf_put32 (record + RECORD_PROGRAM, strchr (w->text, 'n') == NULL,
             f->big_endian);
  record[RECORD_FLAGS] = strchr (w->text, 's') != NULL ? 2 : 0;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (strpbrk (w->text, names[i].flags) != NULL)
      snprintf (name, NAME, "%s", names[i].name);
  counts &= strchr (w->text, 'v') == NULL;
  functions++;
}

void
found_add (struct fixture *f, const struct found_word *w)
{
  if (w->mark == 'I' || w->mark == 'J')
    {
      const unsigned number = w->mark == 'J';
      elf_put64 (f->bytes + ARRAYS + number * 64 + 8 * arrays[number]++,
                 BEFORE_CODE + w->at, f->big_endian);
    }
  else if (w->mark == 'S' || w->mark == 'T')
    add_tag (f, w->mark == 'S' ? DT_INIT : DT_FINI, BEFORE_CODE + w->at);
  else if (w->mark == 'R')
    add_reloc (f, w);
  else if (w->mark == 'W')
    add_frame (f, w);
  else if (w->mark == 'G')
    add_go (f, w);
  else if (w->mark == 'Q')
    {
      Elf64_Shdr *text = &f->sections[SEC_TEXT];
      fixture_section (f, ".plt", SHT_PROGBITS, SHF_ALLOC | SHF_EXECINSTR,
                       FOUND_CODE, w->at);
      text->sh_addr += w->at;
      text->sh_offset += w->at;
      text->sh_size -= w->at;
    }
  else if (w->mark == 'K' || w->mark == 'N')
    {
      Elf64_Shdr *text = &f->sections[SEC_TEXT];
      fixture_section (f, w->mark == 'K' ? ".plt" : ".more", SHT_PROGBITS,
                       SHF_ALLOC | SHF_EXECINSTR, FOUND_CODE + w->at,
                       text->sh_size - w->at);
      text->sh_size = w->at;
    }
  else if (w->mark == 'Z')
    f->segments[SEG_CODE].p_filesz = w->at;
  else if (w->mark == 'M')
    f->fixed = true;
  else if (w->mark == 'V')
    f->segments[SEG_READ].p_flags |= PF_W;
}

void
found_end (struct fixture *f)
{
  static const uint64_t tags[][2] = { { DT_INIT_ARRAY, DT_INIT_ARRAYSZ },
                                      { DT_FINI_ARRAY, DT_FINI_ARRAYSZ } };

  for (unsigned i = 0; i < 2; i++)
    if (arrays[i] != 0)
      {
        add_tag (f, tags[i][0], FIXTURE_BASE + ARRAYS + i * 64);
        add_tag (f, tags[i][1], arrays[i] * 8);
      }
  if (dynamic != 0)
    fixture_segment (f, PT_DYNAMIC, PF_R, FIXTURE_DYNAMIC,
                     dynamic * ELF_DYN_SIZE);
  if (relocs != 0)
    {
      const uint16_t rela
          = fixture_section (f, ".rela.dyn", SHT_RELA, SHF_ALLOC,
                             FIXTURE_RELOCS, relocs * ELF_RELA_SIZE);
      f->sections[rela].sh_entsize = ELF_RELA_SIZE;
      const uint16_t dynsym = fixture_section (
          f, ".dynsym", SHT_DYNSYM, SHF_ALLOC, DYNSYM, symbols * ELF_SYM_SIZE);
      f->sections[dynsym].sh_entsize = ELF_SYM_SIZE;
      f->sections[rela].sh_link = dynsym;
      f->sections[dynsym].sh_link = fixture_section (
          f, ".dynstr", SHT_STRTAB, SHF_ALLOC, DYNSTR, strings);
    }
  f->segments[SEG_CODE].p_memsz *= 2;
  if (frames != 0)
    fixture_section (f, ".eh_frame", SHT_PROGBITS, SHF_ALLOC, FRAMES, frames);
}

struct go_table *
found_go (const struct fixture *f, size_t size)
{
  if (functions == 0)
    return NULL;
  entries[functions] = (struct go_entry){ BEFORE_CODE + size, 0 };
  table = (struct go_table){
    .image = &f->image,
    .version = counts ? GO_1_20 : GO_NONE,
    .bytes = records,
    .size = sizeof records,
    .quantum = f->big_endian ? 4 : 1,
    .names = { FUNCTIONS * RECORD, FUNCTIONS * NAME },
    .functions = { 0, FUNCTIONS * RECORD },
    .entries = counts ? entries : NULL,
    .count = functions,
  };
  return &table;
}
