/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   check-decode.c - the checker: the fields of an FDE and the end of its rows,
   without judging either; and how findings are reported.  */

#include "config.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "checker.h"

void
sfm_check_report (struct check *c, enum sfm_finding_id id, uint32_t fde,
                  uint32_t row, uint64_t offset, const char *format, ...)
{
  static const uint8_t severities[] = {
#define SFM_X(name, text, severity) severity,
    SFM_FINDINGS (SFM_X)
#undef SFM_X
  };
  struct sfm_finding finding
      = { .id = id,
          .severity = (enum sfm_severity) severities[id],
          .piece = c->piece_idx,
          .fde = fde,
          .row = row,
          .offset = offset };
  va_list ap;

  va_start (ap, format);
  vsnprintf (finding.text, sizeof finding.text, format, ap);
  va_end (ap);
  c->found (c->data, &finding);
}

/* A linker that does not know SFrame leaves field-relative values.  GNU ld up
   to 2.44 made them section-relative, in its single piece at the start of the
   section (doc/internals.md, section 9).  */
uint64_t
sfm_check_decode_base (const struct check *c, const struct check_piece *p,
                       bool *per_field)
{
  bool pcrel = p->version >= 2 && (p->flags & SFM_F_FDE_FUNC_START_PCREL) != 0;
  bool from_section = !pcrel && p->offset == 0
                      && c->options->start_base == SFM_START_BASE_SECTION;

  if (p->version == 3 && !pcrel)
    from_section = true;
  *per_field = !from_section;
  return c->options->section_addr;
}

/* The address of the function whose start field, at section offset FIELD,
   holds START.  */
static uint64_t
address_of (const struct check *c, const struct check_piece *p, uint64_t field,
            uint64_t start)
{
  bool per_field;
  uint64_t base = sfm_check_decode_base (c, p, &per_field);

  return base + (per_field ? field : 0) + start;
}

static void
unpack_info (struct check_function *f)
{
  f->fre_type = f->info & CHECK_INFO_FRE_TYPE;
  f->mask = (f->info & CHECK_INFO_MASK) != 0;
  f->flex = (f->info2 & CHECK_INFO2_TYPE) == CHECK_TYPE_FLEX;
  f->limit = f->mask && f->rep_size != 0 ? f->rep_size : f->size;
}

bool
sfm_check_decode_fde (const struct check *c, const struct check_piece *p,
                      uint32_t idx, struct check_function *f)
{
  uint64_t field = p->fdes + (uint64_t) idx * p->fde_size;
  const uint8_t *b = c->bytes + field;
  bool big = p->big_endian;

  memset (f, 0, sizeof *f);
  f->idx = idx;
  f->field = field;
  if (p->version < 3)
    {
      f->addr = address_of (c, p, field, check_i32 (b, big));
      f->size = check_u32 (b + 4, big);
      f->fre_off = check_u32 (b + 8, big);
      f->num_fres = check_u32 (b + 12, big);
      f->info_off = field + 16;
      f->info = b[16];
      if (p->version == 2)
        {
          f->rep_size = b[17];
          f->padding = check_u16 (b + 18, big);
        }
      f->rows = p->fres + f->fre_off;
      unpack_info (f);
      return true;
    }

  f->addr = address_of (c, p, field, check_u64 (b, big));
  f->size = check_u32 (b + 8, big);
  f->fre_off = check_u32 (b + 12, big);
  if (p->fre_len < CHECK_ATTR_SIZE
      || f->fre_off > p->fre_len - CHECK_ATTR_SIZE)
    return false;
  const uint8_t *attr = c->bytes + p->fres + f->fre_off;
  f->num_fres = check_u16 (attr, big);
  f->info_off = p->fres + f->fre_off + 2;
  f->info = attr[2];
  f->info2 = attr[3];
  f->rep_size = attr[4];
  f->rows = p->fres + f->fre_off + CHECK_ATTR_SIZE;
  unpack_info (f);
  return true;
}

bool
sfm_check_decode_block (const struct check *c, const struct check_piece *p,
                        uint32_t idx, uint32_t *off)
{
  const uint8_t *b = c->bytes + p->fdes + (uint64_t) idx * p->fde_size;
  const bool v3 = p->version == 3;

  *off = check_u32 (b + (v3 ? 12 : 8), p->big_endian);
  if (*off >= p->fre_len || (v3 && p->fre_len - *off < CHECK_ATTR_SIZE)
      || (!v3 && check_u32 (b + 12, p->big_endian) == 0))
    return false;
  const uint8_t info = v3 ? c->bytes[p->fres + *off + 2] : b[16];
  return (info & CHECK_INFO_FRE_TYPE) <= SFM_FRE_TYPE_ADDR4;
}

bool
sfm_check_decode_last (const struct check *c, const struct check_piece *p,
                       const struct check_function *f, uint64_t stop,
                       uint32_t *last)
{
  const uint64_t width = UINT64_C (1) << f->fre_type;
  uint64_t pos = f->rows;

  *last = 0;
  for (uint32_t row = 0; row < f->num_fres; row++)
    {
      if (pos > stop || stop - pos < width + 1)
        return false;
      uint8_t info = c->bytes[pos + width];
      /* FLEX rows have the same sizes.  */
      uint8_t entry = c->plain_rows[info];
      uint32_t start
          = check_start (c->bytes + pos, (unsigned) width, p->big_endian);
      if (entry & CHECK_ROW_BAD_SIZE)
        return false;
      if (start > *last)
        *last = start;
      pos += width + 1 + (entry & CHECK_ROW_SIZE);
    }
  return pos <= stop;
}
