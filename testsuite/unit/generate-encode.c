/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   generate-encode.c - sections that describe functions with known rules.  */

#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "generate.h"

/* Bytes that grow.  */
struct bytes
{
  uint8_t *data;
  size_t size;
  size_t capacity;
  bool big;
};

static void
put (struct bytes *b, uint64_t value, unsigned size)
{
  if (b->size + size > b->capacity)
    {
      b->capacity = 2 * b->capacity + 64;
      b->data = realloc (b->data, b->capacity);
      if (b->data == NULL)
        exit (1);
    }
  for (unsigned i = 0; i < size; i++)
    b->data[b->size++] = (uint8_t) (value >> 8 * (b->big ? size - 1 - i : i));
}

static void
put_zeros (struct bytes *b, uint32_t count)
{
  while (count-- != 0)
    put (b, 0, 1);
}

/* What one function's rows are written with.  */
struct form
{
  const struct gen_world *world;
  uint8_t version;
  uint8_t type; /* of the start fields */
  bool flex;
  unsigned options;
};

static unsigned
word_size (const struct gen_words *w)
{
  unsigned size = 1;

  for (unsigned i = 0; i < w->count; i++)
    {
      int64_t word = w->words[i];
      if (w->controls >> i & 1)
        word >>= 1;
      if (word < INT16_MIN || word > INT16_MAX)
        return 4;
      if (word < INT8_MIN || word > INT8_MAX)
        size = 2;
    }
  return size;
}

static void
put_row (struct gen *g, struct bytes *b, const struct form *form,
         uint32_t start, const struct sfm_rules *rules)
{
  struct gen_words w;

  if (form->flex)
    gen_flex_words (form->world, rules, &w);
  else if (!gen_default_words (form->world, form->version, rules, &w))
    exit (1);
  unsigned size = word_size (&w);
  if ((form->options & GEN_WIDE) && size < 4 && gen_once_in (g, 3))
    size *= 2;
  unsigned code = size == 4 ? 2 : size - 1;
  put (b, start, 1U << form->type);
  if (w.count == 0)
    put (b, 0, 1);
  else
    put (b,
         (w.sp ? 1U : 0U) | w.count << 1 | code << 5
             | (rules->mangled_ra ? 0x80U : 0U),
         1);
  for (unsigned i = 0; i < w.count; i++)
    put (b, (uint64_t) w.words[i], size);
}

/* All rows of F, with some that cover nothing if the options say so.  Returns
   the number.  */
static uint32_t
put_rows (struct gen *g, struct bytes *b, const struct form *form,
          const struct gen_func *f)
{
  bool noise = (form->options & GEN_NOISE) != 0 && f->row_count != 0;
  bool repeat = (form->options & GEN_REPEAT) != 0;
  uint32_t limit = f->rep_size != 0 ? f->rep_size : f->size;
  uint32_t count = 0;

  for (uint32_t i = 0; i < f->row_count; i++)
    {
      /* Of rows with equal start the last counts.  */
      while (noise && gen_once_in (g, 6))
        {
          const struct gen_row *other = &f->rows[gen_below (g, f->row_count)];
          put_row (g, b, form, f->rows[i].start, &other->rules);
          count++;
        }
      put_row (g, b, form, f->rows[i].start, &f->rows[i].rules);
      count++;
      uint32_t next = i + 1 < f->row_count ? f->rows[i + 1].start : limit;
      for (uint32_t at = f->rows[i].start + 1;
           repeat && at < next && gen_once_in (g, 3); at++)
        {
          put_row (g, b, form, at, &f->rows[i].rules);
          count++;
        }
    }
  /* Version 1 has no block size; rows after the one that is given show that
     it is wrong.  */
  bool past_end = noise && (form->version != 1 || f->rep_size == 0);
  for (uint32_t past = limit; past_end && gen_once_in (g, 4); past++)
    {
      if (form->type < SFM_FRE_TYPE_ADDR4 && past >> (8U << form->type) != 0)
        break;
      put_row (g, b, form, past, &f->rows[gen_below (g, f->row_count)].rules);
      count++;
    }
  return count;
}

static struct form
form_of (struct gen *g, const struct gen_world *world,
         const struct gen_section *s, const struct gen_func *f)
{
  struct form form = { .world = world,
                       .version = s->version,
                       .type = f->size <= 0x100     ? SFM_FRE_TYPE_ADDR1
                               : f->size <= 0x10000 ? SFM_FRE_TYPE_ADDR2
                                                    : SFM_FRE_TYPE_ADDR4,
                       .options = s->options };
  struct gen_words w;

  if ((s->options & GEN_WIDE) && form.type < SFM_FRE_TYPE_ADDR4
      && gen_once_in (g, 3))
    form.type++;
  if (s->version == 3)
    {
      form.flex = (s->options & GEN_WIDE) && gen_once_in (g, 5);
      for (uint32_t i = 0; i < f->row_count; i++)
        if (!gen_default_words (world, 3, &f->rows[i].rules, &w))
          form.flex = true;
    }
  return form;
}

