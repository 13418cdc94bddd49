/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   bench-functions.c - generated sections like those of compilers, in memory.

   Four kinds of functions, as gcc -O2 generates them for AMD64: leaves,
   functions that allocate stack space, that save registers by pushes, and that
   have a frame pointer.  The last three sometimes have an early return.  Their
   shares give a function 5.6 rows on average; the objects of C and C++
   programs have between 5 and 9.  */

#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "bench-functions.h"
#include "generate.h"

enum
{
  REG_FP = 6,
  REG_SP = 7,
  MAX_ROWS = 40,
  MAX_PUSHES = 6,
  FIRST_ADDR = 0x401000,
  FUNCTION_ALIGN = 16
};

/* A function being generated.  */
struct maker
{
  struct gen *gen;
  struct gen_func *f;
  uint32_t at; /* offset in the function */
};

/* Add a row: from here on the CFA is REG + OFFSET; FP_SAVED: the frame pointer
   is saved.  */
static void
add_row (struct maker *m, uint32_t reg, int64_t offset, bool fp_saved)
{
  struct gen_row *row = &m->f->rows[m->f->row_count++];

  memset (row, 0, sizeof *row);
  row->start = m->at;
  row->rules.cfa.kind = SFM_RULE_VALUE;
  row->rules.cfa.reg = reg;
  row->rules.cfa.offset = offset;
  row->rules.ra.kind = SFM_RULE_MEMORY;
  row->rules.ra.reg = SFM_REG_CFA;
  row->rules.ra.offset = -8;
  if (!fp_saved)
    return;
  row->rules.fp.kind = SFM_RULE_MEMORY;
  row->rules.fp.reg = SFM_REG_CFA;
  row->rules.fp.offset = -16;
}

/* Code that does not change the frame.  */
static void
body (struct maker *m, uint32_t most)
{
  m->at += 4 + gen_below (m->gen, most);
}

/* Allocate stack space, and release it at each return.  */
static void
make_sub (struct maker *m, unsigned returns)
{
  int64_t space = 8 + 16 * (int64_t) gen_below (m->gen, 12);

  m->at += 4;
  for (unsigned i = 0; i < returns; i++)
    {
      add_row (m, REG_SP, 8 + space, false);
      body (m, 90);
      add_row (m, REG_SP, 8, false);
      m->at++;
    }
}

/* Push several registers, with the frame pointer among them, or one.  */
static void
make_pushes (struct maker *m, unsigned returns)
{
  unsigned count = 1 + gen_below (m->gen, MAX_PUSHES);
  bool saves = count > 1;

  for (unsigned i = 1; i <= count; i++)
    {
      m->at += saves && i == 1 ? 1 : 2;
      add_row (m, REG_SP, 8 + 8 * (int64_t) i, saves);
    }
  for (unsigned r = 0; r < returns; r++)
    {
      body (m, 160);
      for (unsigned i = count; i > 0; i--)
        {
          add_row (m, REG_SP, 8 * (int64_t) i, saves && i > 1);
          m->at += 2;
        }
      if (r + 1 < returns)
        add_row (m, REG_SP, 8 + 8 * (int64_t) count, saves);
    }
}

static void
make_framed (struct maker *m, unsigned returns)
{
  m->at = 1;
  add_row (m, REG_SP, 16, true);
  m->at += 3;
  for (unsigned i = 0; i < returns; i++)
    {
      add_row (m, REG_FP, 16, true);
      body (m, 250);
      add_row (m, REG_SP, 8, false);
      m->at++;
    }
}

/* A row every few bytes: the stack grows to some depth and shrinks again, as
   in functions that push arguments.  */
static void
make_long (struct maker *m, size_t rows)
{
  for (size_t i = 1; i < rows; i++)
    {
      m->at += 1 + gen_below (m->gen, 7);
      add_row (m, REG_SP, 8 + 8 * (int64_t) (i % 12), false);
    }
}

/* Make F with its rows: ROWS of them, or if 0 as compilers do.  */
static void
make_function (struct gen *g, size_t rows, struct gen_func *f)
{
  struct maker m = { .gen = g, .f = f };
  unsigned kind = gen_below (g, 20);
  unsigned returns = gen_once_in (g, 5) ? 2 : 1;

  f->row_count = 0;
  add_row (&m, REG_SP, 8, false);
  if (rows > 0)
    make_long (&m, rows);
  else if (kind < 3)
    body (&m, 40);
  else if (kind < 7)
    make_sub (&m, returns);
  else if (kind < 15)
    make_pushes (&m, returns);
  else
    make_framed (&m, returns);
  f->size = m.at + 1;
}

/* The functions of one piece; reused for each piece.  */
struct batch
{
  struct gen gen;
  struct gen_func *funcs;
  const struct gen_func **list;
  struct gen_row *rows;
  size_t count;
  const struct bench_shape *shape;
};

