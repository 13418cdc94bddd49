/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   fixture-failing.c - memory that is short, and an engine that builds wrong
   sections.  */

#include "config.h"

#include <stdio.h>
#include <stdlib.h>

#include "fixture-failing.h"
#include "result.h"

static bool on;

/* Which allocation fails, 0 for none, and how many there were.  */
static size_t failing, count;

/* The bit that is written wrongly, SIZE_MAX for none, and the size of what was
   built last, in bits.  */
static size_t wrong_bit = SIZE_MAX, bits;

/* The linker gives these names to functions and to all calls of them.  */
void *__real_malloc (size_t);
void *__real_calloc (size_t, size_t);
void *__real_realloc (void *, size_t);
sfm_status __real_sfm_builder_write (struct sfm_builder *, uint64_t, void *,
                                     size_t, struct sfm_diag *);
void *__wrap_malloc (size_t);
void *__wrap_calloc (size_t, size_t);
void *__wrap_realloc (void *, size_t);
sfm_status __wrap_sfm_builder_write (struct sfm_builder *, uint64_t, void *,
                                     size_t, struct sfm_diag *);

static bool
fails (void)
{
  return on && ++count == failing;
}

void *
__wrap_malloc (size_t size)
{
  return fails () ? NULL : __real_malloc (size);
}

void *
__wrap_calloc (size_t number, size_t size)
{
  return fails () ? NULL : __real_calloc (number, size);
}

void *
__wrap_realloc (void *old, size_t size)
{
  return fails () ? NULL : __real_realloc (old, size);
}

sfm_status
__wrap_sfm_builder_write (struct sfm_builder *builder, uint64_t addr,
                          void *buffer, size_t size, struct sfm_diag *diag)
{
  uint8_t *bytes = buffer;
  const sfm_status status
      = __real_sfm_builder_write (builder, addr, buffer, size, diag);

  bits = 8 * size;
  if (on && status == SFM_OK && wrong_bit < bits)
    bytes[wrong_bit / 8] ^= (uint8_t) (1U << wrong_bit % 8);
  return status;
}

void
failing_begin (void)
{
  count = 0;
  on = true;
}

void
failing_end (void)
{
  on = false;
}

/* Whether allocations can fail: the linker has renamed them.  A compiler knows
   what malloc reads, but not what a pointer leads to.  */
static bool
can_fail (void)
{
  void *(*volatile allocate) (size_t) = malloc;

  failing = 1;
  failing_begin ();
  void *p = allocate (1);
  failing_end ();
  free (p);
  return p == NULL;
}

void
failing_memory (const char *name, failing_trial *run, const void *trial)
{
  bool failed = true, good = can_fail ();

  if (!good)
    unit_result_of (false, "%s: allocations do not fail", name);
  for (failing = 1; failed; failing++)
    {
      bool right = false;
      const sfm_status status = run (trial, &right);
      failed = count >= failing;
      if (right || (failed && status == SFM_ERR_NOMEM))
        continue;
      unit_result_of (false, "%s: allocation %zu fails: status %d", name,
                      failing, (int) status);
      good = false;
    }
  if (good && failing > 2)
    unit_result_of (true, "%s: without memory", name);
  failing = 0;
}

void
failing_engine (const char *name, failing_trial *run, const void *trial)
{
  size_t refused = 0;
  bool good = true;

  for (wrong_bit = 0; wrong_bit < bits; wrong_bit++)
    {
      bool right = false;
      const sfm_status status = run (trial, &right);
      refused += status != SFM_OK;
      if (status != SFM_OK || right)
        continue;
      unit_result_of (false, "%s: bit %zu is wrong", name, wrong_bit);
      good = false;
    }
  wrong_bit = SIZE_MAX;
  unit_result_of (good && refused != 0, "%s: with wrong bits", name);
}

void
failing_test (const char *group, const char *name, failing_trial *run,
              const void *trial)
{
  char whole[100];
  bool right = false;

  snprintf (whole, sizeof whole, "%s: %s", group, name);
  run (trial, &right);
  unit_result (right, whole);
  failing_memory (whole, run, trial);
}
