/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   audit-object.c - check the .sframe sections of a relocatable object and
   their relocations.

   Symbols are sorted once for all sections: a split object has thousands of
   sections.  Their names are read only for findings.  */

#include "config.h"

#include <inttypes.h>
#include <stdlib.h>

#include "audit-internal.h"
#include "input.h"
#include "pool.h"

/* List the pieces of W up to the first damaged one in *PIECES, as those of
   which no address is known.  False: no memory.  */
static bool
list_pieces (struct audit_window *w, struct image_piece **pieces)
{
  size_t capacity = 0;
  struct image_piece p = { 0 };
  struct sfm_diag diag;

  while (
      sfm_piece_next (w->bytes, (size_t) w->size, p.piece.end, &p.piece, &diag)
      == SFM_OK)
    {
      if (!array_grow (pieces, &capacity, w->piece_count, sizeof p))
        return false;
      (*pieces)[w->piece_count++] = p;
    }
  w->pieces = *pieces;
  return true;
}

/* List the relocations of S in M.  False: no memory.  */
static bool
list_relocs (const struct input_sframe *s, struct match *m)
{
  size_t count = s->reloc_count + (s->nones != NULL ? s->none_count : 0);
  struct match_reloc *r = calloc (count + 1, sizeof *r);

  m->relocs = r;
  m->reloc_count = count;
  if (r == NULL)
    return false;
  for (size_t i = 0; i < s->reloc_count; i++)
    *r++ = (struct match_reloc){ .at = s->relocs[i].offset,
                                 .value = s->relocs[i].value,
                                 .section = s->relocs[i].section };
  for (size_t i = 0; i < count - s->reloc_count; i++)
    *r++ = (struct match_reloc){ .at = s->nones[i], .none = true };
  return true;
}

/* Report a section type that the linkers of its version refuse.  Assemblers
   write versions 1 and 2 without the flag PCREL as SHT_PROGBITS, and GNU ld up
   to 2.44 reads that type; linkers of later formats need SHT_GNU_SFRAME.  */
static void
check_type (const struct auditor *a, const struct audit_window *w,
            const struct input_sframe *s)
{
  const struct finding place = finding_place (w->name, w->number);
  struct sfm_piece piece;
  struct sfm_diag diag;

  if (s->type != SHT_GNU_SFRAME
      && sfm_piece_open (s->bytes, s->size, 0, &piece, &diag) == SFM_OK
      && (piece.version > 2
          || (piece.flags & SFM_F_FDE_FUNC_START_PCREL) != 0))
    finding_report (a->found, FIND_SECTION_TYPE, &place,
                    "the section's type is 0x%" PRIx32
                    ", not SHT_GNU_SFRAME (0x%x)",
                    s->type, (unsigned) SHT_GNU_SFRAME);
}

/* Check SFRAME, a section of an object with SYMBOLS and NAMES.  */
static sfm_status
check_section (const struct auditor *a, const struct input_sframe *sframe,
               const struct target_symbols *symbols, struct audit_names *names)
{
  struct audit_window w = { .object = true,
                            .name = sframe->name,
                            .number = a->several ? sframe->number : 0,
                            .bytes = sframe->bytes,
                            .size = sframe->size,
                            .names = names };
  struct match match = { .window = &w };
  struct image_piece *pieces = NULL;
  struct sfm_diag what;
  sfm_status status = SFM_OK;

  check_type (a, &w, sframe);
  bool memory = list_pieces (&w, &pieces) && list_relocs (sframe, &match)
                && match_relocs (&match);
  w.match = &match;
  if (memory && w.piece_count != 0)
    audit_layout (a, &w);
  if (memory)
    status = audit_bytes (a, &w);
  if (memory && status == SFM_OK && !sframe_is_later (sframe, &what))
    {
      match_report (&match, a->found);
      memory = targets_check (symbols, &match, a->found);
    }
  free (match.fields);
  free (match.relocs);
  free (pieces);
  return memory && !names->no_memory ? status : diag_nomem (a->sink, a->path);
}

sfm_status
audit_object (const struct input_object *object,
              const struct finding_sink *found, const struct diag_sink *sink)
{
  const struct auditor a = { .path = object->name,
                             .found = found,
                             .sink = sink,
                             .several = object->sframe_count > 1 };
  struct target_symbols symbols;
  struct audit_names names = { .object = object };
  sfm_status status = targets_list (&symbols, object)
                          ? SFM_OK
                          : diag_nomem (sink, object->name);

  for (size_t i = 0; i < object->sframe_count && status == SFM_OK; i++)
    status = check_section (&a, &object->sframes[i], &symbols, &names);
  targets_free (&symbols);
  pool_free (&names.pool);
  return status;
}
