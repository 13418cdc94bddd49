/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   section-code.h - asking the code about places that other sources name.  */

#ifndef BFDGLUE_SECTION_CODE_H
#define BFDGLUE_SECTION_CODE_H

#include "input.h"
#include "pool.h"

struct place_sources;

enum
{
  /* Bytes of functions that are compared for each byte of a section.  Those of
     sound objects do not overlap, but for aliases; hostile ones have thousands
     that are as long as the section.  */
  VERIFY_OVERLAP = 64
};

/* The code of the object at hand, read section by section as it is asked
   for, each once.  */
struct section_code
{
  const struct input_object *object;
  struct input_code *codes; /* of each section, or NULL */
  bool *read;
  uint64_t *left; /* bytes of it that may still be compared */
  const struct diag_sink *sink;
  struct pool *scratch;
  struct pool *kept;
};

/* Begin with OBJECT, whose code goes to KEPT; SCRATCH is for as long as the
   object.  */
void section_code_begin (struct section_code *section_code,
                         const struct input_object *object,
                         struct pool *scratch, struct pool *kept,
                         const struct diag_sink *sink);

/* Set *CODE to the code of section number SECTION, which stays as long as
   KEPT.  Statuses: those of input_code_read.  */
sfm_status section_code_read (struct section_code *section_code,
                              uint32_t section,
                              const struct input_code **code) SFM_CHECKED;

/* Set *HOLDS to whether the SIZE bytes at TARGET may be the function that the
   image of FROM has at ADDR.  Statuses: those of input_code_read.  */
sfm_status section_code_compare (struct section_code *section_code,
                                 const struct place_sources *from,
                                 const struct input_reloc *target,
                                 uint64_t size, uint64_t addr,
                                 bool *holds) SFM_CHECKED;

/* The same if all is to be verified; else it holds.  */
sfm_status verify_if_asked (struct section_code *section_code,
                            const struct place_sources *from,
                            const struct input_reloc *target, uint64_t size,
                            uint64_t addr, bool *holds) SFM_CHECKED;

#endif /* BFDGLUE_SECTION_CODE_H */
