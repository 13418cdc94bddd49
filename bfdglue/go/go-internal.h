/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   go-internal.h - what the parts of this room share.  */

#ifndef BFDGLUE_GO_INTERNAL_H
#define BFDGLUE_GO_INTERNAL_H

#include "go-limits.h"
#include "go-table.h"

/* A word that the loader writes.  */
struct loaded_word
{
  uint64_t addr;
  uint64_t value;
};

/* The memory of an image as it is when the program begins.  */
struct loaded_words
{
  const struct image *image;
  struct loaded_word *words; /* by address */
  size_t count;
  size_t capacity;
};

/* go-words.c: read the relocations of IMAGE.  loaded_words_free is due in any
   case.  False: no memory.  */
bool loaded_words_read (struct loaded_words *words, const struct image *image);
void loaded_words_free (struct loaded_words *words);

/* go-words.c: set *VALUE to the 8 bytes at ADDR.  False: they are not
   there.  */
bool loaded_word (const struct loaded_words *words, uint64_t addr,
                  uint64_t *value);

/* go-words.c: call VISIT for each multiple of 8 at which VALUE is, until it
   returns true, which is the result.  */
bool loaded_words_each (const struct loaded_words *words, uint64_t value,
                        bool (*visit) (void *data, uint64_t addr), void *data);

/* go-module.c: complete TABLE, whose address is set, from its header and the
   module data.  False: it is none, and TABLE->why may say why.  Statuses of
   *STATUS: NOMEM.  */
bool go_module_read (struct go_table *table, const struct loaded_words *words,
                     const struct code_ranges *code, bool *nomem);

#endif /* BFDGLUE_GO_INTERNAL_H */
