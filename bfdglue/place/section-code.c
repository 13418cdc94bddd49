/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   section-code.c - read the code of an object's sections, and compare it at
   addresses that other sources give.

   The map and the pieces that the linker relocated show where a section went,
   but not that its code is unchanged: lld --optimize-bb-jumps removes jumps
   from functions, and their rows then describe other bytes.  Reading the code
   of all objects takes as long as all the other work, so only --verify-code
   does it.  */

#include "config.h"

#include <string.h>

#include "code-same.h"
#include "place-limits.h"
#include "placer.h"
#include "section-code.h"

void
section_code_begin (struct section_code *section_code,
                    const struct input_object *object, struct pool *scratch,
                    struct pool *kept, const struct diag_sink *sink)
{
  *section_code = (struct section_code){
    .object = object, .sink = sink, .scratch = scratch, .kept = kept
  };
}

/* Allocate the arrays.  */
static bool
allocate (struct section_code *section_code)
{
  size_t count = section_code->object->section_count;

  section_code->codes = pool_alloc (section_code->scratch,
                                    count * sizeof *section_code->codes);
  section_code->read
      = pool_alloc (section_code->scratch, count * sizeof *section_code->read);
  section_code->left
      = pool_alloc (section_code->scratch, count * sizeof *section_code->left);
  if (section_code->codes == NULL || section_code->read == NULL
      || section_code->left == NULL)
    return false;
  memset (section_code->read, 0, count * sizeof *section_code->read);
  return true;
}

sfm_status
section_code_read (struct section_code *section_code, uint32_t section,
                   const struct input_code **code)
{
  if (section_code->read == NULL && !allocate (section_code))
    return diag_nomem (section_code->sink, section_code->object->name);
  *code = &section_code->codes[section];
  if (section_code->read[section])
    return SFM_OK;
  sfm_status status
      = input_code_read (section_code->object, section, section_code->kept,
                         &section_code->codes[section]);
  section_code->read[section] = status == SFM_OK;
  section_code->left[section]
      = section_code->codes[section].size * LIMIT_OVERLAP;
  return status;
}

sfm_status
section_code_compare (struct section_code *section_code,
                      const struct place_sources *from,
                      const struct text_function *f, uint64_t addr,
                      bool *holds)
{
  const struct input_code *code;

  *holds = true;
  if (f->size == 0)
    return SFM_OK;
  sfm_status status = section_code_read (section_code, f->section, &code);
  if (status != SFM_OK)
    return status;
  uint64_t *left = &section_code->left[f->section];
  *holds = f->size <= *left;
  *left -= *holds ? f->size : 0;
  *holds = *holds && code_same (from->code, code, f->value, f->size, addr);
  return SFM_OK;
}
