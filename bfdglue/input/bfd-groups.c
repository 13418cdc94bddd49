/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   bfd-groups.c - count the steps that libbfd takes from one section group to
   the next, before libbfd is called.

   For each section that is in a group, libbfd scans the members of one group
   after the other, from the group where it found the last section on, and
   wraps around.  Members in the order of the headers, as assemblers and
   linkers write them, cost a step or two; in the opposite order each scan
   passes all of them.  The scan is followed here with sums of group sizes in
   place of the members, which takes one step for each section [find_members,
   follow].

   Sections are looked up in the order of their headers, except those that
   libbfd needs before their turn: the target of an earlier relocation section,
   and a section whose link is a string table.  Such a section, and the next
   one in turn after it, may be as far away as there are members.  */

#include "config.h"

#include <elf.h>
#include <inttypes.h>
#include <string.h>

#include "bfd-internal.h"

enum
{
  WORD = 4
};

/* A section's place in the groups.  */
struct membership
{
  size_t group;   /* 1 + number of the first group that has it; 0: none */
  size_t place;   /* in the group, from 1 on */
  bool elsewhere; /* in other groups or places too */
  bool out_of_turn;
};

struct groups
{
  struct membership *members; /* for each section */
  uint64_t *before;           /* for each group: the number of members of the
                                 groups before it; last, of all groups */
  size_t *first;              /* for each group: the first place whose member
                                 was found, or 1 + the number of its members */
  size_t count;
  bool listed; /* libbfd lists a group, even if its members are missing */
};

/* True if libbfd lists the group whose header is SHDR.  */
static bool
is_listed (const struct raw_shdr *shdr)
{
  return shdr->type == SHT_GROUP && shdr->size >= 2 * WORD
         && shdr->size % WORD == 0 && shdr->entsize == WORD;
}

/* Note the members of the group whose header is SHDR.  */
static void
note_members (const struct object *object, const struct raw_shdr *shdr,
              struct groups *g)
{
  const size_t count = (size_t) (shdr->size / WORD - 1);
  const uint8_t *words = raw_bytes (object, shdr->offset, shdr->size);

  if (words == NULL)
    return;
  g->before[g->count + 1] = g->before[g->count] + count;
  g->first[g->count] = count + 1;
  g->count++;
  for (size_t place = 1; place <= count; place++)
    {
      uint32_t idx = raw_u32 (object, words + place * WORD);
      if (idx >= object->shdr_count)
        continue;
      struct membership *m = &g->members[idx];
      m->elsewhere |= m->group != 0;
      if (m->group != 0)
        continue;
      m->group = g->count;
      m->place = place;
    }
}

/* Note the sections that libbfd may need before their turn.  */
static void
note_turns (const struct object *object, struct groups *g)
{
  const size_t count = object->shdr_count;
  struct raw_shdr shdr = { .number = 0 };

  while (raw_next (object, &shdr))
    {
      struct raw_shdr link = { .type = SHT_NULL };
      if (shdr.link < count)
        raw_shdr (object, shdr.link, &link);
      bool early = link.type == SHT_STRTAB;
      g->members[shdr.number].out_of_turn |= early;
      if ((shdr.type == SHT_REL || shdr.type == SHT_RELA) && shdr.info < count
          && (early || shdr.info > shdr.number))
        g->members[shdr.info].out_of_turn = true;
    }
}

/* List the groups of OBJECT.  */
static sfm_status
find_members (struct object *object, struct groups *g)
{
  struct pool *pool = &object->inputs->scratch;
  const size_t size = object->shdr_count * sizeof *g->members;
  struct raw_shdr shdr = { .number = 0 };

  g->members = pool_alloc (pool, size);
  g->before = pool_alloc (pool, (object->group_count + 1) * sizeof *g->before);
  g->first = pool_alloc (pool, (object->group_count + 1) * sizeof *g->first);
  if (g->members == NULL || g->before == NULL || g->first == NULL)
    return diag_nomem (object->sink, object->name);
  memset (g->members, 0, size);
  g->before[0] = 0;
  while (raw_next (object, &shdr))
    {
      g->listed |= is_listed (&shdr);
      if (is_listed (&shdr))
        note_members (object, &shdr, g);
    }
  note_turns (object, g);
  return SFM_OK;
}

/* The steps to M from group number *AT, which becomes M's group.  */
static uint64_t
follow (struct groups *g, const struct membership *m, size_t *at)
{
  const uint64_t all = g->before[g->count];

  if (m->group == 0)
    return all;
  if (m->elsewhere || m->out_of_turn)
    return 2 * all;
  const size_t to = m->group - 1;
  uint64_t steps = g->before[to] - g->before[*at];
  if (to < *at)
    steps += all;
  /* Then from the group's first member to M, and to one found before.  */
  steps += m->place;
  steps += g->first[to];
  if (m->place < g->first[to])
    g->first[to] = m->place;
  *at = to;
  return steps;
}

/* True if libbfd makes no section of the one whose header is SHDR: the
   relocations of another section that use SYMTAB, the only symbol table.  */
static bool
is_relocs (const struct object *object, const struct raw_shdr *shdr,
           size_t symtab)
{
  struct raw_shdr target;

  if ((shdr->type != SHT_REL && shdr->type != SHT_RELA) || shdr->link != symtab
      || shdr->info == 0 || shdr->info >= object->shdr_count)
    return false;
  raw_shdr (object, shdr->info, &target);
  return target.type != SHT_REL && target.type != SHT_RELA;
}

sfm_status
steps_charge (const struct object *object, size_t number, uint64_t steps,
              uint64_t *total)
{
  *total += steps;
  if (*total / STEPS_LIMIT <= object->size)
    return SFM_OK;
  return diag_fail (
      object->sink, SFM_ERR_LIMIT, object->name,
      "libbfd would take %" PRIu64
      " steps for the section headers up to number %zu, more than %d for each "
      "of the file's %" PRIu64 " bytes",
      *total, number, (int) STEPS_LIMIT, object->size);
}

sfm_status
groups_charge (struct object *object, uint64_t *total)
{
  const size_t symtab = object->symtabs > 1 ? SIZE_MAX : object->symtab_number;
  struct raw_shdr shdr = { .number = 0 };
  struct groups g = { 0 };
  size_t at = 0;

  TRY (find_members (object, &g));
  while (g.listed && raw_next (object, &shdr))
    {
      const struct membership *m = &g.members[shdr.number];
      if (((shdr.flags & SHF_GROUP) != 0 || m->group != 0)
          && !is_relocs (object, &shdr, symtab))
        TRY (steps_charge (object, shdr.number, follow (&g, m, &at), total));
    }
  return SFM_OK;
}
