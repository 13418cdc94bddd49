/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-plt.c - sfm_plt_measure and sfm_plt_write: every known linker's code
   gets its rule at every byte, whatever the linker filled in; code that is
   cut short, or one bit away, gets none.  */

#include "config.h"

#include <stdio.h>
#include <string.h>

#include "plt-truth.h"
#include "result.h"
#include "sfmerge-tool.h"

enum
{
  ROUNDS = 20
};

static void
result (const char *what, const struct plt_case *c, const char *problem)
{
  unit_result_of (problem == NULL, "plt: %c: %s: %s%s%s", c->machine, c->name,
                  what, problem == NULL ? "" : ": ",
                  problem == NULL ? "" : problem);
}

/* Put COUNT of C where it belongs; before a tail is an entry.  */
static void
place (const struct plt_case *c, unsigned count)
{
  plt_size = 0;
  if (c->place == 't')
    plt_append (plt_plain_entry (c->machine));
  while (count-- > 0)
    plt_append (c);
}

/* Whatever the linker fills in, the rules are there: in one function, however
   many entries there are.  */
static void
try_whole (const struct plt_case *c)
{
  const unsigned counts[] = { 1, 2, PLT_MANY };
  const char *problem = NULL;
  uint32_t functions = 0;

  for (unsigned round = 0; round < ROUNDS && problem == NULL; round++)
    for (unsigned i = 0; i < 3 && problem == NULL; i++)
      {
        if (c->place != 'e' && counts[i] != 1)
          break;
        if (counts[i] == PLT_MANY && round != 0)
          break;
        place (c, counts[i]);
        problem = plt_examine (plt_abi (c), &functions);
        if (problem == NULL && functions != (c->place == 't' ? 2 : 1))
          problem = "the number of functions is wrong";
      }
  result ("any content", c, problem);
}

/* Whether the LEFT bytes at AT of the code, which are not C's, are those of
   another case that has the place and all the rules of C; *COUNT is how many
   of them.  */
static bool
other_case (const struct plt_case *c, size_t at, size_t left, size_t *count)
{
  uint8_t bytes[PLT_CASE_MOST], mask[PLT_CASE_MOST];

  for (const struct plt_case *o = plt_cases; o < plt_cases + plt_case_count;
       o++)
    {
      if (o->machine != c->machine || o->place != c->place
          || o->row_count != c->row_count
          || memcmp (o->rows, c->rows, sizeof o->rows) != 0)
        continue;
      size_t i = 0;
      *count = plt_case_code (o, bytes, mask);
      while (i < *count && i < left
             && ((plt_code[at + i] ^ bytes[i]) & mask[i]) == 0)
        i++;
      if (i == *count)
        return true;
    }
  return false;
}

/* From AT on the code is not C's, of which LEFT bytes are left: its rules hold
   only as far as they are another's.  */
static void
forget_case (const struct plt_case *c, size_t at, size_t left)
{
  size_t count;

  if (!other_case (c, at, left, &count))
    count = 0;
  plt_forget (at + count, at + left);
}

/* A code whose end is missing has no rule.  */
static void
try_cut (const struct plt_case *c)
{
  const char *problem = NULL;
  uint32_t functions;

  place (c, 0);
  size_t first = plt_size;
  plt_append (c);
  size_t whole = plt_size;
  for (size_t left = 1; left < whole - first && problem == NULL; left++)
    {
      place (c, 1);
      plt_size = first + left;
      forget_case (c, first, left);
      problem = plt_examine (plt_abi (c), &functions);
    }
  result ("cut short", c, problem);
}

/* One bit that is not as it should be, and the code has no rule; what is
   before it keeps its own, after it the second entry has one again.  */
static void
try_near (const struct plt_case *c)
{
  uint8_t bytes[PLT_CASE_MOST], mask[PLT_CASE_MOST];
  size_t count = plt_case_code (c, bytes, mask);
  const struct plt_case *entry = plt_plain_entry (c->machine);
  const char *problem = NULL;
  uint32_t functions;

  for (size_t bit = 0; bit < count * 8 && problem == NULL; bit++)
    {
      if (!(mask[bit / 8] >> bit % 8 & 1))
        continue;
      place (c, c->place == 'e' ? 2 : 0);
      size_t at = plt_size;
      plt_append (c);
      plt_code[at + bit / 8] ^= (uint8_t) (1U << bit % 8);
      forget_case (c, at, count);
      plt_append (entry);
      plt_loosen (at + count);
      plt_append (entry);
      plt_append (entry);
      problem = plt_examine (plt_abi (c), &functions);
    }
  result ("one bit away", c, problem);
}

