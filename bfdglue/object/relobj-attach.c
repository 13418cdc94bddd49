/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   relobj-attach.c - attach a piece to an .sframe section of an object, or to a
   new one.

   Linkers want one .sframe in an object, so that the first one takes the
   piece, unless it goes with some section of code alone.  Its symbol table
   must be that of the relocations.  */

#include "config.h"

#include <inttypes.h>
#include <string.h>

#include "elf-abi.h"
#include "relobj-internal.h"
#include "sframe-section.h"

/* One name serves both sections, as the end of a string is a string.  */
static const char names[] = ".rela.sframe";

enum
{
  SFRAME_IN_NAMES = 5, /* offset of ".sframe" */

  /* Flags of a section that linkers keep and drop with others.  */
  GOES_WITH_CODE = SHF_LINK_ORDER | SHF_GROUP
};

/* Set *OFFSET to that of NAMES in the section names of R.  They are added if
   they are not there.  */
static sfm_status
find_names (struct relobj *r, uint32_t *offset)
{
  const struct image *image = &r->image;
  size_t size = 0;
  const uint8_t *old = NULL;

  if (image->shstrndx != 0
      && image->sections[image->shstrndx].type == SHT_STRTAB)
    old = image_section_bytes (image, &image->sections[image->shstrndx],
                               &size);
  if (size == 0 || old[size - 1] != 0 || size > UINT32_MAX - sizeof names)
    return diag_fail (r->sink, SFM_ERR_UNSUPP, r->name,
                      "has no names of sections to which .sframe could be "
                      "added");
  const uint8_t *found = memmem (old, size, names, sizeof names);
  if (found != NULL)
    {
      *offset = (uint32_t) (found - old);
      return SFM_OK;
    }
  r->names = pool_alloc (&r->pool, size + sizeof names);
  if (r->names == NULL)
    return diag_nomem (r->sink, r->name);
  memcpy (r->names, old, size);
  memcpy (r->names + size, names, sizeof names);
  r->names_size = size + sizeof names;
  *offset = (uint32_t) size;
  return SFM_OK;
}

/* Make S the section of R that takes the piece: an empty one, or a new one,
   whose name is in the section names after NAMES_OFF.  */
static void
start_section (struct relobj *r, struct relobj_section *s, uint32_t names_off)
{
  const char *name = names + SFRAME_IN_NAMES;

  *s = (struct relobj_section){ .sframe.name = name };
  for (uint32_t i = 1; i < r->image.section_count; i++)
    {
      const struct image_section *empty = &r->image.sections[i];
      if (object_section_is_sframe (empty->name, empty->type)
          && empty->size == 0 && r->rela_of[i] == 0
          && (empty->flags & GOES_WITH_CODE) == 0)
        {
          s->idx = i;
          s->header = *empty;
          return;
        }
    }
  s->idx = r->new_count++;
  s->is_new = true;
  s->header = (struct image_section){ .name = name,
                                      .name_off = names_off + SFRAME_IN_NAMES,
                                      .flags = SHF_ALLOC,
                                      .align = RELOBJ_ALIGN };
}

/* Add the section of the relocations of S, against the symbols of section
   SYMTAB.  */
static void
add_rela_section (struct relobj *r, struct relobj_section *s,
                  uint32_t names_off, uint32_t symtab)
{
  s->rela_idx = r->new_count++;
  s->rela_is_new = true;
  s->rela_header = (struct image_section){ .name = names,
                                           .name_off = names_off,
                                           .type = SHT_RELA,
                                           .flags = SHF_INFO_LINK,
                                           .entsize = ELF_RELA_SIZE,
                                           .align = RELOBJ_ALIGN,
                                           .link = symtab,
                                           .info = s->idx };
}

/* The first section of R that does not go with a section of code, or room for
   another one.  */
static struct relobj_section *
first_section (struct relobj *r)
{
  size_t i = 0;

  while (i < r->section_count
         && (r->sections[i].header.flags & GOES_WITH_CODE) != 0)
    i++;
  return &r->sections[i];
}

/* The section that takes the piece: *S, with relocations against the symbols
   of section SYMTAB.  */
