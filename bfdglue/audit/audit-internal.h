/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   audit-internal.h - what the audit-*.c files share.  */

#ifndef BFDGLUE_AUDIT_INTERNAL_H
#define BFDGLUE_AUDIT_INTERNAL_H

#include "audit.h"
#include "pieces-visible.h"

/* One run over an image.  */
struct auditor
{
  const struct audit_image *audit;
  const struct finding_sink *found;
  const struct diag_sink *sink;
  bool several; /* sections are called .sframe */
};

/* The bytes that a reader of the image takes for its SFrame section: a
   section, or what PT_GNU_SFRAME names where there are no section headers.  */
struct audit_window
{
  const struct image_section *section; /* or NULL */
  const char *name;
  uint32_t number; /* of SECTION, if there are several */
  const uint8_t *bytes;
  uint64_t addr;
  uint64_t size;
  /* The pieces of pieces_read that lie in it, those that are buried behind it
     last.  */
  const struct image_piece *pieces;
  size_t piece_count; /* not buried */
  size_t buried_count;
};

/* Where FDE of piece number PIECE in W is.  */
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

/* The same for all of W.  */
static inline struct finding
audit_whole (const struct audit_window *w)
{
  return audit_place (w, SFM_NO_INDEX, SFM_NO_INDEX, 0);
}

/* audit-window.c: step to the next window; *AT is 0 to begin with.  False:
   there are no more.  */
bool audit_next_window (const struct audit_image *audit, size_t *at,
                        struct audit_window *window);

/* The number of SECTION, which may be NULL, if that is needed to tell which
   one is meant.  */
static inline uint32_t
audit_number (const struct auditor *a, const struct image_section *section)
{
  return a->several && section != NULL
             ? (uint32_t) (section - a->audit->image.sections)
             : 0;
}

/* The same as audit_next_window, and the number.  */
static inline bool
audit_step (const struct auditor *a, size_t *at, struct audit_window *window)
{
  bool more = audit_next_window (a->audit, at, window);

  if (more)
    window->number = audit_number (a, window->section);
  return more;
}

/* Whether SECTION is one that readers take for SFrame data.  */
bool audit_is_sframe (const struct image_section *section);

/* audit-functions.c: whether FDE of P, at ADDR, which does not stand, is a
   function that a linker discarded.  */
bool audit_discarded (const struct auditor *a, const struct image_piece *p,
                      const struct sfm_fde *fde, uint64_t addr);

/* audit-section.c, audit-segment.c: the headers.  */
void audit_sections (const struct auditor *a);
void audit_segment (const struct auditor *a);

/* audit-bytes.c: what the engine's checker finds in the bytes of W.
   Statuses: NOMEM.  */
sfm_status audit_bytes (const struct auditor *a,
                        const struct audit_window *w) SFM_CHECKED;

/* audit-pieces.c: W's pieces as wholes.  */
void audit_pieces (const struct auditor *a, const struct audit_window *w);

/* The same: flags that the pieces of one version, in whatever section, do not
   have in common.  */
void audit_flags (const struct auditor *a);

/* The same: pieces in sections that only wait for a merge.  */
void audit_waiting (const struct auditor *a);

/* audit-functions.c: the functions of W's pieces.  */
void audit_functions (const struct auditor *a, const struct audit_window *w);

/* audit-plt.c: linker-made code.  Statuses: NOMEM.  */
sfm_status audit_plt (const struct auditor *a) SFM_CHECKED;

/* audit-missing.c: what the image's pieces together lack.  */
void audit_missing (const struct auditor *a);

/* audit-relocs.c: W's relocations that a linker kept.  Statuses: NOMEM.  */
sfm_status audit_relocs (const struct auditor *a,
                         const struct audit_window *w) SFM_CHECKED;

#endif /* BFDGLUE_AUDIT_INTERNAL_H */
