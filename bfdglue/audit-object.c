/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   audit-object.c - what is wrong with a .sframe section of a relocatable
   object, and with its relocations.

   A relocation that names the wrong function can only be seen where the
   object contradicts it: the target is not code, the function reaches out of
   its section or over the end of the symbol that begins there into another
   one, or two functions that differ are at the same place.  */

#include "config.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "audit-match.h"
#include "audit.h"
#include "object-symbols.h"
#include "pool.h"

enum
{
  /* Sections of an object for each of which all symbols are looked at.  Real
     ones have one or two.  */
  SYMBOLS_FOR = 16
};

/* One run over a section.  */
struct object_auditor
{
  const struct input_object *object;
  const struct input_sframe *sframe;
  const struct finding_sink *found;
  const struct say *sink;
  struct match match;
  size_t field_capacity;
  uint64_t end; /* of the pieces */
  size_t piece_count;
  struct sfm_diag damage; /* what is behind them, unless it is zeros */
  bool told;              /* the checker has found an error there */
  /* Symbols with a size, by section and value.  */
  const struct input_symbol **symbols;
  size_t symbol_count;
};

static void
take_finding (void *data, const struct sfm_finding *finding)
{
  struct object_auditor *a = data;
  const struct finding place
      = { .section = a->sframe->name,
          .piece = finding->piece,
          .fde = finding->fde,
          .row = finding->row,
          .offset = finding->offset,
          .count = finding->id == SFM_FIND_PIECES && a->piece_count > 2
                       ? a->piece_count
                   : finding->id == SFM_FIND_PIECES ? 2
                                                    : 1 };

  a->told |= finding->severity == SFM_ERROR && finding->fde == SFM_NO_INDEX
             && finding->offset >= a->end;
  finding_report (a->found, finding->id, &place, "%s", finding->text);
}

