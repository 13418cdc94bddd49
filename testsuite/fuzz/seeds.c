/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   seeds.c - well-formed inputs of fuzz targets.  */

#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "cfi-generate.h"
#include "seeds.h"

enum
{
  FUNCS = 6
};

/* A byte of choices, then a section of one piece or two, of any ABI and
   version.  */
static uint8_t *
sframe_seed (uint32_t number, size_t *size)
{
  struct gen g;
  struct gen_world world;
  struct gen_func funcs[FUNCS];
  const struct gen_func *chosen[FUNCS];
  struct gen_section section = { .funcs = chosen, .addr = 0x400000 };
  uint64_t addr = 0x401000;
  uint8_t *all = calloc (1, 1);

  gen_seed (&g, number);
  gen_world (&g, &world);
  section.version = (uint8_t) (1 + number % 3);
  section.pcrel = section.version == 3 || (number & 0x4) != 0;
  if (section.version == 1)
    section.pcrel = false;
  for (size_t i = 0; i < FUNCS; i++)
    {
      gen_func (&g, &world, addr, 60, number & 0x8, &funcs[i]);
      if (gen_can_say (&world, section.version, &funcs[i]))
        chosen[section.count++] = &funcs[i];
      addr += funcs[i].size;
    }
  *size = 1;
  for (uint32_t piece = 0; piece < 1 + number % 2; piece++)
    {
      size_t more;
      section.options = gen_below (&g, 16);
      section.addr += *size - 1;
      uint8_t *bytes = gen_encode (&g, &world, &section, &more);
      size_t aligned = (*size - 1 + 7) / 8 * 8 + 1;
      all = realloc (all, aligned + more);
      if (all == NULL)
        exit (1);
      memset (all + *size, 0, aligned - *size);
      memcpy (all + aligned, bytes, more);
      *size = aligned + more;
      free (bytes);
    }
  if (all == NULL)
    exit (1);
  all[0] = (uint8_t) gen_next (&g);
  for (size_t i = 0; i < FUNCS; i++)
    gen_func_free (&funcs[i]);
  return all;
}

/* As linkers write it for lazy PLT code: CFA = SP + 16 and 24 in the first
   entry, then a word more from byte 11 of each entry on.  */
static const struct cfi_bytes plt_program
    = CFI_BYTES (CFA_DEF_OFF, 16, CFA_ADVANCE | 6, CFA_DEF_OFF, 24,
                 CFA_ADVANCE | 10, CFA_DEF_EXPR, 11, 0x77, 8, 0x80, 0, 0x3f,
                 0x1a, 0x3b, 0x2a, 0x33, 0x24, 0x22);

/* Write a terminator and what is rare after the functions.  */
static void
put_rare (struct cfi_writer *w, uint32_t number)
{
  static const uint8_t encodings[]
      = { 0x1b, 0x3b, 0x2c, 0x50, 0x9b, 0x09, 0x0a, 0x01 };
  struct cfi_form form = cfi_usual (w->section.abi);

  cfi_put (w, 0, 4);
  form.encoding = encodings[number % sizeof encodings];
  if (number % 3 == 0)
    form.augmentation = "zR";
  w->extended = number % 5 == 0;
  w->narrow_id = number % 2 == 0;
  cfi_cie (w, &form);
  cfi_fde (w, 0x100, 0x80, plt_program);
}

/* Choices, a size, a section with call frame information of that size, and a
   piece of SFrame that says the same.  */
static uint8_t *
cfi_seed (uint32_t number, size_t *size)
{
  struct gen g;
  struct gen_world world;
  struct gen_func funcs[FUNCS];
  const struct gen_func *chosen[FUNCS];
  struct gen_section section
      = { .funcs = chosen, .version = 3, .pcrel = true, .addr = 0x400000 };
  struct cfi_writer w = { .bytes = NULL };
  uint64_t addr = 0x401000;
  size_t more;

  gen_seed (&g, number + 5000);
  gen_world (&g, &world);
  cfi_begin (&w, world.abi);
  w.section.debug_frame = (number & 4) != 0;
  for (size_t i = 0; i < FUNCS; i++)
    {
      gen_func (&g, &world, addr, 40, number & 1, &funcs[i]);
      addr += funcs[i].size;
      if (funcs[i].row_count == 0)
        continue;
      cfi_simplify (&world, &funcs[i]);
      cfi_generate (&g, &w, &funcs[i]);
      chosen[section.count++] = &funcs[i];
    }
  put_rare (&w, number);
  uint8_t *rows = gen_encode (&g, &world, &section, &more);
  uint8_t *all = malloc (3 + w.size + more);
  if (all == NULL)
    exit (1);
  all[0] = (uint8_t) ((world.abi - 1) | (number & 4) | (number & 8 ? 0x30 : 0)
                      | (number % 7 == 0 ? 8 : 0));
  all[1] = (uint8_t) w.size;
  all[2] = (uint8_t) (w.size >> 8);
  memcpy (all + 3, w.bytes, w.size);
  memcpy (all + 3 + w.size, rows, more);
  *size = 3 + w.size + more;
  free (rows);
  cfi_free (&w);
  for (size_t i = 0; i < FUNCS; i++)
    gen_func_free (&funcs[i]);
  return all;
}

uint8_t *
seed_make (uint32_t number, size_t *size)
{
  return number < SEEDS_SFRAME ? sframe_seed (number, size)
                               : cfi_seed (number - SEEDS_SFRAME, size);
}
