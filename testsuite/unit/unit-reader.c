/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-reader.c - what sfm_options says of the reader of the output: each
   function that it refuses, beside one that it just does not refuse, byte by
   byte; and generated functions of PC type MASK as functions of type INC.

   Arguments: the number of rounds and the first seed.  */

#include "config.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine.h"
#include "model.h"
#include "result.h"

enum
{
  ADDR = 0x401000,    /* of the function */
  SECTION = 0x500000, /* of the output */
  HEAD = 28 + 16 + 5, /* bytes of a piece of version 3 before the rows */
  ROOM = 8192,
  KEPT = -1,
  MAX_FUNCS = 12,
  ROUNDS = 1500
};

/* One function of version 3, AMD64.  */
struct example
{
  const char *name;
  uint64_t reader;
  enum sfm_target target;
  uint8_t relocatable;
  uint32_t size;
  uint8_t info; /* of the function: sfda_func_info, _info2, rep_size */
  uint8_t info2;
  uint8_t rep_size;
  uint16_t count; /* rows */
  const char *rows;
  int loss; /* the loss that takes it, or KEPT */
  const char *out;
  uint16_t out_count;
};

#define ROWS(text) sizeof text - 1, text
#define V3 SFM_TO_V3, 0
#define V3_OBJECT SFM_TO_V3, 1
#define STRICT SFM_READER_STRICT
#define FLEX 0, 1, 0
#define MASK(block) 0x10, 0, block
#define PLAIN 0, 0, 0
#define SIGNAL 0x80, 0, 0
#define A "\0\3\10"     /* 0: sp+8 */
#define B "\4\3\20"     /* 4: sp+16 */
#define END "\x10\3\10" /* 16: sp+8 */

