/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   dump-at.c - show what --at asks for: the row that holds at an address of a
   function, and, of objects, the FDEs that cover a place.

   An object may have a million functions of one name, and FDEs that all cover
   one another.  A place goes to the first FDE that covers it, and is passed
   over from then on, together with those next to it that are taken too
   [untaken], so that the work stays almost linear.  */

#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dump.h"
#include "sorted.h"

/* The arguments of --at: addresses and functions.

   "add" may be the name of a function, and is a hexadecimal number, which
   profilers print without 0x.  So a name that the file has comes first, and 0x
   tells that a number is one.  */

/* Whether NAME is the SIZE bytes at WANTED, or these with a version.  */
static bool
same_name (const char *name, const char *wanted, size_t size)
{
  return strncmp (name, wanted, size) == 0
         && (name[size] == '\0' || name[size] == '@');
}

bool
dump_wanted_is (const struct dump_wanted *wanted, const char *name,
                uint64_t *offset)
{
  *offset = 0;
  if (wanted->only_address)
    return false;
  if (same_name (name, wanted->text, strlen (wanted->text)))
    return true;
  *offset = wanted->offset;
  return wanted->name_size != 0
         && same_name (name, wanted->text, wanted->name_size);
}

/* Set *ROW to the last of FDE's rows that begins at or before OFFSET in the
   function.  Statuses: END (there is none), those of sfm_rows_next, and those
   of sfm_find_rules for functions of PC type MASK.  */
static sfm_status
dump_at_row (const struct sfm_piece *piece, const struct sfm_fde *fde,
             uint64_t offset, struct sfm_row *row, struct sfm_diag *diag)
{
  struct sfm_rows rows;
  struct sfm_row next;
  sfm_status status, found = SFM_END;

  if (fde->mask && fde->rep_size == 0)
    {
      *diag = (struct sfm_diag){ .status = SFM_ERR_UNSUPP,
                                 .offset = fde->field };
      snprintf (diag->text, sizeof diag->text, "%s",
                "a function of PC type MASK without a block size");
      return diag->status;
    }
  if (fde->mask)
    offset %= fde->rep_size;
  sfm_rows_begin (piece, fde, &rows);
  while ((status = sfm_rows_next (&rows, &next, diag)) == SFM_OK
         && next.start <= offset)
    {
      *row = next;
      found = SFM_OK;
    }
  /* Damage after the row does not concern it.  */
  return status == SFM_OK || status == SFM_END || found == SFM_OK ? found
                                                                  : status;
}

void
dump_at_show (struct dump *dump, const struct dump_function *function,
              const struct sfm_rules *rules, sfm_status status,
              const struct sfm_diag *diag)
{
  const struct sfm_fde *fde = function->fde;
  struct sfm_row row;
  struct sfm_diag none;

  dump->function = function;
  dump->form->function (dump, function);
  if (status == SFM_OK
      && dump_at_row (function->piece, fde, function->at_offset, &row, &none)
             == SFM_OK)
    dump->form->row (dump, function->piece, &row, rules);
  else
    {
      dump->error_count++;
      dump->form->error (dump, status == SFM_END ? fde->rows : diag->offset,
                         status != SFM_END ? diag->text
                         : fde->num_fres == 0
                             ? "the function has no rows"
                             : "the first row begins after the address");
    }
  dump->form->function_end (dump);
  dump->function = NULL;
}

/* A wanted place, or one that was found.  */
struct place
{
  uint32_t section;
  uint32_t wanted; /* number of the argument */
  uint64_t offset; /* in the section */
};

struct at_object
{
  struct dump *dump;
  const struct input_object *object;
  struct dump_at_seen *seen;
  struct place *places; /* sorted by section, then offset */
  size_t count;
  size_t capacity;
  size_t *next; /* for each place and the end: itself, or a later one before
                   which all places are taken */
  /* The section with SFrame data that is searched.  */
  struct dump_section shown;
  struct dump_starts starts;
  bool section_begun;
  bool piece_begun;
  uint32_t piece_number;
};

