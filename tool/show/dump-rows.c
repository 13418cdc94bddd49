/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   dump-rows.c - the rows of an image as one table by address, binary or CSV,
   for profilers that look rules up where there is no library, as in BPF
   programs.

   Theory of operation.  Of the rows that begin at or before an address the
   last one holds for it, up to the next; where nothing is described, a row
   without rules begins.  So the table alone, sorted, answers what a reader of
   the section finds: functions are cut where the next one begins, and the rows
   of blocks (PC type MASK) are repeated.  Rows that say what the one before
   says are left out [put_row].  The binary form begins with the number of
   rows, so the section is walked twice, and nothing is kept.

   The manual documents both forms, and tests read them: change them
   together.  */

#include "config.h"

#include <inttypes.h>

#include "dump.h"

enum
{
  HEADER_SIZE = 24,
  ROW_SIZE = 24,
  /* Rows that are read, at most: more than any image has (cc1 has 500,000).
     In a hostile section many functions can share rows and have blocks of one
     byte.  */
  ROWS_MAX = 1 << 24,
  NUMBER_CFA = 255 /* in place of a register's number */
};

#define MAGIC "SFMROWS1"

/* A rule, as it is written.  */
struct flat_rule
{
  uint8_t kind;
  uint8_t reg;
  int32_t offset;
};

/* What holds from ADDR on; all else zero: nothing is described.  */
struct flat_row
{
  uint64_t addr;
  struct flat_rule cfa, fp, ra;
  bool signal;
  bool mangled;
};

enum kind
{
  KIND_NONE,
  KIND_SAME, /* of the CFA: the outermost frame */
  KIND_VALUE,
  KIND_MEMORY
};

struct table
{
  struct dump *dump;
  const struct sfm_section *section;
  bool big;
  bool writing;            /* the second walk */
  bool any;                /* NEXT is set */
  struct flat_row written; /* the last one written */
  struct flat_row next;    /* another one with the same start may replace it */
  uint64_t count;
  uint64_t read;   /* rows and blocks */
  uint64_t unsaid; /* rows that the form cannot express */
  uint64_t broken; /* functions that cannot be read to their ends */
  struct sfm_diag diag;
};

/* Write RULE to FLAT.  False: it does not fit.  */
static bool
flatten (const struct sfm_rule *rule, struct flat_rule *flat)
{
  static const uint8_t kinds[] = { [SFM_RULE_SAME] = KIND_SAME,
                                   [SFM_RULE_UNDEFINED] = KIND_NONE,
                                   [SFM_RULE_VALUE] = KIND_VALUE,
                                   [SFM_RULE_MEMORY] = KIND_MEMORY };

  *flat = (struct flat_rule){ .kind = kinds[rule->kind] };
  if (flat->kind < KIND_VALUE)
    return true;
  if ((rule->reg >= NUMBER_CFA && rule->reg != SFM_REG_CFA)
      || rule->offset < INT32_MIN || rule->offset > INT32_MAX)
    return false;
  flat->reg = rule->reg == SFM_REG_CFA ? NUMBER_CFA : (uint8_t) rule->reg;
  flat->offset = (int32_t) rule->offset;
  return true;
}

static bool
same_rule (const struct flat_rule *a, const struct flat_rule *b)
{
  return a->kind == b->kind && a->reg == b->reg && a->offset == b->offset;
}

static bool
same_rules (const struct flat_row *a, const struct flat_row *b)
{
  return same_rule (&a->cfa, &b->cfa) && same_rule (&a->fp, &b->fp)
         && same_rule (&a->ra, &b->ra) && a->signal == b->signal
         && a->mangled == b->mangled;
}

/* Write the SIZE bytes of VALUE to P; returns their end.  */
static char *
put_bytes (const struct table *t, char *p, uint64_t value, unsigned size)
{
  for (unsigned i = 0; i < size; i++)
    p[t->big ? size - 1 - i : i] = (char) (value >> 8 * i & 0xff);
  return p + size;
}

