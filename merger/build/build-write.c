/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   build-write.c - writing the section of a builder, in one pass.  */

#include "config.h"

#include <inttypes.h>
#include <string.h>

#include "builder.h"
#include "bytes.h"
#include "engine.h"

static uint8_t
flags_of (const struct sfm_builder *b)
{
  return (
      uint8_t) ((b->relocatable ? 0U : SFM_F_FDE_SORTED)
                | (b->target == SFM_TO_V2 ? 0U : SFM_F_FDE_FUNC_START_PCREL));
}

static void
put_header (const struct sfm_builder *b, uint8_t *out)
{
  const uint32_t fdes = (uint32_t) b->table.entries;
  const uint32_t fre_len
      = (uint32_t) (b->rows_live + b->table.entries * build_attr_size (b));

  put_u16 (out, SFM_MAGIC, b->big);
  out[2] = b->form.v3 ? 3 : 2;
  out[3] = flags_of (b);
  out[4] = b->form.abi;
  out[5] = 0; /* sfh_cfa_fixed_fp_offset */
  out[6] = (uint8_t) b->form.fixed_ra;
  out[7] = 0; /* sfh_auxhdr_len */
  put_u32 (out + 8, fdes, b->big);
  put_u32 (out + 12, (uint32_t) b->row_count, b->big);
  put_u32 (out + 16, fre_len, b->big);
  put_u32 (out + 20, 0, b->big); /* sfh_fdeoff */
  put_u32 (out + 24, fdes * build_fde_size (b), b->big);
}

/* The section being written.  */
struct output
{
  const struct sfm_builder *b;
  const uint8_t *out;
  uint8_t *fde;  /* the next entry of the FDE array */
  uint64_t base; /* the address that its start is relative to */
  uint8_t *fres; /* the FRE sub-section */
  uint8_t *rows; /* the next function's place in it */
};

/* Write ENTRY, its start field START.  */
static void
put_entry (struct output *o, const struct build_entry *entry, uint64_t start)
{
  const bool big = o->b->big;
  const uint32_t fre_off = (uint32_t) (o->rows - o->fres);
  uint8_t *p = o->fde;

  if (o->b->form.v3)
    {
      put_u64 (p, start, big);
      put_u32 (p + 8, entry->size, big);
      put_u32 (p + 12, fre_off, big);
      put_u16 (o->rows, (uint16_t) entry->count, big);
      o->rows[2] = entry->info;
      o->rows[3] = entry->flex;
      o->rows[4] = entry->rep_size;
      o->rows += FDE_ATTR_SIZE;
    }
  else
    {
      put_u32 (p, (uint32_t) start, big);
      put_u32 (p + 4, entry->size, big);
      put_u32 (p + 8, fre_off, big);
      put_u32 (p + 12, entry->count, big);
      p[16] = entry->info;
      p[17] = entry->rep_size;
      put_u16 (p + 18, 0, big);
    }
  memcpy (o->rows, o->b->rows + entry->rows, entry->rows_size);
  o->rows += entry->rows_size;
}

/* Write the entries of CHUNK.  */
static sfm_status
put_chunk (struct output *o, const struct build_chunk *chunk,
           struct sfm_diag *diag)
{
  const struct sfm_builder *b = o->b;
  const unsigned fde_size = build_fde_size (b);
  const uint64_t step = b->target == SFM_TO_V2 ? 0 : fde_size;

  for (const struct build_entry *entry = chunk->entries;
       entry < chunk->entries + chunk->count; entry++)
    {
      const uint64_t start = b->relocatable ? 0 : entry->addr - o->base;
      if (!b->form.v3 && start + 0x80000000 > UINT32_MAX)
        return status_of_input (diag,
                                sfm_fail (diag, SFM_ERR_LIMIT,
                                          (uint64_t) (o->fde - o->out),
                                          "the function at 0x%" PRIx64
                                          " is too far from 0x%" PRIx64
                                          " for the 32 bits of its start",
                                          entry->addr, o->base),
                                entry->number);
      put_entry (o, entry, start);
      o->fde += fde_size;
      o->base += step;
    }
  return SFM_OK;
}

sfm_status
sfm_builder_write (struct sfm_builder *b, uint64_t section_addr, void *buffer,
                   size_t size, struct sfm_diag *diag)
{
  uint8_t *out = buffer;
  struct output o = {
    .b = b, .out = out, .fde = out + SFM_HEADER_SIZE, .base = section_addr
  };

  if (size < sfm_builder_size (b))
    return sfm_fail (diag, SFM_ERR_USAGE, 0,
                     "the section has %zu bytes, the buffer %zu",
                     sfm_builder_size (b), size);
  sfm_build_table_number (&b->table);
  o.fres = o.rows = o.fde + b->table.entries * build_fde_size (b);
  if (b->target != SFM_TO_V2)
    o.base += SFM_HEADER_SIZE;
  put_header (b, out);
  for (size_t i = 0; i < b->table.count; i++)
    TRY (put_chunk (&o, &b->table.chunks[i], diag));
  return SFM_OK;
}

bool
sfm_builder_origin (const struct sfm_builder *b, uint32_t idx,
                    struct sfm_origin *origin)
{
  const struct build_entry *entry = sfm_build_table_entry (&b->table, idx);

  if (entry == NULL)
    return false;
  *origin = (struct sfm_origin){
    .input = entry->number,
    .fde = entry->part,
    .field = SFM_HEADER_SIZE + (uint64_t) idx * build_fde_size (b),
    .field_size = b->form.v3 ? 8 : 4,
  };
  return true;
}