/* List the fields of PIECE, number IDX.  False: no memory.  */
static bool
list_piece (struct object_auditor *a, const struct sfm_piece *piece,
            uint32_t idx)
{
  struct sfm_diag diag;
  struct sfm_fde fde;

  for (uint32_t i = 0; i < piece->num_fdes; i++)
    {
      /* What is set even if it fails is enough.  */
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

/* List the fields of all pieces, and tell of what lies between them.  */
static bool
list_pieces (struct object_auditor *a)
{
  const struct input_sframe *s = a->sframe;
  struct finding padding = { .section = s->name,
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

/* Tell of what is behind the pieces where the checker called it no error: no
   reader uses it.  */
static void
tell_damage (const struct object_auditor *a)
{
  const struct finding place = { .section = a->sframe->name,
                                 .piece = SFM_NO_INDEX,
                                 .fde = SFM_NO_INDEX,
                                 .row = SFM_NO_INDEX,
                                 .offset = a->damage.offset,
                                 .count = 1 };

  if (a->damage.status != SFM_OK && !a->told)
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

static bool
list_symbols (struct object_auditor *a)
{
  const struct input_object *o = a->object;

  size_t most = o->sframe_count <= SYMBOLS_FOR ? o->symbol_count : 0;

  a->symbols = calloc (most + 1, sizeof *a->symbols);
  if (a->symbols == NULL)
    return false;
  for (size_t i = 0; i < most; i++)
    if (o->symbols[i].size != 0 && o->symbols[i].section < o->section_count)
      a->symbols[a->symbol_count++] = &o->symbols[i];
  object_symbols_sort (a->symbols, a->symbol_count);
  return true;
}

/* The symbol into which F, which begins with another, reaches, or NULL.  The
   largest of those that begin with it counts.  */
static const struct input_symbol *
reaches_into (const struct object_auditor *a, const struct match_field *f)
{
  size_t i = object_symbols_first (a->symbols, a->symbol_count, f->section,
                                   f->value);
  uint64_t size = 0;

  for (; i < a->symbol_count && a->symbols[i]->section == f->section
         && a->symbols[i]->value == f->value;
       i++)
    if (a->symbols[i]->size > size)
      size = a->symbols[i]->size;
  if (size == 0 || size >= f->size || i == a->symbol_count
      || a->symbols[i]->section != f->section)
    return NULL;
  uint64_t distance = a->symbols[i]->value - f->value;
  return distance >= size && distance < f->size ? a->symbols[i] : NULL;
}

/* Look at what the relocation of F names.  */
static void
check_target (const struct object_auditor *a, struct match_field *f)
{
  const struct input_object *o = a->object;
  const struct finding place = match_place (&a->match, f);

  f->told = true;
  if (f->section >= o->section_count)
    {
      finding_report (a->found, FIND_RELOC_TARGET, &place,
                      "the relocation of the function of size 0x%" PRIx32
                      " names nothing in this object",
                      f->size);
      return;
    }
  const struct input_section *section = &o->sections[f->section];
  const struct input_symbol *into = reaches_into (a, f);
  if (!section->code)
    finding_report (a->found, FIND_RELOC_TARGET, &place,
                    "the relocation names 0x%" PRIx64
                    " of %s, which is not code",
                    f->value, section->name);
  else if (f->value > section->size || f->size > section->size - f->value)
    finding_report (a->found, FIND_RELOC_TARGET, &place,
                    "the relocation names 0x%" PRIx64
                    " of %s, and the function of size 0x%" PRIx32
                    " would end behind its 0x%" PRIx64 " bytes",
                    f->value, section->name, f->size, section->size);
  else if (into != NULL)
    finding_report (a->found, FIND_RELOC_TARGET, &place,
                    "the relocation names 0x%" PRIx64
                    " of %s, from where a function of size 0x%" PRIx32
                    " reaches into %s at 0x%" PRIx64,
                    f->value, section->name, f->size, into->name, into->value);
  else
    f->told = false;
}

static int
compare_targets (const void *a, const void *b)
{
  const struct match_field *x = *(const struct match_field *const *) a;
  const struct match_field *y = *(const struct match_field *const *) b;

  if (x->section != y->section)
    return x->section < y->section ? -1 : 1;
  if (x->value != y->value)
    return x->value < y->value ? -1 : 1;
  return x->at < y->at ? -1 : x->at > y->at;
}

/* Tell of functions at the same place.  */
static bool
check_twins (const struct object_auditor *a)
{
  const struct match *m = &a->match;
  const struct match_field **by = calloc (m->field_count + 1, sizeof *by);
  size_t count = 0;

  if (by == NULL)
    return false;
  for (size_t i = 0; i < m->field_count; i++)
    if (m->fields[i].related
        && m->fields[i].section < a->object->section_count)
      by[count++] = &m->fields[i];
  if (count != 0)
    qsort (by, count, sizeof *by, compare_targets);
  for (size_t i = 1; i < count; i++)
    {
      const struct match_field *f = by[i], *before = by[i - 1];
      const struct finding place = match_place (m, f);
      /* One of size 0, an empty CFI procedure, has no place of its own.  */
      if (f->section != before->section || f->value != before->value
          || f->size == 0 || before->size == 0)
        continue;
      if (f->size == before->size)
        finding_report (
            a->found, SFM_FIND_DUPLICATE, &place,
            "a second function at 0x%" PRIx64 " of %s of size 0x%" PRIx32,
            f->value, a->object->sections[f->section].name, f->size);
      else if (!f->told)
        finding_report (a->found, FIND_RELOC_TARGET, &place,
                        "two functions are at 0x%" PRIx64
                        " of %s, of size 0x%" PRIx32 " and 0x%" PRIx32,
                        f->value, a->object->sections[f->section].name,
                        before->size, f->size);
    }
  free (by);
  return true;
}

/* Look at the relocations.  False: no memory.  */
static bool
check_relocs (struct object_auditor *a)
{
  if (!list_relocs (a) || !list_symbols (a))
    return false;
  match_sort (&a->match);
  match_pair (&a->match, a->found);
  match_tell_missing (&a->match, a->found);
  for (size_t i = 0; i < a->match.field_count; i++)
    if (a->match.fields[i].related)
      check_target (a, &a->match.fields[i]);
  return check_twins (a);
}

/* Say that the section is of another type than its linkers take.  Assemblers
   write versions 1 and 2 without the flag PCREL as SHT_PROGBITS, and GNU ld up
   to 2.44 reads them so; who reads what came later wants SHT_GNU_SFRAME.  */
static void
check_type (const struct object_auditor *a)
{
  const struct input_sframe *s = a->sframe;
  const struct finding place = { .section = s->name,
                                 .piece = SFM_NO_INDEX,
                                 .fde = SFM_NO_INDEX,
                                 .row = SFM_NO_INDEX,
                                 .count = 1 };
  struct sfm_piece piece;
  struct sfm_diag diag;

  if (s->type != SHT_GNU_SFRAME
      && sfm_piece_open (s->bytes, s->size, 0, &piece, &diag) == SFM_OK
      && (piece.version > 2
          || (piece.flags & SFRAME_F_FDE_FUNC_START_PCREL) != 0))
    finding_report (a->found, FIND_SECTION_TYPE, &place,
                    "the section's type is 0x%" PRIx32
                    ", not SHT_GNU_SFRAME (0x%x)",
                    s->type, (unsigned) SHT_GNU_SFRAME);
}

sfm_status
audit_object (const struct input_object *object,
              const struct input_sframe *sframe,
              const struct finding_sink *found, const struct say *sink)
{
  struct object_auditor a = { .object = object,
                              .sframe = sframe,
                              .found = found,
                              .sink = sink,
                              .match = { .name = sframe->name } };
  const struct sfm_check_options options
      = { .size = sizeof options, .object = true };
  struct sfm_diag diag;

  check_type (&a);
  bool memory = list_pieces (&a);
  sfm_status status = memory ? sfm_check (sframe->bytes, sframe->size,
                                          &options, take_finding, &a, &diag)
                             : SFM_ERR_NOMEM;
  if (memory && status != SFM_OK)
    say_diag (sink, SAY_ERROR, object->name, sframe->name, &diag);
  if (status == SFM_OK)
    tell_damage (&a);
  if (status == SFM_OK)
    memory = check_relocs (&a);
  free (a.match.fields);
  free (a.match.relocs);
  free (a.symbols);
  return memory ? status : say_nomem (sink, object->name);
}
