/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-plt-random.c - sfm_plt_measure and sfm_plt_write on ends of linkers'
   code that no linker would join.  */

#include "config.h"

#include "plt-truth.h"
#include "result.h"

enum
{
  ROUNDS = 2000,
  SIZE = 400
};

/* Ends of any code, joined at random: what comes out is a valid piece.  */
static void
try_random (char machine)
{
  const struct plt_case *c = plt_plain_entry (machine);
  const char *problem = NULL;
  uint32_t functions;

  for (unsigned round = 0; round < ROUNDS && problem == NULL; round++)
    {
      plt_size = 0;
      while (plt_size < SIZE)
        {
          size_t from = plt_size;
          plt_append (&plt_cases[plt_random_byte () % plt_case_count]);
          if (plt_random_byte () % 4 == 0)
            plt_size -= plt_random_byte () % (plt_size - from);
          if (plt_random_byte () % 8 == 0)
            plt_code[plt_size - 1] = plt_random_byte ();
        }
      plt_forget (0, plt_size);
      for (size_t i = 0; i < plt_size; i++)
        plt_truths[i].anything = true;
      problem = plt_examine (plt_abi (c), &functions);
    }
  unit_result_of (problem == NULL, "plt: %c: joined at random%s%s", machine,
                  problem == NULL ? "" : ": ", problem == NULL ? "" : problem);
}

int
main (void)
{
  plt_stubs = true;
  try_random ('v');
  plt_stubs = false;
  try_random ('x');
  try_random ('a');
  try_random ('s');
  return unit_exit ();
}