/* What an FDE has to say beside address and size.  */
struct block
{
  uint32_t off;
  uint32_t count;
  uint8_t info;
};

static void
put_block (struct gen *g, struct bytes *fres, const struct gen_world *world,
           const struct gen_section *s, const struct gen_func *f,
           struct block *block)
{
  struct form form = form_of (g, world, s, f);

  block->off = (uint32_t) fres->size;
  block->info
      = (uint8_t) (form.type | (f->rep_size != 0 ? 0x10U : 0U)
                   | (f->pauth_b ? 0x20U : 0U) | (f->signal ? 0x80U : 0U));
  if (s->version == 3)
    {
      put (fres, 0, 2);
      put (fres, block->info, 1);
      put (fres, form.flex ? 1 : 0, 1);
      put (fres, f->rep_size, 1);
    }
  block->count = put_rows (g, fres, &form, f);
  if (s->version == 3)
    for (unsigned i = 0; i < 2; i++)
      fres->data[block->off + i]
          = (uint8_t) (block->count >> 8 * (fres->big ? 1 - i : i));
}

/* Whether B's rows and attributes are A's.  */
static bool
alike (const struct gen_func *a, const struct gen_func *b)
{
  if (a->size != b->size || a->row_count != b->row_count
      || a->rep_size != b->rep_size || a->pauth_b != b->pauth_b
      || a->signal != b->signal)
    return false;
  for (uint32_t i = 0; i < a->row_count; i++)
    if (a->rows[i].start != b->rows[i].start
        || !sfm_rules_equal (&a->rows[i].rules, &b->rows[i].rules))
      return false;
  return true;
}

static void
put_fde (struct bytes *fdes, const struct gen_section *s,
         const struct gen_func *f, const struct block *block, uint64_t base)
{
  if (s->version == 3)
    {
      put (fdes, f->addr - base, 8);
      put (fdes, f->size, 4);
      put (fdes, block->off, 4);
      return;
    }
  put (fdes, f->addr - base, 4);
  put (fdes, f->size, 4);
  put (fdes, block->off, 4);
  put (fdes, block->count, 4);
  put (fdes, block->info, 1);
  if (s->version == 2)
    {
      put (fdes, f->rep_size, 1);
      put (fdes, 0, 2);
    }
}

uint8_t *
gen_encode (struct gen *g, const struct gen_world *world,
            const struct gen_section *s, size_t *size)
{
  bool big = sfm_abi_big_endian (world->abi);
  bool gaps = (s->options & GEN_GAPS) != 0;
  struct bytes out = { .big = big }, fdes = { .big = big },
               fres = { .big = big };
  struct block block = { 0 };
  uint64_t rows = 0;
  uint32_t aux = gaps ? gen_below (g, 9) : 0;
  uint32_t fdeoff = gaps ? gen_below (g, 9) : 0;
  uint32_t gap = gaps ? gen_below (g, 9) : 0;

  for (size_t i = 0; i < s->count; i++)
    {
      if (i == 0 || !(s->options & GEN_SHARED)
          || !alike (s->funcs[i - 1], s->funcs[i]))
        put_block (g, &fres, world, s, s->funcs[i], &block);
      rows += block.count;
      put_fde (&fdes, s, s->funcs[i], &block,
               s->addr + (s->pcrel ? 28 + aux + fdeoff + fdes.size : 0));
    }
  put (&out, SFM_MAGIC, 2);
  put (&out, s->version, 1);
  put (&out, s->pcrel ? SFM_F_FDE_FUNC_START_PCREL : 0, 1);
  put (&out, world->abi, 1);
  put (&out, (uint8_t) world->fixed_fp, 1);
  put (&out, (uint8_t) world->fixed_ra, 1);
  put (&out, aux, 1);
  put (&out, s->count, 4);
  put (&out, rows, 4);
  put (&out, fres.size, 4);
  put (&out, fdeoff, 4);
  put (&out, fdeoff + fdes.size + gap, 4);
  put_zeros (&out, aux + fdeoff);
  for (size_t i = 0; i < fdes.size; i++)
    put (&out, fdes.data[i], 1);
  put_zeros (&out, gap);
  for (size_t i = 0; i < fres.size; i++)
    put (&out, fres.data[i], 1);
  put_zeros (&out, gaps ? gen_below (g, 20) : 0);
  free (fdes.data);
  free (fres.data);
  *size = out.size;
  return out.data;
}
