/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   cfi-rules.c - print what the engine reads in the call frame information of
   images, for judges that read it by themselves (oracle/cases/cfi_cases.py).

     cfi-rules FILE...

   For each FDE whose start is in an executable segment, in the order of the
   section, a line "fde START SIZE" with the marks " signal" and " key-b", and
   a line for each address at which the rules change.  */

#include "config.h"

#include <elf.h>
#include <inttypes.h>
#include <stdio.h>

#include "code-ranges.h"
#include "elf-image.h"

static void
put_rule (const char *name, const struct sfm_rule *rule)
{
  const bool memory = rule->kind == SFM_RULE_MEMORY;

  printf (" %s=", name);
  if (rule->kind == SFM_RULE_SAME || rule->kind == SFM_RULE_UNDEFINED)
    {
      printf ("%s", rule->kind == SFM_RULE_SAME ? "same" : "undef");
      return;
    }
  printf ("%s", memory ? "[" : "");
  if (rule->reg == SFM_REG_CFA)
    printf ("c");
  else
    printf ("r%" PRIu32, rule->reg);
  printf ("%+" PRId64 "%s", rule->offset, memory ? "]" : "");
}

static void
put_fde (const struct sfm_cfi_section *section, const struct sfm_cfi_fde *fde)
{
  struct sfm_cfi_rows rows;
  struct sfm_cfi_row row;

  printf ("fde 0x%" PRIx64 " 0x%" PRIx64 "%s%s\n", fde->start, fde->size,
          fde->cie.signal ? " signal" : "", fde->cie.pauth_b ? " key-b" : "");
  sfm_cfi_rows_begin (section, fde, &rows);
  while (sfm_cfi_rows_next (&rows, &row))
    {
      printf ("0x%" PRIx64, fde->start + row.start);
      if (row.problem != SFM_CFI_NO_PROBLEM)
        printf (" problem %s", sfm_cfi_problem_word (row.problem));
      else
        {
          put_rule ("cfa", &row.rules.cfa);
          put_rule ("ra", &row.rules.ra);
          put_rule ("fp", &row.rules.fp);
          printf ("%s", row.rules.mangled_ra ? " mangled" : "");
        }
      putchar ('\n');
    }
}

/* Print section number IDX of IMAGE, whose code is CODE.  */
static void
put_section (const struct image *image, const struct code_ranges *code,
             uint32_t idx)
{
  struct sfm_cfi_section section
      = { .addr = image->sections[idx].addr, .abi = image->abi };
  struct sfm_cfi_fde fde = { .next = 0 };
  struct sfm_diag diag;
  size_t size;

  section.bytes = image_section_bytes (image, &image->sections[idx], &size);
  section.size = size;
  section.has_data_base = dynamic_find (image, DT_PLTGOT, &section.data_base);
  while (fde.next < section.size)
    {
      sfm_status status = sfm_cfi_next (&section, fde.next, &fde, &diag);
      if (status == SFM_ERR_TRUNC)
        break;
      if (status == SFM_END)
        continue;
      if (status != SFM_OK)
        printf ("unreadable 0x%" PRIx64 ": %s\n", diag.offset, diag.text);
      else if (code_ranges_in_segment (code, fde.start, fde.size))
        put_fde (&section, &fde);
    }
}

static bool
put_file (const char *path)
{
  struct image image;
  struct code_ranges code;
  uint32_t idx = 0;

  if (image_open (path, ALLOW_IMAGES, &image, &diag_silent) != SFM_OK)
    return false;
  if (code_ranges_read (&image, &code, &diag_silent) == SFM_OK)
    while ((idx = image_find_section (&image, ".eh_frame", idx)) != 0)
      put_section (&image, &code, idx);
  code_ranges_free (&code);
  image_close (&image);
  return true;
}

int
main (int argc, char **argv)
{
  bool good = true;

  for (int i = 1; i < argc; i++)
    good &= put_file (argv[i]);
  return good ? 0 : 1;
}
