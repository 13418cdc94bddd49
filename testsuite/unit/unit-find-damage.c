/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-find-damage.c - look-ups in sections that end too early, or in which
   any one byte is wrong, give the same in memory and in another process, and
   touch no byte outside: the pages around the section cannot be read.  Also
   look-ups in sections that change meanwhile.  */

#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <threads.h>

#include "find-piece.h"
#include "generate.h"
#include "result.h"

enum
{
  FUNCS = 8,
  FIRST = 0x401000,
  ADDR = 0x500000,
  CHANGES = 300000
};

/* A section of FUNCS functions, which end at *END.  */
static uint8_t *
make (uint64_t seed, size_t *size, uint64_t *end)
{
  struct gen g;
  struct gen_world world;
  struct gen_func funcs[FUNCS];
  const struct gen_func *chosen[FUNCS];
  struct gen_section section = { .funcs = chosen, .addr = ADDR };
  uint64_t addr = FIRST;

  gen_seed (&g, seed);
  gen_world (&g, &world);
  section.version = (uint8_t) (1 + seed % 3);
  if (section.version == 1 && world.abi == SFM_ABI_S390X_ENDIAN_BIG)
    section.version = 3;
  section.pcrel = section.version > 1 && gen_once_in (&g, 2);
  section.options = gen_below (&g, 32);
  for (size_t i = 0; i < FUNCS; i++)
    {
      gen_func (&g, &world, addr, 40, section.version == 3, &funcs[i]);
      addr += funcs[i].size;
      if (gen_can_say (&world, section.version, &funcs[i]))
        chosen[section.count++] = &funcs[i];
    }
  uint8_t *bytes = gen_encode (&g, &world, &section, size);
  bytes[3] |= SFM_F_FDE_SORTED;
  for (size_t i = 0; i < FUNCS; i++)
    gen_func_free (&funcs[i]);
  *end = addr;
  return bytes;
}

/* Look every ninth address up in the SIZE bytes at BYTES; TURN decides which.
   Returns the number of successes, or -1 if the two ways differ.  */
static int
look_up_all (const uint8_t *bytes, size_t size, uint64_t end, size_t turn)
{
  struct find_remote data = { .bytes = bytes, .size = size, .addr = ADDR };
  struct sfm_section section, remote;
  struct sfm_diag diag;
  int count = 0;

  const sfm_status here
      = sfm_section_open (bytes, size, ADDR, &section, &diag);
  if (here
      != sfm_section_open_remote (ADDR, size, find_read, &data, &remote,
                                  &diag))
    return -1;
  if (here != SFM_OK)
    return 0;
  for (uint64_t pc = FIRST - 1 + turn % 3 * 3; pc <= end; pc += 9)
    {
      struct find_result a, b;

      find_rules (&section, pc, &a);
      find_rules (&remote, pc, &b);
      if (!find_same (&a, &b) || data.outside)
        return -1;
      count += a.status == SFM_OK;
    }
  return count;
}

/* A section with each byte changed, at either end of the cage, and cut.  */
static void
test_bytes (const struct find_cage *cage, uint64_t seed)
{
  static const uint8_t masks[] = { 0x01, 0x10, 0x80, 0xff };
  size_t size;
  uint64_t end;
  uint8_t *bytes = make (seed, &size, &end);
  uint8_t *last = cage->begin + cage->size - size;
  bool good = size < cage->size && look_up_all (bytes, size, end, 0) > 0;

  for (size_t i = 0; i < size && good; i++)
    for (size_t m = 0; m < sizeof masks && good; m++)
      {
        memcpy (last, bytes, size);
        last[i] ^= masks[m];
        good &= look_up_all (last, size, end, i + m) >= 0;
        memmove (cage->begin, last, size);
        good &= look_up_all (cage->begin, size, end, i + m) >= 0;
        if (!good)
          printf ("seed %d, byte %zu ^ 0x%02x\n", (int) seed, i, masks[m]);
      }
  for (size_t cut = 0; cut < size && good; cut++)
    {
      memcpy (cage->begin + cage->size - cut, bytes, cut);
      good &= look_up_all (cage->begin + cage->size - cut, cut, end, cut) >= 0;
    }
  unit_result_of (good, "damaged bytes, seed %d", (int) seed);
  free (bytes);
}

/* Bytes that another thread changes.  */
struct changed
{
  uint8_t *bytes;
  const uint8_t *first;
  size_t size;
};

static int
change (void *data)
{
  const struct changed *c = data;
  struct gen g;

  gen_seed (&g, 1);
  for (unsigned i = 0; i < CHANGES; i++)
    {
      const size_t at = gen_below (&g, (uint32_t) c->size);
      volatile uint8_t *p = c->bytes + at;

      *p = (uint8_t) gen_next (&g);
      *p = c->first[at];
    }
  return 0;
}

/* Whatever is found, nothing outside is touched.  */
static void
test_changing (const struct find_cage *cage)
{
  size_t size;
  uint64_t end;
  uint8_t *bytes = make (5, &size, &end);
  struct changed changed = { .bytes = cage->begin + cage->size - size,
                             .first = bytes,
                             .size = size };
  struct sfm_section section;
  struct find_result result;
  struct sfm_diag diag;
  thrd_t thread;
  unsigned found = 0;

  memcpy (changed.bytes, bytes, size);
  if (sfm_section_open (changed.bytes, size, ADDR, &section, &diag) != SFM_OK
      || thrd_create (&thread, change, &changed) != thrd_success)
    {
      unit_result (false, "changing bytes");
      free (bytes);
      return;
    }
  for (unsigned i = 0; i < CHANGES / 20; i++)
    {
      find_rules (&section, FIRST + i % (end - FIRST), &result);
      found += result.status == SFM_OK;
    }
  thrd_join (thread, NULL);
  unit_result (found > 0, "changing bytes");
  free (bytes);
}

int
main (void)
{
  const struct find_cage cage = find_cage ();

  for (uint64_t seed = 1; seed <= 12; seed++)
    test_bytes (&cage, seed);
  test_changing (&cage);
  return unit_exit ();
}
