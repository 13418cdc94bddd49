/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   eh-frame.c - find the call frame information of an image, and list the
   functions that it describes.

   All sections called .eh_frame are walked from end to end [walk].  A zero
   length does not end the walk: crtend.o's terminator is in the middle if the
   linker puts other objects after it.  Without section headers .eh_frame
   begins where .eh_frame_hdr says [read_by_header], and ends at the first
   terminator after as many FDEs as that counts.  An image without .eh_frame,
   such as an arm64 kernel, may have .debug_frame, in the debug file or itself.
   In any other image, .debug_frame may have functions which .eh_frame does not
   have, such as C code that was compiled without exception tables
   [debug_frame_read].

   FDEs of discarded functions stay in some outputs, with a start that is 0 or
   the field itself.  A start that is not in an executable segment proves
   nothing and is no damage.  An absolute start of 0 in an image that is
   relocated at run time is different: a relocation has the address, and it was
   not found.

   A damaged record of sound length is skipped; any other ends the walk.
   Either makes the list incomplete, and a warning reports the first.  */

#include "config.h"

#include <elf.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cfi-limits.h"
#include "eh-frame-hdr.h"
#include "eh-frame.h"
#include "elf-abi.h"
#include "elf-image.h"
#include "elf-relocs.h"
#include "pool.h"
#include "sfmerge-tool.h"
#include "sorted.h"

/* Apply the relative relocations of call frame information.

   Absolute pointers (DW_EH_PE_absptr) of a PIE or a shared object are relative
   relocations of .eh_frame.  GNU ld and gold write the address into the field
   as well.  lld writes 0: the address is in the addend of DT_RELA alone.
   DT_REL and DT_RELR have no addends, so that the field has the address
   already.

   A relocation that names a symbol is left alone, as another object may define
   that when the image runs.  The FDE then has the start 0 and is not
   believed.  */

enum
{
  POINTER = 8 /* bytes that a relative relocation fills */
};

/* Whether the loader of IMAGE may write at ADDR: most images cannot, and their
   relocations need not be read.  */
static bool
may_relocate (const struct image *image, uint64_t addr)
{
  const struct image_segment *load = image_load_of (image, addr);
  uint64_t value;

  return image->type == ET_DYN && load != NULL
         && ((load->flags & PF_W) != 0
             || dynamic_find (image, DT_TEXTREL, &value)
             || (dynamic_find (image, DT_FLAGS, &value)
                 && (value & DF_TEXTREL) != 0));
}

/* Set *COPY to the SIZE bytes at BYTES, which are at ADDR of IMAGE, with what
   its relative relocations put there, to be freed; or to NULL if they put
   nothing there that BYTES does not have.  Statuses: NOMEM.  */
static sfm_status
frame_relocs_apply (const struct image *image, const uint8_t *bytes,
                    size_t size, uint64_t addr, uint8_t **copy,
                    const struct diag_sink *sink)
{
  const bool big = image->big_endian;
  const uint32_t type = reloc_type_of_base (image->machine);
  uint64_t table_size;

  *copy = NULL;
  if (size < POINTER || type == 0 || !may_relocate (image, addr))
    return SFM_OK;
  const uint8_t *table = dynamic_rela (image, &table_size);
  if (table == NULL)
    return SFM_OK;
  for (uint64_t i = 0; i < table_size / ELF_RELA_SIZE; i++)
    {
      const uint8_t *rela = table + i * ELF_RELA_SIZE;
      const uint64_t at = elf_u64 (rela, big) - addr;
      const uint64_t value = elf_u64 (rela + 16, big);
      if ((uint32_t) elf_u64 (rela + 8, big) != type || at > size - POINTER
          || elf_u64 ((*copy != NULL ? *copy : bytes) + at, big) == value)
        continue;
      if (*copy == NULL)
        {
          *copy = malloc (size);
          if (*copy == NULL)
            return diag_nomem (sink, image->path);
          memcpy (*copy, bytes, size);
        }
      elf_put64 (*copy + at, value, big);
    }
  return SFM_OK;
}