/* Code that belongs at the start or the end has no rule elsewhere.  */
static void
try_elsewhere (const struct plt_case *c)
{
  const struct plt_case *entry = plt_plain_entry (c->machine);
  const char *problem;
  uint32_t functions;

  plt_size = 0;
  plt_append (entry);
  size_t at = plt_size;
  plt_append (c);
  plt_forget (at, plt_size);
  plt_append (entry);
  plt_loosen (at);
  plt_append (entry);
  problem = plt_examine (plt_abi (c), &functions);
  result ("in another place", c, problem);
}

/* After code that is not known one entry proves nothing, and of two the
   second is believed.  */
static void
try_alone (const struct plt_case *c)
{
  const char *problem;
  uint32_t functions;

  plt_size = 16;
  memset (plt_code, 0x55, plt_size);
  plt_forget (0, plt_size);
  plt_append (c);
  plt_forget (0, plt_size);
  problem = plt_examine (plt_abi (c), &functions);
  if (problem == NULL)
    {
      plt_size = 16;
      plt_append (c);
      plt_forget (0, plt_size);
      plt_append (c);
      problem = plt_examine (plt_abi (c), &functions);
    }
  result ("after unknown code", c, problem);
}

/* Append COUNT zero bytes, of which C's rules are true if EMPTY: they are of
   empty slots; else nothing is.  */
static void
append_zeros (const struct plt_case *c, size_t count, bool empty)
{
  size_t from = plt_size;

  while (plt_size - from < count)
    plt_append (c);
  memset (plt_code + from, 0, count);
  plt_size = from + count;
  if (!empty)
    plt_forget (from, plt_size);
}

/* Slots that GNU ld left empty belong to the function of the entries around
   them; half a slot is none, nor is one among stubs.  */
static void
try_empty (const struct plt_case *c)
{
  const bool slots = c->machine != 'v';
  const char *problem;
  uint32_t functions;

  plt_size = 0;
  plt_append (c);
  size_t size = plt_size;
  plt_size = 0;
  append_zeros (c, 2 * size, slots);
  plt_append (c);
  append_zeros (c, size, slots);
  plt_append (c);
  plt_append (c);
  append_zeros (c, 3 * size, slots);
  if (!slots)
    plt_loosen (0);
  problem = plt_examine (plt_abi (c), &functions);
  if (problem == NULL && slots && functions != 1)
    problem = "the number of functions is wrong";
  if (problem == NULL)
    {
      plt_size = 0;
      plt_append (c);
      append_zeros (c, size / 2, false);
      plt_append (c);
      plt_loosen (size);
      append_zeros (c, size / 2, false);
      problem = plt_examine (plt_abi (c), &functions);
    }
  result ("empty slots", c, problem);
}

/* A stub in a PLT, or an entry among stubs, has no rule.  */
static void
try_other_kind (const struct plt_case *c)
{
  uint32_t functions;

  plt_stubs = !plt_stubs;
  place (c, 2);
  plt_forget (0, plt_size);
  result ("among others", c, plt_examine (plt_abi (c), &functions));
  plt_stubs = !plt_stubs;
}

/* One at the start of other code is found by its size.  */
static void
try_start (const struct plt_case *c)
{
  plt_size = 0;
  plt_append (c);
  const size_t size = plt_size;
  struct sfm_plt_code code = { .addr = PLT_ADDR,
                               .bytes = plt_code,
                               .size = size + 1,
                               .abi = plt_abi (c),
                               .stubs = plt_stubs };
  bool head;

  plt_code[size] = plt_random_byte ();
  const size_t found = sfm_plt_entry (&code, &head);
  result ("at the start", c,
          found != size               ? "the size is wrong"
          : head != (c->place == 'h') ? "it is taken for another"
                                      : NULL);
}

static const struct plt_case *
case_of (char machine, const char *name)
{
  for (size_t i = 0; i < plt_case_count; i++)
    if (plt_cases[i].machine == machine
        && strcmp (plt_cases[i].name, name) == 0)
      return &plt_cases[i];
  return NULL;
}

/* Sections as linkers make them: NAMES, with the functions that they must
   become.  */
