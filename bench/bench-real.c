/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   bench-real.c - the sections of real objects as inputs of bench-engine.

   Their functions are placed without gaps in the order of the objects, with
   the sizes of their FDEs.  The merger gets rows and sizes as compilers
   generate them, without the relocations of the objects.  */

#include "config.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "bench-functions.h"
#include "bench-sections.h"

enum
{
  FIRST_ADDR = 0x401000,
  FUNCTION_ALIGN = 16,
  MAX_OBJECTS = 1 << 20
};

/* Place the functions of P at INPUT's end.  */
static bool
place (struct bench_input *input, struct bench_piece *p)
{
  struct sfm_diag diag;

  p->places = calloc (p->piece.num_fdes + 1, sizeof *p->places);
  if (p->places == NULL)
    return false;
  for (uint32_t i = 0; i < p->piece.num_fdes; i++)
    {
      struct sfm_fde fde;
      if (sfm_fde_read (&p->piece, i, &fde, &diag) != SFM_OK)
        return false;
      /* V1 has no size for blocks that repeat; they are PLT entries of 16
         bytes.  */
      p->places[i] = (struct sfm_place){ .addr = input->end,
                                         .live = true,
                                         .rank = SFM_RANK_INPUT,
                                         .rep_size = fde.mask ? 16 : 0 };
      input->row_count += fde.num_fres;
      input->end
          += (fde.size + FUNCTION_ALIGN) & ~(uint64_t) (FUNCTION_ALIGN - 1);
    }
  input->function_count += p->piece.num_fdes;
  input->byte_count += p->size;
  return true;
}

/* Add the section of the object PATH, if it has one.  */
static bool
add_object (struct bench_input *input, const char *path)
{
  struct bench_piece *p = &input->pieces[input->piece_count];
  struct bench_file file;
  const uint8_t *bytes;
  struct sfm_diag diag;
  bool good = true;

  if (!bench_file_map (path, &file))
    return false;
  if (bench_file_sframe (&file, &bytes, &p->size) && p->size > 0)
    {
      input->piece_count++;
      p->bytes = malloc (p->size);
      if (p->bytes != NULL)
        memcpy (p->bytes, bytes, p->size);
      good = p->bytes != NULL
             && sfm_piece_open (p->bytes, p->size, 0, &p->piece, &diag)
                    == SFM_OK
             && place (input, p);
      input->inputs[input->piece_count - 1]
          = (struct sfm_input){ .piece = &p->piece,
                                .places = p->places,
                                .number = (uint32_t) input->piece_count - 1 };
    }
  bench_file_unmap (&file);
  return good;
}

bool
bench_input_read (const char *name, struct bench_input *input)
{
  char path[PATH_MAX];
  FILE *list = fopen (name, "r");
  bool good = list != NULL;

  *input = (struct bench_input){ .end = FIRST_ADDR };
  input->pieces = calloc (MAX_OBJECTS, sizeof *input->pieces);
  input->inputs = calloc (MAX_OBJECTS, sizeof *input->inputs);
  good = good && input->pieces != NULL && input->inputs != NULL;
  while (good && input->piece_count < MAX_OBJECTS
         && bench_next_path (list, path, sizeof path))
    {
      good = add_object (input, path);
      if (!good)
        fprintf (stderr, "bench-engine: cannot take %s\n", path);
    }
  if (list != NULL)
    fclose (list);
  if (!good || input->function_count == 0)
    {
      bench_input_free (input);
      return false;
    }
  return true;
}
