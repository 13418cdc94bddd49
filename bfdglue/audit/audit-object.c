/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   audit-object.c - check the .sframe sections of a relocatable object and
   their relocations.

   Symbols are sorted once for all sections: a split object has thousands of
   sections.  */

#include "config.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "audit-match.h"
#include "audit-targets.h"
#include "audit.h"
#include "pool.h"

/* State of the audit of one section.  */
struct object_auditor
{
  const struct input_object *object;
  const struct input_sframe *sframe;
  const struct finding_sink *found;
  const struct diag_sink *sink;
  struct match match;
  size_t field_capacity;
  uint64_t end; /* of the pieces */
  size_t piece_count;
  struct sfm_diag damage; /* after them, unless only zeros follow */
  bool reported;          /* the checker has found an error at END or later */
  const struct target_symbols *symbols;
};

static void
take_finding (void *data, const struct sfm_finding *finding)
{
  struct object_auditor *a = data;
  const struct finding place
      = { .section = a->sframe->name,
          .number = a->match.number,
          .piece = finding->piece,
          .fde = finding->fde,
          .row = finding->row,
          .offset = finding->offset,
          .count = finding->id == SFM_FIND_PIECES && a->piece_count > 2
                       ? a->piece_count
                   : finding->id == SFM_FIND_PIECES ? 2
                                                    : 1 };

  a->reported |= finding->severity == SFM_ERROR && finding->fde == SFM_NO_INDEX
                 && finding->offset >= a->end;
  finding_report (a->found, finding->id, &place, "%s", finding->text);
}

/* List the start fields of PIECE, number IDX.  False: no memory.  */
static bool
list_piece (struct object_auditor *a, const struct sfm_piece *piece,
            uint32_t idx)
{
  struct sfm_diag diag;
  struct sfm_fde fde;

  for (uint32_t i = 0; i < piece->num_fdes; i++)
    {
      /* The start field is enough, and is set even if the rest is bad.  */
      if (sfm_fde_read (piece, i, &fde, &diag) != SFM_OK && fde.field == 0)
        continue;
      if (!array_grow (&a->match.fields, &a->field_capacity,
                       a->match.field_count, sizeof *a->match.fields))
        return false;
      a->match.fields[a->match.field_count++]
          = (struct match_field){ .at = sfm_piece_field (piece, i),
                                  .size = fde.size,
                                  .piece = idx,
                                  .fde = i };
    }
  return true;
}

/* List the start fields of all pieces, and report padding and unused
   bytes.  */
static bool
list_pieces (struct object_auditor *a)
{
  const struct input_sframe *s = a->sframe;
  struct finding padding = { .section = s->name,
                             .number = a->match.number,
                             .piece = SFM_NO_INDEX,
                             .fde = SFM_NO_INDEX,
                             .row = SFM_NO_INDEX };
  struct sfm_piece piece;
  struct sfm_diag diag;
  sfm_status status;
  uint32_t count = 0;
  uint64_t end = 0;

  while ((status = sfm_piece_next (s->bytes, s->size, end, &piece, &diag))
         == SFM_OK)
    {
      padding.count += piece.offset > end;
      end = piece.end;
      if (!list_piece (a, &piece, count++))
        return false;
    }
  a->piece_count = count;
  a->end = end;
  if (status != SFM_END)
    a->damage = diag;
  uint64_t left = s->size - end;
  /* Assemblers pad the section for s390x; linkers pad between pieces.  */
  if (status == SFM_END && count > 1 && left != 0 && left < 8)
    padding.count++;
  else if (status == SFM_END && count != 0 && left != 0)
    {
      struct finding tail = padding;
      tail.offset = end;
      tail.count = left;
      finding_report (a->found, FIND_UNUSED, &tail,
                      "the last %" PRIu64
                      " of its %zu bytes belong to no piece",
                      left, s->size);
    }
  if (padding.count != 0)
    finding_report (a->found, FIND_PADDING, &padding,
                    "padding between and behind its pieces, in %" PRIu64
                    " place%s",
                    padding.count, padding.count == 1 ? "" : "s");
  return true;
}

