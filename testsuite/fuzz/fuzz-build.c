/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   fuzz-build.c - a builder that any calls are made of, beside a plain list of
   the functions that it took: what it writes is valid, says of each what was
   given, and is what a builder writes that was given the list.

   The bytes, after one for machine, target and reader, are read as calls, and
   as fuzz-cfi.c does, with which the functions of a builder must agree.  */

#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "fuzz-build-judge.h"
#include "fuzz.h"
#include "generate.h"
#include "sfmerge.h"

const char fuzz_name[] = "fuzz-build";

enum
{
  MOST_FUNCTIONS = 48,
  MOST_BYTES = 1 << 20, /* of a section */
  TEXT = 0x400000,
  SECTION = 0x600000
};

struct state
{
  const uint8_t *at;
  const uint8_t *end;
  struct sfm_builder_options options;
  struct sfm_builder *builder;
  struct given list[MOST_FUNCTIONS]; /* in the order of the section */
  uint32_t count;
  uint32_t calls;
};

/* The next SIZE bytes; 0 at the end.  */
static uint64_t
take_number (struct state *s, unsigned size)
{
  uint64_t number = 0;

  while (size-- != 0)
    number = number << 8 | (s->at == s->end ? 0 : *s->at++);
  return number;
}

static uint8_t
take (struct state *s)
{
  return (uint8_t) take_number (s, 1);
}

static struct sfm_builder *
make (const struct sfm_builder_options *options)
{
  struct sfm_builder *b;
  struct sfm_diag diag;

  if (sfm_builder_new (options, &b, &diag) != SFM_OK)
    exit (1);
  return b;
}

static void
require_said (const struct sfm_diag *diag, sfm_status status)
{
  fuzz_require (diag->status == status && diag->text[0] != '\0'
                    && strlen (diag->text) < sizeof diag->text,
                "failures are explained");
}

static struct sfm_rule
take_rule (struct state *s)
{
  static const uint32_t registers[]
      = { 7, 6, 31, 29, 15, 11, SFM_REG_CFA, 16 };
  const uint8_t form = take (s);
  struct sfm_rule rule = { .kind = form & 3, .reg = registers[form >> 2 & 7] };

  if (form >> 5 == 6)
    rule.reg = take (s);
  if (form >> 5 == 7)
    rule.kind = take (s);
  rule.offset = 8 * (int64_t) (int8_t) take (s);
  if (form >> 5 == 5)
    rule.offset = (int64_t) (take_number (s, 8) >> 1);
  if (form >> 5 == 4)
    rule.offset = -(int64_t) take_number (s, 4);
  return rule;
}

static struct given
take_function (struct state *s)
{
  const uint8_t form = take (s);
  struct given g
      = { .function = { .addr = TEXT + take_number (s, 2), .size = take (s) },
          .number = s->calls };
  uint32_t offset = 0;

  if (form & 0x10)
    g.function.addr = UINT64_MAX - take (s);
  if (form & 0x20)
    g.function.size = (uint32_t) take_number (s, 4);
  if (form & 0x40)
    g.function.rep_size = take (s);
  if (form & 0x80)
    {
      const uint8_t marks = take (s);
      g.function.signal = marks & 1;
      g.function.pauth_b = (marks & 2) != 0;
      g.function.reserved[0] = marks >> 6;
      offset = marks >> 2 & 3;
    }
  g.count = form & 7;
  for (size_t i = 0; i < g.count; i++)
    {
      const uint8_t marks = take (s);
      struct sfm_rules_at *row = &g.rows[i];
      row->offset = offset;
      row->rules.cfa = take_rule (s);
      row->rules.ra = take_rule (s);
      row->rules.fp = take_rule (s);
      row->rules.mangled_ra = marks >> 7;
      offset += marks == 0x7f ? (uint32_t) take_number (s, 4) : marks & 0x7f;
    }
  return g;
}

/* Insert G into the list, which has room.  */
static void
insert (struct state *s, const struct given *g)
{
  uint32_t i = s->count++;

  for (; i != 0 && !s->options.relocatable
         && s->list[i - 1].function.addr > g->function.addr;
       i--)
    s->list[i] = s->list[i - 1];
  s->list[i] = *g;
}

static bool
overlap (const struct sfm_function *a, const struct sfm_function *b)
{
  return a->addr <= b->addr ? b->addr - a->addr < a->size
                            : a->addr - b->addr < b->size;
}