static void
write_binary (struct table *t, const struct flat_row *row)
{
  char *p = outbuf_room (&t->dump->out);

  p = put_bytes (t, p, row->addr, 8);
  p = put_bytes (t, p, (uint32_t) row->cfa.offset, 4);
  p = put_bytes (t, p, (uint32_t) row->fp.offset, 4);
  p = put_bytes (t, p, (uint32_t) row->ra.offset, 4);
  *p++ = (char) row->cfa.reg;
  *p++ = (char) row->fp.reg;
  *p++ = (char) row->ra.reg;
  *p++ = (char) (row->cfa.kind | row->fp.kind << 2 | row->ra.kind << 4
                 | row->signal << 6 | row->mangled << 7);
  outbuf_done (&t->dump->out, p);
}

static char *
put_rule (char *p, const struct flat_rule *rule, const char *same)
{
  const char *const names[] = { "none", same, "value", "memory" };

  p = put_text (put_text (p, ","), names[rule->kind]);
  p = put_dec (put_text (p, ","), rule->reg);
  return put_signed (put_text (p, ","), rule->offset);
}

static void
write_csv (struct table *t, const struct flat_row *row)
{
  char *p = put_hex (outbuf_room (&t->dump->out), row->addr);

  p = put_rule (p, &row->cfa, "end");
  p = put_rule (p, &row->fp, "same");
  p = put_rule (p, &row->ra, "same");
  p = put_dec (put_text (p, ","), row->signal);
  p = put_dec (put_text (p, ","), row->mangled);
  outbuf_done (&t->dump->out, put_text (p, "\n"));
}

/* Write T->next, unless it has the rules of the one before.  */
static void
flush_next (struct table *t)
{
  if (t->count != 0 ? same_rules (&t->next, &t->written)
                    : t->next.cfa.kind == KIND_NONE)
    return;
  t->written = t->next;
  t->count++;
  if (t->writing && t->dump->table == DUMP_ROWS)
    write_binary (t, &t->next);
  else if (t->writing)
    write_csv (t, &t->next);
}

/* Make ROW the next one.  It replaces one with the same start.  */
static void
put_row (struct table *t, const struct flat_row *row)
{
  if (t->any && row->addr != t->next.addr)
    flush_next (t);
  t->any = true;
  t->next = *row;
}

/* Count a row or a block that is read.  False: there are too many.  */
static bool
count_read (struct table *t)
{
  return ++t->read <= ROWS_MAX;
}

/* Put the rows of FDE, for the block at ADDR that ends at END.  False: they
   are damaged, or too many.  */
static bool
put_block (struct table *t, const struct sfm_fde *fde, uint64_t addr,
           uint64_t end)
{
  const struct sfm_piece *piece = &t->section->piece;
  struct sfm_rules rules;
  struct sfm_rows rows;
  struct sfm_row row;
  sfm_status status;

  put_row (t, &(struct flat_row){ .addr = addr });
  sfm_rows_begin (piece, fde, &rows);
  while ((status = sfm_rows_next (&rows, &row, &t->diag)) == SFM_OK
         && row.start < end - addr)
    {
      struct flat_row flat = { .addr = addr + row.start };
      if (!count_read (t) || flat.addr < t->next.addr
          || sfm_row_rules (piece, fde, &row, &rules, &t->diag) != SFM_OK)
        return false;
      if (rules.ra.kind == SFM_RULE_UNDEFINED)
        flat.cfa.kind = KIND_SAME;
      else if (flatten (&rules.cfa, &flat.cfa) && flatten (&rules.fp, &flat.fp)
               && flatten (&rules.ra, &flat.ra))
        {
          flat.signal = fde->signal;
          flat.mangled = rules.mangled_ra;
        }
      else
        {
          t->unsaid++;
          flat = (struct flat_row){ .addr = flat.addr };
        }
      put_row (t, &flat);
    }
  return status == SFM_OK || status == SFM_END;
}

/* Read function number IDX of T, which is at *ADDR.  False: nothing but its
   address and size can be read.  */
