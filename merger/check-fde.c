/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   check-fde.c - the checker: function description entries (rules F1 to F4,
   F8, F9 and S6 of doc/internals.md, section 8).  */

#include "config.h"

#include <inttypes.h>

#include "checker.h"

/* Check rules F1 and F2.  */
static void
check_info (struct check *c, const struct check_piece *p,
            const struct check_function *f)
{
  bool aarch64 = check_is_aarch64 (p->abi);

  if (f->fre_type > SFM_FRE_TYPE_ADDR4 || (f->info & CHECK_INFO_UNUSED))
    report_function (c, f, SFM_FIND_FDE_INFO, f->info_off,
                     "the function info is 0x%02x: the FRE type is above 2 or "
                     "bit 6 is set",
                     f->info);
  if (f->info2 > CHECK_TYPE_FLEX)
    report_function (c, f, SFM_FIND_FDE_INFO, f->info_off + 1,
                     "the second function info is 0x%02x, known are 0 and 1",
                     f->info2);
  if (f->padding != 0)
    report_function (c, f, SFM_FIND_FDE_INFO, f->field + 18,
                     "the padding of the FDE is 0x%04x, not 0", f->padding);
  if ((f->info & CHECK_INFO_PAUTH) && p->abi != 0 && !aarch64)
    report_function (c, f, SFM_FIND_FDE_ABI_BITS, f->info_off,
                     "the function info 0x%02x names a pointer authentication "
                     "key, but the ABI is %u",
                     f->info, p->abi);
  if ((f->info & CHECK_INFO_SIGNAL) && p->version < 3)
    report_function (c, f, SFM_FIND_FDE_ABI_BITS, f->info_off,
                     "the function info 0x%02x marks a signal frame, which "
                     "version %u does not have",
                     f->info, p->version);
  if (f->flex && aarch64)
    report_function (c, f, SFM_FIND_FLEX_ABI, f->info_off + 1,
                     "FLEX rows, which no tool writes or reads with ABI %u",
                     p->abi);
}

/* Check rules F3, F4, F8 and F9.  V1 has no block size, so its MASK functions
   cannot be checked for F9.  */
static void
check_extent (struct check *c, const struct check_piece *p,
              const struct check_function *f)
{
  static const uint32_t widest[] = { 0xff, 0xffff };
  uint64_t rep_off = p->version == 2 ? f->field + 17 : f->info_off + 2;

  if (f->size == 0)
    report_function (c, f, SFM_FIND_FDE_ZERO_SIZE,
                     f->field + (p->version == 3 ? 8 : 4),
                     "the function at 0x%" PRIx64 " has size 0", f->addr);
  if (f->num_fres == 0 && p->version < 3)
    report_function (c, f, SFM_FIND_ROWLESS_OLD, f->field,
                     "the function at 0x%" PRIx64
                     " has no rows, which version %u does not provide for",
                     f->addr, p->version);
  else if (f->num_fres == 0)
    report_function (c, f, SFM_FIND_FDE_ROWLESS, f->field,
                     "the function at 0x%" PRIx64 " has no rows", f->addr);
  if (p->version > 1 && f->mask && f->rep_size == 0)
    report_function (c, f, SFM_FIND_REP_SIZE, rep_off,
                     "PC type MASK with block size 0");
  else if (f->mask && f->rep_size != 0 && f->size % f->rep_size != 0)
    report_function (c, f, SFM_FIND_REP_SIZE, rep_off,
                     "the size 0x%" PRIx32
                     " is not a multiple of the block size %u",
                     f->size, f->rep_size);
  else if (!f->mask && f->rep_size != 0)
    report_function (c, f, SFM_FIND_REP_UNUSED, rep_off,
                     "block size %u, but the PC type is not MASK",
                     f->rep_size);
  /* Four bytes reach every start.  */
  if (f->limit != 0 && f->fre_type < SFM_FRE_TYPE_ADDR4
      && f->limit - 1 > widest[f->fre_type])
    report_function (c, f, SFM_FIND_FRE_TYPE, f->info_off,
                     "row starts up to 0x%" PRIx32
                     " are possible, FRE type %u reaches 0x%" PRIx32,
                     f->limit - 1, f->fre_type, widest[f->fre_type]);
}