static int
compare_places (const void *a, const void *b)
{
  const struct place *x = a, *y = b;

  if (x->section != y->section)
    return x->section < y->section ? -1 : 1;
  if (x->offset != y->offset)
    return x->offset < y->offset ? -1 : 1;
  return x->wanted < y->wanted ? -1 : x->wanted > y->wanted;
}

static sfm_status
add_place (struct at_object *at, size_t wanted, uint32_t section,
           uint64_t offset)
{
  at->seen[wanted].named = true;
  if (!array_grow (&at->places, &at->capacity, at->count, sizeof *at->places))
    return diag_nomem (at->dump->sink, at->object->name);
  at->places[at->count++] = (struct place){ .section = section,
                                            .wanted = (uint32_t) wanted,
                                            .offset = offset };
  return SFM_OK;
}

/* Add the places of argument number IDX: functions of the name, or the offset
   in sections of the name, or the offset in each section of code.  */
static sfm_status
add_wanted (struct at_object *at, size_t idx)
{
  const struct input_object *object = at->object;
  const struct dump_wanted *wanted = &at->dump->wanted[idx];
  const size_t before = at->count;
  uint64_t offset;

  for (size_t i = 0; i < object->symbol_count; i++)
    if (dump_wanted_is (wanted, object->symbols[i].name, &offset))
      TRY (add_place (at, idx, object->symbols[i].section,
                      object->symbols[i].value + offset));
  for (uint32_t i = 0; i < object->section_count && at->count == before; i++)
    if (object->sections[i].code
        && dump_wanted_is (wanted, object->sections[i].name, &offset))
      TRY (add_place (at, idx, i, offset));
  if (at->count != before || !wanted->hexadecimal)
    return SFM_OK;
  for (uint32_t i = 0; i < object->section_count; i++)
    if (object->sections[i].code && wanted->addr < object->sections[i].size)
      TRY (add_place (at, idx, i, wanted->addr));
  return SFM_OK;
}

/* Sort the places, each once, none of them taken.  */
static sfm_status
sort_places (struct at_object *at)
{
  size_t kept = 0;

  sort_if_needed (at->places, at->count, sizeof *at->places, compare_places);
  for (size_t i = 0; i < at->count; i++)
    if (i == 0 || compare_places (&at->places[i], &at->places[kept - 1]) != 0)
      at->places[kept++] = at->places[i];
  at->count = kept;
  at->next = calloc (kept + 1, sizeof *at->next);
  if (at->next == NULL)
    return diag_nomem (at->dump->sink, at->object->name);
  for (size_t i = 0; i <= kept; i++)
    at->next[i] = i;
  return SFM_OK;
}

/* The first place from number I on that is not taken; the number of places if
   all are.  */
static size_t
untaken (struct at_object *at, size_t i)
{
  while (at->next[i] != i)
    {
      at->next[i] = at->next[at->next[i]];
      i = at->next[i];
    }
  return i;
}

/* The number of the first place at or after OFFSET of SECTION.  */
static size_t
first_place (const struct at_object *at, uint32_t section, uint64_t offset)
{
  const struct place key = { .section = section, .offset = offset };

  return sorted_first (at->places, at->count, sizeof key, &key,
                       compare_places);
}

/* Show the section and PIECE, unless they were.  */
static void
begin_piece (struct at_object *at, const struct sfm_piece *piece)
{
  struct dump *dump = at->dump;

  if (!at->section_begun)
    {
      dump->section = &at->shown;
      dump->form->section (dump, &at->shown);
    }
  if (!at->piece_begun)
    dump->form->piece (dump, at->piece_number, piece, false);
  at->section_begun = at->piece_begun = true;
}

/* Show FUNCTION at PLACE, which it covers.  */
static void
show (struct at_object *at, struct dump_function *function,
      const struct place *place)
{
  const struct sfm_piece *piece = function->piece;
  struct sfm_row row;
  struct sfm_rules rules;
  struct sfm_diag diag;

  at->seen[place->wanted].described = true;
  begin_piece (at, piece);
  function->at = true;
  function->at_offset = place->offset - function->reloc->value;
  sfm_status status
      = dump_at_row (piece, function->fde, function->at_offset, &row, &diag);
  if (status == SFM_OK)
    status = sfm_row_rules (piece, function->fde, &row, &rules, &diag);
  dump_at_show (at->dump, function, &rules, status, &diag);
}

