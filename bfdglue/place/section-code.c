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

sfm_status
section_code_read (struct section_code *section_code, uint32_t section,
                   const struct input_code **code)
{
  const struct input_object *object = section_code->object;
  const size_t size = object->section_count * sizeof *section_code->codes;

  if (section_code->codes == NULL)
    {
      section_code->codes = pool_alloc (section_code->scratch, size);
      if (section_code->codes == NULL)
        return diag_nomem (section_code->sink, object->name);
      memset (section_code->codes, 0, size);
    }
  struct read_code *c = &section_code->codes[section];
  *code = &c->code;
  if (c->read)
    return SFM_OK;
  TRY (input_code_read (object, section, section_code->kept, &c->code));
  c->left = c->code.size * LIMIT_OVERLAP;
  c->read = true;
  return SFM_OK;
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
  TRY (section_code_read (section_code, f->section, &code));
  uint64_t *left = &section_code->codes[f->section].left;
  *holds = f->size <= *left;
  *left -= *holds ? f->size : 0;
  *holds = *holds && code_same (from->code, code, f->value, f->size, addr);
  return SFM_OK;
}
