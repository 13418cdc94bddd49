/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   eh-frame.c - starts and sizes of the functions that .eh_frame describes.

   All sections called .eh_frame are walked from end to end [walk].  A zero
   length does not end the walk: crtend.o's terminator is in the middle if the
   linker puts other objects after it.  Without section headers .eh_frame
   begins where .eh_frame_hdr says [read_by_header], and ends at the first
   terminator after as many FDEs as that counts.

   FDEs of discarded functions stay in some outputs, with a start that is 0 or
   the field itself.  A start that is not in an executable segment proves
   nothing and is no damage.  An absolute start of 0 in an image that is
   relocated at run time is different: the relocation has the address.

   A damaged record of sound length is skipped; any other ends the walk.
   Either makes the list incomplete, and a warning reports the first.  */

#include "config.h"

#include <elf.h>
#include <inttypes.h>
#include <stdlib.h>

#include "eh-cie.h"
#include "eh-frame.h"
#include "code-ranges.h"
#include "elf-codec.h"
#include "elf-dynamic.h"
#include "cfi-limits.h"

struct eh_reader
{
  const struct image *image;
  const struct diag_sink *sink;
  struct function_list *found;
  struct eh_base data;
  const struct code_ranges *code;

  struct eh_cursor whole; /* the bytes being walked */
  size_t fde_count;       /* FDEs seen in them */
  bool damaged;
  bool warned;

  /* The last CIE, as thousands of consecutive FDEs share one.  */
  size_t cie_at;
  bool cie_read;
  bool cie_ok;
  uint8_t encoding;
  size_t cie_id_size;
};

/* Warn of WHAT at AT, unless that was done, and return SFM_OK.  */
static sfm_status
warn (struct eh_reader *r, size_t at, const char *what)
{
  r->damaged = true;
  if (!r->warned)
    diag_at (r->sink, DIAG_WARNING, r->image->path, ".eh_frame", at,
             "%s; functions behind it may go unconfirmed", what);
  r->warned = true;
  return SFM_OK;
}

/* Read the CIE at AT, unless it is the last one read.  */
static bool
use_cie (struct eh_reader *r, size_t at)
{
  if (!r->cie_read || r->cie_at != at)
    {
      r->cie_ok = eh_cie (&r->whole, at, &r->encoding, &r->cie_id_size);
      r->cie_at = at;
      r->cie_read = true;
    }
  return r->cie_ok;
}

static sfm_status
add_function (struct eh_reader *r, uint64_t addr, uint64_t size)
{
  if (!code_ranges_in_segment (r->code, addr, size))
    {
      bool absolute = (r->encoding & EH_PE_BASE) == EH_PE_ABSPTR
                      || (r->encoding & EH_PE_BASE) == EH_PE_ALIGNED;
      if (absolute && addr == 0 && r->image->type == ET_DYN)
        r->damaged = true;
      return SFM_OK;
    }
  const struct function function = { .addr = addr, .size = size };
  return function_list_add (r->found, &function)
             ? SFM_OK
             : diag_nomem (r->sink, r->image->path);
}

/* Read the FDE at AT, whose header is RECORD.  */
static sfm_status
read_fde (struct eh_reader *r, size_t at, const struct eh_record *record)
{
  r->fde_count++;
  if (record->id > record->id_at
      || !use_cie (r, record->id_at - (size_t) record->id))
    return warn (r, at, "an FDE without a CIE that can be understood");

  size_t id_size = record->extended ? r->cie_id_size : record->id_size;
  struct eh_cursor cursor = r->whole;
  cursor.at = record->id_at;
  cursor.end = record->end;
  eh_skip (&cursor, id_size);
  uint64_t addr = 0;
  bool known = eh_pointer (&cursor, r->encoding, r->data, &addr);
  uint64_t size = eh_value (&cursor, r->encoding);
  if (cursor.failed || size > INT64_MAX)
    return warn (r, at, "an FDE with a damaged start or size");
  if (!known)
    return warn (r, at, "an FDE with a start relative to an unknown place");
  return add_function (r, addr, size);
}

