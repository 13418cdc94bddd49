/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   fuzz-prove.c - the prover on any instructions.

   The first byte chooses the machine and how many functions there are, then
   come the starts of these, two bytes each, little-endian, and the code.
   What holds: what is proven is in the code, in order, and found by its
   address; rules that follow from it agree with it; and if the functions are
   named in the opposite order, it may be less or more, where instructions
   overlap, but not refuted.  */

#include "config.h"

#include <string.h>

#include "fixture-image.h"
#include "fuzz.h"
#include "prove.h"

const char fuzz_name[] = "fuzz-prove";

enum
{
  CODE_OFFSET = 0x2000,
  CODE_MAX = 0x1000,
  CODE_ADDR = FIXTURE_BASE + CODE_OFFSET,
  STARTS_MAX = 16
};

struct input
{
  bool aarch64;
  size_t count;
  uint16_t starts[STARTS_MAX];
  const uint8_t *code;
  size_t size;
};

static bool
read_input (const uint8_t *data, size_t size, struct input *in)
{
  *in = (struct input){ .count = 1 };
  if (size < 1)
    return false;
  in->aarch64 = (data[0] & 1) != 0;
  in->count = 1 + data[0] / 2 % STARTS_MAX;
  if (size < 1 + 2 * in->count + 1)
    return false;
  in->code = data + 1 + 2 * in->count;
  in->size = size - 1 - 2 * in->count;
  if (in->size > CODE_MAX)
    in->size = CODE_MAX;
  for (size_t i = 0; i < in->count; i++)
    in->starts[i]
        = (uint16_t) ((data[1 + 2 * i] + 256U * data[2 + 2 * i]) % in->size);
  return true;
}

/* The image of IN, with its functions from the last on if BACKWARDS.  */
static void
make_image (const struct input *in, bool backwards, struct fixture *f)
{
  fixture_begin (f, in->aarch64);
  f->sections[SEC_SYMBOLS].sh_link = SEC_NAMES;
  f->sections[SEC_TEXT].sh_size = in->size;
  f->segments[SEG_CODE].p_filesz = f->segments[SEG_CODE].p_memsz = in->size;
  memcpy (f->bytes + CODE_OFFSET, in->code, in->size);
  for (size_t i = 0; i < in->count; i++)
    fixture_symbol (
        f, CODE_OFFSET + in->starts[backwards ? in->count - 1 - i : i], 0,
        STT_FUNC, SEC_TEXT);
  fuzz_require (fixture_open (f) == SFM_OK, "the image can be read");
}

/* What holds from ROW of P on, up to END.  */
static void
check_row (const struct prover *p, const struct proven_row *row, uint64_t end)
{
  struct prove_refutal refutal;
  size_t near = 0;

  fuzz_require (prove_at (p, row->addr, &near) == row
                    && prove_at (p, end - 1, &near) == row,
                "rows are found by their addresses");
  fuzz_require (prove_next (p, row->addr, &near) == end,
                "the next row is the next one");
  for (int by_fp = 0; by_fp < 2; by_fp++)
    {
      const struct sfm_rules rules = prove_rules (row, by_fp != 0);
      if (rules.cfa.kind == SFM_RULE_UNDEFINED)
        continue;
      fuzz_require (prove_judge (row, &rules) != PROVE_REFUTES,
                    "rows agree with their rules");
      near = 0;
      fuzz_require (
          !prove_refutes (p, row->addr, end, &rules, &near, &refutal),
          "so do all instructions up to the next row");
    }
}

static void
check_proof (const struct prover *p, const struct input *in)
{
  uint64_t last = CODE_ADDR, decided = 0;

  for (size_t i = 0; i < p->ranges.count; i++)
    {
      const struct proven_range *range = &p->ranges.at[i];
      fuzz_require (range->start >= last && range->end > range->start
                        && range->end <= CODE_ADDR + in->size,
                    "ranges are in the code, in order");
      fuzz_require (range->entry < p->entries.count
                        && p->entries.at[range->entry].reason == PROVE_OK,
                    "ranges are of proven functions");
      fuzz_require (range->rows != 0 && range->row <= p->rows.count
                        && range->rows <= p->rows.count - range->row,
                    "ranges have rows");
      last = range->start;
      for (size_t j = range->row; j < range->row + range->rows; j++)
        {
          fuzz_require (p->rows.at[j].addr >= last
                            && p->rows.at[j].addr < range->end,
                        "rows are in their range, in order");
          last = p->rows.at[j].addr;
          const bool more = j + 1 < range->row + range->rows;
          check_row (p, &p->rows.at[j],
                     more ? p->rows.at[j + 1].addr : range->end);
        }
      last = range->end;
      decided += range->end - range->start;
    }
  fuzz_require (decided == p->decided && decided <= p->reached
                    && p->reached <= in->size,
                "what is reached and decided is counted");
}

/* A proof, and what it is about.  */
struct proof
{
  struct fixture fixture;
  struct function_index index;
  struct prover prover;
};

static void
prove (const struct input *in, bool backwards, struct proof *proof)
{
  struct prover *p = &proof->prover;

  make_image (in, backwards, &proof->fixture);
  *p = (struct prover){ .index = &proof->index };
  fuzz_require (function_index_read (&proof->fixture.image, NULL,
                                     &proof->index, &fixture_sink)
                    == SFM_OK,
                "the symbols can be read");
  fuzz_require (prove_image (p, &fixture_sink) == SFM_OK,
                "the code can be looked at");
  check_proof (p, in);
}

static void
end (struct proof *proof)
{
  prove_free (&proof->prover);
  function_index_free (&proof->index);
  fixture_close (&proof->fixture);
}

/* What A has proven is not refuted by B.  */
static void
compare (const struct prover *a, const struct prover *b)
{
  struct prove_refutal refutal;
  size_t near = 0;

  for (size_t i = 0; i < a->ranges.count; i++)
    for (uint32_t j = 0; j < a->ranges.at[i].rows; j++)
      {
        const struct proven_row *row = &a->rows.at[a->ranges.at[i].row + j];
        const struct sfm_rules rules = prove_rules (row, false);
        fuzz_require (rules.cfa.kind == SFM_RULE_UNDEFINED
                          || !prove_refutes (b, row->addr, row->addr + 1,
                                             &rules, &near, &refutal),
                      "another order of functions refutes nothing");
      }
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  static struct proof forwards, backwards;
  struct input in;

  if (!read_input (data, size, &in)
      || !prove_can (in.aarch64 ? EM_AARCH64 : EM_X86_64))
    return 0;
  prove (&in, false, &forwards);
  if (in.count != 1)
    {
      prove (&in, true, &backwards);
      compare (&forwards.prover, &backwards.prover);
      end (&backwards);
    }
  end (&forwards);
  return 0;
}
