/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   audit-internal.h - what the audit-*.c files share.  */

#ifndef BFDGLUE_AUDIT_INTERNAL_H
#define BFDGLUE_AUDIT_INTERNAL_H

#include "audit.h"
#include "pieces-visible.h"

/* State of the audit of one image.  */
struct auditor
{
  const struct image_context *audit;
  const struct repairable *verdict;
  const struct finding_sink *found;
  const struct diag_sink *sink;
  bool several; /* more than one section is called .sframe */
};

/* The bytes that a consumer of the image takes for its SFrame section: a
   section, or, without section headers, the segment of PT_GNU_SFRAME.  */
struct audit_window
{
  const struct image_section *section; /* or NULL */
  const char *name;
  uint32_t number; /* index of SECTION's header if there are several, or 0 */
  const uint8_t *bytes;
  uint64_t addr;
  uint64_t size;
  /* The pieces that pieces_read found in it, then those past its end.  */
  const struct image_piece *pieces;
  size_t piece_count;    /* inside it */
  size_t past_end_count; /* past its end */
};

/* The place of FDE number FDE of piece number PIECE in W, for a finding at
   OFFSET of the section.  */
static inline struct finding
audit_place (const struct audit_window *w, size_t piece, uint32_t fde,
             uint64_t offset)
{
  return (struct finding){ .section = w->name,
                           .number = w->number,
                           .piece = piece > UINT32_MAX ? SFM_NO_INDEX
                                                       : (uint32_t) piece,
                           .fde = fde,
                           .row = SFM_NO_INDEX,
                           .offset = offset,
                           .count = 1 };
}

/* The place for a finding about all of W.  */
static inline struct finding
audit_whole (const struct audit_window *w)
{
  return audit_place (w, SFM_NO_INDEX, SFM_NO_INDEX, 0);
}

/* audit-window.c: set WINDOW to the next one; *AT is 0 for the first.  False:
   there are no more.  WINDOW's number is left 0.  */
bool audit_next_window (const struct image_context *audit, size_t *at,
                        struct audit_window *window);

/* The index of SECTION's header if several sections are called .sframe; 0 if
   only one is, or SECTION is NULL.  */
static inline uint32_t
audit_number (const struct auditor *a, const struct image_section *section)
{
  return a->several && section != NULL
             ? (uint32_t) (section - a->audit->image.sections)
             : 0;
}

/* audit_next_window, and set WINDOW's number.  */
static inline bool
audit_step (const struct auditor *a, size_t *at, struct audit_window *window)
{
  bool more = audit_next_window (a->audit, at, window);

  if (more)
    window->number = audit_number (a, window->section);
  return more;
}

/* Whether SECTION is SFrame data that consumers read.  */
bool audit_is_sframe (const struct image_section *section);

/* audit-functions.c: whether FDE of P, which is at ADDR and not visible, is a
   function that a linker discarded.  */
bool audit_discarded (const struct auditor *a, const struct image_piece *p,
                      const struct sfm_fde *fde, uint64_t addr);

/* audit-section.c, audit-segment.c: check section headers and
   PT_GNU_SFRAME.  */
void audit_sections (const struct auditor *a);
void audit_segment (const struct auditor *a);

/* audit-bytes.c: report what the engine's checker finds in the bytes of W.
   Statuses: NOMEM.  */
sfm_status audit_bytes (const struct auditor *a,
                        const struct audit_window *w) SFM_CHECKED;

/* audit-pieces.c: check W's pieces as wholes: layout, versions, starts.  */
void audit_pieces (const struct auditor *a, const struct audit_window *w);

/* audit-pieces.c: report pieces of one version, in any section, whose flags
   differ.  */
void audit_flags (const struct auditor *a);

/* audit-pieces.c: report pieces in sections that are read only after a
   merge (.sframe_raw).  */
void audit_waiting (const struct auditor *a);

/* audit-functions.c: check the functions of W's pieces.  */
void audit_functions (const struct auditor *a, const struct audit_window *w);

/* audit-plt.c: check the rows of PLT code.  Statuses: NOMEM.  */
sfm_status audit_plt (const struct auditor *a) SFM_CHECKED;

/* audit-missing.c: report functions that no piece describes.  */
void audit_missing (const struct auditor *a);

/* audit-relocs.c: check the relocations of W that a linker kept.  Statuses:
   NOMEM.  */
sfm_status audit_relocs (const struct auditor *a,
                         const struct audit_window *w) SFM_CHECKED;

#endif /* BFDGLUE_AUDIT_INTERNAL_H */
