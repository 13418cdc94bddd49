/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   plt-find.c - PLT code that no section name shows: the image has no section
   headers, or a linker script put the code into .text.

   Theory of operation.  The dynamic linker resolves a symbol when code first
   jumps through the word that a JUMP_SLOT relocation names.  Until then the
   word holds an address that the linker stored: that of the entry that uses
   the word, or of PLT0.  If that address is inside a whole entry that the
   engine recognises, PLT code is proven [find_entry]: only a linker stores it
   there.  From that entry, adjacent entries are added in both directions
   [grow_down, grow_up], upwards also past padding to the next multiple of 16:
   .plt.got and .plt.sec follow there, and no relocation of that kind names
   their words.  An empty slot ends a run; the FDE of .eh_frame that GNU ld
   makes for its PLT, if it holds PLT code alone, makes the run whole
   [take_frame].  Entries for indirect functions are found by their own
   relocations (plt-stubs.c).  */

#include "config.h"

#include <elf.h>
#include <stdlib.h>

#include "elf-abi.h"
#include "elf-image.h"
#include "plt-code.h"
#include "sfmerge-tool.h"

enum
{
  ALIGN = 16
};

/* The PLT code that is found, and the addresses to start from.  */
struct plt_search
{
  struct plt_code *plt;
  const struct diag_sink *sink;
  const struct image *image;
  const struct code_ranges *code;
  const struct function_list *frames; /* of .eh_frame */
  struct addresses addrs;             /* that the words hold, sorted */
  uint64_t
      left; /* bytes of FDEs that may still be compared: those of a damaged
                    file may overlap */
};

/* A run of PLT code.  */
struct run
{
  uint64_t start;
  uint64_t end;
  bool head; /* it begins with a PLT0 */
};

/* The relocations of the PLT, *COUNT of them; NULL: there are none.  */
static const uint8_t *
plt_relocations (const struct image *image, uint64_t *count)
{
  uint64_t addr, size;

  if (!dynamic_find (image, DT_JMPREL, &addr)
      || !dynamic_find (image, DT_PLTRELSZ, &size))
    return NULL;
  *count = size / ELF_RELA_SIZE;
  return image_loaded (image, addr, *count * ELF_RELA_SIZE);
}

static bool
is_jump_slot (uint16_t machine, uint64_t type)
{
  switch (machine)
    {
    case EM_X86_64:
      return type == R_X86_64_JUMP_SLOT;
    case EM_AARCH64:
      return type == R_AARCH64_JUMP_SLOT;
    default:
      return machine == EM_S390 && type == R_390_JMP_SLOT;
    }
}

/* List the addresses in the words that are resolved on first use.  */
static sfm_status
list_addrs (struct plt_search *s)
{
  const bool big = s->image->big_endian;
  uint64_t count = 0;
  const uint8_t *relas = plt_relocations (s->image, &count);

  for (uint64_t i = 0; relas != NULL && i < count; i++)
    {
      const uint8_t *rela = relas + i * ELF_RELA_SIZE;
      const uint8_t *word
          = image_loaded (s->image, elf_u64 (rela, big), sizeof (uint64_t));
      if (word != NULL
          && is_jump_slot (s->image->machine,
                           ELF64_R_TYPE (elf_u64 (rela + 8, big)))
          && code_ranges_hold (s->code, elf_u64 (word, big), 1)
          && !addresses_add (&s->addrs, elf_u64 (word, big)))
        return diag_nomem (s->sink, s->image->path);
    }
  return SFM_OK;
}

/* The size of the entry or PLT0 at ADDR in bytes; 0: there is none.  */
static uint64_t
entry_at (const struct plt_search *s, uint64_t addr, bool *head)
{
  for (uint64_t size = PLT_ENTRY_MAX; size >= 8; size -= 8)
    {
      const uint8_t *bytes = code_ranges_bytes (s->code, addr, size);
      if (bytes == NULL)
        continue;
      const struct sfm_plt_code code = { .addr = addr,
                                         .bytes = bytes,
                                         .size = (size_t) size,
                                         .abi = s->image->abi };
      return sfm_plt_entry (&code, head);
    }
  *head = false;
  return 0;
}

/* Find the entry or PLT0 that contains ADDR.  */
static bool
find_entry (const struct plt_search *s, uint64_t addr, struct run *run)
{
  for (uint64_t back = 0; back < PLT_ENTRY_MAX && back <= addr; back++)
    {
      uint64_t size = entry_at (s, addr - back, &run->head);
      if (size > back)
        {
          run->start = addr - back;
          run->end = run->start + size;
          return true;
        }
    }
  return false;
}

/* Extend RUN by the entries that end at its start, down to LIMIT.  */
static void
grow_down (const struct plt_search *s, uint64_t limit, struct run *run)
{
  for (uint64_t size = 8; size <= PLT_ENTRY_MAX && !run->head; size += 8)
    {
      bool head;
      if (run->start - limit < size
          || entry_at (s, run->start - size, &head) != size)
        continue;
      run->start -= size;
      run->head = head;
      size = 0;
    }
}

/* Whether the bytes between ADDR and *NEXT, the next multiple of ALIGN, are
   only padding.  */
static bool
is_filling (const struct plt_search *s, uint64_t addr, uint64_t *next)
{
  uint64_t size = -addr % ALIGN;
  const uint8_t *bytes = code_ranges_bytes (s->code, addr, size);

  *next = addr + size;
  if (size == 0 || bytes == NULL)
    return false;
  for (uint64_t i = 0; i < size; i++)
    if (bytes[i] != 0 && bytes[i] != 0x90 && bytes[i] != 0xcc)
      return false;
  return true;
}

