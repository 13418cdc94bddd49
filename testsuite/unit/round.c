/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   round.c - functions, and sections that describe them, for one round of a
   test.  */

#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "round.h"

static void
make_funcs (struct round *r)
{
  struct gen *g = &r->gen;
  uint64_t addr = gen_once_in (g, 4) ? UINT64_C (0xffffffff81000000)
                                     : UINT64_C (0x401000);
  bool flex = !gen_once_in (g, 3);

  r->addr = addr + 0x100000 + 8 * gen_below (g, 1000);
  r->model.count = 1 + gen_below (g, ROUND_FUNCS);
  for (size_t i = 0; i < r->model.count; i++)
    {
      struct gen_func *f = &r->funcs[i];
      gen_func (g, &r->model.world, addr, gen_once_in (g, 20) ? 90000 : 400,
                flex, f);
      /* A copy of the one before, for sections to share its rows.  */
      if (i != 0 && gen_once_in (g, 4))
        {
          gen_func_free (f);
          *f = f[-1];
          f->addr = addr;
          f->rows = malloc ((f->row_count + 1U) * sizeof *f->rows);
          if (f->rows == NULL)
            exit (1);
          memcpy (f->rows, f[-1].rows, f->row_count * sizeof *f->rows);
        }
      addr += f->size + (gen_once_in (g, 2) ? 0 : gen_below (g, 100));
    }
  r->model.funcs = r->funcs;
}

static void
shuffle (struct gen *g, const struct gen_func **funcs, size_t count)
{
  for (size_t i = count; i > 1; i--)
    {
      size_t j = gen_below (g, (uint32_t) i);
      const struct gen_func *swap = funcs[i - 1];
      funcs[i - 1] = funcs[j];
      funcs[j] = swap;
    }
}

static void
make_sections (struct round *r)
{
  struct gen *g = &r->gen;
  const struct gen_func *chosen[ROUND_SECTIONS][ROUND_FUNCS];
  size_t counts[ROUND_SECTIONS] = { 0 };
  uint8_t versions[ROUND_SECTIONS];
  uint8_t lowest = r->model.world.abi == SFM_ABI_S390X_ENDIAN_BIG ? 2 : 1;

  for (size_t s = 0; s < ROUND_SECTIONS; s++)
    versions[s] = (uint8_t) (lowest + gen_below (g, 4U - lowest));
  versions[gen_below (g, ROUND_SECTIONS)] = 3; /* says everything */
  r->repeats = false;
  for (size_t i = 0; i < r->model.count; i++)
    {
      bool placed = false;
      size_t first = gen_below (g, ROUND_SECTIONS);
      for (size_t k = 0; k < ROUND_SECTIONS; k++)
        {
          size_t s = (first + k) % ROUND_SECTIONS;
          if (!gen_can_say (&r->model.world, versions[s], &r->funcs[i])
              || (placed && !gen_once_in (g, 6)))
            continue;
          r->repeats |= placed;
          placed = true;
          chosen[s][counts[s]++] = &r->funcs[i];
        }
    }
  for (size_t s = 0; s < ROUND_SECTIONS; s++)
    {
      struct gen_section section
          = { .funcs = chosen[s],
              .count = counts[s],
              .version = versions[s],
              .pcrel
              = versions[s] == 3 || (versions[s] == 2 && gen_once_in (g, 2)),
              .options = gen_below (g, 32),
              .addr = r->addr + 0x10000 * (s + 1) };
      if (!(section.options & GEN_SHARED) || gen_once_in (g, 2))
        shuffle (g, chosen[s], counts[s]);
      r->in[s].addr = section.addr;
      r->in[s].bytes
          = gen_encode (g, &r->model.world, &section, &r->in[s].size);
    }
}

void
round_begin (struct round *r, uint64_t seed)
{
  memset (r, 0, sizeof *r);
  gen_seed (&r->gen, seed);
  gen_world (&r->gen, &r->model.world);
  r->model.reader = gen_once_in (&r->gen, 2) ? SFM_READER_STOPS : 0;
  make_funcs (r);
  make_sections (r);
}

void
round_end (struct round *r)
{
  for (size_t i = 0; i < r->model.count; i++)
    gen_func_free (&r->funcs[i]);
  for (size_t s = 0; s < ROUND_SECTIONS; s++)
    free (r->in[s].bytes);
}
