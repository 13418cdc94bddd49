/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   cfi-compare.c - whether the rows of a function agree with call frame
   information.

   Theory of operation.  Both sides are walked together; between two addresses
   at which either changes, one pair of rules is compared [judge].  The rows
   are read as effective rows, so that bytes that cover nothing do not matter.
   The rows of a MASK function are read once and compared for each block, but
   not for whole blocks in which the call frame information does not change:
   such a function takes 16 bytes and may have 2^32 blocks.

   Places are bytes from the start of the rows' function, as sums of addresses
   could wrap around.

   The quick test is the digest of the rows that the rules of call frame
   information would make.  It equals that of a function's rows exactly if
   these have the rules at every address, so comparing the digests, which
   callers have anyway, replaces comparing the rows (doc/internals.md).  */

#include "config.h"

#include <inttypes.h>
#include <stdlib.h>

#include "builder.h"
#include "cfi-state.h"
#include "cfi-usual.h"
#include "digest-cache.h"
#include "engine.h"
#include "rows.h"
#include "sfmerge-tool.h"

/* The digest of call frame information in which nothing is unusual.

   The values of cfi-usual.h are mixed as they are.  A unit test compares the
   result with that of the walk of cfi-rows.c.  */

struct quick_digest
{
  struct rule_values last; /* unlike those of any row before the first */
  uint64_t hash;
};

/* Mix the row of NOW at LOC, if it differs from the one before.  */
static ALWAYS_INLINE bool
mix (void *data, const struct cfi_usual_state *now, uint64_t loc)
{
  struct quick_digest *q = data;
  struct rule_values v = now->values;

  v.cfa = rule_value (SFM_RULE_VALUE, now->cfa_reg, now->cfa_offset);
  if (!values_equal (&v, &q->last))
    q->hash = mix_row (q->hash, (uint32_t) loc, &v);
  q->last = v;
  return true;
}

/* The CIE, which only call frame information has, comes after the slots.  */
struct sfm_digest_cache *
sfm_digest_cache_new (size_t functions)
{
  enum
  {
    STEP = 4096 / sizeof (struct digest_slot) /* a page, on most machines */
  };
  unsigned bits = DIGEST_SLOT_BITS_MIN;

  while (bits < DIGEST_SLOT_BITS_MAX && functions >> bits != 0)
    bits++;
  const size_t slots = (size_t) 1 << bits;
  struct sfm_digest_cache *cache = calloc (
      1, sizeof *cache + slots * sizeof *cache->slots + sizeof *cache->cie);
  if (cache == NULL)
    return NULL;
  cache->bits = bits;
  cache->cie = (void *) &cache->slots[slots];
  /* Write to each page before anything reads it.  A read would map the
     kernel's page of zeros; the first write would then have to unmap it, which
     interrupts all other threads: a millisecond for the 128 pages.  */
  for (size_t i = 0; functions >= slots && i < slots; i += STEP)
    cache->slots[i].reach = UINT32_MAX;
  return cache;
}

void
sfm_digest_cache_free (struct sfm_digest_cache *cache)
{
  free (cache);
}

static ALWAYS_INLINE bool
digest (const struct cfi_usual *usual, const struct sfm_cfi_section *section,
        const struct sfm_cfi_fde *fde, uint64_t *rows, uint64_t *reach)
{
  struct quick_digest q = { .hash = 0 };

  if (!cfi_usual_walk (usual, section, fde, mix, &q, reach))
    return false;
  *rows = q.hash;
  return true;
}

/* digest for the ABI of SECTION.  */
static bool
cfi_digest_usual (const struct cfi_usual *usual,
                  const struct sfm_cfi_section *section,
                  const struct sfm_cfi_fde *fde, uint64_t *rows,
                  uint64_t *reach)
{
  if (section->abi != SFM_ABI_AMD64_ENDIAN_LITTLE)
    return digest (usual, section, fde, rows, reach);
  const struct cfi_usual amd64 = cfi_usual_amd64 (usual);
  return digest (&amd64, section, fde, rows, reach);
}

/* Set *ROWS to the digest of the rows that FDE of SECTION means, from CACHE,
   if it is not NULL and has them.  False: something is unusual.  */
