/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   string-set.h - a set of byte strings, numbered in the order of addition.  */

#ifndef BFDGLUE_STRING_SET_H
#define BFDGLUE_STRING_SET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define STRING_SET_NONE UINT32_MAX

struct key;
struct key_fork;

/* An all-zero set is empty.  */
struct string_set
{
  struct key *keys;
  size_t count;
  size_t key_capacity;
  struct key_fork *forks; /* one fewer than keys */
  size_t fork_capacity;
  uint32_t root;
};

/* The number of the key with the SIZE bytes at TEXT, or STRING_SET_NONE.  */
uint32_t string_set_find (const struct string_set *set, const void *text,
                          size_t size);

/* Set *NUMBER to the number of the key with the SIZE bytes at TEXT.  A new key
   gets the previous SET->count; its TEXT is not copied and must stay.  False:
   no memory.  */
bool string_set_add (struct string_set *set, const void *text, size_t size,
                     uint32_t *number);

void string_set_free (struct string_set *set);

#endif /* BFDGLUE_STRING_SET_H */