struct eh_reader
{
  const struct image *image; /* the one that has the section */
  const struct diag_sink *sink;
  const struct code_ranges *code;
  struct eh_frame *frame;
  struct sfm_digest_cache *cache;
  const char *name; /* of the sections */
  uint64_t left;    /* bytes that compressed sections may still become */
  bool damaged;
  bool warned;
};

/* Warn of WHAT at AT, unless that was done.  */
static void
warn (struct eh_reader *r, uint64_t at, const char *what)
{
  r->damaged = true;
  if (!r->warned)
    diag_at (r->sink, DIAG_WARNING, r->image->path, r->name, at,
             "%s; functions after it may go unconfirmed", what);
  r->warned = true;
}

/* List the function of FDE of SECTION, unless it is not in the code.  */
static sfm_status
add_function (struct eh_reader *r, const struct eh_section *section,
              const struct sfm_cfi_fde *fde)
{
  const uint8_t base = fde->cie.encoding & SFM_PE_BASE;
  const bool absolute = base == SFM_PE_ABSPTR || base == SFM_PE_ALIGNED;
  struct function function = { .addr = fde->start,
                               .size = fde->size,
                               .at = section->before + fde->offset };
  struct sfm_diag diag;

  /* The ELF header is at 0 if anything is.  */
  if ((section->cfi.debug_frame && fde->start == 0)
      || !code_ranges_in_segment (r->code, fde->start, fde->size))
    {
      if (absolute && fde->start == 0 && r->image->type == ET_DYN
          && !section->cfi.debug_frame)
        r->damaged = true;
      r->frame->dead++;
      return SFM_OK;
    }
  if (sfm_cfi_digest (&section->cfi, fde, r->cache, &function.rules, &diag)
      != SFM_OK)
    function.rules = 0;
  return function_list_add (&r->frame->functions, &function)
             ? SFM_OK
             : diag_nomem (r->sink, r->image->path);
}

/* Walk the records of SECTION, and set where they end.  If COUNT is not 0, end
   at the first terminator after that many FDEs.  */
static sfm_status
walk (struct eh_reader *r, struct eh_section *section, uint64_t count)
{
  struct sfm_cfi_fde fde = { .next = 0 };
  struct sfm_diag diag;
  uint64_t found = 0;

  const size_t expected = (size_t) (section->cfi.size / FDE_SIZE);

  function_list_expect (&r->frame->functions, expected);
  if (r->cache == NULL)
    r->cache = sfm_digest_cache_new (expected);
  for (; fde.next < section->cfi.size; section->walked = fde.next)
    switch (sfm_cfi_next (&section->cfi, fde.next, &fde, &diag))
      {
      case SFM_OK:
        found++;
        TRY (add_function (r, section, &fde));
        break;
      case SFM_END:
        if (count != 0 && found >= count)
          return SFM_OK;
        break;
      case SFM_ERR_TRUNC:
        if (count == 0 || found < count)
          warn (r, diag.offset, diag.text);
        return SFM_OK;
      default:
        found++;
        r->frame->unread++;
        warn (r, diag.offset, diag.text);
      }
  if (count != 0 && found < count)
    warn (r, fde.next, "fewer functions than .eh_frame_hdr counts");
  return SFM_OK;
}

