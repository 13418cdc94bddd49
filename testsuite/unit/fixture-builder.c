/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   fixture-builder.c - builders for AMD64, and functions for them.  */

#include "config.h"

#include <stdio.h>
#include <stdlib.h>

#include "fixture-builder.h"
#include "fixture-guard.h"
#include "result.h"

struct sfm_diag builder_diag;

struct sfm_function
builder_function (uint64_t addr)
{
  return (struct sfm_function){ .addr = addr, .size = BUILDER_SIZE };
}

const struct sfm_rules_at builder_rows[2] = {
  { 0,
    { { SFM_RULE_VALUE, 7, 8 },
      { SFM_RULE_MEMORY, SFM_REG_CFA, -8 },
      { SFM_RULE_SAME, 0, 0 },
      false } },
  { 1,
    { { SFM_RULE_VALUE, 7, 16 },
      { SFM_RULE_MEMORY, SFM_REG_CFA, -8 },
      { SFM_RULE_SAME, 0, 0 },
      false } },
};

struct sfm_builder_options
builder_options (void)
{
  return (struct sfm_builder_options) SFM_BUILDER_OPTIONS_INIT (
      SFM_ABI_AMD64_ENDIAN_LITTLE);
}

struct sfm_builder *
builder_new (const struct sfm_builder_options *options)
{
  struct sfm_builder_options own = *options;
  struct sfm_builder *b;

  if (own.alloc == NULL)
    {
      own.alloc = guard_alloc;
      own.release = guard_release;
    }
  if (sfm_builder_new (&own, &b, &builder_diag) != SFM_OK)
    {
      unit_result_of (false, "no builder: %s", builder_diag.text);
      exit (1);
    }
  return b;
}

sfm_status
builder_add (struct sfm_builder *b, uint64_t addr, uint32_t number)
{
  const struct sfm_function f = builder_function (addr);

  return sfm_builder_add (b, &f, builder_rows, 2, number, NULL, &builder_diag);
}

uint8_t *
builder_section (struct sfm_builder *b, size_t *size)
{
  *size = sfm_builder_size (b);
  uint8_t *bytes = malloc (*size);
  if (bytes == NULL
      || sfm_builder_write (b, BUILDER_SECTION, bytes, *size, &builder_diag)
             != SFM_OK)
    {
      unit_result_of (false, "nothing written: %s", builder_diag.text);
      exit (1);
    }
  return bytes;
}

int64_t
builder_cfa (struct sfm_builder *b, uint64_t addr)
{
  struct sfm_section section;
  struct sfm_rules rules;
  size_t size;
  uint8_t *bytes = builder_section (b, &size);
  int64_t offset = -1;

  if (sfm_section_open (bytes, size, BUILDER_SECTION, &section, &builder_diag)
          == SFM_OK
      && sfm_find_rules (&section, addr, NULL, &rules, &builder_diag)
             == SFM_OK)
    offset = rules.cfa.offset;
  free (bytes);
  return offset;
}

static void
count_finding (void *data, const struct sfm_finding *finding)
{
  printf ("finding: %s\n", finding->text);
  ++*(size_t *) data;
}

bool
builder_is_clean (struct sfm_builder *b)
{
  const struct sfm_check_options options
      = { .size = sizeof options, .section_addr = BUILDER_SECTION };
  size_t size, count = 0;
  uint8_t *bytes = builder_section (b, &size);
  const sfm_status status = sfm_check (bytes, size, &options, count_finding,
                                       &count, &builder_diag);

  free (bytes);
  return status == SFM_OK && count == 0;
}
