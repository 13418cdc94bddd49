/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   audit-eh-frame.c - check .eh_frame and .eh_frame_hdr themselves.

   Each FDE is read once more, in the order of the section, beside the entries
   of the table in the order of their FDEs [compare].  So every entry meets the
   FDE to which it leads, or none, and every FDE its entries, or none.  FDEs of
   discarded code need no entry.  */

#include "config.h"

#include <elf.h>
#include <inttypes.h>
#include <stdlib.h>

#include "audit-internal.h"
#include "eh-frame-hdr.h"
#include "sorted.h"

/* Entries of one kind: how many, and the first.  */
struct tally
{
  uint64_t count;
  struct eh_frame_hdr_entry first;
};

struct comparison
{
  const struct code_ranges *code;
  const struct eh_frame_hdr *hdr;
  size_t at;          /* the next entry of HDR */
  uint64_t fdes;      /* that were seen */
  struct tally lacks; /* are missing */
  struct tally wrong; /* lead to no FDE, or to one with another start */
};

static void
count (struct tally *tally, const struct eh_frame_hdr_entry *entry)
{
  if (tally->count++ == 0)
    tally->first = *entry;
}

/* The entry of C that comes next, if it leads to FDE or before it; else
   NULL.  */
static const struct eh_frame_hdr_entry *
next_entry (const struct comparison *c, uint64_t fde)
{
  return c->at < c->hdr->count && c->hdr->entries[c->at].fde <= fde
             ? &c->hdr->entries[c->at]
             : NULL;
}

/* Compare the entries with FDE, which is at ADDR.  */
static void
compare (struct comparison *c, uint64_t addr, const struct sfm_cfi_fde *fde)
{
  const struct eh_frame_hdr_entry wanted = { addr, fde->start };
  const struct eh_frame_hdr_entry *entry;
  bool found = false;

  c->fdes++;
  for (; (entry = next_entry (c, addr)) != NULL; c->at++)
    if (entry->fde == addr && entry->start == fde->start)
      found = true;
    else
      count (&c->wrong, entry);
  if (!found && fde->size != 0
      && code_ranges_in_segment (c->code, fde->start, fde->size))
    count (&c->lacks, &wanted);
}

/* Compare the entries with all of SECTION.  */
static void
compare_section (struct comparison *c, const struct eh_section *section)
{
  struct sfm_cfi_fde fde = { .next = 0 };
  struct sfm_diag diag;

  while (fde.next < section->walked)
    if (sfm_cfi_next (&section->cfi, fde.next, &fde, &diag) == SFM_OK)
      compare (c, section->cfi.addr + fde.offset, &fde);
}

/* The address of a section, and its number.  */
struct section_order
{
  uint64_t addr;
  uint64_t idx;
};

/* Compare the entries with the sections of FRAME, in the order of their
   addresses.  False: no memory.  */
static bool
compare_all (struct comparison *c, const struct eh_frame *frame)
{
  const size_t sections = frame->section_count;
  struct section_order *order = calloc (sections + 1, sizeof *order);

  if (order == NULL)
    return false;
  for (size_t i = 0; i < sections; i++)
    order[i] = (struct section_order){ frame->sections[i].cfi.addr, i };
  qsort (order, sections, sizeof *order, compare_u64_pairs);
  for (size_t i = 0; i < sections; i++)
    compare_section (c, &frame->sections[order[i].idx]);
  for (; c->at < c->hdr->count; c->at++)
    count (&c->wrong, &c->hdr->entries[c->at]);
  free (order);
  return true;
}

/* Report the functions of FRAME that overlap the one before them.  */
static void
audit_overlaps (const struct eh_frame *frame, const struct finding_sink *found)
{
  const struct function_list *list = &frame->functions;
  struct finding place = finding_place (".eh_frame", 0);
  const struct function *last = NULL, *first[2] = { NULL, NULL };

  place.count = 0;
  for (size_t i = 0; i < list->count; i++)
    {
      const struct function *f = &list->at[i];
      if (f->size == 0)
        continue;
      if (last != NULL && f->addr - last->addr < last->size
          && place.count++ == 0)
        {
          first[0] = last;
          first[1] = f;
        }
      if (last == NULL || f->addr + f->size > last->addr + last->size)
        last = f;
    }
  if (place.count == 0)
    return;
  place.offset = first[1]->at;
  finding_report (found, FIND_EH_OVERLAP, &place,
                  "the code at 0x%" PRIx64 " is in two FDEs: [0x%" PRIx64
                  ", 0x%" PRIx64 ") and [0x%" PRIx64 ", 0x%" PRIx64 ")",
                  first[1]->addr, first[0]->addr,
                  first[0]->addr + first[0]->size, first[1]->addr,
                  first[1]->addr + first[1]->size);
}

/* Whether HDR is loaded where it says and is .eh_frame_hdr of IMAGE, if there
   is such a section.  */
static bool
segment_right (const struct image *image, const struct eh_frame_hdr *hdr)
{
  const uint32_t idx = image_find_section (image, ".eh_frame_hdr", 0);
  const struct image_section *s = &image->sections[idx];
  const struct image_segment *segment = hdr->segment;

  return (segment->filesz == 0
          || image_loaded (image, segment->vaddr, segment->filesz)
                 == image_segment_bytes (image, segment))
         && (idx == 0
             || (s->addr == segment->vaddr && s->offset == segment->offset));
}

/* Report what is wrong with the head of HDR, of IMAGE with FRAME.  NEEDED: it
   should have entries.  */