static bool
cfi_digest_cached (const struct sfm_cfi_section *section,
                   const struct sfm_cfi_fde *fde,
                   struct sfm_digest_cache *cache, uint64_t *rows)
{
  const uint8_t *bytes = section->bytes + fde->program;
  const size_t size = (size_t) (fde->end - fde->program);
  struct cfi_usual_cie alone = { .size = 0 };
  struct cfi_usual_cie *cie = cache == NULL ? &alone : cache->cie;
  const struct cfi_usual *usual = sfm_cfi_usual_of (cie, section, &fde->cie);
  uint64_t reach;

  if (usual == NULL)
    return false;
  struct digest_slot *slot = digest_slot_of (cache, cie->number, bytes, size);
  if (slot != NULL && fde->size > slot->reach
      && cached_bytes_are (&slot->key, cie->number, bytes, size))
    {
      *rows = slot->rows;
      return true;
    }
  if (!cfi_digest_usual (usual, section, fde, rows, &reach))
    return false;
  if (slot != NULL && reach < fde->size)
    {
      slot->rows = *rows;
      slot->reach = (uint32_t) reach;
      cached_bytes_set (&slot->key, cie->number, bytes, size);
    }
  return true;
}

sfm_status
sfm_cfi_digest (const struct sfm_cfi_section *section,
                const struct sfm_cfi_fde *fde, struct sfm_digest_cache *cache,
                uint64_t *digest, struct sfm_diag *diag)
{
  const uint32_t bytes = (uint32_t) fde->size;
  uint64_t hash = 0;
  struct sfm_cfi_rows rows;
  struct sfm_cfi_row row;
  struct sfm_rules last;
  /* PLT code has more rows than instructions, and is described by functions of
     PC type MASK; its rows are not worth a walk over all of it.  */
  uint64_t most = fde->end - fde->program + 1;

  if (fde->size > UINT32_MAX)
    return sfm_fail (diag, SFM_ERR_UNSUPP, fde->offset,
                     "the function has 0x%" PRIx64
                     " bytes, more than 32 bits can count",
                     fde->size);
  const bool quick = cfi_digest_cached (section, fde, cache, &hash);
  if (!quick)
    sfm_cfi_rows_begin (section, fde, &rows);
  while (!quick && sfm_cfi_rows_next (&rows, &row))
    {
      if (row.problem != SFM_CFI_NO_PROBLEM)
        return sfm_fail (diag, SFM_ERR_UNSUPP, fde->offset,
                         "the rules at +0x%" PRIx64 " have %s", row.start,
                         sfm_cfi_problem_text (row.problem));
      if (most-- == 0)
        return sfm_fail (diag, SFM_ERR_UNSUPP, fde->offset,
                         "the rules at +0x%" PRIx64
                         " are one row more than instructions can make",
                         row.start);
      sfm_effective_normalize (&row.rules);
      /* Only the encoding differs.  */
      if (row.start != 0 && sfm_rules_equal (&row.rules, &last))
        continue;
      last = row.rules;
      const struct rule_values v = rule_values (&row.rules);
      hash = mix_row (hash, (uint32_t) row.start, &v);
    }
  *digest
      = mix_function (hash, bytes, false, fde->cie.pauth_b, fde->cie.signal);
  return SFM_OK;
}

struct comparison
{
  const struct sfm_piece *piece;
  struct sfm_fde fde;
  struct sfm_cfi_difference *difference;
  struct sfm_diag *diag;
  uint64_t addr;  /* of the rows' function */
  uint64_t delta; /* its place in the function of the CFI, modulo 2^64 */

  /* The rows of SFrame: the one at the current place, and the next one.  */
  struct effective walk;
  struct effective_row row, row_ahead;
  bool has_row, has_row_ahead;
  /* MASK: all that a block has.  Their starts rise and have 8 bits.  */
  struct effective_row block[UINT8_MAX];
  unsigned block_count, block_next;

  /* The rows of the CFI.  */
  struct sfm_cfi_rows rows;
  struct sfm_cfi_row now, ahead;
  bool has_ahead;
};

