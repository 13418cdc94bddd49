/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   linker-inputs.c - reading objects before sections have addresses.

   Of each function it is found out which section it is in, and how far.  The
   merger reads the rows now; where functions are it is told when that is
   known.  */

#include "linker.h"

/* Keep the first of the COMDAT groups with one signature.  */
static bool
choose_groups (struct linker *l, struct object *o)
{
  for (size_t i = 0; i < o->section_count; i++)
    {
      const char *name = object_comdat (o, i);
      size_t known = 0;
      if (name == NULL)
        continue;
      while (known < l->group_count && strcmp (l->groups[known], name) != 0)
        known++;
      if (known < l->group_count)
        {
          object_kill_group (o, i);
          printf ("dropped %s %s\n", o->path, name);
        }
      else if (l->group_count < MAX_GROUPS)
        l->groups[l->group_count++] = name;
      else
        return linker_fail (o->path, "too many groups");
    }
  return true;
}

/* Whether RELOC makes a start field relative to itself.  */
static bool
is_start (uint16_t machine, const Elf64_Rela *reloc)
{
  const uint64_t type = ELF64_R_TYPE (reloc->r_info);

  switch (machine)
    {
    case EM_X86_64:
      return type == R_X86_64_PC32 || type == R_X86_64_PC64;
    case EM_AARCH64:
      return type == R_AARCH64_PREL32 || type == R_AARCH64_PREL64;
    case EM_S390:
      return type == R_390_PC32 || type == R_390_PC64;
    default:
      return false;
    }
}

/* Find out of each function of PIECE where it is, by the COUNT RELOCS.  */
static bool
find_functions (struct table *t, const struct sfm_piece *piece,
                const Elf64_Rela *relocs, size_t count)
{
  const struct object *o = t->object;
  size_t next = 0;

  for (uint32_t i = 0; i < t->count; i++)
    {
      const uint64_t field = sfm_piece_field (piece, i);
      while (next < count && relocs[next].r_offset < field)
        next++;
      if (next == count || relocs[next].r_offset != field
          || !is_start (o->machine, &relocs[next]))
        return linker_fail (o->path, "a start field without its relocation");
      const uint64_t symbol = ELF64_R_SYM (relocs[next].r_info);
      if (symbol >= o->symbol_count
          || o->symbols[symbol].st_shndx >= o->section_count)
        return linker_fail (o->path, "a function that is nowhere");
      t->sections[i] = o->symbols[symbol].st_shndx;
      t->offsets[i]
          = o->symbols[symbol].st_value + (uint64_t) relocs[next].r_addend;
      /* Addresses come later; what is dead now need not be read.  */
      t->places[i] = (struct sfm_place){ .live = !o->dead[t->sections[i]],
                                         .rank = SFM_RANK_INPUT };
    }
  return true;
}

/* Add the pieces of section number IDX of O to MERGER.  */
static bool
add_section (struct linker *l, struct object *o, size_t idx, uint32_t number,
             struct sfm_merger *merger)
{
  const uint8_t *bytes = o->bytes + o->sections[idx].sh_offset;
  const size_t size = (size_t) o->sections[idx].sh_size;
  struct sfm_piece piece = { .end = 0 };
  struct sfm_diag diag;
  sfm_status status = SFM_OK;
  size_t count;
  Elf64_Rela *relocs = object_relocs (o, idx, &count);
  bool good = true;

  while (good
         && (status = sfm_piece_next (bytes, size, piece.end, &piece, &diag))
                == SFM_OK)
    {
      if (l->table_count == MAX_TABLES)
        good = linker_fail (o->path, "too many pieces");
      if (!good)
        break;
      struct table *t = &l->tables[l->table_count++];
      t->object = o;
      t->count = piece.num_fdes;
      t->sections = calloc (t->count + 1U, sizeof *t->sections);
      t->offsets = calloc (t->count + 1U, sizeof *t->offsets);
      t->places = calloc (t->count + 1U, sizeof *t->places);
      good = t->sections != NULL && t->offsets != NULL && t->places != NULL
             && find_functions (t, &piece, relocs, count);
      if (good
          && sfm_merger_add (merger, &piece, t->places, number, &diag)
                 != SFM_OK)
        good = linker_fail (o->path, diag.text);
    }
  free (relocs);
  return good && (status == SFM_END || linker_fail (o->path, diag.text));
}

/* Read the object PATH.  Its functions go to a merger of its own first: so a
   thread could do this, while others read other objects.  */
bool
linker_add (struct linker *l, const char *path)
{
  const uint32_t number = (uint32_t) l->object_count;
  struct object *o = &l->objects[l->object_count++];
  struct sfm_merger *own;
  struct sfm_diag diag;

  if (!object_load (o, path) || !object_parse (o))
    return linker_fail (path, "not an object file of this machine");
  if (!choose_groups (l, o))
    return false;
  if (sfm_merger_new (NULL, &own, &diag) != SFM_OK)
    return linker_fail (path, diag.text);
  bool good = true;
  for (size_t i = 0; i < o->section_count && good; i++)
    if (strcmp (object_section_name (o, i), ".sframe") == 0 && !o->dead[i])
      good = add_section (l, o, i, number, own);
  if (good && sfm_merger_join (l->merger, own, &diag) != SFM_OK)
    good = linker_fail (path, diag.text);
  sfm_merger_free (own);
  return good;
}
