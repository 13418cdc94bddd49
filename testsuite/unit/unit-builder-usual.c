/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-builder-usual.c - call frame information of usual instructions, which
   the builder has a short way for, and the same with an instruction before
   them that needs the long way: both end alike.  */

#include "config.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cfi-writer.h"
#include "generate.h"
#include "result.h"

enum
{
  ROUNDS = 20000,
  INSTRUCTIONS = 24,
  MOST_BYTES = 8 * INSTRUCTIONS,
  LONG = 65535 + 20, /* rows */
  FUNCTION = 0x401000,
  SECTION = 0x600000
};

static struct sfm_diag diag;

/* A program that grows.  */
struct program
{
  uint8_t *bytes;
  size_t size;
};

static void
put (struct program *p, uint32_t value)
{
  p->bytes[p->size++] = (uint8_t) value;
}

/* Append NUMBER, of at most 14 bits.  */
static void
put_number (struct program *p, uint32_t number)
{
  if (number >= 0x80)
    put (p, 0x80 | (number & 0x7f));
  put (p, number < 0x80 ? number : number >> 7);
}

struct registers
{
  uint8_t sp, fp, ra;
};

static struct registers
registers_of (uint8_t abi)
{
  static const struct registers all[]
      = { { 31, 29, 30 }, { 31, 29, 30 }, { 7, 6, 16 }, { 15, 11, 14 } };

  return all[abi - 1];
}

static uint32_t
some_register (struct gen *g, uint8_t abi)
{
  const struct registers regs = registers_of (abi);
  const uint8_t choice[] = { regs.sp, regs.sp, regs.sp, regs.fp, regs.fp, 3 };

  return choice[gen_below (g, gen_once_in (g, 30) ? 6 : 5)];
}

static uint32_t
some_offset (struct gen *g, uint8_t abi)
{
  static const uint32_t offsets[] = { 0, 8, 16, 24, 112, 127, 128, 2000, 5 };
  const uint32_t bias = abi == SFM_ABI_S390X_ENDIAN_BIG ? 160 : 0;

  return bias + offsets[gen_below (g, gen_once_in (g, 20) ? 9 : 5)];
}

static uint32_t
some_factor (struct gen *g)
{
  return gen_once_in (g, 30) ? gen_below (g, 2) : 1 + gen_below (g, 40);
}

/* Append one instruction.  */
static void
put_instruction (struct gen *g, uint8_t abi, struct program *p)
{
  const struct registers regs = registers_of (abi);

  switch (gen_below (g, 16))
    {
    case 0:
      put (p, CFA_DEF);
      put_number (p, some_register (g, abi));
      put_number (p, some_offset (g, abi));
      break;
    case 1:
    case 2:
      put (p, CFA_DEF_OFF);
      put_number (p, some_offset (g, abi));
      break;
    case 3:
      put (p, CFA_DEF_REG);
      put_number (p, some_register (g, abi));
      break;
    case 4:
      put (p, CFA_OFFSET | regs.fp);
      put_number (p, some_factor (g));
      break;
    case 5:
      put (p, CFA_OFFSET
                  | (gen_once_in (g, 3) || abi != SFM_ABI_AMD64_ENDIAN_LITTLE
                         ? regs.ra
                         : 3U));
      put_number (p, gen_once_in (g, 2) ? 1 : some_factor (g));
      break;
    case 6:
      put (p, CFA_RESTORE | regs.fp);
      break;
    case 7:
      put (p, CFA_RESTORE | regs.ra);
      break;
    case 8:
      put (p, CFA_REMEMBER);
      break;
    case 9:
      put (p, gen_once_in (g, 4) ? CFA_RECALL : CFA_NOP);
      break;
    case 10:
      if (abi < SFM_ABI_AMD64_ENDIAN_LITTLE || gen_once_in (g, 40))
        put (p, CFA_NEGATE_RA);
      break;
    case 11:
      put (p, CFA_ADVANCE1);
      put (p, 1 + gen_below (g, 8));
      break;
    default:
      put (p, CFA_ADVANCE | (1 + gen_below (g, 8)));
    }
}

/* The section that a builder of OPTIONS makes of an FDE of FORM with PROGRAM,
   whose status is *STATUS.  To be freed.  */
static uint8_t *
build (const struct sfm_builder_options *options, const struct cfi_form *form,
       const struct program *program, uint32_t size, sfm_status *status,
       struct sfm_refusal *refusal, size_t *section_size)
{
  struct cfi_writer w = { .section = { .resolve = NULL } };
  struct sfm_cfi_fde fde;
  struct sfm_builder *b;

  cfi_begin (&w, options->abi);
  cfi_cie (&w, form);
  cfi_fde (&w, FUNCTION, size,
           (struct cfi_bytes){ program->bytes, program->size });
  if (cfi_read (&w, 0, &fde, &diag) != SFM_OK
      || sfm_builder_new (options, &b, &diag) != SFM_OK)
    exit (1);
  *refusal = (struct sfm_refusal){ .reason = SFM_REFUSED_NOT };
  /* The first row that is ever added needs memory, and with it the long
     way.  */
  const struct sfm_function other = { .addr = 0x300000, .size = 4 };
  const struct sfm_rules_at row
      = { .rules = { .ra = { .kind = SFM_RULE_UNDEFINED } } };
  if (sfm_builder_add (b, &other, &row, 1, 0, NULL, &diag) != SFM_OK)
    exit (1);
  *status = sfm_builder_add_cfi (b, &w.section, &fde, 1, refusal, &diag);
  *section_size = sfm_builder_size (b);
  uint8_t *bytes = malloc (*section_size);
  if (bytes == NULL
      || sfm_builder_write (b, SECTION, bytes, *section_size, &diag) != SFM_OK)
    exit (1);
  sfm_builder_free (b);
  cfi_free (&w);
  return bytes;
}

