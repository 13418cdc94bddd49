/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   cfi-correct.c - the rows of a function, with the end of the stack where call
   frame information has it.

   Theory of operation.  gas up to binutils 2.45 writes ordinary rows where the
   return address is undefined, as in _start.  The rows are copied as they are,
   and a row without data words, which means an undefined return address
   (SFrame V3, 'SFrame FRE'), goes where the call frame information says so.
   The function is walked twice, to measure and to write.  */

#include "config.h"

#include <inttypes.h>
#include <string.h>

#include "fde.h"
#include "rows.h"
#include "status.h"

struct correction
{
  const struct sfm_piece *piece;
  const struct sfm_fde *fde;
  uint8_t *out;     /* where rows begin, or NULL to measure */
  uint64_t size;    /* of the rows written */
  uint32_t count;   /* of them */
  uint8_t fre_type; /* of them */
};

/* Append a row at START: ROW's, or one without data words if that is NULL.  */
static void
put_row (struct correction *c, uint32_t start, const struct sfm_row *row)
{
  const unsigned width = row_start_size (c->fre_type);
  const unsigned old = row_start_size (c->fde->fre_type);
  const uint32_t rest = row == NULL ? 1 : row->size - old;

  if (c->out != NULL)
    {
      uint8_t *p = c->out + c->size;
      row_put_start (p, c->fre_type, start, c->piece->big_endian);
      if (row == NULL)
        p[width] = 0;
      else
        memcpy (p + width, c->piece->bytes + row->offset + old, rest);
    }
  c->size += width + rest;
  c->count++;
}

/* Write the rows of both sides in the order of their starts.  SKIP: bytes of
   the CFI's function before C's.  */
static sfm_status
put_rows (struct correction *c, const struct sfm_cfi_section *section,
          const struct sfm_cfi_fde *cfi, uint64_t skip, struct sfm_diag *diag)
{
  struct sfm_rows rows;
  struct sfm_row row, last = { .size = 0 };
  struct sfm_cfi_rows rules;
  struct sfm_cfi_row rule;
  bool ended = false;

  sfm_rows_begin (c->piece, c->fde, &rows);
  sfm_cfi_rows_begin (section, cfi, &rules);
  sfm_status status = sfm_rows_next (&rows, &row, diag);
  bool more = sfm_cfi_rows_next (&rules, &rule);
  while (status == SFM_OK || more)
    {
      const uint64_t at = !more               ? UINT64_MAX
                          : rule.start < skip ? 0
                                              : rule.start - skip;
      if (more && at >= c->fde->size)
        more = false;
      else if (more && (status != SFM_OK || at <= row.start))
        {
          const bool ends = rule.problem == SFM_CFI_NO_PROBLEM
                            && rule.rules.ra.kind == SFM_RULE_UNDEFINED;
          /* A row of SFrame at the same address follows.  */
          if (ends && !ended)
            put_row (c, (uint32_t) at, NULL);
          else if (!ends && ended && last.size != 0
                   && (status != SFM_OK || at < row.start))
            put_row (c, (uint32_t) at, &last);
          ended = ends;
          more = sfm_cfi_rows_next (&rules, &rule);
        }
      else
        {
          last = row;
          if (!ended)
            put_row (c, row.start, &row);
          status = sfm_rows_next (&rows, &row, diag);
        }
    }
  return status == SFM_END ? SFM_OK : status;
}

/* Write the header and the FDE of PIECE to OUT, for the rows of C.  */
static void
put_heads (const struct correction *c, uint32_t fde_size, uint32_t attr_size,
           uint8_t *out)
{
  const struct sfm_piece *piece = c->piece;
  const bool big = piece->big_endian, v3 = piece->version == 3;
  const uint8_t info
      = (uint8_t) ((c->fde->info & ~FDE_INFO_FRE_TYPE) | c->fre_type);
  uint8_t *fde = out + SFM_HEADER_SIZE;

  memcpy (out, piece->bytes + piece->offset, SFM_HEADER_SIZE);
  out[7] = 0; /* sfh_auxhdr_len */
  put_u32 (out + 8, 1, big);
  put_u32 (out + 12, c->count, big);
  put_u32 (out + 16, (uint32_t) c->size + attr_size, big);
  put_u32 (out + 20, 0, big);
  put_u32 (out + 24, fde_size, big);
  memset (fde, 0, fde_size + attr_size);
  put_u32 (fde + (v3 ? 8 : 4), c->fde->size, big);
  if (!v3)
    {
      put_u32 (fde + 12, c->count, big);
      fde[16] = info;
      return;
    }
  put_u16 (fde + fde_size, (uint16_t) c->count, big);
  fde[fde_size + 2] = info;
  fde[fde_size + 3] = c->fde->info2;
}

sfm_status
sfm_cfi_correct (const struct sfm_piece *piece, const struct sfm_fde *fde,
                 uint64_t addr, const struct sfm_cfi_section *section,
                 const struct sfm_cfi_fde *cfi, void *buffer, size_t size,
                 size_t *used, struct sfm_diag *diag)
{
  const uint32_t fde_size = piece->fde_size;
  const uint32_t attr_size = piece->version == 3 ? FDE_ATTR_SIZE : 0;
  const uint64_t head = SFM_HEADER_SIZE + fde_size + attr_size;
  struct correction c
      = { .piece = piece, .fde = fde, .fre_type = row_type_for (fde->size) };

  if (fde->mask || addr < cfi->start)
    return status_fail (diag, SFM_ERR_UNSUPP, fde->field,
                        "the function at 0x%" PRIx64
                        " repeats blocks, or begins before its FDE",
                        addr);
  TRY (put_rows (&c, section, cfi, addr - cfi->start, diag));
  if (head + c.size > UINT32_MAX
      || (piece->version == 3 && c.count > FDE_MAX_ROWS_V3))
    return status_fail (diag, SFM_ERR_LIMIT, fde->field,
                        "%" PRIu32 " rows of the function at 0x%" PRIx64
                        " are more than the format can count",
                        c.count, addr);
  *used = (size_t) (head + c.size);
  if (buffer == NULL)
    return SFM_OK;
  if (size < *used)
    return status_fail (diag, SFM_ERR_USAGE, fde->field,
                        "%zu bytes for a piece of %zu", size, *used);
  put_heads (&c, fde_size, attr_size, buffer);
  c.out = (uint8_t *) buffer + head;
  c.size = c.count = 0;
  return put_rows (&c, section, cfi, addr - cfi->start, diag);
}
