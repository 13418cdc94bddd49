/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   return-walk.c - a program that ends in calls that do not return, and unwinds
   there as the kernel does (version 3) and glibc (version 2): return addresses
   are looked up as they are.

   The reader is written from the specification for the three machines, and
   accepts what these readers accept: the first header, sorted, in the segment
   PT_GNU_SFRAME; of version 3 nothing but functions in the text, with rows
   that rise and begin inside.  It prints how many frames it finds, and how
   many of their addresses _Unwind_Backtrace finds, too.  */

#define _GNU_SOURCE 1
#include <elf.h>
#include <link.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unwind.h>

#define MAX_FRAMES 16

/* On s390x the CFA is that far above the caller's stack pointer, and its
   offset is stored without that, in units of 8.  */
#if defined __s390x__
#define CFA_BIAS 160
#define CFA_UNIT 8
#else
#define CFA_BIAS 0
#define CFA_UNIT 1
#endif

/* The names say what each holds in the format.  */
struct header
{
  uint16_t magic;
  uint8_t version, flags, abi;
  int8_t fixed_fp, fixed_ra;
  uint8_t aux_size;
  uint32_t fde_count, row_count, rows_size, fdes, rows;
};

struct function
{
  uint64_t start;
  uint32_t size;
  const uint8_t *rows;
  uint32_t row_count;
  uint8_t info;
  uint8_t repeats; /* the size of a repeated block */
};

struct frame
{
  uint64_t pc, sp, fp, ra;
};

static struct header header;
static const uint8_t *table;
static uint64_t text, text_end, table_end;
static uint64_t stack_end; /* above main's frame */

static uint64_t
read_word (const uint8_t *at, unsigned size)
{
  uint64_t value = 0;

#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  memcpy ((uint8_t *) &value + 8 - size, at, size);
#else
  memcpy (&value, at, size);
#endif
  return value;
}

static int64_t
read_signed (const uint8_t *at, unsigned size)
{
  unsigned shift = 64 - 8 * size;

  return (int64_t) (read_word (at, size) << shift) >> shift;
}

static int
own_program (struct dl_phdr_info *info, size_t size, void *data)
{
  (void) size;
  (void) data;
  for (unsigned i = 0; i < info->dlpi_phnum; i++)
    {
      const ElfW (Phdr) *p = &info->dlpi_phdr[i];
      uint64_t addr = info->dlpi_addr + p->p_vaddr;

      if (p->p_type == 0x6474e554 /* PT_GNU_SFRAME */)
        {
          table = (const uint8_t *) (uintptr_t) addr;
          table_end = addr + p->p_memsz;
        }
      if (p->p_type == PT_LOAD && (p->p_flags & PF_X) != 0)
        {
          text = addr;
          text_end = addr + p->p_memsz;
        }
    }
  return 1;
}

/* Read function number IDX; false if the kernel would not.  */
static bool
read_function (uint32_t idx, struct function *f)
{
  const uint8_t *body = table + sizeof header + header.aux_size;
  const uint8_t *rows = body + header.rows;
  const bool v3 = header.version == 3;
  const uint8_t *fde = body + header.fdes + idx * (v3 ? 16 : 20);

  if (v3)
    {
      f->start = (uint64_t) (uintptr_t) fde + (uint64_t) read_signed (fde, 8);
      f->size = (uint32_t) read_word (fde + 8, 4);
      rows += read_word (fde + 12, 4);
      f->row_count = (uint32_t) read_word (rows, 2);
      f->info = rows[2];
      f->repeats = rows[4];
      f->rows = rows + 5;
      return f->start >= text && f->start + f->size <= text_end
             && f->row_count != 0 && f->row_count <= f->size
             && rows[3] == 0 /* no FLEX */;
    }
  f->start = (uint64_t) (uintptr_t) ((header.flags & 4) != 0 ? fde : table)
             + (uint64_t) read_signed (fde, 4);
  f->size = (uint32_t) read_word (fde + 4, 4);
  f->rows = rows + read_word (fde + 8, 4);
  f->row_count = (uint32_t) read_word (fde + 12, 4);
  f->info = fde[16];
  f->repeats = fde[17];
  return true;
}

/* Find the function that holds PC as it is.  */
static bool
find_function (uint64_t pc, struct function *f)
{
  uint32_t low = 0, high = header.fde_count;

  while (low < high)
    {
      uint32_t middle = low + (high - low) / 2;

      if (!read_function (middle, f))
        return false;
      if (pc < f->start)
        high = middle;
      else if (pc - f->start >= f->size)
        low = middle + 1;
      else
        return true;
    }
  return false;
}

/* The row of F for PC: its info byte and its words; NULL if a row is not
   valid.  */
