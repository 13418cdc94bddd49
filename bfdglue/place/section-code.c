/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   section-code.c - asking the code about places that other sources name.

   The map and the pieces that the linker relocated say where a section went,
   not that nothing changed it: lld --optimize-bb-jumps takes jumps out of
   functions, and their rows then describe other bytes.  Reading the code of
   all objects takes as long as all the rest, so that is --verify-code's.  */

#include "config.h"

#include <string.h>

#include "code-same.h"
#include "placer.h"
#include "section-code.h"

void
proof_begin (struct proof *proof, const struct input_object *object,
             struct pool *scratch, struct pool *kept, const struct say *sink)
{
  *proof = (struct proof){
    .object = object, .sink = sink, .scratch = scratch, .kept = kept
  };
}

/* Make room for the sections' code.  */
static bool
allocate (struct proof *proof)
{
  size_t count = proof->object->section_count;

  proof->codes = pool_alloc (proof->scratch, count * sizeof *proof->codes);
  proof->read = pool_alloc (proof->scratch, count * sizeof *proof->read);
  proof->left = pool_alloc (proof->scratch, count * sizeof *proof->left);
  if (proof->codes == NULL || proof->read == NULL || proof->left == NULL)
    return false;
  memset (proof->read, 0, count * sizeof *proof->read);
  return true;
}

sfm_status
proof_code (struct proof *proof, uint32_t section,
            const struct input_code **code)
{
  if (proof->read == NULL && !allocate (proof))
    return say_nomem (proof->sink, proof->object->name);
  *code = &proof->codes[section];
  if (proof->read[section])
    return SFM_OK;
  sfm_status status = input_code_read (proof->object, section, proof->kept,
                                       &proof->codes[section]);
  proof->read[section] = status == SFM_OK;
  proof->left[section] = proof->codes[section].size * PROOF_OVERLAP;
  return status;
}

sfm_status
proof_ask (struct proof *proof, const struct place_sources *from,
           const struct input_reloc *target, uint64_t size, uint64_t addr,
           bool *holds)
{
  *holds = true;
  return from->verify_code
             ? proof_compare (proof, from, target, size, addr, holds)
             : SFM_OK;
}

sfm_status
proof_compare (struct proof *proof, const struct place_sources *from,
               const struct input_reloc *target, uint64_t size, uint64_t addr,
               bool *holds)
{
  const struct input_code *code;

  *holds = true;
  if (size == 0)
    return SFM_OK;
  sfm_status status = proof_code (proof, target->section, &code);
  if (status != SFM_OK)
    return status;
  uint64_t *left = &proof->left[target->section];
  *holds = size <= *left;
  *left -= *holds ? size : 0;
  *holds = *holds && code_same (from->code, code, target->value, size, addr);
  return SFM_OK;
}
