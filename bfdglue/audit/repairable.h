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
enum own_flaw
{
  /* There is no .sframe, nor a PT_GNU_SFRAME, but there are functions.  Not a
     reason to refuse: such images are good.  */
  OWN_ABSENT     = 0x01,
  /* There is, and no function is described.  */
  OWN_EMPTY      = 0x02,
  /* Only linker-made functions are described.  */
  OWN_PLT_ONLY   = 0x04,
  /* Bytes of pieces are damaged, or .eh_frame contradicts functions.  */
  OWN_DAMAGED    = 0x08,
  /* Pieces describe other code than the image has.  */
  OWN_UNBELIEVED = 0x10,
  /* The described functions were replaced by others elsewhere.  */
  OWN_STALE      = 0x20,
  /* The linker has left out functions.  */
  OWN_LACKING    = 0x40,
  /* Functions have no rows, which can be as it should be: the image is linked
     statically, or its pieces are all there.  Not a reason to refuse.  */
  OWN_UNCOVERED  = 0x80,
  /* Functions are outside the code, and no linker has discarded them.  */
  OWN_STRAY      = 0x100
};
/* clang-format on */

/* Why a .sframe that has a size is not looked into.  */
enum own_unseen
{
  OWN_SEEN,       /* it is, or there is none */
  OWN_NOT_LOADED, /* it has no SHF_ALLOC */
  OWN_NO_BYTES    /* it is SHT_NOBITS */
};

struct own_verdict
{
  unsigned flaws;            /* OWN_* */
  bool needs_partial;        /* a flaw is a reason to refuse */
  size_t described;          /* live functions but linker-made ones */
  size_t linker_made;        /* live ones of PLT code */
  size_t dead;               /* functions that were discarded */
  size_t stray;              /* those that are not in code otherwise */
  size_t damaged;            /* pieces and places that cannot be read */
  size_t wrong;              /* functions that .eh_frame contradicts */
  size_t unbelieved;         /* pieces */
  size_t stale;              /* functions of replaced code */
  const char *stale_section; /* that holds it, or NULL */
  enum own_unseen unseen;    /* if no piece was found */
  struct own_lacking lacking;
};

/* Judge OWN, which own_read made of the others.  Statuses: NOMEM.  */
sfm_status own_judge (const struct image *image, const struct code *code,
                      const struct evidence *evidence, const struct own *own,
                      struct own_verdict *verdict,
                      const struct say *sink) SFM_CHECKED;

void own_verdict_free (struct own_verdict *verdict);

/* Say each flaw of VERDICT about the image PATH, those that are a reason to
   refuse as KIND with what would help, and name the functions that have no
   rows as details.  */
void own_verdict_say (const struct own_verdict *verdict, const char *path,
                      enum say_kind kind, const struct say *sink);

/* Name, as details about the image PATH, the functions of OWN that were
   discarded and those that are not in CODE otherwise.  */
void own_say_dead (const struct own *own, const struct code *code,
                   const char *path, const struct say *sink);

#endif /* BFDGLUE_REPAIRABLE_H */
