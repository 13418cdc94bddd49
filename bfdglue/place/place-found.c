/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   place-found.c - what is recorded of a function that is certainly at an
   address.  */

#include "config.h"

#include "placer-internal.h"

sfm_status
placer_found (struct placer *placer, const struct input_object *object,
              const struct text_function *f, uint64_t addr, size_t there)
{
  struct address_owners *owners = &placer->texts.owners;
  const struct address_owner owner
      = { .digest = f->digest,
          .signature = object->sections[f->section].signature,
          .text = OWNER_CERTAIN };

  if (there == SIZE_MAX)
    there = pieces_find (placer->from.existing, addr, f->digest);
  if (f->group != 0)
    unmatched_group_found (&placer->unmatched, f->group);
  bool kept = there == SIZE_MAX ? owners_add (owners, addr, &owner)
                                : owners_add_existing (owners, there, &owner);
  if (there != SIZE_MAX)
    placer->unmatched.matched[there] = true;
  if (placer->from.listener != NULL)
    kept = kept && placer_tell (placer, f, addr, true);
  return kept ? SFM_OK : diag_nomem (placer->sink, object->name);
}
