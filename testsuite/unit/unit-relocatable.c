/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-relocatable.c - what must hold of a merge for an object, on generated
   sections.

   Arguments: the number of rounds and the first seed.  */

#include "config.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "generate.h"
#include "result.h"
#include "sfmerge-tool.h"

enum
{
  MAX_FUNCS = 12,
  SECTIONS = 2,
  ROUNDS = 1500
};

/* Bytes of a section.  */
struct bytes
{
  uint8_t *data;
  size_t size;
};

static bool failed;

static void
expect (bool holds, uint64_t seed, const char *what)
{
  if (!holds && !failed)
    printf ("seed %" PRIu64 ": %s\n", seed, what);
  failed |= !holds;
}

/* Merge COUNT SECTIONS for an object; NULL if that fails.  */
static struct sfm_merger *
merge (const struct bytes *sections, size_t count, enum sfm_target target,
       struct sfm_piece *pieces, struct bytes *out)
{
  const struct sfm_options options
      = { .size = sizeof options, .target = target, .relocatable = true };
  struct sfm_place places[SECTIONS * MAX_FUNCS] = { 0 };
  struct sfm_merger *m;
  struct sfm_diag diag;

  if (sfm_merger_new (&options, &m, &diag) != SFM_OK)
    return NULL;
  for (size_t i = 0; i < SECTIONS * MAX_FUNCS; i++)
    places[i].live = true;
  sfm_status status = SFM_OK;
  for (size_t i = 0; i < count && status == SFM_OK; i++)
    {
      status = sfm_piece_open (sections[i].data, sections[i].size, 0,
                               &pieces[i], &diag);
      if (status == SFM_OK)
        status = sfm_merger_add (m, &pieces[i], places, (uint32_t) i, &diag);
    }
  if (status == SFM_OK)
    status = sfm_merger_plan (m, 0, UINT64_MAX, &diag);
  if (status == SFM_OK)
    {
      out->size = sfm_merger_size (m);
      out->data = malloc (out->size);
      if (out->data == NULL)
        exit (1);
      status = sfm_merger_write (m, out->data, out->size, &diag);
    }
  if (status == SFM_OK)
    status = sfm_merger_verify (m, out->data, out->size, &diag);
  if (status == SFM_OK)
    return m;
  printf ("%s\n", diag.text);
  sfm_merger_free (m);
  return NULL;
}

static void
count_errors (void *data, const struct sfm_finding *finding)
{
  if (finding->severity == SFM_ERROR)
    ++*(unsigned *) data;
}

/* Compare FDE number IDX of OUT with the one that it comes from.  */
static void
check_function (const struct sfm_merger *m, const struct sfm_piece *pieces,
                const struct sfm_piece *out, uint32_t idx, uint64_t *last,
                uint64_t seed)
{
  struct sfm_origin origin;
  struct sfm_fde was, is;
  struct sfm_diag diag;
  uint64_t before = 0, after = 1;

  bool known = sfm_merger_origin (m, idx, &origin);
  expect (known && origin.input < SECTIONS, seed, "origin");
  if (!known || origin.input >= SECTIONS)
    return;
  uint64_t place = (uint64_t) origin.input << 32 | origin.fde;
  expect (place + 1 > *last, seed, "order of the input");
  *last = place + 1;
  expect (origin.field == sfm_piece_field (out, idx)
              && origin.field_size == sfm_piece_field_size (out),
          seed, "start field");
  const struct sfm_piece *in = &pieces[origin.input];
  expect (sfm_fde_read (in, origin.fde, &was, &diag) == SFM_OK
              && sfm_fde_read (out, idx, &is, &diag) == SFM_OK,
          seed, "FDEs");
  expect (is.start == 0 && is.size == was.size && is.mask == was.mask
              && is.num_fres == was.num_fres,
          seed, "a member of the FDE");
  expect (sfm_fde_digest (in, &was, 0, NULL, &before, &diag) == SFM_OK
              && sfm_fde_digest (out, &is, 0, NULL, &after, &diag) == SFM_OK
              && before == after,
          seed, "rules");
}