static sfm_status
read_row (struct comparison *c)
{
  if (c->fde.mask)
    {
      c->has_row_ahead = c->block_next < c->block_count;
      if (c->has_row_ahead)
        c->row_ahead = c->block[c->block_next++];
      return SFM_OK;
    }
  sfm_status status = sfm_effective_next (&c->walk, &c->row_ahead, c->diag);

  c->has_row_ahead = status == SFM_OK;
  return status == SFM_END ? SFM_OK : status;
}

/* Begin to read the rows, REP_SIZE being the size of a block.  */
static sfm_status
begin_rows (struct comparison *c, uint8_t rep_size)
{
  sfm_status status = SFM_OK;

  TRY (
      sfm_effective_begin (&c->walk, c->piece, &c->fde, 0, rep_size, c->diag));
  while (c->fde.mask && status == SFM_OK)
    {
      status = sfm_effective_next (&c->walk, &c->row_ahead, c->diag);
      if (status == SFM_OK)
        c->block[c->block_count++] = c->row_ahead;
    }
  return status == SFM_END ? SFM_OK : status;
}

/* RULE of register OWN in one form of several with the same meaning: relative
   to the register of the CFA, if that is a register plus an offset.  */
static struct sfm_rule
canonical (const struct sfm_rule *cfa, const struct sfm_rule *rule,
           uint32_t own)
{
  struct sfm_rule form = *rule;

  if (rule->kind != SFM_RULE_VALUE && rule->kind != SFM_RULE_MEMORY)
    return form;
  if (form.reg == SFM_REG_CFA && cfa->kind == SFM_RULE_VALUE)
    {
      form.reg = cfa->reg;
      form.offset += cfa->offset;
    }
  if (form.kind == SFM_RULE_VALUE && form.reg == own && form.offset == 0)
    form = (struct sfm_rule){ .kind = SFM_RULE_SAME };
  return form;
}

/* Whether A and B mean the same.  */
static bool
mean_same (const struct sfm_rules *a, const struct sfm_rules *b, uint8_t abi)
{
  const struct abi_registers *regs = sfm_rules_registers (abi);
  struct sfm_rules x = *a, y = *b;

  x.ra = canonical (&a->cfa, &a->ra, regs->ra);
  x.fp = canonical (&a->cfa, &a->fp, regs->fp);
  y.ra = canonical (&b->cfa, &b->ra, regs->ra);
  y.fp = canonical (&b->cfa, &b->fp, regs->fp);
  return sfm_rules_equal (&x, &y);
}

static bool
is_cfa_value (const struct sfm_rule *rule)
{
  return rule->kind == SFM_RULE_VALUE && rule->reg == SFM_REG_CFA;
}

/* Whether a producer of PIECE could have written a row with RULES.  No
   producer writes one for a value relative to the CFA.  */
static bool
can_say (const struct sfm_piece *piece, const struct sfm_rules *rules)
{
  const struct build_form form
      = sfm_build_form_of (piece->abi, piece->version == 3, SFM_READER_STOPS);

  return !is_cfa_value (&rules->ra) && !is_cfa_value (&rules->fp)
         && sfm_build_words_any (&form, rules);
}

/* The verdict on RULES, of PIECE, where the CFI has ROW.  */
static enum sfm_cfi_verdict
judge (const struct sfm_rules *rules, const struct sfm_cfi_row *row,
       const struct sfm_piece *piece)
{
  if (row->problem != SFM_CFI_NO_PROBLEM)
    return SFM_CFI_UNJUDGED;
  if (sfm_rules_equal (rules, &row->rules)
      || mean_same (rules, &row->rules, piece->abi))
    return SFM_CFI_AGREES;
  if (row->rules.ra.kind == SFM_RULE_UNDEFINED)
    return SFM_CFI_OUTERMOST;
  return can_say (piece, &row->rules) ? SFM_CFI_CONTRADICTS : SFM_CFI_UNJUDGED;
}

/* Compare the rules at ADDR.  */
static void
compare_at (struct comparison *c, uint64_t addr, const struct sfm_rules *rules)
{
  struct sfm_cfi_difference *d = c->difference;
  const enum sfm_cfi_verdict verdict = judge (rules, &c->now, c->piece);

  if (verdict <= d->verdict)
    return;
  *d = (struct sfm_cfi_difference){
    .verdict = verdict, .addr = addr, .rows = *rules, .cfi = c->now
  };
}