/* Check everything about F but its address.  SFM_OK or NOMEM.  */
static sfm_status
check_function (struct check *c, const struct check_piece *p,
                const struct check_function *f)
{
  bool used;

  c->rows += f->num_fres;
  check_info (c, p, f);
  check_extent (c, p, f);
  if (!sfm_check_block_exists (p, f))
    {
      /* Version 3's attribute block is inside.  */
      if (f->fre_off > p->fre_len
          || (f->fre_off == p->fre_len && f->num_fres != 0))
        report_function (c, f, SFM_FIND_BOUNDS, f->field + 8,
                         "the rows begin at 0x%" PRIx32
                         " of the FREs, which have 0x%" PRIx32 " bytes",
                         f->fre_off, p->fre_len);
      /* If rows cannot be found or walked, unused bytes may be theirs.  */
      if (f->num_fres != 0)
        c->walk_failed = true;
      return SFM_OK;
    }
  sfm_status status = sfm_check_block_enter (c, p, f, &used);
  if (status == SFM_OK && !used)
    sfm_check_rows_walk (c, p, f);
  return status;
}

/* Check what depends on the whole array: the flag SORTED (T1) and the number
   of rows (S6).  */
static void
check_array (struct check *c, const struct check_piece *p)
{
  if (!c->rows_unknown && c->rows != p->num_fres)
    report_piece (c, SFM_FIND_FRE_COUNT, p->offset + 12,
                  "the functions have %" PRIu64 " rows, the header says "
                  "%" PRIu32,
                  c->rows, p->num_fres);
  if (c->options->object && (p->flags & SFM_F_FDE_SORTED))
    report_piece (c, SFM_FIND_SORTED_OBJECT, p->offset + 3,
                  "the flags are 0x%02x: said to be sorted, but the addresses "
                  "in an object are not known",
                  p->flags);
  if (!c->options->object && p->num_fdes != 0
      && !(p->flags & SFM_F_FDE_SORTED))
    report_piece (c, SFM_FIND_NOT_FLAGGED, p->offset + 3,
                  "the flags are 0x%02x: the %" PRIu32
                  " functions are not said to be sorted",
                  p->flags, p->num_fdes);
}

/* Check FDE number IDX by all rules.  SFM_OK or NOMEM.  */
static sfm_status
check_one (struct check *c, const struct check_piece *p, uint32_t idx)
{
  struct check_function f;
  sfm_status status = SFM_OK;

  if (sfm_check_decode_fde (c, p, idx, &f))
    status = check_function (c, p, &f);
  else
    {
      sfm_check_report (c, SFM_FIND_BOUNDS, idx, SFM_NO_INDEX, f.field + 12,
                        "the attribute block begins at 0x%" PRIx32
                        " of the FREs, which have 0x%" PRIx32 " bytes",
                        f.fre_off, p->fre_len);
      c->rows_unknown = true;
      c->walk_failed = true;
    }
  if (!c->options->object)
    sfm_check_order_next (c, p, &f);
  c->previous = f.addr;
  return status;
}

sfm_status
sfm_check_fdes (struct check *c, const struct check_piece *p)
{
  c->rows = 0;
  c->rows_unknown = false;
  c->previous = 0;
  sfm_check_blocks_begin (c);
  sfm_check_rows_tables (c, p);
  sfm_check_quick_begin (c, p);
  for (uint32_t i = 0; i < p->num_fdes; i++)
    {
      if (!c->plain)
        i = sfm_check_quick (c, p, i);
      if (i == p->num_fdes)
        break;
      sfm_status status = check_one (c, p, i);
      if (status != SFM_OK)
        return status;
    }
  check_array (c, p);
  return sfm_check_blocks (c, p);
}
