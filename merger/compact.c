/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   compact.c - leaving out repeated rows, and sharing equal blocks of rows.

   Theory of operation.  The FRE sub-section is made here, in as much memory as
   the plain one would take, and the write only copies it.  A function's rows
   are looked up by a hash of their bytes [share_block].  If an equal block
   exists, it is used.  Otherwise the rows are appended, shrunk in place
   (shrink.c), and looked up again if that changed them.  So rows are walked
   once more than for a plain plan, and nothing is stored for a row.

   The hash has no secret key, so an input can make blocks collide.  A block is
   therefore looked for in MAX_PROBES slots at most and then stored again,
   which costs bytes but no time.  Nor are blocks shared beyond what collect.c
   would accept on reading the section back (AMPLIFICATION).

   The type of row starts is the smallest for every start that the function
   could have, not only those that its rows have: consumers may rely on that
   (rule F8 of doc/internals.md, section 8).  */

#include "config.h"

#include <inttypes.h>
#include <string.h>

#include "fde.h"
#include "hash.h"
#include "merger.h"
#include "output-format.h"
#include "rows.h"
#include "shrink.h"
#include "status.h"

enum
{
  MAX_PROBES = 64,

  /* struct packed: attr; the low byte is as in struct func: info.  */
  ATTR_FLEX = 0x100,
  ATTR_REP_SHIFT = 16
};

/* The state of one compaction.  */
struct compaction
{
  struct sfm_merger *m;
  struct sfm_piece view; /* a piece with the FRE sub-section, for
                            sfm_rows_next */
  uint32_t *slots;       /* hash table: index + 1 into m->packed, or 0 */
  size_t slot_mask;
  uint32_t attr_size; /* bytes of an attribute block */
  uint64_t fixed;     /* bytes of header and FDEs */
  uint64_t used;      /* bytes of the FRE sub-section so far */
  uint64_t rows_size; /* bytes of all functions' rows, shared or not */
  uint64_t rows;
};

void
compact_drop (struct sfm_merger *m)
{
  memory_free (&m->memory, m->packed);
  memory_free (&m->memory, m->packed_rows);
  m->packed = NULL;
  m->packed_rows = NULL;
  m->saved_bytes = m->repeated_rows = 0;
  m->sharing_functions = m->optional_size = 0;
}

/* Take the memory, which PLAIN_SIZE, the size of the plain plan, bounds.  */
static sfm_status
begin (struct compaction *c, struct sfm_merger *m, uint64_t plain_size,
       struct sfm_diag *diag)
{
  size_t slots = 16;

  while (slots / 2 < m->key_count)
    slots *= 2;
  *c = (struct compaction){ .m = m, .slot_mask = slots - 1 };
  c->attr_size = output_attr_size (m);
  c->fixed = plain_size - m->out_rows_size;
  m->packed = memory_array (&m->memory, m->key_count, sizeof *m->packed);
  m->packed_rows = memory_array (&m->memory, (size_t) m->out_rows_size, 1);
  c->slots = memory_array (&m->memory, slots, sizeof *c->slots);
  if (m->packed == NULL || m->packed_rows == NULL || c->slots == NULL)
    {
      memory_free (&m->memory, c->slots);
      return status_fail (diag, SFM_ERR_NOMEM, 0, "out of memory");
    }
  memset (c->slots, 0, slots * sizeof *c->slots);
  c->view = m->sources[0].piece;
  c->view.version = m->target == SFM_TO_V3 ? 3 : 2;
  c->view.bytes = m->packed_rows;
  c->view.fres = 0;
  c->view.fre_len = (uint32_t) m->out_rows_size;
  return SFM_OK;
}

/* The attributes of F that are part of its block, without the FRE type.  */
static uint32_t
attr_of (const struct sfm_merger *m, const struct func *f)
{
  if (m->target != SFM_TO_V3)
    return 0;
  return func_out_kind (f, true)
         | (f->flags & (FUNC_FLEX | FUNC_TO_FLEX) ? ATTR_FLEX : 0U)
         | (uint32_t) func_out_rep (f, true) << ATTR_REP_SHIFT;
}

/* Look for a block equal to P's, whose rows are at ROWS.  Returns the index of
   its function, or SIZE_MAX with *SLOT where P can be put, or NULL if nowhere.
   In V2 the bytes alone do not show where rows end, so the number of rows and
   the FRE type are compared in every version.  */
static ALWAYS_INLINE size_t
find_block (const struct compaction *c, struct packed *p, const uint8_t *rows,
            uint32_t **slot)
{
  const struct sfm_merger *m = c->m;
  uint64_t hash
      = hash_bytes ((uint64_t) p->attr << 32 | p->rows, rows, p->size)
        * UINT64_C (0x9e3779b97f4a7c15);

  p->hash = (uint32_t) (hash >> 32);
  size_t at = p->hash & c->slot_mask;
  for (unsigned probe = 0; probe < MAX_PROBES;
       probe++, at = (at + 1) & c->slot_mask)
    {
      *slot = &c->slots[at];
      if (**slot == 0)
        return SIZE_MAX;
      const struct packed *other = &m->packed[**slot - 1];
      if (other->hash == p->hash && other->attr == p->attr
          && other->rows == p->rows && other->size == p->size
          && memcmp (m->packed_rows + other->block + c->attr_size, rows,
                     p->size)
                 == 0)
        return **slot - 1;
    }
  *slot = NULL;
  return SIZE_MAX;
}

