/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   audit-relocs.c - pair start fields with the relocations that fill them, and
   check the relocations of .sframe that a linker kept in an image (ld -q) for
   tools that move code.

   Other commands pair them by order if offsets do not fit (input.h).  An
   audit reports each relocation that a linker would apply to the wrong
   function.

   GNU ld merges the contents but leaves the relocations as in the inputs: at
   wrong offsets (up to 2.44), or for the wrong functions because these are
   sorted later (2.47).  Linkers that copy the contents keep them right.  A
   section whose relocations are all of type NONE, as after a repair, counts as
   one without relocations.  */

#include "config.h"

#include <inttypes.h>
#include <stdlib.h>

#include "audit-internal.h"
#include "elf-relocs.h"
#include "elf-symbols.h"
#include "sorted.h"

static int
compare_fields (const void *a, const void *b)
{
  const struct match_field *x = a, *y = b;

  ORDER_BY (x->at, y->at);
  ORDER_BY (x->piece, y->piece);
  return x->fde < y->fde ? -1 : x->fde > y->fde;
}

/* List the start fields of M's window.  False: no memory.  */
static bool
read_fields (struct match *m)
{
  const struct audit_window *w = m->window;
  struct sfm_diag diag;
  struct sfm_fde fde;
  size_t most = 0;

  for (size_t k = 0; k < w->piece_count; k++)
    most += w->pieces[k].piece.num_fdes;
  m->fields = calloc (most + 1, sizeof *m->fields);
  if (m->fields == NULL)
    return false;
  for (size_t k = 0; k < w->piece_count; k++)
    for (uint32_t i = 0; i < w->pieces[k].piece.num_fdes; i++)
      {
        const struct image_piece *p = &w->pieces[k];
        /* The start field is enough, and is set even if the rest is bad.  */
        if (p->damaged
            || (sfm_fde_read (&p->piece, i, &fde, &diag) != SFM_OK
                && fde.field == 0)
            || (p->usable && !function_is_visible (p, i)))
          continue;
        m->fields[m->field_count++]
            = (struct match_field){ .at = w->addr + fde.field,
                                    .addr = p->usable ? p->places[i].addr : 0,
                                    .known = p->usable,
                                    .size = fde.size,
                                    .piece = (uint32_t) k,
                                    .fde = i };
      }
  sort_if_needed (m->fields, m->field_count, sizeof *m->fields,
                  compare_fields);
  return true;
}

struct finding
match_place (const struct match *m, const struct match_field *f)
{
  return audit_place (m->window, f->piece, f->fde, f->at - m->window->addr);
}

/* Pair M's relocations with its fields.  */
static void
pair_relocs (struct match *m)
{
  for (size_t i = 0; i < m->reloc_count; i++)
    {
      struct match_reloc *r = &m->relocs[i];
      struct match_field *f = match_field_at (m, r->at);
      r->field = f;
      if (f == NULL)
        continue;
      if (r->none)
        f->none = true;
      else if (f->has_reloc)
        r->second = true;
      else
        {
          f->has_reloc = true;
          f->section = r->section;
          f->value = r->value;
        }
    }
}

/* Report M's live relocations that are not the first of a field.  */
static void
report_unpaired (const struct match *m, const struct finding_sink *found)
{
  for (size_t i = 0; i < m->reloc_count; i++)
    {
      const struct match_reloc *r = &m->relocs[i];
      if (r->none || (r->field != NULL && !r->second))
        continue;
      const struct finding place
          = r->second ? match_place (m, r->field)
                      : audit_place (m->window, SFM_NO_INDEX, SFM_NO_INDEX,
                                     r->at - m->window->addr);
      finding_report (found, FIND_RELOC_OFFSET, &place,
                      "relocation number %zu is at 0x%" PRIx64 ", %s", i,
                      r->at,
                      r->second ? "the start of a function that has another"
                                : "where no function's start is");
    }
}

