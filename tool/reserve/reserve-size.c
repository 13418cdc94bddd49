/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   reserve-size.c - upper estimate of the merged section's size, from the
   inputs.

   Before the link, it is unknown which functions the linker will drop.  So all
   functions count, at their size in version 3, which is the largest: 28 bytes
   of header, 21 per function, and the rows (SFrame V3, 'SFrame Section').  One
   exception: of a COMDAT group in several objects, one copy is linked.  It may
   be any copy, so the largest counts [add_to_group].  In a C++ program nine of
   ten functions are such copies.  A signature may be as long as its file, so
   it is looked up once per section, not once per function.  */

#include "config.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cmd-reserve.h"
#include "elf-abi.h"
#include "input.h"

enum
{
  FUNCTION_SIZE = 21,
  /* Space for functions in no INPUT.  PLT functions: at most six (PLT0, PLTn,
     TLSDESC, .plt.sec, .plt.got, .iplt) with nine rows, whose start takes 4
     bytes in a large PLT: 6 * 21 + 9 * 6 = 180.  Startup files that the
     compiler driver adds: some ten functions with one or two rows, 33 bytes
     each.  */
  EXTRA_SIZE = 512,
  /* Limit of rows per byte of a piece, counting shared rows once per function;
     at least what a merge accepts.  */
  OVERLAP_LIMIT = 64
};

struct reserve_group
{
  uint64_t most; /* bytes of its largest copy */
  uint64_t now;  /* bytes of the copy in object number OBJECT */
  size_t object;
};

/* The group with SIGNATURE, which is added if new; NULL: no memory.  */
static struct reserve_group *
find_group (struct reserve_size *size, const char *signature)
{
  size_t length = strlen (signature), count = size->signatures.count;
  uint32_t number = string_set_find (&size->signatures, signature, length);

  if (number != STRING_SET_NONE)
    return &size->groups[number];
  const char *kept = pool_copy (&size->pool, signature, length);
  if (kept == NULL
      || !array_grow (&size->groups, &size->group_capacity, count,
                      sizeof *size->groups)
      || !string_set_add (&size->signatures, kept, length, &number))
    return NULL;
  size->groups[number] = (struct reserve_group){ .most = 0 };
  return &size->groups[number];
}

/* Count BYTES of a function in section number IDX, which is in a group, of
   OBJECT, the current object.  The total grows by the bytes by which this copy
   of the group exceeds the largest copy before.  False: no memory.  */
static bool
add_to_group (struct reserve_size *size, const struct input_object *object,
              uint32_t idx, uint64_t bytes)
{
  struct reserve_group *group;

  if (size->group_of[idx] != STRING_SET_NONE)
    group = &size->groups[size->group_of[idx]];
  else
    {
      group = find_group (size, object->sections[idx].group);
      if (group == NULL)
        return false;
      size->group_of[idx] = (uint32_t) (group - size->groups);
    }
  if (group->object != size->object_count)
    group->now = 0;
  group->object = size->object_count;
  group->now += bytes;
  if (group->now > group->most)
    {
      size->bytes += group->now - group->most;
      group->most = group->now;
    }
  return true;
}

/* Set *BYTES to the size of FDE's rows.  *LEFT is the number of rows that may
   still be read.  */
static sfm_status
rows_size (const struct sfm_piece *piece, const struct sfm_fde *fde,
           uint64_t *left, uint64_t *bytes, struct sfm_diag *diag)
{
  struct sfm_rows rows;
  struct sfm_row row;
  sfm_status status;

  *bytes = 0;
  sfm_rows_begin (piece, fde, &rows);
  while ((status = sfm_rows_next (&rows, &row, diag)) == SFM_OK)
    {
      if (*left == 0)
        {
          *diag = (struct sfm_diag){ .status = SFM_ERR_LIMIT,
                                     .offset = row.offset,
                                     .text = "the rows overlap those of too "
                                             "many other functions" };
          return SFM_ERR_LIMIT;
        }
      --*left;
      *bytes += row.size;
    }
  /* A function of s390x that saves a register in a register becomes FLEX in
     version 3, which takes up to twice the data words.  */
  if (piece->abi == SFM_ABI_S390X_ENDIAN_BIG && piece->version < 3)
    *bytes *= 2;
  return status == SFM_END ? SFM_OK : status;
}

