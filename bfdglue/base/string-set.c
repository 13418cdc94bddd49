/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   string-set.c - a set of byte strings, numbered in the order of addition.

   Theory of operation.  The keys come from files, whose authors may know any
   hash function and choose names that collide: 20,000 of them, a link map of 1
   MB, took 1.2 s, and twice as many take four times as long.  A secret in the
   hash would need randomness, so this is a crit-bit tree and no hash table.
   Its inner nodes (forks) hold the position of the first bit in which the keys
   below differ; it is clear in the keys below one child and set in those below
   the other.  Positions grow on the way down, so that a search passes at most
   nine nodes a byte of the key, whatever the other keys are, and usually far
   fewer.

   A byte of a key is nine bits: the ninth says that the byte exists, which
   tells a key from its prefixes.  */

#include "config.h"

#include <stdlib.h>

#include "pool.h"

/* A node is the number of a key or, with this bit set, of a fork.  */
#define FORK UINT32_C (0x80000000)

struct key
{
  const unsigned char *text;
  uint32_t size;
};

struct key_fork
{
  uint32_t child[2];
  uint32_t any; /* one of the keys below */
  uint32_t byte;
  uint16_t bit;
};

/* Byte number IDX of the SIZE bytes at TEXT, with its ninth bit.  */
static unsigned
nine_bits (const unsigned char *text, size_t size, size_t idx)
{
  return idx < size ? 0x100U | text[idx] : 0;
}

/* The child of FORK on the way to the SIZE bytes at TEXT.  */
static uint32_t *
child_toward (struct key_fork *fork, const unsigned char *text, size_t size)
{
  return &fork->child[(nine_bits (text, size, fork->byte) & fork->bit) != 0];
}

/* A key that has as many leading bytes in common with the SIZE bytes at TEXT
   as any.  The set is not empty.  */
static uint32_t
closest (const struct string_set *set, const unsigned char *text, size_t size)
{
  uint32_t node = set->root;

  while ((node & FORK) != 0)
    {
      struct key_fork *fork = &set->forks[node & ~FORK];
      /* The keys below are longer than TEXT and agree that far.  */
      if (fork->byte > size)
        return fork->any;
      node = *child_toward (fork, text, size);
    }
  return node;
}

/* The index of the first byte in which KEY and the SIZE bytes at TEXT differ,
   counting a missing byte at the end; SIZE + 1 if they are equal.  */
static size_t
first_difference (const struct key *key, const unsigned char *text,
                  size_t size)
{
  size_t idx = 0;

  while (idx <= size
         && nine_bits (key->text, key->size, idx)
                == nine_bits (text, size, idx))
    idx++;
  return idx;
}

uint32_t
string_set_find (const struct string_set *set, const void *text, size_t size)
{
  if (set->count == 0)
    return STRING_SET_NONE;
  uint32_t number = closest (set, text, size);
  return first_difference (&set->keys[number], text, size) > size
             ? number
             : STRING_SET_NONE;
}

/* Insert key NUMBER into the tree.  BYTE is the first in which it differs from
   those closest to it, one of which is OTHER.  */
static void
insert (struct string_set *set, uint32_t number, uint32_t other, size_t byte)
{
  const struct key *key = &set->keys[number], *near = &set->keys[other];
  unsigned mine = nine_bits (key->text, key->size, byte);
  unsigned differ = mine ^ nine_bits (near->text, near->size, byte);
  unsigned bit = 0x100;

  while ((differ & bit) == 0)
    bit >>= 1;
  uint32_t *at = &set->root;
  while ((*at & FORK) != 0)
    {
      struct key_fork *fork = &set->forks[*at & ~FORK];
      if (fork->byte > byte || (fork->byte == byte && fork->bit < bit))
        break;
      at = child_toward (fork, key->text, key->size);
    }
  uint32_t idx = number - 1;
  bool bit_set = (mine & bit) != 0;
  set->forks[idx].child[bit_set] = number;
  set->forks[idx].child[!bit_set] = *at;
  set->forks[idx].any = number;
  set->forks[idx].byte = (uint32_t) byte;
  set->forks[idx].bit = (uint16_t) bit;
  *at = FORK | idx;
}

bool
string_set_add (struct string_set *set, const void *text, size_t size,
                uint32_t *number)
{
  uint32_t other = STRING_SET_NONE;
  size_t byte = 0;

  if (set->count != 0)
    {
      other = closest (set, text, size);
      byte = first_difference (&set->keys[other], text, size);
      *number = other;
      if (byte > size)
        return true;
    }
  if (set->count >= FORK - 1 || size >= UINT32_MAX
      || !array_grow (&set->keys, &set->key_capacity, set->count,
                      sizeof *set->keys)
      || !array_grow (&set->forks, &set->fork_capacity, set->count,
                      sizeof *set->forks))
    return false;
  *number = (uint32_t) set->count;
  set->keys[set->count++]
      = (struct key){ .text = text, .size = (uint32_t) size };
  if (other == STRING_SET_NONE)
    set->root = *number;
  else
    insert (set, *number, other, byte);
  return true;
}

const void *
string_set_text (const struct string_set *set, uint32_t number)
{
  return set->keys[number].text;
}

void
string_set_free (struct string_set *set)
{
  free (set->keys);
  free (set->forks);
  *set = (struct string_set){ .count = 0 };
}
