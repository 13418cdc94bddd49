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
#include "sorted.h"

/* Check the targets of the relocations of start fields.

   A relocation against the wrong function shows only if the object contradicts
   it:
   - the target is not code;
   - the function ends after its section;
   - the function extends past the end of its symbol into another symbol, and
     that one has an entry of its own or no symbol ends with the function;
   - two functions of different sizes are at the same place.
   A function with several symbols is no contradiction: in assembly one CFI
   procedure can fall through from one symbol into the next [check_across].

   Only the largest symbol at each place is kept [targets_list], so that the
   check of a function takes no longer if many symbols are at its start.  */

struct target_end
{
  uint64_t addr;
  uint32_t section;
};

/* The symbols of an object that have a size, in two orders.  */
struct target_symbols
{
  const struct input_object *object;
  /* By section and value; of several with the same value the largest.  */
  const struct input_symbol **symbols;
  size_t count;
  /* The ends of all of them, by section and address.  */
  struct target_end *ends;
  size_t end_count;
};

/* State of the check of one section.  */
struct target_run
{
  const struct target_symbols *known;
  const struct match *match;
  const struct finding_sink *found;
  /* Fields with valid targets, sorted by target.  */
  const struct match_field **by_target;
  size_t count;
};

static int
compare_ends (const void *a, const void *b)
{
  const struct target_end *x = a, *y = b;

  ORDER_BY (x->section, y->section);
  return (x->addr > y->addr) - (x->addr < y->addr);
}

/* List the symbols of OBJECT, which must outlive SYMBOLS.  False: no memory.
   targets_free is due in any case.  */
static bool
targets_list (struct target_symbols *known, const struct input_object *o)
{
  const struct input_symbol **s = calloc (o->symbol_count + 1, sizeof *s);
  struct target_end *ends = calloc (o->symbol_count + 1, sizeof *ends);
  size_t count = 0;

  *known = (struct target_symbols){ .object = o, .symbols = s, .ends = ends };
  if (s == NULL || ends == NULL)
    return false;
  for (size_t i = 0; i < o->symbol_count; i++)
    {
      const struct input_symbol *symbol = &o->symbols[i];
      if (symbol->size == 0 || symbol->section >= o->section_count)
        continue;
      ends[count] = (struct target_end){ .addr = symbol->value + symbol->size,
                                         .section = symbol->section };
      s[count++] = symbol;
    }
  known->end_count = count;
  sort_if_needed (ends, count, sizeof *ends, compare_ends);
  object_symbols_sort (s, count);
  for (size_t i = 0; i < count; i++)
    {
      const struct input_symbol *last
          = known->count != 0 ? s[known->count - 1] : NULL;
      if (last == NULL || last->section != s[i]->section
          || last->value != s[i]->value)
        s[known->count++] = s[i];
      else if (s[i]->size > last->size)
        s[known->count - 1] = s[i];
    }
  return true;
}

static void
targets_free (struct target_symbols *known)
{
  free (known->symbols);
  free (known->ends);
  *known = (struct target_symbols){ 0 };
}

/* The symbol into which F extends past the end of the symbol at its start, or
   NULL.  */
static const struct input_symbol *
reaches_into (const struct target_symbols *known, const struct match_field *f)
{
  size_t i = object_symbols_first (known->symbols, known->count, f->section,
                                   f->value);

  if (i + 1 >= known->count || known->symbols[i]->section != f->section
      || known->symbols[i]->value != f->value
      || known->symbols[i + 1]->section != f->section)
    return NULL;
  const struct input_symbol *next = known->symbols[i + 1];
  uint64_t size = known->symbols[i]->size, distance = next->value - f->value;
  return size <= distance && distance < f->size ? next : NULL;
}

static int
compare_places (const struct match_field *x, const struct match_field *y)
{
  ORDER_BY (x->section, y->section);
  return (x->value > y->value) - (x->value < y->value);
}

static int
compare_targets (const void *a, const void *b)
{
  const struct match_field *x = *(const struct match_field *const *) a;
  const struct match_field *y = *(const struct match_field *const *) b;
  int order = compare_places (x, y);

  return order != 0 ? order : (x->at > y->at) - (x->at < y->at);
}

/* Whether a function begins at SYMBOL.  */
static bool
has_entry (const struct target_run *t, const struct input_symbol *symbol)
{
  const struct match_field key
      = { .section = symbol->section, .value = symbol->value };
  const struct match_field *sought = &key;
  size_t i = sorted_first (t->by_target, t->count, sizeof *t->by_target,
                           &sought, compare_targets);

  return i < t->count && compare_places (t->by_target[i], &key) == 0;
}

