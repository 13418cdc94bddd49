/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   audit.c - audit the .sframe of a linked image.

   Theory of operation.  The image is read as for a repair [audit_read], which
   yields its pieces, its code and its PLT code.  Then [audit_find] checks the
   headers, and in each section the bytes, the pieces, the functions and the
   relocations.  The engine's checker, which shares no code with the reader,
   checks the bytes.  Functions that no section describes come last
   [audit_missing].  */

#include "config.h"

#include <elf.h>
#include <inttypes.h>

#include "audit-internal.h"
#include "debug-file.h"

/* Check the section headers of an image's SFrame data, and PT_GNU_SFRAME,
   through which the kernel and the C library find it.  */

/* The .sframe sections of an image.  */
struct sframe_sections
{
  const struct image_section *any;   /* the first one with bytes */
  const struct image_section *named; /* ... that begins where PT_GNU_SFRAME
                                        does */
  const struct image_section *last;  /* that is not empty */
  size_t count;
  size_t whole; /* that are not empty */
  bool debug;   /* one is SHT_NOBITS */
};

/* The PT_LOAD that loads all bytes of SECTION to their addresses, or NULL.  */
static const struct image_segment *
load_of (const struct image *image, const struct image_section *section)
{
  const struct image_segment *load = image_load_of (image, section->addr);

  if (load == NULL)
    return NULL;
  uint64_t distance = section->addr - load->vaddr;
  return section->offset == load->offset + distance
                 && section->size <= load->filesz - distance
             ? load
             : NULL;
}

/* Check the flags of SECTION, which is not empty, and that it is loaded.  */
static void
check_flags (const struct auditor *a, const struct image_section *section,
             const struct finding *place)
{
  const struct image *image = &a->audit->image;

  if (!(section->flags & SHF_ALLOC))
    finding_report (a->found, FIND_SECTION_FLAGS, place,
                    "the section's flags are 0x%" PRIx64
                    ", without SHF_ALLOC: it is not in memory when the "
                    "program runs",
                    section->flags);
  else if (section->flags & SHF_COMPRESSED)
    finding_report (a->found, FIND_SECTION_FLAGS, place,
                    "the section's flags are 0x%" PRIx64
                    ": it is compressed, and what is loaded must not be",
                    section->flags);
  else if (load_of (image, section) == NULL)
    finding_report (a->found, FIND_SECTION_FLAGS, place,
                    "the 0x%" PRIx64 " bytes at 0x%" PRIx64
                    " are in no PT_LOAD: they are not in memory when the "
                    "program runs",
                    section->size, section->addr);
  if (section->flags & (SHF_WRITE | SHF_EXECINSTR))
    finding_report (a->found, FIND_SECTION_ACCESS, place,
                    "the section's flags are 0x%" PRIx64
                    ": it is %s, though it is only read",
                    section->flags,
                    !(section->flags & SHF_EXECINSTR) ? "writable"
                    : section->flags & SHF_WRITE ? "writable and executable"
                                                 : "executable");
}

static void
check_section (const struct auditor *a, const struct image_section *section)
{
  struct finding place
      = finding_place (section->name, audit_number (a, section));

  if (section->type == SHT_NOBITS)
    {
      finding_report (a->found, FIND_NOBITS, &place,
                      "its 0x%" PRIx64 " bytes are not in this file, as in "
                      "a separate debug file",
                      section->size);
      return;
    }
  if (section->size == 0)
    return;
  if (section->type != SHT_GNU_SFRAME)
    finding_report (a->found, FIND_SECTION_TYPE, &place,
                    "the section's type is 0x%" PRIx32
                    ", not SHT_GNU_SFRAME (0x%x)",
                    section->type, (unsigned) SHT_GNU_SFRAME);
  check_flags (a, section, &place);
}

/* Report that several of C are not empty.  */
static void
report_several (const struct auditor *a, const struct sframe_sections *c)
{
  const struct image_segment *segment
      = image_find_segment (&a->audit->image, PT_GNU_SFRAME);
  struct finding place
      = finding_place (c->last->name, audit_number (a, c->last));

  place.count = c->whole;
  finding_report (a->found, FIND_SEVERAL_SECTIONS, &place,
                  "%zu sections hold SFrame data, of which consumers read "
                  "%s",
                  c->whole,
                  segment != NULL ? "the one that PT_GNU_SFRAME names"
                                  : "at most one");
}