/* Count the functions of PIECE.  RELOC_OF is that of struct fde_relocs, from
   the first FDE of PIECE on.  */
static sfm_status
add_piece (struct reserve_size *size, const struct input_object *object,
           const struct input_sframe *sframe, const struct sfm_piece *piece,
           const uint32_t *reloc_of)
{
  uint64_t left = (piece->end - piece->offset) * OVERLAP_LIMIT;
  struct sfm_fde fde;
  struct sfm_diag diag;
  uint64_t bytes;

  for (uint32_t i = 0; i < piece->num_fdes; i++)
    {
      if (reloc_of[i] >= sframe->reloc_count)
        continue;
      uint32_t section = sframe->relocs[reloc_of[i]].section;
      bool grouped = section < object->section_count
                     && object->sections[section].group != NULL;
      sfm_status status = sfm_fde_read (piece, i, &fde, &diag);
      if (status == SFM_OK)
        status = rows_size (piece, &fde, &left, &bytes, &diag);
      if (status != SFM_OK)
        return diag_engine (size->sink, DIAG_ERROR, object->name, sframe->name,
                            &diag);
      bytes += FUNCTION_SIZE;
      size->functions++;
      if (!grouped)
        size->bytes += bytes;
      else if (!add_to_group (size, object, section, bytes))
        return diag_nomem (size->sink, object->name);
    }
  return SFM_OK;
}

/* Count SFRAME, which the engine does not know.  link will say so; what it
   describes may get rows of .eh_frame, of about its size.  */
static void
add_later (struct reserve_size *size, const struct input_sframe *sframe)
{
  size->functions += sframe->reloc_count;
  size->bytes += sframe->size + sframe->reloc_count * FUNCTION_SIZE;
}

static sfm_status
add_section (struct reserve_size *size, const struct input_object *object,
             const struct input_sframe *sframe)
{
  struct pool pool = { 0 };
  struct fde_relocs fde_relocs;
  struct sfm_diag diag;
  size_t base = 0;

  if (sframe_is_later (sframe, &diag))
    {
      add_later (size, sframe);
      return SFM_OK;
    }
  sfm_status status
      = fde_relocs_pair (object, sframe, &pool, &fde_relocs, size->sink);

  for (size_t i = 0; status == SFM_OK && i < fde_relocs.piece_count; i++)
    {
      status = add_piece (size, object, sframe, &fde_relocs.pieces[i],
                          fde_relocs.reloc_of + base);
      base += fde_relocs.pieces[i].num_fdes;
    }
  pool_free (&pool);
  return status;
}

sfm_status
reserve_size_add (void *data, const struct input_object *object)
{
  struct reserve_size *size = data;
  sfm_status status = SFM_OK;

  if (!size->known)
    {
      size->known = true;
      size->machine = object->machine;
      size->big_endian = object->big_endian;
      size->first = object->name;
    }
  else if (size->machine != object->machine
           || size->big_endian != object->big_endian)
    {
      char machines[2][ELF_MACHINE_TEXT];
      diag (
          size->sink, DIAG_ERROR, object->name,
          "the machine is %s, but that of %s is %s",
          elf_machine_text (object->machine, object->big_endian, machines[0]),
          size->first,
          elf_machine_text (size->machine, size->big_endian, machines[1]));
      return SFM_ERR_MIXED;
    }
  size->object_count++;
  /* One more element, as malloc (0) may return NULL.  */
  size->group_of
      = malloc ((object->section_count + 1) * sizeof *size->group_of);
  if (size->group_of == NULL)
    return diag_nomem (size->sink, object->name);
  memset (size->group_of, 0xff,
          object->section_count * sizeof *size->group_of);
  for (size_t i = 0; i < object->sframe_count && status == SFM_OK; i++)
    status = add_section (size, object, &object->sframes[i]);
  free (size->group_of);
  size->group_of = NULL;
  *object->released = true;
  return status;
}

uint64_t
reserve_size_total (const struct reserve_size *size)
{
  uint64_t total = SFM_HEADER_SIZE + size->bytes + EXTRA_SIZE;

  return (total + 7) / 8 * 8;
}

void
reserve_size_free (struct reserve_size *size)
{
  free (size->groups);
  size->groups = NULL;
  string_set_free (&size->signatures);
  pool_free (&size->pool);
}
