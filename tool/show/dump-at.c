/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   dump-at.c - the arguments of --at, and the row that holds at an address of a
   function.  */

#include "config.h"

#include <stdio.h>
#include <string.h>

#include "dump.h"

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
