/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   fde-digest.c - a hash of the meaning of a function's rows.

   Theory of operation.  The rules at every address are mixed into one number,
   in the normal form of rows.h, so that functions that unwind alike have
   one digest however their rows are encoded.  Usual functions have DEFAULT
   words whose meaning follows from the info byte; their rows are read directly
   [digest_usual], in less than half the instructions, if their bytes were not
   met before [digest_cached].  All others go through the rules [digest_any].
   A test compares the digests of the same functions in both forms.  */

#include "config.h"

#include <string.h>

#include "bytes.h"
#include "digest-cache.h"
#include "engine.h"
#include "fde.h"
#include "rows.h"
#include "sfmerge-tool.h"

/* Whether two pieces, or two functions of pieces, are the same one before and
   after linking.

   A linker that does not know SFrame copies a piece and writes its start
   fields; some tool may set a flag.  Everything else stays byte for byte, so
   it is compared as bytes, a hundred times faster than rule by rule.  A linker
   that merges pieces copies the rows of each function.  */

/* Whether the bytes of functions mean the same in A and B.  */
static bool
same_kind (const struct sfm_piece *a, const struct sfm_piece *b)
{
  return a->version == b->version && a->abi == b->abi
         && a->fixed_fp == b->fixed_fp && a->fixed_ra == b->fixed_ra;
}

uint64_t
sfm_piece_digest (const struct sfm_piece *piece)
{
  size_t field = sfm_piece_field_size (piece);
  uint64_t hash = (uint64_t) piece->num_fdes << 8 | piece->version;

  for (uint32_t i = 0; i < piece->num_fdes; i++)
    hash = hash_bytes (hash, piece->bytes + sfm_piece_field (piece, i) + field,
                       piece->fde_size - field);
  return hash_bytes (hash, piece->bytes + piece->fres, piece->fre_len);
}

bool
sfm_piece_same (const struct sfm_piece *a, const struct sfm_piece *b)
{
  if (!same_kind (a, b) || a->num_fdes != b->num_fdes
      || a->num_fres != b->num_fres || a->fre_len != b->fre_len)
    return false;
  size_t field = sfm_piece_field_size (a);
  for (uint32_t i = 0; i < a->num_fdes; i++)
    if (memcmp (a->bytes + sfm_piece_field (a, i) + field,
                b->bytes + sfm_piece_field (b, i) + field, a->fde_size - field)
        != 0)
      return false;
  return memcmp (a->bytes + a->fres, b->bytes + b->fres, a->fre_len) == 0;
}

/* Set *SIZE to the bytes of FDE's rows.  False: they are not all in the FRE
   sub-section of PIECE.  */
static bool
rows_size (const struct sfm_piece *piece, const struct sfm_fde *fde,
           size_t *size)
{
  const uint8_t *first = piece->bytes + fde->rows, *p = first;
  const uint8_t *end = piece->bytes + piece->fres + piece->fre_len;
  const size_t fixed = row_start_size (fde->fre_type) + 1;

  for (uint32_t left = fde->num_fres; left != 0; left--)
    {
      const size_t room = (size_t) (end - p);
      if (room < fixed)
        return false;
      const uint8_t words = row_words_size (p[fixed - 1]);
      if (words == ROW_BAD || words > room - fixed)
        return false;
      p += fixed + words;
    }
  *size = (size_t) (p - first);
  return true;
}

bool
sfm_fde_same (const struct sfm_piece *a, const struct sfm_fde *fde,
              const struct sfm_piece *b, uint32_t idx)
{
  if (!same_kind (a, b) || idx >= b->num_fdes)
    return false;
  /* After the start field are the size, the place of the rows, and in V1 and
     V2 the attributes, which V3 has before the rows.  */
  const size_t field = sfm_piece_field_size (a);
  const uint8_t *p = a->bytes + fde->field + field;
  const uint8_t *q = b->bytes + sfm_piece_field (b, idx) + field;
  const uint32_t there = get_u32 (q + 4, b->big_endian);
  const size_t attr = a->version == 3 ? FDE_ATTR_SIZE : 0;
  size_t size;

  if (memcmp (p, q, 4) != 0
      || memcmp (p + 8, q + 8, a->fde_size - field - 8) != 0
      || !rows_size (a, fde, &size))
    return false;
  size += attr;
  return there <= b->fre_len && size <= b->fre_len - there
         && memcmp (a->bytes + fde->rows - attr, b->bytes + b->fres + there,
                    size)
                == 0;
}