static void
add (struct state *s)
{
  const struct given g = take_function (s);
  const size_t size = sfm_builder_size (s->builder);
  struct sfm_refusal refusal = { .reason = SFM_REFUSED_NOT };
  struct sfm_diag diag = { .status = SFM_OK };
  bool overlaps = false;

  if (s->count == MOST_FUNCTIONS)
    return;
  for (uint32_t i = 0; i < s->count && !s->options.relocatable; i++)
    overlaps |= overlap (&g.function, &s->list[i].function);
  const sfm_status status = sfm_builder_add (
      s->builder, &g.function, g.rows, g.count, g.number, &refusal, &diag);
  if (status == SFM_OK)
    {
      fuzz_require (!overlaps, "functions do not overlap");
      insert (s, &g);
      return;
    }
  require_said (&diag, status);
  fuzz_require (diag.input == g.number, "failures name the function");
  fuzz_require (sfm_builder_size (s->builder) == size
                    && sfm_builder_count (s->builder) == s->count,
                "failures change nothing");
  if (refusal.reason != SFM_REFUSED_NOT)
    fuzz_require (status == SFM_ERR_UNSUPP
                      && (unsigned) refusal.reason < SFM_REFUSAL_COUNT
                      && (refusal.row == UINT32_MAX || refusal.row < g.count),
                  "refusals have a reason");
}

static void
take_away (struct state *s)
{
  const uint64_t wanted = take_number (s, 2);
  /* Mostly one that is there.  */
  const uint64_t addr = s->count != 0 && wanted % 4 != 0
                            ? s->list[wanted % s->count].function.addr
                            : TEXT + wanted;
  struct sfm_diag diag;
  uint32_t i;

  for (i = 0; i < s->count && s->list[i].function.addr != addr; i++)
    continue;
  const sfm_status status = sfm_builder_remove (s->builder, addr, &diag);
  const bool there = i < s->count && !s->options.relocatable;
  fuzz_require ((status == SFM_OK) == there, "what is there can be removed");
  if (!there)
    require_said (&diag, SFM_ERR_USAGE);
  else
    memmove (&s->list[i], &s->list[i + 1],
             (--s->count - i) * sizeof s->list[0]);
}

static void
found (void *data, const struct sfm_finding *finding)
{
  (void) data;
  fuzz_require (finding->severity == SFM_NOTE
                    || finding->id == SFM_FIND_FIRST_ROW,
                "the checker finds nothing");
}

/* The section of B; NULL: it cannot be written for its address.  */
static uint8_t *
section_of (struct sfm_builder *b, bool far)
{
  const size_t size = sfm_builder_size (b);
  struct sfm_diag diag;
  uint8_t *bytes = malloc (size);

  if (bytes == NULL)
    exit (1);
  const sfm_status status = sfm_builder_write (b, SECTION, bytes, size, &diag);
  if (status == SFM_OK)
    return bytes;
  require_said (&diag, SFM_ERR_LIMIT);
  fuzz_require (far, "sections can be written");
  free (bytes);
  return NULL;
}

/* The section of the list is the BYTES.  */
static void
compare_afresh (const struct state *s, const uint8_t *bytes)
{
  struct sfm_builder *b = make (&s->options);
  const size_t size = sfm_builder_size (s->builder);
  struct sfm_diag diag;

  for (uint32_t i = 0; i < s->count; i++)
    {
      const struct given *g = &s->list[i];
      fuzz_require (sfm_builder_add (b, &g->function, g->rows, g->count,
                                     g->number, NULL, &diag)
                        == SFM_OK,
                    "what was taken once is taken again");
    }
  uint8_t *again = section_of (b, false);
  fuzz_require (sfm_builder_size (b) == size
                    && memcmp (bytes, again, size) == 0,
                "the history does not matter");
  free (again);
  sfm_builder_free (b);
}

static void
write_section (const struct state *s)
{
  const size_t size = sfm_builder_size (s->builder);
  const bool v2 = s->options.target == SFM_TO_V2;
  const struct sfm_check_options options
      = { .size = sizeof options,
          .section_addr = SECTION,
          .object = s->options.relocatable,
          .start_base = v2 ? SFM_START_BASE_SECTION : SFM_START_BASE_FIELD };
  struct sfm_section section;
  struct sfm_piece piece;
  struct sfm_fde fde;
  struct sfm_origin origin;
  struct sfm_diag diag;
  uint8_t *bytes = section_of (s->builder, s->options.target != SFM_TO_V3
                                               && !s->options.relocatable);

  if (bytes == NULL)
    return;
  fuzz_require (sfm_check (bytes, size, &options, found, NULL, &diag) == SFM_OK
                    && sfm_piece_open (bytes, size, 0, &piece, &diag) == SFM_OK
                    && piece.end == size && piece.num_fdes == s->count,
                "sections are whole");
  const bool opened
      = sfm_section_open (bytes, size, SECTION, &section, &diag) == SFM_OK;
  fuzz_require (opened == !s->options.relocatable,
                "sections of images can be searched");
  for (uint32_t i = 0; i < s->count && i < piece.num_fdes; i++)
    {
      const struct given *g = &s->list[i];
      fuzz_require (
          sfm_fde_read (&piece, i, &fde, &diag) == SFM_OK
              && (s->options.relocatable
                  || sfm_fde_address (&fde, SECTION, options.start_base)
                         == g->function.addr)
              && sfm_builder_origin (s->builder, i, &origin)
              && origin.input == g->number && origin.field == fde.field
              && origin.fde == 0,
          "functions are in order");
      compare_function (&piece, &fde, opened ? &section : NULL, g);
    }
  compare_afresh (s, bytes);
  free (bytes);
}