/* Let P, whose rows are at ROWS, use the block of another function if there is
   one and readers of the section will accept that.  OPTIONAL is that of P's
   function.  If false, *SLOT is as for find_block.  */
static ALWAYS_INLINE bool
share_block (struct compaction *c, struct packed *p, const uint8_t *rows,
             bool optional, uint32_t **slot)
{
  size_t other = find_block (c, p, rows, slot);

  if (other == SIZE_MAX)
    return false;
  *slot = NULL; /* taken */
  if ((c->rows_size + p->size) / AMPLIFICATION > c->fixed + c->used)
    return false;
  struct packed *owner = &c->m->packed[other];
  p->block = owner->block;
  if (!optional && !owner->required)
    {
      owner->required = true;
      c->m->optional_size -= c->attr_size + p->size;
    }
  c->m->sharing_functions++;
  c->rows_size += p->size;
  c->rows += p->rows;
  return true;
}

/* Let P, number IDX, of function F, keep the block whose rows have just been
   made.  Enter it in SLOT unless that is NULL.  */
static void
keep_block (struct compaction *c, struct packed *p, const struct func *f,
            size_t idx, uint32_t *slot)
{
  p->block = (uint32_t) c->used;
  p->required = !(f->flags & FUNC_OPTIONAL);
  if (!p->required)
    c->m->optional_size += c->attr_size + p->size;
  if (c->attr_size != 0)
    write_attr (c->m, f, p->rows, p->attr & FDE_INFO_FRE_TYPE,
                c->m->packed_rows + c->used);
  if (slot != NULL)
    *slot = (uint32_t) idx + 1;
  c->used += c->attr_size + p->size;
  c->rows_size += p->size;
  c->rows += p->rows;
}

/* Write the rows of F to ROWS and shrink them to FRE_TYPE; P then has their
   number, size and type.  */
static sfm_status
make_rows (const struct compaction *c, const struct func *f, uint8_t fre_type,
           struct packed *p, uint8_t *rows, struct sfm_diag *diag)
{
  bool flex = (p->attr & ATTR_FLEX) != 0;
  struct shrink s = { .view = &c->view,
                      .word_bytes = c->m->word_bytes[flex],
                      .flex = flex,
                      .fre_type = p->attr & FDE_INFO_FRE_TYPE,
                      .count = p->rows,
                      .size = p->size };

  TRY (write_rows (c->m, f, rows, diag));
  if (!shrink_rows (&s, rows, fre_type))
    return status_fail (diag, SFM_ERR_USAGE, 0,
                        "the rows of the function at 0x%" PRIx64
                        " have changed since they were added",
                        f->addr);
  p->size = s.size;
  p->rows = s.count;
  p->attr = (p->attr & ~(uint32_t) FDE_INFO_FRE_TYPE) | fre_type;
  return SFM_OK;
}

/* Make or find the block of function IDX of the output.  */
static ALWAYS_INLINE sfm_status
pack_function (struct compaction *c, size_t idx, struct sfm_diag *diag)
{
  struct sfm_merger *m = c->m;
  const struct func *f = func_at (m, idx);
  struct packed *p = &m->packed[idx];
  uint8_t *rows = m->packed_rows + c->used + c->attr_size;
  uint32_t limit
      = func_out_kind (f, true) & FDE_INFO_MASK ? f->rep_size : f->size;
  uint8_t type = rebuild_fre_type (f), smallest = row_type_for (limit - 1);
  bool optional = (f->flags & FUNC_OPTIONAL) != 0;
  uint32_t *slot = NULL;

  *p = (struct packed){ .size = func_out_size (m, f),
                        .rows = func_out_rows (m, f),
                        .attr = attr_of (m, f) | type };
  /* Rows that another function has already cannot shrink.  */
  bool plain = !(f->flags & FUNC_REBUILD) && type <= smallest;
  if (plain && share_block (c, p, func_rows (m, f), optional, &slot))
    return SFM_OK;
  TRY (make_rows (c, f, smallest < type ? smallest : type, p, rows, diag));
  if ((!plain || p->size != func_out_size (m, f))
      && share_block (c, p, rows, optional, &slot))
    return SFM_OK;
  keep_block (c, p, f, idx, slot);
  return SFM_OK;
}

sfm_status
compact_rows (struct sfm_merger *m, struct sfm_diag *diag)
{
  uint64_t plain_size = m->size;
  struct compaction c;
  sfm_status status = SFM_OK;

  compact_drop (m);
  m->size = 0; /* no plan until this has succeeded */
  TRY (begin (&c, m, plain_size, diag));
  for (size_t i = 0; i < m->key_count && status == SFM_OK; i++)
    {
      prefetch_rows (m, i);
      status = pack_function (&c, i, diag);
    }
  memory_free (&m->memory, c.slots);
  TRY (status);
  m->repeated_rows = m->out_rows - c.rows;
  m->out_rows = c.rows;
  m->out_rows_size = c.used;
  m->size = c.fixed + c.used;
  m->saved_bytes = plain_size - m->size;
  return SFM_OK;
}