static void
audit_head (const struct image *image, const struct eh_frame *frame,
            const struct eh_frame_hdr *hdr, bool needed,
            const struct finding_sink *found)
{
  static const enum finding_id ids[]
      = { [EH_HDR_NONE] = FIND_EH_HDR_MISSING,
          [EH_HDR_DAMAGED] = FIND_EH_HDR_DAMAGED,
          [EH_HDR_ENCODED] = FIND_EH_HDR_ENCODING };
  const struct finding place = finding_place (".eh_frame_hdr", 0);
  bool leads_right = !hdr->leads;

  for (size_t i = 0; i < frame->section_count; i++)
    leads_right |= hdr->eh_frame == frame->sections[i].cfi.addr;
  if (hdr->state > EH_HDR_NONE ? hdr->state != EH_HDR_TABLE : needed)
    finding_report (found, ids[hdr->state], &place, "%s", hdr->what);
  if (hdr->segment != NULL && !segment_right (image, hdr))
    finding_report (found, FIND_EH_HDR_SEGMENT, &place,
                    "PT_GNU_EH_FRAME leads to 0x%" PRIx64
                    ", where .eh_frame_hdr is not",
                    hdr->segment->vaddr);
  if (!leads_right)
    finding_report (found, FIND_EH_HDR_POINTER, &place,
                    "it leads to .eh_frame at 0x%" PRIx64
                    ", and that is at 0x%" PRIx64,
                    hdr->eh_frame, frame->sections[0].cfi.addr);
}

/* Report what differs between HDR and the FDEs, by C.  */
static void
audit_table (const struct comparison *c, const struct finding_sink *found)
{
  struct finding place = finding_place (".eh_frame_hdr", 0);

  place.count = c->hdr->unsorted;
  if (place.count != 0)
    finding_report (found, FIND_EH_HDR_ORDER, &place,
                    "%" PRIu64 " of the %zu entries start before the one "
                    "before them: a search does not find all",
                    place.count, c->hdr->count);
  place.count = c->lacks.count;
  if (place.count != 0)
    finding_report (found, FIND_EH_HDR_LACKS, &place,
                    "%" PRIu64 " of the %" PRIu64
                    " FDEs are not in it, the first at 0x%" PRIx64
                    ", of the function at 0x%" PRIx64,
                    place.count, c->fdes, c->lacks.first.fde,
                    c->lacks.first.start);
  place.count = c->wrong.count;
  if (place.count != 0)
    finding_report (found, FIND_EH_HDR_WRONG, &place,
                    "%" PRIu64 " of the %zu entries lead to no FDE of their "
                    "start, the first for 0x%" PRIx64 " to 0x%" PRIx64,
                    place.count, c->hdr->count, c->wrong.first.start,
                    c->wrong.first.fde);
}

/* Report what is wrong with HDR of AUDIT's image.  */
static sfm_status
audit_hdr (const struct image_context *audit, const struct eh_frame_hdr *hdr,
           const struct finding_sink *found, const struct diag_sink *sink)
{
  const struct eh_frame *frame = &audit->index.eh;
  struct comparison c = { .code = &audit->index.code, .hdr = hdr };
  struct finding records = finding_place (NULL, 0);

  if (!compare_all (&c, frame))
    return diag_nomem (sink, audit->image.path);
  audit_head (&audit->image, frame, hdr, c.lacks.count != 0, found);
  if (hdr->state == EH_HDR_TABLE)
    audit_table (&c, found);
  records.count = c.fdes;
  finding_report (found, FIND_EH_RECORDS, &records,
                  ".eh_frame has %" PRIu64
                  " FDEs, and the table of .eh_frame_hdr %zu",
                  c.fdes, hdr->count);
  return SFM_OK;
}

/* Report that IMAGE has no .eh_frame, or none that can be found.  */
static void
audit_none (const struct image *image, const struct finding_sink *found)
{
  const struct finding place = finding_place (".eh_frame", 0);
  const uint32_t idx = image_find_section (image, place.section, 0);

  if (idx != 0 && image->sections[idx].type == SHT_NOBITS)
    finding_report (found, FIND_NOBITS, &place,
                    "its bytes are in the file that this one is the debug "
                    "file of");
  else if (image->section_count != 0)
    finding_report (found, FIND_EH_HDR_MISSING, &place,
                    "there is no .eh_frame");
  else
    finding_report (found, FIND_EH_HDR_MISSING, &place,
                    "there are no section headers, and no PT_GNU_EH_FRAME "
                    "leads to it");
}

sfm_status
audit_eh_frame (const struct image_context *audit,
                const struct finding_sink *found, const struct diag_sink *sink)
{
  const struct eh_frame *frame = &audit->index.eh;
  struct finding place = finding_place (".eh_frame", 0);
  struct eh_frame_hdr hdr;

  if (frame->section_count == 0 || eh_frame_is_debug (frame))
    {
      audit_none (&audit->image, found);
      return SFM_OK;
    }
  if (frame->elsewhere)
    finding_report (found, FIND_EH_DAMAGED, &place,
                    "it is not loaded where its section header says");
  if (!frame->complete)
    {
      place.count = frame->unread != 0 ? frame->unread : 1;
      finding_report (found, FIND_EH_DAMAGED, &place,
                      "it was not read as a whole, and %" PRIu64
                      " FDEs not at all",
                      frame->unread);
    }
  audit_overlaps (frame, found);
  sfm_status status = eh_frame_hdr_read (&audit->image, &hdr, sink);
  if (status == SFM_OK)
    status = audit_hdr (audit, &hdr, found, sink);
  eh_frame_hdr_free (&hdr);
  return status;
}
