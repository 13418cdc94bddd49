/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   walk-self.c - an x86-64 stack walker on the program's own .sframe, read
   with libsfmerge, compared with what _Unwind_Backtrace finds.

   The section is found by PT_GNU_SFRAME of the program headers in memory, of
   the program or the shared object that this is in; else, of the program, by
   the section headers in the file.  The walk begins in walk_here and
   ends at the first address that no function of .sframe covers, which is
   main's caller.  */

#define _GNU_SOURCE 1
#include "walk.h"
#include "sfmerge.h"
#include <elf.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unwind.h>

#define MAX_FRAMES 256

static struct sfm_piece piece;
static uint64_t section_addr;
static unsigned walks, frames, wrong, shortest = MAX_FRAMES;

/* What the program headers of the object around walk_begin say.  */
struct program
{
  uint64_t bias;
  bool first;         /* it is the program itself */
  bool later;         /* what comes next is not */
  const void *sframe; /* or NULL */
  size_t size;
};

static int
own_object (struct dl_phdr_info *info, size_t size, void *data)
{
  struct program *program = data;
  bool here = false;

  (void) size;
  *program
      = (struct program){ .bias = info->dlpi_addr, .first = !program->later };
  program->later = true;
  for (unsigned i = 0; i < info->dlpi_phnum; i++)
    {
      const ElfW (Phdr) *header = &info->dlpi_phdr[i];
      uint64_t addr = info->dlpi_addr + header->p_vaddr;

      if (header->p_type == 0x6474e554 /* PT_GNU_SFRAME */)
        {
          program->sframe = (const void *) addr;
          program->size = header->p_memsz;
        }
      here |= header->p_type == PT_LOAD
              && (uint64_t) (uintptr_t) walk_begin - addr < header->p_memsz;
    }
  return here;
}

static bool
open_piece (const void *bytes, size_t size)
{
  struct sfm_diag diag;

  section_addr = (uint64_t) bytes;
  if (sfm_piece_open (bytes, size, 0, &piece, &diag) == SFM_OK)
    return true;
  puts (diag.text);
  return false;
}

/* The whole running file.  */
static uint8_t *
own_file (void)
{
  FILE *file = fopen ("/proc/self/exe", "rb");
  uint8_t *bytes = NULL;

  if (file && fseek (file, 0, SEEK_END) == 0)
    {
      size_t size = (size_t) ftell (file);

      rewind (file);
      bytes = malloc (size);
      if (bytes && fread (bytes, 1, size, file) != size)
        bytes = NULL;
    }
  if (file)
    fclose (file);
  return bytes;
}

bool
walk_begin (void)
{
  struct program program = { .bias = 0 };

  dl_iterate_phdr (own_object, &program);
  if (program.sframe && open_piece (program.sframe, program.size))
    {
      puts ("by PT_GNU_SFRAME");
      return true;
    }
  uint8_t *file = program.first ? own_file () : NULL;
  if (!file)
    return false;
  const Elf64_Ehdr *header = (const Elf64_Ehdr *) file;
  const Elf64_Shdr *sections = (const Elf64_Shdr *) (file + header->e_shoff);
  const char *names = (char *) file + sections[header->e_shstrndx].sh_offset;
  for (unsigned i = 0; i < header->e_shnum; i++)
    if (strcmp (names + sections[i].sh_name, ".sframe") == 0
        && sections[i].sh_size != 0
        && open_piece ((const void *) (program.bias + sections[i].sh_addr),
                       sections[i].sh_size))
      return true;
  puts ("no .sframe");
  return false;
}