static const struct example examples[] = {
  { "no rows", STRICT, V3, 16, PLAIN, 0, "", SFM_LOSS_UNCOVERED, "", 0 },
  { "no rows, any reader", 0, V3, 16, PLAIN, 0, "", KEPT, "", 0 },
  { "the first row at 4", STRICT, V3, 16, PLAIN, 1, B, SFM_LOSS_UNCOVERED, "",
    0 },
  { "the first row at 4, any reader", 0, V3, 16, PLAIN, 1, B, KEPT, B, 1 },
  { "the first row at 0", STRICT, V3, 16, PLAIN, 2, A B, KEPT, A B, 2 },
  { "a row at the end", STRICT, V3, 16, PLAIN, 2, A END, KEPT, A, 1 },
  { "a row at the end of an object's", STRICT, V3_OBJECT, 16, PLAIN, 2, A END,
    KEPT, A, 1 },
  { "a row at the end of an object's, any reader", 0, V3_OBJECT, 16, PLAIN, 2,
    A END, KEPT, A END, 2 },
  { "a row at the end of an object's, no such reader", SFM_READER_NO_EMPTY,
    V3_OBJECT, 16, PLAIN, 2, A END, KEPT, A, 1 },
  { "no rows in an object, a reader of any rows", SFM_READER_NO_EMPTY,
    V3_OBJECT, 16, PLAIN, 0, "", KEPT, "", 0 },
  { "a row before the end", STRICT, V3_OBJECT, 17, PLAIN, 2, A END, KEPT,
    A END, 2 },
  { "equal starts in an object", STRICT, V3_OBJECT, 16, PLAIN, 3, A A B, KEPT,
    A B, 2 },
  { "size 0 in an object", STRICT, V3_OBJECT, 0, PLAIN, 1, A,
    SFM_LOSS_ZERO_SIZE, "", 0 },
  { "size 0 in an object, any reader", 0, V3_OBJECT, 0, PLAIN, 1, A, KEPT, A,
    1 },
  { "FLEX with padding after the CFA", STRICT, V3, 16, FLEX, 1,
    "\0\6\x39\10\0", KEPT, "\0\4\x39\10", 1 },
  { "FLEX with padding after RA", STRICT, V3, 16, FLEX, 1,
    "\0\14\x39\10\2\xf0\0\0", KEPT, "\0\10\x39\10\2\xf0", 1 },
  { "FLEX with padding twice", STRICT, V3, 16, FLEX, 1, "\0\12\x39\10\0\0\0",
    KEPT, "\0\4\x39\10", 1 },
  { "FLEX with padding, any reader", 0, V3, 16, FLEX, 1, "\0\6\x39\10\0", KEPT,
    "\0\6\x39\10\0", 1 },
  { "FLEX with padding before FP", STRICT, V3, 16, FLEX, 1,
    "\0\12\x39\10\0\2\xf0", KEPT, "\0\12\x39\10\0\2\xf0", 1 },
  { "FLEX", SFM_READER_NO_FLEX, V3, 16, FLEX, 1, "\0\4\x39\10", SFM_LOSS_FORM,
    "", 0 },
  { "DEFAULT", SFM_READER_NO_FLEX, V3, 16, PLAIN, 1, A, KEPT, A, 1 },
  { "MASK", SFM_READER_NO_MASK, V3, 32, MASK (16), 2, A B, KEPT,
    A B "\x10\3\10\x14\3\20", 4 },
  { "MASK with a row at the end of the block", SFM_READER_NO_MASK, V3, 32,
    MASK (16), 2, A END, KEPT, A "\x10\3\10", 2 },
  { "MASK without a row at 0", SFM_READER_NO_MASK, V3, 32, MASK (16), 1, B,
    SFM_LOSS_FORM, "", 0 },
  { "MASK of 65,535 blocks", SFM_READER_NO_MASK, V3, 65536, MASK (1), 1, A,
    SFM_LOSS_FORM, "", 0 },
  { "MASK of more blocks than version 2 has rows", SFM_READER_NO_MASK,
    SFM_TO_V2, 0, (1 << 20) + 1, MASK (1), 1, A, SFM_LOSS_FORM, "", 0 },
  { "MASK, any reader", 0, V3, 32, MASK (16), 2, A B, KEPT, A B, 2 },
  { "RA undefined to version 2", 0, SFM_TO_V2, 0, 16, PLAIN, 2, A "\4\0",
    SFM_LOSS_UNDEFINED, "", 0 },
  { "RA undefined to version 2 of an object", 0, SFM_TO_V2, 1, 16, PLAIN, 2,
    A "\4\0", SFM_LOSS_UNDEFINED, "", 0 },
  { "RA undefined at the end to version 2", 0, SFM_TO_V2, 0, 16, PLAIN, 2,
    A "\x10\0", KEPT, A, 1 },
  { "RA undefined to a reader that stops", SFM_READER_STOPS, SFM_TO_V2, 0, 16,
    PLAIN, 2, A "\4\0", KEPT, A "\4\0", 2 },
  { "RA undefined to version 3", 0, V3, 16, PLAIN, 2, A "\4\0", KEPT, A "\4\0",
    2 },
  { "a signal frame to version 2", 0, SFM_TO_V2_PCREL, 0, 16, SIGNAL, 1, A,
    SFM_LOSS_SIGNAL, "", 0 },
  { "a signal frame to version 2 of an object", SFM_READER_STOPS, SFM_TO_V2, 1,
    16, SIGNAL, 1, A, SFM_LOSS_SIGNAL, "", 0 },
  { "a signal frame to version 3", STRICT, V3, 16, SIGNAL, 1, A, KEPT, A, 1 },
  { "no rows to version 2", SFM_READER_STOPS, SFM_TO_V2, 0, 16, PLAIN, 0, "",
    SFM_LOSS_ROWLESS, "", 0 },
};

/* Bytes of the rows in text, whose number is COUNT: all have 1-byte starts
   and words.  */
static size_t
rows_size (const char *rows, unsigned count)
{
  size_t size = 0;

  for (; count != 0; count--)
    size += 2 + ((uint8_t) rows[size + 1] >> 1 & 15U);
  return size;
}

static void
put (uint8_t *p, uint64_t value, unsigned size)
{
  for (unsigned i = 0; i < size; i++)
    p[i] = (uint8_t) (value >> 8 * i);
}

/* Write E as a piece of version 3 at P.  Returns its size.  */
static size_t
write_piece (const struct example *e, uint8_t *p)
{
  size_t size = rows_size (e->rows, e->count);

  memset (p, 0, HEAD);
  memcpy (p, "\xe2\xde\3\4\3\0\xf8", 7);
  put (p + 8, 1, 4);
  put (p + 12, e->count, 4);
  put (p + 16, 5 + size, 4);
  put (p + 24, 16, 4);
  put (p + 36, e->size, 4);
  put (p + 44, e->count, 2);
  p[46] = e->info;
  p[47] = e->info2;
  p[48] = e->rep_size;
  memcpy (p + HEAD, e->rows, size);
  return HEAD + size;
}

