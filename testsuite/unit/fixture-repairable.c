/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   fixture-repairable.c - images that are judged by what their own pieces
   lack.  */

#include "config.h"

#include <stdio.h>

#include "elf-codec.h"
#include "fixture-image.h"
#include "fixture-repairable.h"
#include "result.h"

const struct owned_function verdict_some[VERDICT_SOME] = {
  { .addr = OWNED_CODE + 0x100, .size = 0x20 },
  { .addr = OWNED_CODE + 0x120, .size = 0x35 },
  { .addr = OWNED_CODE + 0x160, .size = 0x21 },
  { .addr = OWNED_CODE + 0x200, .size = 0x141 },
};

struct owned verdict_image;
struct repairable verdict;

void
verdict_begin (void)
{
  owned_begin (&verdict_image);
  owned_segment (&verdict_image, PT_DYNAMIC, VERDICT_DYNAMIC,
                 4 * ELF_DYN_SIZE);
}

void
verdict_dynamic (uint64_t tag, uint64_t value)
{
  uint8_t *at = verdict_image.bytes + VERDICT_DYNAMIC;

  while (elf_u64 (at, false) != DT_NULL)
    at += ELF_DYN_SIZE;
  elf_put64 (at, tag, false);
  elf_put64 (at + 8, value, false);
}

void
verdict_frames (size_t count)
{
  for (size_t i = 0; i < count; i++)
    owned_frame (&verdict_image, verdict_some[i].addr, verdict_some[i].size);
}

void
verdict_name (size_t idx, const char *text)
{
  owned_symbol (&verdict_image, text, verdict_some[idx].addr,
                verdict_some[idx].size);
  verdict_image.index.has_symtab = true;
}

bool
fixture_judge (void)
{
  static struct image_context context;
  bool read = owned_read (&verdict_image);

  context = (struct image_context){ .image = verdict_image.image,
                                    .index = verdict_image.index,
                                    .existing = verdict_image.existing };
  return read
         && repairable_judge (&context, &verdict, &fixture_sink) == SFM_OK;
}

void
verdict_expect (unsigned flaws, size_t count, const char *text)
{
  const unsigned good = REPAIR_ABSENT | REPAIR_UNCOVERED;
  bool judged = fixture_judge ();

  unit_result (judged && verdict.flaws == flaws
                   && verdict.undescribed.count == count
                   && verdict.needs_partial == ((flaws & ~good) != 0),
               text);
  if (judged && (verdict.flaws != flaws || verdict.undescribed.count != count))
    printf ("  flaws 0x%x, %zu lack\n", verdict.flaws,
            verdict.undescribed.count);
  repairable_free (&verdict);
  owned_end (&verdict_image);
}
