/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   section-fits.c - whether a section of an input can be at an address.

   Theory of operation.  All its functions must be in code, .eh_frame must
   contradict neither their sizes nor their rows, and their bytes outside the
   relocation masks must be the image's [text_fits].  If no name places it
   there, the image must not have another name there: its symbols show what is
   at their addresses [is_anonymous].  If .eh_frame does not have its rules
   there, few bytes prove nothing [LIMIT_PROOF_BYTES]: the section may be there
   or not, unless the address is inside another function.  Where nothing judges
   its rows, the code must be in no other place either (code-proof.c).  */

#include "config.h"

#include "code-same.h"
#include "place-limits.h"
#include "placer-internal.h"
#include "sorted.h"

/* Whether the code of F of TEXT is at BASE plus its value.  */
static bool
has_code (const struct placer *p, const struct text_section *text,
          const struct text_function *f, uint64_t base)
{
  const struct image_context *image = p->from.context;
  uint64_t addr = base + f->value;

  return addr >= f->value
         && code_ranges_hold (&image->index.code, addr, f->size)
         && !index_contradicts (&image->index, addr, f->size)
         && code_same (&image->index.code, &text->code, f->value, f->size,
                       addr);
}

uint64_t
text_fixed (const struct text_section *text)
{
  uint64_t fixed = 0;

  for (size_t i = 0; i < text->function_count; i++)
    fixed += code_fixed (&text->code, text->functions[i].value,
                         text->functions[i].size);
  return fixed;
}

bool
text_function_fits (const struct placer *p, const struct text_section *text,
                    const struct text_function *f, uint64_t base)
{
  return has_code (p, text, f, base)
         && placer_judge (p, f, base + f->value, NULL) != SFM_CFI_CONTRADICTS;
}

void
text_note_refuted (const struct placer *p, struct text_section *text,
                   uint64_t base)
{
  bool fits = true;

  for (size_t i = 0; i < text->function_count && fits; i++)
    fits = has_code (p, text, &text->functions[i], base);
  text->contradicted |= fits;
  if (fits)
    text->refuted = base;
}

bool
text_fits (const struct placer *p, const struct text_section *text,
           uint64_t base, bool *judged)
{
  const struct image_context *image = p->from.context;

  bool silent = false, confirmed = false;

  for (size_t i = 0; i < text->function_count; i++)
    {
      const struct text_function *f = &text->functions[i];
      uint64_t addr = base + f->value;
      if (!has_code (p, text, f, base))
        return false;
      const enum sfm_cfi_verdict verdict = placer_judge (p, f, addr, NULL);
      if (verdict == SFM_CFI_CONTRADICTS)
        return false;
      /* What is unjudged is left out there, and needs no other proof.  */
      silent |= verdict == SFM_CFI_SILENT;
      confirmed |= verdict < SFM_CFI_UNJUDGED;
      /* If an existing piece describes another function there, only a strong
         name shows that the piece is wrong.  */
      if (text->proposed_by != PROPOSER_STRONG && !p->from.existing_judged
          && pieces_any_at (&image->existing, addr)
          && pieces_find (&image->existing, addr, f->digest) == SIZE_MAX)
        return false;
    }
  *judged = confirmed && !silent;
  return true;
}

bool
text_named_at (const struct placer *p, const struct text_symbol *symbol,
               uint64_t addr, size_t *left)
{
  for (size_t i = 0; i < symbol->count && *left != 0; i++, --*left)
    if (text_named (p, symbol, i)->addr == addr)
      return true;
  return false;
}

/* Whether the symbols of the image allow F of TEXT at ADDR: they name no
   function there, or use one of F's names.  */
static bool
is_anonymous (const struct placer *p, const struct text_section *text,
              const struct text_function *f, uint64_t addr)
{
  size_t left = LIMIT_SYMBOLS_OF_FUNCTION;

  if (!index_has_symbol (&p->from.context->index, addr))
    return true;
  for (size_t i
       = sorted_from (text->symbols, text->symbol_count, sizeof *text->symbols,
                      offsetof (struct text_symbol, value), f->value);
       i < text->symbol_count && text->symbols[i].value == f->value; i++)
    if (text_named_at (p, &text->symbols[i], addr, &left))
      return true;
  return false;
}

enum match_strength
match_strength (const struct placer *p, const struct text_section *text,
                uint64_t base)
{
  const struct function_index *index = &p->from.context->index;
  bool proven = true, inside = false, ambiguous = false;

  for (size_t i = 0; i < text->function_count; i++)
    {
      const struct text_function *f = &text->functions[i];
      uint64_t addr = base + f->value;
      ambiguous |= owners_at (&p->ambiguous, addr, NULL);
      if (!is_anonymous (p, text, f, addr)
          || code_ranges_plt_section (&p->from.context->index.code, addr,
                                      f->size)
                 != NULL)
        return MATCH_NONE;
      inside |= index_inside (index, addr);
      proven &= row_proof_equal (index, addr, f->size, f->digest);
    }
  if (ambiguous)
    return MATCH_DOUBTFUL;
  if (proven || text_fixed (text) >= LIMIT_PROOF_BYTES)
    return MATCH_STRONG;
  return inside ? MATCH_NONE : MATCH_DOUBTFUL;
}