/* Go to the rows of both sides at PLACE, in the block at BASE.  */
static sfm_status
go_to (struct comparison *c, uint64_t base, uint64_t place)
{
  const uint64_t in_cfi = place + c->delta;

  while (c->has_row_ahead && c->row_ahead.start <= place - base)
    {
      c->row = c->row_ahead;
      c->has_row = true;
      TRY (read_row (c));
    }
  while (c->has_ahead && c->ahead.start <= in_cfi)
    {
      c->now = c->ahead;
      sfm_cfi_rows_skip (&c->rows, in_cfi);
      c->has_ahead = sfm_cfi_rows_next (&c->rows, &c->ahead);
    }
  return SFM_OK;
}

static uint64_t
smaller (uint64_t a, uint64_t b)
{
  return a < b ? a : b;
}

/* Compare the rows, for a function or a block at BASE, in [FROM, TO).  */
static sfm_status
compare_block (struct comparison *c, uint64_t base, uint64_t from, uint64_t to)
{
  c->has_row = false;
  c->block_next = 0;
  TRY (read_row (c));
  while (from < to)
    {
      TRY (go_to (c, base, from));
      uint64_t next = to;
      if (c->has_row_ahead)
        next = smaller (next, base + c->row_ahead.start);
      if (c->has_ahead)
        next = smaller (next, c->ahead.start - c->delta);
      if (c->has_row)
        compare_at (c, c->addr + from, &c->row.rules);
      from = next;
    }
  return SFM_OK;
}

/* Whether the marks of FDE are those of CIE.  */
static bool
same_marks (const struct sfm_fde *fde, const struct sfm_cfi_cie *cie)
{
  return fde->signal == cie->signal && fde->pauth_b == cie->pauth_b;
}

/* Compare in [FROM, TO), by blocks of BLOCK bytes.  */
static sfm_status
compare_blocks (struct comparison *c, uint64_t block, uint64_t from,
                uint64_t to)
{
  while (from < to)
    {
      const uint64_t base = from - from % block;
      const uint64_t stop = smaller (to, base + block);
      uint64_t next = stop;

      TRY (compare_block (c, base, from, stop));
      /* While the row that the CFI had in all of this block lasts, the next
         blocks compare alike.  */
      if (from == base && c->now.start <= base + c->delta)
        {
          const uint64_t until
              = c->has_ahead ? smaller (to, c->ahead.start - c->delta) : to;
          next += (until - stop) / block * block;
        }
      from = next;
    }
  return SFM_OK;
}

sfm_status
sfm_cfi_compare (const struct sfm_piece *piece, const struct sfm_fde *fde,
                 uint64_t addr, uint8_t rep_size,
                 const struct sfm_cfi_section *section,
                 const struct sfm_cfi_fde *cfi,
                 struct sfm_cfi_difference *difference, struct sfm_diag *diag)
{
  struct comparison c;
  uint64_t block = fde->size;

  *difference = (struct sfm_cfi_difference){ .verdict = SFM_CFI_SILENT };
  if (fde->rep_size != 0)
    rep_size = fde->rep_size;
  if (fde->mask)
    block = rep_size;
  if (block == 0)
    return SFM_OK;
  /* An end that wraps around is below FROM.  */
  const uint64_t from = addr > cfi->start ? addr : cfi->start;
  const uint64_t to = smaller (addr + fde->size, cfi->start + cfi->size);
  if (from >= to)
    return SFM_OK;
  difference->verdict
      = same_marks (fde, &cfi->cie) ? SFM_CFI_AGREES : SFM_CFI_MARKED;
  difference->addr = from;
  c.piece = piece;
  c.fde = *fde;
  c.difference = difference;
  c.diag = diag;
  c.addr = addr;
  c.delta = addr - cfi->start;
  c.block_count = 0;
  TRY (begin_rows (&c, rep_size));
  sfm_cfi_rows_begin (section, cfi, &c.rows);
  c.has_ahead = sfm_cfi_rows_next (&c.rows, &c.ahead);
  return compare_blocks (&c, block, from - addr, to - addr);
}