/* Walk the records of R->whole.  If COUNT is not 0, end at the first
   terminator after that many FDEs.  */
static sfm_status
walk (struct eh_reader *r, uint64_t count)
{
  size_t at = 0, end = r->whole.end;

  function_list_expect (r->found, end / FDE_SIZE);
  r->cie_read = false;
  r->fde_count = 0;
  while (end - at >= 4)
    {
      struct eh_record record;

      if (!eh_record (&r->whole, at, &record))
        {
          if (count == 0 || r->fde_count < count)
            warn (r, at, "a record that does not end inside the section");
          return SFM_OK;
        }
      if (record.terminator && count != 0 && r->fde_count >= count)
        return SFM_OK;
      if (!record.terminator && record.id != 0)
        TRY (read_fde (r, at, &record));
      at = record.end;
    }
  if (count != 0 && r->fde_count < count)
    warn (r, at, "fewer functions than .eh_frame_hdr counts");
  return SFM_OK;
}

/* Read the .eh_frame that PT_GNU_EH_FRAME leads to.  */
static sfm_status
read_by_header (struct eh_reader *r, const struct image_segment *header)
{
  const struct image *image = r->image;
  struct eh_cursor cursor = { .bytes = image->bytes + header->offset,
                              .end = (size_t) header->filesz,
                              .addr = header->vaddr,
                              .big_endian = image->big_endian };
  struct eh_base self = { .known = true, .addr = header->vaddr };
  uint8_t version = (uint8_t) eh_number (&cursor, 1);
  uint8_t frame_encoding = (uint8_t) eh_number (&cursor, 1);
  uint8_t count_encoding = (uint8_t) eh_number (&cursor, 1);
  uint64_t addr = 0, count = 0;

  eh_skip (&cursor, 1); /* the encoding of the table */
  bool ok = version == 1 && frame_encoding != EH_PE_OMIT
            && eh_pointer (&cursor, frame_encoding, self, &addr);
  const struct image_segment *load = ok ? image_load_of (image, addr) : NULL;
  if (load == NULL)
    {
      diag (r->sink, DIAG_WARNING, image->path,
            "the exception handling header at 0x%" PRIx64
            " does not lead to .eh_frame",
            header->vaddr);
      r->damaged = true;
      return SFM_OK;
    }
  /* Without a count only the first terminator can be the end, and whether it
     is remains unknown.  */
  if (count_encoding == EH_PE_OMIT
      || !eh_pointer (&cursor, count_encoding, self, &count) || count == 0)
    {
      r->damaged = true;
      count = 1;
    }
  uint64_t skip = addr - load->vaddr;
  r->whole = (struct eh_cursor){ .bytes = image->bytes + load->offset + skip,
                                 .end = (size_t) (load->filesz - skip),
                                 .addr = addr,
                                 .big_endian = image->big_endian };
  return walk (r, count);
}

sfm_status
eh_frame_read (const struct image *image, const struct code_ranges *code,
               struct function_list *functions, bool *complete,
               const struct diag_sink *sink)
{
  struct eh_reader reader
      = { .image = image, .sink = sink, .found = functions, .code = code };
  sfm_status status = SFM_OK;
  bool found = false, read = false;
  uint32_t idx = 0;

  reader.data.known = dynamic_find (image, DT_PLTGOT, &reader.data.addr);
  while (status == SFM_OK
         && (idx = image_find_section (image, ".eh_frame", idx)) != 0)
    {
      const struct image_section *section = &image->sections[idx];

      found = true;
      reader.whole = (struct eh_cursor){ .addr = section->addr,
                                         .big_endian = image->big_endian };
      reader.whole.bytes
          = image_section_bytes (image, section, &reader.whole.end);
      /* In a separate debug file it has no bytes.  */
      if (reader.whole.bytes == NULL)
        continue;
      read = true;
      status = walk (&reader, 0);
    }
  const struct image_segment *header
      = image_find_segment (image, PT_GNU_EH_FRAME);
  if (status == SFM_OK && !found && header != NULL && header->filesz != 0)
    {
      read = true;
      status = read_by_header (&reader, header);
    }
  *complete = read && !reader.damaged;
  return status;
}
