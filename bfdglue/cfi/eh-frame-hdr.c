/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   eh-frame-hdr.c - read and make .eh_frame_hdr (Linux Standard Base, 'The
   .eh_frame_hdr section').

   A version, three encodings, a pointer to .eh_frame, the number of FDEs, and
   pairs of a function and its FDE in the order of functions.  Other encodings
   than those of TABLE and COUNT are legal, but unwinders do not search in
   them: libgcc walks all of .eh_frame then.  */

#include "config.h"

#include <elf.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "cfi-limits.h"
#include "eh-frame-hdr.h"
#include "elf-abi.h"
#include "sfmerge-tool.h"
#include "sorted.h"

/* The encodings that all linkers write.  */
enum
{
  POINTER = SFM_PE_PCREL | SFM_PE_SDATA4,
  COUNT = SFM_PE_UDATA4,
  TABLE = SFM_PE_DATAREL | SFM_PE_SDATA4
};

enum
{
  ENTRIES_AT = EH_HEADER_SIZE + 8, /* after the pointer and the count */
  ENTRY_SIZE = 8
};

/* Set what is wrong with HDR, which is in STATE.  */
static void __attribute__ ((format (printf, 3, 4)))
set (struct eh_frame_hdr *hdr, enum eh_frame_hdr_state state,
     const char *format, ...)
{
  va_list ap;

  hdr->state = state;
  va_start (ap, format);
  vsnprintf (hdr->what, sizeof hdr->what, format, ap);
  va_end (ap);
}

/* Read the header, of which SELF has the pointers, into HDR.  True: the COUNT
   entries from *AT on are a table.  */
static bool
read_head (const struct sfm_cfi_section *self, struct eh_frame_hdr *hdr,
           uint64_t *at, uint64_t *count)
{
  const uint8_t *bytes = self->bytes;

  *at = EH_HEADER_SIZE;
  if (self->size < EH_HEADER_SIZE || bytes[0] != EH_HEADER_VERSION)
    {
      set (hdr, EH_HDR_DAMAGED, "%s",
           self->size < EH_HEADER_SIZE ? "it ends inside its header"
                                       : "its version is not 1");
      return false;
    }
  hdr->leads = sfm_cfi_pointer (self, at, bytes[1], &hdr->eh_frame);
  if (bytes[2] == SFM_PE_OMIT || bytes[3] == SFM_PE_OMIT)
    set (hdr, EH_HDR_NONE, "PT_GNU_EH_FRAME has no table");
  else if (!hdr->leads || bytes[2] != COUNT || bytes[3] != TABLE)
    set (hdr, EH_HDR_ENCODED,
         "the encodings are 0x%x, 0x%x and 0x%x; unwinders search where they "
         "are 0x1b, 0x3 and 0x3b",
         bytes[1], bytes[2], bytes[3]);
  else if (!sfm_cfi_pointer (self, at, bytes[2], count)
           || *count > (self->size - *at) / ENTRY_SIZE)
    set (hdr, EH_HDR_DAMAGED, "it ends before its table does");
  else
    hdr->state = EH_HDR_TABLE;
  return hdr->state == EH_HDR_TABLE;
}

sfm_status
eh_frame_hdr_read (const struct image *image, struct eh_frame_hdr *hdr,
                   const struct diag_sink *sink)
{
  uint64_t at, count = 0, last = 0;

  *hdr = (struct eh_frame_hdr){ .segment = image_find_segment (
                                    image, PT_GNU_EH_FRAME) };
  if (hdr->segment == NULL)
    {
      set (hdr, EH_HDR_NONE, "there is no PT_GNU_EH_FRAME");
      return SFM_OK;
    }
  const struct sfm_cfi_section self
      = eh_frame_hdr_pointers (image, hdr->segment);
  if (!read_head (&self, hdr, &at, &count))
    return SFM_OK;
  hdr->entries = malloc ((size_t) (count + 1) * sizeof *hdr->entries);
  if (hdr->entries == NULL)
    return diag_nomem (sink, image->path);
  for (; hdr->count < count; at += ENTRY_SIZE)
    {
      const uint64_t start = self.addr
                             + (uint64_t) (int32_t) elf_u32 (
                                 self.bytes + at, image->big_endian);
      const uint64_t fde = self.addr
                           + (uint64_t) (int32_t) elf_u32 (self.bytes + at + 4,
                                                           image->big_endian);
      hdr->unsorted += hdr->count != 0 && start < last;
      last = start;
      hdr->entries[hdr->count++]
          = (struct eh_frame_hdr_entry){ .fde = fde, .start = start };
    }
  qsort (hdr->entries, hdr->count, sizeof *hdr->entries, compare_u64_pairs);
  return SFM_OK;
}

void
eh_frame_hdr_free (struct eh_frame_hdr *hdr)
{
  free (hdr->entries);
  *hdr = (struct eh_frame_hdr){ .state = EH_HDR_NONE };
}

uint64_t
eh_frame_hdr_size (const struct eh_frame *frame)
{
  uint64_t count = 0;

  for (size_t i = 0; i < frame->functions.count; i++)
    count += eh_frame_hdr_needs (&frame->functions.at[i]);
  return ENTRIES_AT + count * ENTRY_SIZE;
}

/* Write TO - FROM to BYTES.  False: it does not fit.  */
static bool
put_distance (uint8_t *bytes, uint64_t from, uint64_t to, bool big_endian)
{
  const uint64_t distance = to - from;

  elf_put32 (bytes, (uint32_t) distance, big_endian);
  return distance == (uint64_t) (int32_t) (uint32_t) distance;
}

sfm_status
eh_frame_hdr_write (const struct eh_frame *frame, uint64_t addr,
                    bool big_endian, uint8_t *bytes)
{
  const struct function_list *list = &frame->functions;
  uint64_t first = frame->sections[0].cfi.addr;
  uint8_t *to = bytes + ENTRIES_AT;

  for (size_t i = 1; i < frame->section_count; i++)
    if (frame->sections[i].cfi.addr < first)
      first = frame->sections[i].cfi.addr;
  bytes[0] = EH_HEADER_VERSION;
  bytes[1] = POINTER;
  bytes[2] = COUNT;
  bytes[3] = TABLE;
  bool near = put_distance (bytes + EH_HEADER_SIZE, addr + EH_HEADER_SIZE,
                            first, big_endian);
  for (size_t i = 0; i < list->count; i++)
    if (eh_frame_hdr_needs (&list->at[i]))
      {
        near &= put_distance (to, addr, list->at[i].addr, big_endian);
        near &= put_distance (
            to + 4, addr, eh_frame_addr (frame, list->at[i].at), big_endian);
        to += ENTRY_SIZE;
      }
  elf_put32 (bytes + EH_HEADER_SIZE + 4,
             (uint32_t) ((size_t) (to - bytes - ENTRIES_AT) / ENTRY_SIZE),
             big_endian);
  return near ? SFM_OK : SFM_ERR_LIMIT;
}