/* Whether PROGRAM ends as with an unusual instruction before it.  */
static bool
same_both_ways (const struct sfm_builder_options *options,
                const struct cfi_form *form, const struct program *program,
                uint32_t size, sfm_status *status)
{
  struct program other = { .bytes = malloc (program->size + 2) };
  struct sfm_refusal refusals[2];
  size_t sizes[2];
  sfm_status plain;

  if (other.bytes == NULL)
    exit (1);
  put (&other, CFA_ARGS_SIZE);
  put (&other, 0);
  memcpy (other.bytes + 2, program->bytes, program->size);
  other.size += program->size;
  uint8_t *one
      = build (options, form, program, size, status, &refusals[0], &sizes[0]);
  uint8_t *two
      = build (options, form, &other, size, &plain, &refusals[1], &sizes[1]);
  const bool same
      = *status == plain && refusals[0].reason == refusals[1].reason
        && refusals[0].cfi == refusals[1].cfi
        && refusals[0].offset == refusals[1].offset && sizes[0] == sizes[1]
        && memcmp (one, two, sizes[0]) == 0;
  free (one);
  free (two);
  free (other.bytes);
  return same;
}

/* What the CIE says: nothing unusual, or RA somewhere else, or nowhere.  */
static struct cfi_form
some_form (struct gen *g, uint8_t abi, uint8_t bytes[8])
{
  const struct registers regs = registers_of (abi);
  struct cfi_form form = cfi_usual (abi);

  form.code_align = 1;
  if (gen_once_in (g, 10))
    form.data_align = -4;
  if (gen_once_in (g, 4))
    {
      struct program p = { .bytes = bytes };
      put (&p, CFA_DEF);
      put (&p, regs.sp);
      put_number (&p, some_offset (g, abi));
      if (gen_once_in (g, 2))
        {
          put (&p, CFA_OFFSET | regs.ra);
          put (&p, some_factor (g));
        }
      form.program = (struct cfi_bytes){ p.bytes, p.size };
    }
  return form;
}

static void
test_random (void)
{
  uint8_t bytes[MOST_BYTES], initial[8];
  unsigned taken = 0, refused = 0;
  struct gen g;
  bool good = true;

  gen_seed (&g, 7);
  for (unsigned round = 0; round < ROUNDS && good; round++)
    {
      const uint8_t abi = (uint8_t) (1 + round % 4);
      struct sfm_builder_options options = SFM_BUILDER_OPTIONS_INIT (abi);
      const struct cfi_form form = some_form (&g, abi, initial);
      struct program p = { .bytes = bytes };
      sfm_status status;
      options.target = (enum sfm_target) gen_below (&g, 3);
      options.reader = SFM_READER_STOPS;
      for (uint32_t i = gen_below (&g, INSTRUCTIONS); i != 0; i--)
        put_instruction (&g, abi, &p);
      good = same_both_ways (&options, &form, &p, 40 + gen_below (&g, 400),
                             &status);
      if (!good)
        printf ("round %u: %s\n", round, diag.text);
      taken += status == SFM_OK;
      refused += status == SFM_ERR_UNSUPP;
    }
  unit_result (good, "builder: the short way and the long one");
  unit_result (taken > ROUNDS / 3 && refused > ROUNDS / 20,
               "builder: most usual functions are built");
}

/* More rows than version 3 can count, also where they need no more
   memory.  */
static void
test_long (void)
{
  struct program p = { .bytes = malloc (3 * (size_t) LONG) };
  const struct sfm_builder_options options
      = SFM_BUILDER_OPTIONS_INIT (SFM_ABI_AMD64_ENDIAN_LITTLE);
  const struct cfi_form form = cfi_usual (SFM_ABI_AMD64_ENDIAN_LITTLE);
  struct cfi_writer w = { .section = { .resolve = NULL } };
  struct sfm_cfi_fde fde;
  struct sfm_builder *b;
  bool good = true;

  if (p.bytes == NULL || sfm_builder_new (&options, &b, &diag) != SFM_OK)
    exit (1);
  for (uint32_t i = 0; i < LONG; i++)
    {
      put (&p, CFA_ADVANCE | 1);
      put (&p, CFA_DEF_OFF);
      put (&p, 8 + i % 2 * 8);
    }
  cfi_begin (&w, options.abi);
  cfi_cie (&w, &form);
  cfi_fde (&w, FUNCTION, 2 * LONG, (struct cfi_bytes){ p.bytes, p.size });
  if (cfi_read (&w, 0, &fde, &diag) != SFM_OK)
    exit (1);
  for (uint32_t i = 1; i <= 3 && good; i++, fde.start += fde.size)
    good = sfm_builder_add_cfi (b, &w.section, &fde, 0, NULL, &diag) == SFM_OK
           && sfm_builder_count (b) == 2 * i;
  unit_result (good, "builder: long usual functions");
  sfm_builder_free (b);
  cfi_free (&w);
  free (p.bytes);
}

int
main (void)
{
  test_random ();
  test_long ();
  return unit_exit ();
}
