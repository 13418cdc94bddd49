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

#include <inttypes.h>

#include "audit-internal.h"
#include "debug-file.h"

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
  /* What is not known has starts, too.  */
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

  audit_sections (&a);
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