/* Extend RUN by the entries that follow it.  */
static void
grow_up (const struct plt_search *s, struct run *run)
{
  for (;;)
    {
      bool head;
      uint64_t next = run->end;
      uint64_t size = entry_at (s, next, &head);
      if (size == 0 && is_filling (s, run->end, &next))
        size = entry_at (s, next, &head);
      if (size == 0 || head)
        return;
      run->end = next + size;
    }
}

/* Extend RUN by the code for TLS descriptors if it follows.  */
static void
add_tail (const struct plt_search *s, struct run *run)
{
  for (uint64_t size = 16; size <= 32; size += 16)
    {
      uint64_t whole = run->end - run->start;
      const uint8_t *bytes
          = code_ranges_bytes (s->code, run->start, whole + size);
      struct sfm_plt_code code
          = { .addr = run->start, .bytes = bytes, .abi = s->image->abi };
      struct sfm_plt_found without, with;
      struct sfm_diag diag;
      /* Zeros would be empty slots.  */
      if (bytes == NULL || bytes[whole] == 0)
        continue;
      code.size = (size_t) whole;
      if (sfm_plt_measure (&code, &without, &diag) != SFM_OK)
        return;
      code.size += (size_t) size;
      if (sfm_plt_measure (&code, &with, &diag) != SFM_OK
          || with.covered != without.covered + size)
        continue;
      run->end += size;
      return;
    }
}

/* Extend RUN to the FDE of .eh_frame that contains it, if that is between FROM
   and TO and all of it is PLT code.  */
static void
take_frame (struct plt_search *s, uint64_t from, uint64_t to, struct run *run)
{
  const struct function_list *frames = s->frames;
  const size_t over = function_list_over (frames, run->start);
  struct sfm_plt_found found;
  struct sfm_diag diag;

  if (over == frames->count)
    return;
  const struct function *frame = &frames->at[over];
  const uint8_t *bytes = code_ranges_bytes (s->code, frame->addr, frame->size);
  if (bytes == NULL || frame->addr > run->start || frame->addr < from
      || frame->addr + frame->size < run->end || frame->addr + frame->size > to
      || frame->size == run->end - run->start || frame->size > s->left)
    return;
  s->left -= frame->size;
  const struct sfm_plt_code code = { .addr = frame->addr,
                                     .bytes = bytes,
                                     .size = (size_t) frame->size,
                                     .abi = s->image->abi };
  if (sfm_plt_measure (&code, &found, &diag) != SFM_OK || found.unknown != 0)
    return;
  run->start = frame->addr;
  run->end = frame->addr + frame->size;
}

/* Whether a frame begins before ADDR and does not end there.  */
static bool
is_in_frame (const struct plt_search *s, uint64_t addr)
{
  const struct function_list *frames = s->frames;
  const size_t over = function_list_over (frames, addr);

  return over != frames->count && frames->at[over].addr < addr;
}

/* Whether an FDE of .eh_frame covers a part of RUN and other code: whoever
   wrote it took both for one function.  */
static bool
is_contradicted (const struct plt_search *s, const struct run *run)
{
  return s->plt->index->eh.complete
         && (is_in_frame (s, run->start) || is_in_frame (s, run->end));
}

/* Add the run that contains ADDR, if there is one between FROM and TO, to PLT.
   *END is its end, or ADDR.  */
static sfm_status
add_run (struct plt_search *s, uint64_t addr, uint64_t from, uint64_t to,
         uint64_t *end)
{
  struct run run;

  *end = addr;
  if (!find_entry (s, addr, &run) || run.start < from)
    return SFM_OK;
  grow_down (s, from, &run);
  grow_up (s, &run);
  add_tail (s, &run);
  take_frame (s, from, to, &run);
  *end = run.end;
  const struct plt_area area
      = { .addr = run.start,
          .size = run.end - run.start,
          .bytes = code_ranges_bytes (s->code, run.start, run.end - run.start),
          .name = "" };
  return run.end > to || area.bytes == NULL || is_contradicted (s, &run)
             ? SFM_OK
             : plt_code_add_area (s->plt, &area, s->sink);
}

/* Add the runs that contain the addresses of S.  */
static sfm_status
add_runs (struct plt_search *s)
{
  const struct plt_code *plt = s->plt;
  size_t named = plt->area_count, next = 0;
  uint64_t end = 0; /* of all areas before */

  for (size_t i = 0; i < s->addrs.count; i++)
    {
      const uint64_t addr = s->addrs.at[i];
      for (; next < named && plt->areas[next].addr <= addr; next++)
        if (plt->areas[next].addr + plt->areas[next].size > end)
          end = plt->areas[next].addr + plt->areas[next].size;
      uint64_t to = next < named ? plt->areas[next].addr : UINT64_MAX;
      if (addr >= end)
        TRY (add_run (s, addr, end, to, &end));
    }
  return SFM_OK;
}

sfm_status
plt_code_find (struct plt_code *plt, const struct diag_sink *sink)
{
  struct plt_search s = { .plt = plt,
                          .sink = sink,
                          .image = plt->index->image,
                          .code = &plt->index->code,
                          .frames = &plt->index->eh.functions,
                          .left = plt->index->image->size * 2 };
  sfm_status status = list_addrs (&s);

  if (status == SFM_OK)
    status = plt_code_ifunc (plt->index, &s.addrs, sink);
  addresses_sort (&s.addrs);
  if (status == SFM_OK)
    status = add_runs (&s);
  free (s.addrs.at);
  return status;
}