/* Merge SECTIONS for TARGET and look at the result.  */
static void
check_target (const struct bytes *sections, enum sfm_target target,
              uint64_t seed)
{
  const struct sfm_check_options options
      = { .size = sizeof options, .object = true };
  struct sfm_piece pieces[SECTIONS], piece;
  struct bytes out = { 0 }, again = { 0 };
  struct sfm_origin origin;
  struct sfm_stats stats = { .size = sizeof stats };
  uint64_t losses[SFM_LOSS_COUNT];
  struct sfm_diag diag;
  uint64_t last = 0, gone = 0;
  unsigned errors = 0;

  struct sfm_merger *m = merge (sections, SECTIONS, target, pieces, &out);
  expect (m != NULL, seed, "merge");
  if (m == NULL)
    return;
  sfm_merger_stats (m, &stats);
  sfm_merger_losses (m, losses, SFM_LOSS_COUNT);
  for (unsigned i = 0; i < SFM_LOSS_COUNT; i++)
    gone += losses[i];
  expect (stats.functions == stats.out_functions + gone, seed, "counts");
  expect (losses[SFM_LOSS_ROWS] == 0 && losses[SFM_LOSS_DUPLICATE] == 0, seed,
          "dropped what objects keep");
  expect (sfm_piece_open (out.data, out.size, 0, &piece, &diag) == SFM_OK
              && piece.num_fdes == stats.out_functions
              && piece.flags
                     == (target == SFM_TO_V2 ? 0 : SFM_F_FDE_FUNC_START_PCREL),
          seed, "header");
  for (uint32_t i = 0; i < piece.num_fdes; i++)
    check_function (m, pieces, &piece, i, &last, seed);
  expect (!sfm_merger_origin (m, piece.num_fdes, &origin), seed,
          "an origin too many");
  expect (
      sfm_check (out.data, out.size, &options, count_errors, &errors, &diag)
              == SFM_OK
          && errors == 0,
      seed, "findings");
  struct sfm_merger *n = merge (&out, 1, target, pieces, &again);
  expect (n != NULL && again.size == out.size
              && memcmp (again.data, out.data, out.size) == 0,
          seed, "a second merge changes something");
  sfm_merger_free (n);
  sfm_merger_free (m);
  free (again.data);
  free (out.data);
}

/* SECTION's functions, given two by two, must come out as those of the
   whole.  */
static void
check_slices (const struct bytes *section, enum sfm_target target,
              uint64_t seed)
{
  const struct sfm_options options
      = { .size = sizeof options, .target = target, .relocatable = true };
  struct sfm_place places[2] = { { .live = true }, { .live = true } };
  struct sfm_piece piece, slice;
  struct bytes out = { 0 };
  struct sfm_merger *parts;
  struct sfm_diag diag;
  sfm_status status = SFM_OK;

  struct sfm_merger *whole = merge (section, 1, target, &piece, &out);
  if (whole == NULL || sfm_merger_new (&options, &parts, &diag) != SFM_OK)
    exit (1);
  for (uint32_t i = 0; (i == 0 || i < piece.num_fdes) && status == SFM_OK;
       i += 2)
    {
      uint32_t left = piece.num_fdes - i;
      sfm_piece_slice (&piece, i, left < 2 ? left : 2, &slice);
      status = sfm_merger_add (parts, &slice, places, i, &diag);
    }
  uint8_t *bytes = malloc (out.size);
  if (bytes == NULL)
    exit (1);
  if (status == SFM_OK)
    status = sfm_merger_plan (parts, 0, UINT64_MAX, &diag);
  expect (status == SFM_OK && sfm_merger_size (parts) == out.size
              && sfm_merger_write (parts, bytes, out.size, &diag) == SFM_OK
              && memcmp (bytes, out.data, out.size) == 0,
          seed, "slices");
  sfm_merger_free (parts);
  sfm_merger_free (whole);
  free (bytes);
  free (out.data);
}

static void
check_round (uint64_t seed)
{
  struct gen g;
  struct gen_world world;
  struct gen_func funcs[MAX_FUNCS];
  struct bytes sections[SECTIONS];
  uint64_t addr = 0x401000;

  gen_seed (&g, seed);
  gen_world (&g, &world);
  uint32_t count = 1 + gen_below (&g, MAX_FUNCS - 1);
  for (uint32_t i = 0; i < count; i++)
    {
      gen_func (&g, &world, addr, 400, gen_once_in (&g, 2), &funcs[i]);
      addr += funcs[i].size;
    }
  for (size_t s = 0; s < SECTIONS; s++)
    {
      const struct gen_func *chosen[MAX_FUNCS];
      struct gen_section section = { .funcs = chosen, .addr = 0x600000 };
      section.version = (uint8_t) (2 + gen_below (&g, 2));
      section.pcrel = section.version == 3 || gen_once_in (&g, 2);
      section.options = gen_below (&g, 16);
      for (uint32_t i = count; i-- > 0;)
        if (gen_can_say (&world, section.version, &funcs[i]))
          chosen[section.count++] = &funcs[i];
      sections[s].data = gen_encode (&g, &world, &section, &sections[s].size);
    }
  check_target (sections, SFM_TO_V2, seed);
  check_target (sections, SFM_TO_V2_PCREL, seed);
  check_target (sections, SFM_TO_V3, seed);
  check_slices (&sections[0], SFM_TO_V2_PCREL, seed);
  check_slices (&sections[0], SFM_TO_V3, seed);
  for (size_t s = 0; s < SECTIONS; s++)
    free (sections[s].data);
  for (uint32_t i = 0; i < count; i++)
    gen_func_free (&funcs[i]);
}

int
main (int argc, char **argv)
{
  unsigned long rounds = argc > 1 ? strtoul (argv[1], NULL, 0) : ROUNDS;
  uint64_t first = argc > 2 ? strtoull (argv[2], NULL, 0) : 1;

  for (unsigned long i = 0; i < rounds; i++)
    check_round (first + i);
  unit_result (!failed, "relocatable: generated sections");
  return unit_exit ();
}
