/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   search-short.c - finding sections that have no four bytes in a row that a
   linker leaves alone: those of .init and .fini are nothing but one call.

   Theory of operation.  Such a section is compared where .eh_frame has a
   function of the size of its first [look_at_starts].  If .eh_frame has not
   all functions, and none was found there, its first byte outside the holes
   is looked for everywhere [look_everywhere].  Both have a limit; beyond it
   nothing is said about the section.  */

#include "config.h"

#include "code-search.h"

enum
{
  /* Sections that are looked for: each is compared with all of .eh_frame.  */
  WORDLESS = 256,
  /* Bytes of the image that are looked at for all of them.  */
  WALKS = 1 << 28
};

/* Whether .eh_frame has the functions that the symbols show: objects may be
   built to describe theirs in .sframe alone.  */
static bool
has_all_frames (const struct sites *sites)
{
  const struct evidence *evidence = sites->from->evidence;
  bool all = evidence->eh_complete;

  for (size_t i = 0; i < evidence->symbol_count && all; i++)
    {
      const struct evidence_symbol *symbol = &evidence->symbols[i];
      all = symbol->size == 0 || symbols_in_plt (sites->from->code, symbol)
            || evidence_frames_at (evidence, symbol->addr);
    }
  return all;
}

/* The first byte of SITE's first function that is outside the holes, or
   UINT64_MAX.  */
static uint64_t
fixed_byte (const struct site *site)
{
  const struct input_code *code = &site->code;
  const struct site_function *f = &site->functions[0];
  uint64_t at = f->value;

  for (size_t i = 0; i < code->hole_count && code->holes[i].from <= at; i++)
    if (code->holes[i].to > at)
      at = code->holes[i].to;
  return at < code->size && at - f->value < f->size ? at : UINT64_MAX;
}

/* Look for NEEDLE, which has no word, everywhere: .eh_frame has not all
   functions.  */
static void
look_everywhere (struct search *s, struct needle *needle)
{
  const uint64_t fixed = fixed_byte (needle->site);
  struct needle_walk walk = { .code = s->sites->from->code };

  needle->doubtful = fixed == UINT64_MAX;
  while (!needle->doubtful && needle_walk (&walk))
    {
      needle->doubtful = walk.size > s->wordless.walks_left;
      if (needle->doubtful)
        break;
      s->wordless.walks_left -= walk.size;
      const uint8_t byte = needle->site->code.bytes[fixed];
      for (uint64_t i = 0; i < walk.size && !needle->site->crowded; i++)
        if (walk.bytes[i] == byte && walk.addr + i >= fixed)
          look_at (s, needle, walk.addr + i - fixed);
    }
}

/* Look for NEEDLE, which has no word, where .eh_frame has a function of the
   size of its first: pieces of .init and .fini are nothing but one call.  */
static void
look_at_starts (struct search *s, struct needle *needle)
{
  const struct evidence *evidence = s->sites->from->evidence;
  const struct site_function *f = &needle->site->functions[0];

  needle->site->nowhere = true;
  for (size_t i = 0; i < evidence->eh_count && !needle->site->crowded; i++)
    {
      const struct eh_function *start = &evidence->eh[i];
      if (start->size == f->size && start->addr >= f->value)
        look_at (s, needle, start->addr - f->value);
    }
  if (!s->wordless.eh_has_all && needle->count == 0)
    look_everywhere (s, needle);
}

void
wordless_begin (struct search *s)
{
  s->wordless = (struct wordless){ .starts_left = WORDLESS,
                                   .walks_left = WALKS,
                                   .eh_has_all = has_all_frames (s->sites) };
}

void
wordless_find (struct search *s, struct needle *needle)
{
  if (s->wordless.starts_left == 0)
    {
      needle->doubtful = true;
      return;
    }
  s->wordless.starts_left--;
  look_at_starts (s, needle);
}
