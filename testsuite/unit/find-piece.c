/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   find-piece.c - sections to look functions up in.  */

#include "config.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "find-piece.h"

struct find_cage
find_cage (void)
{
  const size_t page = (size_t) sysconf (_SC_PAGESIZE);
  struct find_cage cage = { .size = 4 * page };
  uint8_t *p = mmap (NULL, cage.size + 2 * page, PROT_NONE,
                     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

  if (p == MAP_FAILED
      || mprotect (p + page, cage.size, PROT_READ | PROT_WRITE) != 0)
    exit (1);
  cage.begin = p + page;
  return cage;
}

bool
find_read (void *data, uint64_t addr, void *buffer, size_t size)
{
  struct find_remote *r = data;
  const uint64_t at = addr - r->addr;

  r->reads++;
  if (at > r->size || size > r->size - at)
    {
      r->outside = true;
      return false;
    }
  r->large |= size > 512;
  if (r->reads == r->fail || (r->most != 0 && size > r->most)
      || (r->to != 0 && (at < r->from || at + size > r->to)))
    {
      memset (buffer, 0xee, size);
      return false;
    }
  memcpy (buffer, r->bytes + at, size);
  return true;
}

void
find_rules (const struct sfm_section *section, uint64_t pc,
            struct find_result *result)
{
  memset (result, 0, sizeof *result);
  result->status = sfm_find_rules (section, pc, &result->found, &result->rules,
                                   &result->diag);
}

bool
find_same (const struct find_result *a, const struct find_result *b)
{
  if (a->status != b->status)
    return false;
  if (a->status == SFM_END)
    return true;
  if (a->status != SFM_OK)
    return a->diag.offset == b->diag.offset
           && strcmp (a->diag.text, b->diag.text) == 0;
  return a->found.addr == b->found.addr && a->found.idx == b->found.idx
         && memcmp (&a->found.fde, &b->found.fde, sizeof a->found.fde) == 0
         && sfm_rules_equal (&a->rules, &b->rules);
}

bool
find_covered (const struct sfm_section *section, uint64_t pc, uint32_t *empty)
{
  bool covered = false;
  struct sfm_diag diag;
  struct sfm_fde fde;

  *empty = 0;
  for (uint32_t i = 0; i < section->piece.num_fdes; i++)
    if (sfm_fde_read (&section->piece, i, &fde, &diag) == SFM_OK)
      {
        covered
            |= pc - sfm_fde_address (&fde, section->addr, section->start_base)
               < fde.size;
        *empty += fde.size == 0;
      }
  return covered;
}

bool
find_rules_right (const struct sfm_section *section, uint64_t pc,
                  const struct find_result *result)
{
  const struct sfm_fde *fde = &result->found.fde;
  uint64_t offset
      = pc - sfm_fde_address (fde, section->addr, section->start_base);
  struct sfm_rows rows;
  struct sfm_row row, last;
  struct sfm_rules rules;
  struct sfm_diag diag;
  bool any = false;

  if (fde->mask && fde->rep_size == 0)
    return result->status != SFM_OK;
  if (fde->mask)
    offset %= fde->rep_size;
  sfm_rows_begin (&section->piece, fde, &rows);
  while (sfm_rows_next (&rows, &row, &diag) == SFM_OK)
    if (row.start <= offset)
      {
        last = row;
        any = true;
      }
  if (!any)
    return result->status == SFM_END;
  return sfm_row_rules (&section->piece, fde, &last, &rules, &diag) == SFM_OK
         && result->status == SFM_OK
         && sfm_rules_equal (&rules, &result->rules);
}