/* Walk the SIZE bytes at BYTES, which are at ADDR.  COUNT is as above.  */
static sfm_status
add_section (struct eh_reader *r, const uint8_t *bytes, uint64_t size,
             uint64_t addr, uint64_t count)
{
  struct eh_frame *frame = r->frame;
  struct eh_section *last;

  if (!array_grow (&frame->sections, &frame->section_capacity,
                   frame->section_count, sizeof *frame->sections))
    return diag_nomem (r->sink, r->image->path);
  last = &frame->sections[frame->section_count++];
  *last = (struct eh_section){
    .cfi = { .bytes = bytes,
             .size = size,
             .addr = addr,
             .abi = r->image->abi,
             .debug_frame = strcmp (r->name, ".debug_frame") == 0 },
    .before
    = frame->section_count == 1 ? 0 : last[-1].before + last[-1].cfi.size,
  };
  if (!last->cfi.debug_frame && size != 0)
    frame->elsewhere |= image_loaded (r->image, addr, size) != bytes;
  if (!last->cfi.debug_frame)
    TRY (frame_relocs_apply (r->image, bytes, size, addr, &last->owned,
                             r->sink));
  if (last->owned != NULL)
    last->cfi.bytes = last->owned;
  last->cfi.has_data_base
      = dynamic_find (r->image, DT_PLTGOT, &last->cfi.data_base);
  return walk (r, last, count);
}

/* Read the .eh_frame that PT_GNU_EH_FRAME leads to.  */
static sfm_status
read_by_header (struct eh_reader *r, const struct image_segment *header)
{
  const struct image *image = r->image;
  const struct sfm_cfi_section self = eh_frame_hdr_pointers (image, header);
  const uint8_t *bytes = self.bytes;
  uint64_t at = EH_HEADER_SIZE, addr = 0, count = 0;

  const bool ok = header->filesz >= EH_HEADER_SIZE
                  && bytes[0] == EH_HEADER_VERSION
                  && sfm_cfi_pointer (&self, &at, bytes[1], &addr);
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
  if (!sfm_cfi_pointer (&self, &at, bytes[2], &count) || count == 0)
    {
      r->damaged = true;
      count = 1;
    }
  const uint64_t skip = addr - load->vaddr;
  return add_section (
      r, image_at (image, load->offset + skip, load->filesz - skip),
      load->filesz - skip, addr, count);
}

/* Walk the compressed SIZE bytes at BYTES of SECTION.  */
static sfm_status
add_packed (struct eh_reader *r, const struct image_section *section,
            const uint8_t *bytes, size_t size)
{
  struct eh_frame *frame = r->frame;
  const size_t number = frame->section_count;
  uint8_t *unpacked;

  TRY (packed_section_read (r->image->path, r->name, r->image->big_endian,
                            bytes, size, &r->left, &unpacked, &size, r->sink));
  if (unpacked == NULL)
    {
      r->damaged = true;
      return SFM_OK;
    }
  const sfm_status status = add_section (r, unpacked, size, section->addr, 0);
  /* A relocated copy has taken its place.  */
  if (frame->section_count > number && frame->sections[number].owned == NULL)
    frame->sections[number].owned = unpacked;
  else
    free (unpacked);
  return status;
}

/* Read all sections of R's name.  Sets *FOUND if there is one.  */
static sfm_status
read_sections (struct eh_reader *r, bool *found)
{
  const struct image *image = r->image;
  uint32_t idx = 0;

  r->left = (uint64_t) image->size * UNPACKED_SHARE;
  while ((idx = image_find_section (image, r->name, idx)) != 0)
    {
      const struct image_section *section = &image->sections[idx];
      size_t size;
      const uint8_t *bytes = image_section_bytes (image, section, &size);

      *found = true;
      /* .eh_frame of a separate debug file has no bytes.  */
      if (bytes != NULL)
        TRY ((section->flags & SHF_COMPRESSED) != 0
                 ? add_packed (r, section, bytes, size)
                 : add_section (r, bytes, size, section->addr, 0));
    }
  return SFM_OK;
}

/* Read .debug_frame of R's image or, if it has none, of DEBUG.  */
static sfm_status
read_debug_sections (struct eh_reader *r, const struct image *debug)
{
  bool found;

  r->name = ".debug_frame";
  TRY (read_sections (r, &found));
  if (r->frame->section_count != 0 || debug == NULL)
    return SFM_OK;
  r->image = debug;
  return read_sections (r, &found);
}