static const uint8_t *
find_row (const struct function *f, uint64_t pc)
{
  const unsigned width = 1U << (f->info & 15);
  const bool mask = (f->info & 0x10) != 0;
  const uint64_t limit = mask ? f->repeats : f->size;
  const uint8_t *row = f->rows, *best = NULL;
  uint64_t offset = pc - f->start, last = 0;

  if (limit == 0)
    return NULL;
  offset %= limit;
  for (uint32_t i = 0; i < f->row_count; i++)
    {
      const uint64_t start = read_word (row, width);
      const uint8_t info = row[width];
      if (start >= limit || (i != 0 && start <= last))
        return NULL;
      if (start > offset)
        break;
      last = start;
      best = row + width;
      row += width + 1 + ((info >> 1 & 15U) << (info >> 5 & 3));
    }
  return best;
}

static bool
on_stack (const struct frame *frame, uint64_t addr)
{
  return addr >= frame->sp && addr + 8 <= stack_end && addr % 8 == 0;
}

/* Go from FRAME to its caller's.  */
static bool
step (struct frame *frame)
{
  struct function f;
  const uint8_t *row;

  if (!find_function (frame->pc, &f)
      || (row = find_row (&f, frame->pc)) == NULL)
    return false;
  const unsigned count = *row >> 1 & 15, size = 1U << (*row >> 5 & 3);
  unsigned used = 0;
  if (count == 0)
    return false;
  const uint64_t base = (*row & 1) != 0 ? frame->sp : frame->fp;
  const uint64_t cfa
      = base + (uint64_t) read_signed (row + 1, size) * CFA_UNIT + CFA_BIAS;
  uint64_t ra_at = cfa + (uint64_t) header.fixed_ra, ra = frame->ra;
  used = 1;
  bool saved = header.fixed_ra != 0;
  if (!saved && used < count)
    {
      const int64_t offset = read_signed (row + 1 + size * used++, size);
      saved = offset != 0;
      ra_at = cfa + (uint64_t) offset;
    }
  if (saved)
    {
      if (!on_stack (frame, ra_at))
        return false;
      ra = *(const uint64_t *) (uintptr_t) ra_at;
    }
  if (used < count)
    {
      const uint64_t at
          = cfa + (uint64_t) read_signed (row + 1 + size * used, size);
      if (!on_stack (frame, at))
        return false;
      frame->fp = *(const uint64_t *) (uintptr_t) at;
    }
  if (cfa - CFA_BIAS <= frame->sp || cfa > stack_end)
    return false;
  frame->pc = frame->ra = ra;
  frame->sp = cfa - CFA_BIAS;
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

/* Unwind from FRAME, which is in the function that calls this.  */
static __attribute__ ((noinline)) void
walk (struct frame frame)
{
  struct trace theirs = { .count = 0 };
  unsigned frames = 0, equal = 0;

  dl_iterate_phdr (own_program, NULL);
  if (table == NULL)
    {
      puts ("no PT_GNU_SFRAME");
      return;
    }
  memcpy (&header, table, sizeof header);
  _Unwind_Backtrace (note_frame, &theirs);
  /* Theirs begins here; the address in the caller is at two places of it.  */
  while (frames < MAX_FRAMES && step (&frame))
    {
      frames++;
      equal += frames + 1 < theirs.count && theirs.pcs[frames + 1] == frame.pc;
    }
  printf ("version %u: %u frames, %u right\n", header.version, frames, equal);
}

#if defined __x86_64__
#define HERE(frame)                                                           \
  __asm__ volatile("lea 0(%%rip), %0\n\tmov %%rsp, %1\n\tmov %%rbp, %2"       \
                   : "=r"((frame).pc), "=r"((frame).sp), "=r"((frame).fp))
#elif defined __s390x__
#define HERE(frame)                                                           \
  __asm__ volatile("larl %0, .\n\tlgr %1, %%r15\n\tlgr %2, %%r11\n\t"         \
                   "lgr %3, %%r14"                                            \
                   : "=r"((frame).pc), "=r"((frame).sp), "=r"((frame).fp),    \
                     "=r"((frame).ra))
#else
#define HERE(frame)                                                           \
  __asm__ volatile("adr %0, .\n\tmov %1, sp\n\tmov %2, x29\n\tmov %3, x30"    \
                   : "=r"((frame).pc), "=r"((frame).sp), "=r"((frame).fp),    \
                     "=r"((frame).ra))
#endif

static volatile int sink;

__attribute__ ((noinline, noreturn)) void
die (int status)
{
  struct frame frame = { 0 };

  HERE (frame);
  walk (frame);
  exit (status + sink);
}

/* The compiler sees that these do not return, and ends them with the call.  */
__attribute__ ((noinline)) void
mid (int status)
{
  volatile int local[4] = { status };

  die (local[0]);
}

__attribute__ ((noinline)) void
top (int status)
{
  volatile int local[5] = { status };

  mid (local[0]);
}

/* Nobody sees that it does not return.  */
static void (*volatile entry) (int) = top;

int
main (int argc, char **argv)
{
  stack_end = (uint64_t) (uintptr_t) argv;
  entry (argc - 1);
  return 1;
}

/* Something after them, so that none is at the end of the section.  */
__attribute__ ((noinline, used)) int
last (int n)
{
  return n + sink;
}
