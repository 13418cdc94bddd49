/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   find-piece.c - sections to look functions up in.  */

#include "config.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "find-piece.h"

const struct find_form find_forms[] = {
  { "version 1", 1, SFM_ABI_AMD64_ENDIAN_LITTLE, false },
  { "version 1, big-endian", 1, SFM_ABI_AARCH64_ENDIAN_BIG, false },
  { "version 2", 2, SFM_ABI_AMD64_ENDIAN_LITTLE, false },
  { "version 2, big-endian", 2, SFM_ABI_AARCH64_ENDIAN_BIG, false },
  { "version 2, PCREL", 2, SFM_ABI_AMD64_ENDIAN_LITTLE, true },
  { "version 2, big-endian, PCREL", 2, SFM_ABI_AARCH64_ENDIAN_BIG, true },
  { "version 3", 3, SFM_ABI_AMD64_ENDIAN_LITTLE, true },
  { "version 3, big-endian", 3, SFM_ABI_AARCH64_ENDIAN_BIG, true },
  { "version 3, not PCREL", 3, SFM_ABI_AMD64_ENDIAN_LITTLE, false },
};
const size_t find_form_count = sizeof find_forms / sizeof *find_forms;

struct out
{
  uint8_t *bytes;
  size_t size;
  bool big;
};

static void
put (struct out *o, uint64_t value, unsigned size)
{
  if (FIND_ROOM - o->size < size)
    exit (2);
  for (unsigned i = 0; i < size; i++)
    o->bytes[o->size++] = (uint8_t) (value >> 8 * (o->big ? size - 1 - i : i));
}

static void
put_rows (struct out *o, const struct find_form *form,
          const struct find_func *f)
{
  if (form->version == 3)
    {
      put (o, f->count, 2);
      put (o, f->info, 1);
      put (o, f->info2, 1);
      put (o, f->rep_size, 1);
    }
  for (size_t i = 0; i < f->rows_size; i++)
    put (o, (uint8_t) f->rows[i], 1);
}

static void
put_fde (struct out *o, const struct find_form *form,
         const struct find_func *f, size_t rows)
{
  const uint64_t base = FIND_ADDR + (form->pcrel ? o->size : 0);

  put (o, f->addr - base, form->version == 3 ? 8 : 4);
  put (o, f->size, 4);
  put (o, rows, 4);
  if (form->version == 3)
    return;
  put (o, f->count, 4);
  put (o, f->info, 1);
  if (form->version == 2)
    {
      put (o, f->rep_size, 1);
      put (o, 0, 2);
    }
}

size_t
find_write (const struct find_form *form, const struct find_func *funcs,
            size_t count, uint8_t *bytes)
{
  static const uint8_t strides[] = { 0, 17, 20, 16 };
  uint8_t room[FIND_ROOM];
  struct out o = { .bytes = bytes, .big = sfm_abi_big_endian (form->abi) };
  struct out rows = { .bytes = room, .big = o.big };
  size_t starts[FIND_ROOM / 16], row_count = 0;

  for (size_t i = 0; i < count; i++)
    {
      starts[i] = rows.size;
      row_count += funcs[i].count;
      put_rows (&rows, form, &funcs[i]);
    }
  put (&o, SFM_MAGIC, 2);
  put (&o, form->version, 1);
  put (&o, SFM_F_FDE_SORTED | (form->pcrel ? SFM_F_FDE_FUNC_START_PCREL : 0),
       1);
  put (&o, form->abi, 1);
  put (&o, 0, 1);
  put (&o, (uint8_t) sfm_abi_fixed_ra (form->abi), 1);
  put (&o, 0, 1);
  put (&o, count, 4);
  put (&o, row_count, 4);
  put (&o, rows.size, 4);
  put (&o, 0, 4);
  put (&o, count * strides[form->version], 4);
  for (size_t i = 0; i < count; i++)
    put_fde (&o, form, &funcs[i], starts[i]);
  for (size_t i = 0; i < rows.size; i++)
    put (&o, room[i], 1);
  return o.size;
}

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