/* Make the calls of S.  */
static void
run_calls (struct state *s)
{
  s->builder = make (&s->options);
  for (; s->at != s->end; s->calls++)
    switch (take (s) % 8)
      {
      case 6:
        take_away (s);
        break;
      case 7:
        write_section (s);
        break;
      default:
        add (s);
      }
  write_section (s);
  sfm_builder_free (s->builder);
}

/* The number of each function of B's section is the offset of its FDE of
   CFI.  */
static void
compare_cfi (struct sfm_builder *b, const struct sfm_cfi_section *cfi)
{
  const size_t size = sfm_builder_size (b);
  uint8_t *bytes = section_of (b, true);
  struct sfm_piece piece;
  struct sfm_diag diag;

  if (bytes == NULL)
    return;
  fuzz_require (sfm_piece_open (bytes, size, 0, &piece, &diag) == SFM_OK,
                "sections can be opened");
  for (uint32_t i = 0; i < piece.num_fdes; i++)
    {
      struct sfm_cfi_fde fde = { .next = 0 };
      struct sfm_fde made;
      struct sfm_origin origin;
      struct sfm_cfi_difference d;
      fuzz_require (
          sfm_builder_origin (b, i, &origin)
              && sfm_cfi_next (cfi, origin.input, &fde, &diag) == SFM_OK
              && sfm_fde_read (&piece, i, &made, &diag) == SFM_OK
              && sfm_cfi_compare (&piece, &made, fde.start + origin.fde, 0,
                                  cfi, &fde, &d, &diag)
                     == SFM_OK
              && d.verdict == SFM_CFI_AGREES,
          "functions agree with their CFI");
    }
  free (bytes);
}

/* Build from CFI.  */
static void
run_cfi (const struct sfm_builder_options *options,
         const struct sfm_cfi_section *cfi)
{
  struct sfm_builder *b = make (options);
  struct sfm_cfi_fde fde = { .next = 0 };
  struct sfm_diag diag;

  for (uint64_t from = 0; from < cfi->size; from = fde.next)
    {
      struct sfm_refusal refusal = { .reason = SFM_REFUSED_NOT };
      sfm_status status = sfm_cfi_next (cfi, from, &fde, &diag);
      if (status == SFM_ERR_TRUNC)
        break;
      if (status != SFM_OK)
        continue;
      status = sfm_builder_add_cfi (b, cfi, &fde, (uint32_t) fde.offset,
                                    &refusal, &diag);
      if (status != SFM_OK)
        {
          require_said (&diag, status);
          fuzz_require ((status == SFM_ERR_UNSUPP)
                            == (refusal.reason != SFM_REFUSED_NOT),
                        "refusals have a reason");
          fuzz_require ((refusal.reason == SFM_REFUSED_CFI)
                            == (refusal.cfi != SFM_CFI_NO_PROBLEM),
                        "problems are named");
        }
    }
  compare_cfi (b, cfi);
  sfm_builder_free (b);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  if (size < 4)
    return 0;
  static struct state s;
  const uint8_t abi = (uint8_t) (1 + (data[0] & 3));
  size_t cfi_size = data[1] | (size_t) data[2] << 8;

  s = (struct state){ .at = data + 1, .end = data + size };
  s.options = (struct sfm_builder_options) SFM_BUILDER_OPTIONS_INIT (abi);
  s.options.target
      = (enum sfm_target) ((data[0] >> 2 & 3) == 3 ? 2 : data[0] >> 2 & 3);
  s.options.reader = data[0] >> 4 & 15;
  s.options.relocatable = data[1] % 8 == 7;
  s.options.max_bytes = MOST_BYTES;
  run_calls (&s);

  if (cfi_size > size - 3)
    cfi_size = size - 3;
  const struct sfm_cfi_section cfi = { .bytes = data + 3,
                                       .size = cfi_size,
                                       .addr = 0x400000,
                                       .abi = abi,
                                       .debug_frame = (data[0] & 4) != 0 };
  s.options.relocatable = false;
  s.options.target = SFM_TO_V3;
  run_cfi (&s.options, &cfi);
  s.options.target = SFM_TO_V2_PCREL;
  run_cfi (&s.options, &cfi);
  return 0;
}
