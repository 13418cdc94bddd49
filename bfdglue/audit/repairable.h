/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   repairable.h - what an image's own pieces cannot give back.

   A repair uses what is in the file.  Where that is only a part of what the
   image needs, or describes other code, a repaired section would look whole
   and be wrong; these are the signs of it.  */

#ifndef BFDGLUE_REPAIRABLE_H
#define BFDGLUE_REPAIRABLE_H

#include "undescribed.h"

/* clang-format off */
enum repair_flaw
{
  /* There is no .sframe, nor a PT_GNU_SFRAME, but there are functions.  Not a
     reason to refuse: such images are good.  */
  REPAIR_ABSENT     = 0x01,
  /* There is, and no function is described.  */
  REPAIR_EMPTY      = 0x02,
  /* Only linker-made functions are described.  */
  REPAIR_PLT_ONLY   = 0x04,
  /* Bytes of pieces are damaged, or .eh_frame contradicts functions.  */
  REPAIR_DAMAGED    = 0x08,
  /* Pieces describe other code than the image has.  */
  REPAIR_UNBELIEVED = 0x10,
  /* The described functions were replaced by others elsewhere.  */
  REPAIR_STALE      = 0x20,
  /* The linker has left out functions.  */
  REPAIR_UNDESCRIBED    = 0x40,
  /* Functions have no rows, which can be as it should be: the image is linked
     statically, or its pieces are all there.  Not a reason to refuse.  */
  REPAIR_UNCOVERED  = 0x80,
  /* Functions are outside the code, and no linker has discarded them.  */
  REPAIR_NOT_IN_CODE      = 0x100
};
/* clang-format on */

/* Why a .sframe that has a size is not looked into.  */
enum existing_unseen
{
  REPAIR_SEEN,       /* it is, or there is none */
  REPAIR_NOT_LOADED, /* it has no SHF_ALLOC */
  REPAIR_NO_BYTES    /* it is SHT_NOBITS */
};

struct repairable
{
  unsigned flaws;              /* OWN_* */
  bool needs_partial;          /* a flaw is a reason to refuse */
  size_t described;            /* live functions but linker-made ones */
  size_t linker_made;          /* live ones of PLT code */
  size_t discarded;            /* functions that were discarded */
  size_t not_in_code;          /* those that are not in code otherwise */
  size_t damaged;              /* pieces and places that cannot be read */
  size_t contradicted;         /* functions that .eh_frame contradicts */
  size_t unbelieved;           /* pieces */
  size_t stale;                /* functions of replaced code */
  const char *stale_section;   /* that holds it, or NULL */
  enum existing_unseen unseen; /* if no piece was found */
  struct undescribed undescribed;
};

/* Judge EXISTING, which pieces_read made of the others.  Statuses: NOMEM.  */
sfm_status repairable_judge (const struct image *image,
                             const struct code_ranges *code,
                             const struct function_index *index,
                             const struct existing_sframe *existing,
                             struct repairable *verdict,
                             const struct diag_sink *sink) SFM_CHECKED;

void repairable_free (struct repairable *verdict);

/* Say each flaw of VERDICT about the image PATH, those that are a reason to
   refuse as KIND with what would help, and name the functions that have no
   rows as details.  */
void repairable_say (const struct repairable *verdict, const char *path,
                     enum diag_severity kind, const struct diag_sink *sink);

/* Name, as details about the image PATH, the functions of EXISTING that were
   discarded and those that are not in CODE otherwise.  */
void diag_discarded (const struct existing_sframe *existing,
                     const struct code_ranges *code, const char *path,
                     const struct diag_sink *sink);

#endif /* BFDGLUE_REPAIRABLE_H */
