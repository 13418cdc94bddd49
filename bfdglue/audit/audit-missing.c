/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   audit-missing.c - report functions of call frame information that none of an
   image's pieces describes.  */

#include "config.h"

#include <inttypes.h>

#include "audit-internal.h"
#include "audit.h"

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
  struct described d = { 0 };
  struct audit_window w;
  size_t at = 0;

  while (audit_next_window (context, &at, &w))
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