/* How to read the rows of a piece's DEFAULT functions.  */
struct usual
{
  /* The values that words are added to.  */
  uint64_t cfa[2]; /* FP, SP */
  uint64_t saved;
  uint64_t absent;
  uint64_t fixed_ra;
  uint64_t fixed_fp;
  bool ra_is_fixed;
  bool fp_is_fixed;
  /* The limits that sfm_row_info_allowed sets.  */
  uint8_t odd_info; /* bits of the info byte that must be 0 */
  uint8_t most;     /* words, at most */
  bool big;
};

static struct usual
usual_of (const struct sfm_piece *piece)
{
  const struct abi_registers *regs = sfm_rules_registers (piece->abi);
  const uint64_t saved = rule_value (SFM_RULE_MEMORY, SFM_REG_CFA, 0);
  const bool ra = piece->fixed_ra != 0, fp = piece->fixed_fp != 0;

  return (struct usual){
    .cfa = { rule_value (SFM_RULE_VALUE, regs->fp, 0),
             rule_value (SFM_RULE_VALUE, regs->sp, 0) },
    .saved = saved,
    .absent = rule_value ((enum sfm_rule_kind) 0, 0, 0),
    .fixed_ra = saved + (uint64_t) (int64_t) piece->fixed_ra,
    .fixed_fp = saved + (uint64_t) (int64_t) piece->fixed_fp,
    .ra_is_fixed = ra,
    .fp_is_fixed = fp,
    .odd_info = abi_is_aarch64 (piece->abi) ? 0 : ROW_INFO_MANGLED,
    .most = (uint8_t) (3 - ra - fp),
    .big = piece->big_endian,
  };
}

/* Set V from the words at P of a row with INFO.  */
static ALWAYS_INLINE void
read_values (const struct usual *u, uint8_t info, const uint8_t *p,
             struct rule_values *v)
{
  unsigned count = row_count (info), next = 1;
  unsigned size = row_word_size (info);

  v->cfa = u->cfa[info & ROW_INFO_SP] + (uint64_t) row_word (p, size, u->big);
  v->ra = v->fp = u->absent;
  v->mangled_ra = (info & ROW_INFO_MANGLED) != 0;
  if (u->ra_is_fixed)
    v->ra = u->fixed_ra;
  else if (count > next)
    v->ra = u->saved + (uint64_t) row_word (p + size * next++, size, u->big);
  if (u->fp_is_fixed)
    v->fp = u->fixed_fp;
  else if (count > next)
    v->fp = u->saved + (uint64_t) row_word (p + size * next, size, u->big);
}

/* Set *ROWS to the digest of the rows of FDE, which has FRE_TYPE, if they are
   usual, and *REACH to the start of the last one.  */
static ALWAYS_INLINE bool
digest_rows (const struct sfm_piece *piece, const struct sfm_fde *fde,
             const uint8_t fre_type, uint64_t *rows, uint32_t *reach)
{
  const struct usual u = usual_of (piece);
  const uint8_t *p = piece->bytes + fde->rows;
  const uint8_t *end = piece->bytes + piece->fres + piece->fre_len;
  const size_t fixed = row_start_size (fre_type) + 1;
  struct rule_values last = { .cfa = 0 }; /* unlike those of any row */
  uint64_t above = 0; /* the lowest allowed start of a row */
  uint64_t hash = 0;

  for (uint32_t left = fde->num_fres; left != 0; left--)
    {
      size_t room = (size_t) (end - p);
      if (room < fixed)
        return false;
      uint8_t info = p[fixed - 1];
      uint8_t words = row_words_size (info);
      uint32_t start = row_start (p, fre_type, u.big);
      if (words == 0 || words == ROW_BAD || words > room - fixed
          || (info & u.odd_info) != 0 || row_count (info) > u.most
          || start < above || start >= fde->size)
        return false;
      struct rule_values v;
      read_values (&u, info, p + fixed, &v);
      if (!values_equal (&v, &last))
        hash = mix_row (hash, start, &v);
      last = v;
      above = (uint64_t) start + 1;
      p += fixed + words;
    }
  *rows = hash;
  *reach = above == 0 ? 0 : (uint32_t) (above - 1);
  return true;
}