/* Compare the sizes of SEGMENT and SECTION, which begin at the same place.  */
static void
compare_sizes (const struct auditor *a, const struct image_segment *segment,
               const struct image_section *section)
{
  struct finding place
      = finding_place (section->name, audit_number (a, section));
  uint64_t size
      = segment->memsz < segment->filesz ? segment->memsz : segment->filesz;

  if (size < section->size)
    {
      place.offset = size;
      place.count = section->size - size;
      finding_report (a->found, FIND_SEGMENT_SHORT, &place,
                      "PT_GNU_SFRAME has 0x%" PRIx64
                      " bytes, the section 0x%" PRIx64,
                      size, section->size);
    }
  else if (segment->filesz > section->size)
    {
      place.offset = section->size;
      place.count = segment->filesz - section->size;
      finding_report (a->found, FIND_SEGMENT_LONG, &place,
                      "PT_GNU_SFRAME has 0x%" PRIx64
                      " bytes, the section 0x%" PRIx64 ": %" PRIu64
                      " bytes of other contents follow it",
                      segment->filesz, section->size, place.count);
    }
}

/* Check PT_GNU_SFRAME, which may name one of C.  */
static void
check_segment (const struct auditor *a, const struct sframe_sections *c)
{
  const struct image *image = &a->audit->image;
  const struct image_segment *segment
      = image_find_segment (image, PT_GNU_SFRAME);
  const struct finding place = finding_place (
      c->any != NULL ? c->any->name : NULL, audit_number (a, c->any));

  /* The program headers of a separate debug file describe its image.  */
  if (c->any == NULL && c->debug)
    return;
  if (segment == NULL)
    {
      if (c->any != NULL)
        finding_report (a->found, FIND_SEGMENT_MISSING, &place,
                        "no PT_GNU_SFRAME, by which the kernel and "
                        "the C library find the section");
    }
  else if (c->any == NULL)
    finding_report (a->found, FIND_SEGMENT_STALE, &place,
                    "PT_GNU_SFRAME names 0x%" PRIx64 " bytes at 0x%" PRIx64
                    ", and there is no .sframe section",
                    segment->filesz, segment->vaddr);
  else if (c->named == NULL)
    finding_report (
        a->found, FIND_SEGMENT_STALE, &place,
        "PT_GNU_SFRAME begins at 0x%" PRIx64 " (0x%" PRIx64
        " in the file), the section at 0x%" PRIx64 " (0x%" PRIx64 ")",
        segment->vaddr, segment->offset, c->any->addr, c->any->offset);
  else
    compare_sizes (a, segment, c->named);
}

static void
check_headers (const struct auditor *a)
{
  const struct image *image = &a->audit->image;
  const struct image_segment *segment
      = image_find_segment (image, PT_GNU_SFRAME);
  struct sframe_sections c = { 0 };
  const struct finding none = finding_place (NULL, 0);

  if (image->section_count == 0)
    {
      finding_report (a->found, FIND_NO_HEADERS, &none,
                      "there are no section headers: only PT_GNU_SFRAME can "
                      "tell where SFrame data is");
      if (segment == NULL)
        finding_report (a->found, FIND_NO_SECTION, &none,
                        "nothing points to SFrame data");
      return;
    }
  for (uint32_t i = 1; i < image->section_count; i++)
    {
      const struct image_section *s = &image->sections[i];
      if (!audit_is_sframe (s))
        continue;
      c.count++;
      check_section (a, s);
      if (s->type == SHT_NOBITS)
        {
          c.debug = true;
          continue;
        }
      if (c.any == NULL)
        c.any = s;
      if (c.named == NULL && segment != NULL && segment->offset == s->offset
          && segment->vaddr == s->addr)
        c.named = s;
      if (s->size == 0)
        continue;
      c.whole++;
      c.last = s;
    }
  if (c.count == 0)
    finding_report (a->found, FIND_NO_SECTION, &none, "no .sframe section");
  if (c.whole > 1)
    report_several (a, &c);
  check_segment (a, &c);
}

/* Pass on errors only: audit_find reports what pieces_read and the others warn
   of.  */
static void
diag_errors (void *data, enum diag_severity kind, const char *file,
             const char *place, const char *text)
{
  const struct diag_sink *sink = data;

  if (kind == DIAG_ERROR)
    sink->fn (sink->data, kind, file, place, text);
}

sfm_status
audit_read (struct image_context *context, const char *symbols,
            const struct diag_sink *sink)
{
  struct diag_sink outer = *sink;
  const struct diag_sink quiet = { .fn = diag_errors, .data = &outer };

  TRY (image_context_read (context, symbols, PLT_AUTO, sink, &quiet));
  return pieces_list (&context->index, &context->existing, sink);
}