/* The sum of all losses of M but rows, with the last in *DATA.  */
static void
hear_loss (void *data, const struct sfm_note *note)
{
  int *loss = data;

  if (note->loss != SFM_LOSS_ROWS)
    *loss = (int) note->loss;
}

/* Whether OUT of SIZE bytes describes one function with the rows that E
   expects.  */
static bool
is_expected (const struct example *e, const uint8_t *out, size_t size)
{
  struct sfm_piece piece;
  struct sfm_fde fde;
  struct sfm_diag diag;
  size_t rows = rows_size (e->out, e->out_count);

  if (sfm_piece_open (out, size, 0, &piece, &diag) != SFM_OK)
    return false;
  if (e->loss != KEPT)
    return piece.num_fdes == 0;
  return piece.num_fdes == 1 && sfm_fde_read (&piece, 0, &fde, &diag) == SFM_OK
         && fde.size == e->size && fde.num_fres == e->out_count
         && fde.mask == (e->info == 0x10 && e->reader == 0)
         && fde.rep_size == (fde.mask ? e->rep_size : 0)
         && piece.end - fde.rows == rows
         && memcmp (out + fde.rows, e->out, rows) == 0;
}

/* Merge E, in both ways of reading it.  */
static bool
merge_example (const struct example *e, bool plain)
{
  static uint8_t in[ROOM], out[ROOM];
  const struct sfm_options options = { .size = sizeof options,
                                       .target = e->target,
                                       .relocatable = e->relocatable,
                                       .reader = e->reader };
  const struct sfm_place place
      = { .addr = ADDR, .live = true, .rank = SFM_RANK_INPUT };
  struct sfm_piece piece;
  struct sfm_merger *m;
  struct sfm_diag diag;
  int loss = KEPT;
  size_t size = write_piece (e, in);

  if (sfm_piece_open (in, size, 0, &piece, &diag) != SFM_OK
      || sfm_merger_new (&options, &m, &diag) != SFM_OK)
    return false;
  if (plain)
    sfm_plain_merger (m);
  sfm_status status = sfm_merger_add (m, &piece, &place, 1, &diag);
  if (status == SFM_OK)
    status = sfm_merger_plan (m, SECTION, UINT64_MAX, &diag);
  size = sfm_merger_size (m);
  if (status == SFM_OK)
    status = sfm_merger_write (m, out, sizeof out, &diag);
  if (status == SFM_OK)
    status = sfm_merger_verify (m, out, size, &diag);
  sfm_merger_each_loss (m, hear_loss, &loss);
  sfm_merger_free (m);
  if (status != SFM_OK)
    printf ("%s\n", diag.text);
  return status == SFM_OK && loss == e->loss && is_expected (e, out, size);
}

/* Functions at the ends of the code that the reader knows.  */
static void
test_text (void)
{
  static const struct
  {
    uint64_t start;
    uint64_t end;
    bool relocatable;
    int loss;
  } ranges[] = { { ADDR, ADDR + 16, false, KEPT },
                 { ADDR, ADDR + 15, false, SFM_LOSS_OUTSIDE },
                 { ADDR + 1, ADDR + 17, false, SFM_LOSS_OUTSIDE },
                 { ADDR + 1, ADDR + 17, true, KEPT },
                 { 0, ADDR, false, SFM_LOSS_OUTSIDE },
                 { 0, UINT64_MAX, false, KEPT },
                 { 0, 0, false, KEPT } };
  const struct example e = { .size = 16, .count = 1, .rows = A };
  const struct sfm_place place
      = { .addr = ADDR, .live = true, .rank = SFM_RANK_INPUT };
  struct sfm_options options = SFM_OPTIONS_INIT;
  uint8_t in[ROOM];
  struct sfm_piece piece;
  struct sfm_merger *m;
  struct sfm_diag diag;
  bool passed
      = sfm_piece_open (in, write_piece (&e, in), 0, &piece, &diag) == SFM_OK;

  for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++)
    for (unsigned plain = 0; plain < 2; plain++)
      {
        int loss = KEPT;
        options.text_start = ranges[i].start;
        options.text_end = ranges[i].end;
        options.relocatable = ranges[i].relocatable;
        if (sfm_merger_new (&options, &m, &diag) != SFM_OK)
          exit (1);
        if (plain)
          sfm_plain_merger (m);
        passed &= sfm_merger_add (m, &piece, &place, 1, &diag) == SFM_OK
                  && sfm_merger_plan (m, SECTION, UINT64_MAX, &diag) == SFM_OK;
        sfm_merger_each_loss (m, hear_loss, &loss);
        passed &= loss == ranges[i].loss;
        sfm_merger_free (m);
      }
  unit_result (passed, "reader: functions at the ends of its code");
  options.text_start = options.text_end + 1;
  passed = sfm_merger_new (&options, &m, &diag) == SFM_ERR_USAGE;
  options.text_start = 0;
  options.reader = UINT64_C (1) << 40;
  unit_result (passed
                   && sfm_merger_new (&options, &m, &diag) == SFM_ERR_UNSUPP,
               "reader: options that mean nothing");
}

