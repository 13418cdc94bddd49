/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   reserve-size.c - how much room the merged section of some inputs will
   need.

   Before the link nobody knows which functions the linker will drop, so all
   count, in version 3, which takes most: 28 bytes of header, 21 a function,
   and the rows (format reference, section 2).  One thing is certain: of a
   COMDAT group that many objects have, one copy is linked.  It may be any, so
   the largest counts [add_to_group].  In a C++ program nine of ten functions
   are such copies.  */

#include "config.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "pair.h"
#include "reserve-size.h"

enum
{
  FUNCTION_SIZE = 21,
  /* What no INPUT shows.  PLT functions: at most six (PLT0, PLTn, TLSDESC,
     .plt.sec, .plt.got, .iplt) with nine rows, whose start takes 4 bytes in a
     large PLT: 6 * 21 + 9 * 6 = 180.  Startup files that the compiler driver
     adds: some ten functions of a row or two, 33 bytes each.  */
  EXTRA_SIZE = 512,
  /* Rows for each byte of a piece, functions that share them counted: not
     fewer than a merge accepts.  */
  OVERLAP_LIMIT = 64,
  FIRST_GROUPS = 1024
};

struct reserve_group
{
  const char *signature; /* NULL: an empty slot */
  uint64_t most;         /* bytes of its largest copy */
  uint64_t now;          /* bytes of the copy in object number OBJECT */
  size_t object;
};

/* The slot of SIGNATURE in GROUPS, or the empty one where it belongs.  */
static struct reserve_group *
find_group (struct reserve_group *groups, size_t mask, const char *signature)
{
  uint64_t hash = UINT64_C (0xcbf29ce484222325); /* FNV-1a */

  for (const char *p = signature; *p != '\0'; p++)
    hash = (hash ^ (unsigned char) *p) * UINT64_C (0x100000001b3);
  for (size_t at = (size_t) (hash ^ hash >> 32);; at++)
    {
      struct reserve_group *group = &groups[at & mask];
      if (group->signature == NULL
          || strcmp (group->signature, signature) == 0)
        return group;
    }
}

/* Make room for one more group; false if there is no memory.  */
static bool
grow_groups (struct reserve_size *size)
{
  size_t count
      = size->groups == NULL ? FIRST_GROUPS : 2 * (size->group_mask + 1);

  if (size->groups != NULL && size->group_count < (size->group_mask + 1) / 2)
    return true;
  struct reserve_group *groups = calloc (count, sizeof *groups);
  if (groups == NULL)
    return false;
  for (size_t i = 0; size->groups != NULL && i <= size->group_mask; i++)
    if (size->groups[i].signature != NULL)
      *find_group (groups, count - 1, size->groups[i].signature)
          = size->groups[i];
  free (size->groups);
  size->groups = groups;
  size->group_mask = count - 1;
  return true;
}

/* Count BYTES of a function in the group SIGNATURE of the object at hand:
   the total grows by what this copy is larger than every one before.  */
static bool
add_to_group (struct reserve_size *size, const char *signature, uint64_t bytes)
{
  if (!grow_groups (size))
    return false;
  struct reserve_group *group
      = find_group (size->groups, size->group_mask, signature);
  if (group->signature == NULL)
    {
      group->signature
          = pool_copy (&size->pool, signature, strlen (signature));
      if (group->signature == NULL)
        return false;
      size->group_count++;
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

/* Set *BYTES to those of FDE's rows, of which *LEFT may still be walked.  */
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
  /* Functions of s390x that keep a register in a register become FLEX in
     version 3, which takes up to twice the data words.  */
  if (piece->abi == SFRAME_ABI_S390X_ENDIAN_BIG && piece->version < 3)
    *bytes *= 2;
  return status == SFM_END ? SFM_OK : status;
}

/* Count the functions of PIECE; RELOC_OF are the relocations of its FDEs.  */
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
      const char *group = NULL;
      if (reloc_of[i] >= sframe->reloc_count)
        continue;
      uint32_t section = sframe->relocs[reloc_of[i]].section;
      if (section < object->section_count)
        group = object->sections[section].group;
      sfm_status status = sfm_fde_read (piece, i, &fde, &diag);
      if (status == SFM_OK)
        status = rows_size (piece, &fde, &left, &bytes, &diag);
      if (status != SFM_OK)
        return say_diag (size->sink, SAY_ERROR, object->name, sframe->name,
                         &diag);
      bytes += FUNCTION_SIZE;
      size->functions++;
      if (group == NULL)
        size->bytes += bytes;
      else if (!add_to_group (size, group, bytes))
        return say_nomem (size->sink, object->name);
    }
  return SFM_OK;
}

static sfm_status
add_section (struct reserve_size *size, const struct input_object *object,
             const struct input_sframe *sframe)
{
  struct pool pool = { 0 };
  struct pairing pairing;
  size_t base = 0;
  sfm_status status
      = pair_relocs (object, sframe, &pool, &pairing, size->sink);

  for (size_t i = 0; status == SFM_OK && i < pairing.piece_count; i++)
    {
      status = add_piece (size, object, sframe, &pairing.pieces[i],
                          pairing.reloc_of + base);
      base += pairing.pieces[i].num_fdes;
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
      say (size->sink, SAY_ERROR, object->name,
           "for machine %u, %s-endian, but %s is for machine %u, %s-endian",
           object->machine, object->big_endian ? "big" : "little", size->first,
           size->machine, size->big_endian ? "big" : "little");
      return SFM_ERR_MIXED;
    }
  size->object_count++;
  for (size_t i = 0; i < object->sframe_count && status == SFM_OK; i++)
    status = add_section (size, object, &object->sframes[i]);
  return status;
}

uint64_t
reserve_size_total (const struct reserve_size *size)
{
  uint64_t total = SFRAME_HEADER_SIZE + size->bytes + EXTRA_SIZE;

  return (total + 7) / 8 * 8;
}

void
reserve_size_free (struct reserve_size *size)
{
  free (size->groups);
  size->groups = NULL;
  pool_free (&size->pool);
}