/* Show the places of PIECE, number NUMBER of its section.  */
static sfm_status
search_piece (struct at_object *at, const struct sfm_piece *piece,
              uint32_t number)
{
  struct dump *dump = at->dump;
  struct sfm_fde fde;
  struct sfm_diag diag;

  at->piece_number = number;
  at->piece_begun = false;
  TRY (starts_piece (&at->starts, &at->shown, piece, number == 0, dump->sink));
  for (uint32_t i = 0; i < piece->num_fdes && !dump->out.failed; i++)
    {
      struct dump_function function
          = { .idx = i, .piece = piece, .fde = &fde };
      if (sfm_fde_read (piece, i, &fde, &diag) != SFM_OK)
        continue;
      starts_find (&at->starts, &at->shown, &function);
      if (function.reloc == NULL)
        continue;
      const uint32_t section = function.reloc->section;
      const uint64_t start = function.reloc->value;
      size_t k = untaken (at, first_place (at, section, start));
      for (; k < at->count && at->places[k].section == section
             && at->places[k].offset - start < fde.size;
           k = untaken (at, k))
        {
          show (at, &function, &at->places[k]);
          at->next[k] = k + 1;
        }
    }
  if (at->piece_begun)
    dump->form->piece_end (dump);
  return SFM_OK;
}

/* Show the places of the section AT->shown.  */
static sfm_status
search_section (struct at_object *at)
{
  const struct dump_section *shown = &at->shown;
  struct dump *dump = at->dump;
  struct sfm_piece piece;
  struct sfm_diag diag;
  uint64_t from = 0;
  sfm_status status = SFM_OK;

  for (uint32_t number = 0;
       status == SFM_OK
       && (status = sfm_piece_next (shown->bytes, (size_t) shown->size, from,
                                    &piece, &diag))
              == SFM_OK;
       number++)
    {
      status = search_piece (at, &piece, number);
      from = piece.end;
    }
  if (at->section_begun)
    dump->form->section_end (dump);
  outbuf_flush (&dump->out);
  if (status == SFM_END || status == SFM_ERR_NOMEM)
    return status == SFM_END ? SFM_OK : status;
  dump->error_count++;
  return diag_engine (dump->sink, DIAG_ERROR, shown->file, shown->name, &diag)
                 == SFM_ERR_NOMEM
             ? SFM_ERR_NOMEM
             : SFM_OK;
}

/* Show the places of SFRAME.  */
static sfm_status
search_sframe (struct at_object *at, const struct input_sframe *sframe)
{
  at->section_begun = false;
  at->shown = (struct dump_section){ .file = at->object->name,
                                     .name = sframe->name,
                                     .bytes = sframe->bytes,
                                     .size = sframe->size,
                                     .extent = sframe->size,
                                     .object = at->object,
                                     .sframe = sframe };
  sfm_status status = starts_begin (&at->starts, &at->shown);
  if (status == SFM_OK)
    status = search_section (at);
  else
    status = diag_nomem (at->dump->sink, at->object->name);
  starts_end (&at->starts);
  return status;
}

sfm_status
dump_at_object (struct dump *dump, const struct input_object *object,
                struct dump_at_seen *seen)
{
  struct at_object at = { .dump = dump, .object = object, .seen = seen };
  sfm_status status = SFM_OK;

  for (size_t i = 0; i < dump->wanted_count && status == SFM_OK; i++)
    status = add_wanted (&at, i);
  if (status == SFM_OK && at.count != 0)
    {
      status = sort_places (&at);
      for (size_t i = 0; i < object->sframe_count && status == SFM_OK; i++)
        status = search_sframe (&at, &object->sframes[i]);
    }
  free (at.places);
  free (at.next);
  return status;
}