/* Leave out the functions of REST that share code with those of EH.  */
static bool
leave_known (const struct eh_frame *eh, struct eh_frame *rest)
{
  struct function_list *list = &rest->functions;
  struct address_ranges ranges = { .count = 0 };
  size_t kept = 0;

  const bool fits = function_list_ranges (&eh->functions, &ranges)
                    && ranges_merge (&ranges, NULL);
  for (size_t i = 0; i < list->count && fits; i++)
    if (ranges_within (&ranges, list->at[i].addr,
                       list->at[i].addr + list->at[i].size)
        == 0)
      list->at[kept++] = list->at[i];
  list->count = kept;
  ranges_free (&ranges);
  return fits;
}

sfm_status
debug_frame_read (const struct image *image, const struct image *debug,
                  const struct code_ranges *code, const struct eh_frame *eh,
                  struct eh_frame *rest, const struct diag_sink *sink)
{
  struct eh_reader r
      = { .image = image, .sink = sink, .code = code, .frame = rest };

  if (eh->section_count == 0 || eh_frame_is_debug (eh))
    return SFM_OK;
  const sfm_status status = read_debug_sections (&r, debug);
  sfm_digest_cache_free (r.cache);
  TRY (status);
  rest->complete = rest->section_count != 0 && !r.damaged;
  return rest->functions.count == 0 || leave_known (eh, rest)
             ? SFM_OK
             : diag_nomem (sink, image->path);
}

/* Read all call frame information that R's image or DEBUG has.  */
static sfm_status
read_all (struct eh_reader *r, const struct image *debug)
{
  const struct image_segment *header
      = image_find_segment (r->image, PT_GNU_EH_FRAME);
  struct eh_frame *frame = r->frame;
  bool found = false;

  TRY (read_sections (r, &found));
  if (!found && header != NULL && header->filesz != 0)
    TRY (read_by_header (r, header));
  if (frame->section_count == 0)
    TRY (read_debug_sections (r, debug));
  frame->complete = frame->section_count != 0 && !r->damaged;
  return SFM_OK;
}

sfm_status
eh_frame_read (const struct image *image, const struct image *debug,
               const struct code_ranges *code, struct eh_frame *frame,
               const struct diag_sink *sink)
{
  struct eh_reader r = { .image = image,
                         .sink = sink,
                         .code = code,
                         .frame = frame,
                         .name = ".eh_frame" };
  const sfm_status status = read_all (&r, debug);

  sfm_digest_cache_free (r.cache);
  return status;
}

/* The number of the section of FRAME that holds the place AT, from 1; 0: there
   is none.  */
static size_t
section_of (const struct eh_frame *frame, uint64_t at)
{
  return sorted_after (frame->sections, frame->section_count,
                       sizeof *frame->sections,
                       offsetof (struct eh_section, before), at);
}

uint64_t
eh_frame_addr (const struct eh_frame *frame, uint64_t at)
{
  const size_t i = section_of (frame, at);

  return i == 0 ? 0
                : frame->sections[i - 1].cfi.addr
                      + (at - frame->sections[i - 1].before);
}

bool
eh_frame_fde (const struct eh_frame *frame, uint64_t at,
              const struct sfm_cfi_section **section, struct sfm_cfi_fde *fde)
{
  struct sfm_diag diag;
  const size_t i = section_of (frame, at);

  if (i == 0)
    return false;
  if (*section != &frame->sections[i - 1].cfi)
    *fde = (struct sfm_cfi_fde){ .next = 0 };
  *section = &frame->sections[i - 1].cfi;
  return sfm_cfi_next (*section, at - frame->sections[i - 1].before, fde,
                       &diag)
         == SFM_OK;
}

void
eh_frame_free (struct eh_frame *frame)
{
  for (size_t i = 0; i < frame->section_count; i++)
    free (frame->sections[i].owned);
  free (frame->sections);
  function_list_free (&frame->functions);
  *frame = (struct eh_frame){ .sections = NULL };
}