/* Generate a batch of functions and encode it as piece P.  */
static bool
make_piece (struct batch *b, struct bench_piece *p)
{
  const struct gen_world world
      = { .abi = SFM_ABI_AMD64_ENDIAN_LITTLE, .fixed_ra = -8 };
  const struct gen_section section = { .funcs = b->list,
                                       .count = b->count,
                                       .version = b->shape->version,
                                       .pcrel = b->shape->version == 3,
                                       .addr = FIRST_ADDR };
  uint64_t addr = FIRST_ADDR;
  struct sfm_diag diag;

  for (size_t i = 0; i < b->count; i++)
    {
      make_function (&b->gen, b->shape->rows, &b->funcs[i]);
      b->funcs[i].addr = addr;
      addr += b->funcs[i].size;
    }
  p->bytes = gen_encode (&b->gen, &world, &section, &p->size);
  p->places = calloc (b->count, sizeof *p->places);
  return p->bytes != NULL && p->places != NULL
         && sfm_piece_open (p->bytes, p->size, 0, &p->piece, &diag) == SFM_OK;
}

/* Place the functions of INPUT without gaps: function ORDER[I] at position
   I.  */
static void
place_all (struct bench_input *input, const uint32_t *order, size_t each,
           const uint32_t *sizes)
{
  uint64_t addr = FIRST_ADDR;

  for (size_t i = 0; i < input->function_count; i++)
    {
      uint32_t number = order[i];
      input->pieces[number / each].places[number % each] = (struct sfm_place){
        .addr = addr, .live = true, .rank = SFM_RANK_INPUT
      };
      addr += (sizes[number] + FUNCTION_ALIGN - 1)
              & ~(uint32_t) (FUNCTION_ALIGN - 1);
    }
  input->end = addr;
}

/* Make the pieces of INPUT and an order of their functions.  */
static bool
fill (struct bench_input *input, struct batch *b)
{
  size_t total = input->piece_count * b->count;
  uint32_t *sizes = calloc (total, sizeof *sizes);
  uint32_t *order = calloc (total, sizeof *order);
  bool good = sizes != NULL && order != NULL;

  for (size_t i = 0; good && i < input->piece_count; i++)
    {
      good = make_piece (b, &input->pieces[i]);
      for (size_t f = 0; good && f < b->count; f++)
        {
          uint32_t number = (uint32_t) (i * b->count + f);
          sizes[number] = b->funcs[f].size;
          uint32_t to
              = b->shape->shuffled ? gen_below (&b->gen, number + 1) : number;
          order[number] = order[to];
          order[to] = number;
          input->row_count += b->funcs[f].row_count;
        }
      input->byte_count += good ? input->pieces[i].size : 0;
    }
  input->function_count = total;
  if (good)
    place_all (input, order, b->count, sizes);
  for (size_t i = 0; good && i < input->piece_count; i++)
    input->inputs[i] = (struct sfm_input){ .piece = &input->pieces[i].piece,
                                           .places = input->pieces[i].places,
                                           .number = (uint32_t) i };
  free (sizes);
  free (order);
  return good;
}

bool
bench_input_make (const struct bench_shape *shape, struct bench_input *input)
{
  struct batch b = { .count = shape->functions, .shape = shape };
  size_t most = shape->rows > MAX_ROWS ? shape->rows : MAX_ROWS;
  bool good = false;

  *input = (struct bench_input){ .piece_count = shape->piece_count };
  if (shape->piece_count == 0 || b.count == 0
      || b.count > UINT32_MAX / shape->piece_count
      || b.count > SIZE_MAX / sizeof *b.rows / most)
    return false;
  gen_seed (&b.gen, 1);
  b.funcs = calloc (b.count, sizeof *b.funcs);
  b.list = calloc (b.count, sizeof *b.list);
  b.rows = calloc (b.count, most * sizeof *b.rows);
  input->pieces = calloc (shape->piece_count, sizeof *input->pieces);
  input->inputs = calloc (shape->piece_count, sizeof *input->inputs);
  if (b.funcs != NULL && b.list != NULL && b.rows != NULL
      && input->pieces != NULL && input->inputs != NULL)
    {
      for (size_t i = 0; i < b.count; i++)
        {
          b.list[i] = &b.funcs[i];
          b.funcs[i].rows = b.rows + i * most;
        }
      good = fill (input, &b);
    }
  free (b.funcs);
  free (b.list);
  free (b.rows);
  if (!good)
    bench_input_free (input);
  return good;
}

void
bench_input_free (struct bench_input *input)
{
  for (size_t i = 0; input->pieces != NULL && i < input->piece_count; i++)
    {
      free (input->pieces[i].bytes);
      free (input->pieces[i].places);
    }
  free (input->pieces);
  free (input->inputs);
  *input = (struct bench_input){ 0 };
}
