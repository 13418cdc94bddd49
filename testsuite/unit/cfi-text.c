/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   cfi-text.c - what the engine reads in call frame information, as text.  */

#include "config.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cfi-writer.h"
#include "result.h"
#include "sfmerge-tool.h"

/* More than any test wants.  */
static char text[1024];
static size_t used;

static void __attribute__ ((format (printf, 1, 2)))
say (const char *format, ...)
{
  va_list args;

  va_start (args, format);
  int more = vsnprintf (text + used, sizeof text - used, format, args);
  va_end (args);
  if (more > 0)
    used += (size_t) more;
  if (used >= sizeof text)
    used = sizeof text - 1;
}

static void
say_rule (const struct sfm_rule *rule)
{
  const bool memory = rule->kind == SFM_RULE_MEMORY;

  if (rule->kind > SFM_RULE_MEMORY)
    say (" kind-%u", rule->kind);
  else if (rule->kind == SFM_RULE_SAME || rule->kind == SFM_RULE_UNDEFINED)
    say (" %s", rule->kind == SFM_RULE_SAME ? "same" : "undef");
  else if (rule->reg == SFM_REG_CFA)
    say (" %sc%+" PRId64 "%s", memory ? "[" : "", rule->offset,
         memory ? "]" : "");
  else
    say (" %sr%" PRIu32 "%+" PRId64 "%s", memory ? "[" : "", rule->reg,
         rule->offset, memory ? "]" : "");
}

const char *
cfi_text (const struct sfm_cfi_section *section, const struct sfm_cfi_fde *fde)
{
  struct sfm_cfi_rows rows;
  struct sfm_cfi_row row;

  text[0] = '\0';
  used = 0;
  sfm_cfi_rows_begin (section, fde, &rows);
  while (sfm_cfi_rows_next (&rows, &row) && used < sizeof text - 1)
    {
      say ("%s%" PRIu64 ":", used == 0 ? "" : "; ", row.start);
      if (row.problem != SFM_CFI_NO_PROBLEM)
        {
          say (" problem %s", sfm_cfi_problem_word (row.problem));
          continue;
        }
      say_rule (&row.rules.cfa);
      say_rule (&row.rules.ra);
      say_rule (&row.rules.fp);
      say ("%s", row.rules.mangled_ra ? " mangled" : "");
    }
  return text;
}

sfm_status
cfi_read (struct cfi_writer *w, unsigned idx, struct sfm_cfi_fde *fde,
          struct sfm_diag *diag)
{
  uint64_t from = 0;

  *fde = (struct sfm_cfi_fde){ .next = 0 };
  *diag = (struct sfm_diag){ .status = SFM_OK };
  for (;;)
    {
      sfm_status status = sfm_cfi_next (&w->section, from, fde, diag);
      from = fde->next;
      if (status == SFM_END && from < w->section.size)
        continue;
      if (status == SFM_END || status == SFM_ERR_TRUNC || idx-- == 0)
        return status;
    }
}

sfm_status
cfi_plain_digest (const struct sfm_cfi_section *section,
                  const struct sfm_cfi_fde *fde, uint64_t *digest,
                  struct sfm_diag *diag)
{
  static const uint8_t args_size[] = { CFA_ARGS_SIZE, 0 };
  const size_t more = sizeof args_size, size = (size_t) section->size;
  struct sfm_cfi_section longer = *section;
  struct sfm_cfi_fde plain = *fde;
  uint8_t *bytes = malloc (size + more);

  if (bytes == NULL)
    exit (1);
  memcpy (bytes, section->bytes, fde->program);
  memcpy (bytes + fde->program, args_size, more);
  memcpy (bytes + fde->program + more, section->bytes + fde->program,
          size - fde->program);
  longer.bytes = bytes;
  longer.size += more;
  /* What follows keeps its address.  */
  longer.addr -= more;
  plain.end += more;
  if (fde->cie.offset > fde->offset)
    {
      plain.cie.program += more;
      plain.cie.end += more;
    }
  const sfm_status status
      = sfm_cfi_digest (&longer, &plain, NULL, digest, diag);
  free (bytes);
  return status;
}

/* Whether FDE's digest is the plain one, or there is none, as TEXT says.  */
static bool
digest_agrees (const struct sfm_cfi_section *section,
               const struct sfm_cfi_fde *fde)
{
  const bool problem = strstr (text, "problem") != NULL;
  struct sfm_diag diag;
  uint64_t one = 1, two = 2;
  const sfm_status quick = sfm_cfi_digest (section, fde, NULL, &one, &diag);
  const sfm_status plain = cfi_plain_digest (section, fde, &two, &diag);

  return problem ? quick == SFM_ERR_UNSUPP && plain == SFM_ERR_UNSUPP
                 : quick == SFM_OK && plain == SFM_OK && one == two;
}

/* Whether CACHE makes no difference to FDE's digest.  */
static bool
cache_agrees (const struct sfm_cfi_section *section,
              const struct sfm_cfi_fde *fde, struct sfm_digest_cache *cache)
{
  struct sfm_diag diag;
  uint64_t one, two;
  const sfm_status plain = sfm_cfi_digest (section, fde, NULL, &one, &diag);

  return plain == sfm_cfi_digest (section, fde, cache, &two, &diag)
         && (plain != SFM_OK || one == two);
}

/* Whether FDE's digest is what TEXT says, and a cache for all functions of the
   program makes no difference to it, nor to those of longer and shorter
   functions with the same instructions, or of another CIE.  */
static bool
digests_agree (const struct sfm_cfi_section *section,
               const struct sfm_cfi_fde *fde)
{
  enum
  {
    SIZES = 64
  };
  static struct sfm_digest_cache *cache;
  struct sfm_cfi_fde other = *fde;
  bool good = true;

  if (cache == NULL)
    cache = sfm_digest_cache_new (1);
  for (uint64_t i = 0; i < 2 * SIZES; i++)
    {
      other.size = i < SIZES ? SIZES - i : i - SIZES + 1;
      good = good && cache_agrees (section, &other, cache);
    }
  other.cie.data_align = fde->cie.data_align == -8 ? -4 : -8;
  return good && cache != NULL && cache_agrees (section, &other, cache)
         && cache_agrees (section, fde, cache) && digest_agrees (section, fde);
}

void
cfi_expect (struct cfi_writer *w, const char *name, const char *wanted)
{
  struct sfm_cfi_fde fde;
  struct sfm_diag diag;
  const sfm_status status = cfi_read (w, 0, &fde, &diag);
  const char *got
      = status == SFM_OK ? cfi_text (&w->section, &fde) : diag.text;
  const bool good = status == SFM_OK && strcmp (got, wanted) == 0;

  unit_result (good, name);
  if (!good)
    printf ("  wanted: %s\n  got:    %s\n", wanted, got);
  /* Others have more rows than a test has time for.  */
  if (status == SFM_OK && fde.size <= UINT16_MAX)
    unit_result_of (digests_agree (&w->section, &fde), "%s: digest", name);
}
