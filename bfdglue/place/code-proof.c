/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   code-proof.c - demand a proof by code where call frame information judges
   nothing.

   Theory of operation.  Names and maps may be those of another build, and
   sections with equal code may have different rows.  Where the image has call
   frame information, it decides.  Where it has none, the section must have
   LIMIT_PROOF_BYTES bytes outside the relocation masks, and they must be in
   one place only of all code.  One search for all such sections tells
   (search-scan.c).  A section without a search key, which is scattered over
   masks, counts as unproven.  */

#include "config.h"

#include "code-same.h"
#include "code-search.h"
#include "place-limits.h"

/* Whether TEXT has a candidate that nothing has judged.  */
static bool
needs_proof (const struct text_section *text)
{
  if (!choose_is_open (text))
    return false;
  for (size_t i = 0; i < text->candidate_count; i++)
    if (!text->candidates[i].judged)
      return true;
  return false;
}

/* Count BASE if the code of KEY's section is there.  With a second place the
   section is crowded.  */
static void
count_place (struct search *s, struct search_key *key, uint64_t base)
{
  const struct text_section *text = key->text;
  const struct code_ranges *code = &s->p->from.context->index.code;

  if (!search_may_look (s, key))
    return;
  for (size_t i = 0; i < text->function_count; i++)
    {
      const struct text_function *f = &text->functions[i];
      const uint64_t addr = base + f->value;
      if (addr < f->value || !code_ranges_hold (code, addr, f->size)
          || !code_same (code, &text->code, f->value, f->size, addr))
        return;
    }
  if (key->count++ != 0)
    key->text->match = MATCH_CROWDED;
}

/* Leave out the section of KEY unless its code is a proof.  */
static void
settle (struct search_key *key)
{
  struct text_section *text = key->text;

  if (key->found && key->count == 1 && text->match == MATCH_OPEN
      && text_fixed (text) >= LIMIT_PROOF_BYTES)
    return;
  text->state = TEXT_UNPROVEN;
  text->candidate_count = 0;
}

sfm_status
candidates_prove (struct placer *p)
{
  struct search s = { .p = p, .wanted = needs_proof, .look_at = count_place };
  const bool good = search_begin (&s);

  if (good)
    search_scan (&s);
  for (size_t i = 0; i < s.key_count && good; i++)
    settle (&s.keys[i]);
  search_end (&s);
  return good ? SFM_OK : SFM_ERR_NOMEM;
}
