/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   repairable.h - whether an image can be repaired from its existing pieces.

   A repair uses only what is in the file.  If the existing pieces describe
   only a part of the image, or other code, a repaired section would look
   complete and be wrong.  The flaws below are the signs of that.  */

#ifndef BFDGLUE_REPAIRABLE_H
#define BFDGLUE_REPAIRABLE_H

#include "image-context.h"
#include "undescribed.h"

/* clang-format off */
enum repair_flaw
{
  /* There are functions, but neither .sframe nor PT_GNU_SFRAME.  Not a reason
     to refuse: such images are good.  */
  REPAIR_ABSENT     = 0x01,
  /* There is one of them, but no function is described.  */
  REPAIR_EMPTY      = 0x02,
  /* Only PLT code is described.  */
  REPAIR_PLT_ONLY   = 0x04,
  /* Bytes of pieces are damaged, or .eh_frame contradicts functions.  */
  REPAIR_DAMAGED    = 0x08,
  /* Pieces describe other code than the image has.  */
  REPAIR_UNBELIEVED = 0x10,
  /* The described code was replaced by code elsewhere.  */
  REPAIR_STALE      = 0x20,
  /* The linker has left out functions.  */
  REPAIR_UNDESCRIBED    = 0x40,
  /* Functions have no rows, which need not be a fault: the image may be linked
     statically, or have all pieces of its inputs.  Not a reason to refuse.  */
  REPAIR_UNCOVERED  = 0x80,
  /* Functions are not in code, and no linker has discarded them.  */
  REPAIR_NOT_IN_CODE      = 0x100,
  /* There is SFrame data that the engine does not know.  What it describes is
     unknown, so nothing is said about functions without rows.  */
  REPAIR_LATER      = 0x200
};
/* clang-format on */

/* Why a .sframe that is not empty was not read.  */
enum existing_unseen
{
  REPAIR_SEEN,       /* it was read, or there is none */
  REPAIR_NOT_LOADED, /* it has no SHF_ALLOC */
  REPAIR_NO_BYTES    /* it is SHT_NOBITS */
};

struct repairable
{
  unsigned flaws;              /* REPAIR_* of enum repair_flaw */
  bool needs_partial;          /* a flaw is a reason to refuse */
  size_t described;            /* live functions outside PLT code */
  size_t linker_made;          /* live functions of PLT code */
  size_t discarded;            /* functions that a linker discarded */
  size_t wrong_rows;           /* functions whose rows are contradicted */
  size_t not_in_code;          /* other functions that are not in code */
  size_t damaged;              /* pieces and places that cannot be read */
  size_t contradicted;         /* functions that .eh_frame contradicts */
  size_t unbelieved;           /* pieces whose addresses are not believed */
  size_t stale;                /* functions of replaced code */
  const char *stale_section;   /* of the replaced code; NULL: unknown */
  enum existing_unseen unseen; /* set if no piece was found */
  const struct later_sframe *later;
  struct undescribed undescribed;
};

/* Judge CONTEXT, as image_context_read left it; it must outlive VERDICT.
   repairable_free is due in any case.  Statuses: NOMEM.  */
sfm_status repairable_judge (const struct image_context *context,
                             struct repairable *verdict,
                             const struct diag_sink *sink) SFM_CHECKED;

void repairable_free (struct repairable *verdict);

/* Say each flaw of VERDICT about the image PATH.  Flaws that are a reason to
   refuse are of severity KIND and say what would help.  Functions without rows
   are named as details.  */
void repairable_say (const struct repairable *verdict, const char *path,
                     enum diag_severity kind, const struct diag_sink *sink);

/* Name, as details, the functions of EXISTING that are not in the code of
   INDEX's image, and whether a linker discarded them.  */
void diag_discarded (const struct existing_sframe *existing,
                     const struct function_index *index,
                     const struct diag_sink *sink);

#endif /* BFDGLUE_REPAIRABLE_H */
