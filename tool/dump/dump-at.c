/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   dump-at.c - show the row that holds at an address of a function.  */

#include "config.h"

#include <stdio.h>

#include "dump.h"

sfm_status
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

void
dump_at_complain (struct dump *dump, const char *file,
                  const struct dump_at_seen *seen)
{
  for (size_t i = 0; i < dump->wanted_count; i++)
    {
      const struct dump_wanted *wanted = &dump->wanted[i];
      if (seen[i].described)
        continue;
      dump->error_count++;
      if (seen[i].named)
        diag (dump->sink, DIAG_ERROR, file, "no .sframe describes %s",
              wanted->text);
      else if (wanted->only_address)
        diag (dump->sink, DIAG_ERROR, file,
              "no section of code has a byte at %s", wanted->text);
      else
        diag (dump->sink, DIAG_ERROR, file, "no function is called %s",
              wanted->text);
    }
}
