/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   fixture-code.c - what is proven of code.  */

#include "config.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "elf-abi.h"
#include "fixture-code.h"
#include "fixture-failing.h"
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
      else if (w.mark == '\0' || strchr ("LOY", w.mark) != NULL)
        {
          fixture_symbol (&fixture, FOUND_CODE + w.at, w.more,
                          w.mark == 'O'   ? STT_OBJECT
                          : w.mark == 'Y' ? STT_GNU_IFUNC
                                          : STT_FUNC,
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

/* The trial that is now, whether its code is of AArch64, and what was said of
   it.  */
static const struct code_trial *now;
static bool on_arm;
static char said[1500];

/* Prove the code of the fixture, which is open.  */
static sfm_status
prove_fixture (size_t size)
{
  struct prover p = { .index = &function_index, .hide = hidden };

  failing_begin ();
  sfm_status status = function_index_read (&fixture.image, NULL,
                                           &function_index, &fixture_sink);
  if (status == SFM_OK && !add_functions (now->functions, true))
    status = SFM_ERR_NOMEM;
  function_index.go = found_go (&fixture, size);
  if (status == SFM_OK)
    status = prove_image (&p, &fixture_sink);
  failing_end ();
  if (status == SFM_OK)
    say (&p, said, sizeof said);
  prove_free (&p);
  function_index.go = NULL;
  function_index_free (&function_index);
  return status;
}

static sfm_status
run (const void *trial, bool *right)
{
  uint8_t code[CODE_MAX];
  uint32_t word;
  int used;

  now = trial;
  snprintf (said, sizeof said, "not read");
  fixture_begin (&fixture, on_arm);
  found_begin ();
  const size_t size = read_bytes (now->code, code);
  fixture.sections[SEC_SYMBOLS].sh_link = SEC_NAMES;
  fixture.sections[SEC_TEXT].sh_size = size;
  memcpy (fixture.bytes + FOUND_CODE, code, size);
  size_t at = TABLE;
  for (const char *text = now->table;
       sscanf (text, "%" SCNx32 " %n", &word, &used) == 1; text += used)
    {
      elf_put32 (fixture.bytes + at, word, on_arm);
      at += 4;
    }
  hidden = false;
  const bool added = add_functions (now->functions, false);
  found_end (&fixture);
  sfm_status status = added ? fixture_open (&fixture) : SFM_ERR_USAGE;
  if (status == SFM_OK)
    {
      status = prove_fixture (size);
      fixture_close (&fixture);
    }
  *right = strcmp (said, now->said) == 0;
  if (!*right && status != SFM_ERR_NOMEM)
    printf ("%s: %s\n", now->name, said);
  return status;
}

void
code_test (const struct code_trial *t, bool arm)
{
  on_arm = arm;
  failing_test ("code", t->name, run, t);
}