static bool
has_several (const struct image *image)
{
  unsigned count = 0;

  for (uint32_t i = 1; i < image->section_count && count < 2; i++)
    count += audit_is_sframe (&image->sections[i]);
  return count > 1;
}

bool
audit_is_detached (const struct image_context *audit)
{
  struct code_note note;

  return audit->index.code.segment_count == 0
         && code_note_find (&audit->image, &note);
}

/* Report what the pieces of W, which A can see, say about the image.  */
static sfm_status
audit_meaning (const struct auditor *a, const struct audit_window *w)
{
  audit_pieces (a, w);
  audit_functions (a, w);
  if (a->rows)
    audit_rows (a, w);
  /* Relocations of start fields that are not known would seem to be wrong.  */
  return a->audit->existing.later.count == 0 ? audit_relocs (a, w) : SFM_OK;
}

sfm_status
audit_find (const struct image_context *audit, bool rows,
            const struct finding_sink *found, const struct diag_sink *sink)
{
  const struct auditor a = { .path = audit->image.path,
                             .audit = audit,
                             .found = found,
                             .sink = sink,
                             .rows = rows,
                             .several = has_several (&audit->image) };
  const bool detached = audit_is_detached (audit);
  struct audit_window window;
  sfm_status status = SFM_OK;
  size_t at = 0;

  check_headers (&a);
  while (status == SFM_OK && audit_step (&a, &at, &window))
    {
      status = audit_bytes (&a, &window);
      if (status == SFM_OK && !detached)
        status = audit_meaning (&a, &window);
      else if (window.piece_count != 0)
        audit_layout (&a, &window);
    }
  audit_waiting (&a);
  audit_flags (&a);
  if (status == SFM_OK && !detached)
    status = audit_plt (&a);
  return status;
}

/* What the pieces of an image describe.  */
struct described
{
  size_t visible;        /* visible functions outside PLT code */
  bool past_section_end; /* there are others past the section's end */
  bool any;              /* a function is visible, of PLT code or not */
  bool section;          /* consumers find something */
};

static struct described
count_described (const struct image_context *context)
{
  const struct auditor a = { .audit = context };
  struct described d = { 0 };
  struct audit_window w;
  size_t at = 0;

  while (audit_step (&a, &at, &w))
    {
      d.section = true;
      for (size_t k = 0; k < w.piece_count + w.past_end_count; k++)
        {
          const struct image_piece *p = &w.pieces[k];
          for (uint32_t i = 0; p->usable && i < p->piece.num_fdes; i++)
            {
              bool visible = function_is_visible (p, i);
              bool plt = p->places[i].optional;
              d.any |= visible && !p->past_section_end;
              d.visible += visible && !plt && !p->past_section_end;
              d.past_section_end |= visible && !plt && p->past_section_end;
            }
        }
    }
  return d;
}

/* The functions of .eh_frame outside PLT code with bytes that no piece
   describes.  */
static uint64_t
count_missing (const struct image_context *context,
               const struct coverage *coverage)
{
  uint64_t count = 0;

  for (size_t i = 0; i < coverage->gap_count && !coverage->by_symbols; i++)
    count += code_ranges_plt_section (&context->index.code,
                                      coverage->gaps[i].addr,
                                      coverage->gaps[i].size)
             == NULL;
  return count;
}

void
audit_missing (const struct image_context *context,
               const struct coverage *coverage,
               const struct finding_sink *found)
{
  const struct described d = count_described (context);
  struct finding place = finding_place (".sframe", 0);

  place.count = count_missing (context, coverage);
  if (!d.section || place.count == 0)
    return;
  if (!d.any)
    finding_report (found, FIND_NOTHING, &place,
                    "no function is described, and .eh_frame has %" PRIu64,
                    place.count);
  else if (d.visible == 0)
    finding_report (found, FIND_PLT_ONLY, &place,
                    "only linker-generated code is described, and %" PRIu64
                    " functions of .eh_frame are not: the linker has %s what "
                    "the objects describe",
                    place.count,
                    d.past_section_end ? "buried past its end" : "left out");
  else
    finding_report (found, FIND_LACKING, &place,
                    "%" PRIu64 " of the %zu functions of .eh_frame %s not "
                    "described",
                    place.count, coverage->functions,
                    place.count == 1 ? "is" : "are");
}
