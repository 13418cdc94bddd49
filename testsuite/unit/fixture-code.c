/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   fixture-code.c - what is proven of code.  */

#include "config.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "elf-abi.h"
#include "fixture-code.h"
#include "fixture-found.h"
#include "fixture-image.h"
#include "fixture-state.h"
#include "prove.h"
#include "result.h"

enum
{
  CODE_MAX = 0x200,
  TABLE = 0x1400
};

static struct fixture fixture;
static struct function_index function_index;
static bool hidden; /* call frame information */

/* Read the bytes of TEXT to AT.  Returns their number.  */
static size_t
read_bytes (const char *text, uint8_t *at)
{
  size_t count = 0;
  unsigned byte;
  int used;

  for (; count < CODE_MAX && sscanf (text, " %2x%n", &byte, &used) == 1;
       text += used)
    at[count++] = (uint8_t) byte;
  return count;
}

/* Add what TEXT says to the image; the functions of call frame information if
   FRAMES, as the index is read.  */
static bool
add_functions (const char *text, bool frames)
{
  struct function f = { .size = 0 };
  struct found_word w;

  while (found_next (&text, &w))
    {
      f.addr = FIXTURE_BASE + FOUND_CODE + w.at;
      f.size = w.more;
      if (w.mark == 'F')
        {
          if (frames && !function_list_add (&function_index.eh.functions, &f))
            return false;
        }
      else if (w.mark == 'E')
        fixture.image.entry = f.addr;
      else if (w.mark == 'H')
        hidden = true;
      else if (frames)
        continue;
      else if (w.mark == '\0' || w.mark == 'L')
        {
          fixture_symbol (&fixture, FOUND_CODE + w.at, w.more, STT_FUNC,
                          SEC_TEXT);
          if (w.mark == 'L')
            fixture.bytes[FIXTURE_SYMBOLS + fixture.symbol_count * ELF_SYM_SIZE
                          + 4]
                = ELF64_ST_INFO (STB_LOCAL, STT_FUNC);
        }
      else
        found_add (&fixture, &w);
    }
  return *text == '\0';
}

/* Write what P says to the SIZE bytes of TEXT.  */
static void
say (const struct prover *p, char *text, size_t size)
{
  const uint64_t base = FIXTURE_BASE + FOUND_CODE;
  char row[100];

  text[0] = '\0';
  for (size_t i = 0; i < p->ranges.count; i++)
    {
      const struct proven_range *r = &p->ranges.at[i];
      snprintf (text + strlen (text), size - strlen (text), "%s%" PRIx64,
                i == 0 ? "" : " ", r->start - base);
      for (uint32_t k = 0; k < r->rows; k++)
        {
          const struct proven_row *now = &p->rows.at[r->row + k];
          row_print (now, row, sizeof row);
          if (k != 0)
            snprintf (text + strlen (text), size - strlen (text), " %" PRIx64,
                      now->addr - base);
          snprintf (text + strlen (text), size - strlen (text), " %s,", row);
        }
      snprintf (text + strlen (text), size - strlen (text), " -%" PRIx64 ";",
                r->end - base);
    }
  for (size_t i = 0; i < p->entries.count; i++)
    {
      const struct prove_entry *e = &p->entries.at[i];
      if (e->reason != PROVE_OK)
        snprintf (text + strlen (text), size - strlen (text),
                  "%s%" PRIx64 ":%s@%" PRIx64, text[0] == '\0' ? "" : " ",
                  e->addr - base, reason_name ((enum prove_reason) e->reason),
                  e->where - base);
    }
  snprintf (text + strlen (text), size - strlen (text),
            "%s%" PRIu64 " of %" PRIu64, text[0] == '\0' ? "" : " | ",
            p->decided, p->reached);
}

void
code_test (const struct code_trial *t, bool arm)
{
  char said[1500] = "not read";
  uint8_t code[CODE_MAX];
  uint32_t word;
  int used;

  fixture_begin (&fixture, arm);
  found_begin ();
  const size_t size = read_bytes (t->code, code);
  fixture.sections[SEC_SYMBOLS].sh_link = SEC_NAMES;
  fixture.sections[SEC_TEXT].sh_size = size;
  memcpy (fixture.bytes + FOUND_CODE, code, size);
  size_t at = TABLE;
  for (const char *text = t->table;
       sscanf (text, "%" SCNx32 " %n", &word, &used) == 1; text += used)
    {
      elf_put32 (fixture.bytes + at, word, arm);
      at += 4;
    }
  struct prover p = { .index = &function_index };
  hidden = false;
  const bool added = add_functions (t->functions, false);
  found_end (&fixture);
  if (added && fixture_open (&fixture) == SFM_OK)
    {
      const bool read = function_index_read (&fixture.image, NULL,
                                             &function_index, &fixture_sink)
                            == SFM_OK
                        && add_functions (t->functions, true);
      function_index.go = found_go (&fixture, size);
      p.hide = hidden;
      if (read && prove_image (&p, &fixture_sink) == SFM_OK)
        say (&p, said, sizeof said);
      prove_free (&p);
      function_index.go = NULL;
      function_index_free (&function_index);
      fixture_close (&fixture);
    }
  const bool good = strcmp (said, t->said) == 0;
  if (!good)
    printf ("%s: %s\n", t->name, said);
  unit_result_of (good, "code: %s", t->name);
}