/* Report damage after the last readable piece, unless the checker has: no
   consumer uses the bytes from there.  */
static void
report_damage (const struct object_auditor *a)
{
  const struct finding place = { .section = a->sframe->name,
                                 .number = a->match.number,
                                 .piece = SFM_NO_INDEX,
                                 .fde = SFM_NO_INDEX,
                                 .row = SFM_NO_INDEX,
                                 .offset = a->damage.offset,
                                 .count = 1 };

  if (a->damage.status != SFM_OK && !a->reported)
    finding_report (a->found, FIND_DAMAGED, &place,
                    "%s; of the 0x%" PRIx64 " bytes from 0x%" PRIx64
                    " nothing is used",
                    a->damage.text, a->sframe->size - a->end, a->end);
}

static bool
list_relocs (struct object_auditor *a)
{
  const struct input_sframe *s = a->sframe;
  size_t count = s->reloc_count + (s->nones != NULL ? s->none_count : 0);
  struct match_reloc *r = calloc (count + 1, sizeof *r);

  a->match.relocs = r;
  a->match.reloc_count = count;
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

/* Check the relocations.  False: no memory.  */
static bool
check_relocs (struct object_auditor *a)
{
  if (!list_relocs (a))
    return false;
  match_sort (&a->match);
  match_pair (&a->match, a->found);
  match_report_missing (&a->match, a->found);
  return targets_check (a->symbols, &a->match, a->found);
}

/* Report a section type that the linkers of its version refuse.  Assemblers
   write versions 1 and 2 without the flag PCREL as SHT_PROGBITS, and GNU ld up
   to 2.44 reads that type; linkers of later formats need SHT_GNU_SFRAME.  */
static void
check_type (const struct object_auditor *a)
{
  const struct input_sframe *s = a->sframe;
  const struct finding place = { .section = s->name,
                                 .number = a->match.number,
                                 .piece = SFM_NO_INDEX,
                                 .fde = SFM_NO_INDEX,
                                 .row = SFM_NO_INDEX,
                                 .count = 1 };
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

/* Check SFRAME, a section of OBJECT.  */
static sfm_status
check_section (const struct input_object *object,
               const struct input_sframe *sframe,
               const struct target_symbols *symbols,
               const struct finding_sink *found, const struct diag_sink *sink)
{
  struct object_auditor a
      = { .object = object,
          .sframe = sframe,
          .symbols = symbols,
          .found = found,
          .sink = sink,
          .match
          = { .name = sframe->name,
              .number = object->sframe_count > 1 ? sframe->number : 0 } };
  const struct sfm_check_options options
      = { .size = sizeof options, .object = true };
  struct sfm_diag diag;

  check_type (&a);
  bool memory = list_pieces (&a);
  sfm_status status = memory ? sfm_check (sframe->bytes, sframe->size,
                                          &options, take_finding, &a, &diag)
                             : SFM_ERR_NOMEM;
  if (memory && status != SFM_OK)
    diag_engine (sink, DIAG_ERROR, object->name, sframe->name, &diag);
  if (status == SFM_OK)
    report_damage (&a);
  if (status == SFM_OK)
    memory = check_relocs (&a);
  free (a.match.fields);
  free (a.match.relocs);
  return memory ? status : diag_nomem (sink, object->name);
}

sfm_status
audit_object (const struct input_object *object,
              const struct finding_sink *found, const struct diag_sink *sink)
{
  struct target_symbols symbols;
  sfm_status status = targets_list (&symbols, object)
                          ? SFM_OK
                          : diag_nomem (sink, object->name);

  for (size_t i = 0; i < object->sframe_count && status == SFM_OK; i++)
    status
        = check_section (object, &object->sframes[i], &symbols, found, sink);
  targets_free (&symbols);
  return status;
}
