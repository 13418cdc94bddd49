/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-invariant.c - sfm_check: each invariant, broken alone, is found alone,
   in every version, ABI and byte order that has it.  */

#include "config.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "engine.h"
#include "invariant-cases.h"
#include "result.h"

static void
result (bool pass, const char *rule, const char *name)
{
  unit_result_of (pass, "invariant: %s%s%s", rule, *rule == '\0' ? "" : ": ",
                  name);
}

struct heard
{
  char names[512];
};

static void
add (struct heard *h, const char *name, uint64_t offset, uint32_t fde,
     uint32_t row)
{
  size_t used = strlen (h->names);

  snprintf (h->names + used, sizeof h->names - used, "%s@%" PRIx64, name,
            offset);
  used = strlen (h->names);
  if (fde != SFM_NO_INDEX)
    snprintf (h->names + used, sizeof h->names - used, ":%" PRIu32, fde);
  used = strlen (h->names);
  if (row != SFM_NO_INDEX)
    snprintf (h->names + used, sizeof h->names - used, ".%" PRIu32, row);
  used = strlen (h->names);
  snprintf (h->names + used, sizeof h->names - used, " ");
}

static void
hear (void *data, const struct sfm_finding *f)
{
  add (data, f->text[0] == '\0' ? "no text" : sfm_finding_name (f->id),
       f->offset, f->fde, f->row);
}

/* The section offset of what case T names.  */
static uint64_t
place_of (const struct base *b, const struct invariant_case *t)
{
  const struct base_func *f = &b->funcs[t->func < BASE_FUNCS ? t->func : 0];
  const struct base_row *r = &f->rows[t->row < BASE_ROWS ? t->row : 0];
  bool v3 = b->version == 3;
  uint64_t block = b->fres + f->fre_off;
  uint64_t words = r->off + (UINT64_C (1) << (f->info & 0xf)) + 1;

  switch (t->place)
    {
    case AT_HEADER:
      return t->detail;
    case AT_FIELD:
      return f->field;
    case AT_SIZE:
      return f->field + (v3 ? 8 : 4);
    case AT_FRE_OFF:
      return f->field + (v3 ? 12 : 8);
    case AT_INFO:
      return v3 ? block + 2 : f->field + 16;
    case AT_INFO2:
      return block + 3;
    case AT_REP_SIZE:
      return v3 ? block + 4 : f->field + 17;
    case AT_PADDING:
      return f->field + 18;
    case AT_ROWS:
      return block + (v3 ? 5 : 0);
    case AT_ROW:
      return r->off;
    case AT_ROW_INFO:
      return words - 1;
    case AT_WORD:
      return words + t->detail * (UINT64_C (1) << (r->info >> 5 & 3));
    case AT_FRES_END:
      return b->end - t->detail;
    case AT_END:
      return b->end;
    default:
      return b->second_off + t->detail;
    }
}

/* Zeros after the section, which may be there, let quick looks be taken up to
   its last function: they ask for room for the longest rows there are.  */
enum
{
  MORE = 1024
};

/* Check B, without quick looks if PLAIN, with zeros after it if ROOMY, adding
   to *H.  */
static bool
check (struct base *b, bool plain, bool roomy, struct heard *h)
{
  struct sfm_check_options options = { .size = sizeof options,
                                       .section_addr = b->section_addr,
                                       .object = b->object,
                                       .start_base = SFM_START_BASE_SECTION };
  uint8_t bytes[BASE_SIZE + MORE] = { 0 };
  struct sfm_diag diag;

  h->names[0] = '\0';
  size_t size = base_encode (b, bytes);
  return (plain ? sfm_plain_check : sfm_check) (
             bytes, size + (roomy ? MORE : 0), &options, hear, h, &diag)
         == SFM_OK;
}

/* Break B as T says, or not at all if T is NULL.  */
static bool
finds (struct base *b, const struct invariant_case *t)
{
  struct heard quick, plain, roomy, expected = { "" };
  /* Where the end of the section counts, there can be nothing after it.  */
  bool ends
      = t != NULL
        && (t->place == AT_HEADER || t->place == AT_END || b->second_abi != 0);

  if (t != NULL && t->change != NULL)
    t->change (b);
  base_layout (b);
  if (t != NULL && t->diag != NULL)
    t->diag (b);
  bool good = check (b, true, false, &plain) && check (b, false, false, &quick)
              && check (b, false, !ends, &roomy);
  /* Pieces cannot disagree without being two.  */
  if (t != NULL && t->id == SFM_FIND_MIXED)
    add (&expected, sfm_finding_name (SFM_FIND_PIECES), b->second_off,
         SFM_NO_INDEX, SFM_NO_INDEX);
  if (t != NULL)
    add (&expected, sfm_finding_name (t->id), place_of (b, t), t->func,
         t->row);
  good = good && strcmp (quick.names, expected.names) == 0
         && strcmp (plain.names, expected.names) == 0
         && strcmp (roomy.names, expected.names) == 0;
  if (!good)
    printf ("version %u, ABI %u: expected '%s', found '%s', plainly '%s', "
            "with room '%s'\n",
            b->version, b->abi, expected.names, quick.names, plain.names,
            roomy.names);
  return good;
}

