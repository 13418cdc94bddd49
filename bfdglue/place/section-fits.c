/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   section-fits.c - whether a section of an input can be at an address.

   Theory of operation.  All its functions must lie in code, none may be
   contradicted by .eh_frame, and their bytes must be the image's outside the
   holes [site_fits].  Where no name says that it is there, no other name may
   either: the symbols of the image know what stands at theirs [is_anonymous].
   And where neither .eh_frame nor a symbol confirms that functions of these
   sizes begin there, few bytes prove nothing [PROOF_SIZE]: then it may be
   there or not, unless that is inside another function.  */

#include "config.h"

#include "code-same.h"
#include "text-sections.h"

enum
{
  /* Symbols of the image that are looked at for one function.  */
  LOOK_NAMES = 1024,
  /* Bytes outside the holes that prove a place by themselves.  */
  PROOF_SIZE = 16
};

bool
site_function_fits (const struct sites *sites, const struct site *site,
                    const struct site_function *f, uint64_t base)
{
  const struct place_sources *from = sites->from;
  uint64_t addr = base + f->value;

  return addr >= f->value && code_holds (from->code, addr, f->size)
         && !evidence_against (from->evidence, addr, f->size)
         && code_same (from->code, &site->code, f->value, f->size, addr);
}

bool
site_fits (const struct sites *sites, const struct site *site, uint64_t base)
{
  const struct place_sources *from = sites->from;
  const uint8_t exact = SFM_EVIDENCE_START | SFM_EVIDENCE_SIZE;
  bool confirmed = site->voter == VOTER_STRONG, fixed = false;

  for (size_t i = 0; i < site->function_count; i++)
    {
      const struct site_function *f = &site->functions[i];
      uint64_t addr = base + f->value;
      if (!site_function_fits (sites, site, f, base))
        return false;
      /* Where the image's own piece puts another function, only a strong name
         says that the piece is wrong.  */
      if (site->voter != VOTER_STRONG && !from->own_judged
          && own_any_at (from->own, addr)
          && own_find (from->own, addr, f->digest) == SIZE_MAX)
        return false;
      fixed = fixed || code_fixed (&site->code, f->value, f->size) != 0;
      confirmed = confirmed
                  && evidence_about (from->evidence, addr, f->size) == exact;
    }
  /* A function that is but a branch to another one, on AArch64 and s390x, has
     no bytes outside its hole.  */
  return fixed || confirmed;
}

/* The first symbol of SITE at or behind VALUE.  */
static size_t
first_symbol (const struct site *site, uint64_t value)
{
  size_t low = 0, high = site->symbol_count;

  while (low < high)
    {
      size_t mid = low + (high - low) / 2;
      if (site->symbols[mid].value < value)
        low = mid + 1;
      else
        high = mid;
    }
  return low;
}

/* Whether the symbols of the image leave room for F of SITE at ADDR: there is
   no function's name, or one that F has.  */
static bool
is_anonymous (const struct sites *sites, const struct site *site,
              const struct site_function *f, uint64_t addr)
{
  const struct evidence *evidence = sites->from->evidence;
  size_t left = LOOK_NAMES;

  if (!evidence_any_symbol (evidence, addr))
    return true;
  for (size_t i = first_symbol (site, f->value);
       i < site->symbol_count && site->symbols[i].value == f->value; i++)
    {
      const struct site_symbol *symbol = &site->symbols[i];
      for (size_t s = 0; s < symbol->count && left != 0; s++, left--)
        {
          uint32_t idx = evidence->by_name[symbol->named + s].idx;
          if (evidence->symbols[idx].addr == addr)
            return true;
        }
    }
  return false;
}

enum site_credit
site_credit (const struct sites *sites, const struct site *site, uint64_t base)
{
  const struct evidence *evidence = sites->from->evidence;
  const uint8_t exact = SFM_EVIDENCE_START | SFM_EVIDENCE_SIZE;
  uint64_t fixed = 0;
  bool confirmed = true, inside = false, contested = false;

  for (size_t i = 0; i < site->function_count; i++)
    {
      const struct site_function *f = &site->functions[i];
      uint64_t addr = base + f->value;
      contested |= claims_any_at (&sites->contested, addr);
      if (!is_anonymous (sites, site, f, addr)
          || code_plt_section (sites->from->code, addr, f->size) != NULL)
        return CREDIT_NONE;
      inside |= evidence_inside (evidence, addr);
      confirmed &= evidence_about (evidence, addr, f->size) == exact;
      fixed += code_fixed (&site->code, f->value, f->size);
    }
  if (contested)
    return CREDIT_DOUBT;
  if (fixed >= (confirmed ? 1 : PROOF_SIZE))
    return CREDIT_GIVEN;
  return inside ? CREDIT_NONE : CREDIT_DOUBT;
}