static sfm_status
choose_section (struct relobj *r, uint32_t symtab, struct relobj_section **s)
{
  uint32_t names_off = 0;

  *s = first_section (r);
  const bool is_new = *s == &r->sections[r->section_count];
  if (!is_new && (*s)->rela_idx != 0 && (*s)->rela_header.link != symtab)
    return diag_fail (r->sink, SFM_ERR_UNSUPP, r->name,
                      "%s uses the symbol table %" PRIu32
                      ", .eh_frame uses %" PRIu32,
                      (*s)->sframe.name, (*s)->rela_header.link, symtab);
  if (!is_new && (*s)->rela_idx != 0)
    return SFM_OK;
  TRY (find_names (r, &names_off));
  if (r->new_count > UINT32_MAX - 2)
    return diag_fail (r->sink, SFM_ERR_LIMIT, r->name,
                      "%" PRIu32 " sections are too many to add another",
                      r->new_count);
  if (is_new)
    {
      start_section (r, *s, names_off);
      r->section_count++;
    }
  add_rela_section (r, *s, names_off, symtab);
  return SFM_OK;
}

/* A copy of the OLD bytes at FROM with room for MORE, from the pool of R.  */
static void *
longer (struct relobj *r, const void *from, size_t old, size_t more)
{
  uint8_t *to = pool_alloc (&r->pool, old + more + 1);

  if (to != NULL && old != 0)
    memcpy (to, from, old);
  return to;
}

/* Make room in S for another piece with COUNT functions.  Returns the array
   of its relocations; NULL: no memory.  */
static struct input_reloc *
make_room (struct relobj *r, struct relobj_section *s, size_t count)
{
  struct fde_relocs *p = &s->fde_relocs;
  const size_t pieces = p->piece_count, fdes = p->fde_count;
  const size_t relocs = s->sframe.reloc_count;

  p->pieces
      = longer (r, p->pieces, pieces * sizeof *p->pieces, sizeof *p->pieces);
  p->first_fde = longer (r, p->first_fde, pieces * sizeof *p->first_fde,
                         sizeof *p->first_fde);
  p->reloc_of = longer (r, p->reloc_of, fdes * sizeof *p->reloc_of,
                        count * sizeof *p->reloc_of);
  s->places = longer (r, s->places, fdes * sizeof *s->places,
                      count * sizeof *s->places);
  s->relas = longer (r, s->relas, relocs * sizeof *s->relas,
                     count * sizeof *s->relas);
  struct input_reloc *to
      = longer (r, s->sframe.relocs, relocs * sizeof *to, count * sizeof *to);
  s->sframe.relocs = to;
  return p->pieces != NULL && p->first_fde != NULL && p->reloc_of != NULL
                 && s->places != NULL && s->relas != NULL
             ? to
             : NULL;
}

sfm_status
relobj_attach (struct relobj *r, const struct sfm_piece *piece,
               const struct elf_reloc *relas, uint32_t symtab)
{
  struct relobj_section *s;

  TRY (choose_section (r, symtab, &s));
  struct input_reloc *relocs = make_room (r, s, piece->num_fdes);
  if (relocs == NULL)
    return diag_nomem (r->sink, r->name);
  struct fde_relocs *p = &s->fde_relocs;
  p->pieces[p->piece_count] = *piece;
  p->first_fde[p->piece_count++] = p->fde_count;
  s->made_from += piece->size;
  for (uint32_t i = 0; i < piece->num_fdes; i++)
    {
      const size_t fde = p->fde_count++, number = s->sframe.reloc_count++;
      s->relas[number] = relas[i];
      relocs[number] = (struct input_reloc){ .offset = relas[i].offset,
                                             .value = relas[i].addend };
      if (!relobj_resolve (r, symtab, relas[i].symbol, &relocs[number]))
        return diag_fail (r->sink, SFM_ERR_CORRUPT, r->name,
                          "symbol %" PRIu32 " cannot be read twice",
                          relas[i].symbol);
      p->reloc_of[fde] = (uint32_t) number;
      s->places[fde] = (struct sfm_place){ .addr = relocs[number].value,
                                           .rank = SFM_RANK_INPUT,
                                           .live = true };
    }
  return SFM_OK;
}