/* digest_rows for starts of any width.  */
static bool
digest_usual (const struct sfm_piece *piece, const struct sfm_fde *fde,
              uint64_t *rows, uint32_t *reach)
{
  switch (fde->fre_type)
    {
    case SFM_FRE_TYPE_ADDR1:
      return digest_rows (piece, fde, SFM_FRE_TYPE_ADDR1, rows, reach);
    case SFM_FRE_TYPE_ADDR2:
      return digest_rows (piece, fde, SFM_FRE_TYPE_ADDR2, rows, reach);
    default:
      return digest_rows (piece, fde, SFM_FRE_TYPE_ADDR4, rows, reach);
    }
}

/* digest_usual with CACHE.  */
static bool
digest_cached (const struct sfm_piece *piece, const struct sfm_fde *fde,
               struct sfm_digest_cache *cache, uint64_t *rows)
{
  const uint8_t *bytes = piece->bytes + fde->rows;
  const uint32_t kind = (uint32_t) fde->fre_type << 24
                        | (uint32_t) piece->abi << 16
                        | (uint32_t) (uint8_t) piece->fixed_fp << 8
                        | (uint32_t) (uint8_t) piece->fixed_ra;
  struct digest_slot *slot = NULL;
  uint32_t reach;
  size_t size;

  if (fde->mask || fde->flex || piece->abi == SFM_ABI_S390X_ENDIAN_BIG)
    return false;
  if (cache != NULL && rows_size (piece, fde, &size))
    slot = digest_slot_of (cache, kind, bytes, size);
  if (slot != NULL && fde->size > slot->reach
      && cached_bytes_are (&slot->key, kind, bytes, size))
    {
      *rows = slot->rows;
      return true;
    }
  if (!digest_usual (piece, fde, rows, &reach))
    return false;
  if (slot != NULL)
    {
      slot->rows = *rows;
      slot->reach = reach;
      cached_bytes_set (&slot->key, kind, bytes, size);
    }
  return true;
}

/* Set *ROWS to the digest of any function's rows, the effective ones.  */
static sfm_status
digest_any (const struct sfm_piece *piece, const struct sfm_fde *fde,
            uint8_t rep_size, uint64_t *rows, struct sfm_diag *diag)
{
  struct effective e;
  struct effective_row row;
  sfm_status status;

  *rows = 0;
  TRY (sfm_effective_begin (&e, piece, fde, 0, rep_size, diag));
  while ((status = sfm_effective_next (&e, &row, diag)) == SFM_OK)
    {
      const struct rule_values v = rule_values (&row.rules);
      *rows = mix_row (*rows, row.start, &v);
    }
  return status == SFM_END ? SFM_OK : status;
}

sfm_status
sfm_fde_digest (const struct sfm_piece *piece, const struct sfm_fde *fde,
                uint8_t rep_size, struct sfm_digest_cache *cache,
                uint64_t *digest, struct sfm_diag *diag)
{
  uint64_t rows;

  if (fde->rep_size != 0)
    rep_size = fde->rep_size;
  if (!digest_cached (piece, fde, cache, &rows))
    TRY (digest_any (piece, fde, rep_size, &rows, diag));
  if (fde->mask)
    rows = hash_mix (rows, rep_size);
  *digest
      = mix_function (rows, fde->size, fde->mask, fde->pauth_b, fde->signal);
  return SFM_OK;
}