/* Report F if it extends past the end of its symbol into another.  Returns
   whether that is an error.  */
static bool
check_across (const struct target_run *t, const struct match_field *f)
{
  const struct input_symbol *into = reaches_into (t->known, f);

  if (into == NULL)
    return false;
  const struct target_end end
      = { .addr = f->value + f->size, .section = f->section };
  bool contradicted = has_entry (t, into)
                      || bsearch (&end, t->known->ends, t->known->end_count,
                                  sizeof end, compare_ends)
                             == NULL;
  const struct finding place = match_place (t->match, f);
  finding_report (t->found,
                  contradicted ? FIND_RELOC_TARGET : FIND_RELOC_ACROSS, &place,
                  "the relocation names 0x%" PRIx64
                  " of %s, from where a function of size 0x%" PRIx32
                  " reaches into %s at 0x%" PRIx64 "%s",
                  f->value, t->known->object->sections[f->section].name,
                  f->size, into->name, into->value,
                  contradicted ? "" : ", which has no entry of its own");
  return contradicted;
}

/* Check the target of the relocation of F.  */
static void
check_target (const struct target_run *t, struct match_field *f)
{
  const struct input_object *o = t->known->object;
  const struct finding place = match_place (t->match, f);

  f->reported = true;
  if (f->section >= o->section_count)
    {
      finding_report (t->found, FIND_RELOC_TARGET, &place,
                      "the relocation of the function of size 0x%" PRIx32
                      " names nothing in this object",
                      f->size);
      return;
    }
  const struct input_section *section = &o->sections[f->section];
  if (!section->code)
    finding_report (t->found, FIND_RELOC_TARGET, &place,
                    "the relocation names 0x%" PRIx64
                    " of %s, which is not code",
                    f->value, section->name);
  else if (f->value > section->size || f->size > section->size - f->value)
    finding_report (t->found, FIND_RELOC_TARGET, &place,
                    "the relocation names 0x%" PRIx64
                    " of %s, and the function of size 0x%" PRIx32
                    " would end past its 0x%" PRIx64 " bytes",
                    f->value, section->name, f->size, section->size);
  else
    f->reported = check_across (t, f);
}

/* Report functions at the same place.  */
static void
check_same_place (const struct target_run *t)
{
  for (size_t i = 1; i < t->count; i++)
    {
      const struct match_field *f = t->by_target[i],
                               *before = t->by_target[i - 1];
      const struct finding place = match_place (t->match, f);
      /* An empty CFI procedure may share its place with a function.  */
      if (f->section != before->section || f->value != before->value
          || f->size == 0 || before->size == 0)
        continue;
      if (f->size == before->size)
        finding_report (
            t->found, SFM_FIND_DUPLICATE, &place,
            "a second function at 0x%" PRIx64 " of %s of size 0x%" PRIx32,
            f->value, t->known->object->sections[f->section].name, f->size);
      else if (!f->reported)
        finding_report (t->found, FIND_RELOC_TARGET, &place,
                        "two functions are at 0x%" PRIx64
                        " of %s, of size 0x%" PRIx32 " and 0x%" PRIx32,
                        f->value, t->known->object->sections[f->section].name,
                        before->size, f->size);
    }
}

/* Report each relocation of MATCH whose target SYMBOLS or the sections of
   their object contradict.  match_relocs comes first.  False: no memory.  */
static bool
targets_check (const struct target_symbols *known, const struct match *match,
               const struct finding_sink *found)
{
  struct target_run t = { .known = known, .match = match, .found = found };

  t.by_target = calloc (match->field_count + 1, sizeof *t.by_target);
  if (t.by_target == NULL)
    return false;
  for (size_t i = 0; i < match->field_count; i++)
    if (match->fields[i].has_reloc
        && match->fields[i].section < known->object->section_count)
      t.by_target[t.count++] = &match->fields[i];
  sort_if_needed (t.by_target, t.count, sizeof *t.by_target, compare_targets);
  for (size_t i = 0; i < match->field_count; i++)
    if (match->fields[i].has_reloc)
      check_target (&t, &match->fields[i]);
  check_same_place (&t);
  free (t.by_target);
  return true;
}

/* List the pieces of W up to the first damaged one in *PIECES, without
   addresses.  False: no memory.  */
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
