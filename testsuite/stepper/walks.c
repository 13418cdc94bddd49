/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   walks.c - how many stacks can be walked to their ends, and where the others
   are left.  */

#include "config.h"

#include "walks.h"

enum
{
  START_SIZE = 64, /* bytes, at most, of the code with which an object begins,
                      which has no caller: that of the dynamic linker has no
                      call frame information that says so */
  MAX_FRAMES = 256,
  MAX_STOPS = 65536 /* different addresses; walks that stop at others are in
                       the sum only */
};

struct stop
{
  uint64_t addr;
  enum frame_end end;
  unsigned frames; /* that were walked before */
  unsigned count;
};

static unsigned walks, whole;
static struct stop stops[MAX_STOPS];
static size_t stop_count;

/* Count a walk that ends as END says in FRAME after FRAMES others.  */
static void
add_stop (const struct frame *frame, enum frame_end end, unsigned frames)
{
  for (size_t i = 0; i < stop_count; i++)
    if (stops[i].addr == frame->pc && stops[i].end == end)
      {
        stops[i].count++;
        return;
      }
  if (stop_count < MAX_STOPS)
    stops[stop_count++] = (struct stop){
      .addr = frame->pc, .end = end, .frames = frames, .count = 1
    };
}

/* Whether ADDR is in the code with which LIBRARY begins if it is run.  */
static bool
at_start (struct process *p, const struct library *library, uint64_t addr)
{
  Elf64_Ehdr file;

  return library != NULL && process_read (p, library->bias, &file, sizeof file)
         && memcmp (file.e_ident, ELFMAG, SELFMAG) == 0 && file.e_entry != 0
         && addr - (library->bias + file.e_entry) < START_SIZE;
}

void
walks_add (struct process *p, pid_t tid)
{
  enum frame_end end = FRAME_CALLER;
  struct frame frame;
  unsigned frames = 0;

  if (!process_frame (tid, &frame))
    return;
  for (; end == FRAME_CALLER && frames < MAX_FRAMES; frames++)
    {
      const struct library *library = library_at (frame_lookup (&frame));
      end = library != NULL && library->described
                ? frame_step (&library->section, &frame, process_read, p)
                : FRAME_NOT_DESCRIBED;
    }
  walks++;
  if (end == FRAME_OUTERMOST
      || at_start (p, library_at (frame_lookup (&frame)), frame.pc))
    whole++;
  else
    add_stop (&frame, end, frames - 1);
}

static int
compare (const void *a, const void *b)
{
  const struct stop *x = a, *y = b;

  return (x->count < y->count) - (x->count > y->count);
}

void
walks_print (FILE *file)
{
  fprintf (file, "walks %u: whole %u, stopped %u, %.1f %%\n", walks, whole,
           walks - whole,
           walks == 0 ? 0 : 100.0 * (walks - whole) / (double) walks);
  qsort (stops, stop_count, sizeof *stops, compare);
  for (size_t i = 0; i < stop_count; i++)
    {
      const struct library *library = library_at (stops[i].addr);
      fprintf (file, "%u stop at ", stops[i].count);
      if (library != NULL)
        fprintf (file, "%s+0x%" PRIx64, library->name,
                 stops[i].addr - library->bias);
      else
        fprintf (file, "0x%" PRIx64, stops[i].addr);
      fprintf (file, " after %u frames: %s\n", stops[i].frames,
               frame_end_text (stops[i].end));
    }
}