/* Report M's fields without a live relocation.  */
static void
report_missing (const struct match *m, const struct finding_sink *found)
{
  for (size_t i = 0; i < m->field_count; i++)
    {
      const struct match_field *f = &m->fields[i];
      const struct finding place = match_place (m, f);
      if (f->has_reloc)
        continue;
      if (f->none)
        finding_report (found, FIND_RELOC_NONE, &place,
                        "the function of size 0x%" PRIx32
                        " was discarded: its relocation is void",
                        f->size);
      else
        finding_report (found, FIND_RELOC_MISSING, &place,
                        "no relocation says where the function of size "
                        "0x%" PRIx32 " is",
                        f->size);
    }
}

bool
match_relocs (struct match *m)
{
  if (!read_fields (m))
    return false;
  pair_relocs (m);
  return true;
}

void
match_report (const struct match *m, const struct finding_sink *found)
{
  report_unpaired (m, found);
  report_missing (m, found);
}

/* The first non-empty SHT_RELA section for section IDX of IMAGE, or NULL.
   Loaded relocations belong to the dynamic linker, whatever sh_info says.  */
static const struct image_section *
rela_of (const struct image *image, uint32_t idx)
{
  for (uint32_t i = 1; i < image->section_count; i++)
    {
      const struct image_section *s = &image->sections[i];
      if (s->type == SHT_RELA && s->info == idx && s->entsize == ELF_RELA_SIZE
          && s->size >= ELF_RELA_SIZE
          && !(s->flags & (SHF_COMPRESSED | SHF_ALLOC)))
        return s;
    }
  return NULL;
}

/* Read RELA into M.  Set *LIVE if an entry is not of type NONE.  False: no
   memory.  */
static bool
read_relocs (const struct image *image, const struct image_section *rela,
             struct match *m, bool *live)
{
  const struct image_section *symbols = NULL;
  struct image_symbol symbol;
  bool big = image->big_endian;
  size_t size;
  const uint8_t *p = image_section_bytes (image, rela, &size);

  m->reloc_count = size / ELF_RELA_SIZE;
  m->relocs = calloc (m->reloc_count, sizeof *m->relocs);
  if (m->relocs == NULL)
    return false;
  if (rela->link < image->section_count
      && image->sections[rela->link].type == SHT_SYMTAB)
    symbols = &image->sections[rela->link];
  for (size_t i = 0; i < m->reloc_count; i++, p += ELF_RELA_SIZE)
    {
      uint64_t info = elf_u64 (p + offsetof (Elf64_Rela, r_info), big);
      struct match_reloc *r = &m->relocs[i];
      r->at = elf_u64 (p + offsetof (Elf64_Rela, r_offset), big);
      r->value = elf_u64 (p + offsetof (Elf64_Rela, r_addend), big);
      if (symbols != NULL
          && symbol_at (image, symbols, ELF64_R_SYM (info), &symbol))
        r->value += symbol_value (&symbol);
      r->none = reloc_type_is_none (image->machine,
                                    (uint32_t) ELF64_R_TYPE (info));
      *live |= !r->none;
    }
  return true;
}

static void
report_targets (const struct auditor *a, const struct match *m)
{
  for (size_t i = 0; i < m->field_count; i++)
    {
      const struct match_field *f = &m->fields[i];
      const struct finding place = match_place (m, f);
      if (f->has_reloc && f->known && f->value != f->addr)
        finding_report (a->found, FIND_RELOC_TARGET, &place,
                        "the relocation names 0x%" PRIx64
                        ", the function is at 0x%" PRIx64,
                        f->value, f->addr);
    }
}

sfm_status
audit_relocs (const struct auditor *a, const struct audit_window *w)
{
  const struct image *image = &a->audit->image;
  struct match m = { .window = w };
  bool live = false;

  if (w->section == NULL)
    return SFM_OK;
  const struct image_section *rela
      = rela_of (image, (uint32_t) (w->section - image->sections));
  if (rela == NULL)
    return SFM_OK;
  bool memory
      = read_relocs (image, rela, &m, &live) && (!live || match_relocs (&m));
  if (memory && live)
    {
      match_report (&m, a->found);
      report_targets (a, &m);
    }
  free (m.fields);
  free (m.relocs);
  return memory ? SFM_OK : diag_nomem (a->sink, a->path);
}
