/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   section-code.h - read the code of an object's sections, and compare it at
   addresses that other sources give.  */

#ifndef BFDGLUE_SECTION_CODE_H
#define BFDGLUE_SECTION_CODE_H

#include "input.h"
#include "pool.h"
#include "text-function.h"

struct place_sources;

struct read_code
{
  struct input_code code;
  uint64_t left; /* bytes that may still be compared */
  bool read;
};

/* The code of the current object, read on demand, each section once.  */
struct section_code
{
  const struct input_object *object;
  struct read_code *codes; /* one per section, or NULL */
  const struct diag_sink *sink;
  struct pool *scratch;
  struct pool *kept;
};

/* Begin with OBJECT, whose code is allocated in KEPT; SCRATCH must live as
   long as the object is used.  */
void section_code_begin (struct section_code *section_code,
                         const struct input_object *object,
                         struct pool *scratch, struct pool *kept,
                         const struct diag_sink *sink);

/* Set *CODE to the code of section number SECTION, which lives as long as
   KEPT.  Statuses: those of input_code_read.  */
sfm_status section_code_read (struct section_code *section_code,
                              uint32_t section,
                              const struct input_code **code) SFM_CHECKED;

/* Set *HOLDS to whether F can be the function that the image of FROM has at
   ADDR.  Statuses: those of input_code_read.  */
sfm_status section_code_compare (struct section_code *section_code,
                                 const struct place_sources *from,
                                 const struct text_function *f, uint64_t addr,
                                 bool *holds) SFM_CHECKED;

#endif /* BFDGLUE_SECTION_CODE_H */