/* The rules at PC; false if no function covers it.  */
static bool
rules_at (uint64_t pc, struct sfm_rules *rules)
{
  struct sfm_diag diag;
  struct sfm_fde fde;
  uint32_t low = 0, high = piece.num_fdes;
  enum sfm_start_base start_base = (piece.flags & SFM_F_FDE_FUNC_START_PCREL)
                                       ? SFM_START_BASE_FIELD
                                       : SFM_START_BASE_SECTION;

  while (low < high)
    {
      uint32_t middle = low + (high - low) / 2;

      if (sfm_fde_read (&piece, middle, &fde, &diag) != SFM_OK)
        return false;
      uint64_t addr = sfm_fde_address (&fde, section_addr, start_base);
      if (pc < addr)
        high = middle;
      else if (pc - addr >= fde.size)
        low = middle + 1;
      else
        {
          struct sfm_rows rows;
          struct sfm_row row, best;
          uint64_t offset = pc - addr;
          bool found = false;

          if (fde.mask && fde.rep_size != 0)
            offset %= fde.rep_size;
          sfm_rows_begin (&piece, &fde, &rows);
          while (sfm_rows_next (&rows, &row, &diag) == SFM_OK)
            if (row.start <= offset)
              {
                best = row;
                found = true;
              }
          return (found
                  && sfm_row_rules (&piece, &fde, &best, rules, &diag)
                         == SFM_OK);
        }
    }
  return false;
}

/* What RULE yields: OLD if unchanged.  */
static uint64_t
value (const struct sfm_rule *rule, const struct walk_frame *frame,
       uint64_t cfa, uint64_t old)
{
  uint64_t base = rule->reg == SFM_REG_CFA ? cfa
                  : rule->reg == 7         ? frame->sp
                                           : frame->fp;

  if (rule->kind == SFM_RULE_SAME)
    return old;
  base += (uint64_t) rule->offset;
  return rule->kind == SFM_RULE_MEMORY ? *(const uint64_t *) base : base;
}

bool
walk_one (struct walk_frame *frame, bool exact)
{
  struct sfm_rules rules;

  if (!rules_at (exact ? frame->pc : frame->pc - 1, &rules)
      || rules.ra.kind == SFM_RULE_UNDEFINED)
    return false;
  uint64_t cfa = value (&rules.cfa, frame, 0, 0);
  uint64_t pc = value (&rules.ra, frame, cfa, frame->pc);
  uint64_t fp = value (&rules.fp, frame, cfa, frame->fp);
  *frame = (struct walk_frame){ pc, cfa, fp };
  return true;
}

struct trace
{
  uint64_t pcs[MAX_FRAMES];
  unsigned count;
};

static _Unwind_Reason_Code
note_frame (struct _Unwind_Context *context, void *data)
{
  struct trace *trace = data;

  if (trace->count == MAX_FRAMES)
    return _URC_END_OF_STACK;
  trace->pcs[trace->count++] = _Unwind_GetIP (context);
  return _URC_NO_REASON;
}

int
walk_here (void)
{
  struct trace theirs = { .count = 0 }, ours = { .count = 0 };
  struct walk_frame frame;

  _Unwind_Backtrace (note_frame, &theirs);
  __asm__ volatile("lea 0(%%rip), %0\n\tmov %%rsp, %1\n\tmov %%rbp, %2"
                   : "=r"(frame.pc), "=r"(frame.sp), "=r"(frame.fp));
  bool covered = true;
  for (bool exact = true; covered && ours.count < MAX_FRAMES; exact = false)
    {
      ours.pcs[ours.count++] = frame.pc;
      covered = walk_one (&frame, exact);
    }
  walks++;
  frames += ours.count;
  if (ours.count < shortest)
    shortest = ours.count;
  /* The first address is this function's, at two places of it.  */
  if (ours.count > theirs.count)
    wrong++;
  else if (memcmp (ours.pcs + 1, theirs.pcs + 1,
                   (ours.count - 1) * sizeof ours.pcs[0])
           != 0)
    wrong++;
  return (int) ours.count;
}

int
walk_end (void)
{
  printf ("%u walks, %u frames, shortest %u, %u wrong\n", walks, frames,
          shortest, wrong);
  return wrong != 0;
}