/* The next version and ABI that go together; *ABI begins with 0.  */
static bool
next_base (uint8_t *version, uint8_t *abi)
{
  ++*abi;
  if (*abi > SFM_ABI_S390X_ENDIAN_BIG
      || (*version == 1 && *abi == SFM_ABI_S390X_ENDIAN_BIG))
    {
      *abi = 1;
      ++*version;
    }
  return *version <= 3;
}

static bool
has (unsigned where, uint8_t version, uint8_t abi)
{
  unsigned of_abi = abi == SFM_ABI_AMD64_ENDIAN_LITTLE ? FOR_AMD64
                    : abi == SFM_ABI_S390X_ENDIAN_BIG  ? FOR_S390X
                                                       : FOR_AARCH64;

  return (where >> (version - 1) & 1) != 0 && (where & of_abi) != 0;
}

static void
test_unbroken (void)
{
  uint8_t version = 1, abi = 0;
  struct base b;
  bool pass = true;

  while (next_base (&version, &abi))
    {
      base_make (&b, version, abi);
      pass &= finds (&b, NULL);
      base_make (&b, version, abi);
      b.object = true;
      b.flags &= SFM_F_FDE_FUNC_START_PCREL;
      pass &= finds (&b, NULL);
    }
  result (pass, "", "nothing is broken");
}

static void
test_cases (bool *found)
{
  for (size_t i = 0; i < invariant_case_count; i++)
    {
      const struct invariant_case *t = &invariant_cases[i];
      uint8_t version = 1, abi = 0;
      unsigned count = 0;
      bool pass = true;

      while (next_base (&version, &abi))
        if (has (t->where, version, abi))
          {
            struct base b;
            base_make (&b, version, abi);
            pass &= finds (&b, t);
            count++;
          }
      found[t->id] |= pass && count != 0;
      result (pass && count != 0, t->rule, t->name);
    }
}

/* Nothing that can be found, and no invariant, may lack a case.  */
static void
test_complete (const bool *found)
{
  static const struct
  {
    char letter;
    unsigned count;
  } rules[] = { { 'S', 8 }, { 'F', 13 }, { 'T', 3 } };
  bool pass = true;

  for (unsigned id = 0; id < SFM_FIND_COUNT; id++)
    if (!found[id])
      {
        printf ("no case finds %s\n", sfm_finding_name (id));
        pass = false;
      }
  result (pass, "", "every finding has a case");
  pass = true;
  for (size_t r = 0; r < sizeof rules / sizeof *rules; r++)
    for (unsigned n = 1; n <= rules[r].count; n++)
      {
        char name[16];
        bool named = false;
        snprintf (name, sizeof name, "%c%u", rules[r].letter, n);
        for (size_t i = 0; i < invariant_case_count; i++)
          named |= strcmp (invariant_cases[i].rule, name) == 0;
        if (!named)
          printf ("no case for %s\n", name);
        pass &= named;
      }
  result (pass, "", "every invariant has a case");
}

/* S8: a piece of more than 4 GiB, of which no more than the first page is
   ever in memory.  */
static void
test_huge (void)
{
  const size_t size = ((size_t) 1 << 32) + 4096;
  struct sfm_check_options options = { .size = sizeof options };
  struct heard h = { "" };
  struct sfm_diag diag;
  struct base b;

  uint8_t *bytes = mmap (NULL, size, PROT_READ | PROT_WRITE,
                         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (bytes == MAP_FAILED)
    {
      unit_skip ("invariant: S8: 4 GiB");
      return;
    }
  base_make (&b, 3, SFM_ABI_AMD64_ENDIAN_LITTLE);
  base_layout (&b);
  b.fre_len = UINT32_MAX;
  base_encode (&b, bytes);
  bool pass = sfm_check (bytes, size, &options, hear, &h, &diag) == SFM_OK
              && strcmp (h.names, "out-of-bounds@0 ") == 0;
  if (!pass)
    printf ("found '%s'\n", h.names);
  result (pass, "S8", "4 GiB");
  munmap (bytes, size);
}

int
main (void)
{
  bool found[SFM_FIND_COUNT] = { false };

  test_unbroken ();
  test_cases (found);
  test_complete (found);
  test_huge ();
  return unit_exit ();
}
