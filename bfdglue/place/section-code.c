/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   section-code.c - read the code of the current object's sections, and compare
   it at addresses that other sources give.

   Reading the code of all objects takes as long as all the other work, so only
   that of sections is read about which call frame information is silent.  */

#include "config.h"

#include <string.h>

#include "place-limits.h"
#include "placer-internal.h"

sfm_status
section_code_read (struct placer *p, uint32_t section,
                   const struct input_code **code)
{
  const struct input_object *object = p->now.object;
  const size_t size = object->section_count * sizeof *p->now.codes;

  if (p->now.codes == NULL)
    {
      p->now.codes = pool_alloc (&p->scratch, size);
      if (p->now.codes == NULL)
        return diag_nomem (p->sink, object->name);
      memset (p->now.codes, 0, size);
    }
  struct read_code *c = &p->now.codes[section];
  *code = &c->code;
  if (c->read)
    return SFM_OK;
  TRY (input_code_read (object, section, &p->code_pool, &c->code));
  c->left = c->code.size * LIMIT_OVERLAP;
  c->read = true;
  return SFM_OK;
}

sfm_status
section_code_keep (struct placer *p, uint32_t section,
                   const struct input_code **code)
{
  TRY (section_code_read (p, section, code));
  struct read_code *c = &p->now.codes[section];
  if (c->kept || c->code.bytes == NULL)
    return SFM_OK;
  const char *copy
      = pool_copy (&p->code_pool, c->code.bytes, (size_t) c->code.size);
  if (copy == NULL)
    return diag_nomem (p->sink, p->now.object->name);
  c->code.bytes = (const uint8_t *) copy;
  c->kept = true;
  return SFM_OK;
}

sfm_status
section_code_compare (struct placer *p, const struct text_function *f,
                      uint64_t addr, bool *holds)
{
  const struct input_code *code;

  *holds = true;
  if (f->size == 0)
    return SFM_OK;
  TRY (section_code_read (p, f->section, &code));
  uint64_t *left = &p->now.codes[f->section].left;
  *holds = f->size <= *left;
  *left -= *holds ? f->size : 0;
  *holds = *holds
           && code_same (&p->from.context->index.code, code, f->value, f->size,
                         addr);
  return SFM_OK;
}
