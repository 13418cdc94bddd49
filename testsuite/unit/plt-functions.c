/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   plt-functions.c - print the functions that an image's linker-generated code
   gets, for the oracle to compare.

   usage: plt-functions IMAGE

   A line for each: made or kept, the address, the bytes, the bytes of a
   repeated block or 0, and the rows as START:CFA:RA, RA being 0 if the return
   address is still in its register.  */

#include "config.h"

#include <inttypes.h>
#include <stdio.h>

#include "plt-code.h"

static void
print_text (void *data, enum diag_severity kind, const char *file,
            const char *place, const char *text)
{
  (void) data;
  if (kind <= DIAG_WARNING)
    fprintf (stderr, "%s%s: %s\n", file == NULL ? "" : file, place, text);
}

static const struct diag_sink sink = { .fn = print_text };

/* Print FDE number IDX of PIECE, which has PLACE.  */
static void
print_function (const char *word, const struct sfm_piece *piece, uint32_t idx,
                const struct sfm_place *place)
{
  struct sfm_fde fde;
  struct sfm_rows rows;
  struct sfm_row row;
  struct sfm_rules rules;
  struct sfm_diag diag;

  if (!place->live || sfm_fde_read (piece, idx, &fde, &diag) != SFM_OK)
    return;
  unsigned rep = piece->version == 1 ? place->rep_size : fde.rep_size;
  printf ("%s %" PRIu64 " %" PRIu32 " %u", word, place->addr, fde.size,
          fde.mask ? rep : 0);
  sfm_rows_begin (piece, &fde, &rows);
  while (sfm_rows_next (&rows, &row, &diag) == SFM_OK)
    if (sfm_row_rules (piece, &fde, &row, &rules, &diag) == SFM_OK)
      printf (" %" PRIu32 ":%" PRId64 ":%" PRId64, row.start, rules.cfa.offset,
              rules.ra.kind == SFM_RULE_MEMORY ? rules.ra.offset : 0);
  putchar ('\n');
}

static void
print_all (const struct plt_code *plt, const struct existing_sframe *existing)
{
  for (size_t i = 0; i < plt->area_count; i++)
    for (uint32_t f = 0; f < plt->areas[i].piece.num_fdes; f++)
      print_function ("made", &plt->areas[i].piece, f,
                      &plt->areas[i].places[f]);
  for (size_t i = 0; i < existing->piece_count; i++)
    for (uint32_t f = 0; f < existing->pieces[i].piece.num_fdes; f++)
      if (existing->pieces[i].usable && existing->pieces[i].places[f].optional)
        print_function ("kept", &existing->pieces[i].piece, f,
                        &existing->pieces[i].places[f]);
}

int
main (int argc, char **argv)
{
  struct image image;
  struct function_index index;
  struct existing_sframe existing;
  struct plt_code plt;

  if (argc != 2 || image_open (argv[1], ALLOW_IMAGES, &image, &sink) != SFM_OK)
    return 2;
  if (function_index_read (&image, NULL, &index, &sink) != SFM_OK
      || pieces_read (&index, false, &existing, &sink) != SFM_OK
      || plt_code_read (&index, PLT_AUTO, &plt, &sink) != SFM_OK
      || plt_code_decide (&existing, PLT_AUTO, &plt, &sink) != SFM_OK)
    return 1;
  print_all (&plt, &existing);
  plt_code_free (&plt);
  pieces_free (&existing);
  function_index_free (&index);
  image_close (&image);
  return 0;
}