static void
try_together (void)
{
  static const struct
  {
    char machine;
    uint32_t functions;
    const char *names[7];
  } sections[] = {
    { 'x', 3, { "GNU PLT0", "lazy entry", "lazy entry", "GNU TLSDESC" } },
    { 'x', 3, { "GNU PLT0", "lazy entry", "lazy entry", "gold TLSDESC" } },
    { 'x', 3, { "GNU PLT0", "IBT lazy entry", "GNU TLSDESC" } },
    { 'x',
      4,
      { "GNU PLT0", "gold IBT lazy entry", "gold IBT lazy entry",
        "gold IBT entry", "gold IBT entry", "gold TLSDESC" } },
    { 'x',
      2,
      { "mold PLT0", "mold entry", "mold canonical entry", "mold entry" } },
    { 'x', 2, { "lld lazy retpoline PLT0", "lld lazy retpoline entry" } },
    { 'a', 3, { "PLT0", "entry", "relaxed entry", "entry", "TLSDESC" } },
    { 'a', 3, { "BTI PLT0", "BTI entry", "BTI entry", "BTI TLSDESC" } },
    { 's', 2, { "mold PLT0", "mold entry", "mold entry" } },
  };
  char what[64];

  for (size_t i = 0; i < sizeof sections / sizeof *sections; i++)
    {
      const struct plt_case *c = NULL;
      uint32_t functions = 0;
      plt_size = 0;
      for (unsigned n = 0; sections[i].names[n] != NULL; n++)
        {
          c = case_of (sections[i].machine, sections[i].names[n]);
          if (c != NULL)
            plt_append (c);
        }
      const char *problem = plt_examine (plt_abi (c), &functions);
      if (problem == NULL && functions != sections[i].functions)
        problem = "the number of functions is wrong";
      snprintf (what, sizeof what, "section %zu", i);
      result (what, c, problem);
    }
}

/* What the interface promises besides.  */
static void
try_limits (void)
{
  const struct plt_case *c = plt_plain_entry ('x');
  struct sfm_plt_code plt = { .addr = PLT_ADDR,
                              .bytes = plt_code,
                              .abi = SFM_ABI_AMD64_ENDIAN_LITTLE };
  struct sfm_plt_found found;
  struct sfm_piece piece;
  struct sfm_fde fde;
  struct sfm_diag diag;
  uint8_t out[128];

  result ("no code", c,
          sfm_plt_measure (&plt, &found, &diag) == SFM_OK && found.size == 28
                  && found.functions == 0
                  && sfm_plt_write (&plt, out, 28, &diag) == SFM_OK
              ? NULL
              : "no empty piece");
  plt_size = 0;
  plt_append (c);
  plt.size = plt_size;
  result ("a buffer that is too small", c,
          sfm_plt_measure (&plt, &found, &diag) == SFM_OK
                  && found.size <= sizeof out
                  && sfm_plt_write (&plt, out, found.size - 1, &diag)
                         == SFM_ERR_USAGE
              ? NULL
              : "not refused");
  plt.abi = SFM_ABI_AARCH64_ENDIAN_BIG;
  plt_size = 0;
  plt_append (case_of ('a', "PLT0"));
  plt.size = plt_size;
  result ("big-endian data", case_of ('a', "PLT0"),
          sfm_plt_write (&plt, out, sizeof out, &diag) == SFM_OK
                  && sfm_piece_open (out, sizeof out, 0, &piece, &diag)
                         == SFM_OK
                  && piece.big_endian
                  && sfm_fde_read (&piece, 0, &fde, &diag) == SFM_OK
                  && fde.size == plt_size && fde.num_fres == 2
              ? NULL
              : "not described");
  plt.abi = 9;
  result ("an unknown ABI", c,
          sfm_plt_measure (&plt, &found, &diag) == SFM_ERR_UNSUPP
              ? NULL
              : "not refused");
  bool head;
  result ("an entry of an unknown ABI", c,
          sfm_plt_entry (&plt, &head) == 0 ? NULL : "found");
  plt.abi = SFM_ABI_AMD64_ENDIAN_LITTLE;
  plt.size = (size_t) 1 << 30;
  result ("too much code", c,
          sfm_plt_measure (&plt, &found, &diag) == SFM_ERR_LIMIT
              ? NULL
              : "not refused");
}

/* Zeros belong to nothing without an entry before or after them, also where
   what ends a table follows, C.  */
static void
try_zeros (const struct plt_case *c)
{
  const char *problem = NULL;
  uint32_t functions;

  for (size_t count = 16; count <= 96 && problem == NULL; count += 16)
    {
      plt_size = 0;
      append_zeros (c, count, false);
      problem = plt_examine (plt_abi (c), &functions);
      if (problem == NULL && functions != 0)
        problem = "zeros are a function";
      plt_append (c);
      plt_forget (count, plt_size);
      if (problem == NULL)
        problem = plt_examine (plt_abi (c), &functions);
    }
  result ("zeros at the start", c, problem);
}

int
main (void)
{
  for (size_t i = 0; i < plt_case_count; i++)
    {
      const struct plt_case *c = &plt_cases[i];
      plt_stubs = c->machine == 'v';
      try_whole (c);
      try_cut (c);
      try_near (c);
      if (c->place == 'e')
        {
          try_alone (c);
          try_empty (c);
        }
      else
        try_elsewhere (c);
      if (c->place == 't')
        try_zeros (c);
      if (c->place != 't')
        try_start (c);
      try_other_kind (c);
    }
  plt_stubs = false;
  try_together ();
  try_limits ();
  return unit_exit ();
}
