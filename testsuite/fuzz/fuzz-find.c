/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   fuzz-find.c - look-ups in any bytes: in memory and in another process the
   same, and in what the checker finds no error in the same as without a
   search.  */

#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "find-piece.h"
#include "fuzz.h"

const char fuzz_name[] = "fuzz-find";

enum
{
  ADDR = 0x400000,
  MOST_FDES = 64, /* that are looked up one by one */
  MOST_EMPTY = 16 /* of which look-ups promise nothing beyond */
};

static void
hear (void *data, const struct sfm_finding *f)
{
  bool *clean = data;

  *clean &= f->severity != SFM_ERROR;
}

static bool
is_clean (const uint8_t *data, size_t size, enum sfm_start_base start_base)
{
  const struct sfm_check_options options = { .size = sizeof options,
                                             .section_addr = ADDR,
                                             .start_base = start_base };
  struct sfm_diag diag;
  bool clean = true;

  fuzz_require (sfm_check (data, size, &options, hear, &clean, &diag)
                    == SFM_OK,
                "a check ends");
  return clean;
}

/* Look PC up in both.  CLEAN: SECTION has no errors.  */
static void
look_up (const struct sfm_section *section, const struct sfm_section *remote,
         uint64_t pc, bool clean)
{
  struct find_result here, there;
  struct sfm_found found;
  struct sfm_diag diag;
  uint32_t empty;

  find_rules (section, pc, &here);
  find_rules (remote, pc, &there);
  fuzz_require (find_same (&here, &there), "another process is the same");
  if (here.status == SFM_OK)
    fuzz_require (pc - here.found.addr < here.found.fde.size
                      && here.found.idx < section->piece.num_fdes,
                  "what is found covers the address");
  if (here.status > SFM_END)
    fuzz_require (here.diag.status == here.status && here.diag.text[0] != '\0'
                      && here.diag.offset <= section->piece.size,
                  "failures are explained");
  if (!clean)
    return;
  const sfm_status status = sfm_find_fde (section, pc, &found, &diag);
  const bool covered = find_covered (section, pc, &empty);
  fuzz_require (status == SFM_OK || status == SFM_END,
                "what the checker likes can be read");
  fuzz_require (covered == (status == SFM_OK) || empty > MOST_EMPTY,
                "the function is found, or there is none");
  if (status != SFM_OK)
    return;
  here.found = found;
  fuzz_require (section->piece.version == 1 && found.fde.mask
                    ? here.status == SFM_ERR_UNSUPP
                    : find_rules_right (section, pc, &here),
                "the rules are those of the last row");
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  struct sfm_section section, remote;
  struct sfm_diag diag;

  /* The first byte is fuzz-merge's, so that all targets take all inputs.  */
  if (size < 5)
    return 0;
  uint8_t *bytes = malloc (size - 1);
  if (bytes == NULL)
    exit (1);
  memcpy (bytes, data + 1, size - 1);
  /* Objects are not sorted, but most inputs are like them.  */
  bytes[3] |= SFM_F_FDE_SORTED;
  struct find_remote reader
      = { .bytes = bytes, .size = size - 1, .addr = ADDR };
  const sfm_status status
      = sfm_section_open (bytes, size - 1, ADDR, &section, &diag);
  fuzz_require (sfm_section_open_remote (ADDR, size - 1, find_read, &reader,
                                         &remote, &diag)
                    == status,
                "another process is opened alike");
  if (status == SFM_OK)
    {
      const bool clean = is_clean (bytes, size - 1, section.start_base);

      for (uint32_t i = 0; i < section.piece.num_fdes && i < MOST_FDES; i++)
        {
          struct sfm_fde fde;

          if (sfm_fde_read (&section.piece, i, &fde, &diag) != SFM_OK)
            continue;
          const uint64_t addr
              = sfm_fde_address (&fde, ADDR, section.start_base);
          const uint64_t pcs[] = { addr - 1, addr, addr + data[0] % 64,
                                   addr + fde.size - 1, addr + fde.size };
          for (size_t k = 0; k < sizeof pcs / sizeof *pcs; k++)
            look_up (&section, &remote, pcs[k], clean);
        }
      look_up (&section, &remote, 0, clean);
      look_up (&section, &remote, UINT64_MAX, clean);
    }
  fuzz_require (!reader.outside, "no byte outside is read");
  free (bytes);
  return 0;
}