static bool
read_function (struct table *t, uint32_t idx, struct sfm_fde *fde,
               uint64_t *addr)
{
  const sfm_status status
      = sfm_fde_read (&t->section->piece, idx, fde, &t->diag);

  *addr = sfm_fde_address (fde, t->section->addr, t->section->start_base);
  return status == SFM_OK;
}

/* Where the first function after number IDX begins that has bytes or cannot be
   read.  Readers pass over functions without bytes, but find unreadable
   ones.  */
static uint64_t
next_start (struct table *t, uint32_t idx)
{
  struct sfm_fde fde;
  uint64_t addr;

  while (++idx < t->section->piece.num_fdes)
    if (!read_function (t, idx, &fde, &addr) || fde.size != 0)
      return addr;
  return UINT64_MAX;
}

/* Put the rows of FDE, at ADDR, up to LIMIT.  */
static bool
put_function (struct table *t, const struct sfm_fde *fde, uint64_t addr,
              uint64_t limit)
{
  const uint64_t end = limit - addr < fde->size ? limit : addr + fde->size;
  const uint64_t step = fde->mask ? fde->rep_size : fde->size;
  bool good = step != 0;

  for (uint64_t at = addr; good && at < end;
       at += step < end - at ? step : end - at)
    good = count_read (t)
           && put_block (t, fde, at, step < end - at ? at + step : end);
  /* Neither the end of the last row nor what follows it is known.  */
  if (!good)
    put_row (t, &(struct flat_row){ .addr = t->next.addr });
  put_row (t, &(struct flat_row){ .addr = end });
  return good;
}

static void
walk (struct table *t)
{
  const uint32_t total = t->section->piece.num_fdes;
  struct sfm_fde fde;
  uint64_t addr;

  t->count = t->read = t->unsaid = t->broken = 0;
  t->any = false;
  for (uint32_t i = 0; i < total && t->read <= ROWS_MAX; i++)
    {
      bool good = read_function (t, i, &fde, &addr);
      if (good)
        {
          const uint64_t limit = fde.size == 0 ? addr : next_start (t, i);
          /* Of several functions at one address readers may find any.  */
          if (limit == addr)
            continue;
          good = limit > addr && (!t->any || addr >= t->next.addr)
                 && put_function (t, &fde, addr, limit);
        }
      t->broken += !good && t->read <= ROWS_MAX;
    }
  if (t->any)
    flush_next (t);
}

/* Report what is not in the table.  */
static void
report (struct table *t, const char *path)
{
  if (t->broken != 0)
    {
      t->dump->error_count++;
      diag (t->dump->sink, DIAG_ERROR, path,
            "functions that are damaged or out of order, and have no or few "
            "rows in the table: %" PRIu64 "%s%s",
            t->broken, t->diag.text[0] != '\0' ? ", the last because " : "",
            t->diag.text);
    }
  if (t->read > ROWS_MAX)
    {
      t->dump->error_count++;
      diag (t->dump->sink, DIAG_ERROR, path,
            "more than %d rows and blocks: the table is not whole", ROWS_MAX);
    }
  if (t->unsaid != 0)
    diag (t->dump->sink, DIAG_WARNING, path,
          "rows without rules in the table, as their numbers are too large: "
          "%" PRIu64,
          t->unsaid);
}

void
dump_rows (struct dump *dump, const char *path,
           const struct sfm_section *section)
{
  struct table t
      = { .dump = dump, .section = section, .big = section->piece.big_endian };

  walk (&t);
  report (&t, path);
  t.writing = true;
  if (dump->table == DUMP_CSV)
    outbuf_text (&dump->out,
                 "start,cfa,cfa_reg,cfa_offset,fp,fp_reg,fp_offset,ra,ra_reg,"
                 "ra_offset,signal,mangled\n");
  else
    {
      char *p = outbuf_room (&dump->out);
      memset (p, 0, HEADER_SIZE);
      memcpy (p, MAGIC, 8);
      p[8] = (char) section->piece.abi;
      p[9] = ROW_SIZE;
      outbuf_done (&dump->out, put_bytes (&t, p + 16, t.count, 8));
    }
  walk (&t);
  outbuf_flush (&dump->out);
}
