/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-property-split.c - merges of functions with more rows than version 3
   can count: every rule survives.  */

#include "config.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "result.h"
#include "round.h"

/* More rows than V3 can count.  */
static bool
test_split (uint32_t rows, uint32_t step, unsigned options)
{
  struct gen g;
  struct gen_func func;
  const struct gen_func *chosen = &func;
  struct model model = { .funcs = &func, .count = 1 };
  struct gen_section section = { .funcs = &chosen,
                                 .count = 1,
                                 .version = 2,
                                 .pcrel = true,
                                 .options = options,
                                 .addr = 0x600000 };
  struct model_section in = { .addr = 0x600000 }, out;
  const char *why = "merge";

  gen_seed (&g, rows);
  gen_world (&g, &model.world);
  gen_func_long (&g, &model.world, 0x401000, rows, step, &func);
  in.bytes = gen_encode (&g, &model.world, &section, &in.size);
  bool done = model_merge (&model, SFM_TO_V3, &in, 1, 0x500000, &out);
  bool pass = done && model_matches (&model, SFM_TO_V3, &out, &why)
              && model_findings (&out, SFM_WARNING, true) == 0;
  if (!pass)
    printf ("%" PRIu32 " rows: %s\n", rows, why);
  if (done)
    free (out.bytes);
  free (in.bytes);
  gen_func_free (&func);
  return pass;
}

int
main (void)
{
  static const uint32_t counts[] = { 65535, 65536, 131070, 131071, 200001 };

  for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
    for (unsigned noise = 0; noise < 2; noise++)
      unit_result_of (test_split (counts[i], 1 + noise, noise ? GEN_NOISE : 0),
                      "property: %" PRIu32 " rows%s", counts[i],
                      noise ? " and some that cover nothing" : "");
  return unit_exit ();
}