/* Make F, a MASK function, one of type INC.  */
static void
unroll (struct gen_func *f)
{
  uint32_t blocks = f->size / f->rep_size, count = f->row_count;
  struct gen_row *rows = calloc ((size_t) blocks * count, sizeof *rows);

  if (rows == NULL)
    exit (1);
  for (uint32_t i = 0; i < blocks * count; i++)
    {
      rows[i] = f->rows[i % count];
      rows[i].start += i / count * f->rep_size;
    }
  free (f->rows);
  f->rows = rows;
  f->row_count = blocks * count;
  f->rep_size = 0;
}

/* Merge the sections that SEED generates.  */
static bool
test_unrolled (uint64_t seed, const char **why)
{
  static const enum sfm_target targets[]
      = { SFM_TO_V2, SFM_TO_V2_PCREL, SFM_TO_V3 };
  struct gen_func funcs[MAX_FUNCS];
  const struct gen_func *chosen[MAX_FUNCS];
  struct model m
      = { .funcs = funcs, .reader = SFM_READER_NO_MASK | SFM_READER_STOPS };
  struct gen_section section = { .funcs = chosen,
                                 .version = 3,
                                 .pcrel = true,
                                 .options = GEN_NOISE | GEN_WIDE,
                                 .addr = 0x800000 };
  struct model_section in = { .addr = section.addr }, out;
  enum sfm_target target = targets[seed % 3];
  uint64_t addr = ADDR;
  struct gen g;

  gen_seed (&g, seed);
  gen_world (&g, &m.world);
  do
    {
      struct gen_func *f = &funcs[m.count];
      gen_func (&g, &m.world, addr, 200, target == SFM_TO_V3, f);
      f->signal = false;
      addr += f->size;
      chosen[m.count++] = f;
    }
  while (m.count < MAX_FUNCS);
  section.count = m.count;
  in.bytes = gen_encode (&g, &m.world, &section, &in.size);
  for (size_t i = 0; i < m.count; i++)
    if (funcs[i].rep_size != 0 && funcs[i].row_count != 0)
      unroll (&funcs[i]);
  *why = "merge";
  bool passed = model_merge (&m, target, &in, 1, SECTION, &out);
  if (passed)
    {
      passed = model_matches (&m, target, &out, why);
      free (out.bytes);
    }
  for (size_t i = 0; i < m.count; i++)
    gen_func_free (&funcs[i]);
  free (in.bytes);
  return passed;
}

int
main (int argc, char **argv)
{
  unsigned long rounds = argc > 1 ? strtoul (argv[1], NULL, 0) : ROUNDS;
  uint64_t first = argc > 2 ? strtoull (argv[2], NULL, 0) : 1;
  const char *why = "";
  bool passed = true;

  for (size_t i = 0; i < sizeof examples / sizeof *examples; i++)
    unit_result_of (merge_example (&examples[i], false)
                        && merge_example (&examples[i], true),
                    "reader: %s", examples[i].name);
  test_text ();
  for (unsigned long i = 0; i < rounds && passed; i++)
    if (!(passed = test_unrolled (first + i, &why)))
      printf ("seed %" PRIu64 ": %s\n", first + i, why);
  unit_result (passed, "reader: generated MASK functions as INC");
  return unit_exit ();
}
